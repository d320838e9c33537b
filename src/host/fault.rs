//! A host whose disk fails at a chosen write, for tests of crashes and full disks.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::map::Bytes;
use super::{Guard, Host, HostError, Kind, Stat};

/// How the chosen write fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The process dies: this and every later write does nothing.
    Crash,
    /// The process dies in the middle: half of the bytes of this write reach a temporary or appended file.
    Torn,
    /// The disk is full for this one write.
    Full,
}

/// Wraps a host and fails its `at`-th write, counted from one.
#[derive(Debug)]
pub struct FaultHost<H> {
    inner: H,
    at: u64,
    fault: Fault,
    writes: AtomicU64,
}

impl<H: Host> FaultHost<H> {
    /// A host that fails at write `at`; 0 never fails and only counts.
    pub fn new(inner: H, at: u64, fault: Fault) -> Self {
        Self { inner, at, fault, writes: AtomicU64::new(0) }
    }

    /// Writes attempted so far.
    pub fn writes(&self) -> u64 {
        self.writes.load(Ordering::SeqCst)
    }

    /// Counts a write; the error says that it must not happen, `Ok(true)` that half of it must.
    fn write_turn(&self, path: &Path) -> Result<bool, HostError> {
        let turn = self.writes.fetch_add(1, Ordering::SeqCst) + 1;
        if self.at == 0 || turn < self.at || (self.fault == Fault::Full && turn > self.at) {
            return Ok(false);
        }
        if self.fault == Fault::Torn && turn == self.at {
            return Ok(true);
        }
        Err(self.error(path))
    }

    fn error(&self, path: &Path) -> HostError {
        let kind = if self.fault == Fault::Full { ErrorKind::StorageFull } else { ErrorKind::Interrupted };
        HostError::Io { operation: "write", path: path.to_owned(), cause: Error::new(kind, "injected fault") }
    }
}

impl<H: Host> Host for FaultHost<H> {
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        self.inner.read(path)
    }

    fn map(&self, path: &Path) -> Result<Bytes, HostError> {
        self.inner.map(path)
    }

    fn read_named(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        self.inner.read_named(path)
    }

    fn read_at(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError> {
        self.inner.read_at(path, offset, length)
    }

    fn read_source(&self, path: &Path) -> Result<(Vec<u8>, Stat), HostError> {
        self.inner.read_source(path)
    }

    fn stat(&self, path: &Path) -> Result<(Kind, Stat), HostError> {
        self.inner.stat(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        if self.write_turn(path)? {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(".tmp");
            self.inner.append(&path.with_file_name(name), &bytes[..bytes.len() / 2])?;
            return Err(self.error(path));
        }
        self.inner.write(path, bytes)
    }

    fn place(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        self.write(path, bytes)
    }

    fn settle(&self, folder: &Path, files: &[PathBuf]) -> Result<(), HostError> {
        if self.write_turn(folder)? {
            return Err(self.error(folder));
        }
        self.inner.settle(folder, files)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<u64, HostError> {
        if self.write_turn(path)? {
            self.inner.append(path, &bytes[..bytes.len() / 2])?;
            return Err(self.error(path));
        }
        self.inner.append(path, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError> {
        if self.write_turn(to)? {
            return Err(self.error(to));
        }
        self.inner.rename(from, to)
    }

    fn sync_folder(&self, path: &Path) -> Result<(), HostError> {
        self.inner.sync_folder(path)
    }

    fn create_folder(&self, path: &Path) -> Result<(), HostError> {
        if self.write_turn(path)? {
            return Err(self.error(path));
        }
        self.inner.create_folder(path)
    }

    fn remove(&self, path: &Path) -> Result<(), HostError> {
        if self.write_turn(path)? {
            return Err(self.error(path));
        }
        self.inner.remove(path)
    }

    fn remove_folder(&self, path: &Path) -> Result<(), HostError> {
        if self.write_turn(path)? {
            return Err(self.error(path));
        }
        self.inner.remove_folder(path)
    }

    fn list(&self, path: &Path) -> Result<Vec<String>, HostError> {
        self.inner.list(path)
    }

    fn try_lock(&self, path: &Path) -> Result<Option<Box<dyn Guard>>, HostError> {
        self.inner.try_lock(path)
    }

    fn now_ns(&self) -> i64 {
        self.inner.now_ns()
    }

    fn pause(&self) {
        self.inner.pause();
    }

    fn peak_memory(&self) -> Option<u64> {
        self.inner.peak_memory()
    }

    fn processor_seconds(&self) -> Option<f64> {
        self.inner.processor_seconds()
    }
}
