//! Types of locals, and what expressions give.

use super::{check_local, check_sites};

#[test]
fn declarations_and_constructors_give_types() {
    check_local("struct A; fn f(a: &mut A) {}", "a", "A = ");
    check_local("struct A; fn f() { let a = A { }; }", "a", "new A");
    check_local("struct A; fn f() { let a: Box<dyn A> = g(); }", "a", "free Box<A> = free g()");
    check_local("struct A; fn f() { let a = std::sync::Arc::new(A::make()); }", "a", "A::make()");
    check_local("struct A; impl A { fn f(&self) {} }", "self", "A = ");
    check_local("trait T {} fn f(a: impl T + Send) {}", "a", "T | free Send = ");
}

#[test]
fn patterns_take_values_apart() {
    check_local("fn f(v: V) { let (a, b) = v; }", "b", "local v#1");
    check_local("fn f(v: V) { if let Some(x) = v.get() {} }", "x", "unwrap(local v::get())");
    check_local("fn f(v: V) { for x in v.iter() {} }", "x", "element(local v::iter())");
    check_local("enum E { P(u8, Q) } fn f(e: E) { match e { E::P(_, q) => {} } }", "q", "E::P::1");
    check_local("struct S { n: u8 } fn f(s: S) { let S { n, .. } = s; }", "n", "inst S::n");
    check_local("fn f(e: E) { match e { A(x) | B(x) => {} } }", "x", "free A::0, free B::0");
    check_local("fn f(v: V) { let [first, ..] = v else { return }; }", "first", "element(local v)");
}

#[test]
fn operators_unwrap_and_index() {
    check_local("fn f(v: V) { let a = v.get()?.await; }", "a", "unwrap(unwrap(local v::get()))");
    check_local("fn f(v: V) { let a = &mut v[0]; }", "a", "element(local v)");
    check_local("fn f(v: V) { let a = &v[1..]; }", "a", "local v");
    check_local("fn f(v: V) { let a = (*v).0; }", "a", "unwrap(local v)::0 | unwrap(local v)#0");
    check_local("fn f(v: V) { let a = if c { v.x } else { g() }; }", "a", "local v::x | free g()");
    check_local("fn f(v: V) { let a = match v { 1 => A, _ => return }; }", "a", "free A");
    check_local("fn f() { let mut a = g(); a = h(); }", "a", "free g(), free h()");
    check_local("fn f() { let a = vec![g(), h()]; }", "a", "new free Vec<element((free g(), free h()))>");
    check_local("fn f() { let a = [g(), h()]; }", "a", "new free array<element((free g(), free h()))>");
    check_local("fn f() { let a = (g(), h()); }", "a", "(free g(), free h())");
}

#[test]
fn operators_give_what_their_methods_give() {
    check_local("fn f(n: N) { let a = n + 1 << m; }", "a", "local n::add()::shl()");
    check_local("fn f(n: N) { let a = 1 * n; }", "a", "local n::mul()");
    check_local("fn f(n: N) { let a = n == 1; }", "a", "'bool'");
}

#[test]
fn quotes_hold_text_or_bytes_and_wrappers_what_they_are_given() {
    check_local("fn f() { let a = \"x\"; }", "a", "'str'");
    check_local("fn f() { let a = b\"x\"; }", "a", "inst free array<free u8>");
    check_local("fn f() { let a = b'x'; }", "a", "inst free u8");
    check_local("fn f() { let a = Some(g()); }", "a", "new free Option<element((free g()))>");
    check_local("fn f() { let a = Ok(g()); }", "a", "new free Result<element((free g()))>");
    check_local("fn f() { let a = Some(loop {}); }", "a", "?");
}

#[test]
fn ranges_have_the_type_of_their_form_and_of_their_bounds() {
    check_local("fn f(n: N) { let a = 0..n; }", "a", "new free std::ops::Range<element((local n, 'i32'))>");
    check_local("fn f() { let a = 0..=9u8; }", "a", "new free std::ops::RangeInclusive<element(('u8', 'i32'))>");
    check_local("fn f() { let a = 1..; }", "a", "new free std::ops::RangeFrom<element(('i32'))>");
    check_local("fn f() { let a = ..1; }", "a", "new free std::ops::RangeTo<element(('i32'))>");
    check_local("fn f() { let a = ..; }", "a", "new free std::ops::RangeFull");
}

#[test]
fn closures_take_elements() {
    check_local("fn f(v: V) { v.iter().map(|x| x.y()).collect() }", "x", "element(local v::iter())");
    check_local("fn f(v: V) { v.get().map(|x| x.y()) }", "x", "local v::get()::map@0#1");
    check_local("fn f(v: V) { v.iter().fold(0, |sum, x| sum) }", "sum", "local v::iter()::fold@1#1");
    check_local("fn f(v: V) { take(&mut |x| x.y()) }", "x", "free take@0#1");
    check_local("fn f(v: V) { take(1, &(|x| x.y())) }", "x", "free take@1#1");
    check_local("fn f(v: V) { v.sort_by_key(|x| x.y()) }", "x", "element(local v)");
    check_local("fn f(v: V) { for (i, x) in v.iter().enumerate() {} }", "x", "element((('usize', element(local v::iter()))))#1");
    check_local("fn f(v: V) { for x in v.iter().map(|y| Z { y }) {} }", "x", "element((new free Z))");
}

#[test]
fn assignments_are_writes() {
    check_sites(
        "static mut S: u8 = 1; fn f(a: A) { a.b.c = 1; S += 1; *a.d() = 2; }",
        &["Read b -> local a::b", "Write c -> local a::b::c", "Write S -> S", "Call d -> local a::d"],
    );
}

#[test]
fn later_bindings_hide_earlier_ones() {
    check_sites("fn f() { let a = g(); { let a = h(a); a.x(); } a.y(); }", &["Call x -> local a::x", "Call y -> local a::y"]);
    check_local("fn f() { let a = g(); let a = a.h(); }", "a", "local a::h()");
}
