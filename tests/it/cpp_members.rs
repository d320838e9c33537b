//! Which of the names that C++ has on several levels is meant: aliases of types, members, functions beside them, types around.

use crate::scoping::{calls, sure};
use crate::support::Repo;

/// The parts of `from` and `to` behind the last blank of the rows of a table, sorted.
fn edges(files: &[(&str, &str)], table: &str) -> Vec<String> {
    let repo = Repo::built(files);
    let tail = |row: &serde_json::Value, field: &str| row[field].as_str().unwrap().rsplit(' ').next().unwrap().to_owned();
    let mut found: Vec<String> = repo.rows(table).iter().map(|row| format!("{} -> {}", tail(row, "from"), tail(row, "to"))).collect();
    found.sort();
    found
}

#[test]
fn a_type_that_is_called_by_another_name_is_called_by_that_name() {
    let text = "using Int = int;\nclass Real {\n public:\n  Real();\n  explicit Real(int v);\n  int v;\n};\nusing Alias = Real;\nint converts(double d) { return Int(d); \
                }\nint builds() { return Alias(1).v; }\nAlias *makes() { return new Alias; }\nvoid declares() { Alias it(2); }\n";
    let files = [("a.cpp", text)];
    sure(&files, "/converts(", &["/Int#"]);
    sure(&files, "/builds(", &["/Alias#"]);
    sure(&files, "/makes(", &["/Alias#"]);
    sure(&files, "/declares(", &[]);
    let uses = edges(&files, "edges_usage");
    assert!(uses.iter().any(|it| it.contains("/declares(") && it.ends_with("/Alias#")), "{uses:?}");
}

#[test]
fn of_many_overloads_the_one_that_takes_as_many_arguments_is_meant() {
    let types = ["char", "signed char", "unsigned char", "short", "float", "wchar_t", "double", "bool", "void"];
    let overloads: Vec<String> =
        types.iter().map(|ty| format!("bool parse(const char* s, unsigned n, {ty}* to) {{ return s && n && to; }}\n")).collect();
    let mut text = overloads.concat();
    text += "bool parse(const char* s, unsigned n, unsigned long* to, int radix) { return s && n && to && radix; }\nbool use(const char* s, unsigned n) {\n  unsigned \
             long r;\n  return parse(s, n, &r, 10);\n}\n";
    let repo = Repo::built(&[("a.cpp", text.as_str())]);
    let rows = repo.rows("edges_call");
    let definitions: Vec<&str> =
        rows.iter().filter(|row| row["from"].as_str().unwrap().contains("/use(")).map(|row| row["to"].as_str().unwrap()).collect();
    let [target] = definitions.as_slice() else { panic!("{definitions:?}") };
    let symbols = repo.rows("symbols");
    let parse = symbols.iter().find(|row| row["symbolId"].as_str() == Some(*target)).unwrap();
    assert_eq!(parse["nameLine"].as_u64(), Some(10), "{parse:?}");
}

#[test]
fn in_front_of_two_colons_stands_no_member_that_is_called_like_a_type() {
    let files = [
        (
            "rx.h",
            "namespace ns {\nclass Rx {\n public:\n  enum Flags { A };\n  static Rx* Parse(int flags);\n};\nnamespace level {\nint low(int x);\n}\n}\n",
        ),
        ("re.h", "namespace ns {\nclass Rx;\nclass Re {\n public:\n  ns::Rx* Rx() const { return 0; }\n  ns::Rx* Init();\n};\n}\n"),
        ("re.cpp", "#include \"re.h\"\n#include \"rx.h\"\nnamespace ns {\nns::Rx* Re::Init() {\n  return Rx::Parse(Rx::A);\n}\n}\n"),
        (
            "log.h",
            "#include \"rx.h\"\nnamespace ns {\nclass Log {\n public:\n  int level() const { return 0; }\n  int info() { return level::low(level()); }\n};\n}\n",
        ),
    ];
    sure(&files, "#Init(", &["Rx#Parse("]);
    sure(&files, "#info(", &["/level/low(", "Log#level("]);
}

#[test]
fn in_a_member_function_a_member_comes_before_a_function_of_its_name() {
    let files = [
        (
            "a.hpp",
            "class Base {\n public:\n  int held(int n);\n};\nclass X : public Base {\n public:\n  bool drop(const char* n);\n  bool drop(int a);\n  int find(const char* \
             n);\n  int own() { return held(1); }\n  int outer(int* p) { return ::drop(p, p); }\n};\n",
        ),
        (
            "a.cpp",
            "#include \"a.hpp\"\ninline int drop(int* a, int* b) { return *a = *b; }\ninline int held(int n) { return n; }\nbool X::drop(const char* n) { return \
             drop(find(n)); }\nbool X::drop(int a) { return a + held(2) + ::held(3); }\nint free() { return held(4); }\n",
        ),
    ];
    let found = calls(&files, "X#drop(");
    let has = |end: &str| found.iter().any(|(to, confidence)| to.contains(end) && *confidence >= 0.5);
    assert!(has("X#drop(") && has("X#find(") && has("Base#held(") && has("a.cpp`/held("), "{found:?}");
    assert!(!has("a.cpp`/drop("), "{found:?}");
    sure(&files, "/free(", &["a.cpp`/held("]);
}

#[test]
fn a_member_of_a_type_that_other_builds_take_from_elsewhere_is_not_sure() {
    let text = "#include <atomic>\nstruct null_int {\n  int load(int o = 0) const;\n  void store(int v);\n};\n#if defined(NO_ATOMIC)\nusing level_t = null_int;\n#else\nusing \
                level_t = std::atomic<int>;\n#endif\nclass Log {\n public:\n  int get() const { return level_.load(); }\n  int plain() { return own_.load(); }\n  level_t \
                level_;\n  null_int own_;\n};\n";
    sure(&[("a.h", text)], "#get(", &[]);
    sure(&[("a.h", text)], "#plain(", &["null_int#load("]);
}

#[test]
fn a_type_defined_out_of_line_sees_what_the_types_around_it_hold() {
    let text = "class Lock {\n public:\n  void lock();\n};\ntemplate <typename T> class Walker {\n public:\n  T walk(int n);\n};\nclass P {\n public:\n  typedef Lock \
                Mutex;\n  static int help(int a);\n  class Info;\n  class Guard;\n};\nclass P::Guard {\n public:\n  Guard(Mutex* mu);\n  Mutex* mu_;\n};\nP::Guard::Guard(Mutex* \
                mu) : mu_(mu) {\n  mu_->lock();\n  help(1);\n}\nclass P::Info {\n public:\n  static Info* Empty();\n  static Info* Concat(Info* a);\n  class \
                Visitor;\n};\nclass P::Info::Visitor : public Walker<P::Info*> {\n public:\n  Info* Visit();\n  int inside() { return help(2); }\n};\nP::Info* \
                P::Info::Visitor::Visit() {\n  return Concat(Empty());\n}\n";
    let files = [("a.cpp", text)];
    sure(&files, "#Guard(", &["Lock#lock(", "P#help("]);
    sure(&files, "#Visit(", &["Info#Concat(", "Info#Empty("]);
    sure(&files, "#inside(", &["P#help("]);
}

#[test]
fn a_base_of_a_type_defined_out_of_line_is_looked_up_in_the_namespace_around_it() {
    let files = [
        (
            "set.h",
            "namespace ns {\ntemplate <typename T> class SetT {\n public:\n  int* begin() { return 0; }\n  bool contains(int i) const;\n};\ntypedef SetT<void> Set;\n}\n",
        ),
        (
            "dfa.cpp",
            "#include \"set.h\"\nnamespace ns {\nclass DFA {\n  class Workq;\n  int g(Workq* q);\n};\nclass DFA::Workq : public Set {\n public:\n  bool is(int i) { return \
             contains(i); }\n};\nint DFA::g(Workq* q) {\n  return q->begin() != 0;\n}\n}\n",
        ),
    ];
    sure(&files, "#is(", &["SetT#contains("]);
    sure(&files, "#g(", &["SetT#begin("]);
}

#[test]
fn a_string_that_is_written_out_is_a_pointer_before_it_is_a_string() {
    let files = [
        (
            "a.h",
            "#include <iostream>\n#include <string>\nclass Ptr {\n public:\n  void one();\n};\nclass Str {\n public:\n  void two();\n};\nPtr Load(const char* s);\nStr Load(const \
             std::string& s);\nPtr Load(std::istream& s);\n",
        ),
        (
            "a.cpp",
            "#include \"a.h\"\nvoid literal() { Load(\"{x:\").one(); }\nvoid made(const std::string& s) { Load(s).two(); }\nvoid number(int n);\nvoid number(const std::string& s);\nvoid \
             only() { number(\"x\"); }\n",
        ),
    ];
    sure(&files, "/literal(", &["Load(", "Ptr#one("]);
    sure(&files, "/made(", &["Load(", "Str#two("]);
    sure(&files, "/only(", &["/number("]);
}

#[test]
fn a_type_may_lift_the_overloads_of_its_base_beside_its_own() {
    let text = "struct App {\n  int *add(int name, int value) { return 0; }\n};\nstruct Group : App {\n  using App::add;\n  int *add(int *made);\n};\nint *Group::add(int *made) { return \
                made; }\nint *lifted(Group *group) { return group->add(1, 2); }\nint *own(Group *group) { return group->add(nullptr); }\n";
    let files = [("a.cpp", text)];
    sure(&files, "/lifted(", &["App#add("]);
    sure(&files, "/own(", &["Group#add("]);
}

#[test]
fn a_template_parameter_that_nothing_is_given_for_is_its_default() {
    let text = "struct Group {\n  void close() {}\n};\nstruct Other {\n  void close() {}\n};\nstruct App {\n  template <typename T = Group> T *group(int name) { return new T; }\n};\nvoid \
                by_default(App &app) {\n  auto *made = app.group(1);\n  made->close();\n}\n";
    sure(&[("a.cpp", text)], "/by_default(", &["App#group(", "Group#close("]);
}

#[test]
fn defaults_of_a_declaration_count_where_the_definition_stands_elsewhere() {
    let text = "struct Rule {};\nstruct Option {\n  int check(int *rule);\n  int check(Rule rule, int name = 0);\n};\nint Option::check(int *rule) { return 1; }\nint Option::check(Rule rule, int \
                name) { return 2; }\nint use(Option &option, Rule rule) { return option.check(rule); }\n";
    let repo = Repo::built(&[("a.cpp", text)]);
    let rows = repo.rows("edges_call");
    let target = rows.iter().find(|row| row["from"].as_str().unwrap().contains("/use(")).map(|row| row["to"].as_str().unwrap().to_owned());
    let symbols = repo.rows("symbols");
    let line = symbols.iter().find(|row| Some(row["symbolId"].as_str().unwrap()) == target.as_deref()).map(|row| row["nameLine"].clone());
    // The declaration and the definition are rows of one id.
    assert_eq!(line, Some(4.into()));
}

/// What the call on each line of a file of C++ leads to, by the line and the name of the definition; of several nothing is said.
fn built(text: &str, from: &str) -> Vec<(String, u64)> {
    let repo = Repo::built(&[("a.cpp", text)]);
    let symbols = repo.rows("symbols");
    let mut found = Vec::new();
    for row in repo.rows("edges_call").iter().filter(|row| row["from"].as_str().unwrap().contains(from)) {
        let to = symbols.iter().find(|it| it["symbolId"] == row["to"]).unwrap();
        assert!(row["confidence"].as_f64().unwrap() > 0.9, "{row:?}");
        found.push((to["kind"].as_str().unwrap().to_owned(), to["nameLine"].as_u64().unwrap()));
    }
    found.sort();
    found
}

#[test]
fn a_list_in_braces_builds_by_as_many_arguments_as_it_has() {
    let types = "#include <initializer_list>\nstruct Q {\n  Q() {}\n  Q(int a) {}\n  Q(int a, int b) {}\n};\nstruct P { int a; int b; };\nstruct L {\n  L() {}\n  \
                 L(std::initializer_list<int> l) {}\n  L(int a, int b) {}\n};\n";
    let check = |body: &str, expected: &[(&str, u64)]| {
        let expected: Vec<(String, u64)> = expected.iter().map(|(kind, line)| ((*kind).to_owned(), *line)).collect();
        assert_eq!(built(&format!("{types}void f() {{ {body} }}\n"), "/f("), expected, "{body}");
    };
    check("auto a = Q{};", &[("constructor", 3)]);
    check("auto a = Q{1};", &[("constructor", 4)]);
    check("auto a = Q{1, 2};", &[("constructor", 5)]);
    check("Q a{1, 2};", &[("constructor", 5)]);
    check("auto a = P{1, 2};", &[("struct", 7)]);
    check("auto a = P{.a = 1, .b = 2};", &[("struct", 7)]);
    check("auto a = L{};", &[("constructor", 9)]);
    check("auto a = L{1, 2, 3};", &[("constructor", 10)]);
    check("auto a = L{1, 2};", &[("constructor", 10)]);
    check("auto a = L(1, 2);", &[("constructor", 11)]);
}

#[test]
fn a_copy_of_what_declares_none_is_of_no_constructor() {
    let types = "struct Key {\n  Key() {}\n  Key(int a, int b = 1) {}\n};\nstruct Own {\n  Own() {}\n  Own(const Own& it) {}\n};\nstruct Any {\n  template <class T> Any(T&& it) {}\n};\n";
    let leads = |body: &str| built(&format!("{types}void f(Key& key, Own& own, Any& any) {{ {body} }}\n"), "/f(");
    assert_eq!(leads("Key it(key);"), [("struct".to_owned(), 1)]);
    assert_eq!(leads("Key it{key};"), [("struct".to_owned(), 1)]);
    assert_eq!(leads("Key it(1);"), [("constructor".to_owned(), 3)]);
    assert_eq!(leads("Own it(own);"), [("constructor".to_owned(), 7)]);
    assert_eq!(leads("Any it(any);"), [("constructor".to_owned(), 10)]);
}

#[test]
fn a_member_that_is_declared_here_and_defined_there_is_one_where_nothing_but_its_name_is_known() {
    let header = "namespace app { class K { public: int only1(); int only3() { return 1; } }; class L { public: int two(); int two(int a); }; }\n";
    let source = "#include \"h.h\"\nnamespace app { int K::only1() { return 1; } int L::two() { return 1; } int L::two(int a) { return a; } }\ntemplate <class T> int use(T &t) { return \
                  t.only1() + t.only3() + t.two(); }\n";
    let repo = Repo::built(&[("h.h", header), ("a.cpp", source)]);
    let edges: Vec<_> = repo.rows("edges_call").into_iter().filter(|row| row["from"].as_str().unwrap().contains("use(")).collect();
    let of = |name: &str| {
        edges
            .iter()
            .filter(|row| row["to"].as_str().unwrap().contains(name))
            .map(|row| (row["path"].clone(), row["rule"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(of("only1("), [("a.cpp".into(), "unique-member".into())]);
    assert_eq!(of("only3("), [("a.cpp".into(), "unique-member".into())]);
    let to =
        |name: &str| edges.iter().filter(|row| row["to"].as_str().unwrap().contains(name)).all(|row| row["to"].as_str().unwrap().contains("a.cpp"));
    assert!(to("only1(") && to("two("), "{edges:?}");
}

#[test]
fn the_first_part_of_an_entry_of_a_map_is_its_key() {
    let source = "#include <map>\n#include <utility>\nstruct Key { int len() const; };\nstruct Val { int up(); int len() const; };\nstruct Other { int len() const; };\nusing Held = std::map<Key, \
                  Val>;\nint begun(Held &m) { return m.begin()->first.len(); }\nint found(Held &m, Key k) { auto it = m.find(k); return it->first.len(); }\nint paired(std::map<int, std::pair<Val, Key>> &m) { return m[1].first.up() + m.at(2).first.up(); }\n";
    let files = [("a.cc", source)];
    sure(&files, "/begun(", &["Key#len("]);
    sure(&files, "/found(", &["Key#len("]);
    sure(&files, "/paired(", &["Val#up(", "Val#up("]);
}

#[test]
fn what_holds_values_is_built_by_its_name_and_what_shares_itself_gives_that() {
    let source = "#include <memory>\n#include <vector>\nstruct O {\n  void up();\n};\nstruct P {\n  void up();\n};\nvoid one() { std::unique_ptr<O>(new O)->up(); }\nvoid two() {\n  auto a = std::shared_ptr<O>(new O);\n  \
                  a->up();\n}\nvoid three() {\n  auto c = std::vector<O>(3);\n  c[0].up();\n}\nstruct S : std::enable_shared_from_this<S> {\n  void fire();\n  void four() {\n    auto self = shared_from_this();\n    self->fire();\n  \
                  }\n};\nstruct T {\n  void fire();\n};\nstruct D {\n  O o;\n  void five() { decltype(o)::up(); }\n};\n";
    for name in ["/one(", "/two(", "/three("] {
        let found = calls(&[("a.cpp", source)], name);
        assert!(found.iter().any(|(to, confidence)| to.contains("O#up(") && *confidence > 0.9), "{name} {found:?}");
    }
    sure(&[("a.cpp", source)], "S#four(", &["S#fire("]);
    sure(&[("a.cpp", source)], "D#five(", &["O#up("]);
    crate::left_out::check(&[("a.cpp", source)], "a.cpp", &[("shared_from_this", "external", "builtin")]);
}
