//! `chunk_meta`: pieces of files that are shown as one, without their text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;
use crate::base::span::{Lines, Range};

/// The table.
pub const ARTIFACT: Artifact = Artifact {
    name: "chunk_meta",
    schema_version: "1.0.0",
    sort_key: &["path", "range.start", "chunkUid"],
    modulus: 64,
    schema: || schemars::schema_for!(ChunkMeta),
};

/// One chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChunkMeta {
    /// Size of the text in bytes of UTF-8.
    pub bytes: u32,
    /// `xxh64:<16 hex>`.
    pub chunk_uid: String,
    /// Doc text of the definition it shows.
    pub doc: String,
    /// `function`, `type`, `section`, `module`.
    pub kind: String,
    pub lines: Lines,
    /// Qualified name of the definition; empty for module-level code.
    pub name: String,
    pub path: String,
    /// UTF-16 code units of the decoded file.
    pub range: Range,
    /// The definition it shows.
    pub symbol_id: Option<String>,
    /// `xxh64:<16 hex>` of the text.
    pub text_hash: String,
    /// Words and marks of the text, counted as runs of word characters and single other characters.
    pub token_count: u32,
}
