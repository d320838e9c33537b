//! What is made of what a stream holds by the collector that it is handed.

use crate::base::{Name, sorted};
use crate::languages::habits::Collector;
use crate::link::eval::{Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::types::parts::{inner_type, side_of};
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Imported;

/// How many collectors that are handed to each other are followed.
const MAX_NESTED: u32 = 4;

impl Linker<'_> {
    /// What calling `callee`, a method of `base`, gives by the collector among its arguments.
    pub(super) fn collected_of(&mut self, frame: &Frame, base: ExprId, callee: ExprId) -> Vec<Typed> {
        let habits = frame.file.habits();
        let arguments = self.arguments(callee);
        let [collector] = arguments.as_slice() else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let Type::Foreign { name, args } = &typed.ty else { continue };
            let Some(_) = side_of(habits, name) else { continue };
            let held = inner_type(habits, name, args).unwrap_or_else(Type::unknown);
            let made = self.collected_by(frame, &held, *collector, MAX_NESTED);
            merge(&mut types, made.map(|ty| Typed::new(ty, typed.rule).through(Rule::ReturnType)));
        }
        types
    }

    /// What a collector makes of things of a type.
    fn collected_by(&mut self, frame: &Frame, held: &Type, collector: ExprId, steps: u32) -> Option<Type> {
        let steps = steps.checked_sub(1).filter(|_| self.step())?;
        let (Expr::Call { callee } | Expr::CallWith { callee, .. }) = *self.expr(frame, collector) else { return None };
        let name = self.collector_named(frame, callee)?;
        let known = frame.file.habits().foreign.collectors;
        let (_, what) = sorted::under(known, name.as_str(), |(name, _)| *name).next()?;
        if !self.denote_called(frame, callee).iter().all(|it| it.what.is_outside()) {
            return None;
        }
        let arguments = self.arguments(callee);
        let foreign = |name: &'static str, args: Vec<Type>| Type::Foreign { name: Name::new_static(name), args: args.into() };
        let (first, last) = (arguments.first().copied(), arguments.last().copied());
        match *what {
            Collector::In(collection) => Some(foreign(collection, vec![held.clone()])),
            Collector::Plain(name) => Some(foreign(name, Vec::new())),
            Collector::Grouped(map, key, list) => {
                let key = match key {
                    Some(key) => foreign(key, Vec::new()),
                    None => self.given_to_collect(frame, held, first?),
                };
                let grouped = match last.filter(|_| arguments.len() > 1) {
                    Some(inner) => self.collected_by(frame, held, inner, steps)?,
                    None => foreign(list, vec![held.clone()]),
                };
                Some(foreign(map, vec![key, grouped]))
            }
            Collector::Mapped(map) => {
                let second = arguments.get(1).copied()?;
                let parts = vec![self.given_to_collect(frame, held, first?), self.given_to_collect(frame, held, second)];
                Some(foreign(map, parts))
            }
            Collector::Through => {
                let given = self.given_to_collect(frame, held, first?);
                self.collected_by(frame, &given, last?, steps)
            }
            Collector::Then => Some(self.given_to_collect(frame, held, last?)),
            Collector::Itself => None,
        }
    }

    fn collector_named(&self, frame: &Frame, callee: ExprId) -> Option<Name> {
        match self.expr(frame, callee) {
            Expr::Member { name, .. } => Some(name.clone()),
            Expr::Import(import) => match &frame.file.facts.import(*import)?.imported {
                Imported::Item(item) => Some(item.rsplit('.').next().unwrap_or(item).into()),
                _ => None,
            },
            Expr::Free(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// What a function gives that is handed a value of a type: that itself, where it is the one that does nothing.
    fn given_to_collect(&mut self, frame: &Frame, held: &Type, function: ExprId) -> Type {
        let known = frame.file.habits().foreign.collectors;
        let named = match *self.expr(frame, function) {
            Expr::Call { callee } | Expr::CallWith { callee, .. } => self.collector_named(frame, callee),
            _ => None,
        };
        let is_itself = |name: Name| sorted::under(known, name.as_str(), |(name, _)| *name).any(|(_, what)| matches!(what, Collector::Itself));
        if named.is_some_and(is_itself) {
            return held.clone();
        }
        let given = self.given_by(frame, function);
        Type::one_of(given, frame.file.habits().unions)
    }
}
