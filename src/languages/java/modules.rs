//! Where packages, imports and dotted names lead.

use super::habits::HABITS;
use super::imports::split;
use crate::base::{Name, path};
use crate::languages::semantics::{Habits, Module, Offer, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Import, Imported};

/// First names of packages, sorted: a dotted name that starts with one of them and is bound nowhere is a package.
const PACKAGE_ROOTS: &[&str] = &[
    "ai", "android", "androidx", "app", "au", "be", "biz", "br", "ch", "cn", "co", "com", "cz", "de", "dev", "dk", "edu", "es", "eu", "fi", "fr",
    "gov", "groovy", "il", "in", "info", "io", "it", "jakarta", "java", "javafx", "javax", "jdk", "jp", "junit", "kotlin", "kotlinx", "lombok", "me",
    "mx", "name", "net", "nl", "no", "nz", "org", "pl", "ru", "scala", "se", "sun", "tech", "tv", "uk", "us",
];

/// Packages of the platform itself.
const PLATFORM_ROOTS: &[&str] = &["java", "javafx", "javax", "jdk", "sun"];

/// Java's packages.
pub struct Java;

impl Semantics for Java {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    /// The declared package; files without one share the unnamed package.
    fn namespaces(&self, _: &str, facts: &Facts) -> Vec<Name> {
        vec![facts.namespace.clone().unwrap_or_default()]
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let written = import.module.as_str();
        let (package, ty) = if import.imported == Imported::Wildcard && has_type(written) { split(written) } else { (written, "") };
        if !tree.has_namespace(package) {
            return absent(tree, package);
        }
        if ty.is_empty() {
            return Resolution::Modules(vec![Module::Namespace(package.into())]);
        }
        let outer = ty.split('.').next().unwrap_or(ty);
        // Where the layout of folders does not tell, the package does: it may have other source roots.
        let files = match file_of_type(tree, from, package, outer) {
            Some(file) => vec![file],
            None => tree.defining(package, outer),
        };
        if files.is_empty() {
            return Resolution::Missing("static-wildcard");
        }
        Resolution::Modules(files.into_iter().map(|path| Module::File { path, inner: ty.into() }).collect())
    }

    /// `import p.*` brings the types of a package, never the packages below it.
    fn is_offered(&self, _name: &str, offer: Offer<'_>) -> bool {
        !matches!(offer, Offer::Layout)
    }

    /// The first name of a fully qualified one. Names of the file's own package count too, and packages of a single name.
    fn root(&self, tree: &mut dyn Tree, from: &Module, name: &str) -> Resolution {
        let own = matches!(from, Module::Namespace(package) if !package.is_empty() && package.split('.').next() == Some(name));
        let known = own || PACKAGE_ROOTS.binary_search(&name).is_ok();
        if known || (name.starts_with(|first: char| !first.is_uppercase()) && tree.has_namespace(name)) {
            Resolution::Modules(vec![Module::Namespace(name.into())])
        } else {
            Resolution::Missing("unbound")
        }
    }

    /// By convention packages are written in lower case, types in mixed case, and constants, which a value may have too, in upper case.
    fn is_written_in_full(&self, path: &[&str], name: &str) -> bool {
        let is_package = |name: &&str| name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_');
        path.iter().all(is_package) && name.starts_with(char::is_uppercase) && name.chars().any(char::is_lowercase)
    }

    /// A package inside a package. Whether it exists is asked when a type is: packages above it need hold no file.
    fn child(&self, tree: &mut dyn Tree, parent: &Module, name: &str, _: Option<&str>) -> Resolution {
        let Module::Namespace(package) = parent else { return Resolution::Missing("no-such-member") };
        if !name.starts_with(char::is_uppercase) {
            return Resolution::Modules(vec![Module::Namespace(smol_str::format_smolstr!("{package}.{name}"))]);
        }
        if tree.has_namespace(package) { Resolution::Missing("no-such-type") } else { absent(tree, package) }
    }
}

/// A package that no file declares. Below a package of the repository it is the repository's own (generated, or gone); otherwise it is
/// somebody else's, named by its first two segments (the platform) or three (libraries).
fn absent(tree: &mut dyn Tree, package: &str) -> Resolution {
    if package.is_empty() || package.match_indices('.').skip(2).any(|(at, _)| tree.has_namespace(&package[..at])) {
        return Resolution::Missing("no-such-package");
    }
    let count = if package.split('.').next().is_some_and(|first| PLATFORM_ROOTS.contains(&first)) { 2 } else { 3 };
    let end = package.match_indices('.').nth(count - 1).map_or(package.len(), |(at, _)| at);
    Resolution::External(package[..end].into())
}

fn has_type(path: &str) -> bool {
    path.split('.').any(|name| name.starts_with(char::is_uppercase))
}

/// The file of a public type, by the folder layout that compilers and build tools ask for: below a folder that also holds the asking file,
/// below the main sources beside the asking tests, or below a source folder that the build file names.
fn file_of_type(tree: &mut dyn Tree, from: &str, package: &str, outer: &str) -> Option<Name> {
    let tail = if package.is_empty() { format!("{outer}.java") } else { format!("{}/{outer}.java", package.replace('.', "/")) };
    let mut folder = path::parent(from);
    loop {
        let found = ["", "src/main/java", "src/test/java"].into_iter().find_map(|sources| file_below(tree, folder, sources, &tail));
        if found.is_some() {
            return found;
        }
        if folder.is_empty() {
            return file_below_configured_roots(tree, from, &tail);
        }
        folder = path::parent(folder);
    }
}

fn file_below_configured_roots(tree: &mut dyn Tree, from: &str, tail: &str) -> Option<Name> {
    for manager in HABITS.managers {
        let Some(config) = tree.config_above(from, manager) else { continue };
        let found = config.fact.source_roots.iter().find_map(|root| file_below(tree, config.folder(), root, tail));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The file `tail` below the folder `sources` of a folder, where the tree holds it.
fn file_below(tree: &mut dyn Tree, folder: &str, sources: &str, tail: &str) -> Option<Name> {
    let file = path::join(folder, sources).and_then(|root| path::join(&root, tail))?;
    tree.is_file(&file).then(|| file.into())
}
