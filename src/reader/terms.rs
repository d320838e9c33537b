//! The inverted form of `postings`: term to the chunks that hold it, with occurrences by field.

use std::collections::HashMap;

use super::chunks::Chunks;
use super::columns::Strings;
use super::files::Files;
use super::flat::{Column, Values, flat};
use super::form::Moves;
use super::ids::{ChunkId, ChunkUid, FileId};
use super::image::{Damaged, Sampled, stored};
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

flat! {
    /// Occurrences of a term in one chunk, by field; each up to 255.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Posting {
        pub chunk: ChunkId,
        counts: [u8; Field::ALL.len()],
    }
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
    starts: Column<u32>,
    /// Looked at term by term, and checked so by `sums`.
    postings: Sampled<Column<Posting>>,
    /// Of the postings of each term.
    sums: Column<u64>,
    path_starts: Column<u32>,
    path_files: Column<FileId>,
    /// Number of terms of each chunk, by field.
    lengths: Column<[u32; Field::ALL.len()]>,
    /// Number of path terms of each file.
    path_lengths: Column<u32>,
    /// The chunk of each row of the table.
    rows: Column<ChunkId>,
}

stored!(Terms { words, starts, postings, sums, path_starts, path_files, lengths, path_lengths, rows });

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

    /// All rows of an earlier form that stand in pieces that are still there; `None` where it is damaged or a chunk is gone.
    fn of(moves: &Moves, terms: &Terms, rows: &[std::ops::Range<u32>]) -> Option<Self> {
        let mut part = Self::default();
        let mut kept = vec![false; terms.lengths.len()];
        let mut kept_files = vec![false; terms.path_lengths.len()];
        for old in rows.iter().flat_map(|rows| terms.rows.range(rows.clone())) {
            let (file, lengths) = (moves.before.chunks.file(old), terms.lengths.at(old.index()));
            *kept.get_mut(old.index())? = true;
            part.lengths.push((moves.chunk(old)?, lengths));
            let seen = kept_files.get_mut(file.index())?;
            if !std::mem::replace(seen, true) {
                part.path_lengths.push((moves.file(file)?, terms.path_lengths.at(file.index())));
            }
        }
        for number in 0..terms.words.len() {
            let (mut used, local) = (false, u32::try_from(part.terms.len()).ok()?);
            for posting in terms.of_number(number).ok()?.filter(|it| kept.get(it.chunk.index()) == Some(&true)) {
                part.postings.push((local, Posting { chunk: moves.chunk(posting.chunk)?, ..posting }));
                used = true;
            }
            let files = terms.path_files.range(lookup::range(&terms.path_starts, number));
            for file in files.filter(|it| kept_files.get(it.index()) == Some(&true)) {
                part.paths.push((local, moves.file(file)?));
                used = true;
            }
            if used {
                part.terms.push(terms.words.get(number).into());
            }
        }
        Some(part)
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
    /// Reads and inverts the table. `before` is an earlier form of it.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files, chunks: &Chunks, before: Option<(&Moves, &Self)>) -> Result<Self, IndexError> {
        let kept: Vec<_> = source.pieces(&ARTIFACT)?.iter().filter_map(|piece| source.kept(&ARTIFACT, piece)).collect();
        let reused = before.filter(|_| !kept.is_empty()).and_then(|(moves, terms)| Part::of(moves, terms, &kept));
        let decode = |rows: &Rows<'_>| Part::read(rows, files, chunks);
        // What was reused as a whole is nothing piece by piece.
        let mut parts = source.parts(&ARTIFACT, decode, |_| reused.as_ref().map(|_| Part::default()))?;
        let mut rows = vec![ChunkId(0); chunks.len()];
        let mut row = 0usize;
        for (piece, part) in source.pieces(&ARTIFACT)?.iter().zip(&parts) {
            let of_before = source.kept(&ARTIFACT, piece).zip(before).filter(|_| reused.is_some());
            let ids: Vec<ChunkId> = match of_before {
                Some((range, (moves, terms))) => terms.rows.range(range).filter_map(|old| moves.chunk(old)).collect(),
                None => part.lengths.iter().map(|(chunk, _)| *chunk).collect(),
            };
            for id in ids {
                if let Some(slot) = rows.get_mut(row) {
                    *slot = id;
                }
                row += 1;
            }
        }
        rows.truncate(row);
        parts.extend(reused);
        Self::invert(&parts, files, chunks, rows)
    }

    fn invert(parts: &[Part], files: &Files, chunks: &Chunks, rows: Vec<ChunkId>) -> Result<Self, IndexError> {
        let mut distinct: Vec<&str> = parts.iter().flat_map(|part| part.terms.iter().map(AsRef::as_ref)).collect();
        distinct.sort_unstable();
        distinct.dedup();
        dense(parts.iter().map(|part| part.postings.len()).sum(), ARTIFACT.name)?;
        let mut all = Self { rows: rows.into(), ..Self::default() };
        distinct.iter().for_each(|term| all.words.push(term));
        if all.words.overflowed() {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let global = |term: &str| distinct.binary_search(&term).ok().and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
        let numbers: Vec<Vec<u32>> = parts.iter().map(|part| part.terms.iter().map(|term| global(term)).collect()).collect();
        let postings =
            || parts.iter().zip(&numbers).flat_map(|(part, of)| part.postings.iter().map(|(term, posting)| (of[*term as usize], *posting)));
        let mut paths: Vec<(u32, FileId)> =
            parts.iter().zip(&numbers).flat_map(|(part, of)| part.paths.iter().map(|(term, file)| (of[*term as usize], *file))).collect();
        // A file that is cut across pieces tells its path twice.
        paths.sort_unstable();
        paths.dedup();
        let (starts, mut inverted) = invert(distinct.len(), postings);
        // A piece is ordered by uid within a file, ids by position.
        for term in 0..distinct.len() {
            let range = lookup::range(&starts, term);
            inverted[range.start as usize..range.end as usize].sort_unstable_by_key(|posting| posting.chunk);
        }
        (all.starts, all.postings) = (starts, Sampled(inverted.into()));
        all.sums = (0..distinct.len()).map(|term| all.postings.0.sum(lookup::range(&all.starts, term))).collect::<Vec<_>>().into();
        all.path_starts = lookup::starts(distinct.len(), paths.iter().map(|(term, _)| FileId(*term)));
        all.path_files = paths.into_iter().map(|(_, file)| file).collect::<Vec<_>>().into();
        let (mut lengths, mut path_lengths) = (vec![[0; Field::ALL.len()]; chunks.len()], vec![0; files.len()]);
        for part in parts {
            part.lengths.iter().for_each(|(chunk, of)| lengths[chunk.index()] = *of);
            part.path_lengths.iter().for_each(|(file, length)| path_lengths[file.index()] = *length);
        }
        (all.lengths, all.path_lengths) = (lengths.into(), path_lengths.into());
        Ok(all)
    }

    /// The chunks that hold a term in a field of their own, ascending.
    ///
    /// # Errors
    /// [`Damaged`] where the read form is.
    pub fn postings(&self, term: &str) -> Result<Values<'_, Posting>, Damaged> {
        self.words.search(term).map_or(Ok(self.postings.0.range(0..0)), |number| self.of_number(number))
    }

    fn of_number(&self, number: usize) -> Result<Values<'_, Posting>, Damaged> {
        let range = lookup::range(&self.starts, number);
        let whole = self.postings.0.is_known() || self.postings.0.sum(range.clone()) == self.sums.at(number);
        if whole { Ok(self.postings.0.range(range)) } else { Err(Damaged) }
    }

    /// The files whose path holds a term, ascending.
    pub fn path_files(&self, term: &str) -> Values<'_, FileId> {
        self.path_files.range(self.words.search(term).map_or(0..0, |number| lookup::range(&self.path_starts, number)))
    }

    /// Number of terms in each field of a chunk.
    pub fn lengths(&self, chunk: ChunkId) -> [u32; Field::ALL.len()] {
        self.lengths.at(chunk.index())
    }

    /// Number of terms in each field of every chunk, in order.
    pub fn all_lengths(&self) -> Values<'_, [u32; Field::ALL.len()]> {
        self.lengths.iter()
    }

    /// Number of terms in a field of a chunk.
    pub fn length(&self, chunk: ChunkId, field: Field) -> u32 {
        self.lengths(chunk)[field as usize]
    }

    /// Number of terms in the path of a file.
    pub fn path_length(&self, file: FileId) -> u32 {
        self.path_lengths.at(file.index())
    }

    /// The terms that start with a text, sorted.
    pub fn starting_with<'a, 'b>(&'a self, start: &'b str) -> impl Iterator<Item = &'a str> + use<'a, 'b> {
        let first = self.words.first_from(start);
        (first..self.words.len()).map(|number| self.words.get(number)).take_while(move |term| term.starts_with(start))
    }
}

/// Values by number, each number's in the order they come: where they start, and they.
fn invert<T: Copy, I: Iterator<Item = (u32, T)>>(count: usize, values: impl Fn() -> I) -> (Column<u32>, Vec<T>) {
    let starts = lookup::starts(count, values().map(|(number, _)| FileId(number)));
    let mut next: Vec<u32> = starts.iter().collect();
    let total = next.last().map_or(0, |it| *it as usize);
    let mut order: Vec<Option<T>> = vec![None; total];
    for (number, value) in values() {
        let slot = &mut next[number as usize];
        order[*slot as usize] = Some(value);
        *slot += 1;
    }
    (starts, order.into_iter().flatten().collect())
}
