//! What good tests, good prose and good files say about others: code that a test reaches, code that prose names, files that change or import together.

use std::collections::BTreeMap;

use super::fixed::{self, UNIT};
use super::signals;
use super::vocabulary::Vocabulary;
use super::weights;
use crate::reader::edges::Table;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, Direction, FileId, Node};
use crate::reader::index::Index;

/// Most tests, and most sections of prose, that pass score on.
const MAX_SOURCES: usize = 32;
/// Most edges that one of them is followed along.
const MAX_EDGES: usize = 256;
/// Most files that pass score on to those they changed with or import.
const MAX_FILES: usize = 12;

/// Score that tests and prose pass on, by chunk, in units; each at most one.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    pub by_tests: BTreeMap<ChunkId, u64>,
    pub by_prose: BTreeMap<ChunkId, u64>,
}

/// Score that files pass on, by file, in units; each at most one.
#[derive(Clone, Debug, Default)]
pub struct FileSpread {
    /// To files that changed in the same commits.
    pub changed: BTreeMap<FileId, u64>,
    /// To files that import them.
    pub imports: BTreeMap<FileId, u64>,
    /// To files that they import.
    pub imported: BTreeMap<FileId, u64>,
}

/// Follows the tests and the prose that match best. `raw` are scores of chunks that no class dampens.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn reached(vocabulary: &Vocabulary<'_>, raw: &[u64]) -> Result<Reached, ReadError> {
    let index = vocabulary.index;
    let mut reached = Reached::default();
    let of_class = |prose: bool| {
        let fits = |chunk: usize| {
            let class = index.file(index.file_of(ChunkId(u32::try_from(chunk).unwrap_or(u32::MAX)))).class;
            if prose { class == "prose" } else { class != "prose" && class != "config" && vocabulary.chunk_priors[chunk] == weights::SIDE_PRIOR }
        };
        raw.iter().enumerate().map(|(chunk, score)| if *score > 0 && fits(chunk) { *score } else { 0 }).collect::<Vec<_>>()
    };
    let most = raw.iter().copied().max().unwrap_or(0);
    let tests = of_class(false);
    for chunk in signals::best(&tests, MAX_SOURCES) {
        from_test(index, ChunkId(chunk), fixed::ratio(tests[chunk as usize], most), &mut reached.by_tests)?;
    }
    let prose = of_class(true);
    for chunk in signals::best(&prose, MAX_SOURCES) {
        from_prose(index, ChunkId(chunk), fixed::ratio(prose[chunk as usize], most), &mut reached.by_prose)?;
    }
    Ok(reached)
}

fn from_test(index: &Index, test: ChunkId, share: u64, into: &mut BTreeMap<ChunkId, u64>) -> Result<(), ReadError> {
    let mut neighbors: BTreeMap<ChunkId, u64> = BTreeMap::new();
    for table in [Table::Structure, Table::Call, Table::Usage] {
        let mut room = MAX_EDGES;
        for symbol in signals::symbols_in(index, test) {
            for edge in index.edges(table)?.of(index, Node::Symbol(symbol), Direction::Out).take(room) {
                room -= 1;
                if table == Table::Structure && edge.edge_type != "tests" {
                    continue;
                }
                let Node::Symbol(other) = edge.to else { continue };
                let Some(chunk) = index.chunk_of(other).filter(|chunk| index.file_of(*chunk) != index.file_of(test)) else { continue };
                let weight = neighbors.entry(chunk).or_insert(0);
                *weight = (*weight).max(fixed::ratio(u64::from(edge.confidence.0), 1_000_000));
            }
        }
    }
    give(share, neighbors, into);
    Ok(())
}

fn from_prose(index: &Index, section: ChunkId, share: u64, into: &mut BTreeMap<ChunkId, u64>) -> Result<(), ReadError> {
    let file = index.file_of(section);
    let range = index.chunk(section).range;
    let mut neighbors: BTreeMap<ChunkId, u64> = BTreeMap::new();
    let edges = index.edges(Table::Structure)?.of(index, Node::File(file), Direction::Out);
    // Offsets of evidence count bytes and those of chunks UTF-16 code units: in prose of few other letters they are near enough for a hint.
    let within = |byte: u32| range.start <= byte && byte < range.end;
    for edge in edges.filter(|edge| edge.edge_type == "mentions" && within(edge.byte_start)).take(MAX_EDGES) {
        let Node::Symbol(other) = edge.to else { continue };
        if let Some(chunk) = index.chunk_of(other) {
            neighbors.insert(chunk, fixed::ratio(u64::from(edge.confidence.0), 1_000_000));
        }
    }
    give(share, neighbors, into);
    Ok(())
}

/// Passes on a share, over the root of the number of those it goes to.
fn give<T: Ord>(share: u64, neighbors: BTreeMap<T, u64>, into: &mut BTreeMap<T, u64>) {
    let divisor = fixed::sqrt(neighbors.len() as u64 * UNIT);
    for (other, weight) in neighbors {
        let slot = into.entry(other).or_insert(0);
        *slot = (*slot + fixed::ratio(fixed::times(share, weight), divisor)).min(UNIT);
    }
}

/// Follows the files that match best. `ground` are scores of files.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn files(vocabulary: &Vocabulary<'_>, ground: &[u64]) -> Result<FileSpread, ReadError> {
    let index = vocabulary.index;
    let histories = index.histories()?;
    let most = ground.iter().copied().max().unwrap_or(0);
    let mut spread = FileSpread::default();
    for file in signals::best(ground, MAX_FILES).into_iter().map(FileId) {
        let share = fixed::ratio(ground[file.index()], most);
        if let Some(history) = histories.of(file) {
            let changes = u64::from(history.changes.max(1));
            let others = history.co_changed.iter().filter(|it| it.0 != file);
            give(share, others.map(|(other, count)| (*other, fixed::ratio(u64::from(*count), changes).min(UNIT))).collect(), &mut spread.changed);
        }
        for (direction, into) in [(Direction::Out, &mut spread.imported), (Direction::In, &mut spread.imports)] {
            let mut neighbors: BTreeMap<FileId, u64> = BTreeMap::new();
            for edge in index.edges(Table::Import)?.of(index, Node::File(file), direction).take(MAX_EDGES) {
                let other = match edge.other(direction) {
                    Node::File(other) => other,
                    Node::Symbol(symbol) => index.symbol(symbol).file,
                    Node::Module(_) => continue,
                };
                if other != file {
                    neighbors.insert(other, fixed::ratio(u64::from(edge.confidence.0), 1_000_000));
                }
            }
            give(share, neighbors, into);
        }
    }
    Ok(spread)
}
