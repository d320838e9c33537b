//! `mcp`: tools for agents over the Model Context Protocol.

use std::path::PathBuf;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::{Answer, Command, Context, answer_schema};
use crate::base::codes;

/// The verb.
pub const COMMAND: Command = Command { words: &["mcp"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Ended>, run };

/// How a program serves tools until its input ends.
pub type Serve = fn(&Arguments, &Context) -> Result<(), Failure>;

/// Serve tools to an agent over standard input and output, by the Model Context Protocol, until the input ends.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The repository that tools look into [default: the roots that the client tells].
    #[arg(long, value_name = "PATH")]
    pub repo: Option<PathBuf>,
    /// `default` shows what most tasks need, `all` every tool.
    #[arg(long, value_name = "SET", default_value = "default", value_parser = ["default", "all"])]
    pub tools: String,
}

/// Nothing: standard output is the protocol's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ended {}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let serve = context.serve_mcp.ok_or_else(|| {
        let hint = "build it with `cargo build --release --features mcp`, or type `cargo run --release --features mcp -- mcp --repo PATH`";
        Failure::new(&codes::NOT_SUPPORTED, "this program was built without MCP").only_hint(hint)
    })?;
    serve(&arguments, context)?;
    Ok(Answer::said())
}
