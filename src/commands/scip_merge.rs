//! `scip merge`: two or more SCIP indexes of one work tree as one.

use std::path::PathBuf;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::place;
use super::{Answer, Command, Context, answer_schema};
use crate::scip::merge;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["scip", "merge"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<MergeAnswer>, run };

/// Write several SCIP indexes of one work tree as one, sorted by path.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The indexes to merge.
    #[arg(value_name = "INDEX", required = true, num_args = 2..)]
    pub files: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergeAnswer {
    pub documents: u64,
    pub external_symbols: u64,
    /// Documents that more than one of the indexes had.
    pub shared_documents: u64,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    place::writable(context.host.as_ref(), &arguments.output)?;
    let counts = merge::merge(context.host.as_ref(), &arguments.files, &arguments.output)?;
    let answer = MergeAnswer { documents: counts.documents, external_symbols: counts.external_symbols, shared_documents: counts.shared };
    let text = format!(
        "{} documents, {} of them in more than one index, {} symbols of other packages",
        counts.documents, counts.shared, counts.external_symbols
    );
    Answer::new(&answer, text, 0)
}
