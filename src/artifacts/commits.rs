//! `commits`: what the newest commits say and which files each changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "commits", schema_version: "1.0.0", sort_key: &["path", "commitId"], modulus: 128, schema: || schemars::schema_for!(Commit) };

/// One of the newest 2 000 commits, if it changed a file that is there now. Commits of over 50 files are left out; a merge counts as what it changed against its
/// first parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Commit {
    /// How many files it changed, whether they are there now or not.
    pub changed: u32,
    /// The first 40 hexadecimal digits of its id.
    pub commit_id: String,
    /// The first of `paths`.
    pub path: String,
    /// The files of the index that it changed, in the order of `files`.
    pub paths: Vec<String>,
    /// The terms of its message, each once and sorted, common English words left out.
    pub terms: Vec<String>,
    /// Commit time, RFC 3339, UTC.
    pub time: String,
}
