//! Rust: what functions and methods of the standard library hand over and give.

use crate::scoping::{CARGO, sure};

const M: &str = "use std::sync::Arc;\nuse std::rc::Rc;\n#[derive(Clone, Default)]\npub struct M(pub u8);\nimpl M { pub fn go(&self) -> bool { true } pub fn key(&self) -> u8 { 0 } pub fn len(&self) -> usize { 0 } }\npub struct \
                 Other;\nimpl Other { pub fn go(&self) -> bool { true } pub fn key(&self) -> u8 { 0 } pub fn len(&self) -> usize { 0 } }\n";

/// Functions of one parameter and their bodies, in each of which `M#go` or `M#key` is called as often as it is written.
fn check(parameter: &str, bodies: &[&str]) {
    let functions = bodies.iter().zip(0..).fold(String::new(), |text, (body, at)| text + &format!("pub fn f{at}(mut v: {parameter}) {{ {body} }}\n"));
    let lib = format!("{M}{functions}");
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    for (body, at) in bodies.iter().zip(0..) {
        let mut expected: Vec<&str> = vec!["M#go("; body.matches(".go()").count()];
        expected.extend(vec!["M#key("; body.matches(".key()").count()]);
        expected.extend(vec!["M#"; body.matches("M(0)").count()]);
        sure(&files, &format!("/f{at}("), &expected);
    }
}

#[test]
fn closures_of_lists_are_handed_elements() {
    check(
        "Vec<M>",
        &[
            "v.is_sorted_by(|a, b| a.go() == b.go());",
            "v.is_sorted_by_key(|a| a.key());",
            "v.partition_point(|a| a.go());",
            "v.select_nth_unstable_by(1, |a, b| a.key().cmp(&b.key()));",
            "v.dedup_by(|a, b| a.go() == b.go());",
            "v.dedup_by_key(|a| a.key());",
            "v.par_sort_unstable_by(|a, b| a.key().cmp(&b.key()));",
            "v.par_sort_by_key(|a| a.key());",
            "v.into_iter().reduce(|a, b| if a.go() { b } else { a }).unwrap().go();",
            "for part in v.chunk_by(|a, b| a.go() == b.go()) { part[0].go(); }",
            "for part in v.split(|a| a.go()) { part[0].go(); }",
            "for part in v.rchunks(2) { part[0].go(); }",
        ],
    );
}

#[test]
fn a_range_in_place_of_an_index_gives_a_part() {
    check(
        "Vec<M>",
        &[
            "v.get(1..).unwrap_or_default().len();",
            "v.get(..2).unwrap()[0].go();",
            "if let Some(part) = v.get_mut(1..) { part[0].go(); }",
            "let at = 1..2; if let Some(part) = v.get(at) { part[0].go(); }",
            "v.get(1).unwrap().go();",
        ],
    );
}

#[test]
fn functions_of_pointers_give_what_they_lead_to() {
    check(
        "Arc<M>",
        &[
            "Arc::make_mut(&mut v).go();",
            "Arc::get_mut(&mut v).unwrap().go();",
            "Arc::try_unwrap(v).unwrap().go();",
            "Arc::into_inner(v).unwrap().go();",
            "Arc::unwrap_or_clone(v).go();",
            "Arc::downgrade(&v).upgrade().unwrap().go();",
            "Arc::as_ref(&v).go();",
        ],
    );
    check("Box<M>", &["Box::leak(v).go();"]);
    check("M", &["let it = std::mem::ManuallyDrop::new(v); it.go();"]);
}

#[test]
fn what_makes_iterators_and_threads_is_known() {
    check(
        "M",
        &[
            "std::iter::once(v).for_each(|m| { m.go(); });",
            "std::iter::repeat_with(|| M(0)).for_each(|m| { m.go(); });",
            "std::iter::successors(Some(v), |m| None).for_each(|m| { m.go(); });",
            "std::thread::spawn(|| M(0)).join().unwrap().go();",
            "let it = std::sync::LazyLock::new(|| M(0)); it.go();",
        ],
    );
}

#[test]
fn what_is_cloned_by_a_path_or_of_a_type_that_is_a_value_stays_what_it_is() {
    let lib = "#[derive(Clone)]\npub struct A;\nimpl A { pub fn only(&self) {} }\npub struct B;\nimpl B { pub fn only(&self) {} }\nfn unit() { A.clone().only(); }\nfn path(a: A) { A::clone(&a).only(); }\nfn interface(a: A) { Clone::clone(&a).only(); \
               }\nfn mapped(v: Vec<A>) { v.iter().map(Clone::clone).for_each(|it| it.only()); }\n";
    for from in ["/unit(", "/path(", "/interface(", "/mapped("] {
        sure(&[CARGO, ("src/lib.rs", lib)], from, &["A#only("]);
    }
}

/// A method that the repository gives types of the library, each of which the bodies, beside it, call it on.
fn given(bodies: &[(&str, &str)]) {
    let kinds = ["str", "String", "Path", "PathBuf", "OsStr", "OsString", "char", "bool", "usize", "u8", "u32", "f64", "Vec<u8>"];
    let blocks = kinds.iter().fold(String::new(), |text, kind| text + &format!("impl T for {kind} {{ fn t(&self) -> u8 {{ 1 }} }}\n"));
    let functions = bodies.iter().zip(0..).fold(String::new(), |text, ((_, body), at)| {
        text + &format!("fn f{at}(s: &str, st: String, p: &Path, c: char, n: u32, f: f64, b: u8, v: Vec<u8>, vs: Vec<String>) {{ {body} }}\n")
    });
    let lib =
        format!("use std::path::{{Path, PathBuf}};\nuse std::ffi::{{OsStr, OsString}};\npub trait T {{ fn t(&self) -> u8; }}\n{blocks}{functions}");
    let files = [CARGO, ("src/lib.rs", lib.as_str())];
    for ((kind, body), at) in bodies.iter().zip(0..) {
        let expected = format!("/{kind}#[T]t(");
        sure(&files, &format!("/f{at}("), &vec![expected.as_str(); body.matches(".t()").count()]);
    }
}

#[test]
fn what_a_method_of_the_library_gives_is_told_by_what_it_is_called_on() {
    given(&[
        (
            "String",
            "\"x\".to_string().t(); \"x\".to_owned().t(); s.to_lowercase().t(); s.repeat(2).t(); s.replace(\"a\", \"b\").t(); s.to_ascii_uppercase().t();",
        ),
        ("String", "let y = \"x\".to_string(); let z = y + \"b\"; z.t(); vs.join(\",\").t(); p.to_string_lossy().into_owned().t();"),
        ("PathBuf", "p.join(\"x\").t(); p.with_extension(\"x\").t(); p.to_owned().t();"),
        ("OsStr", "p.file_name().unwrap().t(); p.extension().unwrap().t();"),
        ("Path", "p.parent().unwrap().t();"),
        (
            "char",
            "c.to_ascii_uppercase().t(); s.chars().next().unwrap().t(); for q in s.chars() { q.t(); } s.chars().map(|q| q.t()); s.char_indices().next().unwrap().1.t();",
        ),
        (
            "str",
            "for l in s.lines() { l.t(); } for l in s.split(',') { l.t(); } if let Some((k, w)) = s.split_once(',') { k.t(); w.t(); } s.strip_prefix(\"a\").unwrap_or(s).t(); p.to_str().unwrap().t(); s.trim().t();",
        ),
        ("bool", "s.is_empty().t(); s.contains(\"a\").t(); st.starts_with(\"a\").t(); v.is_empty().t(); c.is_alphabetic().t(); p.exists().t();"),
        (
            "usize",
            "s.find(\"a\").unwrap().t(); s.chars().count().t(); v.iter().position(|x| *x == 1).unwrap().t(); usize::MAX.t(); std::mem::size_of::<u8>().t();",
        ),
        ("u32", "n.pow(2).t(); n.checked_add(1).unwrap().t(); n.saturating_sub(1).t(); n.min(2).t(); n.leading_zeros().t();"),
        ("f64", "f.sqrt().t(); f.abs().t();"),
        ("u8", "b.to_ascii_uppercase().t(); for l in s.bytes() { l.t(); }"),
    ]);
}

#[test]
fn functions_of_the_library_give_texts_and_paths() {
    given(&[
        (
            "String",
            "std::env::var(\"a\").unwrap().t(); std::env::args().next().unwrap().t(); std::fs::read_to_string(p).unwrap().t(); String::from_utf8(v).unwrap().t();",
        ),
        ("str", "std::str::from_utf8(&v).unwrap().t(); String::from_utf8_lossy(&v).t();"),
        ("PathBuf", "std::env::current_dir().unwrap().t();"),
    ]);
}

#[test]
fn other_names_for_types_of_the_library_build_what_those_do() {
    let lib = "use std::collections::HashMap;\nuse std::rc::Rc as RRc;\nuse std::sync::{Arc, Mutex};\npub use std::sync::Arc as Arc2;\npub struct M(pub u8);\nimpl M { pub fn go(&self) {} }\nimpl Clone for M { fn \
               clone(&self) -> M { M(1) } }\npub struct O;\nimpl O { pub fn go(&self) {} }\n#[cfg(threads)] pub type Rx<A> = std::sync::Arc<A>;\n#[cfg(not(threads))] pub type Rx<A> = std::rc::Rc<A>;\npub type Ref<T> = \
               Arc<T>;\ntype Map<V> = HashMap<u8, V>;\ntype Ms = Vec<M>;\ntype Sh<A> = Arc<Mutex<A>>;\ntype Om = Option<M>;\nfn kept(d: Rx<M>) { d.clone(); }\nfn copied(d: Rx<M>) { d.clone().go(); }\nfn renamed() { \
               RRc::new(M(0)).go(); }\nfn again() { Arc2::new(M(0)).go(); }\nfn shared(a: Ref<M>) { Ref::clone(&a).go(); }\nfn built() { Rx::new(M(0)).go(); }\nfn map() { let z = Map::<M>::new(); \
               z.get(&1).unwrap().go(); }\nfn list() { Ms::new().first().unwrap().go(); }\nfn lock() { let y = Sh::new(Mutex::new(M(0))); y.lock().unwrap().go(); }\nfn option() { Om::Some(M(0)).unwrap().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/kept(", &[]);
    for from in ["/copied(", "/shared(", "/map(", "/list("] {
        sure(&files, from, &["M#go("]);
    }
    for from in ["/renamed(", "/again(", "/built(", "/lock(", "/option("] {
        sure(&files, from, &["M#go(", "/M#"]);
    }
}

#[test]
fn channels_locks_and_iterators_hold_what_is_written_for_them_or_handed_to_them() {
    let lib = "use std::sync::{RwLock, mpsc};\nuse std::iter;\npub struct Item;\nimpl Item { fn go(&self) {} fn new() -> Item { Item } }\npub struct Other;\nimpl Other { fn go(&self) \
               {} }\nfn received() { let (tx, rx) = mpsc::channel::<Item>(); rx.recv().unwrap().go(); }\nfn looped() { let (tx, rx) = mpsc::channel::<Item>(); for m \
               in &rx { m.go(); } }\nfn read() { let lock = RwLock::new(Item::new()); lock.read().unwrap().go(); lock.write().unwrap().go(); }\nfn made() { \
               iter::from_fn(|| Some(Item)).next().unwrap().go(); }\nfn none() { iter::empty::<Item>().next().unwrap().go(); }\nfn array() { \
               std::array::from_fn::<Item, 2, _>(|i| Item)[0].go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/received(", &["Item#go("]);
    sure(&files, "/looped(", &["Item#go("]);
    sure(&files, "/read(", &["Item#go(", "Item#go(", "Item#new("]);
    sure(&files, "/made(", &["Item#go("]);
    sure(&files, "/none(", &["Item#go("]);
    sure(&files, "/array(", &["Item#go("]);
}

#[test]
fn what_compares_values_gives_one_of_them() {
    let lib = "#[derive(PartialEq, Eq, PartialOrd, Ord)]\npub struct Item;\nimpl Item { fn go(&self) {} }\npub struct Other;\nimpl Other { fn go(&self) {} fn max(&self, o: Other) -> \
               Item { Item } }\npub struct Each;\nimpl Iterator for Each { type Item = Item; fn next(&mut self) -> Option<Item> { None } }\nfn most(a: Item, b: Item) { \
               a.max(b).go(); }\nfn own(a: Other, b: Other) { a.max(b).go(); }\nfn least(a: Item, b: Item) { std::cmp::min(a, b).go(); }\nfn each(it: Each) { \
               it.max().unwrap().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/most(", &["Item#go("]);
    sure(&files, "/own(", &["Item#go(", "Other#max("]);
    sure(&files, "/least(", &["Item#go("]);
    sure(&files, "/each(", &["Item#go("]);
}

#[test]
fn copies_of_what_an_iterator_of_its_own_gives_are_no_such_iterator() {
    let lib = "pub struct Item;\nimpl Item { fn go(&self) {} }\npub struct Other;\nimpl Other { fn go(&self) {} }\npub struct Each<'a>(&'a Item);\nimpl<'a> Iterator for Each<'a> { type \
               Item = &'a Item; fn next(&mut self) -> Option<&'a Item> { None } fn collect<B>(self) -> B { todo!() } }\nfn all(it: Each) { \
               it.cloned().collect::<Vec<_>>()[0].go(); }\nfn plain(it: Each) { it.collect::<Vec<u8>>(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/all(", &["Item#go("]);
    sure(&files, "/plain(", &["Each#[Iterator]collect("]);
}

#[test]
fn what_the_repository_adds_to_names_and_paths_of_the_system_is_found() {
    let lib = "use std::ffi::{OsStr, OsString};\nuse std::path::{Path, PathBuf};\npub trait Search { fn find(&self) {} fn split(&self) {} fn join(&self) {} }\nimpl Search for OsStr \
               {}\nimpl Search for Path {}\npub fn name(v: &OsStr) { v.find(); v.split(); }\npub fn owned(v: OsString) { v.find(); }\npub fn path(v: &Path) { v.find(); v.join(); \
               }\npub fn buf(v: PathBuf) { v.split(); v.join(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/name(", &["Search#find(", "Search#split("]);
    sure(&files, "/owned(", &["Search#find("]);
    // `Path::join` is of the library.
    sure(&files, "/path(", &["Search#find("]);
    sure(&files, "/buf(", &["Search#split("]);
}
