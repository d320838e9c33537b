//! Where names lead in languages whose modules are libraries, targets and projects; incremental builds of what crosses files there.

use crate::support::Repo;

/// What the sites of a file end in: for each name the target of its edge by a part of its id, else the reason behind `outcome:`.
pub fn ends(repo: &Repo, path: &str, name: &str) -> Vec<String> {
    let edges: Vec<_> = ["edges_call", "edges_usage", "edges_import"].into_iter().flat_map(|table| repo.rows(table)).collect();
    let sites = repo.rows("sites");
    let of_name = sites.iter().filter(|row| row["path"] == path && row["name"] == name);
    let end = |row: &serde_json::Value| {
        let targets: Vec<&str> = edges.iter().filter(|edge| edge["evidenceId"] == row["evidenceId"]).filter_map(|edge| edge["to"].as_str()).collect();
        let told = format!("{}:{}", row["outcome"].as_str().unwrap_or(""), row["reason"].as_str().unwrap_or(""));
        if row["outcome"] == "resolved" { targets.join(" ") } else { told }
    };
    of_name.map(end).collect()
}

pub fn check(repo: &Repo, path: &str, expected: &[(&str, &str)]) {
    for (name, end) in expected {
        let found = ends(repo, path, name);
        assert!(!found.is_empty() && found.iter().all(|it| if end.contains(':') { it == end } else { it.contains(end) }), "{name}: {found:?}");
    }
}

/// Writes texts one after another; after each the index is that of a clean build.
pub fn edit(repo: &Repo, path: &str, texts: &[&str]) {
    for text in texts {
        repo.write(path, text);
        repo.build();
        repo.check_clean();
    }
}

#[test]
fn a_package_of_dart_is_imported_by_its_name() {
    let repo = Repo::built(&[
        ("pubspec.yaml", "name: me\ndev_dependencies:\n  test: any\n"),
        ("lib/me.dart", "library me;\nimport 'src/hidden.dart';\nexport 'src/a.dart';\nexport 'src/b.dart' show B;\n"),
        ("lib/src/a.dart", "class A { int go() => 1; }\nint _own() => 1;\n"),
        ("lib/src/b.dart", "class B {}\nclass Kept {}\n"),
        ("lib/src/hidden.dart", "class Hidden {}\n"),
        ("other/pubspec.yaml", "name: other\ndependencies:\n  me:\n    path: ..\n"),
        ("other/bin/o.dart", "import 'package:me/src/b.dart' show Kept;\nvar k = Kept();\n"),
        (
            "test/a_test.dart",
            "import 'dart:async';\nimport 'package:me/me.dart';\nimport 'package:test/test.dart';\nimport 'package:gone/gone.dart' show Gone;\nvoid main() {\n  A().go();\n  B();\n  Hidden();\n  Kept();\n  missing();\n  Gone();\n}\n",
        ),
    ]);
    check(&repo, "test/a_test.dart", &[("A", "src/`a.dart`/A#"), ("go", "A#go("), ("B", "`b.dart`/B#"), ("missing", "external:")]);
    // What is imported and not exported no importer sees.
    check(&repo, "test/a_test.dart", &[("Hidden", "external:"), ("Kept", "external:"), ("Gone", "external:package:gone")]);
    check(&repo, "other/bin/o.dart", &[("Kept", "`b.dart`/Kept#")]);
    assert!(repo.rows("packages").iter().any(|row| row["name"] == "me" && row["manager"] == "pub"));
    edit(&repo, "pubspec.yaml", &["name: you\n", "name: me\n"]);
    edit(&repo, "lib/me.dart", &["export 'src/hidden.dart';\n", "import 'src/a.dart';\n", "export 'src/a.dart' hide A;\n"]);
}

#[test]
fn parts_of_a_library_of_dart_are_one() {
    let repo = Repo::built(&[
        ("lib/frames.dart", "library frames;\nimport 'far.dart';\npart 'src/a.dart';\npart 'src/b.dart';\nvar kept = H();\n"),
        ("lib/far.dart", "class Far {}\nclass H {}\n"),
        ("lib/src/a.dart", "part of '../frames.dart';\nconst SIZE = 9;\nclass H { int go() => 1; }\nint _own() => 1;\n"),
        ("lib/src/b.dart", "part of frames;\nint use() { var h = H(); Far(); _own(); return h.go() + SIZE; }\n"),
        ("lib/user.dart", "import 'frames.dart';\nvar h = H();\nvar f = Far();\nvar o = _own();\n"),
    ]);
    let part = [("H", "`a.dart`/H#"), ("go", "H#go("), ("SIZE", "SIZE."), ("Far", "`far.dart`/Far#"), ("_own", "_own("), ("frames", "frames.dart")];
    check(&repo, "lib/src/b.dart", &part);
    check(&repo, "lib/frames.dart", &[("H", "`a.dart`/H#")]);
    check(&repo, "lib/user.dart", &[("H", "`a.dart`/H#"), ("Far", "unresolved:unbound-name"), ("_own", "unresolved:unbound-name")]);
    edit(&repo, "lib/frames.dart", &["part 'src/b.dart';\nclass H {}\n", "import 'far.dart';\npart 'src/a.dart';\npart 'src/b.dart';\n"]);
    edit(&repo, "lib/src/a.dart", &["class H {}\n", "part of '../frames.dart';\nclass H { int go() => 1; }\n"]);
}

#[test]
fn targets_of_a_package_of_swift_are_modules_of_the_tree() {
    let manifest = "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(\n  name: \"P\",\n  targets: [\n    .target(name: \"A\"),\n    .target(name: \"B\", dependencies: [.target(name: \"A\")], path: \"Other/B\"),\n  ])\n";
    let repo = Repo::built(&[
        ("Package.swift", manifest),
        ("Sources/A/a.swift", "public struct Sq { public enum Kind { case small(size: Int) } }\npublic func free() -> Int { return 1 }\n"),
        ("Other/B/b.swift", "import A\nimport XCTest\nfunc f() {\n  A.free()\n  free()\n  missing()\n}\n"),
        ("Other/B/c.swift", "import A\nfunc g() {\n  gone()\n}\n"),
        ("Other/B/d.swift", "@propertyWrapper struct Option { }\nstruct S {\n  @Option(name: .long, help: \"x\") var help: Int\n  var name = 1\n}\n"),
    ]);
    check(&repo, "Other/B/b.swift", &[("A", "module:Sources/A"), ("free", "free("), ("missing", "external:XCTest")]);
    check(&repo, "Other/B/c.swift", &[("gone", "unresolved:unbound-name")]);
    let labels: Vec<_> = repo.rows("sites").into_iter().filter(|row| ["name", "help", "size"].iter().any(|it| row["name"] == **it)).collect();
    assert!(labels.is_empty(), "{labels:?}");
    edit(&repo, "Package.swift", &[&manifest.replace("\"A\"", "\"C\""), manifest]);
    edit(&repo, "Sources/A/a.swift", &["public func other() {}\n", "public func free() -> Int { return 1 }\n"]);
}

#[test]
fn global_usings_are_those_of_each_file_of_a_project() {
    let globals = "global using App.Events;\nglobal using static App.Tools;\nglobal using Lvl = App.Events.Level;\nusing App.Own;\n";
    let project = "<Project Sdk=\"Microsoft.NET.Sdk\"><ItemGroup><Using Include=\"App.More\" /></ItemGroup></Project>\n";
    let user =
        "namespace App.Core;\nclass Use { void A(Level l) { var e = new Ev(); e.Go(); Help(); Lvl x = Level.Info; new Mine(); new Many(); } }\n";
    let repo = Repo::built(&[
        ("p/p.csproj", project),
        ("p/Props/Globals.cs", globals),
        ("p/Level.cs", "namespace App.Events;\npublic enum Level { Info }\npublic class Ev { public void Go() {} }\n"),
        ("p/Tools.cs", "namespace App;\npublic static class Tools { public static void Help() {} }\n"),
        ("p/Own.cs", "namespace App.Own;\npublic class Mine {}\n"),
        ("p/More.cs", "namespace App.More;\npublic class Many {}\n"),
        ("p/Use.cs", user),
        ("q/q.csproj", "<Project />\n"),
        ("q/Use.cs", user),
    ]);
    let names = [("Level", "Level#"), ("Ev", "Ev#"), ("Go", "Ev#Go("), ("Help", "Tools#Help("), ("Lvl", "Level#"), ("Many", "Many#")];
    check(&repo, "p/Use.cs", &names);
    check(&repo, "p/Use.cs", &[("Mine", "unresolved:unbound-name")]);
    check(&repo, "q/Use.cs", &[("Ev", "unresolved:unbound-name"), ("Many", "unresolved:unbound-name")]);
    edit(&repo, "p/Props/Globals.cs", &["using App.Events;\n", "global using App.Own;\n", globals]);
    edit(&repo, "p/p.csproj", &["<Project><ItemGroup><Using Include=\"App.Own\" /></ItemGroup></Project>\n", project]);
    edit(&repo, "q/q.csproj", &["<Project><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>\n"]);
    check(&repo, "q/Use.cs", &[("Ev", "external:System")]);
    repo.remove("p/p.csproj");
    repo.build();
    repo.check_clean();
}

#[test]
fn a_module_of_ruby_is_one_however_many_files_open_it() {
    let files: Vec<(String, String)> = (1..=20)
        .map(|it| {
            let text = format!("module Side\n  class K{it}\n    def self.go{it}; end\n  end\n  def self.log{it}; end\nend\n");
            (format!("lib/k{it}.rb"), text)
        })
        .collect();
    let mut all: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    all.push(("use.rb", "Side::K1.go1\nSide::K20.new\nSide.log19\nSide::Gone\n"));
    all.push(("lib/inner.rb", "module Side\n  class Inner\n    def run\n      K20.go20\n      log3\n    end\n  end\nend\n"));
    let repo = Repo::built(&all);
    check(&repo, "use.rb", &[("K1", "K1#"), ("go1", "go1("), ("K20", "K20#"), ("log19", "log19("), ("Side", "Side#")]);
    check(&repo, "use.rb", &[("Gone", "unresolved:no-such-member")]);
    check(&repo, "lib/inner.rb", &[("K20", "K20#"), ("go20", "go20(")]);
    // A method of the module around is none of the class.
    assert!(ends(&repo, "lib/inner.rb", "log3").iter().all(|it| !it.contains("log3(")));
    edit(&repo, "lib/k20.rb", &["module Side\n  class K21\n  end\nend\n", "class Side\n  class K20\n  end\nend\n", &files[19].1]);
}

#[test]
fn a_partial_class_is_one_in_its_project() {
    let part = |name: &str| format!("namespace A;\npublic partial class Big {{ public void {name}() {{}} }}\n");
    let files: Vec<(String, String)> = (1..=20).map(|it| (format!("p/B{it}.cs"), part(&format!("M{it}")))).collect();
    let mut all: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    all.push(("p/p.csproj", "<Project />\n"));
    all.push(("p/Use.cs", "namespace A;\nclass U { void F(Big b) { b.M20(); b.M1(); } }\n"));
    all.push(("q/q.csproj", "<Project />\n"));
    let other = part("Other");
    all.push(("q/Big.cs", &other));
    let repo = Repo::built(&all);
    check(&repo, "p/Use.cs", &[("M20", "M20("), ("M1", "M1(")]);
    edit(&repo, "p/B20.cs", &[&part("Gone"), &files[19].1, "namespace A;\npublic class Big { public void M20() {} }\n"]);
}

#[test]
fn annotated_definitions_at_the_top_of_a_file_of_kotlin_are_there() {
    let annotations = ["", "@Foo ", "@Foo(\"x\")\n", "@Foo\n@Bar\n@Baz\n", "@Foo(\"x\") @Bar(2)\n", "@OptIn(X::class)\n@Foo "];
    let heads = [
        "enum class K { A }",
        "annotation class K",
        "expect class K",
        "actual class K {\n  fun m() {}\n}",
        "actual open class K internal actual constructor(x: Int) {\n  fun m() {}\n}",
        "class K {\n  fun m() {}\n}",
        "interface K {\n  fun m()\n}",
        "const val K = 1",
        "operator fun Int.K() {}",
        "private inline fun K() {}",
        "actual fun K() {}",
        "actual typealias K = Int",
    ];
    let mut files: Vec<(String, String)> = Vec::new();
    for (one, annotation) in annotations.iter().enumerate() {
        for (other, head) in heads.iter().enumerate() {
            files.push((format!("f{one}_{other}.kt"), format!("package p{one}.q{other}\n{annotation}{head}\n")));
        }
    }
    let repo = Repo::built(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    let symbols = repo.rows("symbols");
    for (path, text) in &files {
        let names: Vec<&str> = symbols.iter().filter(|row| row["path"] == path.as_str()).filter_map(|row| row["qualifiedName"].as_str()).collect();
        assert!(names.iter().any(|name| *name == "K" || *name == "Int.K"), "{text}: {names:?}");
        assert!(!text.contains("fun m") || names.contains(&"K.m"), "{text}: {names:?}");
    }
    // What annotates is used all the same.
    let decorators = repo.rows("sites").into_iter().filter(|row| row["role"] == "decorator").count();
    assert_eq!(decorators, files.iter().map(|(_, text)| text.matches('@').count()).sum::<usize>());
}

#[test]
fn an_imported_extension_of_kotlin_is_called_on_the_present_object() {
    let added = "package p.internal\nimport p.A\nimport p.B\nfun A.common(x: Int): Int { return x }\nfun B.common(x: Int): Int { return x }\nfun B.only() {}\n";
    let repo = Repo::built(&[
        ("ia.kt", added),
        ("b.kt", "package p\nclass B\n"),
        (
            "a.kt",
            "package p\nimport p.internal.common\nimport p.internal.only\nclass A {\n  fun f(x: Int): Int = common(x)\n  fun g(b: B) = with(b) { only() }\n}\n",
        ),
    ]);
    assert!(ends(&repo, "a.kt", "common").iter().any(|it| it.contains("A#common(")), "{:?}", ends(&repo, "a.kt", "common"));
    assert!(ends(&repo, "a.kt", "only").iter().any(|it| it.contains("B#only(")), "{:?}", ends(&repo, "a.kt", "only"));
    edit(
        &repo,
        "ia.kt",
        &[
            "package p.other\nimport p.A\nfun A.common(x: Int): Int { return x }\n",
            "package p.internal\nfun common(x: Int): Int { return x }\n",
            added,
        ],
    );
}

#[test]
fn what_a_module_of_elixir_imports_is_called_by_its_name_alone() {
    let conn = "defmodule Plug.Conn do\n  def send_resp(c, a, b), do: c\n  defp kept(c), do: c\nend\n";
    let user = "defmodule U do
  import Plug.Conn
  def go(c) do
    send_resp(c, 1, 2)
    kept(c)
    c.status
  end
end
";
    let repo = Repo::built(&[("lib/conn.ex", conn), ("lib/u.ex", user)]);
    check(&repo, "lib/u.ex", &[("send_resp", "send_resp("), ("kept", "unresolved:unbound-name")]);
    assert!(repo.rows("sites").iter().any(|row| row["name"] == "status" && row["role"] == "read"));
    edit(&repo, "lib/conn.ex", &["defmodule Plug.Con do\nend\n", "defmodule Plug.Conn do\n  defp send_resp(c, a, b), do: c\nend\n", conn]);
}

#[test]
fn packages_of_zig_are_outside_and_tables_of_lua_take_any_member() {
    let repo = Repo::built(&[
        (
            "a.zig",
            "const std = @import(\"std\");\nconst b = @import(\"b.zig\");\nconst gone = @import(\"gone.zig\");\npub fn f() void { std.debug.print(\"\", .{}); b.g(); }\n",
        ),
        ("b.zig", "pub fn g() void {}\n"),
        (
            "h.lua",
            "local H = {}\nfunction H.new(p)\n  return setmetatable({ picker = p }, H)\nend\nfunction H:go()\n  return self.picker\nend\nreturn H\n",
        ),
    ]);
    check(&repo, "a.zig", &[("std", "external:std"), ("g", "g(")]);
    check(&repo, "h.lua", &[("picker", "unresolved:receiver-unknown")]);
    assert!(repo.rows("sites").iter().any(|row| row["name"] == "gone.zig" && row["reason"] == "no-such-module"));
}

#[test]
fn a_module_of_elixir_in_which_a_macro_stands_lacks_no_member() {
    let repo = Repo::built(&[
        ("lib/repo.ex", "defmodule My.Repo do\n  use Store.Base, name: :x\n  def own(x), do: x\nend\n"),
        ("lib/plain.ex", "defmodule My.Plain do\n  def own(x), do: x\nend\n"),
        (
            "lib/u.ex",
            "defmodule My.U do\n  alias My.Repo\n  alias My.Plain\n  def f(x), do: Repo.insert(x)\n  def g(x), do: Plain.gone(x)\n  def h(x), do: Repo.own(x)\nend\n",
        ),
    ]);
    check(&repo, "lib/u.ex", &[("insert", "unresolved:receiver-unknown"), ("gone", "unresolved:no-such-member"), ("own", "`My.Repo`/own(")]);
    check(&repo, "lib/repo.ex", &[("Store.Base", "external:Store")]);
    edit(
        &repo,
        "lib/repo.ex",
        &["defmodule My.Repo do\n  def own(x), do: x\nend\n", "defmodule My.Repo do\n  use Store.Base\n  def own(x), do: x\nend\n"],
    );
}

#[test]
fn a_member_that_only_a_type_below_has_is_not_said_to_be_missing() {
    let types = "<?php\nnamespace A;\ninterface Pack { public function name(): string; }\n";
    let full = "<?php\nnamespace A;\nclass Full implements Pack { public function name(): string { return ''; } public function gone(): bool { return true; } }\n";
    let uses = "<?php\nnamespace A;\nfunction f(Pack $p) { if ($p instanceof Full) { $p->gone(); } $p->lost(); $p->name(); }\n\
                trait Talks { function t() { return $this->told(); } }\nclass Who { use Talks; function told() {} }\n";
    let files = [
        ("composer.json", "{\"autoload\":{\"psr-4\":{\"A\\\\\":\"src/\"}}}"),
        ("src/Pack.php", types),
        ("src/Full.php", full),
        ("src/uses.php", uses),
    ];
    let repo = Repo::built(&files);
    let missing = "unresolved:no-such-member";
    check(&repo, "src/uses.php", &[("gone", "Full#gone"), ("lost", missing), ("name", "Pack#name"), ("told", "Who#told")]);
    repo.check_clean();
    // Where the type is below it no more, nothing says that its member is meant, and back.
    repo.write("src/Full.php", full.replace("implements Pack ", ""));
    repo.build();
    check(&repo, "src/uses.php", &[("gone", missing)]);
    repo.check_clean();
    edit(&repo, "src/Full.php", &[full, &full.replace("gone", "went"), full]);
    check(&repo, "src/uses.php", &[("gone", "Full#gone")]);
    let source = "package a\nsealed interface Ui\ndata class Ok(val text: String) : Ui\ndata class Bad(val text: String, val why: String) : Ui\n\
                  fun show(ui: Ui) { when (ui) { is Ok -> ui.text\n is Bad -> ui.why } }\n";
    let repo = Repo::built(&[("a.kt", source)]);
    check(&repo, "a.kt", &[("why", "Bad#why")]);
    assert!(ends(&repo, "a.kt", "text").contains(&"candidates:".to_owned()));
}
