//! One table read from front to back, the rows of one file at a time.

use super::error::ExportError;
use crate::artifacts::{self, Artifact};
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::Opened;

/// A row that lies in a file.
pub trait Row: Sized {
    /// The row of one line.
    ///
    /// # Errors
    /// When the line is not of the table.
    fn read(line: &[u8]) -> Result<Self, serde_json::Error>;

    /// The file.
    fn path(&self) -> &str;
}

/// A table under way.
pub struct Table<'a, T> {
    host: &'a dyn Host,
    layout: &'a Layout,
    artifact: &'static str,
    pieces: std::slice::Iter<'a, Piece>,
    rows: Vec<u8>,
    at: usize,
    /// Read already, of a file that comes later.
    ahead: Option<T>,
}

impl<'a, T: Row> Table<'a, T> {
    /// The table of `artifact` in an opened index.
    pub fn new(host: &'a dyn Host, layout: &'a Layout, opened: &'a Opened, artifact: &Artifact) -> Self {
        let pieces = opened.streams.get(artifacts::position(artifact)).map_or(&[][..], |stream| stream.pieces());
        Self { host, layout, artifact: artifact.name, pieces: pieces.iter(), rows: Vec::new(), at: 0, ahead: None }
    }

    /// The next row.
    ///
    /// # Errors
    /// A piece that is damaged, or a row that is not of its table.
    pub fn row(&mut self) -> Result<Option<T>, ExportError> {
        if let Some(row) = self.ahead.take() {
            return Ok(Some(row));
        }
        while self.at >= self.rows.len() {
            let Some(piece) = self.pieces.next() else { return Ok(None) };
            self.rows = pieces::read_piece(self.host, self.layout, self.artifact, piece)?;
            self.at = 0;
        }
        let rest = &self.rows[self.at..];
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or(rest);
        self.at += line.len() + 1;
        let row = T::read(line).map_err(|cause| ExportError::Row { path: self.artifact.to_owned(), what: cause.to_string() })?;
        Ok(Some(row))
    }

    /// The rows of a file. Files are asked for in path order; rows of files that are not asked for are passed over.
    ///
    /// # Errors
    /// As [`Self::row`].
    pub fn of(&mut self, path: &str) -> Result<Vec<T>, ExportError> {
        let mut rows = Vec::new();
        while let Some(row) = self.row()? {
            if row.path() > path {
                self.ahead = Some(row);
                break;
            }
            if row.path() == path {
                rows.push(row);
            }
        }
        Ok(rows)
    }
}
