//! Vectors of chunks.

use std::ops::Range;

use super::chunks::Chunks;
use super::flat::Column;
use super::ids::{ChunkId, ChunkUid};
use super::image::stored;
use super::load::{Rows, Source, dense};
use crate::artifacts::vectors::{ARTIFACT, Vector};
use crate::manifest::error::IndexError;

/// The table, in its own order. Empty in a root without vectors.
#[derive(Default)]
pub struct Vectors {
    uids: Column<u64>,
    chunks: Column<ChunkId>,
    /// Sums of squares.
    squares: Column<u32>,
    /// Components of all vectors, as bytes of their two's complement.
    components: Column<u8>,
}

stored!(Vectors { uids, chunks, squares, components });

#[derive(Default)]
struct Part {
    uids: Vec<u64>,
    components: Vec<u8>,
}

impl Vectors {
    /// Reads the table. Rows of pieces that `before` has too are taken from there.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, chunks: &Chunks, before: Option<&Self>) -> Result<Self, IndexError> {
        let size = source.manifest().embedding.as_ref().map_or(0, |embedding| embedding.dimensions as usize);
        let decode = |rows: &Rows<'_>| {
            let mut part = Part::default();
            rows.each(|row: Vector<'_>| {
                let uid = ChunkUid::parse(&row.chunk_uid).ok_or_else(|| rows.corrupt(format!("`{}` is no chunk", row.chunk_uid)))?;
                if row.vector.0.len() != size {
                    return Err(rows.corrupt(format!("a vector has {} components, and the model has {size}", row.vector.0.len())));
                }
                part.uids.push(uid.0);
                part.components.extend(row.vector.0.iter().map(|it| it.cast_unsigned()));
                Ok(())
            })?;
            Ok(part)
        };
        let reuse = |rows: Range<u32>| before.filter(|before| before.size() == size).map(|before| before.part(rows, size));
        let mut all = Self::default();
        for part in source.parts(&ARTIFACT, decode, reuse)? {
            all.uids.values().extend(part.uids);
            all.components.values().extend(part.components);
        }
        dense(all.uids.len(), ARTIFACT.name)?;
        for (row, uid) in all.uids.iter().enumerate() {
            let chunk = chunks.find(ChunkUid(uid)).ok_or_else(|| IndexError::corrupt(ARTIFACT.name, format!("no chunk {}", ChunkUid(uid))))?;
            all.chunks.values().push(chunk);
            let vector = all.components.bytes().get(row * size..(row + 1) * size).unwrap_or(&[]);
            all.squares.values().push(vector.iter().map(|it| u32::from(it.cast_signed().unsigned_abs()).pow(2)).sum());
        }
        Ok(all)
    }

    fn part(&self, rows: Range<u32>, size: usize) -> Part {
        let bytes = rows.start as usize * size..rows.end as usize * size;
        Part { uids: self.uids.range(rows).collect(), components: self.components.bytes().get(bytes).unwrap_or(&[]).to_vec() }
    }

    /// Components of a vector; 0 where there is none.
    pub fn size(&self) -> usize {
        self.components.len().checked_div(self.uids.len()).unwrap_or(0)
    }

    /// Every chunk with its vector and the sum of its squares.
    pub fn iter(&self) -> impl Iterator<Item = (ChunkId, u32, &[u8])> {
        let vectors = self.components.bytes().chunks_exact(self.size().max(1));
        self.chunks.iter().zip(&self.squares).zip(vectors).map(|((chunk, squares), vector)| (chunk, squares, vector))
    }
}
