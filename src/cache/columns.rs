//! Link columns: per file what it publishes, what it read, and the size and digest of its rows in every table. Flat arrays.

use std::path::Path;
use std::sync::Arc;

use super::envelope::{self, Content};
use crate::base::key::Key;
use crate::host::{Host, HostError};

/// One file's columns. `TABLES` tables, in table order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumns {
    /// `(key, digest)` sorted by key.
    pub exports: Arc<[(Key, u64)]>,
    /// Sorted.
    pub reads: Arc<[Key]>,
    /// Per table: bytes, rows, digest of the rows.
    pub tables: Box<[TableColumn]>,
    /// Sites by end.
    pub census: [u32; 5],
}

/// The rows of one file in one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableColumn {
    pub bytes: u32,
    pub rows: u32,
    pub digest: u64,
}

/// Reads the columns of a cache folder that belong to a manifest: those of `files` files with `tables` tables, by rules of this digest.
pub fn read(host: &dyn Host, folder: &Path, binding: &[u8; 32], rules: &[u8; 32], files: usize, tables: usize) -> Option<Vec<FileColumns>> {
    let payload = envelope::read(host, folder, Content::Columns, binding)?;
    let mut cursor = Cursor { bytes: &payload };
    if cursor.take(32)? != rules || cursor.count()? != files || cursor.count()? != tables {
        return None;
    }
    let mut columns = Vec::with_capacity(files);
    for _ in 0..files {
        let exports = cursor.count()?;
        let reads = cursor.count()?;
        columns.push(FileColumns {
            exports: cursor.pairs(exports)?,
            reads: cursor.longs(reads)?,
            tables: (0..tables).map(|_| cursor.table()).collect::<Option<_>>()?,
            census: cursor.census()?,
        });
    }
    cursor.bytes.is_empty().then_some(columns)
}

/// Writes columns in path order.
///
/// # Errors
/// What the disk refuses.
pub fn write<'a>(
    host: &dyn Host,
    folder: &Path,
    binding: &[u8; 32],
    rules: &[u8; 32],
    tables: usize,
    columns: &(impl ExactSizeIterator<Item = &'a FileColumns> + Clone),
) -> Result<(), HostError> {
    let mut buffer = Vec::new();
    envelope::write_parts(host, folder, Content::Columns, binding, &mut |push| {
        buffer.clear();
        buffer.extend_from_slice(rules);
        push_count(&mut buffer, columns.len());
        push_count(&mut buffer, tables);
        push(&buffer);
        for file in columns.clone() {
            buffer.clear();
            push_file(&mut buffer, file);
            push(&buffer);
        }
    })
}

fn push_file(bytes: &mut Vec<u8>, file: &FileColumns) {
    push_count(bytes, file.exports.len());
    push_count(bytes, file.reads.len());
    for (key, digest) in file.exports.iter() {
        bytes.extend_from_slice(&key.to_le_bytes());
        bytes.extend_from_slice(&digest.to_le_bytes());
    }
    for key in file.reads.iter() {
        bytes.extend_from_slice(&key.to_le_bytes());
    }
    for table in &file.tables {
        bytes.extend_from_slice(&table.bytes.to_le_bytes());
        bytes.extend_from_slice(&table.rows.to_le_bytes());
        bytes.extend_from_slice(&table.digest.to_le_bytes());
    }
    for count in &file.census {
        bytes.extend_from_slice(&count.to_le_bytes());
    }
}

fn push_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.bytes.split_at_checked(count)?;
        self.bytes = tail;
        Some(head)
    }

    fn word(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.word()?).ok()
    }

    fn long(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    /// `count` numbers in one stroke: most of a column file is such runs.
    fn longs(&mut self, count: usize) -> Option<Arc<[u64]>> {
        let bytes = self.take(count.checked_mul(8)?)?;
        Some(bytes.as_chunks::<8>().0.iter().map(|number| u64::from_le_bytes(*number)).collect())
    }

    fn pairs(&mut self, count: usize) -> Option<Arc<[(u64, u64)]>> {
        let bytes = self.take(count.checked_mul(16)?)?;
        let longs = bytes.as_chunks::<8>().0;
        Some(longs.as_chunks::<2>().0.iter().map(|[key, digest]| (u64::from_le_bytes(*key), u64::from_le_bytes(*digest))).collect())
    }

    fn table(&mut self) -> Option<TableColumn> {
        Some(TableColumn { bytes: self.word()?, rows: self.word()?, digest: self.long()? })
    }

    fn census(&mut self) -> Option<[u32; 5]> {
        let mut census = [0; 5];
        for slot in &mut census {
            *slot = self.word()?;
        }
        Some(census)
    }
}
