//! From pieces to columns: each piece is read, checked and decoded on its own, and the parts are joined in order.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde::Deserialize;

use crate::artifacts::{self, Artifact};
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::{self, Opened};

/// Where pieces are read from.
pub struct Source {
    host: Arc<dyn Host>,
    layout: Layout,
    opened: Opened,
}

impl Source {
    /// Opens a root. A reader that loses a race with a build and its collection of leftovers looks once more.
    ///
    /// # Errors
    /// [`IndexError`] as the root is missing, of another version or damaged.
    pub fn open(host: Arc<dyn Host>, layout: &Layout) -> Result<Self, IndexError> {
        let opened = match reading::open(host.as_ref(), layout) {
            Err(IndexError::Corrupt { .. }) => reading::open(host.as_ref(), layout)?,
            result => result?,
        };
        Ok(Self { host, layout: layout.clone(), opened })
    }

    /// The manifest that was read.
    pub fn manifest(&self) -> &Manifest {
        &self.opened.manifest
    }

    /// The pieces of a table, in order.
    pub fn pieces(&self, artifact: &Artifact) -> &[Piece] {
        self.opened.streams.get(artifacts::position(artifact)).map_or(&[], |stream| stream.pieces())
    }

    /// Whether the root holds the table at all.
    pub fn has(&self, artifact: &Artifact) -> bool {
        self.opened.manifest.artifacts.contains_key(artifact.name)
    }

    /// Decodes one piece. `decode` gets its rows, newlines included.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    pub fn decode<T>(&self, artifact: &Artifact, piece: &Piece, decode: impl Fn(&Rows<'_>) -> Result<T, IndexError>) -> Result<T, IndexError> {
        let bytes = pieces::read_piece(self.host.as_ref(), &self.layout, artifact.name, piece)?;
        decode(&Rows { bytes: &bytes, place: &piece.file })
    }

    /// Decodes every piece of a table, several at once, and gives the parts in order.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    pub fn decode_all<T: Send>(&self, artifact: &Artifact, decode: impl Fn(&Rows<'_>) -> Result<T, IndexError> + Sync) -> Result<Vec<T>, IndexError> {
        self.pieces(artifact).par_iter().map(|piece| self.decode(artifact, piece, &decode)).collect()
    }
}

/// The rows of one piece.
pub struct Rows<'a> {
    bytes: &'a [u8],
    place: &'a str,
}

impl<'a> Rows<'a> {
    /// Calls `each` with every row, in order.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] at a row that is not of this shape, or what `each` refuses.
    pub fn each<T: Deserialize<'a>>(&self, mut each: impl FnMut(T) -> Result<(), IndexError>) -> Result<(), IndexError> {
        for line in self.bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            each(serde_json::from_slice(line).map_err(|cause| self.corrupt(cause.to_string()))?)?;
        }
        Ok(())
    }

    /// Damage in this piece.
    pub fn corrupt(&self, what: impl Into<String>) -> IndexError {
        IndexError::corrupt(self.place, what)
    }
}

/// A value that is loaded when it is first asked for.
pub struct Lazy<T> {
    cell: OnceLock<T>,
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Self { cell: OnceLock::new() }
    }
}

impl<T> Lazy<T> {
    /// The value, loaded by `load` if it is not there. Of two that load at once, one is kept.
    ///
    /// # Errors
    /// What `load` refuses; the next call tries again.
    pub fn get(&self, load: impl FnOnce() -> Result<T, IndexError>) -> Result<&T, IndexError> {
        if let Some(value) = self.cell.get() {
            return Ok(value);
        }
        let value = load()?;
        Ok(self.cell.get_or_init(|| value))
    }

    /// The value if it is there.
    pub fn peek(&self) -> Option<&T> {
        self.cell.get()
    }
}

/// A position as a dense number. A table has fewer than 2^32 rows: its ids would not fit otherwise.
///
/// # Errors
/// [`IndexError::TooLarge`].
pub fn dense(position: usize, table: &'static str) -> Result<u32, IndexError> {
    u32::try_from(position).map_err(|_| IndexError::TooLarge(table))
}
