//! What type arguments tell of values in Dart, Kotlin, Scala and Swift.

use crate::support::Repo;
use crate::tier_b::{check, edit, ends};

#[test]
fn type_arguments_of_dart_say_what_is_waited_for_and_held() {
    let model = "class Own { Own next() => this; }\nclass Box<T extends Own> { T held; T get() => held; }\nclass Kept extends Box<Own> {}\n";
    let user = "import 'model.dart';\nFuture<Own> later() async => Own();\nvoid f(List<Own> all, Map<String, Own> map, Box<Own> box, Own? perhaps, Kept kept) async {\n  (await later()).next();\n  var x = await later();\n  x.next();\n  for (var own in all) { own.next(); }\n  all[0].next();\n  map['a'].next();\n  all.firstWhere((it) => true).next();\n  all.where((it) => true).toList()[0].next();\n  all.first.next();\n  box.get().next();\n  box.held.next();\n  perhaps!.next();\n  kept.get().next();\n}\n";
    let repo = Repo::built(&[("lib/model.dart", model), ("lib/user.dart", user)]);
    check(&repo, "lib/user.dart", &[("next", "Own#next("), ("firstWhere", "external:builtin"), ("first", "external:builtin")]);
    edit(&repo, "lib/model.dart", &[&model.replace("next", "then"), &model.replace("extends Box<Own>", "extends Box"), model]);
}

#[test]
fn type_arguments_of_kotlin_say_what_collections_hold() {
    let model = "package a\nopen class Own { fun next(): Own = this }\nclass Box<T : Own>(val held: T) { fun get(): T = held\n  fun own() { held.next() }\n}\n";
    let user = "package a\nfun f(all: List<Own>, map: Map<String, Own>, box: Box<Own>, pair: Pair<Own, Int>) {\n  for (own in all) { own.next() }\n  for (entry in map) { entry.value.next() }\n  all[0].next()\n  map[\"a\"]?.next()\n  all.first().next()\n  all.filter { true }.toList()[0].next()\n  box.get().next()\n  box.held.next()\n  pair.first.next()\n}\n";
    let repo = Repo::built(&[("a.kt", model), ("b.kt", user)]);
    check(&repo, "b.kt", &[("next", "Own#next("), ("filter", "external:builtin"), ("value", "external:builtin")]);
    check(&repo, "a.kt", &[("next", "Own#next(")]);
    edit(&repo, "a.kt", &[&model.replace("next", "then"), &model.replace("val held: T", "val held: Int"), model]);
}

#[test]
fn what_kotlin_adds_to_a_type_parameter_is_of_what_bounds_it_or_of_anything() {
    let model = "package a\nopen class Own { fun inner() {} }\nclass Other\nfun <T : Own> T.bounded(): T { inner(); return this }\nfun <T> T.free(): T = this\n";
    let user = "package a\nfun f(own: Own, other: Other) {\n  own.bounded()\n  own.free()\n  other.free()\n  other.bounded()\n}\n";
    let repo = Repo::built(&[("a.kt", model), ("b.kt", user)]);
    check(&repo, "b.kt", &[("free", "free(")]);
    check(&repo, "a.kt", &[("inner", "Own#inner(")]);
    let bounded = ends(&repo, "b.kt", "bounded");
    assert!(bounded[0].contains("bounded(") && bounded[1].starts_with("unresolved:"), "{bounded:?}");
    edit(&repo, "a.kt", &[&model.replace("T : Own> T.bounded", "T> T.bounded"), &model.replace("fun <T> T.free", "fun Other.free"), model]);
}

#[test]
fn what_a_call_gives_is_not_told_by_a_bound_alone() {
    let swift = "class Own { }\nclass Below: Own { func deep() { } }\nclass Tree<T> { var held: T }\nclass Use {\n  func make<R: Own>(as type: R.Type) -> R? { return nil }\n  func f(tree: Tree<Own.Type>) {\n    let made = make(as: Below.self)\n    made?.deep()\n    tree.held.deep()\n  }\n}\n";
    let repo = Repo::built(&[("Sources/A/a.swift", swift)]);
    let deep = ends(&repo, "Sources/A/a.swift", "deep");
    assert!(deep[0].contains("Below#deep(") && deep[1] == "unresolved:receiver-unknown", "{deep:?}");
}

#[test]
fn type_arguments_of_swift_and_scala_say_what_values_hold() {
    let swift = "class Own { func next() -> Own { return self } }\nclass Box<T: Own> { var held: T; func get() -> T { return held } }\nclass Kept: Box<Own> { }\nfunc f(all: Array<Own>, box: Box<Own>, kept: Kept) {\n  for own in all { own.next() }\n  all[0].next()\n  box.get().next()\n  box.held.next()\n  kept.get().next()\n}\n";
    let scala = "package a\nclass Own { def next(): Own = this }\nclass Box[T](val held: T) { def get(): T = held }\nobject Use {\n  def f(all: List[Own], box: Box[Own]): Unit = {\n    for (own <- all) own.next()\n    all.head.next()\n    all.filter(_ => true).last.next()\n    box.held.next()\n    box.get().next()\n  }\n}\n";
    let repo = Repo::built(&[("Sources/A/a.swift", swift), ("a.scala", scala)]);
    check(&repo, "Sources/A/a.swift", &[("next", "Own#next("), ("get", "Box#get("), ("held", "Box#held.")]);
    check(&repo, "a.scala", &[("next", "Own#next("), ("filter", "external:builtin")]);
    edit(&repo, "Sources/A/a.swift", &[&swift.replace("next", "then"), swift]);
    edit(&repo, "a.scala", &[&scala.replace("class Box[T](val held: T)", "class Box[T](val held: Int)"), scala]);
}
