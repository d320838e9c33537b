//! `repo_graph`: files, symbols and tests as nodes with their outgoing edges.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table. Its names are those of the graph format for agents, which is why they are not in camel case.
pub const ARTIFACT: Artifact =
    Artifact { name: "repo_graph", schema_version: "1.0.0", sort_key: &["path", "node_id"], modulus: 24, schema: || schemars::schema_for!(Node) };

/// One node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Node<'a> {
    /// Outgoing edges, by type and target.
    pub edges: Vec<NodeEdge<'a>>,
    pub metadata: Metadata<'a>,
    /// `file:<path>` or a symbol id.
    pub node_id: Cow<'a, str>,
    /// The file it stands in.
    pub path: Cow<'a, str>,
    /// `file`, `symbol`, `test`.
    #[serde(rename = "type")]
    pub node_type: Cow<'a, str>,
}

/// One outgoing edge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeEdge<'a> {
    pub to: Cow<'a, str>,
    /// The type of the edge tables.
    #[serde(rename = "type")]
    pub edge_type: Cow<'a, str>,
}

/// What is known of a node besides its edges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Metadata<'a> {
    /// Language id.
    pub lang: Option<Cow<'a, str>>,
    /// Lines.
    pub loc: u32,
}
