//! A failure as users see it: a code, a sentence, hints.

use crate::base::codes::{self, Code};
use crate::export::error::ExportError;
use crate::host::HostError;
use crate::manifest::error::IndexError;
use crate::pipeline::error::BuildError;
use crate::scip::error::ScipError;

/// Why a verb gave no answer.
#[derive(Debug)]
pub struct Failure {
    pub code: &'static Code,
    /// What did not happen.
    pub message: String,
    /// What to do next.
    pub hints: Vec<String>,
}

impl Failure {
    /// A failure with the hint of its code.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hints: vec![code.hint.to_owned()] }
    }

    /// The same with one more hint, shown first.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.insert(0, hint.into());
        self
    }
}

impl From<IndexError> for Failure {
    fn from(cause: IndexError) -> Self {
        Self::new(cause.code(), cause.to_string())
    }
}

impl From<BuildError> for Failure {
    fn from(cause: BuildError) -> Self {
        Self::new(cause.code(), cause.to_string())
    }
}

impl From<ExportError> for Failure {
    fn from(cause: ExportError) -> Self {
        Self::new(cause.code(), cause.to_string())
    }
}

impl From<ScipError> for Failure {
    fn from(cause: ScipError) -> Self {
        Self::new(cause.code(), cause.to_string())
    }
}

impl From<HostError> for Failure {
    fn from(cause: HostError) -> Self {
        IndexError::from(cause).into()
    }
}

impl From<serde_json::Error> for Failure {
    fn from(cause: serde_json::Error) -> Self {
        Self::new(&codes::INTERNAL, cause.to_string())
    }
}
