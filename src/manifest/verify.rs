//! Checks a root against itself: every digest, every order, every reference between tables.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::error::IndexError;
use super::layout::Layout;
use super::reading::{Opened, Stream};
use crate::artifacts::{ARTIFACTS, jsonl};
use crate::host::Host;

/// Most findings that are listed; the rest is counted.
const MAX_FINDINGS: usize = 50;

/// What a check of a root found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first findings, in words.
    pub listed: Vec<String>,
    pub count: u64,
    pub rows: u64,
}

impl Findings {
    fn add(&mut self, text: String) {
        self.count += 1;
        if self.listed.len() < MAX_FINDINGS {
            self.listed.push(text);
        }
    }
}

#[derive(Default)]
struct Known {
    hashes: HashSet<String>,
    symbols: HashSet<String>,
    /// Where each symbol id was met first: two files must not share one.
    homes: HashMap<String, String>,
    evidence: HashSet<String>,
    chunks: HashSet<String>,
}

/// Reads every piece and checks it.
///
/// # Errors
/// What the disk refuses; damage is a finding, not an error.
pub fn verify(host: &dyn Host, layout: &Layout, opened: &Opened) -> Result<Findings, IndexError> {
    let mut findings = Findings::default();
    let mut known = Known::default();
    let order = ["files", "symbols", "chunk_meta", "sites"];
    let rest = ARTIFACTS.iter().map(|artifact| artifact.name).filter(|name| !order.contains(name));
    for name in order.into_iter().chain(rest) {
        if let Some(index) = ARTIFACTS.iter().position(|artifact| artifact.name == name) {
            table(host, layout, index, &opened.streams[index], &mut known, &mut findings)?;
        }
    }
    Ok(findings)
}

fn table(host: &dyn Host, layout: &Layout, index: usize, stream: &Stream, known: &mut Known, findings: &mut Findings) -> Result<(), IndexError> {
    let artifact = &ARTIFACTS[index];
    let mut last: Option<Vec<Value>> = None;
    for piece in stream.pieces() {
        let rows = match super::pieces::read_piece(host, layout, artifact.name, piece) {
            Ok(rows) => rows,
            Err(IndexError::Corrupt { place, what }) => {
                findings.add(format!("`{place}` is damaged: {what}"));
                continue;
            }
            Err(cause) => return Err(cause),
        };
        for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            findings.rows += 1;
            let Ok(row) = serde_json::from_slice::<Value>(line) else {
                findings.add(format!("`{}` holds a row that is not JSON", piece.file));
                continue;
            };
            if jsonl::canonical(&row).as_bytes() != line {
                findings.add(format!("`{}` holds a row that is not canonical", piece.file));
            }
            let key: Vec<Value> = artifact.sort_key.iter().map(|column| column_of(&row, column).cloned().unwrap_or(Value::Null)).collect();
            if last.as_ref().is_some_and(|last| !ordered(last, &key)) {
                findings.add(format!("{}: row {} is out of order or stands twice", artifact.name, key_text(&key)));
            }
            references(artifact.name, &row, known, findings);
            last = Some(key);
        }
    }
    Ok(())
}

fn column_of<'a>(row: &'a Value, column: &str) -> Option<&'a Value> {
    column.split('.').try_fold(row, |value, part| value.get(part))
}

fn ordered(last: &[Value], next: &[Value]) -> bool {
    for (lhs, rhs) in last.iter().zip(next) {
        let order = match (lhs, rhs) {
            (Value::Number(lhs), Value::Number(rhs)) => lhs.as_u64().cmp(&rhs.as_u64()),
            (lhs, rhs) => lhs.as_str().unwrap_or("").cmp(rhs.as_str().unwrap_or("")),
        };
        if order.is_ne() {
            return order.is_lt();
        }
    }
    // Several rows of one definition (a declaration and its body, cfg twins) may start at one place only in theory.
    false
}

fn key_text(key: &[Value]) -> String {
    key.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn text<'a>(row: &'a Value, column: &str) -> &'a str {
    row.get(column).and_then(Value::as_str).unwrap_or("")
}

fn references(table: &str, row: &Value, known: &mut Known, findings: &mut Findings) {
    let path = text(row, "path");
    match table {
        "files" => {
            known.hashes.insert(path.to_owned());
        }
        "symbols" => {
            let id = text(row, "symbolId");
            if let Some(home) = known.homes.insert(id.to_owned(), path.to_owned())
                && home != path
            {
                findings.add(format!("symbols: `{id}` stands in `{home}` and in `{path}`"));
            }
            known.symbols.insert(id.to_owned());
            known.evidence.insert(text(row, "evidenceId").to_owned());
        }
        "chunk_meta" => {
            known.chunks.insert(text(row, "chunkUid").to_owned());
        }
        "chunk_text" if !known.chunks.contains(text(row, "chunkUid")) => findings.add(format!("chunk_text: no chunk {}", text(row, "chunkUid"))),
        "sites" => {
            known.evidence.insert(text(row, "evidenceId").to_owned());
        }
        _ => {}
    }
    if table != "files" && table != "problems" && !known.hashes.contains(path) {
        findings.add(format!("{table}: `{path}` is not in `files`"));
    }
    if table.starts_with("edges_") {
        edge(table, row, known, findings);
    }
}

fn edge(table: &str, row: &Value, known: &Known, findings: &mut Findings) {
    let from_span = matches!(text(row, "type"), "mentions" | "export");
    if !from_span && !known.evidence.contains(text(row, "evidenceId")) {
        findings.add(format!("{table}: evidence {} of `{}` is nowhere", text(row, "evidenceId"), text(row, "path")));
    }
    let mut ends: BTreeSet<&str> = BTreeSet::new();
    ends.insert(text(row, "from"));
    ends.insert(text(row, "to"));
    for end in ends {
        let known = match end.split_once(':') {
            Some(("scip", _)) => known.symbols.contains(end),
            Some(("file", path)) => known.hashes.contains(path),
            Some(("module", _)) => true,
            _ => false,
        };
        if !known {
            findings.add(format!("{table}: `{end}` is nowhere"));
        }
    }
}
