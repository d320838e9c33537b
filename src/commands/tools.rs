//! Tools for agents: one line in [`TOOLS`] each. A tool takes the options of its verb and answers text; which protocol carries it is not its business.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::asking::{Asking, ResponseMode};
use super::failure::Failure;
use super::index_state::{IndexStanding, IndexState, ReindexResult};
use super::pack_request::Wishes;
use super::place::Reading;
use super::policy::{self, Policy, StalePolicy};
use super::retrieval::{Recording, with_packer};
use super::{Context, codegraph_context, context_pack, options, search, stored_packs};
use crate::artifacts::jsonl;
use crate::base::codes;
use crate::base::plain::line;
use crate::pack::views::v1::ContextPackOutput;
use crate::pack::views::{document, summary, text};

/// One tool.
pub struct Tool {
    pub name: &'static str,
    /// What an agent reads before it chooses.
    pub description: &'static str,
    /// It is shown without being asked for.
    pub by_default: bool,
    /// The JSON Schema of its arguments.
    pub arguments: fn() -> Value,
    /// Runs it and answers text.
    pub run: fn(Value, &Reading, &Context) -> Result<String, Failure>,
}

/// Every tool.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "codegraph_context",
        description: "What a change of some definitions reaches, as JSON: signatures, tests, users and relationships, and no code.",
        by_default: false,
        arguments: compact::<GraphArguments>,
        run: graph,
    },
    Tool {
        name: "context_pack",
        description: "The code a task is about: matching definitions first, then callers, callees, tests and docs, as excerpts within a budget. \
                      Ask it before grepping or opening files. Brings the index up to date first.",
        by_default: true,
        arguments: compact::<PackArguments>,
        run: pack,
    },
    Tool {
        name: "context_pack.create",
        description: "Make a pack with evidence for every item and store it; answers its packId and what is in it, without the texts.",
        by_default: false,
        arguments: create_arguments,
        run: create,
    },
    Tool { name: "context_pack.get", description: "A stored pack by its packId.", by_default: false, arguments: compact::<GetArguments>, run: get },
    Tool {
        name: "search",
        description: "Places only: the chunks and files that a question, an error message or a name is about, each with its reasons.",
        by_default: false,
        arguments: compact::<SearchArguments>,
        run: find,
    },
];

/// Options that only views have.
const OF_VIEWS: [&str; 7] = ["include_docs", "prefer_code", "related_mode", "response_mode", "role", "since", "trace"];

/// Where a tool looks, and what it does about an index that is behind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Standing {
    /// The repository; may be left out where the server knows it.
    pub path: Option<String>,
    /// Bring the index up to date first.
    pub auto_index: bool,
    /// Milliseconds that it may take, 100 to 120000.
    pub auto_index_budget_ms: u64,
}

impl Default for Standing {
    fn default() -> Self {
        Self { path: None, auto_index: true, auto_index_budget_ms: policy::DEFAULT_REINDEX_MS }
    }
}

/// Of `context_pack`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PackArguments {
    #[serde(flatten)]
    pub asking: Asking,
    #[serde(flatten)]
    pub standing: Standing,
}

/// Of `context_pack.create`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CreateArguments {
    #[serde(flatten)]
    pub wishes: Wishes,
    #[serde(flatten)]
    pub standing: Standing,
}

/// Of `context_pack.get`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GetArguments {
    /// As `context_pack.create` printed it.
    pub pack_id: String,
    /// Markdown instead of JSON.
    pub markdown: bool,
    /// The repository; may be left out where the server knows it.
    pub path: Option<String>,
}

/// Of `codegraph_context`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GraphArguments {
    #[serde(flatten)]
    pub asked: codegraph_context::Asked,
    #[serde(flatten)]
    pub standing: Standing,
}

/// Of `search`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchArguments {
    #[serde(flatten)]
    pub asked: search::Asked,
    #[serde(flatten)]
    pub standing: Standing,
}

impl Standing {
    /// Where the index stands once everything is done about it.
    fn settle(&self, reading: &Reading, context: &Context) -> Result<IndexState, Failure> {
        // Of a saved root the answer says that there is nothing to bring up to date.
        let may_build = self.auto_index && reading.repository().is_some();
        let stale_policy = if may_build { StalePolicy::Refresh } else { StalePolicy::Warn };
        let policy = Policy { stale_policy, max_reindex_ms: Some(self.auto_index_budget_ms) };
        let state = policy.standing(context, reading)?;
        policy.check(&state, context, reading)?;
        Ok(state)
    }
}

fn pack(arguments: Value, reading: &Reading, context: &Context) -> Result<String, Failure> {
    let PackArguments { asking, standing } = options::read("context_pack", arguments)?;
    let mode = asking.taste.mode()?;
    let state = standing.settle(reading, context)?;
    let wishes = Wishes { asking, ..Wishes::default() };
    let said = |output: &ContextPackOutput<IndexState>| {
        let mut head = lines(&state, mode);
        let trace = output.meta.trace.as_ref().and_then(|trace| serde_json::to_string(trace).ok());
        head.extend(trace.map(|trace| format!("trace: {trace}")));
        head
    };
    let mut output = context_pack::v1(&wishes, (reading, Some(&said)), Recording::default(), &state, context)?;
    let head = said(&output);
    Ok(text::fitted(&mut output, &head))
}

/// What is said of the index: in few words that it is current, in every mode that it is not.
fn lines(state: &IndexState, mode: ResponseMode) -> Vec<String> {
    let mut lines = state.warnings();
    let done = state.reindex.as_ref().filter(|it| it.result == ReindexResult::Built);
    if state.state == IndexStanding::Current && mode != ResponseMode::Minimal {
        lines.push(done.map_or_else(|| "index: current".to_owned(), |it| format!("index: current, brought up to date in {} ms", it.duration_ms)));
    }
    if state.state == IndexStanding::Unknown && mode != ResponseMode::Minimal {
        lines.push("index: a saved root, compared with no repository".to_owned());
    }
    lines.iter().map(|it| line(it).into_owned()).collect()
}

/// What `context_pack.create` takes: what only views have says nothing of a stored pack.
fn create_arguments() -> Value {
    let mut schema = compact::<CreateArguments>();
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !OF_VIEWS.contains(&name.as_str()));
    }
    schema
}

fn create(arguments: Value, reading: &Reading, context: &Context) -> Result<String, Failure> {
    let CreateArguments { wishes, standing } = options::read("context_pack.create", arguments)?;
    context_pack::check_taste(&wishes)?;
    context_pack::check_occasion(&wishes)?;
    let state = standing.settle(reading, context)?;
    with_packer(&wishes, (reading, "context_pack.create"), Recording::default(), context, None, |packer, request, retrieval| {
        let (index, pack) = (packer.index(), packer.pack(request)?);
        retrieval.record(index, context_pack::told_of(&pack.request, Some(&pack))?);
        stored_packs::write(context.host.as_ref(), &reading.layout(), index.manifest(), &pack)?;
        let head = lines(&state, ResponseMode::Facts).join("\n");
        Ok(format!("packId: {}\n{head}\n\n{}", pack.pack_id, summary::summary(&pack, false)))
    })
}

fn get(arguments: Value, reading: &Reading, context: &Context) -> Result<String, Failure> {
    let GetArguments { pack_id, markdown, .. } = options::read("context_pack.get", arguments)?;
    if pack_id.is_empty() {
        return Err(Failure::new(&codes::USAGE, "`pack_id` is missing").only_hint("name a pack that `context_pack.create` made"));
    }
    let pack = stored_packs::shown(context, reading, "context_pack.get", Recording::default(), &pack_id)?;
    Ok(if markdown { document::document(&pack, false) } else { jsonl::canonical(&serde_json::to_value(&pack)?) })
}

fn graph(arguments: Value, reading: &Reading, context: &Context) -> Result<String, Failure> {
    let GraphArguments { asked, standing } = options::read("codegraph_context", arguments)?;
    let state = standing.settle(reading, context)?;
    let document = codegraph_context::document(&asked, reading, Recording::default(), context)?;
    let document = jsonl::canonical(&serde_json::to_value(&document)?);
    Ok(lines(&state, ResponseMode::Minimal).into_iter().chain([document]).collect::<Vec<_>>().join("\n"))
}

fn find(arguments: Value, reading: &Reading, context: &Context) -> Result<String, Failure> {
    let SearchArguments { asked, standing } = options::read("search", arguments)?;
    let state = standing.settle(reading, context)?;
    let found = search::text(&asked, reading, context)?;
    Ok(lines(&state, ResponseMode::Minimal).into_iter().chain([found]).collect::<Vec<_>>().join("\n"))
}

/// The schema of arguments in as few words as it can be said: nothing that a reader of it does not need to call.
fn compact<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("title");
        fields.remove("description");
        fields.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    prune(&mut schema);
    schema
}

/// Takes out null as a type and a default, formats of numbers, and descriptions of single words of a list.
fn prune(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            words_of(fields);
            for noise in ["format", "minimum", "maximum"] {
                fields.remove(noise);
            }
            if fields.get("default").is_some_and(|it| it.is_null() || *it == Value::Bool(false) || it.as_array().is_some_and(Vec::is_empty)) {
                fields.remove("default");
            }
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|it| it != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    fields.insert("type".to_owned(), one);
                }
            }
            if let Some(Value::Array(words)) = fields.get_mut("enum") {
                words.retain(|word| !word.is_null());
            }
            fields.values_mut().for_each(prune);
        }
        Value::Array(entries) => entries.iter_mut().for_each(prune),
        _ => {}
    }
}

/// `anyOf` an enumeration and null, and `oneOf` words with descriptions, as one `enum`.
fn words_of(fields: &mut Map<String, Value>) {
    if let Some(Value::Array(entries)) = fields.remove("anyOf") {
        for (name, value) in entries.into_iter().filter(|it| it["type"] != "null").filter_map(|it| it.as_object().cloned()).flatten() {
            fields.entry(name).or_insert(value);
        }
    }
    let Some(Value::Array(entries)) = fields.get("oneOf") else { return };
    let words: Option<Vec<Value>> = entries
        .iter()
        .map(|entry| match (entry.get("const"), entry.get("enum")) {
            (Some(word), _) => Some(vec![word.clone()]),
            (None, Some(Value::Array(words))) => Some(words.clone()),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()
        .map(|lists| lists.into_iter().flatten().collect());
    if let Some(words) = words {
        fields.remove("oneOf");
        fields.insert("type".to_owned(), Value::from("string"));
        fields.insert("enum".to_owned(), Value::Array(words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_tools_cost_an_agent_little() {
        let described = |tool: &Tool| format!("{}\n{}\n{}", tool.name, tool.description, (tool.arguments)());
        let cost: usize = TOOLS.iter().filter(|tool| tool.by_default).map(|tool| o200k::count(&described(tool))).sum();
        // Three more tools are to share 1 500 tokens with it.
        assert!(cost < 700, "{cost} tokens: {}", (TOOLS[1].arguments)());
    }

    #[test]
    fn what_only_views_have_is_not_offered_for_a_stored_pack() {
        let (all, offered) = (compact::<CreateArguments>(), create_arguments());
        for name in OF_VIEWS {
            assert!(all["properties"].get(name).is_some() && offered["properties"].get(name).is_none(), "{name}");
        }
        assert!(offered["properties"].get("query").is_some());
    }

    #[test]
    fn every_argument_has_a_type_and_a_description() {
        for tool in TOOLS {
            let schema = (tool.arguments)();
            assert_eq!(schema["type"], "object");
            for (name, field) in schema["properties"].as_object().unwrap() {
                assert!(field["type"].is_string() && field["description"].is_string(), "{} {name}: {field}", tool.name);
                assert!(!field.to_string().contains("null"), "{} {name}: {field}", tool.name);
            }
            jsonschema::validator_for(&schema).unwrap();
        }
    }
}
