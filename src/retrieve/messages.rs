//! Files by the words of the commits that changed them: who wrote "fix the parser" knew where the parser is.

use super::bm25f;
use super::fixed::{self, UNIT};
use super::query::Query;
use super::stem;
use super::vocabulary::Vocabulary;
use super::weights;
use crate::reader::error::ReadError;
use crate::reader::history::History;
use crate::reader::ids::FileId;
use crate::reader::index::Index;

/// Terms of commit messages.
pub struct Messages<'a> {
    history: &'a History,
}

impl<'a> Messages<'a> {
    /// Reads the history of an index; there may be none.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn new(index: &'a Index) -> Result<Self, ReadError> {
        Ok(Self { history: index.histories()? })
    }

    /// BM25 of each file's messages, in units, priors applied.
    pub fn score(&self, vocabulary: &Vocabulary<'_>, query: &Query) -> Vec<u64> {
        let mut scores = vec![0u64; vocabulary.index.file_count()];
        let mut tf = vec![0u64; scores.len()];
        for group in &query.groups {
            let mut touched: Vec<FileId> = Vec::new();
            let terms = self.history.message_terms_starting_with(stem::start(&group.stem)).filter(|term| stem::stem(term) == group.stem);
            for (file, count) in terms.flat_map(|term| self.history.of_message(term)) {
                if tf[file.index()] == 0 {
                    touched.push(file);
                }
                tf[file.index()] += u64::from(count) * UNIT;
            }
            let rarity = fixed::times(group.weight, bm25f::rarity(vocabulary.file_count, touched.len() as u64));
            for file in touched {
                let length = u64::from(self.history.message_length(file));
                let dampening = Vocabulary::dampening(weights::MESSAGE_LENGTH, length, vocabulary.mean_message_length);
                let frequency = fixed::ratio(std::mem::take(&mut tf[file.index()]), dampening);
                scores[file.index()] += fixed::scaled(rarity, frequency, frequency + weights::MESSAGE_K);
            }
        }
        scores.iter_mut().zip(&vocabulary.file_priors).for_each(|(score, prior)| *score = fixed::times(*score, *prior));
        scores
    }
}
