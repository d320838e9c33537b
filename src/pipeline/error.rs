//! Failures of a build.

use super::packs::RefusedPack;
use crate::base::codes::{self, Code};
use crate::embed::error::EmbedError;
use crate::host::HostError;
use crate::manifest::error::IndexError;
use crate::scip::error::ScipError;
use crate::source::walk::WalkError;

/// Why a build did not commit. The index that was there before stands.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("the folder to index `{0}` does not exist or is not a folder")]
    RootMissing(String),
    #[error("the folder to index `{0}` is the inside of a git repository, which has no files of its own to index")]
    RootInsideOfGit(String),
    #[error("the folder to index `{0}` is an index, or lies in one, and has no sources")]
    RootInsideOfIndex(String),
    #[error("the folder to index `{0}` vanished while it was being indexed")]
    RootGone(String),
    #[error("{0}")]
    Pattern(String),
    #[error("the ignore file `{0}` is not a regular file of this root, holds more than a MiB, or cannot be read")]
    IgnoreFile(String),
    #[error("the folder to index cannot be read: {0}")]
    RootUnreadable(HostError),
    #[error("`smalti.toml`, line {line}: {what}")]
    Config { line: usize, what: String },
    #[error("`{0}` kept changing while it was indexed")]
    Unstable(String),
    #[error("the build was stopped before its end; nothing was committed")]
    Stopped,
    #[error("a row cannot be written: {0}")]
    Row(String),
    #[error("the thread pool cannot be started: {0}")]
    Threads(String),
    #[error("{}", .0.message)]
    Pack(RefusedPack),
    #[error("`smalti.toml` asks for packs, and this build makes none")]
    NoPacks,
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error(transparent)]
    Scip(#[from] ScipError),
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl From<HostError> for BuildError {
    fn from(cause: HostError) -> Self {
        Self::Index(cause.into())
    }
}

impl From<WalkError> for BuildError {
    fn from(cause: WalkError) -> Self {
        match cause {
            WalkError::RootMissing(root) => Self::RootMissing(root),
            WalkError::Pattern(text) => Self::Pattern(text),
            WalkError::IgnoreFile(name) => Self::IgnoreFile(name),
            WalkError::RootGone(root) => Self::RootGone(root),
            WalkError::Host(cause) => Self::RootUnreadable(cause),
        }
    }
}

impl BuildError {
    /// The row of the code table.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::RootMissing(_) => &codes::ROOT_MISSING,
            Self::RootInsideOfGit(_) => &codes::ROOT_INSIDE_OF_GIT,
            Self::RootInsideOfIndex(_) => &codes::ROOT_INSIDE_OF_INDEX,
            Self::RootGone(_) => &codes::ROOT_GONE,
            Self::RootUnreadable(_) => &codes::ROOT_UNREADABLE,
            Self::Config { .. } => &codes::CONFIG,
            Self::Unstable(_) => &codes::UNSTABLE,
            Self::Stopped => &codes::STOPPED,
            Self::Pattern(_) => &codes::USAGE,
            Self::IgnoreFile(_) => &codes::IGNORE_FILE,
            Self::Threads(_) | Self::Row(_) => &codes::INTERNAL,
            Self::Embed(cause) => cause.code(),
            Self::Pack(refused) => codes::find(&refused.code).unwrap_or(&codes::INTERNAL),
            Self::NoPacks => &codes::NOT_SUPPORTED,
            Self::Scip(cause) => cause.code(),
            Self::Index(cause) => cause.code(),
        }
    }
}
