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
    let lib = "make! { pub struct Flags: u32 { const A = 1; } and more }\nquote! { fn quoted() {} }\nmake! { fn half() { } and more }\nlazy! { 1 + used() }\nempty! {}\nfn used() {}\n";
    assert_eq!(symbols(lib), ["used"]);
    check(&[CARGO, ("src/lib.rs", lib)], "src/lib.rs", &[("used", "resolved", "")]);
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
