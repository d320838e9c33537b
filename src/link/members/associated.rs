//! Members that interfaces declare: what a use of an associated type names beside what it stands for, and what `<S as T>::f` means.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::base::{Name, caps};
use crate::languages::semantics::Overriding;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, activity, merge};
use crate::link::generics::{Given, is_unknown, pair};
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::types::{self, Args, Type, Typed};
use crate::shard::body::{Clause, Role, Site};
use crate::shard::expr::{BOUND, Expr, ExprId, WANTED};
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// How far above an interface what is written for its associated types is looked for.
const MAX_ABOVE: u32 = 4;

impl Linker<'_> {
    /// Of associated types of one name that several blocks give a type, inside of one of them its own is meant: `Self::Output`.
    pub(in crate::link) fn of_own_block(&mut self, frame: &Frame, base: ExprId, found: &mut Vec<(Found, Option<Type>)>) {
        let facts = &frame.file.facts;
        let owner = frame.enclosing.filter(|_| found.len() > 1).and_then(|it| facts.symbol(it)).map(|it| it.owner);
        let Some(block @ Owner::Extension(index)) = owner else { return };
        // Beside another interface that one is meant.
        if let Expr::AnyOf(parts) = self.expr(frame, base)
            && let [_, named] = parts.as_slice()
            && let [named] = self.denote(frame, *named).as_slice()
            && self.interface_name(named).is_some_and(|name| facts.extension(index).is_none_or(|it| it.interface_name.as_ref() != Some(&name)))
        {
            return;
        }
        let is_own = |found: &Found| match found.what {
            Denotation::Symbol(symbol) if self.load(symbol.file).is_some_and(|file| Arc::ptr_eq(&file, &frame.file)) => {
                facts.symbol(symbol.symbol).is_some_and(|it| it.kind == SymbolKind::AssociatedType && it.owner == block)
            }
            _ => false,
        };
        keep_if_any(found, |(it, _)| is_own(it));
    }

    /// Of members of one name that several blocks give a type, the one of the interface that is named beside the type: `<S as T>::f`. One that the type has
    /// by itself is never meant, so where only such a one is known the block of the interface is asked, then the interface.
    pub(in crate::link) fn of_named_interface(&mut self, frame: &Frame, base: ExprId, name: &Name, found: &mut Vec<(Found, Option<Type>)>) {
        if found.is_empty() || frame.file.habits().overriding != Overriding::Conformance {
            return;
        }
        let Expr::AnyOf(parts) = self.expr(frame, base) else { return };
        let [subject, interface] = parts.as_slice() else { return };
        let (written, denoted) = (*interface, self.denote(frame, *interface));
        let [interface] = denoted.as_slice() else { return };
        let Some(named) = self.interface_name(interface) else { return };
        let is_meant = |it: &Found| it.what.symbol().is_some_and(|member| self.is_of_interface(member, &named));
        if keep_if_any(found, |(it, _)| is_meant(it)) {
            let is_open = self.of_named_arguments(frame, written, found);
            if is_open && let Denotation::Symbol(above) = interface.what {
                self.of_any_block(above, name, found);
            }
            return;
        }
        // What several interfaces declare that bound one type parameter is told by the one that is named.
        let are_declared = found.len() > 1 && found.iter().all(|(it, _)| self.declaring_interface(it).is_some());
        if let (Denotation::Symbol(above), true) = (&interface.what, are_declared) {
            let declared = self.type_member(*above, name);
            if keep_if_any(found, |(it, _)| declared.iter().any(|own| own.what == it.what)) {
                return;
            }
        }
        if !found.iter().any(|(it, _)| self.is_inherent(it)) && !found.iter().all(|(it, _)| self.is_of_another(it, interface)) {
            return;
        }
        let subjects = self.denote(frame, *subject);
        let is_type = |ty: &Ref| self.is(*ty, |it| it.kind.is_type());
        let types: Vec<Ref> = subjects.iter().filter_map(|it| it.what.symbol()).filter(is_type).collect();
        if types.is_empty() {
            return;
        }
        let mut meant: Vec<Found> = Vec::new();
        for ty in &types {
            merge(&mut meant, self.ways(*ty, &named, name).into_iter().map(|way| Found::symbol(way, Rule::StaticMember)));
        }
        if meant.is_empty() {
            meant = self.given_to_all(name);
            meant.retain(|it| it.what.symbol().is_some_and(|member| self.is_of_interface(member, &named)));
        }
        if meant.is_empty() {
            meant = match &interface.what {
                // A body of the interface is run where no block says otherwise, which a block for whatever has a bound may.
                Denotation::Symbol(above) => {
                    let mut own = self.type_member(*above, name);
                    let is_added = types.iter().any(|ty| self.supertypes(*ty).iter().any(|it| it.what == interface.what));
                    own.retain(|it| is_added || self.is_found(it, |it| it.flags.has(Flags::DECLARATION)));
                    own
                }
                Denotation::External { package, .. } => {
                    vec![Found { what: Denotation::External { package: package.clone(), name: name.clone() }, rule: interface.rule }]
                }
                _ => vec![Found { what: Denotation::Builtin(name.clone()), rule: interface.rule }],
            };
        }
        *found = meant.into_iter().map(|it| (it.through(interface.rule), None)).collect();
    }

    /// What a function of an interface is whose place wants a value of a type, where that is told: `let it: Item = Default::default()`. `None` where
    /// nothing is wanted of the place.
    pub(in crate::link) fn of_wanted(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Option<Vec<(Found, Option<Type>)>> {
        let Expr::Apply { base: mark, args } = self.expr(frame, base) else { return None };
        let ([interface, wanted], Some(WANTED)) = (args.as_slice(), self.mark(frame, *mark)) else { return None };
        let denoted = self.denote(frame, *interface);
        let types = self.types(frame, *wanted);
        let mut meant = Vec::new();
        // What has one of several types nobody knows here, and what is only bounded has what its bounds say.
        if let ([named], [typed]) = (denoted.as_slice(), types.as_slice())
            && let Some(interface) = self.interface_name(named)
        {
            let ways = match &typed.ty {
                Type::Instance { ty, .. } if !self.is_bound(&typed.ty) => self.ways(*ty, &interface, name),
                Type::Foreign { name: foreign, .. } | Type::External { name: foreign, .. } => self.foreign_ways(foreign, &interface, name),
                _ => Vec::new(),
            };
            let rule = named.rule.weaker(typed.rule);
            meant.extend(ways.into_iter().map(|way| (Found::symbol(way, rule), Some(typed.ty.clone()))));
        }
        Some(if meant.is_empty() { self.members(frame, *interface, name) } else { meant })
    }

    /// What a value of an associated type, or the type itself, has by what is asked of it where it is used: `where I::Item: Show`.
    pub(in crate::link) fn members_by_clauses(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<(Found, Option<Type>)> {
        let mut members = Vec::new();
        let body = self.body;
        let place = frame.enclosing.filter(|_| frame.in_body && !body.clauses.is_empty()).and_then(|it| body.places.get(it as usize));
        let Some(place) = place.map(|it| it.span) else { return members };
        for typed in self.types(frame, base) {
            let (Type::Instance { ty, .. } | Type::Object(ty)) = typed.ty else { continue };
            let Some(open) = self.about(ty, |it| (it.kind == SymbolKind::AssociatedType && it.ty.is_none()).then(|| it.name.clone())).flatten()
            else {
                continue;
            };
            let holds = |it: &&Clause| it.name == open && it.within.start <= place.start && place.end <= it.within.end;
            for bound in body.clauses.iter().filter(holds).take(caps::MAX_CANDIDATES).flat_map(|it| &it.bounds).take(caps::MAX_CANDIDATES) {
                for interface in self.instances(frame, *bound) {
                    members.extend(self.member_of(&interface, name).into_iter().filter(|(it, _)| it.what.symbol().is_some()));
                }
            }
        }
        members.truncate(caps::MAX_OVERLOADS);
        members
    }

    /// Of associated types that several blocks give one type what the interface declares, where nothing tells the block: that is what bounds them all.
    fn of_any_block(&mut self, interface: Ref, name: &str, found: &mut Vec<(Found, Option<Type>)>) {
        let is_type = |linker: &Self, it: &Found| linker.is_found(it, |it| it.kind == SymbolKind::AssociatedType);
        if found.len() < 2 || !found.iter().all(|(it, _)| is_type(self, it)) {
            return;
        }
        let mut declared = self.type_member(interface, name);
        declared.retain(|it| is_type(self, it));
        if !declared.is_empty() {
            *found = declared.into_iter().map(|it| (it, None)).collect();
        }
    }

    /// Arguments without those that only say for which associated types they are written, and these.
    pub(in crate::link) fn without_bound<'f>(&self, frame: &'f Frame, args: &'f [ExprId]) -> (&'f [ExprId], &'f [ExprId])
    where
        Self: 'f,
    {
        let conforms = frame.file.habits().overriding == Overriding::Conformance;
        let is_bound = |arg: &&ExprId| matches!(self.expr(frame, **arg), Expr::At { key, .. } if conforms && key.starts_with(BOUND));
        let count = args.iter().rev().take_while(is_bound).count();
        args.split_at(args.len() - count)
    }

    /// Instances of an interface of the repository with what is written for its associated types, whose types stand last among the arguments.
    pub(in crate::link) fn binding_instances(&mut self, frame: &Frame, interface: &Found, args: &[ExprId], bound: &[ExprId]) -> Vec<Typed> {
        let parts = args.get(..args.len().saturating_sub(bound.len())).unwrap_or_default();
        let given: Args = parts.iter().take(caps::MAX_TUPLE_PARTS).map(|arg| self.written_for(frame, *arg)).collect();
        let mut told = Vec::new();
        for it in bound.iter().take(caps::MAX_TUPLE_PARTS) {
            if let Expr::At { base, ref key } = *self.expr(frame, *it) {
                let name = Name::from(key.strip_prefix(BOUND).unwrap_or_default());
                told.push((name, self.written_for(frame, base)));
            }
        }
        told.retain(|(_, ty)| !is_unknown(ty));
        self.instances_of_found(interface, &given.binding(told))
    }

    /// What is written as an argument of an interface. A type parameter that stands for nothing known is not one of what bounds it from outside: that is all
    /// `Clone` says of a type.
    fn written_for(&mut self, frame: &Frame, arg: ExprId) -> Type {
        let ty = self.argument_type(frame, arg);
        let is_open = match self.expr(frame, arg) {
            Expr::Generic { name, .. } => !frame.given.iter().any(|(known, _)| known == name),
            Expr::Local(_) => true,
            _ => false,
        };
        if is_open && !matches!(ty, Type::Instance { .. }) { Type::unknown() } else { ty }
    }

    /// What an associated type of a type parameter, or of a type beside an interface (`<S as T>::Out`), is bound to where that is said of it.
    pub(in crate::link) fn bound_to(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let mut types = Vec::new();
        let is_open = matches!(self.expr(frame, base), Expr::Generic { .. } | Expr::Local(_) | Expr::AnyOf(_) | Expr::Member { .. });
        if !is_open || frame.file.habits().overriding != Overriding::Conformance {
            return types;
        }
        for typed in self.instances(frame, base) {
            types::merge(&mut types, self.bound_above(&typed.ty, name, 0).map(|ty| Typed::new(ty, typed.rule).through(Rule::DeclaredType)));
        }
        types
    }

    /// What is written for an associated type in the arguments of an interface, or of one above it.
    fn bound_above(&mut self, ty: &Type, name: &str, depth: u32) -> Option<Type> {
        let Type::Instance { ty: interface, args } = ty else { return None };
        if let Some(bound) = args.bound(name) {
            return Some(bound.clone());
        }
        let file = self.load(interface.file)?;
        let it = file.facts.symbol(interface.symbol)?;
        let is_open = it.kind.is_abstract_type() || (it.kind == SymbolKind::AssociatedType && it.ty.is_none());
        if !is_open || it.supertypes.is_empty() || depth >= MAX_ABOVE || !self.step() {
            return None;
        }
        self.asker.looked_at(&file, interface.symbol);
        let mut given = Given::new();
        pair(&mut given, &it.generics, args);
        let frame = Frame { given: given.into(), ..Frame::facts(&file, interface.symbol) };
        // What is written for one associated type may name another of the same interface: `trait Colored: Pixel + Sealed<X = <Self as Pixel>::Y>`.
        self.once(&file, question(*interface, name), activity::BOUND, |linker| {
            for above in it.supertypes.iter().take(caps::MAX_CANDIDATES) {
                for typed in linker.instances(&frame, above.ty).into_iter().filter(|typed| typed.ty != *ty) {
                    let bound = linker.bound_above(&typed.ty, name, depth + 1);
                    if bound.is_some() {
                        return bound;
                    }
                }
            }
            None
        })
    }

    /// Whether a member stands in a block that adds another interface than this one.
    fn is_of_another(&mut self, found: &Found, interface: &Found) -> bool {
        let Some((file, block)) = found.what.symbol().and_then(|member| self.block_of(member)) else { return false };
        let Some((added, module)) = file.facts.extension(block).and_then(|it| Some((it.interface?, it.module))) else { return false };
        let added = self.denote(&Frame::around(&file, module), added);
        let last = |what: &Denotation| what.name_outside().map(|name| name.rsplit("::").next().unwrap_or(name).to_owned());
        let is_same = |it: &Found| it.what == interface.what || (last(&it.what).is_some() && last(&it.what) == last(&interface.what));
        !added.is_empty() && !added.iter().any(is_same)
    }

    /// Whether a member stands in a block that adds no interface.
    pub(in crate::link) fn is_inherent(&self, found: &Found) -> bool {
        let block = found.what.symbol().and_then(|member| self.block_of(member));
        block.is_some_and(|(file, block)| file.facts.extension(block).is_some_and(|it| it.interface.is_none()))
    }
}

/// A number for the question what an associated type of an interface is bound to. Where two had one number, a search would end early: nothing is found, and nothing wrong.
fn question(interface: Ref, name: &str) -> u32 {
    let [a, b, c, d, ..] = xxh3_64(name.as_bytes()).to_le_bytes();
    interface.symbol ^ u32::from_le_bytes([a, b, c, d])
}

/// A type that a block gives an interface's name for one (`type Item = …` in `impl Iterator for T`) is told by the interface: whoever writes
/// `Self::Item` names what that declares. What the name stands for is another matter, which types are evaluated by.
pub(in crate::link) fn declared(linker: &mut Linker<'_>, site: &Site, found: Vec<Found>) -> Vec<Found> {
    if site.role != Role::Type {
        return found;
    }
    let mut declared = Vec::new();
    for it in found {
        let above = of_interface(linker, &it);
        merge(&mut declared, if above.is_empty() { vec![it] } else { above });
    }
    declared
}

/// What an interface declares under the name of an associated type of a block that adds the interface; nothing where it is anything else.
fn of_interface(linker: &mut Linker<'_>, found: &Found) -> Vec<Found> {
    let Denotation::Symbol(symbol) = found.what else { return Vec::new() };
    let Some(file) = linker.load(symbol.file) else { return Vec::new() };
    let Some(it) = file.facts.symbol(symbol.symbol).filter(|it| it.kind == SymbolKind::AssociatedType) else { return Vec::new() };
    let Owner::Extension(block) = it.owner else { return Vec::new() };
    let Some(block) = file.facts.extension(block) else { return Vec::new() };
    let Some(interface) = block.interface else { return Vec::new() };
    linker.asker.looked_at(&file, symbol.symbol);
    let mut above = Vec::new();
    for interface in linker.denote(&Frame::around(&file, block.module), interface) {
        let members = match interface.what {
            Denotation::Symbol(ty) => linker.type_member(ty, &it.name).into_iter().filter(|it| is_declared(linker, it)).collect(),
            Denotation::External { package, .. } => {
                vec![Found { what: Denotation::External { package, name: it.name.clone() }, rule: interface.rule }]
            }
            Denotation::Builtin(_) => vec![Found { what: Denotation::Builtin(it.name.clone()), rule: interface.rule }],
            _ => Vec::new(),
        };
        merge(&mut above, members.into_iter().map(|it| it.through(found.rule)));
    }
    above
}

/// Whether a member is an associated type in the declaration of its interface.
fn is_declared(linker: &Linker<'_>, found: &Found) -> bool {
    linker.is_found(found, |it| it.kind == SymbolKind::AssociatedType && matches!(it.owner, Owner::Symbol(_)))
}
