//! Tests that reach a definition through its callers: no test may name what many of them run.

use std::collections::BTreeSet;

use crate::manifest::error::IndexError;
use crate::reader::edges::{Edge, Table};
use crate::reader::ids::{Direction, Node, SymbolId};
use crate::reader::index::Index;

/// Calls between a test and the definition.
const MAX_CALLS: usize = 4;
/// Definitions whose callers are looked at.
const MAX_DEFINITIONS: usize = 1_000;

/// What is known of such tests, in a sentence; `None` where there are none. `is_of_test` tells whether a node stands in a test.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn told(index: &Index, starts: &[SymbolId], is_of_test: &dyn Fn(Node<'_>) -> bool) -> Result<Option<String>, IndexError> {
    let calls = index.edges(Table::Call)?;
    let mut met: BTreeSet<SymbolId> = starts.iter().copied().collect();
    let (mut level, mut tests, mut nearest) = (starts.to_vec(), BTreeSet::new(), None);
    for step in 1..=MAX_CALLS {
        let mut next = BTreeSet::new();
        for id in &level {
            for edge in calls.of(index, Node::Symbol(*id), Direction::In).filter(Edge::counts) {
                if is_of_test(edge.from) {
                    tests.insert(edge.from);
                    nearest.get_or_insert((step, edge.file));
                } else if let Node::Symbol(from) = edge.from
                    && met.len() < MAX_DEFINITIONS
                    && met.insert(from)
                {
                    next.insert(from);
                }
            }
        }
        level = next.into_iter().collect();
    }
    Ok(nearest.map(|(step, file)| {
        let (tests, reach) = if tests.len() == 1 { ("1 test".to_owned(), "reaches") } else { (format!("{} tests", tests.len()), "reach") };
        format!("none names it, and {tests} {reach} it through its callers, the nearest by {step} calls from {}", index.path(file))
    }))
}

/// What is known of imports by tests, where nothing in them is known to run what they bring.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn imported(index: &Index, starts: &[SymbolId]) -> Result<Option<String>, IndexError> {
    let mut files = BTreeSet::new();
    for id in starts {
        files.extend(index.tests_of(*id)?.filter(|edge| !edge.runs()).map(|edge| edge.file));
    }
    let Some(first) = files.first().map(|file| index.path(*file)) else { return Ok(None) };
    Ok(Some(match files.len() - 1 {
        0 => format!("none is known to run it, and {first} imports it for its tests"),
        more => format!("none is known to run it, and {first} and {more} more import it for their tests"),
    }))
}
