//! Package naming and manifests against a small tree.

use std::sync::Arc;

use crate::base::codes;
use crate::languages::extract::extract;
use crate::languages::go::{LANGUAGE, MANIFEST, WORK};
use crate::languages::testing::tree::Files;
use crate::shard::config::ConfigFact;

/// Checks where each import leads from one file.
fn check(files: &[(&str, &str)], from: &str, expected: &[(&str, &str)]) {
    let mut tree = Files::new(&[], files);
    for (module, leads) in expected {
        assert_eq!(tree.leads(&LANGUAGE, from, module), *leads, "{module}");
    }
}

fn fact(path: &str, text: &str) -> (ConfigFact, Vec<String>) {
    let shard = extract(if path == "go.work" { &WORK } else { &MANIFEST }, text);
    let problems = shard.body.problems.iter().map(|problem| problem.code.to_string()).collect();
    (Arc::unwrap_or_clone(shard.facts.config.unwrap()), problems)
}

#[test]
fn files_publish_by_folder_and_package_name() {
    let of = |path: &str, text: &str| LANGUAGE.semantics.namespaces(path, &extract(&LANGUAGE, text).facts);
    assert_eq!(of("a/b/x.go", "package foo"), ["a/b:foo", "a/b:*"]);
    assert_eq!(of("x.go", "package foo"), [":foo", ":*"]);
    assert_eq!(of("a/x_test.go", "package foo"), ["a:foo", "a:*_test"]);
    assert_eq!(of("a/x_test.go", "package foo_test"), ["a:foo_test"]);
    assert_eq!(of("cmd/main.go", "package main"), ["cmd:main"]);
    assert!(of("a/x.go", "").is_empty());
}

#[test]
fn imports_lead_below_the_module_to_the_standard_library_or_away() {
    let files = [
        ("go.mod", "module example.com/m\nrequire (\n\tgithub.com/a/b/sub v1.0.0 // indirect\n)\n"),
        ("root.go", "package m"),
        ("pkg/log/log.go", "package log"),
        ("only/x_test.go", "package only"),
    ];
    check(
        &files,
        "cmd/main.go",
        &[
            ("example.com/m", "package :*"),
            ("example.com/m/pkg/log", "package pkg/log:*"),
            ("example.com/m/none", "missing no-such-package"),
            ("example.com/m/only", "missing no-such-package"),
            ("example.com/mother", "external example.com/mother"),
            ("net/http", "external net/http"),
            ("C", "external C"),
            ("github.com/a/b/sub/deep", "external github.com/a/b/sub"),
            ("github.com/x/y/v2/z", "external github.com/x/y/v2"),
            ("gopkg.in/yaml.v3", "external gopkg.in/yaml.v3"),
            ("k8s.io/api/core/v1", "external k8s.io/api"),
            ("../pkg/log", "package pkg/log:*"),
        ],
    );
}

#[test]
fn outer_tests_see_what_inner_tests_declare() {
    let files = [("go.mod", "module m"), ("a/a.go", "package a"), ("a/export_test.go", "package a"), ("b/b.go", "package b")];
    check(&files, "a/a_test.go", &[("m/a", "package a:* package a:*_test"), ("m/b", "package b:*")]);
    check(&files, "b/b_test.go", &[("m/a", "package a:*")]);
}

#[test]
fn replaced_and_neighbouring_modules_are_found() {
    let files = [
        ("app/go.mod", "module app\nreplace example.com/lib => ../lib\nreplace example.com/far v1 => example.com/fork v2"),
        ("lib/go.mod", "module example.com/lib"),
        ("lib/in/in.go", "package in"),
        ("api/go.mod", "module example.com/mono/api"),
        ("api/v1/t.go", "package v1"),
        ("go.work", "use (\n./app\n./api\n)\nreplace example.com/w => ./work"),
        ("work/w.go", "package w"),
        ("app/log/l.go", "package log"),
    ];
    check(
        &files,
        "app/main.go",
        &[
            ("example.com/lib/in", "package lib/in:*"),
            ("example.com/mono/api/v1", "package api/v1:*"),
            ("example.com/w", "package work:*"),
            ("app/log", "package app/log:*"),
            ("example.com/far/x", "external example.com/far"),
        ],
    );
}

#[test]
fn a_manifest_is_read_with_blocks_comments_and_quotes() {
    let text = "// head\nmodule \"example.com/m\" // tail\n\ngo 1.22\nrequire a.com/x v1.2.3\nrequire (\n\tb.com/y v0.1.0 // indirect\n\
        \tc.com/z v0.0.0\n\
        )\nreplace (\n\tc.com/z => ./z\n\td.com/w v1.0.0 => e.com/w v1.1.0\n)\nexclude f.com/q v1.0.0\n";
    let (fact, problems) = fact("go.mod", text);
    assert_eq!(fact.name.as_deref(), Some("example.com/m"));
    let dependencies: Vec<_> = fact.dependencies.iter().map(|(name, place)| (name.as_str(), place.as_str())).collect();
    assert_eq!(dependencies, [("a.com/x", ""), ("b.com/y", ""), ("c.com/z", "./z")]);
    assert_eq!(fact.aliases["c.com/z"], ["./z"]);
    assert_eq!(fact.renames["d.com/w"], "e.com/w");
    assert!(problems.is_empty());
}

#[test]
fn a_workspace_lists_its_members() {
    let (fact, problems) = fact("go.work", "go 1.22\nuse ./a\nuse (\n\t./b\n\t\"./c\"\n)\n");
    assert_eq!((fact.members.as_slice(), problems.len()), (["./a".into(), "./b".into(), "./c".into()].as_slice(), 0));
}

#[test]
fn a_broken_manifest_is_a_problem() {
    for text in ["", "module", "require (", "\u{0}((((", "module m\nreplace a =>", "é ( )"] {
        let (_, problems) = fact("go.mod", text);
        assert!(!problems.is_empty() && problems.iter().all(|code| code == codes::P_CONFIG.name), "{text:?}");
    }
}
