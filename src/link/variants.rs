//! Definitions of one name of which each build compiles one: by platform, by tags.

use std::sync::Arc;

use super::ask::Ref;
use super::eval::{Denotation, Found, Linker};
use super::rules::Rule;

impl Linker<'_> {
    /// Whether a build with default settings compiles a definition. What was looked up of it by name says so too.
    fn is_built_by_default(&self, symbol: Ref) -> bool {
        let Some(file) = self.load(symbol.file) else { return true };
        file.facts.symbols.get(symbol.symbol as usize).is_none_or(|it| file.language.semantics.is_built_by_default(&file.path, it))
    }

    /// Whether the linked file is itself one that only some builds compile: it may mean what stands beside it.
    fn is_variant(&self) -> bool {
        self.own.facts.symbols.first().is_some_and(|first| !self.own.language.semantics.is_built_by_default(&self.own.path, first))
    }

    /// What a build with default settings compiles, where that is some and not all of what was found.
    pub(super) fn by_default(&self, mut found: Vec<Found>) -> Vec<Found> {
        let is_default = |it: &Found| !matches!(it.what, Denotation::Symbol(symbol) if !self.is_built_by_default(symbol));
        if found.len() > 1 && found.iter().any(is_default) && !self.is_variant() {
            found.retain(is_default);
        }
        found
    }

    /// The id of the one definition of several that a build with default settings compiles.
    pub(super) fn only_by_default(&mut self, symbols: &[(Ref, Rule)]) -> Option<Arc<str>> {
        if symbols.len() < 2 || self.is_variant() {
            return None;
        }
        let mut built = symbols.iter().filter(|(symbol, _)| self.is_built_by_default(*symbol)).map(|(symbol, _)| *symbol);
        match (built.next(), built.next()) {
            (Some(only), None) => self.id(only),
            _ => None,
        }
    }
}
