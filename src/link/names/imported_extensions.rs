//! Functions that are added to types at the top of a package and imported by their names.

use crate::base::key::Class;
use crate::base::{Name, caps};
use crate::languages::semantics::Module;
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Found, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::shard::facts::Owner;

impl Linker<'_> {
    /// What the files of a package, or an object, add to types under a name, where an import of the name brings it; nothing where very many files have such a
    /// member.
    pub(in crate::link) fn added_in(&mut self, package: &Found, name: &Name) -> Vec<Found> {
        let family = self.asker.family;
        let mut found = Vec::new();
        if !self.own.habits().imported_extensions || self.asker.publisher_count(Class::Member, &[family, name]) > caps::MAX_PUBLISHERS {
            return found;
        }
        for member in self.asker.refs(Class::Member, &[family, name], name, |it| matches!(it.owner, Owner::Extension(_))) {
            let Some((file, block)) = self.block_of(member) else { continue };
            self.asker.namespace_of(&file);
            let around = file.facts.extension(block).and_then(|it| it.module);
            let is_there = match &package.what {
                Denotation::Module(Module::Namespace(namespace)) => file.facts.namespace.as_deref().unwrap_or_default() == namespace,
                // What an object, or what stands beside a class, adds to other types.
                Denotation::Module(Module::File { path, inner }) => {
                    file.path == *path && around.and_then(|it| file.facts.symbol(it)).is_some_and(|it| it.qualified == *inner)
                }
                Denotation::Symbol(ty) => ty.file == member.file && around == Some(ty.symbol),
                _ => false,
            };
            if is_there {
                found.push(Found::symbol(member, Rule::ModuleMember));
            }
        }
        found
    }

    /// Of functions that an import brings, each added to another type, the one that is added to a type around: it is called on the present object.
    pub(in crate::link) fn added_to_present(&mut self, frame: &Frame, found: Vec<Found>) -> Vec<Found> {
        if found.len() < 2
            || !frame.file.habits().imported_extensions
            || !found.iter().all(|it| self.is_found(it, |it| matches!(it.owner, Owner::Extension(_))))
        {
            return found;
        }
        let Some(slot) = self.slot_of(&frame.file) else { return found };
        let mut around = frame.enclosing;
        while let Some(symbol) = around {
            let Some(it) = frame.file.facts.symbol(symbol) else { break };
            let mut types: Vec<Ref> = match it.owner {
                Owner::Extension(extension) => self.extended_types(&frame.file, extension),
                _ if it.kind.is_type() => vec![Ref { file: slot, symbol }],
                _ => Vec::new(),
            };
            for at in 0..types.len() {
                types.extend(self.types_above(types[at]));
            }
            let of_these: Vec<Found> = found.iter().filter(|it| self.is_added_to(it, &types)).cloned().collect();
            if !of_these.is_empty() {
                return of_these;
            }
            around = if let Owner::Symbol(next) = it.owner { Some(next) } else { None };
        }
        found
    }

    fn is_added_to(&mut self, found: &Found, types: &[Ref]) -> bool {
        let block = found.what.symbol().and_then(|member| self.block_of(member));
        block.is_some_and(|(file, block)| self.extended_types(&file, block).iter().any(|ty| types.contains(ty)))
    }
}
