//! What a reading verb is asked: words on the command line or in a file.

use std::path::{Path, PathBuf};

use super::Context;
use super::failure::Failure;
use crate::base::codes;
use crate::retrieve::query::{Query, QueryError};

/// A query, given one way or the other.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Question {
    /// What is looked for: a question, an error message, a stack trace, a name, a path.
    #[arg(value_name = "QUERY")]
    pub words: Option<String>,
    /// Read the query from a file.
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub query_file: Option<PathBuf>,
}

impl Question {
    /// The text as it was given.
    ///
    /// # Errors
    /// [`Failure`] when there is none, or the file cannot be read or is not UTF-8.
    pub fn text(&self, context: &Context) -> Result<String, Failure> {
        if let Some(path) = &self.query_file {
            return text_of(context, path);
        }
        self.words.clone().ok_or_else(|| Failure::new(&codes::USAGE, "there is no query").hint("give QUERY or `--query-file FILE`"))
    }

    /// The query, taken apart.
    ///
    /// # Errors
    /// [`Failure`] as of [`Question::text`], or for a query that cannot be asked.
    pub fn query(&self, context: &Context) -> Result<Query, Failure> {
        Ok(Query::parse(&self.text(context)?)?)
    }
}

/// The query in a file.
///
/// # Errors
/// [`Failure`] where the file cannot be read or is not UTF-8.
pub fn text_of(context: &Context, path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(bytes_of(context, path)?);
    text.map_err(|_| Failure::new(&codes::USAGE, format!("the query in `{}` is not UTF-8", path.display())).only_hint("write it in UTF-8"))
}

/// The bytes of a file that a user named: whatever keeps it from being read is a fault of the request, and nothing of the index is at stake.
///
/// # Errors
/// [`Failure`] where the file cannot be read.
pub fn bytes_of(context: &Context, path: &Path) -> Result<Vec<u8>, Failure> {
    context.host.read_named(path).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()).only_hint("check the path"))
}

impl From<QueryError> for Failure {
    fn from(cause: QueryError) -> Self {
        match cause {
            QueryError::TooLong(_) => Self::new(&codes::BUDGET_EXCEEDED, cause.to_string()),
            QueryError::Empty | QueryError::NoWords => Self::new(&codes::USAGE, cause.to_string()).hint("say what is looked for in a few words"),
        }
    }
}
