//! The chunks, without their text.

use super::columns::{Strings, Words};
use super::files::Files;
use super::ids::{ChunkId, ChunkUid, FileId, SymbolId, TextHash};
use super::load::{Source, dense};
use super::lookup;
use crate::artifacts::chunk_meta::{ARTIFACT, ChunkMeta};
use crate::base::span::{Lines, Range};
use crate::manifest::error::IndexError;

/// One chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    pub id: ChunkId,
    pub uid: ChunkUid,
    pub file: FileId,
    /// `function`, `type`, `section`, `module`.
    pub kind: &'a str,
    /// Qualified name of the definition; empty for module-level code.
    pub name: &'a str,
    /// UTF-16 code units of the decoded file.
    pub range: Range,
    /// Size of the text in bytes of UTF-8.
    pub bytes: u32,
    pub lines: Lines,
    /// The definition it shows.
    pub symbol: Option<SymbolId>,
    pub text_hash: TextHash,
    /// Words and marks of the text.
    pub token_count: u32,
    /// Doc text of the definition it shows.
    pub doc: &'a str,
}

#[derive(Clone, Copy)]
struct Numbers {
    uid: ChunkUid,
    text_hash: TextHash,
    range: Range,
    lines: Lines,
    bytes: u32,
    token_count: u32,
}

/// The table as columns.
#[derive(Default)]
pub struct Chunks {
    files: Vec<FileId>,
    starts: Vec<u32>,
    /// Sorted by uid.
    by_uid: Vec<(ChunkUid, u32)>,
    symbols: Vec<Option<SymbolId>>,
    rows: Columns,
}

#[derive(Default)]
struct Columns {
    paths: Words,
    symbol_ids: Strings,
    kinds: Words,
    names: Strings,
    docs: Strings,
    numbers: Vec<Numbers>,
}

impl Chunks {
    /// Reads the table. The definitions that chunks show are joined by [`Chunks::join`].
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files) -> Result<Self, IndexError> {
        let parts = source.decode_all(&ARTIFACT, |rows| {
            let mut part = Columns::default();
            rows.each(|row: ChunkMeta<'_>| {
                let uid = ChunkUid::parse(&row.chunk_uid).ok_or_else(|| rows.corrupt(format!("`{}` is no chunkUid", row.chunk_uid)))?;
                let text_hash = TextHash::parse(&row.text_hash).ok_or_else(|| rows.corrupt(format!("`{}` is no text hash", row.text_hash)))?;
                part.push(&row, uid, text_hash);
                Ok(())
            })?;
            Ok(part)
        })?;
        let mut rows = Columns::default();
        parts.iter().for_each(|part| rows.append(part));
        let count = dense(rows.numbers.len(), ARTIFACT.name)?;
        if rows.symbol_ids.overflowed() || rows.names.overflowed() || rows.docs.overflowed() {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let mut of = Vec::with_capacity(rows.numbers.len());
        for row in 0..rows.numbers.len() {
            of.push(files.known(ARTIFACT.name, rows.paths.get(row))?);
        }
        let mut by_uid: Vec<(ChunkUid, u32)> = rows.numbers.iter().map(|it| it.uid).zip(0..count).collect();
        by_uid.sort_unstable();
        let starts = lookup::starts(files.len(), of.iter().copied());
        rows.paths = Words::default();
        Ok(Self { files: of, starts, by_uid, symbols: Vec::new(), rows })
    }

    /// Joins the definitions. Until then no chunk shows one.
    pub fn join(&mut self, symbol_of: &dyn Fn(&str) -> Option<SymbolId>) {
        self.symbols = (0..self.rows.numbers.len()).map(|row| symbol_of(self.rows.symbol_ids.get(row))).collect();
        self.rows.symbol_ids = Strings::default();
    }

    /// Number of chunks.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// One chunk.
    pub fn get(&self, id: ChunkId) -> Chunk<'_> {
        let index = id.index();
        let numbers = &self.rows.numbers[index];
        Chunk {
            id,
            uid: numbers.uid,
            file: self.files[index],
            kind: self.rows.kinds.get(index),
            name: self.rows.names.get(index),
            range: numbers.range,
            bytes: numbers.bytes,
            lines: numbers.lines,
            symbol: self.symbols.get(index).copied().flatten(),
            text_hash: numbers.text_hash,
            token_count: numbers.token_count,
            doc: self.rows.docs.get(index),
        }
    }

    /// The file of a chunk.
    pub fn file(&self, id: ChunkId) -> FileId {
        self.files[id.index()]
    }

    /// The chunk of a uid.
    pub fn find(&self, uid: ChunkUid) -> Option<ChunkId> {
        let at = self.by_uid.partition_point(|(it, _)| *it < uid);
        self.by_uid.get(at).filter(|(it, _)| *it == uid).map(|(_, row)| ChunkId(*row))
    }

    /// The chunks of a file, in the order of the table.
    pub fn of_file(&self, file: FileId) -> impl ExactSizeIterator<Item = ChunkId> + Clone + use<> {
        lookup::range(&self.starts, file.index()).map(ChunkId)
    }

    /// The smallest chunk that covers a 1-based line of a file.
    pub fn at(&self, file: FileId, line: u32) -> Option<ChunkId> {
        let covers = |id: &ChunkId| {
            let lines = self.rows.numbers[id.index()].lines;
            lines.start <= line && line <= lines.end
        };
        let size = |id: &ChunkId| self.rows.numbers[id.index()].lines.end - self.rows.numbers[id.index()].lines.start;
        self.of_file(file).filter(covers).min_by_key(|id| (size(id), *id))
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        let rows = &self.rows;
        let texts = rows.symbol_ids.bytes() + rows.kinds.bytes() + rows.names.bytes() + rows.docs.bytes();
        let numbers = rows.numbers.capacity() * size_of::<Numbers>() + self.by_uid.capacity() * 16 + self.symbols.capacity() * 8;
        texts + numbers + (self.files.capacity() + self.starts.capacity()) * 4
    }
}

impl Columns {
    fn push(&mut self, row: &ChunkMeta<'_>, uid: ChunkUid, text_hash: TextHash) {
        self.paths.push(&row.path);
        self.symbol_ids.push(row.symbol_id.as_deref().unwrap_or(""));
        self.kinds.push(&row.kind);
        self.names.push(&row.name);
        self.docs.push(&row.doc);
        let Lines { start, end } = row.lines;
        let lines = Lines { start, end: end.max(start) };
        self.numbers.push(Numbers { uid, text_hash, range: row.range, lines, bytes: row.bytes, token_count: row.token_count });
    }

    fn append(&mut self, part: &Self) {
        self.paths.append(&part.paths);
        self.symbol_ids.append(&part.symbol_ids);
        self.kinds.append(&part.kinds);
        self.names.append(&part.names);
        self.docs.append(&part.docs);
        self.numbers.extend_from_slice(&part.numbers);
    }
}
