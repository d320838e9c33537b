//! Failures of an export.

use crate::base::codes::{self, Code};
use crate::host::HostError;
use crate::manifest::error::IndexError;
use crate::scip::error::ScipError;

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("`{0}` is not what was indexed: positions need the very text")]
    Differs(String),
    #[error("`{0}` cannot be written: it is no name of a file")]
    Target(String),
    #[error("`{path}`: a row is not of its table: {what}")]
    Row { path: String, what: String },
    #[cfg(feature = "lmdb")]
    #[error("LMDB: {0}")]
    Lmdb(#[from] heed::Error),
    #[cfg(feature = "sqlite")]
    #[error("SQLite: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Scip(#[from] ScipError),
}

impl From<HostError> for ExportError {
    fn from(cause: HostError) -> Self {
        Self::Index(cause.into())
    }
}

impl ExportError {
    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Differs(_) => &codes::SOURCE_DIFFERS,
            Self::Target(_) => &codes::USAGE,
            Self::Row { .. } => &codes::INDEX_CORRUPT,
            #[cfg(feature = "lmdb")]
            Self::Lmdb(_) => &codes::DISK,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(_) => &codes::DISK,
            Self::Index(cause) => cause.code(),
            Self::Scip(cause) => cause.code(),
        }
    }
}
