//! The text of chunks: a piece is decoded when one of its chunks is asked for.

use super::columns::Strings;
use super::ids::{ChunkId, ChunkUid};
use super::index::Index;
use super::load::{Lazy, Source};
use crate::artifacts::chunk_text::{ARTIFACT, ChunkText};
use crate::manifest::error::IndexError;
use crate::manifest::pieces::Piece;

/// The pieces of `chunk_text` that were asked for.
pub struct Texts {
    parts: Vec<Lazy<Part>>,
}

#[derive(Default)]
struct Part {
    /// Sorted.
    uids: Vec<(ChunkUid, u32)>,
    texts: Strings,
}

impl Texts {
    /// None decoded yet.
    pub fn new(source: &Source) -> Self {
        Self { parts: source.pieces(&ARTIFACT).iter().map(|_| Lazy::default()).collect() }
    }

    /// The text of a chunk; `None` in a root built without text.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk; damage is also a chunk without a row in a root that has text.
    pub fn get<'a>(&'a self, index: &'a Index, id: ChunkId) -> Result<Option<&'a str>, IndexError> {
        let source = index.source();
        if !source.manifest().options.text {
            return Ok(None);
        }
        let uid = index.chunk(id).uid;
        let path = index.path(index.file_of(id));
        let pieces = source.pieces(&ARTIFACT);
        for at in pieces_of(pieces, path) {
            let part = self.parts[at].get(|| source.decode(&ARTIFACT, &pieces[at], Part::read))?;
            if let Ok(found) = part.uids.binary_search_by_key(&uid, |(uid, _)| *uid) {
                return Ok(Some(part.texts.get(part.uids[found].1 as usize)));
            }
        }
        Err(IndexError::corrupt(ARTIFACT.name, format!("it has no text of chunk {uid}")))
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        self.parts.iter().filter_map(Lazy::peek).map(|part| part.texts.bytes() + part.uids.capacity() * 16).sum()
    }
}

impl Part {
    fn read(rows: &super::load::Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self::default();
        rows.each(|row: ChunkText<'_>| {
            let uid = ChunkUid::parse(&row.chunk_uid).ok_or_else(|| rows.corrupt(format!("`{}` is no chunkUid", row.chunk_uid)))?;
            part.uids.push((uid, super::load::dense(part.texts.len(), ARTIFACT.name)?));
            part.texts.push(&row.text);
            Ok(())
        })?;
        part.uids.sort_unstable();
        Ok(part)
    }
}

/// The positions of the pieces that may hold rows of a path.
pub fn pieces_of(pieces: &[Piece], path: &str) -> std::ops::Range<usize> {
    let start = pieces.partition_point(|piece| piece.last_key.as_str() < path);
    let length = pieces[start..].partition_point(|piece| piece.first_key.as_str() <= path);
    start..start + length
}
