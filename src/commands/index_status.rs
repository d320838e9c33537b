//! `index status`: what an index holds, and whether it still says what the repository says.

use std::collections::BTreeMap;
use std::path::Path;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{Action, options_schema};
use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context, answer_schema, options};
use crate::base::codes;
use crate::base::plain;
use crate::manifest::gc;
use crate::manifest::model::{Manifest, Options, Table};
use crate::manifest::reading;
use crate::manifest::state::State;
use crate::pipeline::freshness::{self, Freshness};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "status"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<StatusAnswer>, run };

/// The action. It takes no options.
pub const ACTION: Action = Action {
    name: "index_status",
    reads: false,
    options: options_schema::<NoOptions>,
    data: answer_schema::<StatusAnswer>,
    run: |options, scene| {
        let NoOptions {} = options::read("index_status", options)?;
        let (reading, repo) = (&scene.reading, scene.reading.repository().map(Path::to_owned));
        Ok(serde_json::to_value(status(&Place { path: None, repo, index: reading.index.clone() }, scene.context)?.0)?)
    },
};

/// No options at all.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct NoOptions {}

/// Tell what an index holds and which files differ from it; exit code 3 if any do.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub place: Place,
}

/// What an index holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatusAnswer {
    pub artifacts: BTreeMap<String, Table>,
    /// How the repository differs; null where no repository was named beside the index root.
    pub changes: Option<Freshness>,
    /// Raised by every build of this root that wrote.
    pub graph_version: u64,
    pub index_signature: String,
    /// Bytes of files that neither the present manifest nor the one before it names.
    pub leftover_bytes: u64,
    /// Those files.
    pub leftover_files: u64,
    pub options: Options,
    /// RFC 3339, UTC.
    pub source_date: String,
    pub state: Standing,
}

/// Whether a build would change the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// A build would find nothing to do.
    Current,
    /// A build would change it.
    Stale,
    /// There is no repository to compare it with.
    Unknown,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let (answer, text) = status(&Arguments::from_arg_matches(matches)?.place, context)?;
    Answer::new(&answer, text, if answer.state == Standing::Stale { codes::INDEX_STALE.exit } else { 0 })
}

/// What an index holds, for programs and for people.
fn status(place: &Place, context: &Context) -> Result<(StatusAnswer, String), Failure> {
    let host = context.host.as_ref();
    let layout = place.layout();
    let opened = reading::open(host, &layout).map_err(|cause| place.failure(host, cause))?;
    let manifest = opened.manifest;
    let changes = match place.repository() {
        Some(root) => Some(freshness::look(&context.host, root, layout.root(), context.source_date_epoch)?),
        None => None,
    };
    let state = match &changes {
        Some(changes) if changes.is_current() => Standing::Current,
        Some(_) => Standing::Stale,
        None => Standing::Unknown,
    };
    let history = State::read(host, &layout)?;
    let graph_version = history.graph_version;
    let leftovers = gc::collect(host, &layout, &manifest, &history, false)?;
    let mut text = describe(&manifest, graph_version, state, changes.as_ref());
    if leftovers.files > 0 {
        text.push_str(&format!("\n{} leftover files, {} bytes: `smalti index gc` removes them", leftovers.files, leftovers.bytes));
    }
    if let (Standing::Stale, Some(line)) = (state, place.build_line(host, &manifest.options)) {
        text.push_str(&format!("\ntype `{line}` to bring it up to date"));
    }
    let answer = StatusAnswer {
        artifacts: manifest.artifacts,
        changes,
        graph_version,
        index_signature: manifest.index_signature,
        leftover_bytes: leftovers.bytes,
        leftover_files: leftovers.files,
        options: manifest.options,
        source_date: manifest.source_date,
        state,
    };
    Ok((answer, text))
}

fn describe(manifest: &Manifest, graph_version: u64, state: Standing, changes: Option<&Freshness>) -> String {
    let mut lines = vec![
        format!("signature     {}", manifest.index_signature),
        format!("source date   {}", manifest.source_date),
        format!("graph version {graph_version}"),
    ];
    for (name, table) in &manifest.artifacts {
        lines.push(format!("{name:<16} {:>10} rows {:>12} bytes {:>6} pieces", table.rows, table.bytes, table.pieces));
    }
    lines.push(match state {
        Standing::Current => "current: a build with the same options would change nothing".to_owned(),
        Standing::Stale => "stale: a build would change it".to_owned(),
        Standing::Unknown => "nothing to compare with: name its repository beside `--index`".to_owned(),
    });
    if let Some(changes) = changes {
        lines.extend(changes.reasons.iter().map(|reason| format!("  {reason}")));
        for (what, files) in [("added", &changes.added), ("changed", &changes.changed), ("removed", &changes.removed)] {
            if files.count > 0 {
                let more = if files.count > files.first.len() as u64 { ", …" } else { "" };
                lines.push(format!("  {} {what}: {}{more}", files.count, plain::line(&files.first.join(", "))));
            }
        }
    }
    lines.join("\n")
}
