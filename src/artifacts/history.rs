//! `history`: how the newest commits changed each file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;
use super::postings::Frequencies;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "history", schema_version: "1.1.0", sort_key: &["path"], modulus: 128, schema: || schemars::schema_for!(History) };

/// One file that the newest 2 000 commits changed. Commits of over 50 files are left out; a merge counts as what it changed against its first parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct History {
    /// Commits that changed it.
    pub changes: u32,
    /// Files that changed with it, the most frequent first, then by path; at most 10.
    pub co_changed: Vec<CoChanged>,
    /// Commit time of the last change, RFC 3339, UTC; null where a shallow clone does not know it.
    pub last_change: Option<String>,
    /// Terms of the messages of the newest 50 commits that changed it: how many of them hold each. The 64 most frequent, common English words left out.
    pub message_terms: Frequencies,
    pub path: String,
    /// The clone does not have all commits: counts and last change are of those it has.
    pub shallow: bool,
}

/// A file that changed in the same commits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CoChanged {
    pub path: String,
    /// Commits that changed both.
    pub weight: u32,
}
