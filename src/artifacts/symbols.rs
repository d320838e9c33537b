//! `symbols`: definitions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;
use crate::base::span::{Lines, Range};

/// The table.
pub const ARTIFACT: Artifact = Artifact {
    name: "symbols",
    schema_version: "1.0.0",
    sort_key: &["path", "range.start", "symbolId"],
    modulus: 32,
    schema: || schemars::schema_for!(SymbolRow),
};

/// One definition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SymbolRow {
    /// Branching constructs of the body.
    pub branches: u32,
    /// The smallest chunk that shows it.
    pub chunk_uid: Option<String>,
    /// Id of the definition or type it belongs to; null at the top level.
    pub container: Option<String>,
    /// Deepest nesting of branching constructs.
    pub depth: u32,
    /// Doc text.
    pub doc: String,
    /// Evidence of `defines` and `contains` edges to it.
    pub evidence_id: String,
    /// Visible outside its file by the language's rules.
    pub exported: bool,
    /// Facets: `abstract`, `async`, `classMethod`, `const`, `declaration`, `default`, `entryPoint`, `generator`, `nested`, `property`, `static`, `test`, `unsafe`, `variadic`.
    pub flags: Vec<String>,
    /// Generic parameters by name.
    pub generics: Vec<String>,
    pub kind: String,
    pub lines: Lines,
    pub name: String,
    /// 1-based line of the defining name.
    pub name_line: u32,
    /// Parameters by name, in order.
    pub parameters: Vec<String>,
    pub path: String,
    /// Names of the containers and its own, joined by `.`.
    pub qualified_name: String,
    /// UTF-16 code units of the whole definition.
    pub range: Range,
    /// The head without the body.
    pub signature: String,
    /// `scip:smalti …`.
    pub symbol_id: String,
    pub visibility: String,
}
