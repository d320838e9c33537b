//! What is called at the lines that a request names, or near them: of all that a long function calls, that is what a frame of a trace or a `path:line` is about.

use std::collections::BTreeMap;

use crate::manifest::error::IndexError;
use crate::pack::candidate::score;
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, Direction, Node};
use crate::reader::index::Index;

/// What a call at the line itself counts at least,
const AT_LINE: u32 = 900_000;
/// which is halved so many lines away.
const HALVED: u32 = 12;
/// Further away a line says nothing of a call.
const FARTHEST: u32 = 36;
/// Calls of one function that are looked through.
const MOST_CALLS: usize = 512;

/// Scores of what the chunks that hold the lines call near them, by chunk; `asked` are the lines, from 1.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn called(index: &Index, asked: &BTreeMap<ChunkId, u32>) -> Result<BTreeMap<ChunkId, u32>, IndexError> {
    let mut scores = BTreeMap::new();
    for (chunk, line) in asked {
        let Some(symbol) = index.chunks().symbol(*chunk) else { continue };
        let calls = index.edges(Table::Call)?;
        for step in calls.steps(index, Node::Symbol(symbol), Direction::Out).take(MOST_CALLS) {
            let Node::Symbol(callee) = step.other else { continue };
            let site = index.site_of(&calls.get(index, step.row))?;
            let distance = site.map_or(u32::MAX, |site| site.lines.start.abs_diff(*line));
            let Some(called) = index.chunk_of(callee).filter(|it| it != chunk && distance <= FARTHEST) else { continue };
            let worth = score::product(nearness(distance), step.confidence.0);
            let known = scores.entry(called).or_insert(0);
            *known = worth.max(*known);
        }
    }
    Ok(scores)
}

fn nearness(distance: u32) -> u32 {
    let share = u64::from(AT_LINE) * u64::from(HALVED) / u64::from(HALVED + distance);
    u32::try_from(share).unwrap_or(AT_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearer_counts_more() {
        assert_eq!([nearness(0), nearness(HALVED), nearness(FARTHEST)], [AT_LINE, AT_LINE / 2, AT_LINE / 4]);
    }
}
