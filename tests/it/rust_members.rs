//! Rust: what members mean by traits, their associated types, and what is implemented for types of the language and of other packages.

use crate::scoping::{CARGO, sure};
use crate::support::Repo;

/// The sure uses of names, or the imports, in a source: `(tail of the id of the user, tail of the id of what is used)`.
fn pairs(lib: &str, table: &str) -> Vec<(String, String)> {
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let tail = |id: &serde_json::Value| id.as_str().unwrap().rsplit(' ').next().unwrap().to_owned();
    let rows = repo.rows(table);
    rows.iter().filter(|row| row["confidence"].as_f64().unwrap() >= 0.5).map(|row| (tail(&row["from"]), tail(&row["to"]))).collect()
}

/// Whether one definition uses another, by the ends of their ids.
fn has(pairs: &[(String, String)], from: &str, to: &str) -> bool {
    pairs.iter().any(|pair| pair.0.ends_with(from) && pair.1.ends_with(to))
}

#[test]
fn an_associated_type_is_named_by_its_trait_and_stands_for_what_the_impl_says() {
    let lib = "pub trait Work { type Item; fn next(&mut self) -> Option<Self::Item>; }\npub struct Done;\npub struct Own;\nimpl Own { fn finish(&self) {} \
               }\npub struct Other;\nimpl Other { fn finish(&self) {} }\nimpl Work for Done {\n    type Item = Own;\n    fn next(&mut self) -> \
               Option<Self::Item> {\n        let held: Option<Self::Item> = None;\n        held.unwrap().finish();\n        None\n    \
               }\n}\nimpl Iterator for Other {\n    type Item = u8;\n    fn next(&mut self) -> Option<Self::Item> { None }\n}\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "Done#[Work]next(", &["Own#finish("]);
    let uses = pairs(lib, "edges_usage");
    assert!(has(&uses, "Done#[Work]next().", "/Work#Item#") && !has(&uses, "next().", "Done#[Work]Item#"), "{uses:#?}");
    assert!(!has(&uses, "next().", "[Iterator]Item#"), "{uses:#?}");
}

#[test]
fn a_range_has_what_is_implemented_for_ranges() {
    let lib = "use std::ops::Range;\npub trait IntoPar { fn into_par(self) -> usize; }\nimpl IntoPar for Range<usize> { fn into_par(self) -> usize { 0 } \
               }\npub struct Other;\nimpl Other { pub fn into_par(self) {} }\npub fn literal() { (0..10).into_par(); }\npub fn held() { let range = 0..10; \
               range.into_par(); }\npub fn declared(range: Range<usize>) { range.into_par(); }\npub fn step() { (0..10).step_by(2); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/literal(", "/held(", "/declared("] {
        sure(&files, from, &["Range#[IntoPar]into_par("]);
    }
    sure(&files, "/step(", &[]);
}

#[test]
fn what_is_implemented_for_whatever_there_is_comes_after_all_else() {
    let lib = "pub trait IntoPar { fn into_par(self) -> usize; }\nimpl<'a, T> IntoPar for &'a Vec<T> { fn into_par(self) -> usize { 0 } }\npub trait ByRef<'a> { \
               fn by_ref_par(&'a self) -> usize; }\nimpl<'a, I: 'a + ?Sized> ByRef<'a> for I where &'a I: IntoPar { fn by_ref_par(&'a self) -> usize { \
               self.into_par() } }\npub trait Ext: Iterator + Sized { fn twice(self) -> usize { 0 } }\nimpl<T: Iterator> Ext for T {}\npub trait Named { fn \
               named(&self) -> usize; }\nimpl<T: ?Sized> Named for T { fn named(&self) -> usize { 0 } }\npub struct Own;\npub struct Told;\nimpl Told { pub fn \
               named(&self) -> usize { 1 } }\npub trait Fit { fn fit(&self); }\npub trait Close { fn close(&self); }\nimpl<T: Fit> Close for T { fn close(&self) \
               {} }\npub trait Near { fn near(&self); }\nimpl<T> Near for T { fn near(&self) {} }\npub trait Far { fn near(&self); }\nimpl<T: Clone> Far for T { \
               fn near(&self) {} }\npub fn foreign(list: Vec<u8>) { list.by_ref_par(); }\npub fn iterator(list: Vec<u8>) { list.iter().map(|x| x + 1).twice(); \
               }\npub fn whole(list: Vec<u8>, own: Own) { list.named(); own.named(); }\npub fn told(it: Told) { it.named(); }\npub fn bounded(list: Vec<u8>) { \
               list.close(); }\npub fn two(list: Vec<u8>) { list.near(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/foreign(", &["[ByRef]by_ref_par("]);
    sure(&files, "[ByRef]by_ref_par(", &["IntoPar#into_par("]);
    sure(&files, "/iterator(", &["Ext#twice("]);
    sure(&files, "/whole(", &["[Named]named(", "[Named]named("]);
    sure(&files, "/told(", &["Told#named("]);
    sure(&files, "/bounded(", &[]);
    sure(&files, "/two(", &[]);
}

#[test]
fn arguments_of_a_trait_name_its_associated_types() {
    let lib = "pub trait Par { type Item; type Iter; }\npub trait Bound {}\npub fn bound<I: Par<Item = u8>>(_: I) {}\npub fn given() -> impl Par<Item = u8, Iter \
               = u16> { todo!() }\npub fn clause<I>(_: I) where I: Par<Iter: Bound, Item = u8> {}\npub fn foreign(_: impl Iterator<Item = u8>) {}\n";
    let uses = pairs(lib, "edges_usage");
    assert!(has(&uses, "/bound().", "/Par#Item#") && !has(&uses, "/bound().", "/Par#Iter#"), "{uses:#?}");
    assert!(has(&uses, "/given().", "/Par#Item#") && has(&uses, "/given().", "/Par#Iter#"), "{uses:#?}");
    assert!(["/Par#Item#", "/Par#Iter#", "/Bound#"].iter().all(|to| has(&uses, "/clause().", to)), "{uses:#?}");
    assert!(!has(&uses, "/foreign().", "/Par#Item#"), "{uses:#?}");
}

#[test]
fn tuples_arrays_and_nothing_have_what_is_implemented_for_them() {
    let lib = "pub trait Answer { fn answer(self) -> usize; }\nimpl Answer for () { fn answer(self) -> usize { 0 } }\nimpl<const N: usize> Answer for [u8; N] { fn \
               answer(self) -> usize { 3 } }\npub trait Paired { fn paired(&self) -> usize; }\nimpl<A, B> Paired for (A, B) { fn paired(&self) -> usize { 1 } \
               }\npub struct Item;\nimpl Item { pub fn paired(&self) {} }\npub fn unit() { ().answer(); }\npub fn pair() { (1, \"x\").paired(); }\npub fn \
               held(pair: (u8, u8)) { pair.paired(); }\npub fn array() { [1u8, 2].answer(); }\npub fn listed(a: Item, b: Item) { for it in [a, b] { \
               it.paired(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/unit(", &["tuple#[Answer]answer("]);
    sure(&files, "/pair(", &["tuple#[Paired]paired("]);
    sure(&files, "/held(", &["tuple#[Paired]paired("]);
    sure(&files, "/array(", &["array#[Answer]answer("]);
    sure(&files, "/listed(", &["Item#paired("]);
}

#[test]
fn what_macros_of_the_library_give_has_what_is_implemented_for_it() {
    let lib = "use std::io::{self, Write};\npub trait Summed { fn summed(self) -> usize; }\nimpl Summed for Vec<usize> { fn summed(self) -> usize { 0 } }\npub trait \
               Exit { fn exit(self); }\nimpl Exit for io::Result<()> { fn exit(self) {} }\nimpl Exit for u8 { fn exit(self) {} }\npub fn list() { vec![1, \
               2].summed(); }\npub fn held() { let list = vec![0; 2]; list.summed(); }\npub fn written() { writeln!(io::stdout(), \"x\").exit() }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/list(", &["Vec#[Summed]summed("]);
    sure(&files, "/held(", &["Vec#[Summed]summed("]);
    sure(&files, "/written(", &["Result#[Exit]exit("]);
}

#[test]
fn a_type_of_another_package_has_what_the_repository_implements_for_it() {
    let lib = "use outer::Parts;\npub trait RequestExt { fn extract(&mut self) -> usize; fn extract_with(&mut self) -> usize; }\nimpl RequestExt for outer::Request \
               {\n    fn extract(&mut self) -> usize { self.extract_with() }\n    fn extract_with(&mut self) -> usize { 0 }\n}\npub trait PartsExt { fn \
               pieces(&mut self) -> usize; }\nimpl PartsExt for Parts { fn pieces(&mut self) -> usize { 0 } }\npub trait FromRequest: Sized { fn from_request() \
               -> Self; }\nimpl FromRequest for outer::Bytes { fn from_request() -> Self { todo!() } }\npub fn declared(req: &mut outer::Request) { \
               req.extract(); req.gone(); }\npub fn imported(parts: &mut Parts) { parts.pieces(); }\npub fn path() { outer::Bytes::from_request(); \
               outer::Bytes::gone(); outer::Other::from_request(); }\n";
    let files = [("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nouter = \"1\"\n"), ("src/lib.rs", lib)];
    sure(&files, "Request#[RequestExt]extract(", &["Request#[RequestExt]extract_with("]);
    sure(&files, "/declared(", &["Request#[RequestExt]extract("]);
    sure(&files, "/imported(", &["Parts#[PartsExt]pieces("]);
    sure(&files, "/path(", &["Bytes#[FromRequest]from_request("]);
}

#[test]
fn a_weak_pointer_holds_what_it_is_upgraded_to() {
    let lib = "use std::sync::{Mutex, Weak};\npub struct State;\nimpl State { pub fn tick(&mut self) {} }\npub struct Other;\nimpl Other { pub fn tick(&mut self) {} \
               }\npub struct Ticker { state: Weak<Mutex<State>>, plain: Weak<State> }\nimpl Ticker {\n    pub fn run(&self) { while let Some(arc) = \
               self.state.upgrade() { let mut state = arc.lock().unwrap(); state.tick(); } }\n    pub fn once(&self) { self.plain.upgrade().unwrap().tick(); \
               }\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "Ticker#run(", &["State#tick("]);
    sure(&files, "Ticker#once(", &["State#tick("]);
}

#[test]
fn a_closure_that_is_handed_over_by_reference_takes_what_its_callee_gives() {
    let lib = "pub struct Table;\nimpl Table { pub fn bucket(&self, _: usize) {} }\npub struct Other;\nimpl Other { pub fn bucket(&self, _: usize) {} }\npub fn \
               take(_: &dyn Fn(&Table, usize)) {}\npub fn take_mut(_: &mut dyn FnMut(&Table)) {}\npub fn referenced() { take(&|table, index| \
               table.bucket(index)); }\npub fn mutable() { take_mut(&mut |table| table.bucket(1)); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/referenced(", &["/take(", "Table#bucket("]);
    sure(&files, "/mutable(", &["/take_mut(", "Table#bucket("]);
}

#[test]
fn parameters_that_are_constants_have_their_places_among_types() {
    let lib = "pub trait Fissile<P> { fn find(&self, at: usize) -> usize; }\npub struct A;\nimpl A { pub fn find(&self, _: usize) -> usize { 0 } }\npub struct \
               Split<'p, P, V, const INCL: bool = false> { data: V, separator: &'p P }\nimpl<'p, P, V, const INCL: bool> Split<'p, P, V, INCL> where V: Fissile<P> \
               { pub fn whole(&self) -> usize { self.data.find(0) } }\npub struct Held<const N: usize, T> { it: T }\npub fn held(one: Held<3, A>) { \
               one.it.find(1); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "Split#whole(", &["Fissile#find("]);
    sure(&files, "/held(", &["A#find("]);
}

#[test]
fn in_front_of_a_path_a_module_is_meant_and_no_function_of_its_name() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod serve;\npub use self::serve::serve;\npub mod user;\n"),
        ("src/serve.rs", "pub struct Incoming;\npub fn serve() {}\npub fn inner() {}\n"),
        ("src/user.rs", "use crate::serve;\npub fn typed(_: serve::Incoming) {}\npub fn called() { serve::inner(); }\npub fn whole() { serve(); }\n"),
    ];
    sure(&files, "/called(", &["serve.rs`/inner("]);
    sure(&files, "/whole(", &["serve.rs`/serve("]);
    let repo = Repo::built(&files);
    let uses = repo.rows("edges_usage");
    assert!(!uses.iter().any(|row| row["to"].as_str().unwrap().ends_with("/serve().")), "{uses:#?}");
}

#[test]
fn an_import_names_the_inline_modules_and_types_that_its_path_goes_through() {
    let files = [
        CARGO,
        (
            "src/lib.rs",
            "pub mod graph {\n    pub use crate::inner::Edge;\n    pub struct Node;\n}\npub mod inner {\n    pub struct Edge;\n    pub enum Kind { One, Two }\n}\npub mod \
             user;\n",
        ),
        ("src/user.rs", "use crate::graph::{Edge, Node};\nuse crate::inner::Kind::{One, Two};\npub fn f(_: Edge, _: Node) {}\n"),
    ];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_import");
    let imported = |to: &str| rows.iter().any(|row| row["path"] == "src/user.rs" && row["to"].as_str().unwrap().ends_with(to));
    for to in ["`/graph/", "`/inner/", "/inner/Kind#", "/inner/Edge#", "/graph/Node#"] {
        assert!(imported(to), "{to}: {rows:#?}");
    }
}

#[test]
fn a_result_that_became_an_option_has_what_is_implemented_for_that() {
    let lib = "pub trait IntoPar { fn into_par(self) -> usize; }\nimpl<T> IntoPar for Option<T> { fn into_par(self) -> usize { 0 } }\nimpl<T, E> IntoPar for Result<T, \
               E> { fn into_par(self) -> usize { self.ok().into_par() } }\npub struct Item;\nimpl Item { pub fn size(&self) {} }\npub struct Other;\nimpl Other \
               { pub fn size(&self) {} }\npub fn kept(r: Result<Item, u8>) { if let Some(it) = r.ok() { it.size(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "Result#[IntoPar]into_par(", &["Option#[IntoPar]into_par("]);
    sure(&files, "/kept(", &["Item#size("]);
}

#[test]
fn what_is_collected_into_a_result_or_an_option_is_what_the_parts_hold() {
    let lib = "pub struct Item;\nimpl Item { pub fn new() -> Result<Self, ()> { Ok(Item) } pub fn size(&self) {} }\npub struct Other;\nimpl Other { pub fn size(&self) {} \
               }\npub fn told(of: Vec<u8>) -> Result<(), ()> { let all = of.iter().map(|_| Item::new()).collect::<Result<Vec<_>, _>>()?; for it in &all { it.size(); } Ok(()) \
               }\npub fn named(of: Vec<u8>) { let all: Result<Vec<_>, ()> = of.iter().map(|_| Item::new()).collect(); if let Ok(all) = all { all[0].size(); } }\npub fn \
               maybe(of: Vec<u8>) { let all: Option<Vec<_>> = of.iter().map(|_| Item::new().ok()).collect(); all.unwrap().iter().for_each(|it| it.size()); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/told(", &["Item#new(", "Item#size("]);
    sure(&files, "/named(", &["Item#new(", "Item#size("]);
    sure(&files, "/maybe(", &["Item#new(", "Item#size("]);
}

#[test]
fn types_written_for_a_method_are_those_of_what_it_gives() {
    let lib = "trait Read { fn read() -> Self; }\nstruct A;\nimpl Read for A { fn read() -> A { A } }\nimpl A { fn own(&self) {} }\nstruct Stream;\nimpl Stream { fn next<T: Read>(&self) -> \
               Option<T> { None } }\nfn one(it: Stream) { it.next::<A>().unwrap().own() }\nfn two(it: &Stream) -> Option<()> { let a = it.next::<A>()?; Some(a.own()) }\n";
    for from in ["/one(", "/two("] {
        sure(&[CARGO, ("src/lib.rs", lib)], from, &["A#own().", "Stream#next()."]);
    }
}

#[test]
fn a_member_is_of_the_block_for_the_arguments_of_its_receiver() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod lamp;\nmod on;\nmod off;\n"),
        ("src/lamp.rs", "pub struct Lamp<S, T = f32> { state: S, of: T }\npub struct Linear<S>(S);\n"),
        (
            "src/on.rs",
            "use crate::lamp::{Lamp, Linear};\npub struct On;\npub type Lit<T = f32> = Lamp<On, T>;\nimpl<T> Lamp<On, T> {\n    pub fn new() -> Self { loop {} }\n    pub fn switch(self) {}\n}\nimpl \
             Lamp<Linear<On>, u8> { pub fn deep(&self) {} }\nimpl Lamp<Linear<u8>, u8> { pub fn deep(&self) {} }\n",
        ),
        (
            "src/off.rs",
            "use crate::lamp::{Lamp, Linear};\nuse crate::on::{Lit, On};\npub struct Off;\nimpl<T> Lamp<Off, T> {\n    pub fn new() -> Self { loop {} }\n    pub fn switch(self) {}\n}\nfn named() { \
             Lit::<u8>::new(); }\nfn written(lamp: Lamp<On, u8>) { lamp.switch() }\nfn other(lamp: &Lamp<Linear<On>, u8>) { lamp.deep() }\nfn open<S>(lamp: Lamp<S, u8>) { lamp.switch() }\n",
        ),
    ];
    sure(&files, "/named(", &["src/`on.rs`/Lamp#new()."]);
    sure(&files, "/written(", &["src/`on.rs`/Lamp#switch()."]);
    sure(&files, "/other(", &["src/`on.rs`/Lamp#deep()."]);
    sure(&files, "/open(", &[]);
}

#[test]
fn variants_that_are_called_like_those_of_the_library_hold_what_they_say() {
    let lib = "pub struct A;\nimpl A { pub fn go(&self) {} }\npub struct B;\nimpl B { pub fn go(&self) {} }\npub enum Parsed { Ok(A), Err(B) }\npub fn ok(it: Parsed) { if let \
               Parsed::Ok(it) = it { it.go(); } }\npub fn err(it: Parsed) { if let Parsed::Err(it) = it { it.go(); } }\npub fn own(it: Result<A, B>) { if let \
               Result::Ok(it) = it { it.go(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/ok(", &["A#go("]);
    sure(&files, "/err(", &["B#go("]);
    sure(&files, "/own(", &["A#go("]);
}

#[test]
fn a_value_among_the_tokens_of_a_macro_is_no_module_of_its_name() {
    let lib = "pub mod token { pub struct Token;\nimpl Token { pub fn lexeme(&self) -> bool { true } } }\npub mod user {\n    use super::*;\n    pub enum Part { Text { token: \
               token::Token } }\n    pub fn run(it: &Part) -> bool { matches!(it, Part::Text { token } if token.lexeme()) }\n}\n";
    let rows = Repo::built(&[CARGO, ("src/lib.rs", lib)]).rows("sites");
    let site = rows.iter().find(|row| row["name"] == "lexeme" && row["role"] == "call").unwrap();
    assert_eq!(site["outcome"], "resolved");
}

#[test]
fn what_a_type_has_itself_comes_before_what_an_interface_adds_in_a_module_too() {
    let lib = "pub trait Detect { fn detect(&self) -> bool { true } }\npub mod inner {\n    use super::*;\n    pub struct Stub { detect: bool }\n    impl Stub { fn detect(it: \
               bool) -> Self { Stub { detect: it } } }\n    impl Detect for Stub { fn detect(&self) -> bool { self.detect } }\n    pub fn run() { Stub::detect(true); \
               }\n}\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "/run(", &["Stub#detect("]);
}

#[test]
fn what_is_added_to_a_builder_from_outside_is_found_behind_its_own_methods() {
    let cargo = "[package]\nname = \"q\"\n[dependencies]\nclap = \"4\"\n";
    let added = "use clap::Command;\npub trait CommandExt: Sized { fn dest(self) -> Self; fn more(self) -> Self { self.dest() } }\nimpl CommandExt for Command { fn dest(self) -> Self { self } }\npub trait \
                 Read { fn fetch(&self); }\nimpl Read for Command { fn fetch(&self) {} }\n";
    let lib = "mod added;\nuse added::*;\nuse clap::Command;\npub struct Line;\nimpl From<Command> for Line { fn from(_: Command) -> Line { Line } }\nimpl From<u8> for Line { fn from(_: u8) -> Line { Line } \
               }\nfn build() { Command::new(\"b\").about(\"x\").dest().more(); }\nfn held() { let it = Command::new(\"b\").about(\"x\"); it.more(); }\nfn turned() { \
               Command::new(\"b\").get_matches().fetch(); }\nfn handed() { Line::from(Command::new(\"b\").about(\"x\")); }\n";
    let files = [("Cargo.toml", cargo), ("src/lib.rs", lib), ("src/added.rs", added)];
    sure(&files, "/build(", &["dest(", "more("]);
    sure(&files, "/held(", &["more("]);
    sure(&files, "/turned(", &[]);
    sure(&files, "/handed(", &[]);
}

#[test]
fn what_a_method_further_asks_of_a_parameter_of_its_impl_holds_for_the_fields_too() {
    let lib = "pub trait Layer<S> { fn layer(&self, s: S) -> S; fn plain(&self) -> Out; }\npub trait Other { fn plain(&self) -> Out; fn layer(&self, s: u8); }\npub struct Out;\nimpl Out { pub fn done(&self) {} \
               }\npub struct B<L> { layer: L, v: Vec<L> }\nimpl<L> B<L> {\n    pub fn one<S>(&self, s: S) where L: Layer<S> { self.layer.layer(s); }\n    pub fn two(&self) where L: Other + Clone { \
               self.layer.plain().done(); }\n    pub fn all(&self) where L: Other { for i in &self.v { i.plain(); } }\n    pub fn none(&self) { self.layer.plain(); }\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "one(", &["Layer#layer("]);
    sure(&files, "two(", &["Other#plain(", "Out#done("]);
    sure(&files, "all(", &["Other#plain("]);
    sure(&files, "none(", &[]);
}

#[test]
fn blocks_for_tuples_are_told_apart_by_what_stands_in_their_brackets() {
    let lib = "pub trait Resp { fn resp(self) -> u8; }\nimpl Resp for () { fn resp(self) -> u8 { 0 } }\nimpl<R: Resp> Resp for (u16, R) { fn resp(self) -> u8 { 1 } }\nimpl<R: Resp> Resp for (u16, u8, \
               R) { fn resp(self) -> u8 { 2 } }\npub fn none() { ().resp(); }\npub fn two() { (1u16, ()).resp(); }\n";
    let repo = Repo::built(&[CARGO, ("src/lib.rs", lib)]);
    let line = |id: &serde_json::Value| {
        let symbols = repo.rows("symbols");
        let named: Vec<u64> = symbols.iter().filter(|row| row["symbolId"] == *id).map(|row| row["nameLine"].as_u64().unwrap()).collect();
        assert_eq!(named.len(), 1, "{id}");
        named[0]
    };
    let called = |from: &str| {
        let rows = repo.rows("edges_call");
        rows.iter().filter(|row| row["from"].as_str().unwrap().ends_with(from)).map(|row| line(&row["to"])).collect::<Vec<u64>>()
    };
    assert_eq!((called("/none()."), called("/two().")), (vec![2], vec![3]));
}

const OUTSIDE: (&str, &str) = ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nhttp = \"1\"\n");

#[test]
fn a_trait_for_an_alias_of_a_type_from_outside_is_one_for_that_type() {
    let ext = "use crate::types::{Request, Sent};\npub trait Ext: Sized { fn extract(self) -> u8; fn with(self) -> u8; }\nimpl Ext for Request {\n    fn extract(self) -> u8 { self.with() }\n    fn with(self) -> u8 \
               { 1 }\n}\npub trait Sending { fn dispatch(self) -> u8; }\nimpl Sending for Sent { fn dispatch(self) -> u8 { 2 } }\n";
    let lib = "pub mod ext;\npub mod types;\nuse crate::types::{Request, Sent};\nuse ext::{Ext, Sending};\npub fn by_name(r: Request) -> u8 { r.extract() }\npub fn by_path(r: http::Response<u8>, s: Sent) { \
               s.dispatch(); }\n";
    let types = "pub type Request<T = Vec<u8>> = http::Request<T>;\npub type Sent = http::Response<u8>;\n";
    let files = [OUTSIDE, ("src/lib.rs", lib), ("src/ext.rs", ext), ("src/types.rs", types)];
    sure(&files, "extract(", &["with("]);
    sure(&files, "/by_name(", &["extract("]);
    sure(&files, "/by_path(", &["dispatch("]);
}

#[test]
fn what_a_type_from_outside_has_itself_is_not_the_function_that_names_it() {
    let lib = "pub trait Listener { fn accept(&mut self) -> u8; }\nimpl Listener for http::Lst { fn accept(&mut self) -> u8 { Self::accept(self) } }\npub fn of_it(it: &mut http::Lst) { it.accept(); }\n";
    let files = [OUTSIDE, ("src/lib.rs", lib)];
    sure(&files, "accept(", &[]);
    sure(&files, "/of_it(", &["accept("]);
}

#[test]
fn the_only_member_of_a_name_is_not_surely_meant_of_what_another_package_gave() {
    let lib = "use http::Request;\npub struct Bench { rare: u8 }\npub struct Own;\nimpl Own { pub fn seldom(self) -> Bench { Bench { rare: 1 } } }\npub fn taken(r: Request<()>) { let \
               (mut parts, _) = r.into_parts(); parts.seldom(); }\npub fn matched() { match http::frame(1) { Some(f) => { f.seldom(); } None => {} } }\npub fn closed() { http::each(|it| it.seldom()); \
               }\npub fn own() { let f = |it| it.seldom(); }\n";
    let files = [OUTSIDE, ("src/lib.rs", lib)];
    for from in ["/taken(", "/matched(", "/closed("] {
        sure(&files, from, &[]);
    }
    sure(&files, "/own(", &["seldom("]);
}

#[test]
fn a_value_of_an_associated_type_has_what_its_bounds_have() {
    let lib = "pub trait Ch { fn as_ch(self) -> char; }\npub trait Inp { type Item; type It: Iterator<Item = Self::Item>; type Own: Ch; fn items(&self) -> Self::It; fn own(&self) -> Self::Own; }\npub fn by<T: \
               Inp>(i: T) { let mut it = i.items(); it.next(); i.own().as_ch(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/by(", &["Inp#items(", "Inp#own(", "Ch#as_ch("]);
    let repo = Repo::built(&files);
    let ends: Vec<String> =
        repo.rows("sites").iter().filter(|row| row["name"] == "next").map(|row| format!("{} {}", row["outcome"], row["reason"])).collect();
    assert_eq!(ends, ["\"external\" \"builtin\""]);
}

#[test]
fn what_a_field_holds_is_called_in_brackets_and_no_method_of_its_name_is() {
    let source = "pub struct A;\nimpl A { pub fn go(&self) {} }\npub struct B;\nimpl B { pub fn go(&self) {} }\npub struct W { pub f: fn() -> B, pub cb: Box<dyn Fn(u8) -> B> }\nimpl W {\n    pub fn f(&self) -> A { A }\n    \
                  pub fn cb(self) -> Self { self }\n    pub fn field(&self) { (self.f)().go(); (self.cb)(1).go(); }\n    pub fn kept(&self) { let g = self.f; g().go(); }\n    pub fn method(&self) { self.f().go(); }\n}\n";
    let files = [CARGO, ("src/lib.rs", source)];
    sure(&files, "W#field(", &["B#go(", "B#go("]);
    sure(&files, "W#kept(", &["B#go("]);
    sure(&files, "W#method(", &["W#f(", "A#go("]);
}

#[test]
fn a_path_that_names_a_trait_beside_a_type_means_nothing_that_the_type_has_by_itself() {
    let lib = "pub trait Draw { fn draw(&self) -> u8; fn st() -> u8 { 1 } fn far(&self) -> u8 { 1 } }\npub struct Sq;\nimpl Sq { pub fn draw(&self) -> u8 { 1 } pub fn st() -> u8 { 2 } pub fn clone(&self) {} }\nimpl Draw \
               for Sq { fn draw(&self) -> u8 { 2 } }\npub struct Told;\nimpl Told { pub fn far(&self) {} }\nimpl<T: Clone> Draw for T { fn draw(&self) -> u8 { 3 } fn far(&self) -> u8 { 3 } }\npub fn own(s: &Sq) { \
               <Sq as Draw>::draw(s); <Sq as Draw>::st(); }\npub fn path(s: &Sq) { Draw::draw(s); Sq::draw(s); }\npub fn outside(s: &Sq) { <Sq as Clone>::clone(s); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/own(", &["Sq#[Draw]draw(", "Draw#st("]);
    sure(&files, "/path(", &["Sq#[Draw]draw(", "Sq#draw("]);
    sure(&files, "/outside(", &[]);
}

#[test]
fn what_is_written_for_an_associated_type_of_a_trait_is_what_its_methods_give() {
    let lib = "pub struct N;\nimpl N { pub fn hit(&self) {} }\npub struct O;\nimpl O { pub fn hit(&self) {} }\npub trait Src<A = u8> { type Out; fn out(&self) -> Self::Out; fn of(&self) -> Option<A>; }\npub trait Sub: Src<O, Out = \
               N> {}\npub fn object(k: &dyn Src<Out = N>) { k.out().hit(); }\npub fn given(k: impl Src<Out = N>) { k.out().hit(); }\npub fn bounded<T: Src<Out = N>>(k: T) { k.out().hit(); }\npub fn clause<T>(k: T) where T: \
               Src<Out = N> { k.out().hit(); }\npub fn boxed(k: Box<dyn Src<Out = N>>) { k.out().hit(); }\npub fn made() -> impl Src<Out = N> { todo!() }\npub fn gives() { made().out().hit(); }\npub fn both(k: &dyn Src<O, Out = N>) { \
               k.out().hit(); k.of().unwrap().hit(); }\npub fn below<T: Sub>(k: T) { k.out().hit(); }\npub struct Held<S>(S);\nimpl<S: Src<Out = N>> Held<S> { pub fn held(&self) { self.0.out().hit(); } }\npub fn named<T: Src<Out = \
               N>>(k: <T as Src>::Out, j: T::Out) { k.hit(); j.hit(); }\npub fn open(k: &dyn Src) { k.out().hit(); }\npub fn foreign(k: impl Iterator<Item = N>) { for it in k { it.hit(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/object(", "/given(", "/bounded(", "/clause(", "/boxed(", "/below(", "#held("] {
        sure(&files, from, &["Src#out(", "N#hit("]);
    }
    sure(&files, "/gives(", &["made(", "Src#out(", "N#hit("]);
    sure(&files, "/both(", &["Src#out(", "Src#of(", "N#hit(", "O#hit("]);
    sure(&files, "/named(", &["N#hit(", "N#hit("]);
    sure(&files, "/open(", &["Src#out("]);
    sure(&files, "/foreign(", &["N#hit("]);
}

#[test]
fn what_is_private_to_another_module_is_passed_over_for_a_trait_or_what_stands_behind() {
    let parser = "pub struct Pratt;\nimpl Pratt {\n    fn get(&self, _: &u8) -> u8 { 0 }\n    fn only(&self) {}\n    pub fn open(&self) {}\n}\npub trait Ops { fn get(&self, _: &u8) -> u8; fn \
                  open(&self) {} }\nimpl Ops for Pratt { fn get(&self, it: &u8) -> u8 { Pratt::get(self, it) } }\npub mod inside { pub fn within(it: &super::Pratt) { it.get(&1); } }\npub struct \
                  Guard(Pratt);\nimpl Guard { fn open(&self) {} }\nimpl std::ops::Deref for Guard { type Target = Pratt; fn deref(&self) -> &Pratt { &self.0 } }\n";
    let user = "use crate::parser::{Guard, Ops, Pratt};\npub fn outside(it: &Pratt) { it.get(&1); Pratt::get(it, &1); }\npub fn alone(it: &Pratt) { it.only(); it.open(); }\npub fn \
                behind(it: &Guard) { it.open(); }\n";
    let files = [CARGO, ("src/lib.rs", "pub mod parser;\npub mod user;\n"), ("src/parser.rs", parser), ("src/user.rs", user)];
    sure(&files, "/outside(", &["Pratt#[Ops]get(", "Pratt#[Ops]get("]);
    sure(&files, "/alone(", &["Pratt#only(", "Pratt#open("]);
    sure(&files, "/behind(", &["Pratt#open("]);
    sure(&files, "/within(", &["Pratt#get("]);
    sure(&files, "Pratt#[Ops]get(", &["Pratt#get("]);
}

#[test]
fn a_block_for_another_name_of_a_type_binds_the_parameters_behind_it() {
    let lib = "pub enum Answer<T> { One(T), None }\npub type Mapped<T> = Answer<T>;\nimpl<T> Mapped<T> { pub fn single(self) -> T { todo!() } }\nimpl<A: Zone> Mapped<Stamp<A>> { pub fn hour(self) -> \
               A { todo!() } }\npub trait Zone {}\npub struct Fixed;\nimpl Fixed { pub fn east(&self) {} }\nimpl Zone for Fixed {}\npub struct Stamp<A>(A);\nimpl<A> Stamp<A> { pub fn naive(&self) {} }\npub fn \
               made() -> Mapped<Stamp<Fixed>> { Answer::None }\npub fn one() { made().single().naive(); }\npub fn nested() { made().hour().east(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/one(", &["/made(", "#single(", "Stamp#naive("]);
    sure(&files, "/nested(", &["/made(", "#hour(", "Fixed#east("]);
}

#[test]
fn a_block_for_one_argument_of_a_trait_is_doubted_where_it_cannot_take_what_it_is_handed() {
    let lib = "pub struct Body;\nimpl From<()> for Body { fn from(_: ()) -> Self { Body } }\nmacro_rules! body_from { ($ty:ty) => { impl From<$ty> for Body { fn from(_: $ty) -> Self { Body } } }; \
               }\nbody_from!(&'static str);\npub struct Raw;\npub struct Number;\nimpl From<Raw> for Number { fn from(_: Raw) -> Self { Number } }\npub fn text() { Body::from(\"text\"); Number::from(1); \
               }\npub fn fitting(raw: Raw) { Body::from(()); Number::from(raw); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/text(", &[]);
    sure(&files, "/fitting(", &["Body#[From]from(", "Number#[From]from("]);
}

#[test]
fn a_block_for_another_name_of_a_type_gives_what_wrappers_of_the_library_have() {
    let lib = "pub enum Answer<T> { One(T), None }\npub type Mapped<T> = Answer<T>;\nimpl<T> Mapped<T> { pub fn unwrap(self) -> T { todo!() } pub fn map_err(self) -> u8 { 0 } }\npub struct A;\nimpl A { \
               pub fn go(&self) {} }\npub fn made() -> Mapped<A> { Answer::None }\npub fn run() { made().unwrap().go(); }\npub fn held() { let it = made().unwrap(); it.go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["/run(", "/held("] {
        sure(&files, from, &["/made(", "#unwrap(", "A#go("]);
    }
}

#[test]
fn what_a_pattern_takes_apart_keeps_its_type_arguments() {
    let lib = "pub trait Form { fn end(&mut self) {} }\npub trait Other { fn end(&mut self) {} }\npub struct Ser<F> { f: F }\npub enum C<'a, F: 'a> { Map { ser: &'a mut Ser<F> }, Two(&'a mut Ser<F>), None \
               }\npub struct Pair<F>(Ser<F>);\nimpl<'a, F> C<'a, F> where F: Form { fn named(&mut self) { match self { C::Map { ser } => ser.f.end(), _ => {} } } fn placed(&mut self) { if let \
               C::Two(ser) = self { ser.f.end(); } } }\npub struct Own;\nimpl Own { pub fn hit(&self) {} }\npub fn written(it: C<'_, Own>) { match it { C::Two(ser) => ser.f.hit(), C::Map { ser: s } => \
               s.f.hit(), C::None => {} } }\npub fn whole(it: Pair<Own>) { let Pair(ser) = it; ser.f.hit(); }\npub fn inside(it: Option<Pair<Own>>) { if let Some(Pair(Ser { f })) = it { f.hit(); } \
               }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "C#named(", &["Form#end("]);
    sure(&files, "C#placed(", &["Form#end("]);
    sure(&files, "/written(", &["Own#hit(", "Own#hit("]);
    sure(&files, "/whole(", &["Own#hit("]);
    sure(&files, "/inside(", &["Own#hit("]);
}

#[test]
fn what_is_read_behind_a_point_is_never_a_method() {
    let lib = "use std::ops::{Deref, Range};\npub struct Xy { pub x: u8, pub y: u8 }\npub struct V { d: Xy }\nimpl Deref for V { type Target = Xy; fn deref(&self) -> &Xy { &self.d } \
               }\nimpl V { pub fn y(&self) -> u8 { 1 } pub fn x(&self) -> u8 { 1 } }\npub trait Dr { fn end(&self) -> u8; }\nimpl Dr for Range<u8> { fn end(&self) -> u8 { \
               self.end } }\nfn read(v: V) { v.y; }\nfn called(v: V) { v.y(); }\nfn range(r: Range<u8>) { r.end; }\nfn handed(v: Option<V>) { v.map(V::x); }\n";
    let used = pairs(lib, "edges_usage");
    assert!(has(&used, "/read().", "Xy#y.") && !has(&used, "/read().", "V#y()."), "{used:?}");
    assert!(!has(&used, "/range().", "end().") && has(&used, "/handed().", "V#x()."), "{used:?}");
    assert!(has(&pairs(lib, "edges_call"), "/called().", "V#y()."));
}

#[test]
fn arguments_of_an_interface_that_are_written_tell_the_block() {
    let lib = "pub struct Sl<K>(K);\nimpl<K: PartialEq<J>, J> PartialEq<Sl<J>> for Sl<K> { fn eq(&self, o: &Sl<J>) -> bool { true } }\nimpl<K: PartialEq<J>, J> PartialEq<[J]> for Sl<K> { fn eq(&self, o: &[J]) -> bool { first(); true } }\nimpl<K: \
               PartialEq<J>, J, const N: usize> PartialEq<[J; N]> for Sl<K> { fn eq(&self, o: &[J; N]) -> bool { <Self as PartialEq<[_]>>::eq(self, o) } }\nfn first() {}\nfn f(s: Sl<u8>) { <Sl<u8> as PartialEq<[u8]>>::eq(&s, &[1u8][..]); }\n";
    let calls = pairs(lib, "edges_call");
    let of_slices = calls.iter().find(|(_, to)| to.ends_with("first().")).map(|(from, _)| from.clone()).unwrap();
    let led: Vec<_> = calls.iter().filter(|(_, to)| to.contains("eq(")).collect();
    assert!(led.len() == 2 && led.iter().all(|(_, to)| *to == of_slices), "{calls:?}");
}

#[test]
fn an_associated_type_for_an_open_argument_is_what_bounds_it() {
    let lib = "pub trait Sto { fn ptr(&self) -> u8; }\npub trait Alloc<R> { type Buf: Sto; }\npub struct Dy;\npub struct Co;\npub struct Def;\npub struct ArrS;\npub struct VecS;\nimpl Sto for ArrS { fn ptr(&self) -> u8 { 0 } }\nimpl Sto for VecS { fn ptr(&self) -> u8 { 1 } }\nimpl \
               Alloc<Co> for Def { type Buf = ArrS; }\nimpl Alloc<Dy> for Def { type Buf = VecS; }\npub type Own<R> = <Def as Alloc<R>>::Buf;\npub struct Mx<R, S> { data: S, r: R }\npub type Om<R> = Mx<R, Own<R>>;\nfn open<R>(m: Om<R>) where Def: Alloc<R> { m.data.ptr(); }\nfn told(m: \
               Om<Dy>) { m.data.ptr(); }\nfn written(m: <Def as Alloc<Co>>::Buf) { m.ptr(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/open(", &["Sto#ptr("]);
    sure(&files, "/told(", &["VecS#[Sto]ptr("]);
    sure(&files, "/written(", &["ArrS#[Sto]ptr("]);
}
