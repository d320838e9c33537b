//! What a name means by the scopes of its language: path keywords, inherited members, wildcard imports, overloads, open namespaces.

use crate::support::Repo;

pub type Files<'a> = [(&'a str, &'a str)];

/// Where the calls of a definition lead: `(tail of the id after the path, confidence)`, sorted.
pub fn calls(files: &Files<'_>, from: &str) -> Vec<(String, f64)> {
    let repo = Repo::built(files);
    let rows = repo.rows("edges_call");
    let of_definition = rows.iter().filter(|row| row["from"].as_str().unwrap().contains(from));
    let mut found: Vec<(String, f64)> =
        of_definition.map(|row| (row["to"].as_str().unwrap().rsplit(' ').next().unwrap().to_owned(), row["confidence"].as_f64().unwrap())).collect();
    found.sort_by(|lhs, rhs| lhs.0.cmp(&rhs.0));
    found
}

/// The sure calls of a definition, by parts of their ids.
pub fn sure(files: &Files<'_>, from: &str, expected: &[&str]) {
    let found = calls(files, from);
    let sure: Vec<&str> = found.iter().filter(|(_, confidence)| *confidence >= 0.5).map(|(to, _)| to.as_str()).collect();
    let fits = sure.len() == expected.len() && expected.iter().all(|part| sure.iter().any(|to| to.contains(part)));
    assert!(fits, "expected {expected:?} in {found:?}");
}

pub const CARGO: (&str, &str) = ("Cargo.toml", "[package]\nname = \"q\"\n");

#[test]
fn a_path_keyword_leads_around_the_present_module_and_not_around_an_imported_one() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod deep;\nmod m;\npub fn q() {}\n"),
        ("src/deep/mod.rs", "pub mod er;\npub fn q() {}\n"),
        ("src/deep/er.rs", "pub fn own() {}\n"),
        ("src/m.rs", "use crate::deep::er::*;\nfn own() {}\nfn up() { super::q(); }\nfn here() { self::own(); }\n"),
    ];
    sure(&files, "/up(", &["lib.rs`/q("]);
    sure(&files, "/here(", &["m.rs`/own("]);
}

#[test]
fn a_glob_brings_private_items_only_into_modules_inside() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod a;\nmod b;\n"),
        ("src/a.rs", "fn hidden() {}\npub fn shown() {}\nmod inside { use super::*; fn run() { hidden(); shown(); } }\n"),
        ("src/b.rs", "use crate::a::*;\nfn run() { hidden(); shown(); }\n"),
    ];
    sure(&files, "b.rs`/run(", &["shown()."]);
    sure(&files, "inside/run(", &["hidden().", "shown()."]);
}

#[test]
fn a_glob_brings_no_file_that_only_lies_in_the_folder_of_its_module() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod old;\nmod new;\npub use new::*;\nfn run() { sys::f(); }\npub mod sys { pub fn f() {} }\nmod user;\n"),
        ("src/old.rs", ""),
        ("src/new/mod.rs", "pub mod net;\nload! { mod tls; }\n"),
        ("src/new/net.rs", "pub fn f() {}\n"),
        ("src/new/loose.rs", "pub fn f() {}\n"),
        ("src/new/tls.rs", "pub fn f() {}\n"),
        ("src/user.rs", "use crate::new::*;\nfn run() { net::f(); loose::f(); }\nfn named() { crate::new::tls::f(); }\n"),
    ];
    sure(&files, "user.rs`/run(", &["net.rs`/f("]);
    sure(&files, "user.rs`/named(", &["tls.rs`/f("]);
}

#[test]
fn an_inherited_method_comes_before_one_of_the_enclosing_class() {
    let source = "class P { void hid() {} static void still() {} private void outer() {} }\nclass O {\n  void hid() {}\n  void still() {}\n  void outer() {}\n  \
                  class In extends P { void inner() { hid(); still(); outer(); } }\n  \
                  void anonymous() { new P() { void body() { hid(); outer(); } }; }\n}\n";
    sure(&[("O.java", source)], "In#inner(", &["P#hid(", "P#still(", "O#outer("]);
    sure(&[("O.java", source)], "#body(", &["P#hid(", "O#outer("]);
}

#[test]
fn a_star_import_brings_what_its_module_lists_or_what_has_no_underscore() {
    let files = [
        ("a.py", "__all__ = [\"pub\"]\ndef pub(): pass\ndef hidden(): pass\ndef open(path): pass\n"),
        ("b.py", "def plain(): pass\ndef _private(): pass\n"),
        ("c.py", "__all__ = [\"_listed\"]\ndef _listed(): pass\n"),
        ("d.py", "from b import plain as passed, _private as _kept\n"),
        (
            "m.py",
            "from a import *\nfrom b import *\nfrom c import *\nfrom d import *\ndef run():\n    pub()\n    hidden()\n    open('x')\n    plain()\n    _private()\n    _listed()\n    _kept()\ndef through():\n    passed()\n",
        ),
    ];
    sure(&files, "/run(", &["pub().", "plain().", "_listed()."]);
    sure(&files, "/through(", &["plain()."]);
}

#[test]
fn a_star_export_never_passes_the_default_on_nor_what_is_not_exported() {
    let files = [
        ("a.ts", "export default function g() {}\nexport function f() {}\nfunction kept() {}\nexport const used = kept()\n"),
        ("b.ts", "export * from './a'\n"),
        ("use.ts", "import d, { f, kept } from './b'\nfunction run() { d(); f(); kept() }\n"),
    ];
    sure(&files, "`use.ts`/run(", &["f()."]);
}

#[test]
fn a_name_that_a_module_keeps_to_itself_is_no_member_of_it() {
    let files = [("b.js", "exports.f = function () {}\nfunction k() {}\n"), ("a.js", "const b = require('./b')\nfunction run() { b.f(); b.k() }\n")];
    sure(&files, "`a.js`/run(", &["f()."]);
}

#[test]
fn a_function_expression_calls_itself_by_its_own_name() {
    let files = [("z.js", "export default function f() {}\n"), ("m.js", "import f from './z'\nconst h = function f() { f() }\n")];
    sure(&files, "`m.js`/h(", &["`m.js`/h()."]);
}

#[test]
fn overloads_that_nothing_tells_apart_are_candidates() {
    let source = "class W {\n  void put(String it) {}\n  void put(Runnable it) {}\n  void many(int it) {}\n  void many(int... it) {}\n  \
                  void run() { put(foreign.value()); many(Foreign.value()); put(\"one\"); }\n}\n";
    let found = calls(&[("W.java", source)], "W#run(");
    let count = |least: f64, most: f64| found.iter().filter(|(to, confidence)| to.contains("put(") && (least..most).contains(confidence)).count();
    // One that the argument decides, the first of two that it does not, and the second.
    assert_eq!((count(0.9, 1.0), count(0.5, 0.9), count(0.0, 0.5)), (1, 1, 1), "{found:?}");
    assert_eq!(found.iter().filter(|(to, confidence)| to.contains("many(") && *confidence > 0.5).count(), 1, "{found:?}");
}

#[test]
fn a_member_of_one_object_does_not_stand_for_all_members_of_its_name() {
    let files = [
        ("a.ts", "const api = { fetchPage(url: string) {} }\nclass Book { turnPage(count: number) {} }\n"),
        ("b.ts", "function run(it: any) { it.fetchPage('x'); it.turnPage(1) }\n"),
    ];
    sure(&files, "`b.ts`/run(", &["turnPage()."]);
}

#[test]
fn a_member_that_only_tests_define_is_not_what_other_code_calls() {
    let files = [("tests/fake.py", "class Fake:\n    def launch(self): pass\n"), ("app.py", "def run(it):\n    it.launch()\n")];
    sure(&files, "/run(", &[]);
    assert_eq!(calls(&files, "/run(").len(), 1);
}

#[test]
fn a_method_defined_in_a_block_is_none_of_the_whole_program() {
    let files = [
        ("spec/x_spec.rb", "describe \"x\" do\n  def body\n  end\n  def twice\n    body\n  end\nend\n"),
        ("lib/b.rb", "class Foo\n  def go\n    body\n    shared\n  end\nend\n"),
        ("lib/c.rb", "def shared\nend\n"),
    ];
    sure(&files, "Foo#go(", &["shared()."]);
    sure(&files, "twice(", &["body()."]);
}

#[test]
fn a_member_defined_out_of_line_looks_names_up_where_it_belongs() {
    let files = [
        ("h.h", "namespace A { void g(); }\nnamespace C { void g(); struct D { void n(); }; }\n"),
        ("g.cpp", "#include \"h.h\"\nvoid A::g() {}\nvoid C::g() {}\n"),
        ("x.cpp", "#include \"h.h\"\nusing namespace A;\nvoid C::D::n() { g(); }\n"),
    ];
    let found = calls(&files, "D#n(");
    assert!(found.len() == 1 && found[0].0.contains("`/C") && found[0].1 >= 0.5, "{found:?}");
}

#[test]
fn functions_of_used_namespaces_and_of_those_of_arguments_are_candidates() {
    let source = "namespace A { struct V {}; void f(V) {} }\nnamespace B { void f(int) {} }\nvoid f(double) {}\nusing namespace B;\n\
                  void one() { A::V a; f(a); }\nvoid two() { f(1); }\n";
    sure(&[("x.cpp", source)], "one(", &["A/f("]);
    sure(&[("x.cpp", source)], "two(", &["B/f("]);
}

#[test]
fn a_package_is_called_what_its_own_files_call_it() {
    let files = [
        ("go.mod", "module ex.com/m\n"),
        ("inner/i.go", "package other\nfunc F() {}\n"),
        ("m.go", "package m\nimport \"ex.com/m/inner\"\nfunc run() { other.F() }\n"),
    ];
    sure(&files, "run(", &["F()."]);
}

#[test]
fn a_leading_double_colon_looks_outside_of_all_namespaces_only() {
    let files = [
        ("all.h", "void go(int it);\nvoid far(int it);\nnamespace deep { void only(int it); }\n"),
        ("all.cc", "#include \"all.h\"\nvoid go(int it) {}\nvoid far(int it) {}\nnamespace deep { void only(int it) {} }\n"),
        (
            "n.h",
            "#include \"all.h\"\nnamespace n { void go(int it); void close(int it); void only(int it); namespace deep { void only(int it); } }\n",
        ),
        (
            "n.cc",
            "#include \"n.h\"\nnamespace n {\nvoid go(int it) {}\nvoid close(int it) {}\nvoid only(int it) {}\nnamespace deep { void only(int it) {} \
             }\nvoid outer() { ::go(1); }\nvoid inner() { go(1); }\nvoid system() { ::close(1); ::only(1); }\nvoid path() { ::deep::only(1); }\nvoid named() { \
             ::n::go(1); }\n}\n",
        ),
    ];
    sure(&files, "n/outer(", &["all.cc`/go("]);
    sure(&files, "n/inner(", &["n.cc`/n/go("]);
    sure(&files, "n/system(", &[]);
    sure(&files, "n/path(", &["all.cc`/deep/only("]);
    sure(&files, "n/named(", &["n.cc`/n/go("]);
}

#[test]
fn a_macro_that_is_one_plain_call_or_another_name_has_the_function_for_a_candidate() {
    let source = "int real(int a, int b) { return a; }\n#define TWICE(a) (real((a), (a)))\n#define ALIAS real\n#define DEEP(a) TWICE(a)\n#define SUM(a) real(a, 1) + \
                  real(a, 2)\n#define APPLY(f) f(1)\n#define LOOP(a) LOOP(a)\nint one(void) { return TWICE(1); }\nint two(void) { return ALIAS(1, 2); }\nint three(void) { \
                  return DEEP(1); }\nint four(void) { return SUM(1) + APPLY(real) + LOOP(1); }\n";
    let files = [("a.c", source)];
    for (from, of) in [("/one(", "TWICE!"), ("/two(", "ALIAS!"), ("/three(", "DEEP!")] {
        sure(&files, from, &[of]);
        assert!(calls(&files, from).iter().any(|(to, confidence)| to.ends_with("real().") && *confidence < 0.5), "{from}");
    }
    assert!(calls(&files, "/four(").iter().all(|(to, _)| !to.contains("real(")), "{:?}", calls(&files, "/four("));
}

#[test]
fn a_function_that_a_macro_renames_is_what_a_call_of_its_name_means() {
    let source = "#define make my_make\nint make(int a) { return a; }\nint run(void) { return make(1); }\n";
    sure(&[("a.c", source)], "/run(", &["/make()."]);
}

#[test]
fn other_code_does_not_see_what_tests_define_in_its_namespace() {
    let files = [
        ("test/helper.rb", "class Base\n  def self.make\n  end\nend\ndef help\nend\n"),
        ("lib/a.rb", "def run\n  help\nend\n"),
        ("test/a_test.rb", "def check\n  help\nend\n"),
    ];
    sure(&files, "/run(", &[]);
    sure(&files, "/check(", &["help()."]);
}

#[test]
fn merged_declarations_are_one_target_and_the_use_tells_type_from_value() {
    let files = [
        (
            "a.ts",
            "export const V = { make() {} }\nexport type V = string\nexport interface A { x(): void }\nexport class A { y() {} }\nexport declare function two(it: \
             string): void\nexport declare function two(it: number): void\nexport function f() {}\nexport namespace f { export function inner() {} }\n",
        ),
        (
            "b.ts",
            "import { A, V, f, two } from './a'\nfunction run(a: A) { V.make(); a.x(); a.y(); new A(); f(); f.inner(); two(1) }\nfunction typed(v: V) {}\n",
        ),
    ];
    sure(&files, "/run(", &["V.make(", "A#x(", "A#y(", "A#", "/f().", "f/inner(", "two("]);
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_usage");
    let of = |from: &str, to: &str| {
        rows.iter().any(|row| {
            row["from"].as_str().unwrap().ends_with(from) && row["to"].as_str().unwrap().ends_with(to) && row["confidence"].as_f64().unwrap() >= 0.5
        })
    };
    assert!(of("typed().", "/V#") && of("run().", "/V.") && !of("typed().", "/V.") && !of("run().", "/V#"), "{rows:#?}");
}

#[test]
fn what_a_declaration_file_declares_without_exports_is_seen_in_its_package_and_those_below() {
    let files = [
        ("package.json", "{\"name\":\"q\"}"),
        ("globals.d.ts", "declare function everywhere(): void\ndeclare namespace Space { function inner(): void }\n"),
        ("module.d.ts", "export declare function imported(): void\n"),
        ("use.ts", "function run() { everywhere(); Space.inner(); imported() }\n"),
        ("other/package.json", "{\"name\":\"o\"}"),
        ("other/use.ts", "function far() { everywhere() }\n"),
    ];
    sure(&files, "/run(", &["everywhere(", "Space/inner("]);
    sure(&files, "/far(", &["everywhere("]);
}

#[test]
fn what_a_declaration_file_adds_to_a_type_of_the_language_is_no_value() {
    let files = [
        ("package.json", "{\"name\": \"q\"}"),
        ("global.d.ts", "declare interface String { old(): void }\ndeclare interface Own { go(): void }\ndeclare function given(): Own\n"),
        ("a.ts", "export function run(own: Own) { String(own); own.go(); given() }\n"),
    ];
    sure(&files, "/run(", &["Own#go(", "given("]);
}

#[test]
fn what_the_root_of_a_crate_calls_another_one_all_its_modules_do() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"p\", \"s\"]\n"),
        ("p/Cargo.toml", "[package]\nname = \"p\"\n\n[dependencies]\ns = { path = \"../s\" }\n"),
        ("p/src/lib.rs", "extern crate s as ess;\nextern crate stranger;\nuse s as here;\nmod sub;\nfn top() { ess::f(); }\n"),
        ("p/src/sub.rs", "use ess::f as ff;\nfn run() { ess::f(); ff(); }\nfn away() { here::f(); stranger::f(); }\n"),
        ("s/Cargo.toml", "[package]\nname = \"s\"\n"),
        ("s/src/lib.rs", "pub fn f() {}\n"),
    ];
    sure(&files, "/top(", &["f()."]);
    sure(&files, "/run(", &["f().", "f()."]);
    sure(&files, "/away(", &[]);
    let repo = Repo::built(&files);
    let stranger = repo.rows("sites").into_iter().find(|row| row["role"] == "import" && row["name"] == "stranger").unwrap();
    assert_eq!(stranger["outcome"], "unresolved", "a crate that nobody declares is not its own name");
}

#[test]
fn tests_import_what_lies_beside_them_unless_it_is_a_dependency() {
    let files = [
        ("pyproject.toml", "[project]\nname = \"q\"\ndependencies = [\"tools\"]\n"),
        ("tests/__init__.py", ""),
        ("tests/conftest.py", "def make(): ...\n"),
        ("tests/tools.py", "def cut(): ...\n"),
        ("tests/test_a.py", "from conftest import make\nfrom tools import cut\n\ndef test_one():\n    make()\n    cut()\n"),
        ("q/__init__.py", ""),
        ("q/beside.py", "def near(): ...\n"),
        ("q/main.py", "from beside import near\n\ndef run():\n    near()\n"),
    ];
    sure(&files, "test_one(", &["make("]);
    sure(&files, "/run(", &[]);
}

#[test]
fn a_hub_may_hand_on_all_that_hundreds_of_modules_have() {
    let count = 300;
    let modules: Vec<(String, String)> = (0..count)
        .map(|own| (format!("src/m{own}.rs"), format!("use crate::f{0};\npub fn f{own}() {{ f{0}(); nowhere(); }}\n", (own + 5) % count)))
        .collect();
    let lib = (0..count).fold(String::new(), |text, own| text + &format!("mod m{own};\npub use m{own}::*;\n"));
    let mut files = vec![CARGO, ("src/lib.rs", lib.as_str())];
    files.extend(modules.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    sure(&files, "/f7(", &["m12.rs`/f12("]);
    sure(&files, "/f299(", &["m4.rs`/f4("]);
}

#[test]
fn globs_that_lead_in_circles_are_looked_through_once() {
    let count = 12;
    let module = |own: usize| {
        let others = (0..count).filter(|other| *other != own);
        let globs: Vec<String> = others.map(|other| format!("pub use super::m{other}::*;\n")).collect();
        globs.concat() + &format!("pub fn f{own}() {{}}\n")
    };
    let modules: Vec<(String, String)> = (0..count).map(|own| (format!("src/m{own}.rs"), module(own))).collect();
    let names: Vec<String> = (0..count).map(|own| format!("pub mod m{own};\n")).collect();
    let lib = names.concat() + "use m0::*;\npub fn run() { f11(); f5(); f0(); nowhere(); }\n";
    let mut files = vec![CARGO, ("src/lib.rs", lib.as_str())];
    files.extend(modules.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    sure(&files, "/run(", &["m11.rs`/f11(", "m5.rs`/f5(", "m0.rs`/f0("]);
}

#[test]
fn a_file_below_an_inline_module_has_that_module_around_it() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod x;\nmod a { mod b; pub fn near() {} pub mod c { mod d; pub fn deep() {} } }\npub fn near() {}\n"),
        ("src/a/b.rs", "use super::*;\nfn up() { near(); super::super::near(); }\n"),
        ("src/a/c/d.rs", "fn up() { super::deep(); super::super::near(); }\n"),
        ("src/x.rs", "pub mod y { mod z; pub fn beside() {} }\n"),
        ("src/x/y/z.rs", "fn up() { super::beside(); }\n"),
    ];
    sure(&files, "a/`b.rs`/up(", &["lib.rs`/a/near(", "lib.rs`/near("]);
    sure(&files, "c/`d.rs`/up(", &["lib.rs`/a/c/deep(", "lib.rs`/a/near("]);
    sure(&files, "y/`z.rs`/up(", &["x.rs`/y/beside("]);
}
