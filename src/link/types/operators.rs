//! What operators give: what the function that bears their name says, where an operand is of a type of the repository.

use super::parts::unwrap;
use super::{Type, Typed, merge};
use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, merge as merge_found};
use crate::link::generics::Given;
use crate::link::namespaces::Reach;
use crate::link::outcome::BUILTIN;
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::SymbolKind;

/// What an operator is applied to: its name, what stands in front of it or alone, and what stands behind.
struct Operation<'a> {
    name: &'a Name,
    first: ExprId,
    rest: &'a [ExprId],
}

impl Linker<'_> {
    /// What an operator gives: a member of the value that bears its name comes first, then functions beside the operands' types or in sight.
    pub(in crate::link) fn operated(&mut self, frame: &Frame, values: &[ExprId]) -> Vec<Typed> {
        let Some((target, rest)) = values.split_first() else { return Vec::new() };
        let Expr::Member { base, ref name } = *self.expr(frame, *target) else { return Vec::new() };
        if !self.step() {
            return Vec::new();
        }
        let operation = Operation { name, first: base, rest };
        let types = self.types(frame, base);
        let others: Vec<Typed> = rest.iter().flat_map(|value| self.types(frame, *value)).collect();
        let is_own = |typed: &Typed| matches!(typed.ty, Type::Instance { .. });
        if !types.iter().chain(&others).any(is_own) {
            return self.operated_outside(frame, &operation, types, &others);
        }
        let mut results = Vec::new();
        for typed in &types {
            merge(&mut results, self.operated_own(frame, &operation, typed, &others));
        }
        results
    }

    /// The same of one type of the first operand.
    fn operated_own(&mut self, frame: &Frame, operation: &Operation<'_>, typed: &Typed, others: &[Typed]) -> Vec<Typed> {
        let mut members = Vec::new();
        if let Type::Instance { ty, .. } = typed.ty {
            for found in self.type_member(ty, operation.name) {
                match found.what {
                    Denotation::Symbol(member) if self.takes_operands(member, operation.rest.len()) => members.push(member),
                    // What is above may have the operator, and nothing is known of what that gives.
                    Denotation::External { package, .. } => return vec![Typed::new(Type::outside(&package), typed.rule)],
                    _ => {}
                }
            }
        }
        let surely = self.meant_operators(frame, members.clone(), operation.rest, true);
        if !surely.is_empty() {
            return self.given_by_operators(typed, surely);
        }
        let free = self.free_operators(frame, operation, typed, others);
        let operands: Vec<ExprId> = std::iter::once(operation.first).chain(operation.rest.iter().copied()).collect();
        let found = if frame.in_body { self.meant_operators(frame, free.clone(), &operands, true) } else { Vec::new() };
        if !found.is_empty() {
            return self.given_by_operators(&Typed::new(Type::unknown(), typed.rule), found);
        }
        if !members.is_empty() {
            // Operands may be converted to what the only operators there are take.
            let members = if free.is_empty() { self.meant_operators(frame, members, operation.rest, false) } else { Vec::new() };
            return self.given_by_operators(typed, members);
        }
        if free.is_empty() && self.is_kept_by(operation, typed, others) {
            let habits = frame.file.habits();
            let is_unwrapping = operation.name == "operator*";
            return if is_unwrapping { unwrap(habits, typed.clone()).into_iter().collect() } else { vec![typed.clone()] };
        }
        Vec::new()
    }

    fn meant_operators(&mut self, frame: &Frame, found: Vec<Ref>, operands: &[ExprId], surely: bool) -> Vec<Ref> {
        // What is handed over outside of the linked file is not told.
        if found.is_empty() || !frame.in_body { found } else { overloads::of_operands(self, frame, found, operands, surely) }
    }

    fn takes_operands(&self, function: Ref, count: usize) -> bool {
        self.is(function, |it| it.kind.is_callable() && it.params.len() == count)
    }

    /// Functions of the name of an operator that the place sees, or that stand beside the types of the operands.
    fn free_operators(&mut self, frame: &Frame, operation: &Operation<'_>, typed: &Typed, others: &[Typed]) -> Vec<Ref> {
        if !self.asker.has_members(operation.name) {
            return Vec::new();
        }
        let inner = self.namespace_around(frame);
        let mut found: Vec<Found> = self.open_name(&inner, operation.name, Reach::Near);
        for operand in std::iter::once(typed).chain(others) {
            if let Type::Instance { ty, .. } = operand.ty
                && let Some(inner) = self.namespace_of(ty).filter(|inner| !inner.is_empty())
            {
                merge_found(&mut found, self.open_member(&inner, operation.name, Some(Reach::Near)));
            }
        }
        let count = operation.rest.len() + 1;
        let is_free = |linker: &Self, it: &Ref| linker.is(*it, |it| it.kind == SymbolKind::Function) && linker.takes_operands(*it, count);
        found.iter().filter_map(|it| it.what.symbol()).filter(|it| is_free(self, it)).collect()
    }

    /// What operators give, where all of them give the same: of several that do not, none is known to be meant.
    fn given_by_operators(&mut self, typed: &Typed, operators: Vec<Ref>) -> Vec<Typed> {
        let mut results: Vec<Typed> = Vec::new();
        for operator in operators {
            let given = if matches!(typed.ty, Type::Instance { .. }) { self.given(&typed.ty, operator) } else { Given::new() };
            let own = self.result_given(operator, &given).into_iter().map(|it| it.through(typed.rule).through(Rule::ReturnType)).collect::<Vec<_>>();
            if !results.is_empty() && own.iter().any(|it| !results.iter().any(|other| other.ty == it.ty)) {
                return Vec::new();
            }
            merge(&mut results, own);
        }
        results
    }

    /// Whether what is not known to have an operator is a pointer, as which it is taken for what it points to: on that, no class needs to have it. Of an
    /// enumeration, and between two classes, something else must be meant.
    fn is_kept_by(&self, operation: &Operation<'_>, typed: &Typed, others: &[Typed]) -> bool {
        let is_own = |typed: &Typed| matches!(typed.ty, Type::Instance { .. });
        let Type::Instance { ty, .. } = typed.ty else { return false };
        if self.is(ty, |it| it.kind == SymbolKind::Enum) {
            return operation.name.ends_with('=');
        }
        match operation.name.as_str() {
            "operator*" => operation.rest.is_empty(),
            "operator->" | "operator++" | "operator--" => true,
            "operator+" | "operator-" => !operation.rest.is_empty() && !others.is_empty() && !others.iter().any(is_own),
            "operator+=" | "operator-=" => !others.iter().any(is_own),
            _ => false,
        }
    }

    /// What an operator gives of values from outside of the repository: what is negated, added to or taken from, and what an arrow stands behind, is kept;
    /// all else is from outside too, as far as numbers do not take part, and as nothing behind the operator may have it.
    fn operated_outside(&mut self, frame: &Frame, operation: &Operation<'_>, types: Vec<Typed>, others: &[Typed]) -> Vec<Typed> {
        let habits = frame.file.habits();
        let is_outside = |typed: &Typed| matches!(typed.ty, Type::External { .. } | Type::Foreign { .. });
        let shifts = operation.name == "operator>>";
        match (operation.name.as_str(), operation.rest) {
            ("operator*", []) => return types.into_iter().filter_map(|typed| unwrap(habits, typed)).collect(),
            ("operator+" | "operator-", [_]) if matches!(self.expr(frame, operation.first), Expr::Literal(_)) => return others.to_vec(),
            ("operator+" | "operator-" | "operator~" | "operator->" | "operator++" | "operator--", _) => return types,
            (name, [_]) if name.ends_with('=') => return types,
            _ => {}
        }
        if types.iter().any(|typed| !is_outside(typed))
            || (!shifts && !operation.rest.is_empty() && (others.is_empty() || !others.iter().all(is_outside)))
        {
            return Vec::new();
        }
        let numbers = habits.arguments.numbers;
        let outside = types.into_iter().filter_map(|typed| match &typed.ty {
            Type::External { package, .. } => Some(Typed::new(Type::outside(package), typed.rule)),
            Type::Foreign { name, .. } if !numbers.iter().any(|(number, _)| number == name) => Some(Typed::new(Type::outside(&BUILTIN), typed.rule)),
            _ => None,
        });
        outside.collect()
    }
}
