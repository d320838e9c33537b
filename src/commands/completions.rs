//! `completions`: a script that completes commands and flags in a shell.

use clap::{Args as _, FromArgMatches};
use clap_complete::Shell;
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::parser::{self, PROGRAM};
use super::{Answer, Command, Context, answer_schema};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["completions"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<CompletionsAnswer>, run };

/// Print a script that completes commands and flags in a shell.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// The script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompletionsAnswer {
    pub script: String,
    /// `bash`, `elvish`, `fish`, `powershell`, `zsh`.
    pub shell: String,
}

fn run(matches: &clap::ArgMatches, _: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut parser::parser(), PROGRAM, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let answer = CompletionsAnswer { script, shell: arguments.shell.to_string() };
    let text = answer.script.clone();
    Answer::new(&answer, text, 0)
}
