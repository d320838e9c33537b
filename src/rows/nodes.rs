//! Rows of the repository graph: the nodes of one file with their outgoing edges.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::edges::Edge;
use crate::artifacts::repo_graph::{self, Metadata, Node, NodeEdge};
use crate::base::span::LineMap;
use crate::shard::facts::Flags;

/// Outgoing edges of a file's own nodes, by node id.
pub struct Nodes<'a> {
    edges: BTreeMap<&'a str, BTreeSet<NodeEdge<'a>>>,
}

impl<'a> Nodes<'a> {
    /// The nodes of a file: itself and its definitions.
    pub fn new(graph: &'a GraphInput<'_>, file: &'a str) -> Self {
        let own = graph.linked.symbol_ids.iter().map(AsRef::as_ref);
        Self { edges: own.chain(std::iter::once(file)).map(|id| (id, BTreeSet::new())).collect() }
    }

    /// Adds edges. One that starts at another file's node (a method added to its type from here) belongs to no row of this file.
    pub fn add(&mut self, edges: &[Edge<'a>]) {
        for edge in edges {
            if let Some(out) = self.edges.get_mut(edge.from.as_ref()) {
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
        known.insert(file, (graph.body.lines, false));
        for (id, edges) in self.edges {
            let (loc, test) = known.get(id).copied().unwrap_or_default();
            let node_type = if id == file {
                "file"
            } else if test {
                "test"
            } else {
                "symbol"
            };
            let row = Node {
                edges: edges.into_iter().collect(),
                metadata: Metadata { lang: input.language.map(Cow::from), loc },
                node_id: id.into(),
                path: input.path.into(),
                node_type: node_type.into(),
            };
            rows.push(&repo_graph::ARTIFACT, &row)?;
        }
        Ok(())
    }
}
