//! Rust: types, values and macros have names of their own; what is waited for, what a result fails with, and what bounds give to what is not known.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

type Files<'a> = [(&'a str, &'a str)];

/// Whether rows of a table lead surely from one definition to another, by the ends of their ids.
fn leads(files: &Files<'_>, table: &str, from: &str, to: &str) -> bool {
    let repo = Repo::built(files);
    let ends = |id: &serde_json::Value, end: &str| id.as_str().unwrap().ends_with(end);
    let rows = repo.rows(table);
    rows.iter().any(|row| row["confidence"].as_f64().unwrap() >= 0.5 && ends(&row["from"], from) && ends(&row["to"], to))
}

#[test]
fn an_enum_hides_no_value_of_its_name() {
    let lib = "pub enum Err<E> { Error(E) }\npub mod inner {\n    use crate::Err;\n    pub fn fail() -> Result<u8, Err<u8>> { Err(Err::Error(1)) }\n    pub fn \
               seen(it: Result<u8, u8>) { if let Err(_) = it {} }\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert!(!leads(&files, "edges_call", "/fail().", "/Err#") && !leads(&files, "edges_usage", "/seen().", "/Err#"));
    assert!(leads(&files, "edges_usage", "/fail().", "/Err#"));
}

#[test]
fn a_function_hides_no_module_of_its_name_in_front_of_a_path() {
    let part = "use super::*;\nfn env(name: &str) {}\nfn tools() {}\nfn run() { env::var(\"x\"); env(\"y\"); tools::go(); }\n";
    let files = [CARGO, ("src/lib.rs", "use std::env;\nmod part;\nmod tools { pub fn go() {} }\n"), ("src/part.rs", part)];
    sure(&files, "/run(", &["/env().", "tools/go()."]);
    assert!(!leads(&files, "edges_usage", "/run().", "/env().") && !leads(&files, "edges_usage", "/run().", "/tools()."));
}

#[test]
fn a_function_hides_no_module_from_outside_in_front_of_a_path() {
    let lib = "use std::iter;\nfn iter() {}\npub fn run() { let _: Vec<u8> = iter::once(1).collect(); }\npub fn own() { iter(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert!(!leads(&files, "edges_usage", "/run().", "/iter()."));
    sure(&files, "/own(", &["/iter()."]);
}

#[test]
fn what_stands_before_an_arrow_among_tokens_is_of_the_grammar_of_a_macro() {
    let lib = "macro_rules! select { ($($t:tt)*) => {}; }\nfn recv() {}\nfn more() {}\npub fn run() { select! { recv(r) -> it => { more(); } } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert!(!leads(&files, "edges_call", "/run().", "/recv().") && !leads(&files, "edges_usage", "/run().", "/recv()."));
    assert!(leads(&files, "edges_usage", "/run().", "/more()."));
}

#[test]
fn features_that_are_on_by_default_choose_among_definitions() {
    let io = "pub use self::imp::Write;\n#[cfg(not(feature = \"std\"))]\n#[path = \"core.rs\"]\nmod imp;\n#[cfg(feature = \"std\")]\nuse std::io as imp;\n";
    let lib = "pub mod io;\n#[cfg(feature = \"std\")]\npub fn on() -> A { A }\n#[cfg(not(feature = \"std\"))]\npub fn on() -> B { B }\npub struct A;\npub struct B;\n\
               impl A { fn go(&self) {} }\nimpl B { fn go(&self) {} }\npub fn run() { on().go(); }\npub fn say<W: io::Write>(w: &mut W) { w.write_all(b\"x\"); }\n";
    let core = "pub trait Write { fn write_all(&mut self, bytes: &[u8]); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/io/mod.rs", io), ("src/io/core.rs", core)];
    sure(&files, "/run(", &["/on()", "/A#go()."]);
    sure(&files, "/say(", &[]);
}

#[test]
fn a_function_in_front_of_a_member_is_itself() {
    let part = "use super::*;\nuse outside::*;\nfn system() {}\nfn given() { system.run_if(); }\n";
    let lib = "mod part;\npub trait Run { fn run_if(&self) {} }\nimpl<S> Run for S {}\n";
    let manifest = ("Cargo.toml", "[package]\nname = \"own\"\n[dependencies]\noutside = \"1\"\n");
    let files = [manifest, ("src/lib.rs", lib), ("src/part.rs", part)];
    assert!(leads(&files, "edges_usage", "/given().", "/system()."));
    sure(&files, "/given(", &["Run#run_if("]);
}

#[test]
fn what_tests_share_sees_the_test_around_it() {
    let helper = "use super::*;\npub fn help() { setup(); crate::unit::parts::other(); }\npub fn other() {}\n";
    let files = [
        CARGO,
        ("src/lib.rs", ""),
        ("tests/all.rs", "fn setup() {}\nmod unit {\n    use super::*;\n    mod parts;\n}\n"),
        ("tests/unit/parts.rs", helper),
    ];
    sure(&files, "/help(", &["/setup().", "/other()."]);
}

#[test]
fn what_a_function_takes_in_comes_before_what_its_module_does() {
    let part = "use super::*;\nfn show(e: Error) { use Error::*; match e { Search { code } => {} Other => {} } }\nfn other(it: Search) { let it: Search = it; }\n";
    let files = [CARGO, ("src/lib.rs", "mod part;\npub struct Search;\npub enum Error { Search { code: u8 }, Other }\n"), ("src/part.rs", part)];
    assert!(!leads(&files, "edges_usage", "/show().", " src/lib.rs/Search#") && !leads(&files, "edges_usage", "/show().", "lib/Search#"));
    assert!(leads(&files, "edges_usage", "/other().", "/Search#"));
}

#[test]
fn what_is_waited_for_is_what_the_type_gives_as_a_future() {
    let lib = "pub struct Request;\npub struct Response;\nimpl Response { pub fn text(&self) {} }\nimpl Request { pub fn text(&self) {} }\nimpl \
               std::future::IntoFuture for Request {\n    type Output = Response;\n    type IntoFuture = Soon;\n    fn into_future(self) -> Soon { Soon \
               }\n}\npub struct Soon;\nimpl Future for Soon { type Output = Response; fn poll(self) {} }\npub fn get() -> Request { Request }\npub async fn \
               run() { get().await.text(); get().text(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/run(", &["/get().", "Response#text(", "/get().", "Request#text("]);
}

#[test]
fn the_error_of_a_result_is_its_second_argument() {
    let lib = "pub struct Fault;\nimpl Fault { pub fn kind(&self) {} }\npub struct Good;\nimpl Good { pub fn kind(&self) {} }\nfn make() -> Result<Good, \
               Fault> { Ok(Good) }\nfn run() { make().unwrap_err().kind(); let it = make().expect_err(\"x\"); it.kind(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/run(", &["/make().", "Fault#kind(", "/make().", "Fault#kind("]);
}

#[test]
fn a_bound_of_an_associated_type_gives_it_what_one_trait_declares() {
    let lib = "pub trait AsChar { fn as_char(self) -> char; }\nimpl AsChar for u8 { fn as_char(self) -> char { 'a' } }\nimpl AsChar for char { fn \
               as_char(self) -> char { self } }\npub trait Input { type Item; fn first(&self) -> Self::Item; }\npub fn run<I>(it: I) where I: Input, <I as \
               Input>::Item: AsChar { it.first().as_char(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/run(", &["Input#first(", "AsChar#as_char("]);
}

#[test]
fn what_is_derived_is_no_type_of_its_name() {
    let lib = "pub struct Debug;\n#[derive(Debug)]\npub struct Own;\npub fn make() -> Debug { Debug }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert!(!leads(&files, "edges_usage", "/Own#", "/Debug#") && leads(&files, "edges_usage", "/make().", "/Debug#"));
}

#[test]
fn what_an_outside_attribute_reads_is_of_its_package() {
    let lib = "use rstest::rstest;\n#[rstest]\n#[case(1)]\n#[case::two(2)]\nfn known(#[case] it: u8) {}\n#[lost]\nfn bare() {}\n";
    let manifest = ("Cargo.toml", "[package]\nname = \"own\"\n[dependencies]\nrstest = \"1\"\n");
    let repo = Repo::built(&[manifest, ("src/lib.rs", lib)]);
    let told = |name: &str| -> Vec<(String, String)> {
        let rows = repo.rows("sites").into_iter().filter(|row| row["name"] == name);
        rows.map(|row| (row["outcome"].as_str().unwrap().to_owned(), row["reason"].to_string() + &row["package"].to_string())).collect()
    };
    let cases = [told("case"), told("two")].concat();
    assert!(cases.len() > 2 && cases.iter().all(|(outcome, _)| outcome == "external"), "{cases:?}");
    let lost = told("lost");
    assert!(lost.len() == 1 && lost[0].0 == "unresolved", "{lost:?}");
}

#[test]
fn types_among_the_tokens_of_a_macro_are_used() {
    let lib = "pub struct Dir;\npub struct Kind;\nfn run() { each!(quiet, |dir: Dir, mut kind: &mut Kind| { dir }); }\nfn part() { same!(make::<_, (u8, Kind)>(1)); \
               }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for (from, to) in [("/run().", "/Dir#"), ("/run().", "/Kind#"), ("/part().", "/Kind#")] {
        assert!(leads(&files, "edges_usage", from, to), "{from} {to}");
    }
}

#[test]
fn a_derive_macro_hides_no_trait_of_its_name() {
    let macros = "#[proc_macro_derive(Data)]\npub fn derive_data(input: TokenStream) -> TokenStream { input }\n#[proc_macro_derive(Made)]\npub fn derive_made(input: \
                  TokenStream) -> TokenStream { input }\n";
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"m\", \"e\"]\n"),
        ("m/Cargo.toml", "[package]\nname = \"m\"\n[lib]\nproc-macro = true\n"),
        ("m/src/lib.rs", macros),
        ("e/Cargo.toml", "[package]\nname = \"e\"\n[dependencies]\nm = { path = \"../m\" }\n"),
        ("e/src/lib.rs", "pub mod query;\nmod part;\n"),
        ("e/src/query/mod.rs", "mod fetch;\npub use fetch::*;\npub use m::{Data, Made};\nlabel!(Made);\n"),
        (
            "e/src/query/fetch.rs",
            "use super::Made;\npub trait Data { fn shrink(); }\npub trait Run { fn run_if(&self) {} }\nimpl<S: Made> Run for S {}\n",
        ),
        (
            "e/src/part.rs",
            "use crate::query::{Data, Run};\n#[derive(Data)]\nstruct Own;\nfn bound<D: Data>() { D::shrink(); }\nfn noop() {}\nfn given() { noop.run_if(); }\n",
        ),
    ];
    sure(&files, "/bound(", &["Data#shrink("]);
    sure(&files, "/given(", &["Run#run_if("]);
    assert!(leads(&files, "edges_usage", "/Own#", "/Data!"));
}

#[test]
fn an_import_in_a_function_takes_in_what_the_function_keeps_to_itself() {
    let lib = "pub enum Kind { A(u8) }\npub fn own() { enum Kind { A(u8) } use Kind::*; A(1); }\npub fn outer() { use Kind::*; A(1); }\n";
    let rows = Repo::built(&[CARGO, ("src/lib.rs", lib)]).rows("edges_import");
    let led: Vec<&str> = rows
        .iter()
        .filter(|row| row["to"].as_str().unwrap().contains("Kind"))
        .map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    assert_eq!(led, ["own().Kind#", "Kind#"]);
}

#[test]
fn a_variant_that_a_function_takes_in_is_nearer_than_a_type_of_the_module() {
    let get = "pub struct Get { n: u8 }\nimpl Get { pub fn apply(self) {} }\n";
    let lib = "mod get;\nuse get::Get;\nstruct Set { n: u8 }\nimpl Set { fn apply(self) {} }\npub enum Command { Get(Get), Set(Set) }\npub fn go(it: Command) {\n    use Command::*;\n    \
               match it {\n        Get(cmd) => cmd.apply(),\n        Set(cmd) => cmd.apply(),\n    }\n}\npub fn plain(it: Get) { it.apply() }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/get.rs", get)];
    sure(&files, "/go(", &["Get#apply(", "Set#apply("]);
    sure(&files, "/plain(", &["Get#apply("]);
    assert!(leads(&files, "edges_usage", "/go().", "/Command#Get."));
    assert!(!leads(&files, "edges_usage", "/go().", "/Get#"));
}

#[test]
fn variants_that_a_function_takes_in_come_before_what_the_module_binds() {
    let lib = "mod get;\npub use get::Get;\npub struct Set;\nimpl Set { pub fn apply(self) {} }\npub enum Command { Get(Get), Set(Set), Other }\nimpl Command {\n  pub fn apply(self) {\n    use \
               Command::*;\n    match self { Get(cmd) => cmd.apply(), Set(cmd) => cmd.apply(), Other => {} }\n  }\n}\npub fn build() -> Get { Get::new() }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/get.rs", "pub struct Get;\nimpl Get { pub fn new() -> Get { Get }\n pub fn apply(self) {} }\n")];
    sure(&files, "Command#apply(", &["Get#apply(", "Set#apply("]);
    sure(&files, "/build(", &["Get#new("]);
    let repo = Repo::built(&files);
    let uses = repo.rows("edges_usage");
    let of_variants: Vec<&str> = uses
        .iter()
        .filter(|row| row["from"].as_str().unwrap().ends_with("Command#apply()."))
        .map(|row| row["to"].as_str().unwrap())
        .filter(|to| to.ends_with("Get#") || to.ends_with("Set#") || to.ends_with("Get.") || to.ends_with("Set."))
        .collect();
    assert!(of_variants.iter().all(|to| to.contains("Command#")) && of_variants.len() == 2, "{uses:#?}");
}

#[test]
fn an_import_in_front_of_which_nothing_stands_begins_at_a_crate() {
    let files = [
        CARGO,
        ("src/lib.rs", "pub struct Buf;\nimpl Buf { pub fn chain() {} }\npub fn chunk() {}\npub mod deep { pub fn own() {} }\nmod inner;\n"),
        // Before the edition of 2018 such a path began at the root of the own crate.
        ("src/inner.rs", "use ::deep::own;\nmod deep { pub fn own() {} }\nfn run() { own(); }\n"),
        ("tests/t.rs", "use ::q::{Buf, chunk};\nfn run() { chunk(); Buf::chain(); }\nmod q { pub fn chunk() {} }\n"),
        ("tests/u.rs", "use q::chunk;\nfn run() { chunk(); }\nmod q { pub fn chunk() {} }\n"),
    ];
    sure(&files, "t.rs`/run(", &["lib.rs`/chunk(", "Buf#chain("]);
    sure(&files, "u.rs`/run(", &["u.rs`/q/chunk("]);
    sure(&files, "inner.rs`/run(", &["lib.rs`/deep/own("]);
}

#[test]
fn imports_of_the_first_edition_begin_at_the_root_of_the_crate() {
    let files = |edition: &'static str| {
        [
            ("Cargo.toml", edition),
            ("src/main.rs", "mod util;\nmod cmd;\npub type Res<T> = Result<T, String>;\nfn main() { cmd::run(); }\n"),
            ("src/util.rs", "pub fn help() -> i32 { 1 }\npub fn more() -> i32 { 2 }\n"),
            ("src/cmd/mod.rs", "use util;\nuse util::help;\nuse Res;\npub fn run() -> Res<i32> { util::more(); help(); Ok(1) }\n"),
        ]
    };
    for edition in ["[package]\nname = \"q\"\n", "[package]\nname = \"q\"\nedition = \"2015\"\n"] {
        sure(&files(edition), "/run(", &["util.rs`/more(", "util.rs`/help("]);
    }
    sure(&files("[package]\nname = \"q\"\nedition = \"2021\"\n"), "/run(", &[]);
}

#[test]
fn a_struct_with_named_fields_hides_no_value_of_its_name() {
    let files = [
        CARGO,
        ("src/lib.rs", "pub mod b;\npub mod a;\n"),
        (
            "src/b.rs",
            "pub struct Text { pub t: u8 }\npub enum Ev { Text(u8), Start }\nimpl Ev { pub fn ev(&self) {} }\npub struct Pair(pub u8);\npub mod more { pub fn Pair() {} }\n",
        ),
        (
            "src/a.rs",
            "mod g { use crate::b::*; use crate::b::Ev::*; fn both() { Text(1).ev(); } fn told() { assert_eq!(Ev::Start, Text(1)); } fn ty(it: Text) { it.t; } }\nmod k { use crate::b::Text; use crate::b::Ev::*; \
             fn named() { Text(1).ev(); } fn seen(it: crate::b::Ev) { if let Text(_) = it {} } }\nmod l { struct Text { x: u8 } use crate::b::Ev::*; fn own() { \
             Text(1).ev(); } }\nmod m { use crate::b::Pair; use crate::b::more::*; fn pair() { Pair(1); } }\n",
        ),
    ];
    for function in ["g/both(", "k/named(", "l/own("] {
        sure(&files, function, &["Ev#Text.", "Ev#ev("]);
    }
    assert!(leads(&files, "edges_usage", "g/told().", "Ev#Text.") || leads(&files, "edges_call", "g/told().", "Ev#Text."));
    sure(&files, "m/pair(", &["b.rs`/Pair#"]);
    assert!(leads(&files, "edges_usage", "g/ty().", "b.rs`/Text#") && leads(&files, "edges_usage", "k/seen().", "Ev#Text."));
}

#[test]
fn what_a_wildcard_inside_of_a_function_brings_is_nearer_than_what_stands_around_it() {
    let lib = "pub struct A;\npub struct B;\nimpl A { pub fn a(&self) {} }\nimpl B { pub fn b(&self) {} }\npub fn f() -> A { A }\npub fn g() {}\nmod inner { pub fn f() -> \
               super::B { super::B } pub struct g; }\nfn near() { use inner::*; f().b(); g(); }\nfn far() { f().a(); }\nmod t { fn same() { use super::*; f().a(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/near(", &["/inner/f(", "/B#b(", "lib.rs`/g("]);
    sure(&files, "/far(", &["lib.rs`/f(", "/A#a("]);
    sure(&files, "t/same(", &["lib.rs`/f(", "/A#a("]);
}

#[test]
fn a_type_leaves_the_values_of_its_name_to_what_its_module_takes_in() {
    let lib = "pub enum Wr { Text, El }\nimpl Wr { pub fn wr(&self) {} }\npub mod tests { use super::*; use Wr::*; pub struct Text { pub t: u8 }\n pub fn near() -> Wr { Text }\n pub mod inner { use super::*; \
               pub fn nested() -> Wr { Text } pub fn typed(it: Text) -> u8 { it.t }\n pub mod deep { use super::*; pub fn deeper() -> Wr { Text } } } }\npub mod outer { use crate::tests::*; pub fn \
               outside(it: Text) -> u8 { it.t } pub fn no() { Text; } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for function in ["tests/near().", "inner/nested().", "deep/deeper()."] {
        assert!(leads(&files, "edges_usage", function, "/Wr#Text."), "{function}");
        assert!(!leads(&files, "edges_usage", function, "/tests/Text#"), "{function}");
    }
    for function in ["inner/typed().", "outer/outside()."] {
        assert!(leads(&files, "edges_usage", function, "/tests/Text#"), "{function}");
    }
    assert!(!leads(&files, "edges_usage", "outer/no().", "/Wr#Text."));
}

#[test]
fn a_block_names_what_it_declares_by_an_import() {
    let lib = "pub struct A;\nimpl A { pub fn a(&self) {} }\nfn one() { enum Kind { X, Y(A) }\n use Kind::X; use Kind::Y as Why; let k = X; Why(A); match k { X => {} _ => {} } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert!(leads(&files, "edges_usage", "/one().", "Kind#X."));
    let repo = Repo::built(&files);
    assert!(repo.rows("sites").iter().all(|row| row["reason"] != "import-not-found"), "{:#?}", repo.rows("sites"));
}

#[test]
fn what_a_block_takes_in_is_of_that_block_alone() {
    let lib = "pub enum Al { None, String, Left }\nfn within(a: Al) -> u8 { use Al::*; match a { None => 1, String => 2, Left => 3 } }\nfn beside() -> Option<u8> { let s = String::new(); let t: String = s; None \
               }\npub mod own { pub struct Box; }\nfn taken() { use own::*; let b = Box; }\nmod tests { use super::*; fn other(b: Box<u8>) {} }\npub enum Ev { Some(u8), Start }\nfn inner() { { use Ev::*; let z = \
               Some(1); } }\nfn outer() { { use Ev::*; } let w = Some(2); }\nfn nested() { use Ev::*; fn deeper() { let w = Some(2); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert!(leads(&files, "edges_usage", "/within().", "Al#None.") && leads(&files, "edges_usage", "/within().", "Al#String."));
    assert!(!leads(&files, "edges_usage", "/beside().", "Al#None.") && !leads(&files, "edges_usage", "/beside().", "Al#String."));
    assert!(leads(&files, "edges_usage", "/taken().", "/Box#") && !leads(&files, "edges_usage", "/other().", "/Box#"));
    assert!(leads(&files, "edges_call", "/inner().", "Ev#Some.") && !leads(&files, "edges_call", "/outer().", "Ev#Some."));
    // What the function around takes in is seen in the one inside of it.
    let calls = Repo::built(&files).rows("edges_call");
    assert_eq!(calls.iter().filter(|row| row["to"].as_str().unwrap().ends_with("Ev#Some.")).count(), 2);
}
