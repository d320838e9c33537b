//! What values of templates hold, and what loops over classes take out of them.

use crate::cpp_overloads::lines;
use crate::scoping::sure;
use crate::support::Repo;

const TYPES: &str = "struct P { void hit(); };\nstruct Z { void hit(); };\ntemplate <class T> struct L {\n  struct Node { T val; Node* next; };\n  struct It { T& operator*() const; T* operator->() const; };\n  Node* \
                     head;\n  It begin();\n  T pop();\n};\ntemplate <class T> T L<T>::pop() { return head->val; }\ntemplate <class K, class V> struct Map {\n  struct Entry { static int count; K first; V second; };\n  \
                     struct iterator { Entry& operator*() const; Entry* operator->() const; };\n  iterator begin();\n  iterator find(const K& key);\n};\nstruct Coll { P* begin(); Z odd; };\nstruct Held { \
                     std::vector<P>::iterator begin(); };\n";

/// Where `hit` leads in each of some statements, one a line.
fn hits(statements: &[&str]) -> Vec<u64> {
    let body = statements.iter().map(|it| format!("  {it}\n")).collect::<Vec<_>>().concat();
    let text = format!("{TYPES}void use(L<P> l, Map<int, P> m, Coll a, Held h, std::map<int, P> s) {{\n{body}}}\n");
    let found = lines(&text, "hit");
    assert_eq!(found.len(), statements.len(), "{found:?}");
    found.into_iter().map(|(_, targets)| if let [one] = targets[..] { one } else { 0 }).collect()
}

#[test]
fn what_stands_in_a_template_is_of_its_arguments() {
    let statements = [
        "l.head->val.hit();",
        "l.head->next->val.hit();",
        "L<P>::Node n; n.val.hit();",
        "l.begin()->hit();",
        "l.pop().hit();",
        "m.find(1)->second.hit();",
        "Map<int, P>::iterator i = m.begin(); i->second.hit();",
        "auto i = m.begin(); (*i).second.hit();",
    ];
    assert_eq!(hits(&statements), [1; 8]);
}

#[test]
fn a_loop_takes_what_the_begin_of_a_class_points_to() {
    let statements = [
        "for (auto& x : l) x.hit();",
        "for (auto& x : a) x.hit();",
        "for (auto x : h) x.hit();",
        "for (auto& x : m) x.second.hit();",
        "for (auto& [k, v] : m) v.hit();",
        "for (auto& [k, v] : s) v.hit();",
        "for (auto& x : s) x.second.hit();",
        "Coll own[3]; for (auto& x : own) for (auto& y : x) y.hit();",
    ];
    assert_eq!(hits(&statements), [1; 8]);
    // Of an array of such a class a loop takes the class itself.
    assert_eq!(hits(&["Coll own[3]; for (auto& x : own) x.odd.hit();"]), [2]);
}

#[test]
fn what_another_name_of_a_type_builds_has_its_members() {
    let text = "template <typename T> struct basic { basic(const T* s) {} int data() const { return 0; } };\nusing text = basic<char>;\nstruct other { int data() const { return 0; } };\nint run() { return text(\"abc\").data(); }\n";
    sure(&[("a.cpp", text)], "/run(", &["/text#", "basic#data("]);
}

#[test]
fn what_is_specialized_need_not_be_meant_where_its_template_is_only_announced() {
    let text = "template <typename T> struct info;\ntemplate <> struct info<float> { static int x; };\ntemplate <typename T> int h() { return info<T>::x; }\nint k() { return \
                info<float>::x; }\nstruct A {};\ntemplate <typename T> struct form;\ntemplate <> struct form<A> : form<int> {};\n";
    let repo = Repo::built(&[("a.cpp", text)]);
    let uses = repo.rows("edges_usage");
    let weights = |line: u64| -> Vec<f64> {
        let sites = repo.rows("sites");
        let site = sites.iter().find(|row| row["lines"]["start"] == line && row["name"] == "x").unwrap();
        uses.iter().filter(|row| row["evidenceId"] == site["evidenceId"]).map(|row| row["confidence"].as_f64().unwrap()).collect()
    };
    let (open, told) = (weights(3), weights(4));
    assert!(!open.is_empty() && open.iter().all(|it| *it < 0.9), "{open:?}");
    assert!(!told.is_empty() && told.iter().all(|it| *it > 0.9), "{told:?}");
    let above = repo.rows("edges_structure").into_iter().filter(|row| row["type"] == "extends");
    assert!(above.into_iter().all(|row| row["from"] != row["to"]));
}

#[test]
fn a_base_that_is_a_type_parameter_is_what_stands_for_it() {
    let types = "struct Foo { int foo(); int own(); };\nstruct A { int f1() const; int foo(); };\ntemplate <class M> struct P1 : M { int p1() const; int own(); };\ntemplate <class... Ms> struct P3 : Ms... { };\n\
                 template <class M, class N = A> struct P4 : M, N { };\ntemplate <class T, class B = A> struct Holder : B { };\nstruct Low : P1<Foo> { };\n";
    let target = |statement: &str, name: &str| {
        let found = lines(&format!("{types}void u() {{\n{statement}\n}}\n"), name);
        found.into_iter().map(|(_, targets)| targets).collect::<Vec<_>>()
    };
    assert_eq!(target("P1<Foo> p; p.foo();", "foo"), [[1]]);
    assert_eq!(target("P1<Foo> p; p.own();", "own"), [[3]]);
    assert_eq!(target("P3<Foo, A> p; p.f1();", "f1"), [[2]]);
    assert_eq!(target("P4<Foo> p; p.f1();", "f1"), [[2]]);
    assert_eq!(target("using P5 = P1<Foo>; P5 q; q.foo();", "foo"), [[1]]);
    assert_eq!(target("Low l; l.foo();", "foo"), [[1]]);
    assert_eq!(target("Holder<int> h; h.foo();", "foo"), [[2]]);
    assert_eq!(target("Holder<int, Foo> h; h.foo();", "foo"), [[1]]);
}

#[test]
fn what_is_taken_out_of_a_value_of_several_types_is_of_the_type_that_is_written() {
    let types = "#include <variant>\n#include <any>\n#include <memory>\n#include <tuple>\nstruct V { long num() const; };\nstruct W : V { long num() const; };\n";
    let takes = "void g(std::variant<V, W> v, std::any a, std::shared_ptr<V> p, std::tuple<V, W> t, std::pair<V, W> pr) {\n  if (auto x = std::get_if<W>(&v)) x->num();\n  std::get<W>(v).num();\n  \
                 std::any_cast<W>(a).num();\n  std::static_pointer_cast<W>(p)->num();\n  std::dynamic_pointer_cast<W>(p)->num();\n  std::get<0>(t).num();\n  std::get<1>(t).num();\n  std::get<1>(pr).num();\n}\n";
    let found = lines(&format!("{types}{takes}"), "num");
    let found: Vec<Vec<u64>> = found.into_iter().map(|(_, targets)| targets).collect();
    assert_eq!(found, [[6], [6], [6], [6], [6], [5], [6], [6]]);
}

#[test]
fn a_template_of_which_specializations_alone_have_a_body_is_there() {
    let head = "namespace u {\ntemplate <typename F> class Action;\ntemplate <typename R, typename... A> class Action<R(A...)> { public: R go(); };\ntemplate <typename F> struct Use { Action<F> a; };\n}\n";
    let source = "#include \"a.h\"\ntemplate <typename F> void take(u::Action<F> &it) {}\n";
    let repo = Repo::built(&[("a.h", head), ("a.cpp", source)]);
    for (path, line) in [("a.h", 4), ("a.cpp", 2)] {
        let sites = repo.rows("sites");
        let site = sites.iter().find(|row| row["path"] == path && row["lines"]["start"] == line && row["name"] == "Action").unwrap();
        assert_eq!(site["outcome"], "resolved", "{site:?}");
        let edges = repo.rows("edges_usage");
        let edge = edges.iter().find(|row| row["evidenceId"] == site["evidenceId"]).unwrap();
        assert!(edge["to"].as_str().unwrap().ends_with("`a.h`/u/Action#") && edge["confidence"].as_f64().unwrap() > 0.9, "{edge:?}");
    }
    let out = "\nnamespace u {\ntemplate <typename F> class Mock;\ntemplate <typename R, typename... A> class Mock<R(A...)> { R go(); R other(); };\ntemplate <typename R, typename... A> R Mock<R(A...)>::go() { return other(); }\n}\n";
    sure(&[("m.h", out)], "#go(", &["#other("]);
    // Where the template has a body, its announcement is none.
    repo.write("a.h", head.replace("struct Use", "class Action { int z; };\ntemplate <typename F> struct Use"));
    repo.build();
    repo.check_clean();
    let rows = repo.rows("symbols");
    assert_eq!(rows.iter().filter(|row| row["symbolId"].as_str().unwrap().ends_with("/u/Action#")).count(), 1);
}
