//! How the newest commits changed files.

use std::collections::BTreeMap;

use super::columns::{Strings, Words};
use super::commits::Commits;
use super::files::Files;
use super::flat::{Column, flat};
use super::ids::FileId;
use super::image::stored;
use super::load::{Rows, Source, dense};
use super::lookup;
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

flat! {
    /// The numbers of one file.
    #[derive(Clone, Copy, Debug)]
    struct Numbers {
        known: bool,
        dated: bool,
        shallow: bool,
        changes: u32,
        age_rank: u32,
        message_length: u32,
        /// Where its co-changed files start and end.
        co_changed: [u32; 2],
    }
}

/// The table by file. Empty in a root without history.
#[derive(Default)]
pub struct History {
    /// Of every file of the index.
    numbers: Column<Numbers>,
    last_changes: Words,
    /// Files and how often.
    co_changed: Column<[u32; 2]>,
    /// Terms of commit messages, sorted.
    messages: Strings,
    starts: Column<u32>,
    /// Files whose commits hold a term, ascending, and how many do.
    holders: Column<[u32; 2]>,
    commits: Commits,
}

stored!(History { numbers, last_changes, co_changed, messages, starts, holders, commits });

impl History {
    /// Reads the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files) -> Result<Self, IndexError> {
        let decode = |rows: &Rows<'_>| {
            let mut part = Vec::new();
            rows.each(|row: Row| {
                part.push((files.known(ARTIFACT.name, &row.path)?, row));
                Ok(())
            })?;
            Ok(part)
        };
        // Nearly every commit changes nearly every piece of a table that is a hundredth of the others.
        let rows: BTreeMap<FileId, Row> = source.parts(&ARTIFACT, decode, |_| None)?.into_iter().flatten().collect();
        let mut history = Self { commits: Commits::load(source, files)?, ..Self::default() };
        let mut messages: BTreeMap<&str, Vec<[u32; 2]>> = BTreeMap::new();
        let mut times: Vec<&Option<String>> = rows.values().map(|it| &it.last_change).collect();
        times.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        for file in (0u32..).take(files.len()).map(FileId) {
            let row = rows.get(&file);
            let start = history.co_changed.len();
            for it in row.into_iter().flat_map(|row| &row.co_changed) {
                files.find(&it.path).into_iter().for_each(|other| history.co_changed.push([other.0, it.weight]));
            }
            let mut message_length = 0;
            for (term, count) in row.into_iter().flat_map(|row| row.message_terms.iter()) {
                messages.entry(term).or_default().push([file.0, count]);
                message_length += count;
            }
            history.last_changes.push(row.and_then(|row| row.last_change.as_deref()).unwrap_or(""));
            let number = |it: usize| dense(it, ARTIFACT.name);
            history.numbers.push(Numbers {
                known: row.is_some(),
                dated: row.is_some_and(|row| row.last_change.is_some()),
                shallow: row.is_some_and(|row| row.shallow),
                changes: row.map_or(0, |row| row.changes),
                // Times print so that their order is that of their text.
                age_rank: row.map_or(Ok(0), |row| number(times.partition_point(|time| **time > row.last_change)))?,
                message_length,
                co_changed: [number(start)?, number(history.co_changed.len())?],
            });
        }
        history.starts.push(0);
        for (term, holders) in messages {
            history.messages.push(term);
            history.holders.values().extend(holders);
            history.starts.push(dense(history.holders.len(), ARTIFACT.name)?);
        }
        Ok(history)
    }

    /// What is known of a file.
    pub fn of(&self, file: FileId) -> Option<FileHistory> {
        let numbers = self.numbers.get(file.index()).filter(|it| it.known)?;
        let co_changed = self.co_changed.range(numbers.co_changed[0]..numbers.co_changed[1]);
        Some(FileHistory {
            changes: numbers.changes,
            last_change: numbers.dated.then(|| self.last_changes.get(file.index()).to_owned()),
            co_changed: co_changed.map(|[other, weight]| (FileId(other), weight)).collect(),
            shallow: numbers.shallow,
            age_rank: numbers.age_rank,
        })
    }

    /// How many files changed later than each, by file; `None` where that is not known.
    pub fn ages(&self) -> impl Iterator<Item = Option<u32>> {
        self.numbers.iter().map(|it| Some(it.age_rank).filter(|_| it.known && it.dated))
    }

    /// The terms of commit messages that start with a text, sorted.
    pub fn message_terms_starting_with<'a, 'b>(&'a self, start: &'b str) -> impl Iterator<Item = &'a str> + use<'a, 'b> {
        let first = self.messages.first_from(start);
        (first..self.messages.len()).map(|number| self.messages.get(number)).take_while(move |term| term.starts_with(start))
    }

    /// The files whose commits' messages hold a term, ascending, and how many commits do.
    pub fn of_message(&self, term: &str) -> impl Iterator<Item = (FileId, u32)> {
        let range = self.messages.search(term).map_or(0..0, |number| lookup::range(&self.starts, number));
        self.holders.range(range).map(|[file, count]| (FileId(file), count))
    }

    /// Number of terms in the messages of a file's commits.
    pub fn message_length(&self, file: FileId) -> u32 {
        self.numbers.at(file.index()).message_length
    }

    /// The newest commits one by one.
    pub fn commits(&self) -> &Commits {
        &self.commits
    }

    /// Number of files with a history.
    pub fn len(&self) -> usize {
        self.numbers.iter().filter(|it| it.known).count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
