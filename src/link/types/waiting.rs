//! What waiting for a value of the repository's own type gives.

use super::{Type, Typed, merge};
use crate::link::eval::{Denotation, Linker};
use crate::link::generics::is_unknown;
use crate::link::outcome::rules::Rule;

impl Linker<'_> {
    /// What waiting for a value of the repository's own type gives, by the method of it that says so: what the generator returns that it makes.
    pub(in crate::link) fn awaited(&mut self, typed: &Typed) -> Vec<Typed> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let Some((method, side)) = self.load(ty.file).and_then(|file| file.habits().holding.awaited) else { return Vec::new() };
        let mut types = Vec::new();
        for found in self.type_member(ty, method) {
            let Denotation::Symbol(method) = found.what else { continue };
            for result in self.result_of(&typed.ty, method) {
                if let Type::Foreign { args, .. } = &result.ty
                    && let Some(part) = args.get(side).filter(|it| !is_unknown(it))
                {
                    merge(&mut types, [Typed::new(part.clone(), typed.rule).through(Rule::ReturnType)]);
                }
            }
        }
        types
    }

    /// What a value of the repository's own type gives that is a future, or is turned into one, by what its type says of that.
    pub(in crate::link) fn waited_for(&mut self, typed: &Typed) -> Vec<Typed> {
        let Type::Instance { ty, .. } = typed.ty else { return Vec::new() };
        let futures = self.own.habits().holding.futures;
        for (interface, member) in futures {
            let mut types = Vec::new();
            for way in self.ways(ty, interface, member) {
                merge(&mut types, self.result_of(&typed.ty, way).into_iter().map(|it| it.through(typed.rule).through(Rule::ReturnType)));
            }
            if !types.is_empty() {
                return types;
            }
        }
        Vec::new()
    }
}
