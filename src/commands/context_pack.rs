//! `context-pack`: what an engineer would hand to a colleague, within a budget.

use std::path::Path;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::pack_request::Wishes;
use super::place::Reading;
use super::retrieval::{Recording, Retrieval, Told};
use super::{Answer, Command, Context, answer_schema, stored_packs};
use crate::base::codes;
use crate::pack::allocate::Sharing;
use crate::pack::context::ContextPack;
use crate::pack::engine::Packer;
use crate::pack::error::PackError;
use crate::pack::identity;
use crate::pack::request::PackRequest;
use crate::pack::texts::Texts;
use crate::pack::views::locate::Locations;
use crate::pack::views::{document, locate, summary};
use crate::reader::index::Index;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["context-pack"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<PackAnswer>, run };

/// Make a pack of the code that a task is about: hits, callers, callees, tests and more, within a budget, each with its reason.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub wishes: Wishes,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub recording: Recording,
    /// Form of the answer: `000` is the whole pack, `locate` only places.
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
    /// Show how long each stage took, in milliseconds. Timings are never stored.
    #[arg(long)]
    pub timings: bool,
}

/// The answer, in the form that was asked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PackAnswer {
    Pack(Box<ContextPack>),
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
        let (_, pack) = stored_packs::read(host, &layout, id)?;
        return shown(pack, &arguments);
    }
    check_view(&arguments.view)?;
    let retrieval = Retrieval::start(context, &arguments.reading, "context-pack", arguments.recording);
    let start = context.host.now_ns();
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| arguments.reading.failure(host, cause))?;
    let opened = context.host.now_ns();
    let request = arguments.wishes.request(&index, context)?;
    let read = |path: &str| arguments.reading.read_file(host, path);
    let packer = Packer::new(&index, Texts::with_files(&index, &read).approved(retrieval.approvals()));
    if arguments.view == "locate" {
        let draft = packer.draft(&request, Sharing::ByRank)?;
        retrieval.record(&index, told_of(&draft.request, None));
        let answer = Answer::new(&PackAnswer::Places(locate::locations(&index, &draft)), String::new(), 0)?;
        return Ok(Answer { text: answer.json.to_string(), ..answer });
    }
    let mut pack = packer.pack(&request)?;
    retrieval.record(&index, told_of(&pack.request, Some(&pack)));
    if arguments.write {
        let path = stored_packs::write(host, &layout, &pack)?;
        let stored = Stored { index_signature: pack.index_signature, pack_id: pack.pack_id.clone(), path };
        return Answer::new(&PackAnswer::Stored(stored), pack.pack_id, 0);
    }
    if arguments.timings {
        let spent = |from: i64, to: i64| u64::try_from((to - from) / 1_000_000).unwrap_or(0);
        let stages = [("open", spent(start, opened)), ("pack", spent(opened, context.host.now_ns()))];
        pack.stats.timings = Some(stages.into_iter().map(|(stage, spent)| (stage.to_owned(), spent)).collect());
    }
    shown(pack, &arguments)
}

/// What the ledger is told of a request and its pack.
fn told_of(request: &PackRequest, pack: Option<&ContextPack>) -> Told {
    let policy = pack.and_then(|pack| pack.policy.as_ref());
    Told {
        request_hash: identity::cache_key(request),
        pack_id: pack.map(|pack| pack.pack_id.clone()),
        fallback: pack.is_some_and(|pack| pack.fallback),
        policy_signature: policy.map(|policy| policy.signature.clone()),
        decisions: policy.map_or_else(Vec::new, |policy| policy.decisions.clone()),
    }
}

fn check_view(view: &str) -> Result<(), Failure> {
    match view {
        "000" | "locate" => Ok(()),
        "v1" | "task" => Err(Failure::new(&codes::NOT_SUPPORTED, format!("the view `{view}` is not there yet")).hint("there are 000 and locate")),
        other => Err(Failure::new(&codes::USAGE, format!("no view is called `{other}`")).hint("there are 000 and locate")),
    }
}

/// The whole pack for programs, Markdown for people.
fn shown(pack: ContextPack, arguments: &Arguments) -> Result<Answer, Failure> {
    if arguments.summary {
        let text = summary::summary(&pack, arguments.explain);
        return Answer::new(&PackAnswer::Summary(Summary { pack_id: pack.pack_id, summary: text.clone() }), text, 0);
    }
    let text = document::document(&pack, arguments.explain);
    Answer::new(&PackAnswer::Pack(Box::new(pack)), text, 0)
}

impl From<PackError> for Failure {
    fn from(cause: PackError) -> Self {
        let failure = Self::new(cause.code(), cause.to_string());
        cause.hints().into_iter().rev().fold(failure, Self::hint)
    }
}

/// Reads a request file.
///
/// # Errors
/// [`Failure`] where it cannot be read or is not of the right form.
pub fn request_file(context: &Context, path: &Path) -> Result<PackRequest, Failure> {
    let bytes = context.host.read(path)?;
    serde_json::from_slice(&bytes).map_err(|cause| Failure::new(&codes::USAGE, format!("`{}` is no pack request: {cause}", path.display())))
}
