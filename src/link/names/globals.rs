//! What modules declare for everybody: several files may each declare a part of one type, beside the variable that builds values of it.

use std::sync::Arc;

use crate::base::{Name, caps};
use crate::link::ask::Ref;
use crate::link::eval::{Found, Linker, merge};
use crate::link::loaded::Loaded;
use crate::link::outcome::rules::Rule;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

impl Linker<'_> {
    /// Of more parts of one thing than a site can choose from, those that stand in a file which declares a value of the name: what merges is one thing,
    /// which that file tells the most of. All of them where none does.
    pub(in crate::link) fn foremost_parts(&self, found: Vec<Found>) -> Vec<Found> {
        let is_part = |it: &Found| self.is_found(it, |it| it.flags.has(Flags::GLOBAL));
        if found.len() <= caps::MAX_CANDIDATES || !found.iter().all(is_part) {
            return found;
        }
        let is_value = |it: &&Found| self.is_found(it, |it| !matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias | SymbolKind::Module));
        let file = |it: &Found| it.what.symbol().map(|symbol| symbol.file);
        let mut files: Vec<_> = found.iter().filter(is_value).filter_map(file).collect();
        files.dedup();
        if files.is_empty() { found } else { found.into_iter().filter(|it| file(it).is_some_and(|file| files.contains(&file))).collect() }
    }

    /// The values of a name that modules and files of declarations declare for everybody: members of the object that holds those.
    pub(in crate::link) fn declared_for_all(&mut self, file: &Arc<Loaded>, name: &Name) -> Vec<Found> {
        let mut found = Vec::new();
        // Of what a script only has at its top, a variable may be its own.
        let is_value = |it: &Symbol| {
            let is_told = it.flags.has(Flags::GLOBAL) || it.flags.has(Flags::DECLARATION);
            is_told && it.owner == Owner::File && !matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias)
        };
        for namespace in self.asker.seen_namespaces(file).iter() {
            for symbol in self.asker.namespace(namespace, name) {
                if let Some(file) = self.load(symbol.file) {
                    self.asker.looked_at(&file, symbol.symbol);
                }
                if self.is(symbol, is_value) && self.is_visible(file, symbol) && self.is_near(file, symbol) && !self.is_for_tests(file, symbol) {
                    merge(&mut found, [Found::symbol(symbol, Rule::SameNamespace)]);
                }
            }
            if !found.is_empty() {
                return self.foremost_parts(found);
            }
        }
        found
    }

    /// The other parts of an interface that a module declares for everybody, or of a type that is opened again.
    pub(in crate::link) fn other_parts(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol) -> Vec<Ref> {
        if symbol.flags.has(Flags::PART) {
            return self.parts_elsewhere(ty, file, symbol);
        }
        let is_open = |it: &Symbol| it.kind == SymbolKind::Interface && it.owner == Owner::File && it.flags.has(Flags::GLOBAL);
        if !is_open(symbol) || !file.habits().declarations_merge {
            return Vec::new();
        }
        let own = Arc::clone(&self.own);
        self.remembered(
            |memo| &mut memo.parts,
            ty,
            |linker| {
                let mut parts = Vec::new();
                for namespace in linker.asker.seen_namespaces(file).iter() {
                    for part in linker.asker.namespace(namespace, &symbol.name) {
                        if let Some(file) = linker.load(part.file) {
                            linker.asker.looked_at(&file, part.symbol);
                        }
                        if part != ty && linker.is(part, is_open) && linker.is_near(&own, part) {
                            parts.push(part);
                        }
                    }
                }
                parts
            },
        )
    }

    /// The members called `name` that the other parts of a type have.
    pub(in crate::link) fn member_of_parts(&mut self, ty: Ref, file: &Arc<Loaded>, symbol: &Symbol, name: &str) -> Vec<Found> {
        if symbol.flags.has(Flags::PART) {
            return self.member_elsewhere(file, symbol, name);
        }
        let mut found = Vec::new();
        for part in self.other_parts(ty, file, symbol) {
            let Some(file) = self.load(part.file) else { continue };
            let members = self.asker.symbols_named((part.file, &file), &symbol.qualified, name, |it| it.owner == Owner::Symbol(part.symbol));
            merge(&mut found, members.into_iter().map(|it| Found::symbol(it, Rule::DeclaredType)));
        }
        found
    }
}
