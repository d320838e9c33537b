//! Module naming: relative levels, source roots, packages of the same repository, the standard library.

use std::collections::BTreeSet;

use super::habits::{HABITS, STANDARD_LIBRARY};
use super::manifest::normalize;
use crate::base::Name;
use crate::base::path::{is_under, join, parent};
use crate::languages::semantics::{Config, Habits, Module, Offer, Resolution, Semantics, Tree};
use crate::shard::facts::{Flags, Import};

/// Most dependencies that are tried as the source of a module.
const MAX_DEPENDENCIES: usize = 64;

/// Folders of programs that are run where they lie, and never installed.
const SCRIPTS: &[&str] = &["benchmarks", "demo", "demos", "example", "examples", "sample", "samples", "scripts"];

/// Python's module naming.
#[derive(Debug)]
pub(super) struct Modules;

impl Semantics for Modules {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    /// What `__all__` lists or, without it, what has no leading underscore.
    fn is_offered(&self, name: &str, offer: Offer<'_>) -> bool {
        match offer {
            Offer::Symbol(symbol) => symbol.flags.has(Flags::EXPORTED) && !name.starts_with("__"),
            Offer::Import(import) => import.reexport,
            Offer::Indirect | Offer::Layout => !name.starts_with('_'),
        }
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let levels = import.module.len() - import.module.trim_start_matches('.').len();
        if levels > 0 {
            return relative(tree, from, levels, &import.module[levels..]);
        }
        absolute(tree, from, &import.module)
    }

    fn child(&self, tree: &mut dyn Tree, parent_module: &Module, name: &str, _place: Option<&str>) -> Resolution {
        let folder = match parent_module {
            Module::File { path, inner } if inner.is_empty() && is_package_file(path) => parent(path),
            Module::Folder(folder) => folder,
            _ => return Resolution::Missing("no-such-module"),
        };
        let Some(path) = join(folder, name) else { return Resolution::Missing("no-such-module") };
        let asks_stub = matches!(parent_module, Module::File { path, .. } if is_stub(path));
        module_at(tree, &path, asks_stub).map_or(Resolution::Missing("no-such-module"), |module| Resolution::Modules(vec![module]))
    }
}

fn is_package_file(path: &str) -> bool {
    matches!(crate::base::path::file_name(path), "__init__.py" | "__init__.pyi")
}

fn is_stub(path: &str) -> bool {
    path.ends_with(".pyi")
}

/// The module at a path without extension: a file before a folder without one of its own.
fn module_at(tree: &mut dyn Tree, path: &str, asks_stub: bool) -> Option<Module> {
    file_at(tree, path, asks_stub).or_else(|| folder_at(tree, path))
}

/// The file of a module at a path without extension: a package before a module, source before stubs, unless a stub asks: it knows those.
fn file_at(tree: &mut dyn Tree, path: &str, asks_stub: bool) -> Option<Module> {
    let initializer = if path.is_empty() { String::new() } else { format!("{path}/") };
    let mut candidates = Vec::new();
    for ending in if asks_stub { [".pyi", ".py"] } else { [".py", ".pyi"] } {
        candidates.push(format!("{initializer}__init__{ending}"));
        if !path.is_empty() {
            candidates.push(format!("{path}{ending}"));
        }
    }
    candidates.into_iter().find(|candidate| tree.is_file(candidate)).map(Module::file)
}

fn folder_at(tree: &mut dyn Tree, path: &str) -> Option<Module> {
    (!path.is_empty() && tree.is_folder(path)).then(|| Module::Folder(path.into()))
}

fn relative(tree: &mut dyn Tree, from: &str, levels: usize, rest: &str) -> Resolution {
    let mut folder = parent(from);
    for _ in 1..levels {
        if folder.is_empty() {
            return Resolution::Missing("beyond-top");
        }
        folder = parent(folder);
    }
    let Some(path) = join(folder, &rest.replace('.', "/")) else { return Resolution::Missing("beyond-top") };
    match module_at(tree, &path, is_stub(from)) {
        Some(module) => Resolution::Modules(vec![module]),
        // The top of the repository is a folder even where nobody can name it.
        None if path.is_empty() => Resolution::Modules(vec![Module::Folder(path.into())]),
        None => Resolution::Missing("no-such-module"),
    }
}

fn absolute(tree: &mut dyn Tree, from: &str, module: &str) -> Resolution {
    let top = module.split('.').next().unwrap_or(module);
    let path = module.replace('.', "/");
    let config = tree.config_above(from, "pypi");
    let roots = roots(tree, from, config.as_deref());
    let asks_stub = is_stub(from);
    // What the platform has comes before the folders of other scripts, not before the one that a script is run from.
    let (near, far): (Vec<String>, Vec<String>) = roots.iter().cloned().partition(|root| root == parent(from) || is_told(config.as_deref(), root));
    if let Some(found) = find(tree, &near, &path, asks_stub) {
        return Resolution::Modules(vec![found]);
    }
    if STANDARD_LIBRARY.binary_search(&top).is_ok() {
        return Resolution::External(top.into());
    }
    if let Some(found) = find(tree, &far, &path, asks_stub) {
        return Resolution::Modules(vec![found]);
    }
    for root in &roots {
        let Some(folder) = join(root, &path) else { continue };
        // A script in `examples/trio` that imports `trio` does not mean the folder that it stands in, unless names are known to count from above that.
        if is_under(from, &folder) && !is_told(config.as_deref(), root) {
            continue;
        }
        if let Some(folder) = folder_at(tree, &folder) {
            return Resolution::Modules(vec![folder]);
        }
    }
    if let Some(found) = in_packages(tree, config.as_deref(), top, &path, asks_stub) {
        return Resolution::Modules(vec![found]);
    }
    if path != top && (find(tree, &roots, top, asks_stub).is_some() || in_packages(tree, config.as_deref(), top, top, asks_stub).is_some()) {
        return Resolution::Missing("no-such-module");
    }
    // Test runners let tests import what lies beside them, an initializer there or not, and so does whoever runs a script of a folder that nobody installs.
    let declared = config.as_deref().is_some_and(|config| config.fact.dependencies.contains_key(normalize(top).as_str()));
    if !declared
        && (crate::base::path::is_test(from) || is_beside_packages(tree, config.as_deref(), from))
        && let Some(found) = join(parent(from), &path).and_then(|path| file_at(tree, &path, asks_stub))
        && !matches!(&found, Module::File { path, .. } if path == from)
    {
        return Resolution::Modules(vec![found]);
    }
    Resolution::External(top.into())
}

/// Whether the outermost package around a file stands in no folder that names are known to count from, or bears the name of a folder of examples.
fn is_beside_packages(tree: &mut dyn Tree, config: Option<&Config>, from: &str) -> bool {
    let mut outermost = parent(from);
    let is_package =
        |tree: &mut dyn Tree, folder: &str| file_at_initializer(tree, folder) || config.is_some_and(|config| is_namespace(config, folder));
    while !outermost.is_empty() && !parent(outermost).is_empty() && is_package(tree, parent(outermost)) {
        outermost = parent(outermost);
    }
    let name = crate::base::path::file_name(outermost);
    !outermost.is_empty() && (SCRIPTS.contains(&name) || !is_told(config, parent(outermost)))
}

/// The folders that absolute names count from, best first: what the nearest manifest says, its folder, the usual `src`, the top, and the folders
/// of scripts around the asking file.
fn roots(tree: &mut dyn Tree, from: &str, config: Option<&Config>) -> Vec<String> {
    let base = config.map_or("", Config::folder);
    let mut roots = config.map_or_else(Vec::new, package_roots);
    if config.is_none() {
        roots.extend([String::new(), "src".to_owned()]);
    }
    let mut folder = parent(from);
    while folder.len() > base.len() {
        // A folder with an initializer is a package; its siblings are named through it.
        if file_at_initializer(tree, folder) || config.is_some_and(|config| is_namespace(config, folder)) {
            folder = parent(folder);
            continue;
        }
        roots.push(folder.to_owned());
        folder = parent(folder);
    }
    roots.push(String::new());
    let mut seen = BTreeSet::new();
    roots.retain(|root| seen.insert(root.clone()));
    roots
}

/// Whether a folder without an initializer is part of the package that a manifest declares, all the same (PEP 420): it lies below a folder that the manifest
/// says packages lie in, or bears the name of the project or of what that name begins with.
fn is_namespace(config: &Config, folder: &str) -> bool {
    let said = |root: &str| root != config.folder() && config.fact.source_roots.iter().any(|it| join(config.folder(), it).as_deref() == Some(root));
    package_roots(config).iter().any(|root| {
        let below = if root.is_empty() { Some(folder) } else { folder.strip_prefix(root.as_str()).and_then(|below| below.strip_prefix('/')) };
        let Some(first) = below.and_then(|below| below.split('/').next()) else { return false };
        let first = normalize(first);
        let names = |name: &Name| normalize(name).strip_prefix(first.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        said(root) || (!first.is_empty() && config.fact.name.as_ref().is_some_and(names))
    })
}

fn file_at_initializer(tree: &mut dyn Tree, folder: &str) -> bool {
    tree.is_file(&format!("{folder}/__init__.py"))
}

/// The roots that a package's own manifest gives.
fn package_roots(config: &Config) -> Vec<String> {
    let folder = config.folder();
    let mut roots: Vec<String> = config.fact.source_roots.iter().filter_map(|root| join(folder, root)).collect();
    roots.push(folder.to_owned());
    roots.extend(join(folder, "src"));
    roots
}

fn find(tree: &mut dyn Tree, roots: &[String], path: &str, asks_stub: bool) -> Option<Module> {
    roots.iter().filter_map(|root| join(root, path)).find_map(|path| file_at(tree, &path, asks_stub))
}

/// Whether a manifest, or custom where there is none, says that names count from a folder.
fn is_told(config: Option<&Config>, root: &str) -> bool {
    config.map_or(matches!(root, "" | "src"), |config| package_roots(config).iter().any(|it| it == root))
}

/// The module in another package of the repository: the one of that name, or a declared dependency.
fn in_packages(tree: &mut dyn Tree, config: Option<&Config>, top: &str, path: &str, asks_stub: bool) -> Option<Module> {
    let own = normalize(top);
    let declared = config.into_iter().flat_map(|config| config.fact.dependencies.keys().take(MAX_DEPENDENCIES));
    let others = declared.map(Name::as_str).filter(|name| *name != own);
    for name in std::iter::once(own.as_str()).chain(others) {
        for package in tree.packages_named("pypi", name).iter() {
            let found = find(tree, &package_roots(package), path, asks_stub);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
