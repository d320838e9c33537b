//! The one total order of candidates.

use std::cmp::{Ordering, Reverse};

use super::Candidate;
use crate::pack::request::{Intent, Primary};
use crate::reader::index::Index;

/// Sorts by the seven keys: primary, hybrid score, distance, path, start, chunkUid, symbolId. Unless the intent is `impact`, strong seeds stand before
/// all that only the graph speaks for.
pub fn sort(index: &Index, candidates: &mut [Candidate<'_>], primary: Primary, intent: Intent) {
    candidates.sort_by(|lhs, rhs| hard_rule(lhs, rhs, intent).then_with(|| keys(index, lhs, rhs, primary)));
}

/// Strong seeds first; between any other two the rule says nothing.
fn hard_rule(lhs: &Candidate<'_>, rhs: &Candidate<'_>, intent: Intent) -> Ordering {
    if intent == Intent::Impact {
        return Ordering::Equal;
    }
    rhs.strong.cmp(&lhs.strong)
}

fn keys(index: &Index, lhs: &Candidate<'_>, rhs: &Candidate<'_>, primary: Primary) -> Ordering {
    let symbol = |it: &Candidate<'_>| it.symbol.map(|id| index.symbols().name_of(id));
    first(lhs, rhs, primary)
        .then_with(|| rhs.hybrid_score.cmp(&lhs.hybrid_score))
        .then_with(|| lhs.distance.cmp(&rhs.distance))
        // Chunks are numbered by path, start and chunkUid.
        .then_with(|| lhs.chunk.cmp(&rhs.chunk))
        .then_with(|| symbol(lhs).cmp(&symbol(rhs)))
}

fn first(lhs: &Candidate<'_>, rhs: &Candidate<'_>, primary: Primary) -> Ordering {
    match primary {
        Primary::SeedScore => Reverse(lhs.seed_score).cmp(&Reverse(rhs.seed_score)),
        Primary::GraphDistance => lhs.distance.cmp(&rhs.distance),
        Primary::GraphEvidence => Reverse(lhs.evidence_score).cmp(&Reverse(rhs.evidence_score)),
        Primary::HybridScore => Reverse(lhs.hybrid_score).cmp(&Reverse(rhs.hybrid_score)),
    }
}
