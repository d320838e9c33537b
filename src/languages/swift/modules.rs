//! Modules of Swift: targets of packages. All files of the tree see each other; an import of a target of the tree leads to its folder.

use super::habits::HABITS;
use crate::base::{Name, path};
use crate::languages::semantics::{Config, Habits, Module, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Flags, Import, Symbol};

/// The package manager.
pub(super) const SWIFTPM: &str = "swiftpm";
/// Begins the entry of a manifest that says where a target lies; empty where that is the folder of its name.
pub(super) const TARGET: &str = "target:";

/// Folders in which targets lie whose place is not written.
const FOLDERS: &[&str] = &["Sources", "Source", "src", "srcs", "Tests", "Plugins"];
/// Most folders above a file that have a name of their own.
const MAX_FOLDERS: usize = 12;

/// Swift's modules.
pub struct Swift;

impl Semantics for Swift {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    /// One for all files, and one for each folder above: which of them is a target's a manifest tells.
    fn namespaces(&self, from: &str, _: &Facts) -> Vec<Name> {
        let mut namespaces = vec![Name::default()];
        let mut folder = path::parent(from);
        while !folder.is_empty() && namespaces.len() <= MAX_FOLDERS {
            namespaces.push(folder.into());
            folder = path::parent(folder);
        }
        namespaces
    }

    fn seen_namespaces(&self, _: &str, _: &Facts) -> Vec<Name> {
        vec![Name::default()]
    }

    fn is_nameable(&self, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::FILE_LOCAL)
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let name = first(&import.module);
        match folder_of(tree, from, name) {
            Some(folder) => Resolution::Modules(vec![Module::Namespace(folder.into())]),
            None => Resolution::External(name.into()),
        }
    }

    /// A module that is imported is named in front of what it holds.
    fn self_named(&self, tree: &mut dyn Tree, path: &str, facts: &Facts, name: &str) -> Resolution {
        let import = facts.imports.iter().find(|it| first(&it.module) == name);
        import.map_or(Resolution::Missing("unbound"), |import| self.module(tree, path, import))
    }
}

/// The name in front of what a module holds: `import struct Module.Type` names the module in front.
fn first(module: &str) -> &str {
    module.split('.').next().unwrap_or_default()
}

/// The folder of a target of the file's package, or of one in the tree that this depends on.
fn folder_of(tree: &mut dyn Tree, from: &str, target: &str) -> Option<String> {
    let own = tree.config_above(from, SWIFTPM)?;
    let manifests = tree.configs_in(own.folder(), SWIFTPM);
    let own = manifests.iter().find_map(|config| folder_in(tree, config, target));
    if own.is_some() {
        return own;
    }
    for config in manifests.iter() {
        for (package, place) in &config.fact.dependencies {
            let beside = (!place.is_empty()).then(|| path::join(config.folder(), place)).flatten();
            let others = match beside {
                Some(folder) => tree.configs_in(&folder, SWIFTPM),
                None => tree.packages_named(SWIFTPM, package),
            };
            if let Some(found) = others.iter().find_map(|other| folder_in(tree, other, target)) {
                return Some(found);
            }
        }
    }
    None
}

/// Where a target of a manifest lies, if the tree has files there.
fn folder_in(tree: &mut dyn Tree, config: &Config, target: &str) -> Option<String> {
    let place = config.fact.entries.get(format!("{TARGET}{target}").as_str())?;
    let beside = |place: &str| path::join(config.folder(), place);
    if !place.is_empty() {
        return beside(place).filter(|folder| tree.has_namespace(folder));
    }
    FOLDERS.iter().find_map(|folder| beside(&format!("{folder}/{target}")).filter(|folder| tree.has_namespace(folder)))
}
