//! Edges of small repositories held against gold that was written by hand, one repository a language.
//!
//! `fixtures/edges/LANGUAGE.jsonl` is in the format of compiler-made gold: a line of metadata, then `["F", file, path, lines, test]`,
//! `["D", definition, file, name, kind, line, column, first line, last line, parent, same as]` and
//! `["R", file, line, column, definition, role, receiver, from]` with the roles `c` call, `i` import, `h` heritage, and any other for a use.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;
use smalti::pipeline::options::BuildOptions;

use crate::program;
use crate::support::{build, index_text};

/// Kind, path and line of the use, path, line and name of what is used.
type Edge = (&'static str, String, u64, String, u64, String);

/// Edges below this confidence are candidates.
const THRESHOLD: f64 = 0.5;
/// Kinds of symbols that gold of this form leaves out as targets.
const PARTS: &[&str] = &["field", "variant", "property"];

fn folder() -> PathBuf {
    program::here().join("fixtures/edges")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn gold(language: &str) -> BTreeSet<Edge> {
    let lines = std::fs::read_to_string(folder().join(format!("{language}.jsonl"))).unwrap();
    let (mut files, mut definitions, mut edges) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    for line in lines.lines().skip(1) {
        let row: Value = serde_json::from_str(line).unwrap();
        let number = |at: usize| row[at].as_u64().unwrap();
        match row[0].as_str().unwrap() {
            "F" => drop(files.insert(number(1), text(&row[2]))),
            "D" => drop(definitions.insert(number(1), (files[&number(2)].clone(), number(5), text(&row[3])))),
            _ => {
                let kind = match row[5].as_str().unwrap() {
                    "c" => "call",
                    "i" => "import",
                    "h" => "inherit",
                    _ => "use",
                };
                let (path, line, name) = definitions[&number(4)].clone();
                edges.insert((kind, files[&number(1)].clone(), number(2), path, line, name));
            }
        }
    }
    edges
}

/// The edges of an index of the fixture, in the same form.
fn linked(language: &str) -> BTreeSet<Edge> {
    let out = tempfile::tempdir().unwrap();
    let options = BuildOptions { out: out.path().join("index"), jobs: 2, ..BuildOptions::new(folder().join(language)) };
    build(&options).unwrap();
    let all = index_text(&options.out);
    let rows = |name: &str| all[name].lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    let mut symbols: BTreeMap<String, Value> = BTreeMap::new();
    for row in rows("symbols") {
        symbols.entry(text(&row["symbolId"])).or_insert(row);
    }
    let lines: BTreeMap<String, u64> = rows("sites").iter().map(|row| (text(&row["evidenceId"]), row["lines"]["start"].as_u64().unwrap())).collect();
    let mut edges = BTreeSet::new();
    for (table, kind) in [("edges_call", "call"), ("edges_usage", "use"), ("edges_import", "import"), ("edges_structure", "inherit")] {
        let counts = |row: &Value| table != "edges_structure" || matches!(row["type"].as_str(), Some("extends" | "implements"));
        for row in rows(table).into_iter().filter(|row| counts(row) && row["confidence"].as_f64().unwrap() >= THRESHOLD) {
            let Some(mut target) = symbols.get(row["to"].as_str().unwrap()) else { continue };
            // A constructor counts as its class.
            if target["kind"] == "constructor" {
                target = &symbols[target["container"].as_str().unwrap()];
            }
            if PARTS.contains(&target["kind"].as_str().unwrap()) {
                continue;
            }
            // An implicit interface has no site: its evidence is the type.
            let from = symbols.get(row["from"].as_str().unwrap());
            let line = lines.get(row["evidenceId"].as_str().unwrap()).copied().or(from.and_then(|it| it["nameLine"].as_u64())).unwrap_or(0);
            edges.insert((kind, text(&row["path"]), line, text(&target["path"]), target["nameLine"].as_u64().unwrap(), text(&target["name"])));
        }
    }
    edges
}

/// Gold that is not found today, as a failure tells it.
const KNOWN: &[(&str, &str)] = &[
    // The type of what a method gives back has no site where it is `Self`.
    ("rust", "use src/shape.rs:14 -> src/shape.rs:9 Circle"),
];

/// Every edge of the gold is found and nothing else is, but for what is known to be missed. A use that is found as a call is found.
fn check(language: &str) {
    let (gold, linked) = (gold(language), linked(language));
    let told = |(kind, from, at, to, line, name): &Edge| format!("{kind} {from}:{at} -> {to}:{line} {name}");
    let same = |lhs: &Edge, rhs: &Edge| (&lhs.1, lhs.2, &lhs.3, lhs.4, &lhs.5) == (&rhs.1, rhs.2, &rhs.3, rhs.4, &rhs.5);
    let is_in =
        |edge: &Edge, all: &BTreeSet<Edge>| all.contains(edge) || (edge.0 == "use" && all.iter().any(|it| it.0 != "import" && same(it, edge)));
    let mut missed: Vec<String> = gold.iter().filter(|it| !is_in(it, &linked)).map(told).collect();
    let wrong: Vec<String> = linked.iter().filter(|it| !is_in(it, &gold)).map(told).collect();
    let mut known: Vec<&str> = KNOWN.iter().filter(|it| it.0 == language).map(|it| it.1).collect();
    known.sort_unstable();
    missed.sort_unstable();
    let right = gold.len() - missed.len();
    assert!(missed == known && wrong.is_empty(), "{language}: {right} of {} found; missed {missed:#?}, wrong {wrong:#?}", gold.len());
}

macro_rules! languages {
    ($($name:ident = $language:literal;)*) => {
        const LANGUAGES: &[&str] = &[$($language),*];

        $(#[test]
        fn $name() {
            check($language);
        })*
    };
}

languages! {
    edges_of_c_are_those_of_its_gold = "c";
    edges_of_cpp_are_those_of_its_gold = "cpp";
    edges_of_go_are_those_of_its_gold = "go";
    edges_of_java_are_those_of_its_gold = "java";
    edges_of_javascript_are_those_of_its_gold = "javascript";
    edges_of_python_are_those_of_its_gold = "python";
    edges_of_rust_are_those_of_its_gold = "rust";
    edges_of_typescript_are_those_of_its_gold = "typescript";
}

#[test]
fn every_fixture_with_gold_is_held_against_it() {
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let gold: BTreeSet<String> = names.filter_map(|name| name.strip_suffix(".jsonl").map(str::to_owned)).collect();
    assert_eq!(gold.iter().map(String::as_str).collect::<Vec<_>>(), LANGUAGES);
}
