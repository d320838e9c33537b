//! Where includes lead, and the habits of C and C++.

use super::expressions::TEXT;
use super::foreign_members::FOREIGN_MEMBERS;
use super::headers;
use super::numbers;
use super::standard;
use crate::base::{Name, path};
use crate::languages::habits::{Arguments, Classes, Foreign, Holding};
use crate::languages::platforms;
use crate::languages::semantics::{Construction, Habits, Overriding, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Flags, Import, Symbol};

/// Semantics of C.
pub(super) static C: Family = Family { habits: &C_HABITS };
/// Semantics of C++.
pub(super) static CPP: Family = Family { habits: &CPP_HABITS };

/// C and C++ find files the same way.
pub(super) struct Family {
    habits: &'static Habits,
}

/// What C and C++ have in common.
const SHARED: Habits = Habits {
    textual_includes: true,
    preprocessed: true,
    announced: true,
    compiled: &["c", "c++", "cc", "cpp", "cxx"],
    known_libraries: &["libc", "libstdc++"],
    functions: &[standard::POINTED_TO],
    aliases_declare: true,
    holding: Holding { plain_arrays: true, ..Holding::NONE },
    arguments: Arguments { hidden_above: true, ..Arguments::NONE },
    managers: &["compdb"],
    bearing: Some(headers::bearing),
    ..Habits::PLAIN
};

static C_HABITS: Habits = Habits { tags: true, undeclared_calls: true, builtins: &[standard::C_NAMES], ..SHARED };

static CPP_HABITS: Habits = Habits {
    implicit_receiver: true,
    arguments: Arguments { widened: WIDENED, numbers: numbers::NUMBERS, promoted: numbers::PROMOTED, ..SHARED.arguments },
    foreign_members: FOREIGN_MEMBERS,
    holding: Holding {
        dereference: Some(("", "operator->")),
        elements: &[("", "operator[]", false)],
        entries: true,
        element_types: standard::ELEMENT_TYPES,
        pairs: true,
        pointing: standard::ITERATORS,
        transparent: standard::TRANSPARENT,
        wrappers: standard::WRAPPERS,
        wrapper_members: standard::WRAPPER_MEMBERS,
        collections: standard::COLLECTIONS,
        ..SHARED.holding
    },
    classes: Classes { construction: Construction::Call, called: Some("operator()"), ..Classes::NONE },
    foreign: Foreign {
        known_members: standard::KNOWN_MEMBERS,
        giving: standard::GIVING,
        same: standard::SAME,
        passing: standard::PASSING,
        inner: standard::INNER,
        ..Foreign::NONE
    },
    functions: standard::FUNCTIONS,
    builtins: &[standard::C_NAMES, standard::CPP_NAMES],
    library: Some(standard::brought_by),
    overloads: true,
    overriding: Overriding::Virtual,
    ..SHARED
};

const WIDENED: &[(&str, &[&str])] =
    &[("string", &["string_view"]), (TEXT, &["char", "bool", "string_view", "string"]), ("wchar_t", &["wstring_view", "wstring"])];

/// Folders that hold headers by custom.
const CUSTOMARY: &[&str] = &["include", "src"];

impl Semantics for Family {
    fn habits(&self) -> &'static Habits {
        self.habits
    }

    /// The linker's one namespace: whatever is not local to its file can be named from any. Behind a macro that opens a namespace, that too.
    fn namespaces(&self, _path: &str, facts: &Facts) -> Vec<Name> {
        std::iter::once(Name::default()).chain(facts.namespace.clone()).collect()
    }

    fn is_built_by_default(&self, path: &str, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::OPTIONAL_BUILD) && !platforms::is_elsewhere(path)
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        if import.module.starts_with("::") {
            return Resolution::Missing("namespace");
        }
        let (quoted, written) = match import.module.strip_prefix('"') {
            Some(rest) => (true, rest.trim_end_matches('"')),
            None => (false, import.module.trim_start_matches('<').trim_end_matches('>')),
        };
        let folder = path::parent(from);
        if quoted && let Some(found) = probe(tree, folder, written) {
            return Resolution::file(found);
        }
        if !quoted && let Some(library) = headers::library(written) {
            return Resolution::External(library.into());
        }
        if let Some(found) = in_roots(tree, from, written) {
            return Resolution::file(found);
        }
        if let Some(library) = headers::library(written) {
            return Resolution::External(library.into());
        }
        if (quoted || written.contains('/'))
            && let Some(found) = in_any_folder(tree, written)
        {
            return Resolution::file(found);
        }
        if quoted { Resolution::Missing("no-such-header") } else { Resolution::External(first_segment(written).into()) }
    }
}

/// The file `written` below `folder`, where the tree holds it.
fn probe(tree: &mut dyn Tree, folder: &str, written: &str) -> Option<String> {
    let candidate = path::join(folder, written)?;
    if !candidate.is_empty() && tree.is_file(&candidate) { Some(candidate) } else { None }
}

/// Searches the include roots: those of the compilation database, then the customary ones from the includer upwards.
fn in_roots(tree: &mut dyn Tree, from: &str, written: &str) -> Option<String> {
    if let Some(config) = tree.config_above(from, "compdb") {
        for root in &config.fact.source_roots {
            if let Some(folder) = path::join(config.folder(), root)
                && let Some(found) = probe(tree, &folder, written)
            {
                return Some(found);
            }
        }
    }
    for custom in CUSTOMARY {
        if let Some(found) = probe(tree, custom, written) {
            return Some(found);
        }
    }
    if let Some(found) = probe(tree, "", written) {
        return Some(found);
    }
    let mut folder = path::parent(from);
    while !folder.is_empty() {
        let below = format!("{folder}/include");
        if let Some(found) = probe(tree, &below, written).or_else(|| probe(tree, folder, written)) {
            return Some(found);
        }
        folder = path::parent(folder);
    }
    None
}

/// The only file that `written` can mean below whatever folder: include roots stand in build files, which are programs.
fn in_any_folder(tree: &mut dyn Tree, written: &str) -> Option<Name> {
    if written.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return None;
    }
    let named = tree.files_named(path::file_name(written)).into_iter();
    let ends = |file: &Name| file.strip_suffix(written).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'));
    let mut fitting = named.filter(|file| ends(file) && is_written_so(file, written));
    let only = fitting.next()?;
    if fitting.next().is_some() { None } else { Some(only) }
}

/// Whether a header is named as those of its place are: what lies below a folder `include` is named from there.
fn is_written_so(file: &str, written: &str) -> bool {
    let below = file.rsplit_once("/include/").map(|(_, below)| below).or_else(|| file.strip_prefix("include/"));
    below.is_none_or(|below| below == written || written.contains("include/"))
}

/// `boost` of `boost/asio.hpp`, `zlib` of `zlib.h`.
fn first_segment(written: &str) -> &str {
    match written.split_once('/') {
        Some((first, _)) => first,
        None => written.split('.').next().unwrap_or(written),
    }
}
