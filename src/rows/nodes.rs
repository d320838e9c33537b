//! Rows of the repository graph: the nodes of one file with their outgoing edges.

use std::borrow::Cow;

use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::edges::Edge;
use crate::artifacts::repo_graph::{self, Metadata, Node, NodeEdge};
use crate::base::key::TextMap;
use crate::base::span::LineMap;
use crate::shard::facts::Flags;

/// A file's own nodes and their outgoing edges.
pub struct Nodes<'a> {
    /// Places in `known` by id.
    places: TextMap<&'a str, u32>,
    known: Vec<Known<'a>>,
    /// The node that each edge starts from.
    edges: Vec<(u32, NodeEdge<'a>)>,
}

struct Known<'a> {
    id: &'a str,
    loc: u32,
    test: bool,
}

impl<'a> Nodes<'a> {
    /// The nodes of a file: itself and its definitions. Several definitions of one id are one node.
    pub fn new(graph: &'a GraphInput<'_>, map: &LineMap, file: &'a str) -> Self {
        let mut found = Self { places: TextMap::default(), known: Vec::new(), edges: Vec::new() };
        for ((id, place), symbol) in graph.linked.symbol_ids.iter().zip(&graph.body.places).zip(&graph.loaded.facts.symbols) {
            let lines = map.lines(place.span);
            found.node(Known { id, loc: lines.end + 1 - lines.start, test: symbol.flags.has(Flags::TEST) });
        }
        found.node(Known { id: file, loc: graph.body.lines, test: false });
        found
    }

    fn node(&mut self, node: Known<'a>) {
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        let place = *self.places.entry(node.id).or_insert(next);
        match self.known.get_mut(place as usize) {
            Some(known) => {
                known.loc = known.loc.max(node.loc);
                known.test |= node.test;
            }
            None => self.known.push(node),
        }
    }

    /// Adds edges. One that starts at another file's node (a method added to its type from here) belongs to no row of this file.
    pub fn add(&mut self, edges: &[Edge<'a>]) {
        for edge in edges {
            if let Some(place) = self.places.get(edge.from.as_ref()) {
                self.edges.push((*place, NodeEdge { to: edge.to.clone(), edge_type: edge.edge_type.clone() }));
            }
        }
    }

    /// Pushes one row a node.
    pub fn push(mut self, rows: &mut FileRows, input: &FileInput<'_>, file: &str) -> Result<(), serde_json::Error> {
        self.edges.sort_unstable();
        self.edges.dedup();
        let mut order: Vec<u32> = (0u32..).take(self.known.len()).collect();
        order.sort_unstable_by_key(|place| self.known[*place as usize].id);
        for place in order {
            let node = &self.known[place as usize];
            let start = self.edges.partition_point(|(from, _)| *from < place);
            let own = self.edges[start..].iter().take_while(|(from, _)| *from == place);
            let node_type = if node.id == file {
                "file"
            } else if node.test {
                "test"
            } else {
                "symbol"
            };
            let row = Node {
                edges: own.map(|(_, edge)| edge.clone()).collect(),
                metadata: Metadata { lang: input.language.map(Cow::from), loc: node.loc },
                node_id: node.id.into(),
                path: input.path.into(),
                node_type: node_type.into(),
            };
            rows.push(&repo_graph::ARTIFACT, &row)?;
        }
        Ok(())
    }
}
