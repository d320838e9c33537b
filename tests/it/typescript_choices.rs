//! Which of several things of one name TypeScript means: signatures by what a call hands over, parts of a union by their tags, the two functions of a
//! property by what is done to it.

use crate::support::Repo;

const TYPES: &str = "class V { go1() {} n1 = 1 }\nclass Z { go1() {} z1 = 3 }\nclass W extends V {}\n";

/// The sure calls of `go1` in `run` of a file.
fn goes(text: &str, expected: &[&str]) {
    let text = format!("{TYPES}{text}\n");
    let repo = Repo::built(&[("lib.ts", text.as_str())]);
    let rows = repo.rows("edges_call");
    let told = |row: &&serde_json::Value, part: &str| row["to"].as_str().unwrap().ends_with(part) && row["from"].as_str().unwrap().contains("/run(");
    let mut found: Vec<(u64, String)> = Vec::new();
    for row in rows.iter().filter(|row| told(row, "go1().") && row["confidence"].as_f64().unwrap() >= 0.5) {
        found.push((row["byteStart"].as_u64().unwrap(), row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()));
    }
    found.sort();
    let found: Vec<&str> = found.iter().map(|(_, to)| to.as_str()).collect();
    let expected: Vec<String> = expected.iter().map(|name| format!("{name}#go1().")).collect();
    assert_eq!(found, expected, "{text}");
}

/// Names and kinds of the members that are read or written in `run` of a file, in order of the text, by the lines of their definitions.
fn lines(text: &str, name: &str, expected: &[u64]) {
    let repo = Repo::built(&[("lib.ts", text)]);
    let symbols = repo.rows("symbols");
    let line = |id: &str| symbols.iter().find(|row| row["symbolId"] == id).map_or(0, |row| row["nameLine"].as_u64().unwrap());
    let mut found: Vec<(u64, u64)> = Vec::new();
    for row in repo.rows("edges_usage") {
        let (from, to) = (row["from"].as_str().unwrap(), row["to"].as_str().unwrap());
        if from.contains("/run(") && symbols.iter().any(|it| it["symbolId"] == to && it["name"] == name) {
            found.push((row["byteStart"].as_u64().unwrap(), line(to)));
        }
    }
    found.sort_unstable();
    assert_eq!(found.into_iter().map(|it| it.1).collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn a_read_leads_to_what_gets_a_property_and_a_write_to_what_sets_it() {
    let get = "  get bin() { return this.own }\n";
    let set = "  set bin(v) { this.own = v }\n";
    let uses = "  own = 1\n}\nfunction run(a: A) { a.bin = 3; return a.bin }\n";
    lines(&format!("class A {{\n{get}{set}{uses}"), "bin", &[3, 2]);
    lines(&format!("class A {{\n{set}{get}{uses}"), "bin", &[2, 3]);
    lines(&format!("class A {{\n{get}{uses}"), "bin", &[2, 2]);
    lines("interface A {\n  get bin(): number\n  set bin(v: number)\n}\nfunction run(a: A) { a.bin = 3; return a.bin }\n", "bin", &[3, 2]);
}
