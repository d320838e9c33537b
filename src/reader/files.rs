//! The walked files.

use super::columns::{HashIndex, Strings, Words};
use super::ids::FileId;
use super::load::{Source, dense};
use crate::artifacts::files::{ARTIFACT, File as Row};
use crate::manifest::error::IndexError;

/// One walked file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File<'a> {
    pub id: FileId,
    pub path: &'a str,
    /// Language id; `None` where none is known.
    pub language: Option<&'a str>,
    /// `code`, `prose`, `config`, `test`, `generated`, `vendored`, `binary`.
    pub class: &'a str,
    pub class_reason: &'a str,
    /// Size as stored.
    pub bytes: u64,
    /// `None` where it was not decoded.
    pub lines: Option<u32>,
    pub in_graph: bool,
    /// `manager name root`.
    pub package: Option<&'a str>,
    pub problem_count: u32,
    /// `blake3:<64 hex>`.
    pub source_hash: &'a str,
}

/// The table as columns.
#[derive(Default)]
pub struct Files {
    paths: Strings,
    by_path: HashIndex,
    languages: Words,
    classes: Words,
    class_reasons: Words,
    packages: Words,
    source_hashes: Strings,
    bytes: Vec<u64>,
    lines: Vec<Option<u32>>,
    in_graph: Vec<bool>,
    problem_counts: Vec<u32>,
}

impl Files {
    /// Reads the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source) -> Result<Self, IndexError> {
        let parts = source.decode_all(&ARTIFACT, |rows| {
            let mut part = Self::default();
            rows.each(|row: Row| {
                part.push(&row);
                Ok(())
            })?;
            Ok(part)
        })?;
        let mut files = Self::default();
        parts.iter().for_each(|part| files.append(part));
        dense(files.paths.len(), ARTIFACT.name)?;
        if files.paths.overflowed() || files.source_hashes.overflowed() {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        files.by_path = HashIndex::new(&files.paths);
        Ok(files)
    }

    fn push(&mut self, row: &Row) {
        self.paths.push(&row.path);
        self.languages.push(row.language.as_deref().unwrap_or(""));
        self.classes.push(&row.class);
        self.class_reasons.push(&row.class_reason);
        self.packages.push(row.package.as_deref().unwrap_or(""));
        self.source_hashes.push(&row.source_hash);
        self.bytes.push(row.bytes);
        self.lines.push(row.lines);
        self.in_graph.push(row.in_graph);
        self.problem_counts.push(row.problem_count);
    }

    fn append(&mut self, part: &Self) {
        self.paths.append(&part.paths);
        self.languages.append(&part.languages);
        self.classes.append(&part.classes);
        self.class_reasons.append(&part.class_reasons);
        self.packages.append(&part.packages);
        self.source_hashes.append(&part.source_hashes);
        self.bytes.extend_from_slice(&part.bytes);
        self.lines.extend_from_slice(&part.lines);
        self.in_graph.extend_from_slice(&part.in_graph);
        self.problem_counts.extend_from_slice(&part.problem_counts);
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// One file.
    pub fn get(&self, id: FileId) -> File<'_> {
        let index = id.index();
        let word = |word| Some(word).filter(|word: &&str| !word.is_empty());
        File {
            id,
            path: self.paths.get(index),
            language: word(self.languages.get(index)),
            class: self.classes.get(index),
            class_reason: self.class_reasons.get(index),
            bytes: self.bytes.get(index).copied().unwrap_or(0),
            lines: self.lines.get(index).copied().flatten(),
            in_graph: self.in_graph.get(index).copied().unwrap_or(false),
            package: word(self.packages.get(index)),
            problem_count: self.problem_counts.get(index).copied().unwrap_or(0),
            source_hash: self.source_hashes.get(index),
        }
    }

    /// The path of a file.
    pub fn path(&self, id: FileId) -> &str {
        self.paths.get(id.index())
    }

    /// The file of a path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.by_path.find(&self.paths, path).map(FileId)
    }

    /// The file of a path that a row of another table names.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] where `files` does not have it.
    pub fn known(&self, table: &str, path: &str) -> Result<FileId, IndexError> {
        self.find(path).ok_or_else(|| IndexError::corrupt(table, format!("`{path}` is not in `files`")))
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        let strings = self.paths.bytes() + self.source_hashes.bytes() + self.by_path.bytes();
        let words = self.languages.bytes() + self.classes.bytes() + self.class_reasons.bytes() + self.packages.bytes();
        strings + words + self.len() * 21
    }
}
