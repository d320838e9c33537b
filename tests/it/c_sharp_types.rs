//! Types of C# that their type parameters tell apart, and what type arguments tell of values.

use crate::support::Repo;
use crate::tier_b::{check, edit, ends};

const MODEL: (&str, &str) = (
    "Model.cs",
    "namespace App;\npublic class Own { public int Size; public Own Next() => this; }\npublic class Policy { public void Run() { } public static Policy Make() => new Policy(); }\npublic class Policy<T> : Policy { public T Value; public Policy(int a) { } public void Typed() { } public T Get() => Value; }\npublic interface IThing { void Act(); }\npublic class Box<T> where T : IThing { T kept; void F() { kept.Act(); } }\npublic static class Ext {\n  public static int Retry(this Policy p) => 1;\n  public static int Retry<T>(this Policy<T> p) => 1;\n}\n",
);

#[test]
fn types_of_one_name_differ_by_the_number_of_their_type_parameters() {
    let plain =
        "namespace App;\nclass Plain {\n  void F(Policy a) {\n    a.Run();\n    a.Retry();\n    Policy.Make();\n    nameof(Policy);\n  }\n}\n";
    let counted = "namespace App;\nclass Counted : Policy<Own> {\n  static void Empty<T>() { }\n  void F(Policy<Own> b) {\n    b.Typed();\n    b.Value.Next();\n    b.Get().Next();\n    b.Retry();\n    new Policy<int>(1).Typed();\n    typeof(Policy<>).ToString();\n    System.Action a = Empty<int>;\n  }\n}\n";
    let repo = Repo::built(&[MODEL, ("Plain.cs", plain), ("Counted.cs", counted)]);
    let symbols = repo.rows("symbols");
    let named: Vec<_> = symbols.iter().filter(|row| row["name"] == "Policy").map(|row| row["qualifiedName"].as_str().unwrap_or("")).collect();
    assert_eq!(named, ["Policy", "Policy", "Policy.Policy"]);
    check(&repo, "Plain.cs", &[("Policy", "/Policy#"), ("Run", "/Policy#Run("), ("Make", "/Policy#Make(")]);
    // What stands above a type is told by an edge of its own.
    assert!(ends(&repo, "Counted.cs", "Policy").iter().skip(1).all(|it| it.contains("/Policy+1#")));
    check(&repo, "Counted.cs", &[("Typed", "/Policy+1#Typed("), ("Value", "/Policy+1#Value."), ("Get", "/Policy+1#Get(")]);
    check(&repo, "Counted.cs", &[("Next", "Own#Next("), ("Empty", "Counted#Empty(")]);
    check(&repo, "Model.cs", &[("Act", "IThing#Act(")]);
    let (one, other) = (ends(&repo, "Plain.cs", "Retry"), ends(&repo, "Counted.cs", "Retry"));
    assert!(one[0].contains("Ext#Retry(") && other[0].contains("Ext#Retry(") && one != other, "{one:?} {other:?}");
    edit(
        &repo,
        "Model.cs",
        &[&MODEL.1.replace("class Policy<T> : Policy", "class Policy<T, U> : Policy"), &MODEL.1.replace("Policy<T> p", "Policy p"), MODEL.1],
    );
    edit(&repo, "Counted.cs", &[&counted.replace("Policy<Own> b", "Policy b"), counted]);
}

#[test]
fn parts_of_a_type_are_those_of_as_many_type_parameters() {
    let repo = Repo::built(&[
        ("a.cs", "namespace App;\npublic partial class Parts<T> { public Parts(int a) { } public void One() { } }\n"),
        ("b.cs", "namespace App;\npublic partial class Parts<T> { void G() { new Parts<int>(1).One(); } }\n"),
        ("c.cs", "namespace App;\npublic partial class Parts { void H() { new Parts<int>(2).One(); One(); } }\n"),
    ]);
    check(&repo, "b.cs", &[("Parts", "`a.cs`/Parts+1#Parts("), ("One", "Parts+1#One(")]);
    assert_eq!(ends(&repo, "c.cs", "One")[1], "unresolved:unbound-name");
    edit(&repo, "a.cs", &["namespace App;\npublic partial class Parts { public Parts(int a) { } public void One() { } }\n"]);
    assert!(ends(&repo, "c.cs", "One")[1].contains("Parts#One("));
}

#[test]
fn type_arguments_say_what_is_waited_for_looped_over_and_given() {
    let user = "using System;\nusing System.Collections.Generic;\nusing System.Threading.Tasks;\nnamespace App;\nclass Use {\n  List<Own> all; Own[] many; Func<Own> made;\n  async Task<Own> Later() => null;\n  async Task F(Dictionary<string, Own> map, Lazy<Own> lazy) {\n    (await Later().ConfigureAwait(false)).Next();\n    var x = await Later();\n    x.Next();\n    foreach (var pair in map) { pair.Value.Next(); }\n    foreach (var own in all) { own.Next(); }\n    foreach (var it in many) { it.Next(); }\n    many[0].Next();\n    map[\"a\"].Next();\n    all.First(it => true).Next();\n    all.Where(it => true).ToList()[0].Next();\n    made().Next();\n    lazy.Value.Next();\n    Later().Result.Next();\n  }\n}\n";
    let repo = Repo::built(&[MODEL, ("Use.cs", user)]);
    check(&repo, "Use.cs", &[("Next", "Own#Next("), ("Value", "external:builtin"), ("First", "external:builtin"), ("List", "external:builtin")]);
    assert_eq!(ends(&repo, "Use.cs", "Next").len(), 12);
    edit(&repo, "Model.cs", &[&MODEL.1.replace("Next", "Then"), MODEL.1]);
}

#[test]
fn a_function_that_is_called_like_a_member_gives_what_it_was_called_on() {
    let more = "namespace App;\npublic class Base { }\npublic class Build : Base { }\npublic class Build<T> : Base { public T Made() => default; }\npublic static class More {\n  public static TB AddOne<TB>(this TB b) where TB : Base => b;\n  public static Build AddTwo(this Build b) => b;\n  public static Build<T> AddTwo<T>(this Build<T> b) => b;\n}\n";
    let user = "namespace App;\nclass Use {\n  void F(Own o) {\n    new Build().AddOne().AddTwo();\n    new Build<Own>().AddOne().AddTwo().Made().Next();\n    o.AddOne();\n  }\n}\n";
    let repo = Repo::built(&[MODEL, ("More.cs", more), ("Use.cs", user)]);
    check(&repo, "Use.cs", &[("Made", "Build+1#Made("), ("Next", "Own#Next(")]);
    let (one, two) = (ends(&repo, "Use.cs", "AddOne"), ends(&repo, "Use.cs", "AddTwo"));
    assert!(one[0] == one[1] && one[0].contains("More#AddOne(") && one[2] == "unresolved:no-such-member", "{one:?}");
    assert!(two[0] != two[1] && two.iter().all(|it| it.contains("More#AddTwo(")), "{two:?}");
    edit(&repo, "More.cs", &[&more.replace("where TB : Base ", ""), &more.replace("TB AddOne", "Base AddOne"), more]);
}

#[test]
fn what_a_project_takes_in_by_a_property_gives_its_files_what_they_use() {
    let targets = "<Project>\n<Import Project=\"$(MsBuildThisFileDirectory)eng/$(Kind).targets\" Condition=\"$(Kind) != ''\" />\n</Project>\n";
    let tests = "<Project><ItemGroup><Using Include=\"Lib.Own\" /></ItemGroup></Project>\n";
    let project = "<Project><PropertyGroup><Kind>Test</Kind></PropertyGroup></Project>\n";
    let repo = Repo::built(&[
        ("lib/H.cs", "namespace Lib.Own;\npublic static class Helper { public static void Go() { } }\n"),
        ("eng/Test.targets", tests),
        ("Directory.Build.targets", targets),
        ("t/t.csproj", project),
        ("t/U.cs", "namespace T;\nclass U { void F() { Helper.Go(); } }\n"),
        ("o/o.csproj", "<Project />\n"),
        ("o/V.cs", "namespace O;\nclass V { void F() { Helper.Go(); } }\n"),
    ]);
    check(&repo, "t/U.cs", &[("Helper", "Helper#"), ("Go", "Helper#Go(")]);
    check(&repo, "o/V.cs", &[("Helper", "unresolved:unbound-name")]);
    edit(&repo, "eng/Test.targets", &["<Project />\n", tests]);
    edit(&repo, "t/t.csproj", &[&project.replace("Test", "Library"), project]);
    edit(&repo, "Directory.Build.targets", &["<Project />\n", targets]);
}
