//! Where module names lead: `crate`, `self`, `super`, child modules by folder layout, other crates.

use super::crates;
use super::habits::HABITS;
use super::imports::PRELUDE;
use crate::base::Name;
use crate::base::path;
use crate::languages::platforms;
use crate::languages::semantics::{Habits, Module, Offer, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Flags, Import, Imported, Symbol, SymbolKind, Visibility};

/// Module naming of Rust.
pub struct Rust;

impl Semantics for Rust {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    fn is_built_by_default(&self, path: &str, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::OPTIONAL_BUILD) && !platforms::is_elsewhere(path)
    }

    /// Follows the whole path of an import through files alone. The link walks name by name instead, since modules may be re-exported.
    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let from = Module::file(from);
        let whole = match (&import.imported, import.module.as_str()) {
            (Imported::Item(name), "" | PRELUDE) => name.as_str(),
            (_, module) => module.trim_start_matches(PRELUDE),
        };
        let mut names = whole.split("::");
        let mut found = self.root(tree, &from, names.next().unwrap_or(""));
        for name in names {
            let Resolution::Modules(modules) = &found else { return found };
            let Some(first) = modules.first() else { return found };
            found = self.child(tree, &first.clone(), name, None);
        }
        found
    }

    fn is_path_keyword(&self, name: &str) -> bool {
        matches!(name, "crate" | "self" | "super" | "Self")
    }

    /// `#[macro_export]` puts a macro at the root of its crate, wherever it is written.
    fn is_macro_root(&self, tree: &mut dyn Tree, module: &Module) -> bool {
        matches!(module, Module::File { path, inner } if inner.is_empty() && crates::is_root(tree, path))
    }

    /// Macros are seen by the order of the text, whatever their visibility. A file that no `mod` names is no module; one that a macro names is found
    /// by its path, not through a glob.
    fn is_offered(&self, _name: &str, offer: Offer<'_>) -> bool {
        match offer {
            Offer::Symbol(symbol) => symbol.visibility != Visibility::Private || symbol.kind == SymbolKind::Macro,
            Offer::Import(import) => import.reexport,
            Offer::Indirect => true,
            Offer::Layout => false,
        }
    }

    fn declared_places(&self, path: &str, facts: &Facts) -> Vec<String> {
        crates::declared_places(path, facts)
    }

    fn around(&self, tree: &mut dyn Tree, module: &Module) -> Resolution {
        let Module::File { path, inner } = module else { return Resolution::Missing("no-parent-module") };
        parent(tree, path, inner)
    }

    fn root(&self, tree: &mut dyn Tree, from: &Module, name: &str) -> Resolution {
        let Module::File { path, inner } = from else { return Resolution::Missing("unbound") };
        match name {
            "self" => Resolution::Modules(vec![from.clone()]),
            "super" => parent(tree, path, inner),
            "crate" => {
                let roots = crates::roots(tree, path);
                if roots.is_empty() { Resolution::Missing("no-crate-root") } else { files(roots.to_vec()) }
            }
            _ => crates::external(tree, path, name),
        }
    }

    fn imports_from_root(&self, tree: &mut dyn Tree, path: &str) -> bool {
        crates::imports_from_root(tree, path)
    }

    /// `extern crate a as b;` at the root of a crate.
    fn prelude(&self, tree: &mut dyn Tree, from: &Module) -> Resolution {
        self.root(tree, from, "crate")
    }

    fn brings_to_all(&self, import: &Import) -> bool {
        import.module == PRELUDE
    }

    fn child(&self, tree: &mut dyn Tree, parent_module: &Module, name: &str, place: Option<&str>) -> Resolution {
        let Module::File { path, inner } = parent_module else { return Resolution::Missing("no-such-module") };
        match name {
            "super" => return parent(tree, path, inner),
            "self" => return Resolution::Modules(vec![parent_module.clone()]),
            _ => {}
        }
        let by_layout = |tree: &mut dyn Tree| {
            let folder = inner_folder(&module_folder(tree, path), inner);
            let stem = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            vec![format!("{stem}.rs"), format!("{stem}/mod.rs")]
        };
        let mut found = Vec::new();
        for place in place.unwrap_or_default().split('\n') {
            found.extend(match placed(tree, path, inner, place) {
                _ if place.is_empty() => by_layout(tree),
                None => Vec::new(),
                Some(file) if file.ends_with(".rs") => vec![file],
                // The folder alone is told: `#[path = "unix"] mod sys { mod file; }`.
                Some(file) => vec![format!("{file}.rs"), format!("{file}/mod.rs"), file],
            });
        }
        let found: Vec<String> = found.into_iter().filter(|candidate| candidate != path.as_str() && tree.is_file(candidate)).collect();
        if found.is_empty() { Resolution::Missing("no-such-module") } else { files(found) }
    }
}

fn files(paths: Vec<String>) -> Resolution {
    Resolution::Modules(paths.into_iter().take(8).map(Module::file).collect())
}

/// The folder in which the `mod name;` of a file are looked for.
fn module_folder(tree: &mut dyn Tree, file: &str) -> String {
    let folder = path::parent(file);
    if path::file_name(file) == "mod.rs" || crates::is_root(tree, file) {
        folder.to_owned()
    } else if folder.is_empty() {
        path::stem(file).to_owned()
    } else {
        format!("{folder}/{}", path::stem(file))
    }
}

/// The folder below `folder` that belongs to the inline module `inner`.
fn inner_folder(folder: &str, inner: &str) -> String {
    match (folder.is_empty(), inner.is_empty()) {
        (_, true) => folder.to_owned(),
        (true, false) => inner.replace('.', "/"),
        (false, false) => format!("{folder}/{}", inner.replace('.', "/")),
    }
}

/// `#[path]` counts from the folder of the file, or from that of the inline module it stands in.
fn placed(tree: &mut dyn Tree, file: &str, inner: &str, place: &str) -> Option<String> {
    if inner.is_empty() {
        path::join(path::parent(file), place)
    } else {
        let folder = module_folder(tree, file);
        path::join(&inner_folder(&folder, inner), place)
    }
}

/// Most inline modules around each other that a file may stand in.
const MAX_INLINE: usize = 8;

/// The module around the inline module `inner` of a file, or around the file.
fn parent(tree: &mut dyn Tree, file: &str, inner: &str) -> Resolution {
    if let Some((outer, _)) = inner.rsplit_once('.') {
        return Resolution::Modules(vec![Module::File { path: file.into(), inner: Name::new(outer) }]);
    }
    if !inner.is_empty() {
        return Resolution::file(file);
    }
    if crates::is_root(tree, file) {
        return Resolution::Missing("no-parent-module");
    }
    let mut folder = path::parent(file);
    if path::file_name(file) == "mod.rs" {
        if folder.is_empty() {
            return Resolution::Missing("no-parent-module");
        }
        folder = path::parent(folder);
    }
    let mut inline = String::new();
    for _ in 0..MAX_INLINE {
        let found = holding(tree, file, folder);
        if !found.is_empty() {
            let module = |path: String| Module::File { path: path.into(), inner: Name::new(&inline) };
            return Resolution::Modules(found.into_iter().take(8).map(module).collect());
        }
        if folder.is_empty() {
            break;
        }
        // A folder without a file of its own belongs to an inline module of the file around: `mod name { mod child; }`.
        let name = path::file_name(folder);
        inline = if inline.is_empty() { name.to_owned() } else { format!("{name}.{inline}") };
        folder = path::parent(folder);
    }
    Resolution::Missing("no-parent-module")
}

/// The files whose `mod name;` are looked for in `folder`, of those that `file` may belong to.
fn holding(tree: &mut dyn Tree, file: &str, folder: &str) -> Vec<String> {
    let within = if folder.is_empty() { "mod.rs".to_owned() } else { format!("{folder}/mod.rs") };
    if within != file && tree.is_file(&within) {
        return vec![within];
    }
    let roots: Vec<String> = crates::roots(tree, file).iter().filter(|root| path::parent(root) == folder).cloned().collect();
    let beside = format!("{folder}.rs");
    if roots.is_empty() && !folder.is_empty() && beside != file && tree.is_file(&beside) {
        return vec![beside];
    }
    roots
}
