//! What calls give: by the functions they are handed, by types that are written for them, by their arguments, by decorators; and what is added to foreign types.

use crate::scoping::sure;
use crate::support::Repo;

#[test]
fn what_a_stream_holds_behind_a_function_is_what_the_function_gives() {
    let files = [
        ("Item.java", "class Item { int size() { return 1; } String label() { return null; } Other other() { return null; } }\n"),
        ("Other.java", "class Other { int size() { return 1; } String label() { return null; } }\n"),
        (
            "Use.java",
            "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\nclass Use {\n  private final Function<Item, Integer> field = i -> \
             i.size();\n  static Function<Other, String> given() { return o -> o.label(); }\n  void one(List<Item> items) { items.stream().map(i -> \
             i.other()).filter(o -> o.size() > 1).forEach(o -> o.label()); }\n  void two(List<Item> items) { \
             items.stream().map(Item::other).collect(Collectors.toList()).get(0).size(); }\n  void three(List<Item> items) { \
             items.stream().sorted(Comparator.comparing(i -> i.label())).collect(Collectors.groupingBy(i -> i.size())); }\n  void four(Optional<Item> \
             item) { item.map(i -> { return i.other(); }).get().size(); }\n  static <T> T same(T it) { return it; }\n  void five(Object x) { \
             Use.<Other>same(null).size(); ((Function<Item, Integer>) i -> i.size()).apply(null); }\n  enum Kind { ONE; Item make() { return null; } }\n  \
             void six() { Kind.valueOf(\"ONE\").make().size(); }\n}\n",
        ),
    ];
    sure(&files, "Use#field.", &["Item#size("]);
    sure(&files, "Use#given(", &["Other#label("]);
    sure(&files, "Use#one(", &["Item#other(", "Other#size(", "Other#label("]);
    sure(&files, "Use#two(", &["Other#size("]);
    sure(&files, "Use#three(", &["Item#label(", "Item#size("]);
    sure(&files, "Use#four(", &["Item#other(", "Other#size("]);
    sure(&files, "Use#five(", &["Use#same(", "Other#size(", "Item#size("]);
    sure(&files, "Use#six(", &["Use#Kind#make(", "Item#size("]);
}

#[test]
fn arguments_of_a_constructor_tell_its_type_parameters() {
    let script = "export class Item { size() {} }\nexport class Other { size() {} }\nexport class Box<T> { constructor(private v: T) {} get(): T { return \
                  this.v } }\nexport function one() { new Box(new Item()).get().size() }\nexport function two() { const b = new Box(new Other()); \
                  b.get().size() }\nexport function three() { new Box<Item>(null as any).get().size() }\n";
    sure(&[("a.ts", script)], "one().", &["Box#constructor().", "Item#", "Box#get", "Item#size"]);
    sure(&[("a.ts", script)], "two().", &["Box#constructor().", "Other#", "Box#get", "Other#size"]);
    sure(&[("a.ts", script)], "three().", &["Box#constructor().", "Box#get", "Item#size"]);
    let module = "from typing import Generic, TypeVar\n\nT = TypeVar(\"T\")\n\n\nclass Item:\n    def size(self): ...\n\n\nclass Other:\n    def size(self): \
                  ...\n\n\nclass Box(Generic[T]):\n    def __init__(self, v: T):\n        self.v = v\n\n    def get(self) -> T:\n        return self.v\n\n\ndef \
                  one():\n    Box(Other()).get().size()\n\n\ndef two():\n    f = lambda: Item()\n    f().size()\n";
    sure(&[("a.py", module)], "one().", &["Box#__init__().", "Other#", "Box#get().", "Other#size()."]);
    sure(&[("a.py", module)], "two().", &["Item#", "Item#size()."]);
}

#[test]
fn types_that_are_written_for_a_call_are_its_type_arguments() {
    let cpp = "struct Item { int size(); };\nstruct Other { int size(); };\ntemplate <class T> T make() { return T(); }\ntemplate <class T> struct Box { \
               template <class U> Box<U> as(); T get(); };\nvoid one() { make<Other>().size(); }\nvoid two(Box<Item> b) { b.as<Other>().get().size(); }\n";
    sure(&[("a.cc", cpp)], "one(", &["make(", "Other#size("]);
    sure(&[("a.cc", cpp)], "two(", &["Box#as(", "Box#get(", "Other#size("]);
    let rust = "pub struct Item;\nimpl Item { pub fn size(&self) {} }\npub struct Other;\nimpl Other { pub fn size(&self) {} }\npub fn make<T>() -> T { todo!() \
                }\npub fn one() { make::<Item>().size(); }\n";
    sure(&[("Cargo.toml", "[package]\nname = \"a\"\n"), ("src/lib.rs", rust)], "one().", &["make().", "Item#size()."]);
}

#[test]
fn a_decorator_is_called_whatever_it_is_and_makes_what_it_says() {
    let module = "from typing import Any, Callable\n\n\nclass Marker:\n    def __call__(self, **options):\n        return lambda f: f\n\n\nmark = \
                  Marker()\n\n\nclass Command:\n    def run(self): ...\n\n    def command(self) -> Callable[[Callable[..., Any]], \"Command\"]: ...\n\n\nclass \
                  Other:\n    def run(self): ...\n\n\ndef command(name: str, **options) -> Callable[[Callable[..., Any]], Command]: ...\n\n\ndef plain(f: \
                  Callable) -> Callable: ...\n\n\nOPTIONS = {}\n\n\n@mark(first=True)\n@plain\ndef one(): ...\n\n\n@command(\"x\", **OPTIONS)\ndef cli(): \
                  ...\n\n\n@cli.command()\ndef below(): ...\n\n\ndef use():\n    cli.run()\n    below.run()\n    one()\n    cli()\n";
    let files = [("a.py", module)];
    sure(&files, "one().", &["mark."]);
    sure(&files, "cli().", &["command()."]);
    sure(&files, "below().", &["Command#command()."]);
    sure(&files, "use().", &["Command#run().", "Command#run().", "one().", "cli()."]);
}

#[test]
fn what_a_repository_adds_to_foreign_types_is_found() {
    let rust = "pub trait Shout { fn shout(&self) -> Loud; fn twice(&self) -> Loud { self.shout() } }\nimpl Shout for str { fn shout(&self) -> Loud { Loud } \
                }\nimpl<T> Shout for Vec<T> { fn shout(&self) -> Loud { Loud } }\npub struct Loud;\nimpl Loud { pub fn echo(&self) {} }\npub struct Soft;\nimpl \
                Soft { pub fn echo(&self) {} pub fn shout(&self) {} }\npub fn one(s: String, v: Vec<u8>) { s.shout().echo(); v.shout().echo(); v.len(); \
                }\npub fn two(s: &str) { s.twice().echo(); }\n";
    let files = [("Cargo.toml", "[package]\nname = \"a\"\n"), ("src/lib.rs", rust)];
    sure(&files, "one().", &["[Shout]shout().", "Loud#echo().", "[Shout]shout().", "Loud#echo()."]);
    sure(&files, "two().", &["Shout#twice().", "Loud#echo()."]);
}

#[test]
fn results_have_errors_pairs_have_sides_and_macros_are_no_functions() {
    let rust = "pub struct Item;\nimpl Item { pub fn size(&self) -> u8 { 0 } }\npub struct Failure;\nimpl Failure { pub fn size(&self) -> u8 { 0 } }\npub fn \
                load() -> Result<Item, Failure> { todo!() }\npub fn one() { match load() { Ok(i) => { i.size(); } Err(f) => { f.size(); } } }\npub fn two() { \
                load().map_err(|f| f.size()).ok(); }\npub fn three(a: &[Item], b: &[Failure]) { a.iter().zip(b.iter()).for_each(|(x, y)| { x.size(); \
                y.size(); }); }\npub fn four(mut a: Vec<Failure>) { a.sort_by(|x, y| x.size().cmp(&y.size())); std::mem::take(&mut a[0]).size(); }\npub fn \
                format(x: u8) -> u8 { x }\npub fn five() { let c = |x: u8| Item; c(1).size(); format!(\"{}\", 1); }\npub struct Late;\nimpl Late { \
                pub fn size(&self) -> u8 { 0 } }\npub fn six() { match load().map_err(|_| Late) { Ok(i) => { i.size(); } Err(e) => { e.size(); } } }\n";
    let files = [("Cargo.toml", "[package]\nname = \"a\"\n"), ("src/lib.rs", rust)];
    sure(&files, "one().", &["load().", "Item#size().", "Failure#size()."]);
    sure(&files, "two().", &["load().", "Failure#size()."]);
    sure(&files, "three().", &["Item#size().", "Failure#size()."]);
    sure(&files, "four().", &["Failure#size().", "Failure#size().", "Failure#size()."]);
    sure(&files, "five().", &["Item#size()."]);
    sure(&files, "six().", &["load().", "Item#size()."]);
}

#[test]
fn files_of_tests_that_a_manifest_does_not_look_for_are_modules() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"a\"\nautotests = false\n\n[[test]]\nname = \"all\"\npath = \"tests/lib.rs\"\n"),
        ("src/lib.rs", "pub fn f() {}\n"),
        ("tests/lib.rs", "mod one;\nfn helper() {}\n"),
        ("tests/one.rs", "use super::*;\n#[test]\nfn works() { helper(); }\n"),
    ];
    sure(&files, "works().", &["helper()."]);
}

#[test]
fn where_a_test_for_a_type_failed_the_others_are_left_and_what_was_raised_is_kept() {
    let module = "import pytest\n\n\nclass A:\n    def go(self): ...\n\n\nclass B:\n    def go(self): ...\n\n\nclass Failure(Exception):\n    def code(self): \
                  ...\n\n\nclass Other:\n    def code(self): ...\n\n\ndef one(x: A | B):\n    if isinstance(x, A):\n        x.go()\n    else:\n        \
                  x.go()\n\n\ndef two(x: A | B):\n    if isinstance(x, A):\n        return\n    x.go()\n\n\ndef three():\n    with pytest.raises(Failure) as \
                  caught:\n        pass\n    caught.value.code()\n";
    sure(&[("a.py", module)], "one().", &["A#go().", "B#go()."]);
    sure(&[("a.py", module)], "two().", &["B#go()."]);
    sure(&[("a.py", module)], "three().", &["Failure#code()."]);
}

#[test]
fn members_of_object_literals_have_the_types_of_their_values() {
    let script = "export class Item { size() {} }\nexport class Other { size() {} }\nexport function one() { const o = { a: new Item(), b: new Other() }; \
                  o.a.size(); o.b.size() }\nexport function make(n: number) { const item = new Item(); return { item, n, other: new Other() } }\nexport \
                  function two() { make(1).item.size() }\nexport function three() { const { other } = make(1); other.size() }\n";
    sure(&[("a.ts", script)], "one().", &["Item#", "Other#", "Item#size().", "Other#size()."]);
    sure(&[("a.ts", script)], "two().", &["make().", "Item#size()."]);
    sure(&[("a.ts", script)], "three().", &["make().", "Other#size()."]);
    let files = [
        ("errors.js", "function append(a) {}\nmodule.exports.append = append\nmodule.exports.other = 1\n"),
        ("main.js", "const { append, ...codes } = require('./errors')\nfunction go() { append(1) }\n"),
    ];
    sure(&files, "go().", &["errors.js`/append()."]);
}

#[test]
fn a_parameter_may_be_called_like_its_type_and_a_function_that_runs_once_gives_what_it_gives() {
    let files = [
        ("go.mod", "module m\n\ngo 1.22\n"),
        (
            "a.go",
            "package m\n\nimport \"sync\"\n\ntype server struct{}\n\nfunc (s *server) Run() {}\n\ntype other struct{}\n\nfunc (o *other) Run() {}\n\nfunc \
             start(server *server) { server.Run() }\n\nvar load = sync.OnceValue(func() *server { return nil })\n\nfunc use() { load().Run() }\n\n\
             var made = sync.OnceValue[*server](build)\n\nfunc build() *server { return nil }\n\nfunc more() { made().Run() }\n",
        ),
    ];
    sure(&files, "start().", &["server#Run()."]);
    sure(&files, "use().", &["load.", "server#Run()."]);
    sure(&files, "more().", &["made.", "server#Run()."]);
}

#[test]
fn a_glob_of_an_enum_brings_no_names_from_outside() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "mod keyword;\nmod kind;\nmod parser;\nuse {keyword::Keyword, kind::Kind, std::fmt::Display};\n"),
        ("src/keyword.rs", "pub struct Keyword;\nimpl Keyword { pub fn lexeme() -> u8 { 1 } }\n"),
        ("src/kind.rs", "use super::*;\npub enum Kind { A, B }\nimpl Display for Kind {}\n"),
        ("src/parser.rs", "use {super::*, Kind::*};\npub fn f() -> u8 { Keyword::lexeme() }\n"),
    ];
    sure(&files, "parser.rs`/f().", &["Keyword#lexeme()."]);
}

#[test]
fn a_quoted_type_goes_on_behind_a_literal() {
    let text = "from typing import Literal\n\nclass A:\n    def go(self): pass\n\nclass B:\n    def go(self): pass\n\n\
                def f(x: \"Literal['a]', 'b'] | A\"):\n    if not isinstance(x, str):\n        x.go()\n";
    sure(&[("pyproject.toml", "[project]\nname = \"p\"\n"), ("p.py", text)], "f().", &["A#go()."]);
}

#[test]
fn a_function_without_types_gives_the_argument_that_it_returns() {
    let module = "class Box:\n    def open(self): ...\n    def same(self, it, *more): return it\n\n\nclass Other:\n    def open(self): ...\n\n\ndef same(it): return \
                  it\n\n\ndef either(it, other=None):\n    if other:\n        return None\n    return it\n\n\ndef anew(it):\n    it = make(it)\n    return it\n\n\ndef \
                  one(): same(Box()).open()\ndef two(): either(Other(), 1).open()\ndef three(): anew(Box()).open()\ndef four(): Box().same(Other(), 2).open()\ndef five(it): \
                  same(it).open()\n\n\nbox = same(Box())\n\n\ndef six(): box.open()\n";
    let files = [("a.py", module)];
    sure(&files, "/one(", &["same(", "Box#", "Box#open("]);
    sure(&files, "/two(", &["either(", "Other#", "Other#open("]);
    sure(&files, "/three(", &["anew(", "Box#"]);
    sure(&files, "/four(", &["Box#", "Box#same(", "Other#", "Other#open("]);
    sure(&files, "/five(", &["same("]);
    sure(&files, "/six(", &["Box#open("]);
}

#[test]
fn what_an_overloaded_call_gives_is_what_the_overload_that_it_means_gives() {
    let java = "interface P { Item f(int x, int y); default Other f(int x) { return null; } }\nabstract class Q { abstract Item f(int x); Other f(String s) { \
                return null; } static Item of(int x) { return null; } static Other of(String s) { return null; } }\nclass Item { void go() {} }\nclass Other { \
                void go() {} }\nclass Use {\n  void one(P p) { p.f(1).go(); }\n  void two(P p) { p.f(1, 2).go(); }\n  void three(Q q, String s) { q.f(s).go(); \
                Q.of(s).go(); }\n  void four(Q q) { q.f(1).go(); Q.of(2).go(); }\n}\n";
    let files = [("Use.java", java)];
    sure(&files, "Use#one(", &["P#f(", "Other#go("]);
    sure(&files, "Use#two(", &["P#f(", "Item#go("]);
    sure(&files, "Use#three(", &["Q#f(", "Other#go(", "Q#of(", "Other#go("]);
    sure(&files, "Use#four(", &["Q#f(", "Item#go(", "Q#of(", "Item#go("]);
    let cpp = "#include <string>\nstruct Item { void go(); };\nstruct Other { void go(); };\nstruct A { Item f(int x); Other f(int x, int y) { return Other(); } \
               Other g(const std::string& s); Item g(int x); };\nvoid one(A a) { a.f(1, 2).go(); }\nvoid two(A a) { a.f(1).go(); }\nvoid three(A a, std::string s) { \
               a.g(s).go(); }\n";
    let files = [("a.cc", cpp)];
    sure(&files, "one(", &["A#f(", "Other#go("]);
    sure(&files, "two(", &["A#f(", "Item#go("]);
    sure(&files, "three(", &["A#g(", "Other#go("]);
}

#[test]
fn type_arguments_count_however_many_there_are() {
    let java = "interface F<A, B, C, D, R> { R run(A a, B b, C c, D d); }\nclass Item { void go() {} }\nclass Other { void go() {} }\nclass Use { void one(F<Other, \
                Other, Other, Other, Item> f) { f.run(null, null, null, null).go(); } }\n";
    sure(&[("Use.java", java)], "Use#one(", &["F#run(", "Item#go("]);
}

#[test]
fn methods_and_functions_of_type_parameters_give_what_these_stand_for() {
    let go = "package a\n\ntype Item struct{}\n\nfunc (i *Item) Go() {}\n\ntype Other struct{}\n\nfunc (o *Other) Go() {}\n\ntype Pair[K comparable, V any] struct {\n\tk K\n\tv \
              V\n}\n\nfunc (p *Pair[A, B]) Val() B { return p.v }\n\nfunc (p *Pair[_, B]) Same() B { return p.Val() }\n\nfunc Zero[V any]() V {\n\tvar z V\n\treturn z\n}\n\nfunc \
              Convert[To, From any](f From) To {\n\tvar z To\n\treturn z\n}\n\nfunc New[K comparable, V any]() *Pair[K, V] { return nil }\n\nfunc one(p *Pair[string, *Item]) \
              {\n\tp.Val().Go()\n\tp.Same().Go()\n}\n\nfunc two() {\n\tZero[*Other]().Go()\n\tConvert[*Item](1).Go()\n\tNew[string, *Other]().v.Go()\n\tn := New[int, \
              *Item]()\n\tn.Val().Go()\n}\n";
    let files = [("go.mod", "module a\n"), ("a.go", go)];
    sure(&files, "one().", &["Pair#Val().", "Item#Go().", "Pair#Same().", "Item#Go()."]);
    sure(&files, "two().", &["Zero().", "Other#Go().", "Convert().", "Item#Go().", "New().", "Other#Go().", "New().", "Pair#Val().", "Item#Go()."]);
}

#[test]
fn what_the_library_gives_of_its_arguments_is_known() {
    let go = "package a\n\nimport (\n\t\"cmp\"\n\t\"maps\"\n\t\"slices\"\n\t\"sync/atomic\"\n)\n\ntype Item struct{}\n\nfunc (i *Item) Go() {}\n\ntype Other struct{}\n\nfunc (o \
              *Other) Go() {}\n\nfunc one(l []*Item, m map[string]*Item) {\n\tslices.Clone(l)[0].Go()\n\tslices.MaxFunc(l, nil).Go()\n\tfor _, v := range \
              slices.Collect(maps.Values(m)) {\n\t\tv.Go()\n\t}\n\tcmp.Or(l[0], l[1]).Go()\n\tvar p \
              atomic.Pointer[Item]\n\tp.Load().Go()\n}\n";
    sure(&[("go.mod", "module a\n"), ("a.go", go)], "one().", &["Item#Go()."; 5]);
    let cpp = "#include <algorithm>\n#include <vector>\nstruct Item { void go(); };\nstruct Other { void go(); };\nvoid one(std::vector<Item> v, Other a, Other b) \
               {\n  auto it = std::find_if(v.begin(), v.end(), nullptr);\n  it->go();\n  std::max_element(v.begin(), v.end())->go();\n  std::max(a, \
               b).go();\n  v.erase(v.begin())->go();\n}\n";
    sure(&[("a.cc", cpp)], "one(", &["Item#go(", "Item#go(", "Other#go(", "Item#go("]);
    let java = "import java.util.*;\nimport java.util.function.*;\nclass Item { void go() {} }\nclass Other { void go() {} }\nclass Use {\n  void one(Function<Other, ? \
                extends Item> f, BiFunction<Other, Other, Item> b) { f.apply(null).go(); b.apply(null, null).go(); }\n  void two(List<Item> l) { \
                l.stream().reduce((x, y) -> x).get().go(); Collections.max(l).go(); }\n}\n";
    sure(&[("Use.java", java)], "Use#one(", &["Item#go(", "Item#go("]);
    sure(&[("Use.java", java)], "Use#two(", &["Item#go(", "Item#go("]);
}

#[test]
fn lambdas_that_algorithms_take_get_elements_and_give_what_they_return() {
    let cpp = "#include <algorithm>\n#include <vector>\nstruct Item { Item& go(); };\nstruct Other { Other& go(); };\nvoid one(std::vector<Item> v) {\n  std::sort(v.begin(), \
               v.end(), [](const auto& a, const auto& b) { return a.go() < b; });\n  std::any_of(std::begin(v), std::end(v), [](auto& a) { return a.go(); });\n  \
               std::ranges::for_each(v, [](auto& a) { a.go(); });\n  std::begin(v)->go();\n}\nvoid two(Other o, std::vector<Item> v) {\n  auto l = [&](int) { return o; };\n  \
               l(1).go();\n  auto t = [&](int) -> Other& { return o; };\n  t(1).go();\n  keep(v.begin(), [](auto& a) { a.go(); });\n}\n";
    sure(&[("a.cc", cpp)], "one(", &["Item#go("; 4]);
    sure(&[("a.cc", cpp)], "two(", &["Other#go(", "Other#go("]);
}

#[test]
fn pointers_to_functions_and_objects_that_are_called_give_what_they_declare() {
    let c = "struct item { int size; };\nstruct other { int size; };\ntypedef struct item *(*get_fn)(int);\nstruct ops { struct item *(*get)(int); get_fn also; };\nint \
             one(struct ops *o, get_fn f, struct item *(*p)(void)) { return o->get(1)->size + o->also(2)->size + f(3)->size + p()->size; }\n";
    let repo = Repo::built(&[("a.c", c)]);
    let reads = |from: &str| {
        let rows = repo.rows("edges_usage").into_iter().filter(|row| row["from"].as_str().is_some_and(|it| it.contains(from)));
        rows.filter(|row| row["to"].as_str().is_some_and(|it| it.contains("item#size"))).count()
    };
    assert_eq!(reads("one("), 4);
    let cpp = "struct Item { void go(); };\nstruct Other { void go(); };\nusing Maker = Item (*)(int);\nstruct Called { Item operator()(int); };\nvoid one(Maker m, Called c, Item i) \
               { m(1).go(); c(1).go(); decltype(i) j; j.go(); }\n";
    sure(&[("a.cc", cpp)], "one(", &["Item#go(", "Item#go(", "Item#go("]);
}

#[test]
fn members_of_a_template_are_of_its_arguments() {
    let cpp = "struct Item { void go(); };\nstruct Other { void go(); };\ntemplate <class T> struct One { static T& instance(); static One make(); One& self(); using value = T; T t; \
               };\nvoid one(One<Item> o) {\n  One<Item>::instance().go();\n  One<Other>::make().t.go();\n  o.self().t.go();\n  One<Other>::value v;\n  v.go();\n}\n";
    sure(&[("a.cc", cpp)], "one(", &["One#instance(", "Item#go(", "One#make(", "Other#go(", "One#self(", "Item#go(", "Other#go("]);
}

#[test]
fn a_macro_gives_what_the_last_of_its_calls_does_or_what_it_assigns() {
    let head = "struct Stream { Stream& put(int); };\nstruct Other { Other& put(int); };\nstruct Log { Log(int); Stream& out(); };\nnamespace lib { Stream* add(const char*); }\n\
                #define LOG(x) Log(x).out()\n#define BENCH(f) static Stream* f##_bench = (::lib::add(#f))\n";
    let cpp = "#include \"a.h\"\nvoid one() { LOG(1).put(2).put(3); }\nBENCH(one)->put(4);\n";
    let repo = Repo::built(&[("a.h", head), ("a.cc", cpp)]);
    let rows = repo.rows("edges_call");
    let puts = rows.iter().filter(|row| row["path"] == "a.cc" && row["to"].as_str().is_some_and(|it| it.contains("Stream#put(")));
    assert_eq!(puts.filter(|row| row["confidence"].as_f64() > Some(0.5)).count(), 3, "{rows:#?}");
}
