//! `index export`: a committed index in the formats of other tools.

use std::path::{Path, PathBuf};

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context, answer_schema};
use crate::export::scip::{self, Request};
use crate::manifest::reading;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "export"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<ExportAnswer>, run };

/// Write an index in another tool's format.
///
/// Positions are taken from the work tree at PATH: SCIP wants lines and columns of the text, and an index, with its texts or without, does not keep
/// what lies between its chunks. A file that changed since it was indexed is refused by name.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
    /// Write definitions and references of confidence 0.5 and above as a SCIP index.
    #[arg(long, value_name = "FILE", required = true)]
    pub scip: PathBuf,
    /// Put the text of each file into its document, so that a reader can prove what it belongs to.
    #[arg(long)]
    pub text: bool,
    /// The URI of the work tree in the SCIP index; the default keeps machine paths out of it.
    #[arg(long, value_name = "URI", default_value = "file:///")]
    pub project_root: String,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportAnswer {
    pub definitions: u64,
    pub documents: u64,
    pub external_symbols: u64,
    pub references: u64,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let layout = arguments.place.layout();
    let host = context.host.as_ref();
    let opened = reading::open(host, &layout).map_err(|cause| arguments.place.failure(host, cause))?;
    let tree = arguments.place.repository().unwrap_or(Path::new("."));
    let request = Request { tree, to: &arguments.scip, project_root: &arguments.project_root, with_text: arguments.text };
    let counts = scip::export(context.host.as_ref(), &layout, &opened, &request)?;
    let answer = ExportAnswer {
        definitions: counts.definitions,
        documents: counts.documents,
        external_symbols: counts.external_symbols,
        references: counts.references,
    };
    let text = format!(
        "{} documents, {} definitions, {} references, {} symbols of other packages",
        counts.documents, counts.definitions, counts.references, counts.external_symbols
    );
    Answer::new(&answer, text, 0)
}
