//! Forms in which languages write what has a plainer form too: conversions, functions as values, merged namespaces, doc comments, macros.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

#[test]
fn a_conversion_gives_a_value_of_its_type() {
    let go = "package m\n\ntype Level int\n\nfunc (l Level) Name() string { return \"\" }\n\ntype Other int\n\nfunc (o Other) Name() string { return \"\" }\n\nfunc \
              direct(i int) { Level(i).Name() }\n\nfunc kept() {\n\tvar q = Level(3)\n\tq.Name()\n}\n";
    let files = [("go.mod", "module m\n"), ("a.go", go)];
    sure(&files, "/direct(", &["Level#", "Level#Name("]);
    sure(&files, "/kept(", &["Level#", "Level#Name("]);
}

#[test]
fn a_receiver_may_be_called_as_its_type() {
    let go = "package m\n\nimport \"net/http\"\n\ntype w struct{ http.ResponseWriter }\n\nfunc (w *w) Go() {}\n\nfunc run() { y := &w{}; y.Go() }\n";
    sure(&[("go.mod", "module m\n"), ("a.go", go)], "/run(", &["w#Go("]);
}

#[test]
fn calling_a_value_of_a_function_type_gives_what_the_type_says() {
    let go = "package m\n\ntype N struct{}\n\nfunc (n *N) Go() {}\n\ntype O struct{}\n\nfunc (o *O) Go() {}\n\ntype S struct{ make func(i int) *N }\n\nfunc field(s *S) { \
              s.make(1).Go() }\n\nfunc param(f func() *N) { f().Go() }\n\nfunc bare(f func() *N) { f.Go() }\n";
    let files = [("go.mod", "module m\n"), ("a.go", go)];
    sure(&files, "/field(", &["S#make.", "N#Go("]);
    sure(&files, "/param(", &["N#Go("]);
    sure(&files, "/bare(", &[]);
    let python = "from typing import Callable\n\n\nclass N:\n    def go(self): pass\n\n\nclass O:\n    def go(self): pass\n\n\ndef given(make: Callable[[int], N]):\n    \
                  make(1).go()\n\n\nclass Holder:\n    make: Callable[..., N]\n\n    def use(self):\n        self.make().go()\n";
    sure(&[("m.py", python)], "/given(", &["N#go("]);
    sure(&[("m.py", python)], "#use(", &["Holder#make.", "N#go("]);
}

#[test]
fn a_macro_and_a_function_of_one_name_are_told_apart_by_the_mark() {
    let lib =
        "macro_rules! dup { ($e:expr) => { $e.clone() }; }\nfn dup(n: u8) -> u8 { n }\nfn marked(n: u8) { dup!(n); }\nfn plain(n: u8) { dup(n); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/marked(", &["/dup!"]);
    sure(&[CARGO, ("src/lib.rs", lib)], "/plain(", &["/dup("]);
}

#[test]
fn names_of_a_namespace_that_merges_with_the_whole_export_are_imported_by_name() {
    let lib = "declare function lib(): lib.Inst\ndeclare namespace lib {\n  export interface Inst { go(): void }\n  export class Err { told(): void }\n  export const codes: \
               Inst\n}\nexport = lib\n";
    let class = "declare class Kit { own(): void }\ndeclare namespace Kit { export interface Part { turn(): void } }\nexport = Kit\n";
    let uses = "import lib, { Inst, Err, codes } from './lib'\nimport { Part } from './kit'\nexport function one(it: Inst) { it.go() }\nexport function two() { new \
                Err().told() }\nexport function three() { codes.go() }\nexport function four(part: Part) { part.turn() }\nexport function five() { lib().go() }\n";
    let files = [("lib.d.ts", lib), ("kit.d.ts", class), ("other.ts", "export class Other { go() {} told() {} turn() {} }\n"), ("use.ts", uses)];
    for (from, expected) in [("/one(", &["Inst#go("][..]), ("/two(", &["Err#", "Err#told("]), ("/three(", &["Inst#go("]), ("/four(", &["Part#turn("])]
    {
        sure(&files, from, expected);
    }
    sure(&files, "/five(", &["/lib(", "Inst#go("]);
}

#[test]
fn types_that_a_doc_comment_imports_are_declared_types() {
    let b = "class Box { open() {} }\nclass Lid { shut() {} }\nmodule.exports = { Box, Lid }\n";
    let d = "export default class Def { run() {} }\n";
    let a = "/** @import { Box, Lid as Cover } from './b' */\n/**\n * @import Def from './d.mjs'\n */\n/** @param {Box} box @param {Cover} lid */\nfunction one(box, lid) { \
             box.open(); lid.shut() }\n/** @param {Def} d */\nfunction two(d) { d.run() }\n";
    let other = "class Other { open() {} shut() {} run() {} }\nmodule.exports = { Other }\n";
    let files = [("package.json", "{\"name\":\"z\"}"), ("b.js", b), ("d.mjs", d), ("other.js", other), ("a.js", a)];
    sure(&files, "/one(", &["Box#open(", "Lid#shut("]);
    sure(&files, "/two(", &["Def#run("]);
}

#[test]
fn attributes_behind_an_export_macro_do_not_cost_the_class() {
    let header = "#pragma once\n#define API_\nnamespace n {\nclass API_ [[nodiscard]] A { public: int go(); };\nclass API_ [[deprecated(\"x\")]] G : public A { public: int \
                  far(); };\nclass B { public: int go(); int far(); };\n}\n";
    let source = "#include \"a.h\"\nusing namespace n;\nint one() { A a; return a.go(); }\nint two() { G g; g.far(); return g.go(); }\n";
    let files = [("a.h", header), ("b.cc", source)];
    sure(&files, "/one(", &["A#go("]);
    sure(&files, "/two(", &["G#far(", "A#go("]);
}

#[test]
fn elements_of_arrays_have_the_type_in_front_of_the_name() {
    let source = "class Lru { public: void go(); };\nclass Two { public: void go(); };\nclass Shards {\n  Lru held_[16];\n  Lru* led_[4];\n  void field() { held_[1].go(); \
                  }\n  void pointer() { this->led_[0]->go(); }\n  void loop() { for (auto& it : held_) it.go(); }\n};\nvoid local() { Lru some[2]; some[0].go(); }\nvoid led() { \
                  Lru* some[2]; some[1]->go(); }\nvoid first() { Lru some[2]; (*some).go(); }\nvoid taken(Lru all[]) { all[0].go(); }\n";
    for from in ["#field(", "#pointer(", "#loop(", "/local(", "/led(", "/first(", "/taken("] {
        sure(&[("m.cc", source)], from, &["Lru#go("]);
    }
}

#[test]
fn a_variable_that_is_built_from_a_call_is_no_function() {
    let source = "struct Env { static Env* Default(); };\nstruct Other { void go(); };\nstruct Test { explicit Test(Env* e); void go(); };\nnamespace seed { int \
                  fresh(); }\nint first();\nvoid one() { Test env(Env::Default()); env.go(); }\nvoid two() { Test env(seed::fresh()); env.go(); }\nvoid three() { Test \
                  env(first()); env.go(); }\n";
    sure(&[("m.cc", source)], "/one(", &["Env#Default(", "Test#Test(", "Test#go("]);
    sure(&[("m.cc", source)], "/two(", &["seed/fresh(", "Test#Test(", "Test#go("]);
    sure(&[("m.cc", source)], "/three(", &["/first(", "Test#Test(", "Test#go("]);
}

#[test]
fn a_private_method_that_is_defined_out_of_line_is_its_own_class_s() {
    let source = "namespace db {\nnamespace {\nclass Merger : public Base {\n public:\n  void First() { Find(); }\n private:\n  void Find();\n};\nvoid Merger::Find() \
                  {}\n}\n}\n";
    sure(&[("m.cc", source)], "#First(", &["Merger#Find("]);
}

#[test]
fn names_of_the_standard_library_that_a_whole_import_brings_are_its_own() {
    let java = "package p;\n\nimport java.io.*;\nimport java.util.*;\n\nclass Item { void go() {} }\n\nclass Other { void go() {} }\n\nclass Use {\n    void one(List<Item> all) { \
                all.get(0).go(); }\n    void two(Map<String, Item> all) { for (Item it : all.values()) it.go(); all.get(\"a\").go(); }\n}\n";
    let files = [("src/main/java/p/Use.java", java)];
    sure(&files, "Use#one(", &["Item#go("]);
    sure(&files, "Use#two(", &["Item#go(", "Item#go("]);
    let cpp = "#include <vector>\nusing namespace std;\nstruct Node { void go(); };\nstruct Other { void go(); };\nvoid one(vector<Node*> all) { all[0]->go(); }\nvoid two() { \
               vector<Node> all; for (auto& it : all) it.go(); }\n";
    sure(&[("m.cc", cpp)], "/one(", &["Node#go("]);
    sure(&[("m.cc", cpp)], "/two(", &["Node#go("]);
}

#[test]
fn an_import_names_all_overloads_and_the_first_stands_for_them() {
    let check = "package a;\n\npublic class Check {\n    public static void same(int x) {}\n    public static void same(String x) {}\n    public static void same(Object x) {}\n}\n";
    let uses = "package b;\n\nimport static a.Check.same;\n\nclass Use { void run() { same(\"a\"); } }\n";
    let repo = Repo::built(&[("src/main/java/a/Check.java", check), ("src/main/java/b/Use.java", uses)]);
    let imports: Vec<String> = repo
        .rows("edges_import")
        .iter()
        .filter(|row| row["to"].as_str().unwrap().contains("Check#same"))
        .map(|row| row["confidence"].to_string())
        .collect();
    assert!(matches!(imports.as_slice(), [one] if one.parse::<f64>().unwrap() > 0.9), "{imports:?}");
}

#[test]
fn of_lists_of_any_length_the_one_whose_elements_fit_is_called_beside_a_plain_overload_that_does_not() {
    let java = "import java.util.Collection;\n\nclass Named {}\n\nclass Mapper {\n    void register(Class<?>... all) {}\n    void register(Named... all) {}\n    void \
                register(Collection<Class<?>> all) {}\n    void one() { register(Named.class); }\n    void two() { register(new Named()); }\n}\n";
    let repo = Repo::built(&[("Mapper.java", java)]);
    let told = |from: &str| -> Vec<String> {
        let ids: Vec<(String, String)> = repo
            .rows("symbols")
            .iter()
            .map(|row| (row["symbolId"].as_str().unwrap().to_owned(), row["signature"].as_str().unwrap().to_owned()))
            .collect();
        let rows = repo.rows("edges_call");
        let of_definition = rows.iter().filter(|row| row["from"].as_str().unwrap().contains(from) && row["confidence"].as_f64().unwrap() >= 0.5);
        let signature = |id: &str| ids.iter().find(|it| it.0 == id).map(|it| it.1.clone()).unwrap();
        of_definition.map(|row| signature(row["to"].as_str().unwrap())).filter(|it| it.contains("register")).collect()
    };
    assert_eq!(told("#one("), ["void register(Class<?>... all)"]);
    assert_eq!(told("#two("), ["void register(Named... all)"]);
}

#[test]
fn a_macro_makes_the_functions_it_is_given_the_names_of() {
    let lib = "pub mod routing;\npub struct Router;\nimpl Router { pub fn seal(self) {} }\n";
    let routing = "use crate::Router;\n\npub struct Other;\nimpl Other { pub fn seal(self) {} pub fn post(self) -> Other { self } }\n\nmacro_rules! top {\n    ($name:ident, GET) => { \
                   top!(#[doc = \"get\"] $name, GET); };\n    ($(#[$m:meta])+ $name:ident, $method:ident) => {\n        $(#[$m])+\n        pub fn $name<T>(handler: T) -> Router \
                   where T: Copy { on(handler) }\n    };\n}\n\nmacro_rules! chained {\n    ($name:ident) => { pub fn $name(self) -> Self { self } };\n}\n\ntop!(get, GET);\ntop!(put, \
                   PUT);\n\nimpl Router {\n    chained!(post);\n}\n\nfn own() { put(1).seal(); }\n\nfn chain() { get(1).post().seal(); }\n";
    let user = "use q::routing::get;\n\nfn main() { get(2).seal(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/routing.rs", routing), ("examples/user.rs", user)];
    sure(&files, "/own(", &["routing.rs`/put(", "Router#seal("]);
    sure(&files, "/chain(", &["routing.rs`/get(", "Router#post(", "Router#seal("]);
    sure(&files, "/main(", &["routing.rs`/get(", "Router#seal("]);
}

#[test]
fn a_derived_trait_of_the_repository_gives_the_type_its_methods() {
    let lib = "pub trait Parser: Sized {\n    fn try_from_args() -> Self;\n    fn update(&mut self) {}\n}\n\npub use made::Parser;\n\nmod made {}\n";
    let user = "use q::Parser;\n\nstruct Other;\nimpl Other { fn update(&mut self) {} fn show(&self) {} }\n\n#[derive(Debug, Parser)]\nstruct Opt;\nimpl Opt { fn show(&self) {} }\n\nfn \
                main() { Opt::try_from_args().show(); }\n\nfn change(o: &mut Opt) { o.update(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("examples/user.rs", user)];
    sure(&files, "/main(", &["Parser#try_from_args(", "Opt#show("]);
    sure(&files, "/change(", &["Parser#update("]);
}

#[test]
fn cells_are_seen_through_and_types_written_out_for_a_method_are_what_it_gives() {
    let lib = "use std::cell::RefCell;\nuse std::sync::Mutex;\n\npub struct N { a: u8 }\nimpl N { fn go(&self) {} }\nimpl std::str::FromStr for N { type Err = (); fn from_str(_: &str) -> Result<Self, ()> { \
               Ok(N { a: 1 }) } }\npub struct O;\nimpl O { fn go(&self) {} }\n\nfn cell() { let c = RefCell::new(N { a: 1 }); c.borrow().go(); }\n\nfn lock() { let c = Mutex::new(N { a: 1 }); c.lock().unwrap().go(); \
               }\n\nfn parsed() { \"x\".parse::<N>().unwrap().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/cell(", &["N#go("]);
    sure(&files, "/lock(", &["N#go("]);
    sure(&files, "/parsed(", &["N#go("]);
}

#[test]
fn methods_of_a_type_parameter_are_those_of_its_bound_at_the_type() {
    let go = "package m\n\ntype Creator[T any] interface{ Create(v T) string }\n\ntype Other struct{}\n\nfunc (o Other) Create(v int) string { return \"\" }\n\ntype Flag[T any, VC \
              Creator[T]] struct{ value T }\n\nfunc (f *Flag[T, VC]) run() { var vc VC; vc.Create(f.value) }\n";
    sure(&[("go.mod", "module m\n"), ("a.go", go)], "#run(", &["Creator#Create("]);
}

#[test]
fn a_type_below_a_foreign_collection_holds_what_the_collection_is_said_to() {
    let java = "package p;\n\nimport java.util.ArrayList;\n\nclass Node { void go() {} }\n\nclass Leaf extends Node { void go() {} }\n\nclass Other { void go() {} }\n\nclass Nodes<T extends \
                Node> extends ArrayList<T> {}\n\nclass Leaves extends Nodes<Leaf> {}\n\nclass User {\n    void got(Leaves all) { all.get(0).go(); }\n    void each(Leaves all) { \
                all.forEach(it -> it.go()); }\n    void looped(Leaves all) { for (Leaf it : all) it.go(); }\n}\n";
    let files = [("src/main/java/p/User.java", java)];
    sure(&files, "#got(", &["Leaf#go("]);
    sure(&files, "#each(", &["Leaf#go("]);
    sure(&files, "#looped(", &["Leaf#go("]);
}

#[test]
fn overloads_are_told_apart_by_what_classes_of_the_platform_are_and_by_sums() {
    let java = "package p;\n\nimport java.io.*;\n\nclass Mapper {\n    void read(Reader in) {}\n    void read(InputStream in) {}\n    void read(File in) {}\n    void at(int i) {}\n    void at(String s) {}\n    \
                void text() { read(new StringReader(\"a\")); }\n    void bytes(ByteArrayInputStream in) { read(in); }\n    void next(int i) { at(i + 1); }\n    void back(int i) { at(--i); }\n}\n";
    let files = [("src/main/java/p/Mapper.java", java)];
    let one = |from: &str| {
        let found = crate::scoping::calls(&files, from);
        assert!(found.iter().filter(|(to, confidence)| to.contains("Mapper#") && *confidence > 0.9).count() == 1, "{from}: {found:?}");
    };
    ["#text(", "#bytes(", "#next(", "#back("].into_iter().for_each(one);
}

#[test]
fn inside_of_an_impl_its_own_associated_type_is_meant() {
    let lib = "pub struct V;\npub struct A;\npub struct B;\nimpl A { fn go(&self) {} }\nimpl B { fn go(&self) {} }\ntrait Split { type Part; fn part(&self) -> Self::Part; }\ntrait Join { type Part; fn whole(&self) -> \
               Self::Part; }\nimpl Split for V { type Part = A; fn part(&self) -> Self::Part { let p: Self::Part = A; p.go(); p } }\nimpl Join for V { type Part = B; fn whole(&self) -> Self::Part { let p: \
               Self::Part = B; p.go(); p } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "V#[Split]part(", &["A#go("]);
    sure(&files, "V#[Join]whole(", &["B#go("]);
}

#[test]
fn what_a_crate_imports_for_itself_no_other_crate_names() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"core\", \"user\"]\n"),
        ("core/Cargo.toml", "[package]\nname = \"core_q\"\n"),
        ("core/src/lib.rs", "mod kinds;\nuse kinds::Kind;\npub fn made() -> u8 { match Kind::A { Kind::A => 1 } }\n"),
        ("core/src/kinds.rs", "pub enum Kind { A }\nimpl Kind { pub fn go() {} }\n"),
        ("user/Cargo.toml", "[package]\nname = \"user_q\"\n[dependencies]\ncore_q = { path = \"../core\" }\n"),
        ("user/src/lib.rs", "use core_q::Kind;\nstruct Other;\nimpl Other { fn go() {} }\nfn run() { Kind::go(); core_q::made(); }\n"),
    ];
    sure(&files, "/run(", &["/made("]);
}
