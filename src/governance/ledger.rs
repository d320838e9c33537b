//! The ledger: a line for each retrieval, appended and never changed.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::artifacts::jsonl;
use crate::host::{Host, HostError};

/// One retrieval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// When it was answered, RFC 3339, UTC.
    pub at: String,
    /// What policy did to labelled files that were to be shown.
    pub decisions: Vec<Decision>,
    pub fallback: bool,
    /// Builds of the root so far; 0 where the root does not say.
    pub graph_version: u64,
    pub index_signature: String,
    /// From the question to the answer, in microseconds.
    pub latency_micros: u64,
    /// `sha256:<64 hex>`; null for answers without an id.
    pub pack_id: Option<String>,
    /// Null where nothing is labelled.
    pub policy_signature: Option<String>,
    /// `sha256:<64 hex>` over the normalised request.
    pub request_hash: String,
    /// The run of an evaluation that asked; null outside of one.
    pub run_id: Option<String>,
    /// The verb that answered, such as `context-pack`.
    pub verb: String,
}

/// What policy did to one file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Decision {
    /// `shown`, by an approval, or `withheld`.
    pub decision: String,
    /// `blake3:<64 hex>` of the file.
    pub hash: String,
    pub path: String,
    /// The label.
    pub policy: String,
}

/// Appends a line.
///
/// # Errors
/// What the operating system refuses, such as a root that cannot be written.
pub fn append(host: &dyn Host, path: &Path, entry: &Entry) -> Result<(), HostError> {
    let mut line = jsonl::canonical(&serde_json::to_value(entry).unwrap_or_default());
    line.push('\n');
    host.append(path, line.as_bytes()).map(|_| ())
}
