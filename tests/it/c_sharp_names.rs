//! C#: attributes by the names that are written, types outside of namespaces, and variables of queries.

use crate::support::Repo;
use crate::tier_b::{check, edit, ends};

#[test]
fn an_attribute_is_written_without_the_end_of_its_name() {
    let marks = "namespace App.Marks;\npublic class SlowAttribute : System.Attribute { }\npublic class Fast { }\npublic class FastAttribute : System.Attribute { }\n";
    let user =
        "using App.Marks;\nnamespace App;\nclass Use {\n  [Slow]\n  [Fast]\n  [Obsolete]\n  void F() { }\n  [SlowAttribute]\n  void G() { }\n}\n";
    let repo = Repo::built(&[("Marks.cs", marks), ("Use.cs", user)]);
    check(
        &repo,
        "Use.cs",
        &[("Slow", "SlowAttribute#"), ("Fast", "FastAttribute#"), ("SlowAttribute", "SlowAttribute#"), ("Obsolete", "external:builtin")],
    );
    let moved = [&marks.replace("SlowAttribute", "Other"), &marks.replace("FastAttribute", "Slow"), &marks.replace("App.Marks", "App.Far"), marks];
    edit(&repo, "Marks.cs", &moved);
    check(&repo, "Use.cs", &[("Slow", "SlowAttribute#")]);
}

#[test]
fn a_type_outside_of_the_namespaces_of_its_file_is_seen_everywhere() {
    let guard = "using System;\nnamespace X {\n  class Y { public static void Go() { Guard.Check(1); } }\n}\nstatic class Guard { public static void Check(int x) { } }\n";
    let user = "namespace A.B;\nclass Use {\n  void F() {\n    Guard.Check(2);\n  }\n}\n";
    let repo = Repo::built(&[("Guard.cs", guard), ("Use.cs", user)]);
    check(&repo, "Use.cs", &[("Guard", "Guard#"), ("Check", "Guard#Check(")]);
    check(&repo, "Guard.cs", &[("Check", "Guard#Check(")]);
    let inside = guard.replace("}\nstatic class Guard", "static class Guard") + "}\n";
    edit(&repo, "Guard.cs", &[&inside, guard]);
    check(&repo, "Use.cs", &[("Check", "Guard#Check(")]);
}

#[test]
fn a_namespace_holds_its_types_whatever_stands_beside_it() {
    let both = "namespace A {\n  public class W { public void Go() { } }\n  public partial class P { void X() { this.Y(); } }\n}\npublic class Top { public void Up() { } }\n";
    let inside = "namespace A {\n  public class Z : W { void R(Top t) { Go(); this.Go(); t.Up(); } }\n  public partial class P { void Y() { } }\n}\n";
    let opening = "using A;\nclass U { void R(W w, Top t) { w.Go(); t.Up(); } }\n";
    let apart = "namespace B;\nclass N { void R(W w, Top t) { w.Go(); t.Up(); } }\n";
    let repo = Repo::built(&[("Both.cs", both), ("Inside.cs", inside), ("Opening.cs", opening), ("Apart.cs", apart)]);
    let check_all = |repo: &Repo| {
        check(repo, "Both.cs", &[("Y", "P#Y(")]);
        check(repo, "Inside.cs", &[("Go", "W#Go("), ("Up", "Top#Up(")]);
        check(repo, "Opening.cs", &[("W", "W#"), ("Go", "W#Go("), ("Up", "Top#Up(")]);
        check(repo, "Apart.cs", &[("W", "unresolved:unbound-name"), ("Up", "Top#Up(")]);
    };
    check_all(&repo);
    let [below, above] = [
        both.replace("}\npublic class Top { public void Up() { } }", "  public class Top { public void Up() { } }\n}"),
        format!("class Else {{ }}\n{both}"),
    ];
    edit(&repo, "Both.cs", &[&below, &above, &both.replace("namespace A", "namespace C"), both]);
    check_all(&repo);
}

#[test]
fn variables_of_queries_and_what_nobody_wants_are_no_names_of_others() {
    let user = "namespace App;\npublic class Item { public Item Next; public bool Fits() => true; }\nclass Use {\n  object F(Item[] items) {\n    int.TryParse(\"1\", out _);\n    _ = items;\n    return from item in items let next = item.Next where next.Fits() select next;\n  }\n}\n";
    let repo = Repo::built(&[("Use.cs", user)]);
    check(&repo, "Use.cs", &[("Next", "Item#Next."), ("Fits", "Item#Fits(")]);
    let unbound: Vec<_> = ["_", "item", "next"].iter().flat_map(|name| ends(&repo, "Use.cs", name)).collect();
    assert!(unbound.is_empty(), "{unbound:?}");
}
