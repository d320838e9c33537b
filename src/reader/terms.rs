//! The inverted form of `postings`: term to the chunks that hold it, with occurrences by field.

use std::collections::HashMap;

use super::chunks::Chunks;
use super::columns::Strings;
use super::files::Files;
use super::ids::{ChunkId, ChunkUid, FileId};
use super::load::{Rows, Source, dense};
use super::lookup;
use crate::artifacts::postings::{ARTIFACT, Frequencies, Postings};
use crate::manifest::error::IndexError;

/// The fields of a chunk that are searched. The path of its file is one more, told by file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Name,
    Signature,
    Doc,
    Body,
}

impl Field {
    /// Every field.
    pub const ALL: [Self; 4] = [Self::Name, Self::Signature, Self::Doc, Self::Body];
}

/// Occurrences of a term in one chunk, by field; each up to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    pub chunk: ChunkId,
    counts: [u8; Field::ALL.len()],
}

impl Posting {
    /// Occurrences in a field.
    pub fn count(&self, field: Field) -> u32 {
        u32::from(self.counts[field as usize])
    }
}

/// The inverted terms.
#[derive(Default)]
pub struct Terms {
    /// Sorted.
    words: Strings,
    starts: Vec<u32>,
    postings: Vec<Posting>,
    path_starts: Vec<u32>,
    path_files: Vec<FileId>,
    /// Number of terms of each chunk, by field.
    lengths: Vec<[u32; Field::ALL.len()]>,
    /// Number of path terms of each file.
    path_lengths: Vec<u32>,
}

/// The terms of one piece, by number in the order they were met.
#[derive(Default)]
struct Part {
    numbers: HashMap<Box<str>, u32>,
    terms: Vec<Box<str>>,
    postings: Vec<(u32, Posting)>,
    paths: Vec<(u32, FileId)>,
    lengths: Vec<(ChunkId, [u32; Field::ALL.len()])>,
    path_lengths: Vec<(FileId, u32)>,
}

impl Part {
    fn read(rows: &Rows<'_>, files: &Files, chunks: &Chunks) -> Result<Self, IndexError> {
        let mut part = Self::default();
        let mut slots: HashMap<u32, [u8; Field::ALL.len()]> = HashMap::new();
        rows.each(|row: Postings<'_>| {
            let chunk = ChunkUid::parse(&row.chunk_uid).and_then(|uid| chunks.find(uid));
            let chunk = chunk.ok_or_else(|| rows.corrupt(format!("`{}` is not in `chunk_meta`", row.chunk_uid)))?;
            let mut lengths = [0u32; Field::ALL.len()];
            slots.clear();
            for (field, frequencies) in Field::ALL.into_iter().zip([&row.name, &row.signature, &row.doc, &row.body]) {
                for (term, count) in frequencies.iter() {
                    let slot = &mut slots.entry(part.number(term)).or_default()[field as usize];
                    *slot = u8::try_from(count).unwrap_or(u8::MAX);
                    lengths[field as usize] += count;
                }
            }
            let mut found: Vec<(u32, [u8; Field::ALL.len()])> = slots.drain().collect();
            found.sort_unstable();
            part.postings.extend(found.into_iter().map(|(term, counts)| (term, Posting { chunk, counts })));
            part.lengths.push((chunk, lengths));
            part.path(files.known(ARTIFACT.name, &row.path)?, &row.path_terms);
            Ok(())
        })?;
        Ok(part)
    }

    /// The rows of a file stand together and carry the same path terms.
    fn path(&mut self, file: FileId, terms: &Frequencies) {
        if self.path_lengths.last().is_some_and(|(last, _)| *last == file) {
            return;
        }
        let mut length = 0;
        for (term, count) in terms.iter() {
            let number = self.number(term);
            self.paths.push((number, file));
            length += count;
        }
        self.path_lengths.push((file, length));
    }

    fn number(&mut self, term: &str) -> u32 {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        // A piece has fewer terms than bytes.
        let number = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        self.terms.push(term.into());
        self.numbers.insert(term.into(), number);
        number
    }
}

impl Terms {
    /// Reads and inverts the table.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files, chunks: &Chunks) -> Result<Self, IndexError> {
        let parts = source.decode_all(&ARTIFACT, |rows| Part::read(rows, files, chunks))?;
        let mut distinct: Vec<&str> = parts.iter().flat_map(|part| part.terms.iter().map(AsRef::as_ref)).collect();
        distinct.sort_unstable();
        distinct.dedup();
        dense(parts.iter().map(|part| part.postings.len()).sum(), ARTIFACT.name)?;
        let mut all = Self { lengths: vec![[0; Field::ALL.len()]; chunks.len()], path_lengths: vec![0; files.len()], ..Self::default() };
        distinct.iter().for_each(|term| all.words.push(term));
        if all.words.overflowed() {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let global = |term: &str| distinct.binary_search(&term).ok().and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
        let numbers: Vec<Vec<u32>> = parts.iter().map(|part| part.terms.iter().map(|term| global(term)).collect()).collect();
        let postings =
            || parts.iter().zip(&numbers).flat_map(|(part, of)| part.postings.iter().map(|(term, posting)| (of[*term as usize], *posting)));
        let paths = || parts.iter().zip(&numbers).flat_map(|(part, of)| part.paths.iter().map(|(term, file)| (of[*term as usize], *file)));
        (all.starts, all.postings) = invert(distinct.len(), postings);
        (all.path_starts, all.path_files) = invert(distinct.len(), paths);
        // A piece is ordered by uid within a file, ids by position; and a file that is cut across pieces tells its path twice.
        for term in 0..distinct.len() {
            let range = lookup::range(&all.starts, term);
            all.postings[range.start as usize..range.end as usize].sort_unstable_by_key(|posting| posting.chunk);
        }
        for part in &parts {
            part.lengths.iter().for_each(|(chunk, lengths)| all.lengths[chunk.index()] = *lengths);
            part.path_lengths.iter().for_each(|(file, length)| all.path_lengths[file.index()] = *length);
        }
        Ok(all)
    }

    /// The chunks that hold a term in a field of their own, ascending.
    pub fn postings(&self, term: &str) -> &[Posting] {
        self.find(term).map_or(&[], |number| {
            let range = lookup::range(&self.starts, number);
            &self.postings[range.start as usize..range.end as usize]
        })
    }

    /// The files whose path holds a term, ascending.
    pub fn path_files(&self, term: &str) -> Vec<FileId> {
        let Some(number) = self.find(term) else { return Vec::new() };
        let range = lookup::range(&self.path_starts, number);
        let mut files = self.path_files[range.start as usize..range.end as usize].to_vec();
        files.dedup();
        files
    }

    /// Number of terms in a field of a chunk.
    pub fn length(&self, chunk: ChunkId, field: Field) -> u32 {
        self.lengths[chunk.index()][field as usize]
    }

    /// Number of terms in the path of a file.
    pub fn path_length(&self, file: FileId) -> u32 {
        self.path_lengths[file.index()]
    }

    /// Every term, sorted.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        (0..self.words.len()).map(|number| self.words.get(number))
    }

    fn find(&self, term: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.words.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.words.get(middle).cmp(term) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        let numbers = self.starts.capacity() + self.path_starts.capacity() + self.path_files.capacity() + self.path_lengths.capacity();
        self.words.bytes() + numbers * 4 + self.postings.capacity() * size_of::<Posting>() + self.lengths.capacity() * 16
    }
}

/// Values by number, each number's in the order they come: where they start, and they.
fn invert<T: Copy, I: Iterator<Item = (u32, T)>>(count: usize, values: impl Fn() -> I) -> (Vec<u32>, Vec<T>) {
    let starts = lookup::starts(count, values().map(|(number, _)| FileId(number)));
    let mut next = starts.clone();
    let mut order: Vec<Option<T>> = vec![None; starts.last().map_or(0, |it| *it as usize)];
    for (number, value) in values() {
        let slot = &mut next[number as usize];
        order[*slot as usize] = Some(value);
        *slot += 1;
    }
    (starts, order.into_iter().flatten().collect())
}
