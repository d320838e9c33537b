//! Rust: definitions and imports of one name of which a build has one.

use crate::scoping::{CARGO, calls, sure};
use crate::support::Repo;

/// How sure the uses of a definition are, by the end of the id of the user and a part of that of the definition.
fn confidences(lib: &str, from: &str, to: &str) -> Vec<f64> {
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let fits = |row: &&serde_json::Value| row["from"].as_str().unwrap().ends_with(from) && row["to"].as_str().unwrap().contains(to);
    repo.rows("edges_usage").iter().filter(fits).map(|row| row["confidence"].as_f64().unwrap()).collect()
}

const CHOICES: &str = "#[cfg(not(feature = \"ext\"))] pub trait Equiv { fn eqv(&self) -> bool; }\n#[cfg(feature = \"ext\")] pub use std::borrow::Borrow as Equiv;\n#[cfg(feature = \"nightly\")] mod inner { pub use std::alloc::Global; \
                       }\n#[cfg(all(not(feature = \"nightly\"), feature = \"api\"))] mod inner { pub use std::string::String as Global; }\n#[cfg(not(any(feature = \"nightly\", feature = \"api\")))] mod inner { pub struct Global; \
                       }\npub(crate) use self::inner::Global;\n#[cfg(feature = \"ext\")] use std::mem::swap as sw;\n#[cfg(not(feature = \"ext\"))] fn sw(a: u8) {}\n#[cfg(feature = \"std\")] pub use std::error::Error as \
                       Fault;\n#[cfg(not(feature = \"std\"))] pub trait Fault {}\nfn bound<E: Equiv>(e: E) {}\nfn typed(it: Global) {}\nfn called() { sw(1); }\nfn left_out(it: &dyn Fault) {}\n";

#[test]
fn an_item_in_whose_place_other_builds_import_something_from_outside_is_a_candidate() {
    for (from, to) in [("/bound().", "/Equiv#"), ("/typed().", "/Global#")] {
        let found = confidences(CHOICES, from, to);
        assert!(!found.is_empty() && found.iter().all(|it| (0.4..0.5).contains(it)), "{to} {found:?}");
    }
    let found = calls(&[CARGO, ("src/lib.rs", CHOICES)], "/called(");
    assert!(found.len() == 1 && found[0].1 < 0.5, "{found:?}");
    let found = confidences(CHOICES, "/left_out().", "/Fault#");
    assert!(found.iter().all(|it| *it < 0.1), "{found:?}");
}

#[test]
fn conditions_that_may_hold_together_doubt_nothing() {
    let lib = "#[cfg(feature = \"x\")] use std::vec;\n#[cfg(feature = \"x\")] fn vec(a: u8) {}\nuse std::env;\n#[cfg(feature = \"y\")] fn env(a: u8) {}\nfn both() { vec(1); env(1); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/both(", &["/vec(", "/env("]);
}

#[test]
fn an_import_that_some_builds_are_without_stands_beside_what_they_have_in_its_place() {
    let lib = "mod node { pub fn req() {} pub fn two() {} pub struct Range; }\nmod util { pub fn req() {} pub fn one() {} pub struct Range; }\n#[cfg(has_node)] use node::{req, Range};\n#[cfg(not(has_node))] use \
               util::Range;\nuse util::*;\n#[cfg(feature = \"x\")] use node::two as thing;\n#[cfg(not(feature = \"x\"))] use std::mem::drop as thing;\n#[cfg(feature = \"std\")] use node::two as kept;\nfn each() { \
               req(); }\nfn plain() { one(); kept(); }\nfn renamed() { thing(); }\nmod inner { use super::*; fn around() { req(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/each(", "/around("] {
        let found = calls(&files, from);
        assert!(found.len() == 2 && found.iter().all(|(_, it)| *it < 0.5), "{from} {found:?}");
    }
    sure(&files, "/plain(", &["util/one(", "node/two("]);
    let found = calls(&files, "/renamed(");
    assert!(found.len() == 1 && found[0].1 < 0.5, "{found:?}");
}

#[test]
fn what_a_module_stands_under_doubts_none_of_its_imports() {
    let lib = "mod far { pub fn req() {} }\nfn req() {}\n#[cfg(test)]\nmod tests { use super::*; use super::far::req; fn each() { req(); } }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/each(", &["far/req("]);
}
