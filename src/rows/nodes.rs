//! Rows of the repository graph: the nodes of one file with their outgoing edges.

use std::collections::{BTreeMap, BTreeSet};

use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::edges::Edge;
use crate::artifacts::repo_graph::{self, Metadata, Node, NodeEdge};
use crate::base::span::LineMap;
use crate::shard::facts::Flags;

/// Outgoing edges of a file's own nodes, by node id.
pub struct Nodes {
    edges: BTreeMap<String, BTreeSet<NodeEdge>>,
}

impl Nodes {
    /// The nodes of a file: itself and its definitions.
    pub fn new(graph: &GraphInput<'_>, file: &str) -> Self {
        let own = graph.linked.symbol_ids.iter().map(ToString::to_string);
        Self { edges: own.chain(std::iter::once(file.to_owned())).map(|id| (id, BTreeSet::new())).collect() }
    }

    /// Adds edges. One that starts at another file's node (a method added to its type from here) belongs to no row of this file.
    pub fn add(&mut self, edges: &[Edge]) {
        for edge in edges {
            if let Some(out) = self.edges.get_mut(&edge.from) {
                out.insert(NodeEdge { to: edge.to.clone(), edge_type: edge.edge_type.clone() });
            }
        }
    }

    /// Pushes one row a node; several definitions of one id are one node.
    pub fn push(
        self,
        rows: &mut FileRows,
        input: &FileInput<'_>,
        graph: &GraphInput<'_>,
        map: &LineMap,
        file: &str,
    ) -> Result<(), serde_json::Error> {
        let mut known: BTreeMap<&str, (u32, bool)> = BTreeMap::new();
        for (index, id) in graph.linked.symbol_ids.iter().enumerate() {
            let lines = map.lines(graph.body.places[index].span);
            let test = graph.loaded.facts.symbols[index].flags.has(Flags::TEST);
            let entry = known.entry(id).or_insert((0, false));
            *entry = (entry.0.max(lines.end + 1 - lines.start), entry.1 || test);
        }
        known.insert(file, (map.count(), false));
        for (id, edges) in self.edges {
            let (loc, test) = known.get(id.as_str()).copied().unwrap_or_default();
            let node_type = if id == file {
                "file"
            } else if test {
                "test"
            } else {
                "symbol"
            };
            let row = Node {
                edges: edges.into_iter().collect(),
                metadata: Metadata { lang: input.language.map(str::to_owned), loc },
                node_id: id,
                path: input.path.to_owned(),
                node_type: node_type.to_owned(),
            };
            rows.push(&repo_graph::ARTIFACT, &row)?;
        }
        Ok(())
    }
}
