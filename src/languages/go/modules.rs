//! How Go names packages: by folder below the module that `go.mod` declares, and by the name in the package clause.

use std::sync::Arc;

use super::foreign_members::FOREIGN_MEMBERS;
use super::giving::GIVING;
use super::imports::is_version;
use super::{constraints, manifest};
use crate::base::{Name, path};
use crate::languages::habits::{Classes, Foreign, Holding};
use crate::languages::semantics::{Config, Construction, Habits, Module, Resolution, Semantics, Tree};
use crate::shard::facts::{Facts, Flags, Import, Imported, Symbol};

/// Module naming of Go.
///
/// A file publishes into `folder:package`, so that `foo` and `foo_test` of one folder stay apart, and, where an import can reach it, into
/// `folder:*` as well: an import names the folder, and only the files in it know their package name. Test files of the package itself publish
/// into `folder:*_test`, which only the tests of that folder reach by import.
pub(super) struct Packages;

/// What the language declares itself, sorted by bytes.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "[]", "any", "append", "bool", "byte", "cap", "chan", "clear", "close", "comparable", "complex", "complex128", "complex64", "copy", "delete",
    "error", "false", "float32", "float64", "func", "imag", "int", "int16", "int32", "int64", "int8", "iota", "len", "make", "map", "max", "min",
    "new", "nil", "panic", "print", "println", "real", "recover", "rune", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
];

static HABITS: Habits = Habits {
    foreign_members: FOREIGN_MEMBERS,
    classes: Classes { construction: Construction::Call, ..Classes::NONE },
    functions: &["func"],
    interface_members: &[("error", &["Error"])],
    method_sets: true,
    types_stay: true,
    interfaces: super::interfaces::INTERFACES,
    holding: Holding { collections: &[("Pointer", 0), ("[]", 0), ("Seq", 0), ("Seq2", 1), ("chan", 0), ("map", 1)], ..Holding::NONE },
    foreign: Foreign {
        giving: GIVING,
        // `atomic.Pointer[T]`.
        inner: &["Load", "Swap"],
        ..Foreign::NONE
    },
    builtins: &[BUILTINS],
    managers: &["gomod"],
    ..Habits::PLAIN
};

/// Hosts whose repositories lie two segments below, so a module path there has three.
const THREE_SEGMENT_HOSTS: &[&str] =
    &["bitbucket.org", "codeberg.org", "git.sr.ht", "gitea.com", "gitee.com", "github.com", "gitlab.com", "golang.org", "salsa.debian.org"];

/// First segments of the standard library. Modules of the repository may have undotted names too, so only these need no search.
const STANDARD: &[&str] = &[
    "archive",
    "arena",
    "bufio",
    "bytes",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "iter",
    "log",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
    "unique",
    "unsafe",
    "weak",
];

impl Semantics for Packages {
    fn habits(&self) -> &'static Habits {
        &HABITS
    }

    fn namespaces(&self, path: &str, facts: &Facts) -> Vec<Name> {
        let Some(package) = &facts.namespace else { return Vec::new() };
        let folder = path::parent(path);
        let mut namespaces = vec![smol_str::format_smolstr!("{folder}:{package}")];
        // Outer tests and commands cannot be imported; what inner tests add only the outer tests of their folder can see.
        if package.ends_with("_test") || package == "main" {
            return namespaces;
        }
        namespaces.push(if path.ends_with("_test.go") { inner_tests(folder) } else { any_package(folder) });
        namespaces
    }

    fn namespaces_of_path(&self, path: &str) -> Vec<Name> {
        if path.ends_with("_test.go") { Vec::new() } else { vec![any_package(path::parent(path))] }
    }

    fn namespace_beside(&self, path: &str, facts: &Facts) -> Option<Name> {
        // Outer tests see nothing of the package without an import.
        facts.namespace.as_ref().filter(|package| !package.ends_with("_test")).map(|_| any_package(path::parent(path)))
    }

    fn is_addition(&self, module: &Module) -> bool {
        matches!(module, Module::Namespace(name) if name.ends_with(":*_test"))
    }

    fn is_built_by_default(&self, path: &str, symbol: &Symbol) -> bool {
        !symbol.flags.has(Flags::OPTIONAL_BUILD) && constraints::by_name(path)
    }

    fn self_named(&self, tree: &mut dyn Tree, path: &str, facts: &Facts, name: &str) -> Resolution {
        for import in facts.imports.iter().filter(|import| import.imported == Imported::Module && import.binding.is_empty()) {
            let Resolution::Modules(modules) = self.module(tree, path, import) else { continue };
            let calls_itself = |module: &Module| match module {
                Module::Namespace(any) => {
                    any.strip_suffix('*').is_some_and(|folder| tree.has_namespace(&smol_str::format_smolstr!("{folder}{name}")))
                }
                _ => false,
            };
            if modules.iter().any(calls_itself) {
                return Resolution::Modules(modules);
            }
        }
        Resolution::Missing("unbound")
    }

    fn module(&self, tree: &mut dyn Tree, from: &str, import: &Import) -> Resolution {
        let wanted = import.module.as_str();
        if wanted == "C" {
            return Resolution::External(wanted.into());
        }
        if manifest::is_relative(wanted) {
            let folder = path::join(path::parent(from), wanted);
            return folder.and_then(|folder| package(tree, &folder)).unwrap_or(Resolution::Missing("no-such-package"));
        }
        let own = tree.config_above(from, "gomod");
        let mut named = false;
        if let Some(config) = &own
            && let Some(rest) = config.fact.name.as_deref().and_then(|name| below(wanted, name))
        {
            named = true;
            if let Some(found) = inside(tree, config.folder(), rest) {
                return with_inner_tests(tree, from, found);
            }
        }
        let first = wanted.split('/').next().unwrap_or(wanted);
        if !named && STANDARD.binary_search(&first).is_ok() {
            return Resolution::External(wanted.into());
        }
        if let Some(found) = replaced(tree, from, own.as_ref(), wanted) {
            return found;
        }
        if let Some(found) = neighbour(tree, own.as_ref(), wanted) {
            return found;
        }
        if named {
            return Resolution::Missing("no-such-package");
        }
        Resolution::External(external(own.as_deref(), wanted))
    }
}

/// The namespace of whatever package an import of this folder reaches.
fn any_package(folder: &str) -> Name {
    smol_str::format_smolstr!("{folder}:*")
}

/// The namespace of what the test files of a folder's own package declare.
fn inner_tests(folder: &str) -> Name {
    smol_str::format_smolstr!("{folder}:*_test")
}

/// A test that imports the package of its own folder sees what that package's test files declare (`export_test.go`).
fn with_inner_tests(tree: &mut dyn Tree, from: &str, found: Resolution) -> Resolution {
    let Resolution::Modules(mut modules) = found else { return found };
    let folder = path::parent(from);
    let tests = inner_tests(folder);
    if from.ends_with("_test.go") && modules == [Module::Namespace(any_package(folder))] && tree.has_namespace(&tests) {
        modules.push(Module::Namespace(tests));
    }
    Resolution::Modules(modules)
}

fn package(tree: &mut dyn Tree, folder: &str) -> Option<Resolution> {
    let namespace = any_package(folder);
    tree.has_namespace(&namespace).then(|| Resolution::Modules(vec![Module::Namespace(namespace)]))
}

/// The package at `rest` below a module's folder.
fn inside(tree: &mut dyn Tree, folder: &str, rest: &str) -> Option<Resolution> {
    let folder = path::join(folder, rest)?;
    package(tree, &folder)
}

/// What of an import path lies below a module path; `""` for the module itself.
fn below<'path>(wanted: &'path str, module: &str) -> Option<&'path str> {
    let rest = wanted.strip_prefix(module)?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
}

/// Through `replace` lines with a local folder, of the workspace first, as `go` has it. The longest replaced path wins.
fn replaced(tree: &mut dyn Tree, from: &str, own: Option<&Arc<Config>>, wanted: &str) -> Option<Resolution> {
    let work = tree.config_above(from, "gowork");
    for config in [work.as_ref(), own].into_iter().flatten() {
        let aliases = config.fact.aliases.iter();
        let best = aliases.filter_map(|(name, targets)| Some((name.len(), below(wanted, name)?, targets.first()?))).max_by_key(|found| found.0);
        if let Some((_, rest, target)) = best
            && let Some(folder) = manifest::local_folder(config.folder(), target)
            && let Some(found) = inside(tree, &folder, rest)
        {
            return Some(found);
        }
    }
    None
}

/// In another module of the repository. Progressively shorter prefixes of the path are asked for, so that the longest module path wins.
fn neighbour(tree: &mut dyn Tree, own: Option<&Arc<Config>>, wanted: &str) -> Option<Resolution> {
    let mut prefix = wanted;
    loop {
        for config in tree.packages_named("gomod", prefix).iter() {
            if own.is_none_or(|own| own.path != config.path)
                && let Some(rest) = below(wanted, prefix)
                && let Some(found) = inside(tree, config.folder(), rest)
            {
                return Some(found);
            }
        }
        prefix = prefix.rsplit_once('/')?.0;
    }
}

/// The module that an external package belongs to: the required one, or what the form of the path says.
fn external(own: Option<&Config>, wanted: &str) -> Name {
    let required = own.into_iter().flat_map(|config| config.fact.dependencies.keys());
    if let Some(module) = required.filter(|name| below(wanted, name).is_some()).max_by_key(|name| name.len()) {
        return module.clone();
    }
    let segments: Vec<&str> = wanted.split('/').collect();
    let host = segments.first().copied().unwrap_or("");
    if !host.contains('.') {
        return wanted.into();
    }
    let mut length = if THREE_SEGMENT_HOSTS.binary_search(&host).is_ok() { 3 } else { 2 };
    // `gopkg.in/user/name.v1` beside `gopkg.in/name.v1`.
    if host == "gopkg.in" && segments.get(1).is_some_and(|segment| !segment.contains('.')) {
        length = 3;
    }
    if segments.get(length).is_some_and(|segment| is_version(segment)) {
        length += 1;
    }
    segments[..length.min(segments.len())].join("/").into()
}
