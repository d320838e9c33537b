//! Rust: what the bounds of type parameters give together, and functions of interfaces that a place tells the type of.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

/// Why sites of a name are not resolved, in order of the text.
fn reasons(lib: &str, name: &str) -> Vec<String> {
    let mut rows = Repo::built(&[CARGO, ("src/lib.rs", lib)]).rows("sites");
    rows.retain(|row| row["name"] == name && row["outcome"] != "resolved");
    rows.sort_by_key(|row| row["byteStart"].as_u64());
    rows.iter().map(|row| row["reason"].as_str().unwrap_or_default().to_owned()).collect()
}

const INPUT: &str = "pub trait Input: Clone { type Item; fn take_from(&self, i: usize) -> Self; fn split(&self) -> (Self, Self) where Self: Sized; fn some(&self) -> Option<Self> where Self: Sized; }\npub trait \
                     Cmp<T> { fn cmp_to(&self, t: T) -> u8; }\npub trait Bytes { fn bytes(&self) -> &[u8]; }\npub struct Other;\nimpl Other { pub fn cmp_to(&self) {} pub fn bytes(&self) {} pub fn take_from(&self) \
                     {} }\npub trait Parser<I> { fn parse(&mut self, i: I) -> Result<(I, u8), u8>; }\n";

#[test]
fn what_a_method_of_one_bound_gives_has_all_bounds() {
    let lib = format!(
        "{INPUT}pub fn plain<T: Input + Cmp<&'static str>>(t: T) {{ let s = t.take_from(1); s.cmp_to(\"\"); }}\npub fn pair<T: Input + Cmp<&'static str>>(t: T) {{ let (a, b) = t.split(); a.cmp_to(\"\"); }}\npub fn \
         clause<T>(t: T) where T: Input, T: Cmp<&'static str>, T: Bytes {{ let s = t.take_from(1); s.cmp_to(\"\"); s.bytes(); }}\npub fn held<T: Input + Bytes>(t: T) {{ if let Some(it) = t.some() {{ it.bytes(); }} \
         }}\npub struct Held<T>(T);\nimpl<T: Input + Bytes> Held<T> {{ pub fn field(&self) {{ self.0.take_from(1).bytes(); }} }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    sure(&files, "/plain(", &["Input#take_from(", "Cmp#cmp_to("]);
    sure(&files, "/pair(", &["Input#split(", "Cmp#cmp_to("]);
    sure(&files, "/clause(", &["Input#take_from(", "Cmp#cmp_to(", "Bytes#bytes("]);
    sure(&files, "/held(", &["Input#some(", "Bytes#bytes("]);
    sure(&files, "#field(", &["Input#take_from(", "Bytes#bytes("]);
}

#[test]
fn what_is_handed_through_a_generic_function_keeps_all_bounds() {
    let lib = format!(
        "{INPUT}pub fn dig<I: Input + Bytes, E>(i: I) -> Result<(I, I), E> {{ todo!() }}\npub fn through<I: Input + Bytes>(i: I) -> Result<u8, u8> {{ let (i, d) = dig(i)?; i.bytes(); d.take_from(1); Ok(1) }}\npub fn \
         parsed<I: Input + Bytes, P: Parser<I>>(mut p: P, i: I) -> Result<u8, u8> {{ let (i, _) = p.parse(i)?; i.bytes(); Ok(1) }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    sure(&files, "/through(", &["/dig(", "Bytes#bytes(", "Input#take_from("]);
    sure(&files, "/parsed(", &["Parser#parse(", "Bytes#bytes("]);
}

#[test]
fn of_what_is_known_by_its_bounds_alone_nothing_is_said_to_be_missing() {
    let lib = format!(
        "{INPUT}pub struct More;\nimpl More {{ pub fn zoom(&self) {{}} }}\npub struct Most;\nimpl Most {{ pub fn zoom(&self) {{}} }}\npub fn run<T: Input>(t: T) {{ t.zoom(); }}\n"
    );
    assert_eq!(reasons(&lib, "zoom"), ["receiver-unknown"]);
}
