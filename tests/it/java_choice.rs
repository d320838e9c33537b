//! What a call of Java means where many overloads, several imports or a type above from outside have its name.

use crate::support::Repo;

/// The definitions that a method calls: confidence and signature with the type it stands in, most confident first.
fn met(repo: &Repo, from: &str) -> Vec<(f64, String)> {
    let symbols = repo.rows("symbols");
    let signature = |id: &str| {
        let row = symbols.iter().find(|row| row["symbolId"] == id)?;
        Some(format!("{}: {}", row["container"].as_str().unwrap_or_default(), row["signature"].as_str().unwrap_or_default()))
    };
    let mut met: Vec<(f64, String)> = repo
        .rows("edges_call")
        .iter()
        .filter(|row| row["from"].as_str().unwrap().contains(from))
        .filter_map(|row| Some((row["confidence"].as_f64().unwrap(), signature(row["to"].as_str().unwrap())?)))
        .collect();
    met.sort_by(|lhs, rhs| rhs.0.total_cmp(&lhs.0).then(lhs.1.cmp(&rhs.1)));
    met
}

/// How the sites of a name end in a file: outcome and reason.
fn ends(repo: &Repo, path: &str, name: &str) -> Vec<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let of = |row: &&serde_json::Value| row["path"] == path && row["name"] == name && row["role"] == "call";
    repo.rows("sites").iter().filter(of).map(|row| (text(&row["outcome"]), text(&row["reason"]))).collect()
}

#[track_caller]
fn surely(repo: &Repo, from: &str, wanted: &[&str]) {
    let met = met(repo, from);
    let all = wanted.iter().all(|wanted| met.iter().any(|it| it.0 >= 0.9 && it.1.contains(wanted)));
    assert!(met.len() == wanted.len() && all, "{from} {met:?}");
}

/// Overloads of `that` for `count` types, each of which gives a type of its own.
fn many(count: usize) -> String {
    (0..count).fold(String::new(), |text, at| {
        text + &format!("  static class P{at} {{}} static class R{at} extends Base {{}} static R{at} that(P{at} it) {{ return null; }}\n")
    })
}

#[test]
fn what_one_of_many_overloads_gives_has_the_members_of_that_one() {
    let head = "package p;\nclass Kit {\n  static class Base { void eq(Object it) {} }\n  static class Str extends Base { void eq(Object it) {} void ends(String it) {} }\n";
    let tail = "  static Str that(String it) { return null; }\n  static void one() { that(\"x\").eq(\"y\"); }\n  static void two() { that(\"x\").ends(\"y\"); }\n  static void lost(org.ext.Thing it) { that(it).none(); }\n}\n";
    let uses = "package p;\nclass Use { void three() { Kit.that(\"x\").ends(\"y\"); } }\n";
    for count in [6, 7, 8, 9, 40] {
        let repo = Repo::built(&[("p/Kit.java", &format!("{head}{}{tail}", many(count))), ("p/Use.java", uses)]);
        surely(&repo, "Kit#one(", &["that(String it)", "Str#: void eq("]);
        surely(&repo, "Kit#two(", &["that(String it)", "void ends("]);
        surely(&repo, "Use#three(", &["that(String it)", "void ends("]);
        // Where too many are left, what one of them has not got is not said to be missing.
        let ends = ends(&repo, "p/Kit.java", "none");
        assert!(count < 8 || ends.iter().all(|(_, reason)| reason != "no-such-member"), "{count} {ends:?}");
    }
}

#[test]
fn what_two_classes_have_under_an_imported_name_is_told_by_arguments() {
    let one = (
        "a/One.java",
        "package a;\npublic class One { public static String that(int it) { return \"\"; } public static Kind that(String it) { return null; } public void done() {} }\n",
    );
    let two = ("a/Two.java", "package a;\npublic class Two { public static One that(Error it) { return null; } }\n");
    let kind = ("a/Kind.java", "package a;\npublic class Kind { public void named() {} }\n");
    let uses = "package b;\nimport static a.One.that;\nimport static a.Two.that;\nclass Use {\n  void first() { that(1); }\n  void second() { that(\"\").named(); }\n  void third(Error it) { that(it).done(); }\n}\n";
    let beside = "package b;\nimport static a.Two.that;\nimport static org.ext.Kit.that;\nclass Beside {\n  void other(Error it) { that(it, it); }\n  void open(Error it) { that(it); }\n}\n";
    let repo = Repo::built(&[one, two, kind, ("b/Use.java", uses), ("b/Beside.java", beside)]);
    surely(&repo, "Use#first(", &["that(int it)"]);
    surely(&repo, "Use#second(", &["that(String it)", "void named("]);
    surely(&repo, "Use#third(", &["that(Error it)", "void done("]);
    // What the one from outside takes nobody knows.
    surely(&repo, "Beside#other(", &[]);
    let open = met(&repo, "Beside#open(");
    assert!(open.len() == 1 && open[0].0 < 0.9, "{open:?}");
}

#[test]
fn an_argument_far_behind_tells_overloads_apart() {
    let source = "package p;\nclass D {\n  static class Z {} static class C {}\n  D(int a, int b, int c, int d, int e, int f, Z z) {}\n  D(int a, int b, int c, int d, int e, int f, C z) {}\n  D(int a, int b, int c, int d, int e, int \
                  f, int z) {}\n  static void one() { new D(1, 2, 3, 4, 5, 6, 7); }\n  static void two(C it) { new D(1, 2, 3, 4, 5, 6, it); }\n}\n";
    let repo = Repo::built(&[("p/D.java", source)]);
    surely(&repo, "D#one(", &["int z)"]);
    surely(&repo, "D#two(", &["C z)"]);
}

#[test]
fn a_text_is_no_collection() {
    let source = "package p;\nimport java.io.Serializable;\nimport java.util.Collection;\nclass J {\n  static String join(Object... all) { return \"\"; }\n  static String join(String by, Collection<?> all) { return \"\"; }\n  static void \
                  put(Collection<?> it) {}\n  static void put(Serializable it) {}\n  void one() { join(\"a\", \"b\"); }\n  void two(Collection<?> it) { join(\"a\", it); }\n  void three() { put(\"a\"); }\n}\n";
    let repo = Repo::built(&[("p/J.java", source)]);
    surely(&repo, "J#one(", &["join(Object... all)"]);
    surely(&repo, "J#two(", &["Collection<?> all)"]);
    surely(&repo, "J#three(", &["Serializable it)"]);
}

#[test]
fn what_no_own_overload_takes_is_that_of_the_type_above_from_outside() {
    let source = "package p;\nimport java.io.*;\nclass W extends FilterOutputStream {\n  W(OutputStream to) { super(to); }\n  @Override public void write(byte[] all, int at, int count) {}\n  @Override public void write(int it) {}\n  \
                  static void one(W it, byte[] all) throws IOException { it.write(all); }\n  static void two(W it) throws IOException { it.write(1); }\n}\n";
    let repo = Repo::built(&[("p/W.java", source)]);
    surely(&repo, "W#one(", &[]);
    surely(&repo, "W#two(", &["write(int it)"]);
}

#[test]
fn a_static_type_calls_no_method_of_a_value_around() {
    let source = "package p;\nclass In {\n  Object get() { return null; }\n  static Object make() { return null; }\n  static class S extends ThreadLocal<Object> { void one() { get(); } void two() { make(); } }\n  class Inner { void \
                  three() { get(); } }\n}\n";
    let repo = Repo::built(&[("p/In.java", source)]);
    surely(&repo, "#one(", &[]);
    surely(&repo, "#two(", &["make("]);
    surely(&repo, "#three(", &["get("]);
}

#[test]
fn what_nothing_tells_where_a_member_is_named_is_any_object() {
    let text = "package p;\nclass Q<T> {\n  static Q<Integer> one() { return null; }\n  static <T> Q<T> none() { return null; }\n  T or(T o) { return o; }\n  static void say(Object o) {}\n  static void say(Integer o) \
                {}\n  void open() { say(none().or(2)); }\n  void told() { say(one().or(2)); }\n  void written() { say(Q.<Integer>none().or(2)); }\n}\n";
    let repo = Repo::built(&[("p/Q.java", text)]);
    let said = |from: &str| met(&repo, from).into_iter().filter(|it| it.0 >= 0.9 && it.1.contains("say(")).map(|it| it.1).collect::<Vec<_>>();
    for (from, taken) in [("open(", "say(Object"), ("told(", "say(Integer"), ("written(", "say(Integer")] {
        assert!(matches!(said(from).as_slice(), [one] if one.contains(taken)), "{from} {:?}", said(from));
    }
}

#[test]
fn an_element_of_a_stack_trace_is_of_the_platform() {
    let text = "package p;\nclass Own { String getClassName() { return \"\"; } }\nclass U { String b(Exception e) { return e.getStackTrace()[1].getClassName(); } }\n";
    let repo = Repo::built(&[("p/U.java", text)]);
    assert_eq!(ends(&repo, "p/U.java", "getClassName"), [("external".to_owned(), "builtin".to_owned())]);
}

#[test]
fn an_argument_that_names_a_field_is_not_the_method_of_its_name() {
    let source = "package p;\nclass Rn { }\nclass Ot { }\nclass As { static void eq(Object e, Object a) {} static void eq(long e, long a) {} static void t(Rn r) {} static void t(Ot o) {} }\nclass Lis { int \
                  started = 0; Rn rn; public void started(String d) { started++; } public Ot rn() { return null; } }\nclass T {\n  void number(Lis l) { As.eq(1, l.started); }\n  void field(Lis l) { As.t(l.rn); }\n  \
                  void method(Lis l) { As.t(l.rn()); }\n  void both(Lis l) { As.t(l.rn); As.t(l.rn()); }\n}\n";
    let repo = Repo::built(&[("p/T.java", source)]);
    surely(&repo, "T#number(", &["eq(long e, long a)"]);
    surely(&repo, "T#field(", &["t(Rn r)"]);
    surely(&repo, "T#method(", &["rn()", "t(Ot o)"]);
    surely(&repo, "T#both(", &["t(Rn r)", "rn()", "t(Ot o)"]);
}

#[test]
fn a_text_or_a_number_can_be_serialized_and_is_no_list_of_something_else() {
    let source = "package p;\nimport java.io.Serializable;\nimport java.lang.annotation.Annotation;\nclass D {\n  static void d(String c, String n, Annotation... as) {}\n  static void d(String c, String n, Serializable \
                  s) {}\n  void number() { d(\"a\", \"b\", 2); }\n  void text() { d(\"a\", \"b\", \"x\"); }\n  void none() { d(\"a\", \"b\"); }\n}\n";
    let repo = Repo::built(&[("p/D.java", source)]);
    surely(&repo, "D#number(", &["Serializable s"]);
    surely(&repo, "D#text(", &["Serializable s"]);
    surely(&repo, "D#none(", &["Annotation... as"]);
}

#[test]
fn what_is_written_for_own_types_stands_beside_imports_from_outside() {
    let own = "package own;\npublic class Tpl { public Tpl nx() { return null; } }\n";
    let fa = "package own;\npublic class Fa { public static Ta assertThat(Tpl t) { return null; } }\n";
    let ta = "package own;\npublic class Ta { public void hm(String s) {} }\n";
    let uses = "package q;\nimport static org.assertj.core.api.Assertions.assertThat;\nimport static own.Fa.assertThat;\nimport own.Tpl;\nclass T {\n  void one(Tpl t) { assertThat(t); }\n  void two(Tpl t) { assertThat(t.nx()); }\n  \
                void three(String s) { assertThat(s); }\n  void four(org.x.Any s) { assertThat(s.get()); }\n}\n";
    let repo = Repo::built(&[("own/Tpl.java", own), ("own/Fa.java", fa), ("own/Ta.java", ta), ("q/T.java", uses)]);
    surely(&repo, "T#one(", &["Fa#: public static Ta assertThat"]);
    assert!(met(&repo, "T#two(").iter().any(|it| it.0 >= 0.9 && it.1.contains("assertThat")), "{:?}", met(&repo, "T#two("));
    surely(&repo, "T#three(", &[]);
    assert!(met(&repo, "T#four(").iter().all(|it| it.0 < 0.6), "{:?}", met(&repo, "T#four("));
}

#[test]
fn a_constructor_hands_on_to_another_one_and_a_method_hardly_to_itself() {
    let text = "package p;\nclass Lg {\n  Lg(String n) { this(org.x.Make.one(n)); }\n  Lg(org.x.Made c) {}\n  boolean chk(Object o) { return chk(un(o)); }\n  boolean chk(org.x.Some o) { return true; }\n  org.x.Any un(Object o) { return null; \
                }\n}\n";
    let repo = Repo::built(&[("p/Lg.java", text)]);
    let all: Vec<(f64, String)> = repo
        .rows("edges_call")
        .iter()
        .map(|row| (row["confidence"].as_f64().unwrap(), format!("{} {}", row["from"].as_str().unwrap(), row["to"].as_str().unwrap())))
        .collect();
    let own = met(&repo, "Lg#Lg(");
    assert!(own.iter().all(|it| it.1.contains("Made c")), "{own:?} {all:?}");
    let chk = met(&repo, "Lg#chk(");
    assert!(chk.first().is_none_or(|it| it.1.contains("Some o") || it.1.contains("un(")), "{chk:?}");
}

#[test]
fn what_types_from_outside_hand_out_may_be_one_of_their_arguments() {
    let tpl = "package p;\npublic class Tpl { public String method() { return \"\"; } public Tpl next() { return this; } }\n";
    let other = "package p;\nclass Other { String method() { return \"\"; } }\n";
    let uses = "package p;\nclass TplAssert extends org.assertj.core.api.AbstractAssert<TplAssert, Tpl> {\n  void hm() { actual.method(); }\n  void away() { actual.toUpper(); }\n}\ninterface Rp extends org.x.Repo<Tpl, Long> {}\nclass Use \
                {\n  void one(Rp r) { r.findById(1L).get().method(); }\n  void two(org.x.Repo<Tpl, Long> r) { r.one().next().method(); }\n  void three(org.x.Repo<String, Long> r) { r.one().method(); }\n}\n";
    let repo = Repo::built(&[("p/Tpl.java", tpl), ("p/Other.java", other), ("p/Use.java", uses)]);
    let likely = |from: &str| -> Vec<String> { met(&repo, from).into_iter().filter(|it| it.0 >= 0.5).map(|it| it.1).collect() };
    let one = likely("TplAssert#hm(");
    assert!(one.len() == 1 && one[0].contains("Tpl#: public String method()"), "{one:?}");
    assert_eq!(likely("TplAssert#away("), [] as [&str; 0]);
    assert_eq!(likely("Use#one(").len(), 1);
    assert_eq!(likely("Use#two(").len(), 2);
    assert_eq!(likely("Use#three("), [] as [&str; 0]);
}

#[test]
fn what_functions_of_the_platform_fold_into_is_handed_to_the_others() {
    let pb = "package p;\nclass Pb { int b; int res() { return 1; } }\nclass Zz { int b; int res() { return 1; } }\n";
    let uses = "package p;\nimport java.util.*;\nimport java.util.concurrent.*;\nimport java.util.function.Function;\nimport java.util.stream.*;\nclass C {\n  Object one() { return Collector.of(Pb::new, (x, t) -> { x.res(); }, (x, y) -> { y.res(); \
                return x; }, z -> z.res()); }\n  void two(IntStream s) { s.collect(() -> new Pb(), (x, t) -> x.res(), (x, y) -> { }).res(); }\n  void three(Stream<Integer> s) { s.reduce(new Pb(), (x, i) -> { x.res(); return x; }, (x, y) -> \
                x).res(); }\n  void four(Stream<Pb> s) { s.collect(Collectors.groupingBy(Pb::res)).get(1).get(0).res(); }\n  void five(Stream<Pb> s) { s.collect(Collectors.toMap(x -> x.b, Function.identity())).get(1).res(); }\n  void \
                six(Stream<Pb> s) { s.collect(Collectors.partitioningBy(o -> o.b > 1, Collectors.toList())).get(true).forEach(o -> o.res()); }\n  void seven() { CompletableFuture.supplyAsync(() -> new Pb()).thenApply(o -> o.res()); }\n  void \
                eight(ExecutorService e) throws Exception { e.submit(() -> new Pb()).get().res(); }\n  void nine(List<Pb> l) { IntStream.range(0, 2).mapToObj(i -> l.get(i)).forEach(o -> o.res()); }\n  void ten(Pb[] a, List<Pb> l) { Arrays.sort(a, (p, q) -> p.res() - q.res()); Collections.max(l, (p, q) -> p.res()); \
                }\n}\n";
    let repo = Repo::built(&[("p/Pb.java", pb), ("p/C.java", uses)]);
    for (from, count) in
        [("one", 3), ("two", 2), ("three", 2), ("four", 1), ("five", 1), ("six", 1), ("seven", 1), ("eight", 1), ("nine", 1), ("ten", 3)]
    {
        let met = met(&repo, &format!("C#{from}("));
        let sure = met.iter().filter(|it| it.0 >= 0.9 && it.1.contains("Pb#: int res()")).count();
        assert!(sure == count && met.iter().all(|it| it.0 < 0.5 || !it.1.contains("Zz#")), "{from} {count} {met:?}");
    }
}

#[test]
fn what_a_file_of_another_module_names_is_what_that_module_sees() {
    let pom = |name: &str, needs: &[&str]| {
        let need = |it: &&str| format!("<dependency><groupId>g</groupId><artifactId>{it}</artifactId><version>1</version></dependency>");
        let needs = needs.iter().map(need).collect::<Vec<String>>().concat();
        format!(
            "<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version></parent><artifactId>{name}</artifactId><dependencies>{needs}</dependencies></project>"
        )
    };
    let root = "<project><groupId>g</groupId><artifactId>p</artifactId><version>1</version><packaging>pom</packaging><modules><module>m1</module><module>m2</module><module>m3</module><module>m4</module></modules></project>";
    let v = "package a.b;\npublic class V { public void both() {} }\n";
    let files = [
        ("pom.xml", root.to_owned()),
        ("m1/pom.xml", pom("m1", &[])),
        ("m3/pom.xml", pom("m3", &[])),
        ("m2/pom.xml", pom("m2", &["m1"])),
        ("m4/pom.xml", pom("m4", &["m2", "m3"])),
        ("m1/src/main/java/a/b/V.java", v.to_owned()),
        ("m3/src/main/java/a/b/V.java", v.to_owned()),
        ("m2/src/main/java/a/b/U.java", "package a.b;\npublic class U { public V get() { return null; } }\n".to_owned()),
        ("m4/src/main/java/a/d/X.java", "package a.d;\nimport a.b.U;\nclass X { void t(U u) { u.get().both(); } }\n".to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let repo = Repo::built(&files);
    let met = met(&repo, "X#t(");
    let both: Vec<_> = met.iter().filter(|it| it.1.contains("both")).collect();
    assert!(both.len() == 1 && both[0].0 >= 0.9 && both[0].1.contains(" m1 src/"), "{met:?}");
}

#[test]
fn of_overloads_that_nothing_tells_apart_a_list_of_any_length_and_those_above_come_last() {
    let above = "package p;\nclass Ab<T> { St<T> pre(java.util.stream.Stream<? extends T> s) { return null; } }\n";
    let own = "package p;\nclass St<T> extends Ab<T> {\n  St<T> pre(T... v) { return null; }\n  St<T> pre(T v) { return null; }\n  St<T> pre(java.util.Collection<? extends T> c) { return null; }\n  static void z(St<String> in, \
               org.x.Any it) { in.pre(it.get()); }\n}\n";
    let repo = Repo::built(&[("p/Ab.java", above), ("p/St.java", own)]);
    let met = met(&repo, "St#z(");
    assert!(met.first().is_some_and(|it| it.0 < 0.9 && it.1.contains("pre(T v)")), "{met:?}");
}
