//! The order in which chunks go into a pack, apart from the order in which they answer a query: a pack pays for size.

use std::cmp::Reverse;

use super::fixed::{self, UNIT};
use super::seeds::ChunkSeed;
use super::weights;
use crate::base::span::Lines;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;

/// The seeds in the order of a pack.
pub fn pack(index: &Index, seeds: &[ChunkSeed]) -> Vec<ChunkId> {
    by_worth(index, &seeds.iter().map(|seed| (seed.chunk, u64::from(seed.score.0))).collect::<Vec<_>>())
}

/// Chunks with their scores in the order of a pack. The first places answer and hardly pay for size; those below share a budget, and what is short leaves room
/// for others. Ties are ordered by id.
pub fn by_worth(index: &Index, scored: &[(ChunkId, u64)]) -> Vec<ChunkId> {
    let mut first = ordered(index, scored.iter().copied(), weights::FIRST_ROOT);
    first.truncate(weights::FIRST_PLACES);
    let below = ordered(index, scored.iter().filter(|it| !first.contains(&it.0)).copied(), weights::ROOT);
    first.extend(below);
    first
}

/// By score over a root of one plus size. `root` is the binary logarithm of its degree.
fn ordered(index: &Index, scored: impl Iterator<Item = (ChunkId, u64)>, root: u32) -> Vec<ChunkId> {
    let worth = |(chunk, score): (ChunkId, u64)| {
        let size = UNIT + fixed::ratio(u64::from(index.chunks().bytes(chunk)), weights::PACK_BYTES);
        (Reverse(fixed::ratio(score, (0..root).fold(size, |size, _| fixed::sqrt(size)))), chunk)
    };
    let mut order: Vec<(Reverse<u64>, ChunkId)> = scored.map(worth).collect();
    order.sort_unstable();
    order.into_iter().map(|it| it.1).collect()
}

/// The lines of chunks in the order of a pack. What is long ends early, the sooner the lower it stands; its other lines follow when all chunks had their turn.
pub fn lines(index: &Index, order: &[ChunkId]) -> Vec<(ChunkId, Lines)> {
    let (mut first, mut rest) = (Vec::with_capacity(order.len()), Vec::new());
    for (place, chunk) in order.iter().enumerate() {
        let Lines { start, end } = index.chunks().lines(*chunk);
        let most = weights::SHOWN_BYTES.get(place).copied().unwrap_or(weights::SHOWN_BYTES_BELOW);
        let (count, bytes) = (u64::from(end + 1).saturating_sub(u64::from(start)), u64::from(index.chunks().bytes(*chunk)));
        let shown = fixed::scaled(count, most, bytes.max(most)).max(weights::SHOWN_LINES).min(count);
        let cut = start + u32::try_from(shown).unwrap_or(u32::MAX).saturating_sub(1);
        first.push((*chunk, Lines { end: cut.min(end), start }));
        if cut < end {
            rest.push((*chunk, Lines { end, start: cut + 1 }));
        }
    }
    first.extend(rest);
    first
}
