//! Two rankings made one: weighted reciprocal-rank fusion (Cormack, Clarke and Buettcher, Reciprocal Rank Fusion, SIGIR 2009), in integers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::fixed::{self, UNIT};
use super::provider::Provider;
use super::seeds::{ChunkSeed, FileSeed, Limits, Reason, Seeds};
use super::top;
use crate::base::score::Millionths;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;

/// Chunks and files of either ranking that take part.
pub const POOL: usize = 1000;
/// What a seed is called that stands near the query.
const SIMILAR: &str = "similar";
/// Signals of what a query names outright.
const PINS: [&str; 4] = ["named", "named-file", "named-line", "quoted"];
/// The rank at which a place in a ranking is worth half of the first (`k` of the source).
const HALF: u64 = 60;
/// What a place in the ranking by terms counts.
const BY_TERMS: u64 = 4;
/// What a place in the ranking by vectors counts.
const BY_VECTORS: u64 = 1;

/// One candidate of either ranking.
#[derive(Clone, Debug, Default)]
struct Joined {
    /// Rank from 0, and score, by terms.
    terms: Option<(usize, Millionths)>,
    /// The same by vectors.
    near: Option<(usize, Millionths)>,
    reasons: Vec<Reason>,
}

/// The ranking by terms and the one by vectors, made one. For `ann` only what the query names outright stays of the ranking by terms.
pub fn fused(index: &Index, provider: Provider, mut terms: Seeds, nearest: &[(ChunkId, u32)], limits: Limits) -> Seeds {
    if provider == Provider::Ann {
        terms.chunks.retain(|it| is_pinned(&it.reasons));
        terms.files.retain(|it| is_pinned(&it.reasons));
    }
    let of_terms = |rank: usize, score: Millionths, reasons: Vec<Reason>| Joined { terms: Some((rank, score)), near: None, reasons };
    let meant: BTreeMap<ChunkId, SymbolId> = terms.chunks.iter().filter_map(|it| Some((it.chunk, it.meant?))).collect();
    let chunks = terms.chunks.into_iter().enumerate();
    let mut chunks: BTreeMap<ChunkId, Joined> = chunks.map(|(rank, it)| (it.chunk, of_terms(rank, it.score, it.reasons))).collect();
    let files = terms.files.into_iter().enumerate();
    let mut files: BTreeMap<FileId, Joined> = files.map(|(rank, it)| (it.file, of_terms(rank, it.score, it.reasons))).collect();
    let mut near_files = 0;
    for (rank, (chunk, cosine)) in nearest.iter().enumerate() {
        chunks.entry(*chunk).or_default().approach(rank, *cosine);
        // A file is as near as the nearest of its chunks.
        let file = files.entry(index.file_of(*chunk)).or_default();
        if file.near.is_none() {
            file.approach(near_files, *cosine);
            near_files += 1;
        }
    }
    let scale = (provider == Provider::Ann).then(|| Scale::of(nearest));
    let chunks = ranked(chunks, limits.chunks, scale).into_iter().map(|(chunk, score, joined)| {
        let by_provider = joined.by_provider(provider, score);
        ChunkSeed { chunk, meant: meant.get(&chunk).copied(), score, by_provider, reasons: joined.reasons }
    });
    let files = ranked(files, limits.files, scale).into_iter().map(|(file, score, joined)| FileSeed { file, score, reasons: joined.reasons });
    Seeds { chunks: chunks.collect(), files: files.collect(), corrections: terms.corrections, notices: terms.notices }
}

/// Whether the query names it outright.
fn is_pinned(reasons: &[Reason]) -> bool {
    reasons.iter().any(|it| PINS.contains(&it.signal))
}

impl Joined {
    /// Millionths of what is nearest; what the query names outright stands before that.
    fn nearness(&self, scale: Scale) -> u64 {
        if is_pinned(&self.reasons) { 1_000_001 } else { self.near.map_or(0, |it| scale.share(it.1)) }
    }

    /// What the query names outright stands in the ranking by vectors as if it were nearest: a model has no say against it.
    fn score(&self) -> u64 {
        let near = if is_pinned(&self.reasons) { Some(0) } else { self.near.map(|it| it.0) };
        let part = |weight: u64, rank: Option<usize>| rank.map_or(0, |rank| fixed::ratio(weight * HALF, HALF + rank as u64));
        part(BY_TERMS, self.terms.map(|it| it.0)) + part(BY_VECTORS, near)
    }

    fn approach(&mut self, rank: usize, cosine: u32) {
        self.near = Some((rank, Millionths(cosine)));
        let adds = fixed::scaled(u64::from(cosine), UNIT, 1_000_000).cast_signed();
        let at = self.reasons.partition_point(|it| it.adds >= adds);
        self.reasons.insert(at, Reason { signal: SIMILAR, adds });
    }

    fn by_provider(&self, asked: Provider, score: Millionths) -> Vec<(Provider, Millionths)> {
        let terms = self.terms.filter(|_| asked == Provider::Hybrid).map(|it| (Provider::Sparse, it.1));
        // What a model says is a cosine, whether it is asked alone or not.
        let near = self.near.map(|it| (Provider::Ann, it.1));
        let own = if asked == Provider::Ann && near.is_some() { None } else { Some((asked, score)) };
        [own, terms, near].into_iter().flatten().collect()
    }
}

/// What cosines say beside one another: models put most texts at some distance from any query, so only what is nearer than the rest says something.
#[derive(Clone, Copy, Debug)]
struct Scale {
    best: u32,
    /// Of the last of those that take part.
    floor: u32,
}

impl Scale {
    fn of(nearest: &[(ChunkId, u32)]) -> Self {
        let cosines = || nearest.iter().map(|it| it.1);
        Self { best: cosines().max().unwrap_or(0), floor: cosines().min().unwrap_or(0) }
    }

    /// Millionths of the way from the floor to the best; a single one is the best.
    fn share(self, cosine: Millionths) -> u64 {
        let (above, all) = (u64::from(cosine.0.saturating_sub(self.floor)), u64::from(self.best.saturating_sub(self.floor)));
        (above * 1_000_000).checked_div(all).unwrap_or(1_000_000)
    }
}

/// The best, with their scores as shares of the best, by score and then by id. Where there is a scale, nearness alone scores.
fn ranked<I: Ord + Copy>(joined: BTreeMap<I, Joined>, limit: usize, scale: Option<Scale>) -> Vec<(I, Millionths, Joined)> {
    let score = |it: &Joined| scale.map_or_else(|| it.score(), |scale| it.nearness(scale));
    let all: Vec<(u64, I, Joined)> = joined.into_iter().map(|(id, it)| (score(&it), id, it)).collect();
    let all = top::first(all, limit, |(score, id, _)| (Reverse(*score), *id));
    let best = all.first().map_or(0, |it| it.0);
    let share = |score: u64| Millionths(u32::try_from(fixed::scaled(score, 1_000_000, best)).unwrap_or(u32::MAX));
    all.into_iter().map(|(score, id, it)| (id, share(score), it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(terms: Option<usize>, near: Option<usize>, signal: &'static str) -> u64 {
        let of = |rank: Option<usize>| rank.map(|rank| (rank, Millionths(1)));
        Joined { terms: of(terms), near: of(near), reasons: vec![Reason { signal, adds: 1 }] }.score()
    }

    #[test]
    fn nearness_alone_scores_by_what_sets_a_text_apart() {
        let nearest: Vec<(ChunkId, u32)> =
            [500_000, 400_000, 300_000, 300_000].into_iter().zip(0..).map(|(cosine, id)| (ChunkId(id), cosine)).collect();
        let scale = Scale::of(&nearest);
        let of = |cosine: Option<u32>, signal: &'static str| {
            let reasons = vec![Reason { signal, adds: 1 }];
            Joined { terms: None, near: cosine.map(|it| (0, Millionths(it))), reasons }.nearness(scale)
        };
        let shares = [of(Some(500_000), SIMILAR), of(Some(400_000), SIMILAR), of(Some(300_000), SIMILAR), of(None, "named"), of(None, "own")];
        assert_eq!(shares, [1_000_000, 500_000, 0, 1_000_001, 0]);
        assert_eq!(Scale::of(&nearest[..1]).share(Millionths(500_000)), 1_000_000);
        let near = Joined { terms: None, near: Some((0, Millionths(7))), reasons: Vec::new() };
        assert_eq!(near.by_provider(Provider::Ann, Millionths(9)), [(Provider::Ann, Millionths(7))]);
    }

    #[test]
    fn both_rankings_count_and_a_name_counts_most() {
        assert!(joined(Some(0), Some(0), "own") > joined(Some(0), Some(1), "own"));
        assert!(joined(Some(1), Some(1), "own") > joined(Some(0), None, "own"));
        assert!(joined(Some(0), None, "own") > joined(None, None, "own"));
        assert_eq!(joined(Some(0), None, "named"), joined(Some(0), Some(0), "own"));
        assert!(joined(Some(0), Some(500), "named-line") >= joined(Some(0), Some(0), "own"));
    }
}
