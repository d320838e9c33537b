//! Which methods take the place of which: carets under the name of a method, and the places of what it replaces.

use std::collections::BTreeMap;

use serde_json::Value;

use smalti::pack::context::ContextPack;
use smalti::pack::engine::pack;
use smalti::pack::request::PackRequest;
use smalti::pack::seeds;
use smalti::reader::dispatch;
use smalti::reader::ids::Direction;

use crate::support::Repo;

/// A fixture: `//- path` opens a file; a line of carets stands under the name of a method of the line before and says what it replaces, `path:line`,
/// counted without the lines of carets. What has no carets replaces nothing.
fn check(fixture: &str) {
    let repo = Repo::new();
    let mut expected: BTreeMap<(String, u64, String), Vec<String>> = BTreeMap::new();
    for part in fixture.split("//- ").skip(1) {
        let (path, text) = part.split_once('\n').unwrap();
        let mut lines: Vec<&str> = Vec::new();
        for line in text.lines() {
            if line.trim_start().starts_with('^') {
                let start = line.find('^').unwrap();
                let count = line.matches('^').count();
                let name = lines.last().unwrap()[start..start + count].to_owned();
                let mut places: Vec<String> = line[start + count..].split_whitespace().map(str::to_owned).collect();
                places.sort();
                expected.insert((path.to_owned(), lines.len() as u64, name), places);
            } else {
                lines.push(line);
            }
        }
        repo.write(path, lines.join("\n") + "\n");
    }
    repo.build();
    assert_eq!(replaced(&repo), expected);
}

/// What each method replaces: path, line and name of the method, places of what it replaces.
fn replaced(repo: &Repo) -> BTreeMap<(String, u64, String), Vec<String>> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let symbols = repo.rows("symbols");
    let symbol = |id: &Value| symbols.iter().find(|row| row["symbolId"] == *id).unwrap();
    let mut found: BTreeMap<(String, u64, String), Vec<String>> = BTreeMap::new();
    for row in repo.rows("edges_structure").iter().filter(|row| row["type"] == "overrides") {
        let (from, to) = (symbol(&row["from"]), symbol(&row["to"]));
        let key = (text(&from["path"]), from["nameLine"].as_u64().unwrap(), text(&from["name"]));
        found.entry(key).or_default().push(format!("{}:{}", text(&to["path"]), to["nameLine"]));
    }
    found.values_mut().for_each(|places| places.sort());
    found
}

#[test]
fn a_method_of_a_trait_impl_replaces_the_one_of_the_trait_whether_that_has_a_body_or_not() {
    check(
        "//- Cargo.toml
[package]
name = \"q\"
//- src/lib.rs
mod dots;
pub trait Base { fn area(&self); }
pub trait Shape: Base {
    fn area(&self) -> u8;
    fn name(&self) -> u8 { 0 }
    fn new() -> Self;
}
//- src/dots.rs
use crate::Shape as Form;
pub struct Dot;
impl Dot { fn area(&self) -> u8 { 1 } }
impl Form for Dot {
    fn area(&self) -> u8 { 0 }
       ^^^^ src/lib.rs:4
    fn new() -> Self { Dot }
       ^^^ src/lib.rs:6
}
impl<T> Form for Vec<T> {
    fn name(&self) -> u8 { 2 }
       ^^^^ src/lib.rs:5
}
impl std::fmt::Debug for Dot { fn fmt(&self) {} }
",
    );
}

#[test]
fn in_java_overloads_are_replaced_one_by_one_and_what_is_private_or_static_is_not() {
    check(
        "//- p/Sink.java
package p;
public interface Sink<T> {
    void put(T item);
    void put(String key, int[] all);
    static void make() {}
    default void close() {}
}
//- p/Base.java
package p;
abstract class Base implements Sink<String> {
    public void put(String item) {}
                ^^^ p/Sink.java:3
    private void own() {}
    static void make() {}
    void near() {}
}
//- p/Last.java
package p;
class Last extends Base implements Sink<String> {
    Last() {}
    public void put(String item) {}
                ^^^ p/Base.java:3
    public void put(String key, int[] all) {}
                ^^^ p/Sink.java:4
    public void put(String key, long[] all) {}
    public void close(int now) {}
    private void own() {}
    static void make() {}
    void near() {}
         ^^^^ p/Base.java:6
    Sink<Integer> other() {
        return new Sink<Integer>() {
            public void put(Integer item) {}
                        ^^^ p/Sink.java:3
            public void put(String key, int[] all) {}
                        ^^^ p/Sink.java:4
        };
    }
}
//- q/Far.java
package q;
class Far extends p.Base {
    void near() {}
}
",
    );
}

#[test]
fn a_type_that_names_itself_above_replaces_nothing_of_its_own() {
    check(
        "//- A.java
class A extends B { void f() {} }
                         ^ B.java:1
//- B.java
class B extends A { void f() {} }
                         ^ A.java:1
//- C.java
class C extends C { void f() {} }
",
    );
}

#[test]
fn in_typescript_methods_of_interfaces_and_base_classes_are_replaced_by_name() {
    check(
        "//- base.ts
export interface Named { name(): string }
export interface Shape extends Named {
    area(unit: number): number
    size: number
}
export abstract class Base implements Shape {
    size = 1
    abstract area(unit: number): number
             ^^^^ base.ts:3
    name(): string { return '' }
    ^^^^ base.ts:1
    static make() {}
    #own() {}
    private hidden() {}
    get side() { return 1 }
}
//- dot.ts
import { Base as Above, Named } from './base'
export class Dot extends Above implements Named {
    constructor() { super() }
    area(unit: number): number
    area(): number { return 0 }
    ^^^^ base.ts:8
    name() { return 'dot' }
    ^^^^ base.ts:9
    static make() {}
    #own() {}
    get side() { return 2 }
        ^^^^ base.ts:13
    more() {}
}
//- plain.js
class One { go() {} }
class Two extends One { go() {} }
                        ^^ plain.js:1
",
    );
}

#[test]
fn in_python_the_order_of_the_bases_says_what_a_method_replaces() {
    check(
        "//- pkg/__init__.py
//- pkg/base.py
class Top:
    def __init__(self): pass
    def go(self): pass
    def stop(self): pass
    @property
    def size(self): return 1
    @classmethod
    def make(cls): pass
    def __own(self): pass
class Left(Top):
    def go(self): pass
        ^^ pkg/base.py:3
class Right(Top):
    def go(self): pass
        ^^ pkg/base.py:3
    def stop(self): pass
        ^^^^ pkg/base.py:4
class Mixin:
    def go(self): pass
//- pkg/use.py
from pkg import base
class Both(base.Left, base.Right, base.Mixin):
    def __init__(self): pass
    def go(self): pass
        ^^ pkg/base.py:11 pkg/base.py:13 pkg/base.py:16
    def stop(self): pass
        ^^^^ pkg/base.py:14
    @property
    def size(self): return 2
        ^^^^ pkg/base.py:6
    @classmethod
    def make(cls): pass
        ^^^^ pkg/base.py:8
    def __own(self): pass
class Deep(Both):
    def go(self): pass
        ^^ pkg/use.py:4
",
    );
}

#[test]
fn in_go_the_methods_of_a_type_stand_for_those_of_the_interfaces_that_it_satisfies() {
    check(
        "//- go.mod
module m
//- a/shape.go
package a
type Named interface { Name() string }
type Shape interface {
\tNamed
\tArea(unit int) int
}
type Other interface {
\tArea(unit int) int
\tMissing()
}
//- b/dot.go
package b
type base struct{}
func (base) Name() string { return \"\" }
            ^^^^ a/shape.go:2
type Dot struct{ base }
func (d *Dot) Area(unit int) int { return 0 }
              ^^^^ a/shape.go:5
type Line struct{}
func (l Line) Area(unit string) int { return 0 }
func (l Line) Name() string { return \"\" }
              ^^^^ a/shape.go:2
",
    );
}

#[test]
fn in_cpp_only_what_is_virtual_is_replaced_and_a_definition_stands_for_its_declaration() {
    check(
        "//- shape.h
class Shape {
 public:
  virtual int area(int unit) const = 0;
  virtual void move(int x);
  void plain();
  virtual ~Shape();
};
class Middle : public Shape {
 public:
  int area(int unit) const;
};
//- shape.cc
#include \"shape.h\"
void Shape::move(int x) {}
int Middle::area(int unit) const { return 1; }
            ^^^^ shape.h:3
//- dot.cc
#include \"shape.h\"
class Dot : public Middle {
 public:
  int area(int unit) const override { return 0; }
      ^^^^ shape.cc:3
  int area(char unit) const { return 0; }
  void move(int y) override;
       ^^^^ shape.cc:2
  void plain() {}
};
void Dot::move(int y) {}
",
    );
}

/// One interface with as many implementers, some files of them.
fn implementers(files: usize, of_a_file: usize) -> Repo {
    let repo = Repo::of(&[
        ("I.java", "interface I {\n    void run();\n}\n"),
        ("Use.java", "class Use {\n    void all(I it) {\n        it.run();\n    }\n}\n"),
    ]);
    for file in 0..files {
        let class = |n: usize| format!("class C{file}x{n} implements I {{\n    public void run() {{\n        int all = {n};\n    }}\n}}\n");
        repo.write(&format!("F{file:02}.java"), (0..of_a_file).map(class).collect::<String>());
    }
    repo
}

fn pack_of(repo: &Repo, name: &str) -> ContextPack {
    let index = repo.open();
    pack(&index, &PackRequest { focus: seeds::focus(&index, name).unwrap(), ..PackRequest::default() }).unwrap()
}

/// The definitions that dispatch brought into a section, with the edges of their paths and their score.
fn dispatched(pack: &ContextPack, section: &str) -> Vec<(String, usize)> {
    let section = pack.sections.iter().find(|it| it.section == section).unwrap();
    let items = section.items.iter().filter(|item| item.why.rule == "dispatch-neighbor");
    items.map(|item| (item.symbol_id.clone().unwrap().rsplit('/').next().unwrap().to_owned(), item.why.path.len())).collect()
}

#[test]
fn a_pack_follows_a_call_of_an_interface_to_its_implementers_and_back() {
    let repo = implementers(1, 2);
    repo.write("Deep.java", "class Deep extends C0x0 {\n    public void run() {\n        int deep = 1;\n    }\n}\n");
    repo.build();
    let out = pack_of(&repo, "all");
    let found = dispatched(&out, "callees");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().any(|(id, edges)| id.contains("C0x1#run") && *edges == 2), "{found:?}");
    assert!(found.iter().any(|(id, edges)| id.contains("Deep#run") && *edges == 3), "{found:?}");
    assert_eq!(out.stats.max_hop, 2, "what a call may run is one hop behind it however many edges lead there");
    let back = pack_of(&repo, "Deep.run");
    let found = dispatched(&back, "callers");
    assert!(found.len() == 1 && found[0].0.contains("Use#all") && found[0].1 == 3, "{found:?}");
}

#[test]
fn ten_thousand_implementers_are_cut_and_counted() {
    let repo = implementers(10, 1_000);
    repo.build();
    let rows = repo.rows("edges_structure").iter().filter(|row| row["type"] == "overrides").count();
    assert_eq!(rows, 10_000);
    let index = repo.open();
    let method = index
        .find_symbol(repo.rows("symbols").iter().find(|row| row["path"] == "I.java" && row["name"] == "run").unwrap()["symbolId"].as_str().unwrap());
    let found = dispatch::methods(&index, method.unwrap(), Direction::In).unwrap();
    assert_eq!((found.edges.len(), found.left), (dispatch::MAX_METHODS, 10_000 - dispatch::MAX_METHODS as u64));
    let out = pack_of(&repo, "all");
    assert_eq!(out.stats.dropped.get("dispatch"), Some(&(10_000 - dispatch::MAX_METHODS as u64)), "{:?}", out.stats.dropped);
    assert!(out.stats.edges_read < 1_000, "{}", out.stats.edges_read);
}

#[test]
fn methods_that_replace_each_other_end_where_they_began() {
    let repo = Repo::built(&[
        ("A.java", "class A extends B {\n    void f() {\n        int a = 1;\n    }\n}\n"),
        ("B.java", "class B extends A {\n    void f() {\n        int b = 1;\n    }\n}\n"),
        ("Use.java", "class Use {\n    void all(A it) {\n        it.f();\n    }\n}\n"),
    ]);
    let found = dispatched(&pack_of(&repo, "all"), "callees");
    assert!(found.len() == 1 && found[0].0.contains("B#f"), "{found:?}");
}

#[test]
fn more_types_above_than_are_looked_at_are_reported() {
    let chain = |count: usize| -> String {
        let class = |n: usize| if n == 0 { "class C0 { void f() {} }\n".to_owned() } else { format!("class C{n} extends C{} {{}}\n", n - 1) };
        (0..count).map(class).chain([format!("class Last extends C{} {{ void f() {{}} }}\n", count - 1)]).collect()
    };
    for (count, reported) in [(254, false), (255, false), (256, true)] {
        let repo = Repo::built(&[("A.java", chain(count).as_str())]);
        let problems = repo.rows("problems");
        assert_eq!(problems.iter().any(|row| row["code"] == "SMALTI_P_LINK_BOUND"), reported, "{count}: {problems:?}");
        let rows = repo.rows("edges_structure").iter().filter(|row| row["type"] == "overrides").count();
        assert_eq!(rows, usize::from(!reported), "{count}");
    }
}
