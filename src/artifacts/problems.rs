//! `problems`: what could not be read, parsed or resolved, and where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact = Artifact {
    name: "problems",
    schema_version: "1.0.0",
    sort_key: &["path", "byteStart", "code", "message"],
    modulus: 256,
    schema: || schemars::schema_for!(Problem),
};

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Problem {
    pub byte_end: u32,
    pub byte_start: u32,
    /// `SMALTI_P_…`
    pub code: String,
    /// What to do about it.
    pub hint: String,
    pub message: String,
    pub path: String,
}
