//! What arithmetic gives of values that are no objects, as the habits tell, and the objects that hold such values.

use super::{Type, Typed};
use crate::base::Name;
use crate::languages::habits::Arithmetic;
use crate::link::eval::{Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::shard::expr::{Expr, ExprId};

impl Linker<'_> {
    /// What arithmetic gives of some values: a text where one of them is one, else a number where all are known to be numbers.
    pub(in crate::link) fn promoted(&mut self, frame: &Frame, values: &[ExprId]) -> Vec<Typed> {
        let arithmetic = frame.file.habits().arguments.arithmetic;
        let names: Vec<Option<Name>> = values.iter().map(|value| self.plain_name(frame, *value)).collect();
        let given = if names.iter().flatten().any(|name| name == arithmetic.text) {
            Some(arithmetic.text)
        } else {
            let known: Option<Vec<Name>> = names.into_iter().collect();
            known.and_then(|names| arithmetic.promoted(&names))
        };
        given.map(value_of).into_iter().collect()
    }

    /// The widest number among some values, or what is said of that one.
    pub(in crate::link) fn widest_of(&mut self, frame: &Frame, values: &[ExprId], said: &[(&'static str, &'static str)]) -> Vec<Typed> {
        let arithmetic = frame.file.habits().arguments.arithmetic;
        let names: Option<Vec<Name>> = values.iter().map(|value| self.plain_name(frame, *value)).collect();
        let widest = names.and_then(|names| arithmetic.widest(&names));
        let given = widest.map(|widest| said.iter().find(|(name, _)| *name == widest).map_or(widest, |(_, given)| *given));
        given.map(value_of).into_iter().collect()
    }

    /// The name of the only type of the language that a value has: of what branches give, where these are numbers, the one that is chosen.
    fn plain_name(&mut self, frame: &Frame, value: ExprId) -> Option<Name> {
        let arithmetic = frame.file.habits().arguments.arithmetic;
        let types = self.types(frame, value);
        match types.as_slice() {
            [] => None,
            [one] => plain_name(one),
            many => chosen(&arithmetic, many).map(Name::new_static).filter(|_| self.is_told(frame, value)),
        }
    }

    /// Whether all that a value may be is known.
    pub(in crate::link) fn is_told(&mut self, frame: &Frame, value: ExprId) -> bool {
        match self.expr(frame, value) {
            Expr::AnyOf(parts) => parts.iter().all(|part| !self.types(frame, *part).is_empty()),
            _ => true,
        }
    }
}

/// What a conditional gives whose branches are of these types, if all are numbers.
pub(in crate::link) fn chosen(arithmetic: &Arithmetic, types: &[Typed]) -> Option<&'static str> {
    let names: Option<Vec<Name>> = types.iter().map(plain_name).collect();
    names.and_then(|names| arithmetic.chosen(&names))
}

/// Whether one of some types is one of values that are no objects.
pub(in crate::link) fn is_plain(arithmetic: &Arithmetic, types: &[Typed]) -> bool {
    types.iter().filter_map(plain_name).any(|name| arithmetic.is_plain(&name))
}

/// A type as one of objects: those that hold its values, where they are none.
pub(in crate::link) fn as_object(arithmetic: &Arithmetic, ty: Type) -> Type {
    match &ty {
        Type::Foreign { name, .. } => arithmetic.object(name).map_or(ty, |object| Type::foreign(Name::new_static(object))),
        _ => ty,
    }
}

fn plain_name(typed: &Typed) -> Option<Name> {
    match &typed.ty {
        Type::Foreign { name, args } if args.is_empty() => Some(name.clone()),
        _ => None,
    }
}

fn value_of(name: &'static str) -> Typed {
    Typed::new(Type::foreign(Name::new_static(name)), Rule::ReturnType)
}
