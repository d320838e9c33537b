//! The order in which chunks go into a pack, apart from the order in which they answer a query: a pack pays for size.

use std::cmp::Reverse;

use super::fixed::{self, UNIT};
use super::seeds::ChunkSeed;
use super::weights;
use crate::base::span::Lines;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;

/// The seeds in the order of a pack: by score over a root of one plus size.
pub fn pack<'a>(index: &Index, seeds: &'a [ChunkSeed]) -> Vec<&'a ChunkSeed> {
    let worth = |seed: &ChunkSeed| worth(index, seed.chunk, u64::from(seed.score.0));
    let mut order: Vec<(Reverse<u64>, &ChunkSeed)> = seeds.iter().map(|seed| (Reverse(worth(seed)), seed)).collect();
    order.sort_by_key(|(worth, seed)| (*worth, seed.chunk));
    order.into_iter().map(|(_, seed)| seed).collect()
}

/// What a chunk of a score is worth in a pack: its score over the sixteenth root of one plus size.
pub fn worth(index: &Index, chunk: ChunkId, score: u64) -> u64 {
    let size = UNIT + fixed::ratio(u64::from(index.chunks().bytes(chunk)), weights::PACK_BYTES);
    fixed::ratio(score, (0..4).fold(size, |size, _| fixed::sqrt(size)))
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
