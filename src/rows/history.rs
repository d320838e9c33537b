//! Rows of `history`. They are of no single file's text, so they are made apart from all others.

use crate::artifacts::history::{CoChanged, History};
use crate::artifacts::jsonl;
use crate::artifacts::postings::Frequencies;
use crate::base::date;
use crate::history::changes::{self, Changes};
use crate::history::log::Log;

/// The rows of those of `paths` that the log knows, by position. `paths` are sorted and relative to the indexed folder.
///
/// # Errors
/// When a row cannot be serialized, which no row type can cause.
pub fn rows(log: &Log, paths: &[&str]) -> Result<Vec<(usize, Vec<u8>)>, serde_json::Error> {
    let mut rows = Vec::new();
    for (position, changes) in changes::changes(log, paths) {
        let mut bytes = Vec::new();
        jsonl::push_row(&mut bytes, &row(paths, position, changes))?;
        rows.push((position, bytes));
    }
    Ok(rows)
}

fn row(paths: &[&str], position: usize, changes: Changes) -> History {
    History {
        changes: changes.count,
        co_changed: changes.with.into_iter().map(|(other, weight)| CoChanged { path: paths[other].to_owned(), weight }).collect(),
        last_change: changes.last.map(date::rfc3339),
        message_terms: Frequencies::of_counts(changes.words.iter().map(|(term, count)| (term.as_str(), *count))),
        path: paths[position].to_owned(),
        shallow: changes.shallow,
    }
}
