//! What C++ files say.

use super::looks_like_cpp;
use super::tests::{has_sites, sites, spell, spell_fact};
use crate::languages::extract::extract;
use crate::languages::testing::{symbol, symbols};
use crate::shard::Shard;
use crate::shard::facts::{Flags, Imported, Owner, SymbolKind, Visibility};

pub(super) fn cpp(text: &str) -> Shard {
    extract(&super::CPP, text)
}

#[test]
fn a_member_in_front_of_an_annotation_keeps_its_name() {
    let shard = cpp("class State {\n  Mutex mu;\n  int total GUARDED_BY(mu);\n  bool start GUARDED_BY(mu) = false;\n};");
    assert_eq!(symbols(&shard), ["class State", "field State.mu", "field State.total", "field State.start"]);
}

#[test]
fn a_macro_that_takes_a_type_costs_nothing_of_what_follows() {
    let shard = cpp("ABSL_FLAG(int, size, kSize, \"log2(number)\");\nABSL_FLAG(unsigned long, rest, 1, \"x (y)\");\nnamespace a {\n\
         static int count = NUMBER(3, const char *);\nstruct Hooks { Hooks() { each(1); } } hooks;\nint g() { return EACH(int) + 1; }\n}");
    assert_eq!(symbols(&shard), ["module a", "variable a.count", "struct a.Hooks", "constructor a.Hooks.Hooks", "variable a.hooks", "function a.g"]);
    has_sites(&shard, &["Read kSize -> kSize", "Call each -> each"]);
}

#[test]
fn classes_have_members_with_access_and_bases() {
    let shard = cpp(
        "namespace a::b { class EXPORT Foo final : public Bar<int>, private ns::Baz {\n public:\n  Foo() : Bar<int>(1), x_(2) {}\n  ~Foo();\n  explicit operator bool() const;\n  int operator+(int) const;\n  static int s;\n  virtual void m() = 0;\n  template <class T> void t(T x) {}\n private:\n  int x_ = 3;\n  enum E { A, B };\n  enum class F { C };\n}; }",
    );
    assert_eq!(
        symbols(&shard),
        [
            "module a",
            "module a.b",
            "class a.b.Foo",
            "constructor a.b.Foo.Foo",
            "method a.b.Foo.~Foo",
            "method a.b.Foo.operator bool",
            "method a.b.Foo.operator+",
            "field a.b.Foo.s",
            "method a.b.Foo.m",
            "method a.b.Foo.t",
            "field a.b.Foo.x_",
            "enum a.b.Foo.E",
            "variant a.b.Foo.A",
            "variant a.b.Foo.B",
            "enum a.b.Foo.F",
            "variant a.b.Foo.F.C",
        ]
    );
    let class = symbol(&shard, "a.b.Foo");
    assert_eq!(class.supertypes.len(), 2);
    assert_eq!(spell_fact(&shard, Some(class.supertypes[0].ty)), "Bar[int]");
    assert_eq!(spell_fact(&shard, Some(class.supertypes[1].ty)), "ns.Baz");
    assert_eq!(symbol(&shard, "a.b.Foo.x_").visibility, Visibility::Private);
    assert!(symbol(&shard, "a.b.Foo.m").flags.has(Flags::ABSTRACT));
    assert!(symbol(&shard, "a.b.Foo.s").flags.has(Flags::STATIC));
    has_sites(&shard, &["Extends Bar -> Bar", "Call Bar -> Bar", "Write x_ -> Local(this).x_", "Decorator EXPORT -> EXPORT"]);
}

#[test]
fn what_is_defined_outside_of_its_type_has_the_qualified_name_of_a_member() {
    let check = |text: &str, expected: &str| assert_eq!(symbols(&cpp(text)).last().map(String::as_str), Some(expected), "{text}");
    for (text, expected) in [
        ("namespace a { Status DB::Open(int x) { return 1; } }", "method a.DB.Open"),
        ("namespace a { namespace b { void C::f() {} } }", "method a.b.C.f"),
        ("namespace a::b { void C::D::f() {} }", "method a.b.C.D.f"),
        ("namespace a { namespace { void C::f() {} } }", "method a.C.f"),
        ("namespace a { inline namespace v1 { void C::f() {} } }", "method a.v1.C.f"),
        ("void a::b::C::f() {}", "method a.b.C.f"),
        ("namespace a {} namespace b { void ::a::C::f() {} }", "method a.C.f"),
        ("namespace a { namespace b { void a::C::f() {} } }", "method a.C.f"),
        ("namespace a { namespace b {} void b::C::f() {} }", "method a.b.C.f"),
        ("namespace a { void log::Reader::f() {} }", "method a.log.Reader.f"),
        ("namespace a { template <class T> void Box<T>::f() {} }", "method a.Box.f"),
        ("namespace a { template <class K> template <class V> void Map<K>::Inner<V>::f() {} }", "method a.Map.Inner.f"),
        ("namespace a { bool C::operator==(const C& o) const { return true; } }", "method a.C.operator=="),
        ("namespace a { C::operator bool() const { return true; } }", "method a.C.operator bool"),
        ("namespace a { C::~C() {} }", "method a.C.~C"),
        ("namespace a { C::C() {} }", "constructor a.C.C"),
        ("namespace a { int C::count = 0; }", "field a.C.count"),
        ("namespace a { class C::Impl { void f() {} }; }", "method a.C.Impl.f"),
        ("namespace a { enum class C::Kind { One }; }", "variant a.C.Kind.One"),
        ("namespace a { TEST_F(Suite, Runs) { f(); } }", "method a.Suite.Suite_Runs"),
        ("namespace a { namespace b { int f(); } } int a::b::f() { return 1; }", "function a.b.f"),
        ("void C::f() {}", "method C.f"),
    ] {
        check(text, expected);
    }
}

#[test]
fn members_defined_outside_extend_their_class() {
    let shard = cpp(
        "namespace n {\nint A::count = 0;\nvoid A::run(int x) { this->step(x); size_ = x; }\nn::A::A(int y) : Base(y), size_(y) {}\nvoid free_one() {}\n}",
    );
    let run = symbol(&shard, "n.A.run");
    assert_eq!(run.kind, SymbolKind::Method);
    let Owner::Extension(index) = run.owner else { panic!("owned by {:?}", run.owner) };
    assert_eq!(shard.facts.extensions[index as usize].target_name, "A");
    assert_eq!(shard.facts.extensions[index as usize].module, Some(0));
    assert_eq!(symbol(&shard, "n.A.A").kind, SymbolKind::Constructor);
    assert_eq!(symbol(&shard, "n.A.count").kind, SymbolKind::Field);
    has_sites(&shard, &["Call step -> Local(this).step", "Write size_ -> size_", "Call Base -> Base", "Write size_ -> Local(this).size_"]);
    let receiver = shard.body.locals.iter().find(|local| local.receiver).expect("a receiver");
    assert_eq!(receiver.ty.map(|ty| spell(&shard, ty)).as_deref(), Some("A"));
}

#[test]
fn overloads_differ_by_parameter_types_alone() {
    let shard = cpp("void f(int a);\nvoid f(int b = 3) {}\nvoid f(const char* s) {}\nstruct S { int g(); int g() const; };");
    let hashes: Vec<_> = shard.facts.symbols.iter().filter_map(|symbol| symbol.overload).collect();
    assert_eq!(hashes[0], hashes[1]);
    assert_ne!(hashes[1], hashes[2]);
    assert_ne!(hashes[3], hashes[4]);
}

#[test]
fn values_flow_through_auto_loops_casts_and_makers() {
    let shard = cpp(
        "void f(std::vector<Foo>& v, Base* b) {\n  auto x = new Foo(1);\n  for (auto& e : v) e.go();\n  auto [k, w] = pair();\n  auto d = dynamic_cast<Derived*>(b);\n  auto p = std::make_unique<Foo>(2);\n  Foo y(3), z{4};\n  Foo w2(5);\n  auto l = [this, q = 1](int i) { return i + q; };\n  v[0].stop();\n  b[1].stop();\n  (*p).go();\n}",
    );
    let local = |name: &str| {
        let local = shard.body.locals.iter().find(|local| local.name == name).unwrap_or_else(|| panic!("no {name}"));
        local.values.first().map(|value| spell(&shard, *value)).unwrap_or_default()
    };
    assert_eq!(local("x"), "<+Foo>");
    assert_eq!(local("e"), "in Local(v)");
    assert_eq!(local("w"), "pair()#1");
    assert_eq!(local("d"), "<Derived>");
    assert_eq!(local("p"), "<+std.unique_ptr[Foo]>");
    assert_eq!(local("q"), "'int'");
    has_sites(
        &shard,
        &[
            "Call Foo -> Foo",
            "Call go -> Local(e).go",
            "Call make_unique -> std.make_unique",
            "Type Derived -> Derived",
            "Call stop -> each Local(v).stop",
            "Call stop -> Local(b).stop",
            "Call go -> 'operator'[Local(p).operator*].go",
        ],
    );
    assert_eq!(symbol(&shard, "f").value, None);
}

#[test]
fn a_namespace_is_one_definition_however_often_it_is_opened() {
    let shard = cpp("namespace a { void f() {} }\nnamespace a { void g() { f(); } }\nnamespace { void h() {} }\nnamespace std { struct s {}; }");
    assert_eq!(symbols(&shard), ["module a", "function a.f", "function a.g", "function h", "module std", "struct std.s"]);
    assert!(symbol(&shard, "h").flags.has(Flags::FILE_LOCAL));
    has_sites(&shard, &["Call f -> Symbol(a.f)"]);
}

#[test]
fn using_declarations_are_imports_of_name_paths() {
    let shard = cpp(
        "#include <vector>\n#include \"x.h\"\nusing namespace a::b;\nusing std::string;\nnamespace fs = std::filesystem;\nnamespace n { using a::T; T t; }\nusing V = std::vector<int>;",
    );
    let imports: Vec<_> = shard.facts.imports.iter().map(|it| (it.module.as_str(), it.imported.clone(), it.binding.as_str())).collect();
    assert!(imports.contains(&("<vector>", Imported::Wildcard, "")));
    assert!(imports.contains(&("\"x.h\"", Imported::Wildcard, "")));
    assert!(imports.contains(&("::a::b", Imported::Wildcard, "")));
    assert!(imports.contains(&("::std", Imported::Item("string".into()), "string")));
    assert!(imports.contains(&("::std", Imported::Item("filesystem".into()), "fs")));
    assert!(imports.contains(&("::n", Imported::Wildcard, "")));
    has_sites(&shard, &["Type T -> Import(T)"]);
    assert_eq!(symbol(&shard, "V").kind, SymbolKind::TypeAlias);
}

#[test]
fn templates_bind_their_parameters() {
    let shard = cpp(
        "template <typename T, int N = 3, typename... R>\nstruct Box { T item; T get() { return item; } };\ntemplate <> struct Box<int> {};\ntemplate <typename T> void Box<T>::put(const T& x) { f<T>(x); }\ntemplate <class C> concept Small = sizeof(C) < 4;",
    );
    assert_eq!(symbols(&shard), ["struct Box", "field Box.item", "method Box.get", "struct Box", "method Box.put", "typeAlias Small"]);
    let names: Vec<_> = symbol(&shard, "Box").generics.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["T", "N", "R"]);
    has_sites(&shard, &["Type T -> Local(T)", "Read item -> Symbol(Box.item)", "Call f -> f"]);
}

#[test]
fn tests_of_googletest_are_named_after_suite_and_case() {
    let shard = cpp("TEST(Math, Adds) { EXPECT_EQ(add(1, 2), 3); }\nTEST_F(Store, Opens) { Open(); }\nTEST(Math, int) { f(); }");
    assert!(symbol(&shard, "Math_int").flags.has(Flags::TEST));
    assert!(symbol(&shard, "Math_Adds").flags.has(Flags::TEST));
    assert!(symbol(&shard, "Store.Store_Opens").flags.has(Flags::TEST));
    has_sites(&shard, &["Call add -> add", "Call Open -> Open", "Type Store -> Store"]);
}

#[test]
fn what_a_macro_heads_is_a_function_in_namespaces_and_none_in_types() {
    let shard = cpp(
        "namespace a {\nBENCH(parse, big) { f(); }\nFUZZ(int x) { g(); }\n}\nstruct FOO { FOO(int x) { h(); } };\nUNUSED(static int one(int x)) { return x; }",
    );
    assert_eq!(symbols(&shard), ["module a", "function a.BENCH_parse_big", "function a.FUZZ", "struct FOO", "constructor FOO.FOO", "function one"]);
    assert!(symbol(&shard, "one").flags.has(Flags::FILE_LOCAL));
}

#[test]
fn friends_belong_to_what_surrounds_the_type() {
    let shard = cpp("struct S { friend class Q; friend bool operator==(const S& a, const S& b) { return same(a, b); } };");
    assert_eq!(symbols(&shard), ["struct S", "function operator=="]);
    has_sites(&shard, &["Type Q -> Q", "Call same -> same"]);
}

#[test]
fn variables_that_read_like_functions_are_built_by_what_is_called() {
    let shard = cpp(
        "void f(int n, int* p) {\n  Handle a(impl::make(n));\n  a.set();\n  Handle b(top(n));\n  b.set();\n  Handle c(static_cast<Node*>(p));\n  c.set();\n  Handle d(impl::make(top(), p), n);\n  d.set();\n}\nHandle g(Node);\nHandle h(make(Node));",
    );
    assert_eq!(symbols(&shard), ["function f", "function g", "function h"]);
    has_sites(
        &shard,
        &[
            "Call make -> impl.make",
            "Call Handle -> Handle",
            "Call set -> Local(a).set",
            "Call top -> top",
            "Call set -> Local(b).set",
            "Type Node -> Node",
            "Call set -> Local(c).set",
            "Call set -> Local(d).set",
        ],
    );
}

#[test]
fn what_points_to_members_is_a_variable() {
    let shard = cpp(
        "void take(bool (D::*p)(int));\nbool D::run(int i) {\n  static bool (D::*table[])(int) = {\n    &D::f0,\n    &D::f1,\n  };\n  bool (D::*one)(int) = &D::f0;\n  bool (*two)(int) = &D::s0;\n  int D::*field = &D::x;\n  return (this->*table[i])(i) || two(i);\n}",
    );
    assert_eq!(symbols(&shard), ["function take", "method D.run"]);
    let locals: Vec<_> = shard.body.locals.iter().map(|it| it.name.as_str()).collect();
    for name in ["p", "table", "one", "two", "field"] {
        assert!(locals.contains(&name), "{name} in {locals:?}");
    }
    let found = sites(&shard);
    for (name, count) in [("f0", 2), ("f1", 1), ("s0", 1), ("x", 1)] {
        assert_eq!(found.iter().filter(|it| it.starts_with(&format!("Read {name} -> "))).count(), count, "{name} in {found:?}");
    }
}

#[test]
fn conversions_defined_outside_belong_to_their_class() {
    let shard = cpp(
        "class Src {\n public:\n  operator bool() const;\n  Stream stream_;\n};\ninline Src::operator bool() const { return stream_.ahead(1); }\n",
    );
    let conversion = shard.facts.symbols.iter().rfind(|it| it.name == "operator bool").expect("a conversion");
    assert!(matches!(conversion.owner, Owner::Extension(_)), "{:?} {:?}", symbols(&shard), sites(&shard));
    has_sites(&shard, &["Call ahead -> stream_.ahead"]);
}

#[test]
fn what_only_announces_a_type_uses_none() {
    let shard = cpp(
        "namespace n {\nclass A;\nstruct B;\ntemplate <class T> class C;\ntemplate <> struct D<E>;\nclass F {\n  class G;\n  struct H* h;\n};\nvoid f() { class I; class J j; }\n}",
    );
    assert_eq!(sites(&shard), ["Type E -> E", "Type H -> H", "Type J -> J"]);
    let shard = extract(&super::C, "struct a;\nstruct b { struct c *d; };\nvoid f(struct e *g);");
    assert_eq!(sites(&shard), ["Type c -> struct c[]", "Type e -> struct e[]"]);
}

#[test]
fn a_lambda_returns_for_itself() {
    let shard = cpp("auto f() { auto g = [](int a) { return Foo(); }; return Bar(); }");
    assert_eq!(spell_fact(&shard, symbol(&shard, "f").value), "Bar()");
    assert!(sites(&shard).contains(&"Call Foo -> Foo".to_owned()));
}

#[test]
fn a_result_type_behind_the_parameters_may_name_them() {
    let shard = cpp("auto f(A a) -> decltype(a.x()) { return a.x(); }\nauto g(int i) -> B;");
    assert_eq!(symbol(&shard, "f").ty, None);
    assert_eq!(spell_fact(&shard, symbol(&shard, "g").ty), "B");
    has_sites(&shard, &["Call x -> Local(a).x"]);
}

#[test]
fn headers_of_c_stay_c() {
    for text in [
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint class_of(int template);\n#ifdef __cplusplus\n}\n#endif\n",
        "/* class Foo { public: }; */\n// namespace x {\nint a;\nconst char *s = \"std::vector\";\n",
        "#if defined(__cplusplus)\nclass Foo {};\n#endif\nint x : 3;\n",
        "struct s { int new; int operator; };\n#define using namespace\n",
        "enum kind { A };\nstruct s { enum kind : WIDTH; };\n",
    ] {
        assert!(!looks_like_cpp(text), "{text}");
    }
}

#[test]
fn headers_of_cpp_are_known_by_their_words() {
    for text in [
        "class Foo;\n",
        "namespace a { }",
        "template <typename T> struct S;",
        "#include <string>\nstruct S;",
        "struct S { std::string s; };",
        "struct S {\npublic:\n int a; };",
        "using X = int;",
        "#ifdef W\n#define LONGER unsigned long\n#endif\nenum Exit : LONGER {\n  Abc = 0,\n};\n",
        "#ifndef __cplusplus\n#error\n#endif\nclass X {};",
    ] {
        assert!(looks_like_cpp(text), "{text}");
    }
}
