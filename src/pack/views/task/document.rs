//! What the view answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::score::Millionths;
use crate::base::span::Lines;
use crate::base::words::words;
use crate::pack::context::delta::Delta;
use crate::pack::context::facts::Facts;
use crate::pack::context::{Absence, PolicyNote, Why};
use crate::pack::request::PackRequest;
use crate::pack::request::roles::Role;

/// Version of the shape.
pub const VERSION: u32 = 1;

/// One pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaskPack {
    /// By section: what stands behind "no callers", "no usages", "no tests".
    pub absences: BTreeMap<String, Absence>,
    pub constraints: Constraints,
    /// What the caller holds of the pack; left out where it holds nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub delta: Option<Delta>,
    /// The graph had nothing, and files were chosen by name, place and history.
    pub fallback: bool,
    /// Why.
    pub fallback_reason: Option<String>,
    pub index_signature: String,
    /// In the order in which they are to be read.
    pub items: Vec<TaskItem>,
    /// What is to be known of how the query was read; left out where nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// `sha256:<64 hex>`.
    pub pack_id: String,
    /// What policy did; left out where the repository labels nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub policy: Option<PolicyNote>,
    /// In normal form.
    pub request: PackRequest,
    pub role: Role,
    /// Always `TaskPack`.
    pub schema: String,
    /// What changed since the revision that was named; left out where none was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<Since>,
    pub stats: Stats,
    /// Always 1.
    pub version: u32,
}

/// What was allowed and what it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Constraints {
    /// Edges that the walk read.
    pub edges_read: u64,
    /// Edges that a second of a time budget stands for on every machine.
    pub edges_per_second: u64,
    /// Characters of all texts.
    pub max_chars: u64,
    /// Edges that the walk may read.
    pub max_edges_read: u64,
    /// Items of all kinds.
    pub max_items: u64,
    /// o200k tokens of all texts.
    pub max_tokens: u64,
    /// Characters that were spent.
    pub used_chars: u64,
    /// Items that are shown.
    pub used_items: u64,
    /// o200k tokens of all texts.
    pub used_tokens: u64,
}

words! {
    /// What an item is.
    #[derive(JsonSchema)]
    pub enum ItemKind {
        /// Lines of a file.
        Snippet = "snippet",
        /// One line about a definition that is not shown: facts, nobody's opinion.
        Summary = "summary",
        /// What changed in a file, as unified hunks.
        Diff = "diff",
    }
}

/// One item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaskItem {
    /// Counts of the definition; null where the item is none.
    pub facts: Option<Facts>,
    pub file_rel_path: String,
    pub kind: ItemKind,
    pub language_id: Option<String>,
    /// Lines of the file that are shown or summed up; null for a difference.
    pub lines: Option<Lines>,
    pub provenance: Provenance,
    pub reason: Why,
    pub score: Millionths,
    pub signals: TaskSignals,
    /// The root holds no text, and the file is not the one that was indexed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub stale: bool,
    pub text: String,
    pub title: String,
    /// o200k tokens of the text.
    pub tokens: u64,
    /// The text ends before what it shows does.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub truncated: bool,
    /// Policy withholds the text; a placeholder with the hash stands in its place.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub withheld: bool,
}

/// Where an item comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Provenance {
    /// `xxh64:<16 hex>`; null for a difference.
    pub chunk_uid: Option<String>,
    /// The node of the repository's graph: a `symbolId`, or `file:PATH`.
    pub node_id: String,
    /// `blake3:<64 hex>` of the whole file as it was indexed.
    pub source_hash: String,
    /// `xxh64:<16 hex>` of the text of the whole chunk; null for a difference.
    pub text_hash: Option<String>,
}

/// What an item's score is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaskSignals {
    pub centrality: Millionths,
    /// Confidence along the path.
    pub evidence: Millionths,
    /// Edges of calls and uses that end at the definition.
    pub fan_in: u64,
    /// Edges to the nearest hit.
    pub graph_distance: u32,
    /// One for the newest commit's files, towards 0 for the oldest; null where no commit is known.
    pub recency: Option<Millionths>,
    /// Agreement with the words of the task.
    pub relevance: Millionths,
    /// `generated`, `vendored`, `unsafe`, and labels of the repository.
    pub risks: Vec<String>,
}

/// What changed since a revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Since {
    /// The first ones, by path.
    pub changed: Vec<ChangedFile>,
    /// All of them.
    pub changed_files: u64,
    /// The commit in hexadecimal.
    pub commit: String,
    /// As it was named.
    pub revision: String,
}

/// A changed file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangedFile {
    pub file_rel_path: String,
    /// An item shows the difference.
    pub shown: bool,
    pub status: Status,
}

words! {
    /// What happened to a file.
    #[derive(JsonSchema)]
    pub enum Status {
        Added = "added",
        Modified = "modified",
        Deleted = "deleted",
    }
}

/// Counts, and how candidates were weighed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stats {
    /// Candidates that were scored.
    pub candidates: u64,
    /// Names of the task that are not there, each with the one that was taken instead.
    pub corrections: Vec<[String; 2]>,
    /// What did not get in, by reason.
    pub dropped: BTreeMap<String, u64>,
    /// Items by kind.
    pub kinds: BTreeMap<String, u64>,
    /// Hits that the pack starts from.
    pub seeds: u64,
    /// Shares of the composite score.
    pub weights: BTreeMap<String, Millionths>,
}
