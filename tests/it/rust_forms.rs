//! Rust: which of several functions of one name a type has by its traits, and what else bears the name of what is meant.

use std::collections::BTreeMap;

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

/// The lines of the definitions that a function surely calls, in order of the calls.
fn called(lib: &str, from: &str) -> Vec<u64> {
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let symbols = repo.rows("symbols");
    let lines: BTreeMap<&str, u64> = symbols.iter().map(|row| (row["symbolId"].as_str().unwrap(), row["lines"]["start"].as_u64().unwrap())).collect();
    let rows = repo.rows("edges_call");
    let own = rows.iter().filter(|row| row["from"].as_str().unwrap().ends_with(from) && row["confidence"].as_f64().unwrap() >= 0.5);
    let mut calls: Vec<(u64, u64)> = own.map(|row| (row["byteStart"].as_u64().unwrap(), lines[row["to"].as_str().unwrap()])).collect();
    calls.sort_unstable();
    calls.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn what_a_trait_gives_for_several_types_is_told_apart_by_what_is_handed_in() {
    let lib = "pub struct V;\npub struct Own;\nimpl From<&str> for V { fn from(s: &str) -> V { V } }\nimpl From<String> for V { fn from(s: String) -> V { V } }\nimpl \
               From<Own> for V { fn from(s: Own) -> V { V } }\npub fn told(own: Own, s: String) { V::from(\"x\"); V::from(s); V::from(own); }\npub fn open<T: \
               Into<u8>>(it: T) { V::from(it.into()); }\npub struct W;\nimpl From<u8> for W { fn from(s: u8) -> W { W } }\npub fn one(x: u8) { W::from(x); }\n";
    assert_eq!(called(lib, "/told()."), [3, 4, 5]);
    assert!(called(lib, "/open().").is_empty());
    assert_eq!(called(lib, "/one()."), [9]);
}

#[test]
fn an_import_of_all_that_an_enum_has_takes_in_its_variants_alone() {
    let lib = "use Color::*;\npub enum Color { Red(u8), Green }\nimpl std::str::FromStr for Color { type Err = u8; fn from_str(_: &str) -> Result<Self, u8> { Err(1) } \
               }\nimpl Color { pub fn mk() -> Color { Red(1) } }\npub fn mk() {}\npub fn used() -> Result<u8, u8> { Red(1); mk(); Err(3) }\npub fn inner() { use \
               Color::*; Red(2); mk(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/used(", "/inner("] {
        sure(&files, from, &["Color#Red.", "/mk("]);
    }
    sure(&files, "[FromStr]from_str(", &[]);
}

#[test]
fn a_function_without_receiver_is_not_called_on_a_value_that_stands_for_another() {
    let lib = "pub struct Inner;\nimpl Inner { pub fn parse(&self) {} }\npub struct Key(Inner);\nimpl Key { pub fn parse(_: &str) {} pub fn new() -> Key { \
               Key(Inner) } }\nimpl std::ops::Deref for Key { type Target = Inner; fn deref(&self) -> &Inner { &self.0 } }\npub trait Make { fn make() -> Self; \
               }\npub type Named = Key;\npub fn named() { Named::parse(\"\"); }\npub fn on(key: Key) { key.parse(); }\npub fn by() { Key::parse(\"\"); }\npub fn of<T: Make>() { T::make(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/on(", &["Inner#parse("]);
    sure(&files, "/by(", &["Key#parse("]);
    sure(&files, "/named(", &["Key#parse("]);
    sure(&files, "/of(", &["Make#make("]);
}

#[test]
fn a_version_under_another_name_is_not_the_package_beside_it() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\n"),
        ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
        ("a/src/lib.rs", "pub fn of() {}\n"),
        (
            "b/Cargo.toml",
            "[package]\nname = \"b\"\n[dependencies]\na_old = { package = \"a\", version = \"0.1\" }\na_new = { package = \"a\", path = \"../a\" }\n",
        ),
        ("b/src/lib.rs", "pub fn old() { a_old::of(); }\npub fn new() { a_new::of(); }\n"),
    ];
    sure(&files, "/old(", &[]);
    sure(&files, "/new(", &["/of("]);
}

#[test]
fn what_is_added_to_an_alias_is_a_member_of_it() {
    let lib = "pub struct Map<K, V> { k: K, v: V }\npub struct Value;\npub type Table = Map<String, Value>;\nimpl Table { pub fn parse() {} }\npub fn named() { Table::parse(); \
               crate::Table::parse(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/named(", &["Table#parse(", "Table#parse("]);
}
