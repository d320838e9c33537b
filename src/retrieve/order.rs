//! The order in which chunks go into a pack, apart from the order in which they answer a query: a pack pays for size.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::fixed::{self, UNIT};
use super::seeds::ChunkSeed;
use super::weights;
use crate::base::span::Lines;
use crate::reader::ids::{ChunkId, SymbolId};
use crate::reader::index::Index;

/// The seeds in the order of a pack, with their scores in millionths.
pub fn pack(index: &Index, seeds: &[ChunkSeed]) -> Vec<(ChunkId, u64)> {
    by_worth(index, &seeds.iter().map(|seed| (seed.chunk, u64::from(seed.score.0))).collect::<Vec<_>>())
}

/// Chunks with their scores in the order of a pack. The first places answer and hardly pay for size; those below share a budget, and what is short leaves room
/// for others. Ties are ordered by id.
pub fn by_worth(index: &Index, scored: &[(ChunkId, u64)]) -> Vec<(ChunkId, u64)> {
    let mut first = ordered(index, scored.iter().copied(), weights::FIRST_ROOT);
    first.truncate(weights::FIRST_PLACES);
    let below = ordered(index, scored.iter().filter(|it| !first.contains(it)).copied(), weights::ROOT);
    first.extend(below);
    first
}

/// By score over a root of one plus size. `root` is the binary logarithm of its degree.
fn ordered(index: &Index, scored: impl Iterator<Item = (ChunkId, u64)>, root: u32) -> Vec<(ChunkId, u64)> {
    let worth = |(chunk, score): (ChunkId, u64)| {
        let size = UNIT + fixed::ratio(u64::from(index.chunks().bytes(chunk)), weights::PACK_BYTES);
        (Reverse(fixed::ratio(score, (0..root).fold(size, |size, _| fixed::sqrt(size)))), chunk, score)
    };
    let mut order: Vec<(Reverse<u64>, ChunkId, u64)> = scored.map(worth).collect();
    order.sort_unstable();
    order.into_iter().map(|it| (it.1, it.2)).collect()
}

/// The lines of chunks with scores on any scale, in the order of a pack. What is long ends early, the sooner the further its score is from the best, and starts
/// with its definition, or with the one that is meant in it, not with what is said above; its other lines follow when all chunks had their turn.
pub fn lines(index: &Index, order: &[(ChunkId, u64)], meant: &BTreeMap<ChunkId, SymbolId>) -> Vec<(ChunkId, Lines)> {
    let (mut first, mut rest) = (Vec::with_capacity(order.len()), Vec::new());
    let best = order.iter().map(|it| it.1).max().unwrap_or(0);
    for (chunk, score) in order {
        let whole = index.chunks().lines(*chunk);
        let surety = (0..weights::SHOWN_POWER).fold(fixed::ratio(*score, best), |share, _| fixed::times(share, share));
        let most = fixed::times(surety, weights::SHOWN_BYTES).max(weights::SHOWN_BYTES_LEAST);
        let (count, bytes) = (u64::from(whole.end + 1).saturating_sub(u64::from(whole.start)), u64::from(index.chunks().bytes(*chunk)));
        let shown = fixed::scaled(count, most, bytes.max(most)).max(weights::SHOWN_LINES).min(count);
        if shown == count {
            first.push((*chunk, whole));
            continue;
        }
        let start = definition(index, *chunk, meant).filter(|start| whole.start < *start && *start <= whole.end).unwrap_or(whole.start);
        let end = (start + u32::try_from(shown).unwrap_or(u32::MAX).saturating_sub(1)).min(whole.end);
        first.push((*chunk, Lines { end, start }));
        let below = Lines { end: whole.end, start: end + 1 };
        let above = Lines { end: start.saturating_sub(1), start: whole.start };
        rest.extend([below, above].into_iter().filter(|it| it.start <= it.end).map(|lines| (*chunk, lines)));
    }
    first.extend(rest);
    first
}

/// The line at which the definition of a chunk starts, or the one that is meant where it is of none.
fn definition(index: &Index, chunk: ChunkId, meant: &BTreeMap<ChunkId, SymbolId>) -> Option<u32> {
    let symbol = index.symbol(index.chunks().symbol(chunk).or_else(|| meant.get(&chunk).copied())?);
    (symbol.file == index.file_of(chunk)).then_some(symbol.lines.start)
}
