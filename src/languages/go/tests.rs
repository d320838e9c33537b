//! What the extractor says of small Go files.

use crate::base::codes;
use crate::languages::extract::extract;
use crate::languages::go::LANGUAGE;
use crate::languages::testing::{on_a_stack, show_with, words_like_kinds};
use crate::shard::Shard;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, SymbolKind, Visibility};

fn shard(source: &str) -> Shard {
    extract(&LANGUAGE, source)
}

/// An expression of the body; a local with what it holds: `x:value`, `x:!type` where its type is declared.
fn show(shard: &Shard, id: ExprId) -> String {
    show_with(shard, &shard.body.exprs, id, &|expr| {
        let Expr::Local(index) = expr else { return None };
        let local = &shard.body.locals[*index as usize];
        let values = || local.values.iter().map(|id| show(shard, *id)).collect::<Vec<_>>().join(", ");
        Some(format!("{}:{}", local.name, local.ty.map_or_else(values, |ty| format!("!{}", show(shard, ty)))))
    })
}

/// Sites of a role in source order: `name -> target`.
fn sites(shard: &Shard, role: Role) -> Vec<String> {
    let found = shard.body.sites.iter().filter(|site| site.role == role);
    found.map(|site| format!("{} -> {}", site.name, show(shard, site.target))).collect()
}

/// Checks the calls of a function body, each as `name -> callee`.
fn check_calls(body: &str, expected: &[&str]) {
    let source = format!("package p\nfunc f() {{\n{body}\n}}\n");
    assert_eq!(sites(&shard(&source), Role::Call), expected, "{body}");
}

/// Checks all definitions, each as `Kind qualified`.
fn check_symbols(source: &str, expected: &[&str]) {
    let shard = shard(source);
    let found: Vec<String> = shard.facts.symbols.iter().map(|symbol| format!("{:?} {}", symbol.kind, symbol.qualified)).collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn every_kind_of_definition_is_found() {
    check_symbols(
        "package p\nfunc F() {}\ntype T struct { a, B int }\nfunc (t *T) M() {}",
        &["Function F", "Struct T", "Field T.a", "Field T.B", "Method T.M"],
    );
    check_symbols(
        "package p\ntype I interface { M(); Other }\ntype A = int\ntype D func(x int) error",
        &["Interface I", "Method I.M", "TypeAlias A", "TypeAlias D"],
    );
    check_symbols("package p\nconst (\n A = iota\n _\n B, C = 1, 2\n)\nvar x, _ = f()", &["Constant A", "Constant B", "Constant C", "Variable x"]);
    check_symbols(
        "package p\nfunc f() { const c = 1; var v = 2; type t struct { a int }; x := func() {} }",
        &["Function f", "Struct f.t", "Field f.t.a"],
    );
}

#[test]
fn the_first_letter_decides_who_sees_a_name() {
    let shard = shard("package p\ntype T struct { a, B int }\nfunc é() {}\nfunc É() {}");
    let public: Vec<&str> = shard.facts.symbols.iter().filter(|it| it.visibility == Visibility::Public).map(|it| it.name.as_str()).collect();
    assert_eq!(public, ["T", "B", "É"]);
    assert!(shard.facts.symbols.iter().all(|it| it.flags.has(Flags::EXPORTED) == (it.visibility == Visibility::Public)));
}

#[test]
fn a_method_extends_its_receiver_type_without_pointer_and_arguments() {
    let shard = shard("package p\nfunc (l *List[T]) Get() T { return l.v }");
    let extension = &shard.facts.extensions[0];
    assert_eq!((extension.target_name.as_str(), extension.generics[0].name.as_str()), ("List", "T"));
    assert_eq!(shard.facts.symbols[0].qualified, "List.Get");
    let receiver = &shard.body.locals.iter().find(|local| local.receiver).unwrap();
    assert_eq!((receiver.name.as_str(), show(&shard, receiver.ty.unwrap())), ("l", "List[T:]".to_owned()));
    assert!(sites(&shard, Role::Read).contains(&"v -> l:!List[T:].v".to_owned()));
}

#[test]
fn embedding_makes_a_field_and_a_type_above() {
    let shard = shard("package p\nimport \"q\"\ntype T struct { *q.Base; Local }\ntype I interface { q.Reader; Closer; ~int | string }");
    let above = |index: usize| shard.facts.symbols[index].supertypes.len();
    let names: Vec<&str> = shard.facts.symbols.iter().map(|it| it.qualified.as_str()).collect();
    assert_eq!(names, ["T", "T.Base", "T.Local", "I"]);
    assert_eq!((above(0), above(3)), (2, 2));
    assert_eq!(sites(&shard, Role::Extends), ["Base -> Import(q).Base", "Local -> Local", "Reader -> Import(q).Reader", "Closer -> Closer"]);
}

#[test]
fn a_blank_variable_of_an_interface_type_records_conformance() {
    let shard = shard("package p\nvar _ I = (*T)(nil)\nvar _ q.J = &U{}\nvar _ K = f()");
    let found: Vec<_> = shard.facts.extensions.iter().map(|it| (it.target_name.as_str(), it.interface_name.as_deref())).collect();
    assert_eq!(found, [("T", Some("I")), ("U", Some("J"))]);
    assert_eq!(sites(&shard, Role::Implements), ["I -> I", "J -> q.J"]);
}

#[test]
fn results_are_declared_types_and_several_are_a_tuple() {
    let shard = shard("package p\nfunc a() *T { return nil }\nfunc b() (x *T, err error) { return }\nfunc c() {}\nfunc d() (int) { return 1 }");
    let facts = |index: usize| shard.facts.symbols[index].ty.map(|ty| shard.facts.exprs[ty.0 as usize].clone());
    assert!(matches!(facts(0), Some(Expr::Free(name)) if name == "T"));
    assert!(matches!(facts(1), Some(Expr::Tuple(parts)) if parts.len() == 2));
    assert!(facts(2).is_none());
    assert!(matches!(facts(3), Some(Expr::Free(name)) if name == "int"));
}

#[test]
fn calls_carry_what_their_receiver_holds() {
    check_calls("x := T{}; x.M()", &["M -> x:<+T>.M"]);
    check_calls("x := &T{}; x.M()", &["M -> x:<+T>.M"]);
    check_calls("x := new(T); x.M()", &["new -> new", "M -> x:<+T>.M"]);
    check_calls("x, err := g(); x.M(); err.Error()", &["g -> g", "M -> x:g()#0.M", "Error -> err:g()#1.Error"]);
    check_calls("var x pkg.T; x.M()", &["M -> x:!pkg.T.M"]);
    check_calls("a.b.c()", &["c -> a.b.c"]);
    check_calls("x, ok := v.(*T); x.M()", &["M -> x:<T>.M"]);
    check_calls("x := <-c; x.M()", &["M -> x:each c.M"]);
    check_calls("x, ok := m[k]; x.M()", &["M -> x:each m.M"]);
    check_calls("x := append(s, t); x[0].M()", &["append -> append", "M -> each x:s.M"]);
    check_calls("x := (*T)(p); x.M()", &["M -> x:<T>.M"]);
    check_calls("defer x.Close(); go run()", &["Close -> x.Close", "run -> run"]);
}

#[test]
fn closures_give_their_written_result() {
    check_calls("g := func() *T { return nil }; g().M()", &["g -> g:<func[T]>", "M -> <T>.M"]);
    check_calls("func() *T { return nil }().M()", &["M -> <T>.M"]);
}

#[test]
fn loops_give_elements_and_keys() {
    check_calls("for i, v := range s { v.M() }", &["M -> v:each s.M"]);
    check_calls("m := map[K]V{}; for k := range m { k.M() }", &["M -> k:<K>.M"]);
    check_calls("c := make(chan T); for v := range c { v.M() }", &["make -> make", "M -> v:each c:<+chan[T]>.M"]);
    check_calls("for k := range unknown { k.M() }", &["M -> k:in unknown.M"]);
}

#[test]
fn a_type_switch_narrows_each_case() {
    check_calls(
        "switch v := x.(type) { case *A: v.M(); case B, C: v.N(); case nil: v.O(); default: v.P() }",
        &["M -> v:!A.M", "N -> v:x.N", "O -> v:x.O", "P -> v:x.P"],
    );
}

#[test]
fn inner_scopes_hide_and_end() {
    check_calls("x := A{}; if x := (B{}); true { x.M() }; x.N()", &["M -> x:<+B>.M", "N -> x:<+A>.N"]);
    check_calls("x := A{}; { x := x.Next(); x.M() }", &["Next -> x:<+A>.Next", "M -> x:x:<+A>.Next().M"]);
    check_calls("select { case v := <-c: v.M() }; v.N()", &["M -> v:each c.M", "N -> v.N"]);
}

#[test]
fn generic_calls_and_calls_of_elements_are_told_apart() {
    check_calls("F[int](x)", &["F -> F"]);
    check_calls("h := t; h[i](x)", &[]);
    check_calls("i := 1; table[i](x)", &[]);
    let shard = shard("package p\nimport \"q\"\nfunc f() { q.Map[A, B](x, y).M(); q.New[A](1) }");
    assert_eq!(sites(&shard, Role::Call), ["Map -> Import(q).Map", "M -> Import(q).Map[A, B]().M", "New -> Import(q).New"]);
}

#[test]
fn a_type_argument_without_arguments_behind_it_is_told_from_an_index_by_what_the_file_declares() {
    check_calls("own[*item](); table[item]()", &["own -> own"]);
    let head = "package p\nimport \"q\"\nimport \"r\"\ntype item struct{}\nvar at, kind = 1, 2\nvar table = map[int]func(){}\nfunc own[T any]() {}\n";
    let shard_of = |body: &str| shard(&format!("{head}func f() {{ {body} }}"));
    let calls = |body: &str| sites(&shard_of(body), Role::Call);
    assert_eq!(calls("q.New[*item](); q.New[item](); q.New[*r.T](); q.New[r.T]()"), ["New -> Import(q).New"; 4]);
    assert_eq!(calls("own[*item](); own[item](); own[other](); own[r.T]()"), ["own -> Symbol(own)"; 4]);
    assert!(calls("q.Table[at](); q.Table[*kind](); table[at](); table[*kind](); table[other]()").is_empty());
    let types = sites(&shard_of("q.New[*item](); q.New[r.T]()"), Role::Type);
    assert!(["item -> Symbol(item)", "T -> Import(r).T"].iter().all(|ty| types.iter().any(|it| it == ty)), "{types:?}");
}

#[test]
fn type_parameters_stand_for_their_bounds() {
    let shard = shard("package p\nfunc F[T Shape, U ~int | string](x T) { x.Area() }");
    let generics: Vec<_> = shard.facts.symbols[0].generics.iter().map(|it| (it.name.as_str(), it.bounds.len())).collect();
    assert_eq!(generics, [("T", 1), ("U", 2)]);
    assert_eq!(sites(&shard, Role::Call), ["Area -> x:!T:Shape.Area"]);
}

#[test]
fn literals_write_the_fields_they_name() {
    let shard = shard("package p\nvar x = []T{{Name: a, Deep: &U{B: b}}}\nvar m = map[K]V{k: {C: c}}");
    assert_eq!(sites(&shard, Role::Write), ["Name -> each <+[][T]>.Name", "Deep -> each <+[][T]>.Deep", "B -> <+U>.B", "C -> each <+map[K, V]>.C"]);
    assert_eq!(sites(&shard, Role::Read), ["a -> a", "b -> b", "k -> k", "c -> c"]);
}

#[test]
fn anonymous_structs_have_fields() {
    let shard = shard("package p\nfunc TestX(t *testing.T) {\n for _, c := range []struct{ name string }{{name: \"a\"}} { use(c.name) }\n}");
    assert_eq!(shard.facts.symbols[2].qualified, "TestX.struct.name");
    assert!(sites(&shard, Role::Read).contains(&"name -> c:each <+[][Symbol(TestX.struct)]>.name".to_owned()));
}

#[test]
fn imports_bind_their_alias_or_the_likely_package_name() {
    let source = "package p\nimport (\n\"net/http\"\nx \"a/b\"\n. \"c\"\n_ \"d\"\n\"e.com/f/v2\"\n\"gopkg.in/yaml.v3\"\n\
        \"g.com/go-isatty\"\n)\nfunc f() { isatty.X(); yaml.Y() }\nvar a, b = http.X, f.X";
    let shard = shard(source);
    let bindings: Vec<&str> = shard.facts.imports.iter().map(|import| import.binding.as_str()).collect();
    assert_eq!(bindings, ["http", "x", "", "", "f", "yaml", "isatty"]);
    assert_eq!(sites(&shard, Role::Call), ["X -> Import(isatty).X", "Y -> Import(yaml).Y"]);
    assert_eq!(shard.body.sites.iter().filter(|site| site.role == Role::Import).count(), 7);
}

#[test]
fn the_use_in_the_file_decides_between_likely_package_names() {
    let bindings = |body: &str| shard(&format!("package p\nimport \"k.io/core/v1\"\nfunc f() {{ {body} }}")).facts.imports[0].binding.to_string();
    assert_eq!((bindings("v1.X()"), bindings("core.X()"), bindings("")), ("v1".into(), "core".into(), "core".into()));
}

#[test]
fn tests_and_entry_points_are_flagged() {
    let source = "package main\nfunc main() {}\nfunc TestA(t *testing.T) {}\nfunc Testify(t *testing.T) {}\nfunc BenchmarkA(b *testing.B) {}\n\
        func ExampleA() {}\nfunc TestMain(m *testing.M) {}\nfunc TestB(x int) {}";
    let shard = shard(source);
    let flagged = |flag| shard.facts.symbols.iter().filter(|it| it.flags.has(flag)).map(|it| it.name.to_string()).collect::<Vec<_>>();
    assert_eq!(flagged(Flags::TEST), ["TestA", "BenchmarkA", "ExampleA", "TestMain"]);
    assert_eq!(flagged(Flags::ENTRY_POINT), ["main"]);
}

#[test]
fn a_constant_without_value_takes_the_type_above() {
    let shard = shard("package p\nconst (\n A Kind = iota\n B\n)");
    assert_eq!(shard.facts.symbols[0].kind, SymbolKind::Constant);
    assert!(shard.facts.symbols[1].ty.is_some() && shard.facts.symbols[0].ty == shard.facts.symbols[1].ty);
}

#[test]
fn docs_are_the_comments_right_above() {
    let source =
        "package p\n\n// far\n\n// F does `G` and [q.H].\n//go:noinline\nfunc F() {}\n\ntype T struct {\n\ta int // behind\n\t// B is.\n\tB int\n}";
    let shard = shard(source);
    let docs: Vec<&str> = shard.body.places.iter().map(|place| place.doc.as_str()).collect();
    assert_eq!(docs, ["F does `G` and [q.H].", "", "", "B is."]);
    let mentions: Vec<&str> = shard.body.mentions.iter().map(|mention| mention.span.text(source)).collect();
    assert_eq!(mentions, ["G", "H"]);
    assert_eq!(shard.body.places[0].signature, "func F()");
    assert_eq!(&source[shard.body.places[0].lead as usize..][..4], "// F");
}

#[test]
fn branches_are_counted_with_their_depth() {
    let shard = shard("package p\nfunc f() { if a && b { for { } } else if c { }; switch x { case 1: default: } }");
    assert_eq!((shard.body.places[0].branches, shard.body.places[0].depth), (6, 2));
}

#[test]
fn garbage_and_deep_nesting_end_in_problems() {
    for source in ["package", "func (", "}}}]]", "type T struct { *", "import \"", "package p\nvar é = \u{fffd}(", "func f() { x := ", "\u{0}\u{1}"]
    {
        shard(source);
    }
    let deep = |open: &str| format!("package p\nvar x = {}", open.repeat(20_000));
    let sources = [deep("("), deep("["), deep("f("), deep("func() { "), deep("[]"), deep("T{{"), deep("-"), deep("a+"), deep("a."), deep("*")];
    let too_deep = on_a_stack(16 << 20, move || {
        for source in &sources {
            shard(source);
        }
        let nested = shard(&format!("package p\nvar x = {}1{}", "(".repeat(2_000), ")".repeat(2_000)));
        nested.body.problems.iter().filter(|problem| problem.code == codes::P_DEPTH.name).count()
    });
    assert_eq!(too_deep, 1);
}

#[test]
fn long_chains_are_not_deep() {
    let calls = format!("package p\nfunc f() {{ x := a{} }}", "+g()".repeat(5_000));
    assert_eq!(sites(&shard(&calls), Role::Call).len(), 5_000);
    let branches = format!("package p\nfunc f() {{ if a {{ }}{} }}", " else if b { g() }".repeat(2_000));
    assert_eq!(sites(&shard(&branches), Role::Call).len(), 2_000);
}

#[test]
fn every_matched_node_kind_exists_in_the_grammar() {
    let grammar: tree_sitter::Language = tree_sitter_go::LANGUAGE.into();
    let sources = [
        include_str!("assignments.rs"),
        include_str!("branches.rs"),
        include_str!("calls.rs"),
        include_str!("definitions.rs"),
        include_str!("documents.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("imports.rs"),
        include_str!("literals.rs"),
        include_str!("signatures.rs"),
        include_str!("statements.rs"),
        include_str!("type_definitions.rs"),
        include_str!("types.rs"),
    ];
    let shapes = [
        "_type",
        "_literal",
        "_expression",
        "_statement",
        "_declaration",
        "_spec",
        "_identifier",
        "_clause",
        "_list",
        "_elem",
        "_case",
        "_value",
        "_element",
    ];
    let mut checked = 0;
    for word in words_like_kinds(&sources).into_iter().filter(|word| shapes.iter().any(|shape| word.ends_with(shape))) {
        assert_ne!(grammar.id_for_node_kind(word, true), 0, "{word}");
        checked += 1;
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn new_takes_a_type_or_a_value() {
    let body = "x := 3\nv := T{}\na := new(int64(x))\nb := new(make())\nc := new(v)\nd := new(T)\n_ = new(x + 1)\nb.m()\nc.m()\nd.m()";
    let source = format!("package p\nfunc f() {{\n{body}\n}}\n");
    let shard = shard(&source);
    assert!(shard.body.problems.is_empty(), "{:?}", shard.body.problems);
    let calls = sites(&shard, Role::Call);
    let members: Vec<&str> = calls.iter().filter_map(|call| call.strip_prefix("m -> ")).collect();
    let names: Vec<&str> = calls.iter().filter_map(|call| call.split(" -> ").next()).filter(|name| *name != "m").collect();
    assert_eq!(names, ["new", "int64", "new", "make", "new", "new", "new"]);
    assert_eq!(members, ["b:make().m", "c:v:<+T>.m", "d:<+T>.m"]);
    assert_eq!(sites(&shard, Role::Type).len(), 2, "the types that are built, and no variable");
}
