//! Module naming on a small tree.

use crate::languages::rust::modules::Rust;
use crate::languages::semantics::{Module, Semantics};
use crate::languages::testing::tree::{Files, leads};

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
    Files::new(&files, &manifests)
}

/// A module of the app: `file`, or `file#inline.module`.
fn module(written: &str) -> Module {
    let (file, inner) = written.split_once('#').unwrap_or((written, ""));
    Module::File { path: format!("crates/app/{file}").into(), inner: inner.into() }
}

/// Checks where `name` leads as the first name of a path in a file of the app.
fn check_root(from: &str, name: &str, expected: &str) {
    let from = module(from);
    let found = leads(Rust.root(&mut workspace(), &from, name));
    assert_eq!(found.replace("crates/app/", ""), expected, "{name} in {from:?}");
}

/// Checks where `mod name;` leads.
fn check_child(parent: &str, name: &str, place: Option<&str>, expected: &str) {
    let parent = module(parent);
    let found = leads(Rust.child(&mut workspace(), &parent, name, place));
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
fn what_tests_share_is_of_the_tests_that_declare_it() {
    let files = [
        "tests/common/mod.rs",
        "tests/common/deep.rs",
        "tests/plain.rs",
        "tests/unit/parts.rs",
        "tests/unit/parts/one.rs",
        "tests/lost/mod.rs",
        "tests/lex/alg.rs",
        "tests/none/mod.rs",
    ];
    let texts = [
        ("Cargo.toml", "[package]\nname = \"a\""),
        ("tests/first.rs", "mod common;\nmod plain;"),
        ("tests/second.rs", "mod common;"),
        ("tests/all.rs", "mod unit {\n    mod parts;\n}\n#[path = \"lost/mod.rs\"]\nmod lost;\n#[path = \"lex/alg.rs\"]\nmod alg;"),
    ];
    let mut files = Files::new(&files, &texts);
    let mut check =
        |from: &str, name: &str, expected: &str| assert_eq!(leads(Rust.root(&mut files, &Module::file(from), name)), expected, "{name} in {from}");
    check("tests/common/mod.rs", "super", "tests/first.rs tests/second.rs");
    check("tests/common/mod.rs", "crate", "tests/first.rs tests/second.rs");
    check("tests/common/deep.rs", "super", "tests/common/mod.rs");
    check("tests/common/deep.rs", "crate", "tests/first.rs tests/second.rs");
    check("tests/unit/parts.rs", "super", "tests/all.rs#unit");
    check("tests/unit/parts/one.rs", "super", "tests/unit/parts.rs");
    check("tests/unit/parts/one.rs", "crate", "tests/all.rs");
    check("tests/lost/mod.rs", "crate", "tests/all.rs");
    check("tests/lex/alg.rs", "crate", "tests/all.rs");
    check("tests/none/mod.rs", "crate", "missing no-crate-root");
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
    check_child("src/lib.rs#in", "d", Some("../c/d"), "src/c/d.rs");
    check_child("src/lib.rs#in", "c", Some(".././c"), "src/c/mod.rs");
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
    assert_eq!(leads(Rust.root(&mut files, &leaf, "crate")), "crates/odd/code/root.rs");
    assert_eq!(leads(Rust.root(&mut files, &leaf, "super")), "crates/odd/code/root.rs");
    assert_eq!(leads(Rust.child(&mut files, &Module::file("crates/odd/code/root.rs"), "leaf", None)), "crates/odd/code/leaf.rs");
}
