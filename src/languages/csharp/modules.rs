//! Namespaces, and the `using` directives that all files of a project share.

use super::habits::HABITS;
use crate::base::{Name, path};
use crate::languages::semantics::{Config, Habits, Offer, Resolution, Semantics, Shared, Tree};
use crate::languages::tags::modules::{Files, Modules, Spaces};
use crate::shard::facts::{Facts, Import, Imported, Symbol};

/// What builds projects.
pub(super) const MSBUILD: &str = "msbuild";
/// Begins the entry of a project that names a namespace, or a type, which each file of it uses.
pub(super) const USING: &str = "using:";
/// Begins the entry of a project that takes in another file, by its path as it is written.
pub(super) const IMPORT: &str = "import:";
/// Begins the entry of a project that gives a property a word.
pub(super) const PROPERTY: &str = "property:";
/// The entry of a project that says whether its files use parts of the platform which none of them names.
pub(super) const IMPLICIT: &str = "implicit-usings";

/// Most folders above a file that are looked into.
const MAX_FOLDERS: usize = 24;
/// Most files that say something of one project.
const MAX_CONFIGS: usize = 48;

static DECLARED: Modules = Modules { habits: &HABITS, files: Files::NONE, spaces: Spaces::Declared { separator: ".", outer: true, shared: true } };

/// C#'s namespaces.
pub struct CSharp;

impl Semantics for CSharp {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    fn namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        DECLARED.namespaces(path, facts)
    }

    fn seen_namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        DECLARED.seen_namespaces(path, facts)
    }

    fn is_nameable(&self, symbol: &Symbol) -> bool {
        DECLARED.is_nameable(symbol)
    }

    fn is_offered(&self, name: &str, offer: Offer<'_>) -> bool {
        DECLARED.is_offered(name, offer)
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        DECLARED.module(tree, from, import)
    }

    /// `using` is for its own file, `global using` for the project.
    fn keeps_imports(&self) -> bool {
        true
    }

    /// A type is of one project.
    fn are_parts(&self, tree: &mut dyn Tree, one: &str, other: &str) -> bool {
        folder_of_project(tree, one) == folder_of_project(tree, other)
    }

    /// A file with a `global using` is asked for by the project of any folder above it.
    fn declared_places(&self, from: &str, facts: &Facts) -> Vec<String> {
        if !facts.imports.iter().any(|it| it.reexport) {
            return Vec::new();
        }
        folders_above(from).map(str::to_owned).collect()
    }

    fn shared(&self, tree: &mut dyn Tree, from: &str) -> Option<Shared> {
        let (project, configs) = (folder_of_project(tree, from), said_for_project(tree, from));
        let mut shared = Shared::default();
        for file in tree.declaring(&project) {
            if file != from && folder_of_project(tree, &file) == project {
                shared.files.push(file);
            }
        }
        let mut implicit: Option<bool> = None;
        for config in &configs {
            for (entry, value) in &config.fact.entries {
                if entry == IMPLICIT {
                    // What stands nearer to the project decides.
                    implicit = implicit.or(Some(matches!(value.as_str(), "enable" | "true")));
                } else if let Some(used) = entry.strip_prefix(USING) {
                    shared.modules.push(DECLARED.module(tree, from, &Import::new(used, Imported::Wildcard, "")));
                }
            }
        }
        if implicit == Some(true) {
            shared.modules.push(Resolution::External("System".into()));
        }
        Some(shared).filter(|it| !it.files.is_empty() || !it.modules.is_empty())
    }
}

/// Whether a file is read for the projects below its folder without a word of theirs.
fn is_taken_in(path: &str) -> bool {
    path.ends_with(".csproj") || path::file_name(path).starts_with("Directory.Build.")
}

fn folders_above(from: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(path::parent(from));
    std::iter::from_fn(move || {
        let folder = next?;
        next = (!folder.is_empty()).then(|| path::parent(folder));
        Some(folder)
    })
    .take(MAX_FOLDERS)
}

/// The folder of the project that a file is compiled in, which is that of the nearest `*.csproj` above it, else the top of the tree. All files of a folder are
/// of one project, and many are asked for.
fn folder_of_project(tree: &mut dyn Tree, from: &str) -> String {
    let inside = |tree: &mut dyn Tree, folder: &str| {
        let is_project = |folder: &&str| tree.configs_in(folder, MSBUILD).iter().any(|config| config.path.ends_with(".csproj"));
        folders_above(&format!("{folder}/")).find(is_project).map(str::to_owned).into_iter().collect()
    };
    tree.once("msbuild-project", path::parent(from), inside).first().cloned().unwrap_or_default()
}

/// What is said for the project that a file is compiled in, there and in the folders above.
fn said_for_project(tree: &mut dyn Tree, from: &str) -> Vec<std::sync::Arc<Config>> {
    let mut configs = Vec::new();
    for folder in folders_above(from) {
        let here = tree.configs_in(folder, MSBUILD);
        configs.extend(here.iter().filter(|config| is_taken_in(&config.path)).cloned());
    }
    let mut at = 0;
    while let Some(config) = configs.get(at).cloned() {
        at += 1;
        for entry in config.fact.entries.keys().filter_map(|entry| entry.strip_prefix(IMPORT)) {
            let Some(path) = imported(&configs, &config, entry) else { continue };
            let more = tree.configs_in(path::parent(&path), MSBUILD).iter().find(|it| it.path == path).cloned();
            configs.extend(more.filter(|it| configs.len() < MAX_CONFIGS && !configs.iter().any(|known| known.path == it.path)));
        }
    }
    configs
}

/// The path of a file that another one takes in, where properties that are told make up all of it.
fn imported(configs: &[std::sync::Arc<Config>], from: &Config, written: &str) -> Option<String> {
    let mut path = String::new();
    let mut rest = written;
    while let Some((before, behind)) = rest.split_once("$(") {
        let (property, behind) = behind.split_once(')')?;
        path.push_str(before);
        if !property.eq_ignore_ascii_case("MSBuildThisFileDirectory") {
            let name = format!("{PROPERTY}{property}");
            path.push_str(configs.iter().find_map(|config| config.fact.entries.get(name.as_str()))?);
        }
        rest = behind;
    }
    path.push_str(rest);
    path::join(from.folder(), &path.replace('\\', "/"))
}
