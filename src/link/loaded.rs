//! A file's facts with what look-ups need: path, language, and an index of names.

use crate::base::key::{Class, key};
use crate::languages::Language;
use crate::shard::facts::{Facts, Flags, Imported};

/// A definition or an import found under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// Index into `Facts::symbols`.
    Symbol(u32),
    /// Index into `Facts::imports`.
    Import(u32),
}

/// One file of the world.
pub struct Loaded {
    /// Repo-relative path.
    pub path: String,
    pub language: &'static Language,
    pub facts: Facts,
    /// `(hash of owner and name, item)`, sorted.
    names: Vec<(u64, Item)>,
    /// Wildcard imports: `(hash of container, import)`, sorted.
    wildcards: Vec<(u64, u32)>,
    /// Wildcard imports inside functions, in source order.
    pub inner_wildcards: Vec<u32>,
    /// It declares something for everybody.
    pub declares_globals: bool,
}

impl Loaded {
    /// Indexes `facts`.
    pub fn new(path: String, language: &'static Language, facts: Facts) -> Self {
        let mut names = Vec::with_capacity(facts.symbols.len() + facts.imports.len());
        let mut wildcards = Vec::new();
        for (symbol, index) in facts.symbols.iter().zip(0u32..) {
            let owner = facts.owner_name(symbol.owner);
            names.push((hash(owner, &symbol.name), Item::Symbol(index)));
            if symbol.flags.has(Flags::DEFAULT) {
                names.push((hash(owner, "default"), Item::Symbol(index)));
            }
        }
        for (import, index) in facts.imports.iter().zip(0u32..).filter(|(import, _)| import.module_level) {
            let container = import.container.and_then(|it| facts.symbols.get(it as usize)).map_or("", |it| it.qualified.as_str());
            match import.imported {
                Imported::Wildcard => wildcards.push((hash(container, ""), index)),
                Imported::SideEffect => {}
                Imported::Module | Imported::Item(_) if import.binding.is_empty() => {}
                Imported::Module | Imported::Item(_) => names.push((hash(container, &import.binding), Item::Import(index))),
            }
        }
        names.sort_unstable();
        wildcards.sort_unstable();
        let inner = facts.imports.iter().zip(0u32..).filter(|(import, _)| !import.module_level && import.imported == Imported::Wildcard);
        let inner_wildcards = inner.map(|(_, index)| index).collect();
        let declares_globals = facts.declares_globals();
        Self { path, language, facts, names, wildcards, inner_wildcards, declares_globals }
    }

    /// What stands under `name` inside `owner` (qualified name, `""` for the file), in source order, definitions first.
    pub fn named(&self, owner: &str, name: &str) -> impl Iterator<Item = Item> + '_ {
        let wanted = hash(owner, name);
        let start = self.names.partition_point(|(hash, _)| *hash < wanted);
        self.names[start..].iter().take_while(move |(hash, _)| *hash == wanted).map(|(_, item)| *item)
    }

    /// Wildcard imports of a container, in source order.
    pub fn wildcards(&self, container: &str) -> impl Iterator<Item = u32> + '_ {
        let wanted = hash(container, "");
        let start = self.wildcards.partition_point(|(hash, _)| *hash < wanted);
        self.wildcards[start..].iter().take_while(move |(hash, _)| *hash == wanted).map(|(_, index)| *index)
    }
}

fn hash(owner: &str, name: &str) -> u64 {
    key(Class::Name, &[owner, name])
}
