//! `cargo xtask edges --gold DIR --repos DIR`: holds the edges of built indexes against compiler-made gold.
//!
//! Every `NAME.jsonl.gz` of the gold folder whose checkout lies at `REPOS/NAME` is indexed by the release binary, its rows become the neutral
//! lines that the gold's own `score.py` reads, and the scorer's table is printed with the census beside it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::accuracy::{self, Accuracy};
use crate::claims::{Claims, Found};
use crate::{Call, Finding, Report, calibrate, cargo, quoted};

/// The generated page.
const PAGE: &str = "docs/accuracy.md";

/// Edges below this confidence are candidates and do not count.
const THRESHOLD: f64 = 0.5;

/// The edge tables and the neutral edge type of each.
const TABLES: &[(&str, &str)] = &[("edges_call", "call"), ("edges_usage", "use"), ("edges_import", "import"), ("edges_structure", "inherit")];

/// What the words after the verb say.
#[derive(Debug)]
pub struct Options {
    pub gold: PathBuf,
    pub repos: PathBuf,
    pub out: PathBuf,
    binary: PathBuf,
    /// Write the page.
    write: bool,
    /// Words that go to the scorer as they are.
    scorer: Vec<String>,
}

/// Builds, converts, scores, prints.
///
/// # Errors
/// What the disk or a child process refused.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let options = match options(&cargo::target(root)?, &call.words) {
        Ok(options) => options,
        Err(finding) => return Ok(finding.into()),
    };
    let mut report = Report::default();
    std::fs::create_dir_all(&options.out)?;
    let mut census = String::new();
    let mut scored = Vec::new();
    let mut claims = BTreeMap::new();
    for name in names(&options.gold)? {
        let repo = options.repos.join(&name);
        if !repo.is_dir() {
            report.notes.push(format!("{name}: no checkout at {}", repo.display()));
            continue;
        }
        let rows = Rows::of(&options, &name, &repo)?;
        std::fs::write(options.out.join(format!("{name}.jsonl")), rows.all())?;
        census.push_str(&rows.census(&name));
        Found::read(&options.gold.join(format!("{name}.jsonl.gz")))?.judge(&rows.sites, &mut claims);
        scored.push(name);
    }
    let answer = options.out.join("scores.json");
    let mut words = vec!["--detail".to_owned(), "--json".to_owned(), answer.to_string_lossy().into_owned()];
    words.extend(options.scorer.iter().cloned());
    let printed = score(&options, &options.out, &words)?;
    if options.write {
        let scores: Value = serde_json::from_str(&std::fs::read_to_string(&answer)?).map_err(io::Error::other)?;
        let rules = calibrate::by_rule(&options, &mut report)?;
        let accuracy = Accuracy { scores: &scores, printed: &printed, census: &census, repositories: &scored, rules: &rules, claims: &claims };
        std::fs::write(root.join(PAGE), accuracy::page(&accuracy))?;
        report.notes.push(format!("wrote {PAGE}"));
    }
    report.notes.push(printed);
    report.notes.push(format!("census: share of sites by role and end\n{census}"));
    report.notes.push(format!("sites without an edge whose definition the gold knows, by what they say\n{}", said(&claims)));
    Ok(report)
}

/// A line a language and claim.
fn said(claims: &BTreeMap<(String, String), Claims>) -> String {
    let mut lines = String::new();
    for ((language, claim), it) in claims {
        let _ = writeln!(lines, "{language:12} {claim:26} {:6} of {:6}", it.untrue, it.all);
    }
    lines
}

/// The words after the verb; what they leave open lies in cargo's `target`.
///
/// # Errors
/// How the verb is called.
pub fn options(target: &Path, words: &[String]) -> Result<Options, Finding> {
    let mut given: BTreeMap<&str, PathBuf> = BTreeMap::new();
    let mut scorer = Vec::new();
    let mut write = false;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--gold" | "--repos" | "--out" | "--binary" => {
                let Some(value) = rest.next() else { return Err(usage()) };
                given.insert(word, PathBuf::from(value));
            }
            "--write" => write = true,
            _ => scorer.push(word.clone()),
        }
    }
    let (Some(gold), Some(repos)) = (given.remove("--gold"), given.remove("--repos")) else { return Err(usage()) };
    Ok(Options {
        gold,
        repos,
        out: given.remove("--out").unwrap_or_else(|| target.join("edges")),
        binary: given.remove("--binary").unwrap_or_else(|| target.join("release").join("smalti")),
        write,
        scorer,
    })
}

fn usage() -> Finding {
    Finding::new("edges", 0, "usage: cargo xtask edges --gold DIR --repos DIR [--out DIR] [--binary FILE] [--write] [words for the scorer]")
}

/// The names of the gold files, sorted.
///
/// # Errors
/// What the disk refused.
pub fn names(gold: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(gold)? {
        if let Some(name) = entry?.file_name().to_str().and_then(|name| name.strip_suffix(".jsonl.gz")) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The rows of one index that the scorer or the census needs.
pub struct Rows {
    /// `(path, line of the name, name)` by symbol id.
    symbols: HashMap<String, (String, u64, String)>,
    /// Ids of the macros of C and C++.
    macros: HashSet<String>,
    /// Ids of fields, which the gold leaves out: on the lines around stands what it would be taken for.
    fields: HashSet<String>,
    sites: Vec<Value>,
    /// Line of a site by evidence id.
    lines: HashMap<String, u64>,
    /// Evidence ids of sites that have one target.
    settled: HashSet<String>,
    /// Evidence ids of sites that the gold says nothing of.
    unseen: HashSet<String>,
    /// `(neutral type, row)`.
    edges: Vec<(&'static str, Value)>,
}

impl Rows {
    /// Builds the index of one repository and reads it back.
    ///
    /// # Errors
    /// What the disk or the build refused.
    pub fn of(options: &Options, name: &str, repo: &Path) -> io::Result<Self> {
        let index = options.out.join(format!("{name}.index"));
        let built = Command::new(&options.binary).args(["index", "build", "--no-text", "--out"]).arg(&index).arg(repo).output()?;
        if !built.status.success() && built.status.code() != Some(1) {
            return Err(io::Error::other(format!("{name}: {}", String::from_utf8_lossy(&built.stderr))));
        }
        let mut symbols = HashMap::new();
        let (mut macros, mut fields) = (HashSet::new(), HashSet::new());
        let mut constructors = Vec::new();
        for row in show(options, &index, "symbols")? {
            if text(&row, "kind") == "macro" && !text(&row, "path").ends_with(".rs") {
                macros.insert(text(&row, "symbolId").to_owned());
            }
            if text(&row, "kind") == "field" {
                fields.insert(text(&row, "symbolId").to_owned());
            }
            if text(&row, "kind") == "constructor" {
                constructors.push((text(&row, "symbolId").to_owned(), text(&row, "container").to_owned()));
            }
            // Build variants share an id; the first one stands for all.
            symbols
                .entry(text(&row, "symbolId").to_owned())
                .or_insert_with(|| (text(&row, "path").to_owned(), number(&row["nameLine"]), text(&row, "name").to_owned()));
        }
        // The gold counts a constructor as its class.
        for (constructor, class) in constructors {
            if let Some(place) = symbols.get(&class).cloned() {
                symbols.insert(constructor, place);
            }
        }
        let sites = show(options, &index, "sites")?;
        let lines: HashMap<String, u64> = sites.iter().map(|row| (text(row, "evidenceId").to_owned(), number(&row["lines"]["start"]))).collect();
        let settled = sites.iter().filter(|row| text(row, "outcome") == "resolved").map(|row| text(row, "evidenceId").to_owned()).collect();
        let unseen = quoted::sites(repo, &sites);
        let mut edges = Vec::new();
        for (table, neutral) in TABLES {
            edges.extend(show(options, &index, table)?.into_iter().filter(|row| counts(table, row)).map(|row| (*neutral, row)));
        }
        // Gold counts a clause that hands out a definition (`export { name }`) among the imports; a definition that is exported where it stands has no site.
        let clauses = show(options, &index, "edges_export")?.into_iter().filter(|row| lines.contains_key(text(row, "evidenceId")));
        edges.extend(clauses.map(|row| ("import", row)));
        Ok(Self { symbols, macros, fields, sites, lines, settled, unseen, edges })
    }

    /// Every rule that found an edge, sorted.
    pub fn rules(&self) -> Vec<String> {
        let mut rules: Vec<String> = self.edges.iter().map(|(_, row)| text(row, "rule").to_owned()).collect();
        rules.sort();
        rules.dedup();
        rules
    }

    /// The scorer's lines of every edge that reaches the threshold.
    fn all(&self) -> String {
        self.neutral(|row| row["confidence"].as_f64().unwrap_or_default() >= THRESHOLD)
    }

    /// The scorer's lines of the edges of one rule that has settled their sites, where the gold looks.
    pub fn by(&self, rule: &str) -> String {
        let is_judged = |evidence: &str| self.settled.contains(evidence) && !self.unseen.contains(evidence);
        self.neutral(|row| text(row, "rule") == rule && is_judged(text(row, "evidenceId")))
    }

    fn neutral(&self, wanted: impl Fn(&Value) -> bool) -> String {
        let mut lines = String::new();
        for (edge_type, row) in self.edges.iter().filter(|(_, row)| wanted(row)) {
            // Gold leaves macros out: a compiler sees what their bodies call where they are used.
            if self.macros.contains(text(row, "from")) || self.fields.contains(text(row, "to")) {
                continue;
            }
            let confidence = row["confidence"].as_f64().unwrap_or_default();
            let from = self.symbols.get(text(row, "from"));
            let line = match (*edge_type, from) {
                ("inherit", Some((_, line, _))) => *line,
                // An `impl` block belongs to the file.
                ("import" | "inherit", _) => 0,
                _ => self.lines.get(text(row, "evidenceId")).copied().unwrap_or_default(),
            };
            // The line of an heir is its own, so is the file: the evidence may stand elsewhere.
            let file = match from {
                Some((path, _, _)) if *edge_type == "inherit" => path,
                _ => text(row, "path"),
            };
            let mut neutral = json!({
                "edge_type": edge_type, "from_file": file, "from_line": line,
                "confidence": confidence, "rule": text(row, "rule"),
            });
            let to = text(row, "to");
            if let Some((path, line, name)) = self.symbols.get(to) {
                neutral["to_file"] = json!(path);
                neutral["to_line"] = json!(line);
                // Several definitions may stand on one line, and a file on its first.
                neutral["to_name"] = json!(name);
            } else if let Some(path) = to.strip_prefix("file:") {
                neutral["to_file"] = json!(path);
            } else {
                continue;
            }
            let _ = writeln!(lines, "{neutral}");
        }
        lines
    }

    /// One line a role: how its sites end.
    fn census(&self, name: &str) -> String {
        let mut counts: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        for site in &self.sites {
            *counts.entry(text(site, "role")).or_default().entry(text(site, "outcome")).or_default() += 1;
        }
        let mut lines = String::new();
        for (role, ends) in counts {
            let all: u64 = ends.values().sum();
            let shares: Vec<String> = ends.iter().map(|(end, count)| format!("{end} {:.1}%", 100.0 * share(*count, all))).collect();
            let _ = writeln!(lines, "{name:14} {role:10} {all:7}  {}", shares.join("  "));
        }
        lines
    }
}

/// Whether a row is an edge of the kinds that the scorer knows.
fn counts(table: &str, row: &Value) -> bool {
    table != "edges_structure" || matches!(text(row, "type"), "extends" | "implements")
}

fn show(options: &Options, index: &Path, artifact: &str) -> io::Result<Vec<Value>> {
    let shown = Command::new(&options.binary).args(["index", "show", artifact, "--index"]).arg(index).output()?;
    if !shown.status.success() {
        return Err(io::Error::other(format!("{artifact}: {}", String::from_utf8_lossy(&shown.stderr))));
    }
    let lines = String::from_utf8_lossy(&shown.stdout);
    lines.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other)).collect()
}

pub fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}

pub fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

pub fn share(part: u64, whole: u64) -> f64 {
    let [part, whole] = [part, whole].map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// What the scorer prints of a folder of neutral edges.
///
/// # Errors
/// What the scorer said when it failed.
pub fn score(options: &Options, edges: &Path, words: &[String]) -> io::Result<String> {
    let scorer = options.gold.parent().and_then(Path::parent).unwrap_or(Path::new(".")).join("score.py");
    let done = Command::new("python3").arg(scorer).arg("--gold").arg(&options.gold).arg("--edges-dir").arg(edges).args(words).output()?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        Err(io::Error::other(String::from_utf8_lossy(&done.stderr).into_owned()))
    }
}
