//! All that is known of one query when the scores of its terms are there, and the rows of signals that follow from it.

use std::collections::{BTreeMap, BTreeSet, btree_map};

use super::bm25f::{self, Scores};
use super::commits;
use super::features::{CHUNK, FILE, FOLDER, Row};
use super::fixed::{self, UNIT};
use super::lifted::Lifted;
use super::messages::Messages;
use super::names::{self, Named, NamedDefinitions};
use super::phrases;
use super::places::{self, Place};
use super::query::Query;
use super::signals::{self, Spread};
use super::vocabulary::Vocabulary;
use super::weights;
use crate::base::terms;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Most chunks whose text is searched for quoted text.
const MAX_QUOTED_LOOKS: usize = 400;
/// Most chunks that have a place among those of their file.
const MAX_PLACES: usize = 1500;

/// What is known of one query.
pub struct Evidence {
    /// Shares of the best.
    scores: Scores,
    spread: Spread,
    /// Shares of the best, by file.
    messages: Vec<u64>,
    /// By file.
    commits: Vec<u64>,
    /// The same: files that are called by words of the query alone.
    whole_names: Vec<u64>,
    pub places: Vec<Place>,
    pub named: NamedDefinitions,
    /// Shares of names by chunk.
    named_shares: BTreeMap<ChunkId, u64>,
    pub quoted: BTreeMap<ChunkId, u64>,
    /// The few chunks that hold all quoted texts where nothing that counts in full does, tests mostly, and the tests whose titles a runner printed.
    quoted_aside: BTreeSet<ChunkId>,
    lifted: Lifted,
}

impl Evidence {
    /// Asks an index.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn gather(vocabulary: &Vocabulary<'_>, messages: &Messages<'_>, query: &Query) -> Result<Self, ReadError> {
        let mut scores = bm25f::score(vocabulary, query)?;
        let Scores { chunk, bare, name, coverage, file, path, .. } = &mut scores;
        [chunk, bare, name, coverage, file, path].into_iter().for_each(|column| fixed::by_largest(column));
        let spread = signals::spread(vocabulary, &scores.chunk)?;
        let mut messages = messages.score(vocabulary, query);
        fixed::by_largest(&mut messages);
        let commits = commits::score(vocabulary, query)?;
        let whole_names = signals::whole_names(vocabulary.index, query, &scores.path);
        let named = names::find(vocabulary, query)?;
        let mut named_shares: BTreeMap<ChunkId, u64> = BTreeMap::new();
        for it in &named.found {
            let slot = named_shares.entry(it.chunk).or_insert(0);
            *slot = (*slot + it.share).min(UNIT);
        }
        let mut quoted = quoted(vocabulary, query, &scores.chunk)?;
        let mut quoted_aside = aside(vocabulary, &quoted);
        for chunk in titled(vocabulary, query)? {
            quoted.insert(chunk, UNIT);
            quoted_aside.insert(chunk);
        }
        for (chunk, share) in phrases::find(vocabulary.index, query)? {
            let slot = quoted.entry(chunk).or_insert(0);
            *slot = (*slot).max(share);
        }
        let places = places::find(vocabulary.index, query);
        let lifted = Lifted::of(vocabulary, query, &places);
        Ok(Self { scores, spread, messages, commits, whole_names, places, named, named_shares, quoted, quoted_aside, lifted })
    }

    /// Every file that something in the query speaks for. `weights` decide which files speak for their folder.
    pub fn file_rows(&self, vocabulary: &Vocabulary<'_>, weights: &[i64; FILE.len()]) -> Vec<Row<{ FILE.len() }>> {
        let index = vocabulary.index;
        let of_file = |column: &[u64]| best_by_file(index, index.chunks().all_files().zip(column.iter().copied()));
        let of_map = |map: &BTreeMap<ChunkId, u64>| best_by_file(index, map.iter().map(|(chunk, value)| (index.file_of(*chunk), *value)));
        let (best, coverage) = (of_file(&self.scores.chunk), of_file(&self.scores.coverage));
        let (used, uses, named) = (of_map(&self.spread.used), of_map(&self.spread.uses), of_map(&self.named_shares));
        let quoted = of_map(&self.quoted);
        let mut rows =
            Vec::with_capacity(best.iter().zip(&self.scores.file).filter(|(best, text)| **best > 0 || **text > 0).count() + self.places.len());
        for file in index.file_ids() {
            let at = file.index();
            let is_named = || self.places.iter().any(|place| place.file == file) || quoted[at] > 0;
            if best[at] == 0 && self.scores.file[at] == 0 && !is_named() {
                continue;
            }
            let values = [
                best[at],
                coverage[at],
                self.scores.file[at],
                self.scores.path[at],
                self.whole_names[at],
                named[at],
                self.messages[at],
                self.commits[at],
                vocabulary.recency[at],
                used[at],
                uses[at],
                signals::size(vocabulary.file_lengths[at]),
                0,
            ];
            let asked = self.lifted.adds(vocabulary, file, best[at]);
            let pins = if asked > 0 { vec![("asked", asked)] } else { Vec::new() };
            rows.push(Row { id: file.0, values, prior: self.lifted.file_prior(vocabulary, file), pins });
        }
        Self::add_folders(vocabulary, weights, &mut rows);
        let mut pins = self.file_pins(vocabulary);
        for row in &mut rows {
            row.pins.extend(pins.remove(&FileId(row.id)).map(|(adds, signal)| (signal, adds)));
        }
        rows
    }

    /// Fills in the signal of the folder, by the scores without it and without what the query names.
    fn add_folders(vocabulary: &Vocabulary<'_>, weights: &[i64; FILE.len()], rows: &mut [Row<{ FILE.len() }>]) {
        let mut shares = vec![0; vocabulary.index.file_count()];
        rows.iter().for_each(|row| shares[row.id as usize] = row.score(weights));
        fixed::by_largest(&mut shares);
        let folders = signals::folders(vocabulary.index, &shares);
        rows.iter_mut().for_each(|row| row.values[FOLDER] = folders[row.id as usize]);
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
                _ if place.whole => pin(place.file, place_weight(place), "named-file"),
                Some(_) => pin(place.file, place_weight(place), "named-line"),
                None => pin(place.file, self.lifted.named_file(place.file), "named-file"),
            }
        }
        for named in self.named.found.iter().filter(|it| it.whole) {
            pin(vocabulary.index.file_of(named.chunk), fixed::times(weights::WHOLE_NAME, named.fit), "named");
        }
        for named in self.named.found.iter().filter(|it| it.aside && !it.whole) {
            pin(vocabulary.index.file_of(named.chunk), fixed::times(weights::FURTHER_LINE, named.fit), "named");
        }
        self.quoted_aside.iter().for_each(|chunk| pin(vocabulary.index.file_of(*chunk), weights::FURTHER_LINE, "quoted"));
        pins
    }

    /// What the signals of chunks follow from. `files` are scores of files as shares of the best.
    pub fn of_chunks<'e>(&'e self, vocabulary: &'e Vocabulary<'e>, files: &'e [u64]) -> OfChunks<'e> {
        let mut whole: BTreeMap<ChunkId, u64> = BTreeMap::new();
        for it in self.named.found.iter().filter(|it| it.whole) {
            let fit = whole.entry(it.chunk).or_insert(0);
            *fit = (*fit).max(it.fit);
        }
        OfChunks {
            evidence: self,
            vocabulary,
            files,
            places: self.places_in_file(vocabulary),
            ranks: signals::ranks(files),
            whole,
            ticked: self.named.found.iter().filter(|it| it.ticked || it.aside).map(|it| (it.chunk, outright(it))).collect(),
            lines: self.places.iter().rev().filter_map(|place| Some((place.chunk?, place))).collect(),
        }
    }

    /// The place of each of the best chunks among those of its file: 1 is the best.
    fn places_in_file(&self, vocabulary: &Vocabulary<'_>) -> BTreeMap<ChunkId, u64> {
        let mut counts: BTreeMap<FileId, u64> = BTreeMap::new();
        let mut places = BTreeMap::new();
        for chunk in signals::best(&self.scores.chunk, MAX_PLACES) {
            let count = counts.entry(vocabulary.index.file_of(ChunkId(chunk))).or_insert(0);
            *count += 1;
            places.insert(ChunkId(chunk), *count);
        }
        places
    }
}

/// The signals of chunks, before any chunk is looked at.
pub struct OfChunks<'e> {
    evidence: &'e Evidence,
    vocabulary: &'e Vocabulary<'e>,
    files: &'e [u64],
    places: BTreeMap<ChunkId, u64>,
    /// By file.
    ranks: Vec<u64>,
    /// How well those that the whole query names show that.
    whole: BTreeMap<ChunkId, u64>,
    ticked: BTreeMap<ChunkId, u64>,
    lines: BTreeMap<ChunkId, &'e Place>,
}

impl OfChunks<'_> {
    /// Calls `each` with every one of some chunks that something in the query speaks for, in their order, which ascends. There are many such chunks, and few
    /// of them are kept.
    pub fn each(&self, ids: impl Iterator<Item = ChunkId>, mut each: impl FnMut(Row<{ CHUNK.len() }>)) {
        let (evidence, vocabulary, index) = (self.evidence, self.vocabulary, self.vocabulary.index);
        let (mut names, mut uses, mut quoted) =
            (Ascending::of(&evidence.named_shares), Ascending::of(&evidence.spread.uses), Ascending::of(&evidence.quoted));
        let (mut places, mut whole, mut ticked, mut lines) =
            (Ascending::of(&self.places), Ascending::of(&self.whole), Ascending::of(&self.ticked), Ascending::of(&self.lines));
        let flag = |is: bool| if is { UNIT } else { 0 };
        for id in ids {
            let at = id.index();
            let (named, quote, fit, line) = (names.at(id).copied().unwrap_or(0), quoted.at(id), whole.at(id), lines.at(id));
            if evidence.scores.chunk[at] == 0 && named == 0 && line.is_none() && fit.is_none() && quote.is_none() {
                continue;
            }
            let (file, rank) = (self.files[index.file_of(id).index()], self.ranks[index.file_of(id).index()]);
            let bytes = u64::from(index.chunks().bytes(id));
            let values = [
                evidence.scores.chunk[at],
                evidence.scores.bare[at],
                evidence.scores.name[at],
                file,
                evidence.scores.coverage[at],
                named,
                uses.at(id).copied().unwrap_or(0),
                flag(index.chunks().is_kind(id, "type")),
                flag(index.chunks().is_kind(id, "module")),
                places.at(id).map_or(0, |place| file / place),
                rank,
                fixed::ratio(bytes, bytes + weights::HALF_BYTES),
            ];
            let mut pins = Vec::new();
            if let Some(share) = quote {
                let adds = if evidence.quoted_aside.contains(&id) { weights::FURTHER_LINE } else { fixed::times(weights::QUOTED, *share) };
                pins.push(("quoted", adds));
            }
            if let Some(fit) = fit {
                pins.push(("named", fixed::times(weights::WHOLE_NAME, *fit)));
            } else if let Some(adds) = ticked.at(id) {
                pins.push(("named", *adds));
            }
            let asked = evidence.lifted.adds(vocabulary, index.file_of(id), evidence.scores.chunk[at]);
            if asked > 0 {
                pins.push(("asked", asked));
            }
            if let Some(place) = line {
                pins.push((if place.whole { "named-file" } else { "named-line" }, place_weight(place)));
            }
            each(Row { id: id.0, values, prior: evidence.lifted.chunk_prior(vocabulary, id), pins });
        }
    }
}

/// The values of a map for keys that are asked for in ascending order: most are asked for, and few are there.
struct Ascending<'m, T> {
    rest: btree_map::Iter<'m, ChunkId, T>,
    next: Option<(ChunkId, &'m T)>,
}

impl<'m, T> Ascending<'m, T> {
    fn of(map: &'m BTreeMap<ChunkId, T>) -> Self {
        let mut all = Self { rest: map.iter(), next: None };
        all.advance();
        all
    }

    fn advance(&mut self) {
        self.next = self.rest.next().map(|(id, value)| (*id, value));
    }

    #[inline]
    fn at(&mut self, id: ChunkId) -> Option<&'m T> {
        while let Some((next, value)) = self.next {
            if next > id {
                break;
            }
            self.advance();
            if next == id {
                return Some(value);
            }
        }
        None
    }
}

/// What a definition adds that the title names: ticks quote a name as quotes do a text; what only tests or documents have is asked for above all that the
/// query resembles.
fn outright(named: &Named) -> u64 {
    if named.aside { fixed::times(weights::FURTHER_LINE, named.fit) } else { fixed::times(weights::QUOTED, named.share) }
}

/// What a place that the query names adds. Frames of a stack trace come one behind the other, the last of them too above what a query only resembles; of files
/// that share a name the one furthest up is meant.
fn place_weight(place: &Place) -> u64 {
    if place.whole {
        return weights::WHOLE_FILE >> place.order.min(16);
    }
    let nth = u64::try_from(place.order).map_or(u64::MAX, |order| order.saturating_add(1));
    weights::FURTHER_LINE + (weights::NAMED_LINE - weights::FURTHER_LINE) / nth
}

/// Chunks that hold a quoted text, among the best by their terms and those that hold the rarest of its words.
fn quoted(vocabulary: &Vocabulary<'_>, query: &Query, own: &[u64]) -> Result<BTreeMap<ChunkId, u64>, ReadError> {
    let mut holding = BTreeMap::new();
    if query.quoted.is_empty() {
        return Ok(holding);
    }
    let mut looks: BTreeSet<ChunkId> = signals::best(own, MAX_QUOTED_LOOKS).into_iter().map(ChunkId).collect();
    for quoted in &query.quoted {
        let room = (2 * MAX_QUOTED_LOOKS).saturating_sub(looks.len());
        looks.extend(rarest(vocabulary, quoted)?.into_iter().take(room));
    }
    for chunk in looks {
        let Some(text) = vocabulary.index.text(chunk)? else { break };
        let count = query.quoted.iter().filter(|quoted| text.contains(quoted.as_str())).count() as u64;
        if count > 0 {
            holding.insert(chunk, fixed::ratio(count, query.quoted.len() as u64));
        }
    }
    Ok(holding)
}

/// Of the chunks that hold quoted texts those that hold all of them, where none of these counts in full and they are few.
fn aside(vocabulary: &Vocabulary<'_>, quoted: &BTreeMap<ChunkId, u64>) -> BTreeSet<ChunkId> {
    let whole: BTreeSet<ChunkId> = quoted.iter().filter(|it| *it.1 == UNIT).map(|it| *it.0).collect();
    let is_aside = whole.len() <= names::MAX_ASIDE && whole.iter().all(|chunk| vocabulary.chunk_priors[chunk.index()] < UNIT);
    if is_aside { whole } else { BTreeSet::new() }
}

/// The chunks that quote the titles of tests that failed; of a title that many have none is meant.
fn titled(vocabulary: &Vocabulary<'_>, query: &Query) -> Result<BTreeSet<ChunkId>, ReadError> {
    let mut all = BTreeSet::new();
    for title in &query.failed {
        let literals = ['\'', '"', '`'].map(|mark| format!("{mark}{title}{mark}"));
        let mut holding = Vec::new();
        for chunk in rarest(vocabulary, title)?.into_iter().take(MAX_QUOTED_LOOKS) {
            let Some(text) = vocabulary.index.text(chunk)? else { break };
            holding.extend(literals.iter().any(|it| text.contains(it)).then_some(chunk));
        }
        if holding.len() <= names::MAX_ASIDE {
            all.extend(holding);
        }
    }
    Ok(all)
}

/// The chunks of the rarest word of a text; none where a word is in no chunk.
fn rarest(vocabulary: &Vocabulary<'_>, text: &str) -> Result<Vec<ChunkId>, ReadError> {
    let mut rarest: Option<Vec<ChunkId>> = None;
    for word in terms::words(text) {
        let chunks: Vec<ChunkId> = vocabulary.index.postings(&terms::whole(word))?.map(|posting| posting.chunk).collect();
        if rarest.as_ref().is_none_or(|known| chunks.len() < known.len()) {
            rarest = Some(chunks);
        }
    }
    Ok(rarest.unwrap_or_default())
}

/// The largest value of each file, by number.
fn best_by_file(index: &Index, values: impl Iterator<Item = (FileId, u64)>) -> Vec<u64> {
    let mut best = vec![0u64; index.file_count()];
    for (file, value) in values {
        let slot = &mut best[file.index()];
        *slot = (*slot).max(value);
    }
    best
}
