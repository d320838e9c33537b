//! Where rows are kept: the pieces of a root, or one file of an engine. All give the same rows, checked by the same digests, so all answers are the same.

pub mod jsonl;
#[cfg(feature = "lmdb")]
pub mod lmdb;
#[cfg(any(feature = "lmdb", feature = "sqlite"))]
mod places;
#[cfg(feature = "sqlite")]
pub mod sqlite;

use std::path::Path;
use std::sync::Arc;

use super::ids::ChunkUid;
use crate::artifacts::Artifact;
use crate::host::{Host, Kind};
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::Piece;
use crate::manifest::reading::Opened;

/// A store of rows.
pub trait Provider: Send + Sync {
    /// What the store commits to, checked against itself.
    ///
    /// # Errors
    /// [`IndexError`] as it is missing, of another version or damaged.
    fn manifest(&self) -> Result<Manifest, IndexError>;

    /// The pieces that rows come in, by table, checked against the manifest.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    fn lists(&self, manifest: &Manifest) -> Result<Opened, IndexError>;

    /// The rows of one piece, checked against its digest.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    fn rows(&self, artifact: &Artifact, piece: &Piece) -> Result<Vec<u8>, IndexError>;

    /// Chunks that hold any of some terms, at most `limit`, as the store's own full-text engine ranks them; `None` where it has none.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    fn propose(&self, terms: &[&str], limit: usize) -> Result<Option<Vec<ChunkUid>>, IndexError>;
}

/// The store at a place: the root of an index, or a file that `index export` wrote.
///
/// # Errors
/// [`IndexError::NotSupported`] for a file of an engine that this program was built without, [`IndexError::Corrupt`] for any other file.
pub fn open(host: &Arc<dyn Host>, layout: &Layout) -> Result<Box<dyn Provider>, IndexError> {
    let path = layout.root();
    if host.stat(path).is_ok_and(|(kind, _)| kind == Kind::File) {
        return of_file(host.as_ref(), path);
    }
    Ok(Box::new(jsonl::Jsonl::new(Arc::clone(host), layout)))
}

fn of_file(host: &dyn Host, path: &Path) -> Result<Box<dyn Provider>, IndexError> {
    let head = host.read_at(path, 0, 32)?;
    if head.starts_with(b"SQLite format 3\0") {
        return sqlite_file(path);
    }
    // A page of LMDB starts with a head of 16 bytes, its first one goes on with this number (lmdb.h, MDB_MAGIC).
    if head.get(16..20) == Some(&0xBEEF_C0DE_u32.to_ne_bytes()) {
        return lmdb_file(host, path);
    }
    Err(IndexError::corrupt(path.display().to_string(), "it is no index root, no SQLite file and no LMDB file"))
}

#[cfg(feature = "sqlite")]
fn sqlite_file(path: &Path) -> Result<Box<dyn Provider>, IndexError> {
    Ok(Box::new(sqlite::Sqlite::open(path)?))
}

#[cfg(not(feature = "sqlite"))]
fn sqlite_file(_: &Path) -> Result<Box<dyn Provider>, IndexError> {
    Err(IndexError::NotSupported("SQLite", "sqlite"))
}

#[cfg(feature = "lmdb")]
fn lmdb_file(host: &dyn Host, path: &Path) -> Result<Box<dyn Provider>, IndexError> {
    Ok(Box::new(lmdb::Lmdb::open(host, path)?))
}

#[cfg(not(feature = "lmdb"))]
fn lmdb_file(_: &dyn Host, _: &Path) -> Result<Box<dyn Provider>, IndexError> {
    Err(IndexError::NotSupported("LMDB", "lmdb"))
}
