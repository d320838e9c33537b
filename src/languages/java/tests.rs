//! What the extractor says of small sources, feature by feature.

use super::{LANGUAGE, MAVEN};
use crate::languages::extract::extract;
use crate::languages::testing::{self, check_found, locals, on_a_worker, show, words_like_kinds};
use crate::shard::facts::{Flags, Symbol, Visibility};

/// All that tests ask about, one line a fact: `def`, `above`, `import`, `site`, `local`.
fn facts(source: &str) -> Vec<String> {
    let shard = extract(&LANGUAGE, source);
    let mut lines = Vec::new();
    for symbol in &shard.facts.symbols {
        let declared = symbol.ty.map_or(String::new(), |ty| format!(": {}", show(&shard, &shard.facts.exprs, ty)));
        lines.push(format!("def {} {}{declared}", symbol.kind.word(), symbol.qualified));
        for supertype in &symbol.supertypes {
            lines.push(format!("above {} {:?} {}", symbol.qualified, supertype.heritage, show(&shard, &shard.facts.exprs, supertype.ty)));
        }
        for generic in &symbol.generics {
            let bounds: Vec<String> = generic.bounds.iter().map(|bound| show(&shard, &shard.facts.exprs, *bound)).collect();
            lines.push(format!("generic {}<{}> {}", symbol.qualified, generic.name, bounds.join(" & ")));
        }
    }
    for import in &shard.facts.imports {
        lines.push(format!("import {} {:?} as {}", import.module, import.imported, import.binding));
    }
    for site in &shard.body.sites {
        let target = show(&shard, &shard.body.exprs, site.target);
        let args = if site.arg_count.is_some() {
            format!("({})", site.args.iter().map(|arg| show(&shard, &shard.body.exprs, *arg)).collect::<Vec<_>>().join(", "))
        } else {
            String::new()
        };
        assert!(site.name == "*" || site.span.text(source) == site.name, "a site's span is its name");
        lines.push(format!("site {} {}{args} -> {target}", site.role.word(), site.name));
    }
    lines.extend(locals(&shard));
    lines
}

fn check(source: &str, expected: &[&str]) {
    check_found(&facts(source), expected);
}

/// Statements inside a method of a class with a field `names` and a method `size`.
fn check_body(body: &str, expected: &[&str]) {
    check(&format!("class A {{ List<Foo> names; int size() {{ return 0; }} void run(Object o) {{ {body} }} }}"), expected);
}

fn symbol(source: &str, qualified: &str) -> Symbol {
    testing::symbol(&extract(&LANGUAGE, source), qualified).clone()
}

#[test]
fn every_form_of_type_and_member_is_a_definition() {
    check(
        "package a.b; class A { int x, y[]; static final int Z = 1; A() {} void f() {} class Inner {} interface I { int K = 1; void g(); } } \
         enum E { RED, BLUE; int code; E next() { return RED; } } @interface Note { String value() default \"\"; } record P(int x, B y) {}",
        &[
            "def class A",
            "def field A.x: int",
            "def field A.y: array[int]",
            "def constant A.Z: int",
            "def constructor A.A",
            "def method A.f: void",
            "def class A.Inner",
            "def interface A.I",
            "def constant A.I.K: int",
            "def method A.I.g: void",
            "def enum E",
            "def variant E.RED: Symbol(E)",
            "def method E.next: Symbol(E)",
            "above E Extends Enum",
            "def interface Note",
            "def method Note.value: String",
            "def class P",
            "def field P.x: int",
            "def method P.x: int",
            "def method P.y: B",
        ],
    );
}

#[test]
fn heritage_and_bounds_are_type_expressions() {
    check(
        "class A<T extends B & C<Z>> extends D<T> implements E, F.G {} interface H extends I, J {}",
        &[
            "generic A<T> B & C[Z]",
            "above A Extends D[generic T]",
            "above A Implements E",
            "above A Implements F.G",
            "above H Extends I",
            "above H Extends J",
            "site extends D -> D",
            "site implements G -> F.G",
            "site type F -> F",
            "site extends J -> J",
            "site type B -> B",
            "site type T -> Local(T)",
        ],
    );
}

#[test]
fn visibility_and_flags_follow_the_language() {
    let source = "public class A { private int a; protected int b; int c; public static void main(String... args) {} \
                  abstract void d(); @Test void e() {} interface I { void f(); default void g() {} } }";
    assert_eq!(symbol(source, "A.a").visibility, Visibility::Private);
    assert_eq!(symbol(source, "A.b").visibility, Visibility::Protected);
    assert_eq!(symbol(source, "A.c").visibility, Visibility::Package);
    assert!(symbol(source, "A.b").flags.has(Flags::EXPORTED));
    assert!(!symbol(source, "A.c").flags.has(Flags::EXPORTED));
    assert!(symbol(source, "A.main").flags.has(Flags::ENTRY_POINT.with(Flags::STATIC).with(Flags::VARIADIC)));
    assert!(symbol(source, "A.d").flags.has(Flags::ABSTRACT.with(Flags::DECLARATION)));
    assert!(symbol(source, "A.e").flags.has(Flags::TEST));
    assert_eq!(symbol(source, "A.I.f").visibility, Visibility::Public);
    assert!(symbol(source, "A.I.f").flags.has(Flags::ABSTRACT));
    assert!(!symbol(source, "A.I.g").flags.has(Flags::ABSTRACT));
}

#[test]
fn overloads_are_told_apart_by_parameter_types_as_written_alone() {
    let of = |parameters: &str| symbol(&format!("class A {{ void f({parameters}) {{}} }}"), "A.f").overload;
    assert!(of("").is_some());
    assert_eq!(of("Map<String,  Foo> a"), of("final @Note(1) Map<String, /* why */ Foo> b"));
    assert_ne!(of("int a"), of("long a"));
    assert_ne!(of("int a"), of("int... a"));
    assert_ne!(of("int a"), of("int a[]"));
}

#[test]
fn methods_and_variables_of_one_name_do_not_hide_each_other() {
    check(
        "class A { String name; String name() { return name; } void set(String name) { this.name = name(name); } }",
        &["site read name -> Symbol(A.name)", "site call name(Local(name)) -> Symbol(A.name)", "site write name -> Local(this).name"],
    );
}

#[test]
fn overloads_of_the_own_class_stand_side_by_side() {
    check(
        "class A { void f() {} void f(int x) { f(); } class B { void g() { f(1); } } }",
        &["site call f() -> any(Symbol(A.f), Symbol(A.f))", "site call f('int') -> any(Symbol(A.f), Symbol(A.f))"],
    );
}

#[test]
fn a_name_with_more_overloads_than_are_kept_is_asked_for_as_a_member() {
    let overloads = (0..9).map(|number| format!("void f(T{number} x) {{}} ")).collect::<Vec<_>>().concat();
    check(&format!("class A {{ {overloads} void g() {{ f(1); }} }}"), &["site call f('int') -> <Symbol(A)>.f"]);
}

#[test]
fn calls_name_their_callee_and_chain() {
    check_body(
        "Foo.make(1).go().stop(o); helper(); this.size(); super.size(); new Bar<Baz>(o); int[] n = new int[size()];",
        &[
            "site read Foo -> Foo",
            "site call make('int') -> Foo.make",
            "site call go() -> Foo.make().go",
            "site call stop(Local(o)) -> Foo.make().go().stop",
            "site call helper() -> helper",
            "site call size() -> Local(this).size",
            "site call size() -> <Object>.size",
            "site call Bar(Local(o)) -> Bar",
            "site type Baz -> Baz",
            "site call size() -> Symbol(A.size)",
            "local n: array[int] = <+array[int]>",
        ],
    );
}

#[test]
fn super_behind_the_name_of_a_class_around_is_the_class_above_it() {
    check(
        "class A extends B implements I { void f() { new Runnable() { public void run() { A.super.go(); A.super.x = 1; I.super.h(); } }; } \
         class C { void g() { C.super.own(); } } } interface J extends K { class D { void h() { K.super.up(); } } }",
        &[
            "site read A -> Symbol(A)",
            "site call go() -> <B>.go",
            "site write x -> <B>.x",
            "site call h() -> <I>.h",
            "site call own() -> <Object>.own",
            "site call up() -> <K>.up",
        ],
    );
}

#[test]
fn constructors_call_each_other() {
    check("class A extends B { A() { this(1); } A(int x) { super(x); } }", &["site call this('int') -> Symbol(A)", "site call super(Local(x)) -> B"]);
}

#[test]
fn locals_have_declared_types_and_values() {
    let body = "var a = new Foo(); Foo b = a; for (Foo c : names) {} for (var d : names) {} try (In e = open()) {} catch (X | Y f) {} a = b;";
    check_body(
        body,
        &[
            "local a = <+Foo> | Local(b)",
            "local b: Foo = Local(a)",
            "local c: Foo = each Symbol(A.names)",
            "local d = each Symbol(A.names)",
            "local e: In = open()",
            "local f: any(X, Y) = ",
            "local this: Symbol(A) = ",
            "site write a -> Local(a)",
        ],
    );
}

#[test]
fn patterns_bind_what_they_test_for() {
    check_body(
        "if (!(o instanceof Foo f)) return; f.go(); \
         switch (o) { case Bar b when b.ok() -> b.run(); case P(int x, var y) -> use(x, y); default -> {} }",
        &[
            "local f: Foo = ",
            "site call go() -> Local(f).go",
            "site call ok() -> Local(b).ok",
            "site call run() -> Local(b).run",
            "local x: int = <P>#0",
            "local y = <P>#1",
            "site call use(Local(x), Local(y)) -> use",
        ],
    );
}

#[test]
fn a_bare_case_label_is_a_constant_of_the_subject() {
    check_body(
        "Color c = null; int n = switch (c) { case RED -> 1; default -> { yield 2; } };",
        &["site read RED -> any(Local(c).RED, RED)", "local n: int = any('int', 'int')"],
    );
}

#[test]
fn lambdas_get_elements_and_method_references_name_members() {
    let body = "names.stream().filter(n -> n.ok()).map(Foo::id); run((Foo a, Bar b) -> a.go(b)); \
                map.forEach((k, v) -> v.go()); later.thenApply(w -> w); held.accumulateAndGet(o, (x, y) -> x); later.whenComplete((z, e) -> e);";
    check_body(
        body,
        &[
            "local n = each Symbol(A.names).stream() | Symbol(A.names).stream().filter@0#1",
            "site call ok() -> Local(n).ok",
            "site read id -> Foo.id",
            "local a: Foo = ",
            "site call go(Local(b)) -> Local(a).go",
            "local k = map.forEach@0#1",
            "local v = each map | map.forEach@0#2",
            "local w = unwrap later | later.thenApply@0#1",
            "local x = unwrap held | held.accumulateAndGet@1#1",
            "local y = unwrap held | held.accumulateAndGet@1#2",
            "local z = unwrap later | later.whenComplete@0#1",
            "local e = later.whenComplete@0#2",
        ],
    );
}

#[test]
fn anonymous_classes_are_named_after_their_base_and_ordinal() {
    check(
        "class A { Runnable r = new Runnable() { public void run() { go(); } void go() {} }; \
         void f() { new Foo(1) {}; new Bar() {}; } enum E { X { void h() {} } } }",
        &[
            "def class A.r.Runnable$1",
            "above A.r.Runnable$1 Extends Runnable",
            "def method A.r.Runnable$1.run: void",
            "site call go() -> Symbol(A.r.Runnable$1.go)",
            "def class A.f.Foo$1",
            "def class A.f.Bar$2",
            "site call Foo('int') -> Foo",
            "def class A.E.X.E$1",
            "above A.E.X.E$1 Extends Symbol(A.E)",
        ],
    );
}

#[test]
fn imports_split_at_the_first_upper_case_name() {
    check(
        "import a.b.C; import a.b.Out.In; import a.c.*; import static a.b.C.make; import static a.b.D.*; class X { C c = make(); }",
        &[
            "import a.b Item(\"C\") as C",
            "import a.b Item(\"Out.In\") as In",
            "import a.c Wildcard as ",
            "import a.b Item(\"C.make\") as make",
            "import a.b.D Wildcard as ",
            "import a.b Item(\"D\") as ",
            "site import D -> Import()",
            "site import C -> Import(C)",
            "site type C -> Import(C)",
            "site call make() -> Import(make)",
        ],
    );
}

#[test]
fn annotations_decorate_and_their_elements_are_members() {
    check(
        "@Note(value = K.X, list = {1, 2}) @a.b.Other class A { @Override public String f(@In int x) { return null; } }",
        &[
            "site decorator Note -> Note",
            "site read value -> Note.value",
            "site read X -> K.X",
            "site decorator Other -> a.b.Other",
            "site decorator Override -> Override",
            "site decorator In -> In",
        ],
    );
    let source = "@interface Outer { Inner inner() default @Inner; }";
    assert_eq!(facts(source).iter().filter(|line| *line == "site decorator Inner -> Inner").count(), 1);
}

#[test]
fn records_keep_written_accessors_and_compact_constructors_see_components() {
    let source = "record P(int x, int y) { P { check(x); } public int x() { return x; } }";
    check(source, &["def constructor P.P", "site call check(Local(x)) -> check", "site read x -> Symbol(P.x)", "def method P.y: int"]);
    assert_eq!(facts(source).iter().filter(|line| *line == "def method P.x: int").count(), 1);
    assert_eq!(symbol(source, "P.P").params.len(), 2);
}

#[test]
fn casts_ternaries_and_outer_receivers_have_types() {
    let body = "var a = (Foo) o; var b = z > 0 ? new X() : new Y(); A.this.z = 1; var c = \"s\" + a;";
    check(
        &format!("class A {{ int z; class B {{ void f(Object o) {{ {body} }} }} }}"),
        &["local a = <Foo>", "local b = any(<+X>, <+Y>)", "local c = '+'['String', Local(a)]", "site write z -> <Symbol(A)>.z"],
    );
}

#[test]
fn qualified_types_have_sites_for_types_but_not_for_packages() {
    let source = "class A { java.util.Map.Entry<K, ? extends V> e; }";
    check(
        source,
        &["def field A.e: java.util.Map.Entry[K, V]", "site type Map -> java.util.Map", "site type Entry -> java.util.Map.Entry", "site type V -> V"],
    );
    assert!(!facts(source).iter().any(|line| line.starts_with("site type util")));
}

#[test]
fn doc_comments_lead_and_mention_names() {
    let source = "/** Sees {@link Foo#bar(int)} and `baz`. */ @Deprecated\npublic class A {}";
    let shard = extract(&LANGUAGE, source);
    assert_eq!(shard.body.places[0].lead, 0);
    assert_eq!(shard.body.places[0].signature, "public class A");
    assert!(shard.body.places[0].doc.starts_with("Sees {@link"));
    let mentions: Vec<&str> = shard.body.mentions.iter().map(|mention| mention.span.text(source)).collect();
    assert_eq!(mentions, ["bar", "baz"]);
}

#[test]
fn branches_are_counted_and_conditions_do_not_nest() {
    let source = "class A { void f(int a) { if (a > 0 && a < 9 || a == 7) { while (true) {} } else if (a == 2) {} } }";
    let shard = extract(&LANGUAGE, source);
    let place = &shard.body.places[1];
    assert_eq!((place.branches, place.depth), (5, 2));
}

#[test]
fn any_text_returns() {
    let deep = |text: String| {
        on_a_worker(move || {
            extract(&LANGUAGE, &text);
            extract(&MAVEN, &text);
        });
    };
    for opening in ["(", "[", "{", "<", "a(", "a.b(", "x -> ", "class A { ", "if (a) ", "new A() { ", "-", "a + "] {
        deep(opening.repeat(20_000));
        deep(format!("class A {{ void f() {{ {}", opening.repeat(20_000)));
        deep(format!("class A {{ Object f = {};}}", opening.repeat(5_000)));
    }
    deep("é\u{1d11e}class É { void ö(); }; \0 import static ; package ; @ ; \u{feff}".repeat(50));
    deep(format!("class A {{ String s = \"\" {}; }}", "+ a ".repeat(20_000)));
    deep(format!("class A {{ String s = b{}; }}", ".a(x -> x)".repeat(5_000)));
}

#[test]
fn every_matched_node_kind_exists_in_the_grammar() {
    let language: tree_sitter::Language = tree_sitter_java::LANGUAGE.into();
    let sources = [
        include_str!("mod.rs"),
        include_str!("calls.rs"),
        include_str!("classes.rs"),
        include_str!("expressions.rs"),
        include_str!("generics.rs"),
        include_str!("headers.rs"),
        include_str!("imports.rs"),
        include_str!("members.rs"),
        include_str!("parameters.rs"),
        include_str!("patterns.rs"),
        include_str!("statements.rs"),
        include_str!("switches.rs"),
        include_str!("types.rs"),
    ];
    for word in words_like_kinds(&sources) {
        let known = language.id_for_node_kind(word, true) != 0 || language.field_id_for_name(word).is_some();
        assert!(known, "the grammar has no `{word}`");
    }
}

#[test]
fn annotations_in_front_of_a_list_of_any_length_are_passed_by() {
    let source = "class A { void all(int a, Object @NonNull ... rest) { rest.clone(); } }";
    assert_eq!(extract(&LANGUAGE, source).body.problems, []);
    let method = symbol(source, "A.all");
    assert!(method.params.len() == 2 && method.flags.has(Flags::VARIADIC));
    check(source, &["site call clone() -> Local(rest).clone"]);
}
