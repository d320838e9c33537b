//! `index status`: what an index holds and which files differ from it.

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context};
use crate::base::codes;
use crate::manifest::reading;
use crate::manifest::state::State;

/// The verb.
pub const COMMAND: Command = Command { words: &["index", "status"], arguments: |command| Arguments::augment_args(command), run };

/// Tell what an index holds.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let layout = arguments.place.layout();
    let opened = reading::open(context.host.as_ref(), &layout)?;
    let state = State::read(context.host.as_ref(), &layout);
    let manifest = &opened.manifest;
    let mut lines = vec![
        format!("signature     {}", manifest.index_signature),
        format!("source date   {}", manifest.source_date),
        format!("graph version {}", state.graph_version),
        format!("rules         {}", if manifest.is_current() { "those of this program" } else { "of another version; a build makes it anew" }),
    ];
    for (name, table) in &manifest.artifacts {
        lines.push(format!("{name:<16} {:>10} rows {:>12} bytes {:>6} pieces", table.rows, table.bytes, table.pieces));
    }
    let json = serde_json::json!({
        "artifacts": manifest.artifacts,
        "current": manifest.is_current(),
        "graphVersion": state.graph_version,
        "indexSignature": manifest.index_signature,
        "sourceDate": manifest.source_date,
    });
    Ok(Answer { json, text: lines.join("\n"), lines: false, exit: 0 })
}
