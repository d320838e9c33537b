//! Rows of `history` and `commits`. They are of no single file's text, so they are made apart from all others.

use std::collections::BTreeMap;

use crate::artifacts::history::{CoChanged, History};
use crate::artifacts::postings::Frequencies;
use crate::artifacts::{Artifact, commits, history, jsonl};
use crate::base::date;
use crate::history::changes::{self, Changes};
use crate::history::log::Log;

/// The tables that are made here.
pub const TABLES: [&Artifact; 2] = [&history::ARTIFACT, &commits::ARTIFACT];

/// The rows of one file in each of [`TABLES`], and how many they are.
pub type OfFile = [(Vec<u8>, u32); TABLES.len()];

/// The rows of those of `paths` that the log knows, by position. `paths` are sorted and relative to the indexed folder.
///
/// # Errors
/// When a row cannot be serialized, which no row type can cause.
pub fn rows(log: &Log, paths: &[&str]) -> Result<BTreeMap<usize, OfFile>, serde_json::Error> {
    let mut rows: BTreeMap<usize, OfFile> = BTreeMap::new();
    let (files, mut commits) = changes::changes(log, paths);
    for (position, changes) in files {
        let [own, _] = rows.entry(position).or_default();
        push(own, &history_row(paths, position, changes))?;
    }
    commits.sort_unstable_by(|lhs, rhs| lhs.id.cmp(&rhs.id));
    for commit in commits {
        let Some(first) = commit.files.first() else { continue };
        let [_, own] = rows.entry(*first).or_default();
        push(own, &commit_row(paths, *first, commit))?;
    }
    Ok(rows)
}

fn push(rows: &mut (Vec<u8>, u32), row: &impl serde::Serialize) -> Result<(), serde_json::Error> {
    rows.1 += 1;
    jsonl::push_row(&mut rows.0, row)
}

fn history_row(paths: &[&str], position: usize, changes: Changes) -> History {
    History {
        changes: changes.count,
        co_changed: changes.with.into_iter().map(|(other, weight)| CoChanged { path: paths[other].to_owned(), weight }).collect(),
        last_change: changes.last.map(date::rfc3339),
        message_terms: Frequencies::of_counts(changes.words.iter().map(|(term, count)| (term.as_str(), *count))),
        path: paths[position].to_owned(),
        shallow: changes.shallow,
    }
}

fn commit_row(paths: &[&str], first: usize, commit: changes::Commit) -> commits::Commit {
    commits::Commit {
        changed: commit.changed,
        commit_id: commit.id,
        path: paths[first].to_owned(),
        paths: commit.files.into_iter().map(|file| paths[file].to_owned()).collect(),
        terms: commit.terms,
        time: date::rfc3339(commit.seconds),
    }
}
