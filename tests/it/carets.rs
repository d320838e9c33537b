//! What small files of every language define and use, told by carets below the names, in the text of `fixtures/carets/LANGUAGE.txt`.
//!
//! `//- /path` opens a file of a fixture. A line that begins with carets is none of the file: it tells of the line above what the names over the carets are.
//! `^^^ function a.f` is a definition by its kind and qualified name, with its flags in brackets. `^^^ call -> path a.f` is a use by its role and what it leads
//! to: `->` from confidence 0.9 on, `~>` from 0.5 on, `?>` below. Of others the outcome follows with its reason. Each definition and each use of a fixture has its
//! line, so what is lost is seen as well as what is made up. `cargo xtask pieces` writes the carets that the test would compare.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;
use smalti::languages::LANGUAGES;

use crate::program;
use crate::support::Repo;

const OPENS: &str = "//- /";
/// Tables of edges that begin at a site.
const EDGES: [&str; 4] = ["edges_call", "edges_usage", "edges_import", "edges_structure"];
/// From 0.9 on, from 0.5 on, below.
const ARROWS: [&str; 3] = ["->", "~>", "?>"];

fn folder() -> PathBuf {
    program::here().join("fixtures/carets")
}

/// Whether a line of a fixture speaks of the one above.
fn is_told(line: &str) -> bool {
    let carets = line.trim_start();
    let label = carets.trim_start_matches('^');
    label.len() < carets.len() && label.starts_with(' ')
}

/// What stands before the first file, and the files, without carets.
fn parts(fixture: &str) -> (String, Vec<(String, String)>) {
    let mut head = String::new();
    let mut files: Vec<(String, String)> = Vec::new();
    for line in fixture.lines().filter(|line| !is_told(line)) {
        if let Some(path) = line.strip_prefix(OPENS) {
            files.push((path.to_owned(), String::new()));
        } else {
            let text = files.last_mut().map_or(&mut head, |(_, text)| text);
            writeln!(text, "{line}").unwrap();
        }
    }
    (head, files)
}

fn text<'a>(row: &'a Value, column: &str) -> &'a str {
    row[column].as_str().unwrap()
}

fn number(row: &Value, column: &str) -> usize {
    usize::try_from(row[column].as_u64().unwrap()).unwrap()
}

/// Labels of a file by the byte at which their name begins, with its length.
type Labels = BTreeSet<(usize, usize, String)>;

/// Where the name of a definition stands: on the line that is told, or at its beginning for those without one.
fn place(row: &Value, source: &str) -> (usize, usize) {
    let line: usize = source.split_inclusive('\n').take(number(row, "nameLine") - 1).map(str::len).sum();
    let start = line.max(number(&row["range"], "start"));
    let end = source[start..].find('\n').map_or(source.len(), |length| start + length);
    let name = text(row, "name");
    source[start..end]
        .find(name)
        .map_or_else(|| (start + source[start..end].len() - source[start..end].trim_start().len(), 1), |at| (start + at, name.len()))
}

/// The path and the qualified name of a definition.
fn key(row: &Value) -> (&str, &str) {
    (text(row, "path"), text(row, "qualifiedName"))
}

/// What definitions are called where others speak of them: several of one name by their lines.
fn called(symbols: &[Value]) -> BTreeMap<&str, String> {
    let mut alike: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    symbols.iter().for_each(|row| *alike.entry(key(row)).or_default() += 1);
    let name = |row: &Value| {
        let (path, name) = key(row);
        if alike[&(path, name)] == 1 { format!("{path} {name}") } else { format!("{path}:{} {name}", number(row, "nameLine")) }
    };
    symbols.iter().map(|row| (text(row, "symbolId"), name(row))).collect()
}

/// The arrow of a confidence, the surest first.
fn arrow(confidence: f64) -> usize {
    [0.9, 0.5].into_iter().filter(|least| confidence < *least).count()
}

/// What an index tells of each of its files.
fn told(repo: &Repo, sources: &BTreeMap<&str, &str>) -> BTreeMap<String, Labels> {
    let rows = repo.index_text();
    let table = |name: &str| rows[name].lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    let symbols = table("symbols");
    let called = called(&symbols);
    let mut labels: BTreeMap<String, Labels> = BTreeMap::new();
    for row in &symbols {
        let (start, length) = place(row, sources[text(row, "path")]);
        let mut label = format!("{} {}", text(row, "kind"), text(row, "qualifiedName"));
        let flags: Vec<&str> = row["flags"].as_array().unwrap().iter().map(|flag| flag.as_str().unwrap()).collect();
        if !flags.is_empty() {
            write!(label, " [{}]", flags.join(", ")).unwrap();
        }
        labels.entry(text(row, "path").to_owned()).or_default().insert((start, length, label));
    }
    let mut targets: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for row in EDGES.into_iter().flat_map(table) {
        let to = text(&row, "to");
        let target = called.get(to).map_or(to, String::as_str);
        let arrow = arrow(row["confidence"].as_f64().unwrap());
        let known = targets.entry(text(&row, "evidenceId").to_owned()).or_default().entry(target.to_owned()).or_insert(arrow);
        *known = arrow.min(*known);
    }
    for row in table("sites") {
        let (start, end) = (number(&row, "byteStart"), number(&row, "byteEnd"));
        let role = text(&row, "role");
        let outcome = text(&row, "outcome");
        let label = match targets.get(text(&row, "evidenceId")) {
            Some(targets) => {
                let led: Vec<_> = targets.iter().map(|(target, arrow)| format!("{} {target}", ARROWS[*arrow])).collect();
                format!("{role} {}", led.join(", "))
            }
            None => row["reason"].as_str().map_or_else(|| format!("{role} {outcome}"), |reason| format!("{role} {outcome} {reason}")),
        };
        labels.entry(text(&row, "path").to_owned()).or_default().insert((start, end - start, label));
    }
    labels
}

/// The text of a file with what is told of it.
fn rendered(source: &str, labels: &Labels) -> String {
    let mut out = String::new();
    let mut left = labels.iter().peekable();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        out.push_str(line);
        while let Some((start, length, label)) = left.next_if(|(start, ..)| *start < at + line.len()) {
            // Tabs stay tabs, so that carets stand below what they are about.
            let before = line[..start.saturating_sub(at)].chars().map(|character| if character == '\t' { '\t' } else { ' ' });
            let end = (start + length).min(at + line.trim_end().len()).max(start + 1);
            let width = source.get(*start..end).map_or(1, |name| name.chars().count());
            writeln!(out, "{}{} {label}", before.collect::<String>(), "^".repeat(width.max(1))).unwrap();
        }
        at += line.len();
    }
    assert_eq!(left.next(), None, "a label behind the end of its file");
    out
}

/// The fixture as this program tells it.
fn annotated(fixture: &str) -> String {
    let (mut out, files) = parts(fixture);
    let repo = Repo::new();
    files.iter().for_each(|(path, source)| repo.write(path, source));
    repo.build();
    let sources = files.iter().map(|(path, source)| (path.as_str(), source.as_str())).collect();
    let labels = told(&repo, &sources);
    for (path, source) in &files {
        writeln!(out, "{OPENS}{path}").unwrap();
        out.push_str(&rendered(source, labels.get(path).unwrap_or(&Labels::new())));
    }
    out
}

#[test]
fn the_names_of_every_language_are_what_carets_say() {
    let mut differing = Vec::new();
    // A manifest has no grammar: it stands in the fixture of its language.
    for language in LANGUAGES.iter().filter(|language| language.grammar.is_some()) {
        let path = folder().join(format!("{}.txt", language.id));
        let fixture = std::fs::read_to_string(&path).unwrap_or_default();
        let told = annotated(&fixture);
        if !told.lines().any(is_told) {
            differing.push(format!("{}: it is not there, or nothing is told of it", path.display()));
        }
        if told == fixture {
            continue;
        }
        if std::env::var("SMALTI_GOLDEN").is_ok_and(|how| how == "write") {
            std::fs::write(&path, told).unwrap();
            continue;
        }
        let first = fixture.lines().zip(told.lines()).enumerate().find(|(_, (was, is))| was != is);
        let (line, (was, is)) = first.unwrap_or_default();
        differing.push(format!("{}:{}\n  committed: {was}\n  told now:  {is}", path.display(), line + 1));
    }
    assert!(differing.is_empty(), "if that is meant, run `cargo xtask pieces`\n{}", differing.join("\n"));
}

#[test]
fn lines_of_carets_are_told_from_lines_of_files() {
    for line in ["^^^ function f", "    ^ call -> a.rs f", "\t^ x"] {
        assert!(is_told(line), "{line:?}");
    }
    for line in ["a ^ b", "^", "  ^^", "x ^^ y", ""] {
        assert!(!is_told(line), "{line:?}");
    }
}
