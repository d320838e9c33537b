//! Overloads of Java whose arguments come from outside of the repository, and fields that an inner type inherits.

use crate::support::Repo;

/// The signatures of what a method calls in its own type at a confidence, most confident first.
fn met(repo: &Repo, from: &str, callee: &str) -> Vec<(f64, String)> {
    let symbols = repo.rows("symbols");
    let signature = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).map(|row| row["signature"].as_str().unwrap_or_default().to_owned());
    let mut met: Vec<(f64, String)> = repo
        .rows("edges_call")
        .iter()
        .filter(|row| row["from"].as_str().unwrap().contains(from) && row["to"].as_str().unwrap().contains(callee))
        .map(|row| (row["confidence"].as_f64().unwrap(), signature(row["to"].as_str().unwrap()).unwrap()))
        .collect();
    met.sort_by(|lhs, rhs| rhs.0.total_cmp(&lhs.0).then(lhs.1.cmp(&rhs.1)));
    met
}

const KIT: &str = "package p;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.Iterator;
import org.other.Thing;
class Kit {
  enum Kind { A }
  static void join(Iterable<?> it, String sep) {}
  static void join(Iterator<?> it, String sep) {}
  static void put(StringBuilder to, Calendar it) {}
  static void put(StringBuilder to, int it) {}
  static void bits(Class<?> of, Kind... all) {}
  static void bits(Class<?> of, Iterable<Kind> all) {}
  static void fits(Class<?> it, Class<?> other) {}
  static void fits(Class<?>[] it, Class<?>... other) {}
  static void up(Calendar it) {}
  static void up(Date it) {}
  static void up(Object it) {}
  static void say(Object it) {}
  static void say(String it) {}
}
class Use {
  void turned(Iterable<String> all) { Kit.join(all.iterator(), \"\"); }
  void straight(Iterable<String> all) { Kit.join(all, \"\"); }
  void called(StringBuilder to, Calendar it) { Kit.put(to, it.get(1)); }
  void one() { Kit.bits(Kit.class, Kit.Kind.A); }
  void many(EnumSet<Kit.Kind> all) { Kit.bits(Kit.class, all); }
  void primitive() { Kit.fits(Integer.TYPE, Integer.class); }
  void known(GregorianCalendar it) { Kit.up(it); }
  void foreign(Thing it) { Kit.up(it); }
  void closed(Thing it) { Kit.say(it); }
}
";

#[test]
fn an_overload_is_sure_where_what_is_known_of_an_argument_tells() {
    let repo = Repo::built(&[("p/Kit.java", KIT)]);
    for (from, wanted) in [
        ("turned(", "join(Iterator"),
        ("straight(", "join(Iterable"),
        ("one(", "Kind..."),
        ("many(", "Iterable<Kind>"),
        ("primitive(", "fits(Class<?> it"),
        ("known(", "up(Calendar"),
        ("closed(", "say(Object"),
    ] {
        let met = met(&repo, &format!("Use#{from}"), "Kit#");
        assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(wanted), "{from} {met:?}");
    }
    // What another library calls a `Thing` may be a `Calendar`, and what its method gives may be anything.
    for (from, count) in [("called(", 2), ("foreign(", 3)] {
        let met = met(&repo, &format!("Use#{from}"), "Kit#");
        assert!(met.len() == count && met.iter().all(|it| it.0 < 0.9), "{from} {met:?}");
    }
}

#[test]
fn a_field_that_an_inner_type_inherits_comes_before_one_of_the_type_around() {
    let base = ("p/Base.java", "package p;\nclass Base { protected final int size = 1; static final int MOST = 1; }\n");
    let outer = "package p;\nclass Outer {\n  final int size = 2;\n  static final int MOST = 2;\n  final int own = 3;\n  static class Inner extends Base {\n    int one() { return size + MOST; }\n  \
                 }\n  class Plain {\n    int two() { return size + MOST; }\n  }\n  class Other extends Base implements Runnable {\n    public void run() { int at = own; }\n    int three(int size) { \
                 return size; }\n  }\n  Object make() { return new Base() { int four() { return size; } }; }\n}\n";
    let repo = Repo::built(&[base, ("p/Outer.java", outer)]);
    let rows = repo.rows("edges_usage");
    for (from, wanted) in [
        ("one(", &["Base#MOST.", "Base#size."][..]),
        ("two(", &["Outer#MOST.", "Outer#size."]),
        ("run(", &["Outer#own."]),
        ("three(", &[]),
        ("four(", &["Base#size."]),
    ] {
        let of = |row: &&serde_json::Value| row["from"].as_str().unwrap().contains(from) && row["confidence"].as_f64().unwrap() >= 0.9;
        let mut met: Vec<&str> = rows.iter().filter(of).filter_map(|row| row["to"].as_str().unwrap().split('/').next_back()).collect();
        met.retain(|to| to.ends_with('.'));
        met.sort_unstable();
        assert_eq!(met, wanted, "{from}");
    }
}

#[test]
fn what_takes_an_object_comes_before_what_takes_the_value_in_it() {
    let range = ("p/Range.java", "package p;\nclass Range<T> { T fit(T it) { return it; } T least() { return null; } }\n");
    let longs = ("p/LongRange.java", "package p;\nclass LongRange extends Range<Long> { long fit(long it) { return it; } }\n");
    let uses = "package p;\nclass Use {\n  Object boxed(LongRange it, Long at) { return it.fit(at); }\n  Object plain(LongRange it) { return it.fit(1L); }\n}\n";
    let repo = Repo::built(&[range, longs, ("p/Use.java", uses)]);
    for (from, wanted) in [("boxed(", "T fit("), ("plain(", "long fit(")] {
        let met = met(&repo, &format!("Use#{from}"), "#fit(");
        assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(wanted), "{from} {met:?}");
    }
}

#[test]
fn what_an_interface_from_outside_hands_to_a_lambda_is_not_known_by_a_name_alone() {
    let source = "package p;\nimport org.ext.Call;\nimport org.ext.Hook;\nclass Own implements Call { public Object goOnNow() { return null; } }\nclass A {\n  void on(Hook it) {}\n  void use() { on(call -> { \
                  call.goOnNow(); }); }\n}\n";
    let repo = Repo::built(&[("p/A.java", source)]);
    let met = met(&repo, "A#use(", "Own#goOnNow(");
    assert!(met.iter().all(|it| it.0 < 0.9), "{met:?}");
}

#[test]
fn what_a_test_framework_or_a_container_gives_is_of_the_class_that_it_is_asked_for() {
    let source = "package p;\nimport static org.junit.jupiter.api.Assertions.assertThrows;\nimport org.ext.Injector;\nclass Failed extends RuntimeException { int code() { return 1; } }\nclass A {\n  void one() { \
                  assertThrows(Failed.class, () -> {}).code(); }\n  void two(Injector it) { Failed made = it.getInstance(Failed.class); made.code(); }\n  void three(Injector it) { \
                  it.getInstance(Failed.class).code(); }\n  void four() { assertThrows(Failed.class, () -> {}).other(); }\n}\n";
    let repo = Repo::built(&[("p/A.java", source)]);
    for (from, count) in [("one(", 1), ("two(", 1), ("three(", 1), ("four(", 0)] {
        let met = met(&repo, &format!("A#{from}"), "Failed#");
        assert!(met.len() == count && met.iter().all(|it| it.0 >= 0.9), "{from} {met:?}");
    }
}

#[test]
fn a_value_of_a_type_variable_is_an_object() {
    let kit = "package p;\nclass Kit {\n  void put(int it) {}\n  void put(Object it) {}\n  void put(String it) {}\n  void put(char[] it) {}\n}\n";
    let pair = "package p;\nclass Pair<L> {\n  L left;\n  L left() { return null; }\n}\nclass Text extends Pair<String> {\n  void inherited(Kit kit) { kit.put(left()); }\n}\nclass Own<R> extends Pair<R> {\n  void \
                above(Kit kit) { kit.put(left()); }\n}\nclass Node<T extends String> {\n  T of() { return null; }\n}\n";
    let uses = "package p;\nimport java.util.Iterator;\nimport java.util.List;\nclass Use<L> {\n  L own;\n  L own() { return null; }\n  void called(Kit kit) { kit.put(own()); }\n  void read(Kit kit) { kit.put(own); \
                }\n  void by_this(Kit kit) { kit.put(this.own()); }\n  void other(Kit kit, Pair<L> it) { kit.put(it.left()); }\n  void any(Kit kit, Pair<?> it) { kit.put(it.left()); }\n  void given(Kit kit, Pair<String> \
                it) { kit.put(it.left()); }\n  void bound(Kit kit, Node<?> it) { kit.put(it.of()); }\n  void next(Kit kit, Iterator<?> it) { kit.put(it.next()); }\n  void loop(Kit kit, Iterable<?> all) { for (var it : \
                all) kit.put(it); }\n  void each(Kit kit, List<Pair<?>> all) { all.forEach(it -> kit.put(it.left())); }\n}\n";
    let repo = Repo::built(&[("p/Kit.java", kit), ("p/Pair.java", pair), ("p/Use.java", uses)]);
    for (from, wanted) in [
        ("Use#called(", "put(Object "),
        ("Use#read(", "put(Object "),
        ("Use#by_this(", "put(Object "),
        ("Use#other(", "put(Object "),
        ("Use#any(", "put(Object "),
        ("Use#given(", "put(String "),
        ("Use#bound(", "put(String "),
        ("Use#next(", "put(Object "),
        ("Use#loop(", "put(Object "),
        ("Use#each(", "put(Object "),
        ("Text#inherited(", "put(String "),
        ("Own#above(", "put(Object "),
    ] {
        let met = met(&repo, from, "Kit#put(");
        assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(wanted), "{from} {met:?}");
    }
}

#[test]
fn a_lambda_is_handed_to_what_takes_as_many_values_and_gives_as_it_does() {
    let kit = "package p;\nimport java.util.concurrent.Callable;\nimport java.util.function.Function;\nimport java.util.function.Supplier;\ninterface Init<T> { void prepare(T it, String with); }\ninterface Named extends \
               Init<String> { default String name() { return null; } boolean equals(Object other); }\ninterface Settings { Settings lenient(); Settings strict(); }\nclass Kit {\n  static void make(Settings it) {}\n  \
               static void make(Function<String, Settings> it) {}\n  static void make(Named it) {}\n  static void make(String it) {}\n  static void run(Runnable it) {}\n  static void run(Callable<String> it) {}\n  static \
               void fill(int[] to, Function<Integer, int[]> it) {}\n  static void fill(int[] to, Supplier<int[]> it) {}\n  static void ask(org.ext.Asked it) {}\n  static void ask(Supplier<String> it) {}\n}\n";
    let uses = "package p;\nclass Use {\n  Settings set;\n  void one() { Kit.make(it -> set); }\n  void two() { Kit.make((it, with) -> { }); }\n  void gives() { Kit.run(() -> \"x\"); }\n  void runs() { Kit.run(() -> { }); }\n  \
                void returns() { Kit.run(() -> { return \"y\"; }); }\n  void either() { Kit.run(() -> gives()); }\n  void throwing() { Kit.run(() -> { throw new Error(); }); }\n  void sized() { Kit.fill(null, \
                int[]::new); }\n  void made() { Kit.fill(null, () -> new int[3]); }\n  void outside() { Kit.ask(() -> \"x\"); }\n}\n";
    let repo = Repo::built(&[("p/Kit.java", kit), ("p/Use.java", uses)]);
    for (from, callee, wanted) in [
        ("Use#one(", "Kit#make(", "make(Function"),
        ("Use#two(", "Kit#make(", "make(Named"),
        ("Use#gives(", "Kit#run(", "run(Callable"),
        ("Use#runs(", "Kit#run(", "run(Runnable"),
        ("Use#returns(", "Kit#run(", "run(Callable"),
        ("Use#sized(", "Kit#fill(", "Function<"),
        ("Use#made(", "Kit#fill(", "Supplier<"),
    ] {
        let met = met(&repo, from, callee);
        assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(wanted), "{from} {met:?}");
    }
    for from in ["Use#either(", "Use#throwing(", "Use#outside("] {
        let met = met(&repo, from, "Kit#");
        assert!(met.len() == 2 && met.iter().all(|it| it.0 < 0.9), "{from} {met:?}");
    }
}

#[test]
fn what_a_maker_of_the_platform_gives_chooses_an_overload_and_no_class_is_an_array() {
    let kit = "package p;\nimport java.util.*;\nimport org.ext.Thing;\nclass Kit {\n  void put(String as, Object it) {}\n  void put(String as, Object[] it) {}\n  void put(String as, int[] it) {}\n  void list(List<?> it) \
               {}\n  void list(Set<?> it) {}\n  void one() { put(\"\", Collections.emptyList()); }\n  void two() { put(\"\", Collections.<String, String>emptyMap()); }\n  void three() { put(\"\", Optional.of(\"x\")); }\n  \
               void four() { list(Collections.emptySet()); }\n  void five(Thing it) { put(\"\", it); }\n}\n";
    let repo = Repo::built(&[("p/Kit.java", kit)]);
    for (from, wanted) in [("one(", "Object it"), ("two(", "Object it"), ("three(", "Object it"), ("four(", "Set<"), ("five(", "Object it")] {
        let met = met(&repo, &format!("Kit#{from}"), "Kit#");
        assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains(wanted), "{from} {met:?}");
    }
}

#[test]
fn the_method_of_the_interface_below_takes_the_place_of_the_one_above() {
    let source = "package p;\ninterface Animal { default void me() {} }\ninterface Horse extends Animal { default void me() {} }\ninterface Myth extends Animal {}\ninterface Flying extends Horse, Myth { default void me() \
                  {} }\nclass First implements Horse, Flying {}\nclass Last implements Flying, Horse {}\nclass Base implements Horse {}\nclass Above extends Base implements Flying {}\nclass Own implements Horse { public void \
                  me() {} }\nclass Kept extends Own implements Flying {}\nclass Use {\n  void first(First it) { it.me(); }\n  void last(Last it) { it.me(); }\n  void above(Above it) { it.me(); }\n  void kept(Kept it) { \
                  it.me(); }\n}\n";
    let repo = Repo::built(&[("p/A.java", source)]);
    for (from, holder) in [("first(", "Flying#me("), ("last(", "Flying#me("), ("above(", "Flying#me("), ("kept(", "Own#me(")] {
        let met = met(&repo, &format!("Use#{from}"), "#me(");
        let of_holder = calls_of(&repo, &format!("Use#{from}"), holder);
        assert!(met.len() == 1 && met[0].0 >= 0.9 && of_holder, "{from} {met:?}");
    }
}

/// Whether a method calls another one, by parts of their ids.
fn calls_of(repo: &Repo, from: &str, to: &str) -> bool {
    repo.rows("edges_call").iter().any(|row| row["from"].as_str().unwrap().contains(from) && row["to"].as_str().unwrap().contains(to))
}

#[test]
fn what_a_call_gives_is_never_a_field_of_the_name() {
    let source = "package p;\nclass A {\n  static void init(Object it, Object value) {}\n  static void init(Object it, Object[] value) {}\n  String[] syn;\n  String[] syn() { return syn; }\n  A syn(String... all) { return this; \
                  }\n  void use(A it) { init(it, it.syn()); }\n}\n";
    let repo = Repo::built(&[("p/A.java", source)]);
    let met = met(&repo, "A#use(", "A#init(");
    assert!(met.len() == 1 && met[0].0 >= 0.9 && met[0].1.contains("Object[] value"), "{met:?}");
}
