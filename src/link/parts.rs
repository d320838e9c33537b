//! Types of parts of values: elements of collections, what wrappers hold, places of tuples, entries of maps.

use super::eval::{Frame, Linker};
use super::rules::Rule;
use super::types::{Type, Typed, merge};
use crate::languages::semantics::Habits;
use crate::shard::expr::{Expr, ExprId};

impl Linker<'_> {
    pub(super) fn elements(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let elements = self.holds(frame, &typed, false);
            merge(&mut types, elements.into_iter().map(|ty| Typed::new(ty, typed.rule).through(Rule::ElementType)).collect());
        }
        types
    }

    /// What a value of a type holds, as a loop takes it or as an index does.
    pub(super) fn holds(&mut self, frame: &Frame, typed: &Typed, looped: bool) -> Vec<Type> {
        let habits = frame.file.language.semantics.habits();
        match &typed.ty {
            Type::Foreign { name, args } => inner_type(habits, name, args).into_iter().collect(),
            Type::Tuple(parts) => parts.clone(),
            Type::External { package, .. } => vec![Type::outside(package)],
            Type::Instance { .. } => {
                let held = self.held_elements(typed, looped);
                // In C an array of instances goes by the type of its instances.
                if held.is_empty() && habits.textual_includes { vec![typed.ty.clone()] } else { held }
            }
            Type::Object(_) if habits.linearized => self.enumerated(&typed.ty).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn unwrapped(&mut self, frame: &Frame, base: ExprId) -> Vec<Typed> {
        let habits = frame.file.language.semantics.habits();
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let awaited = if habits.awaited.is_some() { self.awaited(&typed) } else { Vec::new() };
            merge(&mut types, if awaited.is_empty() { unwrap(habits, typed).into_iter().collect() } else { awaited });
        }
        types
    }

    pub(super) fn part_types(&mut self, frame: &Frame, base: ExprId, index: usize) -> Vec<Typed> {
        if frame.file.language.semantics.habits().typed_callbacks {
            let handed = self.handed_types(frame, base, index);
            if !handed.is_empty() {
                return handed;
            }
            let held = self.handed_by_foreign(frame, base, index);
            if !held.is_empty() {
                return held;
            }
        }
        if let Expr::Element(entries) = self.expr(frame, base) {
            let entries = self.entry_types(frame, entries, index);
            if !entries.is_empty() {
                return entries;
            }
        }
        let habits = frame.file.language.semantics.habits();
        let collections = habits.collections;
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let part = match &typed.ty {
                Type::Tuple(parts) => parts.get(index).cloned(),
                Type::Foreign { name, args } if matches!(name.as_str(), "tuple" | "Tuple") => args.get(index).cloned(),
                // Taking a map apart gives its keys.
                Type::Foreign { name, args } if index == 0 && collections.contains(&(name.as_str(), 1)) => args.first().cloned(),
                Type::Foreign { name, args } if habits.lists_apart && collections.contains(&(name.as_str(), 0)) => args.first().cloned(),
                Type::External { package, .. } => Some(Type::outside(package)),
                Type::Instance { ty, .. } if !habits.records.is_empty() => self.recorded(*ty, &typed, &index.to_string()).into_iter().next(),
                _ => None,
            };
            merge(&mut types, part.map(|ty| Typed::new(ty, typed.rule)).into_iter().collect());
        }
        types
    }

    /// The keys (part 0) or values of a map whose entries a loop takes apart.
    fn entry_types(&mut self, frame: &Frame, map: ExprId, index: usize) -> Vec<Typed> {
        let habits = frame.file.language.semantics.habits();
        let mut types = Vec::new();
        for typed in self.types(frame, map).into_iter().filter(|_| habits.entries) {
            if let Type::Foreign { name, args } = &typed.ty
                && habits.collections.contains(&(name.as_str(), 1))
                && let Some(part) = args.get(index)
            {
                merge(&mut types, vec![Typed::new(part.clone(), typed.rule).through(Rule::ElementType)]);
            }
        }
        types
    }
}

/// What a wrapper holds, or anything else itself.
pub(super) fn unwrap(habits: &Habits, typed: Typed) -> Option<Typed> {
    match &typed.ty {
        Type::Foreign { name, args } if habits.wrappers.contains(&name.as_str()) => {
            args.first().map(|ty| Typed::new(ty.clone(), typed.rule).through(Rule::ElementType))
        }
        _ => Some(typed),
    }
}

/// The element or wrapped type of a foreign generic type.
pub(super) fn inner_type(habits: &Habits, name: &str, args: &[Type]) -> Option<Type> {
    if let Some((_, index)) = habits.collections.iter().find(|(collection, _)| *collection == name) {
        return args.get(*index).cloned();
    }
    if habits.wrappers.contains(&name) { args.first().cloned() } else { None }
}
