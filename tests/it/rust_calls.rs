//! Rust: what calls mean by the interface in front of them, by what functions and literals have, and by names that modules, macros and functions share.

use crate::scoping::{CARGO, sure};

#[test]
fn a_call_by_the_path_of_an_interface_means_the_block_of_its_first_argument() {
    let lib = "use std::fmt;\npub trait Latch { fn set(this: &Self) {} fn open(&self) {} }\npub struct Spin;\nimpl Latch for Spin { fn open(&self) {} }\npub struct \
               Lock;\nimpl Latch for Lock { fn open(&self) {} }\nimpl Latch for u8 { fn open(&self) {} }\nimpl fmt::Display for Spin { fn fmt(&self, f: &mut \
               fmt::Formatter) -> fmt::Result { Ok(()) } }\npub fn own(it: &Spin) { Latch::open(it); }\npub fn shown(it: &Spin, f: &mut fmt::Formatter) { \
               fmt::Display::fmt(it, f); }\npub fn number(it: u8) { Latch::open(&it); }\npub fn bounded<L: Latch>(it: &L) { Latch::open(it); }\npub fn either(a: \
               &Spin, b: &Lock) { let it = if true { a } else { b }; Latch::open(it); }\npub fn foreign(it: &str, f: &mut fmt::Formatter) { \
               fmt::Display::fmt(it, f); }\npub trait Sum { fn add_to(&self) {} fn all(other: &Spin) where Self: Sized { Self::fold(other); } fn fold<T>(it: T) \
               where Self: Sized {} }\nimpl Sum for Spin { fn fold<T>(it: T) {} }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/own(", &["Spin#[Latch]open("]);
    sure(&files, "/shown(", &["Spin#[Display]fmt("]);
    sure(&files, "/number(", &["u8#[Latch]open("]);
    sure(&files, "/bounded(", &["Latch#open("]);
    // Which of two types it is nothing tells.
    sure(&files, "/either(", &["Latch#open("]);
    sure(&files, "/foreign(", &[]);
    sure(&files, "Sum#all(", &["Sum#fold("]);
}

#[test]
fn functions_have_what_is_implemented_for_whatever_can_be_called() {
    let lib = "pub trait Parser { fn parse(&self) -> usize; fn map(&self) -> usize { 0 } fn cmp(&self) {} }\nimpl<F> Parser for F where F: Fn(&str) -> usize { fn \
               parse(&self) -> usize { 0 } }\npub trait Named { fn label(&self) {} }\nimpl<F: Clone> Named for F {}\npub fn digit(_: &str) -> usize { 0 \
               }\npub fn item() { digit.parse(); digit.map(); }\npub fn bounded<G: Fn(&str) -> usize>(g: G) { g.parse(); }\npub fn of_language() { digit.cmp(); \
               digit.clone(); }\npub fn list(it: Vec<u8>) { it.map(); it.parse(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/item(", &["[Parser]parse(", "Parser#map("]);
    sure(&files, "/bounded(", &["[Parser]parse("]);
    sure(&files, "/of_language(", &[]);
    sure(&files, "/list(", &[]);
}

#[test]
fn text_has_what_is_implemented_for_it_under_names_that_text_lacks() {
    let lib = "pub trait Parser { fn map(&self) -> usize; fn trim(&self) {} }\nimpl Parser for &str { fn map(&self) -> usize { 0 } fn trim(&self) {} }\nimpl Parser \
               for (u8, u8) { fn map(&self) -> usize { 0 } }\npub fn text() { \"a\".map(); }\npub fn pair() { (1u8, 2u8).map(); }\npub fn own(it: &str) { \
               it.trim(); }\npub fn chars(it: &str) { it.chars().map(|c| c); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/text(", &["str#[Parser]map("]);
    sure(&files, "/pair(", &["tuple#[Parser]map("]);
    sure(&files, "/own(", &[]);
    sure(&files, "/chars(", &[]);
}

#[test]
fn bytes_in_quotes_are_numbers() {
    let lib = "pub trait Size { fn size(&self) {} }\nimpl Size for str { fn size(&self) {} }\nimpl Size for [u8] { fn size(&self) {} }\nimpl Size for u8 { fn \
               size(&self) {} }\nimpl Size for char { fn size(&self) {} }\npub fn text() { \"a\".size(); }\npub fn bytes() { b\"a\".size(); b\"ab\"[1..].size(); \
               }\npub fn byte() { b'a'.size(); }\npub fn letter() { 'a'.size(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/text(", &["str#[Size]size("]);
    sure(&files, "/bytes(", &["slice#[Size]size(", "slice#[Size]size("]);
    sure(&files, "/byte(", &["u8#[Size]size("]);
    sure(&files, "/letter(", &["char#[Size]size("]);
}

#[test]
fn a_module_hides_no_function_and_no_macro_of_its_name() {
    let files = [
        CARGO,
        (
            "src/lib.rs",
            "mod peek;\nmod choose;\npub mod free;\npub use free::*;\npub mod adapt;\npub fn bare() { peek(1); }\npub fn path() { crate::peek(1); adapt::join(); \
             }\npub fn module() { peek::inner(); }\n",
        ),
        ("src/peek.rs", "pub fn peek(_: u8) {}\npub fn inner() {}\n"),
        ("src/choose.rs", "#[macro_export]\nmacro_rules! choose { () => {} }\npub struct Choice;\nimpl Choice { pub fn new() {} }\n"),
        ("src/free.rs", "pub use crate::peek::peek;\npub use crate::choose::Choice;\n"),
        ("src/adapt.rs", "mod join { pub fn join() {} fn hidden() {} mod lone {} }\npub use self::join::*;\npub fn lone() { self::hidden(); }\n"),
        ("tests/all.rs", "use q::choose;\nfn called() { choose!(); }\nfn typed() { q::Choice::new(); }\n"),
    ];
    sure(&files, "/bare(", &["peek.rs`/peek("]);
    sure(&files, "/path(", &["peek.rs`/peek(", "join/join("]);
    sure(&files, "/module(", &["peek.rs`/inner("]);
    sure(&files, "/lone(", &[]);
    sure(&files, "/called(", &["choose!"]);
    sure(&files, "/typed(", &["Choice#new("]);
}

#[test]
fn a_macro_that_is_called_like_its_crate_leads_to_nothing() {
    let files = [
        CARGO,
        ("src/lib.rs", "#[macro_export]\nmacro_rules! q { () => {} }\npub struct Map;\nimpl Map { pub fn new() {} }\n"),
        ("tests/all.rs", "use q::Map;\nfn typed() { Map::new(); }\nfn called() { q::q!(); }\n"),
    ];
    sure(&files, "/typed(", &["Map#new("]);
    sure(&files, "/called(", &["q!"]);
}

#[test]
fn types_inside_of_functions_have_the_blocks_that_stand_beside_them() {
    let lib = "pub struct Owned;\nimpl Owned { pub fn fresh() -> Self { Owned } pub fn outer(&self) {} }\npub fn one() {\n    struct Owned;\n    impl Owned { fn \
               fresh() -> Self { Owned } fn view(&self) {} }\n    let it = Owned::fresh();\n    it.view();\n}\npub fn two() { Owned::fresh().outer(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/one(", &["Owned#fresh(", "Owned#view("]);
    sure(&files, "/two(", &["Owned#fresh(", "Owned#outer("]);
}

#[test]
fn a_path_and_a_call_mean_the_method_and_not_the_field_of_its_name() {
    let lib = "pub mod inner {\n    pub struct Bucket { pub key: u8, pub run: fn() }\n    impl Bucket { pub fn key(&self) -> u8 { self.key } }\n    pub fn called(it: \
               &Bucket) { it.key(); }\n    pub fn handed(all: Vec<Bucket>) { all.iter().map(Bucket::key); }\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/called(", &["Bucket#key()."]);
    let repo = crate::support::Repo::of(&files);
    repo.build();
    let uses = repo.rows("edges_usage");
    let to = |from: &str| -> Vec<&str> {
        uses.iter().filter(|row| row["from"].as_str().unwrap().ends_with(from)).map(|row| row["to"].as_str().unwrap()).collect()
    };
    assert!(to("/handed().").iter().any(|id| id.ends_with("Bucket#key().")), "{uses:#?}");
    assert!(to("Bucket#key().").iter().any(|id| id.ends_with("Bucket#key.")), "{uses:#?}");
}

#[test]
fn a_variable_that_only_a_macro_binds_has_members_that_are_called_so_alone() {
    let lib = "pub struct Table;\nimpl Table { pub fn rehash(&self) {} pub fn next(&self) {} }\nmacro_rules! bench { ($($t:tt)*) => {} }\npub fn told() { bench! { \
               it => it.rehash() } }\npub fn common() { bench! { it => it.next() } }\npub fn missing() { bench! { Gone::make().rehash() } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    let repo = crate::support::Repo::of(&files);
    repo.build();
    let rows = repo.rows("sites");
    let ends = |name: &str| -> Vec<(u64, &str)> {
        let of_name = rows.iter().filter(|row| row["name"] == name);
        of_name.map(|row| (row["lines"]["start"].as_u64().unwrap(), row["outcome"].as_str().unwrap())).collect()
    };
    assert_eq!(ends("rehash"), [(4, "resolved"), (6, "unresolved")], "{rows:#?}");
    assert_eq!(ends("next"), [(5, "unresolved")], "{rows:#?}");
}

#[test]
fn what_is_given_to_all_is_had_by_types_without_fields() {
    let lib = "pub trait Tool: Iterator { fn tool(&self) {} }\nimpl<T> Tool for T where T: Iterator {}\npub struct Unit;\nimpl Unit { pub fn own(&self) {} }\nimpl \
               Iterator for Unit { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\npub fn given() { Unit.tool(); }\npub fn own() { Unit.own(); \
               }\npub fn foreign() { Unit.filter(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/given(", &["Tool#tool("]);
    sure(&files, "/own(", &["Unit#own("]);
    sure(&files, "/foreign(", &[]);
}

#[test]
fn wrappers_have_what_is_implemented_for_them_and_hold_what_they_are_given() {
    let lib = "pub trait Reply { fn reply(&self) {} }\nimpl<T> Reply for Option<T> { fn reply(&self) {} }\nimpl<T> Reply for Result<T, u8> { fn reply(&self) {} \
               }\npub struct Item;\nimpl Item { pub fn size(&self) {} }\npub struct Other;\nimpl Other { pub fn size(&self) {} }\nimpl Reply for Item { fn \
               reply(&self) {} }\npub fn some(it: Item) { Some(it).reply(); }\npub fn ok(it: Item) { Ok(it).reply(); }\npub fn held(it: Item) { let held = Some(it); \
               held.unwrap().size(); }\npub fn taken(it: Item) { if let Some(it) = Some(it) { it.size(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/some(", &["Option#[Reply]reply("]);
    sure(&files, "/ok(", &["Result#[Reply]reply("]);
    sure(&files, "/held(", &["Item#size("]);
    sure(&files, "/taken(", &["Item#size("]);
}

#[test]
fn a_conversion_gives_what_its_interface_says() {
    let lib = "use std::borrow::Borrow;\npub struct Input;\nimpl Input { pub fn earliest(&self) {} }\npub struct Other;\nimpl Other { pub fn earliest(&self) {} }\npub fn \
               into(it: impl Into<Input>) { it.into().earliest(); }\npub fn bound<I>(it: I) where I: Into<Input> { let it = it.into(); it.earliest(); \
               }\npub fn borrowed<P: Borrow<Input>>(all: Vec<P>) { for it in all { it.borrow().earliest(); } }\npub fn open(it: Vec<Input>) { \
               it.into().earliest(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/into(", &["Input#earliest("]);
    sure(&files, "/bound(", &["Input#earliest("]);
    sure(&files, "/borrowed(", &["Input#earliest("]);
    sure(&files, "/open(", &[]);
}

#[test]
fn operators_give_what_their_methods_give() {
    let lib = "use std::ops::Mul;\npub struct Point;\npub struct Area;\nimpl Area { pub fn size(&self) {} }\nimpl Point { pub fn size(&self) {} }\nimpl Mul for Point { \
               type Output = Area; fn mul(self, other: Point) -> Area { Area } }\npub trait Wide { fn wide(&self) {} }\nimpl Wide for u32 { fn wide(&self) {} \
               }\nimpl Wide for u64 { fn wide(&self) {} }\npub fn own(a: Point, b: Point) { (a * b).size(); }\npub fn number(a: u32) { (a + 1).wide(); (1 << a & \
               7).wide(); }\npub fn compared(a: u32) { (a == 1).wide(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/own(", &["Area#size("]);
    sure(&files, "/number(", &["u32#[Wide]wide(", "u32#[Wide]wide("]);
    sure(&files, "/compared(", &[]);
}

#[test]
fn what_a_module_of_the_library_brings_has_what_is_implemented_for_it() {
    let lib = "pub trait Vector { fn splat(byte: u8) -> Self; fn equal(&self) {} fn both(&self) {} }\nmod wide {\n    use core::arch::x86_64::*;\n    use \
               super::Vector;\n    impl Vector for __m128i { fn splat(byte: u8) -> Self { todo!() } fn equal(&self) {} fn both(&self) { self.equal(); \
               Self::splat(0); } }\n}\nmod wider {\n    use core::arch::x86_64::*;\n    use super::Vector;\n    impl Vector for __m256i { fn splat(byte: u8) -> \
               Self { todo!() } fn equal(&self) {} fn both(&self) {} }\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "__m128i#[Vector]both(", &["__m128i#[Vector]equal(", "__m128i#[Vector]splat("]);
    let lib = "pub trait Vector { fn equal(&self) {} }\nmod wide {\n    use super::Vector;\n    impl Vector for Gone { fn equal(&self) {} }\n    impl Vector for Lost \
               { fn equal(&self) { Gone::equal(); } }\n}\n";
    sure(&[CARGO, ("src/lib.rs", lib)], "Lost#[Vector]equal(", &[]);
}

#[test]
fn variables_among_tokens_are_what_is_written_or_given_for_them() {
    let lib = "pub struct Table;\nimpl Table { pub fn make() -> Table { Table } pub fn size(&self) {} }\npub struct Other;\nimpl Other { pub fn size(&self) {} \
               }\nmacro_rules! run { ($($t:tt)*) => { $($t)* } }\npub fn closure() { run!(|it: &mut Table, n: u8| { it.size(); }); }\npub fn declared() { run! { let \
               it: Table = todo!(); it.size(); } }\npub fn given() { run! { let mut it = Table::make(); it.size(); } }\npub fn several() { run! { let it = \
               Table::make() + 1; it.size(); } }\npub fn pattern() { run! { let Some(it) = Table::make(); it.size(); } }\npub fn wrapped() { run!(|it: Vec<Table>| \
               it.size()); }\n";
    let repo = crate::support::Repo::of(&[CARGO, ("src/lib.rs", lib)]);
    repo.build();
    let rows = repo.rows("edges_usage");
    let sizes = |from: &str| -> Vec<&str> {
        let sure = rows.iter().filter(|row| row["from"].as_str().unwrap().ends_with(from) && row["confidence"].as_f64().unwrap() >= 0.5);
        sure.filter_map(|row| row["to"].as_str().unwrap().rsplit('/').next()).filter(|to| to.ends_with("size().")).collect()
    };
    for from in ["/closure().", "/declared().", "/given()."] {
        assert_eq!(sizes(from), ["Table#size()."], "{from} {rows:#?}");
    }
    for from in ["/several().", "/pattern().", "/wrapped()."] {
        assert!(sizes(from).is_empty(), "{from} {rows:#?}");
    }
}

#[test]
fn a_function_that_is_called_like_a_crate_leads_to_nothing() {
    let files = [
        CARGO,
        ("src/lib.rs", "pub struct Map;\nimpl Map { pub fn new() {} }\npub mod map { pub fn free() {} }\n"),
        ("tests/all.rs", "use q::Map;\nuse q::map::free;\nfn q() {}\nfn typed() { Map::new(); }\nfn called() { q(); free(); }\n"),
    ];
    sure(&files, "/typed(", &["Map#new("]);
    sure(&files, "/called(", &["all.rs`/q(", "map/free("]);
}

#[test]
fn a_type_parameter_stands_for_all_that_is_asked_of_it() {
    let lib = "pub trait Stream { fn take_one(&self) {} }\npub trait Other { fn take_one(&self) {} }\npub struct Held<I> { it: I }\nimpl<I: Clone + Stream> Held<I> { \
               pub fn second(&self) { self.it.take_one(); } }\npub trait Parser<I> { fn asked(&self, it: I) where I: Stream { it.take_one(); } fn open(&self, it: I) { \
               it.take_one(); } }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "Held#second(", &["Stream#take_one("]);
    sure(&files, "Parser#asked(", &["Stream#take_one("]);
    sure(&files, "Parser#open(", &[]);
}

#[test]
fn a_receiver_among_tokens_is_a_use_where_all_of_a_module_is_imported() {
    let files = [
        CARGO,
        ("src/lib.rs", "pub mod all;\npub mod glob;\npub mod none;\n"),
        ("src/all.rs", "pub static TABLE: u8 = 0;\npub fn digit() {}\n"),
        ("src/glob.rs", "use crate::all::*;\npub fn used() { assert!(digit.run()); }\npub fn word() { assert!(digit); }\n"),
        ("src/none.rs", "pub fn unseen() { assert!(digit.run()); }\n"),
    ];
    let repo = crate::support::Repo::of(&files);
    repo.build();
    let rows = repo.rows("edges_usage");
    let uses = |from: &str| {
        rows.iter().filter(|row| row["from"].as_str().unwrap().ends_with(from) && row["to"].as_str().unwrap().ends_with("/digit().")).count()
    };
    assert_eq!((uses("/used()."), uses("/word()."), uses("/unseen().")), (1, 0, 0), "{rows:#?}");
}

#[test]
fn among_tokens_a_method_may_be_called_like_a_type_of_the_language() {
    let lib = "pub struct Text;\nimpl Text { pub fn char(&self) {} pub fn test(&self) { assert!(self.char()); assert!(char); } }\n";
    let repo = crate::support::Repo::of(&[CARGO, ("src/lib.rs", lib)]);
    repo.build();
    let rows = repo.rows("sites");
    assert_eq!(rows.iter().filter(|row| row["name"] == "char").count(), 1, "{rows:#?}");
}

#[test]
fn an_interface_beside_the_type_tells_which_block_is_meant() {
    let lib = "pub trait One { fn make() -> Self; fn go(&self) {} }\npub trait Two { fn make() -> Self; }\npub struct S;\nimpl One for S { fn make() -> S { S } }\nimpl Two for S { \
               fn make() -> S { S } }\nimpl Default for S { fn default() -> S { S } }\nfn first() { <S as One>::make(); }\nfn second() { <S as Two>::make(); }\nfn third() { <S as \
               One>::go(&S); }\nfn fourth<X: One>() { <X as One>::make(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/first(", &["S#[One]make("]);
    sure(&files, "/second(", &["S#[Two]make("]);
    sure(&files, "/third(", &["One#go("]);
    sure(&files, "/fourth(", &["One#make("]);
}

#[test]
fn ranges_and_numbers_among_tokens_choose_between_blocks() {
    let lib = "use std::ops::{Range, RangeFrom, RangeFull};\npub struct Line;\nimpl From<Range<usize>> for Line { fn from(r: Range<usize>) -> Line { Line } }\nimpl From<RangeFrom<usize>> for \
               Line { fn from(r: RangeFrom<usize>) -> Line { Line } }\nimpl From<RangeFull> for Line { fn from(r: RangeFull) -> Line { Line } }\nimpl From<u8> for Line { fn from(r: u8) -> \
               Line { Line } }\nfn go(a: usize) {\n    assert_eq!(Line::from(9..20), 1);\n    assert_eq!(Line::from(a..2), 1);\n    assert_eq!(Line::from(a + 1..), 1);\n    vec![L { r: \
               Line::from(..) }];\n    assert!(Line::from(1u8));\n}\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    let rows = crate::support::Repo::built(&files).rows("edges_usage");
    let mut led: Vec<(u64, &str)> = rows
        .iter()
        .filter(|row| row["to"].as_str().unwrap().contains("Line#[From]from") && row["confidence"].as_f64().unwrap() >= 0.5)
        .map(|row| (row["byteStart"].as_u64().unwrap(), row["to"].as_str().unwrap().split("Line#").nth(1).unwrap()))
        .collect();
    led.sort_unstable();
    let named: Vec<&str> = led.iter().map(|(_, to)| *to).collect();
    assert_eq!(named.len(), 5, "{rows:#?}");
    assert_eq!(named[0], named[1], "{named:?}");
    assert!(named.windows(2).skip(1).all(|pair| pair[0] != pair[1]), "{named:?}");
}

#[test]
fn what_can_be_called_gives_what_its_type_says() {
    let lib = "pub type Res<S> = Result<S, S>;\npub struct P { pub look: u8 }\nimpl P { fn done(&self) {} }\npub fn bounded<F>(b: Box<P>, f: F) where F: FnOnce(Box<P>) -> Res<Box<P>> { match f(b) { \
               Ok(n) => n.done(), Err(n) => n.done() } }\npub fn hidden(p: P, f: impl Fn(P) -> P) { f(p).done(); }\npub fn boxed(b: Box<dyn Fn(u8) -> P>) { b(1).done(); }\npub fn plain(f: fn(u8) \
               -> P) { f(1).done(); }\npub fn nothing(f: impl Fn(P)) { f(P { look: 1 }); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/bounded(", &["P#done(", "P#done("]);
    for from in ["/hidden(", "/boxed(", "/plain("] {
        sure(&files, from, &["P#done("]);
    }
}

#[test]
fn a_variable_that_is_given_a_path_once_is_as_sure_as_the_path() {
    let lib = "pub struct Day;\nimpl Day { pub fn of(y: i32) -> Day { Day } pub fn end(&self) {} }\npub trait Make { fn make(&self) {} }\nimpl Make for Day {}\npub fn plain() {}\npub fn other() \
               {}\npub fn once() { let of = Day::of; of(1).end(); let p = &plain; p(); }\npub fn typed() { let of: fn(i32) -> Day = Day::of; of(1); }\npub fn twice() { let mut p = plain; p(); p \
               = other; p(); }\npub fn apart() { let (mut p, mut q) = (plain, 0); let mut r = plain; (r, q) = (other, 1); r(); }\npub fn either(c: bool) { let p = if c { plain } else { other }; \
               p(); }\npub fn of_trait(d: Day) { let make = Make::make; make(&d); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/once(", &["Day#of(", "Day#end(", "/plain("]);
    sure(&files, "/typed(", &["Day#of("]);
    for from in ["/twice(", "/apart(", "/either(", "/of_trait("] {
        sure(&files, from, &[]);
    }
}

#[test]
fn blocks_of_other_files_give_a_type_a_trait_for_other_arguments_and_those_for_types_of_the_library_count_by_their_argument() {
    let lib = "pub mod list;\npub struct Own;\npub struct Other;\nimpl From<Own> for list::List { fn from(b: Own) -> Self { todo!() } }\nimpl From<Own> for Vec<u8> { fn from(b: Own) -> Vec<u8> { \
               todo!() } }\npub fn elsewhere(b: Own) { list::List::from(b); }\npub fn there() { list::List::from(\"x\"); }\npub fn library(b: Own) { Vec::from(b); }\npub fn unlike(b: Other) { \
               Vec::from(b); }\npub fn text() { Vec::from(\"x\"); }\n";
    let list = "pub struct List;\nimpl<'a> From<&'a [u8]> for List { fn from(s: &'a [u8]) -> Self { List } }\nimpl<'a> From<&'a str> for List { fn from(s: &'a str) -> Self { List } }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/list.rs", list)];
    sure(&files, "/elsewhere(", &["lib.rs`/List#[From]from("]);
    sure(&files, "/there(", &["list.rs`/List#[From]from("]);
    sure(&files, "/library(", &["lib.rs`/Vec#[From]from("]);
    sure(&files, "/unlike(", &[]);
    sure(&files, "/text(", &[]);
}

#[test]
fn a_reference_is_taken_for_no_value_and_a_part_of_a_literal_is_a_slice() {
    let lib = "mod lent;\npub struct Data;\nimpl From<Vec<u8>> for Data { fn from(s: Vec<u8>) -> Self { Data } }\nimpl From<Box<[u8]>> for Data { fn from(s: Box<[u8]>) -> Self { Data } }\nimpl \
               From<String> for Data { fn from(s: String) -> Self { Data } }\npub fn part() { Data::from(&b\"abc\"[..]); }\npub fn given(s: &'static [u8]) { Data::from(s); }\npub fn kept() { let s \
               = &b\"abc\"[1..]; Data::from(s); }\npub fn boxed(s: Box<[u8]>) { Data::from(s); }\npub struct Whole;\nimpl From<Part> for Whole { fn from(s: Part) -> Self { Whole } }\npub struct \
               Part;\npub fn value(p: Part) { Whole::from(p); }\npub fn lent(p: &Part) { Whole::from(p); }\n";
    let lent = "use crate::Data;\nimpl From<&'static [u8]> for Data { fn from(s: &'static [u8]) -> Self { Data } }\n";
    let files = [CARGO, ("src/lib.rs", lib), ("src/lent.rs", lent)];
    for from in ["/part(", "/given(", "/kept("] {
        sure(&files, from, &["lent.rs`/Data#[From]from("]);
    }
    sure(&files, "/boxed(", &["lib.rs`/Data#[From]from("]);
    sure(&files, "/value(", &["Whole#[From]from("]);
    sure(&files, "/lent(", &[]);
}

#[test]
fn a_receiver_that_is_a_reference_has_what_a_block_for_references_gives() {
    let lib = "pub struct Map;\npub struct Lent;\nimpl Lent { pub fn one(&self) {} }\npub struct Taken;\nimpl Taken { pub fn one(&self) {} }\nimpl<'a> IntoIterator for &'a Map { type Item = u8; \
               type IntoIter = Lent; fn into_iter(self) -> Self::IntoIter { Lent } }\nimpl IntoIterator for Map { type Item = u8; type IntoIter = Taken; fn into_iter(self) -> Self::IntoIter { \
               Taken } }\nimpl Map { pub fn see(&self) { self.into_iter().one(); } pub fn end(self) { self.into_iter().one(); } }\npub fn by_reference(m: &Map) { m.into_iter().one(); }\npub fn \
               by_value(m: Map) { m.into_iter().one(); }\npub fn bracketed(m: Map) { (&m).into_iter().one(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    for from in ["Map#see(", "/by_reference(", "/bracketed("] {
        sure(&files, from, &["into_iter(", "Lent#one("]);
    }
    for from in ["Map#end(", "/by_value("] {
        sure(&files, from, &["into_iter(", "Taken#one("]);
    }
}

#[test]
fn of_a_type_and_a_trait_the_method_is_meant_that_takes_the_arguments_or_the_receiver_as_it_is() {
    let lib = "pub trait Styled { fn style(&self) -> u8; fn tag(self) -> u8 where Self: Sized { 0 } fn at(&self) -> u8; }\n#[derive(Clone, Copy)]\npub struct Set;\nimpl Set { pub fn style(self, s: u8) -> Set { self } pub fn tag(&self) -> u8 { 1 } \
               pub fn at(self) -> u8 { 1 } }\nimpl Styled for Set { fn style(&self) -> u8 { 0 } fn tag(self) -> u8 { 2 } fn at(&self) -> u8 { 2 } }\npub fn fewer(it: &Set) { it.style(); }\npub fn more(it: Set) { it.style(1).style(2); }\npub fn value(it: \
               Set) { it.tag(); it.at(); }\npub fn reference(it: &Set) { it.tag(); }\npub fn either(it: &Set) { it.at(); }\npub trait Walk { fn walk(self); }\nimpl<'a> Walk for &'a Set { fn walk(self) {} }\nimpl Set { pub fn walk(&self) {} }\npub fn walked(it: Set) { it.walk(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    // A block for references takes one as it is, as the own method does.
    sure(&files, "/walked(", &["Set#walk("]);
    sure(&files, "/fewer(", &["Set#[Styled]style("]);
    sure(&files, "/more(", &["Set#style(", "Set#style("]);
    sure(&files, "/value(", &["Set#[Styled]tag(", "Set#at("]);
    sure(&files, "/reference(", &["Set#tag("]);
    let found = crate::scoping::calls(&files, "/either(");
    assert!(found.len() == 2 && found.iter().all(|(_, confidence)| *confidence < 0.9), "{found:?}");
}

#[test]
fn a_block_for_a_pointer_itself_comes_before_what_it_points_to() {
    let lib = "use std::rc::Rc;\nuse std::sync::Arc;\npub trait Service { fn call(&self) -> u8; fn ready(&self) -> u8 { 1 } }\npub struct A;\nimpl Service for A { fn call(&self) -> u8 { 1 } }\nimpl A { pub fn own(&self) {} }\nimpl<S: \
               Service + ?Sized> Service for Box<S> { fn call(&self) -> u8 { (**self).call() } }\nimpl<S: Service + ?Sized> Service for Arc<S> { fn call(&self) -> u8 { (**self).call() } }\npub struct Held { inner: Box<dyn \
               Service> }\nimpl Held { fn field(&self) { self.inner.call(); } }\nfn boxed(b: Box<dyn Service>) { b.call(); }\nfn shared(a: Arc<A>) { a.call(); }\nfn made() { let b = Arc::new(A); b.call(); }\nfn \
               inner(b: Box<dyn Service>) { (*b).call(); }\nfn counted(r: Rc<A>) { r.call(); }\nfn plain(s: &dyn Service, a: &A) { s.call(); a.call(); }\nfn own(b: Box<A>) { b.own(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "Box#[Service]call(", &["/Service#call("]);
    for from in ["Held#field(", "/boxed("] {
        sure(&files, from, &["Box#[Service]call("]);
    }
    sure(&files, "/shared(", &["Arc#[Service]call("]);
    sure(&files, "/inner(", &["/Service#call("]);
    sure(&files, "/counted(", &["A#[Service]call("]);
    sure(&files, "/plain(", &["/Service#call(", "A#[Service]call("]);
    sure(&files, "/own(", &["A#own("]);
    let pinned = "use std::ops::DerefMut;\nuse std::pin::Pin;\npub trait Write { fn poll_write(self: Pin<&mut Self>) -> u8; }\nimpl<P: DerefMut<Target = u8>> Write for Pin<P> { fn poll_write(self: Pin<&mut Self>) -> u8 { 1 } \
                  }\nfn generic<W: Write>(w: Pin<&mut W>) { w.poll_write(); }\n";
    sure(&[CARGO, ("src/lib.rs", pinned)], "/generic(", &["/Write#poll_write("]);
}

/// An interface that blocks hand on for references and boxes.
const HANDED: &str = "pub trait Sv<R> { fn call(&mut self, r: R) -> u8; fn rdy(&self) -> u8; fn all(&mut self) -> u8 { 1 } }\npub struct X;\npub trait Mk { fn mk(&mut self) -> u8; }\nimpl Sv<u8> for X { fn call(&mut self, r: \
                      u8) -> u8 { self.rdy() } fn rdy(&self) -> u8 { 1 } fn all(&mut self) -> u8 { self.call(1) } }\nimpl<S: Sv<R> + ?Sized, R> Sv<R> for &mut S { fn call(&mut self, r: R) -> u8 { (**self).call(r) } fn rdy(&self) -> u8 \
                      { (**self).rdy() } }\nimpl<S: Sv<R> + ?Sized, R> Sv<R> for Box<S> { fn call(&mut self, r: R) -> u8 { 1 } fn rdy(&self) -> u8 { 1 } }\n";

#[test]
fn by_the_path_of_an_interface_nothing_is_looked_through() {
    let lib = format!(
        "{HANDED}impl<M: Sv<u8>> Mk for M {{ fn mk(&mut self) -> u8 {{ Sv::call(self, 1) }} }}\nfn bound<T: Sv<u8>>(t: &mut T) {{ Sv::call(t, 1); }}\nfn boxed(mut b: Box<X>) {{ Sv::call(&mut b, 1); Sv::rdy(&b); }}\nfn \
         plain(mut y: X, q: &X) {{ Sv::call(&mut y, 2); Sv::rdy(q); }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    sure(&files, "]mk(", &["/Sv#call("]);
    sure(&files, "/bound(", &["/Sv#call("]);
    sure(&files, "/boxed(", &["Box#[Sv]call(", "Box#[Sv]rdy("]);
    sure(&files, "/plain(", &["X#[Sv]call(", "X#[Sv]rdy("]);
}

#[test]
fn a_method_by_a_shared_reference_is_called_on_a_changing_one_itself() {
    let lib = format!(
        "{HANDED}pub trait Ln {{ fn ln(&self) -> u8; fn twice(&self) -> u8 {{ 2 }} }}\nimpl<T: Ln + ?Sized> Ln for &T {{ fn ln(&self) -> u8 {{ (**self).ln() }} }}\nimpl Ln for X {{ fn ln(&self) -> u8 {{ 1 }} fn twice(&self) -> u8 {{ self.ln() }} }}\n"
    );
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    let found = crate::scoping::calls(&files, "X#[Sv]call(");
    assert!(found.len() == 1 && found[0].0.contains("Sv#[Sv]rdy("), "{found:?}");
    sure(&files, "X#[Sv]all(", &["X#[Sv]call("]);
    sure(&files, "X#[Ln]twice(", &["X#[Ln]ln("]);
}

#[test]
fn a_function_that_is_handed_over_is_chosen_by_what_it_will_be_given() {
    let kinds = ["u8", "char", "String", "usize", "bool", "()", "(V, V)", "i64", "Er", "Io"];
    let blocks = kinds.iter().fold(String::new(), |text, kind| text + &format!("impl From<{kind}> for V {{ fn from(x: {kind}) -> V {{ V }} }}\n"));
    let bodies = [
        ("s.chars().map(V::from);", "char"),
        ("v.iter().copied().map(V::from);", "u8"),
        ("o.map(V::from);", "String"),
        ("z.into_iter().map(V::from);", "Er"),
        ("r.map_err(V::from);", "Io"),
        ("V::from(());", "()"),
        ("V::from((p, q));", "(V, V)"),
        ("V::from(s.starts_with(\"a\"));", "bool"),
        ("V::from(v.is_empty());", "bool"),
        ("V::from(s.chars().next().unwrap());", "char"),
        ("V::from(i64::MAX);", "i64"),
    ];
    let functions = bodies.iter().zip(0..).fold(String::new(), |text, ((body, _), at)| {
        text + &format!("fn f{at}(s: &str, v: Vec<u8>, o: Option<String>, z: Vec<Er>, r: Result<u8, Io>, p: V, q: V) {{ {body} }}\n")
    });
    let lib = format!("pub struct V;\npub struct Er;\npub struct Io;\n{blocks}{functions}");
    let repo = crate::support::Repo::built(&[CARGO, ("src/lib.rs", lib.as_str())]);
    let (symbols, edges) = (repo.rows("symbols"), [repo.rows("edges_call"), repo.rows("edges_usage")].concat());
    for ((body, kind), at) in bodies.iter().zip(0..) {
        let place = lib.find(&format!("(x: {kind}) ")).unwrap() as u64;
        let meant = symbols
            .iter()
            .find(|it| it["name"] == "from" && it["range"]["start"].as_u64().unwrap() <= place && place < it["range"]["end"].as_u64().unwrap());
        let meant = &meant.unwrap()["symbolId"];
        let from = format!("/f{at}().");
        let found =
            edges.iter().any(|it| it["from"].as_str().unwrap().ends_with(&from) && it["to"] == *meant && it["confidence"].as_f64().unwrap() > 0.9);
        assert!(found, "{body}");
    }
}
