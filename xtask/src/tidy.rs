//! `cargo xtask tidy`: the habits of files that no compiler checks.

use std::io;
use std::path::Path;

use crate::code;
use crate::tree::{self, File};
use crate::{Call, Finding, Report};

/// Most lines of a Rust file.
const MOST_LINES: usize = 500;

/// Words that code may not hold, and why.
const FORBIDDEN: &[(&str, &str)] = &[
    ("todo!", "finish it"),
    ("unimplemented!", "finish it"),
    ("dbg!", "remove it"),
    ("#[ignore", "a test that does not run is no test"),
    ("#[should_panic", "assert the returned value instead"),
    ("#[allow(", "write `#[expect(…, reason = \"…\")]`"),
    ("#![allow(", "write `#[expect(…, reason = \"…\")]` where it is due"),
];

/// Words that only tests may hold.
const TESTS_ONLY: &[(&str, &str)] =
    &[(".unwrap()", "return the error, or say in `expect` why it cannot happen"), ("use super::*", "name what is used")];

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["utils", "util", "helpers", "helper", "common", "misc", "manager"];

/// A folder whose files each have a line in a table.
struct Table {
    folder: &'static str,
    constant: &'static str,
    /// Entries are folders, not files.
    folders: bool,
    /// Files that serve the table and have no line in it.
    apart: &'static [&'static str],
}

const TABLES: &[Table] = &[
    Table { folder: "src/languages", constant: "LANGUAGES", folders: true, apart: &["tags", "testing"] },
    Table { folder: "src/artifacts", constant: "ARTIFACTS", folders: false, apart: &["mod", "jsonl", "tests"] },
    Table {
        folder: "src/commands",
        constant: "COMMANDS",
        folders: false,
        apart: &[
            "mod",
            "actions",
            "asking",
            "batch",
            "changed_files",
            "declared_packs",
            "encoding",
            "envelope",
            "failure",
            "held",
            "index_state",
            "nearest",
            "nothing",
            "opened",
            "options",
            "pack_request",
            "parser",
            "place",
            "policy",
            "question",
            "refresh",
            "retrieval",
            "stopwatch",
            "stored_packs",
            "task_view",
            "tests",
            "tools",
        ],
    },
    Table { folder: "src/pack/sections", constant: "SECTIONS", folders: false, apart: &["mod", "tests"] },
];

/// Runs the check; it never changes anything.
///
/// # Errors
/// What the disk refused.
pub fn run(root: &Path, _: &Call) -> io::Result<Report> {
    Ok(Report { notes: Vec::new(), findings: check(&tree::files(root)?) })
}

/// All that is untidy in `files`.
pub fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            if line.ends_with([' ', '\t', '\r']) {
                findings.push(Finding::new(&file.path, index + 1, "ends in white space"));
            }
        }
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            findings.push(Finding::new(&file.path, 0, "must end in a newline"));
        }
        if file.is_rust() {
            findings.extend(rust(file));
        }
    }
    findings.extend(TABLES.iter().flat_map(|table| unlisted(table, files)));
    findings.sort();
    findings
}

fn rust(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let lines = file.text.lines().count();
    if lines > MOST_LINES {
        findings.push(Finding::new(&file.path, 0, format!("has {lines} lines, more than {MOST_LINES}: split it by noun")));
    }
    if !file.text.starts_with("//! ") {
        findings.push(Finding::new(&file.path, 1, "must open with a `//!` line that says what it is"));
    }
    let stem = file.path.rsplit('/').next().and_then(|name| name.strip_suffix(".rs")).unwrap_or_default();
    let folder = file.path.rsplit('/').nth(1).unwrap_or_default();
    for name in [stem, folder].into_iter().filter(|name| EMPTY_NAMES.contains(name)) {
        findings.push(Finding::new(&file.path, 0, format!("`{name}` says nothing: name the noun it works on")));
    }
    let all = code::strip(&file.text);
    findings.extend(words(file, &all, FORBIDDEN));
    if !file.is_test() {
        findings.extend(words(file, &code::without_tests(&all), TESTS_ONLY));
    }
    for name in EMPTY_NAMES {
        let modules = [format!("mod {name};"), format!("mod {name} {{")];
        findings.extend(
            lines_with(&all, &modules).map(|line| Finding::new(&file.path, line, format!("`{name}` says nothing: name the noun it works on"))),
        );
    }
    findings
}

fn words(file: &File, code: &str, table: &[(&str, &str)]) -> Vec<Finding> {
    let found = |(word, advice): &(&str, &str)| -> Vec<Finding> {
        lines_with(code, &[(*word).to_owned()]).map(|line| Finding::new(&file.path, line, format!("`{word}`: {advice}"))).collect()
    };
    table.iter().flat_map(found).collect()
}

fn lines_with<'a>(code: &'a str, words: &'a [String]) -> impl Iterator<Item = usize> + 'a {
    code.lines().enumerate().filter(|(_, line)| words.iter().any(|word| line.contains(word.as_str()))).map(|(index, _)| index + 1)
}

/// Files of a table's folder that the table does not name.
fn unlisted(table: &Table, files: &[File]) -> Vec<Finding> {
    let path = format!("{}/mod.rs", table.folder);
    let Some(module) = files.iter().find(|file| file.path == path) else { return Vec::new() };
    let Some(listed) = listed(&module.text, table.constant) else {
        return vec![Finding::new(&path, 0, format!("holds no table `{}`", table.constant))];
    };
    let mut entries: Vec<&str> = files
        .iter()
        .filter_map(|file| file.path.strip_prefix(table.folder)?.strip_prefix('/'))
        .filter_map(|below| match (below.split_once('/'), table.folders) {
            (Some((folder, _)), true) => Some(folder),
            (None, false) => below.strip_suffix(".rs"),
            _ => None,
        })
        .filter(|entry| !table.apart.contains(entry))
        .collect();
    entries.dedup();
    entries
        .into_iter()
        .filter(|entry| !listed.iter().any(|name| name == entry))
        .map(|entry| Finding::new(&path, 0, format!("`{entry}` has no line in `{}`", table.constant)))
        .collect()
}

/// The modules that the entries of a static table start with: `rust` of `&rust::LANGUAGE`.
fn listed(text: &str, constant: &str) -> Option<Vec<String>> {
    let code = code::strip(text);
    let start = [format!("static {constant}:"), format!("const {constant}:")].iter().find_map(|head| code.find(head.as_str()))?;
    let body = &code[start..];
    let body = &body[..body.find("];").unwrap_or(body.len())];
    Some(code::paths(body).into_iter().filter_map(|path| path.segments.into_iter().next()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let files: Vec<File> = files.iter().map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() }).collect();
        let found: Vec<String> = super::check(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_tidy_file_is_silent() {
        check(&[("src/a.rs", "//! A.\n// todo! in a comment\n#[cfg(test)]\nmod tests { fn f() { x.unwrap(); } }\n")], &[]);
        check(&[("src/a/tests.rs", "//! T.\nuse super::*;\nfn f() { x.unwrap(); }\n")], &[]);
    }

    #[test]
    fn every_habit_is_checked() {
        check(&[("src/a.rs", "fn f() {}\n")], &["src/a.rs:1: must open with a `//!` line that says what it is"]);
        check(&[("a.md", "x \n")], &["a.md:1: ends in white space"]);
        check(&[("a.md", "x")], &["a.md: must end in a newline"]);
        check(&[("src/a.rs", "//! A.\nfn f() { todo!() }\n")], &["src/a.rs:2: `todo!`: finish it"]);
        check(&[("src/a.rs", "//! A.\nmod utils;\n")], &["src/a.rs:2: `utils` says nothing: name the noun it works on"]);
        let advice = "return the error, or say in `expect` why it cannot happen";
        check(&[("src/a.rs", "//! A.\nfn f() { x.unwrap() }\n")], &[&format!("src/a.rs:2: `.unwrap()`: {advice}")]);
    }

    #[test]
    fn length_is_bounded_at_the_last_line() {
        let text = |lines: usize| format!("//! A.\n{}", "\n".repeat(lines - 2) + "x\n");
        assert_eq!(super::check(&[File { path: "a.rs".to_owned(), text: text(MOST_LINES) }]), []);
        assert_eq!(super::check(&[File { path: "a.rs".to_owned(), text: text(MOST_LINES + 1) }]).len(), 1);
    }

    #[test]
    fn a_file_missing_from_its_table_is_found() {
        let module = "//! M.\npub static LANGUAGES: &[&Language] = &[\n    &rust::LANGUAGE,\n];\n";
        check(
            &[
                ("src/languages/go/mod.rs", "//! G.\n"),
                ("src/languages/mod.rs", module),
                ("src/languages/rust/mod.rs", "//! R.\n"),
                ("src/languages/syntax.rs", "//! S.\n"),
            ],
            &["src/languages/mod.rs: `go` has no line in `LANGUAGES`"],
        );
    }
}
