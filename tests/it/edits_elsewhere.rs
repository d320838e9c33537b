//! Edits of one file that change what another one links to by something that is easily left out of a digest: after each the index is that of a clean build.

use crate::support::Repo;

/// Builds `files`, then with each of the texts of `path` in turn, forwards and back.
fn check(files: &[(&str, &str)], path: &str, texts: [&str; 2]) {
    let repo = Repo::of(files);
    for text in [texts[0], texts[1], texts[0]] {
        repo.write(path, text);
        repo.build();
        repo.check_clean();
    }
}

#[test]
fn a_method_of_an_interface_is_renamed() {
    let files = [("J.java", "interface J { int j(); }\n"), ("U.java", "class U { void m(I i){} void m(J j){} void t(){ m(() -> {}); } }\n")];
    check(&files, "I.java", ["interface I { void a(); boolean equals(Object o); }\n", "interface I { void a(); boolean equalz(Object o); }\n"]);
}

#[test]
fn methods_of_an_interface_change_places() {
    let files = [
        ("go.mod", "module m\n"),
        ("j.go", "package a\ntype J interface {\n\tA()\n\tB()\n}\n"),
        ("t.go", "package a\ntype T struct { J }\nfunc (T) C() {}\n"),
        ("w.go", "package a\ntype W interface { E }\n"),
    ];
    check(&files, "e.go", ["package a\ntype E interface {\n\tA()\n\tB()\n\tC()\n}\n", "package a\ntype E interface {\n\tC()\n\tB()\n\tA()\n}\n"]);
}

#[test]
fn a_trait_is_imported_by_another_name() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ("src/lib.rs", "pub mod t;\npub mod v;\npub mod u;\npub trait P { fn h(&self); }\n"),
        ("src/t.rs", "pub struct T;\n"),
        ("src/u.rs", "use crate::t::T;\npub fn u(t: &T) { t.h(); }\n"),
    ];
    let text = |name: &str| format!("use crate::P as {name};\nuse crate::t::T;\nimpl {name} for T {{ fn h(&self) {{}} }}\n");
    check(&files, "src/v.rs", [&text("Q"), &text("Z")]);
}

#[test]
fn blocks_change_places() {
    let traits: Vec<char> = ('A'..='I').collect();
    let declared = traits.iter().map(|it| format!("pub trait {it} {{ fn go(&self) {{}} }}\n")).collect::<Vec<_>>().concat();
    let blocks = |order: &mut dyn Iterator<Item = &char>| {
        format!("use crate::p::*;\n{}", order.map(|it| format!("impl {it} for String {{}}\n")).collect::<Vec<_>>().concat())
    };
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ("src/lib.rs", "pub mod p; pub mod t; pub mod u;\n"),
        ("src/p.rs", declared.as_str()),
        ("src/u.rs", "use crate::p::*;\npub fn u(t: &String) { t.go(); }\n"),
    ];
    check(&files, "src/t.rs", [&blocks(&mut traits.iter()), &blocks(&mut traits.iter().rev())]);
}

#[test]
fn a_type_is_defined_out_of_line_elsewhere() {
    let files = [("u.cc", "template <class Q> void f(Q q) { q.onlyHere(); }\n")];
    let inside = "namespace n { struct A { struct B; }; struct A::B { struct C { void onlyHere(); }; C c; }; }\n";
    let outside = "namespace n { struct A { struct B; }; }\nstruct n::A::B { struct C { void onlyHere(); }; C c; };\n";
    check(&files, "h.h", [inside, outside]);
}

#[test]
fn a_member_is_defined_of_an_alias_of_the_name_of_its_type() {
    let files = [("o.h", "namespace o { struct S { void go(); void go(int); }; }\n"), ("u.cc", "#include \"o.h\"\nvoid f(o::S s) { s.go(1); }\n")];
    let one = "#include \"o.h\"\nusing S = o::S;\nvoid o::S::go() {}\n";
    check(&files, "a.cc", [one, &format!("{one}void S::go(int) {{}}\n")]);
    check(&files, "a.cc", ["#include \"o.h\"\nusing S = o::S;\n", "#include \"o.h\"\nusing S = o::S;\nvoid S::go(int) {}\n"]);
}

#[test]
fn an_object_with_a_spread_gets_a_member_of_its_own() {
    let files = [
        ("b.js", "export const plain = { go() {} }\n"),
        ("u.js", "import { api } from './a'\nconst q = api\nq.own()\nq.go()\n"),
        ("w.js", "import { api } from './a'\nexport const mine = { ...api }\nmine.own()\nmine.go()\n"),
        ("x.js", "import { mine } from './w'\nmine.own()\nmine.go()\n"),
    ];
    let text = |own: &str| format!("import {{ plain }} from './b'\nexport const api = {{ ...plain{own} }}\n");
    check(&files, "a.js", [&text(""), &text(", own() {}")]);
}

#[test]
fn an_alias_gets_a_part_with_a_member() {
    let files = [
        ("b.ts", "export class B { go() {} }\nexport class C { go() {} }\n"),
        ("u.ts", "import { Rows } from './a';\nexport function f(rows: Rows) { rows[0].id.go(); rows.push(1); }\n"),
    ];
    let text = |more: &str| format!("import {{ B, C }} from './b';\nexport type Rows = {{ id: B }}[]{more};\n");
    check(&files, "a.ts", [&text(""), &text(" | { one: C }")]);
}

#[test]
fn a_structure_that_is_taken_apart_gets_a_field_in_front() {
    let files = [
        ("p.h", "struct P { void hit(); };\nstruct Z { void hit(); };\n"),
        (
            "u.cc",
            "#include \"e.h\"\nvoid f(E e, L<P> l) {\n  auto [one, two] = e;\n  one.hit();\n  two.hit();\n  l.head->val.hit();\n  for (auto& x : l) x.hit();\n}\n",
        ),
    ];
    let text = |more: &str, begin: &str| {
        format!(
            "#include \"p.h\"\nstruct E {{ {more}P first; Z second; }};\ntemplate <class T> struct L {{ struct Node {{ T val; }}; {more}Node* head; {begin} }};\n"
        )
    };
    check(&files, "e.h", [&text("", "T* begin();"), &text("Z front; ", "Z* begin();")]);
}

#[test]
fn what_tells_owners_of_one_name_apart_changes() {
    let users = ("u.js", "const { q, r } = require('./l');\nq.go();\nr.go();\n");
    let in_tests = |title: &str, one: &str, two: &str| {
        format!(
            "let q, r;\ntest('{title}', () => {{ class C {{ {one} }} q = new C(); }});\ntest('two', () => {{ class C {{ {two} }} r = new C(); }});\nmodule.exports = {{ q, r }};\n"
        )
    };
    check(&[users], "l.js", [&in_tests("one", "go() {}", ""), &in_tests("one", "", "go() {}")]);
    check(&[users], "l.js", [&in_tests("one", "go() {}", ""), &in_tests("first", "go() {}", "")]);
    let in_arms = |one: &str, two: &str| {
        format!(
            "let q, r;\nif (a) {{ const o = {{ x() {{}}{one} }}; q = o; }} else {{ const o = {{ x() {{}}{two} }}; r = o; }}\nmodule.exports = {{ q, r }};\n"
        )
    };
    check(&[users], "l.js", [&in_arms(", go() {}", ""), &in_arms("", ", go() {}")]);
    let of_all = |one: &str, two: &str| format!("declare global {{ interface W {{ {one}x: number }} }}\nexport interface W {{ {two}x: number }}\n");
    let files = [("u.ts", "import { W } from './l';\nfunction f(w: W) { w.go(); }\n"), ("v.ts", "function f(w: W) { w.go(); }\n")];
    check(&files, "l.ts", [&of_all("go(): void; ", ""), &of_all("", "go(): void; ")]);
    let decorated = |by: &str| {
        format!(
            "class A:\n    @{by}\n    def p(self):\n        class L:\n            def only_here(self): pass\n        self.q = L()\n        return 1\n"
        )
    };
    check(&[("u.py", "from l import A\nA().q.only_here()\n")], "l.py", [&decorated("property"), &decorated("cached")]);
    let of_overloads = |one: &str, two: &str| {
        format!("inline auto f(int) {{ struct L {{ {one} }}; return L(); }}\ninline auto f(char) {{ struct L {{ {two} }}; return L(); }}\n")
    };
    let files = [("u.cc", "#include \"l.hpp\"\nvoid g() { f(1).go(); f('c').go(); }\n")];
    check(&files, "l.hpp", [&of_overloads("void go() {}", ""), &of_overloads("", "void go() {}")]);
}

#[test]
fn a_decorator_gives_what_it_takes_by_another_name() {
    let files = [
        ("k.py", "class K:\n    def go(self): return 1\n\n\nclass Z:\n    def stop(self): return 2\n"),
        ("lib2.py", "from lib import deco\nfrom k import Z\n\n\n@deco\ndef make(x) -> Z: ...\n"),
        ("u.py", "from lib2 import make\n\nmake.go()\nmake(1).stop()\n"),
    ];
    let text = |given: &str| format!("from k import K\nfrom k import K as L\n\n\ndef deco(f: K) -> {given}: ...\n");
    check(&files, "lib.py", [&text("L"), &text("K")]);
}

#[test]
fn a_structure_inside_of_a_function_gets_a_field() {
    let classes = "struct A { void goA() {} };\nstruct B { void goB() {} };\nstruct C { void goC() {} };\n";
    let text = |one: &str, two: &str| {
        format!(
            "{classes}inline auto mk() {{ struct P {{ A a;{one} }}; return P(); }}\ninline auto mk(int) {{ struct P {{{two} C c; }}; return P(); }}\n"
        )
    };
    let files = [("u.cc", "#include \"l.hpp\"\nvoid g() { auto [x, y] = mk(); y.goB(); }\n")];
    check(&files, "l.hpp", [&text(" B b;", ""), &text("", " B b;")]);
    check(&files, "l.hpp", [&text("", ""), &text(" B b;", "")]);
}

#[test]
fn a_member_moves_to_another_block_that_says_the_same() {
    let swift = [("B.swift", "class B: A {\n  func f() {}\n}\n"), ("u.swift", "func u(b: B) {\n  b.f(\"x\")\n}\n")];
    let blocks = |between: &str| format!("class A {{}}\nextension A {{\n  func f(_ x: Int) {{}}\n{between}  func f(_ y: String) {{}}\n}}\n");
    check(&swift, "A.swift", [&blocks(""), &blocks("}\nextension A {\n")]);
    let rust = [
        ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ("src/lib.rs", "pub mod a;\npub mod u;\n"),
        ("src/u.rs", "use crate::a::{A, Tr};\npub fn u(a: &A) { a.f().go(); }\n"),
    ];
    let types = "pub struct B;\nimpl B { pub fn go(&self) {} }\npub struct C;\nimpl C { pub fn go(&self) {} }\npub struct A;\npub trait Tr { type Out; fn f(&self) -> Self::Out; }\n";
    let method = "fn f(&self) -> Self::Out { todo!() }";
    let text = |first: &str, second: &str| {
        format!(
            "{types}#[cfg(feature = \"x\")]\nimpl Tr for A {{ type Out = B; {first} }}\n#[cfg(feature = \"y\")]\nimpl Tr for A {{ type Out = C; {second} }}\n"
        )
    };
    check(&rust, "src/a.rs", [&text(method, ""), &text("", method)]);
}

#[test]
fn a_type_of_the_name_of_a_foreign_one_gets_a_trait() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ("src/lib.rs", "pub mod tr;\npub mod x;\npub mod u;\n"),
        ("src/tr.rs", "pub trait T1 { fn more(&self) {} }\n"),
        ("src/u.rs", "use crate::tr::T1;\npub fn f(p: &std::path::Path) { p.more(); }\n"),
    ];
    let text = |count: usize| {
        let own = |at: usize| {
            let block = if at < count { "impl crate::tr::T1 for Path {}" } else { "" };
            format!("pub mod m{at} {{ pub struct Path; {block} }}\n")
        };
        format!("{}impl crate::tr::T1 for std::path::Path {{}}\n", (0..9).map(own).collect::<String>())
    };
    check(&files, "src/x.rs", [&text(7), &text(8)]);
}

#[test]
fn overloads_in_and_out_of_a_type_change_places() {
    let files = [("u.cc", "#include \"a.h\"\nvoid u(n::A a) { a.f(h()); }\n")];
    let (within, outside) = ("namespace n { struct A { void f(int); void f(char) {} }; }\n", "void n::A::f(int) {}\n");
    check(&files, "a.h", [&format!("{within}{outside}"), &format!("{outside}{within}")]);
}

#[test]
fn blocks_that_name_one_type_in_two_ways_change_places() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ("src/lib.rs", "pub mod tr;\npub mod x;\npub mod u;\n"),
        ("src/tr.rs", "pub trait T1 { fn go(&self) {} }\npub trait T2 { fn go(&self) {} }\n"),
        ("src/u.rs", "use crate::x::S;\npub fn f(s: S) { s.go(); }\n"),
    ];
    let (bare, path) = ("impl crate::tr::T1 for S {}\n", "impl crate::tr::T2 for self::S {}\n");
    check(&files, "src/x.rs", [&format!("pub struct S;\n{bare}{path}"), &format!("pub struct S;\n{path}{bare}")]);
}

#[test]
fn fields_of_a_structure_in_a_header_of_c_change_places() {
    let files = [("u.cc", "#include \"p.h\"\nvoid u() { auto [x, y] = mk(); y.both = 1; x.fa = 2; }\n")];
    let text = |fields: &str| {
        format!("struct A {{ int fa; int both; }};\nstruct B {{ int fb; int both; }};\nstruct P {{ {fields} }};\nstruct P mk(void);\n")
    };
    check(&files, "p.h", [&text("struct A a; struct B b;"), &text("struct B b; struct A a;")]);
}

/// The same of a Rust package with modules `t`, which changes, and `u`.
fn check_rust(root: &str, uses: &str, texts: [&str; 2]) {
    let root = format!("pub mod t;\npub mod u;\n{root}");
    check(&[("Cargo.toml", "[package]\nname = \"k\"\n"), ("src/lib.rs", &root), ("src/u.rs", uses)], "src/t.rs", texts);
}

#[test]
fn a_parameter_is_a_reference_or_none() {
    let text = |ty: &str| format!("use crate::P;\npub struct W;\nimpl From<P> for W {{ fn from(p: {ty}) -> W {{ W }} }}\n");
    check_rust("pub struct P;\n", "use crate::t::W;\npub fn u(p: &crate::P) { W::from(p); }\n", [&text("P"), &text("&P")]);
}

#[test]
fn a_block_is_for_references_or_values() {
    let text = |one: &str, other: &str| {
        format!(
            "pub struct M;\npub struct A;\nimpl A {{ pub fn go(&self) {{}} }}\npub struct B;\nimpl B {{ pub fn go(&self) {{}} }}\nimpl IntoIterator for {one} {{ type IntoIter = A; fn \
             into_iter(self) -> A {{ A }} }}\nimpl IntoIterator for {other} {{ type IntoIter = B; fn into_iter(self) -> B {{ B }} }}\n"
        )
    };
    check_rust("", "pub fn u(m: &crate::t::M) { m.into_iter().go(); }\n", [&text("M", "&M"), &text("&M", "M")]);
}

#[test]
fn an_enumeration_takes_a_type_parameter() {
    let text = |ty: &str, held: &str| {
        format!(
            "pub struct A;\nimpl A {{ pub fn go(&self) {{}} }}\npub struct S<F> {{ pub f: F }}\npub enum {ty} {{ Two(S<{held}>), Named {{ s: S<{held}> }} }}\n"
        )
    };
    let uses = "use crate::t::*;\npub fn u(it: E<A>) { match it { E::Two(s) => s.f.go(), E::Named { s } => s.f.go() } }\n";
    check_rust("", uses, [&text("E<F>", "F"), &text("E", "u8")]);
}

#[test]
fn a_block_of_another_file_gives_a_type_a_trait_for_another_argument() {
    let root = "pub struct P;\npub struct W;\nimpl From<u8> for W { fn from(p: u8) -> W { W } }\n";
    let text = |interface: &str| {
        format!(
            "use crate::{{P, W}};\nimpl {interface}<P> for W {{ fn from(p: P) -> W {{ W }} }}\nimpl {interface}<P> for Vec<u8> {{ fn from(p: P) -> Self {{ vec![] }} }}\n"
        )
    };
    check_rust(root, "pub fn u(p: crate::P) { crate::W::from(p); }\npub fn v(p: crate::P) { Vec::from(p); }\n", [&text("From"), &text("Made")]);
}

#[test]
fn a_block_gives_another_name_of_a_type_what_wrappers_have() {
    let root = "pub enum R<T> { One(T) }\npub type M<T> = R<T>;\npub struct A;\nimpl A { pub fn go(&self) {} }\npub fn made() -> M<A> { todo!() }\n";
    let text = |name: &str| format!("impl<T> crate::M<T> {{ pub fn {name}(self) -> T {{ todo!() }} }}\n");
    check_rust(root, "pub fn u() { crate::made().unwrap().go(); }\n", [&text("unwrap"), &text("other")]);
}
