//! `index gc`: removes files that neither the present manifest nor the one before it names.

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context};
use crate::base::codes;
use crate::manifest::error::IndexError;
use crate::manifest::gc;
use crate::manifest::model::Manifest;
use crate::manifest::state::State;

/// The verb.
pub const COMMAND: Command = Command { words: &["index", "gc"], arguments: |command| Arguments::augment_args(command), run };

/// Remove leftovers: files that neither the present manifest nor the one before it names.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
    /// Only tell what would go.
    #[arg(long)]
    pub dry_run: bool,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let layout = arguments.place.layout();
    let host = context.host.as_ref();
    let manifest = Manifest::read(host, &layout)?;
    let _lock = host.try_lock(&layout.lock())?.ok_or_else(|| IndexError::Locked(layout.root().display().to_string()))?;
    let state = State::read(host, &layout);
    let left = gc::collect(host, &layout, &manifest, &state, !arguments.dry_run)?;
    let verb = if arguments.dry_run { "would be removed" } else { "removed" };
    let json = serde_json::json!({ "bytes": left.bytes, "dryRun": arguments.dry_run, "files": left.files });
    Ok(Answer { json, text: format!("{} files, {} bytes {verb}", left.files, left.bytes), lines: false, exit: 0 })
}
