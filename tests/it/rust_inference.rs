//! Rust: what type parameters stand for by the fields of values that are written out, by functions that are handed over, and by what bounds bind.

use crate::scoping::{CARGO, sure};

const ITEMS: &str = "pub trait Store { fn load(&self) -> Item; }\npub struct Disk;\npub struct Net;\nimpl Store for Disk { fn load(&self) -> Item { todo!() } }\nimpl \
                     Store for Net { fn load(&self) -> Item { todo!() } }\npub struct Item { n: u8 }\nimpl Item { pub fn go(&self) {} pub fn new() -> Item { \
                     todo!() } }\nimpl Default for Item { fn default() -> Item { todo!() } }\npub struct Other;\nimpl Other { pub fn go(&self) {} pub fn load(&self) {} }\n";

#[test]
fn the_fields_of_a_value_that_is_written_out_tell_its_type_parameters() {
    let lib = "mod items;\nuse items::*;\npub struct Plain<S> { s: S }\npub struct Bound<S: Store> { s: S, n: u8 }\npub struct InOrder<S: Store>(S);\npub struct \
               Listed<T> { v: Vec<T>, o: Option<Box<T>> }\nimpl<S: Store> Bound<S> { fn again(self) { let it = Bound { s: self.s, n: 2 }; it.s.load(); } }\nfn \
               bound() { Bound { s: Disk, n: 1 }.s.load(); }\nfn short() { let s = Net; let it = Bound { s, n: 2 }; it.s.load(); }\nfn in_order() { let it = \
               InOrder(Disk); it.0.load(); let it = InOrder(Net); it.0.load(); }\nfn plain() { let it = Plain { s: Item::new() }; it.s.go(); }\nfn written() { \
               let it = Bound::<Net> { s: todo!(), n: 1 }; it.s.load(); }\nfn listed(item: Item) { Listed { v: vec![item], o: None }.v[0].go(); }\nfn boxed(item: \
               Item) { Listed { v: vec![], o: Some(Box::new(item)) }.v[0].go(); }\nfn handed<S: Store>(s: S) { let it = Bound { s, n: 1 }; it.s.load(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/items.rs", ITEMS)];
    sure(&files, "#again(", &["Store#load("]);
    sure(&files, "/bound(", &["Disk#[Store]load("]);
    sure(&files, "/short(", &["Net#[Store]load("]);
    sure(&files, "/in_order(", &["Disk#[Store]load(", "InOrder#", "InOrder#", "Net#[Store]load("]);
    sure(&files, "/plain(", &["Item#go(", "Item#new("]);
    sure(&files, "/written(", &["Net#[Store]load("]);
    sure(&files, "/listed(", &["Item#go("]);
    sure(&files, "/boxed(", &["Item#go("]);
    sure(&files, "/handed(", &["Store#load("]);
}

#[test]
fn so_do_the_fields_of_variants() {
    let lib = "mod items;\nuse items::*;\npub enum Kept<S: Store> { A(S), B { s: S } }\nimpl<S: Store> Kept<S> { fn get(&self) -> &S { todo!() } }\npub enum \
               Either<L, R> { Left(L), Right(R) }\nimpl<L, R> Either<L, R> { fn left(self) -> Option<L> { None } }\nfn called() { let it = Kept::A(Disk); \
               it.get().load(); }\nfn matched() { let it = Kept::A(Net); if let Kept::A(s) = &it { s.load(); } }\nfn braces() { let it = Kept::B { s: Net }; \
               it.get().load(); }\nfn left(item: Item) { let it: Either<_, u8> = Either::Left(item); it.left().unwrap().go(); }\nfn written(item: Item) { \
               Either::<Item, u8>::Left(item).left().unwrap().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/items.rs", ITEMS)];
    sure(&files, "/called(", &["Disk#[Store]load(", "Kept#A.", "Kept#get("]);
    sure(&files, "/matched(", &["Kept#A.", "Net#[Store]load("]);
    sure(&files, "/braces(", &["Kept#get(", "Net#[Store]load("]);
    sure(&files, "/left(", &["Either#Left.", "Either#left(", "Item#go("]);
    sure(&files, "/written(", &["Either#Left.", "Either#left(", "Item#go("]);
}

#[test]
fn functions_that_are_handed_over_tell_by_what_they_give() {
    let lib = "mod items;\nuse items::*;\npub struct Pool<T> { t: T }\nimpl<T> Pool<T> { fn new<F: Fn() -> T + 'static>(f: F) -> Self { todo!() } fn with(f: impl \
               Fn() -> T) -> Self { todo!() } fn of(f: Box<dyn Fn() -> T>) -> Self { todo!() } fn raw(&self) -> &T { &self.t } fn map<U, F>(self, f: F) -> \
               Pool<U> where F: FnOnce(T) -> U { todo!() } }\nfn make() -> Item { todo!() }\nfn own<T>(f: impl Fn() -> T) -> T { f() }\nfn closure() { \
               Pool::new(|| Item::new()).raw().go(); }\nfn named() { Pool::new(make).raw().go(); }\nfn path() { Pool::new(Item::default).raw().go(); }\nfn \
               asked() { Pool::with(|| Other).raw().go(); }\nfn boxed() { Pool::of(Box::new(|| Other)).raw().go(); }\nfn plain() { own(|| Other).go(); }\nfn \
               mapped(it: Pool<Item>) { it.map(|item| Other).raw().go(); }\nfn same(it: Pool<Item>) { it.map(|item| item).raw().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/items.rs", ITEMS)];
    sure(&files, "/closure(", &["Item#go(", "Item#new(", "Pool#new(", "Pool#raw("]);
    sure(&files, "/named(", &["Item#go(", "Pool#new(", "Pool#raw("]);
    sure(&files, "/path(", &["Item#go(", "Pool#new(", "Pool#raw("]);
    sure(&files, "/asked(", &["Other#go(", "Pool#raw(", "Pool#with("]);
    sure(&files, "/boxed(", &["Other#go(", "Pool#of(", "Pool#raw("]);
    sure(&files, "/plain(", &["/own(", "Other#go("]);
    sure(&files, "/mapped(", &["Other#go(", "Pool#map(", "Pool#raw("]);
    sure(&files, "/same(", &["Item#go(", "Pool#map(", "Pool#raw("]);
}

#[test]
fn bounds_bind_what_a_list_holds() {
    let lib = "mod items;\nuse items::*;\npub struct Bag<T> { t: T }\nimpl<T> Bag<T> { fn of<I: IntoIterator<Item = T>>(it: I) -> Self { todo!() } fn first(&self) \
               -> &T { &self.t } }\nfn list(it: Vec<Item>) { Bag::of(it).first().go(); }\nfn mapped(it: Vec<Item>) { Bag::of(it.iter().map(|it| \
               Other)).first().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/items.rs", ITEMS)];
    sure(&files, "/list(", &["Bag#first(", "Bag#of(", "Item#go("]);
    sure(&files, "/mapped(", &["Bag#first(", "Bag#of(", "Other#go("]);
}

#[test]
fn what_folds_takes_what_it_starts_with() {
    let lib = "mod items;\nuse items::*;\nuse std::collections::HashMap;\nimpl Item { fn add(self, other: &Item) -> Item { self } fn sub(&self) -> Option<Item> { \
               None } }\nimpl Other { fn add(&self) {} fn sub(&self) {} }\nfn plain(v: &Vec<Item>) { v.iter().fold(Item::new(), |a, b| a.add(b)).go(); }\nfn \
               tried(v: &Vec<Item>) { v.iter().try_fold(Item::new(), |a, b| Some(a.add(b))).unwrap().go(); }\nfn none(v: &Vec<Item>) { v.iter().fold(None, |a: \
               Option<Item>, b| b.sub()).unwrap().go(); }\nfn scanned(v: &Vec<Item>) { v.iter().scan(Item::new(), |a, b| { a.go(); b.sub() \
               }).next().unwrap().go(); }\nfn map(v: &Vec<Item>) { v.iter().fold(HashMap::<u32, Item>::new(), |a, b| a)[&1].go(); }\npub struct Own;\nimpl Own { \
               fn fold(&self, a: Item, f: impl Fn(Other)) -> Other { Other } }\nfn own(it: Own) { it.fold(Item::new(), |a| a.go()).go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/items.rs", ITEMS)];
    sure(&files, "/plain(", &["Item#add(", "Item#go(", "Item#new("]);
    sure(&files, "/tried(", &["Item#add(", "Item#go(", "Item#new("]);
    sure(&files, "/none(", &["Item#go(", "Item#sub("]);
    sure(&files, "/scanned(", &["Item#go(", "Item#go(", "Item#new(", "Item#sub("]);
    sure(&files, "/map(", &["Item#go("]);
    sure(&files, "/own(", &["Item#new(", "Other#go(", "Other#go(", "Own#fold("]);
}
