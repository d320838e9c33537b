//! What scoring needs of a whole index: stems of its terms, averages, what each file and chunk counts.

use std::ops::Deref;
use std::sync::Arc;

use super::beside;
use super::fixed::{self, UNIT};
use super::signals;
use super::stem;
use super::weights;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;
use crate::reader::terms::{Field, Terms};

/// An index as retrieval sees it.
pub struct Vocabulary<'a> {
    pub index: &'a Index,
    pub terms: &'a Terms,
    counts: Arc<Counts>,
}

/// What is counted of a whole index. Made once, asked often.
pub struct Counts {
    /// What each chunk counts, in units.
    pub chunk_priors: Vec<u64>,
    /// What each file counts, in units.
    pub file_priors: Vec<u64>,
    /// Terms of all chunks of each file.
    pub file_lengths: Vec<u64>,
    /// Means over what counts in full, at least one.
    pub mean_lengths: [u64; Field::ALL.len()],
    pub mean_path_length: u64,
    pub mean_file_length: u64,
    /// Chunks and files that count in full.
    pub chunk_count: u64,
    pub file_count: u64,
    /// Mean length of the messages of files that count in full, at least one.
    pub mean_message_length: u64,
    /// How lately each file changed.
    pub recency: Vec<u64>,
}

impl Deref for Vocabulary<'_> {
    type Target = Counts;

    fn deref(&self) -> &Counts {
        &self.counts
    }
}

impl Counts {
    fn new(index: &Index) -> Result<Self, ReadError> {
        let terms = index.terms()?;
        let is_test = index.symbols().with_flag("test");
        let file_priors = beside::file_priors(index, &is_test)?;
        let chunk_priors: Vec<u64> = index.chunk_ids().map(|chunk| chunk_prior(index, &file_priors, &is_test, chunk)).collect();
        let mut file_lengths = vec![0u64; index.file_count()];
        let mut sums = [0u64; Field::ALL.len()];
        let mut chunk_count = 0;
        for ((lengths, file), prior) in terms.all_lengths().zip(index.chunks().all_files()).zip(&chunk_priors) {
            let counts = *prior == UNIT;
            chunk_count += u64::from(counts);
            file_lengths[file.index()] += lengths.iter().map(|length| u64::from(*length)).sum::<u64>();
            for (sum, length) in sums.iter_mut().zip(lengths) {
                *sum += if counts { u64::from(length) } else { 0 };
            }
        }
        let full = full_files(index, &file_priors);
        let file_count = full.len() as u64;
        let mean = |sum: u64, count: u64| (sum / count.max(1)).max(1);
        let history = index.histories()?;
        Ok(Self {
            mean_lengths: sums.map(|sum| mean(sum, chunk_count)),
            mean_path_length: mean(full.iter().map(|file| u64::from(terms.path_length(*file))).sum(), file_count),
            mean_file_length: mean(full.iter().map(|file| file_lengths[file.index()]).sum(), file_count),
            chunk_priors,
            file_priors,
            file_lengths,
            chunk_count,
            file_count,
            mean_message_length: mean(full.iter().map(|file| u64::from(history.message_length(*file))).sum(), file_count),
            recency: signals::recency(index)?,
        })
    }
}

impl<'a> Vocabulary<'a> {
    /// Reads what is needed of an index, as far as no earlier query did.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn new(index: &'a Index) -> Result<Self, ReadError> {
        Ok(Self { index, terms: index.terms()?, counts: index.derived.get(|| Counts::new(index))? })
    }

    /// The terms of the index that share a stem, sorted.
    pub fn of_stem(&self, stem: &str) -> Vec<&'a str> {
        self.terms.starting_with(stem::start(stem)).filter(|term| stem::stem(term) == stem).collect()
    }

    /// The dampening of a length against the mean, with `b` in units.
    pub fn dampening(b: u64, length: u64, mean: u64) -> u64 {
        UNIT - b + fixed::scaled(b, length, mean)
    }
}

fn full_files(index: &Index, file_priors: &[u64]) -> Vec<FileId> {
    index.file_ids().filter(|file| file_priors[file.index()] == UNIT).collect()
}

fn chunk_prior(index: &Index, file_priors: &[u64], is_test: &dyn Fn(SymbolId) -> bool, id: ChunkId) -> u64 {
    let chunks = index.chunks();
    let prior = file_priors[chunks.file(id).index()];
    if prior <= weights::SIDE_PRIOR {
        return prior;
    }
    let in_tests = || chunks.name_bytes(id).split(|byte| *byte == b'.').any(|part| matches!(part, b"test" | b"tests"));
    if chunks.symbol(id).is_some_and(is_test) || in_tests() { weights::SIDE_PRIOR } else { prior }
}
