//! Names of Java that mean a method and nothing else: what is called, and what is handed over by `::`.

use crate::scoping::sure;
use crate::support::Repo;

/// Where the sites of a name lead: the id without its package, the confidence, the line in the file.
fn met(repo: &Repo, path: &str, name: &str) -> Vec<(u64, String, f64)> {
    let sites: Vec<(String, u64)> = repo
        .rows("sites")
        .iter()
        .filter(|row| row["path"] == path && row["name"] == name && row["role"] != "import")
        .map(|row| (row["evidenceId"].as_str().unwrap().to_owned(), row["lines"]["start"].as_u64().unwrap()))
        .collect();
    let symbols = repo.rows("symbols");
    let signature = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).map(|row| row["signature"].as_str().unwrap_or_default().to_owned());
    let mut met = Vec::new();
    for table in ["edges_call", "edges_usage"] {
        for row in repo.rows(table) {
            let line = sites.iter().find(|(id, _)| row["evidenceId"] == id.as_str()).map(|(_, line)| *line);
            let signature = signature(row["to"].as_str().unwrap());
            if let (Some(line), Some(signature)) = (line, signature) {
                met.push((line, signature, row["confidence"].as_f64().unwrap()));
            }
        }
    }
    met.sort_by(|lhs, rhs| lhs.0.cmp(&rhs.0).then(rhs.2.total_cmp(&lhs.2)).then(lhs.1.cmp(&rhs.1)));
    met
}

/// Asserts that the sites of a name lead to one definition each, surely.
#[track_caller]
fn surely(repo: &Repo, path: &str, name: &str, wanted: &[(u64, &str)]) {
    let met = met(repo, path, name);
    let all = met.iter().zip(wanted).all(|(met, wanted)| met.0 == wanted.0 && met.1.contains(wanted.1) && met.2 >= 0.9);
    assert!(met.len() == wanted.len() && all, "{name} {met:?}");
}

/// The outcomes of the sites of a name, in order.
fn ends(repo: &Repo, path: &str, name: &str) -> Vec<String> {
    let of = |row: &&serde_json::Value| row["path"] == path && row["name"] == name && row["role"] == "call";
    repo.rows("sites").iter().filter(of).map(|row| row["outcome"].as_str().unwrap().to_owned()).collect()
}

const API: (&str, &str) = (
    "p/API.java",
    "package p;\npublic class API {\n  public static Pair Tuple(int a, int b) { return null; }\n  public static int Twice(int a) { return a; }\n}\n",
);
const TUPLE: (&str, &str) = ("p/Tuple.java", "package p;\npublic interface Tuple { int k(); }\n");
const PAIR: (&str, &str) = ("p/Pair.java", "package p;\npublic class Pair { int left() { return 0; } }\n");

#[test]
fn a_bare_name_that_is_called_is_no_type() {
    let uses = "package p;\nimport static p.API.*;\nclass M {\n  Object m() { return Tuple(1, 2); }\n  Object n() { return Tuple(1, 2).left(); }\n  Tuple none;\n}\n";
    let repo = Repo::built(&[API, TUPLE, PAIR, ("p/M.java", uses)]);
    let tuples = met(&repo, "p/M.java", "Tuple");
    let (types, calls): (Vec<_>, Vec<_>) = tuples.into_iter().partition(|it| it.0 == 6);
    assert!(types.len() == 1 && types[0].1.contains("interface Tuple"), "{types:?}");
    assert!(calls.len() == 2 && calls.iter().all(|it| it.1.contains("Pair Tuple(") && it.2 >= 0.9), "{calls:?}");
    surely(&repo, "p/M.java", "left", &[(5, "int left()")]);
    // The same where the type is imported, or stands in the file.
    let uses = "package q;\nimport p.Tuple;\nimport static p.API.*;\nclass M {\n  Object m() { return Tuple(1, 2); }\n}\n";
    let repo = Repo::built(&[API, TUPLE, PAIR, ("q/M.java", uses)]);
    surely(&repo, "q/M.java", "Tuple", &[(5, "Pair Tuple(")]);
    let uses = "package q;\nimport static p.API.*;\nclass M {\n  class Twice {}\n  Object m() { return Twice(1); }\n}\n";
    let repo = Repo::built(&[API, PAIR, ("q/M.java", uses)]);
    surely(&repo, "q/M.java", "Twice", &[(5, "int Twice(")]);
    // Where nothing else is called so, nothing is meant.
    let uses = "package p;\nclass M {\n  Object m() { return Tuple(1, 2); }\n}\n";
    let repo = Repo::built(&[TUPLE, ("p/M.java", uses)]);
    surely(&repo, "p/M.java", "Tuple", &[]);
    assert_eq!(ends(&repo, "p/M.java", "Tuple"), ["unresolved"]);
}

#[test]
fn what_is_built_or_called_by_this_and_super_is_a_type() {
    let base = ("p/Base.java", "package p;\npublic class Base { Base(int it) {} Base() { this(1); } void own() {} }\n");
    let uses = "package p;\nimport static p.Kit.*;\nclass M extends Base {\n  M() { super(1); }\n  Object m() { return new Base(1); }\n  Object n() { return new Base(1) {}; }\n}\n";
    let kit = ("p/Kit.java", "package p;\nclass Kit { static int Base(int it) { return 1; } }\n");
    let repo = Repo::built(&[base, kit, ("p/M.java", uses)]);
    let met = met(&repo, "p/M.java", "Base");
    assert!(met.iter().all(|it| !it.1.contains("static int Base")), "{met:?}");
    surely(&repo, "p/M.java", "super", &[(4, "Base(int it)")]);
    // What is called but never built leaves `super` alone.
    let uses = "package p;\nimport static p.Kit.*;\nclass M extends Base {\n  M() { super(1); }\n  int m() { return Base(1); }\n}\n";
    let repo = Repo::built(&[base, kit, ("p/M.java", uses)]);
    surely(&repo, "p/M.java", "super", &[(4, "Base(int it)")]);
    let met = self::met(&repo, "p/M.java", "Base");
    assert!(
        met.iter().any(|it| it.0 == 5 && it.1.contains("static int Base") && it.2 >= 0.9)
            && met.iter().all(|it| it.0 != 5 || it.1.contains("static")),
        "{met:?}"
    );
}

#[test]
fn what_is_handed_over_as_a_method_is_no_field() {
    let source = "package p;\nimport java.util.function.*;\nclass P2 {\n  final String one = null;\n  String one() { return one; }\n  int read() { return this.one.length(); }\n  Supplier<String> \
                  own() { return this::one; }\n  static Function<P2, String> by = P2::one;\n}\nclass P3 extends P2 {\n  final int one = 1;\n  static Function<P3, String> above = P3::one;\n  \
                  int plain() { return this.one; }\n}\n";
    let repo = Repo::built(&[("p/P2.java", source)]);
    let met = met(&repo, "p/P2.java", "one");
    let at = |line: u64| met.iter().filter(|it| it.0 == line).map(|it| it.1.clone()).collect::<Vec<_>>();
    for (line, wanted) in
        [(5, "final String one"), (6, "final String one"), (7, "String one()"), (8, "String one()"), (12, "String one()"), (13, "final int one")]
    {
        let found = at(line);
        assert!(found.len() == 1 && found[0].contains(wanted), "{line} {found:?} {met:?}");
    }
}

#[test]
fn a_method_from_outside_that_is_handed_over_is_a_function() {
    let source = "package p;\nimport java.util.*;\nimport java.util.function.*;\ninterface Srt<T> extends java.io.Serializable {\n  <U> Srt<U> map(Function<? super T, ? extends U> \
                  f);\n  void put(int[] it);\n  void put(Supplier<T> it);\n  void put(String it);\n}\nclass W {\n  static int own(String s) { return 1; }\n  void w(Srt<String> s, Object o) \
                  {\n    s.map(Integer::valueOf);\n    s.map(String::length);\n    s.map(W::own);\n    s.put(o::toString);\n  }\n}\n";
    let repo = Repo::built(&[("p/W.java", source)]);
    surely(&repo, "p/W.java", "map", &[(13, "Srt<U> map("), (14, "Srt<U> map("), (15, "Srt<U> map(")]);
    surely(&repo, "p/W.java", "put", &[(16, "put(Supplier<T> it)")]);
}

#[test]
fn a_method_that_is_handed_over_tells_by_how_many_values_it_takes() {
    let source = "package p;\nimport java.util.function.*;\nclass W {\n  int self() { return 1; }\n  int pair(W it) { return 1; }\n  static int one(W it) { return 1; }\n  void none() {}\n  static \
                  void take(Function<W, Integer> it) {}\n  static void take(BiFunction<W, W, Integer> it) {}\n  static void take(Supplier<Integer> it) {}\n  void m() {\n    take(W::self);\n    \
                  take(W::pair);\n    take(W::one);\n    take(this::self);\n    take(this::pair);\n  }\n}\n";
    let repo = Repo::built(&[("p/W.java", source)]);
    surely(
        &repo,
        "p/W.java",
        "take",
        &[(12, "take(Function<"), (13, "take(BiFunction<"), (14, "take(Function<"), (15, "take(Supplier<"), (16, "take(Function<")],
    );
}

#[test]
fn what_is_inherited_stands_beside_a_types_own_where_nothing_is_known_of_an_argument() {
    let source = "package p;\nimport org.ext.Thing;\nclass Base {\n  protected String chk(Iterable<String> a) { return null; }\n  protected String chk(Boolean a) { return null; }\n  protected \
                  String chk(Integer a) { return null; }\n  void map(java.util.function.Function<Base, Base> f) {}\n}\nclass Sub extends Base {\n  @Override protected String \
                  chk(Iterable<String> a) { return \"\"; }\n  void map(java.util.function.BiFunction<Base, Base, Base> f) {}\n  Base up() { return this; }\n  void m(Thing n) {\n    \
                  chk(n.get());\n    map(Sub::up);\n  }\n  void k() { chk(true); }\n}\n";
    let repo = Repo::built(&[("p/Base.java", source)]);
    let met = met(&repo, "p/Base.java", "chk");
    let open: Vec<_> = met.iter().filter(|it| it.0 == 14).collect();
    assert!(open.len() == 3 && open.iter().all(|it| it.2 < 0.9) && open.iter().any(|it| it.1.contains("Integer")), "{open:?}");
    let told: Vec<_> = met.iter().filter(|it| it.0 == 17).collect();
    assert!(told.len() == 1 && told[0].1.contains("Boolean") && told[0].2 >= 0.9, "{told:?}");
    surely(&repo, "p/Base.java", "map", &[(15, "map(java.util.function.Function<")]);
}

#[test]
fn a_type_from_outside_is_none_of_the_repository_that_bears_its_name() {
    let source = "package r.g;\npublic class Stream<T> implements Iterable<T> {\n  public java.util.Iterator<T> iterator() { return null; }\n  static <T> Stream<T> ofAll(Iterable<? extends T> e) { \
                  return null; }\n  static <T> Stream<T> ofAll(java.util.stream.Stream<? extends T> e) { return null; }\n  void n(Stream<T> s, java.util.stream.Stream<T> other) {\n    \
                  ofAll(s);\n    ofAll(other);\n  }\n}\n";
    let repo = Repo::built(&[("r/g/Stream.java", source)]);
    surely(&repo, "r/g/Stream.java", "ofAll", &[(7, "ofAll(Iterable<"), (8, "ofAll(java.util.stream.Stream<")]);
}

#[test]
fn a_function_is_held_against_interfaces_that_are_derived_from_those_of_the_platform() {
    let source = "package p;\nimport java.util.function.*;\ninterface B0<R> extends java.io.Serializable { R apply(); }\ninterface B1<T, R> extends java.io.Serializable { R apply(T t); }\ninterface E0<R> \
                  extends Supplier<R> { R apply(); default R get() { return apply(); } }\ninterface E1<T, R> extends Function<T, R> { R apply(T t); }\ninterface Two extends Supplier<String> { int \
                  more(); }\nclass Api {\n  static <R> int b(B0<R> m) { return 0; }\n  static <T, R> int b(B1<T, R> m) { return 1; }\n  static <R> int e(E0<R> m) { return 0; }\n  static <T, R> int \
                  e(E1<T, R> m) { return 1; }\n  static int t(Two m) { return 0; }\n  static int t(IntSupplier m) { return 0; }\n  void m() {\n    b(x -> 1);\n    b(() -> 1);\n    e(x -> 1);\n    e(() \
                  -> 1);\n    t(() -> 1);\n  }\n}\n";
    let repo = Repo::built(&[("p/Api.java", source)]);
    surely(&repo, "p/Api.java", "b", &[(16, "b(B1<"), (17, "b(B0<")]);
    surely(&repo, "p/Api.java", "e", &[(18, "e(E1<"), (19, "e(E0<")]);
    surely(&repo, "p/Api.java", "t", &[(20, "t(IntSupplier")]);
}

#[test]
fn a_function_is_no_list_of_values_that_are_no_objects() {
    let source = "package p;\nclass Ofs {\n  static <T> int ofAll(Iterable<? extends T> e) { return 0; }\n  static int ofAll(java.util.stream.Stream<String> e) { return 0; }\n  static int \
                  ofAll(boolean... e) { return 0; }\n  static int ofAll(short... e) { return 0; }\n  void m(Iterable<String> s) {\n    ofAll(() -> s.iterator());\n    ofAll(s::iterator);\n  }\n}\n";
    let repo = Repo::built(&[("p/Ofs.java", source)]);
    let met = met(&repo, "p/Ofs.java", "ofAll");
    assert!(met.iter().all(|it| !it.1.contains("...")), "{met:?}");
}

#[test]
fn what_nothing_is_known_of_may_be_an_array() {
    let source = "package p;\nimport org.ext.Thing;\nenum Mo { A }\nclass L<T> {\n  static <T> L<T> of(T it) { return null; }\n  static <T> L<T> of(T... all) { return null; }\n  void \
                  m(Thing n) { of(n.all()); }\n  void k() { of(Mo.values()); }\n  void s() { of(\"a\"); }\n}\n";
    let repo = Repo::built(&[("p/L.java", source)]);
    let met = met(&repo, "p/L.java", "of");
    let at = |line: u64| met.iter().filter(|it| it.0 == line).collect::<Vec<_>>();
    assert!(at(7).len() == 2 && at(7).iter().all(|it| it.2 < 0.9), "{met:?}");
    assert!(at(8).len() == 1 && at(8)[0].1.contains("T... all"), "{met:?}");
    assert!(at(9).len() == 1 && at(9)[0].1.contains("T it") && at(9)[0].2 >= 0.9, "{met:?}");
    // A method that is handed over is met by nothing that is seen; lists of values that are no objects are not meant beside what takes objects.
    let source = "package p;\nimport java.util.function.*;\nclass Q<T> {\n  static <T> Q<T> ofAll(Iterable<? extends T> it) { return null; }\n  static Q<Integer> ofAll(int... all) { return null; \
                  }\n  static Q<Long> ofAll(long... all) { return null; }\n  Function<Iterable<T>, Q<T>> f = Q::ofAll;\n}\n";
    let repo = Repo::built(&[("p/Q.java", source)]);
    surely(&repo, "p/Q.java", "ofAll", &[(7, "ofAll(Iterable<")]);
}

#[test]
fn what_a_function_gives_tells_through_an_interface_of_the_repository() {
    let source = "package p;\ninterface F0<R> { R apply(); }\nclass Tr {\n  static <X> W1<X> with(F0<? extends X> s) { return null; }\n}\nclass W1<X> {\n  <R> R of(java.util.function.Function<? \
                  super X, ? extends R> f) { return null; }\n}\nclass Cl { int own() { return 1; } }\nclass Other { int own() { return 1; } }\nclass U {\n  static Cl make() { return null; }\n  void \
                  u(Cl c) {\n    Tr.with(() -> c).of(i -> i.own());\n    Tr.with(U::make).of(i -> i.own());\n  }\n}\n";
    let repo = Repo::built(&[("p/Tr.java", source)]);
    let symbols = repo.rows("symbols");
    let own = symbols.iter().filter(|row| row["name"] == "own").map(|row| row["symbolId"].as_str().unwrap().to_owned());
    let wanted: Vec<String> = own.filter(|id| id.contains("Cl#own")).collect();
    let calls = repo.rows("edges_call");
    let met: Vec<_> =
        calls.iter().filter(|row| row["from"].as_str().unwrap().contains("U#u(") && row["to"].as_str().unwrap().contains("#own(")).collect();
    assert!(met.iter().all(|row| row["to"] == wanted[0].as_str() && row["confidence"].as_f64().unwrap() >= 0.8) && !met.is_empty(), "{met:?}");
}

#[test]
fn what_a_library_hands_back_is_what_it_is_handed() {
    let source = "package p;\nimport com.google.common.base.Preconditions;\nimport com.google.common.collect.Iterables;\nimport org.mockito.Mockito;\nclass Msg { int text() { return 1; } }\nclass M \
                  {\n  Iterable<Msg> all() { return null; }\n  void m(Msg it) {\n    Iterables.getOnlyElement(all()).text();\n    Preconditions.checkNotNull(it).text();\n    \
                  Mockito.spy(it).text();\n  }\n}\n";
    let repo = Repo::built(&[("p/M.java", source)]);
    surely(&repo, "p/M.java", "text", &[(9, "int text()"), (10, "int text()"), (11, "int text()")]);
}

#[test]
fn constructors_that_are_named_and_types_that_are_written_tell_what_functions_take() {
    let source = "package p;\nimport java.util.function.*;\nclass Pb { int b; int res() { return b; } }\nclass Zz { int b; int res() { return 1; } }\nclass Cc<T, A, R> { Cc(Supplier<A> s, BiConsumer<A, T> acc, \
                  Function<A, R> fin) {} Cc(Supplier<A> s) {} }\nclass Own {\n  static <T, A, R> Cc<T, A, R> mk(Supplier<A> s, BiConsumer<A, T> acc, Function<A, R> fin) { return null; }\n  static <R> R coll(Supplier<R> s, \
                  ObjIntConsumer<R> acc) { return null; }\n  void named() { mk(Pb::new, (x, t) -> { x.b = 1; }, y -> y.res()); }\n  void given() { Own.coll(Pb::new, (x, t) -> { x.b = 1; }).res(); }\n  void built() { new \
                  Cc<>(() -> new Pb(), (x, t) -> { x.b = 1; }, y -> y.res()); }\n  void both() { new Cc<>(Pb::new, (x, t) -> { x.b = 1; }, y -> y.res()); }\n  void written() { new Cc<String, Pb, Integer>(null, (x, t) -> { x.b \
                  = 1; }, y -> y.res()); }\n  void explicit() { Own.<String, Pb, Integer>mk(null, (x, t) -> { x.b = 1; }, y -> y.res()); }\n}\n";
    let files = [("p/Own.java", source)];
    let repo = Repo::built(&files);
    let calls = repo.rows("edges_call");
    let writes = repo.rows("edges_usage");
    for from in ["named", "given", "built", "both", "written", "explicit"] {
        let surely = |rows: &[serde_json::Value], to: &str| {
            let mut all = rows.iter().filter(|row| row["from"].as_str().unwrap().contains(&format!("Own#{from}(")));
            all.any(|row| row["to"].as_str().unwrap().contains(to) && row["confidence"].as_f64().unwrap() >= 0.9)
        };
        assert!(surely(&calls, "Pb#res("), "{from}");
        assert!(surely(&writes, "Pb#b."), "{from}");
    }
}

#[test]
fn what_lombok_puts_in_the_place_of_a_type_is_none() {
    let source = "package p;\nimport lombok.val;\nimport java.util.List;\nclass Tpl { Tpl body(byte[] b, Object c) { return this; } Tpl body(String s) { return this; } String method() { return \"\"; } }\nclass Out { byte[] arr() { \
                  return null; } }\nclass A {\n  void given(Tpl t, Out o) { val bytes = o.arr(); t.body(bytes, null); }\n  void built() { val t = new Tpl(); t.method(); }\n  void looped() { for (val e : List.of(new Tpl())) \
                  e.method(); }\n}\n";
    let files = [("p/A.java", source)];
    sure(&files, "A#given(", &["Out#arr(", "Tpl#body("]);
    sure(&files, "A#built(", &["A.java`/Tpl#", "Tpl#method("]);
    sure(&files, "A#looped(", &["A.java`/Tpl#", "Tpl#method("]);
}

#[test]
fn streams_and_maps_give_what_they_are_made_of() {
    let source = "package p;\nimport java.util.*;\nimport java.util.stream.*;\nclass Pb { void up() {} }\nclass Zz { void up() {} }\nclass A {\n  void merged(Map<String, Pb> m) { m.merge(\"a\", null, (x, y) -> { x.up(); \
                  return y; }); }\n  void generated() { Stream.generate(Pb::new).findFirst().get().up(); }\n  void iterated(Pb pb) { Stream.iterate(pb, x -> x).findFirst().get().up(); }\n  void kept() { ThreadLocal.withInitial(Pb::new).get().up(); }\n}\n";
    let files = [("p/A.java", source)];
    for from in ["A#merged(", "A#generated(", "A#iterated(", "A#kept("] {
        sure(&files, from, &["Pb#up("]);
    }
}
