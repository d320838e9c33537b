//! Which tests reach which definitions by calls.

use crate::support::Repo;

/// `tests` edges as `from -> to`, without the paths of symbols, sorted.
fn tested(files: &[(&str, &str)]) -> Vec<String> {
    let repo = Repo::built(files);
    let rows = repo.rows("edges_structure");
    let tail = |id: &serde_json::Value| id.as_str().unwrap().rsplit(' ').next().unwrap().to_owned();
    let by_call = |row: &&serde_json::Value| row["type"] == "tests" && row["rule"] != "test-import" && row["rule"] != "test-name";
    let mut found: Vec<String> = rows.iter().filter(by_call).map(|row| format!("{} -> {}", tail(&row["from"]), tail(&row["to"]))).collect();
    found.sort();
    found
}

#[test]
fn a_test_reaches_what_functions_inside_of_it_call() {
    let tests = "from lib import f, g\n\n\ndef test_f():\n    def inner():\n        def deeper():\n            f()\n        deeper()\n    inner()\n    g()\n\n\n\
                 def helper():\n    g()\n";
    let files = [("lib.py", "def f(): ...\n\n\ndef g(): ...\n"), ("test_lib.py", tests)];
    let from = "`test_lib.py`/test_f().";
    let inner = "`test_lib.py`/test_f().inner().";
    assert_eq!(
        tested(&files),
        [format!("{from} -> `lib.py`/f()."), format!("{from} -> `lib.py`/g()."), format!("{from} -> {inner}"), format!("{from} -> {inner}deeper().")]
    );
}

#[test]
fn tests_that_are_no_definitions_are_their_file() {
    let spec = "import { f, g } from '../src/lib';\n\ndescribe('f', () => {\n  it(titled('gives'), () => {\n    f();\n  });\n});\n\nfunction helper() {\n  g();\n}\n";
    let files = [("src/lib.ts", "export function f() {}\nexport function g() {}\n"), ("test/lib.spec.ts", spec)];
    assert_eq!(tested(&files), ["file:test/lib.spec.ts -> src/`lib.ts`/f()."]);
    // A program that is a test begins with its main function.
    let main = "import 'package:lib/lib.dart';\nvoid main() { f(); }\nvoid helper() { g(); }\n";
    let files = [("pubspec.yaml", "name: lib\n"), ("lib/lib.dart", "void f() {}\nvoid g() {}\n"), ("test/lib_test.dart", main)];
    assert_eq!(tested(&files), ["test/`lib_test.dart`/main(). -> lib/`lib.dart`/f()."]);
}

#[test]
fn a_file_with_named_tests_and_code_beside_tests_are_no_tests() {
    let tests = "from lib import f, g\n\nf()\n\n\ndef test_g():\n    g()\n";
    let files = [("lib.py", "def f(): ...\n\n\ndef g(): ...\n"), ("test_lib.py", tests), ("use.py", "from lib import f\n\nf()\n")];
    assert_eq!(tested(&files), ["`test_lib.py`/test_g(). -> `lib.py`/g()."]);
}
