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
