//! `cargo xtask ctags DIR`: the share of the definitions that universal-ctags finds which an index of the folder holds, per language.
//!
//! A definition is held when a symbol of that name stands on that line of that file. `--misses N` prints the first so many that are not.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::edges::text;
use crate::{Call, Finding, Report, cargo};

/// Kinds of tags that define nothing, by the language as ctags calls it; `*` is any.
const NO_DEFINITIONS: &[(&str, &[&str])] = &[
    ("*", &["anchor", "context", "describe", "header", "heredoc", "label", "local", "parameter", "script", "unknown"]),
    ("C#", &["namespace"]),
    ("Go", &["anonMember", "import", "package", "packageName", "receiver"]),
    ("Java", &["package"]),
    ("Kotlin", &["import", "package"]),
    ("PHP", &["alias", "namespace"]),
    ("Python", &["module", "namespace"]),
    ("Ruby", &["library"]),
];

/// Languages of documents and data, as ctags calls them: an index has their parts as chunks, not as symbols.
const DOCUMENTS: &[&str] = &["CSS", "HTML", "JSON", "Markdown", "TOML", "YAML"];

/// Variables inside of these are locals, whatever ctags calls them.
const BODIES: &[&str] = &["function", "generator", "method", "member", "func"];

/// Kinds that are locals inside a body.
const VARIABLES: &[&str] = &["class", "constant", "property", "variable", "var"];

/// What the words after the verb say.
struct Options {
    folder: PathBuf,
    out: PathBuf,
    binary: PathBuf,
    ctags: PathBuf,
    misses: usize,
}

/// Builds an index, asks ctags, compares, prints. Without ctags it says so and finds nothing wrong.
///
/// # Errors
/// What the disk or a child process refused.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let mut report = Report::default();
    let Some(options) = options(&cargo::target(root)?, &call.words) else {
        report.findings.push(Finding::new("ctags", 0, "usage: cargo xtask ctags DIR [--out DIR] [--binary FILE] [--ctags FILE] [--misses N]"));
        return Ok(report);
    };
    if let Some(reason) = missing(&options.ctags) {
        report.notes.push(format!("skipped: {reason}"));
        return Ok(report);
    }
    std::fs::create_dir_all(&options.out)?;
    let index = options.out.join("index");
    let mut build = Command::new(&options.binary);
    finished("smalti index build", &build.args(["index", "build", "--no-text", "--quiet", "--out"]).arg(&index).arg(&options.folder).output()?)?;
    let files = rows(&show(&options, &index, "files")?)?;
    let symbols = rows(&show(&options, &index, "symbols")?)?;
    let languages = languages(&files);
    let list = options.out.join("files.txt");
    std::fs::write(&list, languages.keys().fold(String::new(), |list, path| list + path + "\n"))?;
    let mut ctags = Command::new(&options.ctags);
    ctags.args(["--options=NONE", "--output-format=json", "--fields=+nKlsZ", "-f", "-", "-L"]).arg(&list).current_dir(&options.folder);
    let tags = rows(&finished("ctags", &ctags.output()?)?)?;
    report.notes = compare(&languages, &symbols, &tags).iter().flat_map(|(language, shares)| shares.lines(language, options.misses)).collect();
    Ok(report)
}

fn options(target: &Path, words: &[String]) -> Option<Options> {
    let mut given: BTreeMap<&str, PathBuf> = BTreeMap::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--out" | "--binary" | "--ctags" | "--misses" => given.insert(word, PathBuf::from(rest.next()?)),
            _ if word.starts_with('-') => return None,
            _ => given.insert("folder", PathBuf::from(word)),
        };
    }
    let misses = match given.remove("--misses") {
        Some(number) => number.to_str()?.parse().ok()?,
        None => 0,
    };
    Some(Options {
        folder: given.remove("folder")?,
        out: std::path::absolute(given.remove("--out").unwrap_or_else(|| target.join("ctags"))).ok()?,
        binary: given.remove("--binary").unwrap_or_else(|| target.join("release").join("smalti")),
        ctags: given.remove("--ctags").unwrap_or_else(|| PathBuf::from("ctags")),
        misses,
    })
}

/// Why this program cannot be asked.
fn missing(ctags: &Path) -> Option<String> {
    let Ok(said) = Command::new(ctags).arg("--list-features").output() else {
        return Some(format!("`{}` does not run; install universal-ctags", ctags.display()));
    };
    let features = String::from_utf8_lossy(&said.stdout).into_owned();
    let json = features.lines().any(|line| line.split_whitespace().next() == Some("json"));
    (!json).then(|| format!("`{}` is no universal-ctags that writes JSON", ctags.display()))
}

/// What a program printed, if it succeeded.
fn finished(name: &str, output: &Output) -> io::Result<String> {
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(io::Error::other(format!("`{name}` failed: {}", String::from_utf8_lossy(&output.stderr))))
    }
}

fn show(options: &Options, index: &Path, artifact: &str) -> io::Result<String> {
    finished("smalti index show", &Command::new(&options.binary).args(["index", "show", artifact, "--index"]).arg(index).output()?)
}

fn rows(lines: &str) -> io::Result<Vec<Value>> {
    lines.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other)).collect()
}

/// Language by path, of the files whose definitions are part of the graph.
fn languages(files: &[Value]) -> BTreeMap<String, String> {
    let of_graph = files.iter().filter(|row| row["inGraph"] == true && !text(row, "path").contains('\n'));
    of_graph.filter_map(|row| Some((text(row, "path").to_owned(), row["language"].as_str()?.to_owned()))).collect()
}

/// How the definitions of one language compare.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shares {
    found: u32,
    /// `path:line kind name`.
    missed: Vec<String>,
    files: u32,
}

impl Shares {
    fn lines(&self, language: &str, misses: usize) -> Vec<String> {
        let missed = u32::try_from(self.missed.len()).unwrap_or(u32::MAX);
        let all = self.found.saturating_add(missed);
        let mut lines = vec![match all {
            0 => format!("{language:12} {:6} files  skipped: ctags names no definition in them", self.files),
            _ => format!(
                "{language:12} {:6} files {:8} of {all:8} definitions  {:5.1}%",
                self.files,
                self.found,
                100.0 * f64::from(self.found) / f64::from(all)
            ),
        }];
        lines.extend(self.missed.iter().take(misses).map(|miss| format!("  {miss}")));
        lines
    }
}

fn compare(languages: &BTreeMap<String, String>, symbols: &[Value], tags: &[Value]) -> BTreeMap<String, Shares> {
    let known: BTreeSet<(&str, u64, &str)> =
        symbols.iter().map(|row| (text(row, "path"), row["nameLine"].as_u64().unwrap_or_default(), text(row, "name"))).collect();
    let mut shares: BTreeMap<String, Shares> = BTreeMap::new();
    for language in languages.values() {
        shares.entry(language.clone()).or_default().files += 1;
    }
    let mut counted = BTreeSet::new();
    for tag in tags.iter().filter(|tag| defines(tag)) {
        let (path, line, name) = (text(tag, "path"), tag["line"].as_u64().unwrap_or_default(), name(tag));
        let Some(of_language) = languages.get(path).and_then(|language| shares.get_mut(language)) else { continue };
        if !counted.insert((path, line, name)) {
            continue;
        }
        if known.contains(&(path, line, name)) {
            of_language.found += 1;
        } else {
            of_language.missed.push(format!("{path}:{line} {} {name}", text(tag, "kind")));
        }
    }
    shares
}

/// The name alone: what ctags calls `A:f` and `A.f` in Lua is `f`.
fn name(tag: &Value) -> &str {
    let name = text(tag, "name");
    if text(tag, "language") == "Lua" { name.rsplit(['.', ':']).next().unwrap_or(name) } else { name }
}

/// Whether a tag is a definition that a symbol should stand for: no local, no import, nothing that ctags named itself.
fn defines(tag: &Value) -> bool {
    let (language, kind) = (text(tag, "language"), text(tag, "kind"));
    let excluded = NO_DEFINITIONS.iter().any(|(of, kinds)| (*of == "*" || *of == language) && kinds.contains(&kind));
    let local = VARIABLES.contains(&kind) && BODIES.contains(&text(tag, "scopeKind"));
    let made_up = ["__anon", "Anonymous", "<lambda>"].iter().any(|start| text(tag, "name").starts_with(start));
    // `names=()` of a shell is an array.
    let made_up = made_up || (language == "Sh" && text(tag, "name").ends_with('='));
    text(tag, "_type") == "tag" && !DOCUMENTS.contains(&language) && !excluded && !local && !made_up
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tag(name: &str, line: u64, kind: &str, scope: &str) -> Value {
        json!({"_type": "tag", "name": name, "path": "a.py", "language": "Python", "line": line, "kind": kind, "scopeKind": scope})
    }

    #[test]
    fn a_definition_is_held_by_name_and_line() {
        let files = [json!({"path": "a.py", "language": "python", "inGraph": true}), json!({"path": "b.py", "language": "python", "inGraph": false})];
        let symbols = [json!({"path": "a.py", "nameLine": 1, "name": "f"}), json!({"path": "a.py", "nameLine": 9, "name": "g"})];
        let tags = [tag("f", 1, "function", ""), tag("g", 3, "function", ""), tag("os", 1, "namespace", ""), tag("x", 2, "variable", "function")];
        let shares = compare(&languages(&files), &symbols, &tags);
        let expected = Shares { found: 1, missed: vec!["a.py:3 function g".to_owned()], files: 1 };
        assert_eq!(shares, BTreeMap::from([("python".to_owned(), expected)]));
        assert!(shares["python"].lines("python", 0)[0].ends_with("50.0%"));
        assert_eq!(shares["python"].lines("python", 5).len(), 2);
    }

    #[test]
    fn names_and_kinds_are_those_of_the_language() {
        let of = |language: &str, name: &str, kind: &str| json!({"_type": "tag", "name": name, "language": language, "kind": kind});
        assert_eq!(name(&of("Lua", "A:go", "function")), "go");
        assert_eq!(name(&of("Python", "A.go", "function")), "A.go");
        assert!(defines(&of("Sh", "go", "function")) && !defines(&of("Sh", "names=", "function")));
        assert!(!defines(&of("Markdown", "Title", "section")) && !defines(&of("RSpec", "it works", "describe")));
    }

    #[test]
    fn without_ctags_the_reason_is_printed() {
        let words = ["--ctags", "/no/such/program", "."].map(str::to_owned).to_vec();
        let report = run(Path::new("."), &Call { check: false, words }).unwrap();
        assert!(report.findings.is_empty());
        assert!(report.notes[0].starts_with("skipped: `/no/such/program` does not run"), "{:?}", report.notes);
    }

    #[test]
    fn a_folder_must_be_named() {
        let report = run(Path::new("."), &Call::default()).unwrap();
        assert_eq!(report.findings.len(), 1);
    }
}
