//! Where libraries, packages and parts lead.

use super::habits::HABITS;
use crate::base::{Name, path};
use crate::languages::semantics::{Habits, Offer, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Flags, Import, Symbol};
use crate::shard::publish::stem;

/// Begins the module of an import that takes in a part of the library.
const PART: &str = "part ";
/// Begins that of one by which a part belongs to a library.
const PART_OF: &str = "part of ";

/// The package manager.
pub(super) const PUB: &str = "pub";

/// Dart's libraries.
pub struct Dart;

impl Semantics for Dart {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    /// The parts that a library names: each asks who does.
    fn declared_places(&self, from: &str, facts: &Facts) -> Vec<String> {
        let uris = facts.imports.iter().filter_map(|it| it.module.strip_prefix(PART)).filter(|uri| !uri.starts_with("of "));
        uris.filter_map(|uri| path::join(path::parent(from), uri)).map(|part| stem(&part).to_owned()).collect()
    }

    fn keeps_imports(&self) -> bool {
        true
    }

    fn is_whole(&self, import: &Import) -> bool {
        import.module.starts_with(PART)
    }

    /// Names that start with `_` are those of one library.
    fn is_offered(&self, name: &str, offer: Offer<'_>) -> bool {
        match offer {
            Offer::Import(import) => import.reexport,
            Offer::Symbol(_) | Offer::Indirect => !name.starts_with('_'),
            Offer::Layout => false,
        }
    }

    fn is_nameable(&self, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::FILE_LOCAL)
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let written = import.module.as_str();
        if let Some(library) = written.strip_prefix(PART_OF) {
            return library_of(tree, from, library);
        }
        let uri = written.strip_prefix(PART).unwrap_or(written);
        if let Some((package, file)) = uri.strip_prefix("package:").and_then(|it| it.split_once('/')) {
            return of_package(tree, from, package, file);
        }
        if uri.contains(':') {
            return Resolution::External(uri.into());
        }
        existing(tree, path::parent(from), uri).map_or(Resolution::Missing("no-such-file"), Resolution::file)
    }
}

/// The library that a part belongs to: the one that names it, else the one that it names.
fn library_of(tree: &mut dyn Tree, from: &str, library: &str) -> Resolution {
    if let Some(found) = tree.declaring(stem(from)).into_iter().next() {
        return Resolution::file(found);
    }
    existing(tree, path::parent(from), library).map_or(Resolution::Missing("no-such-file"), Resolution::file)
}

/// `package:NAME/FILE` is `lib/FILE` of the package of that name: the file's own before others that bear it.
fn of_package(tree: &mut dyn Tree, from: &str, package: &str, file: &str) -> Resolution {
    let named = |name: Option<&Name>| name.is_some_and(|name| name == package);
    let own = tree.config_above(from, PUB).filter(|config| named(config.fact.name.as_ref()));
    let configs: Vec<_> = match own {
        Some(own) => vec![own],
        None => tree.packages_named(PUB, package).to_vec(),
    };
    let found = configs.iter().find_map(|config| existing(tree, config.folder(), &format!("lib/{file}")));
    match found {
        Some(found) => Resolution::file(found),
        None if configs.is_empty() => Resolution::External(smol_str::format_smolstr!("package:{package}")),
        None => Resolution::Missing("no-such-file"),
    }
}

fn existing(tree: &mut dyn Tree, folder: &str, file: &str) -> Option<String> {
    path::join(folder, file).filter(|path| !path.is_empty() && tree.is_file(path))
}
