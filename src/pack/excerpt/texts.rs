//! The texts of chunks: out of the root, or, where the root holds none, out of the files they were cut from, if these are still the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh64::xxh64;

use super::passage::Passage;
use crate::base::ids::SourceHash;
use crate::base::labels::{LabelRule, SENSITIVE};
use crate::governance::approvals::Approvals;
use crate::governance::ledger::Decision;
use crate::manifest::error::IndexError;
use crate::pack::error::PackError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::reader::risks::Flag;
use crate::rules::hiding;

/// What policy decides of a file that nobody approved.
pub const WITHHELD: &str = "withheld";

/// What stands where the text of a labelled file with this hash would.
pub fn withheld(hash: &str) -> String {
    format!("[withheld: {SENSITIVE} {}]", hash.get(..23).unwrap_or(hash))
}

/// Reads a file of the work tree by its repo-relative path; `None` where it is not there.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// Where texts come from.
pub struct Texts<'a> {
    index: &'a Index,
    read: Option<ReadFile<'a>>,
    approvals: Approvals,
    /// Rules for labels that the repository has and the index was built without.
    since: Vec<LabelRule>,
    /// Files of the work tree that were read; `None` where they are not the indexed ones.
    files: Mutex<HashMap<FileId, Option<Arc<str>>>>,
}

/// The text of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Text(Arc<Passage>),
    /// The root holds no text and the file is gone or changed.
    Stale,
    /// Its file is labelled, and nobody approved that it is shown.
    Withheld,
}

impl<'a> Texts<'a> {
    /// Texts of the root alone.
    pub fn of_root(index: &'a Index) -> Self {
        Self { index, read: None, approvals: Approvals::default(), since: Vec::new(), files: Mutex::default() }
    }

    /// Texts of the root, else of a work tree where one is at hand.
    pub fn with_files(index: &'a Index, read: Option<ReadFile<'a>>) -> Self {
        Self { read, ..Self::of_root(index) }
    }

    /// Refuses where there is nothing to take texts from: a pack of empty items would say that everything changed.
    ///
    /// # Errors
    /// [`PackError::NoText`].
    pub fn require(&self) -> Result<(), PackError> {
        if self.index.manifest().options.text || self.read.is_some() { Ok(()) } else { Err(PackError::NoText) }
    }

    /// The same, with what was approved. Without approvals, every text that is labelled is withheld.
    #[must_use]
    pub fn approved(self, approvals: Approvals) -> Self {
        Self { approvals, ..self }
    }

    /// The same, where the repository at hand has rules for labels that the index was built without: they hold at once.
    #[must_use]
    pub fn labelled(self, since: Vec<LabelRule>) -> Self {
        Self { since, ..self }
    }

    /// The signature of what policy there is; `None` where nothing is labelled.
    pub fn policy_signature(&self) -> Option<String> {
        let rules: Vec<LabelRule> = self.index.manifest().options.labels.iter().chain(&self.since).cloned().collect();
        self.approvals.signature(&rules)
    }

    /// What was approved.
    pub fn approvals(&self) -> &Approvals {
        &self.approvals
    }

    /// What policy says to a file; `None` where it is not labelled.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn decision(&self, file: FileId) -> Result<Option<Decision>, IndexError> {
        if !self.index.is_labelled(file, SENSITIVE)? && !self.is_labelled_since(file)? {
            return Ok(None);
        }
        let row = self.index.file(file);
        let decision = if self.approvals.allow(SENSITIVE, row.source_hash) { "shown" } else { WITHHELD };
        let (hash, path) = (row.source_hash.to_owned(), row.path.to_owned());
        Ok(Some(Decision { decision: decision.to_owned(), hash, path, policy: SENSITIVE.to_owned() }))
    }

    fn is_labelled_since(&self, file: FileId) -> Result<bool, IndexError> {
        for rule in self.since.iter().filter(|rule| rule.label == SENSITIVE) {
            let has_secret = |flags: &[Flag]| flags.iter().any(|flag| flag.kind.as_ref() == "secret" && rule.of_secret(&flag.name));
            if rule.of_path(self.index.path(file)).is_some() || (!rule.secrets.is_empty() && has_secret(self.index.risks()?.of(file))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tokens of the whole text of a chunk, where that is known without a look at the text and nothing stands in its place.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn tokens(&self, id: ChunkId) -> Result<Option<u32>, IndexError> {
        let options = &self.index.manifest().options;
        if !options.text || !options.labels.is_empty() || !self.since.is_empty() {
            return Ok(None);
        }
        Ok(self.index.line_tokens()?.and_then(|it| it.of_all(id)))
    }

    /// The text of a chunk.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of(&self, id: ChunkId) -> Result<Shown, IndexError> {
        if self.decision(self.index.file_of(id))?.is_some_and(|it| it.decision == WITHHELD) {
            return Ok(Shown::Withheld);
        }
        if let Some(text) = self.index.text(id)? {
            return Ok(Shown::Text(Arc::new(Passage::counted(
                text.to_owned(),
                self.index.line_tokens()?.map_or_else(Vec::new, |it| it.of_lines(id)),
            ))));
        }
        let chunk = self.index.chunk(id);
        let Some(file) = self.file(chunk.file) else { return Ok(Shown::Stale) };
        // The bytes are the indexed ones; the digest of the chunk shows that they were also decoded alike.
        let text = slice(&file, chunk.range.start, chunk.range.end).filter(|text| xxh64(text.as_bytes(), 0) == chunk.text_hash.0);
        Ok(text.map_or(Shown::Stale, |text| Shown::Text(Arc::new(Passage::new(text.to_owned())))))
    }

    fn file(&self, id: FileId) -> Option<Arc<str>> {
        let read = self.read?;
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files
            .entry(id)
            .or_insert_with(|| {
                let row = self.index.file(id);
                let bytes = read(row.path)?;
                let same = SourceHash::of(&bytes).to_string() == row.source_hash;
                let text = String::from_utf8(bytes).ok().filter(|_| same)?;
                let text = text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned);
                Some(hiding::hide(text).0.into())
            })
            .clone()
    }
}

/// A range of UTF-16 units; `None` where it does not lie on characters.
fn slice(text: &str, start: u32, end: u32) -> Option<&str> {
    let mut units = 0;
    let mut from = None;
    for (at, character) in text.char_indices().chain(std::iter::once((text.len(), '\0'))) {
        if units == start && from.is_none() {
            from = Some(at);
        }
        if units >= end {
            return if units == end { text.get(from?..at) } else { None };
        }
        units += if at < text.len() { u32::try_from(character.len_utf16()).unwrap_or(1) } else { 0 };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_utf16() {
        assert_eq!(slice("a𝄞bé", 1, 3), Some("𝄞"));
        assert_eq!(slice("a𝄞bé", 3, 5), Some("bé"));
        assert_eq!(slice("a𝄞bé", 2, 5), None);
        assert_eq!(slice("ab", 0, 2), Some("ab"));
        assert_eq!(slice("ab", 0, 3), None);
    }
}
