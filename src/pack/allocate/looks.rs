//! What was read of texts while items were chosen: who chooses again for other budgets reads nothing twice.

use std::collections::BTreeMap;

use crate::manifest::error::IndexError;
use crate::pack::candidate::Candidate;
use crate::pack::excerpt::opening;
use crate::pack::excerpt::passage::Passage;
use crate::pack::excerpt::texts::{Shown, Texts};
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;
use crate::retrieve::query::Query;
use crate::retrieve::stems::Stems;

/// The looks at the candidates of one draft, one a chunk.
#[derive(Debug, Default)]
pub struct Looks {
    /// Stems of the query.
    words: Stems,
    texts: BTreeMap<ChunkId, Shown>,
    /// Where excerpts open, by the lines that are held and the bytes that an item may have.
    starts: BTreeMap<(ChunkId, u32, u64), u32>,
    /// Where texts were read to tell that.
    count: u64,
}

impl Looks {
    /// No look yet, for candidates of a query.
    pub fn new(query: &str) -> Self {
        Self { words: Query::parse(query).map(|query| query.stems()).unwrap_or_default(), ..Self::default() }
    }

    /// Stems of the query.
    pub fn words(&self) -> &Stems {
        &self.words
    }

    /// The text of a chunk.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn text(&mut self, texts: &Texts<'_>, chunk: ChunkId) -> Result<Shown, IndexError> {
        if let Some(shown) = self.texts.get(&chunk) {
            return Ok(shown.clone());
        }
        let shown = texts.of(chunk)?;
        self.texts.insert(chunk, shown.clone());
        Ok(shown)
    }

    /// As [`opening::start`].
    pub fn start(&mut self, index: &Index, candidate: &Candidate<'_>, passage: &Passage, (held, most_bytes): (u32, u64)) -> u32 {
        let key = (candidate.chunk, held, most_bytes);
        if let Some(start) = self.starts.get(&key) {
            return *start;
        }
        let start = opening::start(index, candidate, passage, (held, most_bytes), &self.words);
        self.starts.insert(key, start);
        self.count += 1;
        start
    }

    /// How many texts were looked through for where their excerpts open.
    pub fn count(&self) -> u64 {
        self.count
    }
}
