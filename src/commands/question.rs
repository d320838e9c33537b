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
            let bytes = read(context, path)?;
            return String::from_utf8(bytes).map_err(|_| Failure::new(&codes::USAGE, format!("the query in `{}` is not UTF-8", path.display())));
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

/// A file that the command line names.
///
/// # Errors
/// [`Failure`] of usage where it is not there, else what the disk refuses.
pub fn read(context: &Context, path: &Path) -> Result<Vec<u8>, Failure> {
    context.host.read_named(path).map_err(|cause| {
        if !cause.not_found() {
            return cause.into();
        }
        Failure::new(&codes::USAGE, format!("there is no file `{}`", path.display())).hint("name a file that is there")
    })
}

impl From<QueryError> for Failure {
    fn from(cause: QueryError) -> Self {
        match cause {
            QueryError::TooLong(_) => Self::new(&codes::BUDGET_EXCEEDED, cause.to_string()),
            QueryError::Empty | QueryError::NoWords => Self::new(&codes::USAGE, cause.to_string()).hint("say what is looked for in a few words"),
        }
    }
}
