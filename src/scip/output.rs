//! Writes an index message by message: metadata, documents, symbols of other packages.

use std::path::{Path, PathBuf};

use scip::types::{Document, Metadata, SymbolInformation};

use super::error::ScipError;
use super::message;
use super::wire::{self, Field};
use crate::host::Host;

/// Bytes that wait in memory.
const HELD: usize = 1 << 20;

/// An index under way. What is not finished leaves nothing under the final name.
pub struct Output<'a> {
    host: &'a dyn Host,
    path: PathBuf,
    staged: PathBuf,
    held: Vec<u8>,
    finished: bool,
}

impl<'a> Output<'a> {
    /// Starts an index at `path`.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn new(host: &'a dyn Host, path: &Path, metadata: &Metadata) -> Result<Self, ScipError> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let staged = path.with_file_name(name);
        host.remove(&staged)?;
        let mut output = Self { host, path: path.to_owned(), staged, held: Vec::new(), finished: false };
        output.push(Field::Metadata, &message::bytes(metadata))?;
        Ok(output)
    }

    /// Adds a document.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn document(&mut self, document: &Document) -> Result<(), ScipError> {
        self.push(Field::Document, &message::bytes(document))
    }

    /// Adds a symbol of another package.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn external(&mut self, symbol: &SymbolInformation) -> Result<(), ScipError> {
        self.push(Field::External, &message::bytes(symbol))
    }

    /// Adds a message by its bytes.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn push(&mut self, field: Field, bytes: &[u8]) -> Result<(), ScipError> {
        wire::push(&mut self.held, field, bytes);
        if self.held.len() >= HELD { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ScipError> {
        self.host.append(&self.staged, &self.held)?;
        self.held.clear();
        Ok(())
    }

    /// Puts the index under its name.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn finish(mut self) -> Result<(), ScipError> {
        self.flush()?;
        self.host.rename(&self.staged, &self.path)?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for Output<'_> {
    fn drop(&mut self) {
        if !self.finished {
            // It failed already; a leftover `.part` harms nobody and goes with the next try.
            let _ = self.host.remove(&self.staged);
        }
    }
}
