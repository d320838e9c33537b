//! From a folder to texts: which files there are, what their bytes say, and what kind of file each is.
//!
//! Owns: ignore rules, text encodings, file classes. Never: a syntax tree, another file's text.
//! Invariant: the same tree gives the same walk, whatever the thread count and the order the disk lists names in.

mod class_table;
pub mod classify;
pub mod decode;
pub mod load;
pub mod walk;

use crate::base::codes::{self, Code};
use crate::host::error::HostError;

/// Something that costs one path, not the build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Repo-relative, encoded.
    pub path: String,
    pub code: &'static Code,
    /// One sentence, the same on every machine.
    pub message: String,
}

/// Something that ends the walk.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The root vanished, or another folder took its place.
    #[error("`{root}` vanished while it was walked")]
    Gone { root: String },
    /// The root itself cannot be listed.
    #[error("cannot list `{root}`: {message}")]
    Unreadable { root: String, message: String },
    /// An include or exclude pattern that means nothing.
    #[error("`{glob}` is not a glob: {message}")]
    Glob { glob: String, message: String },
    /// Reading this ignore file of the root could hang or leave the root, and walking without it could index what must not be.
    #[error("`{name}` at the top of `{root}` is not a regular file inside it")]
    IgnoreFile { root: String, name: &'static str },
    /// The host refused something about the root.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl SourceError {
    /// The row of the table of codes.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Gone { .. } => &codes::ROOT_GONE,
            Self::Glob { .. } => &codes::USAGE,
            Self::IgnoreFile { .. } => &codes::CONFIG,
            Self::Host(error) if error.not_found() => &codes::ROOT_GONE,
            Self::Unreadable { .. } | Self::Host(_) => &codes::DISK,
        }
    }
}
