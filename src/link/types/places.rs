//! What stands at places of a value: what a loop over it takes, what is held where a number or a key says so.

use super::parts::{Taken, sides_of};
use super::{MAX_TYPES, Type, Typed, merge};
use crate::base::Name;
use crate::languages::habits::Holding;
use crate::languages::semantics::Overriding;
use crate::link::eval::{Frame, Linker};
use crate::shard::expr::{ExprId, SIGN, SLICE, TARGET};

impl Linker<'_> {
    /// What a loop over a value takes: the keys of a map, the members of an enumeration, else what the value holds.
    pub(in crate::link) fn looped(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            merge(&mut types, self.taken_by_loop(frame, &typed).into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    pub(in crate::link) fn taken_by_loop(&mut self, frame: &Frame, typed: &Typed) -> Vec<Type> {
        let Holding { collections, entries, entry, .. } = frame.file.habits().holding;
        match &typed.ty {
            // What counts the places of an array is no part of it (Go).
            Type::Foreign { name, .. } if name == "[]" && frame.file.habits().method_sets => Vec::new(),
            Type::Foreign { name, args } if !entry.is_empty() && collections.contains(&(name.as_str(), 1)) => {
                vec![Type::Foreign { name: Name::new_static(entry), args: args.clone() }]
            }
            Type::Foreign { name, args } if !entries && collections.contains(&(name.as_str(), 1)) => args.first().cloned().into_iter().collect(),
            _ => {
                let begun = self.begun(frame, typed);
                if begun.is_empty() { self.holds(frame, typed, Taken::ByLoop) } else { begun }
            }
        }
    }

    /// What a loop takes out of a value of the repository that says where it begins: what its `begin` points to (C++ standard, stmt.ranged).
    fn begun(&mut self, frame: &Frame, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        if !frame.file.habits().specializes() {
            return Vec::new();
        }
        let mut held = Vec::new();
        for begin in self.type_member(ty, "begin").into_iter().filter_map(|it| it.what.symbol()).take(MAX_TYPES) {
            for place in self.result_of(&typed.ty, begin) {
                let behind = self.pointed_to(&place);
                held.extend(if behind.is_empty() { vec![place.ty] } else { behind });
            }
        }
        held
    }

    /// What the operator of a value of the repository gives that takes what is behind a pointer.
    fn pointed_to(&mut self, typed: &Typed) -> Vec<Type> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let mut behind = Vec::new();
        for operator in self.type_member(ty, "operator*").into_iter().filter_map(|it| it.what.symbol()).take(MAX_TYPES) {
            if self.is(operator, |it| it.kind.is_callable() && it.params.is_empty()) {
                behind.extend(self.result_of(&typed.ty, operator).into_iter().map(|it| it.ty));
            }
        }
        behind
    }

    /// What a value holds under a number or a key that is written out.
    pub(in crate::link) fn placed(&mut self, frame: &Frame, base: ExprId, key: &str) -> Vec<Typed> {
        if frame.file.habits().overriding == Overriding::Conformance {
            match key {
                TARGET => return self.targets(frame, base),
                SLICE => return self.sliced(frame, base),
                _ => {}
            }
            if let Some(method) = key.strip_prefix(SIGN) {
                return self.turned_by(frame, base, method);
            }
        }
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let part = match &typed.ty {
                Type::Tuple(parts) => key.parse().ok().and_then(|index: usize| parts.get(index)).cloned().into_iter().collect(),
                Type::Instance { ty, .. } => self.recorded(*ty, &typed, key),
                _ => Vec::new(),
            };
            let found = if part.is_empty() { self.holds(frame, &typed, Taken::ByIndex) } else { part };
            merge(&mut types, found.into_iter().map(|ty| typed.element(ty)));
        }
        types
    }

    /// What a call of a method gives that shows one side of a map, or its entries: `keys`, `values`, `iter`.
    pub(in crate::link) fn viewed(&mut self, frame: &Frame, base: ExprId, name: &str) -> Vec<Typed> {
        let habits = frame.file.habits();
        let Some((_, view, sides)) = habits.holding.views.iter().find(|(method, ..)| *method == name) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let of_base = match &typed.ty {
                Type::Instance { ty, args } if !self.has_own(*ty, name) => self.foreign_base(*ty, args),
                _ => None,
            };
            if let Type::Foreign { name, args } = of_base.as_ref().unwrap_or(&typed.ty)
                && habits.holding.collections.contains(&(name.as_str(), 1))
                && let Some(shown) = sides_of(args, sides)
            {
                merge(&mut types, [Typed::new(Type::Foreign { name: Name::new_static(view), args: vec![shown].into() }, typed.rule)]);
            }
        }
        types
    }
}
