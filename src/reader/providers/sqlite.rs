//! One SQLite file: a table an artifact, a column a field, and a full-text table over the terms of chunks.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use super::Provider;
use super::places::Places;
use crate::artifacts::Artifact;
use crate::manifest::columns::{self, Cell};
use crate::manifest::error::IndexError;
use crate::manifest::full_text::{self, Digest};
use crate::manifest::model::Manifest;
use crate::manifest::pieces::Piece;
use crate::manifest::reading::Opened;
use crate::reader::ids::ChunkUid;

/// An opened file. Its connection serves one thread at a time.
pub struct Sqlite {
    connection: Mutex<Connection>,
    places: Places,
    /// Set once the full-text table was found to be as it was written.
    full_text: OnceLock<()>,
}

impl Sqlite {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] for a file that cannot be opened.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let places = Places::of(path);
        let connection = Connection::open_with_flags(path, flags).map_err(|cause| places.corrupt(cause))?;
        Ok(Self { connection: Mutex::new(connection), places, full_text: OnceLock::new() })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pieces(&self, artifact: &Artifact) -> Result<Vec<Piece>, rusqlite::Error> {
        let connection = self.connection();
        let mut statement = connection.prepare(
            "SELECT blake3, bytes, file, first_key, last_key, rows, stored_blake3, stored_bytes FROM smalti_pieces WHERE artifact = ?1 ORDER BY position",
        )?;
        let number = |row: &rusqlite::Row<'_>, at| row.get::<_, i64>(at).map(i64::cast_unsigned);
        let piece = |row: &rusqlite::Row<'_>| {
            Ok(Piece {
                blake3: row.get(0)?,
                bytes: number(row, 1)?,
                file: row.get(2)?,
                first_key: row.get(3)?,
                last_key: row.get(4)?,
                rows: number(row, 5)?,
                stored_blake3: row.get(6)?,
                stored_bytes: number(row, 7)?,
            })
        };
        statement.query_map([artifact.name], piece)?.collect()
    }

    /// The digest of the full-text table, and the one that was written.
    fn full_text(&self) -> Result<(String, String), rusqlite::Error> {
        let connection = self.connection();
        let mut digest = Digest::default();
        for part in full_text::PARTS {
            let mut statement = connection.prepare(part)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                digest.row(row.get(0)?, row.get_ref(1)?.as_bytes()?);
            }
        }
        let written = connection.query_row(&format!("SELECT blake3 FROM {}", full_text::DIGEST), [], |row| row.get(0))?;
        Ok((digest.text(), written))
    }

    fn check_full_text(&self) -> Result<(), IndexError> {
        if self.full_text.get().is_none() {
            let (is, was) = self.full_text().map_err(|cause| self.places.corrupt(cause))?;
            if is != was {
                return Err(self.places.corrupt("its full-text table is not as it was written"));
            }
            self.full_text.get_or_init(|| ());
        }
        Ok(())
    }

    fn read(&self, artifact: &Artifact, first: u64, count: u64) -> Result<Vec<u8>, rusqlite::Error> {
        let columns = columns::columns(artifact);
        let names: Vec<String> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let connection = self.connection();
        let sql = format!("SELECT {} FROM \"{}\" WHERE id > ?1 AND id <= ?2 ORDER BY id", names.join(", "), artifact.name);
        let mut statement = connection.prepare(&sql)?;
        let mut rows = statement.query([first.cast_signed(), (first + count).cast_signed()])?;
        let (mut bytes, mut cells) = (Vec::new(), Vec::with_capacity(columns.len()));
        while let Some(row) = rows.next()? {
            cells.clear();
            for at in 0..columns.len() {
                cells.push(match row.get_ref(at)? {
                    ValueRef::Integer(value) => Cell::Integer(value),
                    ValueRef::Real(value) => Cell::Number(value),
                    ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
                    ValueRef::Null | ValueRef::Blob(_) => Cell::Null,
                });
            }
            columns::push_row(&columns, &cells, &mut bytes);
        }
        Ok(bytes)
    }
}

impl Provider for Sqlite {
    fn manifest(&self) -> Result<Manifest, IndexError> {
        let sql = "SELECT json FROM smalti_manifest";
        let json: String = self.connection().query_row(sql, [], |row| row.get(0)).map_err(|cause| self.places.corrupt(cause))?;
        Manifest::parse(json.as_bytes(), self.places.file())
    }

    fn lists(&self, manifest: &Manifest) -> Result<Opened, IndexError> {
        self.places.lists(manifest, |artifact| self.pieces(artifact).map_err(|cause| self.places.corrupt(cause)))
    }

    fn rows(&self, artifact: &Artifact, piece: &Piece) -> Result<Vec<u8>, IndexError> {
        self.places.rows(artifact, piece, |first| self.read(artifact, first, piece.rows).map_err(|cause| self.places.corrupt(cause)))
    }

    fn propose(&self, terms: &[&str], limit: usize) -> Result<Option<Vec<ChunkUid>>, IndexError> {
        if terms.is_empty() {
            return Ok(Some(Vec::new()));
        }
        self.check_full_text()?;
        let quoted: Vec<String> = terms.iter().map(|term| format!("\"{}\"", term.replace('"', ""))).collect();
        let ask = || -> Result<Vec<String>, rusqlite::Error> {
            let connection = self.connection();
            // `rank` is the engine's own BM25; equal ones are taken in the order of chunks.
            let sql = "SELECT chunk_uid FROM (SELECT rowid AS found FROM chunk_fts WHERE chunk_fts MATCH ?1 ORDER BY rank, rowid LIMIT ?2) JOIN chunk_meta ON id = found";
            let mut statement = connection.prepare(sql)?;
            statement.query_map((quoted.join(" OR "), i64::try_from(limit).unwrap_or(i64::MAX)), |row| row.get(0))?.collect()
        };
        Ok(Some(ask().map_err(|cause| self.places.corrupt(cause))?.iter().filter_map(|uid| ChunkUid::parse(uid)).collect()))
    }
}
