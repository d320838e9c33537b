//! `sites`: places where names are used; the evidence of edges and the census of what could not be resolved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;
use crate::base::span::Lines;

/// The table.
pub const ARTIFACT: Artifact = Artifact {
    name: "sites",
    schema_version: "1.0.0",
    sort_key: &["path", "byteStart", "evidenceId"],
    modulus: 6,
    schema: || schemars::schema_for!(SiteRow),
};

/// One site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRow {
    /// One past the last byte of the used name in the decoded text.
    pub byte_end: u32,
    /// First byte of the used name in the decoded text.
    pub byte_start: u32,
    /// Id of the innermost definition around it; null at file level.
    pub enclosing: Option<String>,
    /// `ev:<16 hex>`.
    pub evidence_id: String,
    /// `callsite`, `identifier`, `importStmt`.
    pub kind: String,
    pub lines: Lines,
    pub name: String,
    /// `resolved`, `candidates`, `external`, `dynamic`, `unresolved`.
    pub outcome: String,
    pub path: String,
    /// The external package, or why it is not resolved; null for resolved ones.
    pub reason: Option<String>,
    /// What the site does: `call`, `type`, `read`, `write`, `import`, `decorator`, `extends`, `implements`.
    pub role: String,
    /// The rule that resolved it.
    pub rule: Option<String>,
}
