//! Methods that an interface asks for of a type which has them from outside of the repository or from the language: those are meant.

use crate::languages::semantics::ENUMERATION;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Linker};
use crate::shard::facts::{Flags, Heritage, Symbol, SymbolKind};

impl Linker<'_> {
    /// Whether what is found are methods without a body that interfaces ask for of a class that builds values and extends one from outside: that one has
    /// the bodies.
    pub(in crate::link) fn is_fulfilled_outside(&mut self, ty: Ref, found: &[Found]) -> bool {
        let builds = self.is(ty, |it| it.kind == SymbolKind::Class && !it.flags.has(Flags::ABSTRACT));
        self.own.habits().methods_apart()
            && builds
            && !found.is_empty()
            && found.iter().all(|it| self.is_found(it, is_asked))
            && self.named_as(ty, Some(Heritage::Extends)).iter().flatten().any(|it| matches!(it.what, Denotation::External { .. }))
    }

    /// Whether what is found are methods without a body that interfaces ask for of a class or an enumeration, which has them from the language: `equals`,
    /// the `name` of a constant.
    pub(in crate::link) fn is_fulfilled_by_language(&mut self, ty: Ref, name: &str, found: &[Found]) -> bool {
        let habits = self.own.habits();
        let of_objects = habits.arguments.universal.iter().find(|(method, ..)| *method == name).map(|(_, fewest, most)| *fewest..=*most);
        let of_constants = |(of, all): &(&str, &[&str])| *of == ENUMERATION && all.binary_search(&name).is_ok();
        let of_constants = self.enumeration(ty).is_some() && habits.interface_members.iter().any(of_constants);
        if habits.arguments.universal.is_empty() || !(of_objects.is_some() || of_constants) || !self.is(ty, |it| it.kind != SymbolKind::Interface) {
            return false;
        }
        // What constants have beside what all objects have takes one argument at most.
        let counts = of_objects.unwrap_or(0..=1);
        let is_that = |it: &Symbol| is_asked(it) && u16::try_from(it.params.len()).is_ok_and(|count| counts.contains(&count));
        !found.is_empty() && found.iter().all(|it| self.is_found(it, is_that))
    }
}

/// Whether an interface asks for a method and has no body for it.
fn is_asked(it: &Symbol) -> bool {
    it.kind == SymbolKind::Method && it.flags.has(Flags::ABSTRACT.with(Flags::DECLARATION))
}
