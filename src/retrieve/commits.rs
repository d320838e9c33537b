//! Files by single commits: what was asked for before was done somewhere, and the files that it took then are likely again.

use super::bm25f;
use super::fixed::{self, UNIT};
use super::query::Query;
use super::stem;
use super::vocabulary::Vocabulary;
use super::weights;
use crate::reader::commits::Commits;
use crate::reader::error::ReadError;

/// So many of a file's commits count, the most similar first.
const COUNTED: usize = 3;

/// By file, in units, priors applied: the mean share of its three most similar commits, each over the fourth root of the number of files that it changed.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn score(vocabulary: &Vocabulary<'_>, query: &Query) -> Result<Vec<u64>, ReadError> {
    let index = vocabulary.index;
    let commits = index.histories()?.commits();
    let mut shares = similar(commits, query);
    fixed::by_largest(&mut shares);
    // Most have no share, and roots take longer than to see that.
    for (share, changed) in shares.iter_mut().zip(commits.changed()).filter(|it| *it.0 > 0) {
        *share = fixed::ratio(*share, fixed::sqrt(fixed::sqrt(u64::from(changed.max(1)) * UNIT)));
    }
    let mean = |(file, prior): (_, &u64)| {
        let mut best = [0; COUNTED];
        for share in commits.of(file).map(|commit| shares[commit as usize]) {
            // The least of the best makes room.
            if share > best[0] {
                best[0] = share;
                best.sort_unstable();
            }
        }
        fixed::times(best.iter().sum::<u64>() / COUNTED as u64, *prior)
    };
    Ok(index.file_ids().zip(&vocabulary.file_priors).map(mean).collect())
}

/// BM25 of the message of each commit, in units.
fn similar(commits: &Commits, query: &Query) -> Vec<u64> {
    let count = commits.len() as u64;
    let mean = (commits.lengths().map(u64::from).sum::<u64>() / count.max(1)).max(1);
    let dampened = |commit: u32| fixed::times(weights::MESSAGE_K, Vocabulary::dampening(weights::COMMIT_LENGTH, commits.length(commit).into(), mean));
    let mut scores = vec![0u64; commits.len()];
    let mut found = Vec::new();
    for group in &query.groups {
        found.clear();
        let holders = commits.starting_with(stem::start(&group.stem)).filter(|(term, _)| stem::stem(term) == group.stem);
        holders.for_each(|(_, holders)| found.extend(holders));
        found.sort_unstable();
        let holding = found.chunk_by(|lhs, rhs| lhs == rhs);
        let rarity = fixed::times(group.weight, bm25f::rarity(count, holding.clone().count() as u64));
        for same in holding {
            let (at, frequency) = (same[0] as usize, same.len() as u64 * UNIT);
            scores[at] += fixed::scaled(rarity, frequency, frequency + dampened(same[0]));
        }
    }
    scores
}
