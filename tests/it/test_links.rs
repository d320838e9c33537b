//! Which tests reach which definitions: by calls, by imports, by their names.

use serde_json::Value;

use crate::program::line;
use crate::support::Repo;

/// The `tests` edges of a repository: the tails of both ids behind the last path in them, and the rule.
fn links(files: &[(&str, &str)]) -> Vec<(String, String, String)> {
    let repo = Repo::built(files);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    // Without what tells overloads apart.
    let tail = |value: &Value| text(value).trim_end_matches('/').rsplit(['/', ' ']).next().unwrap().split('(').next().unwrap().to_owned();
    let mut found: Vec<_> = repo
        .rows("edges_structure")
        .iter()
        .filter(|row| row["type"] == "tests")
        .map(|row| (tail(&row["from"]), tail(&row["to"]), text(&row["rule"])))
        .collect();
    found.sort();
    found
}

fn check(files: &[(&str, &str)], expected: &[(&str, &str, &str)]) {
    let found = links(files);
    let found: Vec<_> = found.iter().map(|(from, to, rule)| (from.as_str(), to.as_str(), rule.as_str())).collect();
    assert_eq!(found, expected);
}

const CORE: &str = "class Parser:\n    def parse(self): pass\n\n\nclass Store: pass\n\n\ndef named_thing(): pass\n\n\ndef run(): pass\n";

#[test]
fn a_test_is_linked_to_what_it_imports_and_is_named_after() {
    let test = "from core import Parser, Store\n\n\ndef test_named_thing(): pass\n\n\nclass TestParser:\n    def test_parse(self): pass\n    def test_nothing(self): pass\n";
    check(
        &[("core.py", CORE), ("tests/test_core.py", test), ("user.py", "from core import Store\n\n\ndef test_run(): pass\n")],
        &[
            ("TestParser#", "Parser#", "test-name"),
            ("TestParser#test_parse", "Parser#parse", "test-name"),
            ("test_core.py", "Parser#", "test-import"),
            ("test_core.py", "Store#", "test-import"),
            ("test_named_thing", "named_thing", "test-name"),
        ],
    );
}

#[test]
fn a_name_that_several_bear_or_that_only_tests_have_says_nothing() {
    check(
        &[
            ("a.py", "def load_all(): pass\n"),
            ("b.py", "def load_all(): pass\n"),
            ("tests/helpers.py", "def open_client(): pass\n"),
            ("tests/test_a.py", "def test_load_all(): pass\n\n\ndef test_open_client(): pass\n\n\ndef test_missing_one(): pass\n"),
        ],
        &[],
    );
}

#[test]
fn tests_of_go_and_java_and_rust_are_named_after_what_their_package_and_module_see() {
    check(
        &[
            ("go.mod", "module m\n\ngo 1.22\n"),
            ("p/a.go", "package p\n\ntype Parser struct{}\n\nfunc (p *Parser) Reset() {}\n\nfunc split() {}\n"),
            (
                "p/a_test.go",
                "package p\n\nimport \"testing\"\n\nfunc TestParser_Reset(t *testing.T) {}\n\nfunc TestSplit(t *testing.T) {}\n\nfunc BenchmarkGone(b *testing.B) {}\n",
            ),
        ],
        &[("TestParser_Reset", "Parser#Reset", "test-name"), ("TestSplit", "split", "test-name")],
    );
    check(
        &[
            ("src/main/java/a/Lexer.java", "package a;\n\npublic class Lexer {\n  public void next() {}\n}\n"),
            (
                "src/test/java/a/LexerTest.java",
                "package a;\n\nimport org.junit.Test;\n\npublic class LexerTest {\n  @Test public void testNext() {}\n  @Test public void empty() {}\n}\n",
            ),
        ],
        &[("LexerTest#", "Lexer#", "test-name"), ("LexerTest#testNext", "Lexer#next", "test-name")],
    );
    check(
        &[
            ("Cargo.toml", "[package]\nname = \"p\"\nversion = \"0.1.0\"\n"),
            (
                "src/lib.rs",
                "pub mod kinds;\nfn sum() {}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::kinds::Kind;\n\n    #[test]\n    fn test_sum() {}\n}\n",
            ),
            ("src/kinds.rs", "pub enum Kind { One }\n"),
        ],
        &[("test_sum", "sum", "test-name"), ("tests", "Kind#", "test-import")],
    );
}

#[test]
fn a_function_handed_to_what_runs_tests_is_one() {
    let test = "import { beta } from '../src/a';\nconst testBeta = () => beta();\nfunction unused() { beta(); }\ntest('beta', testBeta);\n";
    check(
        &[("src/a.ts", "export function beta() {}\n"), ("test/a.test.ts", test)],
        &[("a.test.ts", "beta", "test-import"), ("testBeta", "beta", "module-member")],
    );
}

#[test]
fn a_pack_tells_what_tests_only_import() {
    let repo = Repo::of(&[("core.py", CORE), ("tests/test_core.py", "from core import Store\n")]);
    let folder = repo.folder();
    assert_eq!(line(&folder, "index build repo").exit, Some(0));
    let ran = line(&folder, "context-pack Store --repo repo --json");
    let sections = ran.json()["sections"].clone();
    let tests = sections.as_array().unwrap().iter().find(|it| it["section"] == "tests").unwrap();
    assert_eq!(tests["absence"]["verdict"], "elsewhere", "{tests:#}");
    let statement = tests["absence"]["statement"].as_str().unwrap();
    assert!(statement.contains("none is known to run it, and tests/test_core.py imports it for its tests"), "{statement}");
}

#[test]
fn a_test_that_is_a_call_is_a_definition_by_its_title() {
    let tests = "import { open, close } from './lib';
describe('doors', () => {
  it('opens once', () => { open(); });
  it.each([1])('closes %s', n => { close(); });
});
test('opens once', async () => {
  function help() { return close(); }
  open(); help();
});
test(`opens once`, () => { class Fake { go() { return close(); } } new Fake().go(); });
it('open', done => { open(); });
suite('named', function () {});
it(title(), () => { open(); });
";
    let repo = Repo::built(&[("lib.js", "export function open() {}\nexport function close() {}\n"), ("lib.test.js", tests)]);
    let symbols = repo.rows("symbols");
    let name = |id: &Value| {
        symbols.iter().find(|row| row["symbolId"] == *id).map_or("file".to_owned(), |row| format!("{} {}", row["nameLine"], row["name"]))
    };
    let of_tests = symbols.iter().filter(|row| row["flags"].as_array().unwrap().iter().any(|flag| flag == "test"));
    let titles: Vec<(String, u64)> =
        of_tests.clone().map(|row| (row["name"].as_str().unwrap().to_owned(), row["lines"]["end"].as_u64().unwrap())).collect();
    let title = |text: &str, end: u64| (text.to_owned(), end);
    let expected = [title("opens once", 3), title("closes %s", 4), title("opens once", 9), title("opens once", 10), title("test open", 11)];
    assert_eq!(titles, expected);
    assert!(of_tests.clone().all(|row| row["chunkUid"].is_string()));
    let mut ids: Vec<&str> = of_tests.map(|row| row["symbolId"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 5);
    let mut calls: Vec<(String, String)> = repo.rows("edges_call").iter().map(|row| (name(&row["from"]), name(&row["to"]))).collect();
    calls.sort();
    let call = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    let mut expected = vec![
        call("3 \"opens once\"", "1 \"open\""),
        call("4 \"closes %s\"", "2 \"close\""),
        call("6 \"opens once\"", "1 \"open\""),
        call("6 \"opens once\"", "7 \"help\""),
        call("7 \"help\"", "2 \"close\""),
        call("10 \"opens once\"", "10 \"Fake\""),
        call("10 \"opens once\"", "10 \"go\""),
        call("10 \"go\"", "2 \"close\""),
        call("11 \"test open\"", "1 \"open\""),
        call("file", "1 \"open\""),
    ];
    expected.sort();
    assert_eq!(calls, expected);
    let mut links: Vec<(String, String)> = repo
        .rows("edges_structure")
        .iter()
        .filter(|row| row["type"] == "tests" && row["rule"] != "test-import")
        .map(|row| (name(&row["from"]), name(&row["to"])))
        .collect();
    links.sort();
    assert!(links.contains(&call("3 \"opens once\"", "1 \"open\"")) && links.contains(&call("4 \"closes %s\"", "2 \"close\"")), "{links:?}");
    repo.check_clean();
}
