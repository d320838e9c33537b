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

/// Writes `payload` bound to `binding`.
///
/// # Errors
/// What the disk refuses.
pub fn write(host: &dyn Host, path: &Path, content: Content, binding: &[u8; 32], payload: &[u8]) -> Result<(), HostError> {
    let mut bytes = Vec::with_capacity(HEAD + payload.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(content as u32).to_le_bytes());
    bytes.extend_from_slice(binding);
    bytes.extend_from_slice(&xxh3_64(payload).to_le_bytes());
    bytes.extend_from_slice(payload);
    host.write(path, &bytes)
}

/// The payload of a file that is whole, of this kind and bound to `binding`; `None` for anything else.
pub fn read(host: &dyn Host, path: &Path, content: Content, binding: &[u8; 32]) -> Option<Vec<u8>> {
    let mut bytes = host.read(path).ok()?;
    let head = bytes.get(..HEAD)?;
    let whole = head[..8] == *MAGIC && head[8..12] == (content as u32).to_le_bytes() && head[12..44] == *binding;
    let sum = u64::from_le_bytes(head[44..52].try_into().ok()?);
    if !whole || xxh3_64(&bytes[HEAD..]) != sum {
        return None;
    }
    bytes.drain(..HEAD);
    Some(bytes)
}
