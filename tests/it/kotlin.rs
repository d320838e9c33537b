//! Kotlin and its neighbours on one platform: what types hold beside their instances.

use crate::left_out::check;
use crate::scoping::sure;
use crate::support::Repo;

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

#[test]
fn properties_that_methods_of_java_stand_for_lead_to_these() {
    let bean = "package a;\npublic class Bean {\n  public String getName() { return null; }\n  public void setName(String name) {}\n  public boolean isOpen() { return true; }\n  public Bean getNext() { return null; }\n}\n";
    let user = "package b\nimport a.Bean\nfun one(j: Bean) {\n  j.name = \"x\"\n  val it = j.name\n  val open = j.isOpen\n  j.next.setName(\"y\")\n  j.nothing\n}\n";
    let files = [("a/Bean.java", bean), ("b.kt", user)];
    let repo = Repo::built(&files);
    let edges: Vec<_> = ["edges_call", "edges_usage"].into_iter().flat_map(|table| repo.rows(table)).collect();
    let end = |line: u64, name: &str| {
        let sites = repo.rows("sites");
        let site = sites.iter().find(|row| row["path"] == "b.kt" && row["lines"]["start"] == line && row["name"] == name).unwrap();
        let edge = edges.iter().find(|row| row["evidenceId"] == site["evidenceId"]);
        edge.map_or_else(|| site["reason"].as_str().unwrap().to_owned(), |edge| edge["to"].as_str().unwrap().rsplit('#').next().unwrap().to_owned())
    };
    assert!(end(4, "name").starts_with("setName("), "{}", end(4, "name"));
    assert!(end(5, "name").starts_with("getName("), "{}", end(5, "name"));
    assert!(end(6, "isOpen").starts_with("isOpen("), "{}", end(6, "isOpen"));
    assert!(end(7, "next").starts_with("getNext("), "{}", end(7, "next"));
    assert!(end(7, "setName").starts_with("setName("), "{}", end(7, "setName"));
    assert_eq!(end(8, "nothing"), "no-such-member");
    repo.write("a/Bean.java", bean.replace("getName", "readName"));
    repo.build();
    repo.check_clean();
}
