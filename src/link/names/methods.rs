//! Methods where they have names of their own: what is called, or handed over as a method, is no type and no field, whatever bears its name (Java Language
//! Specification, 6.5.7, 15.12.1, 15.13.1).

use crate::base::Name;
use crate::link::eval::{Found, Frame, Linker, any_defined};
use crate::link::generics::Given;
use crate::link::loaded::{built, called};
use crate::link::types::{Type, Typed, merge};
use crate::shard::body::Site;
use crate::shard::expr::{Expr, ExprId, METHOD};

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
}
