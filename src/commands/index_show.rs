//! `index show`: rows of one artifact as JSON lines.

use clap::{Args as _, FromArgMatches};
use serde_json::Value;

use super::failure::Failure;
use super::place::Place;
use super::{Answer, Command, Context};
use crate::artifacts::{self, ARTIFACTS};
use crate::base::codes;
use crate::manifest::{pieces, reading};

/// The verb.
pub const COMMAND: Command = Command { words: &["index", "show"], arguments: |command| Arguments::augment_args(command), run };

/// Print rows of one artifact as JSON lines.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The artifact, such as `symbols` or `edges_call`.
    #[arg(value_name = "ARTIFACT")]
    pub artifact: String,
    #[command(flatten)]
    pub place: Place,
    /// Only rows whose field has this value, such as `outcome=unresolved` or `lines.start=10`; may be given several times.
    #[arg(long = "where", value_name = "FIELD=VALUE")]
    pub conditions: Vec<String>,
    /// At most so many rows.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let Some((index, artifact)) = artifacts::find(&arguments.artifact) else {
        let names = ARTIFACTS.iter().map(|artifact| artifact.name).collect::<Vec<_>>().join(", ");
        return Err(Failure::new(&codes::USAGE, format!("no artifact is called `{}`", arguments.artifact)).hint(format!("there are {names}")));
    };
    let conditions = conditions(&arguments.conditions)?;
    let layout = arguments.place.layout();
    let opened = reading::open(context.host.as_ref(), &layout)?;
    let limit = arguments.limit.unwrap_or(usize::MAX);
    let mut text = String::new();
    let mut shown = 0;
    'pieces: for piece in opened.streams[index].pieces() {
        if shown >= limit {
            break;
        }
        let rows = pieces::read_piece(context.host.as_ref(), &layout, artifact.name, piece)?;
        for line in String::from_utf8_lossy(&rows).lines() {
            if shown >= limit {
                break 'pieces;
            }
            if conditions.is_empty() || matches_all(&serde_json::from_str(line)?, &conditions) {
                text.push_str(line);
                text.push('\n');
                shown += 1;
            }
        }
    }
    Ok(Answer { json: Value::Null, text, lines: true, exit: 0 })
}

fn conditions(words: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut conditions = Vec::new();
    for word in words {
        let Some((field, value)) = word.split_once('=') else {
            return Err(Failure::new(&codes::USAGE, format!("`{word}` is not of the form FIELD=VALUE")));
        };
        conditions.push((field.to_owned(), value.to_owned()));
    }
    Ok(conditions)
}

/// Strings are compared as they are, anything else by its JSON text. An array matches if it holds the value.
fn matches_all(row: &Value, conditions: &[(String, String)]) -> bool {
    conditions.iter().all(|(field, wanted)| {
        let value = field.split('.').try_fold(row, |value, part| value.get(part));
        match value {
            Some(Value::Array(items)) => items.iter().any(|item| is_value(item, wanted)),
            Some(value) => is_value(value, wanted),
            None => false,
        }
    })
}

fn is_value(value: &Value, wanted: &str) -> bool {
    value.as_str().map_or_else(|| *value == wanted, |text| text == wanted)
}
