//! What a name of C and C++ means where more than its nearest binding counts: in front of `::`, with template arguments, in a macro, of a system header.

use crate::c_twins::weighed;
use crate::left_out::check;
use crate::scoping::sure;
use crate::support::Repo;

#[test]
fn a_specialization_is_meant_where_its_arguments_are_written() {
    let header = "#include <limits>\ntemplate <typename T> struct box {\n  static int get() { return 0; }\n};\n";
    let source = "#include \"a.h\"\nstruct dd {};\nstruct other {};\nnamespace std {\ntemplate <> struct numeric_limits<dd> {\n  static int digits() { return 106; }\n};\n}\n\
                  template <> struct box<dd> {\n  static int get() { return 2; }\n};\ntemplate <> struct box<other> {\n  static int get() { return 3; }\n};\nint plain() { return \
                  std::numeric_limits<int>::digits(); }\nint own() { return std::numeric_limits<dd>::digits(); }\nint primary() { return box<int>::get(); }\nint special() { return \
                  box<dd>::get(); }\n";
    let files = [("a.h", header), ("t.cc", source)];
    sure(&files, "/plain(", &[]);
    sure(&files, "/own(", &["numeric_limits<dd>`#digits("]);
    sure(&files, "/primary(", &["a.h`/box#get("]);
    sure(&files, "/special(", &["t.cc`/`box<dd>`#get("]);
    check(&files, "t.cc", &[("numeric_limits", "external", "builtin")]);
}

#[test]
fn a_variable_in_front_of_a_mark_of_paths_hides_no_namespace() {
    let source = "namespace fmt {\nint make(int) { return 1; }\nint run(int) { return 0; }\n}\nint go(int fmt) { return fmt::run(fmt::make(fmt)); }\n\
                  template <typename T> int of_parameter(T fmt) { return T::make(1); }\n";
    sure(&[("a.cc", source)], "/go(", &["/fmt/run(", "/fmt/make("]);
    sure(&[("a.cc", source)], "/of_parameter(", &[]);
    let apart =
        [("a.h", "namespace fmt {\nint run(int);\n}\n"), ("a.cc", "#include \"a.h\"\nint go(const char* fmt) {\n  return fmt::run(*fmt);\n}\n")];
    sure(&apart, "/go(", &["/fmt/run("]);
}

#[test]
fn the_body_of_a_macro_names_by_qualifiers() {
    let source = "#include <utility>\nnamespace t {\nstruct Loc { Loc(int) {} };\nvoid run(Loc) {}\n}\nvoid run(int) {}\n#define GLOBAL(x) ::t::run(x); (void)::std::move(x)\n#define PLAIN(x) \
                  t::run(x); (void)std::move(x)\n#define GIVEN(x) x::run(1); list<int>::run(2)\n";
    let files = [("a.cc", source)];
    sure(&files, "/GLOBAL!", &["/t/run("]);
    sure(&files, "/PLAIN!", &["/t/run("]);
    sure(&files, "/GIVEN!", &[]);
    check(&files, "a.cc", &[("move", "external", "builtin")]);
}

#[test]
fn types_of_system_headers_are_of_the_system() {
    let source = "#include <sys/types.h>\n#include <sys/ioctl.h>\nu_int a;\nu_char b;\nu_short c;\nu_long d;\nid_t e;\nino_t f;\nint cols(struct winsize *ws) { return 1; }\n";
    let known = ["u_int", "u_char", "u_short", "u_long", "id_t", "ino_t", "winsize"].map(|name| (name, "external", "builtin"));
    check(&[("a.c", source)], "a.c", &known);
}

#[test]
fn a_type_of_a_type_parameter_is_a_guess() {
    let source = "template <typename R> struct Held { using rep = R; };\ntemplate <typename D> struct Other { typename D::rep value; };\n";
    let repo = Repo::built(&[("a.cc", source)]);
    let rows = repo.rows("edges_usage");
    let to_alias: Vec<f64> =
        rows.iter().filter(|row| row["to"].as_str().unwrap().ends_with("Held#rep#")).map(|row| row["confidence"].as_f64().unwrap()).collect();
    assert!(to_alias.iter().all(|confidence| *confidence < 0.5), "{to_alias:?}");
}

#[test]
fn what_a_method_behind_an_arrow_gives_is_not_what_has_the_arrow() {
    let source = "template <typename T> struct data {\n  auto value() const -> decltype(make());\n};\ntemplate <typename T> struct res {\n  data<T> d;\n  const data<T>* operator->() \
                  const { return &d; }\n};\nstruct num { int value; };\ntemplate <typename T> auto scan(const char*) -> res<T>;\nint f() { return scan<num>(\"42\")->value().value; }\n";
    let repo = Repo::built(&[("a.cc", source)]);
    let rows = repo.rows("edges_usage");
    let wrong = rows.iter().any(|row| row["from"].as_str().unwrap().contains("/f(") && row["to"].as_str().unwrap().contains("data#value("));
    assert!(!wrong, "{rows:#?}");
}

#[test]
fn a_member_of_a_specialization_that_is_defined_out_of_line_is_none_of_the_template() {
    let header = "template <typename T> struct box {\n  static int get() { return 0; }\n  static int put();\n};\n";
    let special = "#include \"a.h\"\nstruct dd {};\ntemplate <> struct box<dd> {\n  static int put();\n};\nint box<dd>::put() { return 2; }\nint own() { return box<dd>::put(); }\n";
    let files = [("a.h", header), ("t.cc", special), ("u.cc", "#include \"a.h\"\nint other() { return box<int>::put(); }\n")];
    sure(&files, "/other(", &["a.h`/box#put("]);
    sure(&files, "/own(", &["t.cc`/`box<dd>`#put("]);
}

#[test]
fn what_only_specializations_have_is_theirs_where_the_arguments_are_not_told() {
    let source = "template <typename T> struct info;\ntemplate <> struct info<float> { static const int digits = 1; };\ntemplate <> struct info<int> { static const int \
                  bits = 2; };\ntemplate <typename T> int dependent() { return info<T>::digits; }\nint told() { return info<int>::digits; }\n";
    let repo = Repo::built(&[("a.cc", source)]);
    let rows = repo.rows("edges_usage");
    let leads = |from: &str| rows.iter().any(|row| row["from"].as_str().unwrap().contains(from) && row["to"].as_str().unwrap().ends_with("digits."));
    assert!(leads("/dependent(") && !leads("/told("), "{rows:#?}");
}

const USED: &[(&str, &str)] = &[
    (
        "own.h",
        "#pragma once\nnamespace own {\nclass W { public: void show(); };\nclass V { public: void look(); };\nint f(int);\nint g(int);\n}\nnamespace other { class W { public: void show(); }; int f(int); int \
         g(int); }\n",
    ),
    ("one.h", "#pragma once\n#include \"own.h\"\nusing own::W;\nusing own::f;\nnamespace ow = own;\n"),
    ("all.h", "#pragma once\n#include \"one.h\"\nusing namespace own;\ninline namespace v1 { int h(int); }\n"),
    ("lib.h", "#pragma once\n#include \"own.h\"\nnamespace lib { using own::W; using own::f; namespace ow = own; }\n"),
    ("some.cpp", "#include \"one.h\"\nvoid some() { W w; w.show(); f(1); ow::V v; v.look(); g(1); }\n"),
    ("every.cpp", "#include \"all.h\"\nvoid every() { V v; v.look(); g(1); h(1); }\nnamespace x { void deep() { V v; v.look(); f(1); } }\n"),
    (
        "lib.cpp",
        "#include \"lib.h\"\nvoid apart() { lib::W w; w.show(); lib::f(1); lib::ow::V v; v.look(); }\nnamespace lib { void inside() { W w; w.show(); f(1); } }\n",
    ),
    ("none.cpp", "#include \"own.h\"\nvoid none() { f(1); h(2); }\n"),
];

#[test]
fn using_declarations_and_directives_of_headers_are_seen_by_whoever_includes_them() {
    sure(USED, "/some(", &["/own/W#show(", "/own/f(", "/own/V#look("]);
    sure(USED, "/every(", &["/own/V#look(", "/own/g(", "/v1/h("]);
    sure(USED, "/deep(", &["/own/V#look(", "/own/f("]);
    sure(USED, "/apart(", &["/own/W#show(", "/own/f(", "/own/V#look("]);
    sure(USED, "/inside(", &["/own/W#show(", "/own/f("]);
    sure(USED, "/none(", &[]);
}

#[test]
fn a_using_declaration_that_comes_changes_or_goes_is_seen_without_a_clean_build() {
    let repo = Repo::built(USED);
    for (path, text) in [
        ("one.h", "#pragma once\n#include \"own.h\"\nusing other::W;\nusing other::f;\nnamespace ow = other;\n"),
        ("one.h", "#pragma once\n#include \"own.h\"\n"),
        ("all.h", "#pragma once\n#include \"one.h\"\nusing namespace other;\n"),
        ("all.h", "#pragma once\n#include \"one.h\"\n"),
        ("lib.h", "#pragma once\n#include \"own.h\"\nnamespace lib { using other::W; }\n"),
        ("own.h", "#pragma once\nnamespace own { int f(int); }\nusing own::f;\n"),
    ] {
        repo.write(path, text);
        repo.build();
        repo.check_clean();
    }
}

#[test]
fn a_further_macro_that_opens_a_namespace_holds_what_stands_up_to_the_one_that_closes_it() {
    let base = "#pragma once\n#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v1 {\n#define LIB_END_NAMESPACE } }\n#define LIB_BEGIN_DETAIL_NAMESPACE namespace detail \
                {\n#define LIB_END_DETAIL_NAMESPACE }\nint count(int, int, int);\nLIB_BEGIN_NAMESPACE\nclass Buf { public: void push(int x); };\nLIB_BEGIN_DETAIL_NAMESPACE\ninline int \
                count(int x) { return x; }\nclass Inner { public: void go(); };\nLIB_END_DETAIL_NAMESPACE\nint top(int x);\nLIB_END_NAMESPACE\n";
    let more = "#pragma once\n#include \"base.h\"\nLIB_BEGIN_NAMESPACE\nLIB_BEGIN_DETAIL_NAMESPACE\ninline int twice(int x) { return count(x); }\nstruct Deep { Inner in; void run() { in.go(); } \
                };\nLIB_END_DETAIL_NAMESPACE\nint outer(int x);\nLIB_END_NAMESPACE\nQT_BEGIN_NAMESPACE\nclass Widget { public: void show(); };\nQT_END_NAMESPACE\n";
    let source = "#include \"more.h\"\nLIB_BEGIN_NAMESPACE\nvoid Buf::push(int x) { detail::count(x); detail::twice(x); }\nLIB_BEGIN_DETAIL_NAMESPACE\nvoid Inner::go() { count(1); top(2); Deep d; \
                  d.run(); twice(1); }\nLIB_END_DETAIL_NAMESPACE\nLIB_END_NAMESPACE\nvoid use() { lib::detail::count(2); lib::detail::twice(2); lib::detail::Deep d; d.run(); Widget w; w.show(); }\n";
    let files = [("base.h", base), ("more.h", more), ("a.cpp", source)];
    sure(&files, "/twice(", &["/detail/count("]);
    sure(&files, "Deep#run(", &["Inner#go("]);
    sure(&files, "Buf#push(", &["/detail/count(", "/twice("]);
    sure(&files, "Inner#go(", &["/detail/count(", "/top(", "Deep#run(", "/twice("]);
    sure(&files, "/use(", &["/detail/count(", "/twice(", "Deep#run(", "Widget#show("]);
    let repo = Repo::built(&files);
    repo.write("base.h", base.replace("namespace detail", "namespace inner"));
    repo.build();
    repo.check_clean();
}

#[test]
fn what_a_file_has_for_platforms_without_a_function_is_not_called_on_others() {
    let source = "#include <cstdlib>\nnamespace own {\nnamespace {\n#if defined(OWN_OS_WINDOWS)\nint setenv(const char* name, const char* value, int overwrite) { return 0; }\n#endif\nint \
                  use() { return setenv(\"a\", \"b\", 1); }\n}\n}\n";
    check(&[("a.cc", source)], "a.cc", &[("setenv", "external", "builtin")]);
}

#[test]
fn functions_of_a_namespace_are_one_set_whichever_file_they_stand_in() {
    let header = "namespace b {\nint open();\nint both(int a, int b);\nint same(const char *a);\ninline long same(long a) { return a; }\n}\n";
    let source = "#include \"u.h\"\nnamespace b {\nint open(int &fd) { return 1; }\nint both(int a) { return a; }\nint same(char const *a) { return 1; }\nint m() { both(1, 2); both(1); \
                  same(\"\"); return open(); }\n}\n";
    let repo = Repo::built(&[("u.h", header), ("u.cpp", source), ("open.cpp", "#include \"u.h\"\nnamespace b {\nint open() { return 0; }\n}\n")]);
    let to = |name: &str| {
        let edges = repo.rows("edges_call");
        let symbols = repo.rows("symbols");
        let named: Vec<_> = symbols.iter().filter(|row| row["name"] == name).collect();
        let sure = edges.iter().filter(|edge| edge["confidence"].as_f64().unwrap() >= 0.5);
        let mut found: Vec<String> = sure
            .filter_map(|edge| named.iter().find(|row| row["symbolId"] == edge["to"]))
            .map(|row| format!("{}:{}", row["path"].as_str().unwrap(), row["nameLine"]))
            .collect();
        found.sort();
        found
    };
    assert_eq!(to("open"), ["open.cpp:3"]);
    assert_eq!(to("both"), ["u.cpp:4", "u.h:3"]);
    assert_eq!(to("same"), ["u.cpp:5"]);
    repo.write("u.h", header.replace("int open();\n", ""));
    repo.build();
    repo.check_clean();
}

#[test]
fn a_class_is_named_inside_of_what_derives_from_it() {
    let header =
        "namespace lib { struct Rep { bool ctx(int x) { return true; } void runs(); }; struct Mid : Rep {}; }\nstruct Other { void none(); };\n";
    let source = "#include \"a.h\"\nstruct My : public lib::Mid { bool ctx(int x) { return Rep::ctx(x); } void far(); void wrong() { Other::none(); } };\nvoid My::far() { Rep::runs(); \
                  }\n";
    let repo = Repo::built(&[("a.h", header), ("a.cpp", source)]);
    assert_eq!(weighed(&repo, "a.cpp", "Rep"), ["Rep#", "Rep#"]);
    assert_eq!(weighed(&repo, "a.cpp", "ctx"), ["Rep#ctx()."]);
    assert_eq!(weighed(&repo, "a.cpp", "runs"), ["Rep#runs()."]);
    repo.write("a.h", header.replace("struct Mid : Rep", "struct Mid"));
    repo.build();
    repo.check_clean();
    assert_eq!(weighed(&repo, "a.cpp", "Rep").len(), 2);
    assert!(weighed(&repo, "a.cpp", "runs")[0].starts_with("unresolved"));
}

#[test]
fn no_field_stands_in_front_of_a_path() {
    let text = "namespace lib { namespace align { enum type { none, left }; }\nstruct Spec { align::type align; bool c() { return align == align::left; } }; }\nnamespace level { enum \
                level_enum { info }; }\nstruct logger { level::level_enum level() const; level::level_enum level_{level::info}; };\n";
    let repo = Repo::built(&[("a.cpp", text)]);
    assert_eq!(weighed(&repo, "a.cpp", "align"), ["align", "Spec#align.", "align"]);
    assert_eq!(weighed(&repo, "a.cpp", "type"), ["type#"]);
    assert_eq!(weighed(&repo, "a.cpp", "level"), ["level", "level", "level"]);
    assert_eq!(weighed(&repo, "a.cpp", "info"), ["info."]);
    let text = "namespace lib { struct year { int n; }; struct date { date(const year& y); auto year() const -> year; }; }\n";
    assert_eq!(weighed(&Repo::built(&[("a.cpp", text)]), "a.cpp", "year"), ["year#", "year#"]);
}

#[test]
fn a_macro_behind_the_name_of_an_enum_is_none_of_a_function() {
    let text = "#define UNDERLYING(type) : type\nnamespace align { enum type UNDERLYING(unsigned char){none, left}; }\nenum class kind UNDERLYING(char) { plain };\nint f() { return \
                align::left + int(kind::plain); }\n";
    let repo = Repo::built(&[("a.cpp", text)]);
    assert_eq!(weighed(&repo, "a.cpp", "left"), ["left."]);
    assert_eq!(weighed(&repo, "a.cpp", "plain"), ["kind#plain."]);
}

#[test]
fn what_a_lambda_captures_under_a_name_is_given_what_the_name_means_around_it() {
    let source = "#include <memory>\n#include <utility>\nstruct F { int get(); };\nstruct G { int get(); };\nint moved(F f) { return [f = std::move(f)]() { return f.get(); }(); }\nint \
                  copied(F f) { return [f = f]() { return f.get(); }(); }\nint held(std::unique_ptr<F> f) { return [f = std::move(f)]() { return f->get(); }(); }\n";
    for from in ["/moved(", "/copied(", "/held("] {
        sure(&[("a.cc", source)], from, &["F#get("]);
    }
}

#[test]
fn a_variable_hides_the_class_of_its_name() {
    let source = "class Tables {\n public:\n  int add(int);\n};\nTables Tables;\nvoid take(class Tables &);\nvoid plain() { take(Tables); }\nint typed(class Tables &t) { return t.add(2); }\nnamespace n {\nstruct \
                  Cfg { int k; };\nCfg Cfg;\nvoid take(struct Cfg);\nvoid inner() { take(Cfg); }\n}\n";
    let repo = Repo::built(&[("a.cc", source)]);
    let symbols = repo.rows("symbols");
    let line_of = |id: &serde_json::Value| symbols.iter().rfind(|row| row["symbolId"] == *id).map(|row| row["nameLine"].as_u64().unwrap());
    let edges = repo.rows("edges_usage");
    let mut found = Vec::new();
    for site in repo.rows("sites").iter().filter(|row| row["name"] == "Tables" || row["name"] == "Cfg") {
        let met = edges.iter().filter(|edge| edge["evidenceId"] == site["evidenceId"] && edge["confidence"].as_f64().unwrap() >= 0.9);
        found.push((site["lines"]["start"].as_u64().unwrap(), met.filter_map(|edge| line_of(&edge["to"])).collect::<Vec<_>>()));
    }
    found.sort();
    assert_eq!(found, [(5, vec![1]), (6, vec![1]), (7, vec![5]), (8, vec![1]), (11, vec![10]), (12, vec![10]), (13, vec![11])]);
}

#[test]
fn what_a_namespace_has_is_defined_outside_of_its_braces_too() {
    let header = "namespace s::t {\nint probe(int a);\nextern int most;\nint only(int a);\n}\n";
    let source = "#include \"tb.h\"\n#ifdef NO_TB\nnamespace s::t {\nint most;\nint probe(int a) { return 0; }\n}\n#else\nint s::t::most;\nnamespace s {\nint t::probe(int a) { return 1; }\nint \
                  t::only(int a) { return probe(a) + most; }\n}\n#endif\n";
    let files = [("tb.h", header), ("tb.cc", source), ("use.cc", "#include \"tb.h\"\nnamespace s { int use() { return t::probe(1) + t::most; } }\n")];
    let repo = Repo::built(&files);
    let symbols = repo.rows("symbols");
    let real = |edge: &serde_json::Value| symbols.iter().rfind(|row| row["symbolId"] == edge["to"]).map(|row| row["nameLine"].as_u64().unwrap());
    let mut edges = repo.rows("edges_call");
    edges.extend(repo.rows("edges_usage"));
    let met: Vec<(Option<u64>, f64)> = edges
        .iter()
        .filter(|edge| edge["to"].as_str().is_some_and(|to| to.ends_with("probe().") || to.ends_with("most.")))
        .map(|edge| (real(edge), edge["confidence"].as_f64().unwrap()))
        .collect();
    // What stands in the other arm is never sure to be meant.
    assert!(!met.is_empty() && met.iter().all(|(line, sure)| *sure < 0.9 || matches!(line, Some(8 | 10))), "{met:?}");
    assert!(symbols.iter().any(|row| row["name"] == "only" && row["kind"] == "function" && row["path"] == "tb.cc"));
}

#[test]
fn of_classes_for_several_platforms_a_file_means_the_one_of_its_own_header() {
    let class = "namespace p {\nclass J {\n public:\n  int m_s;\n  int help();\n  void open();\n};\n}\n";
    let files = [
        ("J.hpp", "#if defined(ONE)\n#include \"One/J.hpp\"\n#else\n#include \"Two/J.hpp\"\n#endif\n"),
        ("One/J.hpp", class),
        ("Two/J.hpp", class),
        ("Two/J.cpp", "#include \"../J.hpp\"\nnamespace p {\nvoid J::open() { m_s = help(); }\n}\n"),
    ];
    sure(&files, "#open(", &["Two/`J.hpp`/p/J#help("]);
}
