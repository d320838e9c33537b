//! One verb a file, one line in [`COMMANDS`]. The argument struct of a verb is its flags; its doc comments are the help.
//!
//! Owns: what a verb does and answers. Never: how an answer is printed.

pub mod context_pack;
pub mod failure;
pub mod index_build;
pub mod index_gc;
pub mod index_show;
pub mod index_status;
pub mod index_verify;
pub mod index_watch;
pub mod pack_request;
pub mod pack_verify;
pub mod place;
pub mod question;
pub mod search;
pub mod stored_packs;

use std::sync::Arc;

use failure::Failure;

use crate::base::progress::Progress;
use crate::host::Host;

/// What a verb may use of its surroundings.
pub struct Context {
    pub host: Arc<dyn Host>,
    /// Hears progress.
    pub progress: Box<dyn Progress>,
    /// This program, for verbs that start it again.
    pub program: std::path::PathBuf,
    /// A folder for what is thrown away.
    pub scratch: std::path::PathBuf,
    /// Prints one line of data at once, for verbs that go on after it. False once nobody reads any more.
    pub say: Box<dyn Fn(&str) -> bool>,
    /// The answer is wanted as JSON.
    pub json: bool,
    /// `SOURCE_DATE_EPOCH`.
    pub source_date_epoch: Option<i64>,
}

/// What a verb answers.
pub struct Answer {
    /// As one JSON object.
    pub json: serde_json::Value,
    /// For people.
    pub text: String,
    /// Data lines instead of one object: printed as they are with or without `--json`.
    pub lines: bool,
    /// 0, or 1 for a finding.
    pub exit: u8,
}

/// One verb.
pub struct Command {
    /// The one or two words that call it: `["search"]`, `["index", "build"]`.
    pub words: &'static [&'static str],
    /// Adds flags and help to a parser.
    pub arguments: fn(clap::Command) -> clap::Command,
    /// Runs it.
    pub run: fn(&clap::ArgMatches, &Context) -> Result<Answer, Failure>,
}

/// Every verb.
pub static COMMANDS: &[Command] = &[
    context_pack::COMMAND,
    index_build::COMMAND,
    index_gc::COMMAND,
    index_show::COMMAND,
    index_status::COMMAND,
    index_verify::COMMAND,
    index_watch::COMMAND,
    pack_verify::COMMAND,
    search::COMMAND,
];
