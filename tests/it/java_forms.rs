//! Constructors of records, what every object has, names of types and fields, and what comparators and conditions are about.

use crate::support::Repo;

/// What the calls of a name in a line of a file lead to, by a part of the id of the target, else what they end in.
fn ends(repo: &Repo, line: u64, name: &str) -> Vec<String> {
    let edges: Vec<_> = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table)).collect();
    let sites = repo.rows("sites");
    let of_line = sites.iter().filter(|row| row["lines"]["start"] == line && row["name"] == name);
    let end = |row: &serde_json::Value| {
        let sure = |edge: &&serde_json::Value| edge["evidenceId"] == row["evidenceId"] && edge["confidence"].as_f64().is_some_and(|it| it >= 0.9);
        let target = edges.iter().find(sure).and_then(|edge| edge["to"].as_str());
        let target = target.map(|id| id.rsplit('/').next().unwrap_or(id).to_owned());
        target.unwrap_or_else(|| format!("{}:{}", row["outcome"].as_str().unwrap_or(""), row["reason"].as_str().unwrap_or("")))
    };
    of_line.map(end).collect()
}

/// Checks the ends of names, each told by its line.
#[track_caller]
fn check(source: &str, expected: &[(u64, &str, &str)]) {
    let repo = Repo::built(&[("p/A.java", source)]);
    for (line, name, end) in expected {
        let found = ends(&repo, *line, name);
        assert!(!found.is_empty() && found.iter().all(|it| it.starts_with(end)), "{line} {name}: {found:?}, not {end}");
    }
    repo.check_clean();
}

#[test]
fn a_record_has_its_canonical_constructor_beside_others() {
    let source = "package p;
record Two(long a, String b) {
  Two(long a, String b, String c) { this(a, b); }
  Two with(String b) { return new Two(a, b); }
}
record Own(long a) { Own(long a) { this.a = a; } Own(int b, int c) { this(b); } }
record Compact(long a) { Compact { check(a); } Compact(int b, int c) { this(b); } static void check(long a) {} }
record Plain(long a) { static Plain of() { return new Plain(1); } }
";
    let repo = Repo::built(&[("p/A.java", source)]);
    let constructors = |record: &str| {
        let rows = repo.rows("symbols");
        rows.iter().filter(|row| row["kind"] == "constructor" && row["qualifiedName"] == format!("{record}.{record}")).count()
    };
    assert_eq!(["Two", "Own", "Compact", "Plain"].map(constructors), [2, 2, 2, 0]);
    let symbols = repo.rows("symbols");
    let taking = |record: &str, count: usize| {
        let of =
            |row: &&serde_json::Value| row["qualifiedName"] == format!("{record}.{record}") && row["parameters"].as_array().unwrap().len() == count;
        symbols.iter().find(of).unwrap()["symbolId"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
    };
    for (line, name, target) in
        [(3, "this", taking("Two", 2)), (4, "Two", taking("Two", 2)), (6, "this", taking("Own", 1)), (7, "this", taking("Compact", 1))]
    {
        assert!(ends(&repo, line, name).contains(&target), "{line}: {:?}, not {target}", ends(&repo, line, name));
    }
    assert!(ends(&repo, 8, "Plain").contains(&"Plain#".to_owned()));
    repo.check_clean();
}

#[test]
fn what_every_object_has_is_called_where_an_own_method_takes_something_else() {
    let source = "package p;
abstract class A {
  static Class<?> getClass(String n) { return null; }
  static String toString(String n) { return n; }
  boolean equals(String a, String b) { return true; }
  void g(A v) {
    v.getClass();
    toString();
    equals(v);
    equals(\"a\", \"b\");
    toString(\"a\");
  }
}
";
    let outside = "external:builtin";
    check(
        source,
        &[(7, "getClass", outside), (8, "toString", outside), (9, "equals", outside), (10, "equals", "A#equals"), (11, "toString", "A#toString")],
    );
}

#[test]
fn a_field_takes_the_name_of_no_type() {
    let source = "package p;
import java.net.URI;
import java.util.List;
class A {
  static final List<Object> URI = mk(URI.class);
  static <T> List<Object> mk(Class<T> of) { return null; }
  URI g(URI u) { return u; }
  void h() { URI.clear(); }
}
class B {
  static class In {
    static Class<?> In;
    List<In> all(In x) { return List.of(new In()); }
  }
}
";
    check(source, &[(7, "URI", "external:java.net"), (8, "URI", "A#URI."), (13, "In", "B#In#")]);
}

#[test]
fn an_annotation_is_taken_for_what_all_annotations_are() {
    let source = "package p;
import java.lang.annotation.Annotation;
@interface Sel { }
class A {
  A(String c, Object p) {}
  A(String c, Annotation p) {}
  static void f(java.lang.reflect.Method m) {
    Sel sel = m.getAnnotation(Sel.class);
    new A(\"\", sel);
    sel.annotationType();
  }
}
";
    let repo = Repo::built(&[("p/A.java", source)]);
    let rows = repo.rows("symbols");
    let wanted = rows.iter().find(|row| row["nameLine"] == 6).unwrap()["symbolId"].as_str().unwrap();
    assert_eq!(ends(&repo, 9, "A"), [wanted.rsplit('/').next().unwrap()]);
    assert_eq!(ends(&repo, 10, "annotationType"), ["external:builtin"]);
}

#[test]
fn what_a_mock_is_told_about_is_called() {
    let source = "package p;
import static org.mockito.Mockito.doReturn;
import org.mockito.BDDMockito;
import org.mockito.Mockito;
class Conf { int limit() { return 1; } void go() {} }
class Other { int limit() { return 1; } void go() {} }
class T {
  void t(Conf c) {
    doReturn(10).when(c).limit();
    Mockito.doThrow(new RuntimeException()).when(c).go();
    Mockito.doReturn(1).doReturn(2).when((Conf) c).limit();
    BDDMockito.willReturn(1).given(c).limit();
    Mockito.when(c.limit()).thenReturn(1);
  }
}
";
    check(
        source,
        &[
            (9, "limit", "Conf#limit"),
            (10, "go", "Conf#go"),
            (11, "limit", "Conf#limit"),
            (12, "limit", "Conf#limit"),
            (13, "limit", "Conf#limit"),
            (13, "thenReturn", "external:org.mockito"),
        ],
    );
}

#[test]
fn what_is_wanted_tells_what_comparators_and_conditions_are_about() {
    let source = "package p;
import java.util.*;
import java.util.function.Predicate;
import java.util.stream.*;
class Part { int wheels(int a) { return 1; } String nm() { return \"\"; } }
class Other { int wheels(int a) { return 1; } String nm() { return \"\"; } Other eng() { return this; } int id() { return 1; } Other toB() { return this; } }
class Car { String nm() { return \"\"; } Car eng() { return this; } int id() { return 1; } Part toB() { return null; } }
class C {
  Comparator<Car> field = Comparator.comparing(c -> c.nm());
  static final Comparator<Car> NESTED = Comparator.nullsFirst(Comparator.comparing(c -> c.nm()));
  Comparator<Car> given() { return Comparator.comparing(c -> c.eng()); }
  void t(List<Car> cs, Predicate<Car> p) {
    Predicate<Car> local = Predicate.not(c -> c.eng() == null);
    PriorityQueue<Car> queue = new PriorityQueue<>((a, b) -> a.id() - b.id());
    TreeSet<Car> set = new TreeSet<>(Comparator.comparing(c -> c.nm()));
    Map<Car, String> map = new TreeMap<Car, String>(Comparator.comparing(c -> c.toB().nm()));
    cs.stream().filter(Predicate.not(c -> c.eng() == null)).count();
    cs.sort(Comparator.comparing(c -> c.toB(), (a, b) -> a.wheels(1) - b.wheels(2)));
    p.and(c -> c.toB() == null).test(null);
    Collector<Car, ?, Map<String, Car>> collector = Collectors.toMap(c -> c.nm(), c -> c.eng());
  }
}
";
    check(
        source,
        &[
            (9, "nm", "Car#nm"),
            (10, "nm", "Car#nm"),
            (11, "eng", "Car#eng"),
            (13, "eng", "Car#eng"),
            (14, "id", "Car#id"),
            (15, "nm", "Car#nm"),
            (16, "toB", "Car#toB"),
            (16, "nm", "Part#nm"),
            (17, "eng", "Car#eng"),
            (18, "toB", "Car#toB"),
            (18, "wheels", "Part#wheels"),
            (19, "toB", "Car#toB"),
            (20, "nm", "Car#nm"),
            (20, "eng", "Car#eng"),
        ],
    );
}

#[test]
fn inherited_methods_that_are_named_alone_take_what_the_type_around_gives_them() {
    let source = "package p;
import java.util.function.*;
class Part { void go() {} }
class Other { void go() {} Part to() { return null; } }
class Car { void go() {} Part to() { return null; } }
abstract class Cache<K, V> {
  void each(BiConsumer<? super K, ? super V> c) {}
  <R> R map(Function<? super V, ? extends R> f) { return null; }
}
class Cars extends Cache<String, Car> {
  void all() {
    each((k, v) -> v.go());
    map(c -> c.to()).go();
    new Object() { void in() {
      each((k, v) -> v.go());
    } };
  }
}
";
    check(source, &[(12, "go", "Car#go"), (13, "to", "Car#to"), (13, "go", "Part#go"), (15, "go", "Car#go")]);
}

#[test]
fn arguments_of_a_list_tell_what_it_holds() {
    let source = "package p;
class Car { void go() {} }
class Other { void go() {} }
class Box<T> {
  T first() { return null; }
  static <Q> Box<Q> of(Q... all) { return null; }
  static <Q> Box<Q> named(String name, Q... all) { return null; }
  void t(Car[] cars) {
    Box.of(new Car(), new Car()).first().go();
    Box.of(cars).first().go();
    Box.named(\"a\", new Car()).first().go();
  }
}
";
    check(source, &[(9, "go", "Car#go"), (10, "go", "Car#go"), (11, "go", "Car#go")]);
}

#[test]
fn what_a_call_gives_is_told_by_the_overload_above_that_takes_its_arguments() {
    let source = "package p;
class Car { void go() {} void own() {} }
class Other { void go() {} }
class Base { Car f(int i) { return null; } static Car made(int i) { return null; } }
class Heir extends Base {
  Other f() { return null; }
  static Other made() { return null; }
  void in() { f(1).own(); made(1).go(); }
}
interface Config { Other get(); default <C> C get(Class<C> of) { return null; } }
class Handle implements Config { public Other get() { return null; } }
class Use {
  void use(Heir heir, Handle handle) {
    heir.f(1).go();
    Heir.made(1).own();
    heir.f().go();
    handle.get(Car.class).go();
    handle.get().go();
  }
}
";
    let (car, other) = ("Car#go", "Other#go");
    check(
        source,
        &[(8, "own", "Car#own"), (8, "go", car), (14, "go", car), (15, "own", "Car#own"), (16, "go", other), (17, "go", car), (18, "go", other)],
    );
}

#[test]
fn a_lambda_takes_what_the_overload_that_is_meant_hands_it() {
    let source = "package p;
import java.util.function.*;
class Spec { void go() {} }
class Reg { void go() {} }
class Other { void go() {} }
class Node { Node(String s, Consumer<Spec> c) {} Node(int s, Consumer<Reg> c) {} Node(boolean b) { this(\"a\", v -> v.go()); } }
class Base { void h(Consumer<Other> c) {} }
class Heir extends Base { void h(String s, Consumer<Spec> c) {} }
class Use {
  static void g(Function<Spec, ?> f) {}
  static void g(BiFunction<Reg, Spec, ?> f) {}
  <K> void h(Class<K> k, Consumer<? super K> f) {}
  <K> void h(Class<K> k, BiConsumer<Reg, ? super K> f) {}
  Use e(String n, Consumer<Spec> f) { return this; }
  Use e(int n, Consumer<Reg> f) { return this; }
  Use e(Spec n, Consumer<Other> f) { return this; }
  void t(Use c, Spec sp, Heir m) {
    Use.g(s -> { s.go(); return 1; });
    Use.g((r, s) -> { r.go(); return 1; });
    c.h(Spec.class, s -> s.go());
    c.h(Spec.class, (r, s) -> r.go());
    c.e(\"a\", v -> v.go());
    c.e(1, v -> v.go());
    c.e(sp, v -> v.go());
    new Node(1, v -> v.go());
    m.h(v -> v.go());
    m.h(\"\", v -> v.go());
  }
}
";
    let (spec, reg, other) = ("Spec#go", "Reg#go", "Other#go");
    let ends = [(6, spec), (18, spec), (19, reg), (20, spec), (21, reg), (22, spec), (23, reg), (24, other), (25, reg), (26, other), (27, spec)];
    check(source, &ends.map(|(line, end)| (line, "go", end)));
}
