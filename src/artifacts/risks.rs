//! `risks`: what asks for care before a text is shown or changed.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact = Artifact {
    name: "risks",
    schema_version: "1.0.0",
    sort_key: &["path", "byteStart", "kind", "name", "reason"],
    modulus: 256,
    schema: || schemars::schema_for!(Risk),
};

/// One flag of a file or of a place in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Risk<'a> {
    /// 0, as is `byteStart`, where the whole file is meant.
    pub byte_end: u32,
    pub byte_start: u32,
    /// Of a secret, the first eight hexadecimal digits of its BLAKE3 digest, as the placeholder shows them; else null.
    #[serde(borrow)]
    pub hash: Option<Cow<'a, str>>,
    /// `generated`, `label`, `secret` or `unsafe`.
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    /// From 1; null where the whole file is meant.
    pub line: Option<u32>,
    /// The label, the rule that saw a secret, `block` or `definition` of unsafe code, `file` of generated code.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    /// The path pattern or the rule that gave a label, the description of a secret, why a file counts as generated.
    #[serde(borrow)]
    pub reason: Cow<'a, str>,
    /// The innermost definition around it; null outside of one.
    #[serde(borrow)]
    pub symbol_id: Option<Cow<'a, str>>,
}
