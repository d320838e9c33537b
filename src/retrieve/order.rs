//! The order in which chunks go into a pack, apart from the order in which they answer a query: a pack pays for size.

use std::cmp::Reverse;

use super::fixed::{self, UNIT};
use super::seeds::ChunkSeed;
use super::weights;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;

/// The seeds in the order of a pack: by score over the eighth root of one plus size.
pub fn pack<'a>(index: &Index, seeds: &'a [ChunkSeed]) -> Vec<&'a ChunkSeed> {
    let worth = |seed: &ChunkSeed| worth(index, seed.chunk, u64::from(seed.score.0));
    let mut order: Vec<(Reverse<u64>, &ChunkSeed)> = seeds.iter().map(|seed| (Reverse(worth(seed)), seed)).collect();
    order.sort_by_key(|(worth, seed)| (*worth, seed.chunk));
    order.into_iter().map(|(_, seed)| seed).collect()
}

/// What a chunk of a score is worth in a pack.
pub fn worth(index: &Index, chunk: ChunkId, score: u64) -> u64 {
    let size = UNIT + fixed::ratio(u64::from(index.chunks().bytes(chunk)), weights::PACK_BYTES);
    fixed::ratio(score, fixed::sqrt(fixed::sqrt(fixed::sqrt(size))))
}
