//! Which overload of C++ is meant: by numbers and their suffixes, beside templates, beside what is only declared; and which specialization.

use std::collections::BTreeMap;

use crate::left_out::check;
use crate::scoping::sure;
use crate::support::Repo;

/// The lines of the definitions that calls of a name are sure to lead to, by the line of the call.
fn targets(files: &[(&str, &str)], name: &str) -> BTreeMap<u64, Vec<(String, u64)>> {
    let repo = Repo::built(files);
    let symbols = repo.rows("symbols");
    let sites = repo.rows("sites");
    let calls = sites.iter().filter(|row| row["role"] == "call" && row["name"] == name);
    let edges = repo.rows("edges_call");
    let mut found: BTreeMap<u64, Vec<(String, u64)>> = BTreeMap::new();
    for call in calls {
        let line = found.entry(call["lines"]["start"].as_u64().unwrap()).or_default();
        for edge in edges.iter().filter(|edge| edge["evidenceId"] == call["evidenceId"] && edge["confidence"].as_f64().unwrap() >= 0.9) {
            let symbol = symbols.iter().rfind(|row| row["symbolId"] == edge["to"]).unwrap();
            line.push((symbol["path"].as_str().unwrap().to_owned(), symbol["nameLine"].as_u64().unwrap()));
        }
    }
    found
}

/// The same where all is in one file.
pub fn lines(text: &str, name: &str) -> Vec<(u64, Vec<u64>)> {
    let found = targets(&[("a.cpp", text)], name);
    found.into_iter().map(|(line, targets)| (line, targets.into_iter().map(|(_, line)| line).collect())).collect()
}

#[test]
fn the_suffix_of_a_number_chooses_an_overload() {
    let text = "void set(int v) {}\nvoid set(double v) {}\nvoid set(float v) {}\nvoid set(long v) {}\nvoid set(unsigned v) {}\nvoid use(unsigned long size) {\n  set(100.0f);\n  \
                set(1.5);\n  set(3L);\n  set(4u);\n  set(5);\n  set(unsigned(6));\n  set('7');\n  set(2 + 8L);\n  set(size);\n}\n";
    let one = |line, target| (line, vec![target]);
    assert_eq!(lines(text, "set"), [one(7, 3), one(8, 2), one(9, 4), one(10, 5), one(11, 1), one(12, 5), one(13, 1), one(14, 4), (15, vec![])]);
}

#[test]
fn a_text_is_no_number_and_its_characters_tell() {
    let text = "void put(const char* text) {}\nvoid put(bool it) {}\nvoid put(const wchar_t* text) {}\nvoid use(char (&all)[4]) {\n  char own[8];\n  put(\"a\");\n  put(L\"a\");\n  put(own);\n  \
                put(true);\n}\n";
    let one = |line, target| (line, vec![target]);
    assert_eq!(lines(text, "put"), [one(6, 1), one(7, 3), one(8, 1), one(9, 2)]);
}

const CHECKS: &str = "bool check(const char* name, const char* expected, const char* found, bool echo) { return true; }\nbool check(const char* name, bool expected, bool found, bool echo) { \
                      return true; }\nint number() { return 1; }\nvoid use() {\n  check(\"a\", 0, number());\n  check(\"b\", true, false);\n  check(\"c\", \"x\", \"y\");\n  check(\"d\", 1, true);\n}\n";

#[test]
fn a_template_that_fits_comes_before_conversions_and_behind_what_is_written_for_the_types() {
    let template = "template <class T> bool check(const char* name, T expected, const T& found, bool echo = true) { return expected == found; }\n";
    let prototypes = "bool check(const char* name, const char* expected, const char* found, bool echo = true);\nbool check(const char* name, bool expected, bool found, bool echo = true);\n";
    let text = format!("{prototypes}{template}{CHECKS}");
    let one = |line, target| (line, vec![target]);
    // Of two types no type parameter is one: there the conversions count.
    assert_eq!(lines(&text, "check"), [one(8, 3), one(9, 5), one(10, 4), one(11, 5)]);
    // What stands in a header tells as much.
    let files = [("a.h", &*format!("{prototypes}{template}")), ("a.cpp", &*format!("#include \"a.h\"\n{CHECKS}"))];
    let told = |line: u64| targets(&files, "check").remove(&line).unwrap_or_default();
    assert_eq!(told(7), [("a.cpp".to_owned(), 3)]);
    assert_eq!(told(8), [("a.cpp".to_owned(), 2)]);
}

#[test]
fn a_template_on_a_condition_is_a_guess_beside_a_conversion() {
    for template in [
        "template <class T, class = enable_if_t<is_integral<T>::value>> void put(T it) {}\n",
        "template <class T> enable_if_t<is_integral<T>::value> put(T it) {}\n",
        "template <class T> requires Small<T> void put(T it) {}\n",
    ] {
        let text = format!("{template}void put(double it) {{}}\nvoid use() {{\n  put(1);\n  put(1.5);\n}}\n");
        assert_eq!(lines(&text, "put"), [(4, vec![]), (5, vec![2])], "{template}");
    }
}

#[test]
fn a_member_in_its_class_may_call_an_overload_that_is_defined_elsewhere() {
    let header = "class P {\n public:\n  void write(const char* data, int size);\n  inline void write(const char* data) { write(data, 3); }\n  void all() { write(\"a\"); }\n};\n";
    let files = [("a.h", header), ("a.cpp", "#include \"a.h\"\nvoid P::write(const char* data, int size) {}\n")];
    let found = targets(&files, "write");
    assert_eq!(found[&4], [("a.cpp".to_owned(), 2)]);
    assert_eq!(found[&5], [("a.h".to_owned(), 4)]);
}

#[test]
fn members_that_a_type_lifts_stand_beside_its_own() {
    let base = "struct Base {\n  void put(int v) {}\n  void put(const char* v) {}\n};\n";
    let users = "void use(Own o) {\n  o.put(\"a\");\n  o.put(1.5);\n}\n";
    let own = |lifts: &str| format!("{base}struct Own : Base {{\n  {lifts}\n  void put(double v) {{}}\n}};\n{users}");
    assert_eq!(lines(&own("using Base::put;"), "put"), [(10, vec![3]), (11, vec![7])]);
    // Without that they are hidden.
    assert_eq!(lines(&own(""), "put"), [(10, vec![7]), (11, vec![7])]);
    // What is defined outside of its type is lifted beside by its declaration.
    let header = format!("{base}struct Own : Base {{\n  using Base::put;\n  void put(double v);\n}};\n");
    let files =
        [("a.h", header.as_str()), ("o.cpp", "#include \"a.h\"\nvoid Own::put(double v) {}\n"), ("u.cpp", &format!("#include \"a.h\"\n{users}"))];
    let found = targets(&files, "put");
    assert_eq!(found[&3], [("a.h".to_owned(), 3)]);
    assert_eq!(found[&4], [("o.cpp".to_owned(), 2)]);
}

#[test]
fn a_type_that_lifts_a_member_is_seen_without_a_clean_build() {
    let header = |lifts: &str| format!("struct Base {{ void put(const char* v) {{}} }};\nstruct Own : Base {{ {lifts} void put(double v) {{}} }};\n");
    let repo = Repo::built(&[("a.h", &header("")), ("a.cpp", "#include \"a.h\"\nvoid use(Own o) { o.put(\"a\"); }\n")]);
    repo.write("a.h", header("using Base::put;"));
    repo.build();
    repo.check_clean();
    repo.write("a.h", header(""));
    repo.build();
    repo.check_clean();
}

#[test]
fn functions_for_some_arguments_are_meant_by_these() {
    let text = "template <class T> T get(const char* s) { return T(); }\ntemplate <> int get<int>(const char* s) { return 1; }\ntemplate <> double get<double>(const char* s) { \
                return 2; }\nstruct Node { template <class T> T as() const; };\ntemplate <> int Node::as<int>() const { return 1; }\ntemplate <> bool Node::as<bool>() const { \
                return false; }\ntemplate <class T> void any(Node n) {\n  get<T>(\"\");\n  get<int>(\"\");\n  get<double>(\"\");\n  get<char>(\"\");\n  n.as<int>();\n  \
                n.as<bool>();\n  n.as<long>();\n}\n";
    let one = |line, target| (line, vec![target]);
    assert_eq!(lines(text, "get"), [one(8, 1), one(9, 2), one(10, 3), one(11, 1)]);
    assert_eq!(lines(text, "as"), [one(12, 5), one(13, 6), one(14, 4)]);
}

#[test]
fn specializations_are_types_of_their_own() {
    let text = "template <class T> struct holder;\ntemplate <class T> struct get;\ntemplate <> struct holder<float> {\n  struct table { int sum() { return 1; } };\n  static table make() { \
                return table(); }\n};\ntemplate <> struct holder<double> {\n  struct table { long sum() { return 2; } };\n  static table make() { return table(); }\n};\ntemplate <> struct get<int> { \
                static int at(int k) { return k; } };\ntemplate <> struct get<long> { static int at(int k) { return get<int>::at(1); } };\nint use() {\n  get<int>::at(1);\n  \
                get<long>::at(2);\n  holder<float>::make().sum();\n  holder<double>::make().sum();\n}\n";
    let one = |line, target| (line, vec![target]);
    assert_eq!(lines(text, "at"), [one(12, 11), one(14, 11), one(15, 12)]);
    assert_eq!(lines(text, "make"), [one(16, 5), one(17, 9)]);
    assert_eq!(lines(text, "sum"), [one(16, 4), one(17, 8)]);
    assert_eq!(lines(text, "table"), [one(5, 4), one(9, 8)]);
}

#[test]
fn a_specialization_that_changes_its_arguments_is_seen_without_a_clean_build() {
    let header = |ty: &str| {
        format!(
            "struct one {{}};\nstruct two {{}};\ntemplate <class T> struct box {{ static int at() {{ return 1; }} }};\ntemplate <> struct box<{ty}> {{ static int at() {{ return 2; }} }};\n"
        )
    };
    let user = "#include \"a.h\"\nint use() { return box<one>::at(); }\n";
    let repo = Repo::built(&[("a.h", &header("one")), ("a.cpp", user)]);
    repo.write("a.h", header("two"));
    repo.build();
    repo.check_clean();
}

#[test]
fn what_an_operator_gives_of_a_value_from_outside_is_from_outside() {
    let source = "#include \"s.h\"\n#include <sstream>\nbool parse(std::stringstream& in, int& v) { return (in >> v) && (in >> std::ws).eof(); }\n";
    let files = [("s.h", "#pragma once\nclass Src { public: bool eof() const { return true; } };\n"), ("a.cpp", source)];
    sure(&files, "/parse(", &[]);
    check(&files, "a.cpp", &[("eof", "external", "builtin")]);
    // An operator of the repository's own gives what it says.
    let own = "#include <vector>\nstruct V { int area() const { return 1; } };\nstruct W { V operator*(int k) const { return V(); } };\nV operator|(std::vector<int>& v, W w);\nint \
               use(W w, std::vector<int>& v) { return (w * 2).area(); }\nint beside(W w, std::vector<int>& v) { return (v | w).area(); }\n";
    sure(&[("a.cpp", own)], "/use(", &["V#area("]);
    sure(&[("a.cpp", own)], "/beside(", &["V#area("]);
}

#[test]
fn a_pointer_and_a_value_choose_different_overloads() {
    let text = "struct S {};\nvoid g(int);\nvoid g(void*);\nvoid f(const S&);\nvoid f(S*);\nvoid h(char);\nvoid h(const char*);\nvoid k(int);\nvoid k(int*);\ntypedef char* Text;\nvoid u(int* ip, \
                int** deep, char buf[4], S v, S* vp, char c, Text t) {\n  char own[8];\n  g(ip);\n  g(buf);\n  f(v);\n  f(&v);\n  f(vp);\n  f(*vp);\n  h(c);\n  h(\"x\");\n  h(own);\n  h(own[1]);\n  \
                k(*ip);\n  k(ip);\n  k(*deep);\n  g(7);\n  h(t);\n}\n";
    let sure = |name| lines(text, name).into_iter().map(|(line, targets)| (line, targets.first().copied().unwrap_or(0))).collect::<Vec<_>>();
    assert_eq!(sure("g"), [(13, 3), (14, 3), (26, 2)]);
    assert_eq!(sure("f"), [(15, 4), (16, 5), (17, 5), (18, 4)]);
    // What another name stands for may be a pointer.
    assert_eq!(sure("h"), [(19, 6), (20, 7), (21, 7), (22, 6), (27, 0)]);
    assert_eq!(sure("k"), [(23, 8), (24, 9), (25, 9)]);
}

#[test]
fn a_conversion_is_to_the_type_that_is_written_whatever_else_of_the_file_does_not_parse() {
    let text = "void set(int v) {}\nvoid set(unsigned v) {}\nvoid set(long v) {}\nvoid set(short v) {}\nvoid use()\n{\n  set(unsigned(6));\n  set(long(6));\n  set(short(6));\n  set(int(6));\n}\nstatic \
                void g()\n{\n  int a = 3 4;\n}\n";
    let one = |line, target| (line, vec![target]);
    assert_eq!(lines(text, "set"), [one(7, 2), one(8, 3), one(9, 4), one(10, 1)]);
}

#[test]
fn a_template_under_a_condition_is_not_told_to_be_meant_beside_others() {
    let text = "template <typename... T> struct fstr { template <typename S> fstr(const S& s) {} };\ntemplate <bool B> struct en {};\ntemplate <typename T> struct odd { static const bool \
                value = false; };\ntemplate <typename... T> int format(fstr<T...> fmt, T&&... args) { return 1; }\ntemplate <typename S, typename... T, typename \
                en<odd<S>::value>::type = 0> long format(const S& fmt, T&&... args) { return 3; }\ntemplate <typename S, ENABLE_IF(odd<S>::value)> long print(const S& fmt) { return 3; \
                }\nint print(fstr<int> fmt) { return 1; }\nvoid m() { format(\"{}\", 1); print(\"\"); }\n";
    let repo = Repo::built(&[("a.cpp", text)]);
    for name in ["format", "print"] {
        let found = crate::c_twins::weighed(&repo, "a.cpp", name);
        assert!(found.len() == 1 && found[0].split(' ').count() == 2, "{found:?}");
        let edges = repo.rows("edges_call");
        assert!(
            edges.iter().filter(|row| row["to"].as_str().unwrap().contains(name)).all(|row| row["confidence"].as_f64().unwrap() < 0.9),
            "{edges:?}"
        );
    }
}

#[test]
fn the_name_of_a_value_of_an_enumeration_is_of_that() {
    let text = "enum Color { WHITE, BLACK };\nenum Kind { PAWN, KING };\nstruct P {\n  int of(Color c) const { return 0; }\n  int of(Kind k) const { return 1; }\n  int use() { return \n    \
                of(WHITE) +\n    of(KING); }\n};\n";
    assert_eq!(lines(text, "of"), [(7, vec![4]), (8, vec![5])]);
}

#[test]
fn a_template_that_is_written_for_more_of_the_types_comes_first() {
    let text = "enum Color { WHITE, BLACK };\nenum Kind { PAWN, KING };\nstruct P {\n  int of() const;\n  template <typename... T> int of(T... all) const;\n  int of(Color c) const;\n  template \
                <typename... T> int of(Color c, T... all) const;\n  int use(Color c, Kind k) { return \n    of(WHITE, PAWN) +\n    of(PAWN, KING) +\n    of(c, k) +\n    of(WHITE) + of(); }\n};\n";
    assert_eq!(lines(text, "of"), [(9, vec![7]), (10, vec![5]), (11, vec![7]), (12, vec![6, 4])]);
}

#[test]
fn the_suffix_of_a_text_and_the_library_tell_its_type() {
    let text = "#include <string>\nvoid pr(std::string_view s) {}\nvoid pr(int i) {}\nvoid pr(double d) {}\nvoid pr(char c) {}\nvoid use(bool b) {\n  using namespace std::literals;\n  pr(\"a\"sv);\n  \
                pr(R\"(a)\"sv);\n  pr(\"b\"s);\n  pr(b ? \"x\"sv : \"y\"sv);\n  pr(std::to_string(1));\n}\n";
    let one = |line, target| (line, vec![target]);
    assert_eq!(lines(text, "pr"), [one(8, 2), one(9, 2), one(10, 2), one(11, 2), one(12, 2)]);
}
