//! What C++ writes by macros, iterators and nested classes: namespaces that macros open, fixtures, members defined out of line, gaps of the grammar.

use crate::left_out::check;
use crate::scoping::{calls, sure};
use crate::support::Repo;

/// A library whose namespaces a macro opens, as `fmt` and `nlohmann::json` have it.
const OPENED: &[(&str, &str)] = &[
    (
        "lib.h",
        "#ifndef LIB_BEGIN_NAMESPACE\n#  define LIB_BEGIN_NAMESPACE \\\n    namespace lib {           \\\n    inline namespace v12 {\n#  define LIB_END_NAMESPACE \\\n    } \\\n    \
         }\n#endif\n\nLIB_BEGIN_NAMESPACE\n\nint format(int);\n\nclass Box {\n public:\n  void go();\n};\n\nnamespace detail {\nint copy(int x);\n}\n\ninline int inside() { \
         return detail::copy(1); }\n\nLIB_END_NAMESPACE\n",
    ),
    ("more.h", "#include \"lib.h\"\nnamespace lib {\nint more(int);\n}\n"),
    ("behind.h", "#include \"more.h\"\n\nLIB_BEGIN_NAMESPACE\n\ninline int behind() { return more(2); }\n\nLIB_END_NAMESPACE\n"),
    (
        "use.cc",
        "#include \"more.h\"\n\nnamespace other {\nint format(int);\nclass Box {\n public:\n  void go();\n};\n}\n\nint bare() { return lib::format(1) + lib::more(2); }\n\nint \
         deep() { return lib::detail::copy(2); }\n\nnamespace lib {\nint within() { return format(4); }\n}\n\nint again() { return lib::format(5); }\n\nint versioned() { return lib::v12::format(3); }\n\nvoid held() {\n  lib::Box b;\n  b.go();\n}\n",
    ),
];

#[test]
fn a_namespace_that_a_macro_opens_holds_what_stands_behind_the_macro() {
    sure(OPENED, "/bare(", &["lib.h`/format(", "more.h`/lib/more("]);
    sure(OPENED, "/deep(", &["lib.h`/detail/copy("]);
    sure(OPENED, "/versioned(", &["lib.h`/format("]);
    sure(OPENED, "/held(", &["lib.h`/Box#go("]);
    sure(OPENED, "/inside(", &["lib.h`/detail/copy("]);
    sure(OPENED, "/behind(", &["more.h`/lib/more("]);
    // Whoever opens the namespace himself sees it too.
    sure(OPENED, "/again(", &["lib.h`/format("]);
    sure(OPENED, "/lib/within(", &["lib.h`/format("]);
}

#[test]
fn members_of_an_inline_namespace_are_members_of_the_one_around_it() {
    let files = [
        ("a.h", "namespace a {\ninline namespace v1 {\nint f(int);\n}\n}\n"),
        ("b.cc", "#include \"a.h\"\n\nint f(int, int);\n\nint use() { return a::f(1); }\n"),
    ];
    sure(&files, "/use(", &["a.h`/a/v1/f("]);
}

#[test]
fn a_member_defined_out_of_line_sees_what_the_types_around_its_own_hold() {
    let header = "class Outer {\n public:\n  class Key {\n   public:\n    bool less(const Key& other) const;\n    int rank() const;\n  };\n  class Walker {\n   public:\n    int \
                  visit();\n  };\n  static int count();\n};\n";
    let source = "#include \"o.h\"\n\nint count(int, int, int);\n\nbool Outer::Key::less(const Key& other) const { return other.rank() > 0; }\n\nint Outer::Walker::visit() { \
                  return count(); }\n";
    let files = [("o.h", header), ("o.cc", source)];
    sure(&files, "#less(", &["Key#rank("]);
    sure(&files, "#visit(", &["Outer#count("]);
}

#[test]
fn iterators_and_pairs_give_what_they_point_to_and_hold() {
    let source = "#include <map>\n#include <string>\n#include <utility>\n#include <vector>\n\nclass Node {\n public:\n  void go();\n};\n\nclass Other {\n public:\n  void \
                  go();\n};\n\ntypedef std::vector<Node*> Nodes;\n\nvoid written(std::vector<Node*>& v) {\n  for (std::vector<Node*>::const_iterator i = v.begin(); i != \
                  v.end(); ++i) (*i)->go();\n}\n\nvoid named(Nodes& v) {\n  Nodes::iterator i = v.begin();\n  (*i)->go();\n}\n\nvoid mapped(std::map<std::string, Node>& m) {\n  \
                  std::map<std::string, Node>::iterator i = m.find(\"a\");\n  i->second.go();\n}\n\nvoid paired(std::pair<Other, Node> p) {\n  p.first.go();\n}\n\nvoid \
                  looped(std::map<std::string, Node*>& m) {\n  for (auto& entry : m) entry.second->go();\n}\n";
    let files = [("n.cc", source)];
    sure(&files, "/written(", &["Node#go("]);
    sure(&files, "/named(", &["Node#go("]);
    sure(&files, "/mapped(", &["Node#go("]);
    sure(&files, "/paired(", &["Other#go("]);
    sure(&files, "/looped(", &["Node#go("]);
}

#[test]
fn the_name_of_an_enum_may_stand_in_front_of_its_enumerators() {
    let source = "enum Kind : int { kOne };\n\nstruct Env {\n  enum Priority { kHigh };\n  enum Other { kNone };\n};\n\nint spelled() { return Kind::kOne; }\n\nint nested() { \
                  return Env::Priority::kHigh; }\n\nint of_another() { return Env::Priority::kNone; }\n";
    let files = [("e.h", source), ("use.cc", "#include \"e.h\"\n\nint f() { return Kind::kOne + Env::Priority::kHigh + Env::kNone; }\n")];
    check(&files, "use.cc", &[("kOne", "resolved", ""), ("kHigh", "resolved", ""), ("kNone", "resolved", "")]);
    check(&files, "e.h", &[("kOne", "resolved", ""), ("kHigh", "resolved", ""), ("kNone", "unresolved", "no-such-member")]);
}

#[test]
fn parts_of_what_points_into_a_map_are_of_the_library() {
    let source = "#include <map>\n\nstruct Node { void go(); };\n\nvoid f(std::map<int, Node>& m) {\n  auto it = m.find(1);\n  it->second.go();\n  it->first;\n  it->third;\n}\n";
    let expected =
        [("second", "external", "builtin"), ("go", "resolved", ""), ("first", "external", "builtin"), ("third", "unresolved", "no-such-member")];
    check(&[("m.cc", source)], "m.cc", &expected);
}

#[test]
fn a_test_macro_named_after_its_fixture_sees_the_members_of_the_fixture() {
    let source = "class ValueTest {\n public:\n  void check(int n);\n};\n\nclass Other {\n public:\n  void check(int n);\n};\n\nJSONTEST_FIXTURE_LOCAL(ValueTest, empty) {\n  \
                  check(1);\n}\n\nBOOST_FIXTURE_TEST_CASE(full, Other) {\n  check(2);\n}\n";
    sure(&[("t.cc", source)], "ValueTest_empty(", &["ValueTest#check("]);
    sure(&[("t.cc", source)], "Other_full(", &["Other#check("]);
}

#[test]
fn a_fixture_may_be_named_by_an_alias() {
    let header = "struct Fixture { void parse(int x) {} };\ntypedef Fixture Old;\nusing New = Fixture;\n";
    let source = "#include \"f.h\"\n\nTEST_F(Old, one) { parse(1); }\n\nTEST_F(New, two) { parse(2); }\n";
    let files = [("f.h", header), ("t.cc", source)];
    sure(&files, "Old_one(", &["Fixture#parse("]);
    sure(&files, "New_two(", &["Fixture#parse("]);
}

#[test]
fn a_header_that_defines_and_declares_by_turns_means_its_own_definition() {
    let header = "#ifndef _WIN32\nstatic inline void release(void *p) {}\n#else\nvoid release(void *p);\n#endif\n";
    let source = "#include \"a.h\"\nvoid release(void *p) {}\n";
    let files = [("a.h", header), ("a.c", source), ("b.c", "#include \"a.h\"\nvoid use(void) { release(0); }\n")];
    sure(&files, "/use(", &["a.h`/release("]);
}

#[test]
fn what_the_grammar_cannot_read_costs_only_itself() {
    // Each of these alone made the rest of a file unreadable.
    let header = "#define CHECK(c, m)  \\\n  ((c) /* void() fails */ \\\n     ? (void)0          \\\n     : fail(m))\n\nenum : unsigned { wide = 1 };\n\ntemplate <typename T, \
                  ENABLE_IF(sizeof(T) != 1)>\nint sized(T) { return 1; }\n\nclass View {\n public:\n  int get(int id) const {\n    if (unsigned(id) < unsigned(size())) return \
                  values[id];\n    if CONSTEXPR20 (sizeof(int) != 4) return 2;\n    return (flags & ~wide) | (unsigned(id) << 3);\n  }\n  int size() const { return 3; }\n  int \
                  mark(unsigned char x BUILTIN) { TRY { size(); } return x; }\n  int *values;\n  int flags;\n};\n\nint last(View v) { return v.get(1) + v.mark(2) + sized(3); }\n";
    let files = [("v.h", header)];
    sure(&files, "/last(", &["View#get(", "View#mark(", "/sized("]);
    sure(&files, "View#get(", &["View#size("]);
}

#[test]
fn a_directive_in_a_body_brings_its_namespace() {
    let header = "namespace a {\nnamespace b {\nclass Gen {\n public:\n  int next();\n};\nGen make(int);\n}\n}\n";
    let source = "#include \"g.h\"\n\nclass Other {\n public:\n  int next();\n};\n\nint use() {\n  using namespace a::b;\n  auto gen = make(1);\n  return gen.next();\n}\n";
    let files = [("g.h", header), ("u.cc", source)];
    sure(&files, "/use(", &["/a/b/make(", "Gen#next("]);
}

#[test]
fn what_the_library_hands_on_keeps_its_type() {
    let source = "#include <functional>\n#include <map>\n#include <memory>\n#include <optional>\n#include <utility>\n#include <vector>\n\nclass Node {\n public:\n  void go();\n};\n\nclass \
                  Other {\n public:\n  void go();\n};\n\nNode *find(int);\nstd::unique_ptr<Node> uniq();\nstd::pair<Node, Other> both();\n\nvoid tested() { if (auto *p = find(1)) \
                  p->go(); }\nvoid looped() { while (Node *p = find(2)) p->go(); }\nvoid maybe(std::optional<Node> o) { o->go(); o.value().go(); }\nvoid moved(Node n) { std::move(n).go(); \
                  }\nvoid held() { auto u = uniq(); u.get()->go(); }\nvoid locked(std::weak_ptr<Node> w) { if (auto s = w.lock()) s->go(); }\nvoid called(std::function<Node(int)> f) { \
                  f(1).go(); }\nvoid apart() { auto [a, b] = both(); a.go(); }\nvoid nested(std::map<int, std::vector<Node>> &m) { for (auto &e : m) for (auto &n : e.second) n.go(); }\n";
    let files = [("n.cc", source)];
    sure(&files, "/tested(", &["/find(", "Node#go("]);
    sure(&files, "/looped(", &["/find(", "Node#go("]);
    sure(&files, "/maybe(", &["Node#go(", "Node#go("]);
    sure(&files, "/moved(", &["Node#go("]);
    sure(&files, "/held(", &["/uniq(", "Node#go("]);
    sure(&files, "/locked(", &["Node#go("]);
    sure(&files, "/called(", &["Node#go("]);
    sure(&files, "/apart(", &["/both(", "Node#go("]);
    sure(&files, "/nested(", &["Node#go("]);
}

#[test]
fn of_two_copies_of_a_library_the_included_one_is_meant() {
    let old = "namespace lib {\nclass Box {\n public:\n  void go();\n};\nint format(int);\n}\n";
    let new = "#define LIB_BEGIN_NAMESPACE namespace lib {\n#define LIB_END_NAMESPACE }\n\nLIB_BEGIN_NAMESPACE\n\nclass Box {\n public:\n  void go();\n};\n\nint format(int);\n\nLIB_END_NAMESPACE\n";
    let files = [
        ("abi/old.h", old),
        ("new.h", new),
        ("use.cc", "#include \"new.h\"\n\nusing lib::Box;\n\nvoid use() {\n  Box b;\n  b.go();\n  lib::format(1);\n}\n"),
    ];
    sure(&files, "/use(", &["`new.h`/Box#go(", "`new.h`/format("]);
}

#[test]
fn the_body_behind_any_macro_for_tests_of_a_fixture_sees_its_members() {
    let header = "struct App { int parse(int a) { return a; } };\nstruct Fix { App app; void run() {} };\n";
    let source = "#include \"fix.hpp\"\nTEST_CASE_METHOD(Fix, \"one\", \"[a]\") { run(); app.parse(1); }\nTEST_CASE_FIXTURE(Fix, \"two\") { run(); app.parse(2); }\nBENCHMARK_F(Fix, Three)(bench::State& st) { run(); app.parse(3); \
                  }\nSCENARIO_METHOD(Fix, \"four\") { run(); }\n";
    let files = [("fix.hpp", header), ("t.cpp", source)];
    for head in ["TEST_CASE_METHOD", "TEST_CASE_FIXTURE", "BENCHMARK_F"] {
        let found: Vec<_> = calls(&files, head).into_iter().filter(|(_, confidence)| *confidence >= 0.9).map(|(to, _)| to).collect();
        assert!(["Fix#run(", "App#parse("].iter().all(|wanted| found.iter().any(|to| to.contains(wanted))), "{head}: {found:?}");
    }
    assert!(calls(&files, "SCENARIO_METHOD").iter().any(|(to, _)| to.contains("Fix#run(")));
}

#[test]
fn of_branches_by_standard_that_of_a_new_one_is_meant_and_renames_on_demand_are_not() {
    let header = "#if __cplusplus < 201402L\nint make() { return 1; }\n#else\nint make() { return 2; }\n#endif\n#if __cplusplus >= 201103L\nint fresh() { return 1; }\n#else\nint fresh() { return 2; }\n#endif\n";
    let rows = Repo::built(&[("a.hpp", header), ("b.cpp", "#include \"a.hpp\"\nvoid user() { make(); fresh(); }\n")]).rows("edges_call");
    let sure = rows.iter().filter(|row| row["from"].as_str().unwrap().contains("/user(") && row["confidence"].as_f64().unwrap() >= 0.9);
    assert_eq!(sure.count(), 2, "{rows:#?}");
    let files = [
        ("conf.h", "#ifdef PREFIXED\n#  define start lib_start\n#endif\n"),
        ("a.h", "#include \"conf.h\"\n#define start(it) start_((it), 1)\nint start_(void *it, int x);\n"),
        ("b.c", "#include \"a.h\"\nvoid user(void *it) { start(it); }\n"),
    ];
    let found = calls(&files, "/user(");
    assert!(found.iter().any(|(_, confidence)| *confidence >= 0.9), "{found:?}");
}

#[test]
fn a_macro_that_writes_the_declarator_of_a_pointer_is_not_what_is_declared() {
    let c = "#define CALLBACK(name) (*name)\nstruct backend { int CALLBACK(exists)(int id); void CALLBACK(free)(struct backend *b); };\ntypedef int CALLBACK(line_cb)(int n);\nint run(struct backend \
             *b, line_cb cb) { return b->exists(1); }\n";
    let repo = Repo::built(&[("a.c", c)]);
    let names: Vec<String> = repo.rows("symbols").iter().filter_map(|row| row["qualifiedName"].as_str().map(str::to_owned)).collect();
    assert!(["backend.exists", "backend.free", "line_cb"].iter().all(|name| names.iter().any(|it| it == name)), "{names:?}");
    sure(&[("a.c", c)], "run(", &["backend#exists"]);
}

#[test]
fn what_is_called_like_a_function_of_the_platform_on_a_condition_is_for_others() {
    let c = "#ifndef HAVE_STRSEP\nchar *strsep(char **s, const char *d) { return *s; }\n#endif\nvoid one(char **s) { strsep(s, 0); }\n";
    sure(&[("a.c", c)], "one(", &[]);
    let header = "#ifndef A_H\n#define A_H\nstatic inline char *strsep(char **s, const char *d) { return *s; }\nstatic void two(char **s) { strsep(s, 0); }\n#endif\n";
    sure(&[("a.h", header)], "two(", &["strsep("]);
}

#[test]
fn a_variable_that_an_element_builds_is_no_function() {
    let source = "struct R { R(long s); R(long a, long b); int go(); };\nstruct S { int go(); };\nint one(int s, long *q) { R r(q[s]); return r.go(); }\nint two(long *q) { R r(q[0], q[1]); return \
                  r.go(); }\nint deep(long **q, int i) { R r(q[0][i + 1]); return r.go(); }\nint none() { R r(long[2]); return 0; }\n";
    sure(&[("a.cc", source)], "/one(", &["R#R(", "R#go("]);
    sure(&[("a.cc", source)], "/two(", &["R#R(", "R#go("]);
    sure(&[("a.cc", source)], "/deep(", &["R#R(", "R#go("]);
    sure(&[("a.cc", source)], "/none(", &[]);
}

#[test]
fn a_macro_opens_a_namespace_whose_brace_stands_behind_it() {
    let macros = "#define A_NAMESPACE_START namespace a\n#define A_NAMESPACE_END static_assert(true)\n#define B_NAMESPACE_START namespace b { inline namespace v1\n#define B_NAMESPACE_END } \
                  static_assert(true)\n#define C_NAMESPACE_START B_NAMESPACE_START { namespace impl\n#define C_NAMESPACE_END } B_NAMESPACE_END\n";
    let body = |letter: &str| {
        format!("#include \"pre.h\"\n{letter}_NAMESPACE_START\n{{\n  class T {{ public: int n(); }};\n  T mk();\n}}\n{letter}_NAMESPACE_END;\n")
    };
    // Two of them in one file, neither in the other.
    let both = "#include \"b.h\"\nC_NAMESPACE_START\n{\n  struct Deep { int d(); };\n  inline int sees() { return mk().n(); }\n}\nC_NAMESPACE_END;\n\nB_NAMESPACE_START\n{\n  struct Flat { \
                impl::Deep deep; };\n  inline int near_by(Flat &f) { return f.deep.d(); }\n}\nB_NAMESPACE_END;\n";
    let source = "#include \"a.h\"\n#include \"both.h\"\nint ua() { a::T t; return t.n() + a::mk().n(); }\nint ub() { b::T t; return t.n() + b::v1::mk().n(); }\nint uc(b::Flat &f) { b::impl::Deep d; \
                  return d.d() + b::near_by(f) + b::impl::sees(); }\n";
    let (a, b) = (body("A"), body("B"));
    let files = [("pre.h", macros), ("a.h", a.as_str()), ("b.h", b.as_str()), ("both.h", both), ("use.cc", source)];
    sure(&files, "/ua(", &["a.h`/", "a.h`/", "a.h`/"]);
    sure(&files, "/ub(", &["b.h`/", "b.h`/", "b.h`/"]);
    sure(&files, "/uc(", &["Deep#d(", "near_by(", "sees("]);
    sure(&files, "sees(", &["mk(", "T#n("]);
    sure(&files, "near_by(", &["Deep#d("]);
}
