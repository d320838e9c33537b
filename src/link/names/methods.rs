//! Methods where they have names of their own: what is called, or handed over as a method, is no type and no field, whatever bears its name (Java Language
//! Specification, 6.5.7, 15.12.1, 15.13.1).

use crate::base::Name;
use crate::link::eval::{Found, Frame, Linker, any_defined};
use crate::link::generics::{Given, mentions_parameters};
use crate::link::loaded::{built, called};
use crate::link::outside::names_type;
use crate::link::types::{Type, Typed, merge};
use crate::shard::body::Site;
use crate::shard::expr::{Expr, ExprId, METHOD};
use crate::shard::facts::Flags;

impl Linker<'_> {
    /// What a bare name that a site calls means beside types of that name: these are meant where one is built.
    pub(in crate::link) fn without_types(&mut self, frame: &Frame, site: &Site, found: Vec<Found>) -> Vec<Found> {
        // `this(…)` and `super(…)` are no names of what they call.
        if !self.calls_a_name(frame, site.target) || self.name_written(frame, site.target).is_none_or(|name| name != site.name) {
            return found;
        }
        self.methods_instead(frame, site.target, found)
    }

    /// The types of what is called by a bare name.
    pub(in crate::link) fn types_called(&mut self, frame: &Frame, callee: ExprId) -> Vec<Typed> {
        let types = self.types(frame, callee);
        let is_type = types.iter().any(|typed| matches!(typed.ty, Type::Object(_)));
        if !is_type || !self.calls_a_name(frame, callee) {
            return types;
        }
        let found = self.denote(frame, callee);
        let mut types = Vec::new();
        for found in self.methods_instead(frame, callee, found) {
            merge(&mut types, self.types_of_found(frame, &found, &Given::new()));
        }
        types
    }

    /// Whether an expression is a bare name that is called, and never the name of what is built.
    fn calls_a_name(&mut self, frame: &Frame, id: ExprId) -> bool {
        if !frame.file.habits().methods_apart() || self.name_written(frame, id).is_none() {
            return false;
        }
        if !frame.in_body {
            return frame.file.is_called(id.0) && built(&frame.file.facts.exprs).binary_search(&id.0).is_err();
        }
        let exprs = &self.body.exprs;
        let is_built = self.memo.built.get_or_insert_with(|| built(exprs)).binary_search(&id.0).is_ok();
        !is_built && self.memo.called.get_or_insert_with(|| called(exprs)).binary_search(&id.0).is_ok()
    }

    /// The bare name that an expression is, or all of whose parts are.
    fn name_written(&self, frame: &Frame, id: ExprId) -> Option<Name> {
        match self.expr(frame, id) {
            Expr::Free(name) => Some(name.clone()),
            Expr::Symbol(symbol) => frame.file.facts.symbol(*symbol).map(|it| it.name.clone()),
            Expr::Import(import) => frame.file.facts.import(*import).map(|it| it.binding.clone()),
            Expr::AnyOf(parts) => {
                let first = parts.first().copied()?;
                if matches!(self.expr(frame, first), Expr::AnyOf(_)) { None } else { self.name_written(frame, first) }
            }
            _ => None,
        }
    }

    /// What was found without types; where it is but types, what types around and imports of all that a type has bring beside them.
    fn methods_instead(&mut self, frame: &Frame, id: ExprId, mut found: Vec<Found>) -> Vec<Found> {
        let count = found.len();
        found.retain(|it| !self.is_found(it, |it| it.kind.is_type()));
        let Some(name) = self.name_written(frame, id).filter(|_| found.is_empty() && count > 0) else { return found };
        let mut around = self.implicit_member(frame, &name, true);
        around.retain(|it| it.what.is_outside() || self.is_method(it));
        if any_defined(&around) {
            return around;
        }
        let mut brought = self.through_wildcards(&Self::module_around(&frame.file, None), &name);
        brought.retain(|it| self.is_method(it));
        if brought.is_empty() { around } else { brought }
    }

    /// Whether an expression is a method that is handed over by its name.
    pub(in crate::link) fn is_method_named(&self, frame: &Frame, id: ExprId) -> bool {
        matches!(*self.expr(frame, id), Expr::Apply { base, .. } if self.mark(frame, base) == Some(METHOD))
    }

    /// The methods that a member names which is handed over, each with the type that has it.
    pub(in crate::link) fn methods_named(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<(Found, Option<Type>)> {
        let Some(Expr::Member { base, name }) = args.first().map(|member| self.expr(frame, *member)) else { return Vec::new() };
        let mut members = self.called_members(frame, *base, name);
        members.retain(|(it, _)| !self.is_field(it));
        members
    }

    /// The types of a method that is handed over: of one from outside its name tells nothing.
    pub(in crate::link) fn types_of_method(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let Some(member) = args.first().copied() else { return Vec::new() };
        let members = self.methods_named(frame, args);
        if members.is_empty() {
            return Vec::new();
        }
        let mut types: Vec<Typed> = self.types_of_members(frame, member, members).into_iter().map(|(typed, _)| typed).collect();
        types.retain(|typed| matches!(typed.ty, Type::Callable(_)));
        types
    }

    /// What a method gives that is handed over by its name and is called with what a value holds, where that is known: on it, or with it.
    pub(in crate::link) fn given_by_method(&mut self, frame: &Frame, id: ExprId) -> Vec<Typed> {
        let Expr::Apply { base, args } = self.expr(frame, id) else { return Vec::new() };
        let [member, on, with] = *args.as_slice() else { return Vec::new() };
        let Expr::Member { base: holder, .. } = *self.expr(frame, member) else { return Vec::new() };
        if self.mark(frame, *base) != Some(METHOD) || !self.step() {
            return Vec::new();
        }
        let types = self.types(frame, id);
        if let [Typed { ty: Type::Callable(method), rule }] = types.as_slice() {
            let plain: Vec<Typed> = self.result_given(*method, &Given::new()).into_iter().map(|it| it.through(*rule)).collect();
            let Some(file) = self.load(method.file) else { return plain };
            self.asker.looked_at(&file, method.symbol);
            let result = file.facts.symbol(method.symbol).and_then(|it| it.ty);
            if !result.is_some_and(|ty| mentions_parameters(&file.facts, ty, 0)) {
                return plain;
            }
            let by_type = self.denote(frame, holder).iter().any(|it| self.is_found(it, |it| it.kind.is_type()));
            let given = if by_type && !self.is(*method, |it| it.flags.has(Flags::STATIC)) { self.types(frame, on) } else { self.types(frame, with) };
            return if given.is_empty() { plain } else { given };
        }
        if !types.is_empty() {
            return Vec::new();
        }
        let named = self.denote(frame, holder);
        let by_type = named.iter().any(|it| it.what.name_outside().is_some_and(|name| names_type(name)));
        if by_type {
            // A type from outside has the method of a value that lies outside as well.
            let Expr::Call { callee } = *self.expr(frame, on) else { return Vec::new() };
            let Expr::Member { base: element, .. } = *self.expr(frame, callee) else { return Vec::new() };
            let lies_outside = self.types(frame, element).iter().all(|typed| matches!(typed.ty, Type::Foreign { .. } | Type::External { .. }));
            let given = if lies_outside { self.types(frame, on) } else { Vec::new() };
            if !given.is_empty() {
                return given;
            }
        }
        self.types(frame, with)
    }
}
