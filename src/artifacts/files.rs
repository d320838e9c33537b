//! `files`: every walked file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "files", schema_version: "1.0.0", sort_key: &["path"], modulus: 512, schema: || schemars::schema_for!(File) };

/// One walked file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct File {
    /// Size as stored.
    pub bytes: u64,
    /// `code`, `prose`, `config`, `test`, `generated`, `vendored`, `binary`.
    pub class: String,
    /// Why it has its class.
    pub class_reason: String,
    /// Whether its definitions and sites are part of the graph.
    pub in_graph: bool,
    /// Language id; null where none is known.
    pub language: Option<String>,
    /// Lines of the decoded text; null where it was not decoded.
    pub lines: Option<u32>,
    /// `manager name root` of the package it belongs to; null where no manifest names one.
    pub package: Option<String>,
    pub path: String,
    /// Rows of `problems` about it.
    pub problem_count: u32,
    /// `blake3:<64 hex>`.
    pub source_hash: String,
}
