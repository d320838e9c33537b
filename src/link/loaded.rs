//! A file's facts with what look-ups need: path, language, and an index of names.

use std::sync::OnceLock;

use crate::base::key::{Class, key};
use crate::base::{path, sorted};
use crate::languages::Language;
use crate::languages::semantics::Habits;
use crate::shard::expr::Expr;
use crate::shard::facts::{Facts, Flags, Imported, Symbol};

/// A definition or an import found under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// Index into `Facts::symbols`.
    Symbol(u32),
    /// Index into `Facts::imports`.
    Import(u32),
}

impl Item {
    /// The definition that it is.
    pub fn symbol(self) -> Option<u32> {
        if let Self::Symbol(symbol) = self { Some(symbol) } else { None }
    }
}

/// One file of the world.
pub struct Loaded {
    /// Repo-relative path.
    pub path: String,
    pub language: &'static Language,
    pub facts: Facts,
    /// `(hash of owner and name, item)`, sorted.
    names: Vec<(u64, Item)>,
    /// The same of definitions whose names mean others.
    superseded: Vec<(u64, u32)>,
    /// `(hash of name, definition)`, sorted, once somebody asks for a name whatever its owner.
    anywhere: OnceLock<Vec<(u64, u32)>>,
    /// The expressions of its facts that are called, sorted, once somebody asks for them.
    called: OnceLock<Box<[u32]>>,
    /// Wildcard imports: `(hash of container, import)`, sorted.
    wildcards: Vec<(u64, u32)>,
    /// Definitions that have members, sorted.
    owners: Vec<u32>,
    /// Wildcard imports inside functions, in source order.
    pub function_wildcards: Vec<u32>,
    /// It declares something for everybody.
    pub declares_globals: bool,
    /// Its path is one of tests: asked of every definition that a name may mean.
    pub of_tests: bool,
}

impl Loaded {
    /// Indexes `facts`.
    pub fn new(path: String, language: &'static Language, facts: Facts) -> Self {
        let mut names = Vec::with_capacity(facts.symbols.len() + facts.imports.len());
        let mut wildcards = Vec::new();
        let (mut owners, mut superseded) = (Vec::new(), Vec::new());
        for (symbol, index) in facts.symbols.iter().zip(0u32..) {
            let owner = facts.owner_name(symbol.owner);
            if symbol.flags.has(Flags::SUPERSEDED) {
                superseded.push((hash(owner, &symbol.name), index));
            } else if !symbol.flags.has(Flags::HOLDS_MODULE) {
                names.push((hash(owner, &symbol.name), Item::Symbol(index)));
            }
            if let Some(owner) = facts.holder_of(symbol).filter(|owner| owners.last() != Some(owner)) {
                owners.push(owner);
            }
            if symbol.flags.has(Flags::DEFAULT) {
                names.push((hash(owner, "default"), Item::Symbol(index)));
            }
        }
        for (import, index) in facts.imports.iter().zip(0u32..).filter(|(import, _)| import.module_level) {
            let container = import.container.and_then(|it| facts.symbol(it)).map_or("", |it| it.qualified.as_str());
            match import.imported {
                Imported::Wildcard => wildcards.push((hash(container, ""), index)),
                Imported::SideEffect => {}
                Imported::Module | Imported::Item(_) if import.binding.is_empty() => {}
                Imported::Module | Imported::Item(_) => names.push((hash(container, &import.binding), Item::Import(index))),
            }
        }
        names.sort_unstable();
        superseded.sort_unstable();
        owners.sort_unstable();
        owners.dedup();
        wildcards.sort_unstable();
        let in_functions = facts.imports.iter().zip(0u32..).filter(|(import, _)| !import.module_level && import.imported == Imported::Wildcard);
        let function_wildcards = in_functions.map(|(_, index)| index).collect();
        let (declares_globals, of_tests) = (facts.declares_globals(), path::is_test(&path));
        Self {
            path,
            language,
            facts,
            names,
            superseded,
            anywhere: OnceLock::new(),
            called: OnceLock::new(),
            wildcards,
            owners,
            function_wildcards,
            declares_globals,
            of_tests,
        }
    }

    /// Whether an expression of its facts is called.
    pub fn is_called(&self, id: u32) -> bool {
        self.called.get_or_init(|| called(&self.facts.exprs)).binary_search(&id).is_ok()
    }

    /// The habits of its language.
    pub fn habits(&self) -> &'static Habits {
        self.language.semantics.habits()
    }

    /// What stands under `name` inside `owner` (qualified name, `""` for the file), in source order, definitions first.
    pub fn named(&self, owner: &str, name: &str) -> impl Iterator<Item = Item> + '_ {
        under(&self.names, hash(owner, name))
    }

    /// The definitions under `name` inside `owner` that are not meant by it alone, in source order.
    pub fn superseded(&self, owner: &str, name: &str) -> impl Iterator<Item = u32> + '_ {
        under(&self.superseded, hash(owner, name))
    }

    /// The definitions that are called `name`, whatever their owner, in source order.
    pub fn named_anywhere<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (u32, &'a Symbol)> {
        let symbols = &self.facts.symbols;
        let index = self.anywhere.get_or_init(|| {
            let mut index: Vec<(u64, u32)> = symbols
                .iter()
                .zip(0u32..)
                .filter(|(it, _)| !it.flags.has(Flags::SUPERSEDED) && !it.flags.has(Flags::HOLDS_MODULE))
                .map(|(it, index)| (hash("", &it.name), index))
                .collect();
            index.sort_unstable();
            index
        });
        let alike = under(index, hash("", name)).filter_map(|index| Some((index, symbols.get(index as usize)?)));
        alike.filter(move |(_, symbol)| symbol.name == name)
    }

    /// Whether a definition has members of its own here.
    pub fn has_members(&self, symbol: u32) -> bool {
        self.owners.binary_search(&symbol).is_ok()
    }

    /// Whether the file brings all of a namespace to the top (`using namespace a;`).
    pub fn opens_top(&self) -> bool {
        self.wildcards("").any(|import| self.facts.import(import).is_some_and(|it| it.module_level && it.module.starts_with("::")))
    }

    /// Wildcard imports of a container, in source order.
    pub fn wildcards(&self, container: &str) -> impl Iterator<Item = u32> + '_ {
        under(&self.wildcards, hash(container, ""))
    }
}

/// The expressions that calls call, type arguments written for them or not, sorted.
pub(super) fn called(exprs: &[Expr]) -> Box<[u32]> {
    let callees = exprs.iter().filter_map(|expr| match expr {
        Expr::Call { callee } | Expr::CallWith { callee, .. } => Some(*callee),
        _ => None,
    });
    let bare = callees.map(|callee| match exprs.get(callee.0 as usize) {
        Some(Expr::Apply { base, .. }) => base.0,
        _ => callee.0,
    });
    let mut found: Vec<u32> = bare.collect();
    // Of what several imports bring under one name, each is called.
    let parts = found.iter().filter_map(|it| if let Some(Expr::AnyOf(parts)) = exprs.get(*it as usize) { Some(parts) } else { None });
    let parts = parts.flatten().filter(|part| matches!(exprs.get(part.0 as usize), Some(Expr::Import(_))));
    let parts: Vec<u32> = parts.map(|part| part.0).collect();
    found.extend(parts);
    found.sort_unstable();
    found.dedup();
    found.into()
}

/// The expressions that name what is built, type arguments written for it or not, sorted.
pub(super) fn built(exprs: &[Expr]) -> Box<[u32]> {
    let built = exprs.iter().filter_map(|expr| if let Expr::Instance { ty, built: true } = expr { Some(*ty) } else { None });
    let mut found: Vec<u32> = Vec::new();
    for ty in built {
        found.push(ty.0);
        if let Some(Expr::Apply { base, .. }) = exprs.get(ty.0 as usize) {
            found.push(base.0);
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into()
}

fn hash(owner: &str, name: &str) -> u64 {
    key(Class::Name, &[owner, name])
}

/// What stands under a hash, in order.
fn under<T: Copy>(index: &[(u64, T)], wanted: u64) -> impl Iterator<Item = T> {
    sorted::under(index, wanted, |(hash, _)| *hash).map(|(_, item)| *item)
}
