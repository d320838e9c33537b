//! `eval retrieval`: how well a data set's answers are found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{Action, options_schema};
use super::encoding::Encoding;
use super::failure::Failure;
use super::place::Reading;
use super::retrieval::{Recording, Retrieval, Told};
use super::{Answer, Command, Context, answer_schema, options, question, search};
use crate::artifacts::jsonl;
use crate::base::codes;
use crate::base::score::{Millionths, percent};
use crate::base::span::Lines;
use crate::eval::budgets::{self, SPENT};
use crate::eval::ground::Ground;
use crate::eval::locate::{self, Gold, METRICS};
use crate::eval::task::{self, Task};
use crate::pack::context::identity;
use crate::pack::engine::Packer;
use crate::pack::excerpt::texts::Texts;
use crate::pack::request::SeedProvider;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;
use crate::retrieve::order;
use crate::retrieve::provider::Provider;
use crate::retrieve::query::Query;
use crate::retrieve::seeds::{Limits, Retriever};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["eval", "retrieval"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Measured>, run };

/// The action.
pub const ACTION: Action = Action {
    name: "eval",
    reads: true,
    options: options_schema::<Asked>,
    data: answer_schema::<Measured>,
    run: |options, scene| {
        let asked: Asked = options::read("eval", options)?;
        if asked.kind != RETRIEVAL {
            let failure = Failure::new(&codes::NOT_SUPPORTED, format!("`eval` measures nothing called `{}`", asked.kind));
            return Err(failure.only_hint(format!("there is `{RETRIEVAL}`")));
        }
        if asked.tasks.is_empty() {
            return Err(Failure::new(&codes::USAGE, "there is no task").only_hint("`tasks` lists queries, each with the files that answer it"));
        }
        let measured = measured(&asked.set()?, &asked.provider, &scene.reading, Recording::default(), scene.context)?;
        Ok(serde_json::to_value(measured)?)
    },
};

/// What the action can measure.
const RETRIEVAL: &str = "retrieval";

/// Chunks and files that a task is answered with.
const LIMITS: Limits = Limits { chunks: 1000, files: 1000 };

/// Measure how well queries with known answers are answered.
///
/// A data set is JSON Lines, one task a line: `{"id", "query", "files": [path], "symbols": [{"file", "start", "end", "function"}], "sites": [{"file", "start",
/// "end"}]}` with 1-based inclusive lines; `function` is `true` of functions and methods and `false` of types; `symbols` and `sites` may be left out.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The data set.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,
    /// Keep the answer as `<64 hex of its run>.json` in this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    /// Who proposes candidates: `sparse`, `fts`, `ann` or `hybrid`.
    #[arg(long, value_name = "PROVIDER", default_value = "sparse")]
    pub provider: String,
    #[command(flatten)]
    pub encoding: Encoding,
    #[command(flatten)]
    pub recording: Recording,
}

/// What programs ask for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Asked {
    /// What is measured: `retrieval`.
    pub kind: String,
    /// Who proposes candidates: `sparse`, `fts`, `ann` or `hybrid`.
    #[schemars(with = "SeedProvider")]
    pub provider: String,
    /// Queries and the places that answer them.
    pub tasks: Vec<Task>,
}

impl Default for Asked {
    fn default() -> Self {
        Self { kind: RETRIEVAL.to_owned(), provider: "sparse".to_owned(), tasks: Vec::new() }
    }
}

impl Asked {
    /// Its tasks as a data set, so that a run has the id that a file of the same lines gives.
    fn set(&self) -> Result<Set, Failure> {
        let mut text = String::new();
        for task in &self.tasks {
            text += &jsonl::canonical(&serde_json::to_value(task)?);
            text.push('\n');
        }
        Ok(Set { tasks: self.tasks.clone(), text })
    }
}

/// A data set and its text.
struct Set {
    tasks: Vec<Task>,
    text: String,
}

/// The share of queries that the graph had nothing for.
const FALLBACK: &str = "fallback";

/// Means over all tasks that have anything to measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Measured {
    /// Ids of tasks whose answers lie in files that the index does not have. They count as not found.
    pub absent: Vec<String>,
    pub index_signature: String,
    /// `acc@k`: all files among the first k; `hit@k`: one of them; `mrr`: reciprocal rank of the first. `fnAcc@k`, `fnRecall@k`: all, and the share of, functions
    /// among the first k. `symbols@`, `sites@`, `files@`: the share of them that a pack of so many tokens shows, at 3.5 bytes a token. `precision@`: the share
    /// of such a pack that lies in definitions of the answer. `spent@`: of the packs of so many tokens that left candidates out although their section had room, the share that is spent
    /// to 85 percent of its tokens or characters, or to its last item. `fallback`: the share of queries for which the graph had nothing, so that file heuristics filled the pack.
    pub metrics: BTreeMap<String, Millionths>,
    /// `sha256:<64 hex>` over the index's signature and the data set, as the ledger has it.
    pub run_id: String,
    pub tasks: u64,
    /// Ids of tasks whose files are not all among the first five.
    pub missed: Vec<String>,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let name = arguments.data.display();
    let unusable = |cause: String| Failure::new(&codes::USAGE, format!("the data set `{name}` cannot be used: {cause}"));
    let bytes = question::bytes_of(context, &arguments.data)?;
    let text = String::from_utf8(bytes).map_err(|_| unusable("it is not UTF-8".to_owned()))?;
    let tasks = task::parse(&text).map_err(|cause| unusable(cause.to_string()).hint("type `smalti eval retrieval --help` for the format"))?;
    let reading = arguments.encoding.at(&arguments.reading);
    let answer = measured(&Set { tasks, text }, &arguments.provider, &reading, arguments.recording, context)?;
    if let Some(folder) = &arguments.out {
        write(&answer, folder, context)?;
    }
    let mut lines: Vec<String> = answer.metrics.iter().map(|(name, mean)| format!("{name:14} {:>5}", percent(u64::from(mean.0)))).collect();
    if !answer.absent.is_empty() {
        lines.push(format!(
            "answers of {} of {} tasks lie in files that the index does not have: {}",
            answer.absent.len(),
            answer.tasks,
            answer.absent.join(", ")
        ));
    }
    Answer::new(&answer, lines.join("\n"), 0)
}

/// Means over a data set.
fn measured(set: &Set, provider: &str, reading: &Reading, recording: Recording, context: &Context) -> Result<Measured, Failure> {
    let Set { tasks, text } = set;
    let provider = search::provider(provider)?;
    let (retrieval, encoder) = (Retrieval::start(context, reading, "eval retrieval", recording), context.encoder(reading));
    let layout = reading.layout();
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| reading.failure(context.host.as_ref(), cause))?;
    let Some(ground) = Ground::new(&index)? else {
        return Err(Failure::new(&codes::NOT_SUPPORTED, "an index without text cannot be measured").hint("build it without `--no-text`"));
    };
    let retriever = Retriever::new(&index)?.with_encoder(Some(&encoder));
    let packer = Packer::new(&index, Texts::of_root(&index));
    let absent = absent(&index, tasks)?;
    let (mut missed, mut values, mut spent, mut fallbacks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for task in tasks {
        let measured = measure(&ground, &retriever, provider, task)?;
        if measured[2] == Some(0) {
            missed.push(task.id.clone());
        }
        values.push(measured);
        let packed = budgets::packed(&packer, &task.query)?;
        spent.push(packed.spent);
        fallbacks.push([Some(if packed.fallback { locate::ONE } else { 0 })]);
    }
    let spent_names = SPENT.iter().map(|(name, _)| name);
    let means = METRICS.iter().zip(locate::means(values.iter())).chain(spent_names.zip(locate::means(spent.iter())));
    let means = means.chain([&FALLBACK].into_iter().zip(locate::means(fallbacks.iter())));
    let metrics: BTreeMap<String, Millionths> =
        means.filter_map(|(name, mean)| Some(((*name).to_owned(), Millionths(u32::try_from(mean?).ok()?)))).collect();
    let signature = index.manifest().index_signature.clone();
    // What the ledger has of earlier runs was measured by terms.
    let by = Some(provider.word()).filter(|_| provider != Provider::Sparse);
    let run_id = identity::digest([signature.as_str(), text].into_iter().chain(by));
    let told = Told { request_hash: identity::digest([text.as_str()].into_iter()), run_id: Some(run_id.clone()), ..Told::default() };
    retrieval.record(&index, told);
    Ok(Measured { absent, index_signature: signature, metrics, run_id, tasks: tasks.len() as u64, missed })
}

/// Ids of the tasks that some files of the answer are missing for.
///
/// # Errors
/// When the index has no file of any answer: then it is of another tree, and every figure would be zero.
fn absent(index: &Index, tasks: &[Task]) -> Result<Vec<String>, Failure> {
    let has = |file: &String| index.find_file(file).is_some();
    let named = tasks.iter().any(|task| !task.files.is_empty());
    if named && !tasks.iter().any(|task| task.files.iter().any(has)) {
        let failure = Failure::new(&codes::USAGE, "the index has none of the files that answer the tasks");
        return Err(failure.only_hint("name the index of the repository, at the revision, that the data set was made for"));
    }
    Ok(tasks.iter().filter(|task| !task.files.iter().all(has)).map(|task| task.id.clone()).collect())
}

/// Keeps the metrics under the id that the ledger names.
fn write(answer: &Measured, folder: &Path, context: &Context) -> Result<(), Failure> {
    context.host.create_folder(folder)?;
    let text = jsonl::canonical(&serde_json::to_value(answer)?) + "\n";
    Ok(context.host.write(&folder.join(format!("{}.json", answer.run_id.trim_start_matches("sha256:"))), text.as_bytes())?)
}

fn measure(ground: &Ground<'_>, retriever: &Retriever<'_>, provider: Provider, task: &Task) -> Result<[Option<u64>; METRICS.len()], Failure> {
    let query = Query::parse(&task.query).map_err(|cause| Failure::new(&codes::USAGE, format!("task `{}`: {cause}", task.id)))?;
    let seeds = retriever.seeds(provider, &query, LIMITS)?;
    let files: Vec<FileId> = seeds.files.iter().map(|it| it.file).collect();
    let chunks: Vec<(ChunkId, u64)> = order::pack(ground.index, &seeds.chunks);
    let meant: BTreeMap<ChunkId, SymbolId> = seeds.chunks.iter().filter_map(|it| Some((it.chunk, it.meant?))).collect();
    let lines = order::lines(ground.index, &chunks, (&meant, &BTreeMap::new()), &query.stems())?;
    let places: Vec<(FileId, Lines)> = lines.into_iter().map(|(chunk, lines)| (ground.index.file_of(chunk), lines)).collect();
    Ok(Gold::new(ground, task).measure(ground, &locate::Answer { files: &files, places: &places }))
}
