//! The formula of scores, in millionths, with its weights in one table.

use super::{Candidate, Link, Rule};
use crate::pack::request::Intent;

/// One in millionths.
pub const ONE: u32 = 1_000_000;

/// Shares of the three signals; they add up to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    pub seed: u32,
    pub distance: u32,
    pub evidence: u32,
}

/// The weights of every intent but `impact`.
const WEIGHTS: Weights = Weights { seed: 700_000, distance: 200_000, evidence: 100_000 };
/// `impact` asks what hangs on something, so being near and sure counts more than matching the words.
const IMPACT_WEIGHTS: Weights = Weights { seed: 300_000, distance: 400_000, evidence: 300_000 };

/// The part of its seed's score that a neighbor has, for each step. Half: one step away from the best hit counts like a hit half as good.
const STEP_SHARE: u64 = 500_000;
/// The part of its seed's score that a candidate has when no edge, or only an import, speaks for it.
pub const BARE_SHARE: u32 = 250_000;
/// A path that mixes links says less than one that does not, and that something is one of many members says as little.
const MIXED_SHARE: u64 = 500_000;
/// What a call may run says less than what it names, and so does who may call.
const DISPATCH_SHARE: u64 = 500_000;
/// What a seed names without a call comes behind what it calls and behind who uses it: every function names several types.
const USES_SHARE: u64 = 750_000;
/// What of its score is left, for `impact`, to what a seed itself uses.
pub const OUTWARD_SHARE: u32 = 500_000;
/// A candidate below this is not worth its tokens.
const FLOOR: u32 = 250_000;
/// The same for paths that mix links and for members: of a good hit nearly everything can be reached so, and the query itself must say something for it.
const MIXED_FLOOR: u32 = 300_000;
/// The same for what calls, uses or dataflow alone lead to: who asks for four hops gets the fourth from a good hit. Files that files import that a seed's file
/// imports are nearly all files.
const STRAIGHT_FLOOR: u32 = 170_000;

/// The weights of an intent.
pub fn weights(intent: Intent) -> Weights {
    if intent == Intent::Impact { IMPACT_WEIGHTS } else { WEIGHTS }
}

/// `clamp01(w1 * seedScore + w2 / (1 + graphDistance) + w3 * evidenceScore)`, rounded down.
pub fn hybrid(weights: Weights, seed_score: u32, distance: u32, evidence_score: u32) -> u32 {
    let distance_score = u64::from(ONE) / (1 + u64::from(distance));
    let sum = u64::from(weights.seed) * u64::from(seed_score)
        + u64::from(weights.distance) * distance_score
        + u64::from(weights.evidence) * u64::from(evidence_score);
    clamp(sum / u64::from(ONE))
}

/// What a candidate has of its seed's score, together with what the query itself gave it: one minus both misses.
pub fn inherited(origin: u32, distance: u32, rule: Rule, own: u32) -> u32 {
    let mut share = u64::from(origin);
    if matches!(rule, Rule::Neighbor(Link::Imports | Link::ImportedBy)) {
        // An import alone says that a file may use another; where it does, a call or a use says so too.
        (0..distance).for_each(|_| share = share * u64::from(BARE_SHARE) / u64::from(ONE));
    } else if rule_has_edges(rule) {
        (0..distance).for_each(|_| share = share * STEP_SHARE / u64::from(ONE));
    } else {
        share = share * u64::from(BARE_SHARE) / u64::from(ONE);
    }
    if matches!(rule, Rule::Neighbor(Link::Implementer | Link::Replaced | Link::CalledThrough)) {
        share = share * DISPATCH_SHARE / u64::from(ONE);
    }
    if rule == Rule::Neighbor(Link::Uses) {
        share = share * USES_SHARE / u64::from(ONE);
    }
    if matches!(rule, Rule::Mixed | Rule::Member) {
        share = share * MIXED_SHARE / u64::from(ONE);
    }
    let one = u64::from(ONE);
    clamp(one - (one - share.min(one)) * (one - u64::from(own.min(ONE))) / one)
}

/// How likely what leads to a candidate is right. What only dispatch makes doubtful pays for that by its rule.
pub fn surety(candidate: &Candidate<'_>) -> u32 {
    let dispatched = matches!(candidate.rule, Rule::Neighbor(Link::Implementer | Link::Replaced | Link::CalledThrough));
    if candidate.path.is_empty() || dispatched { ONE } else { candidate.evidence_score }
}

/// Whether edges lead to a candidate of this rule.
pub fn rule_has_edges(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::Neighbor(_)
            | Rule::Mixed
            | Rule::TestEdge
            | Rule::Mention
            | Rule::CodeMention
            | Rule::Container
            | Rule::Member
            | Rule::Supertype
            | Rule::Subtype
    )
}

/// A product of two shares.
pub fn product(lhs: u32, rhs: u32) -> u32 {
    clamp(u64::from(lhs) * u64::from(rhs) / u64::from(ONE))
}

/// Writes the score that orders. For `impact`, what a seed itself uses counts less: a change of the seed does not reach it.
pub fn settle(candidate: &mut Candidate<'_>, intent: Intent) {
    let score = hybrid(weights(intent), candidate.seed_score, candidate.distance, candidate.evidence_score);
    let outward = matches!(
        candidate.rule,
        Rule::Neighbor(Link::Callee | Link::Uses | Link::Imports | Link::FlowsFrom | Link::Replaced)
            | Rule::Mixed
            | Rule::Supertype
            | Rule::Container
    );
    candidate.hybrid_score = if intent == Intent::Impact && outward { product(score, OUTWARD_SHARE) } else { score };
}

/// Whether a candidate is worth its tokens. What the request names or falls back to always is. What is near by a guess is not near.
pub fn is_relevant(candidate: &Candidate<'_>, intent: Intent) -> bool {
    let floor = match candidate.rule {
        rule if rule.is_seed() || rule.is_fallback() => 0,
        Rule::Neighbor(Link::Imports | Link::ImportedBy) => FLOOR,
        Rule::Neighbor(_) => STRAIGHT_FLOOR,
        Rule::Mixed | Rule::Member => MIXED_FLOOR,
        _ => FLOOR,
    };
    let near = hybrid(Weights { seed: 0, evidence: 0, ..weights(intent) }, 0, candidate.distance, 0);
    candidate.hybrid_score.saturating_sub(product(near, ONE - surety(candidate).min(ONE))) >= floor
}

fn clamp(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(ONE).min(ONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::ids::ChunkId;

    #[test]
    fn the_formula_is_the_published_one() {
        // 0.70 * 0.73 + 0.20 / 2 + 0.10 * 0.55
        assert_eq!(hybrid(WEIGHTS, 730_000, 1, 550_000), 666_000);
        assert_eq!(hybrid(WEIGHTS, ONE, 0, ONE), ONE);
        assert_eq!(hybrid(WEIGHTS, 0, 2, 0), 66_666);
        for weights in [WEIGHTS, IMPACT_WEIGHTS] {
            assert_eq!(weights.seed + weights.distance + weights.evidence, ONE);
        }
    }

    #[test]
    fn a_path_that_mixes_links_needs_a_word_of_the_query() {
        let mixed = |own: u32| {
            let seed_score = inherited(ONE, 2, Rule::Mixed, own);
            let mut candidate = Candidate { distance: 2, evidence_score: ONE, ..Candidate::unlinked(ChunkId(0), None, Rule::Mixed, seed_score) };
            settle(&mut candidate, Intent::Answer);
            is_relevant(&candidate, Intent::Answer)
        };
        assert!(!mixed(0) && mixed(100_000));
    }

    #[test]
    fn a_neighbor_has_half_of_its_seed_and_its_own_hit_adds_to_it() {
        let call = Rule::Neighbor(Link::Caller);
        assert_eq!(inherited(ONE, 1, call, 0), 500_000);
        assert_eq!(inherited(ONE, 2, call, 0), 250_000);
        assert_eq!(inherited(ONE, 2, Rule::Neighbor(Link::Implementer), 0), 125_000);
        assert_eq!(inherited(ONE, 2, Rule::Mixed, 0), 125_000);
        assert_eq!(inherited(ONE, 1, Rule::Neighbor(Link::Uses), 0), 375_000);
        assert_eq!(inherited(ONE, 1, Rule::Neighbor(Link::UsedBy), 0), 500_000);
        assert_eq!(inherited(ONE, 1, Rule::SameFile, 0), 250_000);
        assert_eq!(inherited(ONE, 1, call, 400_000), 700_000);
        assert_eq!(inherited(0, 1, call, 0), 0);
    }
}
