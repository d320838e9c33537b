//! Methods of C++ that are told apart by whether what they are called on is constant.

use crate::cpp_overloads::lines;
use crate::support::Repo;

/// A list whose `end` stands on lines 3 and 4, and what gives one, holds one or is another name for one.
const HEAD: &str = "struct It { int x; };\nstruct V {\n  It end() const { return It(); }\n  It end() { return It(); }\n  It both() { return end(); }\n  It held() const { return this->end(); }\n  It \
                    at(int i) const { return It(); }\n  It at(long i) { return It(); }\n};\nusing Cv = const V;\nusing Pv = V*;\nusing Av = V;\n";

#[track_caller]
fn check(body: &str, expected: &[Option<u64>]) {
    let text = format!("{HEAD}{body}");
    let first = HEAD.lines().count() as u64 + 1;
    let found: Vec<Option<u64>> = lines(&text, "end")
        .into_iter()
        .filter(|(line, _)| *line >= first)
        .flat_map(|(_, found)| if found.is_empty() { vec![None] } else { found.into_iter().map(Some).collect() })
        .collect();
    assert_eq!(found, expected, "{body}");
}

#[test]
fn a_method_knows_whether_what_it_is_called_on_is_constant() {
    let found = lines(HEAD, "end");
    assert_eq!(found, [(5, vec![4]), (6, vec![3])]);
}

#[test]
fn declarations_of_variables_tell() {
    let parameters = "void f(V v, const V &c, V *p, const V *q, V &r, V const &e) {\n  v.end();\n  c.end();\n  p->end();\n  q->end();\n  r.end();\n  e.end();\n}\n";
    check(parameters, &[Some(4), Some(3), Some(4), Some(3), Some(4), Some(3)]);
    let locals = "void f(V v) {\n  const V k;\n  const auto &y = v;\n  auto z = v;\n  k.end();\n  y.end();\n  z.end();\n  V().end();\n  for (const V &it : {v}) it.end();\n}\n";
    check(locals, &[Some(3), Some(3), Some(4), Some(4), Some(3)]);
}

#[test]
fn other_names_of_types_tell_what_they_stand_for() {
    check("void f(Cv &c, Av a, Pv p) {\n  c.end();\n  a.end();\n}\n", &[Some(3), Some(4)]);
}

#[test]
fn what_is_not_told_stays_open() {
    check("template <class T> void f(T &t, V v) {\n  auto &r = v;\n  r.end();\n}\n", &[None]);
}

#[test]
fn fields_are_what_holds_them_and_results_what_is_written() {
    let held = "struct H {\n  V v;\n  V *p;\n  const V &c;\n  mutable V m;\n  const V &get() const;\n  V copy() const;\n  void one() const {\n    v.end();\n    p->end();\n    c.end();\n    m.end();\n  }\n  void two() {\n    \
                v.end();\n    this->v.end();\n    get().end();\n    copy().end();\n  }\n};\nvoid f(const H &h, H *g) {\n  h.v.end();\n  g->v.end();\n  g->c.end();\n}\n";
    check(held, &[Some(3), Some(4), Some(3), Some(4), Some(4), Some(4), Some(3), Some(4), Some(3), Some(4), Some(3)]);
}

#[test]
fn of_one_that_may_change_arguments_choose_first() {
    let text = format!("{HEAD}void f(V v, const V &c) {{\n  v.at(1);\n  v.at(1L);\n  c.at(1L);\n}}\n");
    let found: Vec<u64> = lines(&text, "at").into_iter().flat_map(|(_, found)| found).collect();
    assert_eq!(found, [7, 8, 7]);
}

#[test]
fn what_brackets_give_is_what_the_class_says_of_them() {
    let held =
        "struct M {\n  V &operator[](int i);\n  const V &operator[](int i) const;\n};\nvoid f(M m, const M &c) {\n  m[1].end();\n  c[1].end();\n}\n";
    check(held, &[Some(4), Some(3)]);
}

#[test]
fn what_nobody_needs_any_more_goes_to_what_takes_it() {
    let text = "#include <utility>\nstruct V {\n  V(int i);\n  V(const char *s);\n};\nV make();\nconst V &kept();\nstruct L {\n  void add(const V &v);\n  void add(V &&v);\n  void put(int at, V &&v);\n  void put(int at, const V \
                &v);\n  template <class T> void any(T &&v);\n  V v;\n};\nvoid f(L l, V v, const V &c) {\n  l.add(v);\n  l.add(c);\n  l.add(l.v);\n  l.add(V(1));\n  l.add(\"x\");\n  l.add(2);\n  l.add(std::move(v));\n  \
                l.add(make());\n  l.add(kept());\n}\nvoid g(L l, V v) {\n  l.put(1, v);\n  l.put(1, \"x\");\n}\n";
    let found = |name: &str| -> Vec<u64> { lines(text, name).into_iter().flat_map(|(_, found)| found).collect() };
    assert_eq!(found("add"), [9, 9, 9, 10, 10, 10, 10, 10, 9]);
    assert_eq!(found("put"), [12, 11]);
}

#[test]
fn a_pointer_that_a_function_gives_or_a_field_holds_is_no_number() {
    let text = "#include <string>\nstruct Info {\n  const char *file() const;\n  const char *p;\n  int n;\n  char c() const;\n};\nvoid k(const std::string &v);\nvoid k(int v);\nvoid h(const void *v);\nvoid h(int v);\nvoid m(const Info &t) \
                {\n  k(t.file());\n  k(t.p);\n  k(t.n);\n  k(t.c());\n}\nvoid n(const Info &t) {\n  h(t.p);\n  h(t.n);\n}\n";
    let found = |name: &str| -> Vec<u64> { lines(text, name).into_iter().flat_map(|(_, found)| found).collect() };
    assert_eq!(found("k"), [8, 8, 9, 9]);
    assert_eq!(found("h"), [10, 11]);
}

#[test]
fn members_of_deduced_types_are_defined_whatever_their_names_look_like() {
    let head = "struct Foo { void go() const; };\nclass A {\n public:\n  static constexpr auto ABC = 3;\n  static constexpr auto FOUND{3};\n  static constexpr auto MADE = Foo{};\n  \
                SOME_MACRO;\n};\n";
    let source = "#include \"a.hpp\"\nint f() {\n  A::MADE.go();\n  return A::ABC + A::FOUND;\n}\n";
    let repo = Repo::built(&[("a.hpp", head), ("b.cpp", source)]);
    let names: Vec<_> = repo.rows("symbols").iter().map(|row| row["qualifiedName"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["Foo", "Foo.go", "A", "A.ABC", "A.FOUND", "A.MADE", "f"]);
    let sites = repo.rows("sites");
    let of_source: Vec<_> = sites.iter().filter(|row| row["path"] == "b.cpp" && row["role"] != "import").collect();
    assert!(of_source.iter().all(|row| row["outcome"] == "resolved"), "{of_source:#?}");
    repo.check_clean();
}

#[test]
fn parameters_that_point_to_what_is_constant_choose_by_arguments() {
    let text = "#include <string>\nstruct V { int x; };\nstruct D : V {};\nvoid f(const V &v);\nvoid f(V &v);\nvoid g(const char *p, int n);\nvoid g(char *const p, int n);\ntemplate <class T> void h(T &t);\ntemplate <class T> \
                void h(const T &t);\nV make();\nV &kept();\nconst V &still();\nvoid k(const W &s);\nvoid k(W &s);\nvoid m(V v, const V &c, V *p, const V *q, D d, char *w, const char *r) {\n  char own[4];\n  f(v);\n  f(c);\n  \
                f(*p);\n  f(*q);\n  f(make());\n  f(kept());\n  f(still());\n  f(V());\n  f(d);\n  g(w, 1);\n  g(r, 1);\n  g(\"x\", 1);\n  h(v);\n  h(c);\n  k(w);\n  k(v);\n  g(own, 1);\n}\n";
    let found = |name: &str| -> Vec<u64> { lines(text, name).into_iter().flat_map(|(_, found)| found).collect() };
    assert_eq!(found("f"), [5, 4, 5, 4, 4, 5, 4, 4, 5]);
    // Of letters and arrays of them nothing is told.
    assert_eq!(found("g"), [6, 6]);
    assert_eq!(found("h"), [8, 9]);
    // Nothing says that what they are made of is not made for the call.
    assert_eq!(found("k"), [0u64; 0]);
}
