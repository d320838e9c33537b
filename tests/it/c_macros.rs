//! Macros in C that the grammar does not know: definitions between values, lists that write enumerators, words that bring their own comma.

use crate::c_reach::ends;
use crate::support::Repo;

#[test]
fn a_macro_may_be_defined_between_values_and_enumerators() {
    let source = "struct t { const char *n; void *p; };\nstruct t cases[] = {\n#define T(a) ((void *)(a))\n    { \"one\", T(1) },\n#undef T\n    { 0, 0 },\n};\nenum {\n#define K(n) k_##n\n    \
                  K(one), K(two) = 4, plain,\n};\nint f(void) { return k_one + k_two + plain; }\n";
    let repo = Repo::built(&[("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "T"), ["T!"]);
    assert_eq!(ends(&repo, "a.c", "a"), [] as [&str; 0]);
    assert_eq!(ends(&repo, "a.c", "K"), ["K!", "K!"]);
    for name in ["k_one", "k_two", "plain"] {
        assert_eq!(ends(&repo, "a.c", name), [format!("{name}.")]);
    }
    repo.write("a.c", source.replace("#define T(a)", "#define U(a)").replace("k_##n", "l_##n"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "T"), ["unresolved unbound-name"]);
    assert_eq!(ends(&repo, "a.c", "k_one"), ["unresolved unbound-name"]);
    let included = "enum {\n#define OP(a, b) a,\n#include \"ops.h\"\n#undef OP\n};\nint ops[] = {\n#include \"ops.h\"\n};\n";
    let repo = Repo::built(&[("a.c", included), ("ops.h", "OP(X, 1)\n")]);
    let imports = repo.rows("edges_import");
    assert_eq!(imports.iter().filter(|row| row["to"] == "file:ops.h").count(), 2, "{imports:?}");
    assert_eq!(ends(&repo, "ops.h", "OP"), ["OP!"]);
}

#[test]
fn a_macro_that_lists_enumerators_defines_them() {
    let header = "#define LIST(ITEM) \\\n  ITEM(OK_NoError) ITEM(ERR_io) \\\n  ITEM(ERR_size)\n#define AS_ENUM(X) LIB_##X,\n#define AS_PLAIN(X) X = sizeof(int),\n#define BOTH(ITEM, n) \
                  LIST(ITEM) n\ntypedef enum { LIST(AS_ENUM) LIB_last } codes;\ntypedef enum { BOTH(AS_PLAIN, plain_last) } plain;\n";
    let source = "#include \"codes.h\"\nint g(codes c) { return LIB_OK_NoError + ERR_io + LIB_last + plain_last + LIB_ERR_none; }\n";
    let repo = Repo::built(&[("codes.h", header), ("a.c", source)]);
    for name in ["LIB_OK_NoError", "ERR_io", "LIB_last", "plain_last"] {
        assert_eq!(ends(&repo, "a.c", name), [format!("{name}.")]);
    }
    assert_eq!(ends(&repo, "a.c", "LIB_ERR_none"), ["unresolved unbound-name"]);
    assert_eq!(ends(&repo, "codes.h", "AS_ENUM"), ["AS_ENUM!"]);
    let own = repo.rows("symbols").into_iter().find(|row| row["qualifiedName"] == "LIB_ERR_size").unwrap();
    assert_eq!(own["lines"]["start"], 3);
    repo.write("codes.h", header.replace("LIB_##X", "OTHER_##X"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "LIB_OK_NoError"), ["unresolved unbound-name"]);
}

#[test]
fn a_macro_behind_a_parameter_may_bring_its_own_comma() {
    let source = "typedef struct Big { int k; struct Big *next; } Big;\n#ifdef THREADS\n#define MTd , void **PTI\n#define MTa , PTI\n#else\n#define MTd\n#define MTa\n#endif\nstatic Big \
                  *alloc(int k MTd) {\n    static Big b;\n    b.k = k;\n    return &b;\n}\nstatic void release(Big *v MTd) {\n    v->next = 0;\n}\nint main(void) {\n    Big *b = alloc(3 \
                  MTa);\n    release(b MTa);\n    return b->k;\n}\n";
    let repo = Repo::built(&[("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "release"), ["release()."]);
    assert_eq!(ends(&repo, "a.c", "alloc"), ["alloc()."]);
    assert_eq!(ends(&repo, "a.c", "next"), ["Big#next."]);
    let lost: Vec<_> = repo.rows("sites").into_iter().filter(|row| row["outcome"] == "unresolved").map(|row| row["name"].clone()).collect();
    assert!(lost.is_empty(), "{lost:?}");
    let macros = ends(&repo, "a.c", "MTa");
    assert!(macros.len() == 2 && macros.iter().all(|it| it.split(' ').count() == 2), "{macros:?}");
}

#[test]
fn a_fragment_of_c_is_c_whatever_it_is_called() {
    let table = "#define TAB_SIZE 3\n#define TAB_GET(i) (my_tab[i])\nstatic const int my_tab[] = {1, 2, 3};\n";
    let source = "#include \"table.inc\"\nint sum(void) { return TAB_GET(0) + TAB_SIZE + my_tab[0]; }\n";
    let repo = Repo::built(&[("table.inc", table), ("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "TAB_SIZE"), ["TAB_SIZE!"]);
    assert_eq!(ends(&repo, "a.c", "TAB_GET"), ["TAB_GET!"]);
    assert_eq!(ends(&repo, "a.c", "my_tab"), ["my_tab."]);
    repo.write("table.inc", "PATH=/bin:/usr/bin\nexport PATH\n");
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "TAB_SIZE"), ["unresolved not-in-graph"]);
}

#[test]
fn a_macro_among_fields_declares_some() {
    let header = "#define Common struct O *next; unsigned char tt; \\\n  long marked, *links[2]\n#define Closure Common; int (*run)(void)\ntypedef struct O { Common; \
                  } O;\nstruct C { Closure; int n; };\nstruct other { int next; };\n";
    let source = "#include \"o.h\"\nstruct state { Common; int depth; };\nint m(O *o, struct C *c, struct state *s) { o->next->marked = 1; c->run(); s->tt; s->none; return \
                  o->tt + c->links[0] + c->gone; }\n";
    let repo = Repo::built(&[("o.h", header), ("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "next"), ["O#next."]);
    assert_eq!(ends(&repo, "a.c", "marked"), ["O#marked."]);
    assert_eq!(ends(&repo, "a.c", "run"), ["C#run."]);
    assert_eq!(ends(&repo, "a.c", "links"), ["C#links."]);
    // What another file says of the macro is not read.
    assert_eq!(ends(&repo, "a.c", "tt"), ["unresolved receiver-unknown", "O#tt."]);
    assert_eq!(ends(&repo, "a.c", "none"), ["unresolved receiver-unknown"]);
    assert_eq!(ends(&repo, "a.c", "gone"), ["unresolved no-such-member"]);
    repo.write("o.h", header.replace("long marked", "long gone"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "gone"), ["C#gone."]);
}

#[test]
fn an_empty_macro_may_stand_between_a_type_and_what_points() {
    let source = "#define FAR\ntypedef struct { int n; } s_t;\nint d(s_t FAR *p) { s_t FAR * FAR *all = 0; return (*p).n + p->n; }\nint k(const s_t FAR *p, s_t FAR *) { return \
                  p->n; }\n";
    let repo = Repo::built(&[("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "n"), ["s_t#n.", "s_t#n.", "s_t#n."]);
    assert_eq!(ends(&repo, "a.c", "s_t"), ["s_t#", "s_t#", "s_t#", "s_t#"]);
}

#[test]
fn a_macro_of_the_file_writes_functions() {
    let source = "typedef struct V { int n; } V;\n#define CORE_FN(CNAME, USAGE) static const int CNAME##_line = 1; V *CNAME (int argc, V **argv)\n#define PUSH(name, T) static void name(T *p, int x) \
                  { p[0] = x; }\n#define OPS(op) int op##_one(void) { return 1; } \\\n  int two_##op(long);\n#define OUTER(op) OPS(op)\nCORE_FN(cfun_b, \"(b)\") { return argv[argc]; }\nPUSH(push_int, int)\n\
                  PUSH(push_two, int);\nOUTER(add)\nint m(int *p, V **v) { push_int(p, 1); push_two(p, 2); return cfun_b(1, v)->n + add_one() + two_add(1) + argc; }\n";
    let repo = Repo::built(&[("a.c", source)]);
    for name in ["push_int", "push_two", "cfun_b", "add_one"] {
        assert_eq!(ends(&repo, "a.c", name).last().unwrap(), &format!("{name}()."), "{name}");
    }
    assert_eq!(ends(&repo, "a.c", "two_add"), ["two_add()."]);
    assert_eq!(ends(&repo, "a.c", "n"), ["V#n."]);
    // A parameter that the macro writes is one of the body alone.
    assert_eq!(ends(&repo, "a.c", "argv"), [] as [&str; 0]);
    assert_eq!(ends(&repo, "a.c", "argc"), ["unresolved unbound-name"]);
    let lines: Vec<_> = repo.rows("symbols").into_iter().filter(|row| row["name"] == "push_two").map(|row| row["nameLine"].clone()).collect();
    assert_eq!(lines, [9]);
}

#[test]
fn a_macro_of_a_header_names_the_function_behind_it() {
    let header = "typedef struct V { int n; } V;\n#define FN_S(CNAME, DOC) static const int CNAME##_line = 1; V *CNAME (int argc, V **argv)\n#define FN_D(CNAME, DOC) V *CNAME (int argc, V **argv)\n\
                  #ifdef SMALL\n#define CORE_FN FN_D\n#else\n#define CORE_FN FN_S\n#endif\n";
    let source = "#include \"core.h\"\nCORE_FN(cfun_b, \"(b)\") { return argv[argc]; }\nV *(*table[])(int, V **) = { cfun_b };\n#define MATH(f) CORE_FN(math_##f, #f) { return 0; }\nMATH(sin)\nint m(V **v) { math_sin(0, v); \
                  return cfun_b(1, v) != 0; }\n";
    let repo = Repo::built(&[("core.h", header), ("a.c", source)]);
    assert_eq!(ends(&repo, "a.c", "cfun_b"), ["CORE_FN_cfun_b()."; 3]);
    assert_eq!(ends(&repo, "a.c", "math_sin"), ["CORE_FN_math_sin()."]);
    assert_eq!(ends(&repo, "a.c", "argv"), [] as [&str; 0]);
    let named = |repo: &Repo| {
        let rows = repo.rows("symbols").into_iter().filter(|row| row["path"] == "a.c" && row["kind"] == "function");
        let mut names: Vec<String> = rows.map(|row| row["qualifiedName"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(named(&repo), ["cfun_b", "m", "math_sin"]);
    // The macro alone says which of the things that it is handed is the name.
    repo.write("core.h", header.replace("V *CNAME (int argc, V **argv)", "V *make_##CNAME (int argc, V **argv)"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "cfun_b"), ["unresolved unbound-name"; 3]);
    assert_eq!(named(&repo), ["CORE_FN_cfun_b", "CORE_FN_math_sin", "m"]);
    repo.write("core.h", header);
    repo.build();
    repo.check_clean();
    assert_eq!(named(&repo), ["cfun_b", "m", "math_sin"]);
    // Where two say it otherwise, nothing tells.
    repo.write("core.h", header.replace("#define FN_D(CNAME, DOC)", "#define FN_D(DOC, CNAME)"));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "a.c", "math_sin"), ["unresolved unbound-name"]);
}

#[test]
fn a_macro_among_the_members_of_a_class_may_declare_some() {
    let source = "#define DECL(T, name) T name(int n)\n#define BOTH(T, name) T name(); T set_##name(int)\nclass Mock { public: MOCK_METHOD(int, DoA, (int n)); MOCK_CONST_METHOD1(Old, void(int)); MOCK_METHOD(void, \
                  Two, (int, (std::map<int, int>)), (const, override)); void plain(); };\nclass Own { public: DECL(int, first); BOTH(int, snd); };\nclass Open { public: FROM_ELSEWHERE(x); void plain(); };\nclass URL { \
                  public: URL(int n); };\nvoid f(Mock a, Own b, Open c) { a.DoA(1); a.Old(2); a.Two(1, {}); a.plain(); a.gone(); b.first(1); b.snd(); b.set_snd(1); b.none(); c.plain(); c.any(); URL u(1); }\n";
    let repo = Repo::built(&[("a.cpp", source)]);
    let members = ["DoA", "Old", "Two", "plain", "first", "snd", "set_snd"].map(|name| ends(&repo, "a.cpp", name));
    let own = |end: &String| end.split('(').next().unwrap().to_owned();
    let members: Vec<Vec<String>> = members.into_iter().map(|ends| ends.iter().map(own).collect()).collect();
    assert_eq!(
        members,
        [
            vec!["Mock#DoA"],
            vec!["Mock#Old"],
            vec!["Mock#Two"],
            vec!["Mock#plain", "Open#plain"],
            vec!["Own#first"],
            vec!["Own#snd"],
            vec!["Own#set_snd"]
        ]
    );
    assert_eq!(ends(&repo, "a.cpp", "gone"), ["unresolved no-such-member"]);
    assert_eq!(ends(&repo, "a.cpp", "none"), ["unresolved no-such-member"]);
    assert_eq!(ends(&repo, "a.cpp", "any"), ["unresolved receiver-unknown"]);
}

#[test]
fn a_type_in_capitals_keeps_its_name_beside_macros() {
    let header = "typedef struct STORE_ STORE;\nstruct STORE_ { int used; };\ntypedef const struct STORE_ VIEW;\n";
    let source = "#include \"store.h\"\nint used(UNUSED void *data, STORE *s, VIEW *v) { return s->used + v->used; }\n";
    let repo = Repo::built(&[("store.h", header), ("store.c", source)]);
    for (name, expected) in [("STORE", "STORE#"), ("VIEW", "VIEW#"), ("used", "STORE_#used.")] {
        let ends = ends(&repo, "store.c", name);
        assert!(!ends.is_empty() && ends.iter().all(|it| it.as_str() == expected), "{name}: {ends:?}");
    }
}

#[test]
fn attributes_stand_behind_the_name_of_a_pointer() {
    let source = "typedef int (prn)(const char *fmt, ...);\ntypedef struct hk { prn *oops __attribute__((__format__(printf, 1, 2))); int last; } hk;\nvoid go(hk *p) { p->oops(\"a\"); p->last = 1; }\n";
    let files = [("a.c", source)];
    let repo = Repo::built(&files);
    let edges = repo.rows("edges_call");
    assert!(edges.iter().any(|row| row["to"].as_str().unwrap().ends_with("hk#oops.") && row["confidence"].as_f64().unwrap() >= 0.9), "{edges:?}");
    assert!(repo.rows("sites").iter().all(|row| row["role"] != "decorator"));
}

#[test]
fn structures_and_functions_whose_names_a_macro_pastes_are_there() {
    let header = "typedef struct VM VM;\n#define DECLARE_BUFFER(name, type) \\\n    typedef struct { type* data; int count; } name##Buffer; \\\n    void init##name##Buffer(name##Buffer* buffer); \\\n    void write##name##Buffer(VM* vm, \
                  name##Buffer* buffer, type data)\nDECLARE_BUFFER(Byte, unsigned char);\nDECLARE_BUFFER(Code, struct op*);\nstruct op { int k; };\n";
    let source = "#include \"b.h\"\ntypedef struct { ByteBuffer code; } Fn;\nint f(Fn *fn, VM *vm) {\n  ByteBuffer b;\n  CodeBuffer c;\n  initByteBuffer(&b);\n  writeByteBuffer(vm, &fn->code, 1);\n  return fn->code.count + \
                  c.data->k;\n}\n";
    let repo = Repo::built(&[("b.h", header), ("b.c", source)]);
    assert_eq!(ends(&repo, "b.c", "ByteBuffer"), ["ByteBuffer#", "ByteBuffer#"]);
    assert_eq!(ends(&repo, "b.c", "initByteBuffer"), ["initByteBuffer()."]);
    assert_eq!(ends(&repo, "b.c", "writeByteBuffer"), ["writeByteBuffer()."]);
    assert_eq!(ends(&repo, "b.c", "count"), ["ByteBuffer#count."]);
    assert_eq!(ends(&repo, "b.c", "data"), ["CodeBuffer#data."]);
    assert_eq!(ends(&repo, "b.c", "k"), ["op#k."]);
    repo.write("b.h", header.replace("name##Buffer; ", "name##Buf; "));
    repo.build();
    repo.check_clean();
    assert_eq!(ends(&repo, "b.c", "count"), ["unresolved receiver-unknown"]);
}

#[test]
fn of_types_that_arms_define_the_first_is_the_likelier() {
    let header = "#if NAN_TAGGING\ntypedef unsigned long Value;\n#else\ntypedef struct { int type; } Value;\n#endif\n";
    let repo = Repo::built(&[("v.h", header), ("a.c", "#include \"v.h\"\nint f(Value v) { return 1; }\n")]);
    let mut shares: Vec<f64> =
        repo.rows("edges_usage").iter().filter(|row| row["path"] == "a.c").map(|row| row["confidence"].as_f64().unwrap()).collect();
    shares.sort_by(f64::total_cmp);
    assert_eq!(shares, [0.45, 0.55]);
}
