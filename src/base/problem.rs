//! What could not be read, parsed or resolved, and where in its file.

use serde::{Deserialize, Serialize};

use super::Name;
use super::codes::Code;
use super::span::ByteSpan;

/// A problem of one file. Codes stand in [`super::codes`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub code: Name,
    pub span: ByteSpan,
    pub message: String,
}

impl Problem {
    /// A problem of a whole file.
    pub fn of_file(code: &Code, message: impl Into<String>) -> Self {
        Self { code: code.name.into(), span: ByteSpan::default(), message: message.into() }
    }
}
