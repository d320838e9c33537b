//! Rust: blocks for whatever satisfies a bound, members that modules keep, and items that macros write or take.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

/// How sites of a name end, with the role of each, in order of the text.
fn outcomes(files: &[(&str, &str)], path: &str, name: &str) -> Vec<String> {
    let mut rows = Repo::built(files).rows("sites");
    rows.retain(|row| row["name"] == name && row["path"] == path);
    rows.sort_by_key(|row| row["byteStart"].as_u64());
    rows.iter().map(|row| format!("{} {}", row["outcome"].as_str().unwrap_or_default(), row["reason"].as_str().unwrap_or_default())).collect()
}

/// The ends of what names of a file lead to by their uses, in order.
fn uses(files: &[(&str, &str)], path: &str) -> Vec<String> {
    let mut rows = Repo::built(files).rows("edges_usage");
    rows.retain(|row| row["path"] == path && row["confidence"].as_f64().is_some_and(|it| it >= 0.5));
    rows.sort_by_key(|row| row["byteStart"].as_u64());
    rows.iter().map(|row| row["to"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn what_a_block_for_a_bound_gives_of_its_parameter_is_of_the_value() {
    let lib = "pub trait Time { fn second(&self) -> u8; }\npub struct Moment;\nimpl Time for Moment { fn second(&self) -> u8 { 1 } }\npub trait Round { fn round(self) -> Self; fn whole(self) -> Self; }\n\
               impl<T> Round for T where T: Time + Copy { fn round(self) -> T { self } fn whole(self) -> Self { self } }\npub fn plain(m: Moment) { m.round().second(); }\npub fn itself(m: Moment) { \
               m.whole().second(); }\npub fn bounded<T: Time + Copy>(t: T) { t.round().second(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/plain(", &["Time#[Round]round(", "Moment#[Time]second("]);
    sure(&files, "/itself(", &["Time#[Round]whole(", "Moment#[Time]second("]);
    sure(&files, "/bounded(", &["Time#[Round]round(", "Time#second("]);
}

#[test]
fn a_bound_comes_before_a_block_for_what_satisfies_another_bound() {
    let lib = "pub trait Len { fn len(&self) -> u8; }\npub trait Cmp<T> { fn cmp_to(&self, t: T) -> u8; }\nimpl<T: Len> Cmp<u8> for T { fn cmp_to(&self, t: u8) -> u8 { t } }\npub fn both<T: Cmp<&'static str> + \
               Len>(t: T) { t.cmp_to(\"a\"); }\npub fn turned<T: Len + Cmp<&'static str>>(t: T) { t.cmp_to(\"a\"); }\npub fn one<T: Len>(t: T) { t.cmp_to(1); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/both(", &["/Cmp#cmp_to("]);
    sure(&files, "/turned(", &["/Cmp#cmp_to("]);
    sure(&files, "/one(", &["Len#[Cmp]cmp_to("]);
}

#[test]
fn what_satisfies_an_interface_from_outside_has_what_is_added_to_that() {
    let lib = "pub trait Chunks: Iterator { fn get(self, n: usize) -> usize where Self: Sized { n } fn dedup(self) -> Self where Self: Sized { self } }\nimpl<T: ?Sized> Chunks for T where T: Iterator {}\npub struct \
               Walk;\nimpl Iterator for Walk { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\npub struct Plain;\npub fn walk() { Walk.get(1); Walk.dedup(); }\npub fn plain(p: Plain) { p.get(1); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/walk(", &["Chunks#get(", "Chunks#dedup("]);
    sure(&files, "/plain(", &[]);
}

#[test]
fn an_associated_type_behind_a_named_interface_is_of_that() {
    let lib = "pub trait Take { type Item; }\npub trait Walk { type Item; }\npub trait Char {}\n";
    let user = "use crate::{Char, Take, Walk};\npub fn f<T: Take + Walk>(t: T) where <T as Walk>::Item: Char, <T as Take>::Item: Clone {}\n";
    let lib = format!("{lib}mod user;\n");
    let found = uses(&[CARGO, ("src/lib.rs", lib.as_str()), ("src/user.rs", user)], "src/user.rs");
    let items: Vec<&str> = found.iter().map(String::as_str).filter(|it| it.ends_with("#Item#")).collect();
    assert_eq!(items, ["Walk#Item#", "Take#Item#"], "{found:?}");
}

#[test]
fn a_method_for_the_module_above_alone_is_passed_over_elsewhere() {
    let lib = "pub mod naive;\npub mod format;\n";
    let naive = "pub mod date;\nuse date::Date;\npub fn above(d: &Date) { d.weekday(); }\n";
    let date = "pub trait Datelike { fn weekday(&self) -> u8; }\npub struct Date;\nimpl Date { pub(super) const fn weekday(&self) -> u8 { 1 } }\nimpl Datelike for Date { fn weekday(&self) -> u8 { \
                2 } }\npub fn own(d: &Date) { d.weekday(); }\n";
    let format = "use crate::naive::date::{Date, Datelike};\npub fn elsewhere(d: &Date) { d.weekday(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/naive/mod.rs", naive), ("src/naive/date.rs", date), ("src/format.rs", format)];
    sure(&files, "/above(", &["Date#weekday("]);
    sure(&files, "/own(", &["Date#weekday("]);
    sure(&files, "/elsewhere(", &["Date#[Datelike]weekday("]);
}

#[test]
fn a_macro_takes_lists_of_names_in_for_others_too() {
    let lib = "macro_rules! root { () => { pub use crate::inner::{de, ser, Visitor}; }; }\nroot!();\npub mod inner { pub mod de { pub fn read() {} } pub mod ser {} pub trait Visitor { fn visit(&self); } }\nmod user;\n";
    let user = "use crate::{de, Visitor};\npub fn f<V: Visitor>(v: V) { de::read(); v.visit(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/user.rs", user)];
    sure(&files, "/f(", &["inner/de/read(", "inner/Visitor#visit("]);
}

#[test]
fn of_names_that_a_macro_takes_from_two_modules_none_is_sure() {
    let lib = "macro_rules! root { () => { #[cfg(feature = \"a\")] pub use crate::one::{run}; #[cfg(not(feature = \"a\"))] pub use crate::two::{run}; }; }\nroot!();\npub mod one { pub fn run() {} }\npub mod two { pub fn run() {} }\npub fn \
               f() { run(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/f(", &[]);
}

#[test]
fn lines_that_a_sign_of_the_macro_opens_hide_no_members() {
    let lib = "template! {\n/// Bases.\npub trait Base {\n    @escape [type Id]\n    @section nodelegate\n    /// Names.\n    type Id: Copy;\n}\n}\ntemplate! {\npub trait Visit: Base {\n    @section type\n    /// Maps.\n    type Map: Sized;\n    \
               @section self\n    /// Makes one.\n    fn visit_map(self: &Self) -> Self::Map;\n}\n}\npub fn f<G: Visit>(g: G, id: G::Id) { g.visit_map(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/f(", &["Visit#visit_map("]);
    assert_eq!(outcomes(&files, "src/lib.rs", "Id"), ["resolved "]);
}

#[test]
fn characters_and_numbers_have_what_a_crate_adds_under_names_of_other_types() {
    let lib = "pub trait AsChar { fn len(self) -> usize; fn is_ascii(self) -> bool; }\nimpl AsChar for char { fn len(self) -> usize { 1 } fn is_ascii(self) -> bool { true } }\npub trait Wide { fn get(self) -> u64; }\nimpl Wide for u32 { fn \
               get(self) -> u64 { 1 } }\npub fn f(c: char) { c.len(); }\npub fn own(c: char) { c.is_ascii(); }\npub fn g(n: u32) { n.get(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/f(", &["char#[AsChar]len("]);
    sure(&files, "/own(", &[]);
    sure(&files, "/g(", &["u32#[Wide]get("]);
}

#[test]
fn what_tuples_have_by_a_block_for_a_bound_is_of_the_one_interface_that_has_the_name() {
    let lib = "pub trait Into2 { fn into2(self) -> u8; }\nmacro_rules! give { ($t:ty) => { impl Into2 for $t { fn into2(self) -> u8 { 1 } } } }\ngive!((u8, u8));\npub trait Builder { fn strides(self) -> u8; fn \
               clone(&self) -> u8; }\nimpl<T> Builder for T where T: Into2 { fn strides(self) -> u8 { 1 } fn clone(&self) -> u8 { 1 } }\npub trait Both { fn both(self) -> u8; }\nimpl<T> Both for T where T: Into2 { fn both(self) -> u8 { 1 } }\nimpl Both for Vec<u8> { fn both(self) -> u8 { 2 } }\npub fn f() { (1u8, 2u8).strides(); }\npub fn both() { (1u8, 2u8).both(); }\npub fn own() { (1u8, 2u8).clone(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/f(", &["Into2#[Builder]strides("]);
    sure(&files, "/both(", &[]);
    sure(&files, "/own(", &[]);
}

#[test]
fn what_is_kept_from_an_optimizer_is_what_it_was() {
    let lib = "pub struct Grid;\nimpl Grid { pub fn shape(&self) -> u8 { 1 } }\npub struct Other;\nimpl Other { pub fn shape(&self) -> u8 { 1 } }\npub fn library() { use std::hint::black_box; let a = black_box(Grid); a.shape(); }\npub fn bench() { use \
               criterion::black_box; let a = black_box(Grid); a.shape(); }\npub fn full() { let a = std::hint::black_box(Grid); a.shape(); }\n";
    let manifest = "[package]\nname = \"fixture\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[dependencies]\ncriterion = \"0.5\"\n";
    let files = [("Cargo.toml", manifest), ("src/lib.rs", lib)];
    for from in ["/library(", "/bench(", "/full("] {
        sure(&files, from, &["Grid#shape("]);
    }
}
