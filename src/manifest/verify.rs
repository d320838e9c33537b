//! Checks a root against itself: every digest, every order, every count, and through [`super::references`] every reference between tables.

use serde_json::Value;

use super::error::IndexError;
use super::layout::Layout;
use super::pieces::{self, Piece};
use super::reading::{Opened, Stream};
use super::references::Known;
use super::state::State;
use crate::artifacts::{ARTIFACTS, Artifact, jsonl};
use crate::host::Host;

/// Most findings that are listed; the rest is counted.
const MAX_FINDINGS: usize = 50;

/// What a check of a root found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first findings, in words.
    pub listed: Vec<String>,
    pub count: u64,
    /// Those of them that are damaged files.
    pub damaged: u64,
    pub rows: u64,
}

impl Findings {
    /// Notes what is wrong with a row or a table.
    pub fn add(&mut self, text: String) {
        self.count += 1;
        if self.listed.len() < MAX_FINDINGS {
            self.listed.push(text);
        }
    }

    fn damage(&mut self, cause: &IndexError) {
        self.damaged += 1;
        self.add(cause.to_string());
    }
}

/// Reads every piece and checks it.
///
/// # Errors
/// What the disk refuses; damage is a finding, not an error.
pub fn verify(host: &dyn Host, layout: &Layout, opened: &Opened) -> Result<Findings, IndexError> {
    let mut findings = Findings::default();
    let mut known = Known::default();
    match State::read(host, layout) {
        Err(cause @ IndexError::Corrupt { .. }) => findings.damage(&cause),
        state => drop(state?),
    }
    // Tables that others refer to come first.
    let order = ["files", "chunk_meta", "symbols", "sites"];
    let rest = ARTIFACTS.iter().map(|artifact| artifact.name).filter(|name| !order.contains(name));
    for name in order.into_iter().chain(rest) {
        if let Some(index) = ARTIFACTS.iter().position(|artifact| artifact.name == name) {
            counts(opened, index, &mut findings);
            table(host, layout, index, &opened.streams[index], &mut known, &mut findings)?;
            if findings.damaged == 0 {
                known.end_of_table(name, &mut findings);
            }
        }
    }
    if findings.damaged == 0 {
        known.end(&opened.manifest, &mut findings);
    }
    Ok(findings)
}

/// What the manifest says of a table against its list.
fn counts(opened: &Opened, index: usize, findings: &mut Findings) {
    let name = ARTIFACTS[index].name;
    let Some(table) = opened.manifest.artifacts.get(name) else {
        findings.add(format!("{name}: the manifest does not name it"));
        return;
    };
    let list = opened.streams[index].pieces();
    let sums = (list.len() as u64, list.iter().map(|piece| piece.rows).sum::<u64>(), list.iter().map(|piece| piece.bytes).sum::<u64>());
    if sums != (table.pieces, table.rows, table.bytes) {
        findings.add(format!("{name}: its list does not add up to what the manifest says"));
    }
}

fn table(host: &dyn Host, layout: &Layout, index: usize, stream: &Stream, known: &mut Known, findings: &mut Findings) -> Result<(), IndexError> {
    let artifact = &ARTIFACTS[index];
    let mut last: Option<Vec<Value>> = None;
    for piece in stream.pieces() {
        let rows = match read(host, layout, artifact, piece) {
            Ok(rows) => rows,
            Err(cause @ IndexError::Corrupt { .. }) => {
                findings.damage(&cause);
                continue;
            }
            Err(cause) => return Err(cause),
        };
        let mut ends: Option<(String, String)> = None;
        let mut count = 0;
        for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            count += 1;
            findings.rows += 1;
            let Ok(row) = serde_json::from_slice::<Value>(line) else {
                findings.add(format!("{}: `{}` holds a row that is not JSON", artifact.name, piece.file));
                continue;
            };
            if jsonl::canonical(&row).as_bytes() != line {
                findings.add(format!("{}: `{}` holds a row that is not canonical", artifact.name, piece.file));
            }
            let key: Vec<Value> = artifact.sort_key.iter().map(|column| column_of(&row, column).cloned().unwrap_or(Value::Null)).collect();
            if last.as_ref().is_some_and(|last| !ordered(last, &key)) {
                findings.add(format!("{}: row {} is out of order or stands twice", artifact.name, key_text(&key)));
            }
            let path = row.get(artifact.group_column()).and_then(Value::as_str).unwrap_or("");
            ends = Some((ends.map_or_else(|| path.to_owned(), |(first, _)| first), path.to_owned()));
            // Behind a damaged piece every reference to its rows would be a finding of its own.
            if findings.damaged == 0 {
                known.row(artifact.name, &row, findings);
            }
            last = Some(key);
        }
        let said = Some((piece.first_key.clone(), piece.last_key.clone()));
        if count != piece.rows || ends != said {
            findings.add(format!("{}: `{}` does not hold the rows that its list says", artifact.name, piece.file));
        }
    }
    Ok(())
}

/// The rows of a piece, both of its digests checked.
fn read(host: &dyn Host, layout: &Layout, artifact: &Artifact, piece: &Piece) -> Result<Vec<u8>, IndexError> {
    let rows = pieces::read_piece(host, layout, artifact.name, piece)?;
    pieces::check_stored(host, layout, artifact.name, piece)?;
    Ok(rows)
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
