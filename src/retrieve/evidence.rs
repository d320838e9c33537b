//! All that is known of one query when the scores of its terms are there, and the rows of signals that follow from it.

use std::collections::BTreeMap;

use super::bm25f::{self, Scores};
use super::features::{CHUNK, FILE, Row};
use super::fixed::{self, UNIT};
use super::messages::Messages;
use super::names::{NameIndex, NamedDefinitions};
use super::neighbors::{self, FileSpread};
use super::places::{self, Place};
use super::query::Query;
use super::signals::{self, Spread};
use super::vocabulary::Vocabulary;
use super::weights;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId};

/// Most chunks whose text is searched for quoted text.
const MAX_QUOTED_LOOKS: usize = 400;
/// Most chunks that have a place among those of their file.
const MAX_PLACES: usize = 1500;

/// What is known of one query.
pub struct Evidence {
    scores: Scores,
    /// Shares of the best.
    own: Vec<u64>,
    spread: Spread,
    /// From tests and prose that match to the code they reach and name.
    reached: neighbors::Reached,
    files: FileSpread,
    /// Shares of the best, by file.
    messages: Vec<u64>,
    /// Shares of the best, by file.
    folders: Vec<u64>,
    pub places: Vec<Place>,
    pub named: NamedDefinitions,
    /// Shares of names by chunk.
    named_shares: BTreeMap<ChunkId, u64>,
    quoted: BTreeMap<ChunkId, u64>,
}

/// What an index says whatever the query.
pub struct Standing {
    /// How lately each file changed.
    pub recency: Vec<u64>,
    /// How often each file changed.
    pub churn: Vec<u64>,
}

impl Evidence {
    /// Asks an index.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn gather(vocabulary: &Vocabulary<'_>, names: &NameIndex<'_>, messages: &Messages<'_>, query: &Query) -> Result<Self, ReadError> {
        let mut scores = bm25f::score(vocabulary, query)?;
        let reached = neighbors::reached(vocabulary, &scores.raw)?;
        [&mut scores.name, &mut scores.title, &mut scores.bare, &mut scores.coverage].into_iter().for_each(|column| fixed::by_largest(column));
        [&mut scores.file, &mut scores.path].into_iter().for_each(|column| fixed::by_largest(column));
        let mut own = scores.chunk.clone();
        fixed::by_largest(&mut own);
        let spread = signals::spread(vocabulary, &own)?;
        let mut messages = messages.score(vocabulary, query);
        fixed::by_largest(&mut messages);
        let named = names.find(vocabulary, query);
        let mut named_shares: BTreeMap<ChunkId, u64> = BTreeMap::new();
        for it in &named.found {
            let slot = named_shares.entry(it.chunk).or_insert(0);
            *slot = (*slot + it.share).min(UNIT);
        }
        // The files that the rest of the evidence starts from: by their best chunk, their text and the commits that changed them, in equal parts.
        let best = best_by_file(vocabulary, &own);
        let ground: Vec<u64> = best.iter().zip(&scores.file).zip(&messages).map(|((best, text), said)| best + text + said / 2).collect();
        let files = neighbors::files(vocabulary, &ground)?;
        let folders = signals::folders(vocabulary.index, &ground);
        let quoted = quoted(vocabulary, query, &own)?;
        let places = places::find(vocabulary.index, &query.places);
        Ok(Self { own, scores, spread, reached, files, messages, folders, places, named, named_shares, quoted })
    }

    /// Every file that something in the query speaks for.
    pub fn file_rows(&self, vocabulary: &Vocabulary<'_>, standing: &Standing) -> Vec<Row<{ FILE.len() }>> {
        let index = vocabulary.index;
        let (best, next) = (best_by_file(vocabulary, &self.own), next_by_file(vocabulary, &self.own));
        let of_file = |column: &[u64]| best_by_file(vocabulary, column);
        let of_map = |map: &BTreeMap<ChunkId, u64>| {
            let mut best = vec![0u64; index.file_count()];
            for (chunk, value) in map {
                let slot = &mut best[index.file_of(*chunk).index()];
                *slot = (*slot).max(*value);
            }
            best
        };
        let (bare, title, coverage) = (of_file(&self.scores.bare), of_file(&self.scores.title), of_file(&self.scores.coverage));
        let (used, uses, named) = (of_map(&self.spread.used), of_map(&self.spread.uses), of_map(&self.named_shares));
        let (tests, mentions) = (of_map(&self.reached.by_tests), of_map(&self.reached.by_prose));
        let pins = self.file_pins(vocabulary);
        let mut rows = Vec::new();
        for id in (0u32..).take(index.file_count()) {
            let at = id as usize;
            let of_neighbors = |map: &BTreeMap<FileId, u64>| map.get(&FileId(id)).copied().unwrap_or(0);
            let pins = pins.get(&FileId(id)).map(|(adds, signal)| vec![(*signal, *adds)]).unwrap_or_default();
            if best[at] == 0 && self.scores.file[at] == 0 && tests[at] == 0 && mentions[at] == 0 && self.messages[at] == 0 && pins.is_empty() {
                continue;
            }
            let values = [
                best[at],
                bare[at],
                self.scores.file[at],
                title[at],
                self.scores.path[at],
                named[at],
                self.messages[at],
                standing.recency[at],
                used[at],
                uses[at],
                signals::size(vocabulary.file_lengths[at]),
                self.folders[at],
                next[at],
                coverage[at],
                standing.churn[at],
                of_neighbors(&self.files.changed),
                of_neighbors(&self.files.imports),
                of_neighbors(&self.files.imported),
                tests[at],
                mentions[at],
            ];
            rows.push(Row { id, values, prior: vocabulary.file_priors[at], pins });
        }
        rows
    }

    /// What the query names wins.
    fn file_pins(&self, vocabulary: &Vocabulary<'_>) -> BTreeMap<FileId, (u64, &'static str)> {
        let mut pins: BTreeMap<FileId, (u64, &'static str)> = BTreeMap::new();
        let mut pin = |file: FileId, adds: u64, signal: &'static str| {
            let slot = pins.entry(file).or_insert((0, signal));
            *slot = (*slot).max((adds, signal));
        };
        for place in &self.places {
            match place.chunk {
                Some(_) => pin(place.file, weights::NAMED_LINE >> place.order.min(16), "named-line"),
                None => pin(place.file, weights::NAMED_FILE, "named-file"),
            }
        }
        for named in self.named.found.iter().filter(|it| it.whole) {
            pin(vocabulary.index.file_of(named.chunk), fixed::times(weights::WHOLE_NAME, named.fit), "named");
        }
        pins
    }

    /// Every chunk that something in the query speaks for. `files` are scores of files as shares of the best.
    pub fn chunk_rows(&self, vocabulary: &Vocabulary<'_>, files: &[u64]) -> Vec<Row<{ CHUNK.len() }>> {
        let index = vocabulary.index;
        let places = self.places_in_file(vocabulary);
        let lines: BTreeMap<ChunkId, usize> = self.places.iter().rev().filter_map(|place| Some((place.chunk?, place.order))).collect();
        let mut whole: BTreeMap<ChunkId, u64> = BTreeMap::new();
        for it in self.named.found.iter().filter(|it| it.whole) {
            let fit = whole.entry(it.chunk).or_insert(0);
            *fit = (*fit).max(it.fit);
        }
        let value = |map: &BTreeMap<ChunkId, u64>, id: ChunkId| map.get(&id).copied().unwrap_or(0);
        let flag = |is: bool| if is { UNIT } else { 0 };
        let mut rows = Vec::new();
        for id in (0u32..).take(index.chunk_count()).map(ChunkId) {
            let at = id.index();
            let (tests, mentions) = (value(&self.reached.by_tests, id), value(&self.reached.by_prose, id));
            let silent = self.own[at] == 0 && tests == 0 && mentions == 0 && !self.named_shares.contains_key(&id);
            if silent && !lines.contains_key(&id) && !whole.contains_key(&id) {
                continue;
            }
            let chunk = index.chunk(id);
            let file = files[chunk.file.index()];
            let values = [
                self.own[at],
                self.scores.bare[at],
                self.scores.name[at],
                file,
                self.scores.coverage[at],
                value(&self.named_shares, id),
                value(&self.spread.uses, id),
                flag(chunk.kind == "type"),
                flag(chunk.kind == "module"),
                places.get(&id).map_or(0, |place| file / place),
                value(&self.spread.used, id),
                self.scores.title[at],
                tests,
                mentions,
                signals::size(u64::from(chunk.token_count)),
                fixed::times(self.own[at], file),
                flag(chunk.symbol.is_some_and(|symbol| index.symbol(symbol).exported)),
                self.beside(vocabulary, id),
            ];
            let mut pins = Vec::new();
            if let Some(share) = self.quoted.get(&id) {
                pins.push(("quoted", fixed::times(weights::QUOTED, *share)));
            }
            if let Some(fit) = whole.get(&id) {
                pins.push(("named", fixed::times(weights::WHOLE_NAME, *fit)));
            }
            if let Some(order) = lines.get(&id) {
                pins.push(("named-line", weights::NAMED_LINE >> (*order).min(16)));
            }
            rows.push(Row { id: id.0, values, prior: vocabulary.chunk_priors[at], pins });
        }
        rows
    }

    /// How well the chunks before and after match, on average.
    fn beside(&self, vocabulary: &Vocabulary<'_>, id: ChunkId) -> u64 {
        let file = vocabulary.index.file_of(id);
        let of = |other: u32| {
            let other = ChunkId(other);
            if other.index() < self.own.len() && vocabulary.index.file_of(other) == file { self.own[other.index()] } else { 0 }
        };
        u64::midpoint(id.0.checked_sub(1).map_or(0, of), id.0.checked_add(1).map_or(0, of))
    }

    /// The place of each of the best chunks among those of its file: 1 is the best.
    fn places_in_file(&self, vocabulary: &Vocabulary<'_>) -> BTreeMap<ChunkId, u64> {
        let mut counts: BTreeMap<FileId, u64> = BTreeMap::new();
        let mut places = BTreeMap::new();
        for chunk in signals::best(&self.own, MAX_PLACES) {
            let count = counts.entry(vocabulary.index.file_of(ChunkId(chunk))).or_insert(0);
            *count += 1;
            places.insert(ChunkId(chunk), *count);
        }
        places
    }
}

/// Chunks that hold a quoted text, among the best by their terms.
fn quoted(vocabulary: &Vocabulary<'_>, query: &Query, own: &[u64]) -> Result<BTreeMap<ChunkId, u64>, ReadError> {
    let mut holding = BTreeMap::new();
    if query.quoted.is_empty() {
        return Ok(holding);
    }
    for chunk in signals::best(own, MAX_QUOTED_LOOKS) {
        let Some(text) = vocabulary.index.text(ChunkId(chunk))? else { break };
        let count = query.quoted.iter().filter(|quoted| text.contains(quoted.as_str())).count() as u64;
        if count > 0 {
            holding.insert(ChunkId(chunk), fixed::ratio(count, query.quoted.len() as u64));
        }
    }
    Ok(holding)
}

fn best_by_file(vocabulary: &Vocabulary<'_>, column: &[u64]) -> Vec<u64> {
    let mut best = vec![0u64; vocabulary.index.file_count()];
    for (chunk, value) in (0u32..).zip(column) {
        let slot = &mut best[vocabulary.index.file_of(ChunkId(chunk)).index()];
        *slot = (*slot).max(*value);
    }
    best
}

/// The mean of the second and third best chunk of each file.
fn next_by_file(vocabulary: &Vocabulary<'_>, column: &[u64]) -> Vec<u64> {
    let mut best = vec![[0u64; 3]; vocabulary.index.file_count()];
    for (chunk, value) in (0u32..).zip(column).filter(|it| *it.1 > 0) {
        let slot = &mut best[vocabulary.index.file_of(ChunkId(chunk)).index()];
        if *value > slot[2] {
            slot[2] = *value;
            slot.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        }
    }
    best.into_iter().map(|[_, second, third]| u64::midpoint(second, third)).collect()
}
