//! What every value of a language has is never said to be missing, in the languages whose types are told by scope.

use crate::support::Repo;

#[test]
fn members_that_the_language_gives_are_of_the_language() {
    let files = [
        (
            "a.kt",
            "data class D(val x: Int)\nenum class E { A, B }\nfun f(d: D, e: E): String {\n    val c = d.copy(x = 1)\n    val n = e.ordinal\n    return d.toString()\n}\n",
            &["copy", "ordinal", "toString"][..],
        ),
        (
            "a.cs",
            "namespace A {\n    public class D { public void Go() { this.GetHashCode(); } }\n    public enum L { X }\n    public class U { string F(D d, L l) { l.HasFlag(l); return d.ToString(); } }\n}\n",
            &["GetHashCode", "HasFlag", "ToString"],
        ),
        (
            "a.rb",
            "class D\n  def go; end\nend\ndef f\n  d = D.new\n  d.freeze\n  d.respond_to?(:go)\n  D.instance_methods\nend\n",
            &["freeze", "respond_to?", "instance_methods"],
        ),
        (
            "a.php",
            "<?php\nenum S { case A; }\nclass D { function go() {} }\nclass X extends \\Exception { }\nfunction f(S $s, X $x) { $s->name; S::cases(); $x->getMessage(); return D::class; }\n",
            &["name", "cases", "getMessage"],
        ),
        ("a.dart", "class D { void go() {} }\nenum L { a }\nString f(D d, L l) { l.index; return d.toString(); }\n", &["index", "toString"]),
        ("a.scala", "case class D(x: Int)\nobject U { def f(d: D): String = { d.copy(x = 1); d.toString() } }\n", &["copy", "toString"]),
        (
            "a.swift",
            "class D { func go() {} }\nenum L: Int { case a }\nfunc f(_ d: D, _ l: L) { let x = L.allCases; l.rawValue; d.hashValue }\n",
            &["allCases", "rawValue", "hashValue"],
        ),
    ];
    let repo = Repo::built(&files.map(|(path, text, _)| (path, text)));
    let sites = repo.rows("sites");
    for (path, _, names) in files {
        for name in names {
            let ends: Vec<_> =
                sites.iter().filter(|row| row["path"] == path && row["name"] == *name).map(|row| (&row["outcome"], &row["reason"])).collect();
            assert!(!ends.is_empty() && ends.iter().all(|(outcome, _)| *outcome == "external"), "{path} {name}: {ends:?}");
        }
    }
    // What nobody gives is missing.
    repo.write("a.rb", "class D\n  def go; end\nend\ndef f\n  D.new.invented\nend\n");
    repo.build();
    repo.check_clean();
    assert!(repo.rows("sites").iter().any(|row| row["name"] == "invented" && row["reason"] == "no-such-member"));
}

#[test]
fn what_the_language_has_is_its_own_also_where_it_is_imported() {
    let text = "<?php\nnamespace A\\B;\n\nuse RuntimeException;\nuse function sprintf;\n\nclass X { function f() { throw new RuntimeException(sprintf('a')); } }\n";
    let repo = Repo::built(&[("x.php", text)]);
    let ends: Vec<_> = repo.rows("sites").into_iter().map(|row| (row["name"].clone(), row["outcome"].clone())).collect();
    assert!(ends.len() >= 4 && ends.iter().all(|(_, outcome)| outcome == "external"), "{ends:?}");
    // A class of the repository that bears the name is meant.
    repo.write("own.php", "<?php\nclass RuntimeException { }\n");
    repo.build();
    repo.check_clean();
    let to_own = repo
        .rows("edges_usage")
        .into_iter()
        .chain(repo.rows("edges_call"))
        .any(|row| row["path"] == "x.php" && row["to"].as_str().unwrap().ends_with("RuntimeException#"));
    assert!(to_own);
}
