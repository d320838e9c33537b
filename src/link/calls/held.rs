//! What a local variable holds that is called: functions and types. And what macros give of values that they are handed.

use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Frame, Linker};
use crate::link::generics::{Given, is_unknown};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed, merge};
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId, HANDED};
use crate::shard::facts::{Owner, SymbolKind};

impl Linker<'_> {
    /// What a macro gives of the values that it is handed, of which calls of macros alone tell; `None` elsewhere. What one from outside makes of them nobody
    /// knows.
    pub(super) fn given_by_macros(&mut self, frame: &Frame, called: ExprId, handed: &[ExprId]) -> Option<Vec<Typed>> {
        if !frame.in_body || !frame.file.habits().textual_macros {
            return None;
        }
        let mut types = Vec::new();
        for function in self.macros_called(frame, called).iter().copied().filter(|it| self.is(*it, |it| it.value.is_some())).collect::<Vec<_>>() {
            let mut given = Given::new();
            for (value, at) in handed.iter().zip(0u32..) {
                given.push((Name::from(format!("{HANDED}{at}")), self.first_type(frame, *value)));
            }
            given.retain(|(_, ty)| !is_unknown(ty));
            merge(&mut types, self.result_given(function, &given).into_iter().map(|it| it.through(Rule::ReturnType)));
        }
        Some(types)
    }

    /// What a closure gives that is called where it stands, or that a variable of the linked file holds.
    pub(super) fn results_of_local(&mut self, frame: &Frame, callee: ExprId) -> Vec<Typed> {
        if let Some(result) = self.result_of_closure(frame, callee) {
            return self.types(frame, result).into_iter().map(|it| it.through(Rule::ReturnType)).collect();
        }
        let Expr::Local(local) = *self.expr(frame, callee) else { return Vec::new() };
        let Some(it) = self.body.local(local).filter(|it| frame.in_body && it.ty.is_none()) else { return Vec::new() };
        let mut types = Vec::new();
        for value in &it.values {
            if let Some(result) = self.result_of_closure(frame, *value) {
                let results = self.types(frame, result);
                merge(&mut types, results.into_iter().map(|it| it.through(Rule::ReturnType)));
            }
        }
        types
    }
}

/// Functions and types that a local variable holds, each with the rule that led to it.
pub(in crate::link) fn callables(linker: &mut Linker<'_>, frame: &Frame, local: u32) -> Vec<(Ref, Rule)> {
    let body = linker.body;
    let Some(it) = body.local(local) else { return Vec::new() };
    let named = named_once(linker, frame, it);
    if !named.is_empty() {
        return named;
    }
    let mut held: Vec<(Ref, Rule)> = Vec::new();
    for value in &it.values {
        for typed in linker.types(frame, *value) {
            if let Type::Callable(symbol) | Type::Object(symbol) = typed.ty
                && !held.iter().any(|(other, _)| *other == symbol)
            {
                held.push((symbol, Rule::LocalFlow));
            }
        }
    }
    held
}

/// What a variable is another name for that is given a path and never anything else: that is as sure as what the path names. What a path of an interface means
/// is for the receiver to say, and nothing here tells which that is.
fn named_once(linker: &mut Linker<'_>, frame: &Frame, it: &Local) -> Vec<(Ref, Rule)> {
    let [value] = it.values.as_slice() else { return Vec::new() };
    let is_path = matches!(linker.expr(frame, *value), Expr::Symbol(_) | Expr::Import(_) | Expr::Free(_) | Expr::Member { .. });
    if !is_path || it.parameter_of.is_some() || !linker.own.habits().locals_told {
        return Vec::new();
    }
    let mut named = Vec::new();
    for found in linker.denote(frame, *value) {
        let Some(symbol) = found.what.symbol() else { return Vec::new() };
        match linker.about(symbol, |it| it.kind) {
            // Macros have names of their own.
            Some(SymbolKind::Macro) => {}
            Some(kind) if (kind.is_callable() || kind.is_type() || kind == SymbolKind::Variant) && !is_of_interface(linker, symbol) => {
                named.push((symbol, found.rule));
            }
            _ => return Vec::new(),
        }
    }
    named
}

/// Whether an interface itself declares a member.
pub(in crate::link) fn is_of_interface(linker: &Linker<'_>, member: Ref) -> bool {
    let Some(file) = linker.load(member.file) else { return false };
    match file.facts.symbol(member.symbol).map(|it| it.owner) {
        Some(Owner::Symbol(owner)) => file.facts.symbol(owner).is_some_and(|it| it.kind.is_abstract_type()),
        _ => false,
    }
}
