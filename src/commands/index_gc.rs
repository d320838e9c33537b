//! `index gc`: removes files that neither the present manifest nor the one before it names.

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context, answer_schema};
use crate::manifest::error::IndexError;
use crate::manifest::gc;
use crate::manifest::model::Manifest;
use crate::manifest::state::State;
use crate::reader::load;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "gc"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<GcAnswer>, run };

/// Remove leftovers: files that neither the present manifest nor the one before it names, and those of a build that never committed.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
    /// Only tell what would go.
    #[arg(long)]
    pub dry_run: bool,
}

/// What was removed, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GcAnswer {
    pub bytes: u64,
    /// Nothing was removed.
    pub dry_run: bool,
    pub files: u64,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let layout = arguments.place.layout();
    let host = context.host.as_ref();
    let refused = |cause| arguments.place.failure(host, cause);
    // A root without an index gets no lock file either, unless a build has left pieces in it.
    match Manifest::read(host, &layout) {
        Err(cause @ IndexError::Missing(_)) if load::is_file(host, &layout) => return Err(refused(cause)),
        Err(IndexError::Missing(_)) if gc::collect_uncommitted(host, &layout, false)?.files > 0 => {}
        result => {
            result.map_err(refused)?;
        }
    }
    let lock = host.try_lock(&layout.lock())?;
    let _lock = lock.ok_or_else(|| IndexError::Locked(layout.root().display().to_string()))?;
    let left = match Manifest::read(host, &layout) {
        Ok(manifest) => gc::collect(host, &layout, &manifest, &State::read(host, &layout)?, !arguments.dry_run)?,
        Err(IndexError::Missing(_)) => gc::collect_uncommitted(host, &layout, !arguments.dry_run)?,
        Err(cause) => return Err(refused(cause)),
    };
    let verb = if arguments.dry_run { "would be removed" } else { "removed" };
    let answer = GcAnswer { bytes: left.bytes, dry_run: arguments.dry_run, files: left.files };
    Answer::new(&answer, format!("{} files, {} bytes {verb}", left.files, left.bytes), 0)
}
