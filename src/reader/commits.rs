//! The newest commits: what each says, how many files it changed, and which files of the index.

use std::collections::BTreeMap;

use super::columns::Strings;
use super::files::Files;
use super::flat::Column;
use super::ids::FileId;
use super::image::stored;
use super::load::{Rows, Source, dense};
use super::lookup;
use crate::artifacts::commits::{ARTIFACT, Commit as Row};
use crate::manifest::error::IndexError;

/// Commits by number, in the order of their ids. Empty in a root without history.
#[derive(Default)]
pub struct Commits {
    /// Files that each changed.
    changed: Column<u32>,
    /// Terms of the message of each.
    lengths: Column<u32>,
    /// Terms of all messages, sorted.
    terms: Strings,
    starts: Column<u32>,
    /// Commits whose message holds a term, ascending.
    holders: Column<u32>,
    file_starts: Column<u32>,
    /// Commits that changed a file, ascending.
    of_files: Column<u32>,
}

stored!(Commits { changed, lengths, terms, starts, holders, file_starts, of_files });

impl Commits {
    /// Reads the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files) -> Result<Self, IndexError> {
        let decode = |rows: &Rows<'_>| {
            let mut part = Vec::new();
            rows.each(|row: Row| {
                let changed = row.paths.iter().map(|path| files.known(ARTIFACT.name, path)).collect::<Result<Vec<FileId>, _>>()?;
                part.push((row, changed));
                Ok(())
            })?;
            Ok(part)
        };
        let mut rows: Vec<(Row, Vec<FileId>)> = source.parts(&ARTIFACT, decode, |_| None)?.into_iter().flatten().collect();
        rows.sort_unstable_by(|lhs, rhs| lhs.0.commit_id.cmp(&rhs.0.commit_id));
        Self::new(files.len(), &rows)
    }

    fn new(files: usize, rows: &[(Row, Vec<FileId>)]) -> Result<Self, IndexError> {
        let number = |it: usize| dense(it, ARTIFACT.name);
        let mut commits = Self::default();
        let mut holders: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        let mut of_files = vec![Vec::new(); files];
        for (at, (row, changed)) in (0u32..).zip(rows) {
            commits.changed.push(row.changed);
            commits.lengths.push(number(row.terms.len())?);
            row.terms.iter().for_each(|term| holders.entry(term).or_default().push(at));
            for file in changed {
                of_files[file.index()].push(at);
            }
        }
        commits.starts.push(0);
        for (term, holding) in holders {
            commits.terms.push(term);
            commits.holders.values().extend(holding);
            commits.starts.push(number(commits.holders.len())?);
        }
        commits.file_starts.push(0);
        for own in of_files {
            commits.of_files.values().extend(own);
            commits.file_starts.push(number(commits.of_files.len())?);
        }
        Ok(commits)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.changed.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many files each changed, by number.
    pub fn changed(&self) -> impl Iterator<Item = u32> {
        self.changed.iter()
    }

    /// How many terms the message of each has, by number.
    pub fn lengths(&self) -> impl Iterator<Item = u32> {
        self.lengths.iter()
    }

    /// The same of one.
    pub fn length(&self, commit: u32) -> u32 {
        self.lengths.at(commit as usize)
    }

    /// The terms of messages that start with a text, sorted, each with the commits whose message holds it, ascending.
    pub fn starting_with<'a, 'b>(&'a self, start: &'b str) -> impl Iterator<Item = (&'a str, impl Iterator<Item = u32> + use<'a>)> + use<'a, 'b> {
        let terms = (self.terms.first_from(start)..self.terms.len()).map(|at| (at, self.terms.get(at)));
        terms.take_while(move |(_, term)| term.starts_with(start)).map(|(at, term)| (term, self.holders.range(lookup::range(&self.starts, at))))
    }

    /// The commits that changed a file, ascending.
    pub fn of(&self, file: FileId) -> impl Iterator<Item = u32> {
        self.of_files.range(lookup::range(&self.file_starts, file.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_found_by_term_and_by_file() {
        let row = |changed: &[u32], terms: &[&str]| {
            let row = Row {
                changed: 5,
                commit_id: String::new(),
                path: String::new(),
                paths: Vec::new(),
                terms: terms.iter().map(ToString::to_string).collect(),
                time: String::new(),
            };
            (row, changed.iter().map(|file| FileId(*file)).collect())
        };
        let commits = Commits::new(3, &[row(&[0], &["lexer"]), row(&[0, 2], &["parse", "parser"])]).unwrap();
        assert_eq!((commits.len(), commits.lengths().collect::<Vec<_>>(), commits.changed().collect::<Vec<_>>()), (2, vec![1, 2], vec![5, 5]));
        let of: Vec<Vec<u32>> = (0..4).map(|file| commits.of(FileId(file)).collect()).collect();
        assert_eq!(of, [vec![0, 1], vec![], vec![1], vec![]]);
        let found: Vec<(&str, Vec<u32>)> = commits.starting_with("par").map(|(term, holders)| (term, holders.collect())).collect();
        assert_eq!(found, [("parse", vec![1]), ("parser", vec![1])]);
        assert_eq!(commits.starting_with("x").count(), 0);
    }
}
