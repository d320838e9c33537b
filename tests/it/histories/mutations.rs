//! For each class of read keys an edit that only keys of that class tell of.

use smalti::base::key::Class;
use smalti::pipeline::options::BuildOptions;

use crate::support::{self, Repo, build};

/// A repository, and the one file that is added or rewritten.
pub struct Scenario {
    before: &'static [(&'static str, &'static str)],
    edit: (&'static str, &'static str),
}

/// The scenario of a class.
pub fn of(class: Class) -> Scenario {
    match class {
        // A module that is imported comes into being.
        Class::Path => Scenario { before: &[("p/__init__.py", ""), ("p/a.py", "from . import b\n")], edit: ("p/b.py", "") },
        // A function that is imported comes into being in a file that is there.
        Class::Name => Scenario { before: &[("a.py", "from b import f\nf()\n"), ("b.py", "")], edit: ("b.py", "def f(): pass\n") },
        // A wildcard makes a name visible that its file does not define.
        Class::Wild => {
            Scenario { before: &[("a.py", "from b import f\nf()\n"), ("b.py", ""), ("c.py", "def f(): pass\n")], edit: ("b.py", "from c import *\n") }
        }
        // A method is added to a type from another file of the package.
        Class::Extension => Scenario {
            before: &[("go.mod", "module m\n"), ("t.go", "package m\ntype T struct{}\n"), ("u.go", "package m\nfunc U(t *T) { t.G() }\n")],
            edit: ("v.go", "package m\nfunc (t *T) G() {}\n"),
        },
        // The only member of a name that a receiver of unknown type can mean.
        Class::Member => {
            Scenario { before: &[("a.py", "def f(x):\n    x.only_here()\n")], edit: ("b.py", "class C:\n    def only_here(self): pass\n") }
        }
        // A function of the same package, in a new file.
        Class::Namespace => {
            Scenario { before: &[("go.mod", "module m\n"), ("u.go", "package m\nfunc U() { F() }\n")], edit: ("v.go", "package m\nfunc F() {}\n") }
        }
        // A dependency is declared.
        Class::Config => Scenario {
            before: &[
                ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
                ("a/src/lib.rs", "pub fn g() { b::f(); }\n"),
                ("b/Cargo.toml", "[package]\nname = \"b\"\n"),
                ("b/src/lib.rs", "pub fn f() {}\n"),
            ],
            edit: ("a/Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n"),
        },
        // The package that a dependency names comes into being.
        Class::PackageName => Scenario {
            before: &[
                ("a/Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n"),
                ("a/src/lib.rs", "pub fn g() { b::f(); }\n"),
                ("b/src/lib.rs", "pub fn f() {}\n"),
            ],
            edit: ("b/Cargo.toml", "[package]\nname = \"b\"\n"),
        },
        // A type gets an interface, and with it a member that the interface provides.
        Class::Conformance => Scenario {
            before: &[
                ("Cargo.toml", "[package]\nname = \"a\"\n"),
                ("src/lib.rs", "pub mod t;\npub mod u;\npub mod v;\npub trait P { fn h(&self) {} }\n"),
                ("src/t.rs", "pub struct T;\n"),
                ("src/u.rs", "use crate::t::T;\npub fn u(t: &T) { t.h(); }\n"),
                ("src/v.rs", ""),
            ],
            edit: ("src/v.rs", "use crate::P;\nuse crate::t::T;\nimpl P for T {}\n"),
        },
        // A page names a function that comes into being.
        Class::TopName => Scenario { before: &[("a.md", "# Notes\n\nSee `only_here`.\n"), ("b.py", "")], edit: ("b.py", "def only_here(): pass\n") },
    }
}

/// Builds, edits, builds again without writing down keys of `forgotten`, and compares with a clean build.
pub fn difference(scenario: &Scenario, forgotten: Option<Class>) -> Option<String> {
    let repo = Repo::of(scenario.before);
    let options = BuildOptions { forgotten, ..repo.options() };
    build(&options).unwrap();
    repo.write(scenario.edit.0, scenario.edit.1);
    build(&options).unwrap();
    let clean = repo.beside("clean");
    build(&BuildOptions { out: clean.clone(), ..repo.options() }).unwrap();
    support::difference(&repo.root().join(".smalti"), &clean)
}
