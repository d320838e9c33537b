//! The vector store: vectors by the hash of the text they are of, one store a model. Two append-only files, keys and values at the same positions.
//!
//! A value carries its key and its sum, so that files that do not belong together, or end early, are noticed where they are read. Nothing is ever taken
//! out: what comes back from another branch need not be encoded again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use xxhash_rust::xxh3::xxh3_64;

use crate::host::{Host, HostError};

/// Bytes that are held back before they are appended.
const HELD: usize = 1 << 20;

/// An opened store.
pub struct VectorStore {
    host: Arc<dyn Host>,
    keys: PathBuf,
    values: PathBuf,
    /// Bytes of a vector.
    size: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Position of each key.
    positions: HashMap<u64, u64>,
    /// Records on disk.
    stored: u64,
    pending_keys: Vec<u8>,
    pending_values: Vec<u8>,
}

impl VectorStore {
    /// The store of the model of a digest in a cache folder. One whose files do not fit together opens empty and is written anew.
    pub fn open(host: Arc<dyn Host>, folder: &Path, model: &str, size: usize) -> Self {
        let digits = model.strip_prefix("blake3:").unwrap_or(model);
        let name = |kind: &str| folder.join(format!("vectors-{}.{kind}", digits.get(..16).unwrap_or(digits)));
        let store = Self { host, keys: name("keys"), values: name("values"), size, inner: Mutex::default() };
        store.load();
        store
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self) -> usize {
        8 + self.size + 8
    }

    fn load(&self) {
        let keys = self.host.read(&self.keys).unwrap_or_default();
        let (keys, rest) = keys.as_chunks::<8>();
        let bytes = self.host.stat(&self.values).map_or(0, |(_, stat)| stat.size);
        if !rest.is_empty() || bytes != keys.len() as u64 * self.record() as u64 {
            // What cannot be removed is found not to fit again.
            let _ = self.host.remove(&self.keys).and_then(|()| self.host.remove(&self.values));
            return;
        }
        let mut inner = self.lock();
        inner.stored = keys.len() as u64;
        inner.positions = keys.iter().zip(0..).map(|(key, position)| (u64::from_le_bytes(*key), position)).collect();
    }

    /// Whether there are no vectors.
    pub fn is_empty(&self) -> bool {
        self.lock().positions.is_empty()
    }

    /// The vector of a text; `None` where it is not there or damaged.
    pub fn get(&self, key: u64) -> Option<Vec<i8>> {
        let (position, stored, pending) = {
            let inner = self.lock();
            let position = *inner.positions.get(&key)?;
            let at = position.checked_sub(inner.stored).and_then(|at| usize::try_from(at).ok()).map(|at| at * self.record());
            (position, inner.stored, at.and_then(|at| inner.pending_values.get(at..at + self.record()).map(<[u8]>::to_vec)))
        };
        let record = match pending {
            Some(record) => record,
            None if position < stored => self.host.read_at(&self.values, position * self.record() as u64, self.record()).ok()?,
            None => return None,
        };
        let (head, sum) = record.split_at_checked(8 + self.size)?;
        let (found, vector) = head.split_at_checked(8)?;
        let whole = sum == xxh3_64(head).to_le_bytes() && found == key.to_le_bytes();
        whole.then(|| vector.iter().map(|byte| byte.cast_signed()).collect())
    }

    /// Adds the vector of a text, in place of one that was damaged.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn put(&self, key: u64, vector: &[i8]) -> Result<(), HostError> {
        let mut inner = self.lock();
        let position = inner.stored + (inner.pending_keys.len() / 8) as u64;
        inner.positions.insert(key, position);
        let start = inner.pending_values.len();
        inner.pending_keys.extend_from_slice(&key.to_le_bytes());
        inner.pending_values.extend_from_slice(&key.to_le_bytes());
        inner.pending_values.extend(vector.iter().map(|it| it.cast_unsigned()));
        let sum = xxh3_64(&inner.pending_values[start..]);
        inner.pending_values.extend_from_slice(&sum.to_le_bytes());
        if inner.pending_values.len() >= HELD { self.append(&mut inner) } else { Ok(()) }
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn flush(&self) -> Result<(), HostError> {
        self.append(&mut self.lock())
    }

    /// Values first: keys without values would be found not to fit, and so would values without keys.
    fn append(&self, inner: &mut Inner) -> Result<(), HostError> {
        if inner.pending_keys.is_empty() {
            return Ok(());
        }
        self.host.append(&self.values, &inner.pending_values)?;
        self.host.append(&self.keys, &inner.pending_keys)?;
        inner.stored += (inner.pending_keys.len() / 8) as u64;
        inner.pending_keys.clear();
        inner.pending_values.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    const MODEL: &str = "blake3:0123456789abcdef0123";

    fn open(folder: &Path) -> VectorStore {
        VectorStore::open(Arc::new(DiskHost::volatile()), folder, MODEL, 3)
    }

    #[test]
    fn vectors_are_there_at_once_and_after_a_flush() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        assert!(store.is_empty());
        store.put(7, &[1, -2, 3]).unwrap();
        assert_eq!((store.get(7), store.get(8)), (Some(vec![1, -2, 3]), None));
        store.flush().unwrap();
        store.put(8, &[0, 0, -128]).unwrap();
        store.flush().unwrap();
        let again = open(folder.path());
        assert_eq!((again.get(7), again.get(8), again.get(9)), (Some(vec![1, -2, 3]), Some(vec![0, 0, -128]), None));
        let other = VectorStore::open(Arc::new(DiskHost::volatile()), folder.path(), "blake3:ffffffffffffffff", 3);
        assert!(other.is_empty(), "a store is of one model");
    }

    #[test]
    fn damage_is_noticed_and_mended() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        (0..4).for_each(|key| store.put(key, &[1, 2, 3]).unwrap());
        store.flush().unwrap();
        let path = folder.path().join("vectors-0123456789abcdef.values");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[19 + 9] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let store = open(folder.path());
        assert_eq!((store.get(0), store.get(1)), (Some(vec![1, 2, 3]), None));
        store.put(1, &[4, 5, 6]).unwrap();
        store.flush().unwrap();
        assert_eq!(open(folder.path()).get(1), Some(vec![4, 5, 6]));
        std::fs::write(&path, &bytes[..30]).unwrap();
        let store = open(folder.path());
        assert!(store.is_empty(), "files that do not fit together");
        store.put(1, &[7, 8, 9]).unwrap();
        store.flush().unwrap();
        assert_eq!((open(folder.path()).get(1), open(folder.path()).get(0)), (Some(vec![7, 8, 9]), None));
    }
}
