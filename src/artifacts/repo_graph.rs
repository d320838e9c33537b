//! `repo_graph`: files, symbols and tests as nodes with their outgoing edges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table. Its names are those of the graph format for agents, which is why they are not in camel case.
pub const ARTIFACT: Artifact =
    Artifact { name: "repo_graph", schema_version: "1.0.0", sort_key: &["path", "node_id"], modulus: 24, schema: || schemars::schema_for!(Node) };

/// One node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Outgoing edges, by type and target.
    pub edges: Vec<NodeEdge>,
    pub metadata: Metadata,
    /// `file:<path>` or a symbol id.
    pub node_id: String,
    /// The file it stands in.
    pub path: String,
    /// `file`, `symbol`, `test`.
    #[serde(rename = "type")]
    pub node_type: String,
}

/// One outgoing edge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeEdge {
    pub to: String,
    /// The type of the edge tables.
    #[serde(rename = "type")]
    pub edge_type: String,
}

/// What is known of a node besides its edges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// Language id.
    pub lang: Option<String>,
    /// Lines.
    pub loc: u32,
}
