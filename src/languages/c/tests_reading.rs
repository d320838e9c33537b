//! What stands in the grammar's way costs at most itself.

use super::tests::has_sites;
use super::tests_cpp::cpp;
use crate::languages::testing::symbols;

/// Reads a class with `member` in its middle, whole; gives what it defines besides the class and the last member.
fn members(member: &str) -> Vec<String> {
    let text = format!("namespace n {{\nclass C {{\n public:\n{member}\n  int last(int x);\n}};\n}}\nvoid behind();");
    let shard = cpp(&text);
    assert_eq!(shard.body.problems, [], "{member}");
    let mut names = symbols(&shard);
    assert_eq!(names.pop().as_deref(), Some("function behind"), "{member}");
    assert_eq!(names.pop().as_deref(), Some("method n.C.last"), "{member}");
    names.split_off(2)
}

#[test]
fn words_in_front_of_whole_heads_are_attributes() {
    assert_eq!(members("lib_inline result<T> get() const noexcept;"), ["method n.C.get"]);
    assert_eq!(members("lib_unused lib_inline static ns::Type *make(int);"), ["method n.C.make"]);
    assert_eq!(
        members("lib_inline bool is() const;\nlib_inline C(int x) noexcept;\nlib_inline ~C();"),
        ["method n.C.is", "constructor n.C.C", "method n.C.~C"]
    );
    assert_eq!(members("lib_inline bool a();\nlib_inline operator bool() const;"), ["method n.C.a", "method n.C.operator bool"]);
    assert_eq!(members("lib_inline C &operator=(const C &other) = delete;"), ["method n.C.operator="]);
    assert_eq!(members("result<T> LIB_CONSTEXPR make(int x);"), ["method n.C.make"]);
    assert_eq!(members("[[nodiscard]] LIB_API const ::ns::Type *LIB_NONNULL\nmake();"), ["method n.C.make"]);
    assert_eq!(members("LIB_DEPRECATE()\n[[nodiscard]] inline bool f();"), ["method n.C.f"]);
}

#[test]
fn words_that_are_types_elsewhere_are_no_attributes() {
    let shard = cpp(
        "struct Type { int x; };\nType make(int);\nType *other;\nType const first;\nType second PACKED;\nType third GUARDED_BY(x);\nvoid f(Type const &x, Type *y) { Type z; }",
    );
    assert_eq!(shard.body.problems, []);
    assert_eq!(symbols(&shard)[2..], ["function make", "variable other", "constant first", "variable second", "variable third", "function f"]);
    has_sites(&shard, &["Type Type -> Symbol(Type)"]);
}

#[test]
fn attributes_of_parameters_and_functions_are_passed_over() {
    assert_eq!(members("void f(LIB_NOESCAPE const void *data, const char *lib_nonnull name, T &x LIB_CAPTURED);"), ["method n.C.f"]);
    assert_eq!(members("int f() noexcept lib_bound { return 1; }\nC() lib_noexcept = default;"), ["method n.C.f", "constructor n.C.C"]);
    assert_eq!(members("int f(int x) LIB_COLD LIB_NOINLINE;\nC &operator<<(int x) LIB_COLD;"), ["method n.C.f", "method n.C.operator<<"]);
}

#[test]
fn macros_between_a_type_and_what_it_is_the_type_of_are_passed_over() {
    let shard = cpp(
        "namespace n {\nLIB_INLINE pool::pool(int k) { post(k); }\nvoid LIB_INLINE pool::post(int m) { post_(m, 1); }\nvoid LIB_INLINE pool::post_(msg &&m,\n    int k) { q_.pop(k); }\nbool LIB_INLINE pool::operator==(const pool &x) const { return true; }\n}\ntemplate <typename M>\nvoid LIB_INLINE n::sink<M>::set(int p) { set_(p); }\n",
    );
    assert_eq!(
        symbols(&shard),
        ["module n", "constructor n.pool.pool", "method n.pool.post", "method n.pool.post_", "method n.pool.operator==", "method n.sink.set"]
    );
    has_sites(&shard, &["Decorator LIB_INLINE -> LIB_INLINE", "Call post_ -> post_", "Call set_ -> set_"]);
    let shard = cpp(
        "namespace p {\nvoid LIB_CALL setup(alloc_fn a, free_fn f);\nalloc_fn LIB_CALL get();\nAPI S LIB_CALL make(const char *s) { S x; return x; }\n}",
    );
    assert_eq!(symbols(&shard), ["module p", "function p.setup", "function p.get", "function p.make"]);
    has_sites(&shard, &["Type S -> S", "Type alloc_fn -> alloc_fn"]);
}

#[test]
fn classes_behind_rows_of_macros_keep_their_members() {
    let shard = cpp("class LIB_EXPORT LIB_LOCKABLE Lock : public Base {\n public:\n  Lock() : x(1) {}\n  int x;\n};");
    assert_eq!(shard.body.problems, []);
    assert_eq!(symbols(&shard), ["class Lock", "constructor Lock.Lock", "field Lock.x"]);
}

#[test]
fn macros_whose_names_end_in_capitals_export_classes() {
    let shard = cpp(
        "namespace a {\nlib_EXPORT const char *f(int i);\nclass lib_EXPORT Lock {\n private:\n  int x;\n public:\n  Lock();\n  virtual ~Lock();\n  int lock(const char *p);\n};\nstruct Point p{1};\n}",
    );
    assert_eq!(shard.body.problems, []);
    assert_eq!(
        symbols(&shard),
        [
            "module a",
            "function a.f",
            "class a.Lock",
            "field a.Lock.x",
            "constructor a.Lock.Lock",
            "method a.Lock.~Lock",
            "method a.Lock.lock",
            "variable a.p"
        ]
    );
}

#[test]
fn macros_around_the_names_of_classes_and_values_are_passed_over() {
    let shard = cpp("class Builder FINAL_CLASS {\n public:\n  Builder(int a = 1, int b = 2)\n      : a_(a) {}\n  int a_;\n};\n\
                     ALIGNED_STRUCT(8) Vec FINAL_CLASS {\n private:\n  float x_;\n public:\n  Vec() : x_(0) {}\n};\n\
                     enum Backend { NONE = 0, OLD DEPRECATED(1, \"\") = 3, LAST };");
    assert_eq!(shard.body.problems, []);
    assert_eq!(
        symbols(&shard),
        [
            "class Builder",
            "constructor Builder.Builder",
            "field Builder.a_",
            "struct Vec",
            "field Vec.x_",
            "constructor Vec.Vec",
            "enum Backend",
            "variant NONE",
            "variant OLD",
            "variant LAST"
        ]
    );
    assert_eq!(members("static void fill(Stream *out, const REF_WRAP(T) in) { use(in); }"), ["method n.C.fill"]);
}

#[test]
fn macros_under_each_other_are_elements() {
    let shard = cpp("struct F table[] = {\n  ENTRY(first),\n#define EXTRA(x) ENTRY(x),\nEXTRAS\n#undef EXTRA\n  ENTRY(second),\n  x @,\n};");
    has_sites(&shard, &["Read first -> first", "Read second -> second"]);
}

#[test]
fn operators_may_be_given_to_macros() {
    let shard = cpp("void f() {\n  CHECK(g(), ==, h());\n  MAKE(<, false, i());\n}");
    assert_eq!(shard.body.problems, []);
    has_sites(&shard, &["Call g -> g", "Call h -> h", "Call i -> i"]);
}

#[test]
fn newer_syntax_costs_nothing() {
    assert_eq!(members("static C array(list init = {}, const Spec &spec = {}) { return C(init); }"), ["method n.C.array"]);
    assert_eq!(members("int f() { g(typename T::value_type(1), x); return h(typename T::tag{}); }"), ["method n.C.f"]);
    assert_eq!(members("template <class K, int&..., class V> void f(K k, V v);"), ["method n.C.f"]);
    assert_eq!(members("template <class T, typename = LIB_ENABLE_IF(T::value)> void f(T x);"), ["method n.C.f"]);
    assert_eq!(members("template <class T>\n  requires(is_class<T> && !other<T>)\nlib_inline constexpr void f(T &x);"), ["method n.C.f"]);
    let shard = cpp("extern template int f<1>(ns::View, int);\nextern template void *g<0, false>(T &);\nvoid h();");
    assert_eq!((symbols(&shard), shard.body.problems.len()), (vec!["function h".to_owned()], 0));
}

#[test]
fn operators_are_called_by_their_names() {
    let shard = cpp(
        "struct V { T &operator[](int i); T &at(int i) { return operator[](i); } };\nint f(V *v) { v->operator[](1) = 2; return v->operator()(3); }",
    );
    assert_eq!(shard.body.problems, []);
    has_sites(&shard, &["Call operator[] -> operator[]", "Call operator[] -> Local(v).operator[]", "Call operator() -> Local(v).operator()"]);
}

#[test]
fn macros_for_keywords_keep_what_they_govern() {
    let shard = cpp(
        "void f() {\n  LIB_IF_CONSTEXPR(a()) { b(); }\n  else LIB_IF_CONSTEXPR(c()) { d(); }\n  LIB_TRY { e(); } LIB_CATCH (std::exception &) { g(); }\n  h();\n}",
    );
    assert_eq!(shard.body.problems, []);
    has_sites(&shard, &["Call b -> b", "Call d -> d", "Call e -> e", "Call g -> g", "Call h -> h"]);
}

#[test]
fn conditionals_inside_of_heads_leave_one_branch() {
    assert_eq!(members("template <class T,\n#if A\n  int N,\n#endif\n  class U> void f(T x, U y);"), ["method n.C.f"]);
    assert_eq!(members("template <template <class> class T,\n#if A\n  int N,\n#endif\n  class U> void f(U y);"), ["method n.C.f"]);
    assert_eq!(members("#ifdef A\n  static\n#endif\n  int f();"), ["method n.C.f"]);
    assert_eq!(members("void f() {\n#if A\n  if (a())\n#else\n  if (b())\n#endif\n  { c(); }\n  d();\n}"), ["method n.C.f"]);
    assert_eq!(members("void f() {\n  if (a()) b();\n#if A\n  else {\n    c();\n  }\n#endif\n  d();\n}"), ["method n.C.f"]);
    assert_eq!(members("void f() {\n#if A\n  if (a()) goto rest;\nrest:\n#endif\n  for (;;) { c(); }\n}"), ["method n.C.f"]);
    assert_eq!(members("void f() {\n#if A\n  if (a(1))\n#else\n  if (b())\n#endif\n    c();\n  else\n    d();\n}"), ["method n.C.f"]);
    assert_eq!(members("static double\n#ifdef A\nx[] = {1};\n#else\nx[] = {2};\n#endif\nint f();"), ["field n.C.x", "method n.C.f"]);
    let shard = cpp("#if __has_include(<optional>)\n#include <optional>\n#endif\nvoid f();");
    assert_eq!(shard.body.problems, []);
}

#[test]
fn conditionals_around_the_elements_of_a_list_leave_one_branch() {
    use std::fmt::Write;
    let mut text = "static const struct row rows[] = {\n".to_owned();
    for at in 0..100 {
        let _ = writeln!(text, "#ifdef WITH_{at}\n  {{ \"the name of row {at}\", handle_{at} }},\n#endif");
    }
    text += "};\nvoid behind(void) { after(); }\n";
    let shard = cpp(&text);
    assert_eq!(shard.body.problems, []);
    assert_eq!(symbols(&shard), ["constant rows", "function behind"]);
    has_sites(&shard, &["Read handle_0 -> handle_0", "Read handle_99 -> handle_99", "Call after -> after"]);
}

/// A class of many members, one of which holds `statement`.
fn large(statement: &str) -> String {
    use std::fmt::Write;
    let mut text = "namespace n {\nclass Big : public Base {\n public:\n".to_owned();
    for at in 0..40 {
        let _ = writeln!(text, "  int early_{at}(const std::vector<int> &v) {{ return v[{at}] + helper_{at}(v); }}");
    }
    let _ = writeln!(text, "  void bad() {{\n    before();\n    {statement}\n    after();\n  }}");
    for at in 0..40 {
        let _ = writeln!(text, "  int late_{at}(const std::vector<int> &v) {{ return v[{at}]; }}");
    }
    text + "};\n}\nvoid behind();\n"
}

#[test]
fn what_does_not_parse_costs_itself_and_says_so() {
    let statement = "template <class T> requires (x && foo(;";
    let text = large(statement);
    let shard = cpp(&text);
    let mut expected = vec!["module n".to_owned(), "class n.Big".to_owned()];
    expected.extend((0..40).map(|at| format!("method n.Big.early_{at}")));
    expected.push("method n.Big.bad".to_owned());
    expected.extend((0..40).map(|at| format!("method n.Big.late_{at}")));
    expected.push("function behind".to_owned());
    assert_eq!(symbols(&shard), expected);
    has_sites(&shard, &["Call before -> before", "Call after -> after", "Call helper_39 -> helper_39"]);
    let [problem] = shard.body.problems.as_slice() else { panic!("{:?}", shard.body.problems) };
    assert_eq!(problem.message, "left out, does not parse");
    assert_eq!(problem.span.text(&text), statement);
}

#[test]
fn a_calling_convention_in_front_of_a_pointer_leaves_the_type_its_name() {
    let shard = cpp(
        "typedef ULONG (WINAPI *one)(DWORD);\ntypedef int (CALLBACK *two)(DWORD x);\ntypedef void *(zcall *three)(int a);\ntypedef LRESULT (CALLBACK four)(HWND);\nstruct s { ULONG (WINAPI *field)(DWORD); };\nint run(int a, int b) { return (max)(a * b)(b); }",
    );
    assert_eq!(symbols(&shard), ["typeAlias one", "typeAlias two", "typeAlias three", "typeAlias four", "struct s", "field s.field", "function run"]);
}

#[test]
fn a_string_that_goes_on_behind_the_end_of_a_line_is_read_whatever_ends_lines() {
    for end in ["\n", "\r\n"] {
        let shard =
            cpp(&"struct Doc { void parse(); };\nvoid f() {\n  const char* text = \"<a> \\\n <b>\";\n  Doc doc;\n  doc.parse();\n}\n"
                .replace('\n', end));
        assert_eq!(shard.body.problems, [], "{end:?}");
        has_sites(&shard, &["Type Doc -> Symbol(Doc)", "Call parse -> Local(doc).parse"]);
    }
}

#[test]
fn conditionals_on_one_macro_keep_branches_that_fit_each_other() {
    let text = "int f(int e) {\n  int j = 0;\n#ifdef FAST\n  if (e) { j = fast(); }\n#else\n  if (e) {\n    j = slow();\n    if (!j) {\n      j = 2;\n#endif\n      if (j) { undo(); \
                }\n#ifndef FAST\n      j = tiny();\n    }\n  }\n#endif\n#if defined(FAST)\n  if (j) {\n#endif\n  last(j);\n#if defined(FAST)\n  }\n#endif\n}\nint behind(int k) { return \
                after(k); }\n";
    let shard = cpp(text);
    assert_eq!(shard.body.problems, []);
    assert_eq!(symbols(&shard), ["function f", "function behind"]);
    has_sites(&shard, &["Call fast -> fast", "Call undo -> undo", "Call last -> last", "Read j -> Local(j)", "Call after -> after"]);
}

#[test]
fn a_class_in_capitals_that_is_final_is_no_macro() {
    let shard = cpp(
        "class MY_CLASS final {\n public:\n  void m();\n};\nstruct Vec_SSE final { int y; };\nclass lib_EXPORT Good final {\n  int z;\n};\nclass API State final : public MY_CLASS {\n  void n();\n};\n",
    );
    assert_eq!(
        symbols(&shard),
        ["class MY_CLASS", "method MY_CLASS.m", "struct Vec_SSE", "field Vec_SSE.y", "class Good", "field Good.z", "class State", "method State.n"]
    );
}
