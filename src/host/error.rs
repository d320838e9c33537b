//! What a host can refuse, with the operation and the path.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::Kind;

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Read,
    Stat,
    List,
    Resolve,
    Create,
    Append,
    Rename,
    Remove,
    RemoveFolder,
    CreateFolder,
    SyncFile,
    SyncFolder,
    Lock,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Stat => "look at",
            Self::List => "list",
            Self::Resolve => "resolve",
            Self::Create => "write",
            Self::Append => "append to",
            Self::Rename => "rename",
            Self::Remove | Self::RemoveFolder => "remove",
            Self::CreateFolder => "make folder",
            Self::SyncFile | Self::SyncFolder => "sync",
            Self::Lock => "lock",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "a file",
            Self::Folder => "a folder",
            Self::Link => "a symbolic link",
            Self::Special => "neither file, folder nor link",
        })
    }
}

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The operating system said no.
    #[error("cannot {operation} `{}`", path.display())]
    Io { operation: Operation, path: PathBuf, source: io::Error },
    /// Three tries gave three states.
    #[error("`{}` kept changing while it was read", path.display())]
    Unstable { path: PathBuf },
    /// Larger than the caller wants to hold.
    #[error("`{}` has {size} bytes, more than the {limit} that are read", path.display())]
    TooLarge { path: PathBuf, size: u64, limit: u64 },
    /// Only regular files are read.
    #[error("`{}` is {kind}, not a regular file", path.display())]
    NotAFile { path: PathBuf, kind: Kind },
    /// Only folders can be roots.
    #[error("`{}` is {kind}, not a folder", path.display())]
    NotAFolder { path: PathBuf, kind: Kind },
    /// A path that leaves the root, or reaches its place through a link.
    #[error("`{path}` does not stay inside `{}`", root.display())]
    Outside { path: String, root: PathBuf },
    /// A relative path where an absolute one is due: answers must not depend on the working folder.
    #[error("`{}` is not an absolute path", path.display())]
    Relative { path: PathBuf },
}

impl HostError {
    /// Wraps what the system said.
    pub fn io(operation: Operation, path: &Path, source: io::Error) -> Self {
        Self::Io { operation, path: path.to_owned(), source }
    }

    /// No space, or no quota, is left.
    pub fn is_full(&self) -> bool {
        matches!(self.kind(), Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
    }

    /// Writing is not allowed here.
    pub fn is_read_only(&self) -> bool {
        matches!(self.kind(), Some(io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied))
    }

    /// Nothing stands at the path.
    pub fn not_found(&self) -> bool {
        matches!(self.kind(), Some(io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
    }

    /// Something stands there that must not.
    pub fn already_exists(&self) -> bool {
        matches!(self.kind(), Some(io::ErrorKind::AlreadyExists))
    }

    /// The sentence of the cause in words that are the same on every system, for rows and snapshots.
    pub fn portable(&self) -> String {
        match self {
            Self::Io { source, .. } => source.kind().to_string(),
            Self::Unstable { .. } => "kept changing while it was read".to_owned(),
            Self::TooLarge { size, limit, .. } => format!("has {size} bytes, more than the {limit} that are read"),
            Self::NotAFile { kind, .. } | Self::NotAFolder { kind, .. } => format!("is {kind}"),
            Self::Outside { .. } => "does not stay inside the root".to_owned(),
            Self::Relative { .. } => "is not an absolute path".to_owned(),
        }
    }

    fn kind(&self) -> Option<io::ErrorKind> {
        match self {
            Self::Io { source, .. } => Some(source.kind()),
            _ => None,
        }
    }
}
