//! Functions that are called like members of what they take or are added to, and what stands around values: C#, Kotlin, Swift.

use crate::support::Repo;
use crate::tier_b::{check, edit};

const MODEL: (&str, &str) = (
    "Model.cs",
    "namespace App;\npublic interface IThing { }\npublic class Part { public int Depth; }\npublic class Widget : IThing { public int Size; public Part Inner; }\npublic class Other { }\npublic record Rec(int Quota);\n",
);

const TOOLS: (&str, &str) = (
    "Tools.cs",
    "namespace App.Tools;\npublic static class Ext {\n  public static Widget Grow(this Widget w) => w;\n  public static Widget Grow(this Widget w, int by) => w;\n  public static string Shout(this string s) => s;\n  public static T Bound<T>(this T x) where T : IThing => x;\n  public static void Loose<T>(this T x) { }\n}\n",
);

#[test]
fn a_function_of_c_sharp_is_called_like_a_member_of_what_it_takes_first() {
    let user = "using App.Tools;\nnamespace App.Main;\nclass Use {\n  void F(Widget w, string text) {\n    w.Grow(2);\n    Ext.Grow(w, 3);\n    w.Bound();\n    w.Loose();\n    \"a\".Shout();\n    text.Shout();\n  }\n}\n";
    let refused = "using App.Tools;\nnamespace App.Main;\nclass Refused {\n  void F(Other o) {\n    o.Bound();\n    o.Grow();\n  }\n}\n";
    let blind = "namespace App.Far;\nclass Blind {\n  void F(Widget w) {\n    w.Grow();\n  }\n}\n";
    let opened = "using App.Tools;\nusing Elsewhere;\nnamespace App.Main;\nclass Opened {\n  void F(Widget w, Other o) {\n    w.Grow(1);\n    w.Unseen();\n    o.Grow();\n  }\n}\n";
    let repo = Repo::built(&[MODEL, TOOLS, ("Use.cs", user), ("Refused.cs", refused), ("Blind.cs", blind), ("Opened.cs", opened)]);
    check(&repo, "Use.cs", &[("Bound", "Ext#Bound("), ("Loose", "Ext#Loose("), ("Shout", "Ext#Shout(")]);
    let grown = crate::tier_b::ends(&repo, "Use.cs", "Grow");
    assert!(grown.len() == 2 && grown[0] == grown[1] && grown[0].contains("Ext#Grow("), "{grown:?}");
    check(&repo, "Refused.cs", &[("Bound", "unresolved:no-such-member"), ("Grow", "unresolved:no-such-member")]);
    check(&repo, "Blind.cs", &[("Grow", "unresolved:no-such-member")]);
    // A namespace that the tree does not hold may have what none of it has.
    check(&repo, "Opened.cs", &[("Unseen", "external:Elsewhere")]);
    let own = crate::tier_b::ends(&repo, "Opened.cs", "Grow");
    assert!(own[0].contains("Ext#Grow(") && own[1] == "unresolved:receiver-unknown", "{own:?}");
    edit(
        &repo,
        "Tools.cs",
        &[
            &TOOLS.1.replace("App.Tools", "App.Moved"),
            &TOOLS.1.replace("this Widget w", "Widget w"),
            &TOOLS.1.replace("this Widget", "this Other"),
            TOOLS.1,
        ],
    );
    edit(&repo, "Use.cs", &[&user.replace("using App.Tools;\n", ""), user]);
    edit(&repo, "Model.cs", &[&MODEL.1.replace(": IThing", ""), MODEL.1]);
}

#[test]
fn an_initializer_of_c_sharp_sets_members_of_what_is_built() {
    let user = "namespace App;\nclass Use {\n  Widget kept = new() { Size = 1 };\n  void F(Rec rec, object o, string text, int Size, int Depth, int Quota) {\n    var a = new Widget { Size = Size, Inner = { Depth = Depth } };\n    var b = rec with { Quota = Quota };\n    if (o is Widget { Size: 1 }) { }\n    string.Join(\",\", text);\n    int.Parse(text);\n  }\n}\n";
    let repo = Repo::built(&[MODEL, ("Use.cs", user)]);
    check(&repo, "Use.cs", &[("Size", "Widget#Size."), ("Inner", "Widget#Inner."), ("Depth", "Part#Depth."), ("Quota", "Rec#Quota.")]);
    check(&repo, "Use.cs", &[("Join", "external:builtin"), ("Parse", "external:builtin")]);
    edit(&repo, "Model.cs", &[&MODEL.1.replace("Size", "Width"), MODEL.1]);
}

const HELD: (&str, &str) = (
    "a.kt",
    "package a\nclass Outer {\n  class Inner {\n    fun deep() {}\n  }\n  companion object {\n    fun String.parse(): Outer = Outer()\n  }\n}\nfun String.shout(): String = this\nfun Int.twice(): Int = this\nfun Outer?.gone() {}\nfun Outer.Inner.deeper() {}\nval <T> List<T>.second: T get() = this[1]\nclass Date\n",
);

#[test]
fn what_kotlin_adds_to_types_of_the_language_is_of_the_repository_where_it_is_seen() {
    let user = "package b\nimport a.Outer\nimport a.shout\nimport a.Outer.Companion.parse\nimport a.second\nimport a.gone\nimport a.deeper\nimport java.util.Date\nimport other.lib.far\nfun f(s: String, o: Outer.Inner, l: List<String>, n: Outer?) {\n  s.shout()\n  \"a\".shout().shout()\n  \"a\".parse()\n  o.deep()\n  Outer.Inner().deep()\n  o.deeper()\n  n.gone()\n  l.second\n  val d: Date = Date()\n  s.twice()\n  s.far()\n}\n";
    let repo = Repo::built(&[HELD, ("b.kt", user), ("c.kt", "package a\nfun g(s: String, i: Int) {\n  s.shout()\n  i.twice()\n}\n")]);
    check(
        &repo,
        "b.kt",
        &[("shout", "shout("), ("parse", "parse("), ("deep", "Inner#deep("), ("deeper", "deeper("), ("gone", "gone("), ("second", "second.")],
    );
    check(&repo, "b.kt", &[("Inner", "Outer#Inner#"), ("Date", "external:java"), ("twice", "external:builtin"), ("far", "external:other")]);
    check(&repo, "c.kt", &[("shout", "shout("), ("twice", "twice(")]);
    edit(&repo, "a.kt", &[&HELD.1.replace("package a", "package moved"), &HELD.1.replace("fun String.shout", "fun Int.shout"), HELD.1]);
    edit(&repo, "b.kt", &[&user.replace("import a.shout\n", ""), user]);
}

#[test]
fn what_reads_a_property_that_kotlin_adds_has_the_members_of_its_type() {
    let files = [
        ("a.kt", "package a\nclass Box {\n  val width = 1\n  fun go() {}\n}\n"),
        ("b.kt", "package a\nval Box.twice: Int\n  get() {\n    this.go()\n    return width\n  }\nfun h(l: List<Box>) {\n  l.map { it.width }\n}\n"),
    ];
    let repo = Repo::built(&files);
    check(&repo, "b.kt", &[("go", "Box#go("), ("width", "Box#width.")]);
}

const BAG: (&str, &str) = (
    "a.swift",
    "extension String {\n  func shout() -> String { self }\n}\nprotocol Keyed {}\nextension Keyed {\n  var stamp: Int { 1 }\n}\nextension URL: Keyed {}\nclass Node {}\nextension Node: Keyed {}\nenum State {\n  case on, off(Int)\n  enum Mode {\n    case slow\n  }\n}\nextension State.Mode {\n  var word: Int {\n    switch self {\n    case .slow: return rank\n    }\n  }\n}\nextension State.Mode {\n  var rank: Int { 1 }\n}\nclass Bag {\n  static let shared = Bag()\n  subscript(i: Int) -> Node { Node() }\n  func me() -> Self { Self.shared.me() }\n}\nlet outside = SomeForeigner()\n",
);

#[test]
fn brackets_of_swift_take_an_element_and_shorthand_names_are_of_the_type_of_their_place() {
    let user = "func f(bag: Bag, s: State, u: URL, n: Node, xs: [Node]) {\n  bag[0].stamp\n  xs[0].stamp\n  xs.first?.stamp\n  u.stamp\n  n.stamp\n  \"a\".shout()\n  outside.anything\n  let t: State = .on\n  switch s {\n  case .on: break\n  case .off(let q): break\n  }\n  if s == .on { }\n}\n";
    let other = "enum Other {\n  case on, off, slow\n}\nfunc g(on: Int, xs: [Node]) { xs[on] }\n";
    let repo = Repo::built(&[BAG, ("b.swift", user), ("c.swift", other)]);
    check(&repo, "b.swift", &[("stamp", "Keyed#stamp."), ("shout", "String#shout("), ("on", "State#on."), ("off", "State#off.")]);
    check(&repo, "b.swift", &[("anything", "unresolved:receiver-unknown")]);
    check(&repo, "a.swift", &[("Self", "Bag#"), ("shared", "Bag#shared."), ("me", "Bag#me("), ("slow", "Mode#slow."), ("rank", "rank.")]);
    // A variable is no call, whatever stands in brackets behind it.
    let sites = repo.rows("sites");
    assert!(!sites.iter().any(|row| row["role"] == "call" && (row["name"] == "bag" || row["name"] == "xs")));
    edit(&repo, "a.swift", &[&BAG.1.replace("extension URL: Keyed {}\n", ""), &BAG.1.replace("case on, off", "case off"), BAG.1]);
    edit(&repo, "c.swift", &["extension String {\n  func shout() {}\n}\n", other]);
}

const WRAPPER: (&str, &str) = ("w.swift", "struct Wrapper<Base> {\n  let base: Base\n}\nlet wrapped = Wrapper(base: Outside())\n");
const OF_VIEWS: &str = "extension Wrapper where Base: View {\n  func show(with url: URL, options: Int) {}\n  func hide(now: Bool) {}\n}\n";
const OF_ITEMS: &str = "extension Wrapper where Base: Item {\n  func show(with source: Source, options: Int) {}\n}\n";

#[test]
fn arguments_do_not_tell_which_values_have_what_an_extension_adds_to_some() {
    let user = "func f(u: URL) {\n  wrapped.show(with: u, options: 1)\n  wrapped.hide(now: true)\n}\n";
    let repo = Repo::built(&[WRAPPER, ("a.swift", OF_VIEWS), ("b.swift", OF_ITEMS), ("u.swift", user)]);
    check(&repo, "u.swift", &[("show", "candidates:"), ("hide", "Wrapper#hide(")]);
    edit(&repo, "b.swift", &["", OF_ITEMS, &OF_ITEMS.replace(" where Base: Item", "")]);
    edit(&repo, "a.swift", &[&OF_VIEWS.replace(" where Base: View", ""), OF_VIEWS]);
}
