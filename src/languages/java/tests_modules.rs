//! Where imports lead in a small tree, and what build files say.

use std::sync::Arc;

use super::habits::HABITS;
use super::{GRADLE, LANGUAGE, MAVEN};
use crate::languages::Language;
use crate::languages::extract::extract;
use crate::languages::semantics::Module;
use crate::languages::testing::tree::{Files, leads};
use crate::shard::config::ConfigFact;

/// A tree of three packages.
fn tree() -> Files {
    let texts = [
        ("lib/src/main/java/a/b/C.java", "package a.b; class C {}"),
        ("gen/X.java", "package g.h.i; class X {}"),
        ("solo/Y.java", "package solo; class Y {}"),
    ];
    Files::new(&[], &texts)
}

/// Where the module of the one import in `source` leads from a test beside the main sources.
fn check(source: &str, expected: &str) {
    let mut tree = tree();
    let shard = extract(&LANGUAGE, source);
    let resolution = LANGUAGE.semantics.module(&mut tree, "lib/src/test/java/a/x/T.java", &shard.facts.imports[0]);
    assert_eq!(leads(resolution), expected, "{source}");
}

#[test]
fn imports_lead_to_packages_or_out_of_the_repository() {
    check("import a.b.C;", "package a.b");
    check("import a.b.C.Inner;", "package a.b");
    check("import static a.b.C.make;", "package a.b");
    check("import a.b.*;", "package a.b");
    check("import java.util.concurrent.Future;", "external java.util");
    check("import org.junit.jupiter.api.Test;", "external org.junit.jupiter");
    check("import lombok.Data;", "external lombok");
    check("import g.h.i.proto.Generated;", "missing no-such-package");
}

#[test]
fn wildcards_of_a_type_lead_into_its_file() {
    check("import static a.b.C.*;", "lib/src/main/java/a/b/C.java#C");
    check("import static a.b.C.Inner.*;", "lib/src/main/java/a/b/C.java#C.Inner");
    check("import static a.b.Gone.*;", "missing static-wildcard");
    check("import static org.junit.Assert.*;", "external org.junit");
}

#[test]
fn qualified_names_walk_packages() {
    let mut tree = tree();
    let from = Module::Namespace("zz.y".into());
    let semantics = LANGUAGE.semantics;
    assert_eq!(leads(semantics.root(&mut tree, &from, "org")), "package org");
    assert_eq!(leads(semantics.root(&mut tree, &from, "zz")), "package zz");
    assert_eq!(leads(semantics.root(&mut tree, &from, "solo")), "package solo");
    assert_eq!(leads(semantics.root(&mut tree, &from, "count")), "missing unbound");
    let package = |name: &str| Module::Namespace(name.into());
    assert_eq!(leads(semantics.child(&mut tree, &package("a"), "b", None)), "package a.b");
    assert_eq!(leads(semantics.child(&mut tree, &package("a.b"), "Gone", None)), "missing no-such-type");
    assert_eq!(leads(semantics.child(&mut tree, &package("java.util"), "List", None)), "external java.util");
}

#[test]
fn files_share_their_declared_package() {
    let of = |source: &str| LANGUAGE.semantics.namespaces("X.java", &extract(&LANGUAGE, source).facts);
    assert_eq!(of("package a . b; class A {}"), ["a.b"]);
    assert_eq!(of("class A {}"), [""]);
}

#[test]
fn tables_of_names_are_sorted() {
    for table in [HABITS.foreign.same, HABITS.foreign.inner, HABITS.holding.wrappers] {
        assert!(table.is_sorted());
    }
    assert!(HABITS.holding.collections.is_sorted());
}

fn manifest(language: &Language, text: &str) -> ConfigFact {
    Arc::unwrap_or_clone(extract(language, text).facts.config.expect("a manifest says something"))
}

fn names(fact: &ConfigFact) -> Vec<&str> {
    fact.dependencies.keys().map(smol_str::SmolStr::as_str).collect()
}

#[test]
fn poms_name_artifacts_dependencies_modules_and_sources() {
    let fact = manifest(
        &MAVEN,
        "<?xml version='1.0'?><project xmlns='x'><!-- <artifactId>no</artifactId> -->\
         <parent><groupId>g.p</groupId><artifactId>up</artifactId></parent>\
         <artifactId>me</artifactId><properties><j>junit</j></properties><modules><module>core</module></modules>\
         <dependencyManagement><dependencies><dependency><groupId>no</groupId><artifactId>no</artifactId></dependency>\
         </dependencies></dependencyManagement>\
         <dependencies><dependency><groupId>${j}</groupId><artifactId>${j}</artifactId>\
         <exclusions><exclusion><artifactId>x</artifactId></exclusion></exclusions></dependency>\
         <dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId></dependency></dependencies>\
         <build><sourceDirectory>${project.basedir}/src</sourceDirectory></build></project>",
    );
    assert_eq!(fact.name.as_deref(), Some("g.p:me"));
    assert_eq!(names(&fact), ["g.p:core", "junit:junit"]);
    assert_eq!(fact.members, ["core"]);
    assert_eq!(fact.source_roots, ["src"]);
    assert_eq!(fact.extends, ["../pom.xml"]);
    let alone = manifest(&MAVEN, "<project><parent><artifactId>up</artifactId><relativePath/></parent></project>");
    assert!(alone.extends.is_empty());
}

#[test]
fn a_broken_pom_is_a_problem_and_keeps_what_was_read() {
    let shard = extract(&MAVEN, "<project><groupId>g</groupId><artifactId>a</artifactId><dependencies>");
    assert_eq!(shard.body.problems.len(), 1);
    assert_eq!(shard.facts.config.and_then(|fact| fact.name.clone()).as_deref(), Some("g:a"));
}

#[test]
fn gradle_files_name_included_projects_and_dependencies() {
    let settings = manifest(&GRADLE, "rootProject.name = 'all'\ninclude ':app', // the app\n  ':lib:core'\n/* include ':no' */\ninclude(\":x\")\n");
    assert_eq!(settings.name.as_deref(), Some("all"));
    assert_eq!(settings.members, ["app", "lib/core", "x"]);
    let build = manifest(
        &GRADLE,
        "dependencies {\n  implementation \"g:a:1.0\"\n  testImplementation project(':lib')\n  api group: 'h', name: 'b', version: '2'\n\
          api(projects.lib.myCore)\n\
         // api 'no:no:1'\n}\nsourceSets { main { java {\n srcDirs = ['src']\n } } }",
    );
    assert_eq!(build.name, None);
    assert_eq!(names(&build), [":lib", ":lib:my-core", "g:a", "h:b"]);
    assert_eq!(build.source_roots, ["src"]);
}
