//! The text of chunks: out of the read form, or decoded by the piece when one of its chunks is asked for.

use xxhash_rust::xxh64::xxh64;

use super::chunks::Chunks;
use super::columns::Strings;
use super::form::Moves;
use super::ids::{ChunkId, ChunkUid};
use super::image::{Sampled, stored};
use super::index::Index;
use super::load::{Lazy, Rows, Source};
use crate::artifacts::chunk_text::{ARTIFACT, ChunkText};
use crate::manifest::error::IndexError;
use crate::manifest::pieces::Piece;

/// All texts in the order of chunks. A text is checked against its digest when it is looked at.
#[derive(Default)]
pub struct AllTexts {
    texts: Sampled<Strings>,
}

stored!(AllTexts { texts });

/// The pieces of `chunk_text` that were asked for.
#[derive(Default)]
pub struct Texts {
    parts: Lazy<Vec<Lazy<Part>>>,
}

#[derive(Default)]
struct Part {
    /// In the order of the rows.
    uids: Vec<ChunkUid>,
    /// Sorted.
    by_uid: Vec<(ChunkUid, u32)>,
    texts: Strings,
}

impl AllTexts {
    /// Reads every text; `None` where there are none, more than a column holds, or other ones than `chunks` tells of.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, chunks: &Chunks, before: Option<(&Moves, &Self)>) -> Result<Option<Self>, IndexError> {
        let reuse = |rows| before.and_then(|(moves, texts)| Part::of(moves, texts, rows));
        let parts = source.parts(&ARTIFACT, Part::read, reuse)?;
        let mut texts = Strings::default();
        let mut ids = (0u32..).map(ChunkId);
        for part in &parts {
            let same = part.uids.iter().zip(&mut ids).all(|(uid, id)| id.index() < chunks.len() && chunks.get(id).uid == *uid);
            if !same {
                return Ok(None);
            }
            texts.append(&part.texts);
        }
        let whole = texts.len() == chunks.len() && !texts.overflowed();
        Ok(whole.then_some(Self { texts: Sampled(texts) }))
    }

    /// The text of a chunk, if it is what it was.
    pub fn get(&self, chunks: &Chunks, id: ChunkId) -> Option<&str> {
        let text = self.texts.0.get(id.index());
        (self.texts.0.is_known() || xxh64(text.as_bytes(), 0) == chunks.text_hash(id).0).then_some(text)
    }
}

impl Texts {
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
        let pieces = source.pieces(&ARTIFACT)?;
        let parts = self.parts.get(|| Ok(pieces.iter().map(|_| Lazy::default()).collect()))?;
        for at in pieces_of(pieces, index.path(index.file_of(id))) {
            let part = parts[at].get(|| source.decode(&ARTIFACT, &pieces[at], Part::read))?;
            if let Ok(found) = part.by_uid.binary_search_by_key(&uid, |(uid, _)| *uid) {
                return Ok(Some(part.texts.get(part.by_uid[found].1 as usize)));
            }
        }
        Err(IndexError::corrupt(ARTIFACT.name, format!("it has no text of chunk {uid}")))
    }
}

impl Part {
    fn read(rows: &Rows<'_>) -> Result<Self, IndexError> {
        let mut part = Self::default();
        rows.each(|row: ChunkText<'_>| {
            let uid = ChunkUid::parse(&row.chunk_uid).ok_or_else(|| rows.corrupt(format!("`{}` is no chunkUid", row.chunk_uid)))?;
            part.uids.push(uid);
            part.texts.push(&row.text);
            Ok(())
        })?;
        part.by_uid = part.uids.iter().copied().zip(0..).collect();
        part.by_uid.sort_unstable();
        Ok(part)
    }

    /// Some rows of an earlier form; `None` where it is damaged.
    fn of(moves: &Moves, texts: &AllTexts, rows: std::ops::Range<u32>) -> Option<Self> {
        let (chunks, mut part) = (&moves.before.chunks, Self::default());
        for id in rows.map(ChunkId) {
            part.uids.push(chunks.get(id).uid);
            part.texts.push(texts.get(chunks, id)?);
        }
        Some(part)
    }
}

/// The positions of the pieces that may hold rows of a path.
fn pieces_of(pieces: &[Piece], path: &str) -> std::ops::Range<usize> {
    let start = pieces.partition_point(|piece| piece.last_key.as_str() < path);
    let length = pieces[start..].partition_point(|piece| piece.first_key.as_str() <= path);
    start..start + length
}
