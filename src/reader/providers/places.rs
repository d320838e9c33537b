//! Where the rows of each piece stand in a store that keeps every table as a whole.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::artifacts::{ARTIFACTS, Artifact};
use crate::manifest::error::IndexError;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::{Opened, Stream};

/// The number of the first row of each piece that was listed.
#[derive(Default)]
pub struct Places {
    firsts: Mutex<HashMap<String, u64>>,
}

fn key(artifact: &Artifact, piece: &Piece) -> String {
    format!("{}/{}", artifact.name, piece.blake3)
}

impl Places {
    /// The lists of a store at `place`, checked against its manifest.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`], or what `pieces_of` says.
    pub fn lists(
        &self,
        manifest: &Manifest,
        place: &str,
        pieces_of: impl Fn(&'static Artifact) -> Result<Vec<Piece>, IndexError>,
    ) -> Result<Opened, IndexError> {
        let mut streams = Vec::with_capacity(ARTIFACTS.len());
        let mut firsts = self.firsts.lock().unwrap_or_else(PoisonError::into_inner);
        for artifact in ARTIFACTS {
            let found = pieces_of(artifact)?;
            check_list(artifact, manifest, &found, place)?;
            let mut first = 0;
            for piece in &found {
                firsts.insert(key(artifact, piece), first);
                first += piece.rows;
            }
            streams.push(Stream::new(artifact.name, found));
        }
        Ok(Opened { manifest: manifest.clone(), streams, newest_ns: 0 })
    }

    /// The rows of a piece, checked against its digest; `read` is told the number of the first one.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`], or what `read` says.
    pub fn rows(
        &self,
        artifact: &Artifact,
        piece: &Piece,
        place: &str,
        read: impl FnOnce(u64) -> Result<Vec<u8>, IndexError>,
    ) -> Result<Vec<u8>, IndexError> {
        let first = self.firsts.lock().unwrap_or_else(PoisonError::into_inner).get(&key(artifact, piece)).copied();
        let Some(first) = first else { return Err(IndexError::corrupt(place, format!("a piece of `{}` is not listed", artifact.name))) };
        let rows = read(first)?;
        pieces::check_rows(&rows, piece, &format!("{place}: {}", artifact.name))?;
        Ok(rows)
    }
}

/// Checks that pieces are those that a manifest names.
fn check_list(artifact: &'static Artifact, manifest: &Manifest, found: &[Piece], place: &str) -> Result<(), IndexError> {
    let (_, table) = pieces::list(artifact, found)?;
    let same = manifest.artifacts.get(artifact.name).map_or(found.is_empty(), |known| known.list == table.list);
    if same { Ok(()) } else { Err(IndexError::corrupt(place, format!("its pieces of `{}` are not those of its manifest", artifact.name))) }
}
