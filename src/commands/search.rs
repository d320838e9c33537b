//! `search`: the chunks and files that a query is about.

use clap::{Args as _, FromArgMatches};
use serde_json::{Value, json};

use super::failure::Failure;
use super::place::Reading;
use super::question::Question;
use super::{Answer, Command, Context};
use crate::base::codes;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;
use crate::retrieve::order;
use crate::retrieve::provider::Provider;
use crate::retrieve::query::Query;
use crate::retrieve::seeds::{ChunkSeed, FileSeed, Limits, Reason, Retriever, SeedError, Seeds};

/// The verb.
pub const COMMAND: Command = Command { words: &["search"], arguments: |command| Arguments::augment_args(command), run };

/// Most hits that may be asked for.
const MAX_LIMIT: usize = 1000;

/// Find the code that a question, an error message or a name is about.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub reading: Reading,
    /// At most so many chunks, and as many files.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Who proposes candidates: `sparse`, `fts`, `ann` or `hybrid`.
    #[arg(long, value_name = "PROVIDER", default_value = "sparse")]
    pub provider: String,
    /// Another form of the answer: `locate` prints ranges in the order of a pack, and files.
    #[arg(long, value_name = "VIEW")]
    pub view: Option<String>,
    /// Budget of the view `locate`, at 3.5 bytes a token.
    #[arg(long, value_name = "N", default_value_t = 8000)]
    pub max_tokens: u64,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    if arguments.limit > MAX_LIMIT {
        return Err(Failure::new(&codes::BUDGET_EXCEEDED, format!("{} hits are more than {MAX_LIMIT}", arguments.limit)));
    }
    let provider = Provider::find(&arguments.provider).ok_or_else(|| {
        let words = Provider::ALL.map(Provider::word).join(", ");
        Failure::new(&codes::USAGE, format!("no provider is called `{}`", arguments.provider)).hint(format!("there are {words}"))
    })?;
    let query = arguments.question.query(context)?;
    if let Some(view) = arguments.view.as_deref().filter(|view| *view != "locate") {
        return Err(Failure::new(&codes::USAGE, format!("no view is called `{view}`")).hint("there is locate"));
    }
    let index = Index::open(context.host.clone(), &arguments.reading.layout())?;
    let retriever = Retriever::new(&index)?;
    if arguments.view.is_some() {
        let seeds = retriever.seeds(provider, &query, Limits { chunks: MAX_LIMIT, files: arguments.limit })?;
        let json = locate(&index, &seeds, arguments.max_tokens);
        return Ok(Answer { text: json.to_string(), json, lines: false, exit: 0 });
    }
    let limits = Limits { chunks: arguments.limit, files: arguments.limit };
    let seeds = retriever.seeds(provider, &query, limits)?;
    Ok(Answer { json: as_json(&index, &query, &seeds), text: as_text(&index, &query, &seeds), lines: false, exit: 0 })
}

impl From<SeedError> for Failure {
    fn from(cause: SeedError) -> Self {
        Self::new(cause.code(), cause.to_string())
    }
}

/// Ranges of chunks in the order of a pack, until the budget is spent, and files.
fn locate(index: &Index, seeds: &Seeds, max_tokens: u64) -> Value {
    let mut left = max_tokens;
    let mut items = Vec::new();
    for seed in order::pack(index, &seeds.chunks) {
        let chunk = index.chunk(seed.chunk);
        items.push(json!({ "end": chunk.lines.end, "file": index.path(chunk.file), "start": chunk.lines.start }));
        // The last one may be cut.
        let Some(rest) = left.checked_sub(u64::from(chunk.bytes) * 2 / 7) else { break };
        left = rest;
    }
    let files: Vec<&str> = seeds.files.iter().map(|seed| index.path(seed.file)).collect();
    json!({ "files": files, "items": items })
}

fn as_json(index: &Index, query: &Query, seeds: &Seeds) -> Value {
    json!({
        "chunks": seeds.chunks.iter().map(|seed| chunk_json(index, seed)).collect::<Vec<_>>(),
        "corrections": seeds.corrections.iter().map(|(from, to)| json!({ "instead": to, "name": from })).collect::<Vec<_>>(),
        "files": seeds.files.iter().map(|seed| file_json(index, seed)).collect::<Vec<_>>(),
        "indexSignature": index.manifest().index_signature,
        "notices": notices(query, seeds),
    })
}

fn chunk_json(index: &Index, seed: &ChunkSeed) -> Value {
    let chunk = index.chunk(seed.chunk);
    json!({
        "chunkUid": chunk.uid.to_string(),
        "kind": chunk.kind,
        "lines": chunk.lines,
        "name": chunk.name,
        "path": index.path(chunk.file),
        "range": chunk.range,
        "reasons": reasons(&seed.reasons),
        "score": seed.score,
        "scores": seed.by_provider.iter().map(|(provider, score)| (provider.word().to_owned(), json!(score))).collect::<serde_json::Map<_, _>>(),
        "symbolId": chunk.symbol.map(|symbol| index.symbol(symbol).symbol_id),
    })
}

fn file_json(index: &Index, seed: &FileSeed) -> Value {
    let file = index.file(seed.file);
    json!({ "class": file.class, "language": file.language, "path": file.path, "reasons": reasons(&seed.reasons), "score": seed.score })
}

/// What a signal adds, in millionths of the weight one.
fn reasons(reasons: &[Reason]) -> Vec<Value> {
    reasons.iter().map(|reason| json!({ "adds": reason.adds * 1_000_000 / 65_536, "signal": reason.signal })).collect()
}

fn notices(query: &Query, seeds: &Seeds) -> Vec<String> {
    let mut notices = Vec::new();
    if query.looks_like_regex {
        notices.push("the query looks like a regular expression; its words were searched for".to_owned());
    }
    for (from, to) in &seeds.corrections {
        notices.push(format!("no definition is called `{from}`; `{to}` was searched for too"));
    }
    notices
}

fn as_text(index: &Index, query: &Query, seeds: &Seeds) -> String {
    let mut lines = notices(query, seeds);
    if seeds.chunks.is_empty() {
        lines.push("nothing found".to_owned());
    }
    for seed in &seeds.chunks {
        lines.push(line(index, seed.chunk, seed));
    }
    if !seeds.files.is_empty() {
        lines.push("files".to_owned());
    }
    for seed in &seeds.files {
        lines.push(format!("{:>8}  {}", score(seed.score.0), index.path(seed.file)));
    }
    lines.join("\n")
}

fn line(index: &Index, id: ChunkId, seed: &ChunkSeed) -> String {
    let chunk = index.chunk(id);
    let why: Vec<&str> = seed.reasons.iter().filter(|reason| reason.adds > 0).take(3).map(|reason| reason.signal).collect();
    let name = if chunk.name.is_empty() { chunk.kind } else { chunk.name };
    format!("{:>8}  {}:{}-{}  {name}  [{}]", score(seed.score.0), index.path(chunk.file), chunk.lines.start, chunk.lines.end, why.join(" "))
}

fn score(millionths: u32) -> String {
    format!("{}.{:03}", millionths / 1_000_000, millionths % 1_000_000 / 1000)
}
