//! For each class of read keys an edit that only keys of that class tell of.

use protobuf::Message;
use scip::types::PositionEncoding;
use smalti::base::key::Class;
use smalti::pipeline::options::BuildOptions;

use crate::scip::craft;
use crate::support::{Repo, build};

/// A repository, and the one file that is added or rewritten.
pub struct Scenario {
    before: Vec<(&'static str, Vec<u8>)>,
    edit: (&'static str, Vec<u8>),
}

/// The scenario of a class.
pub fn of(class: Class) -> Scenario {
    match class {
        // A module that is imported comes into being.
        Class::Path => texts(&[("p/__init__.py", ""), ("p/a.py", "from . import b\n")], ("p/b.py", "")),
        // A function that is imported comes into being in a file that is there.
        Class::Name => texts(&[("a.py", "from b import f\nf()\n"), ("b.py", "")], ("b.py", "def f(): pass\n")),
        // A wildcard makes a name visible that its file does not define.
        Class::Wild => texts(&[("a.py", "from b import f\nf()\n"), ("b.py", ""), ("c.py", "def f(): pass\n")], ("b.py", "from c import *\n")),
        // A method is added to a type from another file of the package.
        Class::Extension => texts(
            &[("go.mod", "module m\n"), ("t.go", "package m\ntype T struct{}\n"), ("u.go", "package m\nfunc U(t *T) { t.G() }\n")],
            ("v.go", "package m\nfunc (t *T) G() {}\n"),
        ),
        // The only member of a name that a receiver of unknown type can mean.
        Class::Member => texts(&[("a.py", "def f(x):\n    x.only_here()\n")], ("b.py", "class C:\n    def only_here(self): pass\n")),
        // A function of the same package, in a new file.
        Class::Namespace => texts(&[("go.mod", "module m\n"), ("u.go", "package m\nfunc U() { F() }\n")], ("v.go", "package m\nfunc F() {}\n")),
        // A dependency is declared.
        Class::Config => texts(
            &[
                ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
                ("a/src/lib.rs", "pub fn g() { b::f(); }\n"),
                ("b/Cargo.toml", "[package]\nname = \"b\"\n"),
                ("b/src/lib.rs", "pub fn f() {}\n"),
            ],
            ("a/Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n"),
        ),
        // The package that a dependency names comes into being.
        Class::PackageName => texts(
            &[
                ("a/Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n"),
                ("a/src/lib.rs", "pub fn g() { b::f(); }\n"),
                ("b/src/lib.rs", "pub fn f() {}\n"),
            ],
            ("b/Cargo.toml", "[package]\nname = \"b\"\n"),
        ),
        // A type gets an interface, and with it a member that the interface provides.
        Class::Conformance => texts(
            &[
                ("Cargo.toml", "[package]\nname = \"a\"\n"),
                ("src/lib.rs", "pub mod t;\npub mod u;\npub mod v;\npub trait P { fn h(&self) {} }\n"),
                ("src/t.rs", "pub struct T;\n"),
                ("src/u.rs", "use crate::t::T;\npub fn u(t: &T) { t.h(); }\n"),
                ("src/v.rs", ""),
            ],
            ("src/v.rs", "use crate::P;\nuse crate::t::T;\nimpl P for T {}\n"),
        ),
        // A page names a function that comes into being.
        Class::TopName => texts(&[("a.md", "# Notes\n\nSee `only_here`.\n"), ("b.py", "")], ("b.py", "def only_here(): pass\n")),
        // What was taken for a package turns out to be a file that a tool wrote.
        Class::LeftOut => texts(&[("a.py", "import made\nmade.f()\n")], ("made.py", "# This file is an amalgamation of others.\ndef f(): pass\n")),
        // A module hands on something under a name that nobody had.
        Class::Bound => texts(
            &[
                ("Cargo.toml", "[package]\nname = \"a\"\n"),
                ("src/lib.rs", "pub mod t;\npub mod u;\npub mod v;\n"),
                ("src/t.rs", "pub fn there() {}\n"),
                ("src/u.rs", "use crate::v::*;\npub fn u() { only_here(); }\n"),
                ("src/v.rs", ""),
            ],
            ("src/v.rs", "pub use crate::t::there as only_here;\n"),
        ),
        // A compiler's symbol is defined elsewhere.
        Class::Tooling => compiled(),
    }
}

/// Edits of one file that change what another one means, and hardly anything that the file defines.
pub fn subtle() -> Vec<(&'static str, Scenario)> {
    const OUTER: &str = "package a_test\nfunc (k *K) Do() {}\n";
    const INNER: &str = "package a\nfunc (k *K) Do() {}\n";
    let go = |package| {
        let at = [("go.mod", "module m\n"), ("a/k.go", "package a\ntype K struct{}\n"), ("a/u_test.go", "package a\nfunc f(k *K) { k.Do() }\n")];
        [&at[..], &[("a/m_test.go", package)]].concat()
    };
    let kotlin = [
        ("k.kt", "package a\nclass K { fun run() {} }\n"),
        ("l.kt", "package b\nclass K { fun run() {} }\n"),
        ("m.kt", "package a\nfun K.make(): K = this\n"),
        ("u.kt", "package a\nfun f(k: K) { k.make().run() }\n"),
    ];
    let java = [
        ("p/Base.java", "package p;\npublic class Base { void go() {} }\n"),
        ("Sub.java", "package p;\npublic class Sub extends Base { void go() {} }\n"),
        ("U.java", "package p;\npublic class U extends Sub { void go() {} }\n"),
    ];
    let alias =
        [("a.ts", "class B { go() {} }\nexport type A = B | {};\n"), ("u.ts", "import { A } from './a';\nexport function f(a: A) { a.go(); }\n")];
    let global = [
        ("a.d.ts", "declare function shared(): void;\ndeclare namespace n { function g(): void }\n"),
        ("u.ts", "export function f() { shared(); }\n"),
    ];
    let scripts = [
        ("own.js", "function shared() {}\n"),
        ("t.js", "function T() {}\nT.prototype.go = function () { return shared() };\n"),
        ("u.js", "function u() { shared().x(); }\n"),
    ];
    vec![
        (
            "a declaration file declares something for everybody",
            texts(&global, ("a.d.ts", "declare function shared(): void;\ndeclare global { function g(): void }\n")),
        ),
        (
            "a script becomes a module",
            texts(&scripts, ("t.js", "import './own';\nfunction T() {}\nT.prototype.go = function () { return shared() };\n")),
        ),
        ("a method leaves its package", texts(&go(INNER), ("a/m_test.go", OUTER))),
        ("a method comes into its package", texts(&go(OUTER), ("a/m_test.go", INNER))),
        ("an extension leaves its package", texts(&kotlin, ("m.kt", "package b\nfun K.make(): K = this\n"))),
        (
            "a type leaves the package whose members it sees",
            texts(&java, ("Sub.java", "package q;\npublic class Sub extends p.Base { void go() {} }\n")),
        ),
        ("an alias gets members", texts(&alias, ("a.ts", "class B { go() {} }\nexport type A = B | { x: number };\n"))),
    ]
}

fn texts(before: &[(&'static str, &str)], edit: (&'static str, &str)) -> Scenario {
    let bytes = |(path, text): &(&'static str, &str)| (*path, text.as_bytes().to_vec());
    Scenario { before: before.iter().map(bytes).collect(), edit: bytes(&edit) }
}

/// The same call leads to another method, because a compiler says of another file that its symbol is defined there.
fn compiled() -> Scenario {
    const TYPES: &str = "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n";
    const USER: &str = "def f(x):\n    x.go()\n";
    let said = |line| {
        let unit = PositionEncoding::UTF8CodeUnitOffsetFromLineStart;
        let types = craft::document("a.py", TYPES, unit, &[(line, "go", true, "py . . . go().")]);
        let user = craft::document("b.py", USER, unit, &[(1, "go", false, "py . . . go().")]);
        craft::index(vec![types, user]).write_to_bytes().unwrap()
    };
    let text = |path, text: &str| (path, text.as_bytes().to_vec());
    Scenario { before: vec![text("a.py", TYPES), text("b.py", USER), ("m.scip", said(1))], edit: ("m.scip", said(3)) }
}

/// Builds, edits, builds again without writing down keys of `forgotten`, and compares with a clean build.
pub fn difference(scenario: &Scenario, forgotten: Option<Class>) -> Option<String> {
    let repo = Repo::new();
    scenario.before.iter().for_each(|(path, bytes)| repo.write(path, bytes));
    let said = scenario.before.iter().filter(|(path, _)| path.ends_with(".scip"));
    let plain = BuildOptions { scip: said.map(|(path, _)| repo.root().join(path)).collect(), ..repo.options() };
    let options = BuildOptions { forgotten, ..plain.clone() };
    build(&options).unwrap();
    repo.write(scenario.edit.0, &scenario.edit.1);
    build(&options).unwrap();
    repo.difference_to_clean(&plain)
}
