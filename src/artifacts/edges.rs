//! The six edge tables. A row lives with its evidence.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;
use crate::base::score::Millionths;

const KEY: &[&str] = &["path", "byteStart", "from", "type", "to"];

const fn table(name: &'static str, modulus: u64) -> Artifact {
    Artifact { name, schema_version: "1.0.0", sort_key: KEY, modulus, schema: || schemars::schema_for!(Edge) }
}

/// Caller to callee.
pub const CALL: Artifact = table("edges_call", 24);
/// Function whose result or parameter flows, to the function it flows into.
pub const DATAFLOW: Artifact = table("edges_dataflow", 48);
/// File to what it makes visible.
pub const EXPORT: Artifact = table("edges_export", 64);
/// File or definition to what it imports.
pub const IMPORT: Artifact = table("edges_import", 64);
/// Contains, defines, extends, implements, overrides, reads, writes, tests, mentions.
pub const STRUCTURE: Artifact = table("edges_structure", 24);
/// User to used definition, other than by calling it.
pub const USAGE: Artifact = table("edges_usage", 24);

/// The rule of `tests` edges from what holds tests to what it imports.
pub const TEST_IMPORT: &str = "test-import";

/// One edge.
#[derive(Clone, Debug, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Edge<'a> {
    /// First byte of the evidence.
    pub byte_start: u32,
    /// The share of edges by this rule that are right; split among candidates.
    pub confidence: Millionths,
    /// The site or span that shows it.
    #[serde(borrow)]
    pub evidence_id: Cow<'a, str>,
    /// A symbol id, or `file:<path>` at file level.
    #[serde(borrow)]
    pub from: Cow<'a, str>,
    /// Path of the evidence.
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// The rule that found the target.
    #[serde(borrow)]
    pub rule: Cow<'a, str>,
    /// A symbol id, `file:<path>` or `module:<name>`.
    #[serde(borrow)]
    pub to: Cow<'a, str>,
    /// `call`, `usage`, `import`, `export`, `dataflow`, or the kind of structure.
    #[serde(rename = "type")]
    #[serde(borrow)]
    pub edge_type: Cow<'a, str>,
}

impl Edge<'_> {
    /// The order of the tables, within one path.
    pub fn order(&self) -> (u32, &str, &str, &str) {
        (self.byte_start, &self.from, &self.edge_type, &self.to)
    }
}
