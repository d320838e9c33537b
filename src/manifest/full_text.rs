//! What a full-text table of a SQLite file holds, as one digest: no piece covers it, and the engine does not check what it reads.

/// Name of the table that keeps the digest, in its one row and column.
pub const DIGEST: &str = "smalti_full_text";

/// What the engine keeps of the table `chunk_fts`: each gives a number and bytes a row, in an order of its own. A table without content has no other parts.
pub const PARTS: &[&str] = &[
    "SELECT id, block FROM chunk_fts_data ORDER BY id",
    "SELECT id, sz FROM chunk_fts_docsize ORDER BY id",
    "SELECT segid, CAST(term AS BLOB) FROM chunk_fts_idx ORDER BY segid, term",
    "SELECT pgno, CAST(term AS BLOB) FROM chunk_fts_idx ORDER BY segid, term",
    "SELECT 0, CAST(k || '=' || v AS BLOB) FROM chunk_fts_config ORDER BY k",
];

/// Digests rows in the order of [`PARTS`].
#[derive(Debug, Default)]
pub struct Digest(blake3::Hasher);

impl Digest {
    /// Adds one row.
    pub fn row(&mut self, number: i64, bytes: &[u8]) {
        self.0.update(&number.to_le_bytes());
        self.0.update(&bytes.len().to_le_bytes());
        self.0.update(bytes);
    }

    /// `blake3:<64 hex>` of all rows so far.
    pub fn text(&self) -> String {
        format!("blake3:{}", self.0.finalize().to_hex())
    }
}
