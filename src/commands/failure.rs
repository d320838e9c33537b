//! A failure as users see it: a code, a sentence, hints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::base::codes::{self, Code};
use crate::embed::error::EmbedError;
use crate::export::error::ExportError;
use crate::host::HostError;
use crate::manifest::error::IndexError;
use crate::pipeline::error::BuildError;
use crate::scip::error::ScipError;

/// Why a verb gave no answer.
#[derive(Clone, Debug)]
pub struct Failure {
    pub code: &'static Code,
    /// What did not happen.
    pub message: String,
    /// What to do next.
    pub hints: Vec<String>,
    /// The values that the message speaks of, by name.
    pub details: Map<String, Value>,
}

/// A failure as JSON: what stands where an answer would.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Refusal {
    pub error: ErrorBody,
}

/// The error of a [`Refusal`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ErrorBody {
    /// A row of the table of codes.
    pub code: String,
    /// The values that the message speaks of, by name; left out where there are none.
    #[serde(skip_serializing_if = "Map::is_empty", default)]
    pub details: Map<String, Value>,
    /// What to do next.
    pub hints: Vec<String>,
    /// What did not happen.
    pub message: String,
}

impl Failure {
    /// A failure with the hint of its code.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hints: vec![code.hint.to_owned()], details: Map::new() }
    }

    /// The same with one more hint, shown first.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.insert(0, hint.into());
        self
    }

    /// The same with a hint that says more than that of the code.
    #[must_use]
    pub fn only_hint(mut self, hint: impl Into<String>) -> Self {
        self.hints = vec![hint.into()];
        self
    }

    /// The same with values that its message speaks of.
    #[must_use]
    pub fn with_details(mut self, details: Map<String, Value>) -> Self {
        self.details = details;
        self
    }

    /// The same for those who give options instead of flags.
    #[must_use]
    pub fn of_options(mut self) -> Self {
        self.message = flags_as_options(&self.message);
        for hint in &mut self.hints {
            *hint = if hint == codes::USAGE.hint { "see the schema of the options".to_owned() } else { flags_as_options(hint) };
        }
        self
    }

    /// As it is printed for programs.
    pub fn refusal(&self) -> Refusal {
        Refusal { error: self.body() }
    }

    /// Code, message and hints as they are printed for programs.
    pub fn body(&self) -> ErrorBody {
        ErrorBody { code: self.code.name.to_owned(), details: self.details.clone(), hints: self.hints.clone(), message: self.message.clone() }
    }

    /// As it is printed for people: what did not happen, then a line a hint.
    pub fn describe(&self) -> String {
        // What costs no more than a line of a record is no error.
        let word = if self.code.exit == 0 { "warning" } else { "error" };
        let mut text = format!("{word}: {} ({})", self.message, self.code.name);
        for hint in &self.hints {
            text.push_str("\n  hint: ");
            text.push_str(hint);
        }
        text
    }
}

impl From<IndexError> for Failure {
    fn from(cause: IndexError) -> Self {
        let failure = Self::new(cause.code(), cause.to_string());
        match cause {
            IndexError::NotSupported(_, feature) => {
                failure.only_hint(format!("build it with `cargo build --release --features {feature}`, or use the index root"))
            }
            _ => failure,
        }
    }
}

impl From<BuildError> for Failure {
    fn from(cause: BuildError) -> Self {
        if let BuildError::Embed(cause) = cause {
            return cause.into();
        }
        let failure = Self::new(cause.code(), cause.to_string());
        // What only reads has no index before this one.
        if failure.code == &codes::DISK { failure.only_hint("see the cause; an index that was there before is untouched") } else { failure }
    }
}

impl From<EmbedError> for Failure {
    fn from(cause: EmbedError) -> Self {
        let failure = Self::new(cause.code(), cause.to_string());
        match cause.hint() {
            Some(hint) => failure.only_hint(hint),
            None => failure,
        }
    }
}

impl From<ExportError> for Failure {
    fn from(cause: ExportError) -> Self {
        Self::new(cause.code(), cause.to_string())
    }
}

impl From<ScipError> for Failure {
    fn from(cause: ScipError) -> Self {
        let failure = Self::new(cause.code(), cause.to_string());
        match cause {
            // No request set a cap, and a damaged file may say anything of its size.
            ScipError::TooLarge { .. } => {
                failure.only_hint("make it again, part by part where it is as large as it says: `--scip` takes several files")
            }
            _ => failure,
        }
    }
}

impl From<HostError> for Failure {
    fn from(cause: HostError) -> Self {
        IndexError::from(cause).into()
    }
}

impl From<clap::Error> for Failure {
    fn from(cause: clap::Error) -> Self {
        Self::new(&codes::USAGE, cause.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(cause: serde_json::Error) -> Self {
        Self::new(&codes::INTERNAL, cause.to_string())
    }
}

/// A text in which each flag that is quoted by itself, such as `--max-hops`, has the name of its option, `max_hops`.
fn flags_as_options(text: &str) -> String {
    let option = |(at, part): (usize, &str)| match part.strip_prefix("--") {
        Some(flag) if at % 2 == 1 && !flag.contains(char::is_whitespace) => flag.replace('-', "_"),
        _ => part.to_owned(),
    };
    text.split('`').enumerate().map(option).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_options_reads_of_options() {
        let failure = Failure::new(&codes::USAGE, "`--edge-types` does not know `--all`").hint("type `smalti index build --json`").of_options();
        assert_eq!(failure.message, "`edge_types` does not know `all`");
        assert_eq!(failure.hints, ["type `smalti index build --json`", "see the schema of the options"]);
    }
}
