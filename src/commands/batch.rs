//! Several actions in one request, each of which may take values out of the answers of those before it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Context;
use super::envelope::{self, Status};
use super::failure::{ErrorBody, Failure};
use super::index_state::IndexState;
use super::options;
use super::place::Reading;
use crate::base::codes;

/// As requests name it.
pub const NAME: &str = "batch";
/// Most actions of one batch.
const MAX_ITEMS: usize = 32;
/// Most values that one `*` of a reference stands for.
const MAX_FAN_OUT: usize = 200;
/// How a reference is marked.
const REFERENCE: &str = "$ref";

/// The options of a batch.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct BatchOptions {
    /// At most 32, in the order in which they run.
    pub items: Vec<Step>,
    /// Leave out what stands behind the first failure.
    pub stop_on_error: bool,
}

/// One action.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Names its answer in references.
    pub id: String,
    pub action: String,
    /// Wherever a value may stand, `{"$ref": "#/items/ID/data/…"}` stands for a value of an earlier answer; `*` in it stands for every entry of a list.
    #[serde(default)]
    pub options: Map<String, Value>,
}

/// What a batch answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchAnswer {
    /// In the order of the request.
    pub items: Vec<Outcome>,
}

/// What one action answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub id: String,
    pub action: String,
    pub status: Status,
    /// Null for an error.
    pub data: Option<Value>,
    /// Null for an answer.
    pub error: Option<ErrorBody>,
}

/// Runs a batch. Whatever one action refuses is its own outcome.
///
/// # Errors
/// [`Failure`] for options of the wrong form, too many items, and ids that are not unlike.
pub fn run(fields: Map<String, Value>, reading: &Reading, state: &IndexState, context: &Context) -> Result<Value, Failure> {
    let BatchOptions { items, stop_on_error } = options::read(NAME, Value::Object(fields))?;
    if items.len() > MAX_ITEMS {
        return Err(Failure::new(&codes::BUDGET_EXCEEDED, format!("a batch of {} actions is larger than {MAX_ITEMS}", items.len())));
    }
    if items.is_empty() {
        return Err(Failure::new(&codes::USAGE, "the batch has no `items`"));
    }
    for (at, step) in items.iter().enumerate() {
        if step.id.is_empty() || items[..at].iter().any(|other| other.id == step.id) {
            return Err(Failure::new(&codes::USAGE, format!("the id `{}` of a batch is empty or stands twice", step.id)));
        }
    }
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(items.len());
    for step in items {
        let result = resolved(Value::Object(step.options), &outcomes).and_then(|options| match options {
            _ if !envelope::find(&step.action)?.reads => {
                Err(Failure::new(&codes::NOT_SUPPORTED, format!("`{}` does not run in a batch", step.action)).only_hint("ask for it by itself"))
            }
            Value::Object(options) => envelope::execute(&step.action, options, reading, Some(state.clone()), context),
            _ => Err(Failure::new(&codes::USAGE, "the options are no object")),
        });
        let stop = result.is_err() && stop_on_error;
        let (status, data, error) = match result {
            Ok(data) => (Status::Ok, Some(data), None),
            Err(failure) => (Status::Error, None, Some(failure.of_options().body())),
        };
        outcomes.push(Outcome { id: step.id, action: step.action, status, data, error });
        if stop {
            break;
        }
    }
    Ok(serde_json::to_value(BatchAnswer { items: outcomes })?)
}

/// A value with every reference replaced by what it stands for.
fn resolved(value: Value, before: &[Outcome]) -> Result<Value, Failure> {
    match value {
        Value::Object(fields) => match fields.get(REFERENCE) {
            Some(Value::String(pointer)) if fields.len() == 1 => target(pointer, before),
            Some(_) => Err(Failure::new(&codes::USAGE, "a `$ref` is one text, alone in its object")),
            None => {
                let fields = fields.into_iter().map(|(name, value)| Ok((name, resolved(value, before)?)));
                Ok(Value::Object(fields.collect::<Result<_, Failure>>()?))
            }
        },
        Value::Array(entries) => {
            // A reference with `*` among the entries of a list gives entries of that list.
            let mut list = Vec::with_capacity(entries.len());
            for entry in entries {
                let spreads = entry.get(REFERENCE).and_then(Value::as_str).is_some_and(|pointer| pointer.split('/').any(|part| part == "*"));
                match resolved(entry, before)? {
                    Value::Array(several) if spreads => list.extend(several),
                    one => list.push(one),
                }
            }
            Ok(Value::Array(list))
        }
        other => Ok(other),
    }
}

/// What `#/items/ID/data/…` stands for.
fn target(pointer: &str, before: &[Outcome]) -> Result<Value, Failure> {
    let wrong =
        |why: String| Failure::new(&codes::USAGE, format!("`{pointer}` {why}")).only_hint("write `#/items/ID/data/…` with the id of an earlier item");
    let rest = pointer.strip_prefix("#/items/").ok_or_else(|| wrong("is no reference into a batch".to_owned()))?;
    let (id, rest) = rest.split_once('/').unwrap_or((rest, ""));
    let id = unescaped(id);
    let outcome = before.iter().find(|outcome| outcome.id == id).ok_or_else(|| wrong(format!("names `{id}`, which is no earlier item")))?;
    let data = outcome.data.as_ref().ok_or_else(|| wrong(format!("names `{id}`, which failed")))?;
    let parts: Vec<String> = rest.split('/').map(unescaped).collect();
    match parts.split_first() {
        Some((first, parts)) if first == "data" => match follow(data, parts) {
            Ok(value) => Ok(value),
            Err(Lost::Nowhere) => Err(wrong("leads nowhere in that answer".to_owned())),
            Err(Lost::Wide(count)) => {
                Err(Failure::new(&codes::BUDGET_EXCEEDED, format!("`*` of `{pointer}` stands for {count} values, more than {MAX_FAN_OUT}")))
            }
        },
        _ => Err(wrong("does not lead into `data`".to_owned())),
    }
}

/// Why a reference stands for nothing.
enum Lost {
    Nowhere,
    /// A `*` has so many values.
    Wide(usize),
}

fn follow(value: &Value, parts: &[String]) -> Result<Value, Lost> {
    let Some((part, rest)) = parts.split_first() else { return Ok(value.clone()) };
    match value {
        Value::Array(entries) if part == "*" && entries.len() > MAX_FAN_OUT => Err(Lost::Wide(entries.len())),
        Value::Array(entries) if part == "*" => entries.iter().map(|entry| follow(entry, rest)).collect::<Result<_, _>>().map(Value::Array),
        Value::Array(entries) => {
            let entry = part.parse::<usize>().ok().and_then(|at| entries.get(at));
            follow(entry.ok_or(Lost::Nowhere)?, rest)
        }
        Value::Object(fields) => follow(fields.get(part).ok_or(Lost::Nowhere)?, rest),
        _ => Err(Lost::Nowhere),
    }
}

/// A part of a JSON pointer as it is meant (RFC 6901).
fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(value: Value, expected: Result<Value, &str>) {
        let data =
            json!({"files": [{"path": "a.rs"}, {"path": "b.rs"}], "a/b": {"n": 1}, "most": vec![1; MAX_FAN_OUT], "more": vec![1; MAX_FAN_OUT + 1]});
        let ok = Outcome { id: "s".into(), action: "search".into(), status: Status::Ok, data: Some(data), error: None };
        let failed = Outcome { id: "f".into(), status: Status::Error, data: None, ..ok.clone() };
        match (resolved(value, &[ok, failed]), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(failure), Err(part)) => assert!(failure.message.contains(part), "{}", failure.message),
            (found, expected) => panic!("{found:?} is not {expected:?}"),
        }
    }

    #[test]
    fn references_stand_for_values_of_earlier_answers() {
        check(json!({"q": {"$ref": "#/items/s/data/files/1/path"}}), Ok(json!({"q": "b.rs"})));
        check(json!({"f": {"$ref": "#/items/s/data/files/*/path"}}), Ok(json!({"f": ["a.rs", "b.rs"]})));
        check(json!({"f": ["x", {"$ref": "#/items/s/data/files/*/path"}]}), Ok(json!({"f": ["x", "a.rs", "b.rs"]})));
        check(json!({"n": {"$ref": "#/items/s/data/a~1b/n"}}), Ok(json!({"n": 1})));
        check(json!({"$ref": "#/items/s/data/most/*"}), Ok(json!(vec![1; MAX_FAN_OUT])));
        check(json!({"all": {"$ref": "#/items/s/data/files"}}), Ok(json!({"all": [{"path": "a.rs"}, {"path": "b.rs"}]})));
    }

    #[test]
    fn references_that_lead_nowhere_are_refused() {
        check(json!({"q": {"$ref": "#/items/t/data"}}), Err("no earlier item"));
        check(json!({"q": {"$ref": "#/items/f/data"}}), Err("which failed"));
        check(json!({"q": {"$ref": "#/items/s/error"}}), Err("does not lead into `data`"));
        check(json!({"q": {"$ref": "#/items/s/data/files/9"}}), Err("leads nowhere"));
        check(json!({"q": {"$ref": "#/items/s/data/more/*"}}), Err("201 values"));
        check(json!({"q": {"$ref": "elsewhere.json"}}), Err("no reference into a batch"));
        check(json!({"q": {"$ref": "#/items/s/data", "more": 1}}), Err("alone in its object"));
        check(json!({"q": {"$ref": 3}}), Err("alone in its object"));
    }
}
