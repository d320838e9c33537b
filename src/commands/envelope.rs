//! The envelope of requests and answers that every transport of the Command API carries.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Context;
use super::actions::{ACTIONS, Action, Scene, TO_COME};
use super::batch;
use super::failure::{ErrorBody, Failure};
use super::index_state::{self, IndexState};
use super::nearest::nearest;
use super::options;
use super::place::Reading;
use super::policy::{Policy, StalePolicy};
use crate::base::codes;
use crate::host::real::real;
use crate::manifest::layout::Layout;
use crate::pipeline::build::milliseconds;

/// Version of the envelope.
pub const VERSION: u32 = 1;
/// Largest request in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// One request.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// Always 1.
    pub version: u32,
    /// What is asked for, such as `context_pack`, or `batch`.
    pub action: String,
    /// Of the action, with `stale_policy` and `max_reindex_ms` for those that read an index.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// A repository, or an index root; where it is left out, the one that the transport was started for.
    #[serde(default)]
    pub path: Option<String>,
    /// Comes back as it is.
    #[serde(default)]
    pub request_id: Option<String>,
}

/// One answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandResponse {
    /// Always 1.
    pub version: u32,
    pub request_id: Option<String>,
    pub status: Status,
    /// What the action answers; null for an error.
    pub data: Option<Value>,
    /// Why there is no answer; null for one.
    pub error: Option<ErrorBody>,
    pub meta: Meta,
    /// The exit code that a program ends with.
    #[serde(skip)]
    pub exit: u8,
}

/// Whether there is an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    Error,
}

/// What is known beside the answer.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// 16 hex digits of the place of the index, to tell two roots apart without naming them; null where there is no place.
    pub root_fingerprint: Option<String>,
    pub graph_version: Option<u64>,
    pub index_state: Option<IndexState>,
    pub duration_ms: u64,
    /// What must be known before the answer is believed.
    pub warnings: Vec<String>,
}

/// What a failed request still knows.
struct Failed {
    failure: Failure,
    request_id: Option<String>,
    meta: Meta,
}

/// Answers one request. `home` is the place that is meant where the request names none.
pub fn answer(text: &[u8], home: &Reading, context: &Context) -> CommandResponse {
    let start_ns = context.host.now_ns();
    let mut response = match ask(text, home, context) {
        Ok((request_id, data, meta)) => {
            CommandResponse { version: VERSION, request_id, status: Status::Ok, data: Some(data), error: None, meta, exit: 0 }
        }
        Err(failed) => CommandResponse {
            version: VERSION,
            request_id: failed.request_id,
            status: Status::Error,
            data: None,
            exit: failed.failure.code.exit,
            error: Some(failed.failure.of_options().body()),
            meta: failed.meta,
        },
    };
    response.meta.duration_ms = milliseconds(start_ns, context.host.now_ns());
    response
}

fn ask(text: &[u8], home: &Reading, context: &Context) -> Result<(Option<String>, Value, Meta), Box<Failed>> {
    let nowhere = |failure: Failure, request_id: Option<String>| Box::new(Failed { failure, request_id, meta: Meta::default() });
    let request = read(text).map_err(|failure| nowhere(failure, None))?;
    let id = request.request_id.clone();
    let reading = match &request.path {
        Some(path) => Reading::at(Path::new(path), context.host.as_ref()),
        None => home.clone(),
    };
    let mut meta = Meta { root_fingerprint: Some(fingerprint(&reading.layout())), ..Meta::default() };
    match run(request, &reading, context, &mut meta) {
        Ok(data) => Ok((id, data, meta)),
        Err(failure) => Err(Box::new(Failed { failure, request_id: id, meta })),
    }
}

fn read(text: &[u8]) -> Result<CommandRequest, Failure> {
    let usage =
        |what: String| Failure::new(&codes::USAGE, what).only_hint("send one object as `contracts/command/v1/command_request.schema.json` says");
    if text.len() > MAX_BYTES {
        return Err(Failure::new(&codes::BUDGET_EXCEEDED, format!("the request has more than {MAX_BYTES} bytes")));
    }
    let value: Value = serde_json::from_slice(text).map_err(|cause| usage(format!("the request is no JSON: {cause}")))?;
    if !value.is_object() {
        return Err(usage("the request is no object".to_owned()));
    }
    // Another version may have other fields: it is told apart before they are judged.
    let version = value.get("version").cloned().unwrap_or_default();
    if version.is_u64() && version != VERSION {
        return Err(
            Failure::new(&codes::CONTRACT_VERSION, format!("the request is of version {version}; this is {VERSION}")).only_hint("send version 1")
        );
    }
    serde_json::from_value(value).map_err(|cause| usage(format!("the request is of the wrong form: {cause}")))
}

fn run(request: CommandRequest, reading: &Reading, context: &Context, meta: &mut Meta) -> Result<Value, Failure> {
    let batched = request.action == batch::NAME;
    let action = if batched { None } else { Some(find(&request.action)?) };
    let mut fields = request.options;
    if action.is_some_and(|action| !action.reads) {
        let data = execute(&request.action, fields, reading, None, context);
        // What a build leaves is told of, too.
        let state = index_state::look(context, &reading.layout(), reading.repository()).ok();
        settle(meta, state, StalePolicy::Allow);
        return data;
    }
    let mut own = Map::new();
    for name in options::names::<Policy>() {
        own.extend(fields.remove_entry(&name));
    }
    let policy: Policy = options::read(&request.action, Value::Object(own))?;
    if policy.max_reindex_ms.is_some() && policy.stale_policy != StalePolicy::Refresh {
        return Err(Failure::new(&codes::USAGE, "`max_reindex_ms` is of `stale_policy` `refresh`"));
    }
    let state = policy.standing(context, reading)?;
    settle(meta, Some(state.clone()), policy.stale_policy);
    policy.check(&state, context, reading)?;
    if batched { batch::run(fields, reading, &state, context) } else { execute(&request.action, fields, reading, Some(state), context) }
}

fn settle(meta: &mut Meta, state: Option<IndexState>, policy: StalePolicy) {
    meta.graph_version = state.as_ref().and_then(|state| state.graph_version);
    meta.warnings = state.as_ref().filter(|_| policy != StalePolicy::Allow).map(IndexState::warnings).unwrap_or_default();
    meta.index_state = state;
}

/// Runs one action by its name.
///
/// # Errors
/// [`Failure`] for a name that is none, options of the wrong form, and whatever the action refuses.
pub fn execute(name: &str, options: Map<String, Value>, reading: &Reading, state: Option<IndexState>, context: &Context) -> Result<Value, Failure> {
    (find(name)?.run)(Value::Object(options), &Scene { context, reading: reading.clone(), state })
}

/// The action of a name.
///
/// # Errors
/// [`Failure`] for a name that is none.
pub fn find(name: &str) -> Result<&'static Action, Failure> {
    if let Some(action) = ACTIONS.iter().find(|action| action.name == name) {
        return Ok(action);
    }
    let known: Vec<&str> = ACTIONS.iter().map(|action| action.name).chain([batch::NAME]).collect();
    let list = format!("there are {}", known.join(", "));
    if TO_COME.contains(&name) {
        return Err(Failure::new(&codes::NOT_SUPPORTED, format!("the action `{name}` is not there yet")).only_hint(list));
    }
    if name == batch::NAME {
        return Err(Failure::new(&codes::USAGE, "a batch holds actions, and no batch").only_hint(list));
    }
    let failure = Failure::new(&codes::USAGE, format!("no action is called `{name}`")).only_hint(list);
    Err(match nearest(name, known) {
        Some(meant) => failure.hint(format!("did you mean `{meant}`?")),
        None => failure,
    })
}

/// 16 hex digits of the digest of a root's real path.
fn fingerprint(layout: &Layout) -> String {
    let path = real(layout.root());
    blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex()[..16].to_owned()
}
