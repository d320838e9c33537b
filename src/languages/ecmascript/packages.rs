//! Entry points of packages: `exports`, `imports`, `main`, and from what is built back to its source.

use super::super::semantics::{Config, Tree};
use super::modules::{at, beside, declares, file};
use crate::base::{Name, path};

/// Folders that hold what is built.
const BUILT: &[&str] = &["build", "cjs", "dist", "dist-types", "es", "esm", "lib", "out", "output", "types", "umd"];
/// Endings of built files, longest first.
const ENDINGS: &[&str] = &[".d.mts", ".d.cts", ".min.js", ".d.ts", ".mjs", ".cjs", ".js", ".jsx", ".mts", ".cts", ".ts", ".tsx"];

/// The package and the subpath of a bare name: `@a/b/c` is `@a/b` and `c`.
pub(super) fn split(name: &str) -> (&str, &str) {
    let scoped = usize::from(name.starts_with('@'));
    match name.match_indices('/').nth(scoped) {
        Some((at, _)) => (&name[..at], &name[at + 1..]),
        None => (name, ""),
    }
}

/// The files that a subpath of a package names; `""` is the package itself.
pub(super) fn entry(tree: &mut dyn Tree, manifest: &Config, subpath: &str) -> Vec<String> {
    let wanted = if subpath.is_empty() { ".".to_owned() } else { format!("./{subpath}") };
    for target in exported(manifest, &wanted) {
        let files = built(tree, manifest, &target);
        if !files.is_empty() {
            return files;
        }
    }
    if subpath.is_empty() {
        return main(tree, manifest);
    }
    // Packages without an `exports` map, and sources reached past it.
    for target in [subpath.to_owned(), format!("src/{subpath}")] {
        if let Some(target) = beside(manifest, &target) {
            let files = at(tree, &target);
            if !files.is_empty() {
                return files;
            }
        }
    }
    built(tree, manifest, subpath)
}

/// The same without declarations: what runs.
pub(super) fn code(tree: &mut dyn Tree, manifest: &Config, subpath: &str) -> Vec<String> {
    let wanted = if subpath.is_empty() { ".".to_owned() } else { format!("./{subpath}") };
    let mut targets = exported(manifest, &wanted);
    if subpath.is_empty() {
        let named = ["module", "main"].into_iter().filter_map(|entry| manifest.fact.entries.get(entry)).map(|it| String::from(it.as_str()));
        targets.extend(named.chain(["index".to_owned()]));
    }
    for target in targets {
        let mut files = built(tree, manifest, &target);
        files.retain(|file| !declares(file));
        if !files.is_empty() {
            return files;
        }
    }
    Vec::new()
}

/// Targets of `exports` for a subpath, best first.
fn exported(manifest: &Config, wanted: &str) -> Vec<String> {
    let fact = &manifest.fact;
    let targets =
        |key: &Name| -> Vec<Name> { fact.aliases.get(key).cloned().unwrap_or_else(|| fact.entries.get(key).cloned().into_iter().collect()) };
    let exact = Name::from(format!("exports:{wanted}"));
    if fact.entries.contains_key(&exact) {
        return targets(&exact).into_iter().map(String::from).collect();
    }
    let mut best: Option<(&Name, &str)> = None;
    for key in fact.entries.keys() {
        let Some(pattern) = key.strip_prefix("exports:") else { continue };
        if let Some(part) = matched(pattern, wanted)
            && best.is_none_or(|(other, _)| key.len() > other.len())
        {
            best = Some((key, part));
        }
    }
    best.map_or_else(Vec::new, |(key, part)| targets(key).iter().map(|target| target.replacen('*', part, 1)).collect())
}

/// What the star of a pattern stands for in `name`; a pattern that ends in `/` has one at its end.
pub(super) fn matched<'name>(pattern: &str, name: &'name str) -> Option<&'name str> {
    match pattern.split_once('*') {
        Some((head, tail)) => name.strip_prefix(head)?.strip_suffix(tail),
        None if pattern == name => Some(""),
        None if pattern.ends_with('/') => name.strip_prefix(pattern),
        None => None,
    }
}

/// The files that `main` and its kin name, or the conventional ones.
pub(super) fn main(tree: &mut dyn Tree, manifest: &Config) -> Vec<String> {
    for entry in ["source", "types", "module", "main"] {
        let Some(target) = manifest.fact.entries.get(entry) else { continue };
        let mut files = built(tree, manifest, target);
        if files.is_empty() {
            continue;
        }
        // Declarations tell the types, the code beside them the rest.
        if entry == "types" && files.iter().all(|file| file.contains(".d.")) {
            for other in ["module", "main"] {
                if let Some(target) = manifest.fact.entries.get(other) {
                    files.extend(built(tree, manifest, target));
                }
            }
        }
        files.dedup();
        files.truncate(8);
        return files;
    }
    for target in ["index", "src/index", "src/main", "lib/index"] {
        if let Some(target) = beside(manifest, target) {
            let files = file(tree, &target);
            if !files.is_empty() {
                return files;
            }
        }
    }
    Vec::new()
}

/// The files that a target names, or the sources it is built from.
fn built(tree: &mut dyn Tree, manifest: &Config, target: &str) -> Vec<String> {
    let Some(full) = beside(manifest, target) else { return Vec::new() };
    let files = at(tree, &full);
    if !files.is_empty() {
        return files;
    }
    let relative = path::join("", target).unwrap_or_default();
    let ending = ENDINGS.iter().find(|ending| relative.ends_with(*ending)).map_or(0, |ending| ending.len());
    let stem = &relative[..relative.len() - ending];
    let parts: Vec<&str> = stem.split('/').collect();
    let outer = parts.iter().take_while(|part| BUILT.contains(part)).count().min(parts.len().saturating_sub(1));
    let mut sources = Vec::new();
    for cut in (1..=outer).rev() {
        let rest = parts[cut..].join("/");
        let rest = rest.strip_prefix("src/").unwrap_or(&rest);
        sources.extend([format!("src/{rest}"), rest.to_owned(), format!("lib/{rest}")]);
    }
    // Bundlers name what they make of the whole after the package: `dist/name.prod.js`.
    let own = manifest.fact.name.as_deref().map(|name| name.rsplit('/').next().unwrap_or(name));
    if outer > 0 && parts.last().and_then(|last| last.split('.').next()) == own {
        sources.push("src/index".to_owned());
    }
    let mut found = sources.iter().filter_map(|source| beside(manifest, source)).map(|source| at(tree, &source));
    found.find(|files| !files.is_empty()).unwrap_or_default()
}

/// The files that `#name` means in the package around a file.
pub(super) fn internal(tree: &mut dyn Tree, from: &str, name: &str) -> Vec<String> {
    let Some(manifest) = tree.config_above(from, "npm") else { return Vec::new() };
    let mut patterns: Vec<&Name> = manifest.fact.aliases.keys().filter(|pattern| pattern.starts_with('#')).collect();
    patterns.sort_by_key(|pattern| (*pattern != name, std::cmp::Reverse(pattern.len())));
    for pattern in patterns {
        let Some(part) = matched(pattern, name) else { continue };
        for target in manifest.fact.aliases.get(pattern).into_iter().flatten() {
            let files = built(tree, &manifest, &target.replacen('*', part, 1));
            if !files.is_empty() {
                return files;
            }
        }
    }
    Vec::new()
}
