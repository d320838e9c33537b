//! The walked files.

use super::columns::{HashIndex, Strings, Words};
use super::flat::{Column, flat};
use super::ids::FileId;
use super::image::stored;
use super::load::{Rows, Source, dense};
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

flat! {
    /// The numbers of one row.
    #[derive(Clone, Copy, Debug)]
    struct Numbers {
        bytes: u64,
        /// 0 where `decoded` is not set.
        lines: u32,
        problem_count: u32,
        decoded: bool,
        in_graph: bool,
    }
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
    numbers: Column<Numbers>,
}

stored!(Files { paths, by_path, languages, classes, class_reasons, packages, source_hashes, numbers });

impl Files {
    /// Reads the table. `before` is an earlier form of it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, before: Option<&Self>) -> Result<Self, IndexError> {
        let decode = |rows: &Rows<'_>| {
            let mut part = Self::default();
            rows.each(|row: Row| {
                part.push(&row);
                Ok(())
            })?;
            Ok(part)
        };
        let parts = source.parts(&ARTIFACT, decode, |rows| before.map(|before| before.part(rows)))?;
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
        let (lines, decoded) = (row.lines.unwrap_or(0), row.lines.is_some());
        self.numbers.push(Numbers { bytes: row.bytes, lines, problem_count: row.problem_count, decoded, in_graph: row.in_graph });
    }

    /// Some rows of an earlier form.
    fn part(&self, rows: std::ops::Range<u32>) -> Self {
        let mut part = Self::default();
        for row in rows {
            let at = row as usize;
            part.paths.push(self.paths.get(at));
            part.languages.push(self.languages.get(at));
            part.classes.push(self.classes.get(at));
            part.class_reasons.push(self.class_reasons.get(at));
            part.packages.push(self.packages.get(at));
            part.source_hashes.push(self.source_hashes.get(at));
            part.numbers.push(self.numbers.at(at));
        }
        part
    }

    fn append(&mut self, part: &Self) {
        self.paths.append(&part.paths);
        self.languages.append(&part.languages);
        self.classes.append(&part.classes);
        self.class_reasons.append(&part.class_reasons);
        self.packages.append(&part.packages);
        self.source_hashes.append(&part.source_hashes);
        self.numbers.append(&part.numbers);
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
        let numbers = self.numbers.at(index);
        let word = |word| Some(word).filter(|word: &&str| !word.is_empty());
        File {
            id,
            path: self.paths.get(index),
            language: self.language(id),
            class: self.classes.get(index),
            class_reason: self.class_reasons.get(index),
            bytes: numbers.bytes,
            lines: Some(numbers.lines).filter(|_| numbers.decoded),
            in_graph: numbers.in_graph,
            package: word(self.packages.get(index)),
            problem_count: numbers.problem_count,
            source_hash: self.source_hashes.get(index),
        }
    }

    /// The language of a file.
    pub fn language(&self, id: FileId) -> Option<&str> {
        Some(self.languages.get(id.index())).filter(|word| !word.is_empty())
    }

    /// Whether a file is of a class.
    pub fn is_class(&self, id: FileId, class: &str) -> bool {
        self.classes.is(id.index(), class)
    }

    /// The class of a file.
    pub fn class(&self, id: FileId) -> &str {
        self.classes.get(id.index())
    }

    /// What told the class of a file.
    pub fn class_reason(&self, id: FileId) -> &str {
        self.class_reasons.get(id.index())
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
}
