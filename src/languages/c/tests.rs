//! What C files say.

use crate::languages::extract::extract;
use crate::languages::testing::{check_found, on_a_worker, show, symbol, symbols};
use crate::shard::Shard;
use crate::shard::expr::ExprId;
use crate::shard::facts::Flags;

/// An expression of the body, spelled out.
pub(super) fn spell(shard: &Shard, id: ExprId) -> String {
    show(shard, &shard.body.exprs, id)
}

/// An expression of the facts, spelled out.
pub(super) fn spell_fact(shard: &Shard, id: Option<ExprId>) -> String {
    id.map_or("-".to_owned(), |id| show(shard, &shard.facts.exprs, id))
}

/// Sites as `Role name -> target`, in source order.
pub(super) fn sites(shard: &Shard) -> Vec<String> {
    shard.body.sites.iter().map(|site| format!("{:?} {} -> {}", site.role, site.name, spell(shard, site.target))).collect()
}

/// Fails unless each wanted site is there.
pub(super) fn has_sites(shard: &Shard, wanted: &[&str]) {
    check_found(&sites(shard), wanted);
}

fn c(text: &str) -> Shard {
    extract(&super::C, text)
}

#[test]
fn types_fields_and_enumerators_are_definitions() {
    let shard = c("typedef struct node { int a; struct node *next; int (*call)(void *), b[3]; } node_t, *node_p;\n\
         typedef struct { int q; } plain;\ntypedef enum { RED, GREEN } color;\nunion u { int i; };\ntypedef int (*handler)(int);\nstruct later;\ntypedef struct opaque opaque;");
    assert_eq!(
        symbols(&shard),
        [
            "struct node",
            "field node.a",
            "field node.next",
            "field node.call",
            "field node.b",
            "typeAlias node_t",
            "typeAlias node_p",
            "struct plain",
            "field plain.q",
            "enum color",
            "variant RED",
            "variant GREEN",
            "union u",
            "field u.i",
            "typeAlias handler",
            "struct opaque",
        ]
    );
    assert_eq!(spell_fact(&shard, symbol(&shard, "node_t").ty), "Symbol(node)");
    assert_eq!(spell_fact(&shard, symbol(&shard, "RED").ty), "Symbol(color)");
    assert!(symbol(&shard, "opaque").flags.has(Flags::DECLARATION));
}

#[test]
fn functions_carry_linkage_and_parameters() {
    let shard = c("int open(int a, char *b, ...);\nstatic int hidden(void) { return 1; }\nint main(int argc, char **argv) { return hidden(); }\n\
         int old(a, b) int a; struct s *b; { return a; }\nextern int shared;\nint shared = 1;\nstatic int mine;");
    assert!(symbol(&shard, "open").flags.has(Flags::DECLARATION.with(Flags::VARIADIC)));
    assert!(symbol(&shard, "hidden").flags.has(Flags::FILE_LOCAL));
    assert!(symbol(&shard, "hidden").params.is_empty());
    assert!(symbol(&shard, "main").flags.has(Flags::ENTRY_POINT));
    assert!(symbol(&shard, "mine").flags.has(Flags::FILE_LOCAL));
    assert_eq!(symbol(&shard, "main").overload, None);
    assert_eq!(spell_fact(&shard, symbol(&shard, "old").params[1].ty), "struct s[]");
    assert!(symbol(&shard, "shared").flags.has(Flags::DECLARATION));
    has_sites(&shard, &["Call hidden -> Symbol(hidden)"]);
}

#[test]
fn calls_reach_through_fields_tables_and_pointers() {
    let shard = c("struct ops { int (*run)(int); };\nint go(int x);\nstatic const struct ops table[] = { { .run = go } };\n\
         int f(struct ops *o) { o->run(1); (*o->run)(2); table[0].run(3); int (*p)(int) = &go; p(4); return sizeof(struct ops); }");
    has_sites(
        &shard,
        &[
            "Write run -> <Symbol(ops)[]>.run",
            "Read go -> go",
            "Call run -> Local(o).run",
            "Call run -> Symbol(table).run",
            "Call p -> Local(p)",
            "Type ops -> Symbol(ops)[]",
        ],
    );
    let pointer = shard.body.locals.iter().find(|local| local.name == "p").expect("a local");
    assert_eq!(spell(&shard, pointer.values[0]), "go");
}

#[test]
fn a_variable_never_hides_a_tag() {
    let shard = c("struct node { int a; };\nvoid f(struct node *node) { struct node *other = node; other->a = 1; }");
    has_sites(&shard, &["Type node -> Symbol(node)[]", "Write a -> Local(other).a"]);
    assert!(!sites(&shard).contains(&"Type node -> Local(node)".to_owned()));
}

#[test]
fn macros_are_definitions_with_the_calls_of_their_bodies() {
    let shard = c("#define LIMIT 10\n#define RUN(x, cb) do { start(x); cb(x); (x)->stop(1); } while (0)\nint f(void) { RUN(LIMIT, g); return 0; }");
    assert_eq!(symbols(&shard), ["macro LIMIT", "macro RUN", "function f"]);
    has_sites(&shard, &["Call start -> start", "Call stop -> ?.stop", "Call RUN -> Symbol(RUN)", "Read LIMIT -> Symbol(LIMIT)"]);
    assert!(!sites(&shard).iter().any(|it| it.contains(" cb ")));
}

#[test]
fn a_macro_for_the_last_fields_of_a_struct_ends_no_struct_late() {
    let text = "struct a_s {\n  int x;\n  A_FIELDS\n};\nstruct b_s {\n  B_FIELDS\n};\nstruct d_s {\n  A_FIELDS\n  B_FIELDS\n  D_FIELDS\n};\nenum e {\n  ONE_VALUE\n};\nEXPORT int open_it(struct a_s *a);\nint last(void);\n";
    let found = symbols(&c(text));
    for expected in ["struct a_s", "field a_s.x", "struct b_s", "struct d_s", "function open_it", "function last"] {
        assert!(found.iter().any(|it| it == expected), "no {expected} in {found:?}");
    }
    assert!(found.iter().any(|it| it.ends_with("ONE_VALUE")), "{found:?}");
}

#[test]
fn attribute_macros_and_split_conditionals_hide_nothing() {
    let shard = c(
        "API_EXPORT int a(void) { return 1; }\nAPI_EXPORT(int) b(void) { return 2; }\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nAPI_EXPORT struct s *c(int x);\n\
         #ifdef WIDE\nint d(long x) {\n#else\nint d(int x) {\n#endif\n  return x;\n}\n#ifdef __cplusplus\n}\n#endif\nint (*API)(void);\nint e(void) { return 0; }",
    );
    assert_eq!(symbols(&shard), ["function a", "function b", "function c", "function d", "variable API", "function e"]);
    has_sites(&shard, &["Decorator API_EXPORT -> API_EXPORT", "Type s -> struct s[]"]);
}

#[test]
fn attributes_are_told_by_their_place_where_their_names_are_not_in_capitals() {
    let shard = c("void printflike(1, 2) a(const char *, ...);\nstatic char * printflike(1, 2)\nb(const char *fmt, ...)\n{ return d(fmt); }\n\
         void c(const char *, ...) __printflike(1, 2);\nstatic int __init d(const char *x) { return twice(1); }\n__dead void e(void);\nstruct s f(int);\n\
         void g(int x) { if (x) once(1); for (;;) each(2); }");
    assert_eq!(symbols(&shard), ["function a", "function b", "function c", "function d", "function e", "function f", "function g"],);
    has_sites(&shard, &["Call printflike -> printflike", "Decorator __init -> __init", "Call d -> Symbol(d)", "Call once -> once"]);
}

#[test]
fn a_function_may_be_declared_in_parentheses_behind_a_macro() {
    let shard =
        c("typedef LUA_INTEGER lua_Integer;\nLUA_API lua_Integer (lua_tointegerx) (lua_State *L, int idx);\nLUA_API const char *(lua_name) (int);");
    assert_eq!(symbols(&shard), ["typeAlias lua_Integer", "function lua_tointegerx", "function lua_name"]);
    has_sites(&shard, &["Type lua_Integer -> Symbol(lua_Integer)"]);
}

#[test]
fn what_a_function_in_parentheses_takes_and_gives_plays_no_part() {
    let shard = c(
        "#define K 1\nLUAMOD_API int (luaopen_base) (S *L);\n#define NAME \"package\"\nLUAMOD_API int (luaopen_io) (S *L);\nLUAMOD_API double (version) (S *L);",
    );
    assert_eq!(symbols(&shard), ["macro K", "function luaopen_base", "macro NAME", "function luaopen_io", "function version"]);
    has_sites(&shard, &["Decorator LUAMOD_API -> LUAMOD_API", "Type S -> S"]);
    assert!(!sites(&shard).iter().any(|it| it.contains("luaopen") || it.contains("Type LUAMOD_API")), "{:?}", sites(&shard));
}

#[test]
fn a_tag_is_none_of_the_functions_and_variables_of_its_name() {
    let shard = c("struct a { int x; };\nstruct a *a(struct b *b) { return b->a; }\nstruct c *c;\nvoid f(void) { a(0); }");
    has_sites(&shard, &["Type a -> Symbol(a)[]", "Type b -> struct b[]", "Type c -> struct c[]", "Call a -> any(Symbol(a), Symbol(a))"]);
}

#[test]
fn both_branches_of_a_conditional_are_read() {
    let shard = c(
        "#if A\nint f(void) { return g(); }\n#elif B\nint f(void) { return h(); }\n#else\nint f(void) { return 0; }\n#endif\nint k(void) { return f(); }",
    );
    assert_eq!(symbols(&shard), ["function f", "function f", "function f", "function k"]);
    has_sites(&shard, &["Call g -> g", "Call h -> h", "Call f -> any(Symbol(f), Symbol(f), Symbol(f))"]);
}

#[test]
fn doc_comments_and_mentions_belong_to_what_follows() {
    let shard = c("int x; /* about x */\n/* Opens. See `closer()`. */\nint opener(void);\n\n/* detached */\n\nint closer(void);");
    assert_eq!(shard.body.places[1].doc, "Opens. See `closer()`.");
    assert_eq!(shard.body.places[2].doc, "");
    assert_eq!(shard.body.mentions[0].name, "closer");
}

#[test]
fn branches_are_counted() {
    let shard = c("int f(int a) { if (a) { while (a) a--; } else if (a && a) return 1; switch (a) { case 1: return 2; default: return 3; } }");
    assert_eq!((shard.body.places[0].branches, shard.body.places[0].depth), (5, 2));
}

#[test]
fn what_a_macro_heads_is_a_function() {
    let shard = c(
        "#define IMPL(n) int run_##n(void); int run_##n(void)\nIMPL(one) { helper(); }\n#define LOCAL(type, name) static type *name(type *it)\nLOCAL(node, first)\n{\n  helper();\n}\n\
         CALL_DEFINE(open, const char *, path)\n{\n  helper();\n}\nTEST(Suite, Name) { helper(); }\nSTART_TEST(x) { helper(); }\n\
         int all(void) { RUN(x) { helper(); } return run_one(); }",
    );
    let functions = ["function run_one", "function first", "function CALL_DEFINE_open", "function Suite_Name", "function START_TEST_x"];
    let found = symbols(&shard);
    for wanted in functions {
        assert!(found.iter().any(|it| it == wanted), "no {wanted} in {found:?}");
    }
    assert!(symbol(&shard, "first").flags.has(Flags::FILE_LOCAL));
    assert!(symbol(&shard, "Suite_Name").flags.has(Flags::TEST));
    has_sites(&shard, &["Call run_one -> Symbol(run_one)", "Call IMPL -> Symbol(IMPL)", "Call CALL_DEFINE -> CALL_DEFINE"]);
    let around = |site: &crate::shard::body::Site| site.enclosing.map(|it| format!("function {}", shard.facts.symbols[it as usize].name));
    let callers: Vec<String> = shard.body.sites.iter().filter(|it| it.name == "helper").filter_map(around).collect();
    assert_eq!(callers[..5], functions);
}

#[test]
fn a_function_that_a_macro_is_given_keeps_its_name() {
    let shard =
        c("UNUSED(static int one(int x)) { return x; }\nEXPORT(struct s *two(struct s *it)) { return it; }\nint three(void) { return one(1); }");
    assert_eq!(symbols(&shard), ["function one", "function two", "function three"]);
    assert!(symbol(&shard, "one").flags.has(Flags::FILE_LOCAL));
    has_sites(&shard, &["Call one -> Symbol(one)"]);
}

#[test]
fn garbage_and_deep_nesting_end_in_problems_at_most() {
    let deep = |open: &str| open.repeat(20_000);
    let texts = [
        deep("("),
        deep("["),
        deep("{"),
        deep("*"),
        format!("int f() {{ return {}1; }}", deep("(")),
        format!("int x = {}1;", "1 + ".repeat(20_000)),
        deep("namespace a {"),
        deep("if (a) "),
        "\u{feff}#define é( \"\\\n'\u{1F600}".to_owned(),
        deep("f("),
        deep("#if\n"),
        "class \"X ' R\"(".to_owned(),
    ];
    on_a_worker(move || {
        for text in &texts {
            for language in [&super::C, &super::CPP] {
                extract(language, text);
            }
            super::looks_like_cpp(text);
        }
    });
}

#[test]
fn every_node_kind_that_is_matched_exists() {
    let grammars: [tree_sitter::Language; 2] = [tree_sitter_c::LANGUAGE.into(), tree_sitter_cpp::LANGUAGE.into()];
    let sources = [
        include_str!("visitor.rs"),
        include_str!("statements.rs"),
        include_str!("records.rs"),
        include_str!("namespaces.rs"),
        include_str!("declarations.rs"),
        include_str!("declarators.rs"),
        include_str!("paths.rs"),
        include_str!("types.rs"),
        include_str!("initializers.rs"),
        include_str!("imports.rs"),
        include_str!("disguises.rs"),
        include_str!("functions.rs"),
        include_str!("isolate.rs"),
        include_str!("lambdas.rs"),
        include_str!("macros.rs"),
        include_str!("platforms.rs"),
    ];
    let mut unknown = Vec::new();
    for line in sources
        .iter()
        .flat_map(|source| source.lines())
        .filter(|line| line.contains("=>") || line.contains("kind()") || line.trim_start().starts_with('|'))
    {
        for word in line.split('"').skip(1).step_by(2) {
            let shaped = word.contains('_')
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
                && !word.starts_with('_')
                && !word.ends_with('_');
            if shaped && grammars.iter().all(|grammar| grammar.id_for_node_kind(word, true) == 0) {
                unknown.push(word);
            }
        }
    }
    unknown.retain(|word| !matches!(*word, "wchar_t" | "static_cast"));
    assert!(unknown.is_empty(), "{unknown:?}");
}
