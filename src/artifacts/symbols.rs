//! `symbols`: definitions.

use std::borrow::Cow;

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

/// The flag of a variable that holds what a module from elsewhere is.
pub const HOLDS_MODULE: &str = "holdsModule";

/// One definition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SymbolRow<'a> {
    /// Branching constructs of the body.
    pub branches: u32,
    /// The smallest chunk that shows it.
    pub chunk_uid: Option<Cow<'a, str>>,
    /// Id of the definition or type it belongs to; null at the top level.
    pub container: Option<Cow<'a, str>>,
    /// Deepest nesting of branching constructs.
    pub depth: u32,
    /// Doc text.
    #[serde(borrow)]
    pub doc: Cow<'a, str>,
    /// Evidence of `defines` and `contains` edges to it.
    #[serde(borrow)]
    pub evidence_id: Cow<'a, str>,
    /// Visible outside its file by the language's rules.
    pub exported: bool,
    /// Facets: `abstract`, `async`, `classMethod`, `const`, `declaration`, `default`, `entryPoint`, `generator`, `holdsModule`, `nested`, `property`, `static`, `test`, `unsafe`, `variadic`.
    pub flags: Vec<Cow<'a, str>>,
    /// Generic parameters by name.
    pub generics: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    pub lines: Lines,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// 1-based line of the defining name.
    pub name_line: u32,
    /// Parameters by name, in order.
    pub parameters: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// Names of the containers and its own, joined by `.`.
    #[serde(borrow)]
    pub qualified_name: Cow<'a, str>,
    /// UTF-16 code units of the whole definition.
    pub range: Range,
    /// The head without the body.
    #[serde(borrow)]
    pub signature: Cow<'a, str>,
    /// `scip:smalti …`.
    #[serde(borrow)]
    pub symbol_id: Cow<'a, str>,
    #[serde(borrow)]
    pub visibility: Cow<'a, str>,
}
