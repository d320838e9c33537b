//! What a change of the base reaches, by hops over edges between definitions, both ways; and how much it matters.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// How the walk came to a definition, and so where it goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// What changes, or changes with it.
    Changed,
    /// What the change leans on.
    Needed,
    /// What leans on the change.
    Reached,
    /// What only contains something of the others.
    Frame,
}

impl Way {
    /// The way in which an edge goes on; `None` where it leaves what has to do with the change: who else uses what the base uses is not reached by a change of the base,
    /// and what else its users use is not needed for it.
    fn along(self, word: &str, direction: Direction) -> Option<Self> {
        match (word, direction) {
            ("contains", Direction::In) => Some(Self::Frame),
            // Of what only contains what a change reaches, that which it is made after.
            ("extends" | "implements", Direction::Out) if self == Self::Frame => Some(Self::Frame),
            _ if self == Self::Frame => None,
            ("contains", Direction::Out) => (self == Self::Changed).then_some(Self::Changed),
            // Who calls what a method stands in for may run the method; what stands in for what changes must go along with it, and for what is needed is what runs.
            ("overrides", Direction::Out) if self != Self::Needed => Some(Self::Reached),
            ("implements", Direction::Out) if self == Self::Changed => Some(Self::Reached),
            ("overrides" | "implements", Direction::In) => (self != Self::Reached).then_some(self),
            (_, Direction::Out) => matches!(self, Self::Changed | Self::Needed).then_some(Self::Needed),
            (_, Direction::In) => matches!(self, Self::Changed | Self::Reached).then_some(Self::Reached),
        }
    }
}

/// Walks at most `hops` edges away from the base: outward to what it needs, inward to what its change reaches, and on in the same direction, so that a second hop is what is
/// needed by what is needed and who is reached through who is reached. What is to be created has no dependents yet, so its edges are followed outward only.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn reach(index: &Index, bases: &[SymbolId], hops: u32, change: ChangeType) -> Result<Reach, IndexError> {
    let start = if change == ChangeType::Create { Way::Needed } else { Way::Changed };
    let mut reach = Reach::default();
    let mut known = BTreeSet::new();
    let mut queue = VecDeque::new();
    for base in bases {
        if known.insert((*base, start)) {
            reach.levels.insert(*base, 0);
            queue.push_back((*base, start, 0));
        }
    }
    while let Some((symbol, way, level)) = queue.pop_front() {
        if level >= hops {
            continue;
        }
        for direction in [Direction::Out, Direction::In] {
            if direction == Direction::In && change == ChangeType::Create {
                continue;
            }
            for (_, word, other) in dependencies(index, symbol, direction)? {
                reach.edges_read += 1;
                // A method names its type as well, by its receiver say.
                let contains = index.symbols().container(symbol) == Some(other);
                let Some(on) = (if contains { Way::Frame.along("contains", Direction::In) } else { way.along(word, direction) }) else {
                    continue;
                };
                let is_known = reach.levels.contains_key(&other);
                if reach.edges_read >= MAX_EDGES || !is_known && reach.levels.len() >= MAX_VISITED {
                    reach.bounded = true;
                    return Ok(reach);
                }
                if known.insert((other, on)) {
                    reach.levels.entry(other).or_insert(level + 1);
                    queue.push_back((other, on, level + 1));
                }
            }
        }
    }
    Ok(reach)
}
