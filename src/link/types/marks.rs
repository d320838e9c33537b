//! Marks: what an extractor applies in place of a type to say how a value is made of others.

use super::{Args, Type, Typed, merge};
use crate::base::Name;
use crate::link::eval::{Frame, Linker, any_defined};
use crate::link::generics::is_unknown;
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{
    ABOVE, ANY, BUILT, COLLECTED, Expr, ExprId, FACE, FIRST, FUNCTION, GIVEN, INDEXED, METHOD, OBJECT, OPERATED, OTHERWISE, PROMOTED, PUT, REST,
    TAGGED, TESTED, UNTAGGED, WANTED,
};
use crate::shard::facts::Flags;

impl Linker<'_> {
    /// The mark that is applied in place of a type, if it is one.
    pub(in crate::link) fn mark(&self, frame: &Frame, base: ExprId) -> Option<&'static str> {
        let Expr::Literal(name) = self.expr(frame, base) else { return None };
        [
            FUNCTION, OBJECT, FACE, GIVEN, REST, ABOVE, FIRST, OTHERWISE, TAGGED, TESTED, UNTAGGED, OPERATED, PROMOTED, COLLECTED, INDEXED, WANTED,
            METHOD, ANY, BUILT, PUT,
        ]
        .into_iter()
        .find(|mark| name == *mark)
    }

    /// The types of a value that a mark and what it is applied to spell. Of a function that is written where it is handed over, the place tells more.
    pub(in crate::link) fn marked(&mut self, frame: &Frame, base: ExprId, args: &[ExprId]) -> Vec<Typed> {
        match self.mark(frame, base) {
            Some(FUNCTION) => self.function_written(frame, args),
            Some(OBJECT) => vec![self.written_object(frame, args)],
            Some(REST) => self.rest(frame, args),
            Some(TESTED) => self.tested_for(frame, args),
            Some(GIVEN) => self.of_declared(frame, args),
            Some(ABOVE) => self.all_above(frame, args),
            Some(FIRST) => self.first_known(frame, args),
            Some(TAGGED) => self.left_by_tags(frame, args, true),
            Some(UNTAGGED) => self.left_by_tags(frame, args, false),
            Some(PUT) => self.put(frame, args),
            Some(OTHERWISE) => self.otherwise(frame, args),
            Some(OPERATED) => self.operated(frame, args),
            Some(PROMOTED) => self.promoted(frame, args),
            Some(COLLECTED) => self.collected(frame, args),
            Some(INDEXED) => self.indexed(frame, args),
            Some(METHOD) => self.types_of_method(frame, args),
            Some(ANY) => {
                let mut types = args.first().map(|value| self.types(frame, *value)).unwrap_or_default();
                merge(&mut types, [Typed::new(Type::anything(), Rule::DeclaredType)]);
                types
            }
            _ => Vec::new(),
        }
    }

    /// Whether a type expression is what a test for a type tells, one way or the other.
    pub(in crate::link) fn is_tested(&self, frame: &Frame, ty: ExprId) -> bool {
        matches!(self.expr(frame, ty), Expr::Apply { base, .. } if matches!(self.mark(frame, *base), Some(REST | TESTED)))
    }

    /// The value of which a type expression is what is left behind a test that failed.
    pub(in crate::link) fn rest_of(&self, frame: &Frame, ty: ExprId) -> Option<ExprId> {
        let Expr::Apply { base, args } = self.expr(frame, ty) else { return None };
        if self.mark(frame, *base) == Some(REST) { args.first().copied() } else { None }
    }

    /// A function without a name, by what it gives, where such are values like others.
    fn function_written(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let Some(given) = args.first().filter(|_| frame.file.habits().holds_functions()) else { return Vec::new() };
        let given = self.first_type(frame, *given);
        if is_unknown(&given) { Vec::new() } else { vec![Typed::new(function_giving(given), Rule::LocalScope)] }
    }

    /// The class that is built, and what its constructor is handed, where that is told.
    pub(in crate::link) fn class_built<'f>(&self, frame: &'f Frame, class: ExprId) -> (ExprId, Option<&'f [ExprId]>)
    where
        Self: 'f,
    {
        match self.expr(frame, class) {
            Expr::Apply { base, args } if self.mark(frame, *base) == Some(BUILT) => match args.as_slice() {
                [class, handed @ ..] => (*class, Some(handed)),
                [] => (class, None),
            },
            _ => (class, None),
        }
    }

    fn first_known(&mut self, frame: &Frame, values: &[ExprId]) -> Vec<Typed> {
        let mut all = Vec::new();
        for value in values {
            let types = self.types(frame, *value);
            if types.iter().any(|typed| !matches!(typed.ty, Type::External { .. } | Type::Foreign { .. })) {
                return types;
            }
            merge(&mut all, types);
        }
        all
    }

    /// What a place holds behind an assignment to it. What a member is read by need not give what was written, and of what is declared with its arguments
    /// these are known.
    fn put(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let [place, value] = args else { return Vec::new() };
        let given = self.types(frame, *value);
        let is_own = |typed: &Typed| matches!(typed.ty, Type::Instance { .. } | Type::Object(_) | Type::Callable(_));
        if given.is_empty() || !given.iter().all(is_own) || self.is_read_otherwise(frame, *place) {
            return self.types(frame, *place);
        }
        let bare = given.iter().any(|typed| matches!(&typed.ty, Type::Instance { args, .. } if args.is_empty()));
        let held = if bare { self.types(frame, *place) } else { Vec::new() };
        let told = |typed: Typed| {
            let Type::Instance { ty, .. } = typed.ty else { return typed };
            let same = held.iter().find(|it| matches!(&it.ty, Type::Instance { ty: other, args } if *other == ty && !args.is_empty()));
            same.cloned().unwrap_or(typed)
        };
        given.into_iter().map(told).collect()
    }

    /// Whether a member is read by a method: of itself, or of what the class holds under its name.
    fn is_read_otherwise(&mut self, frame: &Frame, place: ExprId) -> bool {
        let read_by = frame.file.habits().classes.read_by;
        self.denote(frame, place).into_iter().any(|found| {
            let Some(symbol) = found.what.symbol() else { return false };
            if self.is(symbol, |it| it.kind.is_callable()) {
                return true;
            }
            let Some(method) = read_by.filter(|_| self.is(symbol, |it| !it.flags.has(Flags::OF_INSTANCE))) else { return false };
            let held = self.declared_or_inferred(symbol);
            held.iter().any(|typed| matches!(typed.ty, Type::Instance { ty, .. } if !self.type_member(ty, method).is_empty()))
        })
    }

    fn otherwise(&mut self, frame: &Frame, values: &[ExprId]) -> Vec<Typed> {
        let [given, other] = values else { return Vec::new() };
        let types = self.types(frame, *given);
        if types.iter().any(|it| !is_unknown(&it.ty)) {
            return types;
        }
        let named = match *self.expr(frame, *given) {
            Expr::Call { callee } | Expr::CallWith { callee, .. } => callee,
            _ => *given,
        };
        if any_defined(&self.denote(frame, named)) { types } else { self.types(frame, *other) }
    }

    /// A collection of what a loop over a value takes: of the kind that is named, unless the value is a plain collection itself.
    fn collected(&mut self, frame: &Frame, args: &[ExprId]) -> Vec<Typed> {
        let habits = frame.file.habits();
        let [value, kind] = args else { return Vec::new() };
        let Expr::Literal(kind) = self.expr(frame, *kind) else { return Vec::new() };
        let mut types = Vec::new();
        for typed in self.types(frame, *value) {
            let is_plain = match &typed.ty {
                Type::Foreign { name, .. } => !habits.holding.collections.contains(&(name.as_str(), 1)),
                Type::Instance { .. } => false,
                _ => true,
            };
            if is_plain {
                merge(&mut types, [typed]);
                continue;
            }
            let taken = self.taken_by_loop(frame, &typed).into_iter().map(|ty| Typed::new(ty, typed.rule)).collect();
            let held = Type::one_of(taken, habits.unions);
            let args = if is_unknown(&held) { Args::default() } else { vec![held].into() };
            merge(&mut types, [Typed::new(Type::Foreign { name: kind.clone(), args }, typed.rule)]);
        }
        types
    }
}

/// The type of a function that is known by what it gives.
pub(in crate::link) fn function_giving(given: Type) -> Type {
    Type::Foreign { name: Name::new_static(FUNCTION), args: vec![given].into() }
}
