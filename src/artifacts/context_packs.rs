//! `context_packs`: the packs that `[[pack]]` of `smalti.toml` asks for, each with its request.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Artifact;

/// The table. It is made of all others, so no signature of theirs covers it.
pub const ARTIFACT: Artifact =
    Artifact { name: "context_packs", schema_version: "1.0.0", sort_key: &["packId"], modulus: 2, schema: || schemars::schema_for!(DeclaredPack) };

/// One pack. Labelled text is in none of them, whatever was approved in the root: a build knows of no approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeclaredPack {
    /// The names under which it is asked for, sorted.
    pub names: Vec<String>,
    /// As `contracts/packs/context_pack.schema.json` says.
    pub pack: Map<String, Value>,
    /// `sha256:<64 hex>`.
    pub pack_id: String,
    /// What was asked, in normal form, as `contracts/packs/pack_request.schema.json` says.
    pub request: Map<String, Value>,
}
