//! `command`: the Command API over standard input and output.

use clap::{Args as _, FromArgMatches};

use super::envelope::{self, CommandResponse, MAX_BYTES};
use super::failure::Failure;
use super::place::Reading;
use super::{Answer, Command, Context, answer_schema};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["command"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<CommandResponse>, run };

/// Answer one JSON request on standard input with one JSON object on standard output.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub reading: Reading,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let request = (context.hear)(MAX_BYTES)?;
    let response = envelope::answer(&request, &arguments.reading, context);
    let answer = Answer::new(&response, String::new(), response.exit)?;
    Ok(Answer { text: answer.json.clone(), ..answer })
}
