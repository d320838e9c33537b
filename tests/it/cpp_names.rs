//! Names of C++ that namespaces around, directives before them, members of templates and letters tell.

use crate::cpp_overloads::lines;
use crate::left_out::check;
use crate::scoping::sure;
use crate::support::Repo;

#[test]
fn a_directive_may_name_a_namespace_that_one_before_it_opens() {
    let header = "namespace lib { namespace v2 { class Frame { public: int size() const; int k(int it); }; namespace deep { int far(); } } }\n";
    let source = "#include \"frame.h\"\nusing namespace lib;\nusing namespace v2;\nusing namespace deep;\nint Frame::k(int it) { return size(); }\nint f(const Frame &f) { return f.size() + \
                  far(); }\n";
    let files = [("frame.h", header), ("frame.cpp", source)];
    sure(&files, "/f(", &["Frame#size(", "/far("]);
    sure(&files, "k(", &["Frame#size("]);
    // Another file that names the same without what stands before it sees nothing of it.
    let other = "#include \"frame.h\"\nusing namespace v2;\nint g(const Frame &f) { return f.size(); }\n";
    let files = [("frame.h", header), ("a.cpp", source), ("b.cpp", other)];
    sure(&files, "/f(", &["Frame#size(", "/far("]);
    check(&files, "b.cpp", &[("v2", "unresolved", "no-such-module")]);
}

#[test]
fn a_file_that_is_included_for_templates_is_of_the_language() {
    let header = "template <class T> class List { public: int size() const; };\n#include \"list.tcc\"\n";
    let body = "template <class T> int List<T>::size() const { return 0; }\n";
    sure(&[("list.h", header), ("list.tcc", body), ("a.cpp", "#include \"list.h\"\nint f(List<int> it) { return it.size(); }\n")], "/f(", &["size("]);
}

#[test]
fn a_member_of_a_template_is_of_what_its_alias_stands_for() {
    let source = "#include <vector>\nstruct V { long num() const; };\ntemplate <class X> struct A { using value_type = X; value_type get(); value_type &ref(); };\ntemplate <class X> struct B { \
                  using pointer = X *; pointer get(); };\ntemplate <class X> struct D { typedef X *iterator; iterator begin(); iterator end(); };\ntemplate <class X> struct F { using vec = \
                  std::vector<X>; vec get(); vec m; };\nlong one(A<V> a) { return a.get().num(); }\nlong two(A<V> a) { return a.ref().num(); }\nlong three(B<V> b) { return b.get()->num(); \
                  }\nlong five(F<V> f) { return f.get()[0].num(); }\nlong six(F<V> f) { return f.m[0].num(); }\n";
    let files = [("a.cpp", source)];
    sure(&files, "/one(", &["A#get(", "V#num("]);
    sure(&files, "/two(", &["A#ref(", "V#num("]);
    sure(&files, "/three(", &["B#get(", "V#num("]);
    sure(&files, "/five(", &["F#get(", "V#num("]);
    sure(&files, "/six(", &["V#num("]);
}

#[test]
fn what_is_not_known_lacks_no_member() {
    let source = "template <typename X> void f() { using t = typename X::type; t v{}; v.num(); }\ntemplate <class M> struct P : M { int own(); };\nstruct Foo { int foo(); };\nint g(P<Foo> p) { \
                  return p.foo(); }\nstruct Plain { int here(); };\nint h(Plain p) { return p.gone(); }\n";
    let files = [("a.cpp", source)];
    check(&files, "a.cpp", &[("num", "unresolved", "receiver-unknown"), ("gone", "unresolved", "no-such-member")]);
    check(&files, "a.cpp", &[("foo", "resolved", "")]);
}

#[test]
fn a_nearer_namespace_comes_first_whichever_file_fills_it() {
    let header = "namespace t { class Mock { public: static void allow(); }; }\n";
    let source = "#include \"h.h\"\nclass Mock { public: void x(); static void own(); };\nnamespace t { namespace u { void f() { Mock::allow(); } } }\nvoid g() { Mock::own(); }\n";
    let files = [("h.h", header), ("a.cpp", source)];
    sure(&files, "/f(", &["t/Mock#allow("]);
    sure(&files, "/g(", &["Mock#own("]);
    let outermost = source.replace("void f() { Mock::allow(); }", "void f(::Mock m) {}");
    let repo = Repo::built(&[("h.h", header), ("a.cpp", outermost.as_str())]);
    assert_eq!(full(&repo, "a.cpp", "Mock"), ["`a.cpp`/Mock#"]);
    // What is not included is not seen.
    let files = [("h.h", header), ("a.cpp", &source["#include \"h.h\"\n".len()..])];
    sure(&files, "/g(", &["Mock#own("]);
    sure(&files, "/f(", &[]);
}

#[test]
fn a_letter_that_is_given_may_be_a_text() {
    let text = "#include <string>\nstruct Info { const char *file() const; const char *p; int n; };\nvoid k(const std::string &v) {}\nvoid k(int v) {}\nvoid m(const Info &t, char c) {\n  \
                k(t.file());\n  k(t.p);\n  k(t.n);\n  k(c);\n}\n";
    assert_eq!(lines(text, "k"), [(6, vec![3]), (7, vec![3]), (8, vec![4]), (9, vec![4])]);
}

#[test]
fn a_class_that_is_called_like_its_base_is_meant_by_that_name_inside_of_it() {
    let base = "namespace T { class File { public: void strip(long); }; }\n";
    let own = "#include \"base.h\"\nnamespace T { namespace M { class File : public T::File { public: void strip(int); void x(); }; } }\n";
    let source = "#include \"m.h\"\nusing namespace T;\nvoid M::File::x() { File::strip(1); }\n";
    sure(&[("base.h", base), ("m.h", own), ("m.cpp", source)], "File#x(", &["M/File#strip("]);
}

#[test]
fn a_type_in_capitals_may_stand_in_front_of_const() {
    let header = "U_ATTR static const int k = 0;\ntypedef struct {\n    BYTE const* nextSrc;\n    BYTE const plain;\n    U32 lowLimit;\n} W;\nint f(W *w) { return w->nextSrc != 0; }\n";
    let repo = Repo::built(&[("c.h", header)]);
    let names: Vec<String> = repo.rows("symbols").iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
    for name in ["k", "nextSrc", "plain", "lowLimit"] {
        assert!(names.iter().any(|it| it == name), "{name} {names:?}");
    }
}

#[test]
fn what_a_namespace_announces_is_meant_in_it() {
    let base = "namespace T { class Tag { public: int size() const; }; class File { public: void s(); }; }\n";
    let header = "#include \"base.h\"\nnamespace T::M { class Tag; class File : public T::File { public: Tag *tag(bool create) const; }; }\n";
    let own = "#include \"base.h\"\nnamespace T::M { class Tag : public T::Tag { public: int own() const; }; }\n";
    let other = "namespace T { class File; namespace M { class Header { public: Header(File *f, long o); }; } }\n";
    let repo = Repo::built(&[("base.h", base), ("m.h", header), ("tag.h", own), ("h.h", other)]);
    assert_eq!(full(&repo, "m.h", "Tag"), ["`tag.h`/T/M/Tag#"]);
    assert_eq!(full(&repo, "h.h", "File"), ["`base.h`/T/File#"]);
    repo.write("m.h", header.replace("class Tag; ", ""));
    repo.build();
    repo.check_clean();
    assert_eq!(full(&repo, "m.h", "Tag"), ["`base.h`/T/Tag#"]);
    repo.write("m.h", header);
    repo.build();
    repo.check_clean();
    assert_eq!(full(&repo, "m.h", "Tag"), ["`tag.h`/T/M/Tag#"]);
}

/// Where the uses of `name` in a file lead, with the file and all names around.
fn full(repo: &Repo, path: &str, name: &str) -> Vec<String> {
    let edges = repo.rows("edges_usage");
    let sites = repo.rows("sites").into_iter().filter(|row| row["path"] == path && row["name"] == name && row["role"] == "type");
    let of_site = |row: serde_json::Value| edges.iter().find(|edge| edge["evidenceId"] == row["evidenceId"]).map(|edge| edge["to"].clone());
    sites.map(|row| of_site(row).and_then(|to| Some(to.as_str()?.rsplit(' ').next()?.to_owned())).unwrap_or_default()).collect::<Vec<_>>()
}

#[test]
fn what_stands_in_front_of_the_name_of_a_member_is_looked_up_outside_of_its_class() {
    let header = "namespace T { class Tag { public: int size() const; }; namespace M { class Tag { public: int own() const; }; class File { public: T::Tag *tag() const; Tag *low() const; }; } }\n";
    let source = "#include \"m.h\"\nusing namespace T;\nTag *M::File::tag() const { Tag *t = low(); return nullptr; }\n";
    let repo = Repo::built(&[("m.h", header), ("m.cpp", source)]);
    assert_eq!(full(&repo, "m.cpp", "Tag"), ["`m.h`/T/Tag#", "`m.h`/T/M/Tag#"]);
}

#[test]
fn the_name_of_a_class_behind_itself_is_its_constructors() {
    let source = "struct B { B(int); void f(); };\nstruct D : B { using B::B; using B::f; };\n";
    let repo = Repo::built(&[("a.cpp", source)]);
    let ends = crate::c_reach::ends(&repo, "a.cpp", "B");
    assert_eq!(ends.iter().map(|end| end.split('(').next().unwrap()).collect::<Vec<_>>(), ["resolved ", "B#", "B#B", "B#"], "{ends:?}");
}

#[test]
fn attributes_and_macros_stand_in_the_heads_of_types_in_any_order() {
    let heads = [
        "class [[nodiscard]] API_",
        "class alignas(8) API_",
        "class API_ alignas(8)",
        "class [[a]] [[b(\"x\")]] API_",
        "class API_ [[nodiscard]]",
        "class [[nodiscard]]",
    ];
    for head in heads {
        let text = format!("#define API_\nnamespace t {{\n{head} Typ {{ public: int f1() const; }};\nvoid u1() {{ Typ a1; a1.f1(); }}\n}}\n");
        assert_eq!(lines(&text, "f1"), [(4, vec![3])], "{head}");
    }
    for head in ["enum class [[nodiscard]]", "enum [[maybe_unused]]", "enum class [[nodiscard]] API_", "enum [[maybe_unused]] API_"] {
        let text = format!("#define API_\n{head} E7 {{ k1 }};\nint u7() {{ E7 e = E7::k1; return 0; }}\n");
        let repo = Repo::built(&[("a.cpp", text.as_str())]);
        assert_eq!(crate::c_reach::ends(&repo, "a.cpp", "k1").len(), 1, "{head}");
        assert!(crate::c_reach::ends(&repo, "a.cpp", "k1")[0].ends_with("k1."), "{head}");
    }
}

#[test]
fn what_a_header_takes_out_of_the_library_is_of_the_language_wherever_it_is_included() {
    let types = "#pragma once\n#include <map>\n#include <chrono>\n#include <memory>\n#include <xpp/xpp.hpp>\nnamespace chrono = std::chrono;\nusing std::map;\n\
                 using std::shared_ptr;\nusing std::string;\nstruct Mixer { void go(); };\nusing Held = shared_ptr<Mixer>;\nusing Clock = chrono::steady_clock;\n\
                 namespace xpp { struct Own {}; }\n";
    let source = "#include \"types.hpp\"\nvoid f(Held held) {\n  string s;\n  s.size();\n  map<int, Mixer> all;\n  all[0].go();\n  held->go();\n  Clock::now();\n  \
                  xpp::Own own;\n  xpp::Display display;\n}\n";
    let files = [("types.hpp", types), ("a.cpp", source)];
    sure(&files, "/f(", &["Mixer#go(", "Mixer#go("]);
    let outside = |name| (name, "external", "builtin");
    check(&files, "types.hpp", &[outside("shared_ptr"), outside("steady_clock")]);
    check(&files, "a.cpp", &[outside("string"), outside("size"), outside("map"), outside("now"), ("Display", "unresolved", "unread-header")]);
}
