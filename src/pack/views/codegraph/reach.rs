//! What a change of the base reaches, by hops over edges between definitions, both ways; and how much it matters.

use std::collections::{BTreeMap, VecDeque};

use super::document::ChangeType;
use crate::manifest::error::IndexError;
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{Direction, Node, SymbolId};
use crate::reader::index::Index;

/// Most definitions that are visited.
pub const MAX_VISITED: usize = 20_000;
/// Most edges that are read.
pub const MAX_EDGES: u64 = 200_000;
/// Users from which on a definition is critical.
pub const CRITICAL_USERS: u64 = 10;

/// Tables whose edges a change travels along.
const TABLES: &[Table] = &[Table::Call, Table::Usage, Table::Structure];

/// Definitions with their distance from the base.
#[derive(Debug, Default)]
pub struct Reach {
    pub levels: BTreeMap<SymbolId, u32>,
    pub edges_read: u64,
    /// A bound was hit.
    pub bounded: bool,
}

/// The word of a relationship; `None` for edges that are no dependency between definitions.
pub fn relation(edge: &Edge<'_>) -> Option<&'static str> {
    match (edge.table, edge.edge_type) {
        (Table::Call, _) => Some("calls"),
        (Table::Usage, _) => Some("uses"),
        (_, "extends") => Some("extends"),
        (_, "implements") => Some("implements"),
        (_, "overrides") => Some("overrides"),
        (_, "contains") => Some("contains"),
        (_, "reads") => Some("reads"),
        (_, "writes") => Some("writes"),
        (_, "tests") => Some("tests"),
        _ => None,
    }
}

/// Edges of a definition that are dependencies, with the definition at the other end.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn dependencies(
    index: &Index,
    of: SymbolId,
    direction: Direction,
) -> Result<impl Iterator<Item = (Edge<'_>, &'static str, SymbolId)>, IndexError> {
    let edges = index.edges_of(Node::Symbol(of), direction, TABLES)?;
    Ok(edges.filter_map(move |edge| match (relation(&edge), edge.other(direction)) {
        (Some(word), Node::Symbol(other)) if other != of => Some((edge, word, other)),
        _ => None,
    }))
}

/// Walks at most `hops` edges away from the base. What is to be created has no dependents yet, so its edges are followed outward only. Of what only contains what a
/// change reaches the walk goes on to what it is made after: who else uses a class is not reached by the change of one of its methods.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn reach(index: &Index, bases: &[SymbolId], hops: u32, change: ChangeType) -> Result<Reach, IndexError> {
    let both: &[Direction] = if change == ChangeType::Create { &[Direction::Out] } else { &[Direction::Out, Direction::In] };
    let mut reach = Reach::default();
    let mut queue = VecDeque::new();
    for base in bases {
        if reach.levels.insert(*base, 0).is_none() {
            queue.push_back((*base, false));
        }
    }
    while let Some((symbol, is_frame)) = queue.pop_front() {
        let level = reach.levels.get(&symbol).copied().unwrap_or(0);
        if level >= hops {
            continue;
        }
        for direction in both {
            for (_, word, other) in dependencies(index, symbol, *direction)? {
                if is_frame && !is_above(word, *direction) {
                    continue;
                }
                let is_known = reach.levels.contains_key(&other);
                if reach.edges_read >= MAX_EDGES || !is_known && reach.levels.len() >= MAX_VISITED {
                    reach.bounded = true;
                    return Ok(reach);
                }
                reach.edges_read += 1;
                // A method names its type as well, by its receiver say.
                let contains = (word == "contains" && *direction == Direction::In) || index.symbols().container(symbol) == Some(other);
                reach.levels.entry(other).or_insert_with(|| {
                    queue.push_back((other, contains));
                    level + 1
                });
            }
        }
    }
    Ok(reach)
}

/// Whether an edge leads from a type to what it is made after, or to what it stands in.
fn is_above(word: &str, direction: Direction) -> bool {
    matches!((word, direction), ("extends" | "implements", Direction::Out) | ("contains", Direction::In))
}
