//! The envelope of a cache file: what it is, what it belongs to, whether it is whole.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::host::{Host, HostError, Parts};

const MAGIC: &[u8; 8] = b"SMALTI\0\x02";
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
    Packs = 6,
    Model = 7,
    ColumnChanges = 8,
}

impl Content {
    /// Where it lies in a cache folder.
    pub fn path(self, folder: &Path) -> PathBuf {
        folder.join(match self {
            Self::Stats => "stats.bin",
            Self::Columns => "links.bin",
            Self::ShardIndex => "shards.idx",
            Self::Head => "head.bin",
            Self::Commits => "commits.bin",
            Self::Packs => "packs.bin",
            Self::Model => "model.bin",
            Self::ColumnChanges => "links.changes.bin",
        })
    }
}

/// Writes the file of a cache folder that holds `payload`, bound to `binding`.
///
/// # Errors
/// What the disk refuses.
pub fn write(host: &dyn Host, folder: &Path, content: Content, binding: &[u8; 32], payload: &[u8]) -> Result<(), HostError> {
    write_parts(host, folder, content, binding, &mut |push| push(payload)).map(drop)
}

/// Writes a value, bound to `binding`.
///
/// # Errors
/// What the disk refuses, or that the value cannot be encoded; then nothing is written.
pub fn write_value(host: &dyn Host, folder: &Path, content: Content, binding: &[u8; 32], value: &impl Serialize) -> Result<(), HostError> {
    write(host, folder, content, binding, &encoded(&content.path(folder), value, Vec::new())?)
}

/// `bytes` with a value for the file `path` behind them.
///
/// # Errors
/// When the value cannot be encoded: half of a file must not pass for all of it.
pub fn encoded(path: &Path, value: &impl Serialize, bytes: Vec<u8>) -> Result<Vec<u8>, HostError> {
    postcard::to_extend(value, bytes).map_err(|cause| HostError::Io {
        operation: "encode",
        path: path.to_owned(),
        cause: std::io::Error::new(std::io::ErrorKind::InvalidData, cause),
    })
}

/// Writes a payload that is made part by part, bound to `binding`, and returns its sum. It is made twice, for the head tells its sum: `parts` must say the
/// same both times.
///
/// # Errors
/// What the disk refuses.
pub fn write_parts(host: &dyn Host, folder: &Path, content: Content, binding: &[u8; 32], parts: Parts<'_>) -> Result<u64, HostError> {
    let mut hasher = Xxh3::new();
    parts(&mut |part| hasher.update(part));
    let sum = hasher.digest();
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(MAGIC);
    head[8..12].copy_from_slice(&(content as u32).to_le_bytes());
    head[12..44].copy_from_slice(binding);
    head[44..].copy_from_slice(&sum.to_le_bytes());
    host.write_parts(&content.path(folder), &mut |push| {
        push(&head);
        parts(push);
    })?;
    Ok(sum)
}

/// A payload as it was read, still behind its head.
pub struct Payload {
    bytes: Vec<u8>,
    sum: u64,
}

impl Payload {
    /// The sum that its head tells.
    pub fn sum(&self) -> u64 {
        self.sum
    }
}

impl std::ops::Deref for Payload {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[HEAD..]
    }
}

/// The value in the file of this kind, if that is whole and bound to `binding`.
pub fn read_value<T: DeserializeOwned>(host: &dyn Host, folder: &Path, content: Content, binding: &[u8; 32]) -> Option<T> {
    postcard::from_bytes(&read(host, folder, content, binding)?).ok()
}

/// The payload of the file of this kind, if that is whole and bound to `binding`; `None` for anything else.
pub fn read(host: &dyn Host, folder: &Path, content: Content, binding: &[u8; 32]) -> Option<Payload> {
    let bytes = host.read(&content.path(folder)).ok()?;
    let head = bytes.get(..HEAD)?;
    let whole = head[..8] == *MAGIC && head[8..12] == (content as u32).to_le_bytes() && head[12..44] == *binding;
    let sum = u64::from_le_bytes(head[44..52].try_into().ok()?);
    if !whole || xxh3_64(&bytes[HEAD..]) != sum {
        return None;
    }
    Some(Payload { bytes, sum })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    struct Unsaid;

    impl Serialize for Unsaid {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("it has no form"))
        }
    }

    #[test]
    fn what_cannot_be_encoded_is_an_error_and_no_empty_file() {
        let folder = tempfile::tempdir().unwrap();
        let refused = write_value(&DiskHost::volatile(), folder.path(), Content::Head, &[0; 32], &(1u8, Unsaid)).unwrap_err();
        assert!(refused.to_string().starts_with("cannot encode `"), "{refused}");
        assert!(!Content::Head.path(folder.path()).exists());
    }
}
