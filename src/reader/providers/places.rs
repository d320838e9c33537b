//! Where the rows of each piece stand in a file that keeps every table as a whole.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::artifacts::{ARTIFACTS, Artifact};
use crate::manifest::error::IndexError;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::{Opened, Stream};

/// One file and the number of the first row of each of its pieces that was listed.
pub struct Places {
    /// What errors call the file.
    file: String,
    /// By `<artifact>/<digest>`.
    firsts: Mutex<HashMap<String, u64>>,
}

fn key(artifact: &Artifact, piece: &Piece) -> String {
    format!("{}/{}", artifact.name, piece.blake3)
}

impl Places {
    /// Those of a file nothing of which is listed yet.
    pub fn of(path: &Path) -> Self {
        Self { file: path.display().to_string(), firsts: Mutex::default() }
    }

    /// What errors call the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// [`IndexError::Corrupt`] of the file, for a cause.
    pub fn corrupt(&self, cause: impl Display) -> IndexError {
        IndexError::corrupt(self.file.as_str(), cause.to_string())
    }

    /// The lists of the file, checked against its manifest.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`], or what `pieces_of` says.
    pub fn lists(&self, manifest: &Manifest, pieces_of: impl Fn(&'static Artifact) -> Result<Vec<Piece>, IndexError>) -> Result<Opened, IndexError> {
        let mut streams = Vec::with_capacity(ARTIFACTS.len());
        let mut firsts = self.firsts.lock().unwrap_or_else(PoisonError::into_inner);
        for artifact in ARTIFACTS {
            let found = pieces_of(artifact)?;
            self.check_list(artifact, manifest, &found)?;
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
    pub fn rows(&self, artifact: &Artifact, piece: &Piece, read: impl FnOnce(u64) -> Result<Vec<u8>, IndexError>) -> Result<Vec<u8>, IndexError> {
        let first = self.firsts.lock().unwrap_or_else(PoisonError::into_inner).get(&key(artifact, piece)).copied();
        let Some(first) = first else { return Err(self.corrupt(format_args!("a piece of `{}` is not listed", artifact.name))) };
        let rows = read(first)?;
        pieces::check_rows(&rows, piece, &format!("{}: {}", self.file, artifact.name))?;
        Ok(rows)
    }

    /// Checks that pieces are those that a manifest names.
    fn check_list(&self, artifact: &'static Artifact, manifest: &Manifest, found: &[Piece]) -> Result<(), IndexError> {
        let (_, table) = pieces::list(artifact, found)?;
        let same = manifest.artifacts.get(artifact.name).map_or(found.is_empty(), |known| known.list == table.list);
        if same { Ok(()) } else { Err(self.corrupt(format_args!("its pieces of `{}` are not those of its manifest", artifact.name))) }
    }
}
