//! What a build did, for people and for machines.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::packs::RefusedPack;

/// The result of a build. Counts of rows are those of the whole index, counts of work those of this build.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Summary {
    /// Nothing had changed and nothing was written.
    pub unchanged: bool,
    /// Walked files by language name; files of no known language under `other`.
    pub files_by_language: BTreeMap<String, u64>,
    /// Rows by artifact.
    pub rows: BTreeMap<String, u64>,
    /// Sites by outcome.
    pub census: BTreeMap<String, u64>,
    pub index_signature: String,
    pub work: Work,
    /// Milliseconds by stage.
    pub stages_ms: BTreeMap<String, u64>,
    /// Bytes of resident memory at the peak, where the system tells.
    pub peak_memory: Option<u64>,
    /// Processor seconds of the process so far, where the system tells.
    pub processor_seconds: Option<f64>,
    /// What SCIP files said; null where none was given.
    pub scip: Option<Said>,
    /// What a user should know: a damaged index that was replaced, a cache that was not used.
    pub notices: Vec<String>,
    /// Packs that are asked for and cannot be made. The index stands without them.
    pub refused_packs: Vec<RefusedPack>,
}

/// What the SCIP files of a build said, in counts of paths. What was refused and what is in dispute are rows of `problems`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Said {
    /// Paths that something was said of.
    pub documents: u64,
    /// Of them, files of the graph.
    pub in_graph: u64,
    /// Of those, files of whose text something that was said is not: rows of `problems` with the code `SMALTI_P_SCIP_STALE` name it.
    pub refused: u64,
}

/// What was done, in counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Work {
    /// Files that the walk found.
    pub files_walked: u64,
    /// Read and hashed because their stat proved nothing.
    pub files_hashed: u64,
    /// New, changed or deleted since the last build.
    pub files_changed: u64,
    /// Parsed and extracted: their content was in no cache.
    pub files_parsed: u64,
    /// Files whose edges the driver found to be out of date.
    pub files_dirty: u64,
    /// Times the query graph computed edges.
    pub edges_executed: u64,
    /// Times the query graph computed what a file publishes.
    pub exports_executed: u64,
    /// Texts of chunks that the sentence encoder read: no store had their vectors.
    pub texts_embedded: u64,
    /// Facts that were published differently than before.
    pub keys_changed: u64,
    /// Pieces that were not there before.
    pub pieces_written: u64,
    /// Pieces of the index before that the new one names too.
    pub pieces_reused: u64,
    /// Stored bytes of written pieces.
    pub bytes_written: u64,
    /// Bytes of shards that had to leave memory before linking began.
    pub spilled_bytes: u64,
    /// Files of no manifest that were removed.
    pub leftovers_removed: u64,
}
