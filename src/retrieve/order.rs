//! The order in which chunks go into a pack, apart from the order in which they answer a query: a pack pays for size.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::fixed::{self, UNIT};
use super::seeds::ChunkSeed;
use super::stems::Stems;
use super::weights;
use super::window;
use crate::base::span::Lines;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;

/// The seeds in the order of a pack, with their scores in millionths.
pub fn pack(index: &Index, seeds: &[ChunkSeed]) -> Vec<(ChunkId, u64)> {
    by_worth(index, &seeds.iter().map(|seed| (seed.chunk, u64::from(seed.score.0))).collect::<Vec<_>>())
}

/// A chunk with its worth, the greatest first, and its score.
type Worth = (Reverse<u64>, ChunkId, u64);

/// Chunks with their scores in the order of a pack. The first places answer, hardly pay for size and are not left to one file alone; those below share a
/// budget, and what is short leaves room for others. Ties are ordered by id.
pub fn by_worth(index: &Index, scored: &[(ChunkId, u64)]) -> Vec<(ChunkId, u64)> {
    let chunks = |order: Vec<Worth>| order.into_iter().map(|it| (it.1, it.2));
    let mut first = ordered(index, scored.iter().copied(), weights::FIRST_ROOT);
    first.truncate(weights::FIRST_AMONG);
    spread(index, &mut first);
    let mut first: Vec<(ChunkId, u64)> = chunks(first).take(weights::FIRST_PLACES).collect();
    let below = ordered(index, scored.iter().filter(|it| !first.contains(it)).copied(), weights::ROOT);
    first.extend(chunks(below));
    first
}

/// Orders anew, so that a chunk counts the less the more of its file stand before it.
fn spread(index: &Index, order: &mut [Worth]) {
    let mut shares: BTreeMap<FileId, u64> = BTreeMap::new();
    for (worth, chunk, _) in order.iter_mut() {
        let share = shares.entry(index.file_of(*chunk)).or_insert(UNIT);
        worth.0 = fixed::times(worth.0, *share);
        *share = fixed::times(*share, weights::FURTHER_OF_FILE);
    }
    order.sort_unstable();
}

/// By score over a root of one plus size. `root` is the binary logarithm of its degree.
fn ordered(index: &Index, scored: impl Iterator<Item = (ChunkId, u64)>, root: u32) -> Vec<Worth> {
    let worth = |(chunk, score): (ChunkId, u64)| {
        let size = UNIT + fixed::ratio(u64::from(index.chunks().bytes(chunk)), weights::PACK_BYTES);
        (Reverse(fixed::ratio(score, (0..root).fold(size, |size, _| fixed::sqrt(size)))), chunk, score)
    };
    let mut order: Vec<Worth> = scored.map(worth).collect();
    order.sort_unstable();
    order
}

/// The lines of chunks with scores on any scale, in the order of a pack. What is long ends early, the sooner the further its score is from the best, and starts
/// with its definition, or with the one that is meant in it, not with what is said above; of the best long functions the lines are shown that speak of the
/// query, behind the head, and of any chunk the one that is `asked` for. Other lines follow when all chunks had their turn. `stems` are those of the words of
/// the query.
///
/// # Errors
/// [`ReadError`] of damage and disk.
pub fn lines(
    index: &Index,
    order: &[(ChunkId, u64)],
    (meant, asked): (&BTreeMap<ChunkId, SymbolId>, &BTreeMap<ChunkId, u32>),
    stems: &Stems,
) -> Result<Vec<(ChunkId, Lines)>, ReadError> {
    let (mut first, mut rest) = (Vec::with_capacity(order.len()), Vec::new());
    let best = order.iter().map(|it| it.1).max().unwrap_or(0);
    let mut looks = window::MOST;
    for (chunk, score) in order {
        let whole = index.chunks().lines(*chunk);
        let surety = (0..weights::SHOWN_POWER).fold(fixed::ratio(*score, best), |share, _| fixed::times(share, share));
        let most = fixed::times(surety, weights::SHOWN_BYTES).max(weights::SHOWN_BYTES_LEAST);
        let (count, bytes) = (u64::from(whole.end + 1).saturating_sub(u64::from(whole.start)), u64::from(index.chunks().bytes(*chunk)));
        let shown = fixed::scaled(count, most, bytes.max(most)).max(weights::SHOWN_LINES).min(count);
        if shown == count {
            first.push((*chunk, whole));
            continue;
        }
        let start = definition(index, *chunk, meant).filter(|start| whole.start < *start && *start <= whole.end).unwrap_or(whole.start);
        let shown = u32::try_from(shown).unwrap_or(u32::MAX);
        let mut parts = vec![Lines { end: start.saturating_add(shown).saturating_sub(1).min(whole.end), start }];
        let behind = |at: u32| {
            let (head, at) = (window::HEAD, start + at);
            vec![Lines { end: start + head - 1, start }, Lines { end: (at + shown - head - 1).min(whole.end), start: at }]
        };
        if let Some(line) = asked.get(chunk) {
            if *line >= start + shown {
                parts = behind((line - start).saturating_sub(window::HEAD));
            }
        } else if looks > 0 && index.chunks().is_kind(*chunk, "function") {
            looks -= 1;
            if let Some(at) = speaking(index, *chunk, start - whole.start, shown, stems)? {
                parts = behind(at);
            }
        }
        rest.extend(between(whole, &parts).into_iter().map(|lines| (*chunk, lines)));
        first.extend(parts.into_iter().map(|lines| (*chunk, lines)));
    }
    first.extend(rest);
    Ok(first)
}

/// The line behind the first of a definition, which stands `above` lines below the start of its chunk, from which on its text speaks of the query.
fn speaking(index: &Index, chunk: ChunkId, above: u32, shown: u32, stems: &Stems) -> Result<Option<u32>, ReadError> {
    let Some(text) = index.text(chunk)? else { return Ok(None) };
    let lines: Vec<&str> = text.lines().skip(above as usize).collect();
    Ok(window::start(&lines, shown, stems))
}

/// What of a chunk is not among ascending parts of it: what follows the first, in order, then what stands before it.
fn between(whole: Lines, parts: &[Lines]) -> Vec<Lines> {
    let first = parts.first().map_or(whole.end + 1, |it| it.start);
    let ends = parts.iter().skip(1).map(|it| it.start.saturating_sub(1)).chain([whole.end]);
    let behind = parts.iter().zip(ends).map(|(part, end)| Lines { end, start: part.end + 1 });
    behind.chain([Lines { end: first.saturating_sub(1), start: whole.start }]).filter(|it| it.start <= it.end).collect()
}

/// The line at which the definition that is meant in a chunk starts, else its own.
fn definition(index: &Index, chunk: ChunkId, meant: &BTreeMap<ChunkId, SymbolId>) -> Option<u32> {
    let symbol = index.symbol(meant.get(&chunk).copied().or_else(|| index.chunks().symbol(chunk))?);
    (symbol.file == index.file_of(chunk)).then_some(symbol.lines.start)
}
