//! The order in which chunks go into a pack, apart from the order in which they answer a query: a pack pays for size.

use std::cmp::Reverse;

use super::fixed::{self, UNIT};
use super::seeds::ChunkSeed;
use super::weights;
use crate::reader::index::Index;

/// The seeds in the order of a pack: by score over the eighth root of one plus size.
pub fn pack<'a>(index: &Index, seeds: &'a [ChunkSeed]) -> Vec<&'a ChunkSeed> {
    let mut order: Vec<(Reverse<u64>, &ChunkSeed)> = seeds.iter().map(|seed| (Reverse(worth(index, seed)), seed)).collect();
    order.sort_by_key(|(worth, seed)| (*worth, seed.chunk));
    order.into_iter().map(|(_, seed)| seed).collect()
}

fn worth(index: &Index, seed: &ChunkSeed) -> u64 {
    let size = UNIT + fixed::ratio(u64::from(index.chunk(seed.chunk).bytes), weights::PACK_BYTES);
    fixed::ratio(u64::from(seed.score.0), fixed::sqrt(fixed::sqrt(fixed::sqrt(size))))
}
