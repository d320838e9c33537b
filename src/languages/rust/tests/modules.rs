//! Module naming on a small tree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::path;
use crate::languages::extract::extract;
use crate::languages::rust::MANIFEST;
use crate::languages::rust::modules::Rust;
use crate::languages::semantics::{Config, Module, Resolution, Semantics, Tree};

/// A tree of files, of which manifests have text.
struct Files {
    files: BTreeSet<&'static str>,
    configs: BTreeMap<String, Arc<Config>>,
}

impl Tree for Files {
    fn is_file(&mut self, path: &str) -> bool {
        self.files.contains(path)
    }

    fn is_folder(&mut self, _: &str) -> bool {
        false
    }

    fn has_namespace(&mut self, _: &str) -> bool {
        false
    }

    fn config_above(&mut self, file: &str, _: &str) -> Option<Arc<Config>> {
        let mut folder = path::parent(file);
        loop {
            if let Some(config) = self.configs.get(folder) {
                return Some(config.clone());
            }
            if folder.is_empty() {
                return None;
            }
            folder = path::parent(folder);
        }
    }

    fn config_in(&mut self, folder: &str, _: &str) -> Option<Arc<Config>> {
        self.configs.get(folder).cloned()
    }

    fn packages_named(&mut self, _: &str, name: &str) -> Vec<Arc<Config>> {
        self.configs.values().filter(|config| config.fact.name.as_deref() == Some(name)).cloned().collect()
    }
}

/// A workspace with a library and program `app`, a renamed member, and a member whose library has its own name.
fn workspace() -> Files {
    let manifests = [
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\nshort = { package = \"long-name\", path = \"crates/long\" }\nserde = \"1\"",
        ),
        (
            "crates/app/Cargo.toml",
            "[package]\nname = \"the-app\"\n[dependencies]\nshort.workspace = true\nserde.workspace = true\nodd = { path = \"../odd\" }\nrand_core = { package = \"rand-core\", version = \"1\" }",
        ),
        ("crates/long/Cargo.toml", "[package]\nname = \"long-name\""),
        ("crates/odd/Cargo.toml", "[package]\nname = \"odd\"\n[lib]\nname = \"strange\"\npath = \"code/root.rs\""),
    ];
    let files = [
        "crates/app/build.rs",
        "crates/app/src/lib.rs",
        "crates/app/src/main.rs",
        "crates/app/src/a.rs",
        "crates/app/src/a/b.rs",
        "crates/app/src/c/mod.rs",
        "crates/app/src/c/d.rs",
        "crates/app/src/lib/wrong.rs",
        "crates/app/src/a/in/deep.rs",
        "crates/app/src/generated/code.rs",
        "crates/app/src/bin/tool/main.rs",
        "crates/app/src/bin/tool/part.rs",
        "crates/app/tests/it/main.rs",
        "crates/app/tests/it/case.rs",
        "crates/app/tests/one.rs",
        "crates/app/tests/common.rs",
        "crates/long/src/lib.rs",
        "crates/odd/code/root.rs",
        "crates/odd/code/leaf.rs",
    ];
    let configs = manifests.into_iter().filter_map(|(place, text)| {
        let fact = extract(&MANIFEST, text).facts.config?;
        Some((path::parent(place).to_owned(), Arc::new(Config { path: place.into(), fact: *fact })))
    });
    Files { files: files.into_iter().collect(), configs: configs.collect() }
}

fn words(resolution: Resolution) -> String {
    match resolution {
        Resolution::Modules(modules) => {
            let words = modules.into_iter().map(|module| match module {
                Module::File { path, inner } if inner.is_empty() => path.to_string(),
                Module::File { path, inner } => format!("{path}#{inner}"),
                other => format!("{other:?}"),
            });
            words.collect::<Vec<_>>().join(" ")
        }
        Resolution::External(name) => format!("external {name}"),
        Resolution::Missing(reason) => format!("missing {reason}"),
    }
}

/// Checks where `name` leads as the first name of a path in a file of the app.
fn check_root(from: &str, name: &str, expected: &str) {
    let (file, inner) = from.split_once('#').unwrap_or((from, ""));
    let from = Module::File { path: format!("crates/app/{file}").into(), inner: inner.into() };
    let found = words(Rust.root(&mut workspace(), &from, name));
    assert_eq!(found.replace("crates/app/", ""), expected, "{name} in {from:?}");
}

/// Checks where `mod name;` leads.
fn check_child(parent: &str, name: &str, place: Option<&str>, expected: &str) {
    let (file, inner) = parent.split_once('#').unwrap_or((parent, ""));
    let parent = Module::File { path: format!("crates/app/{file}").into(), inner: inner.into() };
    let found = words(Rust.child(&mut workspace(), &parent, name, place));
    assert_eq!(found.replace("crates/app/", ""), expected, "{name} in {parent:?}");
}

#[test]
fn the_crate_is_that_of_the_target() {
    check_root("src/a/b.rs", "crate", "src/lib.rs src/main.rs");
    check_root("src/main.rs", "crate", "src/main.rs");
    check_root("src/bin/tool/part.rs", "crate", "src/bin/tool/main.rs");
    check_root("tests/it/case.rs", "crate", "tests/it/main.rs");
    check_root("tests/one.rs", "crate", "tests/one.rs");
    check_root("build.rs", "crate", "build.rs");
}

#[test]
fn the_parent_follows_the_layout() {
    check_root("src/a/b.rs", "super", "src/a.rs");
    check_root("src/a.rs", "super", "src/lib.rs src/main.rs");
    check_root("src/c/mod.rs", "super", "src/lib.rs src/main.rs");
    check_root("src/c/d.rs", "super", "src/c/mod.rs");
    check_root("src/bin/tool/part.rs", "super", "src/bin/tool/main.rs");
    check_root("src/lib.rs", "super", "missing no-parent-module");
    check_root("src/a.rs#x.y", "super", "src/a.rs#x");
    check_root("src/a.rs#x", "super", "src/a.rs");
    check_root("src/a.rs#x", "self", "src/a.rs#x");
    check_child("src/a.rs#x", "super", None, "src/a.rs");
}

#[test]
fn child_modules_follow_the_layout() {
    check_child("src/lib.rs", "a", None, "src/a.rs");
    check_child("src/lib.rs", "c", None, "src/c/mod.rs");
    check_child("src/a.rs", "b", None, "src/a/b.rs");
    check_child("src/a.rs#in", "deep", None, "src/a/in/deep.rs");
    check_child("src/c/mod.rs", "d", None, "src/c/d.rs");
    check_child("src/lib.rs", "wrong", None, "missing no-such-module");
    check_child("tests/one.rs", "common", None, "tests/common.rs");
    check_child("src/a.rs", "x", Some("generated/code.rs"), "src/generated/code.rs");
}

#[test]
fn crates_are_found_through_manifests() {
    check_root("src/a.rs", "std", "external std");
    check_root("src/a.rs", "serde", "external serde");
    check_root("src/a.rs", "short", "crates/long/src/lib.rs");
    check_root("src/a.rs", "rand_core", "external rand-core");
    check_root("src/a.rs", "odd", "crates/odd/code/root.rs");
    check_root("src/a.rs", "strange", "crates/odd/code/root.rs");
    check_root("tests/one.rs", "the_app", "src/lib.rs");
    check_root("src/a.rs", "undeclared", "missing unbound");
}

#[test]
fn a_named_library_path_is_a_crate_root() {
    let mut files = workspace();
    let leaf = Module::file("crates/odd/code/leaf.rs");
    assert_eq!(words(Rust.root(&mut files, &leaf, "crate")), "crates/odd/code/root.rs");
    assert_eq!(words(Rust.root(&mut files, &leaf, "super")), "crates/odd/code/root.rs");
    assert_eq!(words(Rust.child(&mut files, &Module::file("crates/odd/code/root.rs"), "leaf", None)), "crates/odd/code/leaf.rs");
}
