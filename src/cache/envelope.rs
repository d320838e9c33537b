//! The envelope of a cache file: what it is, what it belongs to, whether it is whole.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::host::{Host, HostError};

const MAGIC: &[u8; 8] = b"SMALTI\0\x01";
const HEAD: usize = 8 + 4 + 32 + 8;

/// The kinds of cache file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Content {
    Stats = 1,
    Columns = 2,
    ShardIndex = 3,
    Head = 4,
    Commits = 5,
}

/// A payload that grows behind the room for its head, so that large ones are not copied to be written.
pub struct Draft {
    bytes: Vec<u8>,
}

impl Draft {
    /// An empty payload that can take `capacity` bytes without moving.
    pub fn new(capacity: usize) -> Self {
        let mut bytes = Vec::with_capacity(HEAD + capacity);
        bytes.resize(HEAD, 0);
        Self { bytes }
    }

    /// Appends to the payload.
    pub fn push(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(part);
    }

    /// Writes the payload bound to `binding`.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn write(mut self, host: &dyn Host, path: &Path, content: Content, binding: &[u8; 32]) -> Result<(), HostError> {
        let (head, payload) = self.bytes.split_at_mut(HEAD);
        head[..8].copy_from_slice(MAGIC);
        head[8..12].copy_from_slice(&(content as u32).to_le_bytes());
        head[12..44].copy_from_slice(binding);
        head[44..].copy_from_slice(&xxh3_64(payload).to_le_bytes());
        host.write(path, &self.bytes)
    }
}

/// Writes `payload` bound to `binding`.
///
/// # Errors
/// What the disk refuses.
pub fn write(host: &dyn Host, path: &Path, content: Content, binding: &[u8; 32], payload: &[u8]) -> Result<(), HostError> {
    let mut draft = Draft::new(payload.len());
    draft.push(payload);
    draft.write(host, path, content, binding)
}

/// A payload as it was read, still behind its head.
pub struct Payload {
    bytes: Vec<u8>,
}

impl std::ops::Deref for Payload {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[HEAD..]
    }
}

/// The payload of a file that is whole, of this kind and bound to `binding`; `None` for anything else.
pub fn read(host: &dyn Host, path: &Path, content: Content, binding: &[u8; 32]) -> Option<Payload> {
    let bytes = host.read(path).ok()?;
    let head = bytes.get(..HEAD)?;
    let whole = head[..8] == *MAGIC && head[8..12] == (content as u32).to_le_bytes() && head[12..44] == *binding;
    let sum = u64::from_le_bytes(head[44..52].try_into().ok()?);
    if !whole || xxh3_64(&bytes[HEAD..]) != sum {
        return None;
    }
    Some(Payload { bytes })
}
