//! Rust: what containers of containers hold, one step at a time, and what follows things that lie outside of the repository.

use crate::scoping::{CARGO, sure};

/// Two types with the same members, so that only a known receiver tells which is meant; one has names that collections have.
const TWINS: &str = "use std::collections::{BTreeMap, btree_map};\npub struct A;\nimpl A { pub fn go(&self) -> u8 { 1 } pub fn len(&self) -> usize { 1 } pub fn is_some(&self) -> bool { \
                     true } }\npub struct B;\nimpl B { pub fn go(&self) -> u8 { 1 } }\n";

fn rust(source: &str, expected: &[(&str, &[&str])]) {
    let lib = format!("{TWINS}{source}");
    let manifest = "[package]\nname = \"q\"\n[dependencies]\nouter = \"1\"\n";
    for (from, calls) in expected {
        sure(&[("Cargo.toml", manifest), ("src/lib.rs", &lib)], from, calls);
    }
}

#[test]
fn a_container_of_containers_is_taken_apart_one_step_at_a_time() {
    rust(
        "pub struct H { map: BTreeMap<u8, Vec<A>>, rows: Vec<Vec<A>>, some: Vec<Option<A>>, lock: std::sync::Mutex<Vec<A>>, cell: std::cell::RefCell<Vec<A>> }\nimpl \
         H {\n fn whole(&self) { self.map.get(&1).unwrap().len(); self.map.get(&1).map(|it| it.len()); self.rows.first().map(|it| it.len()); \
         self.rows.last().unwrap().len(); self.rows.get(0).is_some_and(|it| it.len() > 1); self.lock.lock().unwrap().len(); self.cell.borrow().len(); \
         self.rows[0].chunks(2).map(|it| it.len()); if let Some(it) = self.some.get(0) { it.is_some(); } }\n fn mapped(&self) { self.map.get(&1).map(|it| \
         it[0].go()); }\n fn flat(&self) { self.map.values().flatten().filter(|it| it.go() > 1).count(); }\n fn then(&self) { self.map.get(&1).and_then(|it| \
         it.last()).unwrap().go(); }\n fn entry(&mut self) { self.map.entry(1).or_default()[0].go(); }\n fn locked(&self) { \
         self.lock.lock().unwrap().pop().unwrap().go(); }\n fn held(&self) { self.cell.borrow().first().unwrap().go(); }\n fn kept(&mut self) { \
         self.map.retain(|_, it| it[0].go() > 1); }\n fn chunk(&self) { self.rows[0].chunks(2).map(|it| it[0].go()); }\n fn pair(&self) { if let Some((_, it)) = \
         self.map.iter().next() { it[0].go(); } }\n fn most(&self) { self.map.iter().max_by_key(|(_, it)| it[0].go()); }\n fn found(&self) { \
         self.rows.iter().find_map(|it| it.first()).unwrap().go(); }\n}\n",
        &[
            ("H#whole(", &[]),
            ("H#mapped(", &["A#go("]),
            ("H#flat(", &["A#go("]),
            ("H#then(", &["A#go("]),
            ("H#entry(", &["A#go("]),
            ("H#locked(", &["A#go("]),
            ("H#held(", &["A#go("]),
            ("H#kept(", &["A#go("]),
            ("H#chunk(", &["A#go("]),
            ("H#pair(", &["A#go("]),
            ("H#most(", &["A#go("]),
            ("H#found(", &["A#go("]),
        ],
    );
}

#[test]
fn iterators_of_the_library_give_what_their_arguments_say() {
    rust(
        "pub struct H { map: BTreeMap<u8, A>, list: Vec<A> }\nimpl H {\n fn values(&self) -> btree_map::Values<'_, u8, A> { self.map.values() }\n fn entries(&self) -> \
         btree_map::Iter<'_, u8, A> { self.map.iter() }\n fn all(self) -> std::iter::Peekable<std::vec::IntoIter<A>> { self.list.into_iter().peekable() }\n}\nfn \
         values(it: &H) { for it in it.values() { it.go(); } }\nfn entries(it: &H) { for (_, it) in it.entries() { it.go(); } }\nfn peeked(it: H) { \
         it.all().peek().unwrap().go(); }\npub struct Deep(Vec<A>);\nimpl std::ops::Deref for Deep { type Target = Vec<A>; fn deref(&self) -> &Vec<A> { &self.0 } \
         }\nfn behind(it: &Deep) { it.first().unwrap().go(); }\npub struct Each;\nimpl Iterator for Each { type Item = A; fn next(&mut self) -> Option<A> { None } \
         }\nfn given(it: Each) { it.skip(1).last().unwrap().go(); }\n",
        &[
            ("/values(", &["H#values(", "A#go("]),
            ("/entries(", &["H#entries(", "A#go("]),
            ("/peeked(", &["H#all(", "A#go("]),
            ("/behind(", &["A#go("]),
            ("/given(", &["A#go("]),
        ],
    );
}

#[test]
fn what_is_written_for_a_function_of_another_package_is_what_it_gives() {
    rust(
        "pub struct W { jobs: A }\nfn written(s: &str) { outer::from_str::<W>(s).unwrap().jobs.go(); }\nfn asked(s: &str) -> Result<(), ()> { \
         outer::from_str::<W>(s)?.jobs.go(); Ok(()) }\nfn other(s: &str) { outer::from_str::<W>(s).size(); std::any::type_name::<A>().len(); }\ntype Stream<'a> = \
         outer::Slice<'a, A>;\nfn held(it: &mut Stream<'_>) { while let Some(it) = it.next_token() { it.go(); } it.next_token().peek(); }\nfn pointer(it: outer::Lazy<A>) { it.go(); }\n",
        &[("/written(", &["A#go("]), ("/asked(", &["A#go("]), ("/other(", &[]), ("/held(", &["A#go("]), ("/pointer(", &["A#go("])],
    );
}

#[test]
fn what_a_path_names_of_a_foreign_type_is_a_value_of_it() {
    rust(
        "use std::path::{Path, PathBuf};\npub trait Clean { fn tidy(&self) {} }\nimpl Clean for Path { fn tidy(&self) {} }\npub trait Reply { fn reply(&self) {} fn local_addr(&self) {} }\nimpl \
         Reply for outer::Code { fn reply(&self) {} }\nimpl Reply for String { fn reply(&self) {} fn local_addr(&self) {} }\nfn new(s: &str) { Path::new(s).tidy(); }\nfn owned(s: &str) { \
         PathBuf::from(s).tidy(); }\nfn code() { outer::Code::GONE.reply(); }\nfn text() { String::new().reply(); }\nfn passed(s: &str) { \
         outer::Code::parse(s).unwrap().clone().reply(); }\nfn listed(all: &[&str]) { all.iter().map(PathBuf::from).for_each(|it| it.tidy()); }\nfn library() { String::new().local_addr(); }\nfn other() { \
         outer::code().reply(); }\n",
        &[
            ("/new(", &["Path#[Clean]tidy("]),
            ("/owned(", &["Path#[Clean]tidy("]),
            ("/code(", &["Code#[Reply]reply("]),
            ("/text(", &["String#[Reply]reply("]),
            ("/passed(", &["Code#[Reply]reply("]),
            ("/listed(", &["Path#[Clean]tidy("]),
            ("/library(", &[]),
            ("/other(", &[]),
        ],
    );
    let files = [
        ("Cargo.toml", "[package]\nname = \"q\"\n[dependencies]\nouter = \"1\"\n"),
        ("src/lib.rs", "mod reply;\nmod unseen;\nmod seen;\n"),
        ("src/reply.rs", "pub trait Reply { fn reply(&self); }\nimpl Reply for outer::Code { fn reply(&self) {} }\n"),
        ("src/unseen.rs", "fn unseen() { outer::Code::new().reply(); }\n"),
        ("src/seen.rs", "use crate::reply::Reply;\nfn seen() { outer::Code::new().reply(); }\n"),
    ];
    sure(&files, "/unseen(", &[]);
    sure(&files, "/seen(", &["Code#[Reply]reply("]);
}

#[test]
fn what_a_macro_of_another_package_gives_is_of_that_package() {
    rust(
        "use outer::text;\nimpl A { fn raw(&self) {} }\nfn called() { outer::text!(1).raw(); text!(1).raw(); assert_eq!((), text![\"x\"].raw()); assert!(outer::text!(1).raw()); }\n",
        &[("/called(", &[])],
    );
}

#[test]
fn a_module_hides_no_macro_of_its_name() {
    let files = [
        CARGO,
        ("src/lib.rs", "mod format;\nmod user;\nmacro_rules! user { () => {} }\nfn own() { format!(\"a\"); user!(); }\n"),
        ("src/format.rs", ""),
        ("src/user.rs", ""),
    ];
    let repo = crate::support::Repo::built(&files);
    let sites = repo.rows("sites");
    let outcome =
        |name: &str| sites.iter().find(|row| row["name"] == name && row["role"] == "call").map(|row| row["outcome"].as_str().unwrap().to_owned());
    assert_eq!(outcome("format").as_deref(), Some("external"));
    assert_eq!(outcome("user").as_deref(), Some("resolved"));
}

#[test]
fn values_have_what_is_added_to_another_name_of_their_type() {
    let lib = "pub struct Map<K, V> { k: K, v: V }\nimpl<K, V> Map<K, V> { pub fn new() -> Self { todo!() } pub fn put(&self) {} }\npub struct Value;\npub type Table = \
               Map<String, Value>;\nimpl Table { pub fn size(&self) {} }\nimpl std::fmt::Display for Table { fn fmt(&self) {} }\npub fn value(it: &Table) { it.size(); \
               it.put(); }\npub fn named() { Table::new().size(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/value(", &["Table#size(", "Map#put("]);
    sure(&files, "/named(", &["Map#new(", "Table#size("]);
}

#[test]
fn what_a_pointer_of_the_library_has_itself_is_not_that_of_what_it_points_to() {
    rust(
        "use std::{borrow::Cow, pin::Pin, rc::Rc, sync::Arc};\nimpl Clone for A { fn clone(&self) -> A { A } }\nimpl AsRef<str> for A { fn as_ref(&self) -> &str { \"\" } \
         }\nimpl A { pub fn set(&self, a: A) {} }\npub type Shared = Arc<A>;\npub fn shared() -> Arc<A> { Arc::new(A) }\npub struct K { held: Arc<A>, own: A }\nimpl K {\n \
         fn field(&self) { self.held.clone().go(); }\n fn whole(&self) { self.own.clone(); }\n fn me(self: Arc<Self>) { self.clone().field(); }\n}\nimpl Clone for K { \
         fn clone(&self) -> K { todo!() } }\nfn local() { let a: Arc<A> = Arc::new(A); let b = a.clone(); b.clone(); b.go(); }\nfn given(a: Rc<A>) { a.clone(); a.as_ref(); \
         }\nfn alias(a: Shared) { a.clone(); }\nfn called() { shared().clone(); }\nfn bare(a: &A) { a.clone(); a.as_ref(); }\nfn boxed(a: Box<A>) { a.as_ref(); a.go(); \
         }\nfn pinned(a: Pin<&mut A>) { a.set(A); a.go(); }\nfn owned(a: Cow<'_, A>) { a.clone(); a.len(); }\n",
        &[
            ("K#field(", &["A#go("]),
            ("K#whole(", &["A#[Clone]clone("]),
            ("K#me(", &["K#field("]),
            ("local(", &["A#go("]),
            ("given(", &[]),
            ("alias(", &[]),
            ("called(", &["shared("]),
            ("bare(", &["A#[AsRef]as_ref(", "A#[Clone]clone("]),
            ("boxed(", &["A#go("]),
            ("pinned(", &["A#go("]),
            ("owned(", &["A#len("]),
        ],
    );
}

#[test]
fn what_failed_is_handed_to_the_function_that_is_for_it() {
    rust(
        "fn both(r: Result<A, B>) { r.map_or_else(|e| e.go(), |n| n.go()); }\nfn seen(r: &Result<A, B>) { r.as_ref().map_or_else(|e| e.go(), |_| 1); }\nfn turned(r: Result<A, B>) { r.map_err(|e| \
         e.go()); }\nfn instead(r: Result<u8, B>) { r.unwrap_or_else(|e| e.go()); }\nfn option(o: Option<A>) { o.map_or_else(|| 1, |n| n.go()); }\n",
        &[("both(", &["A#go(", "B#go("]), ("seen(", &["B#go("]), ("turned(", &["B#go("]), ("instead(", &["B#go("]), ("option(", &["A#go("])],
    );
}

#[test]
fn pointers_lead_to_what_they_point_to() {
    rust(
        "use std::mem::MaybeUninit;\nuse std::ptr::NonNull;\npub struct L { t: NonNull<A>, u: MaybeUninit<A>, m: BTreeMap<u8, A> }\nimpl L {\n fn shared(&self) { unsafe { self.t.as_ref().go(); } }\n fn \
         unique(&mut self) { unsafe { self.t.as_mut().go(); } }\n fn bare(&self) { unsafe { (*self.t.as_ptr()).go(); } }\n fn held(&self) { let r = unsafe { self.t.as_ref() }; r.go(); }\n fn made(&mut self) { \
         unsafe { self.u.assume_init_ref().go(); self.u.write(A).go(); } }\n fn first(&mut self) { self.m.first_entry().unwrap().get().go(); }\n}\nfn new(a: &mut A) { unsafe { \
         NonNull::from(a).as_ref().go(); } }\nfn raw(a: Box<A>) { let p = Box::into_raw(a); unsafe { Box::from_raw(p).go(); std::ptr::read(p).go(); } }\n",
        &[
            ("L#shared(", &["A#go("]),
            ("L#unique(", &["A#go("]),
            ("L#bare(", &["A#go("]),
            ("L#held(", &["A#go("]),
            ("L#made(", &["A#go(", "A#go("]),
            ("L#first(", &["A#go("]),
            ("new(", &["A#go("]),
            ("raw(", &["A#go(", "A#go("]),
        ],
    );
}

#[test]
fn what_is_left_open_of_a_collection_is_what_goes_into_it() {
    let lib = "use std::collections::{BTreeMap, HashMap, VecDeque};\npub struct Key;\nimpl Key { fn go(&self) {} }\npub struct Item;\nimpl Item { fn go(&self) {} fn key(&self) -> \
               Key { Key } }\nfn map(v: Vec<Item>) { v.into_iter().map(|m| (m.key(), m)).collect::<HashMap<_, _>>()[&1].go(); }\nfn lists(v: Vec<Item>) { let bt: \
               BTreeMap<_, Vec<_>> = v.into_iter().map(|m| (m.key(), vec![m])).collect(); for (k, v) in bt { k.go(); v[0].go(); } }\nfn apart(v: Vec<Item>) { let (a, \
               b): (Vec<_>, Vec<_>) = v.into_iter().map(|m| (m.key(), m)).unzip(); a[0].go(); b[0].go(); }\nfn parted(v: Vec<Item>) { let (a, b): (Vec<_>, Vec<_>) = \
               v.into_iter().partition(|m| true); a[0].go(); b[0].go(); }\nfn turned(m: Item) { let mut q = VecDeque::from(vec![m]); q.pop_front().unwrap().go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/map(", &["Item#go(", "Item#key("]);
    sure(&files, "/lists(", &["Item#go(", "Item#key(", "Key#go("]);
    sure(&files, "/apart(", &["Item#go(", "Item#key(", "Key#go("]);
    sure(&files, "/parted(", &["Item#go(", "Item#go("]);
    sure(&files, "/turned(", &["Item#go("]);
}

#[test]
fn the_rest_of_a_list_is_a_list() {
    let lib = "pub struct Item;\nimpl Item { fn go(&self) {} }\npub struct Other;\nimpl Other { fn go(&self) {} }\nfn rest(v: Vec<Item>) { match v.as_slice() { [h, t @ ..] => \
               t[0].go(), _ => {} } }\nfn middle(v: &[Item]) { if let [a, m @ .., z] = v { m[0].go(); z.go(); } }\nfn first(v: Vec<Item>) { if let Some((h, t)) = \
               v.split_first() { h.go(); t[0].go(); } }\nfn last(v: Vec<Item>) { v.split_last().unwrap().0.go(); }\nfn halves(v: &[Item]) { let (a, b) = v.split_at(1); \
               a[0].go(); b[0].go(); }\n";
    let files = [CARGO, ("src/lib.rs", lib)];
    sure(&files, "/rest(", &["Item#go("]);
    sure(&files, "/middle(", &["Item#go(", "Item#go("]);
    sure(&files, "/first(", &["Item#go(", "Item#go("]);
    sure(&files, "/last(", &["Item#go("]);
    sure(&files, "/halves(", &["Item#go(", "Item#go("]);
}
