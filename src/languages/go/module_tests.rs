//! Package naming and manifests against a small tree.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::codes;
use crate::languages::extract::extract;
use crate::languages::go::{LANGUAGE, MANIFEST, WORK};
use crate::languages::semantics::{Config, Module, Resolution, Tree};
use crate::shard::config::ConfigFact;
use crate::shard::facts::{Import, Imported};

/// A tree of manifests and of package namespaces.
#[derive(Default)]
struct Fake {
    configs: Vec<Arc<Config>>,
    namespaces: BTreeSet<String>,
}

impl Tree for Fake {
    fn is_file(&mut self, _: &str) -> bool {
        false
    }
    fn is_folder(&mut self, _: &str) -> bool {
        false
    }
    fn has_namespace(&mut self, namespace: &str) -> bool {
        self.namespaces.contains(namespace)
    }
    fn config_above(&mut self, path: &str, manager: &str) -> Option<Arc<Config>> {
        let above = self.configs.iter().filter(|it| it.fact.manager == manager && crate::base::path::is_under(path, it.folder()));
        above.max_by_key(|it| it.folder().len()).cloned()
    }
    fn config_in(&mut self, folder: &str, manager: &str) -> Option<Arc<Config>> {
        self.configs.iter().find(|it| it.fact.manager == manager && it.folder() == folder).cloned()
    }
    fn packages_named(&mut self, manager: &str, name: &str) -> Vec<Arc<Config>> {
        self.configs.iter().filter(|it| it.fact.manager == manager && it.fact.name.as_deref() == Some(name)).cloned().collect()
    }
}

fn tree(files: &[(&str, &str)]) -> Fake {
    let mut tree = Fake::default();
    for (path, text) in files {
        let language = if path.ends_with("go.mod") {
            &MANIFEST
        } else if path.ends_with("go.work") {
            &WORK
        } else {
            &LANGUAGE
        };
        let facts = extract(language, text).facts;
        tree.namespaces.extend(language.semantics.namespaces(path, &facts).iter().map(ToString::to_string));
        if let Some(fact) = facts.config {
            tree.configs.push(Arc::new(Config { path: (*path).into(), fact: *fact }));
        }
    }
    tree
}

/// Checks where each import leads from one file: a namespace, `external …` or `missing …`.
fn check(files: &[(&str, &str)], from: &str, expected: &[(&str, &str)]) {
    let mut tree = tree(files);
    for (module, leads) in expected {
        let import = Import::new(*module, Imported::Module, "x");
        let found = match LANGUAGE.semantics.module(&mut tree, from, &import) {
            Resolution::Modules(modules) => match &modules[..] {
                [Module::Namespace(name)] => name.to_string(),
                [Module::Namespace(name), Module::Namespace(tests)] => format!("{name} and {tests}"),
                other => format!("{other:?}"),
            },
            Resolution::External(name) => format!("external {name}"),
            Resolution::Missing(reason) => format!("missing {reason}"),
        };
        assert_eq!(found, *leads, "{module}");
    }
}

fn fact(path: &str, text: &str) -> (ConfigFact, Vec<String>) {
    let shard = extract(if path == "go.work" { &WORK } else { &MANIFEST }, text);
    let problems = shard.body.problems.iter().map(|problem| problem.code.to_string()).collect();
    (*shard.facts.config.unwrap(), problems)
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
            ("example.com/m", ":*"),
            ("example.com/m/pkg/log", "pkg/log:*"),
            ("example.com/m/none", "missing no-such-package"),
            ("example.com/m/only", "missing no-such-package"),
            ("example.com/mother", "external example.com/mother"),
            ("net/http", "external net/http"),
            ("C", "external C"),
            ("github.com/a/b/sub/deep", "external github.com/a/b/sub"),
            ("github.com/x/y/v2/z", "external github.com/x/y/v2"),
            ("gopkg.in/yaml.v3", "external gopkg.in/yaml.v3"),
            ("k8s.io/api/core/v1", "external k8s.io/api"),
            ("../pkg/log", "pkg/log:*"),
        ],
    );
}

#[test]
fn outer_tests_see_what_inner_tests_declare() {
    let files = [("go.mod", "module m"), ("a/a.go", "package a"), ("a/export_test.go", "package a"), ("b/b.go", "package b")];
    check(&files, "a/a_test.go", &[("m/a", "a:* and a:*_test"), ("m/b", "b:*")]);
    check(&files, "b/b_test.go", &[("m/a", "a:*")]);
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
            ("example.com/lib/in", "lib/in:*"),
            ("example.com/mono/api/v1", "api/v1:*"),
            ("example.com/w", "work:*"),
            ("app/log", "app/log:*"),
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

#[test]
fn tables_are_sorted_for_look_up() {
    let builtins = LANGUAGE.semantics.habits().builtins[0];
    assert!(builtins.is_sorted());
}
