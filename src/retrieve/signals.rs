//! Signals beside the text: who calls whom, how lately a file changed, its folder, its size.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::fixed::{self, UNIT};
use super::query::Query;
use super::stem;
use super::top;
use super::vocabulary::Vocabulary;
use super::weights;
use crate::base::{path, terms};
use crate::reader::edges::Table;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, Direction, FileId, Node, SymbolId};
use crate::reader::index::Index;

/// Most chunks that pass score on to their neighbours.
const MAX_SOURCES: usize = 64;
/// Most edges that one of them is followed along.
const MAX_EDGES: usize = 512;
/// Most files that count for their folder.
const MAX_FOLDER_FILES: usize = 10;

/// Score that neighbours pass on, by chunk, in units; each at most one.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// From callers and users to what they call and use.
    pub used: BTreeMap<ChunkId, u64>,
    /// From what is called and used to callers and users.
    pub uses: BTreeMap<ChunkId, u64>,
}

/// Passes the score of good chunks on along call and usage edges. Each source gives its score over the root of the number of its neighbours.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn spread(vocabulary: &Vocabulary<'_>, shares: &[u64]) -> Result<Spread, ReadError> {
    let index = vocabulary.index;
    let mut spread = Spread::default();
    for source in best(shares, MAX_SOURCES).into_iter().map(ChunkId) {
        let share = shares[source.index()];
        if share < weights::SPREADS {
            break;
        }
        let symbols = symbols_in(index, source);
        pass_on(index, (source, &symbols), Direction::Out, share, &mut spread.used)?;
        pass_on(index, (source, &symbols), Direction::In, share, &mut spread.uses)?;
    }
    Ok(spread)
}

fn pass_on(
    index: &Index,
    (source, symbols): (ChunkId, &[SymbolId]),
    direction: Direction,
    share: u64,
    into: &mut BTreeMap<ChunkId, u64>,
) -> Result<(), ReadError> {
    for table in [Table::Call, Table::Usage] {
        let mut neighbours: BTreeMap<ChunkId, u64> = BTreeMap::new();
        let mut room = MAX_EDGES;
        for symbol in symbols {
            for step in index.edges(table)?.steps(index, Node::Symbol(*symbol), direction).take(room) {
                room -= 1;
                let Node::Symbol(other) = step.other else { continue };
                if let Some(chunk) = index.symbols().chunk_of(other).filter(|chunk| *chunk != source) {
                    let weight = neighbours.entry(chunk).or_insert(0);
                    *weight = (*weight + fixed::ratio(u64::from(step.confidence.0), 1_000_000)).min(UNIT);
                }
            }
        }
        let divisor = fixed::sqrt(neighbours.len() as u64 * UNIT);
        for (chunk, weight) in neighbours {
            let slot = into.entry(chunk).or_insert(0);
            *slot = (*slot + fixed::ratio(fixed::times(share, weight), divisor)).min(UNIT);
        }
    }
    Ok(())
}

/// The symbols that a chunk shows best, each once.
fn symbols_in(index: &Index, chunk: ChunkId) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> = index.shown_by(chunk).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// How lately each file changed: one for the newest, towards zero for those that did not change in the history that is known.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn recency(index: &Index) -> Result<Vec<u64>, ReadError> {
    let histories = index.histories()?;
    let count = index.file_count() as u64;
    let mut recency: Vec<u64> = histories.ages().map(|age| age.map_or(0, |age| fixed::ratio(count - u64::from(age).min(count), count))).collect();
    recency.resize(index.file_count(), 0);
    Ok(recency)
}

/// Whether each file is called by nothing but words of the query: one where every term of its name, up to the first dot, shares a stem with one of them. `paths` are
/// scores of paths; where one is zero, none does.
pub fn whole_names(index: &Index, query: &Query, paths: &[u64]) -> Vec<u64> {
    let is_said = |name: &str| {
        let mut said = None;
        terms::terms(name, &mut |term| {
            let stem = stem::stem(term);
            said = Some(said.unwrap_or(true) && query.groups.iter().any(|group| group.stem == stem));
        });
        said == Some(true)
    };
    let name = |file: FileId| path::file_name(index.path(file)).split('.').next().unwrap_or("");
    index.file_ids().zip(paths).map(|(file, score)| if *score > 0 && is_said(name(file)) { UNIT } else { 0 }).collect()
}

/// The share of each file's folder in the score of the best files.
pub fn folders(index: &Index, scores: &[u64]) -> Vec<u64> {
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for file in best(scores, MAX_FOLDER_FILES).into_iter().map(FileId) {
        *sums.entry(path::parent(index.path(file))).or_insert(0) += scores[file.index()];
    }
    let most = sums.values().copied().max().unwrap_or(0);
    let of = |file: u32| sums.get(path::parent(index.path(FileId(file)))).map_or(0, |sum| fixed::ratio(*sum, most));
    (0u32..).take(scores.len()).map(of).collect()
}

/// One over the place of each by its score, from 1, ties by number; zero where the score is.
pub fn ranks(scores: &[u64]) -> Vec<u64> {
    let mut ranks = vec![0; scores.len()];
    for (id, place) in best(scores, scores.len()).into_iter().zip(1..) {
        ranks[id as usize] = UNIT / place;
    }
    ranks
}

/// Numbers of the best of a column, by score and then by number; at most `limit`, none that are zero.
pub fn best(column: &[u64], limit: usize) -> Vec<u32> {
    let scored: Vec<(Reverse<u64>, u32)> = column.iter().map(|score| Reverse(*score)).zip(0u32..).filter(|it| it.0.0 > 0).collect();
    top::first(scored, limit, |it| *it).into_iter().map(|it| it.1).collect()
}

/// Size as a signal: the logarithm of a count, one at about 3 000 (e to the 8th).
pub fn size(count: u64) -> u64 {
    fixed::ln(count + 1, 1) / 8
}
