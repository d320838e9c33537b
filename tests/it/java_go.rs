//! What the platforms of Java and Go give and hand on, packages written out, and files of which a build compiles one.

use crate::scoping::{calls, sure};
use crate::support::Repo;

const ITEMS: (&str, &str) = (
    "a/Item.java",
    "package a;\nclass Item { void go() {} String user() { return null; } Item with(String s) { return this; } }\nclass Other { void go() {} String user() { return null; } Item with(String s) { return \
     null; } }\n",
);

#[test]
fn what_a_reference_holds_is_handed_to_the_functions_that_replace_it() {
    let uses = "package a;\nimport java.util.concurrent.atomic.AtomicReference;\nimport java.util.concurrent.CompletableFuture;\nclass C {\n  AtomicReference<Item> ref = new \
                AtomicReference<>(null);\n  void one() { ref.updateAndGet(c -> c.with(c.user())).go(); }\n  void two(Item o) { ref.accumulateAndGet(o, (c, d) -> c.with(d.user())); }\n  void \
                three(CompletableFuture<Item> f) { f.whenComplete((c, failure) -> c.go()); }\n}\n";
    let files = [ITEMS, ("a/C.java", uses)];
    sure(&files, "C#one(", &["Item#with(", "Item#user(", "Item#go("]);
    sure(&files, "C#two(", &["Item#with(", "Item#user("]);
    sure(&files, "C#three(", &["Item#go("]);
}

#[test]
fn an_import_of_all_that_a_type_holds_is_one_of_the_type() {
    let files = [
        ("a/b/Clock.java", "package a.b;\npublic class Clock {\n  public static long now() { return 0; }\n  public static class Tick {}\n}\n"),
        ("a/C.java", "package a;\nimport static a.b.Clock.*;\nclass C { long t() { return now(); } }\n"),
        ("a/D.java", "package a;\nimport a.b.Clock.*;\nclass D { Tick t() { return null; } }\n"),
        ("a/E.java", "package a;\nimport a.b.*;\nclass E { Clock t() { return null; } }\n"),
    ];
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_import");
    let names_the_type = |path: &str| rows.iter().any(|row| row["path"] == path && row["to"].as_str().unwrap().ends_with("`Clock.java`/Clock#"));
    assert!(names_the_type("a/C.java") && names_the_type("a/D.java") && !names_the_type("a/E.java"), "{rows:?}");
    sure(&files, "C#t(", &["Clock#now("]);
}

#[test]
fn packages_of_the_repository_are_found_whatever_they_are_called() {
    let greet = "public class Greet {\n  public static void main(String[] args) {}\n  public static class Help { public Help(int i) {} }\n}\n";
    let (below, solo) = (format!("package aa.b;\n{greet}"), format!("package solo;\n{greet}"));
    let plain = "package aa.c;\npublic class Plain {\n  void one() { aa.b.Greet.main(null); }\n  Object two() { return new aa.b.Greet.Help(1); }\n  void three() { bb.b.Greet.main(null); }\n}\n";
    let ext = "package aa.c;\nimport org.ext.Registry;\npublic class Ext implements Registry {\n  void one() { aa.b.Greet.main(null); }\n  void two() { solo.Greet.main(null); }\n}\n";
    let files = [
        ("src/aa/b/Greet.java", below.as_str()),
        ("src/solo/Greet.java", solo.as_str()),
        ("src/aa/c/Plain.java", plain),
        ("src/aa/c/Ext.java", ext),
        ("src/Own.java", "public class Own {\n  void one() { solo.Greet.main(null); }\n  Object two() { return new solo.Greet.Help(1); }\n}\n"),
    ];
    sure(&files, "Plain#one(", &["aa/b/`Greet.java`/Greet#main("]);
    sure(&files, "Plain#two(", &["aa/b/`Greet.java`/Greet#Help#Help("]);
    sure(&files, "Plain#three(", &[]);
    sure(&files, "Ext#one(", &["aa/b/`Greet.java`/Greet#main("]);
    sure(&files, "Ext#two(", &["solo/`Greet.java`/Greet#main("]);
    sure(&files, "Own#one(", &["solo/`Greet.java`/Greet#main("]);
    sure(&files, "Own#two(", &["solo/`Greet.java`/Greet#Help#Help("]);
}

#[test]
fn methods_that_are_handed_a_class_give_a_value_of_it() {
    let source = "package a;\nimport java.lang.reflect.Field;\n@interface P { int value(); }\n@interface Q { int value(); }\nclass Own { Q unwrap(Class<?> c) { return null; } }\nclass C {\n  int one(Field f) { return \
                  f.getAnnotation(P.class).value(); }\n  int two(Class<?> f) { return f.getAnnotation(P.class).value(); }\n  int three(Object o) { return P.class.cast(o).value(); }\n  int four(Own own) { return \
                  own.unwrap(P.class).value(); }\n  int five(Class<P> ty, Field f) { return f.getDeclaredAnnotation(ty).value(); }\n}\n";
    let files = [("a/C.java", source)];
    sure(&files, "C#one(", &["P#value("]);
    sure(&files, "C#two(", &["P#value("]);
    sure(&files, "C#three(", &["P#value("]);
    sure(&files, "C#four(", &["Own#unwrap(", "Q#value("]);
    sure(&files, "C#five(", &["P#value("]);
}

#[test]
fn methods_of_the_platform_give_their_argument_again_or_hold_it() {
    let uses = "package a;\nimport static java.util.Objects.requireNonNull;\nimport java.util.*;\nimport java.util.Objects;\nimport java.util.Optional;\nclass C {\n  void one(Item l) { Objects.requireNonNull(l).go(); \
                }\n  void two(Item l) { Optional.ofNullable(l).get().go(); }\n  void three(Item l) { Optional.of(l).ifPresent(x -> x.go()); }\n  void four(Item l) { var x = requireNonNull(l, \"l\"); x.go(); }\n  void \
                five(Other[] all) { for (var x : Arrays.asList(all)) x.go(); }\n  void six(Item l) { Map.of(\"a\", l, \"b\", l).get(\"a\").go(); }\n  void seven(Item l, Other o) { Arrays.asList(l, o).forEach(x -> \
                x.go()); }\n}\n";
    let files = [ITEMS, ("a/C.java", uses)];
    sure(&files, "C#one(", &["Item#go("]);
    sure(&files, "C#two(", &["Item#go("]);
    sure(&files, "C#three(", &["Item#go("]);
    sure(&files, "C#four(", &["Item#go("]);
    sure(&files, "C#five(", &["Other#go("]);
    sure(&files, "C#six(", &["Item#go("]);
    sure(&files, "C#seven(", &[]);
}

#[test]
fn entries_of_a_map_have_its_keys_and_its_values() {
    let source = "package a;\nimport java.util.Map;\nimport java.util.SortedMap;\ninterface Gauge<T> { T getValue(); }\nclass Other { Object getValue() { return null; } void go() {} }\nclass Key { void go() {} }\nclass \
                  Reg { SortedMap<Key, Gauge<?>> gauges() { return null; } }\nclass C {\n  static Object pair(Object a, Object b) { return null; }\n  Object one(Reg r) { return r.gauges().entrySet().stream().map(e -> \
                  pair(e.getKey(), e.getValue().getValue())); }\n  void two(Reg r) { for (var e : r.gauges().entrySet()) e.getValue().getValue(); }\n  void three(Reg r) { r.gauges().entrySet().forEach(e -> \
                  e.getKey().go()); }\n  void four(Reg r) { r.gauges().firstEntry().getValue().getValue(); }\n  void five(Reg r) { r.gauges().keySet().forEach(k -> k.go()); }\n  void six(Reg r) { for \
                  (Map.Entry<Key, Gauge<?>> e : r.gauges().entrySet()) e.getKey().go(); }\n}\n";
    let files = [("a/C.java", source)];
    sure(&files, "C#one(", &["Reg#gauges(", "C#pair(", "Gauge#getValue("]);
    sure(&files, "C#two(", &["Reg#gauges(", "Gauge#getValue("]);
    sure(&files, "C#three(", &["Reg#gauges(", "Key#go("]);
    sure(&files, "C#four(", &["Reg#gauges(", "Gauge#getValue("]);
    sure(&files, "C#five(", &["Reg#gauges(", "Key#go("]);
    sure(&files, "C#six(", &["Reg#gauges(", "Key#go("]);
}

#[test]
fn of_many_files_by_platform_that_of_a_default_build_is_meant_even_without_a_body() {
    let stub = |tag: &str| format!("//go:build {tag}\n\npackage q\n\nfunc fast(s []byte) int\n");
    let (amd64, arm64) = (stub("amd64"), stub("arm64"));
    let mut files = vec![
        ("go.mod", "module example.com/q\n"),
        ("fast_amd64.go", amd64.as_str()),
        ("fast_arm64.go", arm64.as_str()),
        ("fast_other.go", "//go:build !arm64 && !amd64\n\npackage q\n\nfunc fast(s []byte) int { return len(s) }\n"),
        ("run.go", "package q\n\nfunc run() { fast(nil) }\n\nfunc all() { each() }\n"),
    ];
    let each =
        ["386", "amd64", "arm", "arm64", "armbe", "loong64", "mips", "mips64", "mipsle", "ppc", "ppc64", "riscv64", "s390x", "sparc64", "wasm"];
    let paths: Vec<String> = each.iter().map(|architecture| format!("each_{architecture}.go")).collect();
    files.extend(paths.iter().map(|path| (path.as_str(), "package q\n\nfunc each() {}\n")));
    sure(&files, "/run(", &["fast_amd64.go`/fast("]);
    sure(&files, "/all(", &["each_amd64.go`/each("]);
    assert_eq!(calls(&files, "/all(").len(), 8);
}

#[test]
fn a_test_that_imports_its_own_package_names_the_package() {
    let files = [
        ("go.mod", "module example.com/m\n"),
        ("m.go", "package m\n\nfunc Use() {}\n"),
        ("export_test.go", "package m\n\nfunc Hidden() {}\n"),
        ("use_test.go", "package m_test\n\nimport \"example.com/m\"\n\nfunc run() { m.Use(); m.Hidden() }\n"),
    ];
    sure(&files, "/run(", &["/Use(", "/Hidden("]);
    let repo = Repo::built(&files);
    let rows = repo.rows("edges_import");
    let named: Vec<_> = rows.iter().filter(|row| row["path"] == "use_test.go").map(|row| (&row["to"], row["confidence"].as_f64().unwrap())).collect();
    assert!(named.len() == 1 && named[0].1 >= 0.9, "{named:?}");
}

#[test]
fn what_slices_and_maps_give_is_of_the_type_of_what_they_take() {
    let source = "package q\n\nimport (\n\t\"cmp\"\n\t\"slices\"\n)\n\ntype Item struct{}\n\nfunc (i *Item) Go() {}\n\ntype Other struct{}\n\nfunc (o *Other) Go() {}\n\nfunc one(l []*Item) { slices.Clone(l)[0].Go() }\n\nfunc \
                  two(a, b *Item) { cmp.Or(a, b).Go() }\n";
    let files = [("go.mod", "module example.com/q\n"), ("q.go", source)];
    sure(&files, "/one(", &["Item#Go("]);
    sure(&files, "/two(", &["Item#Go("]);
}

#[test]
fn a_package_of_go_holds_what_tools_wrote_into_it() {
    let files = [
        ("go.mod", "module example.com/q\n"),
        (
            "pb/a.pb.go",
            "// Code generated by protoc. DO NOT EDIT.\npackage pb\n\ntype Msg struct{}\n\nfunc (m *Msg) Name() string { return own() }\n",
        ),
        ("pb/own.go", "package pb\n\nfunc own() string { return \"\" }\n"),
        ("run.go", "package q\n\nimport \"example.com/q/pb\"\n\nfunc run(m *pb.Msg) { m.Name() }\n"),
    ];
    sure(&files, "/run(", &["Msg#Name("]);
    sure(&files, "Msg#Name(", &["/own("]);
    let repo = Repo::built(&files);
    assert!(repo.rows("files").iter().any(|row| row["path"] == "pb/a.pb.go" && row["class"] == "generated"));
}

#[test]
fn a_type_that_is_defined_by_another_has_methods_of_its_own_alone() {
    let source = "package q\n\ntype A struct{ n int }\n\nfunc (a A) Own() {}\n\ntype Def A\n\nfunc (d Def) Own() { _ = d.n }\n\ntype Same = A\n\nfunc run(d Def, s Same) {\n\td.Own()\n\ts.Own()\n}\n";
    sure(&[("go.mod", "module example.com/q\n"), ("q.go", source)], "/run(", &["Def#Own(", "/A#Own("]);
}

#[test]
fn the_first_variable_of_a_range_is_what_an_iterator_or_a_map_gives_first() {
    let source = "package q\n\nimport \"iter\"\n\ntype Item struct{}\n\nfunc (i *Item) Go() {}\n\ntype Other struct{}\n\nfunc (o *Other) Go() {}\n\nfunc all() iter.Seq[*Item] { return nil \
                  }\n\nfunc both() iter.Seq2[*Other, *Item] { return nil }\n\nfunc table() map[*Other]*Item { return nil }\n\nfunc list() []*Item { return nil }\n\nfunc run() {\n\tfor i := \
                  range all() {\n\t\ti.Go()\n\t}\n\tfor o := range both() {\n\t\to.Go()\n\t}\n\tfor o, i := range table() {\n\t\to.Go()\n\t\ti.Go()\n\t}\n\tfor n := range list() \
                  {\n\t\tn.Go()\n\t}\n}\n";
    let files = [("go.mod", "module example.com/q\n"), ("q.go", source)];
    sure(&files, "/run(", &["/all(", "Item#Go(", "/both(", "Other#Go(", "/table(", "Other#Go(", "Item#Go(", "/list("]);
}

#[test]
fn lambdas_in_branches_and_assignments_take_the_type_of_their_place() {
    let java = "import java.util.function.*;\nclass Item { void go() {} }\nclass Other { void go() {} }\nclass Use {\n  Consumer<Other> held;\n  void one(boolean b) { Consumer<Item> c = b ? i -> \
                i.go() : (i -> { i.go(); }); }\n  void two() { Consumer<Item> c; c = i -> i.go(); this.held = o -> o.go(); held = o -> o.go(); }\n  void three(boolean b) { take(b ? o -> o.go() : \
                null); }\n  void take(Consumer<Other> c) {}\n}\n";
    let files = [("Use.java", java)];
    sure(&files, "Use#one(", &["Item#go(", "Item#go("]);
    sure(&files, "Use#two(", &["Item#go(", "Other#go(", "Other#go("]);
    sure(&files, "Use#three(", &["Use#take(", "Other#go("]);
}

#[test]
fn a_class_of_a_package_of_one_name_that_is_written_in_full_lies_outside() {
    let uses = "package p;\nclass Sized { int code() { return 0; } }\nclass A {\n  Object one(okhttp3.Response it) { return it.code(); }\n  Object two() { return new okhttp3.Response.Builder(); }\n  Object three() { return \
                okhttp3.Headers.of(1); }\n  Object four(own.Held it) { return it.open(); }\n  Object five(own.Lost it) { return it.code(); }\n  Object six() { return missing.CODE.code(); }\n}\n";
    let files = [("own/Held.java", "package own;\npublic class Held { public Object open() { return null; } }\n"), ("p/A.java", uses)];
    let repo = Repo::built(&files);
    let sites = repo.rows("sites");
    let ends = |from: &str, name: &str| {
        let site = sites.iter().find(|row| row["name"] == name && row["enclosing"].as_str().is_some_and(|it| it.contains(from))).unwrap();
        (site["outcome"].as_str().unwrap().to_owned(), site["reason"].as_str().unwrap_or_default().to_owned())
    };
    for (from, name) in [("A#one(", "Response"), ("A#one(", "code"), ("A#two(", "Builder"), ("A#three(", "of")] {
        assert_eq!(ends(from, name), ("external".to_owned(), "okhttp3".to_owned()), "{from} {name}");
    }
    assert_eq!(ends("A#five(", "Lost").0, "unresolved");
    assert_ne!(ends("A#six(", "code").0, "external");
    sure(&files, "A#four(", &["Held#open("]);
}

#[test]
fn what_a_function_that_is_handed_over_gives_tells_what_a_variable_of_a_package_holds() {
    let pool = "package pool\ntype Pool[T any] struct { make func() T }\nfunc New[T any](make func() T) *Pool[T] { return &Pool[T]{make: make} }\nfunc (p *Pool[T]) Get() T { return p.make() }\nfunc Of[T any](it T) *Pool[T] { \
                return nil }\n";
    let source = "package q\nimport \"example.com/q/pool\"\ntype Stack struct { all []int }\nfunc (s *Stack) Reset() {}\ntype Other struct{}\nfunc (o *Other) Reset() {}\nfunc stack() *Stack { return nil }\nvar held = pool.New(func() \
                  *Stack { return &Stack{} })\nvar named = pool.New(stack)\nvar value = pool.Of(&Other{})\nvar one, two = pool.Of(&Other{}), pool.New(stack)\nfunc a() { s := held.Get(); s.Reset() }\nfunc b() { named.Get().Reset() \
                  }\nfunc c() { value.Get().Reset() }\nfunc d() { one.Get().Reset() }\nfunc e() { two.Get().Reset() }\n";
    let elsewhere = "package q\nfunc f() { held.Get().Reset() }\n";
    let files = [("go.mod", "module example.com/q\n"), ("pool/pool.go", pool), ("q.go", source), ("r.go", elsewhere)];
    for (from, wanted) in [
        ("/a(", "Stack#Reset("),
        ("/b(", "Stack#Reset("),
        ("/c(", "Other#Reset("),
        ("/d(", "Other#Reset("),
        ("/e(", "Stack#Reset("),
        ("/f(", "Stack#Reset("),
    ] {
        sure(&files, from, &["Pool#Get(", wanted]);
    }
}

#[test]
fn lists_of_structs_without_a_name_and_of_types_by_another_name_hold_these() {
    let core = "package core\ntype Field struct { name string }\nfunc (f Field) Add() {}\n";
    let source = "package q\nimport \"example.com/q/core\"\ntype M struct{}\nfunc (m M) Eval() {}\ntype N struct{}\nfunc (n N) Eval() {}\nfunc (n N) Add() {}\ntype list []struct {\n\tdesc string\n\tm M\n}\ntype other struct { desc \
                  string; m N }\ntype Field = core.Field\ntype fields []Field\ntype held struct { l list }\nfunc (h *held) a() {\n\tfor _, it := range h.l { it.m.Eval() }\n}\nfunc (l list) b() { l[0].m.Eval() }\nfunc (l list) own() \
                  {}\nfunc c() list { return list{{desc: \"a\"}} }\nfunc d() { c().own() }\nfunc (d fields) e() {\n\tfor _, it := range d { it.Add() }\n}\nfunc f(it Field) { it.Add() }\n";
    let files = [("go.mod", "module example.com/q\n"), ("core/core.go", core), ("q.go", source)];
    sure(&files, "held#a(", &["/M#Eval("]);
    sure(&files, "list#b(", &["/M#Eval("]);
    sure(&files, "/d(", &["/c(", "list#own("]);
    sure(&files, "fields#e(", &["Field#Add("]);
    sure(&files, "/f(", &["Field#Add("]);
    let repo = Repo::built(&files);
    let writes = repo.rows("edges_usage");
    let keys: Vec<&str> = writes.iter().filter(|row| row["from"].as_str().unwrap().ends_with("/c().")).filter_map(|row| row["to"].as_str()).collect();
    assert!(keys.iter().any(|to| to.ends_with("list#struct#desc.")), "{keys:?}");
}

#[test]
fn what_a_call_of_several_results_hands_over_tells_type_parameters() {
    let source = "package q\ntype A struct{}\nfunc (a *A) Hit() {}\ntype Z struct{}\nfunc (z *Z) Hit() {}\nfunc one() (*A, error) { return nil, nil }\nfunc two() (*A, *Z) { return \
                  nil, nil }\nfunc Must[T any](t T, err error) T { return t }\nfunc Swap[T, U any](t T, u U) (U, T) { return u, t }\nfunc a() { Must(one()).Hit() }\nfunc b() {\n\tx, _ := \
                  Swap(two())\n\tx.Hit()\n}\n";
    let files = [("go.mod", "module example.com/q\n"), ("q.go", source)];
    sure(&files, "/a(", &["/Must(", "/one(", "A#Hit("]);
    sure(&files, "/b(", &["/Swap(", "/two(", "Z#Hit("]);
}

#[test]
fn what_is_taken_out_of_results_and_lists_has_the_fields_of_the_type_that_defines_it() {
    let defined = "package a\n\ntype Head struct{ Rev Rev }\n\ntype Rev struct{}\n\nfunc (Rev) Go() {}\n\ntype Got Head\n\ntype Line []Rev\n";
    let uses = "package a\n\nfunc ask() (*Got, error) { return nil, nil }\n\nfunc One() {\n\tgot, _ := ask()\n\tgot.Rev.Go()\n}\n\nfunc Two(all []Got, by map[string]Got, in chan Got) \
                {\n\tall[0].Rev.Go()\n\tby[\"a\"].Rev.Go()\n\tgot := <-in\n\tgot.Rev.Go()\n}\n\nfunc Three(lines []Line) {\n\tfor _, line := range lines {\n\t\tline[0].Go()\n\t}\n}\n";
    let files = [
        ("go.mod", "module m\n"),
        ("a/defined.go", defined),
        ("a/uses.go", uses),
        ("a/other.go", "package a\n\ntype Other struct{}\n\nfunc (Other) Go() {}\n"),
    ];
    sure(&files, "/One(", &["ask(", "Rev#Go("]);
    sure(&files, "/Two(", &["Rev#Go(", "Rev#Go(", "Rev#Go("]);
    sure(&files, "/Three(", &["Rev#Go("]);
}

#[test]
fn a_type_of_a_block_is_of_that_block_alone() {
    let text = "package p\n\nfunc T() {\n\tfunc() { type foo struct{ bar int }; _ = []foo{{bar: 1}} }()\n\tfunc() { type foo struct{ bar int }; _ = foo{bar: 2} }()\n\t{\n\t\ttype foo struct{ bar string }\n\t\tvar x foo\n\t\tx.bar = \
                \"\"\n\t}\n}\n";
    let repo = Repo::built(&[("p.go", text)]);
    let symbols = repo.rows("symbols");
    let edges = repo.rows("edges_usage");
    let mut met = Vec::new();
    for site in repo.rows("sites").into_iter().filter(|row| row["name"] == "foo" || row["name"] == "bar") {
        let of_site = edges.iter().filter(|edge| edge["evidenceId"] == site["evidenceId"]);
        let rows = of_site.flat_map(|edge| symbols.iter().filter(|row| row["symbolId"] == edge["to"]));
        met.push((site["lines"]["start"].as_u64().unwrap(), rows.map(|row| row["nameLine"].as_u64().unwrap()).collect::<Vec<_>>()));
    }
    met.sort();
    assert_eq!(met, [(4, vec![4]), (4, vec![4]), (5, vec![5]), (5, vec![5]), (8, vec![7]), (9, vec![7])]);
}

#[test]
fn keys_of_maps_are_values_and_not_fields() {
    let source = "package p\n\nimport (\n\t\"net/http\"\n\t\"net/url\"\n\n\t\"other.org/x\"\n)\n\nconst HeaderX = \"X\"\nconst keyz = \"k\"\n\nvar a = http.Header{HeaderX: {\"a\"}}\nvar b = url.Values{keyz: {\"c\"}}\nvar c = x.M{keyz: \
                  1}\nvar d = x.S{HeaderX: 1}\nvar e = x.M{\"q\": 1, HeaderX: 2}\n";
    let repo = Repo::built(&[("go.mod", "module m.org/p\n"), ("a.go", source)]);
    let sites = repo.rows("sites");
    let end = |line: u64, name: &str| {
        let site = sites.iter().find(|row| row["lines"]["start"] == line && row["name"] == name).unwrap();
        (site["role"].as_str().unwrap().to_owned(), site["outcome"].as_str().unwrap().to_owned())
    };
    let read = ("read".to_owned(), "resolved".to_owned());
    assert_eq!([end(13, "HeaderX"), end(14, "keyz"), end(15, "keyz"), end(17, "HeaderX")], [read.clone(), read.clone(), read.clone(), read]);
    assert_eq!(end(16, "HeaderX"), ("write".to_owned(), "external".to_owned()));
}

#[test]
fn what_an_embedded_error_has_is_of_the_language() {
    let source = "package p\n\ntype S struct{ error }\n\ntype JE interface {\n\tAPI() int\n\terror\n}\n\ntype D struct{ S }\n\nfunc f(s S, e JE, d D) string {\n\treturn s.Error() + e.Error() + d.Error()\n}\n";
    crate::left_out::check(&[("go.mod", "module m.org/p\n"), ("a.go", source)], "a.go", &[("Error", "external", "builtin")]);
}

#[test]
fn keys_of_maps_that_have_a_name_are_values_and_not_fields() {
    let source = "package p\n\nconst Key = \"a\"\n\nvar one = Configs{Key: {Name: 1}}\nvar two = Local{Key: Item{Name: 1}}\nvar three = Item{Name: 1}\n\ntype Local \
                  map[string]Item\n";
    let types = "package p\n\ntype Configs map[string]Item\n\ntype Item struct{ Name int }\n";
    let sites = Repo::built(&[("go.mod", "module m.org/p\n"), ("a.go", source), ("b.go", types)]).rows("sites");
    let of = |name: &str| -> Vec<(u64, String, String)> {
        let named = sites.iter().filter(|row| row["name"] == name);
        named
            .map(|row| {
                (row["lines"]["start"].as_u64().unwrap(), row["role"].as_str().unwrap().to_owned(), row["outcome"].as_str().unwrap().to_owned())
            })
            .collect()
    };
    let each = |lines: &[u64], role: &str| lines.iter().map(|line| (*line, role.to_owned(), "resolved".to_owned())).collect::<Vec<_>>();
    assert_eq!(of("Key"), each(&[5, 6], "read"));
    assert_eq!(of("Name"), each(&[5, 6, 7], "write"));
}
