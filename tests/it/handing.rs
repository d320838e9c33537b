//! What functions that are handed over take and give, and what collections hold that are filled later.

use crate::scoping::{CARGO, calls, sure};
use crate::support::Repo;

/// Two types with the same members, so that only a known receiver tells which is meant.
const TWINS: &str = "pub struct A { n: u8 } impl A { pub fn go(&self) -> &B { todo!() } pub fn is(&self) -> bool { true } }\npub struct B { n: u8 } impl B { \
                     pub fn go(&self) -> &A { todo!() } pub fn is(&self) -> bool { true } }\n";

fn rust(source: &str, expected: &[(&str, &[&str])]) {
    let lib = format!("{TWINS}{source}");
    for (from, calls) in expected {
        sure(&[CARGO, ("src/lib.rs", &lib)], from, calls);
    }
}

#[test]
fn a_closure_takes_what_the_type_of_the_receiver_holds() {
    rust(
        "pub struct C { all: Vec<A> }\nimpl C {\n fn all(&self) -> impl Iterator<Item = &A> { self.all.iter() }\n fn one(&self) -> Option<&A> { None }\n fn \
         any(&self) { self.all().any(|it| it.is()); }\n fn held(&self) { self.one().is_some_and(|it| it.is()); }\n fn folded(&self) { \
         self.all().fold(0, |sum, it| { it.is(); sum }); }\n}\n",
        &[("any(", &["C#all(", "A#is("]), ("held(", &["C#one(", "A#is("]), ("folded(", &["C#all(", "A#is("])],
    );
}

#[test]
fn a_closure_among_the_tokens_of_a_macro_takes_the_same() {
    let lib = format!(
        "{TWINS}fn all() -> Option<A> {{ None }}\nfn run() {{ assert!(all().is_some_and(|it| it.is())); assert!(one.is_some_and(|it| it.is())); }}\n"
    );
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib.as_str())]);
    let rows = repo.rows("edges_usage");
    let used = rows.iter().filter(|row| row["to"].as_str().unwrap().contains("#is(") && row["confidence"].as_f64().unwrap() >= 0.5);
    assert_eq!(used.map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap()).collect::<Vec<_>>(), ["A#is()."]);
}

#[test]
fn a_method_of_the_repository_hands_what_it_declares_and_not_what_an_iterator_would() {
    rust(
        "pub struct C { all: Vec<A> }\nimpl C {\n fn any(&self, f: impl Fn(&B) -> bool) -> bool { true }\n fn run(&self) { self.any(|it| it.is()); }\n}\nimpl \
         Iterator for C { type Item = A; fn next(&mut self) -> Option<A> { None } }\nfn own(c: C) { c.filter(|it| it.is()); }\nfn plain(f: impl Fn()) { \
         f.any(|it| it.is()); }\n",
        &[("/run(", &[]), ("C#run(", &["C#any(", "B#is("]), ("/own(", &["A#is("]), ("/plain(", &[])],
    );
}

#[test]
fn what_a_closure_gives_is_what_mapping_by_it_holds() {
    rust(
        "fn list(all: &[A]) -> impl Iterator<Item = &A> { all.iter() }\nfn looped(all: &[A]) { for it in list(all).map(|it| it.go()) { it.is(); } }\nfn \
         held(one: Option<A>) { one.map(|it| it.go()).unwrap().is(); }\nfn then(one: Option<A>) { one.and_then(|it| Some(it.go())).is_some_and(|it| it.is()); \
         }\nfn other(one: Option<A>) { one.map_or(B { n: 0 }, |it| B { n: 1 }).is(); }\n",
        &[("/looped(", &["list(", "A#go(", "B#is("]), ("/held(", &["A#go(", "B#is("]), ("/then(", &["A#go(", "B#is("]), ("/other(", &["B#is("])],
    );
}

#[test]
fn a_collection_that_was_built_empty_holds_what_is_put_into_it() {
    rust(
        "use std::collections::HashMap;\nfn list(a: A) { let mut all = Vec::new(); all.push(a); for it in all { it.is(); } }\nfn map(b: B) { let mut all = \
         HashMap::new(); all.insert(1, b); for (_, it) in all { it.is(); } }\nfn stack(a: A) { let mut all = vec![a]; while let Some(it) = all.pop() { it.is(); \
         } }\nfn unfilled(a: A) { let all = Vec::new(); a.is(); for it in all { it.is(); } }\n",
        &[("/list(", &["A#is("]), ("/map(", &["B#is("]), ("/stack(", &["A#is("]), ("/unfilled(", &["A#is("])],
    );
}

#[test]
fn a_derived_function_gives_a_value_of_its_type() {
    rust(
        "#[derive(Default)] pub struct C { n: u8 }\nimpl C { fn go(self) -> Self { self } fn new() -> Self { Self::default().go() } }\nimpl A { fn default() -> \
         B { B { n: 0 } } fn run() { A::default().is(); } }\n",
        &[("C#new(", &["C#go("]), ("A#run(", &["A#default(", "B#is("])],
    );
}

#[test]
fn brackets_around_bounds_are_no_tuple() {
    rust(
        "pub trait T { fn go(&self); }\nfn run(it: &(impl T + ?Sized)) { it.go(); }\nfn pair(it: &(A, B)) { it.1.is(); }\nfn single(it: (A,)) { it.0.is(); }\n",
        &[("/run(", &["T#go("]), ("/pair(", &["B#is("]), ("/single(", &["A#is("])],
    );
}

#[test]
fn a_macro_of_another_package_does_not_stand_for_the_module_of_its_name() {
    let manifest = "[package]\nname = \"q\"\n[dependencies]\nmade = \"1\"\n";
    let files = [
        ("Cargo.toml", manifest),
        ("src/lib.rs", "pub mod part;\npub mod user;\npub use made::part;\n"),
        ("src/part.rs", "pub struct P; impl P { pub fn go() {} }\n"),
        ("src/user.rs", "use crate::part::P;\nfn run() { P::go(); }\nfn out() { made::part::go(); }\n"),
    ];
    sure(&files, "/run(", &["P#go("]);
    sure(&files, "/out(", &[]);
}

#[test]
fn what_a_type_above_from_outside_is_taken_for_tells_overloads_apart() {
    let files = [
        (
            "Items.java",
            "import java.util.*;\nclass Items extends ArrayList<String> { void run() { Use.put(this); } void set(Set<String> it) { Use.put(it); } }\n",
        ),
        ("Use.java", "import java.util.*;\nclass Use { static void put(Iterator<String> it) {} static void put(Collection<String> it) {} }\n"),
    ];
    for from in ["Items#run(", "Items#set("] {
        assert!(calls(&files, from).iter().any(|(to, confidence)| to.contains("Use#put(") && *confidence > 0.9), "{from}");
    }
}

#[test]
fn a_generic_function_hands_on_what_its_other_arguments_are() {
    let script = "export class Item { go() { return this } label() { return new Other() } }\nexport class Other { go() { return this } }\ntype Take<T> = (t: T) => \
                  void\nexport function each<T>(xs: T[], f: (t: T) => void) {}\nexport const once = <T,>(x: T, f: (t: T) => void) => {}\nexport function late<T>(f: (t: \
                  T) => void, x: T) {}\nexport function named<T>(x: T, f: Take<T>) {}\nexport function pipe<A, B>(a: A, f: (a: A) => B, g: (b: B) => void) \
                  {}\nexport class Reg { with<T>(x: T, f: (t: T) => void) {} }\nexport function one(os: Item[]) { each(os, a => { a.go() }) }\nexport function \
                  two(o: Other) { once(o, a => { a.go() }) }\nexport function three(o: Item) { late(a => { a.go() }, o) }\nexport function four(o: Item) { \
                  named(o, a => { a.go() }) }\nexport function five(o: Item) { pipe(o, a => a.label(), b => { b.go() }) }\nexport function six(r: Reg, o: Other) { \
                  r.with(o, a => { a.go() }) }\n";
    let files = [("a.ts", script)];
    sure(&files, "one().", &["each().", "Item#go"]);
    sure(&files, "two().", &["once", "Other#go"]);
    sure(&files, "three().", &["late().", "Item#go"]);
    sure(&files, "four().", &["named().", "Item#go"]);
    sure(&files, "five().", &["pipe().", "Item#label", "Other#go"]);
    sure(&files, "six().", &["Reg#with", "Other#go"]);
}

#[test]
fn a_list_of_any_length_hands_each_place_what_stands_there() {
    let lib = "export interface Box { open(): void }\nexport interface Lid { lift(): void }\nexport interface Get {\n  (path: string, ...all: ((it: Box) => \
               void)[]): void\n}\nexport interface Put {\n  (path: string, ...all: [(it: Box) => void, (it: Lid) => void]): void\n}\nexport interface Wide { (a: \
               number, b: number, c: number, d: number, f: (it: Box) => void): void }\n";
    let get = "import { Get, Put, Wide } from './lib'\nfunction run(get: Get) { get('x', a => a.open(), b => b.open(), c => c.open(), d => d.open(), e => \
               e.open()) }\nfunction put(put: Put) { put('x', a => a.open(), b => b.lift()) }\nfunction wide(wide: Wide) { wide(1, 2, 3, 4, a => a.open()) }\n";
    let files = [("lib.ts", lib), ("get.ts", get)];
    sure(&files, "/run(", &["Box#open("; 5]);
    sure(&files, "/put(", &["Box#open(", "Lid#lift("]);
    sure(&files, "/wide(", &["Box#open("]);
}

#[test]
fn what_is_written_out_is_what_it_is_cast_to() {
    let lib = "export interface Box { open(): void }\nexport type Table = Record<string, (it: Box) => void>\nexport interface Events { start(it: Box): void \
               }\nexport function take(all: any) {}\n";
    let uses = "import { Events, Table, take } from './lib'\nfunction one() { take({ a: it => it.open() } as Table) }\nfunction two() { take({ start: it => \
                it.open() } satisfies Events) }\n";
    let files = [("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/one(", &["take(", "Box#open("]);
    sure(&files, "/two(", &["take(", "Box#open("]);
}

#[test]
fn a_list_holds_what_is_put_into_it_where_that_is_of_one_type() {
    let head = "from collections import deque\nclass Box:\n    def open(self): ...\nclass Lid:\n    def open(self): ...\n";
    let python = |body: &str, expected: &[&str]| {
        let text = format!("{head}def run(boxes: list[Box], lids: list[Lid], some):\n{body}\n");
        sure(&[("lib.py", text.as_str())], "/run(", expected);
    };
    python("    out = []\n    for b in boxes: out.append(b)\n    for o in out: o.open()", &["Box#open("]);
    python("    out = deque()\n    out.append(boxes[0])\n    out.appendleft(boxes[1])\n    out[0].open()", &["Box#open("]);
    python("    out = []\n    out.append(boxes[0])\n    out.append(lids[0])\n    out[0].open()", &[]);
    python("    out = []\n    out.append(boxes[0])\n    out.append(some)\n    out[0].open()", &[]);
    let head = "class Box { open() {} }\nclass Lid { open() {} }\n";
    let script = |body: &str, expected: &[&str]| {
        let text = format!("{head}function run(boxes: Box[], lids: Lid[]) {{ {body} }}\n");
        sure(&[("lib.ts", text.as_str())], "/run(", expected);
    };
    script("const out = []; out.push(boxes[0], boxes[1]); for (const o of out) o.open()", &["Box#open("]);
    script("const out = new Set(); boxes.forEach(b => out.add(b)); for (const o of out) o.open()", &["Box#open("]);
    script("const out = new Map(); out.set('x', boxes[0]); out.get('x').open()", &["Box#open("]);
    script("const out = []; out.push(boxes[0], lids[0]); out[0].open()", &[]);
}
