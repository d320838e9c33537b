//! BM25F in integers (Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields", 2004), over chunks and over files.

use super::fixed::{self, UNIT};
use super::query::{Group, Query};
use super::vocabulary::Vocabulary;
use super::weights;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::terms::Field;

/// Scores by chunk and by file, in units.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// All fields and the path.
    pub chunk: Vec<u64>,
    /// All fields without the path.
    pub bare: Vec<u64>,
    /// Terms in the qualified name.
    pub name: Vec<u64>,
    /// Weight of the terms that are there at all.
    pub coverage: Vec<u64>,
    /// A file's whole text and path.
    pub file: Vec<u64>,
    /// Terms in the path.
    pub path: Vec<u64>,
    /// Weight of all terms, of those too that are nowhere.
    pub weight: u64,
}

/// Working space of one query.
struct Scratch {
    /// Weighted and dampened frequency of the present group, by chunk.
    tf: Vec<u64>,
    /// The same without dampening.
    raw: Vec<u64>,
    /// Occurrences in the name, at most one, in units.
    name: Vec<u64>,
    /// Chunks where any of them is not zero.
    touched: Vec<u32>,
    /// Weight of the present group in the path, by file.
    path: Vec<u64>,
    touched_paths: Vec<u32>,
    /// Frequency in a file's whole text.
    file_tf: Vec<u64>,
    touched_files: Vec<u32>,
}

/// Scores everything against a query.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn score(vocabulary: &Vocabulary<'_>, query: &Query) -> Result<Scores, ReadError> {
    let mut scores = alike(vocabulary, query)?;
    let by_chunk = [&mut scores.chunk, &mut scores.bare, &mut scores.name, &mut scores.coverage];
    for column in by_chunk {
        column.iter_mut().zip(&vocabulary.chunk_priors).for_each(|(score, prior)| *score = fixed::times(*score, *prior));
    }
    for column in [&mut scores.file, &mut scores.path] {
        column.iter_mut().zip(&vocabulary.file_priors).for_each(|(score, prior)| *score = fixed::times(*score, *prior));
    }
    Ok(scores)
}

/// The same without priors: what stands in tests and prose counts as code does.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn alike(vocabulary: &Vocabulary<'_>, query: &Query) -> Result<Scores, ReadError> {
    let (chunks, files) = (vocabulary.index.chunk_count(), vocabulary.index.file_count());
    let of_chunks = || vec![0u64; chunks];
    let of_files = || vec![0u64; files];
    let mut scores =
        Scores { chunk: of_chunks(), bare: of_chunks(), name: of_chunks(), coverage: of_chunks(), file: of_files(), path: of_files(), weight: 0 };
    let mut scratch = Scratch {
        tf: of_chunks(),
        raw: of_chunks(),
        name: of_chunks(),
        touched: Vec::new(),
        path: of_files(),
        touched_paths: Vec::new(),
        file_tf: of_files(),
        touched_files: Vec::new(),
    };
    for group in &query.groups {
        gather(vocabulary, group, &mut scratch)?;
        add(vocabulary, group, &mut scratch, &mut scores);
    }
    Ok(scores)
}

/// Frequencies of one group of terms.
fn gather(vocabulary: &Vocabulary<'_>, group: &Group, scratch: &mut Scratch) -> Result<(), ReadError> {
    let related = vocabulary.of_stem(&group.stem).into_iter().filter(|term| group.exact.binary_search_by(|it| it.as_str().cmp(term)).is_err());
    let exact = group.exact.iter().map(|term| (term.as_str(), UNIT));
    for (term, share) in exact.chain(related.map(|term| (term, weights::STEM))) {
        for posting in vocabulary.index.postings(term)? {
            let chunk = posting.chunk.index();
            if scratch.tf[chunk] == 0 {
                scratch.touched.push(posting.chunk.0);
            }
            for field in Field::ALL {
                let count = u64::from(posting.count(field));
                if count > 0 {
                    let length = u64::from(vocabulary.terms.length(posting.chunk, field));
                    let dampening = Vocabulary::dampening(weights::length(field), length, vocabulary.mean_lengths[field as usize]);
                    let weighted = fixed::times(share, weights::field(field) * count);
                    scratch.raw[chunk] += weighted;
                    scratch.tf[chunk] += fixed::ratio(weighted, dampening).max(1);
                }
            }
            if posting.count(Field::Name) > 0 {
                scratch.name[chunk] = (scratch.name[chunk] + share).min(UNIT);
            }
        }
        for file in vocabulary.terms.path_files(term) {
            let slot = &mut scratch.path[file.index()];
            if *slot == 0 {
                scratch.touched_paths.push(file.0);
            }
            *slot = (*slot).max(share);
        }
    }
    Ok(())
}

/// Adds the scores of one group and clears the working space.
fn add(vocabulary: &Vocabulary<'_>, group: &Group, scratch: &mut Scratch, scores: &mut Scores) {
    let index = vocabulary.index;
    let of_bodies = fixed::times(group.weight, rarity(vocabulary.chunk_count, scratch.touched.len() as u64));
    for chunk in &scratch.touched {
        let at = *chunk as usize;
        let file = index.file_of(ChunkId(*chunk)).index();
        if scratch.file_tf[file] == 0 {
            scratch.touched_files.push(u32::try_from(file).unwrap_or(u32::MAX));
        }
        let dampening = Vocabulary::dampening(weights::FILE_LENGTH, vocabulary.file_lengths[file], vocabulary.mean_file_length);
        scratch.file_tf[file] += fixed::ratio(fixed::times(scratch.raw[at], vocabulary.chunk_priors[at]), dampening).max(1);
        // What only the body says is scored before the path joins in.
        scores.bare[at] += saturated(of_bodies, scratch.tf[at]);
    }
    for file in &scratch.touched_paths {
        let at = *file as usize;
        let length = u64::from(vocabulary.terms.path_length(FileId(*file)));
        let dampening = Vocabulary::dampening(weights::PATH_LENGTH, length, vocabulary.mean_path_length);
        let of_path = fixed::ratio(fixed::times(scratch.path[at], weights::PATH), dampening);
        for chunk in index.chunks_of(FileId(*file)) {
            if scratch.tf[chunk.index()] == 0 {
                scratch.touched.push(chunk.0);
            }
            scratch.tf[chunk.index()] += of_path;
        }
        if scratch.file_tf[at] == 0 {
            scratch.touched_files.push(*file);
        }
        scratch.file_tf[at] += fixed::times(scratch.path[at], weights::FILE_PATH);
    }
    let holding = scratch.touched.iter().filter(|chunk| vocabulary.chunk_priors[**chunk as usize] == UNIT).count() as u64;
    let rarity = fixed::times(group.weight, rarity(vocabulary.chunk_count, holding));
    scores.weight += rarity;
    for chunk in scratch.touched.drain(..) {
        let at = chunk as usize;
        let score = saturated(rarity, scratch.tf[at]);
        scores.chunk[at] += score;
        scores.coverage[at] += rarity;
        scores.name[at] += fixed::times(rarity, scratch.name[at]);
        (scratch.tf[at], scratch.raw[at], scratch.name[at]) = (0, 0, 0);
    }
    let holding = scratch.touched_files.iter().filter(|file| vocabulary.file_priors[**file as usize] == UNIT).count() as u64;
    let rarity = fixed::times(group.weight, self::rarity(vocabulary.file_count, holding));
    for file in scratch.touched_files.drain(..) {
        let at = file as usize;
        scores.file[at] += fixed::scaled(rarity, scratch.file_tf[at], scratch.file_tf[at] + weights::FILE_K);
        scores.path[at] += fixed::times(rarity, scratch.path[at]);
        (scratch.file_tf[at], scratch.path[at]) = (0, 0);
    }
    scratch.touched_paths.clear();
}

/// The score of one group in one chunk, of its rarity and its weighted frequency there.
fn saturated(rarity: u64, tf: u64) -> u64 {
    fixed::scaled(fixed::times(rarity, tf), weights::K1 + UNIT, tf + weights::K1)
}

/// Inverse document frequency: `ln(1 + (n - df + 1/2) / (df + 1/2))`.
pub(super) fn rarity(all: u64, holding: u64) -> u64 {
    fixed::ln(2 * all.max(holding) + 2, 2 * holding + 1)
}
