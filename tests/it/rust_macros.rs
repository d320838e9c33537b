//! Rust: words that macros take for their own, macros that are derived, and types that bear their names.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

/// The ends of the sites called `name`, in order of the text.
fn ends(files: &[(&str, &str)], name: &str) -> Vec<String> {
    let repo = Repo::built(files);
    let mut rows: Vec<_> = repo.rows("sites").into_iter().filter(|row| row["name"] == name && row["kind"] != "importStmt").collect();
    rows.sort_by_key(|row| (row["path"].as_str().unwrap().to_owned(), row["byteStart"].as_u64()));
    rows.iter().map(|row| format!("{} {}", row["role"].as_str().unwrap(), row["outcome"].as_str().unwrap())).collect()
}

const TOKENS: &str = "pub enum Rule { number, pair }\n#[macro_export]\nmacro_rules! consumes {\n    ($rules:ident, [$name:ident($a:expr, $b:expr)]) => { ($rules::$name, $a, $b) };\n    \
                      ($rules:ident, [$name:ident($a:expr, $b:expr, [$($names:ident $calls:tt),*])]) => { consumes!($rules, [$($names $calls),*]) };\n}\n#[macro_export]\nmacro_rules! parses {\n    \
                      (input: $input:expr, $rules:ident, tokens: [$($names:ident $calls:tt),*]) => { consumes!($rules, [$($names $calls),*]) };\n}\n";

#[test]
fn a_word_that_a_macro_takes_in_front_of_brackets_is_no_call() {
    let tests = "use super::*;\nfn text() -> u8 { 0 }\nfn number() { consumes!(Rule, [number(0, 3)]); }\nfn pair() { parses! { input: text(), Rule, tokens: [pair(0, 3, [number(0, 1)])] }; }\n";
    let files = [CARGO, ("src/lib.rs", &format!("mod tests;\n{TOKENS}")), ("src/tests.rs", tests)];
    sure(&files, "tests.rs`/number(", &["consumes!"]);
    sure(&files, "tests.rs`/pair(", &["parses!"]);
    assert!(ends(&files, "number").is_empty() && ends(&files, "pair").is_empty());
    assert_eq!(ends(&files, "text"), ["call resolved"]);
}

#[test]
fn a_name_that_a_macro_calls_or_hands_on_is_a_call() {
    let lib = "macro_rules! run { ($f:ident($($a:expr),*)) => { $f($($a),*) }; }\nmacro_rules! tree {\n    ($node:ident($($child:ident($($args:tt)*)),+)) => { \
               $node($(Box::new(tree!($child($($args)*)))),+) };\n    ($it:expr) => { $it };\n}\nmacro_rules! outer { ($f:ident $a:tt) => { run!($f $a) }; }\nfn one() {}\nfn two(it: Box<u8>) {}\nfn \
               three() -> u8 { 0 }\nfn four() {}\npub fn all() { run!(one()); tree!(two(three())); outer!(four()); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for name in ["one", "two", "three", "four"] {
        assert_eq!(ends(&files, name), ["call resolved"], "{name}");
    }
}

#[test]
fn a_type_beside_an_import_of_its_name_is_the_type_and_what_is_derived_is_not() {
    let manifest = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nthiserror = \"2\"\n");
    let error = "use thiserror::Error;\n#[derive(Error, Debug)]\npub enum Error { Io(u8), Msg(String) }\npub fn own() -> Error { Error::Msg(String::new()) }\n";
    let files =
        [manifest, ("src/lib.rs", "pub mod error;\nuse crate::error::*;\npub fn brought() -> Error { Error::Io(1) }\n"), ("src/error.rs", error)];
    sure(&files, "/own(", &["Error#Msg."]);
    sure(&files, "/brought(", &["Error#Io."]);
    assert_eq!(ends(&files, "Error").iter().filter(|it| it.starts_with("decorator")).collect::<Vec<_>>(), ["decorator external"]);
}

#[test]
fn a_crate_that_macros_are_used_of_brings_what_it_derives_to_all_modules() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"q\"\n[workspace]\nmembers = [\"shapes\"]\n[dependencies]\nshapes = { path = \"shapes\" }\n"),
        (
            "src/lib.rs",
            "#[macro_use]\nextern crate shapes;\npub trait Shape {}\n#[derive(Shape)]\npub struct S;\npub mod inner {\n    #[derive(Shape, Absent)]\n    pub struct T;\n}\n",
        ),
        ("shapes/Cargo.toml", "[package]\nname = \"shapes\"\n[lib]\nproc-macro = true\n"),
        ("shapes/src/lib.rs", "#[proc_macro_derive(Shape)]\npub fn derive_shape(it: TokenStream) -> TokenStream { it }\n"),
    ];
    assert_eq!(ends(&files, "Shape"), ["decorator resolved", "decorator resolved"]);
    assert_eq!(ends(&files, "Absent"), ["decorator unresolved"]);
    let repo = Repo::built(&files);
    let to = |row: &serde_json::Value| row["to"].as_str().unwrap().ends_with("/Shape!");
    assert_eq!(repo.rows("edges_usage").iter().filter(|row| to(row)).count(), 2);
}

#[test]
fn what_a_block_imports_whole_holds_in_that_block() {
    let lib = "pub enum A { Id(u8), Own(u8) }\npub enum B { Id(u8), Seq(u8) }\npub fn first() { let a = { use crate::A::*; drop(Id(1)); }; { use crate::B::*; } }\npub fn second() { { use crate::A::*; \
               } let b = { use crate::B::*; drop((Id(3), Seq(4))); }; }\npub fn both() { use crate::A::*; Id(1); Own(2); { use crate::B::*; } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/first(", &["A#Id."]);
    sure(&files, "/second(", &["B#Id.", "B#Seq."]);
    sure(&files, "/both(", &["A#Id.", "A#Own."]);
}

#[test]
fn a_type_beside_a_trait_in_front_of_a_path_is_no_import_of_its_name() {
    let lib = "pub trait Put { fn put(&self); }\nimpl Put for String { fn put(&self) {} }\npub fn by(it: String) { <String as Put>::put(&it); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/by(", &["String#[Put]put("]);
}

#[test]
fn what_is_derived_of_one_of_several_packages_outside_is_said_to_be_of_none() {
    let manifest = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nlog = \"0.4\"\nfailure = \"0.1\"\n");
    let lib = "#[macro_use]\nextern crate log;\n#[macro_use]\nextern crate failure;\n#[derive(Fail)]\npub struct S;\n";
    assert_eq!(ends(&[manifest, ("src/lib.rs", lib)], "Fail"), ["decorator unresolved"]);
}

#[test]
fn a_macro_of_one_rule_gives_what_it_is_handed() {
    let lib = "mod helpers;\npub struct M;\nimpl M { pub fn go(&self) {} pub fn new() -> M { M } pub fn parts(&self) -> Result<Vec<M>, u8> { todo!() } pub fn maybe(&self) -> Option<M> { None } }\npub struct Other;\nimpl Other { pub fn go(&self) {} \
               }\nfn held(m: M) -> Result<u8, u8> { ok!(m.parts())[0].go(); Ok(1) }\nfn bound(m: M) -> Result<u8, u8> { let v = ok!(m.parts()); v[0].go(); for it in ok!(m.parts()) { it.go(); } Ok(1) }\nfn by_same(m: M) { same!(m).go(); let it = \
               same!(m.maybe()); it.unwrap().go(); }\nfn by_some(m: M) -> Option<u8> { some!(m.maybe()).go(); None }\nfn by_whole(m: M) { whole!(m.maybe()).go(); }\nfn by_made() { made!().go(); }\nfn by_other(m: M) { other!(m).go(); }\n";
    let helpers = "#[macro_export]\nmacro_rules! ok { ($e:expr) => { match $e { Ok(v) => v, Err(e) => return Err(e) } } }\n#[macro_export]\nmacro_rules! same { ($e:expr $(,)?) => { $e } }\n#[macro_export]\nmacro_rules! some { ($e:expr) => {{ match $e { Some(v) => v, \
                   None => return None, } }} }\n#[macro_export]\nmacro_rules! whole { ($e:expr) => { $e.unwrap() } }\n#[macro_export]\nmacro_rules! made { () => { $crate::M::new() } }\n#[macro_export]\nmacro_rules! other { ($e:expr) => { twist($e) } }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/helpers.rs", helpers)];
    sure(&files, "/held(", &["ok!", "M#go("]);
    sure(&files, "/bound(", &["ok!", "ok!", "M#go(", "M#go("]);
    sure(&files, "/by_same(", &["same!", "same!", "M#go(", "M#go("]);
    sure(&files, "/by_some(", &["some!", "M#go("]);
    sure(&files, "/by_whole(", &["whole!", "M#go("]);
    sure(&files, "/by_made(", &["made!", "M#go("]);
    sure(&files, "/by_other(", &["other!"]);
}

#[test]
fn members_of_an_interface_stand_between_the_sections_of_a_macro() {
    let lib = "sections! {\n/// Documented.\n#[allow(dead_code)]\npub trait Indexable : Base {\n    @section self\n    /// The bound.\n    fn bound(self: &Self) -> usize;\n    @section nodelegate\n    fn to(self: &Self, a: Self::Id) -> usize;\n}\n}\npub trait Base { type \
               Id; }\npub struct Other;\nimpl Other { pub fn bound(&self) {} pub fn to(&self) {} }\npub fn run<G: Indexable>(g: G, id: G::Id) { g.bound(); g.to(id); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/run(", &["Indexable#bound(", "Indexable#to("]);
}

#[test]
fn a_name_that_a_macro_writes_behind_a_path_or_a_point_names_nothing_where_it_is_given() {
    let lib = "pub struct Text;\npub enum Res { Text(u8) }\nmacro_rules! check { ($name:ident, $data:expr, $kind:ident) => { fn $name() -> Res { Res::$kind($data) } } }\ncheck!(one, 1, Text);\nmacro_rules! each { ($it:ident . $method:ident ( $($arg:expr),* )) => { match $it { \
               Side::A(x) => x.$method($($arg),*) } } }\npub enum Side { A(Text) }\nimpl Side { pub fn drive(self, n: u8) { each!(self.drive(value())) } }\nimpl Text { pub fn drive(self, n: u8) {} }\nfn value() -> u8 { 1 }\nmacro_rules! both { ($a:ident) => { (Res::$a, $a) } \
               }\nfn two() { both!(Text); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    assert_eq!(ends(&files, "drive"), Vec::<String>::new());
    assert_eq!(ends(&files, "value"), ["call resolved"]);
    let repo = Repo::built(&files);
    let ends = |id: &serde_json::Value, end: &str| id.as_str().unwrap().ends_with(end);
    let uses = repo.rows("edges_usage");
    let to_text: Vec<_> = uses.iter().filter(|row| ends(&row["to"], "/Text#")).filter_map(|row| row["from"].as_str()).collect();
    assert!(
        !to_text.iter().any(|from| from.ends_with("/one().") || from.ends_with("lib.rs`/")) && to_text.iter().any(|from| from.ends_with("/two().")),
        "{to_text:?}"
    );
}

#[test]
fn what_a_macro_adds_to_a_type_it_is_given_is_not_said_to_be_missing() {
    let lib = "macro_rules! plus { ($t:ident) => { impl $t { pub fn add(&self) -> u8 { 1 } } } }\npub struct P;\nplus!(P);\npub struct Q;\nfn given(p: P) { p.add(); }\nfn other(q: Q) { q.add(); }\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let rows = repo.rows("sites");
    let reasons: Vec<&str> = rows.iter().filter(|row| row["name"] == "add").map(|row| row["reason"].as_str().unwrap_or_default()).collect();
    assert!(reasons.len() == 2 && reasons[0] != "no-such-member" && reasons[1] == "no-such-member", "{reasons:?}");
}

#[test]
fn a_macro_binds_the_name_that_it_is_told_to_what_it_makes_of_a_value() {
    let lib = "pub struct In { pub pr: u8 }\nimpl In { pub fn go(&self) {} }\npub struct Other;\nimpl Other { pub fn go(&self) {} }\npub struct R { i: In }\nimpl R { fn into_inner(self) -> In { todo!() } fn list(&self) -> \
               Vec<In> { todo!() } }\nmacro_rules! with { ($s:expr, $i:ident => $e:expr) => { { let $i = $s.into_inner(); $e } } }\nmacro_rules! each { ($s:expr, $i:ident => $e:expr) => { for $i in $s.list() { $e } } \
               }\nmacro_rules! pat { ($self_:ident, $inner:pat_param => $expr:expr) => { { let $inner = $self_.into_inner(); $expr } } }\nimpl R {\n fn one(self) { with!(self, q => { q.go(); }); }\n fn all(&self) { \
               each!(self, x => x.go()); }\n fn part(self) { pat!(self, this => this.go()); }\n fn beside(self, this: Other) { pat!(self, this => this.go()); this.go(); }\n}\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let edges = [repo.rows("edges_call"), repo.rows("edges_usage")].concat();
    let leads = |from: &str, to: &str| {
        let ends = |row: &serde_json::Value, id: &str, end: &str| row[id].as_str().unwrap().ends_with(end);
        edges.iter().any(|row| ends(row, "from", from) && ends(row, "to", to) && row["confidence"].as_f64().unwrap() > 0.9)
    };
    for from in ["R#one().", "R#all().", "R#part().", "R#beside()."] {
        assert!(leads(from, "In#go()."), "{from}");
    }
    assert!(leads("R#beside().", "Other#go()."));
}

#[test]
fn imports_that_a_macro_writes_are_of_the_module_that_calls_it() {
    let lib = "pub struct Buf;\nimpl Buf { pub fn new() -> Buf { Buf } }\nmacro_rules! tests { ($make:ident) => { use super::*; #[test] fn empty() { $make(0); } }; }\nmod of_bytes { fn make(n: u8) { Buf::new(); } tests!(make); }\nmod \
               apart { fn make(n: u8) { Buf::new(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "of_bytes/make(", &["Buf#new("]);
    sure(&files, "apart/make(", &[]);
}

#[test]
fn a_format_string_reads_the_constants_that_it_names() {
    let lib = "pub const LIM: u8 = 1;\npub static NAM: &str = \"a\";\nfn one() { println!(\"{LIM} {NAM:?}\"); }\nfn two(s: &mut String) { write!(s, \"{LIM:>2}\"); }\nfn three(c: bool) { assert!(c, \"{NAM}\"); }\nfn \
               none() { let t = [\"{LIM}\"]; println!(\"{{LIM}}\"); assert_eq!(\"{LIM}\", \"{LIM}\"); }\nfn len() {}\nfn local(len: u8) { println!(\"{len}\"); }\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let mut found: Vec<(String, String)> = repo
        .rows("edges_usage")
        .iter()
        .map(|row| {
            let end = |id: &str| row[id].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            (end("from"), end("to"))
        })
        .filter(|(_, to)| to.starts_with("LIM") || to.starts_with("NAM"))
        .collect();
    found.sort();
    let expected = [("one().", "LIM."), ("one().", "NAM."), ("three().", "NAM."), ("two().", "LIM.")];
    assert_eq!(found, expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
}

#[test]
fn items_of_a_name_of_its_own_that_a_macro_writes_are_items_of_the_module() {
    let lib = "pub struct Loud;\nmacro_rules! items { ($($v:ident: $t:ty = $e:expr),*) => { pub struct Kept { $(pub $v: $t),* } pub enum Word { X, Y(u8), $($v($t)),* } \
               pub fn make() -> Loud { 1 } pub const TOP: u8 = 1; pub type Byte = u8; pub trait Say { fn say(&self) {} } impl Kept { pub fn new() -> Self { \
               Kept { $($v: $e),* } } pub fn im(&self) -> Loud { Loud } } $(impl From<$t> for Kept { fn from(it: $t) -> Self { todo!() } })* pub mod inner { pub \
               fn deep() {} } }; }\nitems! { aa: u8 = 1, bb: u16 = 2 }\nimpl Loud { fn go(&self) {} }\npub struct Quiet;\nimpl Quiet { fn go(&self) {} fn im(&self) {} \
               }\nfn built() { Kept::new().im().go(); }\nfn called() { make().go(); inner::deep(); }\nfn named(w: Word) -> Byte { match w { Word::Y(n) => n, \
               Word::aa(n) => n, _ => TOP } }\nimpl Say for Quiet {}\nfn said(it: Quiet) { it.say(); }\nmacro_rules! never { () => { pub fn unmade() {} } \
               }\nfn lost() { unmade(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/built(", &["Kept#im(", "Kept#new(", "Loud#go("]);
    sure(&files, "/called(", &["/make(", "Loud#go(", "inner/deep("]);
    sure(&files, "/said(", &["Say#say("]);
    sure(&files, "/lost(", &[]);
    let repo = Repo::built(&files);
    let uses: Vec<String> = repo
        .rows("edges_usage")
        .iter()
        .filter(|row| row["from"].as_str().unwrap().ends_with("/named()."))
        .map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned())
        .collect();
    for used in ["Word#", "Word#Y.", "Word#aa.", "TOP.", "Byte#"] {
        assert!(uses.iter().any(|it| it == used), "{used} in {uses:?}");
    }
}

#[test]
fn a_format_string_is_read_in_a_macro_within_a_macro_too() {
    let lib = "pub const LIM: u8 = 1;\npub struct S { p: String }\nfn one() { vec![format!(\"{LIM}\")]; }\nfn two() { assert_eq!(format!(\"{LIM}\"), \"1\"); }\nfn three() { \
               Some(vec![S { p: format!(\"x{LIM}\").into() }]); }\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let rows = repo.rows("edges_usage");
    let reads = |from: &str| {
        rows.iter().filter(|row| row["from"].as_str().unwrap().ends_with(from) && row["to"].as_str().unwrap().ends_with("/LIM.")).count()
    };
    assert_eq!(["/one().", "/two().", "/three()."].map(reads), [1, 1, 1]);
}

#[test]
fn a_module_may_be_called_by_a_word_of_the_grammar() {
    let lib = "pub mod raw { pub fn mk() -> u8 { 1 } pub const C: u8 = 1; pub mod raw { pub fn deep() {} } }\nfn one() { vec![raw::mk()]; }\nfn two() { println!(\"{:?}\", \
               (raw::raw::deep(), 1)); }\nfn three(p: *const u8) { assert_eq!(&raw const p, 1); }\n";
    let rows = Repo::built(&[CARGO, ("src/lib.rs", lib)]).rows("edges_usage");
    let uses = |from: &str, to: &str| {
        let end = |row: &serde_json::Value, side: &str, end: &str| row[side].as_str().unwrap().ends_with(end);
        rows.iter().filter(|row| end(row, "from", from) && end(row, "to", to)).count()
    };
    assert_eq!((uses("/one().", "/raw/"), uses("/one().", "/raw/mk().")), (1, 1));
    assert_eq!(uses("/two().", "/raw/raw/deep()."), 1);
    assert_eq!(uses("/three().", "/raw/"), 0);
}
