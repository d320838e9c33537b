//! `chunk_meta`: pieces of files that are shown as one, without their text.

use std::borrow::Cow;

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
pub struct ChunkMeta<'a> {
    /// Size of the text in bytes of UTF-8.
    pub bytes: u32,
    /// `xxh64:<16 hex>`.
    #[serde(borrow)]
    pub chunk_uid: Cow<'a, str>,
    /// Doc text of the definition it shows.
    #[serde(borrow)]
    pub doc: Cow<'a, str>,
    /// `function`, `type`, `section`, `module`.
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    pub lines: Lines,
    /// Qualified name of the definition; empty for module-level code.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// UTF-16 code units of the decoded file.
    pub range: Range,
    /// The definition it shows.
    pub symbol_id: Option<Cow<'a, str>>,
    /// `xxh64:<16 hex>` of the text.
    #[serde(borrow)]
    pub text_hash: Cow<'a, str>,
    /// Words and marks of the text, counted as runs of word characters and single other characters.
    pub token_count: u32,
}
