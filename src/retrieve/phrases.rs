//! Runs of words of a query that stand in a text just so: messages that are pasted without quotes, of which one place in the code holds a part.

use std::collections::{BTreeMap, BTreeSet};

use super::fixed::{self, UNIT};
use super::query::Query;
use super::speech::is_speech;
use crate::base::terms;
use crate::reader::error::ReadError;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;

/// Words of a run.
const WORDS: usize = 3;
/// Of which so many say something.
const SPEAKING: usize = 2;
/// Most bytes between two words of a run: a space, a mark and a quote.
const MAX_GAP: usize = 3;
/// Most lines and runs of a query that are looked for; the first.
const MAX_LINES: usize = 8;
const MAX_RUNS: usize = 32;
/// A run whose rarest word stands in more chunks than this is looked for nowhere.
const MAX_CHUNKS: usize = 48;
/// Most texts that are looked at.
const MAX_LOOKS: usize = 128;
/// A run that more chunks hold is a turn of speech.
const MAX_HOLDERS: usize = 4;

/// Chunks that hold runs of words of a query, each with the sum over its runs of one over the number of chunks that hold it, in units, at most one.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn find(index: &Index, query: &Query) -> Result<BTreeMap<ChunkId, u64>, ReadError> {
    let mut shares: BTreeMap<ChunkId, u64> = BTreeMap::new();
    let mut texts: BTreeMap<ChunkId, String> = BTreeMap::new();
    for run in query.said.lines().take(MAX_LINES).flat_map(runs).take(MAX_RUNS) {
        let mut holders = Vec::new();
        for chunk in of_rarest(index, run)? {
            if !texts.contains_key(&chunk) {
                if texts.len() == MAX_LOOKS {
                    return Ok(shares);
                }
                let Some(text) = index.text(chunk)? else { return Ok(shares) };
                texts.insert(chunk, text.to_string());
            }
            if texts.get(&chunk).is_some_and(|text| text.contains(run)) {
                holders.push(chunk);
            }
        }
        if holders.len() <= MAX_HOLDERS {
            let share = fixed::ratio(1, holders.len().max(1) as u64);
            for chunk in holders {
                let slot = shares.entry(chunk).or_insert(0);
                *slot = (*slot + share).min(UNIT);
            }
        }
    }
    Ok(shares)
}

/// The runs of a line.
fn runs(line: &str) -> impl Iterator<Item = &str> {
    let words: Vec<&str> = terms::words(line).collect();
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let spans: Vec<(usize, usize)> = words.iter().map(|word| (start(word), start(word) + word.len())).collect();
    let speaks = |word: &&&str| {
        let lower = word.to_lowercase();
        !terms::is_common(&lower) && !is_speech(&lower) && word.len() > 1
    };
    let is_run = |at: &usize| {
        let near = spans[*at..*at + WORDS].windows(2).all(|pair| pair[1].0 - pair[0].1 <= MAX_GAP);
        near && words[*at..*at + WORDS].iter().filter(speaks).count() >= SPEAKING
    };
    let found: Vec<&str> =
        (0..(words.len() + 1).saturating_sub(WORDS)).filter(is_run).map(|at| &line[spans[at].0..spans[at + WORDS - 1].1]).collect();
    found.into_iter()
}

/// The chunks that hold all words of a run, where its rarest word is rare.
fn of_rarest(index: &Index, run: &str) -> Result<BTreeSet<ChunkId>, ReadError> {
    let mut lists = Vec::with_capacity(WORDS);
    for word in terms::words(run) {
        let chunks: Vec<ChunkId> = index.postings(&terms::whole(word))?.map(|posting| posting.chunk).collect();
        lists.push(chunks);
    }
    lists.sort_by_key(Vec::len);
    let Some((rarest, others)) = lists.split_first() else { return Ok(BTreeSet::new()) };
    if rarest.len() > MAX_CHUNKS {
        return Ok(BTreeSet::new());
    }
    Ok(rarest.iter().filter(|chunk| others.iter().all(|list| list.binary_search(chunk).is_ok())).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_words_that_stand_together() {
        let of = |line: &'static str| runs(line).collect::<Vec<_>>();
        assert_eq!(of("module not registered: http.handlers"), ["module not registered", "not registered: http", "registered: http.handlers"]);
        assert_eq!(of("it is in the way"), Vec::<&str>::new());
        assert_eq!(of("two words"), Vec::<&str>::new());
        assert_eq!(of("read      this  piece"), Vec::<&str>::new());
    }
}
