//! The composite score of the task view: the engine's score, and beside it how recently a file changed, how much hangs on a definition, and whether
//! policy watches over its file.

use super::score::{ONE, product};
use super::{Candidate, order};
use crate::base::score::Millionths;
use crate::manifest::error::IndexError;
use crate::pack::request::PackRequest;
use crate::reader::edges::Table;
use crate::reader::history::History;
use crate::reader::ids::{FileId, SymbolId};
use crate::reader::index::Index;

/// Shares of what makes up the score, in millionths; they add up to one. The engine's own score holds relevance, distance and evidence.
const WEIGHTS: [(&str, u32); 3] = [("hybridScore", 880_000), ("recency", 60_000), ("centrality", 60_000)];
/// What a labelled file that only words or its place speak for keeps of its score: nobody should stumble over it.
const SCRUTINY_SHARE: u32 = 500_000;
/// Doublings of callers and users from which on a definition counts as central in full.
const CENTRAL_DOUBLINGS: u32 = 8;

/// What is known of a candidate besides the engine's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signals {
    /// Edges of calls and uses that end at its definition.
    pub fan_in: u64,
    /// From 0 for no user to one for 255 and more.
    pub centrality: Millionths,
    /// One for the file of the newest commit, towards 0 for the oldest; `None` where no commit is known.
    pub recency: Option<Millionths>,
    pub labelled: bool,
}

/// The weights by name.
pub fn weights() -> impl Iterator<Item = (&'static str, Millionths)> {
    WEIGHTS.into_iter().map(|(name, weight)| (name, Millionths(weight)))
}

/// Writes the composite score into each candidate and sorts them by it. Strong seeds stay first, as the engine wants it.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn weigh(index: &Index, candidates: &mut [Candidate<'_>], request: &PackRequest) -> Result<(), IndexError> {
    for candidate in candidates.iter_mut() {
        let chunk = index.chunk(candidate.chunk);
        let signals = signals(index, chunk.file, chunk.symbol)?;
        let speaks = candidate.rule.is_seed() || !candidate.path.is_empty();
        candidate.hybrid_score = score(candidate.hybrid_score, &signals, speaks);
    }
    order::sort(index, candidates, request.ordering.primary, request.intent);
    Ok(())
}

/// What is known of a definition, or of a file alone.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn signals(index: &Index, file: FileId, symbol: Option<SymbolId>) -> Result<Signals, IndexError> {
    let fan_in = match symbol {
        Some(symbol) => (index.fan_in(symbol, Table::Call)? + index.fan_in(symbol, Table::Usage)?) as u64,
        None => 0,
    };
    let recency = recency(index.histories()?, file);
    let labelled = index.risks()?.of(file).iter().any(|flag| flag.kind.as_ref() == "label");
    Ok(Signals { fan_in, centrality: centrality(fan_in), recency, labelled })
}

/// `0.88 * hybridScore + 0.06 * recency + 0.06 * centrality`, rounded down; half of it for what is labelled while neither the request nor an edge names it.
fn score(hybrid: u32, signals: &Signals, speaks: bool) -> u32 {
    let parts = [hybrid, signals.recency.map_or(0, |it| it.0), signals.centrality.0];
    let sum: u32 = parts.into_iter().zip(WEIGHTS).map(|(part, (_, weight))| product(part, weight)).sum();
    if signals.labelled && !speaks { product(sum, SCRUTINY_SHARE) } else { sum.min(ONE) }
}

/// The binary logarithm of one more than the users, as a part of the most that counts.
fn centrality(fan_in: u64) -> Millionths {
    let doublings = (fan_in + 1).ilog2().min(CENTRAL_DOUBLINGS);
    Millionths(doublings * (ONE / CENTRAL_DOUBLINGS))
}

/// How far a file stands from the end of the list of all files by age.
fn recency(histories: &History, file: FileId) -> Option<Millionths> {
    let rank = histories.of(file)?.age_rank;
    let all = u32::try_from(histories.len()).unwrap_or(u32::MAX).max(1);
    let behind = u64::from(rank.min(all)) * u64::from(ONE) / u64::from(all);
    Some(Millionths(ONE - u32::try_from(behind).unwrap_or(ONE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(fan_in: u64, recency: Option<u32>, labelled: bool) -> Signals {
        Signals { fan_in, centrality: centrality(fan_in), recency: recency.map(Millionths), labelled }
    }

    #[test]
    fn the_weights_are_shares_of_one() {
        assert_eq!(WEIGHTS.iter().map(|(_, weight)| weight).sum::<u32>(), ONE);
        assert_eq!(score(ONE, &signals(255, Some(ONE), false), true), ONE);
    }

    #[test]
    fn what_is_central_or_recent_stands_before_its_equal() {
        let plain = score(500_000, &signals(0, None, false), true);
        assert_eq!(plain, 440_000);
        assert_eq!(score(500_000, &signals(3, None, false), true), plain + 15_000);
        assert_eq!(score(500_000, &signals(0, Some(500_000), false), true), plain + 30_000);
        assert_eq!([0, 1, 254, 255, 4_000].map(|users| centrality(users).0), [0, 125_000, 875_000, ONE, ONE]);
    }

    #[test]
    fn a_labelled_file_needs_more_than_words() {
        let labelled = signals(0, None, true);
        assert_eq!((score(500_000, &labelled, true), score(500_000, &labelled, false)), (440_000, 220_000));
    }
}
