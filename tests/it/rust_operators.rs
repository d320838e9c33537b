//! Rust: what operators in front and ranges in brackets give, by what the type of the operand says of them.

use crate::scoping::{CARGO, calls, sure};

/// What `Deref` of `S` leads to has the same method, and so has what other operators give.
const TYPES: &str = "use std::ops::*;\nuse std::sync::Arc;\npub struct In;\nimpl In { pub fn len(&self) {} }\npub struct S(In);\nimpl S { pub fn len(&self) {} pub fn me(&self) -> &S { self } pub fn own(&self) { (*self).len(); \
                     } pub fn inner(&self) { (**self).len(); } }\nimpl Deref for S { type Target = In; fn deref(&self) -> &In { &self.0 } }\npub type Shared = Arc<S>;\n";

#[test]
fn a_star_takes_off_one_reference_or_else_leads_to_what_the_value_stands_for() {
    let lib = "pub fn value(s: S) { (*s).len(); }\npub fn twice(r: &S) { (**r).len(); }\npub fn again(s: S) { let i = &*s; i.len(); }\npub fn once(r: &S) { (*r).len(); }\npub fn shared(r: &Arc<S>) { (**r).len(); }\npub fn \
               through(r: &Arc<S>) { (***r).len(); }\npub fn taken(s: S) { let r = &s; (*r).len(); }\npub fn plain(s: S) { s.len(); }\n";
    let source = format!("{TYPES}{lib}");
    let files = [CARGO, ("src/lib.rs", source.as_str())];
    for from in ["/value(", "/twice(", "/again(", "/through(", "S#inner("] {
        sure(&files, from, &["In#len("]);
    }
    for from in ["/once(", "/shared(", "/taken(", "/plain(", "S#own("] {
        sure(&files, from, &["S#len("]);
    }
}

#[test]
fn a_star_in_front_of_what_may_be_a_reference_or_not_leaves_both_open() {
    let lib = "pub fn given(s: S) { (*s.me()).len(); }\npub fn alias(s: Shared) { (*s).len(); }\n";
    let source = format!("{TYPES}{lib}");
    let files = [CARGO, ("src/lib.rs", source.as_str())];
    sure(&files, "/given(", &["S#me("]);
    sure(&files, "/alias(", &[]);
    for from in ["/given(", "/alias("] {
        let ends: Vec<String> = calls(&files, from).into_iter().map(|(to, _)| to).filter(|to| to.contains("#len(")).collect();
        assert_eq!(ends.len(), 2, "{ends:?}");
    }
}

#[test]
fn signs_and_ranges_give_what_their_methods_say_and_else_nothing_is_known() {
    let lib = "use std::ops::*;\npub struct V;\nimpl V { pub fn go(&self) {} }\npub struct P;\nimpl P { pub fn go(&self) {} }\npub struct One;\nimpl One { pub fn go(&self) {} }\nimpl Neg for P { type Output = V; fn neg(self) -> V { V } }\nimpl \
               Not for P { type Output = V; fn not(self) -> V { V } }\nimpl Index<Range<usize>> for P { type Output = V; fn index(&self, _: Range<usize>) -> &V { &V } }\nimpl Index<usize> for P { type Output = One; fn index(&self, _: usize) -> \
               &One { &One } }\npub struct Bare;\nimpl Bare { pub fn go(&self) {} }\npub struct List(Vec<One>);\nimpl Deref for List { type Target = Vec<One>; fn deref(&self) -> &Vec<One> { &self.0 } }\npub fn ranged(r: P) { r[0..1].go(); }\npub \
               fn single(r: P) { r[0].go(); }\npub fn minus(p: P) { (-p).go(); }\npub fn no(p: &P) { (!p).go(); }\npub fn bare(b: Bare) { b[1..].go(); (-b).go(); }\npub fn list(l: List, v: Vec<One>) { for it in &l[1..] { it.go(); } for it in \
               &v[..2] { it.go(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/ranged(", "/minus(", "/no("] {
        sure(&files, from, &["V#go("]);
    }
    sure(&files, "/single(", &["One#go("]);
    sure(&files, "/bare(", &[]);
    sure(&files, "/list(", &["One#go(", "One#go("]);
    let lib = "use std::ops::Neg;\npub trait Num: Neg<Output = Self> { fn abs(&self) -> u8; }\npub trait Real: Num {}\npub trait Loose: Neg { fn far(&self) -> u8; }\npub struct Else;\nimpl Else { pub fn far(&self) -> u8 { 0 } }\npub fn itself<T: Real>(x: T) { (-x).abs(); }\npub fn other<T: Loose>(x: T) { \
               (-x).far(); }\npub fn number(x: i32) { (-x).abs(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/itself(", &["Num#abs("]);
    sure(&files, "/other(", &[]);
    sure(&files, "/number(", &[]);
}
