//! What names lead to in languages that are described by queries: members by every way that a language writes them, containers, modules that are data.

use crate::support::Repo;
use crate::tier_b::{check, edit, ends};

#[test]
fn sections_of_a_cascade_of_dart_are_of_what_stands_in_front() {
    let source = "import 'dart:far' show far;
import 'only.dart';
class A { void speak() {} A? next; A self() => this; }
extension Loud on A { void shout() {} }
extension Text on String { String twice() => this; }
enum Color { red, green }
void each(List<A> list, A? n, Color c, String s) {
  list.forEach((x) => x.speak());
  n?.next;
  A()..shout()..self().self();
  switch (c) { case Color.red: break; default: }
  s.twice();
  far.listen((got) => got.only);
  far..listen((got) => got.only);
  far.run(on: (got) => got.only);
}
T first<T extends A>(T one) { one.speak(); return one; }
void made() { final a = A()..self(); a.speak(); first<A>(a); }
";
    let repo = Repo::built(&[("pubspec.yaml", "name: p\n"), ("lib/a.dart", source), ("lib/only.dart", "class Only { int only = 1; }\n")]);
    check(
        &repo,
        "lib/a.dart",
        &[
            ("speak", "A#speak("),
            ("next", "A#next"),
            ("shout", "A#shout("),
            ("self", "A#self("),
            ("only", "candidates:"),
            ("twice", "String#twice("),
            ("red", "Color#red"),
        ],
    );
    let names = repo.rows("sites").into_iter().filter(|row| ["T", "Loud", "Text", "x"].iter().any(|it| row["name"] == **it)).count();
    assert_eq!(names, 0);
    assert!(ends(&repo, "lib/a.dart", "first").iter().all(|it| it.contains("first(")));
    edit(&repo, "lib/a.dart", &["extension Text on String { String thrice() => this; }\nvoid f(String s) { s.twice(); }\n", source]);
}

#[test]
fn what_a_container_of_zig_defines_is_seen_in_it() {
    let main = "const Foo = @import(\"b.zig\").Foo;
const Bar = struct {
    const Self = @This();
    foo: Foo,
    const Inner = struct { value: u8 };
    pub fn make() Bar { return .{ .foo = Foo.init() }; }
    fn help(self: Self, in: Inner) void { self.foo.run(); _ = in.value; free(); }
    fn free() void {}
};
fn at(bar: Bar) void { bar.help(undefined); bar.foo.run(); }
";
    let repo = Repo::built(&[
        ("a.zig", main),
        ("b.zig", "pub const Foo = struct { pub fn init() Foo { return .{}; } pub fn run(self: Foo) void { _ = self; } };\n"),
    ]);
    check(
        &repo,
        "a.zig",
        &[
            ("b.zig", "file:b.zig"),
            ("init", "Foo#init("),
            ("run", "Foo#run("),
            ("Self", "Bar#Self#"),
            ("Inner", "Bar#Inner#"),
            ("value", "Inner#value"),
            ("free", "Bar#free("),
            ("help", "Bar#help("),
        ],
    );
    edit(&repo, "b.zig", &["pub const Foo = struct { pub fn init() Foo { return .{}; } };\n", "pub fn Foo() void {}\n"]);
}

#[test]
fn what_a_file_of_lua_returns_is_required_of_it() {
    let lib = "local Animal = {}\nAnimal.__index = Animal\nfunction Animal.new() return setmetatable({}, Animal) end\nlocal function free() end\nreturn { free = free, Animal = Animal, kept = function() end, CONST = 1 }\n";
    let user = "local b = require(\"b\")\nb.free()\nrequire(\"b\").free()\nb.Animal.new()\nb.kept()\nprint(b.CONST)\nlocal c = require(\"c\")\nlocal d = require \"d\" (1)\n";
    let repo =
        Repo::built(&[("a.lua", user), ("b.lua", lib), ("c.lua", "return setmetatable({}, {})\n"), ("d.lua", "return function(x) return x end\n")]);
    check(
        &repo,
        "a.lua",
        &[
            ("free", "`b.lua`/free("),
            ("Animal", "`b.lua`/Animal#"),
            ("new", "Animal#new("),
            ("kept", "default#kept("),
            ("CONST", "default#CONST"),
            ("b", "default#"),
            ("c", "`c.lua`/default."),
            ("d", "`d.lua`/default("),
        ],
    );
    edit(
        &repo,
        "b.lua",
        &["local function free() end\nreturn { free = 1 }\n", "local x = 1\nlocal function free() end\nreturn { free = free }\n", "return 1\n", lib],
    );
}

#[test]
fn ruby_requires_from_roots_and_relatively_from_the_file() {
    let repo = Repo::built(&[
        ("lib/app.rb", "require \"json\"\nrequire \"app/json\"\nrequire_relative \"app/thing\"\n"),
        ("lib/app/json.rb", "require \"thing\"\nmodule App\n  class JSON\n  end\nend\n"),
        ("lib/app/thing.rb", "module App\n  class Thing\n  end\nend\n"),
        ("test/helper.rb", "require \"app\"\n"),
        ("test/a_test.rb", "require \"helper\"\n"),
    ]);
    check(&repo, "lib/app.rb", &[("json", "unresolved:no-such-module"), ("app/json", "lib/app/json.rb"), ("app/thing", "lib/app/thing.rb")]);
    check(&repo, "lib/app/json.rb", &[("thing", "unresolved:no-such-module")]);
    check(&repo, "test/helper.rb", &[("app", "lib/app.rb")]);
    check(&repo, "test/a_test.rb", &[("helper", "test/helper.rb")]);
}

#[test]
fn comments_of_php_tell_types_and_classes_without_a_name_have_members() {
    let source = "<?php
namespace A;
class Cat { function speak() {} function bark() {} }
class Dog { function speak() {} function bark() {}
  /** @var Cat */
  private $cat;
  /** @return Dog|null */
  function other() { return null; }
  function run() { $this->cat->bark(); } }
/** @param Cat $c */
function f($c) { $c->bark(); }
function g(Dog $d) { $d->other()->speak();
  /** @var Dog $x */
  $x = get(); $x->speak();
  $n = new class extends Dog { public $count = 0; function go() { $this->count++; $this->other(); } }; }
";
    let repo = Repo::built(&[("a.php", source)]);
    check(&repo, "a.php", &[("bark", "Cat#bark"), ("speak", "Dog#speak"), ("count", "`class@anonymous`#count"), ("other", "Dog#other")]);
    edit(&repo, "a.php", &[&source.replace("@param Cat", "@param Dog"), source]);
}

#[test]
fn patterns_extensions_and_imports_near_of_scala() {
    let source = "package p
case class Bar(s: String) { def run(): Unit = () }
case class Foo(n: Int, bar: Bar) { def go(): Unit = () }
object Foo { object Tools { def help(): Unit = () } }
object Use {
  def b(f: Foo): Unit = f match { case Foo(n, b) => b.missing() }
  def t(): Unit = { import Foo.Tools; Tools.help() }
  def e(f: Foo): Int = f.ext
  def g[T, U <: Foo](u: U): Unit = u.go()
}
extension (f: Foo) def ext: Int = f.n
";
    let repo = Repo::built(&[("a.scala", source)]);
    check(&repo, "a.scala", &[("Tools", "Foo#Tools#"), ("help", "Tools#help("), ("ext", "Foo#ext("), ("go", "Foo#go(")]);
    assert!(repo.rows("sites").iter().all(|row| row["name"] != "b" && row["name"] != "U"));
}

#[test]
fn data_that_scripts_import_has_members_that_nothing_tells() {
    let user =
        "import data from './x.json';\nimport { name } from './x.json';\nimport styles from './s.css';\nuse(data.deep.er, name, styles.box);\n";
    let repo = Repo::built(&[("x.json", "{\"name\": \"a\", \"deep\": {\"er\": 1}}"), ("s.css", ".box { top: 0; }\n"), ("a.ts", user)]);
    let unknown = "unresolved:receiver-unknown";
    check(&repo, "a.ts", &[("data", "file:x.json"), ("name", "file:x.json"), ("deep", unknown), ("er", unknown), ("box", unknown)]);
    edit(&repo, "x.json", &["{}", "{\"name\": 1}"]);
    repo.remove("x.json");
    repo.build();
    repo.check_clean();
}

#[test]
fn macros_of_compilers_are_of_the_language() {
    let source = "<script setup>\nconst props = defineProps(['a']);\ndefineExpose({ props });\nmissing();\n</script>\n";
    let repo = Repo::built(&[("A.vue", source)]);
    check(&repo, "A.vue", &[("defineProps", "external:builtin"), ("defineExpose", "external:builtin"), ("missing", "unresolved:unbound-name")]);
}

#[test]
fn what_a_function_hands_to_a_closure_that_an_import_of_all_brings_is_of_its_package() {
    let pubspec = ("pubspec.yaml", "name: app\ndependencies:\n  hooks: ^1.0.0\n");
    let own = ("lib/a.dart", "class Closed {\n  final int code;\n  Closed(this.code);\n}\n");
    let user = "import 'package:hooks/hooks.dart';\nvoid main() {\n  build((input, output) {\n    input.config.code;\n    output.code;\n  });\n}\n";
    let repo = Repo::built(&[pubspec, own, ("lib/b.dart", user)]);
    check(&repo, "lib/b.dart", &[("code", "candidates:")]);
    edit(&repo, "lib/a.dart", &["void build(Function f) {}\n", own.1]);
    edit(&repo, "lib/b.dart", &[&user.replace("import 'package:hooks/hooks.dart';\n", ""), user]);
}
