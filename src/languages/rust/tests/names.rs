//! Names, paths, imports, attributes and macro tokens.

use super::{check_sites, shard, sites};

#[test]
fn each_segment_of_a_path_has_its_own_site() {
    check_sites(
        "mod a { pub struct B; impl B { pub fn new() -> B { B } } }\nfn f() { a::B::new(); ::std::mem::take(crate::x()); }",
        &["Read a -> Symbol(a)", "Type B -> Symbol(a).B", "Call new -> Symbol(a).B.new", "Call take -> std.mem.take", "Call x -> crate.x"],
    );
}

#[test]
fn an_inline_module_sees_nothing_of_its_surroundings() {
    check_sites("fn f() {}\nmod inner { fn g() { f(); h(); } fn h() {} }", &["Call f -> f", "Call h -> Symbol(inner.h)"]);
}

#[test]
fn locals_hide_functions_but_not_modules_or_macros() {
    check_sites(
        "mod value { pub fn make() {} }\nmacro_rules! line { () => {} }\nfn run() {}\nfn f(value: u8, line: u8, run: fn()) { value::make(); line!(); run(); }",
        &["Call make -> Symbol(value).make", "Call line -> Symbol(line)", "Call run -> Local(run)"],
    );
}

#[test]
fn self_is_the_target_of_the_impl() {
    check_sites(
        "struct A { n: u8 }\nimpl A { fn new() -> Self { Self { n: 1 } } fn get(&self) -> u8 { Self::new(); self.n } }",
        &["Type Self -> Symbol(A)", "Call new -> Symbol(A).new", "Read n -> Local(self).n", "Write n -> <+Symbol(A)>.n"],
    );
}

#[test]
fn arguments_name_associated_types_of_their_trait() {
    check_sites(
        "trait P { type I; type J; }\ntrait Q {}\nfn f<T: P<I = u8>>(t: T) where T: P<J: Q> {}",
        &["Type I -> Symbol(P).I", "Type J -> Symbol(P).J", "Type Q -> Symbol(Q)"],
    );
}

#[test]
fn imports_are_taken_apart() {
    let shard = shard(
        "use a::b::{c, d as e, self, f::*};\nuse g;\npub use crate::h::I as _;\nuse self::j::k;\nextern crate l as m;\nuse {n::o, ::p::q};\nmod t { use super::*; fn x() { use u::v; } }",
    );
    let found: Vec<String> = shard
        .facts
        .imports
        .iter()
        .map(|import| {
            format!("{} {:?} {} {} {} {:?}", import.module, import.imported, import.binding, import.reexport, import.module_level, import.container)
        })
        .collect();
    let expected = [
        "a::b Item(\"c\") c false true None",
        "a::b Item(\"d\") e false true None",
        "a Item(\"b\") b false true None",
        "a::b::f Wildcard  false true None",
        " Item(\"g\") g false true None",
        "crate::h Item(\"I\")  true true None",
        "self::j Item(\"k\") k false true None",
        ":: Item(\"l\") m false true None",
        "n Item(\"o\") o false true None",
        "::p Item(\"q\") q false true None",
        "super Wildcard  false true Some(0)",
        "u Item(\"v\") v false false Some(0)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_import_in_a_body_binds_there_alone() {
    check_sites("fn f() { use a::b; b(); }\nfn g() { b(); }", &["Call b -> Import(b)", "Call b -> b"]);
}

#[test]
fn derives_and_attribute_macros_decorate_but_helpers_do_not() {
    let found = sites(
        "#[derive(Debug, serde::Serialize)]\n#[serde(rename_all = \"x\")]\n#[allow(dead_code)]\nstruct S { #[serde(skip)] a: u8 }\n#[tokio::main]\nfn main() {}",
    );
    let decorators: Vec<&String> = found.iter().filter(|site| site.starts_with("Decorator")).collect();
    assert_eq!(decorators, ["Decorator Debug -> Debug", "Decorator Serialize -> serde.Serialize", "Decorator main -> tokio.main"]);
}

#[test]
fn heritage_has_its_own_roles() {
    check_sites(
        "trait A {}\ntrait B: A + Send {}\nstruct S;\nimpl B for S {}",
        &["Extends A -> Symbol(A)", "Extends Send -> Send", "Implements B -> Symbol(B)", "Type S -> Symbol(S)"],
    );
}

#[test]
fn tokens_of_macros_are_read() {
    check_sites(
        "const LIMIT: u8 = 1;\nfn make(n: u8) {}\nstruct S { x: u8 }\nimpl S { fn f(&self, v: S) { assert_eq!(self.x.pow(2), make(LIMIT), \"text {}\", v.f(a::b(1)?)); m!(S { x: 1 }); } }",
        &[
            "Call assert_eq -> assert_eq",
            "Read x -> Local(self).x",
            "Call pow -> Local(self).x.pow",
            "Call make -> Symbol(make)",
            "Read LIMIT -> Symbol(LIMIT)",
            "Call f -> Local(v).f",
            "Call b -> a.b",
            "Type S -> Symbol(S)",
        ],
    );
}

#[test]
fn words_that_only_a_macro_understands_are_no_sites() {
    let found = sites("fn known() {}\nfn f() { m!(not, known, key = 1, name: 2, |x| x.y(), 'a, let z = 3; z); }");
    let expected = ["Call m -> m", "Read known -> Symbol(known)", "Call y -> Local(x).y"];
    assert_eq!(found, expected);
}

#[test]
fn quoted_tokens_are_text_except_for_their_variables() {
    assert_eq!(sites("fn f(name: u8) { quote! { fn #name() { call(); } } }"), ["Call quote -> quote", "Read name -> Local(name)"]);
}

#[test]
fn macro_rules_use_what_they_name_from_the_crate() {
    assert_eq!(sites("macro_rules! m { ($x:expr) => { $crate::a::call($x, other()); } }"), ["Read a -> crate.a", "Call call -> crate.a.call"]);
}

#[test]
fn what_is_thrown_away_has_no_name() {
    assert_eq!(sites("fn g() {}\nfn f() { _ = g(); (_, _) = g(); }"), ["Call g -> Symbol(g)", "Call g -> Symbol(g)"]);
}
