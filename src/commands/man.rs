//! `man`: a manual page a command.

use std::path::{Path, PathBuf};

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::parser;
use super::{Answer, Command, Context, answer_schema};
use crate::base::codes;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["man"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<ManAnswer>, run };

/// Write a manual page for every command.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The folder to write into.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ManAnswer {
    /// Names of the pages, in the folder that was named.
    pub files: Vec<String>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    context.host.create_folder(&arguments.dir)?;
    let mut parser = parser::parser().disable_help_subcommand(true);
    parser.build();
    let mut files = Vec::new();
    write(context, &arguments.dir, &parser, &mut files)?;
    files.sort();
    let text = format!("{} pages written to `{}`", files.len(), arguments.dir.display());
    Answer::new(&ManAnswer { files }, text, 0)
}

/// Writes the page of a command and of those below it.
fn write(context: &Context, folder: &Path, command: &clap::Command, files: &mut Vec<String>) -> Result<(), Failure> {
    let page = clap_mangen::Man::new(command.clone());
    let mut bytes = Vec::new();
    page.render(&mut bytes).map_err(|cause| Failure::new(&codes::INTERNAL, cause.to_string()))?;
    let name = page.get_filename();
    context.host.write(&folder.join(&name), &bytes)?;
    files.push(name);
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        write(context, folder, below, files)?;
    }
    Ok(())
}
