//! Everything that touches the machine: disk, clock, environment, and the safety of a root.
//!
//! Owns: `std::fs`, `std::env` and the clock. Never: knows what the bytes mean.
//! Invariant: paths are absolute, links are not followed, and every failure names what was tried on which path.

pub mod disk;
pub mod error;
pub mod fault;
pub mod root;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use error::HostError;

/// What a path is, links not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, socket or device: never opened, because opening may wait for ever.
    Special,
}

/// What the file system says of a path without opening it. Equal stats of a file at rest mean equal bytes, up to the grain of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// Last change of the bytes, nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Last change of bytes or name, nanoseconds since 1970; the creation time where the system knows no such thing.
    pub ctime_ns: i64,
    /// The file's number on its device; 0 where the system has none.
    pub inode: u64,
}

/// One name of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    pub name: OsString,
    pub kind: Kind,
}

/// An advisory lock; given back when dropped, and by the system when the process dies.
#[derive(Debug)]
pub struct Lock {
    _file: std::fs::File,
}

/// All that smalti asks of the machine. Every path is absolute.
pub trait Host: Sync + Send {
    /// The whole of a file of the index root.
    ///
    /// # Errors
    /// What the system refused.
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError>;

    /// The first `bytes` bytes of a file, fewer when it is shorter.
    ///
    /// # Errors
    /// What the system refused.
    fn read_head(&self, path: &Path, bytes: usize) -> Result<Vec<u8>, HostError>;

    /// `length` bytes from `offset`, fewer when the file ends before.
    ///
    /// # Errors
    /// What the system refused.
    fn read_range(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError>;

    /// A source file as it stood at one moment, with the stat of that moment.
    ///
    /// # Errors
    /// `NotAFile` for folders, links and pipes, `TooLarge` above `limit` bytes, `Unstable` when it changed during three tries.
    fn read_source(&self, path: &Path, limit: u64) -> Result<(Vec<u8>, Stat), HostError>;

    /// A source file of any size, block by block. One try: the caller begins again on `Unstable`.
    ///
    /// # Errors
    /// As [`Host::read_source`], without `TooLarge`.
    fn stream_source(&self, path: &Path, sink: &mut dyn FnMut(&[u8])) -> Result<Stat, HostError>;

    /// What stands at a path; a link is itself, not its target.
    ///
    /// # Errors
    /// What the system refused; nothing there is `not_found()`.
    fn stat(&self, path: &Path) -> Result<Stat, HostError>;

    /// Whether anything stands at a path, a dangling link included.
    ///
    /// # Errors
    /// What the system refused, other than that there is nothing.
    fn exists(&self, path: &Path) -> Result<bool, HostError> {
        match self.stat(path) {
            Ok(_) => Ok(true),
            Err(error) if error.not_found() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The path with every link worked out.
    ///
    /// # Errors
    /// What the system refused.
    fn canonical(&self, path: &Path) -> Result<PathBuf, HostError>;

    /// The names in a folder, sorted by bytes.
    ///
    /// # Errors
    /// What the system refused.
    fn read_dir(&self, path: &Path) -> Result<Vec<Listed>, HostError>;

    /// Makes a file that must not exist, writes it and waits until it is on the disk. A write that fails may leave part of the file behind.
    ///
    /// # Errors
    /// What the system refused; a file already there is `already_exists()`.
    fn write_new(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError>;

    /// Adds to the end of a file, making it if need be. Not yet on the disk: see [`Host::sync_file`]. A failure may leave part of the bytes.
    ///
    /// # Errors
    /// What the system refused.
    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError>;

    /// Moves a file over another, at once.
    ///
    /// # Errors
    /// What the system refused.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError>;

    /// Removes one file or link.
    ///
    /// # Errors
    /// What the system refused.
    fn remove_file(&self, path: &Path) -> Result<(), HostError>;

    /// Removes one empty folder.
    ///
    /// # Errors
    /// What the system refused.
    fn remove_dir(&self, path: &Path) -> Result<(), HostError>;

    /// Makes a folder and those above it; one already there is fine.
    ///
    /// # Errors
    /// What the system refused.
    fn create_dir_all(&self, path: &Path) -> Result<(), HostError>;

    /// Waits until a file's bytes are on the disk.
    ///
    /// # Errors
    /// What the system refused.
    fn sync_file(&self, path: &Path) -> Result<(), HostError>;

    /// Waits until a folder's names are on the disk, so that a rename in it survives a power cut. Does nothing where folders cannot be synced.
    ///
    /// # Errors
    /// What the system refused.
    fn sync_dir(&self, path: &Path) -> Result<(), HostError>;

    /// Takes the advisory lock of a file, making the file if need be; `None` when somebody else holds it.
    ///
    /// # Errors
    /// What the system refused.
    fn try_lock(&self, path: &Path) -> Result<Option<Lock>, HostError>;

    /// A variable of the environment, when set and Unicode.
    fn variable(&self, name: &str) -> Option<String>;

    /// The clock, nanoseconds since 1970: for timings and for doubting young stats, never for anything stored in pieces.
    fn now_ns(&self) -> i64;

    /// Most memory this process has held, where the system tells.
    fn peak_memory_bytes(&self) -> Option<u64>;

    /// Processor time of this process and its threads, where the system tells.
    fn cpu_seconds(&self) -> Option<f64>;
}
