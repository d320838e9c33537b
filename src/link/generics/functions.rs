//! Functions that are handed over for a type parameter or a value of an interface that says what they give: `fn fill<T, F: Fn() -> T>(make: F)`.

use super::{Given, is_unknown, mentions_parameters};
use crate::link::eval::{Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::SymbolKind;

/// How many bounds and pointers are looked through.
const MAX_DEPTH: u32 = 4;

impl Linker<'_> {
    /// What a function gives that is handed over for a place of this type, as the type says.
    pub(in crate::link) fn given_by_functional(&mut self, inside: &Frame, ty: ExprId, depth: u32) -> Option<ExprId> {
        let habits = inside.file.habits();
        let callbacks = &habits.callbacks;
        if depth > MAX_DEPTH || !callbacks.functional.iter().any(|(name, _)| callbacks.gives_first(name)) {
            return None;
        }
        match *self.expr(inside, ty) {
            Expr::Apply { base, ref args } => {
                let found = self.denote(inside, base);
                let is_named = |accept: &dyn Fn(&str) -> bool| found.iter().any(|it: &Found| it.what.name_outside().is_some_and(|name| accept(name)));
                let first = args.first().copied()?;
                if is_named(&|name| callbacks.gives_first(name)) {
                    return Some(first);
                }
                let is_pointer = is_named(&|name| habits.holding.transparent.contains(&name));
                if is_pointer { self.given_by_functional(inside, first, depth + 1) } else { None }
            }
            Expr::Generic { bounds: ref parts, .. } | Expr::AnyOf(ref parts) => {
                parts.iter().find_map(|part| self.given_by_functional(inside, *part, depth + 1))
            }
            _ => None,
        }
    }

    /// What a function that is handed over gives, where that does not depend on what it takes.
    pub(in crate::link) fn results_handed(&mut self, frame: &Frame, (argument, closure): (ExprId, Option<ExprId>)) -> Vec<Typed> {
        if let Some(result) = closure {
            return self.types(frame, result);
        }
        match self.types(frame, argument).as_slice() {
            [Typed { ty: Type::Callable(function), rule }] => {
                let Some(file) = self.load(function.file) else { return Vec::new() };
                self.asker.looked_at(&file, function.symbol);
                let is_plain = |ty: Option<ExprId>| ty.is_some_and(|ty| !mentions_parameters(&file.facts, ty, 0));
                let is_told = file.facts.symbol(function.symbol).is_some_and(|it| it.kind != SymbolKind::Constructor && is_plain(it.ty));
                let given = if is_told { self.result_given(*function, &Given::new()) } else { Vec::new() };
                given.into_iter().map(|it| it.through(*rule)).collect()
            }
            // What can be called and says what it gives.
            [Typed { ty: Type::Foreign { name, args }, rule }] if frame.file.habits().callbacks.gives_first(name) => {
                args.first().filter(|it| !is_unknown(it)).map(|it| Typed::new(it.clone(), *rule)).into_iter().collect()
            }
            // What is built by its fields in order.
            [Typed { ty: Type::Object(ty), rule }] if self.is(*ty, |it| it.kind == SymbolKind::Struct && it.generics.is_empty()) => {
                vec![Typed::new(Type::instance(*ty), *rule).through(Rule::ConstructorFlow)]
            }
            _ => match *self.expr(frame, argument) {
                Expr::Member { base, ref name } => self.derived(frame, base, name),
                _ => Vec::new(),
            },
        }
    }
}
