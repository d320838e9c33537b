//! The packs that a build put into an index.

use super::load::Source;
use crate::artifacts::context_packs::{ARTIFACT, DeclaredPack};
use crate::manifest::error::IndexError;
use crate::manifest::pieces::Piece;

/// Every pack, by id.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn all(source: &Source) -> Result<Vec<DeclaredPack>, IndexError> {
    Ok(source.pieces(&ARTIFACT)?.iter().map(|piece| rows(source, piece)).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The pack of an id; `None` where the index has none of this id.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn find(source: &Source, id: &str) -> Result<Option<DeclaredPack>, IndexError> {
    let holds = |piece: &&Piece| piece.first_key.as_str() <= id && id <= piece.last_key.as_str();
    match source.pieces(&ARTIFACT)?.iter().find(holds) {
        Some(piece) => Ok(rows(source, piece)?.into_iter().find(|row| row.pack_id == id)),
        None => Ok(None),
    }
}

fn rows(source: &Source, piece: &Piece) -> Result<Vec<DeclaredPack>, IndexError> {
    source.decode(&ARTIFACT, piece, |rows| {
        let mut all = Vec::new();
        rows.each(|row| {
            all.push(row);
            Ok(())
        })?;
        Ok(all)
    })
}
