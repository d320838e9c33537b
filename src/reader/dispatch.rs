//! What a call of a method may run: the methods that take its place, by `overrides` edges; and the other way, what a method may be called as.

use std::collections::BTreeSet;

use super::edges::{Edge, Table};
use super::ids::{Direction, Node, SymbolId};
use super::index::Index;
use crate::manifest::error::IndexError;

/// Most methods that a call is said to reach through the one it names.
pub const MAX_METHODS: usize = 16;
/// Edges of one method that are looked at.
const MAX_LOOKED_AT: usize = 16_384;

/// Methods on the other side of `overrides` edges, however many steps away, nearest first.
#[derive(Debug, Default)]
pub struct Dispatch<'a> {
    /// The edge to each, in the order of the table; each leads on from the method that was asked for or from one before it.
    pub edges: Vec<Edge<'a>>,
    /// How many more there are next to these: those that the cap left out.
    pub left: u64,
}

/// The methods that take the place of `method` ([`Direction::In`]) or whose place it takes ([`Direction::Out`]). A circle ends where it began.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn methods(index: &Index, method: SymbolId, direction: Direction) -> Result<Dispatch<'_>, IndexError> {
    let edges = index.edges(Table::Structure)?;
    let mut dispatch = Dispatch::default();
    let mut known: BTreeSet<SymbolId> = BTreeSet::from([method]);
    let mut open = vec![method];
    let mut next = 0;
    while let Some(from) = open.get(next).copied() {
        next += 1;
        for edge in edges.of_type(index, Node::Symbol(from), direction, "overrides", MAX_LOOKED_AT) {
            let Node::Symbol(other) = edge.other(direction) else { continue };
            if !known.insert(other) {
                continue;
            }
            if dispatch.edges.len() < MAX_METHODS {
                dispatch.edges.push(edge);
                open.push(other);
            } else {
                dispatch.left += 1;
            }
        }
    }
    Ok(dispatch)
}
