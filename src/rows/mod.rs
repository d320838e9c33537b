//! From one file's shard and link to its rows in every table.
//!
//! Owns: the shape of evidence, which sites become which edges.
//! Never: another file. Invariant: the rows of a file are a function of its own bytes, path, class and link.

mod definitions;
mod edge_rules;
pub mod history;
mod nodes;
mod relations;
mod risks;
mod tokens;
mod vocabulary;

use std::cell::Cell;
use std::cmp::Reverse;

use crate::artifacts::files::File;
use crate::artifacts::packages::{Owner, Package};
use crate::artifacts::problems::Problem;
use crate::artifacts::{self, COUNT, jsonl};
use crate::base::codes;
use crate::base::ids::SourceHash;
use crate::base::labels::LabelRule;
use crate::base::path;
use crate::base::problem;
use crate::base::secret::Spotted;
use crate::base::span::{ByteSpan, LineMap};
use crate::link::Linked;
use crate::link::loaded::Loaded;
use crate::link::outcome::End;
use crate::shard::body::Body;
use crate::shard::config::OwnerRule;

/// What is known of a walked file without looking into its language.
#[derive(Clone, Debug)]
pub struct FileInput<'a> {
    pub path: &'a str,
    pub hash: SourceHash,
    /// Its bytes were read; otherwise it has only problems and no row of its own.
    pub walked: bool,
    pub bytes: u64,
    pub class: &'a str,
    pub class_reason: &'a str,
    /// Language id.
    pub language: Option<&'a str>,
    pub lines: Option<u32>,
    /// Problems of walking, reading and decoding.
    pub problems: &'a [problem::Problem],
    /// Secrets of a text that is not in the graph.
    pub secrets: &'a [Spotted],
    /// What the repository labels, by path or by secret.
    pub labels: &'a [LabelRule],
}

/// A file of the graph.
pub struct GraphInput<'a> {
    pub loaded: &'a Loaded,
    pub body: &'a Body,
    /// The decoded text.
    pub text: &'a str,
    pub linked: &'a Linked,
    /// Write `chunk_text`.
    pub with_text: bool,
}

/// The rows of one file: canonical JSONL per table, in table order.
#[derive(Clone, Debug)]
pub struct FileRows {
    pub bytes: [Vec<u8>; COUNT],
    pub counts: [u32; COUNT],
    /// Sites by end, in the order of [`End::ALL`].
    pub census: [u32; 5],
}

impl Default for FileRows {
    fn default() -> Self {
        Self { bytes: std::array::from_fn(|_| Vec::new()), counts: [0; COUNT], census: [0; 5] }
    }
}

thread_local! {
    /// Buffers that the rows of one file after the other are written into.
    static SCRATCH: Cell<FileRows> = Cell::default();
}

/// Bytes that a thread keeps for the next file.
const MAX_SCRATCH: usize = 8 << 20;

impl FileRows {
    fn clear(&mut self) {
        self.bytes.iter_mut().for_each(Vec::clear);
        self.counts = [0; COUNT];
        self.census = [0; 5];
    }

    /// Appends one row to a table.
    pub(crate) fn push<T: serde::Serialize>(&mut self, artifact: &artifacts::Artifact, row: &T) -> Result<(), serde_json::Error> {
        let table = artifacts::position(artifact);
        self.counts[table] += 1;
        jsonl::push_row(&mut self.bytes[table], row)
    }

    fn count(&mut self, end: End) {
        if let Some(index) = End::ALL.iter().position(|it| *it == end) {
            self.census[index] += 1;
        }
    }
}

/// All rows of one file.
///
/// # Errors
/// When a row cannot be serialized, which no row type can cause.
pub fn rows(input: &FileInput<'_>, graph: Option<&GraphInput<'_>>) -> Result<FileRows, serde_json::Error> {
    let mut rows = SCRATCH.take();
    let pushed = push_all(&mut rows, input, graph);
    // Rows wait for their group: without the room that a growing buffer has to spare.
    let kept = rows.clone();
    if rows.bytes.iter().map(Vec::capacity).sum::<usize>() <= MAX_SCRATCH {
        rows.clear();
        SCRATCH.set(rows);
    }
    pushed.map(|()| kept)
}

fn push_all(rows: &mut FileRows, input: &FileInput<'_>, graph: Option<&GraphInput<'_>>) -> Result<(), serde_json::Error> {
    let problems = problem_rows(input, graph);
    if input.walked {
        rows.push(&artifacts::files::ARTIFACT, &file_row(input, graph, problems.len()))?;
    }
    for problem in &problems {
        rows.push(&artifacts::problems::ARTIFACT, problem)?;
    }
    let Some(graph) = graph else {
        risks::risk_rows(rows, input, None)?;
        return Ok(());
    };
    if let Some(package) = package_row(input.path, graph) {
        rows.push(&artifacts::packages::ARTIFACT, &package)?;
    }
    let map = LineMap::new(graph.text);
    let chunks_of = definitions::chunk_rows(rows, input, graph, &map)?;
    let defined = definitions::symbol_rows(rows, input, graph, &map, &chunks_of)?;
    relations::push(rows, input, graph, &map, &defined)?;
    risks::risk_rows(rows, input, Some((graph, &map)))
}

fn file_row(input: &FileInput<'_>, graph: Option<&GraphInput<'_>>, problems: usize) -> File {
    let package = graph.map(|graph| &graph.linked.package).filter(|package| package.name != ".");
    File {
        bytes: input.bytes,
        class: input.class.to_owned(),
        class_reason: input.class_reason.to_owned(),
        in_graph: graph.is_some(),
        language: input.language.map(str::to_owned),
        lines: input.lines,
        package: package.map(|it| format!("{} {} {}", it.manager, it.name, if it.root.is_empty() { "." } else { it.root.as_str() })),
        path: input.path.to_owned(),
        problem_count: u32::try_from(problems).unwrap_or(u32::MAX),
        source_hash: input.hash.to_string(),
    }
}

fn problem_rows(input: &FileInput<'_>, graph: Option<&GraphInput<'_>>) -> Vec<Problem> {
    let mut problems: Vec<Problem> = Vec::new();
    let own = graph.map_or(&[][..], |graph| &graph.body.problems);
    for problem in input.problems.iter().chain(own) {
        problems.push(problem_row(input.path, problem));
    }
    for problem in graph.iter().flat_map(|graph| &graph.linked.problems) {
        let mut row = problem_row(input.path, problem);
        if problem.code == codes::P_SCIP_STALE.name {
            row.message = format!("{} (`{}`)", row.message, input.hash);
        }
        problems.push(row);
    }
    if let Some(graph) = graph.filter(|graph| graph.linked.bounded > 0) {
        let message = format!("{} sites were given up", graph.linked.bounded);
        problems.push(problem_row(input.path, &problem::Problem { code: codes::P_LINK_BOUND.name.into(), span: ByteSpan::default(), message }));
    }
    let key = |row: &Problem| (row.byte_start, row.code.clone(), row.message.clone());
    // Of regions that begin at one place the longest says it all, and the order of rows knows only where they begin.
    problems.sort_by_cached_key(|row| (key(row), Reverse(row.byte_end)));
    problems.dedup_by(|later, kept| key(later) == key(kept));
    problems
}

/// The row of a problem of `path`.
pub fn problem_row(path: &str, problem: &problem::Problem) -> Problem {
    Problem {
        byte_end: problem.span.end,
        byte_start: problem.span.start,
        code: problem.code.to_string(),
        hint: codes::find(&problem.code).map_or("", |code| code.hint).to_owned(),
        message: problem.message.clone(),
        path: path.to_owned(),
    }
}

fn owner_row(rule: &OwnerRule) -> Owner {
    Owner { owners: rule.owners.iter().map(ToString::to_string).collect(), pattern: rule.pattern.to_string() }
}

fn package_row(path: &str, graph: &GraphInput<'_>) -> Option<Package> {
    let config = graph.loaded.facts.config.as_ref().filter(|config| config.is_package())?;
    let folder = path::parent(path);
    let strings = |names: &std::collections::BTreeMap<crate::base::Name, crate::base::Name>| {
        names.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    };
    Some(Package {
        dependencies: strings(&config.dependencies),
        entry_points: strings(&config.entries),
        manager: config.manager.to_string(),
        members: config.members.iter().map(ToString::to_string).collect(),
        name: config.name.as_ref().map(ToString::to_string),
        owners: graph.linked.owners.iter().map(owner_row).collect(),
        path: path.to_owned(),
        root: if folder.is_empty() { ".".to_owned() } else { folder.to_owned() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_problems_that_begin_at_one_place_and_say_the_same_the_longest_is_a_row() {
        let problem = |span: (u32, u32), message: &str| problem::Problem {
            code: codes::P_SYNTAX.name.into(),
            span: ByteSpan::new(span.0 as usize, span.1 as usize),
            message: message.to_owned(),
        };
        let said = [problem((0, 0), "a"), problem((7, 9), "a"), problem((0, 5), "a"), problem((0, 1), "b"), problem((0, 1), "a")];
        let input = FileInput {
            path: "a.kt",
            hash: SourceHash([0; 32]),
            walked: true,
            bytes: 9,
            class: "code",
            class_reason: "language",
            language: None,
            lines: Some(1),
            problems: &said,
            secrets: &[],
            labels: &[],
        };
        let rows = problem_rows(&input, None);
        let places: Vec<(u32, u32, &str)> = rows.iter().map(|row| (row.byte_start, row.byte_end, row.message.as_str())).collect();
        assert_eq!(places, [(0, 5, "a"), (0, 1, "b"), (7, 9, "a")]);
    }
}
