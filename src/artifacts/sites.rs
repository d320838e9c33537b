//! `sites`: places where names are used; the evidence of edges and the census of what could not be resolved.

use std::borrow::Cow;

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
pub struct SiteRow<'a> {
    /// One past the last byte of the used name in the decoded text.
    pub byte_end: u32,
    /// First byte of the used name in the decoded text.
    pub byte_start: u32,
    /// Id of the innermost definition around it; null at file level.
    pub enclosing: Option<Cow<'a, str>>,
    /// `ev:<16 hex>`.
    #[serde(borrow)]
    pub evidence_id: Cow<'a, str>,
    /// `callsite`, `identifier`, `importStmt`.
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    pub lines: Lines,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// `resolved`, `candidates`, `external`, `dynamic`, `unresolved`.
    #[serde(borrow)]
    pub outcome: Cow<'a, str>,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// The external package, or why it leads nowhere, in a word of `docs/reference/sites.md`; null where there are targets.
    pub reason: Option<Cow<'a, str>>,
    /// What the site does: `call`, `type`, `read`, `write`, `import`, `decorator`, `extends`, `implements`.
    #[serde(borrow)]
    pub role: Cow<'a, str>,
    /// The rule that resolved it, in a word of `docs/reference/sites.md`.
    pub rule: Option<Cow<'a, str>>,
}
