//! How the newest commits changed files.

use std::collections::BTreeMap;

use super::files::Files;
use super::ids::FileId;
use super::load::Source;
use crate::artifacts::history::{ARTIFACT, History as Row};
use crate::manifest::error::IndexError;

/// What commits say of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHistory {
    /// Commits that changed it.
    pub changes: u32,
    /// RFC 3339, UTC; `None` where a shallow clone does not know it.
    pub last_change: Option<String>,
    /// Files that changed with it and how often, the most frequent first.
    pub co_changed: Vec<(FileId, u32)>,
    /// The clone does not have all commits.
    pub shallow: bool,
    /// How many files of the index changed later: 0 for those of the newest commit.
    pub age_rank: u32,
}

/// The table by file. Empty in a root without history.
#[derive(Clone, Debug, Default)]
pub struct History {
    files: BTreeMap<FileId, FileHistory>,
    /// Terms of commit messages, sorted, with the files whose commits hold them and how many do.
    messages: BTreeMap<Box<str>, Vec<(FileId, u32)>>,
    /// Terms of messages of each file, counted as often as they stand.
    message_lengths: BTreeMap<FileId, u32>,
}

impl History {
    /// Reads the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files) -> Result<Self, IndexError> {
        let parts = source.decode_all(&ARTIFACT, |rows| {
            let mut part = Vec::new();
            rows.each(|row: Row| {
                part.push((files.known(ARTIFACT.name, &row.path)?, row));
                Ok(())
            })?;
            Ok(part)
        })?;
        let mut history = Self::default();
        for (file, row) in parts.into_iter().flatten() {
            let co_changed = row.co_changed.iter().filter_map(|it| Some((files.find(&it.path)?, it.weight))).collect();
            let entry = FileHistory { changes: row.changes, last_change: row.last_change, co_changed, shallow: row.shallow, age_rank: 0 };
            history.files.insert(file, entry);
            for (term, count) in row.message_terms.iter() {
                history.messages.entry(term.into()).or_default().push((file, count));
                *history.message_lengths.entry(file).or_insert(0) += count;
            }
        }
        history.rank();
        Ok(history)
    }

    /// Times print so that their order is that of their text.
    fn rank(&mut self) {
        let mut times: Vec<Option<String>> = self.files.values().map(|it| it.last_change.clone()).collect();
        times.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        for entry in self.files.values_mut() {
            let later = times.partition_point(|time| *time > entry.last_change);
            entry.age_rank = u32::try_from(later).unwrap_or(u32::MAX);
        }
    }

    /// What is known of a file.
    pub fn of(&self, file: FileId) -> Option<&FileHistory> {
        self.files.get(&file)
    }

    /// Every term of commit messages, sorted.
    pub fn message_terms(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(AsRef::as_ref)
    }

    /// The files whose commits' messages hold a term, ascending, and how many commits do.
    pub fn of_message(&self, term: &str) -> &[(FileId, u32)] {
        self.messages.get(term).map_or(&[], Vec::as_slice)
    }

    /// Number of terms in the messages of a file's commits.
    pub fn message_length(&self, file: FileId) -> u32 {
        self.message_lengths.get(&file).copied().unwrap_or(0)
    }

    /// Number of files with a history.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Memory in bytes, about.
    pub fn memory(&self) -> usize {
        let messages: usize = self.messages.iter().map(|(term, files)| 48 + term.len() + files.capacity() * 8).sum();
        messages + self.message_lengths.len() * 8 + self.files.values().map(|it| 96 + it.co_changed.capacity() * 8).sum::<usize>()
    }
}
