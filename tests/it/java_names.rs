//! What Java's own rules make of names: packages written out, headers of types, overloads above and abstract ones, fields beside methods, lambdas.

use crate::scoping::{calls, sure};
use crate::support::Repo;

#[test]
fn a_type_named_with_its_whole_package_is_found_without_an_import() {
    let document = (
        "src/org/x/nodes/Document.java",
        "package org.x.nodes;\npublic class Document {\n  public static Document make() { return null; }\n  public void own() {}\n}\n",
    );
    let other = ("src/org/x/Other.java", "package org.x;\npublic class Other { public void own() {} }\n");
    let uses = "package org.x.helper;\npublic class H {\n  void one(Object it) { org.x.nodes.Document d = (org.x.nodes.Document) it; d.own(); }\n  void two() { \
                org.x.nodes.Document.make().own(); }\n  void three() { org.gone.Document.make(); }\n}\n";
    let files = [document, other, ("src/org/x/helper/H.java", uses)];
    sure(&files, "H#one(", &["Document#own("]);
    sure(&files, "H#two(", &["Document#make(", "Document#own("]);
    sure(&files, "H#three(", &[]);
    let uses = "package org.x.helper;\nimport org.x.*;\npublic class H extends org.x.nodes.Document { void one() { own(); } }\n";
    sure(&[document, other, ("src/org/x/helper/H.java", uses)], "H#one(", &["Document#own("]);
}

#[test]
fn the_header_of_a_type_does_not_see_what_its_body_declares() {
    let files = [
        ("a/Builder.java", "package a;\npublic interface Builder<T> { T build(); }\n"),
        (
            "a/Compare.java",
            "package a;\npublic class Compare<B> implements Builder<Integer> {\n  public static class Builder {}\n  class Inner extends Builder {}\n}\n",
        ),
    ];
    let repo = Repo::built(&files);
    let mut found: Vec<String> =
        repo.rows("edges_structure").iter().filter(|row| row["type"] != "contains").map(|row| row["to"].as_str().unwrap().to_owned()).collect();
    found.sort();
    assert!(found.iter().any(|to| to.ends_with("`Builder.java`/Builder#")), "{found:?}");
    assert_eq!(found.iter().filter(|to| to.ends_with("Compare#Builder#")).count(), 1, "{found:?}");
}

#[test]
fn an_abstract_overload_stands_beside_those_with_a_body() {
    let source = "interface F {\n  boolean accept(S file);\n  default boolean accept(S file, S other) { return true; }\n}\nabstract class S {\n  abstract int most();\n  int most(long \
                  at) { return most(); }\n  boolean ask(F filter) { return filter.accept(this); }\n}\n";
    let found = calls(&[("S.java", source)], "S#most(");
    assert!(found.iter().all(|(to, confidence)| to.contains("S#most(") && *confidence >= 0.9) && found.len() == 1, "{found:?}");
    let found = calls(&[("S.java", source)], "S#ask(");
    assert!(found.len() == 1 && found[0].0.contains("F#accept(") && found[0].1 >= 0.9, "{found:?}");
}

#[test]
fn arrays_tell_overloads_apart_by_their_elements() {
    let kinds = ["boolean", "byte", "char", "double", "float", "int", "long", "short", "Object"];
    let mut source = String::from("class A {\n");
    for kind in kinds {
        source.push_str(&format!("  static void put({kind}[] it) {{}}\n"));
    }
    source.push_str("  static void put(Object it) {}\n  void one(long[] it) { put(it); }\n  void two(String[] it) { put(it); }\n  <T> void three(T[] it) { put(it); }\n  <T> void \
                     four(T it) { put(it); }\n}\n");
    for from in ["one(", "two(", "three(", "four("] {
        let found = calls(&[("A.java", &source)], from);
        assert!(found.len() == 1 && found[0].1 >= 0.9, "{from} {found:?}");
    }
    let two = calls(&[("A.java", &source)], "two(");
    assert_eq!(two, calls(&[("A.java", &source)], "three("));
    assert_ne!(two, calls(&[("A.java", &source)], "four("));
}

#[test]
fn an_overload_of_a_type_above_that_fits_better_is_meant() {
    let source = "class N { void put(int[] it) {} void put(N it) {} }\nclass E extends N {\n  void put(Object it) {}\n  void put(E it) {}\n  void list(int[] it) { put(it); }\n  void \
                  own(E it) { put(it); }\n}\nclass L extends java.text.Format {\n  void put(int it, int other) {}\n  void outside() { put(1); }\n}\n";
    sure(&[("E.java", source)], "E#list(", &["N#put("]);
    sure(&[("E.java", source)], "E#own(", &["E#put("]);
    sure(&[("E.java", source)], "L#outside(", &[]);
}

#[test]
fn a_call_means_the_method_of_a_type_above_where_only_a_field_is_nearer() {
    let source = "class N { java.util.List<N> nodes() { return null; } Tag tag() { return null; } }\nclass Tag { void is() {} }\nclass Gap { void is() {} }\nclass E extends N {\n  Gap nodes;\n  \
                  Gap tag;\n  void one(E it) { it.nodes(); }\n  void two(E it) { it.tag().is(); }\n  void three() { nodes(); }\n  void four() { tag.is(); }\n}\n";
    sure(&[("E.java", source)], "E#one(", &["N#nodes("]);
    sure(&[("E.java", source)], "E#two(", &["N#tag(", "Tag#is("]);
    sure(&[("E.java", source)], "E#three(", &["N#nodes("]);
    sure(&[("E.java", source)], "E#four(", &["Gap#is("]);
}

#[test]
fn the_parameters_of_a_lambda_are_what_the_interface_it_stands_for_says() {
    let source = "import java.util.function.Consumer;\ninterface Visit<T> {\n  void at(T it, int depth);\n  default Visit<T> twice() { return this; }\n}\nclass Box { void open() {} void \
                  shut() {} }\nclass Bin { void open() {} void shut() {} }\nclass A {\n  A(Visit<Bin> by) {}\n  void each(Consumer<? super Box> by) {}\n  static void walk(String name, Visit<Box> by) \
                  {}\n  void one() { each(it -> it.open()); }\n  void two() { A.walk(\"\", (it, depth) -> { it.shut(); }); }\n  void three() { Visit<Bin> by = (it, depth) -> it.open(); }\n  void \
                  four() { new A((it, depth) -> it.shut()); }\n  void five(java.util.List<Bin> all) { all.forEach(it -> it.open()); }\n}\n";
    let files = [("A.java", source)];
    sure(&files, "A#one(", &["A#each(", "Box#open("]);
    sure(&files, "A#two(", &["A#walk(", "Box#shut("]);
    sure(&files, "A#three(", &["Bin#open("]);
    sure(&files, "A#four(", &["A#A(", "Bin#shut("]);
    sure(&files, "A#five(", &["Bin#open("]);
}

#[test]
fn types_of_one_name_and_two_packages_tell_overloads_apart() {
    let source = "package a;\nimport java.lang.reflect.WildcardType;\nclass A {\n  static void get(javax.lang.model.type.WildcardType it) { first(); }\n  static void \
                  get(WildcardType it) { second(); }\n  void one(WildcardType it) { get(it); }\n  static void first() {}\n  static void second() {}\n}\n";
    let files = [("a/A.java", source)];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_call");
    let second = rows.iter().find(|row| row["to"].as_str().unwrap().contains("A#second(")).unwrap()["from"].as_str().unwrap().to_owned();
    let found = calls(&files, "A#one(");
    assert!(found.len() == 1 && second.ends_with(&found[0].0) && found[0].1 >= 0.9, "{found:?} {second}");
}

#[test]
fn a_list_of_any_length_takes_what_its_array_holds() {
    let source = "class B {}\nclass C {\n  void add(B... all) {}\n  void add(String at, B... all) {}\n  void one(B b) { add(b, b); }\n  void two(String s, B b) { add(s, b); }\n  \
                  void three(B[] some) { add(some); }\n}\n";
    let [first, second] = ["C#one(", "C#two("].map(|caller| {
        let found = calls(&[("C.java", source)], caller);
        assert!(found.len() == 1 && found[0].1 >= 0.9, "{caller} {found:?}");
        found[0].0.clone()
    });
    assert_ne!(first, second);
    let third = calls(&[("C.java", source)], "C#three(");
    assert_eq!(third.iter().map(|(to, _)| to).collect::<Vec<_>>(), [&first]);
}

#[test]
fn a_class_of_the_own_package_comes_before_one_that_a_star_brings() {
    let class = |package: &str| format!("package {package};\npublic class A {{ public static void f() {{}} }}\n");
    let (own, other) = (class("q"), class("p"));
    let using = "package q;\nimport p.*;\nclass B { void g() { A.f(); C.f(); } }\n";
    let only = "package p;\npublic class C { public static void f() {} }\n";
    let files = [("q/A.java", own.as_str()), ("p/A.java", other.as_str()), ("p/C.java", only), ("q/B.java", using)];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_call");
    let mut led: Vec<&str> = rows.iter().map(|row| row["to"].as_str().unwrap().split(' ').nth(4).unwrap()).collect();
    led.sort_unstable();
    assert_eq!(led, ["p/`C.java`/C#f(2d06800538d394c2).", "q/`A.java`/A#f(2d06800538d394c2)."]);
}

#[test]
fn a_static_star_leads_to_the_class_in_whatever_source_root_it_stands() {
    let files = [
        ("x/p/A.java", "package p;\npublic class A { public static void f() {} }\n"),
        ("y/q/B.java", "package q;\nimport static p.A.*;\nclass B { void g() { f(); } }\n"),
    ];
    sure(&files, "B#g(", &["A#f("]);
}

#[test]
fn overloads_are_told_apart_by_arrays_of_the_platform_and_by_the_types_around_a_type() {
    let source = "class Reader { static class Feature {} }\nclass Writer { static class Feature {} }\nclass Factory {\n  void read(String it) {}\n  void read(byte[] it) {}\n  void read(char[] it) \
                  {}\n  void is(Reader.Feature it) {}\n  void is(Writer.Feature it) {}\n  void bytes(String it) { read(it.getBytes()); }\n  void chars(String it) { read(it.toCharArray()); }\n  \
                  void reader(Reader.Feature it) { is(it); }\n  void writer(Writer.Feature it) { is(it); }\n}\n";
    let mut met = Vec::new();
    for from in ["bytes(", "chars(", "reader(", "writer("] {
        let found = calls(&[("Factory.java", source)], from);
        assert!(found.len() == 1 && found[0].1 >= 0.9, "{from} {found:?}");
        met.push(found[0].0.clone());
    }
    assert!(met[0] != met[1] && met[2] != met[3], "{met:?}");
}

#[test]
fn a_class_that_reflection_gives_is_a_class_to_overloads() {
    let source = "import java.lang.reflect.Constructor;\nimport java.lang.reflect.Type;\nimport java.lang.annotation.Annotation;\nclass Lit {\n  static Lit get(Type it) { return null; }\n  static <T> Lit \
                  get(Class<T> it) { return null; }\n  void plain(Object it) { get(it.getClass()); }\n  void of(Constructor<?> it) { get(it.getDeclaringClass()); }\n  void marked(Annotation it) { \
                  get(it.annotationType()); }\n  void other(Type it) { get(it); }\n}\n";
    let meant = |from: &str| {
        let mut found = calls(&[("Lit.java", source)], from);
        found.retain(|(to, confidence)| *confidence >= 0.9 && to.contains("Lit#get("));
        assert_eq!(found.len(), 1, "{from}");
        found.remove(0).0
    };
    assert!(meant("plain(") == meant("of(") && meant("of(") == meant("marked(") && meant("other(") != meant("of("));
}

#[test]
fn a_list_of_any_length_is_meant_where_nothing_else_takes_the_arguments() {
    let source = "import java.util.List;\ninterface Part {}\nclass Base implements Part {}\nclass Own extends Base {}\nclass Kit {\n  static void make(Part... all) {}\n  static void \
                  make(Iterable<? extends Part> all) {}\n  static void box(int it) {}\n  static void box(Object it) {}\n  void one() { make(new Own()); }\n  void many(List<Part> all) { \
                  make(all); }\n  void boxed(Integer it) { box(it); }\n  void bare(int it) { box(it); }\n}\n";
    let mut met = Vec::new();
    for from in ["one(", "many(", "boxed(", "bare("] {
        let found = calls(&[("Kit.java", source)], from);
        let sure: Vec<&str> = found.iter().filter(|(to, confidence)| *confidence >= 0.9 && to.contains("Kit#")).map(|(to, _)| to.as_str()).collect();
        assert_eq!(sure.len(), 1, "{from} {found:?}");
        met.push(sure[0].to_owned());
    }
    assert!(met[0] != met[1] && met[2] != met[3], "{met:?}");
}

#[test]
fn a_name_that_is_read_is_no_method() {
    let mode = ("a/Mode.java", "package a;\npublic enum Mode { plain, rich }\n");
    let uses =
        "package b;\nimport static a.Mode.*;\nclass T {\n  void plain() {}\n  void take(Object it) {}\n  void one() { take(plain); plain(); }\n}\n";
    let files = [mode, ("b/T.java", uses)];
    sure(&files, "T#one(", &["T#take(", "T#plain("]);
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_usage");
    let read: Vec<&str> = rows.iter().filter(|row| row["from"].as_str().unwrap().contains("T#one(")).map(|row| row["to"].as_str().unwrap()).collect();
    assert!(read.iter().any(|to| to.ends_with("Mode#plain.")) && !read.iter().any(|to| to.contains("T#plain")), "{read:?}");
}

#[test]
fn of_overloads_only_those_that_take_every_argument_and_can_be_named_are_meant() {
    let kit = "import java.util.Collection;\nclass Part {}\nclass Own extends Part implements Iterable<Part> { public java.util.Iterator<Part> iterator() { return null; } }\nclass Kit {\n  \
               static void add(int at, Collection<? extends Part> all) {}\n  static void add(int at, Part... all) {}\n  static void put(String it, int from, int to) {}\n  static void put(String it, Object... all) \
               {}\n  private static void is(Part one, Own two) {}\n  static void is(Part one, Part two) {}\n  static void set(Own it) {}\n  static void set(Part it) {}\n}\n";
    let uses = "class Use {\n  void list(Own own) { Kit.add(1, own); }\n  void many(java.util.List<Part> all) { Kit.add(1, all); }\n  void words() { Kit.put(\"a\", \"b\", 5); }\n  void \
                parts() { Kit.put(\"a\", 1, 5); }\n  void hidden(Part part, Own own) { Kit.is(part, own); }\n  void either(Part part, Own own) { Kit.set(own != null ? own : part); }\n}\n";
    let files = [("Kit.java", kit), ("Use.java", uses)];
    let repo = Repo::built(&files);
    let line_of = |id: &str| {
        let rows = repo.rows("symbols");
        rows.iter().find(|row| row["symbolId"] == id).map(|row| row["signature"].as_str().unwrap_or_default().to_owned()).unwrap_or_default()
    };
    let calls = repo.rows("edges_call");
    for (from, part) in [
        ("list(", "Part... all"),
        ("many(", "Collection"),
        ("words(", "Object..."),
        ("parts(", "int from"),
        ("hidden(", "Part two"),
        ("either(", "set(Part"),
    ] {
        let met: Vec<String> = calls
            .iter()
            .filter(|row| row["from"].as_str().unwrap().contains(&format!("Use#{from}")) && row["confidence"].as_f64().unwrap() >= 0.9)
            .map(|row| line_of(row["to"].as_str().unwrap()))
            .collect();
        assert!(met.len() == 1 && met[0].contains(part), "{from} {met:?}");
    }
}

#[test]
fn overloads_are_told_apart_by_what_bounds_their_type_parameters() {
    let source = "class A {\n  static <T extends Runnable> void f(T it) {}\n  static <T extends CharSequence> void f(T it) {}\n  void one() { f(\"a\"); }\n  void two(Runnable it) { f(it); }\n}\n";
    let met = ["A#one(", "A#two("].map(|from| {
        let found = calls(&[("A.java", source)], from);
        assert!(found.len() == 1 && found[0].1 >= 0.9, "{from} {found:?}");
        found[0].0.clone()
    });
    assert_ne!(met[0], met[1]);
}

#[test]
fn enumerations_have_members_of_the_language_that_are_typed() {
    let source = "package p;\npublic enum K { A, B;\n  public String toString() { return name() + ordinal(); }\n  static int s(K k) { return \
                  k.name().toLowerCase().length() + K.values().length + k.ordinal(); }\n}\nclass Plain { int t(Plain it) { return it.ordinal(); } }\n";
    let sites = Repo::built(&[("src/main/java/p/K.java", source)]).rows("sites");
    let of = |name: &str| -> Vec<&str> { sites.iter().filter(|row| row["name"] == name).map(|row| row["outcome"].as_str().unwrap()).collect() };
    assert_eq!(of("name"), ["external", "external"]);
    assert_eq!(of("toLowerCase"), ["external"]);
    assert_eq!(of("length"), ["external", "external"]);
    assert_eq!(of("ordinal"), ["external", "external", "unresolved"]);
}

#[test]
fn a_method_hides_no_type_and_no_field_of_its_name() {
    let files = [
        (
            "p/Box.java",
            "package p;\npublic class Box {\n  public Box() {}\n  public static Box of(int x) { return null; }\n  public void open() {}\n}\n",
        ),
        ("p/Api.java", "package p;\npublic class Api {\n  protected Box[] all;\n  public static Box Box(int x) { return null; }\n}\n"),
        (
            "p/Own.java",
            "package p;\nclass Own extends Api {\n  void one() { Box b = Box.of(2); b.open(); }\n  void two() { new Box().open(); }\n  void three() { Box(3).open(); }\n  Box[] all() { return null; }\n  void \
             four() { all[0].open(); }\n}\n",
        ),
        (
            "p/q/Use.java",
            "package p.q;\nimport p.*;\nimport static p.Api.Box;\nclass Use {\n  void one() { Box b = Box.of(2); b.open(); }\n  void two() { Box(3).open(); }\n}\n",
        ),
    ];
    sure(&files, "Own#one(", &["Box#of(", "Box#open("]);
    sure(&files, "Own#two(", &["Box#Box(", "Box#open("]);
    sure(&files, "Own#three(", &["Api#Box(", "Box#open("]);
    sure(&files, "Own#four(", &["Box#open("]);
    sure(&files, "Use#one(", &["Box#of(", "Box#open("]);
    sure(&files, "Use#two(", &["Api#Box(", "Box#open("]);
}

#[test]
fn overloads_of_all_types_above_stand_side_by_side() {
    let files = [
        (
            "p/Base.java",
            "package p;\npublic class Base {\n  public void set(int a) {}\n  public void set(String a) {}\n  public void get(int a, int b) {}\n}\n",
        ),
        ("p/Mid.java", "package p;\npublic class Mid extends Base {\n  @Override public void set(int a) {}\n  public void get(int a) {}\n}\n"),
        (
            "p/Sub.java",
            "package p;\npublic class Sub extends Mid {\n  @Override public void set(int a) {}\n  void one() { set(\"x\"); }\n  void two() { set(3); }\n  void three() { get(1, 2); }\n}\n",
        ),
        (
            "p/Use.java",
            "package p;\nclass Use {\n  void one(Sub s) { s.set(\"x\"); }\n  void two(Sub s) { s.set(3); }\n  void three(Sub s) { s.get(1, 2); }\n}\n",
        ),
    ];
    for user in ["Sub", "Use"] {
        sure(&files, &format!("{user}#one("), &["Base#set("]);
        sure(&files, &format!("{user}#two("), &["Sub#set("]);
        sure(&files, &format!("{user}#three("), &["Base#get("]);
    }
}

#[test]
fn methods_of_classes_above_come_before_those_of_interfaces() {
    let source = "package p;\ninterface Part { int field(int i); String text(); }\nabstract class Base implements Part { public int field(int i) { return i; } int \
                  field(int i, String s) { return i; } public String text() { return null; } }\nabstract class Mid extends Base implements Part { String text(String s) { \
                  return s; } void one() { text(); } }\nclass Use extends Mid { int field(int i, String s) { return 0; } void two(Use u) { u.field(1); } }\n";
    sure(&[("p/Use.java", source)], "Mid#one(", &["Base#text("]);
    sure(&[("p/Use.java", source)], "Use#two(", &["Base#field("]);
}

#[test]
fn static_methods_of_interfaces_are_not_inherited() {
    let files = [
        ("p/Fn.java", "package p;\npublic interface Fn<A> {\n  static <A> Fn<A> of(Fn<A> f) { return f; }\n}\n"),
        (
            "p/Seq.java",
            "package p;\npublic class Seq<T> implements Fn<T> {\n  public static <T> Seq<T> of(T one) { return null; }\n  Seq<Seq<T>> one() { return of(this); }\n  Seq<Seq<T>> two() { return Seq.of(this); }\n  void \
             three() { Fn.of(this); }\n}\n",
        ),
    ];
    sure(&files, "Seq#one(", &["Seq#of("]);
    sure(&files, "Seq#two(", &["Seq#of("]);
    sure(&files, "Seq#three(", &["Fn#of("]);
}

#[test]
fn functions_of_the_platform_give_what_they_are_declared_to() {
    let source = "package a;\nimport java.util.concurrent.Callable;\nimport java.util.function.*;\nclass Item { void go() {} }\nclass Other { void go() {} }\nclass C {\n  void one(Function<String, Item> f) { f.apply(\"\").go(); \
                  }\n  void two(BiFunction<Other, Other, Item> f) { f.apply(null, null).go(); }\n  void three(UnaryOperator<Item> f) { f.apply(null).go(); }\n  void four(Callable<Item> f) throws Exception { \
                  f.call().go(); }\n}\n";
    for method in ["one", "two", "three", "four"] {
        sure(&[("a/C.java", source)], &format!("C#{method}("), &["Item#go("]);
    }
}

#[test]
fn what_an_interface_asks_for_is_that_of_the_class_from_outside_that_is_extended() {
    let source = "import java.util.*;\ninterface Get { boolean isEmpty(); default boolean isFull() { return !isEmpty(); } }\nclass Own extends HashMap<String, String> implements Get { void \
                  own() { isEmpty(); isFull(); } }\nabstract class Open extends Outer implements Get { void open() { isEmpty(); } }\nclass Plain implements Get { void plain(Get it) { \
                  it.isEmpty(); } public boolean isEmpty() { return true; } }\n";
    let files = [("A.java", source)];
    sure(&files, "Own#own(", &["Get#isFull("]);
    sure(&files, "Open#open(", &["Get#isEmpty("]);
    sure(&files, "Plain#plain(", &["Get#isEmpty("]);
    let rows = Repo::built(&files).rows("sites");
    assert_eq!(rows.iter().filter(|row| row["name"] == "isEmpty" && row["outcome"] == "external").count(), 1, "{rows:#?}");
}

#[test]
fn what_a_type_cannot_see_of_those_above_is_not_inherited() {
    let base = ("a/B.java", "package a;\npublic class B { private void pv(String s) {} void pk(String s) {} protected void open(String s) {} }\n");
    let beside = (
        "a/D.java",
        "package a;\nclass D extends B {\n  void pv(Object o) {}\n  void pk(Object o) {}\n  void one() { pv(\"x\"); }\n  void two() { pk(\"x\"); }\n}\n",
    );
    let away = (
        "b/X.java",
        "package b;\nimport a.B;\nclass X extends B {\n  void pk(Object o) {}\n  void open(Object o) {}\n  void one() { pk(\"x\"); }\n  void two() { open(\"x\"); }\n}\nclass O {\n  void pk(String \
         s) {}\n  class In extends B { void one() { pk(\"x\"); } }\n}\n",
    );
    let files = [base, beside, away];
    sure(&files, "D#one(", &["D#pv("]);
    sure(&files, "D#two(", &["B#pk("]);
    sure(&files, "/X#one(", &["X#pk("]);
    sure(&files, "/X#two(", &["B#open("]);
    sure(&files, "In#one(", &["O#pk("]);
}

#[test]
fn a_method_of_the_types_around_hides_one_that_is_imported() {
    let imported = ("b/St.java", "package b;\npublic class St { public static void st() {} public static void free() {} }\n");
    let user = (
        "b/Y.java",
        "package b;\nimport static b.St.st;\nimport static b.St.free;\nclass Par { static void st() {} }\nclass Y extends Par {\n  void one() { st(); }\n  void two() { free(); }\n}\n",
    );
    sure(&[imported, user], "Y#one(", &["Par#st("]);
    sure(&[imported, user], "Y#two(", &["St#free("]);
}

#[test]
fn what_stands_in_front_of_no_type_is_no_package() {
    let uses = "package a;\nimport java.io.*;\nclass In extends FilterInputStream {\n  In(InputStream in) { super(in); }\n  int fill(byte[] b) throws IOException { return in.read(b, 0, 1); }\n  \
                Object all() { return in; }\n  Object far() { return org.gone.lib.Thing.make(); }\n}\n";
    let repo = Repo::built(&[("a/In.java", uses)]);
    let rows = repo.rows("sites");
    let of = |line: u64, name: &str| {
        let row = rows.iter().find(|row| row["name"] == name && row["lines"]["start"] == line).unwrap_or_else(|| panic!("{line} {name}"));
        row["outcome"].as_str().unwrap().to_owned()
    };
    assert_eq!([of(5, "in"), of(5, "read"), of(6, "in")], ["external", "external", "external"]);
    assert_eq!(of(7, "Thing"), "external");
}

#[test]
fn of_types_of_one_name_in_several_modules_a_file_sees_its_own() {
    let type_of =
        |module: &str| (format!("{module}/src/main/java/p/V.java"), "package p;\npublic class V { public int go() { return 1; } }\n".to_owned());
    let user = |path: &str| (path.to_owned(), "package q;\nimport p.V;\nclass U { int m(V v) { return v.go(); } }\n".to_owned());
    let beside = |path: &str| (path.to_owned(), "package p;\nclass T { int m(V v) { return v.go(); } }\n".to_owned());
    let pom = |name: &str, more: &str| {
        (format!("{name}/pom.xml"), format!("<project><groupId>g</groupId><artifactId>{name}</artifactId>{more}</project>\n"))
    };
    let depends = "<dependencies><dependency><groupId>g</groupId><artifactId>m2</artifactId></dependency></dependencies>";
    let files = [
        type_of("m1"),
        type_of("m2"),
        ("m1/src/main/java9/p/V.java".to_owned(), "package p;\npublic class V { public int go() { return 9; } }\n".to_owned()),
        user("m1/src/main/java/q/U.java"),
        beside("m1/src/test/java/p/T.java"),
        user("m2/src/main/java/q/U.java"),
        user("m3/src/main/java/q/U.java"),
        pom("m1", ""),
        pom("m2", ""),
        pom("m3", depends),
    ];
    let repo = Repo::built(&files.each_ref().map(|(path, text)| (path.as_str(), text.as_str())));
    let calls = |repo: &Repo| {
        let of_go = |row: &serde_json::Value| row["to"].as_str().unwrap().contains("V#go(") && row["confidence"].as_f64().unwrap() > 0.9;
        let rows = repo.rows("edges_call").into_iter().filter(of_go);
        let mut ends: Vec<(String, String)> =
            rows.map(|row| (row["path"].as_str().unwrap().to_owned(), row["to"].as_str().unwrap().to_owned())).collect();
        ends.sort();
        ends
    };
    let found = calls(&repo);
    let expected = ["m1/src/main/java/q/U.java", "m1/src/test/java/p/T.java", "m2/src/main/java/q/U.java", "m3/src/main/java/q/U.java"];
    assert_eq!(found.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), expected, "{found:?}");
    for ((_, to), module) in found.iter().zip(["m1", "m1", "m2", "m2"]) {
        assert!(to.contains(&format!(" {module} ")) && !to.contains("java9"), "{to} {module}");
    }
    // A module that is gone is nobody's any more.
    repo.remove("m2/src/main/java/p/V.java");
    repo.build();
    repo.check_clean();
    assert!(calls(&repo).iter().all(|(_, to)| to.contains(" m1 ")));
}
