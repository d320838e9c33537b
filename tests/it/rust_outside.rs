//! Rust: what a type may have from outside of the repository is not said to be missing.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

const MANIFEST: (&str, &str) =
    ("Cargo.toml", "[package]\nname = \"x\"\n[dependencies]\nclap = \"4\"\nserde = \"1\"\ncrossterm = \"1\"\nrayon = \"1\"\nbitflags = \"2\"\n");

/// What the sites of a name come to, in the order of their places: what is said of each that has no target.
fn said(files: &[(&str, &str)], name: &str) -> Vec<String> {
    let rows = Repo::built(files).rows("sites");
    let word = |row: &serde_json::Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    rows.iter()
        .filter(|row| row["name"] == name)
        .map(|row| format!("{} {}", word(row, "outcome"), word(row, "reason")).trim_end().to_owned())
        .collect()
}

#[test]
fn a_macro_of_another_package_may_give_the_types_that_derive_it_members() {
    let lib = "use clap::Parser;\nuse serde::Serialize;\n#[derive(Parser)]\npub struct Cli { pub n: u8 }\n#[derive(Parser, Serialize)]\npub struct Both;\n\
               #[derive(Clone, Debug)]\npub struct Plain;\npub fn run(p: Plain) { Cli::try_parse(); Both::try_parse(); Plain::try_parse(); }\n";
    assert_eq!(said(&[MANIFEST, ("src/lib.rs", lib)], "try_parse"), ["external clap", "unresolved receiver-unknown", "unresolved no-such-member"]);
}

#[test]
fn an_interface_of_another_package_may_give_any_type_a_method_where_it_is_in_scope() {
    let queue = "pub struct Out { pub n: u8 }\npub fn run(o: &mut Out) { o.queue(1); }\n";
    let of = |imports: &str| {
        let lib = format!("{imports}{queue}");
        said(&[MANIFEST, ("src/lib.rs", lib.as_str())], "queue")
    };
    assert_eq!(of("use crossterm::QueueableCommand;\n"), ["external crossterm"]);
    assert_eq!(of("use crossterm::QueueableCommand as _;\n"), ["external crossterm"]);
    assert_eq!(of("use rayon::prelude::*;\n"), ["external rayon"]);
    assert_eq!(of("use rayon::prelude::*;\nuse crossterm::QueueableCommand;\n"), ["unresolved receiver-unknown"]);
    // What is named is brought in for its name, and what the library has is known.
    assert_eq!(of("use crossterm::Color;\npub fn paint(c: Color) {}\n"), ["unresolved no-such-member"]);
    assert_eq!(of("use std::io::Write;\nuse std::fmt::Debug as _;\n"), ["unresolved no-such-member"]);
    assert_eq!(of("pub mod inner { use crossterm::QueueableCommand; }\n"), ["unresolved no-such-member"], "in scope elsewhere");
    let field = "use crossterm::QueueableCommand;\npub struct Out { pub n: u8 }\npub fn run(o: &Out) -> u8 { o.queue }\n";
    assert_eq!(said(&[MANIFEST, ("src/lib.rs", field)], "queue"), ["unresolved no-such-member"], "interfaces have no fields");
}

#[test]
fn a_macro_that_is_given_a_type_may_give_it_members() {
    let lib = "bitflags::bitflags! {\n    pub struct Mode: u8 { const A = 1; const B = 2; }\n}\nmade! { pub enum Shape { Round(u8) } }\ncfg_if::cfg_if! { if #[cfg(unix)] { pub \
               struct Kept; } }\npub fn run(m: Mode, s: &Shape, k: Kept) { m.size(); s.size(); k.size(); }\n";
    let said = said(&[MANIFEST, ("src/lib.rs", lib)], "size");
    assert_eq!(said, ["unresolved receiver-unknown", "unresolved receiver-unknown", "unresolved no-such-member"]);
}

#[test]
fn a_macro_that_is_written_in_the_brackets_of_another_is_one() {
    let macros = "macro_rules! documented { ($it:item) => { $it }; }\ndocumented![\n    /// Says.\n    #[macro_export]\n    macro_rules! say { ($e:expr) => { $e } }\n];\n";
    let files = [CARGO, ("src/lib.rs", "pub mod macros;\npub fn run() { say!(1); }\n"), ("src/macros.rs", macros)];
    sure(&files, "/run(", &["/say!"]);
    // Of two that builds choose between, the one of default builds is the likelier.
    let twice = macros.replace("documented![", "#[cfg(doc)]\ndocumented![");
    let twice = format!("{twice}#[cfg(not(doc))]\n#[macro_export]\nmacro_rules! say {{ ($e:expr) => {{ $e }} }}\n");
    let files = [CARGO, ("src/lib.rs", "pub mod macros;\npub fn run() { say!(1); }\n"), ("src/macros.rs", twice.as_str())];
    sure(&files, "/run(", &["/say+1!"]);
}

#[test]
fn what_nothing_is_put_into_may_hold_whatever_there_is() {
    let lib = "pub struct M;\nimpl M { pub fn get(&self) -> u8 { 1 } }\nfn fill(_: &mut [Option<M>]) {}\nfn put(_: &mut Option<M>) {}\npub fn list() { let mut v = [None, None]; \
               fill(&mut v); v[0].unwrap().get(); }\npub fn one() { let mut v = None; put(&mut v); v.unwrap().get(); }\npub fn told() { let mut v = None; v = Some(M); \
               v.unwrap().get(); }\n";
    let files = [MANIFEST, ("src/lib.rs", lib)];
    assert_eq!(said(&files, "get"), ["unresolved receiver-unknown", "unresolved receiver-unknown", "resolved"]);
    assert_eq!(said(&files, "unwrap"), ["external builtin"; 3]);
}
