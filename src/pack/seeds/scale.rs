//! The scale of hits. What the words of a query spell out outweighs all else that they find, and what may be no seed outweighs what may: what is left in such
//! a shadow is measured by its own best.

use std::collections::{BTreeMap, BTreeSet};

use super::Hit;
use crate::pack::request::PackRequest;
use crate::pack::seeds;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;
use crate::retrieve::seeds::{ChunkSeed, Reason};

/// What the best other hit scores beside a name that several words spell out, in millionths: who writes words may mean what they are about as well.
const BESIDE_NAME: u32 = 700_000;
/// So many times a signal counts at most that is weak in all hits of a class, in thousandths: noise stays noise.
const MOST_RAISED: u64 = 16_000;

/// Why chunks are hits.
pub type Reasons<'r> = BTreeMap<ChunkId, &'r [Reason]>;

/// The reasons of what retrieval found.
pub fn reasons(found: &[ChunkSeed]) -> Reasons<'_> {
    found.iter().map(|it| (it.chunk, it.reasons.as_slice())).collect()
}

/// Raises what else the words of a query find where they spell out a name; the sentence that tells so.
pub fn beside_name(query: &str, reasons: &Reasons<'_>, hits: &mut [Hit]) -> Option<String> {
    let names = |of: &[Reason]| of.iter().any(|it| it.signal == "named");
    if query.split_whitespace().nth(1).is_none() || !reasons.values().any(|of| names(of)) {
        return None;
    }
    let is_named = |hit: &Hit| reasons.get(&hit.chunk).is_some_and(|of| names(of));
    let best = hits.iter().filter(|hit| !is_named(hit)).map(|hit| hit.score).max().unwrap_or(0);
    if best == 0 || best >= BESIDE_NAME || !hits.iter().any(is_named) {
        return None;
    }
    for hit in hits.iter_mut().filter(|hit| !is_named(hit)) {
        hit.score = share(u64::from(hit.score), BESIDE_NAME, u64::from(best));
    }
    sort(hits);
    Some("the words of the query spell out a name; what else they find is scored by the best of it".to_owned())
}

/// Scores the hits that may be seeds by the best of them where others score better; whether it is so.
pub fn narrowed(index: &Index, request: &PackRequest, reasons: &Reasons<'_>, hits: &mut [Hit]) -> bool {
    let best = |hits: &mut dyn Iterator<Item = &Hit>| hits.map(|hit| hit.score).max().unwrap_or(0);
    let is_fit = |hit: &&Hit| seeds::may_seed(index, request, index.file_of(hit.chunk));
    let all = best(&mut hits.iter());
    let narrowed = best(&mut hits.iter().filter(is_fit)) < all;
    if narrowed {
        let fit: BTreeSet<ChunkId> = hits.iter().filter(is_fit).map(|hit| hit.chunk).collect();
        level(hits, reasons, &fit, all);
    }
    narrowed
}

/// Scores some hits by each other, so that their best has `best`. A signal that is weak in all of them beside what it is in others tells them apart
/// as it would tell those apart.
pub fn level(hits: &mut [Hit], reasons: &Reasons<'_>, some: &BTreeSet<ChunkId>, best: u32) {
    let (mut all, mut own): (BTreeMap<&str, u64>, BTreeMap<&str, u64>) = Default::default();
    let of = |hit: &Hit| reasons.get(&hit.chunk).copied().unwrap_or_default();
    for hit in hits.iter() {
        for reason in of(hit) {
            let tops = [Some(&mut all), Some(&mut own).filter(|_| some.contains(&hit.chunk))];
            for top in tops.into_iter().flatten().map(|tops| tops.entry(reason.signal).or_insert(0)) {
                *top = (*top).max(reason.adds.unsigned_abs());
            }
        }
    }
    let raised = |reason: &Reason| {
        let of = |tops: &BTreeMap<&str, u64>| tops.get(reason.signal).copied().unwrap_or(1).max(1);
        reason.adds.saturating_mul((of(&all) * 1000 / of(&own)).min(MOST_RAISED).cast_signed()) / 1000
    };
    let sum = |adds: &mut dyn Iterator<Item = i64>| u64::try_from(adds.sum::<i64>()).unwrap_or(0).max(1);
    let leveled: BTreeMap<ChunkId, u64> = hits
        .iter()
        .filter(|hit| some.contains(&hit.chunk))
        .map(|hit| {
            let (before, now) = (sum(&mut of(hit).iter().map(|it| it.adds)), sum(&mut of(hit).iter().map(raised)));
            (hit.chunk, u64::from(hit.score).saturating_mul(now) / before)
        })
        .collect();
    let top = leveled.values().copied().max().unwrap_or(0);
    for hit in hits.iter_mut() {
        if let Some(score) = leveled.get(&hit.chunk) {
            hit.score = share(*score, best, top);
        }
    }
    sort(hits);
}

/// Scores some hits down, so that their best has no more than `most`; whether one had.
pub fn at_most(hits: &mut [Hit], some: &BTreeSet<ChunkId>, most: u32) -> bool {
    let best = hits.iter().filter(|hit| some.contains(&hit.chunk)).map(|hit| hit.score).max().unwrap_or(0);
    let is_above = best > most;
    for hit in hits.iter_mut().filter(|hit| is_above && some.contains(&hit.chunk)) {
        hit.score = share(u64::from(hit.score), most, u64::from(best));
    }
    sort(hits);
    is_above
}

fn share(score: u64, best: u32, top: u64) -> u32 {
    u32::try_from(score.saturating_mul(u64::from(best)) / top.max(1)).unwrap_or(u32::MAX)
}

fn sort(hits: &mut [Hit]) {
    hits.sort_by(|lhs, rhs| rhs.score.cmp(&lhs.score).then(lhs.chunk.cmp(&rhs.chunk)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(chunk: u32, score: u32) -> Hit {
        Hit { chunk: ChunkId(chunk), meant: None, score, led: false }
    }

    fn check(hits: &[Hit], expected: &[(u32, u32)]) {
        assert_eq!(hits.iter().map(|hit| (hit.chunk.0, hit.score)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_stands_beside_a_spelled_name_is_measured_by_its_own_best() {
        let named = [Reason { signal: "named", adds: 9 }];
        let reasons = Reasons::from([(ChunkId(0), &named[..])]);
        let mut hits = [hit(0, 1_000_000), hit(1, 200_000), hit(2, 100_000)];
        assert!(beside_name("names", &reasons, &mut hits).is_none());
        assert!(beside_name("spelled name", &reasons, &mut hits).is_some());
        check(&hits, &[(0, 1_000_000), (1, 700_000), (2, 350_000)]);
        assert!(beside_name("spelled name", &reasons, &mut hits).is_none());
    }

    #[test]
    fn hits_are_told_apart_by_what_is_weak_in_all_of_them() {
        let of = |own: i64, size: i64| [Reason { signal: "own", adds: own }, Reason { signal: "size", adds: size }];
        let (code, long, fit) = (of(1_000, 100), of(10, 190), of(100, 90));
        let reasons = Reasons::from([(ChunkId(0), &code[..]), (ChunkId(1), &long[..]), (ChunkId(2), &fit[..])]);
        let mut hits = [hit(0, 1_000_000), hit(1, 4_000), hit(2, 3_800)];
        level(&mut hits, &reasons, &BTreeSet::from([ChunkId(1), ChunkId(2)]), 1_000_000);
        // 4 000 * (10 * 10 + 190) / 200 beside 3 800 * (100 * 10 + 90) / 190
        check(&hits, &[(0, 1_000_000), (2, 1_000_000), (1, 266_055)]);
    }
}
