//! One verb a file, one line in [`COMMANDS`]. The argument struct of a verb is its flags; its doc comments are the help.
//!
//! Owns: what a verb does and answers. Never: how an answer is printed.

pub mod actions;
pub mod approve;
pub mod asking;
pub mod batch;
pub mod changed_files;
pub mod codegraph_context;
pub mod command;
pub mod completions;
pub mod context_pack;
pub mod critic;
pub mod declared_packs;
pub mod encoding;
pub mod envelope;
pub mod eval_edges;
pub mod eval_retrieval;
pub mod failure;
pub mod held;
pub mod index_build;
pub mod index_export;
pub mod index_gc;
pub mod index_show;
pub mod index_state;
pub mod index_status;
pub mod index_verify;
pub mod index_watch;
pub mod man;
pub mod mcp;
pub mod nearest;
pub mod nothing;
pub mod opened;
pub mod options;
pub mod pack_request;
pub mod pack_verify;
pub mod parser;
pub mod place;
pub mod policy;
pub mod question;
pub mod refresh;
pub mod retrieval;
pub mod scip_merge;
pub mod search;
pub mod stopwatch;
pub mod stored_packs;
pub mod task_view;
pub mod tools;

use std::sync::Arc;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use failure::Failure;
use opened::OpenIndexes;

use crate::artifacts::jsonl;
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
    /// Reads standard input to its end, at most one byte more than so many.
    pub hear: Box<dyn Fn(usize) -> Result<Vec<u8>, Failure>>,
    /// Prints one line of data at once, for verbs that go on after it. False once nobody reads any more.
    pub say: Box<dyn Fn(&str) -> bool>,
    /// Tells of a failure that a verb goes on after.
    pub warn: Box<dyn Fn(&Failure)>,
    /// The answer is wanted as JSON.
    pub json: bool,
    /// Indexes that are open.
    pub indexes: Arc<OpenIndexes>,
    /// Serves tools over standard input and output; `None` in a program that was built without that.
    pub serve_mcp: Option<mcp::Serve>,
    /// `SOURCE_DATE_EPOCH`.
    pub source_date_epoch: Option<i64>,
}

/// What a verb answers.
#[derive(Debug)]
pub struct Answer {
    /// As one JSON object; empty for verbs that have said all they had to say, and where only the text was asked for.
    pub json: String,
    /// For people; empty where only JSON was asked for.
    pub text: String,
    /// 0, or that of a finding.
    pub exit: u8,
}

impl Answer {
    /// An answer in both forms.
    ///
    /// # Errors
    /// When the answer cannot be serialized, which no answer type can cause.
    pub fn new(answer: &impl Serialize, text: String, exit: u8) -> Result<Self, Failure> {
        Ok(Self { json: jsonl::printed(answer)?, text, exit })
    }

    /// An answer for people, where the one for programs takes time and was not asked for.
    pub fn text(text: String) -> Self {
        Self { json: String::new(), text, exit: 0 }
    }

    /// The end of a verb that has said everything line by line.
    pub fn said() -> Self {
        Self { json: String::new(), text: String::new(), exit: 0 }
    }
}

/// The JSON Schema of an answer as it is printed: every field is there, null or not.
pub fn answer_schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// One verb.
pub struct Command {
    /// The one or two words that call it: `["search"]`, `["index", "build"]`.
    pub words: &'static [&'static str],
    /// Adds flags and help to a parser.
    pub arguments: fn(clap::Command) -> clap::Command,
    /// The JSON Schema of its answer.
    pub answer: fn() -> Schema,
    /// Runs it.
    pub run: fn(&clap::ArgMatches, &Context) -> Result<Answer, Failure>,
}

/// Every verb.
pub static COMMANDS: &[Command] = &[
    approve::COMMAND,
    codegraph_context::COMMAND,
    command::COMMAND,
    completions::COMMAND,
    context_pack::COMMAND,
    critic::COMMAND,
    eval_edges::COMMAND,
    eval_retrieval::COMMAND,
    index_build::COMMAND,
    index_export::COMMAND,
    index_gc::COMMAND,
    index_show::COMMAND,
    index_status::COMMAND,
    index_verify::COMMAND,
    index_watch::COMMAND,
    man::COMMAND,
    mcp::COMMAND,
    pack_verify::COMMAND,
    scip_merge::COMMAND,
    search::COMMAND,
];
