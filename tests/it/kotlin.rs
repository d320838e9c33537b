//! Kotlin and its neighbours on one platform: what types hold beside their instances.

use crate::left_out::check;
use crate::scoping::sure;

const HELD: (&str, &str) = (
    "a.kt",
    "package a\n\nopen class Base {\n  fun low() {}\n}\n\nobject T {\n  const val N = 1\n  fun go() {}\n}\n\nclass P : Base() {\n  companion object {\n    const val K = 2\n    fun make(): P = \
     P()\n    fun low() {}\n  }\n  fun inside() {\n    make()\n    low()\n  }\n  fun instance() {}\n}\n",
);

#[test]
fn what_a_companion_holds_is_of_its_class() {
    let user = "package b\nimport a.P\nfun one() {\n  P.make().instance()\n}\nfun two(p: P) {\n  p.low()\n}\n";
    sure(&[HELD, ("b.kt", user)], "/one(", &["P#Companion#make(", "P#instance("]);
    sure(&[HELD, ("b.kt", user)], "/two(", &["Base#low("]);
    sure(&[HELD], "P#inside(", &["P#Companion#make(", "Base#low("]);
}

#[test]
fn an_import_names_what_a_type_holds() {
    let user = "package b\nimport a.P.Companion.make\nimport a.P.Companion.K\nimport a.T.N\nimport a.T.go as run\nimport a.T.nothing\nimport a.Gone.it\nfun one() {\n  make()\n  run()\n}\nval sum \
                = K + N\n";
    let files = [HELD, ("b.kt", user)];
    sure(&files, "/one(", &["P#Companion#make(", "T#go("]);
    check(&files, "b.kt", &[("K", "resolved", ""), ("N", "resolved", ""), ("nothing", "unresolved", "import-not-found")]);
    check(&files, "b.kt", &[("it", "unresolved", "no-such-module")]);
}
