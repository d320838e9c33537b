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

const MADE: &str = "pub struct A;\nimpl Default for A { fn default() -> A { A } }\n#[derive(Default)]\npub struct D { a: A }\npub struct Pt { x: A, d: D }\nimpl Default for Pt { fn default() -> Self { Pt { x: Default::default(), \
                    d: Default::default() } } }\nimpl From<u8> for A { fn from(_: u8) -> A { A } }\nimpl From<u16> for Pt { fn from(_: u16) -> Pt { todo!() } }\nimpl TryFrom<char> for A { type Error = u8; fn try_from(_: \
                    char) -> Result<A, u8> { Ok(A) } }\npub fn takes(_: A) {}\npub fn both(_: u8, _: Pt) {}\n";

#[test]
fn what_a_place_wants_tells_whose_function_of_an_interface_is_called() {
    let lib = format!(
        "{MADE}pub fn declared() {{ let e: A = Default::default(); }}\npub fn argument() {{ takes(Default::default()); both(1, Default::default()); }}\npub fn field() {{ let it = Pt {{ x: Default::default(), d: \
         Default::default() }}; }}\npub fn rest(a: A) -> Pt {{ Pt {{ x: a, ..Default::default() }} }}\npub fn tail() -> A {{ Default::default() }}\npub fn early(n: u8) -> A {{ if n > 1 {{ return From::from(n); }} A }}\npub fn \
         tried(c: char) -> Result<A, u8> {{ TryFrom::try_from(c) }}\npub fn assigned(it: &mut Pt) {{ it.x = Default::default(); *it = From::from(1u16); }}\npub fn bounded<T: Default>() -> T {{ Default::default() }}\npub fn \
         foreign() -> Vec<u8> {{ Default::default() }}\npub fn unknown() {{ let it = Default::default(); drop::<A>(it); }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    sure(&files, "Pt#[Default]default(", &["A#[Default]default("]);
    sure(&files, "/declared(", &["A#[Default]default("]);
    sure(&files, "/argument(", &["/takes(", "/both(", "A#[Default]default(", "Pt#[Default]default("]);
    sure(&files, "/field(", &["A#[Default]default("]);
    sure(&files, "/rest(", &["Pt#[Default]default("]);
    sure(&files, "/tail(", &["A#[Default]default("]);
    sure(&files, "/early(", &["A#[From]from("]);
    sure(&files, "/tried(", &["A#[TryFrom]try_from("]);
    sure(&files, "/assigned(", &["A#[Default]default(", "Pt#[From]from("]);
    for from in ["/bounded(", "/foreign(", "/unknown("] {
        sure(&files, from, &[]);
    }
}

#[test]
fn what_is_asked_of_an_associated_type_gives_its_values_members() {
    let lib = format!(
        "{INPUT}pub trait Source {{ type Out; fn it(&self) -> Self::Out; }}\npub trait Shape {{ fn make() -> u8; }}\npub struct Third;\nimpl Third {{ pub fn make() -> u8 {{ 1 }} }}\npub fn value<S: Source>(i: S) where S::Out: Bytes {{ \
         i.it().bytes(); }}\npub fn named<S: Source>() where S::Out: Shape {{ S::Out::make(); }}\npub fn whole<S: Source>(i: S) where <S as Source>::Out: Cmp<u8> {{ i.it().cmp_to(1); }}\npub struct Held<S>(S);\nimpl<S: Source> Held<S> \
         where S::Out: Bytes {{ pub fn around(&self) {{ self.0.it().bytes(); }} }}\npub fn open<S: Source>(i: S) {{ i.it().bytes(); }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    sure(&files, "/value(", &["Source#it(", "Bytes#bytes("]);
    sure(&files, "/named(", &["Shape#make("]);
    sure(&files, "/whole(", &["Source#it(", "Cmp#cmp_to("]);
    sure(&files, "#around(", &["Source#it(", "Bytes#bytes("]);
    sure(&files, "/open(", &["Source#it("]);
}

#[test]
fn what_a_library_interface_has_not_is_not_said_to_be_of_it() {
    let lib = "macro_rules! views { ($($n:ident),*) => { $(pub fn $n(&self) {})* } }\npub struct B;\nimpl B { views! { col, row } }\nimpl std::fmt::Display for B { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } \
               }\npub struct C;\nimpl std::fmt::Display for C { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } }\npub fn run(b: B, c: C) { b.zoom(); c.zoom(); b.to_string(); }\n";
    assert_eq!(reasons(lib, "zoom"), ["receiver-unknown", "no-such-member"]);
    assert_eq!(reasons(lib, "to_string"), ["std"]);
}

#[test]
fn a_call_by_a_path_binds_the_type_parameters_of_the_block() {
    let lib = "pub trait EdgeRef { fn weight(&self) -> u8; fn id(&self) -> u8; }\npub trait IntoEdges { type Edge: EdgeRef; }\npub struct Reference;\nimpl Reference { pub fn weight(&self) -> u8 { 0 } }\nimpl EdgeRef for \
               Reference { fn weight(&self) -> u8 { 1 } fn id(&self) -> u8 { 1 } }\npub struct Graph;\nimpl<'a> IntoEdges for &'a Graph { type Edge = Reference; }\npub struct Filtered<G, F>(pub G, pub F);\nimpl<F, G> \
               Filtered<G, F> where G: IntoEdges, F: Fn(G::Edge) -> bool { pub fn from_fn(g: G, f: F) -> Self { Filtered(g, f) } }\npub fn own(g: &Graph) { Filtered::from_fn(g, |e| e.weight() == 1); }\npub fn given(g: \
               &Graph) { Filtered::from_fn(g, |e| e.id() == 1); }\npub trait Visits { fn visit(&self); }\npub struct Set;\nimpl Visits for Set { fn visit(&self) {} }\npub struct List;\nimpl Visits for List { fn \
               visit(&self) {} }\npub trait Visitable { type Node; type Map: Visits; }\nimpl Visitable for Graph { type Node = u32; type Map = Set; }\npub struct Dfs<N, M> { pub map: M, pub at: Vec<N> }\nimpl<N, M: \
               Visits> Dfs<N, M> { pub fn new<X>(x: X) -> Self where X: Visitable<Node = N, Map = M> { todo!() } }\npub fn bound(g: Graph) { let d = Dfs::new(g); d.map.visit(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/own(", &["Filtered#from_fn(", "Reference#weight("]);
    sure(&files, "/given(", &["Filtered#from_fn(", "Reference#[EdgeRef]id("]);
    sure(&files, "/bound(", &["Dfs#new(", "Set#[Visits]visit("]);
}

#[test]
fn of_interfaces_with_one_method_the_one_in_scope_is_meant() {
    let lib = "pub mod tr {\n pub struct M;\n pub struct N;\n impl M { pub fn go(&self) {} }\n impl N { pub fn go(&self) {} }\n pub trait A { fn who(&self) -> M { M } fn me(&self) -> M; }\n pub trait B { fn \
               who(&self) -> N { N } fn me(&self) -> N; }\n pub struct X;\n impl A for X { fn me(&self) -> M { M } }\n impl B for X { fn me(&self) -> N { N } }\n pub struct Z;\n impl A for Z { fn me(&self) -> M { M } \
               }\n impl B for Z { fn who(&self) -> N { N } fn me(&self) -> N { N } }\n}\nmod ia { use super::tr::{A, X, Z}; fn first(x: X, z: Z) { x.who().go(); x.me().go(); z.who().go(); } }\nmod ib { use super::tr::{X, \
               B as _}; fn second(x: X) { x.who().go(); x.me(); } }\nmod ic { use super::tr::*; fn both(x: X) { x.who(); } }\nmod id { use super::tr::X; fn inner(x: X) { use super::tr::B; x.who(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/first(", &["A#who(", "M#go(", "X#[A]me(", "M#go(", "A#who(", "M#go("]);
    sure(&files, "/second(", &["B#who(", "N#go(", "X#[B]me("]);
    sure(&files, "/both(", &[]);
    sure(&files, "/inner(", &["B#who("]);
}

#[test]
fn an_associated_type_behind_a_foreign_interface_is_not_that_of_an_own_one() {
    let lib = "pub trait Prod { type Item; }\npub struct It;\nimpl Iterator for It { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\nimpl Prod for It { type Item = <Self as \
               Iterator>::Item; }\npub trait Own { type Item; }\nimpl Own for It { type Item = u16; }\npub struct Two;\nimpl Prod for Two { type Item = <It as Own>::Item; \
               }\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let rows = repo.rows("edges_usage");
    let uses = |from: &str| {
        let mut found: Vec<&str> = rows
            .iter()
            .filter(|row| row["from"].as_str().unwrap().ends_with(from))
            .map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap())
            .collect();
        found.retain(|to| to.ends_with("#Item#"));
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(uses("It#[Prod]Item#"), [""; 0]);
    assert_eq!(uses("Two#[Prod]Item#"), ["Own#Item#"]);
}

#[test]
fn of_two_bounds_the_own_one_gives_what_its_method_says() {
    let lib = "pub trait Filter { fn or<F>(self, o: F) -> Or<Self, F> where Self: Sized { todo!() } fn zed(self) where Self: Sized {} }\npub trait Zed { fn zed(self) where Self: Sized \
               {} }\npub struct Or<A, B>(A, B);\nimpl<A, B> Filter for Or<A, B> {}\npub fn get() -> impl Filter + Copy { todo!() }\nfn chain() { get().or(1).zed(); }\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/chain(", &["/get(", "Filter#or(", "Filter#zed("]);
}
