//! Everything that touches the machine: disk, lock, clock, memory.
//!
//! Owns: `std::fs`, the clock, `/proc`. Never: what the bytes mean.
//! Invariant: a write is whole or absent under its final name; a read says whether the file held still.

pub mod disk;
pub mod entries;
pub mod fault;
pub mod file_system;
pub mod map;
pub mod real;
pub mod watch;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The operating system that this program was made for, such as `linux`.
pub const SYSTEM: &str = std::env::consts::OS;

/// What a path is, without following links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link,
    Other,
}

/// What shows that a file may have changed. Times are nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    pub size: u64,
    pub mtime_ns: i64,
    pub ctime_ns: i64,
    pub inode: u64,
}

/// A refusal of the operating system, with what was tried.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("cannot {operation} `{}`: {cause}", path.display())]
    Io { operation: &'static str, path: PathBuf, cause: std::io::Error },
    #[error("`{}` kept changing while it was read", path.display())]
    Unstable { path: PathBuf },
    #[error("`{}` is not a regular file", path.display())]
    NotAFile { path: PathBuf },
    #[error("`{}` is a link, and what is written there could land anywhere", path.display())]
    Link { path: PathBuf },
}

impl HostError {
    fn kind(&self) -> Option<std::io::ErrorKind> {
        match self {
            Self::Io { cause, .. } => Some(cause.kind()),
            _ => None,
        }
    }

    /// Nothing stands at the path, or a file stands where one of its folders should.
    pub fn not_found(&self) -> bool {
        matches!(self.kind(), Some(std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory))
    }

    /// The operating system met a folder where it needs a file.
    pub fn is_a_folder(&self) -> bool {
        matches!(self.kind(), Some(std::io::ErrorKind::IsADirectory))
    }

    /// A folder, link, pipe or device stands where a file should.
    pub fn is_no_file(&self) -> bool {
        matches!(self, Self::NotAFile { .. })
    }

    /// A link stands where something was to be written.
    pub fn is_link(&self) -> bool {
        matches!(self, Self::Link { .. })
    }

    /// No space is left.
    pub fn is_full(&self) -> bool {
        matches!(self.kind(), Some(std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded))
    }

    /// A write was refused because of its place: no permission, a read-only disk, a file where a folder should be.
    pub fn is_read_only(&self) -> bool {
        use std::io::ErrorKind::{AlreadyExists, NotADirectory, PermissionDenied, ReadOnlyFilesystem};
        let reads = matches!(self, Self::Io { operation: "read" | "look at" | "list" | "open", .. });
        !reads && matches!(self.kind(), Some(AlreadyExists | NotADirectory | PermissionDenied | ReadOnlyFilesystem))
    }
}

/// Content that is made while it is written: hands part after part to what it is given.
pub type Parts<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&[u8]));

/// A held lock; dropping it releases it.
pub trait Guard: Send {}

/// The machine, as far as smalti needs it.
pub trait Host: Send + Sync {
    /// The bytes of a file of the index. Follows no link.
    ///
    /// # Errors
    /// [`HostError::NotAFile`], or what the operating system refuses.
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError>;

    /// The bytes of a file of the cache that is only ever replaced by rename, mapped where the machine can. Follows no link.
    ///
    /// # Errors
    /// As [`Host::read`].
    fn map(&self, path: &Path) -> Result<map::Bytes, HostError> {
        self.read(path).map(Into::into)
    }

    /// The bytes of a file that a user named. Links, pipes and devices are theirs to choose.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn read_named(&self, path: &Path) -> Result<Vec<u8>, HostError>;

    /// The bytes of `length` from `offset`; fewer at the end of the file.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn read_at(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError>;

    /// The bytes of a source file and the stat they belong to. Reads again while the file changes, at most three times.
    ///
    /// # Errors
    /// [`HostError::Unstable`], [`HostError::NotAFile`], or what the operating system refuses.
    fn read_source(&self, path: &Path) -> Result<(Vec<u8>, Stat), HostError>;

    /// Kind and stat of a path, without following a link.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn stat(&self, path: &Path) -> Result<(Kind, Stat), HostError>;

    /// Writes a whole file durably under a name that readers do not look at yet, or over an old one by rename.
    ///
    /// # Errors
    /// What the operating system refuses; then the old content stands.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError>;

    /// As [`Self::write`], of bytes that are made while they are written: a large file is never in memory as a whole where the host can avoid
    /// it. `parts` is called once.
    ///
    /// # Errors
    /// As [`Self::write`].
    fn write_parts(&self, path: &Path, parts: Parts<'_>) -> Result<(), HostError> {
        let mut bytes = Vec::new();
        parts(&mut |part| bytes.extend_from_slice(part));
        self.write(path, &bytes)
    }

    /// As [`Self::write`], but what was written survives a power cut only after [`Self::settle`]: many files reach the disk at once for less than
    /// one after the other.
    ///
    /// # Errors
    /// As [`Self::write`].
    fn place(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        self.write(path, bytes)
    }

    /// Makes the bytes of placed files durable, all of which stand below `folder`. Their names are the matter of [`Self::sync_folder`].
    ///
    /// # Errors
    /// What the operating system refuses.
    fn settle(&self, folder: &Path, files: &[PathBuf]) -> Result<(), HostError>;

    /// Appends to a file, creating it, and returns the offset where the bytes start.
    ///
    /// # Errors
    /// [`HostError::Link`], or what the operating system refuses; a part of the bytes may then stand at the end.
    fn append(&self, path: &Path, bytes: &[u8]) -> Result<u64, HostError>;

    /// Renames over whatever stands at `to`, durably.
    ///
    /// # Errors
    /// What the operating system refuses; then both names are as before.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError>;

    /// Makes the names in a folder durable.
    ///
    /// # Errors
    /// What the operating system refuses; systems that cannot sync a folder do nothing.
    fn sync_folder(&self, path: &Path) -> Result<(), HostError>;

    /// Makes a folder and those above it.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn create_folder(&self, path: &Path) -> Result<(), HostError>;

    /// The same with a folder of an index, which may have come along with a repository.
    ///
    /// # Errors
    /// [`HostError::Link`], or what the operating system refuses.
    fn create_own_folder(&self, path: &Path) -> Result<(), HostError> {
        if matches!(self.stat(path), Ok((Kind::Link, _))) { Err(HostError::Link { path: path.to_owned() }) } else { self.create_folder(path) }
    }

    /// Removes a file; one that is not there is no error.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn remove(&self, path: &Path) -> Result<(), HostError>;

    /// Removes a folder with all that is in it; links in it are removed, not followed. One that is not there is no error.
    ///
    /// # Errors
    /// What the operating system refuses; a part may then be gone.
    fn remove_folder(&self, path: &Path) -> Result<(), HostError>;

    /// Names in a folder, sorted; empty for a folder that is not there.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn list(&self, path: &Path) -> Result<Vec<String>, HostError>;

    /// Stats of the files of a folder whose names are wanted, in no order; none for a folder that is not there.
    ///
    /// # Errors
    /// What the operating system refuses.
    fn list_stats(&self, path: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<(String, Stat)>, HostError> {
        let mut stats = Vec::new();
        for name in self.list(path)?.into_iter().filter(|name| wanted(name)) {
            match self.stat(&path.join(&name)) {
                Ok((_, stat)) => stats.push((name, stat)),
                Err(cause) if cause.not_found() => {}
                Err(cause) => return Err(cause),
            }
        }
        Ok(stats)
    }

    /// Takes the advisory lock of a file, or says that another process holds it (`None`).
    ///
    /// # Errors
    /// [`HostError::Link`], or what the operating system refuses.
    fn try_lock(&self, path: &Path) -> Result<Option<Box<dyn Guard>>, HostError>;

    /// Nanoseconds since 1970, for doubtful stat records and timings.
    fn now_ns(&self) -> i64;

    /// Waits a moment for another process: long enough to leave it the processor, too short for a person to notice.
    fn pause(&self);

    /// Peak resident memory of this process in bytes, where the system tells.
    fn peak_memory(&self) -> Option<u64>;

    /// Processor seconds used by this process so far, where the system tells.
    fn processor_seconds(&self) -> Option<f64>;
}
