//! Types of the repository among the arguments of types from outside: `interface Users extends Repository<User>`. What such a type hands out may be one of
//! them, though nothing of its members is known.

use std::sync::Arc;

use crate::languages::semantics::Habits;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::members::openness::NO_HOLDERS;
use crate::link::outcome::rules::Rule;
use crate::link::types::Type;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// How far a value is followed back to what handed it out.
const MAX_STEPS: u32 = 8;
/// Most types that are looked at.
const MAX_TYPES: usize = 8;

impl Linker<'_> {
    /// Puts in place of what lies outside the members that the only one of such types has under the name.
    pub(in crate::link) fn of_arguments_outside(&mut self, frame: &Frame, base: ExprId, name: &str, found: &mut Vec<(Found, Option<Type>)>) {
        let habits = frame.file.habits();
        // Where declarations merge, what lies outside and may be an argument is not told at all.
        let is_asked = frame.in_body && (habits.declarations_merge || (habits.arguments.exact_arity && !found.is_empty()));
        if !is_asked || !found.iter().all(|(it, _)| it.what.is_outside()) {
            return;
        }
        let types = match habits.declarations_merge {
            true if self.has_steps_to_spare() => self.briefly(|linker| linker.handed_out(frame, base)),
            true => return,
            false => self.handed_out(frame, base),
        };
        let mut having = Vec::new();
        for ty in types {
            let mut own = self.type_member(ty, name);
            own.retain(|it| it.what.symbol().is_some());
            if !own.is_empty() {
                having.push((ty, own));
            }
        }
        if let Some((ty, members)) = having.pop().filter(|_| having.is_empty()) {
            *found = members.into_iter().map(|it| (it.through(Rule::UniqueMember), Some(Type::instance(ty)))).collect();
        }
    }

    /// The arguments of the types from outside that hand out a value.
    fn handed_out(&mut self, frame: &Frame, value: ExprId) -> Vec<Ref> {
        let mut types = Vec::new();
        self.add_handed_out(frame, value, MAX_STEPS, &mut types);
        self.add_of_literals(&mut types);
        types
    }

    /// Adds them.
    fn add_handed_out(&mut self, frame: &Frame, value: ExprId, steps: u32, types: &mut Vec<Ref>) {
        let Some(steps) = steps.checked_sub(1).filter(|_| self.step()) else { return };
        match *self.expr(frame, value) {
            Expr::Call { callee: inner }
            | Expr::CallWith { callee: inner, .. }
            | Expr::Element(inner)
            | Expr::Iterated(inner)
            | Expr::Part { base: inner, .. }
            | Expr::Parameter { callee: inner, .. } => self.add_handed_out(frame, inner, steps, types),
            Expr::Local(local) => {
                let Some(it) = self.body.local(local).filter(|it| it.ty.is_none()) else { return };
                it.values.iter().for_each(|value| self.add_handed_out(frame, *value, steps, types));
            }
            Expr::Member { base, .. } => self.add_of_holder(frame, base, steps, types),
            // What a type above the one around has from outside.
            Expr::Free(_) if self.denote(frame, value).iter().all(|it| it.what.is_outside()) => {
                let (own, slot) = (Arc::clone(&self.own), self.own_slot());
                let mut around = frame.enclosing;
                while let (Some(symbol), Some(file)) = (around, slot) {
                    if own.facts.symbol(symbol).is_some_and(|it| it.kind.is_type()) {
                        self.add_above(Ref { file, symbol }, types);
                    }
                    around = own.facts.outer_of(symbol);
                }
            }
            _ => {}
        }
    }

    /// The same of the type of a value that hands something out.
    fn add_of_holder(&mut self, frame: &Frame, holder: ExprId, steps: u32, types: &mut Vec<Ref>) {
        let before = types.len();
        if let Expr::Local(local) = *self.expr(frame, holder)
            && let Some(ty) = self.body.local(local).and_then(|it| it.ty)
        {
            self.add_written(frame, ty, types);
        }
        for it in self.denote(frame, holder) {
            let Some((symbol, file)) = it.what.symbol().and_then(|it| Some((it, self.load(it.file)?))) else { continue };
            self.asker.looked_at(&file, symbol.symbol);
            if let Some(ty) = file.facts.symbol(symbol.symbol).and_then(|it| it.ty) {
                self.add_written(&Frame::facts(&file, symbol.symbol), ty, types);
            }
        }
        for typed in self.types(frame, holder) {
            match typed.ty {
                Type::Instance { ty, .. } => self.add_above(ty, types),
                Type::Foreign { name, args } if frame.file.habits().declarations_merge && !is_known(frame.file.habits(), &name) => {
                    args.iter().for_each(|held| add_held(held, types));
                }
                _ => {}
            }
        }
        if types.len() == before {
            self.add_handed_out(frame, holder, steps, types);
        }
    }

    /// The same of the members of object types that are written out as arguments.
    fn add_of_literals(&mut self, types: &mut Vec<Ref>) {
        for literal in types.clone() {
            let Some(file) = self.load(literal.file).filter(|file| file.habits().declarations_merge) else { continue };
            self.asker.looked_at(&file, literal.symbol);
            let is_written_out = |it: &Symbol| it.kind == SymbolKind::TypeAlias && it.ty.is_none() && it.flags.has(Flags::NESTED);
            let Some(it) = file.facts.symbol(literal.symbol).filter(|it| is_written_out(it)) else { continue };
            self.asker.all_of(&file, &it.qualified);
            let members = file.facts.symbols.iter().zip(0u32..).filter(|(member, _)| member.owner == Owner::Symbol(literal.symbol));
            for (_, symbol) in members.take(MAX_TYPES) {
                let held = self.declared_or_inferred(Ref { symbol, ..literal });
                held.iter().for_each(|typed| add_held(&typed.ty, types));
            }
        }
    }

    /// The same of what stands above a type.
    fn add_above(&mut self, ty: Ref, types: &mut Vec<Ref>) {
        for ty in std::iter::once(ty).chain(self.types_above(ty)) {
            let Some(file) = self.load(ty.file) else { continue };
            self.asker.looked_at(&file, ty.symbol);
            let Some(it) = file.facts.symbol(ty.symbol) else { continue };
            for above in &it.supertypes {
                self.add_written(&Frame::facts(&file, ty.symbol), above.ty, types);
            }
        }
    }

    /// The same of a type that is written, `Repository<User>`, unless it is one of which it is known what it hands out.
    fn add_written(&mut self, frame: &Frame, ty: ExprId, types: &mut Vec<Ref>) {
        let Expr::Apply { base, ref args } = *self.expr(frame, ty) else { return };
        let habits = frame.file.habits();
        let named = self.denote(frame, base);
        let is_strange =
            |it: &Found| matches!(&it.what, Denotation::External { name, .. } if !is_known(habits, name.rsplit('.').next().unwrap_or(name)));
        if named.is_empty() || !named.iter().all(is_strange) {
            return;
        }
        let deepest = if habits.declarations_merge { MAX_STEPS } else { 0 };
        for argument in args {
            self.add_named(frame, *argument, deepest, types);
        }
    }

    /// The same of an argument, `deeper` levels of which are looked through: objects that are written out, unions.
    fn add_named(&mut self, frame: &Frame, argument: ExprId, deeper: u32, types: &mut Vec<Ref>) {
        for it in self.denote(frame, argument) {
            let is_type = |linker: &Self, it: &Ref| linker.is(*it, |it| it.kind.is_type());
            let own = it.what.symbol().filter(|it| is_type(self, it) && !types.contains(it) && types.len() < MAX_TYPES);
            types.extend(own);
        }
        let Some(deeper) = deeper.checked_sub(1).filter(|_| types.len() < MAX_TYPES && self.step()) else { return };
        match *self.expr(frame, argument) {
            Expr::At { base: inner, .. } | Expr::Instance { ty: inner, .. } => self.add_named(frame, inner, deeper, types),
            Expr::Apply { args: ref parts, .. } | Expr::AnyOf(ref parts) | Expr::Tuple(ref parts) => {
                parts.iter().for_each(|part| self.add_named(frame, *part, deeper, types));
            }
            _ => {}
        }
    }
}

/// Whether it is known what values of a type from outside hand out.
fn is_known(habits: &Habits, name: &str) -> bool {
    let collects = habits.holding.collections.iter().any(|(collection, _)| *collection == name);
    collects
        || NO_HOLDERS.contains(&name)
        || habits.holding.wrappers.contains(&name)
        || habits.callbacks.functional.iter().any(|(function, _)| *function == name)
}

/// Adds the types of the repository that an argument is, or is made of.
fn add_held(held: &Type, types: &mut Vec<Ref>) {
    match held {
        Type::Instance { ty, .. } if types.len() < MAX_TYPES && !types.contains(ty) => types.push(*ty),
        Type::Foreign { args, .. } | Type::Tuple(args) => args.iter().for_each(|inner| add_held(inner, types)),
        _ => {}
    }
}
