//! Rust macros among items: what reads as items is defined, what does not is read token by token; exported macros are members of their crate.

use crate::left_out::check;
use crate::scoping::{CARGO, calls, sure};
use crate::support::Repo;

fn symbols(lib: &str) -> Vec<String> {
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    repo.rows("symbols").iter().map(|row| row["qualifiedName"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn items_that_a_macro_is_given_are_defined_where_it_stands() {
    let files = [
        CARGO,
        (
            "src/lib.rs",
            "#[macro_use] mod macros;\ncfg_net! {\n    pub mod net;\n    cfg_deep! { pub fn deep() { net::bind() } }\n}\nfn top() { deep() }\n",
        ),
        (
            "src/macros.rs",
            "macro_rules! cfg_net { ($($item:item)*) => { $($item)* } }\nmacro_rules! cfg_deep { ($($item:item)*) => { $($item)* } }\n",
        ),
        (
            "src/net.rs",
            "pub struct S;\nimpl S {\n    cfg_net! { pub fn open(&self) { self.shut() } }\n    fn shut(&self) {}\n}\npub fn bind() { S.open() }\n",
        ),
    ];
    sure(&files, "/top(", &["/deep()."]);
    sure(&files, "/deep(", &["/bind()."]);
    sure(&files, "/bind(", &["S#open()."]);
    sure(&files, "S#open(", &["S#shut()."]);
}

#[test]
fn the_blocks_between_which_a_macro_chooses_are_all_read() {
    let lib = "cfg_if::cfg_if! {\n    if #[cfg(unix)] { mod unix { pub fn run() {} } pub use unix::run; }\n    else { pub fn other() {} }\n}\nfn go() { run() }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/go(", &["unix/run()."]);
    assert!(symbols(lib).contains(&"other".to_owned()));
    // What all of them bring by globs is not of one module.
    let globs = lib.replace("unix::run", "unix::*");
    sure(&[CARGO, ("src/lib.rs", &globs)], "/go(", &[]);
}

#[test]
fn tokens_that_are_no_items_or_are_made_into_something_else_define_nothing() {
    let lib = "make! { a struct b::Flags { const A = 1; } and more }\nquote! { fn quoted() {} }\nmake! { fn half() { } and more }\nlazy! { 1 + used() }\nempty! {}\nfn used() {}\n";
    assert_eq!(symbols(lib), ["used"]);
    check(&[CARGO, ("src/lib.rs", lib)], "src/lib.rs", &[("used", "resolved", "")]);
}

#[test]
fn parameters_of_what_a_macro_makes_are_no_items() {
    let lib = "pub struct Held<A, const N: usize>(A);\nmacro_rules! from {\n    ($t:ty, $($n:ident),+) => { impl<A, $(const $n: usize),+> From<[A; N]> for Held<A, N> {} };\n}\nfrom!(u8, N);\n";
    assert_eq!(symbols(lib), ["Held", "Held.0", "from"]);
}

#[test]
fn types_of_named_values_are_defined_with_their_values() {
    let flags = "bitflags::bitflags! {\n    /// How a file is opened.\n    #[derive(Clone)]\n    pub struct Mode: u8 {\n        /// To read.\n        const READ = 1;\n        #[doc(hidden)]\n        const BOTH = Self::READ.bits() | own();\n    }\n\n    struct Inner: u32 { const X = 1; }\n}\n";
    let lib = format!(
        "{flags}pub const fn own() -> u8 {{ 2 }}\nfn open(mode: Mode) -> Mode {{ Mode::READ }}\nfn seen() {{ open(Mode::BOTH); Inner::X; }}\n"
    );
    assert_eq!(symbols(&lib), ["Mode", "Mode.READ", "Mode.BOTH", "Inner", "Inner.X", "own", "open", "seen"]);
    check(
        &[CARGO, ("src/lib.rs", &lib)],
        "src/lib.rs",
        &[("Mode", "resolved", ""), ("BOTH", "resolved", ""), ("X", "resolved", ""), ("own", "resolved", "")],
    );
    let repo = Repo::built(&[CARGO, ("src/lib.rs", &lib)]);
    let row = |name: &str| repo.rows("symbols").into_iter().find(|row| row["qualifiedName"] == name).unwrap();
    assert_eq!((&row("Mode")["signature"], &row("Mode")["doc"]), (&"pub struct Mode: u8".into(), &"How a file is opened.".into()));
    assert_eq!((&row("Mode.READ")["signature"], &row("Mode.READ")["doc"]), (&"const READ = 1".into(), &"To read.".into()));
}

#[test]
fn macros_within_macros_are_parsed_to_a_fixed_depth() {
    let lib = format!("{}fn inner() {{}}{}\nfn outer() {{}}\n", "m! { ".repeat(200), " }".repeat(200));
    assert_eq!(symbols(&lib), ["outer"]);
    let lib = format!("{}fn inner() {{}}{}\n", "m! { ".repeat(8), " }".repeat(8));
    assert_eq!(symbols(&lib), ["inner"]);
}

#[test]
fn an_exported_macro_is_a_member_of_its_crate_wherever_it_is_written() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\n"),
        ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
        ("a/src/lib.rs", "mod macros;\n"),
        ("a/src/macros.rs", "#[macro_export]\nmacro_rules! check { () => {} }\nmacro_rules! kept { () => {} }\n"),
        ("b/Cargo.toml", "[package]\nname = \"b\"\n[dependencies]\na = { path = \"../a\" }\n"),
        ("b/src/lib.rs", "use a::{check, kept};\nfn one() { check!(); a::check!(); }\nfn two() { kept!(); a::kept!(); }\n"),
    ];
    let found = calls(&files, "b src/`lib.rs`/one(");
    assert!(found.len() == 2 && found.iter().all(|(to, confidence)| to.contains("check!") && *confidence >= 0.5), "{found:?}");
    sure(&files, "b src/`lib.rs`/two(", &[]);
}

#[test]
fn a_path_from_a_type_in_brackets_is_read_among_the_tokens_of_a_macro() {
    let lib = "trait Make { fn make() -> Self; fn go(&self) -> bool; }\nstruct A;\nimpl Make for A { fn make() -> Self { A } fn go(&self) -> bool { true } }\nfn one() { \
               assert!(<A as Make>::make().go()); }\nfn two(a: u32, b: u32) -> bool { matches!(a < b, true) }\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let rows = repo.rows("edges_usage");
    let used: Vec<&str> = rows.iter().filter(|row| row["from"].as_str().unwrap().contains("/one(")).map(|row| row["to"].as_str().unwrap()).collect();
    assert!(["A#", "Make#", "A#[Make]make().", "A#[Make]go()."].iter().all(|part| used.iter().any(|to| to.ends_with(part))), "{used:?}");
}

#[test]
fn what_is_derived_is_the_macro_and_not_the_trait_of_its_name() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"core\", \"derive\"]\n"),
        ("core/Cargo.toml", "[package]\nname = \"core-lib\"\n[dependencies]\nmaking = { path = \"../derive\" }\n"),
        (
            "core/src/lib.rs",
            "pub use making::{Named, Only};\npub trait Named { fn name(&self) {} }\nuse crate::Named as _;\n#[derive(Named, Only)]\npub struct Own;\nfn run(it: Own) { it.name() }\n",
        ),
        ("derive/Cargo.toml", "[package]\nname = \"making\"\n[lib]\nproc-macro = true\n"),
        (
            "derive/src/lib.rs",
            "/// Names it.\n#[proc_macro_derive(Named, attributes(name))]\npub fn derive_named(input: TokenStream) -> TokenStream { expand(input) }\n#[proc_macro_derive(Only)]\npub fn derive_only(input: TokenStream) -> TokenStream { input }\nfn expand(input: TokenStream) -> TokenStream { input }\n",
        ),
    ];
    let repo = Repo::built(&files);
    let tail = |id: &serde_json::Value| id.as_str().unwrap().rsplit(' ').next().unwrap().to_owned();
    let pairs = |table: &str| -> Vec<(String, String)> {
        let rows = repo.rows(table);
        let sure = rows.iter().filter(|row| row["confidence"].as_f64().unwrap() >= 0.5);
        sure.map(|row| (tail(&row["from"]), tail(&row["to"]))).collect()
    };
    let has = |table: &str, from: &str, to: &str| pairs(table).iter().any(|pair| pair.0.ends_with(from) && pair.1.ends_with(to));
    assert!(has("edges_usage", "Own#", "Named!") && has("edges_usage", "Own#", "Only!"), "{:#?}", pairs("edges_usage"));
    assert!(!has("edges_usage", "Own#", "Named#"), "{:#?}", pairs("edges_usage"));
    assert!(has("edges_import", "core/src/lib.rs", "Only!"), "{:#?}", pairs("edges_import"));
    assert!(has("edges_call", "Named!", "derive_named().") && has("edges_call", "derive_named().", "expand()."), "{:#?}", pairs("edges_call"));
    sure(&files, "/run(", &["Named#name()."]);
}

#[test]
fn types_among_marks_of_a_macro_are_defined_with_what_they_hold() {
    let lib = "kinds! {\n    /// What came.\n    #[repr(u8)]\n    pub enum Kind {\n        Alert => 0x15,\n        Data => own(),\n    }\n}\nparts! {\n    type Raw = Kind;\n    fn drop = own;\n    \
               pub struct Part #full { pub kind: Kind }\n    struct Bare;\n    fn kept(part: &Part) -> Kind { part.kind }\n    fn cut(a in 0..3) {}\n}\nconst fn own() -> u8 { 1 }\nfn seen(part: \
               Part) { Kind::Data; part.kind; Bare; }\n";
    assert_eq!(symbols(lib), ["Kind", "Kind.Alert", "Kind.Data", "Part", "Part.kind", "Bare", "kept", "own", "seen"]);
    let known = [("Kind", "resolved", ""), ("Data", "resolved", ""), ("kind", "resolved", ""), ("Bare", "resolved", ""), ("own", "resolved", "")];
    check(&[CARGO, ("src/lib.rs", lib)], "src/lib.rs", &known);
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let row = |name: &str| repo.rows("symbols").into_iter().find(|row| row["qualifiedName"] == name).unwrap();
    assert_eq!((&row("Kind")["doc"], &row("Kind")["visibility"]), (&"What came.".into(), &"public".into()));
    assert_eq!((&row("Part")["signature"], &row("Bare")["visibility"]), (&"pub struct Part #full".into(), &"package".into()));
}

#[test]
fn of_a_type_that_cannot_be_made_out_the_name_is_defined() {
    let lib = "texts! {\n    /// A part.\n    #[derive(Eq)]\n    struct Part { check = own, says = \"a part\" }\n    other::Known\n}\nstruct Known;\nimpls! { struct Known { check = own } and struct \
               b::Other }\nfn own(part: Part) {}\n";
    assert_eq!(symbols(lib), ["Part", "Known", "own"]);
    check(&[CARGO, ("src/lib.rs", lib)], "src/lib.rs", &[("Part", "resolved", ""), ("own", "resolved", "")]);
}

#[test]
fn items_alone_in_brackets_of_any_kind_are_items() {
    let lib = "class!(\n    pub struct View;\n    impl View { fn draw(&self) { self.draw() } }\n);\nfn show(view: View) { view.draw() }\nassert_all!(View, show);\ncheck!(matches!(View, View));\n";
    assert_eq!(symbols(lib), ["View", "View.draw", "show"]);
    sure(&[CARGO, ("src/lib.rs", lib)], "/show(", &["View#draw()."]);
}

#[test]
fn names_that_a_rule_repeats_are_what_it_makes_of_each() {
    let lib = "pub struct Code(u16);\nmacro_rules! codes {\n    ($( $(#[$doc:meta])* ($number:expr, $name:ident, $says:literal); )+) => {\n        impl Code { $( pub const $name: Code = Code($number); )+ }\n    \
               };\n}\ncodes! {\n    /// Well.\n    (200, OK, \"OK\");\n    (404, NOT_FOUND, \"Not Found\");\n}\nmacro_rules! make {\n    (const $($name:ident: $ty:ty),* $(,)?) => { $( pub static $name: $ty = \
               0; )* };\n    (fn $name:ident -> $ty:ident) => { pub fn $name() -> $ty { todo!() } };\n}\nmake!(const FIRST: Vec<u8>, SECOND: u8,);\nmake!(fn code -> Code);\nfn seen() { Code::OK; \
               Code::NOT_FOUND; FIRST; SECOND; code(); }\n";
    let found = symbols(lib);
    for name in ["Code.OK", "Code.NOT_FOUND", "FIRST", "SECOND", "code"] {
        assert!(found.iter().any(|it| it == name), "{name}: {found:?}");
    }
    let names = ["OK", "NOT_FOUND", "FIRST", "SECOND", "code"];
    check(&[CARGO, ("src/lib.rs", lib)], "src/lib.rs", &names.map(|name| (name, "resolved", "")));
}

#[test]
fn a_static_that_a_macro_is_given_is_of_its_type() {
    let lib = "use std::cell::RefCell;\npub struct Pool;\nimpl Pool { fn take(&self) {} }\nlazy_static! {\n    static ref POOL: Pool = make();\n    pub static ref ALL: Vec<Pool> = vec![];\n}\nthread_local! { static \
               OWN: RefCell<Pool> = RefCell::new(make()) }\nother! { static KEPT: Pool = make(); }\nfn make() -> Pool { Pool }\nfn one() { POOL.take() }\nfn all() { for it in ALL.iter() { it.take() } }\nfn \
               own() { OWN.with(|it| it.borrow().take()) }\nfn kept() { KEPT.take() }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/one(", "/all(", "/own("] {
        sure(&files, from, &["Pool#take()."]);
    }
    sure(&files, "POOL.", &["/make()."]);
    check(&files, "src/lib.rs", &[("OWN", "resolved", ""), ("with", "external", "builtin"), ("KEPT", "resolved", "")]);
}

#[test]
fn what_a_macro_makes_in_a_function_is_the_functions() {
    let lib = "pub struct Re;\nimpl Re { pub fn hit(&self) {} }\nmacro_rules! re { ($name:ident, $it:literal) => { static $name: Re = Re; }; }\nfn one() {\n    re!(LINK, \"x\");\n    \
               LINK.hit();\n}\nfn two() { re!(LINK, \"y\"); LINK.hit() }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/one(", &["/re!", "Re#hit("]);
    sure(&files, "/two(", &["/re!", "Re#hit("]);
}
