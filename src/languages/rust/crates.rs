//! Crates: which files are their roots, and which crate a name means by Cargo's manifests.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::manifest::CRATE;
use crate::base::{Name, path};
use crate::languages::semantics::{Config, Module, Resolution, Tree};
use crate::shard::config::ConfigFact;
use crate::shard::expr::Expr;
use crate::shard::facts::{Facts, Flags, Owner, SymbolKind};

/// Crates that come with the compiler.
const SYSROOT: &[&str] = &["alloc", "core", "proc_macro", "std", "test"];

/// Folders whose files, and whose folders with a `main.rs`, are crates of their own.
const TARGET_FOLDERS: &[&str] = &["benches", "examples", "src/bin", "tests"];

/// Most folders that are climbed in search of something.
const MAX_CLIMB: usize = 32;

/// Whether a file is the root of a crate.
pub fn is_root(tree: &mut dyn Tree, file: &str) -> bool {
    let found = tree.once("crate root", file, |tree, file| {
        let is_root = match package_of(tree, file) {
            Some(config) => is_target(&config, file),
            None => matches!(path::file_name(file), "lib.rs" | "main.rs" | "build.rs"),
        };
        if is_root { vec![file.to_owned()] } else { Vec::new() }
    });
    !found.is_empty()
}

/// The roots of the crates a file can belong to; several where a library and a program share a folder.
pub fn roots(tree: &mut dyn Tree, file: &str) -> Arc<[String]> {
    tree.once("crate roots", file, find_roots)
}

fn find_roots(tree: &mut dyn Tree, file: &str) -> Vec<String> {
    let Some(config) = package_of(tree, file) else { return loose_roots(tree, file) };
    if is_target(&config, file) {
        return vec![file.to_owned()];
    }
    let mut candidates: Vec<String> = targets(&config.fact).filter_map(|target| path::join(config.folder(), target)).collect();
    let relative = relative(&config, file).unwrap_or(file);
    for folder in TARGET_FOLDERS {
        if let Some((name, _)) = relative.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).and_then(|rest| rest.split_once('/')) {
            candidates.extend(path::join(config.folder(), &format!("{folder}/{name}/main.rs")));
        }
    }
    candidates.extend(["src/lib.rs", "src/main.rs"].iter().filter_map(|target| path::join(config.folder(), target)));
    candidates.retain(|root| path::is_under(file, path::parent(root)));
    candidates.sort_by_key(|root| std::cmp::Reverse(path::parent(root).len()));
    candidates.dedup();
    let mut found: Vec<String> = Vec::new();
    for root in candidates {
        let nearest = found.first().is_none_or(|first| path::parent(first).len() == path::parent(&root).len());
        if nearest && !found.contains(&root) && tree.is_file(&root) {
            found.push(root);
        }
    }
    if found.is_empty() { declaring_roots(tree, &config, file) } else { found }
}

/// The files directly in a folder of targets that declare a module which `file` is, or belongs to: any number of tests may share one.
fn declaring_roots(tree: &mut dyn Tree, config: &Config, file: &str) -> Vec<String> {
    let relative = relative(config, file).unwrap_or(file);
    let within = |folder: &&str| relative.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let Some(folder) = TARGET_FOLDERS.iter().copied().find(within) else { return Vec::new() };
    let whole = relative.strip_suffix(".rs").unwrap_or(relative);
    let first = whole[folder.len() + 1..].split('/').next().map_or(whole, |first| &whole[..folder.len() + 1 + first.len()]);
    // A module lies in the folder of its outermost one, or where an attribute places it.
    let places: BTreeSet<String> = [first, whole].into_iter().filter_map(|place| path::join(config.folder(), place)).collect();
    let declaring = places.iter().flat_map(|place| tree.declaring(place)).map(|root| root.to_string()).collect::<BTreeSet<_>>().into_iter();
    declaring.filter(|root| is_target(config, root)).collect()
}

/// The places of the modules that a file directly in a folder of targets declares: its crate is not told by where they lie.
pub fn declared_places(file: &str, facts: &Facts) -> Vec<String> {
    let folder = path::parent(file);
    if !TARGET_FOLDERS.iter().any(|it| folder == *it || folder.strip_suffix(it).is_some_and(|above| above.ends_with('/'))) {
        return Vec::new();
    }
    let mut places = BTreeSet::new();
    for it in facts.symbols.iter().filter(|it| it.kind == SymbolKind::Module && it.flags.has(Flags::OUT_OF_LINE)) {
        let written = match it.value.and_then(|id| facts.expr(id)) {
            Some(Expr::Literal(places)) => places.as_str(),
            _ => "",
        };
        for place in written.split('\n') {
            if place.is_empty() {
                places.extend(it.qualified.split('.').next().map(|outermost| format!("{folder}/{outermost}")));
            } else if it.owner == Owner::File {
                places.extend(path::join(folder, place.strip_suffix(".rs").unwrap_or(place)));
            }
        }
    }
    places.into_iter().collect()
}

/// Roots without a manifest: the nearest `lib.rs` or `main.rs`.
fn loose_roots(tree: &mut dyn Tree, file: &str) -> Vec<String> {
    let mut folder = path::parent(file);
    for _ in 0..MAX_CLIMB {
        let found: Vec<String> = ["lib.rs", "main.rs"].iter().filter_map(|name| path::join(folder, name)).filter(|root| tree.is_file(root)).collect();
        if !found.is_empty() || folder.is_empty() {
            return found;
        }
        folder = path::parent(folder);
    }
    Vec::new()
}

/// The manifest that declares the package of a file.
fn package_of(tree: &mut dyn Tree, file: &str) -> Option<Arc<Config>> {
    tree.config_above(file, "cargo").filter(|config| config.fact.name.is_some())
}

/// Whether the imports of a file begin at the root of its crate: so they do up to the edition of 2018.
pub fn imports_from_root(tree: &mut dyn Tree, file: &str) -> bool {
    package_of(tree, file).is_some_and(|config| config.fact.source_roots.contains(&CRATE))
}

fn relative<'file>(config: &Config, file: &'file str) -> Option<&'file str> {
    let folder = config.folder();
    if folder.is_empty() { Some(file) } else { file.strip_prefix(folder)?.strip_prefix('/') }
}

/// The paths of the targets that a manifest names.
fn targets(fact: &ConfigFact) -> impl Iterator<Item = &str> {
    fact.entries.iter().filter(|(key, _)| names_target(key)).map(|(_, target)| target.as_str())
}

/// Whether an entry of a manifest tells where a target lies.
fn names_target(key: &str) -> bool {
    ["bench:", "bin:", "build", "example:", "lib", "test:"].iter().any(|kind| key.starts_with(kind))
}

fn is_target(config: &Config, file: &str) -> bool {
    let Some(relative) = relative(config, file) else { return false };
    if matches!(relative, "build.rs" | "src/lib.rs" | "src/main.rs")
        || config.fact.entries.iter().any(|(key, target)| target == relative && names_target(key))
    {
        return true;
    }
    let is_looked_through = |folder: &&&str| !config.fact.entries.contains_key(format!("{}{folder}", super::manifest::NOT_FOUND).as_str());
    TARGET_FOLDERS.iter().filter(is_looked_through).any(|folder| {
        let rest = relative.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or("/");
        match rest.split_once('/') {
            None => rest.ends_with(".rs"),
            Some((_, below)) => below == "main.rs",
        }
    })
}

/// Where the name of a crate leads from a file: its own package's library, a declared dependency, the standard library.
pub fn external(tree: &mut dyn Tree, file: &str, name: &str) -> Resolution {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let nearest = tree.config_above(file, "cargo");
    if let Some(config) = &nearest
        && tree.once("crates in reach", config.folder(), in_reach).binary_search_by(|it| it.as_str().cmp(name)).is_ok()
    {
        if let Some(resolution) = dependency(tree, config, file, name) {
            return resolution;
        }
        if crate_names(&config.fact).any(|own| own == name)
            && let Some(root) = library(tree, config)
        {
            return Resolution::file(root);
        }
    }
    if SYSROOT.contains(&name) {
        return Resolution::External(name.into());
    }
    Resolution::Missing("unbound")
}

/// The names of crates that mean something to the manifest of a folder, sorted; they may lead nowhere all the same. Most names that are asked for are none.
fn in_reach(tree: &mut dyn Tree, folder: &str) -> Vec<String> {
    let Some(config) = tree.config_in(folder, "cargo") else { return Vec::new() };
    let mut names: Vec<String> = crate_names(&config.fact).collect();
    for (key, place) in &config.fact.dependencies {
        names.push(crate_name(key));
        let others = if place.is_empty() { tree.packages_named("cargo", key) } else { placed(tree, &config, place).into_iter().collect() };
        names.extend(others.iter().flat_map(|other| other.fact.entries.keys()).filter_map(|key| key.strip_prefix("lib:")).map(crate_name));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// A package name as a crate name.
fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

/// Whether a package name is this crate name.
fn is_crate_name(package: &str, name: &str) -> bool {
    package.len() == name.len() && package.bytes().map(|byte| if byte == b'-' { b'_' } else { byte }).eq(name.bytes())
}

/// The names that the library of a package has in source text.
fn crate_names(fact: &ConfigFact) -> impl Iterator<Item = String> {
    let explicit = fact.entries.keys().find_map(|key| key.strip_prefix("lib:"));
    explicit.or(fact.name.as_deref()).map(crate_name).into_iter()
}

/// The root file of the library of a package.
fn library(tree: &mut dyn Tree, config: &Config) -> Option<String> {
    let target = config.fact.entries.get("lib").map_or("src/lib.rs", |target| target.as_str());
    path::join(config.folder(), target).filter(|root| tree.is_file(root))
}

/// A dependency that `config` declares under this crate name.
fn dependency(tree: &mut dyn Tree, config: &Config, file: &str, name: &str) -> Option<Resolution> {
    let dependencies = &config.fact.dependencies;
    if let Some((key, place)) = dependencies.iter().find(|(key, _)| is_crate_name(key, name)) {
        return Some(declared(tree, config, file, key, place));
    }
    // A library may bear another name than its package; only manifests in reach can tell.
    for (key, place) in dependencies.iter().filter(|(key, _)| !config.fact.renames.contains_key(*key)) {
        let bears = |other: &Arc<Config>| other.fact.entries.keys().any(|key| key.strip_prefix("lib:").is_some_and(|lib| is_crate_name(lib, name)));
        if place.is_empty() && !tree.packages_named("cargo", key).iter().any(bears) {
            continue;
        }
        if let Some(other) = candidates(tree, config, file, key, place).iter().find(|other| bears(other)) {
            return library(tree, other).map(Resolution::file);
        }
    }
    None
}

/// Where a declared dependency lives.
fn declared(tree: &mut dyn Tree, config: &Config, file: &str, key: &str, place: &str) -> Resolution {
    let (package, elsewhere) = real_name(tree, config, key);
    let found = if elsewhere { Vec::new() } else { candidates(tree, config, file, &package, place) };
    let roots: Vec<String> = found.iter().filter_map(|other| library(tree, other)).collect();
    if roots.is_empty() { Resolution::External(package.into()) } else { Resolution::Modules(roots.into_iter().take(8).map(Module::file).collect()) }
}

/// The package behind a dependency key, renamed here or, for inherited ones, in the workspace's manifest; and whether that one gives it another name without
/// saying where it lies: it is another version than the one beside it.
fn real_name(tree: &mut dyn Tree, config: &Config, key: &str) -> (String, bool) {
    let renamed = |config: &Config| {
        let real = config.fact.renames.get(key)?;
        Some((real.to_string(), config.fact.dependencies.get(key).is_some_and(Name::is_empty)))
    };
    if let Some(real) = renamed(config) {
        return real;
    }
    let mut folder = config.folder().to_owned();
    for _ in 0..MAX_CLIMB {
        if folder.is_empty() {
            break;
        }
        let Some(above) = tree.config_above(&folder, "cargo") else { break };
        if let Some(real) = renamed(&above) {
            return real;
        }
        if !above.fact.members.is_empty() {
            break;
        }
        above.folder().clone_into(&mut folder);
    }
    (key.to_owned(), false)
}

/// The manifest at a place that another one names.
fn placed(tree: &mut dyn Tree, config: &Config, place: &str) -> Option<Arc<Config>> {
    path::join(config.folder(), place).and_then(|folder| tree.config_in(&folder, "cargo"))
}

/// Manifests of the repository that can stand for a dependency: the one at its path, or else those of its name that lie nearest.
fn candidates(tree: &mut dyn Tree, config: &Config, file: &str, package: &str, place: &str) -> Vec<Arc<Config>> {
    if !place.is_empty() {
        return placed(tree, config, place).into_iter().collect();
    }
    let mut found: Vec<_> = tree.packages_named("cargo", package).iter().filter(|other| other.path != config.path).cloned().collect();
    let shared = |other: &Arc<Config>| other.path.bytes().zip(file.bytes()).take_while(|(lhs, rhs)| lhs == rhs).count();
    let best = found.iter().map(shared).max().unwrap_or(0);
    found.retain(|other| shared(other) == best);
    found
}
