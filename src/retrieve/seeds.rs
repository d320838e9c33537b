//! The answer of retrieval: chunks and files by score, each ranked on its own.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::absent;
use super::bm25f::{self, Scores};
use super::evidence::Evidence;
use super::features::{self, Row};
use super::fitted;
use super::fixed;
use super::fusion;
use super::messages::Messages;
use super::nearest;
use super::provider::Provider;
use super::query::{self, Query};
use super::spelling;
use super::top;
use super::vocabulary::Vocabulary;
use crate::base::codes::{self, Code};
use crate::base::score::Millionths;
use crate::embed::encoder::Encoder;
use crate::embed::error::EmbedError;
use crate::reader::error::ReadError;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;

/// Most chunks that an engine proposes.
const MAX_PROPOSED: usize = 2000;

/// Why there are no seeds.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error("this index has no provider `{}`", .0.word())]
    NotSupported(Provider),
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error(transparent)]
    Index(#[from] ReadError),
}

impl SeedError {
    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::NotSupported(_) => &codes::NOT_SUPPORTED,
            Self::Embed(cause) => cause.code(),
            Self::Index(cause) => cause.code(),
        }
    }
}

/// Why a chunk or file is among the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The signal: a field of the weights, or `named-line`, `named-file`, `named`, `quoted`, `asked`.
    pub signal: &'static str,
    /// What it adds to the score before scores are made shares of the best.
    pub adds: i64,
}

/// One chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkSeed {
    pub chunk: ChunkId,
    /// The definition that the query names, where the chunk shows none of its own, or one that it does not name.
    pub meant: Option<SymbolId>,
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
    /// What else is to be known of how the query was read: that it names what is not there, that it looks like a regular expression.
    pub notices: Vec<String>,
}

/// How much is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub chunks: usize,
    pub files: usize,
}

/// One chunk with its signals.
type ChunkRow = Row<{ features::CHUNK.len() }>;

/// An index, ready to be asked.
pub struct Retriever<'a> {
    vocabulary: Vocabulary<'a>,
    messages: Messages<'a>,
    /// Reads queries for vectors.
    encoder: Option<&'a Encoder>,
}

impl<'a> Retriever<'a> {
    /// Reads what is needed of an index.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn new(index: &'a Index) -> Result<Self, ReadError> {
        Ok(Self { vocabulary: Vocabulary::new(index)?, messages: Messages::new(index)?, encoder: None })
    }

    /// The same with a model that reads queries.
    #[must_use]
    pub fn with_encoder(self, encoder: Option<&'a Encoder>) -> Self {
        Self { encoder, ..self }
    }

    /// The index.
    pub fn index(&self) -> &'a Index {
        self.vocabulary.index
    }

    /// All that is known of a query.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn evidence(&self, query: &Query) -> Result<Evidence, ReadError> {
        Evidence::gather(&self.vocabulary, &self.messages, query)
    }

    /// What holds the words of a query, of whatever class: tests and prose among themselves.
    ///
    /// # Errors
    /// [`ReadError`] of damage and disk.
    pub fn alike(&self, query: &Query) -> Result<Scores, ReadError> {
        bm25f::alike(&self.vocabulary, query)
    }

    /// Every file that evidence speaks for; the signal of its folder is that of `weights`.
    pub fn file_rows(&self, evidence: &Evidence, weights: &[i64; features::FILE.len()]) -> Vec<Row<{ features::FILE.len() }>> {
        evidence.file_rows(&self.vocabulary, weights)
    }

    /// Every chunk that evidence speaks for, given the scores of files by number.
    pub fn chunk_rows(&self, evidence: &Evidence, files: &[(u32, u64)]) -> Vec<Row<{ features::CHUNK.len() }>> {
        let mut rows = Vec::new();
        evidence.of_chunks(&self.vocabulary, &self.shares(files)).each(self.index().chunk_ids(), |row| rows.push(row));
        rows
    }

    /// Scores of files by number as shares of the best, one a file.
    fn shares(&self, files: &[(u32, u64)]) -> Vec<u64> {
        let mut shares = vec![0; self.index().file_count()];
        files.iter().for_each(|(file, score)| shares[*file as usize] = *score);
        fixed::by_largest(&mut shares);
        shares
    }

    /// The best chunks with their scores, by score and then by id, and the best score. `is_wanted` says which are looked at.
    fn best_chunks(&self, evidence: &Evidence, shares: &[u64], limit: usize, is_wanted: impl Fn(ChunkId) -> bool) -> (Vec<(u64, ChunkRow)>, u64) {
        let (weights, signals) = (&fitted::WEIGHTS.chunk, evidence.of_chunks(&self.vocabulary, shares));
        let mut scored: Vec<(Reverse<u64>, u32)> = Vec::new();
        signals.each(self.index().chunk_ids().filter(|id| is_wanted(*id)), |row| scored.push((Reverse(row.score(weights)), row.id)));
        let mut kept: Vec<u32> = top::first(scored, limit, |it| *it).into_iter().map(|it| it.1).collect();
        kept.sort_unstable();
        let mut rows = Vec::with_capacity(kept.len());
        signals.each(kept.into_iter().map(ChunkId), |row| rows.push((row.score(weights), row)));
        rows.sort_unstable_by_key(|it| (Reverse(it.0), it.1.id));
        let best = rows.first().map_or(0, |it| it.0);
        (rows, best)
    }

    /// The best chunks and files for a query.
    ///
    /// # Errors
    /// [`SeedError::NotSupported`] for a provider that is not there; [`EmbedError`] where the model cannot read the query; [`ReadError`] of damage and disk.
    pub fn seeds(&self, provider: Provider, query: &Query, limits: Limits) -> Result<Seeds, SeedError> {
        let mended = spelling::mended(&self.vocabulary, query)?;
        let query = mended.as_ref().map_or(query, |it| &it.query);
        let heard = self.with_speech(query)?;
        let asked = query;
        let query = heard.as_ref().unwrap_or(query);
        let mut seeds = self.proposed_by(provider, query, limits)?;
        if heard.is_some() && !seeds.chunks.is_empty() {
            let is_new = |stem: &str| !asked.groups.iter().any(|it| it.stem == stem);
            let words: Vec<&str> = query.groups.iter().filter(|it| is_new(&it.stem)).flat_map(|it| &it.exact).map(String::as_str).collect();
            seeds.notices.push(format!("no other word of the query is in this index; `{}` was searched for", words.join("`, `")));
        }
        let mut corrections = mended.map_or_else(Vec::new, |it| it.corrections);
        corrections.append(&mut seeds.corrections);
        Ok(Seeds { corrections, ..seeds })
    }

    /// The query with the words of requests, where no other word of it is in the index.
    fn with_speech(&self, query: &Query) -> Result<Option<Query>, ReadError> {
        for term in self.terms_of(query) {
            if self.index().postings(term)?.next().is_some() || self.vocabulary.terms.path_files(term).next().is_some() {
                return Ok(None);
            }
        }
        Ok(query.with_speech())
    }

    fn proposed_by(&self, provider: Provider, query: &Query, limits: Limits) -> Result<Seeds, SeedError> {
        match provider {
            Provider::Sparse => self.by_terms(provider, query, limits, None),
            Provider::Fts => self.by_terms(provider, query, limits, Some(self.proposed(query)?)),
            Provider::Ann | Provider::Hybrid => {
                let nearest = self.nearest(provider, query)?;
                let terms = self.by_terms(Provider::Sparse, query, Limits { chunks: fusion::POOL, files: fusion::POOL }, None)?;
                Ok(fusion::fused(self.index(), provider, terms, &nearest, limits))
            }
        }
    }

    /// The chunks whose vectors are nearest to that of the query.
    fn nearest(&self, provider: Provider, query: &Query) -> Result<Vec<(ChunkId, u32)>, SeedError> {
        let Some(embedding) = &self.index().manifest().embedding else { return Err(SeedError::NotSupported(provider)) };
        let encoder = self.encoder.ok_or_else(EmbedError::unnamed)?;
        let vector = encoder.read(&embedding.model, &query.text)?;
        Ok(nearest::nearest(self.index().vectors()?, &vector, &self.vocabulary.chunk_priors, fusion::POOL))
    }

    /// By terms, among all chunks or among those that an engine proposed.
    fn by_terms(&self, provider: Provider, query: &Query, limits: Limits, proposed: Option<BTreeSet<ChunkId>>) -> Result<Seeds, SeedError> {
        let evidence = self.evidence(query)?;
        let weights = &fitted::WEIGHTS.file;
        let mut files = self.file_rows(&evidence, weights);
        let scores: Vec<(u32, u64)> = files.iter().map(|row| (row.id, row.score(weights))).collect();
        let shares = self.shares(&scores);
        let proposed = proposed.map(|mut proposed| {
            // What the query names is found without an engine.
            proposed.extend(evidence.named.found.iter().map(|it| it.chunk));
            proposed.extend(evidence.places.iter().filter_map(|it| it.chunk));
            let places = evidence.places.iter().map(|it| it.file);
            let of: BTreeSet<FileId> = proposed.iter().map(|chunk| self.index().file_of(*chunk)).chain(places).collect();
            files.retain(|it| of.contains(&FileId(it.id)));
            proposed
        });
        let (best_files, best_file) = best(&files, weights, limits.files);
        let files = best_files.into_iter().map(|(score, row)| FileSeed {
            file: FileId(row.id),
            score: millionths(score, best_file),
            reasons: row.reasons(&features::FILE, weights),
        });
        let weights = &fitted::WEIGHTS.chunk;
        let is_proposed = |id: ChunkId| proposed.as_ref().is_none_or(|it| it.contains(&id));
        let (best_chunks, best_chunk) = self.best_chunks(&evidence, &shares, limits.chunks, is_proposed);
        let meant = evidence.named.meant(self.index());
        let chunks = best_chunks.into_iter().map(|(score, row)| {
            let (chunk, score) = (ChunkId(row.id), millionths(score, best_chunk));
            ChunkSeed {
                chunk,
                meant: meant.get(&chunk).copied(),
                score,
                by_provider: vec![(provider, score)],
                reasons: row.reasons(&features::CHUNK, weights),
            }
        });
        let corrections = evidence.named.corrections.clone();
        let mut notices = query::notices(&query.text);
        let (chunks, files): (Vec<ChunkSeed>, Vec<FileSeed>) = (chunks.collect(), files.collect());
        // An empty answer says what it rests on in full.
        if !chunks.is_empty() || !files.is_empty() {
            notices.extend(absent::notices(self.index(), query, &corrections, !evidence.quoted.is_empty())?);
        }
        Ok(Seeds { chunks, files, corrections, notices })
    }

    /// The words of a query, and those of the index that share a stem with them.
    fn terms_of<'q>(&self, query: &'q Query) -> BTreeSet<&'q str>
    where
        'a: 'q,
    {
        let related = query.groups.iter().flat_map(|group| self.vocabulary.of_stem(&group.stem));
        related.chain(query.groups.iter().flat_map(|group| group.exact.iter().map(String::as_str))).collect()
    }

    /// The chunks that the engine of the store proposes, in whatever order: scores are ours.
    fn proposed(&self, query: &Query) -> Result<BTreeSet<ChunkId>, SeedError> {
        let terms: Vec<&str> = self.terms_of(query).into_iter().collect();
        let proposed = self.index().propose(&terms, MAX_PROPOSED)?.ok_or(SeedError::NotSupported(Provider::Fts))?;
        Ok(proposed.into_iter().collect())
    }
}

/// The best rows with their scores, by score and then by id, and the best score.
fn best<'r, const N: usize>(rows: &'r [Row<N>], weights: &[i64; N], limit: usize) -> (Vec<(u64, &'r Row<N>)>, u64) {
    let scored: Vec<(u64, &Row<N>)> = rows.iter().map(|row| (row.score(weights), row)).collect();
    let scored = top::first(scored, limit, |it| (Reverse(it.0), it.1.id));
    let best = scored.first().map_or(0, |it| it.0);
    (scored, best)
}

fn millionths(score: u64, best: u64) -> Millionths {
    Millionths(u32::try_from(fixed::scaled(score, 1_000_000, best)).unwrap_or(u32::MAX))
}
