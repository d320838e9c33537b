//! What a value is where nothing at its own place says so: what a place that takes a function hands it, what a variant holds, which overload
//! takes an argument.

use crate::scoping::{CARGO, calls, sure};
use crate::support::Repo;

const BOX: &str = "export class Box { open() {} shut() {} }\n";

#[test]
fn a_function_that_is_handed_over_takes_what_its_place_declares() {
    let api = "import { Box } from './box'\nexport type Handler = (box: Box, count: number) => void\nexport interface Route { (path: string, ...handlers: \
               Handler[]): void }\nexport class App { get!: Route; on(handler: Handler) {} }\nexport function each(fn: (box: Box) => void) {}\n";
    let uses = "import { App, each, Handler } from './api'\nconst app = new App()\nfunction one() { each((it) => it.open()) }\nfunction two() { \
                app.on(it => { it.open() }) }\nfunction three() { app.get('/', (it) => it.open(), (it) => it.shut()) }\nconst four: Handler = (it) => \
                it.open()\nfunction five(): Handler { return async (it) => { it.open() } }\nfunction six(it: number) { [1].forEach(each) }\n";
    let files = [("box.ts", BOX), ("api.ts", api), ("other.ts", "export class Other { open() {} shut() {} }\n"), ("use.ts", uses)];
    for (from, expected) in [
        ("/one(", &["each().", "Box#open()."][..]),
        ("/two(", &["App#on().", "Box#open()."]),
        ("/three(", &["App#get.", "Box#open().", "Box#shut()."]),
        ("/four(", &["Box#open()."]),
        ("/five(", &["Box#open()."]),
        ("/six(", &[]),
    ] {
        sure(&files, from, expected);
    }
}

#[test]
fn members_of_an_object_that_is_handed_over_take_what_its_type_declares() {
    let api = "import { Box } from './box'\nexport interface Events { start?: (box: Box) => void; stop(box: Box): void }\nexport function listen(events: \
               Events) {}\n";
    let uses = "import { Events, listen } from './api'\nlisten({ start(it) { it.open() }, stop: (it) => it.shut() })\nconst all: Events = { stop(it) { \
                it.shut() } }\n";
    let files = [("box.ts", BOX), ("api.ts", api), ("other.ts", "export class Other { open() {} shut() {} }\n"), ("use.ts", uses)];
    sure(&files, "start(", &["Box#open()."]);
    sure(&files, "all.stop(", &["Box#shut()."]);
}

#[test]
fn what_a_variant_holds_is_what_its_pattern_binds() {
    let lib = "mod parts {\n pub struct A; impl A { pub fn go(&self) {} }\n pub struct B; impl B { pub fn go(&self) {} }\n}\nuse parts::{A, B};\npub enum E { \
               One(A), Two { b: B } }\nimpl E {\n fn by_path(&self) { match *self { E::One(ref a) => a.go(), E::Two { ref b } => b.go() } }\n fn by_glob(&self) { \
               use self::E::*; match self { One(a) => a.go(), Two { b } => b.go() } }\n fn whole(&self) {}\n}\nfn build() { E::Two { b: B }.whole() }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "by_path(", &["A#go().", "B#go()."]);
    sure(&[CARGO, ("src/lib.rs", lib)], "by_glob(", &["A#go().", "B#go()."]);
    sure(&[CARGO, ("src/lib.rs", lib)], "build(", &["E#whole()."]);
}

#[test]
fn a_chain_of_thirty_calls_keeps_its_type() {
    let chain = ".add()".repeat(29);
    let lib = format!(
        "struct A; impl A {{ fn new() -> A {{ A }} fn add(self) -> A {{ self }} fn end(self) {{}} }}\nstruct B; impl B {{ fn end(self) {{}} }}\nfn run() {{ \
         A::new(){chain}.end(); }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    assert!(calls(&files, "/run(").iter().any(|(to, confidence)| to.contains("A#end(") && *confidence >= 0.5));
}

#[test]
fn no_value_is_none_of_a_primitive_type_and_of_the_rest_it_means_the_narrowest() {
    let source = "class S {}\nclass T extends S {}\nclass W {\n  void put(char it) {}\n  void put(Object it) {}\n  void put(S it) {}\n  void put(T it) {}\n  void \
                  run() { put(null); }\n}\n";
    let found = calls(&[("W.java", source)], "W#run(");
    assert_eq!(found.iter().filter(|(_, confidence)| *confidence >= 0.9).count(), 1, "{found:?}");
}

#[test]
fn an_overload_of_a_type_above_is_called_where_no_own_one_takes_the_arguments() {
    let source = "class N { void attr(String key) {} }\nclass E extends N {\n  void attr(String key, String value) {}\n  void attr(String key, boolean value) \
                  {}\n  void run(E it) { it.attr(\"a\"); }\n}\n";
    sure(&[("E.java", source)], "E#run(", &["N#attr("]);
}

#[test]
fn what_the_standard_library_gives_tells_overloads_apart() {
    let source = "import java.net.URL;\nclass J {}\nclass W {\n  void put(String it) {}\n  void put(double it) {}\n  void put(J it) {}\n  void put(URL it) {}\n  \
                  void text(Other it) { put(it.toString()); }\n  void number() { put(Double.NaN); }\n  void named(URL it) { put(it); put(it.toExternalForm()); }\n}\n";
    for (from, count) in [("text(", 1), ("number(", 1), ("named(", 2)] {
        let found = calls(&[("W.java", source)], from);
        assert_eq!(found.iter().filter(|(_, confidence)| *confidence >= 0.9).count(), count, "{from} {found:?}");
        assert_eq!(found.len(), count, "{from} {found:?}");
    }
}

#[test]
fn the_name_of_a_class_inside_of_it_means_the_class_and_a_call_of_it_the_constructor_that_fits() {
    let header = "class S {\n public:\n  S() {}\n  S(const S&) = delete;\n  S& operator=(const S&);\n  static S bad() { return S(1, 2); }\n  void \
                  use() {}\n private:\n  S(int a, int b);\n};\nvoid far() { S* s = new S; s->use(); }\n";
    let files = [("s.h", header), ("s.cc", "#include \"s.h\"\nS::S(int a, int b) {}\n")];
    let found = calls(&files, "S#bad(");
    assert!(found.len() == 1 && found[0].1 >= 0.5 && found[0].0.contains("S#S("), "{found:?}");
    let found = calls(&files, "/far(");
    assert_eq!(found.iter().filter(|(to, confidence)| to.contains("S#S(") && *confidence >= 0.5).count(), 1, "{found:?}");
}

#[test]
fn what_a_name_gives_that_leads_out_of_the_repository_has_none_of_its_members() {
    let layer = ("lib.js", "class Layer { listenTo(it) {} }\nmodule.exports = Layer\n");
    let uses = "const express = require('express')\nconst gone = require('./gone')\nconst r = express.Router()\nfunction one() { r.listenTo(1) }\nfunction \
                two() { const app = require('express')(); app.listenTo(2); gone.make().listenTo(3) }\nfunction three() { unbound().it.listenTo(4) \
                }\nfunction four() { express.get('/', (request) => { request.app.listenTo(5) }) }\nfunction five(it) { it.listenTo(6) }\n";
    let files = [("package.json", "{\"name\":\"q\",\"dependencies\":{\"express\":\"1\"}}"), layer, ("use.js", uses)];
    for (from, expected) in [("/one(", &[][..]), ("/two(", &[]), ("/three(", &[]), ("/four(", &[]), ("/five(", &["Layer#listenTo()."])] {
        sure(&files, from, expected);
    }
}

#[test]
fn members_of_what_no_import_explains_are_unresolved_in_every_language() {
    let python = "from gone import make\nclass Layer:\n    def launch_it(self): pass\ndef one():\n    make().launch_it()\ndef two():\n    \
                  unbound().launch_it()\ndef three(it):\n    it.launch_it()\n";
    let apart = "def four(it):\n    it.launch_it()\n";
    sure(&[("a.py", python)], "/one(", &[]);
    sure(&[("a.py", python)], "/two(", &[]);
    // What a file calls on values from outside is no name of one type there.
    sure(&[("a.py", python)], "/three(", &[]);
    sure(&[("a.py", python), ("b.py", apart)], "/four(", &["Layer#launch_it()."]);
    let rust = "use gone::make;\npub struct L; impl L { pub fn launch_it(&self) {} }\nfn one() { let it = make(); it.launch_it(); }\nfn two() { \
                gone::make().launch_it(); }\n";
    sure(&[CARGO, ("src/lib.rs", rust)], "/one(", &[]);
    sure(&[CARGO, ("src/lib.rs", rust)], "/two(", &[]);
    let java = "import org.gone.*;\nclass L { void launchIt() {} }\nclass A extends Base {\n  void one() { super.launchIt(); }\n  void two() { \
                inherited().launchIt(); }\n}\n";
    sure(&[("A.java", java)], "A#one(", &[]);
    sure(&[("A.java", java)], "A#two(", &[]);
}

#[test]
fn a_nested_function_sees_every_value_of_a_name_around_it() {
    let source = "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\ndef later():\n    it = None\n    def inner_one():\n        \
                  it.go()\n    it = A()\n    return inner_one\ndef changed():\n    it = A()\n    def inner_two():\n        it.go()\n    it = B()\n    \
                  it.go()\n    return inner_two\n";
    sure(&[("a.py", source)], "inner_one(", &["A#go()."]);
    let found = calls(&[("a.py", source)], "inner_two(");
    assert_eq!(found.len(), 2, "{found:?}");
    let found = calls(&[("a.py", source)], "/changed().");
    assert!(found.iter().any(|(to, confidence)| to.contains("B#go().") && *confidence >= 0.9), "{found:?}");
}

#[test]
fn a_type_parameter_stands_for_what_the_receiver_gives_it_else_for_its_bounds() {
    let lib = "use std::cell::RefCell;\nuse std::collections::HashMap;\npub mod other { pub struct O; impl O { pub fn go(&self) {} pub fn test(&self) {} } }\npub \
               struct W; impl W { pub fn go(&self) {} }\npub trait Tr { fn test(&self); }\npub struct C<T> { inner: T, list: Vec<T>, cell: RefCell<T> }\nimpl<T: Tr> \
               C<T> {\n fn bound(&self) { self.inner.test(); }\n fn cell(&self) { self.cell.borrow().test(); }\n}\nimpl<A> C<A> {\n pub fn get(&self) -> &A { \
               &self.inner }\n pub fn map<T>(&self) -> T { todo!() }\n fn unbound(&self) { self.inner.go(); }\n}\nfn field(c: C<W>) { c.inner.go(); }\nfn result(c: \
               &C<W>) { c.get().go(); }\nfn listed(c: C<W>) { for it in &c.list { it.go(); } }\nfn nested(c: C<C<W>>) { c.get().get().go(); }\nfn shadowed(c: C<W>) { \
               c.map().go(); }\nfn entries(map: HashMap<String, W>) { for (_, it) in &map { it.go(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "bound(", &["Tr#test()."]);
    let found = calls(&files, "#cell(");
    assert!(found.len() == 1 && found[0].0.contains("Tr#test("), "{found:?}");
    sure(&files, "unbound(", &[]);
    sure(&files, "/field(", &["W#go()."]);
    sure(&files, "/result(", &["C#get().", "W#go()."]);
    sure(&files, "/listed(", &["W#go()."]);
    sure(&files, "/nested(", &["C#get().", "C#get().", "W#go()."]);
    sure(&files, "/shadowed(", &["C#map()."]);
    sure(&files, "/entries(", &["W#go()."]);
    let java = "class W { void go() {} }\nclass O { void go() {} }\nclass Box<T> { T it; T get() { return it; } }\nclass Sub extends Box<W> {}\nclass R {\n  void \
                one(Box<W> box) { box.get().go(); box.it.go(); }\n  void two(Sub sub) { sub.get().go(); }\n}\n";
    sure(&[("R.java", java)], "R#one(", &["Box#get(", "W#go(", "W#go("]);
    sure(&[("R.java", java)], "R#two(", &["Box#get(", "W#go("]);
}

#[test]
fn a_dereferenced_value_has_the_members_of_what_it_stands_for() {
    let lib = "use std::ops::Deref;\npub struct O; impl O { pub fn go(&self) {} }\npub struct W; impl W { pub fn go(&self) {} pub fn own(&self) {} }\npub struct D { w: W \
               }\nimpl Deref for D { type Target = W; fn deref(&self) -> &W { &self.w } }\nimpl D { fn own(&self) {} }\npub struct P<T> { t: T }\nimpl<T> Deref for P<T> \
               { type Target = T; fn deref(&self) -> &T { &self.t } }\npub struct L; impl Deref for L { type Target = L; fn deref(&self) -> &L { self } }\nfn \
               plain(d: D) { d.go(); d.own(); }\nfn generic(p: P<W>) { p.go(); }\nfn cycle(l: L) { l.go(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/plain(", &["W#go().", "D#own()."]);
    sure(&[CARGO, ("src/lib.rs", lib)], "/generic(", &["W#go()."]);
    sure(&[CARGO, ("src/lib.rs", lib)], "/cycle(", &[]);
    let cpp = "struct O { void go() {} };\nstruct W { void go() {} };\ntemplate <class T> struct Ptr { T* operator->() { return t; } T* t; };\nvoid run(Ptr<W> it) { \
               it->go(); }\n";
    sure(&[("a.cc", cpp)], "/run(", &["W#go("]);
}

#[test]
fn an_implementer_stands_for_the_type_of_the_receiver_and_for_what_it_associates() {
    let lib = "pub struct O; impl O { pub fn go(&self) {} pub fn own(&self) {} }\npub struct W; impl W { pub fn go(&self) {} }\npub struct D; impl D { pub fn own(&self) {} \
               }\npub trait Make { type Out; fn make(&self) -> Self::Out; fn me(&self) -> Self; fn again(self) -> Self { self } }\nimpl Make for D { type Out = W; fn \
               make(&self) -> Self::Out { W } fn me(&self) -> Self { D } }\nfn made(d: D) { d.make().go(); }\nfn same(d: D) { d.me().own(); }\nfn default(d: D) { \
               d.again().own(); }\nfn bound<T: Make>(t: T) { t.again().me(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/made(", &["D#[Make]make().", "W#go()."]);
    sure(&files, "/same(", &["D#[Make]me().", "D#own()."]);
    sure(&files, "/default(", &["Make#again().", "D#own()."]);
    sure(&files, "/bound(", &["Make#again().", "Make#me()."]);
}

#[test]
fn a_value_taken_out_of_a_map_or_copied_keeps_its_type() {
    let lib = "use std::collections::HashMap;\npub struct O; impl O { pub fn go(&self) {} }\n#[derive(Clone)] pub struct W; impl W { pub fn go(&self) {} }\npub struct \
               Own; impl Own { pub fn go(&self) {} pub fn clone(&self) -> W { W } }\nfn taken(map: HashMap<String, W>) { map.get(\"a\").unwrap().go(); }\nfn copied(w: \
               &W) { let it = w.clone(); it.go(); }\nfn own(it: Own) { it.clone().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/taken(", &["W#go()."]);
    sure(&files, "/copied(", &["W#go()."]);
    sure(&files, "/own(", &["Own#clone().", "W#go()."]);
}

/// `implements` edges as `Type -> Interface`, sorted.
pub fn implementers(repo: &Repo) -> Vec<String> {
    let tail = |id: &serde_json::Value| id.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let rows = repo.rows("edges_structure");
    let mut found: Vec<String> =
        rows.iter().filter(|row| row["type"] == "implements").map(|row| format!("{} -> {}", tail(&row["from"]), tail(&row["to"]))).collect();
    found.sort();
    found
}

#[test]
fn a_go_type_with_all_methods_of_an_interface_implements_it_wherever_they_are_written() {
    let files = [
        ("go.mod", "module example.com/q\n"),
        ("a.go", "package q\ntype Shape interface {\n\tArea() int\n\tScale(by int) Shape\n\tNamed\n}\n"),
        ("named.go", "package q\ntype Named interface { Name() string }\n"),
        (
            "square.go",
            "package q\ntype Square struct{}\nfunc (s *Square) Area() int { return 1 }\nfunc (s *Square) Scale(by int) Shape { return s }\n",
        ),
        ("more.go", "package q\nfunc (s *Square) Name() string { return \"\" }\ntype Wrapped struct { *Square }\n"),
        (
            "near.go",
            "package q\ntype Other struct{}\nfunc (o Other) Area() int { return 1 }\nfunc (o Other) Name() string { return \"\" }\nfunc (o Other) Scale(by \
             string) Shape { return nil }\n",
        ),
    ];
    let repo = Repo::built(&files);
    let all = ["Other# -> Named#", "Square# -> Named#", "Square# -> Shape#", "Wrapped# -> Named#", "Wrapped# -> Shape#"];
    assert_eq!(implementers(&repo), all);
    // A method more in a file that the interface is not in.
    repo.write("named.go", "package q\ntype Named interface { Name() string; Short() string }\n");
    repo.build();
    assert!(implementers(&repo).is_empty());
    repo.write("short.go", "package q\nfunc (o Other) Short() string { return \"\" }\n");
    repo.build();
    assert_eq!(implementers(&repo), ["Other# -> Named#"]);
    let clean = Repo::new();
    for (path, text) in files.iter().filter(|(path, _)| *path != "named.go") {
        clean.write(path, text);
    }
    clean.write("named.go", "package q\ntype Named interface { Name() string; Short() string }\n");
    clean.write("short.go", "package q\nfunc (o Other) Short() string { return \"\" }\n");
    clean.build();
    assert_eq!(implementers(&clean), implementers(&repo));
}

#[test]
fn an_element_of_an_own_type_is_what_the_type_says_of_indexing_and_of_loops() {
    let python = "from typing import Iterator\nclass O:\n    def go(self): pass\nclass W:\n    def go(self): pass\nclass Box:\n    def __getitem__(self, key) -> W: ...\n\
                  class Row:\n    def __iter__(self) -> Iterator[W]: ...\ndef one(box: Box):\n    box[1].go()\ndef two(row: Row):\n    for it in row: it.go()\n";
    sure(&[("a.py", python)], "/one(", &["W#go()."]);
    sure(&[("a.py", python)], "/two(", &["W#go()."]);
    let rust = "use std::ops::Index;\npub struct O; impl O { pub fn go(&self) {} }\npub struct W; impl W { pub fn go(&self) {} }\npub struct Boxed; impl Index<usize> for \
                Boxed { type Output = W; fn index(&self, _: usize) -> &W { todo!() } }\npub struct Rows; impl Iterator for Rows { type Item = W; fn next(&mut self) -> \
                Option<Self::Item> { None } }\nfn one(it: Boxed) { it[0].go(); }\nfn two(rows: Rows) { for it in rows { it.go(); } }\nfn three(mut rows: Rows) { \
                rows.next().unwrap().go(); }\n";
    let files = [CARGO, ("src/lib.rs", rust)];
    for (from, expected) in [("/one(", &["W#go()."][..]), ("/two(", &["W#go()."]), ("/three(", &["next().", "W#go()."])] {
        sure(&files, from, expected);
    }
}

#[test]
fn a_go_type_defined_by_a_list_has_its_own_methods_and_the_elements_of_the_list() {
    let files = [
        ("go.mod", "module example.com/q\n"),
        (
            "a.go",
            "package q\ntype Node struct{}\nfunc (n *Node) Go() {}\ntype Other struct{}\nfunc (o *Other) Go() {}\nfunc (o *Other) Sort() {}\ntype Nodes []*Node\n",
        ),
        ("b.go", "package q\nfunc (ns Nodes) Sort() {}\nfunc run(ns Nodes, all map[string]Nodes) { ns.Sort(); ns[0].Go(); all[\"a\"].Sort() }\n"),
    ];
    sure(&files, "/run(", &["Nodes#Sort().", "Node#Go().", "Nodes#Sort()."]);
}

#[test]
fn what_a_value_gives_when_it_is_called_is_what_its_call_signature_says() {
    let api = "import { Box } from './box'\nexport interface Make { (size: number): Box }\nexport type Build = { (): Box }\nexport const make = ((...args) => { \
               return args }) as Make\nexport const build: Build = () => null\nexport function lend(fn: () => Box) { fn().shut() }\nexport function text(fn: () => \
               string) { fn().open() }\n";
    let uses = "import { build, make } from './api'\nfunction one() { make(1).open() }\nfunction two() { const it = build(); it.open() }\n";
    let files = [("box.ts", BOX), ("api.ts", api), ("other.ts", "export class Other { open() {} shut() {} }\n"), ("use.ts", uses)];
    sure(&files, "/one(", &["make().", "Box#open()."]);
    sure(&files, "/two(", &["build().", "Box#open()."]);
    sure(&files, "/lend(", &["Box#shut()."]);
    sure(&files, "/text(", &[]);
}

#[test]
fn calling_an_instance_gives_what_its_method_for_calls_returns() {
    let lib = "class Client:\n    def get(self): pass\nclass Other:\n    def get(self): pass\nclass Factory:\n    def __call__(self) -> Client: ...\ndef \
               run(factory: Factory):\n    factory().get()\n";
    sure(&[("lib.py", lib)], "/run(", &["Client#get()."]);
}

#[test]
fn signatures_speak_for_the_function_that_implements_them() {
    let api = "import { Box } from './box'\nclass Inner { open() {} }\nexport function pack(it: string): Box\nexport function pack(it?: number): Box\nexport \
               function pack(it: any) { return new Inner() }\n";
    let uses = "import { pack } from './api'\nfunction run() { pack('').open() }\n";
    let repo = Repo::built(&[("box.ts", BOX), ("api.ts", api), ("use.ts", uses)]);
    let rows = repo.rows("edges_call");
    let opened: Vec<_> = rows.iter().filter(|row| row["to"].as_str().unwrap().ends_with("open().")).map(|row| row["to"].as_str().unwrap()).collect();
    assert!(opened.len() == 1 && opened[0].ends_with("Box#open()."), "{opened:?}");
}

#[test]
fn an_alias_stands_for_its_branches_with_what_is_given_for_its_parameters() {
    let api = "import { Box } from './box'\ntype If<T, Y, N> = 0 extends 1 & T ? Y : N\nexport type Wrapped<T> = T extends string ? If<T, Box, Box> : \
               never\nexport function wrap<T>(it: T): Wrapped<T> { return it as any }\nexport function view(it: Pick<Box, 'open'>) { it.open() }\n";
    let uses = "import { wrap } from './api'\nfunction run() { wrap(1).open() }\n";
    let files = [("box.ts", BOX), ("api.ts", api), ("other.ts", "export class Other { open() {} }\n"), ("use.ts", uses)];
    sure(&files, "/run(", &["wrap().", "Box#open()."]);
    sure(&files, "/view(", &["Box#open()."]);
}

#[test]
fn members_are_looked_for_in_the_order_of_pythons_classes() {
    let lib = "class Top:\n    def go(self): pass\nclass Left(Top):\n    pass\nclass Right(Top):\n    def go(self): pass\nclass Both(Left, \
               Right):\n    pass\ndef run():\n    Both().go()\n";
    sure(&[("lib.py", lib)], "/run(", &["Both#", "Right#go()."]);
}

#[test]
fn a_declared_type_speaks_for_the_value_that_a_class_below_gives() {
    let lib = "class Plain:\n    def text(self): pass\nclass Rich(Plain):\n    def text(self): pass\nclass Base:\n    kind: Plain\n    free = Plain()\nclass \
               Below(Base):\n    kind = Rich()\n    free = Rich()\n    def declared(self):\n        self.kind.text()\n    def shown(self):\n        \
               self.free.text()\n";
    sure(&[("lib.py", lib)], "declared(", &["Plain#text()."]);
    sure(&[("lib.py", lib)], "shown(", &["Rich#text()."]);
}

#[test]
fn classes_that_stand_above_each_other_end_the_search() {
    let lib = "class A(B, C):\n    pass\nclass B(A):\n    pass\nclass C(B):\n    def go(self): pass\ndef run(it: A):\n    it.go()\n    it.gone()\n";
    sure(&[("lib.py", lib)], "/run(", &["C#go()."]);
}

#[test]
fn keys_of_a_map_are_known_where_its_pairs_are_taken_apart() {
    let lib = "class Key:\n    def fits(self): pass\nclass Other:\n    def fits(self): pass\ndef run(all: dict[Key, int]):\n    for key, value in \
               all.items():\n        key.fits()\n";
    sure(&[("lib.py", lib)], "/run(", &["Key#fits()."]);
}

#[test]
fn what_is_declared_for_everybody_is_seen_in_the_packages_below() {
    let files = [
        ("package.json", "{ \"name\": \"all\" }"),
        ("types/global.d.ts", "declare var __DEV__: boolean\ndeclare function warn(it: string): void\n"),
        ("packages/a/package.json", "{ \"name\": \"a\" }"),
        ("packages/a/own.d.ts", "declare function hint(): void\n"),
        ("packages/a/use.ts", "export function one() { if (__DEV__) warn(''); hint() }\n"),
        ("packages/b/package.json", "{ \"name\": \"b\" }"),
        ("packages/b/use.ts", "export function two() { hint() }\n"),
    ];
    sure(&files, "/one(", &["warn(", "hint("]);
    sure(&files, "/two(", &[]);
}

#[test]
fn type_variables_stand_for_what_is_given_for_them() {
    let lib = "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box:\n    def open(self): pass\nclass Other:\n    def open(self): pass\nclass \
               Holder(Generic[T]):\n    def get(self) -> T: ...\nclass Kept(Holder[T]):\n    pass\ndef build(kind: type[T], size) -> T: ...\ndef same(it: T) -> \
               T: ...\ndef one(): build(Box, 1).open()\ndef two(it: Kept[Box]): it.get().open()\ndef three(): same(Box()).open()\ndef four(it): \
               same(it).open()\n";
    let files = [("lib.py", lib)];
    sure(&files, "/one(", &["build().", "Box#open()."]);
    sure(&files, "/two(", &["Holder#get().", "Box#open()."]);
    sure(&files, "/three(", &["same().", "Box#", "Box#open()."]);
    sure(&files, "/four(", &["same()."]);
}

#[test]
fn a_descriptor_gives_what_its_method_for_reading_returns() {
    let lib = "from typing import Generic, TypeVar, overload\nT = TypeVar('T')\nclass Box:\n    def open(self): pass\nclass Other:\n    def open(self): \
               pass\nclass Late(Generic[T]):\n    def __get__(self, instance, owner) -> T: ...\nclass App:\n    box: Late[Box] = Late()\ndef run(app: \
               App):\n    app.box.open()\n";
    sure(&[("lib.py", lib)], "/run(", &["Box#open()."]);
}

#[test]
fn arguments_tell_what_a_function_of_any_type_gives() {
    let uses = "import { Box } from './box'\nfunction raw<T>(it: T): T { return it }\nfunction first<T>(all: T[]): T { return all[0] }\nfunction one() { \
                raw(new Box()).open() }\nfunction two(all: Box[]) { first(all).open() }\nfunction three(it: any) { raw(it).open() }\n";
    let files = [("box.ts", BOX), ("other.ts", "export class Other { open() {} }\n"), ("use.ts", uses)];
    sure(&files, "/one(", &["raw().", "Box#", "Box#open()."]);
    sure(&files, "/two(", &["first().", "Box#open()."]);
    sure(&files, "/three(", &["raw()."]);
}

#[test]
fn types_of_a_doc_comment_count_across_an_empty_line_and_assigned_objects_keep_their_type() {
    let uses = "import { Box } from './box'\n/**\n * @param {Box} it\n */\n\nfunction one(it) { it.open() }\nfunction two() { Object.assign(new Box(), {}).open() \
                }\nclass Keeper {\n  /** @param {Box} it */\n\n  three(it) { it.open() }\n}\n// {Box}\n\nfunction four(it) { it.open() }\n";
    let files = [("box.js", BOX), ("other.js", "export class Other { open() {} }\n"), ("use.js", uses)];
    sure(&files, "/one(", &["Box#open()."]);
    sure(&files, "/two(", &["Box#", "Box#open()."]);
    sure(&files, "#three(", &["Box#open()."]);
    sure(&files, "/four(", &[]);
}

#[test]
fn a_closure_takes_what_the_bound_of_its_place_says() {
    let lib = "pub struct A; impl A { pub fn go(&self) {} }\npub struct B; impl B { pub fn go(&self) {} }\npub struct Finder;\nimpl Finder {\n pub fn each<F>(&self, mut \
               visit: F) where F: FnMut(usize, A) -> bool {}\n}\ntype Handler = fn(&A);\nfn on(visit: impl Fn(&B), last: Handler) \
               {}\nfn one(it: &Finder) { it.each(|_, found| { found.go(); true }); }\nfn three() { on(|found| \
               found.go(), |_| {}); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/one(", &["Finder#each().", "A#go()."]);
    sure(&files, "/three(", &["on().", "B#go()."]);
}

#[test]
fn a_type_alias_has_the_associated_functions_of_its_type() {
    let lib = "pub struct E<F> { f: F }\nimpl<F> E<F> { pub fn raw() -> Self { todo!() } pub fn end(self) {} }\npub struct R { }\nimpl R { pub fn raw() {} }\npub mod deep { pub type E = \
               crate::E<u8>; }\nmod user { use crate::deep::E; fn one() { E::raw().end(); } }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/one(", &["E#raw().", "E#end()."]);
}

#[test]
fn a_test_of_a_member_fixes_its_type_until_it_is_assigned() {
    let lib = "class A:\n    def go(self): ...\n\nclass B(A):\n    def go(self): ...\n    def more(self): ...\n\nclass C:\n    def more(self): ...\n\nclass \
               Holder:\n    def __init__(self, it: A):\n        self.it = it\n    def one(self):\n        if isinstance(self.it, B):\n            \
               self.it.more()\n        self.it.go()\n    def two(self, other: \"Holder\"):\n        assert isinstance(other.it, B)\n        \
               other.it.go()\n        other.it = C()\n        other.it.more()\n    def three(self, other: object):\n        if not isinstance(other, \
               type(self)):\n            return\n        other.one()\n    def four(self, other: object):\n        if isinstance(other, \
               self.__class__):\n            other.one()\n\nclass Rival:\n    def one(self): ...\n";
    let files = [("lib.py", lib)];
    sure(&files, "one(", &["B#more(", "A#go("]);
    sure(&files, "two(", &["B#go(", "C#", "C#more("]);
    sure(&files, "three(", &["Holder#one("]);
    sure(&files, "four(", &["Holder#one("]);
}

#[test]
fn a_definition_that_writes_the_types_of_its_parameters_otherwise_is_that_of_its_declaration() {
    let header = "#include <string>\nstruct Log;\nclass File {\n public:\n  bool Open(const std::string& path, std::string* err);\n  void Put(const int many, unsigned \
                  size);\n  void Put(char* names[]);\n  void Take(struct Log* log);\n};\n";
    let source = "#include \"file.h\"\nusing namespace std;\nbool File::Open(string const& path, string* err) { return true; }\nvoid File::Put(int many, unsigned \
                  int size) {}\nvoid File::Put(char** names) {}\nvoid File::Take(Log* log) {}\n";
    let uses = "#include \"file.h\"\nvoid run(File* file, std::string path, char** names, Log* log) { file->Open(path, nullptr); file->Put(names); file->Take(log); }\n";
    let files = [("file.h", header), ("file.cc", source), ("run.cc", uses)];
    let found = calls(&files, "/run(");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|(to, confidence)| to.contains("`file.cc`") && *confidence >= 0.9), "{found:?}");
}

#[test]
fn pythons_standard_library_gives_what_it_is_given_to_keep() {
    let lib = "import functools\nfrom contextvars import ContextVar\nfrom queue import Queue\nfrom typing import Generator, Literal\nfrom enum import Enum\nclass Kind(Enum):\n    \
               one = 1\nclass Box:\n    def open(self): pass\n    def shut(self): pass\nclass Lid:\n    def open(self): pass\n    def shut(self): pass\nclass Shop:\n    def \
               __init__(self):\n        self.cached = functools.cache(self.fetch)\n    def fetch(self) -> Box: ...\ncurrent: ContextVar[Box] = ContextVar('box')\ndef \
               variable():\n    current.get().open()\ndef queued(boxes: Queue[Lid]):\n    boxes.get().open()\n    boxes.get_nowait().shut()\ndef largest(boxes: \
               list[Box]):\n    max(boxes, key=len).open()\n    for box in sorted(boxes, key=len, reverse=True):\n        box.shut()\ndef shopping(shop: Shop):\n    \
               shop.cached().shut()\ndef sent() -> Generator[Box, Lid, None]:\n    answer = yield Box()\n    answer.shut()\ndef kinds(kind: Literal[Kind.one]): pass\n";
    let files = [("lib.py", lib)];
    sure(&files, "/variable(", &["Box#open("]);
    sure(&files, "/queued(", &["Lid#open(", "Lid#shut("]);
    sure(&files, "/largest(", &["Box#open(", "Box#shut("]);
    sure(&files, "/shopping(", &["Shop#cached.", "Box#shut("]);
    sure(&files, "/sent(", &["Box#", "Lid#shut("]);
    let repo = Repo::built(&files);
    let usages = repo.rows("edges_usage");
    assert!(usages.iter().any(|row| row["from"].as_str().unwrap().ends_with("kinds().") && row["to"].as_str().unwrap().ends_with("Kind#")));
}
