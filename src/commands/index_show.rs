//! `index show`: rows of one artifact as JSON lines.

use std::collections::BTreeSet;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::failure::Failure;
use super::nearest::nearest;
use super::parser::PROGRAM;
use super::place::Place;
use super::{Answer, Command, Context, answer_schema};
use crate::artifacts::{self, ARTIFACTS, Artifact};
use crate::base::codes;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::{pieces, reading};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["index", "show"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<ShowAnswer>, run };

/// Print rows of one artifact, a JSON object a line.
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

/// Rows of one artifact.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShowAnswer {
    pub artifact: String,
    /// The limit left rows out.
    pub more: bool,
    /// As the schema of the artifact says.
    pub rows: Vec<serde_json::Map<String, Value>>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let Some((index, artifact)) = artifacts::find(&arguments.artifact) else {
        return Err(unknown(&arguments.artifact));
    };
    let conditions = conditions(artifact, &arguments.conditions)?;
    let layout = arguments.place.layout();
    let host = context.host.as_ref();
    let wanted = Wanted { artifact, conditions, limit: arguments.limit.unwrap_or(usize::MAX) };
    if !context.json {
        return say(context, &arguments.place, index, &wanted);
    }
    let shown = reading::read_with(host, &layout, |opened| {
        let mut lines = String::new();
        let more = select(host, &layout, opened.streams[index].pieces(), &wanted, &mut |rows| {
            lines.push_str(rows);
            true
        })?;
        Ok((lines, more))
    });
    let (_, (lines, more)) = shown.map_err(|cause| arguments.place.failure(host, cause))?;
    let rows = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    Answer::new(&ShowAnswer { artifact: artifact.name.to_owned(), more, rows }, String::new(), 0)
}

/// Says rows piece by piece, so a table of any size takes the memory of one piece. What was said is not taken back: an index that is replaced
/// meanwhile ends the verb, and rows of two indexes never stand in one answer.
fn say(context: &Context, place: &Place, index: usize, wanted: &Wanted) -> Result<Answer, Failure> {
    let (host, layout) = (context.host.as_ref(), place.layout());
    let (mut said, mut unsaid) = (false, String::new());
    let shown = reading::read_with(host, &layout, |opened| {
        if said {
            return Ok(false);
        }
        select(host, &layout, opened.streams[index].pieces(), wanted, &mut |rows| {
            said = true;
            let heard = (context.say)(rows.trim_end_matches('\n'));
            if !heard {
                rows.clone_into(&mut unsaid);
            }
            heard
        })?;
        Ok(true)
    });
    let (opened, whole) = shown.map_err(|cause| place.failure(host, cause))?;
    if !said {
        (context.warn)(&nothing(host, &layout, wanted, opened.streams[index].pieces()));
    }
    if !whole {
        let failure = Failure::new(&codes::INDEX_STALE, "another build replaced the index while its rows were printed");
        return Err(failure.only_hint("type the command again"));
    }
    // Whether nobody reads any more or the disk is full, printing what was not said finds out.
    Ok(Answer { text: unsaid, ..Answer::said() })
}

/// Why no row was printed.
fn nothing(host: &dyn Host, layout: &Layout, wanted: &Wanted, pieces: &[pieces::Piece]) -> Failure {
    let name = wanted.artifact.name;
    let rows: u64 = pieces.iter().map(|piece| piece.rows).sum();
    let conditions: Vec<String> = wanted.conditions.iter().map(|(field, value)| format!("`{field}={value}`")).collect();
    let message = match rows {
        0 => format!("`{name}` of this index has no rows"),
        _ if wanted.limit == 0 || conditions.is_empty() => format!("the limit leaves none of the {rows} rows of `{name}`"),
        _ => format!("none of the {rows} rows of `{name}` has {}", conditions.join(" and ")),
    };
    let failure = Failure::new(&codes::P_NO_ROWS, message);
    match meant(host, layout, wanted, pieces) {
        Some(meant) => failure.hint(format!("did you mean `--where {meant}`?")),
        None => failure,
    }
}

/// Instead of the first condition that no row meets one that some rows do and that is written almost like it.
fn meant(host: &dyn Host, layout: &Layout, wanted: &Wanted, pieces: &[pieces::Piece]) -> Option<String> {
    let mut values: Vec<BTreeSet<String>> = vec![BTreeSet::new(); wanted.conditions.len()];
    let mut met = vec![false; wanted.conditions.len()];
    for piece in pieces {
        let rows = pieces::read_piece(host, layout, wanted.artifact.name, piece).ok()?;
        for line in String::from_utf8_lossy(&rows).lines() {
            let row: Value = serde_json::from_str(line).ok()?;
            for ((condition, values), met) in wanted.conditions.iter().zip(&mut values).zip(&mut met).filter(|(_, met)| !**met) {
                *met = matches_all(&row, std::slice::from_ref(condition));
                let items =
                    held(&row, &condition.0).into_iter().flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
                for item in items.filter_map(Value::as_str) {
                    if values.len() < MAX_VALUES && !values.contains(item) {
                        values.insert(item.to_owned());
                    }
                }
            }
        }
    }
    let (condition, values) = wanted.conditions.iter().zip(&values).zip(&met).find(|(_, met)| !**met)?.0;
    if codes::find(&condition.1).is_some() {
        // A code that no row has is as it should be, and what it is like has another meaning.
        return None;
    }
    // So is a word that the field may hold.
    let schema = (wanted.artifact.schema)();
    let described = schema.as_value()["properties"][&condition.0]["description"].as_str().unwrap_or_default();
    if described.contains(&format!("`{}`", condition.1)) {
        return None;
    }
    nearest(&condition.1, values.iter().map(String::as_str).filter(|value| !value.is_empty())).map(|meant| format!("{}={meant}", condition.0))
}

/// Most values of a field among which the one that was meant is sought: fields of words have far fewer.
const MAX_VALUES: usize = 4096;
/// Fields that hold a word of a list, which is written with `-`.
const WORDS: [&str; 5] = ["kind", "outcome", "reason", "role", "rule"];

/// Which rows are wanted.
struct Wanted {
    artifact: &'static Artifact,
    conditions: Vec<(String, String)>,
    limit: usize,
}

fn unknown(name: &str) -> Failure {
    let names = || ARTIFACTS.iter().map(|artifact| artifact.name);
    let failure = Failure::new(&codes::USAGE, format!("no artifact is called `{name}`"));
    let failure = failure.only_hint(format!("there are {}", names().collect::<Vec<_>>().join(", ")));
    match nearest(name, names()) {
        Some(meant) => failure.hint(format!("did you mean `{PROGRAM} index show {meant}`?")),
        None => failure,
    }
}

/// Hands on the first rows that meet the conditions, those of a piece at once, until nobody takes them; says whether there is one more.
fn select(
    host: &dyn Host,
    layout: &Layout,
    pieces: &[pieces::Piece],
    wanted: &Wanted,
    take: &mut dyn FnMut(&str) -> bool,
) -> Result<bool, IndexError> {
    let mut left = wanted.limit;
    for piece in pieces {
        let rows = pieces::read_piece(host, layout, wanted.artifact.name, piece)?;
        let mut met = String::new();
        let mut more = false;
        for line in String::from_utf8_lossy(&rows).split_inclusive('\n') {
            if !wanted.conditions.is_empty() {
                let row = serde_json::from_str(line).map_err(|cause| IndexError::corrupt(&piece.file, cause.to_string()))?;
                if !matches_all(&row, &wanted.conditions) {
                    continue;
                }
            }
            if left == 0 {
                more = true;
                break;
            }
            left -= 1;
            met.push_str(line);
        }
        if !met.is_empty() && !take(&met) || more {
            return Ok(more);
        }
    }
    Ok(false)
}

/// A field that no row can have would only ever find nothing, so it is refused.
fn conditions(artifact: &Artifact, words: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let schema = (artifact.schema)();
    let fields = fields(schema.as_value());
    let mut conditions = Vec::new();
    for word in words {
        let Some((field, value)) = word.split_once('=') else {
            return Err(Failure::new(&codes::USAGE, format!("`{word}` is not of the form FIELD=VALUE")));
        };
        let is_below = |known: &Field| known.open && field.strip_prefix(known.name.as_str()).is_some_and(|rest| rest.starts_with('.'));
        if !fields.iter().any(|known| known.name == field || is_below(known)) {
            let names: Vec<&str> = fields.iter().map(|known| known.name.as_str()).collect();
            let failure = Failure::new(&codes::USAGE, format!("rows of `{}` have no field `{field}`", artifact.name));
            let failure = failure.only_hint(format!("there are {}", names.join(", ")));
            return Err(match nearest(field, names) {
                Some(meant) => failure.hint(format!("did you mean `--where {meant}={value}`?")),
                None => failure,
            });
        }
        conditions.push((field.to_owned(), value.to_owned()));
    }
    Ok(conditions)
}

/// A field that conditions may name.
struct Field {
    name: String,
    /// It may hold parts that the schema does not name.
    open: bool,
}

/// The fields of a row, those of its parts, and of the parts that its lists hold, as `part.field`.
fn fields(schema: &Value) -> Vec<Field> {
    let parts = |part: &Value| {
        let part = part["$ref"].as_str().and_then(|reference| schema.pointer(reference.trim_start_matches('#')));
        part.and_then(|part| part["properties"].as_object())
    };
    let mut found = Vec::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let (own, held) = (parts(field), parts(&field["items"]));
        if own.is_none() {
            found.push(Field { name: name.clone(), open: held.is_none() });
        }
        for part in own.or(held).into_iter().flat_map(|parts| parts.keys()) {
            found.push(Field { name: format!("{name}.{part}"), open: true });
        }
    }
    found
}

/// What a field of a row holds, or each row of a list in it. A key may have points in it.
fn held<'a>(value: &'a Value, field: &str) -> Vec<&'a Value> {
    if let Value::Array(items) = value {
        return items.iter().flat_map(|item| held(item, field)).collect();
    }
    if let Some(whole) = value.get(field) {
        return vec![whole];
    }
    let parts = field.match_indices('.').map(|(at, _)| (&field[..at], &field[at + 1..]));
    parts.filter_map(|(name, rest)| Some((value.get(name)?, rest))).flat_map(|(part, rest)| held(part, rest)).collect()
}

/// Strings are compared as they are, but that words may be written with `_` for `-`, anything else by its JSON text. An array matches if it holds the
/// value, or one of its rows has it.
fn matches_all(row: &Value, conditions: &[(String, String)]) -> bool {
    conditions.iter().all(|(field, wanted)| {
        held(row, field).into_iter().any(|value| match value {
            Value::Array(items) => items.iter().any(|item| is_value(item, wanted)) || is_value(value, wanted),
            _ => is_value(value, wanted) || WORDS.contains(&field.as_str()) && value.as_str().is_some_and(|word| is_word(word, wanted)),
        })
    })
}

fn is_word(word: &str, written: &str) -> bool {
    word.len() == written.len() && word.bytes().zip(written.bytes()).all(|(its, other)| its == other || its == b'-' && other == b'_')
}

fn is_value(value: &Value, wanted: &str) -> bool {
    match value {
        Value::String(text) => text == wanted,
        other => {
            let text = other.to_string();
            text == wanted
        }
    }
}
