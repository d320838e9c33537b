//! `context-pack`: what an engineer would hand to a colleague, within a budget.

use std::path::Path;

use clap::parser::ValueSource;
use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{Action, options_schema};
use super::asking::{ResponseMode, Taste};
use super::encoding::Encoding;
use super::failure::Failure;
use super::index_state::{self, IndexState};
use super::pack_request::Wishes;
use super::parser::PROGRAM;
use super::place::Reading;
use super::retrieval::{Recording, Told, with_packer};
use super::stopwatch::Stopwatch;
use super::task_view::{self, Occasion};
use super::{Answer, Command, Context, answer_schema, changed_files, options, question, stored_packs};
use crate::base::codes;
use crate::manifest::model::Manifest;
use crate::pack::allocate::Sharing;
use crate::pack::context::ContextPack;
use crate::pack::context::identity;
use crate::pack::error::PackError;
use crate::pack::request::PackRequest;
use crate::pack::stages::Stage;
use crate::pack::views::locate::Locations;
use crate::pack::views::task::document::TaskPack;
use crate::pack::views::task::markdown;
use crate::pack::views::v1;
use crate::pack::views::v1::ContextPackOutput;
use crate::pack::views::{document, locate, summary, text};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["context-pack"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<PackAnswer>, run };

/// What the ledger calls it.
pub const VERB: &str = "context-pack";

/// The action: the view v1 unless another is asked for.
pub const ACTION: Action = Action {
    name: "context_pack",
    reads: true,
    options: options_schema::<Options>,
    data: answer_schema::<ViewAnswer>,
    run: |options, scene| {
        let Options { wishes, view } = options::read("context_pack", options)?;
        let state = scene.state.as_ref().ok_or_else(|| Failure::new(&codes::INTERNAL, "nobody looked at the index"))?;
        let view = view.as_deref().unwrap_or("v1");
        check_view(view, &wishes)?;
        let (reading, recording, context) = (&scene.reading, Recording::default(), scene.context);
        let answer = match view {
            "task" => ViewAnswer::Task(Box::new(task_view::task(&wishes, reading, recording, context)?)),
            "000" => ViewAnswer::Pack(Box::new(whole(&wishes, reading, recording, context, &Stopwatch::new(context.host.as_ref()))?.0)),
            "locate" => ViewAnswer::Places(places(&wishes, reading, recording, context)?),
            _ => ViewAnswer::V1(Box::new(v1(&wishes, (reading, None), recording, state, context)?)),
        };
        Ok(serde_json::to_value(answer)?)
    },
};

/// The options of the action.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Options {
    #[serde(flatten)]
    pub wishes: Wishes,
    /// `v1` (the default), `task`, `000` or `locate`.
    pub view: Option<String>,
}

/// The data of the action, in the form of the view.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ViewAnswer {
    V1(Box<ContextPackOutput<IndexState>>),
    Task(Box<TaskPack>),
    Pack(Box<ContextPack>),
    Places(Locations),
}

/// Make a pack of the code that a task is about: hits, callers, callees, tests and more, within a budget, each with its reason.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub wishes: Wishes,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub encoding: Encoding,
    #[command(flatten)]
    pub recording: Recording,
    /// Form of the answer: `000` is the whole pack, `v1` one list of excerpts, `task` excerpts, summaries and differences for a role, `locate` only places.
    #[arg(long, value_name = "VIEW", default_value = "000")]
    pub view: String,
    /// Store the pack in `packs/` of the root and print its id.
    #[arg(long, conflicts_with_all = ["read", "view"])]
    pub write: bool,
    /// Show a stored pack instead of making one.
    #[arg(long, requires = "pack_id")]
    pub read: bool,
    /// The stored pack that `--read` shows.
    #[arg(long, value_name = "ID", requires = "read")]
    pub pack_id: Option<String>,
    /// Say for every item which edges led to it and what they rest on.
    #[arg(long)]
    pub explain: bool,
    /// Print what is there and why, without the texts, as Markdown.
    #[arg(long)]
    pub summary: bool,
    /// Show how long each stage took, in microseconds. Timings are never stored.
    #[arg(long)]
    pub timings: bool,
}

/// The answer, in the form that was asked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PackAnswer {
    Pack(Box<ContextPack>),
    V1(Box<ContextPackOutput<IndexState>>),
    Task(Box<TaskPack>),
    Places(Locations),
    Stored(Stored),
    Summary(Summary),
}

/// What `--write` answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stored {
    pub index_signature: String,
    /// `sha256:<64 hex>`.
    pub pack_id: String,
    /// Below the root.
    pub path: String,
}

/// What `--summary` answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Summary {
    /// `sha256:<64 hex>`.
    pub pack_id: String,
    /// Markdown.
    pub summary: String,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let (host, layout) = (context.host.as_ref(), arguments.reading.layout());
    if let Some(id) = arguments.pack_id.as_ref().filter(|_| arguments.read) {
        check_reading(matches)?;
        let pack = stored_packs::shown(context, &arguments.reading, VERB, arguments.recording, id)?;
        warn_of_changes(context, &arguments.reading, &pack)?;
        return shown(pack, &arguments, context);
    }
    check_view(&arguments.view, &arguments.wishes)?;
    check_flags(&arguments)?;
    let (wishes, reading, recording) = (&arguments.wishes, &arguments.encoding.at(&arguments.reading), arguments.recording);
    match arguments.view.as_str() {
        "v1" => {
            let state = index_state::look(context, &layout, reading.repository())?;
            let warnings = if wishes.asking.taste.mode()? == ResponseMode::Minimal { Vec::new() } else { state.warnings() };
            let head = |_: &ContextPackOutput<IndexState>| warnings.clone();
            let mut output = v1(wishes, (reading, if context.json { None } else { Some(&head) }), recording, &state, context)?;
            if context.json {
                return Answer::new(&PackAnswer::V1(Box::new(output)), String::new(), 0);
            }
            Ok(Answer::text(text::fitted(&mut output, &warnings)))
        }
        "task" => {
            let pack = task_view::task(wishes, reading, recording, context)?;
            changed_files::warn(context, reading, pack.items.iter().map(|it| it.file_rel_path.as_str()))?;
            let detail = markdown::Detail { texts: !arguments.summary, explain: arguments.explain };
            if arguments.summary {
                let text = markdown::markdown(&pack, detail);
                return summarized(pack.pack_id, text);
            }
            if context.json {
                return Answer::new(&PackAnswer::Task(Box::new(pack)), String::new(), 0);
            }
            Ok(Answer::text(markdown::markdown(&pack, detail)))
        }
        "locate" => {
            let places = places(wishes, reading, recording, context)?;
            changed_files::warn(context, reading, places.items.iter().map(|it| it.file.as_str()))?;
            let answer = Answer::new(&PackAnswer::Places(places), String::new(), 0)?;
            Ok(Answer { text: answer.json.clone(), ..answer })
        }
        _ => {
            let watch = Stopwatch::new(host);
            let (mut pack, manifest) = whole(wishes, reading, recording, context, &watch)?;
            warn_of_changes(context, reading, &pack)?;
            if arguments.write {
                let path = stored_packs::write(host, &layout, &manifest, &pack)?;
                let stored = Stored { index_signature: pack.index_signature, pack_id: pack.pack_id.clone(), path };
                return Answer::new(&PackAnswer::Stored(stored), pack.pack_id, 0);
            }
            if arguments.timings {
                pack.stats.timings = Some(watch.timings());
            }
            shown(pack, &arguments, context)
        }
    }
}

/// What the text of a view v1 says of the index, a line each.
pub type Said<'f> = &'f dyn Fn(&ContextPackOutput<IndexState>) -> Vec<String>;

/// The view v1 of the index that stands as `state` says, for a text where it is known what that says of the index.
///
/// # Errors
/// [`Failure`] for a request that cannot be met and an index that cannot be read.
pub fn v1(
    wishes: &Wishes,
    (reading, said): (&Reading, Option<Said<'_>>),
    recording: Recording,
    state: &IndexState,
    context: &Context,
) -> Result<ContextPackOutput<IndexState>, Failure> {
    let mode = wishes.asking.taste.mode()?;
    let beside = |output: &mut ContextPackOutput<IndexState>| {
        if mode != ResponseMode::Full && (mode == ResponseMode::Minimal || !wishes.asking.taste.trace) {
            output.meta.trace = None;
        }
        if mode == ResponseMode::Minimal {
            output.absences.clear();
        }
        output.meta.index_state = Some(state.clone()).filter(|_| mode != ResponseMode::Minimal);
        said.map_or(0, |said| text::beside(output, &said(output)))
    };
    with_packer(wishes, (reading, VERB), recording, context, None, |packer, request, retrieval| {
        let leaning = wishes.asking.taste.leaning(&request.query)?;
        let output = v1::output(packer, request, leaning, (&beside, said.is_some()))?;
        retrieval.record(packer.index(), Told { fallback: output.fallback, ..told_of(request, None)?.of_policy(output.policy.as_ref()) });
        Ok(output)
    })
}

/// The whole pack of the view 000, and the manifest of the index it was made of.
fn whole(
    wishes: &Wishes,
    reading: &Reading,
    recording: Recording,
    context: &Context,
    watch: &Stopwatch<'_>,
) -> Result<(ContextPack, Manifest), Failure> {
    let heard = |stage: Stage| watch.lap(stage);
    with_packer(wishes, (reading, VERB), recording, context, Some(&heard), |packer, request, retrieval| {
        let pack = packer.pack(request)?;
        retrieval.record(packer.index(), told_of(&pack.request, Some(&pack))?);
        Ok((pack, packer.index().manifest().clone()))
    })
}

/// The places of the view `locate`.
fn places(wishes: &Wishes, reading: &Reading, recording: Recording, context: &Context) -> Result<Locations, Failure> {
    with_packer(wishes, (reading, VERB), recording, context, None, |packer, request, retrieval| {
        let draft = packer.draft(request, Sharing::ByRank)?;
        retrieval.record(packer.index(), told_of(&draft.request, None)?);
        Ok(locate::locations(packer.index(), &draft)?)
    })
}

/// What the ledger is told of a request and its pack.
///
/// # Errors
/// As [`identity::cache_key`].
pub fn told_of(request: &PackRequest, pack: Option<&ContextPack>) -> Result<Told, serde_json::Error> {
    let told = Told {
        request_hash: identity::cache_key(request)?,
        pack_id: pack.map(|pack| pack.pack_id.clone()),
        fallback: pack.is_some_and(|pack| pack.fallback),
        ..Told::default()
    };
    Ok(told.of_policy(pack.and_then(|pack| pack.policy.as_ref())))
}

/// Refuses an unknown view, and wishes that are another view's.
fn check_view(view: &str, wishes: &Wishes) -> Result<(), Failure> {
    let views = "there are 000, v1, task and locate";
    match view {
        "task" => check_taste(wishes),
        "v1" => check_occasion(wishes),
        "000" | "locate" => check_occasion(wishes).and_then(|()| check_taste(wishes)),
        other => Err(Failure::new(&codes::USAGE, format!("no view is called `{other}`")).hint(views)),
    }
}

/// Refuses what would ask for another pack than the stored one.
fn check_reading(matches: &clap::ArgMatches) -> Result<(), Failure> {
    let of_reading = ["read", "pack_id", "repo", "index", "explain", "summary", "no_ledger"];
    let command = Arguments::augment_args(clap::Command::new(PROGRAM));
    let typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let Some(other) = command.get_arguments().find(|it| !of_reading.contains(&it.get_id().as_str()) && typed(it.get_id().as_str())) else {
        return Ok(());
    };
    let name = other.get_long().map_or_else(|| "a task".to_owned(), |flag| format!("`--{flag}`"));
    let failure = Failure::new(&codes::USAGE, format!("`--read` shows a stored pack as it is, and {name} asks for another"));
    Err(failure.only_hint("leave it out, or leave `--read` out to make a pack"))
}

/// Refuses flags of the command that a view cannot answer.
fn check_flags(arguments: &Arguments) -> Result<(), Failure> {
    let refused = |message: &str| Failure::new(&codes::USAGE, message);
    match arguments.view.as_str() {
        "v1" if arguments.explain || arguments.summary || arguments.timings => {
            Err(refused("`--explain`, `--summary` and `--timings` are not of the view v1").hint("`--trace` says how a v1 pack came about"))
        }
        "locate" if arguments.explain || arguments.summary || arguments.timings => {
            Err(refused("`--explain`, `--summary` and `--timings` are not of the view `locate`").hint("it lists places and nothing else"))
        }
        "task" if arguments.timings => Err(refused("`--timings` is of the view 000")),
        _ => Ok(()),
    }
}

/// Refuses what only the view of a task knows.
///
/// # Errors
/// [`Failure`] where something of it is asked for.
pub fn check_occasion(wishes: &Wishes) -> Result<(), Failure> {
    if wishes.occasion == Occasion::default() {
        return Ok(());
    }
    Err(Failure::new(&codes::USAGE, "`--role` and `--since` are of the view `task`").hint("add `--view task`"))
}

/// Refuses what only the view v1 knows.
///
/// # Errors
/// [`Failure`] where something of it is asked for.
pub fn check_taste(wishes: &Wishes) -> Result<(), Failure> {
    if wishes.asking.taste == Taste::default() {
        return Ok(());
    }
    let message = "`--prefer-code`, `--include-docs`, `--related-mode`, `--response-mode` and `--trace` are of the view v1";
    Err(Failure::new(&codes::USAGE, message).hint("add `--view v1`"))
}

fn warn_of_changes(context: &Context, reading: &Reading, pack: &ContextPack) -> Result<(), Failure> {
    let items = pack.sections.iter().flat_map(|section| &section.items);
    changed_files::warn(context, reading, items.map(|it| it.file_rel_path.as_str()))
}

/// A summary, for programs with the id of its pack.
fn summarized(pack_id: String, text: String) -> Result<Answer, Failure> {
    Answer::new(&PackAnswer::Summary(Summary { pack_id, summary: text.clone() }), text, 0)
}

/// The whole pack for programs, Markdown for people.
fn shown(pack: ContextPack, arguments: &Arguments, context: &Context) -> Result<Answer, Failure> {
    if arguments.summary {
        let text = summary::summary(&pack, arguments.explain);
        return summarized(pack.pack_id, text);
    }
    if context.json {
        return Answer::new(&PackAnswer::Pack(Box::new(pack)), String::new(), 0);
    }
    Ok(Answer::text(document::document(&pack, arguments.explain)))
}

impl From<PackError> for Failure {
    fn from(cause: PackError) -> Self {
        let failure = Self::new(cause.code(), cause.to_string()).with_details(cause.details());
        cause.hints().into_iter().rev().fold(failure, Self::hint)
    }
}

/// Reads a request file.
///
/// # Errors
/// [`Failure`] where it cannot be read or is not of the right form.
pub fn request_file(context: &Context, path: &Path) -> Result<PackRequest, Failure> {
    let bytes = question::bytes_of(context, path)?;
    let refused = |cause: String| Failure::new(&codes::USAGE, format!("`{}` is no pack request: {cause}", path.display()));
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(refused("it is a list, where an object is wanted".to_owned()));
    }
    serde_json::from_slice(&bytes).map_err(|cause| refused(cause.to_string()))
}
