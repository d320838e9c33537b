//! Tests that are calls, in languages that are described by queries: each is a definition by its title, and what it calls it tests.

use crate::support::Repo;

/// The titles of tests, and the `tests` edges of calls as `from -> to` by names.
fn check(files: &[(&str, &str)], titles: &[&str], links: &[(&str, &str)]) {
    let repo = Repo::built(files);
    let symbols = repo.rows("symbols");
    let name = |id: &serde_json::Value| {
        let row = symbols.iter().find(|row| row["symbolId"] == *id);
        row.and_then(|row| row["name"].as_str()).unwrap_or("file").to_owned()
    };
    let of_tests = symbols.iter().filter(|row| row["flags"].as_array().unwrap().iter().any(|flag| flag == "test"));
    let found: Vec<&str> = of_tests.clone().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(found, titles);
    let mut ids: Vec<&str> = of_tests.filter_map(|row| row["symbolId"].as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), titles.len(), "{ids:?}");
    let rows = repo.rows("edges_structure");
    let by_call = rows.iter().filter(|row| row["type"] == "tests" && row["rule"] != "test-import" && row["rule"] != "test-name");
    let mut found: Vec<(String, String)> = by_call.map(|row| (name(&row["from"]), name(&row["to"]))).collect();
    found.sort();
    let mut expected: Vec<(String, String)> = links.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
    expected.sort();
    assert_eq!(found, expected);
    repo.check_clean();
}

#[test]
fn those_of_elixir_and_ruby() {
    let test = "defmodule DoorTest do
  use ExUnit.Case
  describe \"doors\" do
    test \"opens once\", %{key: key} do
      Door.open(key)
    end
    test \"closes\" do
      Door.close(1)
    end
  end
  test \"opens once\" do
    help()
  end
  defp help, do: Door.close(2)
end
";
    let door = "defmodule Door do\n  def open(k), do: k\n  def close(k), do: k\nend\n";
    check(
        &[("lib/door.ex", door), ("test/door_test.exs", test)],
        &["opens once", "test closes", "opens once"],
        &[("opens once", "open"), ("test closes", "close"), ("opens once", "help")],
    );
    let spec = "require_relative \"../lib/door\"
describe Door do
  it \"opens once\" do
    Door.open
  end
  it('closes') { Door.close }
  def help; Door.close; end
end
class DoorTest < ActiveSupport::TestCase
  test \"opens twice\" do
    Door.open
  end
end
";
    let door = "class Door\n  def self.open; end\n  def self.close; end\nend\n";
    check(
        &[("lib/door.rb", door), ("spec/door_spec.rb", spec)],
        &["opens once", "test closes", "opens twice"],
        &[("opens once", "open"), ("test closes", "close"), ("opens twice", "open")],
    );
}

#[test]
fn those_of_lua_dart_and_php() {
    let spec = "local door = require(\"door\")\ndescribe(\"doors\", function()\n  it(\"opens once\", function()\n    door.open()\n  end)\nend)\n";
    let door = "local function open() end\nreturn { open = open }\n";
    check(&[("door.lua", door), ("spec/door_spec.lua", spec)], &["opens once"], &[("opens once", "open")]);
    let test = "import 'package:lib/lib.dart';\nvoid main() {\n  group('doors', () {\n    test('opens once', () { open(); });\n    testWidgets('closes', (tester) async { close(); });\n  });\n}\n";
    let files = [("pubspec.yaml", "name: lib\n"), ("lib/lib.dart", "void open() {}\nvoid close() {}\n"), ("test/lib_test.dart", test)];
    check(&files, &["opens once", "test closes"], &[("opens once", "open"), ("test closes", "close")]);
    let test = "<?php\nuse App\\Door;\nit('opens once', function () { (new Door())->open(); });\ntest('closes', fn () => (new Door())->close());\n";
    let door = "<?php\nnamespace App;\nclass Door { public function open() {} public function close() {} }\n";
    check(
        &[("composer.json", "{\"autoload\":{\"psr-4\":{\"App\\\\\":\"src/\"}}}"), ("src/Door.php", door), ("tests/DoorTest.php", test)],
        &["opens once", "test closes"],
        &[("opens once", "Door"), ("opens once", "open"), ("test closes", "Door"), ("test closes", "close")],
    );
}

#[test]
fn those_of_scala_and_zig() {
    let suite = "package p
class DoorSuite extends munit.FunSuite {
  test(\"opens once\") { Door.open() }
  test(\"closes\"):
    Door.close()
}
class DoorSpec extends AnyFlatSpec {
  \"A door\" should \"open twice\" in { Door.open() }
  it should \"close twice\" in { Door.close() }
}
";
    let door = "package p\nobject Door { def open(): Unit = ()\n  def close(): Unit = () }\n";
    check(
        &[("src/main/scala/Door.scala", door), ("src/test/scala/DoorSuite.scala", suite)],
        &["opens once", "test closes", "open twice", "close twice"],
        &[("opens once", "open"), ("test closes", "close"), ("open twice", "open"), ("close twice", "close")],
    );
    let door = "pub fn open() void {}\npub const Door = struct { pub fn init() Door { return .{}; } };\ntest \"opens once\" { open(); }\ntest Door { _ = Door.init(); }\n";
    check(&[("door.zig", door)], &["opens once", "test Door"], &[("opens once", "open"), ("test Door", "init")]);
}
