//! The answer of retrieval: chunks and files by score, each ranked on its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::bm25f::{self, Scores};
use super::fixed::{self, UNIT};
use super::messages::Messages;
use super::names::{NameIndex, NamedDefinitions};
use super::places::{self, Place};
use super::provider::Provider;
use super::query::Query;
use super::signals::{self, Spread};
use super::vocabulary::Vocabulary;
use super::weights;
use crate::base::codes::{self, Code};
use crate::base::score::Millionths;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Most chunks whose text is searched for quoted text.
const MAX_QUOTED_LOOKS: usize = 400;

/// Most chunks that an engine proposes.
const MAX_PROPOSED: usize = 2000;

/// Why there are no seeds.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error("this index has no provider `{}`", .0.word())]
    NotSupported(Provider),
    #[error(transparent)]
    Index(#[from] ReadError),
}

impl SeedError {
    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::NotSupported(_) => &codes::NOT_SUPPORTED,
            Self::Index(cause) => cause.code(),
        }
    }
}

/// Why a chunk or file is among the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The signal: a field of the weights, or `named-line`, `named-file`, `named`, `quoted`.
    pub signal: &'static str,
    /// What it adds to the score before scores are made shares of the best.
    pub adds: i64,
}

/// One chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkSeed {
    pub chunk: ChunkId,
    /// A share of the best.
    pub score: Millionths,
    /// One a provider that was asked.
    pub by_provider: Vec<(Provider, Millionths)>,
    /// The strongest first.
    pub reasons: Vec<Reason>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSeed {
    pub file: FileId,
    /// A share of the best.
    pub score: Millionths,
    /// The strongest first.
    pub reasons: Vec<Reason>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
    /// By score, then by id.
    pub chunks: Vec<ChunkSeed>,
    /// By score, then by id.
    pub files: Vec<FileSeed>,
    /// Names that are not in the index, and those that were taken instead.
    pub corrections: Vec<(String, String)>,
}

/// How much is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub chunks: usize,
    pub files: usize,
}

/// An index, ready to be asked.
pub struct Retriever<'a> {
    vocabulary: Vocabulary<'a>,
    names: NameIndex<'a>,
    messages: Messages<'a>,
    recency: Vec<u64>,
}

/// What is known of one query when all scores are there.
struct Evidence {
    scores: Scores,
    /// Shares of the best.
    own: Vec<u64>,
    spread: Spread,
    /// Shares of the best, by file.
    messages: Vec<u64>,
    places: Vec<Place>,
    named: NamedDefinitions,
    /// Shares of names by chunk.
    named_shares: BTreeMap<ChunkId, u64>,
    quoted: BTreeMap<ChunkId, u64>,
}

impl<'a> Retriever<'a> {
    /// Reads what is needed of an index.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn new(index: &'a Index) -> Result<Self, ReadError> {
        let vocabulary = Vocabulary::new(index)?;
        let names = NameIndex::new(&vocabulary);
        let messages = Messages::new(&vocabulary)?;
        Ok(Self { vocabulary, names, messages, recency: signals::recency(index)? })
    }

    /// The index.
    pub fn index(&self) -> &'a Index {
        self.vocabulary.index
    }

    /// The best chunks and files for a query.
    ///
    /// # Errors
    /// [`SeedError::NotSupported`] for a provider that is not there; [`ReadError`] of damage and disk.
    pub fn seeds(&self, provider: Provider, query: &Query, limits: Limits) -> Result<Seeds, SeedError> {
        let proposed = self.proposed(provider, query)?;
        let evidence = self.evidence(query)?;
        let mut files = self.files(&evidence);
        let file_shares = shares(&files, self.index().file_count());
        let mut chunks = self.chunks(&evidence, &file_shares);
        if let Some(mut proposed) = proposed {
            // What the query names is found without an engine.
            proposed.extend(evidence.named.found.iter().map(|it| it.chunk));
            proposed.extend(evidence.places.iter().filter_map(|it| it.chunk));
            let places = evidence.places.iter().map(|it| it.file);
            let of: BTreeSet<FileId> = proposed.iter().map(|chunk| self.index().file_of(*chunk)).chain(places).collect();
            chunks.retain(|it| proposed.contains(&ChunkId(it.0)));
            files.retain(|it| of.contains(&FileId(it.0)));
        }
        let best = chunks.iter().map(|it| it.1).max().unwrap_or(0);
        let best_file = files.iter().map(|it| it.1).max().unwrap_or(0);
        Ok(Seeds {
            chunks: top(chunks, limits.chunks)
                .into_iter()
                .map(|(chunk, score, reasons)| {
                    let score = millionths(score, best);
                    ChunkSeed { chunk: ChunkId(chunk), score, by_provider: vec![(provider, score)], reasons }
                })
                .collect(),
            files: top(files, limits.files)
                .into_iter()
                .map(|(file, score, reasons)| FileSeed { file: FileId(file), score: millionths(score, best_file), reasons })
                .collect(),
            corrections: evidence.named.corrections,
        })
    }

    /// The chunks that the engine of the store proposes, in whatever order: scores are ours. `None` where everything is a candidate.
    fn proposed(&self, provider: Provider, query: &Query) -> Result<Option<BTreeSet<ChunkId>>, SeedError> {
        match provider {
            Provider::Sparse => Ok(None),
            Provider::Fts => {
                let related = query.groups.iter().flat_map(|group| self.vocabulary.of_stem(&group.stem));
                let terms: BTreeSet<&str> = related.chain(query.groups.iter().flat_map(|group| group.exact.iter().map(String::as_str))).collect();
                let terms: Vec<&str> = terms.into_iter().collect();
                let proposed = self.index().propose(&terms, MAX_PROPOSED)?.ok_or(SeedError::NotSupported(provider))?;
                Ok(Some(proposed.into_iter().collect()))
            }
            Provider::Ann | Provider::Hybrid => Err(SeedError::NotSupported(provider)),
        }
    }

    fn evidence(&self, query: &Query) -> Result<Evidence, ReadError> {
        let vocabulary = &self.vocabulary;
        let mut scores = bm25f::score(vocabulary, query)?;
        [&mut scores.name, &mut scores.title, &mut scores.bare, &mut scores.coverage].into_iter().for_each(|column| fixed::by_largest(column));
        [&mut scores.file, &mut scores.path].into_iter().for_each(|column| fixed::by_largest(column));
        let mut own = scores.chunk.clone();
        fixed::by_largest(&mut own);
        let spread = signals::spread(vocabulary, &own)?;
        let mut messages = self.messages.score(vocabulary, query);
        fixed::by_largest(&mut messages);
        let named = self.names.find(vocabulary, query);
        let mut named_shares: BTreeMap<ChunkId, u64> = BTreeMap::new();
        for it in &named.found {
            let slot = named_shares.entry(it.chunk).or_insert(0);
            *slot = (*slot + it.share).min(UNIT);
        }
        let quoted = self.quoted(query, &own)?;
        Ok(Evidence { own, scores, spread, messages, places: places::find(self.index(), &query.places), named, named_shares, quoted })
    }

    /// Chunks that hold a quoted text, among the best by their terms.
    fn quoted(&self, query: &Query, own: &[u64]) -> Result<BTreeMap<ChunkId, u64>, ReadError> {
        let mut holding = BTreeMap::new();
        if query.quoted.is_empty() {
            return Ok(holding);
        }
        let scored = (0u32..).zip(own).filter(|it| *it.1 > 0).map(|it| (it.0, *it.1, Vec::new())).collect();
        for (chunk, _, _) in top(scored, MAX_QUOTED_LOOKS) {
            let Some(text) = self.index().text(ChunkId(chunk))? else { break };
            let count = query.quoted.iter().filter(|quoted| text.contains(quoted.as_str())).count() as u64;
            if count > 0 {
                holding.insert(ChunkId(chunk), fixed::ratio(count, query.quoted.len() as u64));
            }
        }
        Ok(holding)
    }

    /// Every file that something speaks for, with its score and reasons.
    fn files(&self, evidence: &Evidence) -> Vec<Scored> {
        let index = self.index();
        let of_file = |column: &[u64]| {
            let mut best = vec![0u64; index.file_count()];
            for (file, value) in index.chunks().all_files().zip(column) {
                let slot = &mut best[file.index()];
                *slot = (*slot).max(*value);
            }
            best
        };
        let of_map = |map: &BTreeMap<ChunkId, u64>| {
            let mut best = vec![0u64; index.file_count()];
            for (chunk, value) in map {
                let slot = &mut best[index.file_of(*chunk).index()];
                *slot = (*slot).max(*value);
            }
            best
        };
        let (own, bare, title) = (of_file(&evidence.own), of_file(&evidence.scores.bare), of_file(&evidence.scores.title));
        let (used, uses, named) = (of_map(&evidence.spread.used), of_map(&evidence.spread.uses), of_map(&evidence.named_shares));
        let weights = &weights::FILE;
        let mut scored: Vec<Scored> = Vec::new();
        for file in 0..index.file_count() {
            let is_named = evidence.places.iter().any(|place| place.file.index() == file);
            if own[file] == 0 && evidence.scores.file[file] == 0 && !is_named {
                continue;
            }
            let mut sum = Sum::default();
            sum.add("bestChunk", weights.best_chunk, own[file]);
            sum.add("bestBare", weights.best_bare, bare[file]);
            sum.add("text", weights.text, evidence.scores.file[file]);
            sum.add("title", weights.title, title[file]);
            sum.add("path", weights.path, evidence.scores.path[file]);
            sum.add("names", weights.names, named[file]);
            sum.add("messages", weights.messages, evidence.messages[file]);
            sum.add("recency", weights.recency, self.recency[file]);
            sum.add("used", weights.used, used[file]);
            sum.add("uses", weights.uses, uses[file]);
            sum.add("size", weights.size, signals::size(self.vocabulary.file_lengths[file]));
            sum.damp(self.vocabulary.file_priors[file]);
            scored.push((u32::try_from(file).unwrap_or(u32::MAX), sum.total(), sum.reasons));
        }
        self.folders(&mut scored);
        self.pin_files(evidence, &mut scored);
        scored
    }

    fn folders(&self, scored: &mut [Scored]) {
        let folders = signals::folders(self.index(), &shares(scored, self.index().file_count()));
        for (file, score, reasons) in scored {
            let mut sum = Sum { value: 0, reasons: std::mem::take(reasons) };
            sum.add("folder", weights::FILE.folder, folders[*file as usize]);
            let adds = fixed::times(sum.total(), self.vocabulary.file_priors[*file as usize]);
            *score += adds;
            *reasons = sum.reasons;
        }
    }

    /// What the query names wins.
    fn pin_files(&self, evidence: &Evidence, scored: &mut [Scored]) {
        let mut pins: BTreeMap<u32, (u64, &'static str)> = BTreeMap::new();
        let mut pin = |file: FileId, adds: u64, signal: &'static str| {
            let slot = pins.entry(file.0).or_insert((0, signal));
            *slot = (*slot).max((adds, signal));
        };
        for place in &evidence.places {
            match place.chunk {
                Some(_) => pin(place.file, weights::NAMED_LINE >> place.order.min(16), "named-line"),
                None => pin(place.file, weights::NAMED_FILE, "named-file"),
            }
        }
        for named in evidence.named.found.iter().filter(|it| it.whole) {
            pin(self.index().file_of(named.chunk), fixed::times(weights::WHOLE_NAME, named.fit), "named");
        }
        for (file, score, reasons) in scored {
            if let Some((adds, signal)) = pins.get(file) {
                *score += adds;
                reasons.insert(0, Reason { signal, adds: i64::try_from(*adds).unwrap_or(i64::MAX) });
            }
        }
    }

    /// Every chunk that something speaks for, with its score and reasons.
    fn chunks(&self, evidence: &Evidence, file_shares: &[u64]) -> Vec<Scored> {
        let index = self.index();
        let places = self.places_in_file(evidence);
        let lines: BTreeMap<ChunkId, usize> = evidence.places.iter().rev().filter_map(|place| Some((place.chunk?, place.order))).collect();
        let mut whole: BTreeMap<ChunkId, u64> = BTreeMap::new();
        for it in evidence.named.found.iter().filter(|it| it.whole) {
            let fit = whole.entry(it.chunk).or_insert(0);
            *fit = (*fit).max(it.fit);
        }
        let weights = &weights::CHUNK;
        let mut scored: Vec<Scored> = Vec::new();
        for id in (0u32..).take(index.chunk_count()).map(ChunkId) {
            let at = id.index();
            let named = evidence.named_shares.get(&id).copied().unwrap_or(0);
            if evidence.own[at] == 0 && named == 0 && !lines.contains_key(&id) && !whole.contains_key(&id) {
                continue;
            }
            let chunk = index.chunk(id);
            let file = file_shares[chunk.file.index()];
            let mut sum = Sum::default();
            sum.add("own", weights.own, evidence.own[at]);
            sum.add("bare", weights.bare, evidence.scores.bare[at]);
            sum.add("name", weights.name, evidence.scores.name[at]);
            sum.add("file", weights.file, file);
            sum.add("coverage", weights.coverage, evidence.scores.coverage[at]);
            sum.add("names", weights.names, named);
            sum.add("uses", weights.uses, evidence.spread.uses.get(&id).copied().unwrap_or(0));
            sum.add("isType", weights.is_type, if chunk.kind == "type" { UNIT } else { 0 });
            sum.add("isModule", weights.is_module, if chunk.kind == "module" { UNIT } else { 0 });
            sum.add("place", weights.place, places.get(&id).map_or(0, |place| file / place));
            sum.damp(self.vocabulary.chunk_priors[at]);
            if let Some(order) = lines.get(&id) {
                sum.pin("named-line", weights::NAMED_LINE >> (*order).min(16));
            }
            if let Some(share) = whole.get(&id) {
                sum.pin("named", fixed::times(weights::WHOLE_NAME, *share));
            }
            if let Some(share) = evidence.quoted.get(&id) {
                sum.pin("quoted", fixed::times(weights::QUOTED, *share));
            }
            scored.push((id.0, sum.total(), sum.reasons));
        }
        scored
    }

    /// The place of each of the best chunks among those of its file: 1 is the best.
    fn places_in_file(&self, evidence: &Evidence) -> BTreeMap<ChunkId, u64> {
        const MAX_RANKED: usize = 1500;
        let scored = (0u32..).zip(&evidence.own).filter(|it| *it.1 > 0).map(|it| (it.0, *it.1, Vec::new())).collect();
        let mut counts: BTreeMap<FileId, u64> = BTreeMap::new();
        let mut places = BTreeMap::new();
        for (chunk, _, _) in top(scored, MAX_RANKED) {
            let count = counts.entry(self.index().file_of(ChunkId(chunk))).or_insert(0);
            *count += 1;
            places.insert(ChunkId(chunk), *count);
        }
        places
    }
}

/// An id with its score and reasons.
type Scored = (u32, u64, Vec<Reason>);

/// A weighted sum that keeps its reasons.
#[derive(Default)]
struct Sum {
    value: i64,
    reasons: Vec<Reason>,
}

impl Sum {
    fn add(&mut self, signal: &'static str, weight: i64, value: u64) {
        let adds = weight * i64::try_from(value).unwrap_or(i64::MAX >> 32) / UNIT.cast_signed();
        if adds != 0 {
            self.value += adds;
            self.reasons.push(Reason { signal, adds });
        }
    }

    fn pin(&mut self, signal: &'static str, adds: u64) {
        let adds = adds.cast_signed();
        self.value += adds;
        self.reasons.insert(0, Reason { signal, adds });
    }

    fn damp(&mut self, prior: u64) {
        self.value = self.value.max(0) * prior.cast_signed() / UNIT.cast_signed();
    }

    fn total(&self) -> u64 {
        u64::try_from(self.value).unwrap_or(0)
    }
}

/// Scores by id as shares of the best.
fn shares(scored: &[Scored], count: usize) -> Vec<u64> {
    let mut shares = vec![0; count];
    scored.iter().for_each(|(id, score, _)| shares[*id as usize] = *score);
    fixed::by_largest(&mut shares);
    shares
}

/// The best of them, by score and then by id, their reasons by what they add.
fn top(mut scored: Vec<Scored>, limit: usize) -> Vec<Scored> {
    let key = |it: &Scored| (Reverse(it.1), it.0);
    if scored.len() > limit {
        scored.select_nth_unstable_by_key(limit, key);
        scored.truncate(limit);
    }
    scored.sort_unstable_by_key(key);
    scored.iter_mut().for_each(|it| it.2.sort_by_key(|reason| Reverse(reason.adds)));
    scored
}

fn millionths(score: u64, best: u64) -> Millionths {
    Millionths(u32::try_from(fixed::scaled(score, 1_000_000, best)).unwrap_or(u32::MAX))
}
