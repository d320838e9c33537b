//! The shard store: shards by content in one append-only pack, with a sorted index beside it.
//!
//! A value is three parts (facts, body, text), each with its own checksum, so that links of other files read facts alone.
//! The index is written last; bytes of the pack that no index names are dead and never read.

use std::hash::BuildHasherDefault;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use xxhash_rust::xxh3::xxh3_64;

use super::envelope::{self, Content};
use crate::base::frame;
use crate::base::ids::SourceHash;
use crate::base::key::TextMap;
use crate::host::{Host, HostError};
use crate::shard::Shard;
use crate::shard::body::Body;
use crate::shard::codec;
use crate::shard::facts::Facts;

/// blake3 of source hash, language and extraction digest.
pub type ShardKey = [u8; 32];

/// The key of a file's shard. Holds no path: a moved or copied file is a hit.
pub fn key(hash: &SourceHash, language: &str) -> ShardKey {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&hash.0);
    hasher.update(language.as_bytes());
    hasher.update(b"\0");
    hasher.update(env!("SMALTI_EXTRACTION").as_bytes());
    *hasher.finalize().as_bytes()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    length: u32,
    sum: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    offset: u64,
    parts: [Part; 3],
}

/// An opened store.
pub struct ShardStore {
    host: Arc<dyn Host>,
    folder: PathBuf,
    pack: PathBuf,
    /// Bytes held back before they are appended to the pack.
    held: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The index was looked for on disk.
    loaded: bool,
    entries: TextMap<ShardKey, Entry>,
    /// Not yet appended; offsets of its entries count from `base`.
    pending: Vec<u8>,
    /// Length of the pack on disk.
    base: u64,
    changed: bool,
    /// Bytes appended since the store was opened.
    appended: u64,
}

/// A part as it was read: `None` if it is absent or damaged.
type Read<T> = Option<T>;

impl ShardStore {
    /// The store in a cache folder, which is looked into when it is first asked; a damaged index opens as an empty store. New shards are held back until they take `held` bytes.
    pub fn open(host: Arc<dyn Host>, folder: &Path, held: usize) -> Self {
        Self { host, folder: folder.to_owned(), pack: folder.join("shards.pack"), held, inner: Mutex::default() }
    }

    /// The state as it is, perhaps without what is on disk.
    fn glance(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state with what is on disk: a build in which nothing changed never needs it.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.glance();
        if !inner.loaded {
            inner.loaded = true;
            inner.base = self.host.stat(&self.pack).map_or(0, |(_, stat)| stat.size);
            let payload = envelope::read(self.host.as_ref(), &self.folder, Content::ShardIndex, &[0; 32]);
            inner.entries = payload.and_then(|payload| decode(&payload, inner.base)).unwrap_or_default();
        }
        inner
    }

    /// Whether a shard is there.
    pub fn has(&self, key: &ShardKey) -> bool {
        self.lock().entries.contains_key(key)
    }

    /// Bytes appended to the pack since the store was opened.
    pub fn appended(&self) -> u64 {
        self.glance().appended
    }

    /// Adds a shard with the text it was made of.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn put(&self, key: ShardKey, shard: &Shard, text: &str) -> Result<(), HostError> {
        let encoded = codec::encode(shard).map_err(|cause| self.encode_error(&cause.to_string()))?;
        let text = frame::compress(text.as_bytes(), 1).map_err(|cause| self.encode_error(&cause.to_string()))?;
        let part = |bytes: &[u8]| Part { length: u32::try_from(bytes.len()).unwrap_or(u32::MAX), sum: xxh3_64(bytes) };
        let parts = [part(&encoded.facts), part(&encoded.body), part(&text)];
        let mut inner = self.lock();
        if inner.entries.contains_key(&key) {
            return Ok(());
        }
        let offset = inner.base + inner.pending.len() as u64;
        inner.pending.extend_from_slice(&encoded.facts);
        inner.pending.extend_from_slice(&encoded.body);
        inner.pending.extend_from_slice(&text);
        inner.entries.insert(key, Entry { offset, parts });
        inner.changed = true;
        if inner.pending.len() >= self.held { self.append(&mut inner) } else { Ok(()) }
    }

    fn encode_error(&self, cause: &str) -> HostError {
        HostError::Io { operation: "encode a shard for", path: self.pack.clone(), cause: std::io::Error::other(cause.to_owned()) }
    }

    fn append(&self, inner: &mut Inner) -> Result<(), HostError> {
        if inner.pending.is_empty() {
            return Ok(());
        }
        let offset = self.host.append(&self.pack, &inner.pending)?;
        if offset != inner.base {
            // The pack was cut short or written to since it was opened: what is recorded as pending lies elsewhere.
            let base = inner.base;
            inner.entries.values_mut().filter(|entry| entry.offset >= base).for_each(|entry| entry.offset = entry.offset - base + offset);
        }
        inner.base = offset + inner.pending.len() as u64;
        inner.appended += inner.pending.len() as u64;
        inner.pending.clear();
        Ok(())
    }

    /// Writes what is pending and the index.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn flush(&self) -> Result<(), HostError> {
        let mut inner = self.glance();
        if !inner.changed {
            return Ok(());
        }
        self.append(&mut inner)?;
        let payload = encode(&inner.entries);
        envelope::write(self.host.as_ref(), &self.folder, Content::ShardIndex, &[0; 32], &payload)?;
        inner.changed = false;
        Ok(())
    }

    /// Forgets a shard that turned out to be damaged.
    pub fn forget(&self, key: &ShardKey) {
        let mut inner = self.lock();
        inner.entries.remove(key);
        inner.changed = true;
    }

    /// The facts of a shard.
    pub fn facts(&self, key: &ShardKey) -> Read<Facts> {
        codec::facts(&self.part(key, 0)?).ok()
    }

    /// The body of a shard.
    pub fn body(&self, key: &ShardKey) -> Read<Body> {
        codec::body(&self.part(key, 1)?).ok()
    }

    /// The text a shard was made of.
    pub fn text(&self, key: &ShardKey) -> Read<String> {
        let bytes = self.part(key, 2)?;
        String::from_utf8(frame::decompress(&bytes, 1 << 30).ok()?).ok()
    }

    fn part(&self, key: &ShardKey, index: usize) -> Option<Vec<u8>> {
        let (entry, from_pending) = {
            let inner = self.lock();
            let entry = *inner.entries.get(key)?;
            let start = entry.offset + entry.parts[..index].iter().map(|part| u64::from(part.length)).sum::<u64>();
            let length = entry.parts[index].length as usize;
            let pending = start.checked_sub(inner.base).and_then(|at| {
                let at = usize::try_from(at).ok()?;
                inner.pending.get(at..at + length).map(<[u8]>::to_vec)
            });
            (entry, pending)
        };
        let start = entry.offset + entry.parts[..index].iter().map(|part| u64::from(part.length)).sum::<u64>();
        let part = entry.parts[index];
        let bytes = match from_pending {
            Some(bytes) => bytes,
            None => self.host.read_at(&self.pack, start, part.length as usize).ok()?,
        };
        (bytes.len() == part.length as usize && xxh3_64(&bytes) == part.sum).then_some(bytes)
    }
}

fn encode(entries: &TextMap<ShardKey, Entry>) -> Vec<u8> {
    let mut sorted: Vec<(&ShardKey, &Entry)> = entries.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| **key);
    let mut bytes = Vec::with_capacity(sorted.len() * 76);
    for (key, entry) in sorted {
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(&entry.offset.to_le_bytes());
        for part in &entry.parts {
            bytes.extend_from_slice(&part.length.to_le_bytes());
            bytes.extend_from_slice(&part.sum.to_le_bytes());
        }
    }
    bytes
}

/// Entries that reach past the end of the pack are dropped: their bytes never arrived.
fn decode(payload: &[u8], pack_bytes: u64) -> Option<TextMap<ShardKey, Entry>> {
    let mut entries = TextMap::with_capacity_and_hasher(payload.len() / 76, BuildHasherDefault::default());
    for record in payload.chunks(76) {
        let key: ShardKey = record.get(..32)?.try_into().ok()?;
        let offset = u64::from_le_bytes(record.get(32..40)?.try_into().ok()?);
        let part = |at: usize| -> Option<Part> {
            Some(Part {
                length: u32::from_le_bytes(record.get(at..at + 4)?.try_into().ok()?),
                sum: u64::from_le_bytes(record.get(at + 4..at + 12)?.try_into().ok()?),
            })
        };
        let parts = [part(40)?, part(52)?, part(64)?];
        let end = offset + parts.iter().map(|part| u64::from(part.length)).sum::<u64>();
        if end <= pack_bytes {
            entries.insert(key, Entry { offset, parts });
        }
    }
    Some(entries)
}
