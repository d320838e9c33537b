//! The types above a type, and the order in which they are asked for a member where a language has one (Python): C3 linearization. Barrett et al.,
//! "A Monotonic Superclass Linearization for Dylan", OOPSLA 1996.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::base::key::KeyMap;
use crate::base::{Name, caps};
use crate::languages::Tier;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, any_defined, merge};
use crate::link::generics::Given;
use crate::link::loaded::Loaded;
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::types::{self, Type, Typed};
use crate::shard::body::Local;
use crate::shard::expr::{ABOVE, Expr, ExprId, SELF};
use crate::shard::facts::{Flags, Heritage, Owner, SymbolKind};

/// Most types above one type.
pub(in crate::link) const MAX_ANCESTORS: usize = 256;

/// What has been ordered so far; `None` while it is under way.
type Lines = KeyMap<Ref, Option<Vec<Denotation>>>;

impl Linker<'_> {
    /// The types above a type that give it members. Where declarations merge, a class must define what it implements: nothing comes from there.
    pub(in crate::link) fn bases(&mut self, ty: Ref) -> Vec<Found> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let is_class = file.facts.symbol(ty.symbol).is_some_and(|it| it.kind == SymbolKind::Class);
        if !is_class || !file.habits().declarations_merge {
            return self.supertypes(ty);
        }
        let mut found = Vec::new();
        for above in self.named_as(ty, Some(Heritage::Extends)) {
            merge(&mut found, above);
        }
        merge(&mut found, self.added_above(ty));
        found
    }

    /// What each of the types leads to that a type itself names above it, in the order of the source.
    pub(in crate::link) fn named_above(&mut self, ty: Ref) -> Vec<Vec<Found>> {
        self.named_as(ty, None)
    }

    pub(super) fn named_as(&mut self, ty: Ref, heritage: Option<Heritage>) -> Vec<Vec<Found>> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some(symbol) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        // It may have been reached by its member, whose own answer does not say what is above.
        self.asker.looked_at(&file, ty.symbol);
        let implicit = file.habits().implicit_receiver;
        let frame = if implicit { Frame::around(&file, file.facts.around(ty.symbol)) } else { Frame::facts(&file, ty.symbol) };
        let mut named = Vec::new();
        for above in symbol.supertypes.iter().take(caps::MAX_SUPERTYPES).filter(|it| heritage.is_none_or(|heritage| it.heritage == heritage)) {
            let above = self.named_types(&frame, above.ty).into_iter();
            // A variable that first held another class may hold this one later (`class A(base): …; base = A`): nothing is above itself.
            named.push(above.filter(|it| it.what != Denotation::Symbol(ty)).collect());
        }
        named
    }

    /// The types directly above a type: declared ones, then interfaces that extensions add.
    pub(in crate::link) fn supertypes(&mut self, ty: Ref) -> Vec<Found> {
        self.remembered(|memo| &mut memo.supertypes, ty, |linker| linker.find_supertypes(ty))
    }

    fn find_supertypes(&mut self, ty: Ref) -> Vec<Found> {
        let mut found = Vec::new();
        for above in self.named_above(ty) {
            merge(&mut found, above);
        }
        merge(&mut found, self.added_above(ty));
        let parts =
            self.load(ty.file).map(|file| file.facts.symbols.get(ty.symbol as usize).map(|it| self.other_parts(ty, &file, it)).unwrap_or_default());
        for part in parts.unwrap_or_default() {
            for above in self.named_above(part) {
                merge(&mut found, above.into_iter().filter(|it| it.what != Denotation::Symbol(ty)));
            }
        }
        found
    }

    /// The interfaces that extensions add to a type.
    fn added_above(&mut self, ty: Ref) -> Vec<Found> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let Some(symbol) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        let mut found = Vec::new();
        for (slot, extension) in self.asker.conformances_of((ty.file, &file), &symbol.name) {
            let Some(file) = self.load(slot) else { continue };
            if !self.extended_types(&file, extension).contains(&ty) {
                continue;
            }
            if let Some(it) = file.facts.extension(extension)
                && let Some(interface) = it.interface
            {
                let frame = Frame::around(&file, it.module);
                let mut interface = self.denote(&frame, interface);
                if it.interface_name.is_none() {
                    interface.retain(|it| self.is_found(it, |it| it.kind.is_abstract_type()) || self.is_making(it));
                }
                merge(&mut found, interface);
            }
        }
        found
    }

    /// What the object that stands beside a class has under a name which no type above has.
    pub(in crate::link) fn of_companion(&mut self, ty: Ref, file: &Arc<Loaded>, name: &str, above: &[Found]) -> Vec<Found> {
        let mut found = Vec::new();
        let Some(companion) = file.habits().classes.companion.filter(|_| above.iter().all(|it| it.what.is_outside())) else { return found };
        let Some(symbol) = file.facts.symbol(ty.symbol).filter(|it| it.name != companion) else { return found };
        for object in self.asker.symbols_named((ty.file, file), &symbol.qualified, companion, |it| it.owner == Owner::Symbol(ty.symbol)) {
            merge(&mut found, self.type_member(object, name));
        }
        found.retain(|it| !it.what.is_outside());
        found
    }

    /// The members called `name` of a type that has `own` itself. The first one whose type is declared is meant, else the first one.
    pub(in crate::link) fn linearized_member(&mut self, ty: Ref, name: &str, own: Vec<Found>) -> Vec<Found> {
        if self.are_declared(&own) {
            return own;
        }
        let mut first = own;
        let mut foreign = Vec::new();
        let mut ordered = false;
        let mut below = Some(ty);
        let mut waiting: Vec<Denotation> = Vec::new();
        for _ in 0..MAX_ANCESTORS {
            if waiting.is_empty()
                && let Some(current) = below.take()
            {
                let above: Vec<Denotation> = self.supertypes(current).into_iter().map(|it| it.what).collect();
                // Above a single type its own order goes on; several are brought into one order, which ends the walk.
                ordered = above.len() > 1;
                waiting = if ordered { self.linearization(current).into_iter().skip(1).collect() } else { above };
                waiting.reverse();
            }
            match waiting.pop() {
                Some(Denotation::Symbol(next)) if next != ty => {
                    let found = self.member_itself(next, name);
                    if self.are_declared(&found) {
                        return found;
                    }
                    if first.is_empty() {
                        first = found;
                    }
                    below = Some(next).filter(|_| !ordered);
                }
                Some(Denotation::External { package, .. }) => {
                    merge(&mut foreign, [Found { what: Denotation::External { package, name: name.into() }, rule: Rule::DeclaredType }]);
                }
                Some(_) => {}
                None => return if first.is_empty() { foreign } else { first },
            }
        }
        self.stop_short();
        if first.is_empty() { foreign } else { first }
    }

    /// The types of a parameter without a declared one as the method that it takes the place of declares it, by its name or else its place.
    pub(in crate::link) fn as_above(&mut self, local: &Local) -> Vec<Typed> {
        let own = Arc::clone(&self.own);
        let method = local.parameter_of.and_then(|method| own.facts.symbol(method));
        let (Some(method), Some(slot)) = (method.filter(|_| own.habits().classes.linearized && !local.receiver), self.own_slot()) else {
            return Vec::new();
        };
        let Owner::Symbol(class) = method.owner else { return Vec::new() };
        let Some(place) = method.params.iter().position(|it| it.name == local.name) else { return Vec::new() };
        let class = Ref { file: slot, symbol: class };
        for above in self.inherited(class, &method.name) {
            let Denotation::Symbol(above) = above.what else { continue };
            let Some(file) = self.load(above.file) else { continue };
            let Some(it) = file.facts.symbol(above.symbol).filter(|it| it.kind.is_callable()) else { continue };
            let same = it.params.iter().find(|it| it.name == local.name).or_else(|| it.params.get(place));
            if let Some(ty) = same.and_then(|it| it.ty) {
                let given = self.given(&Type::instance(class), above);
                let frame = Frame { given: given.into(), ..Frame::facts(&file, above.symbol) };
                return self.instances(&frame, ty).into_iter().map(|it| it.through(Rule::DeclaredType)).collect();
            }
            return Vec::new();
        }
        Vec::new()
    }

    /// The members called `name` of all types above, nearest first and those of classes before those of interfaces: those that one replaces among them.
    pub(in crate::link) fn all_inherited(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let (mut classes, mut interfaces) = (VecDeque::from([ty]), VecDeque::new());
        let mut met = vec![ty];
        while let Some(next) = classes.pop_front().or_else(|| interfaces.pop_front()).filter(|_| met.len() < MAX_ANCESTORS && self.step()) {
            if next != ty {
                let mut own = self.member_itself(next, name);
                own.retain(|it| !self.stays_with_interface(it));
                merge(&mut found, own);
            }
            for above in self.bases(next) {
                match above.what {
                    Denotation::Symbol(above) if !met.contains(&above) => {
                        met.push(above);
                        let is_interface = self.is(above, |it| it.kind.is_abstract_type());
                        if is_interface { interfaces.push_back(above) } else { classes.push_back(above) }
                    }
                    Denotation::External { package, .. } => {
                        merge(&mut found, [Found { what: Denotation::External { package, name: name.into() }, rule: Rule::DeclaredType }]);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Whether no type below has a member: a static method of an interface (Java Language Specification, 8.4.8).
    pub(in crate::link) fn stays_with_interface(&self, found: &Found) -> bool {
        let Denotation::Symbol(member) = found.what else { return false };
        let Some(file) = self.load(member.file).filter(|file| file.habits().methods_apart()) else { return false };
        let Some(it) = file.facts.symbol(member.symbol) else { return false };
        let is_interface = |owner: u32| file.facts.symbol(owner).is_some_and(|it| it.kind == SymbolKind::Interface);
        it.kind == SymbolKind::Method && it.flags.has(Flags::STATIC) && matches!(it.owner, Owner::Symbol(owner) if is_interface(owner))
    }

    /// Whether values of these types have a member from a type of the language above them, where what the repository adds to it is declared: whatever it does
    /// not declare is one, or what types of the language have.
    pub(in crate::link) fn are_below_language(&mut self, types: &[Typed], name: &str) -> bool {
        let habits = self.own.habits();
        let may_have = habits.overloads || self.own.language.tier == Tier::B || (!habits.classes.topmost.is_empty() && self.is_common(name));
        may_have && types.iter().any(|typed| matches!(typed.ty, Type::Instance { ty, .. } if self.is_below_language(ty, 0)))
    }

    /// Whether one of the types above is of the language or its library.
    fn is_below_language(&mut self, ty: Ref, hops: u32) -> bool {
        hops <= caps::MAX_LEVELS
            && self.step()
            && self.supertypes(ty).into_iter().any(|above| match above.what {
                Denotation::Builtin(name) => name != self.own.habits().classes.topmost,
                Denotation::Symbol(above) => self.is_below_language(above, hops + 1),
                _ => false,
            })
    }

    /// The callable members of the types above, nearest first.
    pub(in crate::link) fn methods_above(&mut self, ty: Ref, name: &str, hops: u32) -> Vec<Found> {
        if hops > caps::MAX_LEVELS || !self.step() {
            return Vec::new();
        }
        for above in self.supertypes(ty) {
            let Denotation::Symbol(above) = above.what else { continue };
            let mut found = self.type_member_after(above, name, hops + 1);
            found.retain(|it| it.what.symbol().is_some() && !self.is_field(it));
            if found.is_empty() {
                found = self.methods_above(above, name, hops + 1);
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// What `base.name` is where `base` is a member that a type above declares, without one of the name, and a type below gives another value:
    /// `factory: type[Base]`, `factory = Derived`.
    pub(in crate::link) fn members_of_own_value(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let mut found = Vec::new();
        let Expr::Member { base: holder, name: ref member } = *self.expr(frame, base) else { return found };
        if !frame.file.habits().classes.linearized {
            return found;
        }
        for holder in self.types(frame, holder) {
            let (Type::Instance { ty, .. } | Type::Object(ty)) = holder.ty else { continue };
            for class in self.linearization(ty) {
                let Denotation::Symbol(class) = class else { break };
                let own = self.member_itself(class, member);
                if self.are_declared(&own) {
                    break;
                }
                for value in own.iter().filter_map(|it| it.what.symbol()) {
                    for typed in self.types_of_symbol(value, &Given::new()) {
                        found.extend(self.member_of(&typed.through(holder.rule), name));
                    }
                }
                if !found.is_empty() {
                    break;
                }
            }
        }
        found.truncate(caps::MAX_OVERLOADS);
        found
    }

    /// A value of each of the types that stand directly above the class that is named.
    pub(in crate::link) fn all_above(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let mut types = Vec::new();
        for class in self.named_classes(frame, args) {
            let Some(file) = self.load(class.file) else { continue };
            let Some(symbol) = file.facts.symbol(class.symbol) else { continue };
            let frame = Frame::facts(&file, class.symbol);
            for above in symbol.supertypes.iter().take(caps::MAX_SUPERTYPES) {
                types::merge(&mut types, self.instances(&frame, above.ty).into_iter().map(|it| it.through(Rule::DeclaredType)));
            }
        }
        types
    }

    /// Of the members called `name` of what stands above a class, the first one in the order of that class (`super().name`).
    pub(in crate::link) fn first_above(&mut self, frame: &Frame, base: ExprId, name: &str, found: &mut Vec<(Found, Option<Type>)>) {
        let Expr::Apply { base: mark, ref args } = *self.expr(frame, base) else { return };
        if found.len() < 2 || self.mark(frame, mark) != Some(ABOVE) {
            return;
        }
        for class in self.named_classes(frame, args) {
            let mut first = Vec::new();
            for above in self.linearization(class).into_iter().skip(1) {
                let Denotation::Symbol(above) = above else { continue };
                let own = self.member_itself(above, name);
                let declared = self.are_declared(&own);
                if declared || first.is_empty() {
                    first = own;
                }
                if declared {
                    break;
                }
            }
            keep_if_any(found, |(it, _)| first.iter().any(|first| first.what == it.what));
        }
    }

    /// The type that `id`, a member of what stands above it (`super().name`), is called on.
    pub(in crate::link) fn type_below(&mut self, frame: &Frame, id: ExprId) -> Option<Type> {
        let Expr::Member { base, .. } = *self.expr(frame, id) else { return None };
        let is_above = match *self.expr(frame, base) {
            Expr::Instance { ty, .. } => matches!(self.expr(frame, ty), Expr::Generic { name, .. } if name == ABOVE),
            Expr::Apply { base, .. } => self.mark(frame, base) == Some(ABOVE),
            _ => false,
        };
        if !is_above {
            return None;
        }
        if let Some((_, own)) = frame.given.iter().find(|(name, _)| name == SELF) {
            return Some(own.clone());
        }
        let file = self.slot_of(&frame.file)?;
        let mut around = frame.enclosing;
        while let Some(symbol) = around {
            if frame.file.facts.symbol(symbol).is_some_and(|it| it.kind.is_type()) {
                return Some(Type::instance(Ref { file, symbol }));
            }
            around = frame.file.facts.outer_of(symbol);
        }
        None
    }

    /// Where a class and the types above it have no member called `name`: what it has as a value of its own class (`class A(metaclass=Meta)`), or of that
    /// of a type above it. Says whether it has any.
    pub(in crate::link) fn of_metaclass(&mut self, class: Ref, name: &str, found: &mut Vec<Found>) -> bool {
        let classes = &self.own.habits().classes;
        // What every object has a class has from the topmost one above it, `__new__` among it.
        let known = any_defined(found) || classes.of_all.binary_search(&name).is_ok();
        if known || !classes.linearized || !self.asker.has_members(name) {
            return false;
        }
        for class in self.linearization(class) {
            let Denotation::Symbol(class) = class else { continue };
            let Some(file) = self.load(class.file) else { continue };
            self.asker.looked_at(&file, class.symbol);
            let Some(it) = file.facts.symbol(class.symbol).filter(|it| it.kind != SymbolKind::TypeAlias) else { continue };
            let Some(ty) = it.ty.filter(|_| it.kind.is_type()) else { continue };
            for typed in self.instances(&Frame::facts(&file, class.symbol), ty) {
                let Type::Instance { ty, .. } = typed.ty else { continue };
                let mut members = self.type_member(ty, name);
                members.retain(|it| it.what.symbol().is_some());
                if !members.is_empty() {
                    *found = members;
                    return true;
                }
            }
        }
        false
    }

    fn named_classes(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Ref> {
        let Some(class) = args.first() else { return Vec::new() };
        self.denote(frame, *class).iter().filter_map(|it| it.what.symbol()).collect()
    }

    pub(in crate::link) fn member_itself(&mut self, ty: Ref, name: &str) -> Vec<Found> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        self.asker.looked_at(&file, ty.symbol);
        let Some(symbol) = file.facts.symbol(ty.symbol) else { return Vec::new() };
        self.own_member(ty, &file, symbol, name)
    }

    /// Whether one of these is a definition with a type of its own: a function, a class, a variable with an annotation.
    fn are_declared(&self, found: &[Found]) -> bool {
        found.iter().any(|it| self.is_found(it, |it| !it.kind.is_value() || it.ty.is_some() || it.flags.has(Flags::PROPERTY)))
    }

    /// A type and all above it, each before those above it and in the order in which they are named. Where there is no such order, the first
    /// one of a walk upwards.
    pub(in crate::link) fn linearization(&mut self, ty: Ref) -> Vec<Denotation> {
        self.line(&Denotation::Symbol(ty), &mut Lines::default())
    }

    fn line(&mut self, of: &Denotation, lines: &mut Lines) -> Vec<Denotation> {
        let Denotation::Symbol(ty) = of else { return vec![of.clone()] };
        if let Some(known) = lines.get(ty) {
            return known.clone().unwrap_or_default();
        }
        if lines.len() >= MAX_ANCESTORS || !self.step() {
            return vec![of.clone()];
        }
        lines.insert(*ty, None);
        let mut above: Vec<Denotation> = self.supertypes(*ty).into_iter().map(|it| it.what).collect();
        above.truncate(caps::MAX_CANDIDATES);
        let mut line = vec![of.clone()];
        if let [one] = above.as_slice() {
            // There is nothing to merge, and long chains of classes are merged at each link of them otherwise.
            line.extend(self.line(one, lines).into_iter().take(MAX_ANCESTORS));
        } else {
            let mut rows: Vec<Vec<Denotation>> = above.iter().map(|it| self.line(it, lines)).collect();
            rows.push(above);
            line.extend(merged(rows));
        }
        lines.insert(*ty, Some(line.clone()));
        line
    }
}

/// One row of several: always the first head that stands in no tail; where every head does, the first of all.
fn merged(mut rows: Vec<Vec<Denotation>>) -> Vec<Denotation> {
    let mut line = Vec::new();
    while line.len() < MAX_ANCESTORS {
        rows.retain(|row| !row.is_empty());
        let heads = rows.iter().map(|row| &row[0]);
        let free = heads.clone().find(|head| !rows.iter().any(|row| row[1..].contains(head)));
        let Some(next) = free.or_else(|| heads.clone().next()).cloned() else { break };
        for row in &mut rows {
            row.retain(|it| *it != next);
        }
        line.push(next);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[&str], expected: &str) {
        let named = |word: &str| Denotation::Builtin(Name::from(word));
        let rows = rows.iter().map(|row| row.split(' ').map(named).collect()).collect();
        let line: Vec<Denotation> = expected.split(' ').map(named).collect();
        assert_eq!(merged(rows), line);
    }

    #[test]
    fn a_type_comes_before_those_above_it_and_in_the_order_in_which_it_is_named() {
        check(&["b a", "c a", "b c"], "b c a");
        check(&["d a", "c", "d c"], "d a c");
        check(&["b a", "a", "b a"], "b a");
    }

    #[test]
    fn rows_that_contradict_each_other_end_in_some_order() {
        check(&["a b", "b a"], "a b");
    }
}
