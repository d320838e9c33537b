//! Types of locals, and what expressions give.

use super::{check_local, check_sites};

#[test]
fn declarations_and_constructors_give_types() {
    check_local("struct A; fn f(a: &mut A) {}", "a", "Symbol(A) = ");
    check_local("struct A; fn f() { let a = A { }; }", "a", "<+Symbol(A)>");
    check_local("struct A; fn f() { let a: Box<dyn A> = g(); }", "a", "Box[Symbol(A)] = g()");
    check_local("struct A; fn f() { let a = std::sync::Arc::new(A::make()); }", "a", "Symbol(A).make()");
    check_local("struct A; impl A { fn f(&self) {} }", "self", "Symbol(A) = ");
    check_local("trait T {} fn f(a: impl T + Send) {}", "a", "any(Symbol(T), Send) = ");
}

#[test]
fn patterns_take_values_apart() {
    check_local("fn f(v: V) { let (a, b) = v; }", "b", "Local(v)#1");
    check_local("fn f(v: V) { if let Some(x) = v.get() {} }", "x", "unwrap Local(v).get()");
    check_local("fn f(v: V) { for x in v.iter() {} }", "x", "each Local(v).iter()");
    check_local("enum E { P(u8, Q) } fn f(e: E) { match e { E::P(_, q) => {} } }", "q", "<'&'[Local(e), Symbol(E).P]>.1");
    check_local("struct S { n: u8 } fn f(s: S) { let S { n, .. } = s; }", "n", "<'&'[Local(s), Symbol(S)]>.n");
    check_local("fn f(e: E) { match e { A(x) | B(x) => {} } }", "x", "<'&'[Local(e), A]>.0, <'&'[Local(e), B]>.0");
    check_local("fn f(v: V) { let [first, ..] = v else { return }; }", "first", "each Local(v)");
}

#[test]
fn operators_unwrap_and_index() {
    check_local("fn f(v: V) { let a = v.get()?.await; }", "a", "unwrap unwrap Local(v).get()");
    check_local("fn f(v: V) { let a = &mut v[0]; }", "a", "each Local(v)");
    check_local("fn f(v: V) { let a = &v[1..]; }", "a", "Local(v)[[..]]");
    check_local("fn f(v: &V) { let a = (*v).0; }", "a", "any(Local(v).0, Local(v)#0)");
    check_local("fn f(v: V) { let a = *v; }", "a", "Local(v)[*]");
    check_local("fn f(v: &Box<V>) { let a = **v; }", "a", "Local(v)");
    check_local("fn f(v: Pin<&mut V>) { let a = &**v; }", "a", "Local(v)[*]");
    check_local("fn f(v: V) { let w = &v; let a = *w; }", "a", "Local(w)");
    check_local("fn f(v: W) { let a = *v.get(); }", "a", "unwrap Local(v).get()");
    check_local("fn f(v: V) { let a = -v; }", "a", "Local(v)[-neg]");
    check_local("fn f(v: V) { let a = !&v; }", "a", "Local(v)[-not]");
    check_local("fn f(v: V) { let a = if c { v.x } else { g() }; }", "a", "any(Local(v).x, g())");
    check_local("fn f(v: V) { let a = match v { 1 => A, _ => return }; }", "a", "A");
    check_local("fn f() { let mut a = g(); a = h(); }", "a", "g(), h()");
    check_local("fn f() { let a = vec![g(), h()]; }", "a", "<+Vec[each (g(), h())]>");
    check_local("fn f() { let a = [g(), h()]; }", "a", "<+array[each (g(), h())]>");
    check_local("fn f() { let a = (g(), h()); }", "a", "(g(), h())");
}

#[test]
fn operators_give_what_their_methods_give() {
    check_local("fn f(n: N) { let a = n + 1 << m; }", "a", "Local(n).add().shl()");
    check_local("fn f(n: N) { let a = 1 * n; }", "a", "Local(n).mul()");
    check_local("fn f(n: N) { let a = n == 1; }", "a", "'bool'");
}

#[test]
fn quotes_hold_text_or_bytes_and_wrappers_what_they_are_given() {
    check_local("fn f() { let a = \"x\"; }", "a", "'str'");
    check_local("fn f() { let a = b\"x\"; }", "a", "<array[u8]>");
    check_local("fn f() { let a = b'x'; }", "a", "<u8>");
    check_local("fn f() { let a = Some(g()); }", "a", "<+Option[each (g())]>");
    check_local("fn f() { let a = Ok(g()); }", "a", "<+Result[each (g())]>");
    check_local("fn f() { let a = Some(loop {}); }", "a", "?");
}

#[test]
fn ranges_have_the_type_of_their_form_and_of_their_bounds() {
    check_local("fn f(n: N) { let a = 0..n; }", "a", "<+std.ops.Range[each (Local(n), 'i32')]>");
    check_local("fn f() { let a = 0..=9u8; }", "a", "<+std.ops.RangeInclusive[each ('u8', 'i32')]>");
    check_local("fn f() { let a = 1..; }", "a", "<+std.ops.RangeFrom[each ('i32')]>");
    check_local("fn f() { let a = ..1; }", "a", "<+std.ops.RangeTo[each ('i32')]>");
    check_local("fn f() { let a = ..; }", "a", "<+std.ops.RangeFull>");
}

#[test]
fn closures_take_elements() {
    check_local("fn f(v: V) { v.iter().map(|x| x.y()).collect() }", "x", "each Local(v).iter()");
    check_local("fn f(v: V) { v.get().map(|x| x.y()) }", "x", "Local(v).get().map@0#1");
    check_local("fn f(v: V) { v.iter().fold(0, |sum, x| sum) }", "sum", "Local(v).iter().fold@1#1");
    check_local("fn f(v: V) { take(&mut |x| x.y()) }", "x", "take@0#1");
    check_local("fn f(v: V) { take(1, &(|x| x.y())) }", "x", "take@1#1");
    check_local("fn f(v: V) { v.sort_by_key(|x| x.y()) }", "x", "each Local(v)");
    check_local("fn f(v: V) { for (i, x) in v.iter().enumerate() {} }", "x", "each (('usize', each Local(v).iter()))#1");
    check_local("fn f(v: V) { for x in v.iter().map(|y| Z { y }) {} }", "x", "each (<+'new'[Z, Local(y)[y]]>)");
}

#[test]
fn assignments_are_writes() {
    check_sites(
        "static mut S: u8 = 1; fn f(a: A) { a.b.c = 1; S += 1; *a.d() = 2; }",
        &["Read b -> Local(a).b", "Write c -> Local(a).b.c", "Write S -> Symbol(S)", "Call d -> Local(a).d"],
    );
}

#[test]
fn later_bindings_hide_earlier_ones() {
    check_sites("fn f() { let a = g(); { let a = h(a); a.x(); } a.y(); }", &["Call x -> Local(a).x", "Call y -> Local(a).y"]);
    check_local("fn f() { let a = g(); let a = a.h(); }", "a", "Local(a).h()");
}
