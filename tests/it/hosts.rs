//! A host that lets a test meddle with the disk right before it is touched.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use smalti::host::disk::DiskHost;
use smalti::host::{Guard, Host, HostError, Kind, Stat};

/// What a test does before a path is touched; an error is what the host then says.
type Meddle = Box<dyn Fn(&Path) -> Result<(), HostError> + Send + Sync>;

/// What a test does with the names of files that reach the disk at once.
type Watch = Box<dyn Fn(&[PathBuf]) + Send + Sync>;

/// The disk of this machine, meddled with.
pub struct Meddling {
    pub inner: DiskHost,
    /// Before the bytes of a source file are read.
    pub source: Meddle,
    /// Before a file of the index is read.
    pub read: Meddle,
    /// Before anything is written, made, locked or removed.
    pub write: Meddle,
    /// Before placed files reach the disk.
    pub settle: Watch,
    /// Nanoseconds that its clock is ahead: what was just written counts as old, so that its stat proves something.
    pub ahead_ns: i64,
    /// Paths that were looked at.
    pub looks: AtomicU64,
}

impl Meddling {
    /// A host that does nothing of its own.
    pub fn new() -> Self {
        Self {
            inner: DiskHost::volatile(),
            source: Box::new(|_| Ok(())),
            read: Box::new(|_| Ok(())),
            write: Box::new(|_| Ok(())),
            settle: Box::new(|_| ()),
            ahead_ns: 0,
            looks: AtomicU64::new(0),
        }
    }

    /// The same, meddling before source files are read.
    pub fn at_source(meddle: impl Fn(&Path) -> Result<(), HostError> + Send + Sync + 'static) -> Arc<dyn Host> {
        Arc::new(Self { source: Box::new(meddle), ..Self::new() })
    }

    /// The same, meddling before anything is written.
    pub fn at_write(meddle: impl Fn(&Path) -> Result<(), HostError> + Send + Sync + 'static) -> Arc<dyn Host> {
        Arc::new(Self { write: Box::new(meddle), ..Self::new() })
    }
}

/// A refusal of the system.
pub fn refusal(operation: &'static str, path: &Path, kind: ErrorKind) -> HostError {
    HostError::Io { operation, path: path.to_owned(), cause: Error::from(kind) }
}

impl Host for Meddling {
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        (self.read)(path)?;
        self.inner.read(path)
    }

    fn read_named(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        self.inner.read_named(path)
    }

    fn read_at(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError> {
        self.inner.read_at(path, offset, length)
    }

    fn read_source(&self, path: &Path) -> Result<(Vec<u8>, Stat), HostError> {
        (self.source)(path)?;
        self.inner.read_source(path)
    }

    fn stat(&self, path: &Path) -> Result<(Kind, Stat), HostError> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        self.inner.stat(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        (self.write)(path)?;
        self.inner.write(path, bytes)
    }

    fn settle(&self, folder: &Path, files: &[PathBuf]) -> Result<(), HostError> {
        (self.settle)(files);
        self.inner.settle(folder, files)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<u64, HostError> {
        (self.write)(path)?;
        self.inner.append(path, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError> {
        (self.write)(to)?;
        self.inner.rename(from, to)
    }

    fn sync_folder(&self, path: &Path) -> Result<(), HostError> {
        self.inner.sync_folder(path)
    }

    fn create_folder(&self, path: &Path) -> Result<(), HostError> {
        (self.write)(path)?;
        self.inner.create_folder(path)
    }

    fn remove(&self, path: &Path) -> Result<(), HostError> {
        (self.write)(path)?;
        self.inner.remove(path)
    }

    fn remove_folder(&self, path: &Path) -> Result<(), HostError> {
        (self.write)(path)?;
        self.inner.remove_folder(path)
    }

    fn list(&self, path: &Path) -> Result<Vec<String>, HostError> {
        self.inner.list(path)
    }

    fn try_lock(&self, path: &Path) -> Result<Option<Box<dyn Guard>>, HostError> {
        (self.write)(path)?;
        self.inner.try_lock(path)
    }

    fn now_ns(&self) -> i64 {
        self.inner.now_ns() + self.ahead_ns
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
