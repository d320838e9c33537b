//! Types that several files declare a part of each: partial classes, modules that are opened again.

use std::sync::Arc;

use crate::base::{Name, path};
use crate::link::ask::Ref;
use crate::link::eval::{Found, Linker, merge};
use crate::link::loaded::Loaded;
use crate::link::outcome::rules::Rule;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// The other parts of a type, in the order of their files.
    pub(super) fn parts_elsewhere(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol) -> Vec<Ref> {
        self.remembered(
            |memo| &mut memo.parts,
            ty,
            |linker| {
                let mut parts = linker.held_elsewhere(file, symbol);
                parts.retain(|part| *part != ty && linker.is(*part, |it| is_part(it) && it.qualified == symbol.qualified));
                parts
            },
        )
    }

    /// The members called `name` that any part of a type has but the one of `file`.
    pub(super) fn member_elsewhere(&mut self, file: &Arc<Loaded>, symbol: &Symbol, name: &str) -> Vec<Found> {
        let namespaces = self.namespaces_of(file);
        let mut found = Vec::new();
        for namespace in namespaces {
            for member in self.asker.members_of_parts(&namespace, &symbol.qualified, name) {
                if self.is_of_part(file, member) {
                    merge(&mut found, [Found::symbol(member, Rule::DeclaredType)]);
                }
            }
        }
        found
    }

    /// What builds values of a type and stands in another part of it, where types have one name with what builds them.
    pub(in crate::link) fn constructors_of_parts(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol) -> Vec<Ref> {
        let mut found = Vec::new();
        for part in self.other_parts(ty, file, symbol) {
            let Some(other) = self.load(part.file) else { continue };
            let is_constructor = |it: &Symbol| it.owner == Owner::Symbol(part.symbol) && it.kind == SymbolKind::Constructor;
            found.extend(self.asker.symbols_named((part.file, &other), &symbol.qualified, &symbol.name, is_constructor));
        }
        found
    }

    /// What stands under the name of a definition of `file` beside it, in whatever file goes on with what it is a member of.
    fn held_elsewhere(&mut self, file: &Arc<Loaded>, symbol: &Symbol) -> Vec<Ref> {
        let mut found = Vec::new();
        for namespace in self.namespaces_of(file) {
            let held = match symbol.owner {
                Owner::File => self.asker.namespace(&namespace, &symbol.name),
                Owner::Symbol(_) | Owner::Extension(_) => {
                    symbol.around().map(|around| self.asker.members_of_parts(&namespace, around, &symbol.name)).unwrap_or_default()
                }
            };
            for it in held {
                if self.goes_on(file, it) {
                    found.push(it);
                }
            }
        }
        found
    }

    /// Whether a member is of a part that goes on with what `file` declares.
    fn is_of_part(&mut self, file: &Arc<Loaded>, member: Ref) -> bool {
        let Some(other) = self.load(member.file) else { return false };
        let Some(it) = other.facts.symbol(member.symbol) else { return false };
        let is_held = match it.owner {
            Owner::Symbol(owner) => {
                self.asker.looked_at(&other, owner);
                other.facts.symbol(owner).is_some_and(is_part)
            }
            Owner::Extension(_) => is_part(it),
            Owner::File => false,
        };
        is_held && self.goes_on(file, member)
    }

    /// Whether the file of a definition may go on with what `file` declares.
    fn goes_on(&mut self, file: &Arc<Loaded>, definition: Ref) -> bool {
        let Some(other) = self.load(definition.file) else { return false };
        self.asker.looked_at(&other, definition.symbol);
        other.path != file.path && file.language.semantics.are_parts(&mut self.asker, &file.path, &other.path)
    }

    fn namespaces_of(&mut self, file: &Arc<Loaded>) -> Vec<Name> {
        self.asker.namespace_of(file);
        file.language.semantics.namespaces(&file.path, &file.facts)
    }

    /// Of the parts of one type the one that stands nearest to the linked file: together they are one thing.
    pub(in crate::link) fn one_of_parts(&mut self, symbols: &mut Vec<(Ref, Rule)>) {
        if symbols.len() < 2 || !symbols.iter().all(|(it, _)| self.is(*it, is_part)) {
            return;
        }
        let own = Arc::clone(&self.own);
        let mut kept: Vec<(Ref, Rule)> = Vec::new();
        symbols.sort_by_cached_key(|(it, _)| self.load(it.file).map(|file| distance(&own.path, &file.path)));
        for &(symbol, rule) in symbols.iter() {
            if !kept.iter().any(|(known, _)| self.make_one(*known, symbol)) {
                kept.push((symbol, rule));
            }
        }
        *symbols = kept;
    }

    fn make_one(&mut self, one: Ref, other: Ref) -> bool {
        let (Some(file), Some(others)) = (self.load(one.file), self.load(other.file)) else { return false };
        let (Some(it), Some(that)) = (file.facts.symbol(one.symbol), others.facts.symbol(other.symbol)) else { return false };
        if it.qualified != that.qualified || it.kind != that.kind {
            return false;
        }
        let semantics = file.language.semantics;
        let is_same = file.path == others.path || self.namespaces_of(&file) == self.namespaces_of(&others);
        // What a test opens again is told by what it opens.
        is_same && (file.path == others.path || semantics.are_parts(&mut self.asker, &others.path, &file.path))
    }
}

fn is_part(it: &Symbol) -> bool {
    it.flags.has(Flags::PART) && it.kind.is_type()
}

/// How far one file is from another: fewer folders in common, deeper, by name; tests last.
fn distance(from: &str, to: &str) -> (bool, bool, usize, usize, String) {
    let common = from.split('/').zip(to.split('/')).take_while(|(one, other)| one == other).count();
    (from != to, path::is_test(to), usize::MAX - common, to.matches('/').count(), to.to_owned())
}
