//! `chunk_text`: the text of chunks.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;
use crate::base::span::Range;

/// The table.
pub const ARTIFACT: Artifact = Artifact {
    name: "chunk_text",
    schema_version: "1.0.0",
    sort_key: &["path", "range.start", "chunkUid"],
    modulus: 32,
    schema: || schemars::schema_for!(ChunkText),
};

/// The text of one chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChunkText<'a> {
    #[serde(borrow)]
    pub chunk_uid: Cow<'a, str>,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    pub range: Range,
    /// Decoded text.
    #[serde(borrow)]
    pub text: Cow<'a, str>,
}
