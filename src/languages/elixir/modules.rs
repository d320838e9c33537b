//! Modules by their names, whatever file defines them, and what `import` makes visible of them.

use super::habits::HABITS;
use crate::base::Name;
use crate::languages::semantics::{Habits, Module, Offer, Resolution, Semantics, Tree};
use crate::languages::tags::modules::{Files, Modules, Spaces};
use crate::shard::facts::{Facts, Import, Imported, Symbol, Visibility};

static GLOBAL: Modules = Modules { habits: &HABITS, files: Files::NONE, spaces: Spaces::Global };

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

    /// What a module defines for itself is not imported, and what it imports neither.
    fn is_offered(&self, _name: &str, offer: Offer<'_>) -> bool {
        match offer {
            Offer::Symbol(symbol) => symbol.visibility != Visibility::Private,
            Offer::Import(_) => false,
            Offer::Indirect | Offer::Layout => true,
        }
    }

    fn keeps_imports(&self) -> bool {
        true
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let module = import.module.as_str();
        if import.imported != Imported::Wildcard {
            return GLOBAL.module(tree, from, import);
        }
        let files = tree.defining("", module);
        if files.is_empty() {
            return Resolution::External(module.split('.').next().unwrap_or(module).into());
        }
        Resolution::Modules(files.into_iter().map(|path| Module::File { path, inner: module.into() }).collect())
    }
}
