//! What is named behind a name that several things bear: a function and a module, a type and what an import brings.

use crate::base::Name;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker, merge};
use crate::link::types::{Type, Typed};
use crate::shard::facts::SymbolKind;

impl Linker<'_> {
    /// What `name` is of the module or crate that bears the name of a function: `env::var` beside `fn env()`.
    pub(in crate::link) fn beside_function(&mut self, frame: &Frame, function: Ref, name: &Name) -> Vec<Found> {
        let Some(Some(bare)) = self.about(function, |it| (it.kind == SymbolKind::Function).then(|| it.name.clone())) else { return Vec::new() };
        let mut found = Vec::new();
        for step in self.in_front(frame, &bare) {
            merge(&mut found, self.step_into(&step, name));
        }
        found
    }

    /// What `name` is of a type that a module defines beside an import of the type's name from outside: what that brings is a macro, for a module has but
    /// one type of a name (`use thiserror::Error; pub enum Error { … }`). In `<String as Put>::put` the two bear different names.
    pub(in crate::link) fn of_own_type(&mut self, frame: &Frame, steps: &[Found], name: &str) -> Vec<(Found, Option<Type>)> {
        if !frame.file.habits().namespaces_apart || !steps.iter().any(|it| it.what.is_outside()) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for step in steps {
            if let Denotation::Symbol(ty) = step.what
                && self.is(ty, |it| it.kind.is_type() && steps.iter().any(|step| step.what.name_outside() == Some(&it.name)))
            {
                found.extend(self.member_of(&Typed::new(Type::Object(ty), step.rule), name));
            }
        }
        found.retain(|(it, _)| it.what.symbol().is_some());
        found
    }
}
