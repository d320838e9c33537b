//! Failures of the committed form.

use std::path::Path;

use crate::base::codes::{self, Code};
use crate::host::{Host, HostError, Kind};

/// Why an index root cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("no index at `{0}`")]
    Missing(String),
    #[error("`{place}` is damaged: {what}")]
    Corrupt { place: String, what: String },
    #[error("`{0}` is a folder, and a file of the index belongs there")]
    Blocked(String),
    #[error("`{place}` has format version {found}, this program reads {known}")]
    Version { place: String, found: u64, known: u64 },
    #[error("`{place}` has {what} of schema version {found}, this program reads {known}")]
    Schema { place: String, what: String, found: String, known: &'static str },
    #[error("`{0}` exists and is not an index")]
    Foreign(String),
    #[error("`{0}` is a symbolic link, and an index is a folder of its own: a repository may have brought the link along")]
    Linked(String),
    #[error("another build holds the lock of `{0}`")]
    Locked(String),
    #[error("`{0}` holds more than this program can number")]
    TooLarge(&'static str),
    #[error("this program was built without {0}")]
    NotSupported(&'static str, &'static str),
    #[error(transparent)]
    Host(#[from] HostError),
}

impl IndexError {
    /// A damaged file.
    pub fn corrupt(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Corrupt { place: place.into(), what: what.into() }
    }

    /// What stands where a file of the index belongs: a build replaces all but a folder.
    pub fn no_file(host: &dyn Host, path: &Path, place: &str) -> Self {
        match host.stat(path) {
            Ok((Kind::Folder, _)) => Self::Blocked(place.to_owned()),
            _ => Self::corrupt(place, "it is not a regular file"),
        }
    }

    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Missing(_) => &codes::INDEX_MISSING,
            Self::Corrupt { .. } => &codes::INDEX_CORRUPT,
            Self::Blocked(_) => &codes::INDEX_BLOCKED,
            Self::Version { .. } | Self::Schema { .. } => &codes::CONTRACT_VERSION,
            Self::Foreign(_) | Self::Linked(_) => &codes::OUT_FOREIGN,
            Self::Locked(_) => &codes::INDEX_LOCKED,
            Self::TooLarge(_) | Self::NotSupported(..) => &codes::NOT_SUPPORTED,
            Self::Host(cause) if cause.is_link() => &codes::OUT_FOREIGN,
            Self::Host(cause) if cause.is_full() => &codes::DISK_FULL,
            Self::Host(cause) if cause.is_read_only() => &codes::OUT_READ_ONLY,
            Self::Host(cause) if cause.is_a_folder() => &codes::INDEX_BLOCKED,
            Self::Host(_) => &codes::DISK,
        }
    }
}
