//! What is known of a file besides its shard: digest, class, language, problems of reading it.

use serde::{Deserialize, Serialize};

use crate::base::Name;
use crate::base::ids::SourceHash;
use crate::base::problem::Problem;
use crate::base::secret::Spotted;

/// One path of the walk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Digest of the bytes as stored; `None` for paths that have only problems (links, devices, unreadable files).
    pub hash: Option<SourceHash>,
    /// Size as stored.
    pub bytes: u64,
    /// The class word of the `files` row.
    pub class: Name,
    /// Why it has its class.
    pub class_reason: Name,
    /// Language id.
    pub language: Option<Name>,
    /// Whether it takes part in the graph.
    pub in_graph: bool,
    /// Lines of the decoded text, where it was decoded.
    pub lines: Option<u32>,
    /// Digest of what compilers say of the file; `None` where they say nothing.
    pub tooling: Option<u64>,
    /// Problems of walking, reading and decoding.
    pub problems: Vec<Problem>,
    /// Secrets of a text that is not in the graph, in order; those of the graph stand in the shard.
    pub secrets: Vec<Spotted>,
}
