//! The chunks, without their text.

use super::columns::{Strings, Words};
use super::files::Files;
use super::flat::{Column, flat};
use super::form::Before;
use super::ids::{ChunkId, ChunkUid, FileId, SymbolId, TextHash};
use super::image::stored;
use super::load::{Rows, Source, dense};
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

flat! {
    /// The numbers of one row.
    #[derive(Clone, Copy, Debug)]
    struct Numbers {
        uid: u64,
        text_hash: u64,
        file: FileId,
        symbol: Option<SymbolId>,
        range: [u32; 2],
        lines: [u32; 2],
        bytes: u32,
        token_count: u32,
    }
}

/// The table as columns.
#[derive(Default)]
pub struct Chunks {
    numbers: Column<Numbers>,
    /// Apart from the other numbers: every query asks for the files of all chunks.
    files: Column<FileId>,
    starts: Column<u32>,
    /// Rows by uid.
    by_uid: Column<u32>,
    kinds: Words,
    names: Strings,
    docs: Strings,
    /// What the definitions are called that chunks show, until they are joined.
    symbol_ids: Strings,
}

stored!(Chunks { numbers, files, starts, by_uid, kinds, names, docs, symbol_ids });

#[derive(Default)]
struct Part {
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
    pub fn load(source: &Source, files: &Files, before: Option<&Before>) -> Result<Self, IndexError> {
        let parts = source.parts(&ARTIFACT, Part::read, |rows| before.map(|before| Part::of(before, rows)))?;
        let mut all = Self::default();
        for part in &parts {
            all.kinds.append(&part.kinds);
            all.names.append(&part.names);
            all.docs.append(&part.docs);
            all.symbol_ids.append(&part.symbol_ids);
            for (row, numbers) in part.numbers.iter().enumerate() {
                all.numbers.push(Numbers { file: files.known(ARTIFACT.name, part.paths.get(row))?, ..*numbers });
            }
        }
        let count = dense(all.numbers.len(), ARTIFACT.name)?;
        if all.symbol_ids.overflowed() || all.names.overflowed() || all.docs.overflowed() {
            return Err(IndexError::TooLarge(ARTIFACT.name));
        }
        let mut by_uid: Vec<u32> = (0..count).collect();
        by_uid.sort_unstable_by_key(|row| (all.numbers.at(*row as usize).uid, *row));
        all.by_uid = by_uid.into();
        all.files = all.numbers.iter().map(|it| it.file).collect::<Vec<_>>().into();
        all.starts = lookup::starts(files.len(), all.files.iter());
        Ok(all)
    }

    /// Joins the definitions. Until then no chunk shows one. False if a definition is nowhere.
    pub fn join(&mut self, symbol_of: &dyn Fn(&str) -> Option<SymbolId>) -> bool {
        let ids = std::mem::take(&mut self.symbol_ids);
        let mut whole = true;
        for (row, numbers) in self.numbers.values().iter_mut().enumerate() {
            numbers.symbol = symbol_of(ids.get(row));
            whole &= numbers.symbol.is_some() || ids.get(row).is_empty();
        }
        whole
    }

    /// Number of chunks.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// One chunk.
    pub fn get(&self, id: ChunkId) -> Chunk<'_> {
        let index = id.index();
        let numbers = self.numbers.at(index);
        Chunk {
            id,
            uid: ChunkUid(numbers.uid),
            file: numbers.file,
            kind: self.kinds.get(index),
            name: self.names.get(index),
            range: Range { start: numbers.range[0], end: numbers.range[1] },
            bytes: numbers.bytes,
            lines: Lines { start: numbers.lines[0], end: numbers.lines[1] },
            symbol: numbers.symbol,
            text_hash: TextHash(numbers.text_hash),
            token_count: numbers.token_count,
            doc: self.docs.get(index),
        }
    }

    /// The file of a chunk.
    pub fn file(&self, id: ChunkId) -> FileId {
        self.files.at(id.index())
    }

    /// Whether a chunk is of a kind.
    pub fn is_kind(&self, id: ChunkId, kind: &str) -> bool {
        self.kinds.is(id.index(), kind)
    }

    /// UTF-16 code units of the decoded file.
    pub fn range(&self, id: ChunkId) -> Range {
        let [start, end] = self.numbers.at(id.index()).range;
        Range { end, start }
    }

    /// 1-based lines of the file.
    pub fn lines(&self, id: ChunkId) -> Lines {
        let [start, end] = self.numbers.at(id.index()).lines;
        Lines { end, start }
    }

    /// Words and marks of the text.
    pub fn token_count(&self, id: ChunkId) -> u32 {
        self.numbers.at(id.index()).token_count
    }

    /// Digest of the text of a chunk.
    pub fn text_hash(&self, id: ChunkId) -> TextHash {
        TextHash(self.numbers.at(id.index()).text_hash)
    }

    /// Size of the text of a chunk in bytes.
    pub fn bytes(&self, id: ChunkId) -> u32 {
        self.numbers.at(id.index()).bytes
    }

    /// The qualified name of a chunk in bytes of UTF-8.
    pub fn name_bytes(&self, id: ChunkId) -> &[u8] {
        self.names.bytes(id.index())
    }

    /// The definition that a chunk shows.
    pub fn symbol(&self, id: ChunkId) -> Option<SymbolId> {
        self.numbers.at(id.index()).symbol
    }

    /// The file of every chunk, in order.
    pub fn all_files(&self) -> impl Iterator<Item = FileId> {
        self.files.iter()
    }

    /// The chunk of a uid.
    pub fn find(&self, uid: ChunkUid) -> Option<ChunkId> {
        let uid_of = |row: u32| self.numbers.at(row as usize).uid;
        let count = u32::try_from(self.by_uid.len()).unwrap_or(u32::MAX);
        let at = self.by_uid.partition_point(0..count, |row| uid_of(*row) < uid.0);
        self.by_uid.get(at as usize).filter(|row| uid_of(*row) == uid.0).map(ChunkId)
    }

    /// The chunks of a file, in the order of the table.
    pub fn of_file(&self, file: FileId) -> impl ExactSizeIterator<Item = ChunkId> + Clone + use<> {
        lookup::range(&self.starts, file.index()).map(ChunkId)
    }

    /// The smallest chunk that covers a 1-based line of a file.
    pub fn at(&self, file: FileId, line: u32) -> Option<ChunkId> {
        let covers = |id: &ChunkId| self.lines(*id).start <= line && line <= self.lines(*id).end;
        self.of_file(file).filter(covers).min_by_key(|id| (self.lines(*id).end - self.lines(*id).start, *id))
    }
}

impl Part {
    fn read(rows: &Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self::default();
        rows.each(|row: ChunkMeta<'_>| {
            let uid = ChunkUid::parse(&row.chunk_uid).ok_or_else(|| rows.corrupt(format!("`{}` is no chunkUid", row.chunk_uid)))?;
            let text_hash = TextHash::parse(&row.text_hash).ok_or_else(|| rows.corrupt(format!("`{}` is no text hash", row.text_hash)))?;
            part.paths.push(&row.path);
            part.symbol_ids.push(row.symbol_id.as_deref().unwrap_or(""));
            part.kinds.push(&row.kind);
            part.names.push(&row.name);
            part.docs.push(&row.doc);
            part.numbers.push(Numbers {
                uid: uid.0,
                text_hash: text_hash.0,
                file: FileId(0),
                symbol: None,
                range: [row.range.start, row.range.end],
                lines: [row.lines.start, row.lines.end.max(row.lines.start)],
                bytes: row.bytes,
                token_count: row.token_count,
            });
            Ok(())
        })?;
        Ok(part)
    }

    /// Some rows of an earlier form.
    fn of(before: &Before, rows: std::ops::Range<u32>) -> Self {
        let (chunks, mut part) = (&before.chunks, Self::default());
        for row in rows {
            let (at, numbers) = (row as usize, chunks.numbers.at(row as usize));
            part.paths.push(before.files.path(numbers.file));
            part.symbol_ids.push(numbers.symbol.map_or("", |id| before.symbols.name_of(id)));
            part.kinds.push(chunks.kinds.get(at));
            part.names.push(chunks.names.get(at));
            part.docs.push(chunks.docs.get(at));
            part.numbers.push(numbers);
        }
        part
    }
}
