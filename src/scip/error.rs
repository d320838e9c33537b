//! Failures of reading and writing SCIP.

use crate::base::codes::{self, Code};
use crate::host::HostError;

/// Why a SCIP file cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum ScipError {
    #[error("no SCIP file at `{0}`")]
    Missing(String),
    #[error("`{place}` is not a whole SCIP index: {what}")]
    Malformed { place: String, what: String },
    #[error("`{place}` holds more than is read: {what}")]
    TooLarge { place: String, what: String },
    #[error("`{path}` is another file in each of them: {what}")]
    Conflict { path: String, what: &'static str },
    #[error("`{0}` says what smalti found out itself")]
    Own(String),
    #[error(transparent)]
    Host(#[from] HostError),
}

impl ScipError {
    /// A file that is none, or not whole.
    pub fn malformed(place: &str, what: impl Into<String>) -> Self {
        Self::Malformed { place: place.to_owned(), what: what.into() }
    }

    /// A file past a cap.
    pub fn too_large(place: &str, what: impl Into<String>) -> Self {
        Self::TooLarge { place: place.to_owned(), what: what.into() }
    }

    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Missing(_) | Self::Malformed { .. } => &codes::SCIP_MALFORMED,
            Self::Conflict { .. } => &codes::SCIP_CONFLICT,
            Self::Own(_) => &codes::SCIP_OWN,
            Self::TooLarge { .. } => &codes::BUDGET_EXCEEDED,
            Self::Host(cause) if cause.is_full() => &codes::DISK_FULL,
            Self::Host(cause) if cause.is_read_only() => &codes::OUT_READ_ONLY,
            Self::Host(_) => &codes::DISK,
        }
    }
}
