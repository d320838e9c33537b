//! Modules by their names, whatever file defines them, and what `import` makes visible of them.

use super::habits::HABITS;
use crate::base::Name;
use crate::languages::semantics::{Habits, Module, Offer, Resolution, Semantics, Tree};
use crate::languages::tags::modules::{Files, Modules, Spaces};
use crate::shard::facts::{Facts, Import, Imported, Symbol, SymbolKind, Visibility};

static GLOBAL: Modules = Modules { habits: &HABITS, files: Files::NONE, spaces: Spaces::Global };

/// Most names of a module that are looked for.
const MAX_NAMES: usize = 8;

/// Elixir's modules.
pub struct Elixir;

impl Semantics for Elixir {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    fn namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        GLOBAL.namespaces(path, facts)
    }

    fn is_nameable(&self, symbol: &Symbol) -> bool {
        GLOBAL.is_nameable(symbol)
    }

    /// Functions and macros are imported: neither what a module defines for itself, nor its types, nor what it imports.
    fn is_offered(&self, _name: &str, offer: Offer<'_>) -> bool {
        match offer {
            Offer::Symbol(symbol) => symbol.visibility != Visibility::Private && symbol.kind != SymbolKind::TypeAlias,
            Offer::Import(_) => false,
            Offer::Indirect | Offer::Layout => true,
        }
    }

    fn keeps_imports(&self) -> bool {
        true
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let module = import.module.as_str();
        if let Imported::Item(named) = &import.imported {
            // A module that nothing in the tree is called like, nor anything around it, is of another package.
            let is_known = prefixes(named).any(|prefix| !tree.defining("", prefix).is_empty());
            return if is_known { GLOBAL.module(tree, from, import) } else { Resolution::External(first(named).into()) };
        }
        if import.imported != Imported::Wildcard {
            return GLOBAL.module(tree, from, import);
        }
        let files = tree.defining("", module);
        if files.is_empty() {
            return Resolution::External(first(module).into());
        }
        Resolution::Modules(files.into_iter().map(|path| Module::File { path, inner: module.into() }).collect())
    }
}

/// The name of a module, and those of the modules around it, longest first.
fn prefixes(module: &str) -> impl Iterator<Item = &str> {
    let around = module.rmatch_indices('.').map(|(at, _)| &module[..at]);
    std::iter::once(module).chain(around).take(MAX_NAMES)
}

fn first(module: &str) -> &str {
    module.split('.').next().unwrap_or(module)
}
