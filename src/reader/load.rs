//! From pieces to columns: each piece is read, checked and decoded on its own, and the parts are joined in order.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde::Deserialize;

use super::providers::{self, Provider};
use super::seals::PieceRows;
use crate::artifacts::{self, Artifact};
use crate::host::{Host, Kind};
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::Piece;
use crate::manifest::reading::Opened;

/// Where pieces are read from.
pub struct Source {
    host: Arc<dyn Host>,
    layout: Layout,
    provider: Box<dyn Provider>,
    manifest: Manifest,
    lists: Lazy<Opened>,
    /// Pieces of an earlier read form, with their rows in it.
    before: OnceLock<PieceRows>,
    converted: AtomicU64,
}

impl Source {
    /// Reads the manifest of a root. Lists and pieces are read when they are asked for.
    ///
    /// # Errors
    /// [`IndexError`] as the root is missing, of another version or damaged.
    pub fn open(host: Arc<dyn Host>, layout: &Layout) -> Result<Self, IndexError> {
        let provider = providers::open(&host, layout)?;
        let manifest = provider.manifest()?;
        Self::checked(host, layout, provider, manifest)
    }

    /// The same where somebody has just read the manifest.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn of_known(host: Arc<dyn Host>, layout: &Layout, manifest: Manifest) -> Result<Self, IndexError> {
        let provider = providers::open(&host, layout)?;
        Self::checked(host, layout, provider, manifest)
    }

    fn checked(host: Arc<dyn Host>, layout: &Layout, provider: Box<dyn Provider>, manifest: Manifest) -> Result<Self, IndexError> {
        manifest.check_tables(&layout.root().display().to_string())?;
        Ok(Self::new(host, layout, provider, manifest))
    }

    /// Takes the manifest that is going to stand in a root.
    ///
    /// # Errors
    /// [`IndexError`] where the place is no root.
    pub fn of_draft(host: Arc<dyn Host>, layout: &Layout, manifest: Manifest) -> Result<Self, IndexError> {
        let provider = providers::open(&host, layout)?;
        Ok(Self::new(host, layout, provider, manifest))
    }

    fn new(host: Arc<dyn Host>, layout: &Layout, provider: Box<dyn Provider>, manifest: Manifest) -> Self {
        let (lists, before, converted) = (Lazy::default(), OnceLock::new(), AtomicU64::new(0));
        Self { host, layout: layout.clone(), provider, manifest, lists, before, converted }
    }

    /// The machine.
    pub fn host(&self) -> &dyn Host {
        self.host.as_ref()
    }

    /// The root.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where rows are kept.
    pub fn provider(&self) -> &dyn Provider {
        self.provider.as_ref()
    }

    /// Whether rows are kept in one file of an engine.
    pub fn is_file(&self) -> bool {
        is_file(self.host(), &self.layout)
    }

    /// The manifest that was read.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The lists of all tables, checked.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    pub fn lists(&self) -> Result<&Opened, IndexError> {
        self.lists.get(|| self.provider.lists(&self.manifest))
    }

    /// The pieces of a table, in order.
    ///
    /// # Errors
    /// As [`Source::lists`].
    pub fn pieces(&self, artifact: &Artifact) -> Result<&[Piece], IndexError> {
        Ok(self.lists()?.streams.get(artifacts::position(artifact)).map_or(&[], |stream| stream.pieces()))
    }

    /// From now on, what an earlier form has is not decoded again.
    pub fn reuse(&self, before: PieceRows) {
        // Of two earlier forms the first stays: either is right.
        let _ = self.before.set(before);
    }

    /// The rows that an earlier form has of a piece.
    pub fn kept(&self, artifact: &Artifact, piece: &Piece) -> Option<Range<u32>> {
        self.before.get()?.find(artifact, piece)
    }

    /// Pieces that were decoded so far.
    pub fn converted(&self) -> u64 {
        self.converted.load(Ordering::Relaxed)
    }

    /// Decodes one piece. `decode` gets its rows, newlines included.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    pub fn decode<T>(&self, artifact: &Artifact, piece: &Piece, decode: impl Fn(&Rows<'_>) -> Result<T, IndexError>) -> Result<T, IndexError> {
        self.converted.fetch_add(1, Ordering::Relaxed);
        let bytes = self.provider.rows(artifact, piece)?;
        decode(&Rows { bytes: &bytes, place: &piece.file })
    }

    /// What every piece of a table says, several at once, in order: by `reuse` of its rows in an earlier form, else decoded.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    pub fn parts<T: Send>(
        &self,
        artifact: &Artifact,
        decode: impl Fn(&Rows<'_>) -> Result<T, IndexError> + Sync,
        reuse: impl Fn(Range<u32>) -> Option<T> + Sync,
    ) -> Result<Vec<T>, IndexError> {
        let part = |piece: &Piece| match self.kept(artifact, piece).and_then(&reuse) {
            Some(part) => Ok(part),
            None => self.decode(artifact, piece, &decode),
        };
        self.pieces(artifact)?.par_iter().map(part).collect()
    }
}

/// Whether an index is one file of an engine instead of a folder.
pub fn is_file(host: &dyn Host, layout: &Layout) -> bool {
    host.stat(layout.root()).is_ok_and(|(kind, _)| kind == Kind::File)
}

/// The manifest of an index, whatever keeps it.
///
/// # Errors
/// [`IndexError`] as the index is missing, of another version or damaged.
pub fn manifest(host: &Arc<dyn Host>, layout: &Layout) -> Result<Manifest, IndexError> {
    providers::open(host, layout)?.manifest()
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
}

/// A position as a dense number. A table has fewer than 2^32 rows: its ids would not fit otherwise.
///
/// # Errors
/// [`IndexError::TooLarge`].
pub fn dense(position: usize, table: &'static str) -> Result<u32, IndexError> {
    u32::try_from(position).map_err(|_| IndexError::TooLarge(table))
}
