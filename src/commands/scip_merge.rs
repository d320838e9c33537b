//! `scip merge`: two or more SCIP indexes of one work tree as one.

use std::path::PathBuf;

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::{Answer, Command, Context};
use crate::base::codes;
use crate::scip::merge;

/// The verb.
pub const COMMAND: Command = Command { words: &["scip", "merge"], arguments: |command| Arguments::augment_args(command), run };

/// Write several SCIP indexes of one work tree as one, sorted by path.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The indexes to merge.
    #[arg(value_name = "FILE", required = true, num_args = 2..)]
    pub files: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let counts = merge::merge(context.host.as_ref(), &arguments.files, &arguments.output)?;
    let json = serde_json::json!({
        "documents": counts.documents,
        "externalSymbols": counts.external_symbols,
        "sharedDocuments": counts.shared,
    });
    let text = format!(
        "{} documents, {} of them in more than one index, {} symbols of other packages",
        counts.documents, counts.shared, counts.external_symbols
    );
    Ok(Answer { json, text, lines: false, exit: 0 })
}
