//! Path aliases of `tsconfig.json`, through its chain of `extends` and its project references, and those of bundlers.

use std::sync::Arc;

use super::super::semantics::{Config, Tree};
use super::aliases::BUNDLER;
use super::modules::beside;
use super::packages::{self, matched};
use crate::base::{Name, path};

/// The manager of options that others extend, whatever their file is called.
pub(super) const SHARED: &str = "tsconfig-shared";

/// Longest chain of `extends` that is followed.
const LONGEST: usize = 8;

/// What the configuration of a file says of names that are no paths. All paths are repo-relative.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    /// The folder in which bare names may be paths.
    pub base: Option<String>,
    patterns: Vec<(Name, Vec<String>)>,
}

impl Aliases {
    /// The paths that a name may stand for, by the longest pattern that fits.
    pub fn targets(&self, name: &str) -> Vec<String> {
        let mut best: Option<(&Vec<String>, &str, usize)> = None;
        for (pattern, targets) in &self.patterns {
            let Some(part) = matched(pattern, name) else { continue };
            let weight = pattern.find('*').unwrap_or(usize::MAX);
            if best.is_none_or(|(_, _, other)| weight > other) {
                best = Some((targets, part, weight));
            }
        }
        best.map_or_else(Vec::new, |(targets, part, _)| targets.iter().map(|target| target.replacen('*', part, 1)).collect())
    }

    /// Whether nothing is said.
    fn is_empty(&self) -> bool {
        self.base.is_none() && self.patterns.is_empty()
    }
}

/// The paths that a name may stand for by the nearest configuration of a bundler that has aliases.
pub(super) fn bundled(tree: &mut dyn Tree, from: &str, name: &str) -> Vec<String> {
    let Some(config) = tree.config_above(from, BUNDLER) else { return Vec::new() };
    let file = path::file_name(&config.path);
    // Tests of bundlers write such objects too.
    if !["config", "webpack", "babel"].iter().any(|part| file.contains(part)) {
        return Vec::new();
    }
    let folder = config.folder();
    let joined = |target: &Name| path::join(folder, target);
    let patterns = config.fact.aliases.iter().map(|(pattern, targets)| (pattern.clone(), targets.iter().filter_map(joined).collect())).collect();
    Aliases { base: None, patterns }.targets(name)
}

/// The aliases that hold in a file.
pub(super) fn aliases(tree: &mut dyn Tree, from: &str) -> Aliases {
    let Some(nearest) = tree.config_above(from, "tsconfig") else { return Aliases::default() };
    let found = chain(tree, Arc::clone(&nearest));
    if !found.is_empty() {
        return found;
    }
    // A solution file only refers to the real ones.
    for reference in &nearest.fact.references {
        if let Some(config) = beside(&nearest, reference).and_then(|target| config_at(tree, &target)) {
            let found = chain(tree, config);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Aliases::default()
}

fn chain(tree: &mut dyn Tree, start: Arc<Config>) -> Aliases {
    let mut base: Option<String> = None;
    let mut paths: Option<Arc<Config>> = None;
    let mut queue = vec![start];
    let mut seen: Vec<Name> = Vec::new();
    while let Some(config) = queue.pop() {
        if seen.len() >= LONGEST || seen.contains(&config.path) {
            continue;
        }
        seen.push(config.path.clone());
        if base.is_none() {
            base = config.fact.base.as_ref().and_then(|it| beside(&config, it));
        }
        if paths.is_none() && !config.fact.aliases.is_empty() {
            paths = Some(Arc::clone(&config));
        }
        // Of several parents the last one wins, so it is popped first.
        for parent in &config.fact.extends {
            queue.extend(parent_of(tree, &config, parent));
        }
    }
    let patterns = paths.map_or_else(Vec::new, |config| {
        let folder = base.as_deref().unwrap_or(config.folder());
        let joined = |target: &Name| path::join(folder, target);
        config.fact.aliases.iter().map(|(pattern, targets)| (pattern.clone(), targets.iter().filter_map(joined).collect())).collect()
    });
    Aliases { base, patterns }
}

fn parent_of(tree: &mut dyn Tree, config: &Config, parent: &str) -> Option<Arc<Config>> {
    if parent.starts_with('.') {
        return config_at(tree, &beside(config, parent)?);
    }
    let (package, subpath) = packages::split(parent);
    let manifest = tree.packages_named("npm", package).first().cloned()?;
    let subpath = if subpath.is_empty() { "tsconfig.json" } else { subpath };
    config_at(tree, &beside(&manifest, subpath)?)
}

/// The configuration at a path that may leave out `.json` or name a folder.
fn config_at(tree: &mut dyn Tree, target: &str) -> Option<Arc<Config>> {
    let named = if target.ends_with(".json") { target.to_owned() } else { format!("{target}.json") };
    let folder = path::parent(&named);
    let found = match path::file_name(&named) {
        "tsconfig.json" | "jsconfig.json" => tree.config_in(folder, "tsconfig"),
        _ => tree.configs_in(folder, SHARED).iter().find(|config| config.path == named).cloned(),
    };
    found.or_else(|| tree.config_in(target, "tsconfig"))
}
