//! Modules that take in very many others, and chains of calls longer than anybody reads: nothing behind them is lost or guessed.

use crate::scoping::CARGO;
use crate::support::Repo;

/// Modules that each hub takes in.
const PARTS: usize = 60;

/// How many sites of a repository have each outcome that is no success.
fn lost(files: &[(String, String)]) -> Vec<String> {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let rows = Repo::built(&files).rows("sites");
    assert!(rows.len() > PARTS, "{}", rows.len());
    let told = |row: &serde_json::Value| format!("{} {} {}", row["path"], row["name"], row["reason"]);
    rows.iter().filter(|row| row["outcome"] != "resolved").map(told).collect()
}

/// A hub that takes in [`PARTS`] parts, of which all but the first import the function of the first from it.
fn hub(path: &str, line: &dyn Fn(usize) -> String, part: &dyn Fn(usize) -> (String, String)) -> Vec<(String, String)> {
    let mut files = vec![(path.to_owned(), (0..PARTS).map(line).collect())];
    files.extend((0..PARTS).map(part));
    files
}

#[test]
fn parts_find_what_their_hub_takes_in() {
    let rust = |part: usize| {
        let text = if part == 0 { "pub fn f0() {}\n".to_owned() } else { format!("use crate::f0;\npub fn f{part}() {{ f0() }}\n") };
        (format!("src/m{part}.rs"), text)
    };
    let mut files = hub("src/lib.rs", &|part| format!("mod m{part}; pub use m{part}::*;\n"), &rust);
    files.push((CARGO.0.to_owned(), CARGO.1.to_owned()));
    assert_eq!(lost(&files), [""; 0]);
    let script = |part: usize| {
        let text = if part == 0 {
            "export function f0() {}\n".to_owned()
        } else {
            format!("import {{ f0 }} from './index';\nexport function f{part}() {{ return f0(); }}\n")
        };
        (format!("src/m{part}.ts"), text)
    };
    assert_eq!(lost(&hub("src/index.ts", &|part| format!("export * from './m{part}';\n"), &script)), [""; 0]);
    let python = |part: usize| {
        let text = if part == 0 { "def f0(): pass\n".to_owned() } else { format!("from p import f0\ndef f{part}(): return f0()\n") };
        (format!("p/m{part}.py"), text)
    };
    assert_eq!(lost(&hub("p/__init__.py", &|part| format!("from .m{part} import *\n"), &python)), [""; 0]);
}

/// A crate like those that declare a C library: a module in the root hands on all parts, and each part takes in all of that for itself.
fn mutual(attribute: &str) -> Vec<(String, String)> {
    let line = |part| format!("    pub use self::m{part}::*;\n    mod m{part};\n");
    let mut files = hub("src/lib.rs", &line, &|part| (format!("src/m{part}.rs"), format!("use super::*;\npub fn f{part}() {{ f0(); gone(); }}\n")));
    files[0].1 = format!("pub use all::*;\n{attribute}mod all {{\n{}}}\n", files[0].1);
    files.push((CARGO.0.to_owned(), CARGO.1.to_owned()));
    files
}

#[test]
fn parts_that_take_in_all_of_their_hub_find_each_other() {
    let lost = lost(&mutual("#[path = \".\"]\n"));
    assert_eq!(lost.len(), PARTS);
    assert!(lost.iter().all(|it| it.ends_with("\"gone\" \"unbound-name\"")), "{lost:?}");
}

#[test]
fn a_hub_of_modules_that_are_not_there_is_soon_looked_through() {
    let lost = lost(&mutual(""));
    assert!(lost.len() >= 2 * PARTS, "{}", lost.len());
    assert!(!lost.iter().any(|it| it.contains("step-limit")), "{lost:?}");
}

#[test]
fn headers_that_open_the_same_inline_namespaces_are_looked_through_once() {
    let header = |part: usize| {
        let text = format!(
            "#pragma once\nnamespace lib {{\ninline namespace v1 {{\ninline namespace objects {{}}\nnamespace detail {{\ninline namespace objects {{}}\nstruct T{part} {{}};\n}}\nint \
             f{part}(detail::T{part});\n}}\n}}\n"
        );
        (format!("h{part}.h"), text)
    };
    let mut files: Vec<(String, String)> = (0..PARTS).map(header).collect();
    let include = |part| format!("#include \"h{part}.h\"\n");
    let includes: String = (0..PARTS).map(include).collect();
    files.push((
        "a.cpp".to_owned(),
        format!("{includes}namespace lib {{ inline namespace v1 {{ int a(detail::T3 t) {{ gone(t); return f3(t); }} }} }}\n"),
    ));
    let lost = lost(&files);
    assert!(matches!(lost.as_slice(), [one] if one.ends_with("\"gone\" \"unbound-name\"")), "{lost:?}");
}

#[test]
fn the_end_of_a_long_chain_is_not_guessed() {
    let links = "\n        .arg(1)".repeat(PARTS);
    let lib = format!(
        "use outside::Command;\npub struct Own;\nimpl Own {{\n    pub fn arg(self, it: u8) -> Self {{ self }}\n}}\npub fn run() {{\n    Command::new(){links};\n}}\n\
         pub fn own() {{\n    Own{links};\n}}\n"
    );
    let manifest = "[package]\nname = \"own\"\n[dependencies]\noutside = \"1\"\n";
    let repo = Repo::built(&[("Cargo.toml", manifest), ("src/lib.rs", &lib)]);
    let outcomes = |function: &str| -> Vec<String> {
        let rows = repo.rows("sites");
        let calls = rows.iter().filter(|row| row["name"] == "arg" && row["enclosing"].as_str().is_some_and(|it| it.ends_with(function)));
        calls.map(|row| row["outcome"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(outcomes("run()."), vec!["external"; PARTS]);
    assert_eq!(outcomes("own()."), vec!["resolved"; PARTS]);
}
