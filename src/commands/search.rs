//! `search`: the chunks and files that a query is about.

use std::collections::BTreeMap;

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{Action, options_schema};
use super::encoding::Encoding;
use super::failure::Failure;
use super::nothing::Nothing;
use super::place::Reading;
use super::question::Question;
use super::retrieval::{Recording, Retrieval, Told};
use super::{Answer, Command, Context, answer_schema, changed_files, options};
use crate::base::codes;
use crate::base::plain;
use crate::base::score::Millionths;
use crate::base::span::{Lines, Range};
use crate::pack::context::identity;
use crate::pack::error::PackError;
use crate::pack::request::SeedProvider;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;
use crate::retrieve::provider::Provider;
use crate::retrieve::query::Query;
use crate::retrieve::seeds::{ChunkSeed, FileSeed, Limits, Reason, Retriever, SeedError, Seeds};
use crate::retrieve::spelling;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["search"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<Hits<'_>>, run };

/// The action.
pub const ACTION: Action = Action {
    name: "search",
    reads: true,
    options: options_schema::<Asked>,
    data: answer_schema::<Hits<'_>>,
    run: |options, scene| {
        let asked: Asked = options::read("search", options)?;
        let query = Query::parse(asked.query.as_deref().unwrap_or_default())?;
        let retrieval = Retrieval::start(scene.context, &scene.reading, VERB, Recording::default());
        found(&query, &asked.options, &scene.reading, &retrieval, |hits, _| Ok(serde_json::to_value(hits)?))
    },
};

/// What the ledger calls it.
const VERB: &str = "search";
/// Most hits that may be asked for.
const MAX_LIMIT: usize = 1000;

/// Find the code that a question, an error message or a name is about.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub encoding: Encoding,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub options: Options,
}

/// How much is wanted, and of whom.
#[derive(Clone, Debug, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Options {
    /// At most so many chunks, and as many files.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Who proposes candidates: `sparse`, `fts`, `ann` or `hybrid`.
    #[arg(long, value_name = "PROVIDER", default_value = "sparse")]
    #[schemars(with = "SeedProvider")]
    pub provider: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { limit: 10, provider: "sparse".to_owned() }
    }
}

/// What programs ask for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Asked {
    /// A question, an error message, a stack trace, a name or a path.
    pub query: Option<String>,
    #[serde(flatten)]
    pub options: Options,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let query = arguments.question.query(context)?;
    let reading = arguments.encoding.at(&arguments.reading);
    let retrieval = Retrieval::start(context, &reading, VERB, arguments.recording);
    found(&query, &arguments.options, &reading, &retrieval, |hits, text| {
        changed_files::warn(context, &reading, hits.chunks.iter().map(|it| it.path).chain(hits.files.iter().map(|it| it.path)))?;
        if context.json { Answer::new(&hits, String::new(), 0) } else { Ok(Answer::text(text)) }
    })
}

/// What was found, for people.
///
/// # Errors
/// [`Failure`] for a query that cannot be asked and an index that cannot be read.
pub fn text(asked: &Asked, reading: &Reading, context: &Context) -> Result<String, Failure> {
    let query = Query::parse(asked.query.as_deref().unwrap_or_default())?;
    let retrieval = Retrieval::start(context, reading, VERB, Recording::default());
    found(&query, &asked.options, reading, &retrieval, |_, text| Ok(text))
}

/// What was found, shown to `show` with its form for people.
fn found<T>(
    query: &Query,
    options: &Options,
    reading: &Reading,
    retrieval: &Retrieval<'_>,
    show: impl Fn(Hits<'_>, String) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if options.limit == 0 {
        return Err(Failure::new(&codes::USAGE, "no hits are asked for").hint(format!("`--limit` is 1 to {MAX_LIMIT}")));
    }
    if options.limit > MAX_LIMIT {
        return Err(PackError::Budget { name: "limit", value: options.limit as u64, cap: MAX_LIMIT as u64 }.into());
    }
    let provider = provider(&options.provider)?;
    let context = retrieval.context();
    let missing = |cause| reading.failure(context.host.as_ref(), cause);
    let encoder = context.encoder(reading);
    context.read_index(&reading.layout(), missing, |index| {
        let limits = Limits { chunks: options.limit, files: options.limit };
        let seeds = Retriever::new(index)?.with_encoder(Some(&encoder)).seeds(provider, query, limits)?;
        let asked = [index.manifest().index_signature.as_str(), provider.word(), &options.limit.to_string(), &query.text];
        retrieval.record(index, Told { request_hash: identity::digest(asked.into_iter()), ..Told::default() });
        let is_empty = seeds.chunks.is_empty() && seeds.files.is_empty();
        let nothing = if is_empty { Some(Nothing::of(index, query, provider)?) } else { None };
        let text = as_text(index, &seeds, nothing.as_ref());
        show(hits(index, &seeds, nothing), text)
    })
}

/// The provider of a word.
///
/// # Errors
/// [`Failure`] for a word that nobody knows.
pub fn provider(word: &str) -> Result<Provider, Failure> {
    Provider::find(word).ok_or_else(|| {
        let words = Provider::ALL.map(Provider::word).join(", ");
        Failure::new(&codes::USAGE, format!("no provider is called `{word}`")).hint(format!("there are {words}"))
    })
}

impl From<SeedError> for Failure {
    fn from(cause: SeedError) -> Self {
        match cause {
            SeedError::NotSupported(provider @ (Provider::Ann | Provider::Hybrid)) => {
                let failure = Self::new(&codes::NOT_SUPPORTED, format!("this index has no vectors, so no provider `{}`", provider.word()));
                failure.only_hint("run `smalti index build --embed-model DIR`, or ask for `sparse`")
            }
            SeedError::Embed(cause) => cause.into(),
            SeedError::NotSupported(Provider::Fts) => {
                let failure = Self::new(cause.code(), cause.to_string());
                failure
                    .only_hint("write one that has it with `smalti index export --sqlite FILE` and name it with `--index FILE`, or ask for `sparse`")
            }
            cause => Self::new(cause.code(), cause.to_string()),
        }
    }
}

/// Chunks and files, each with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hits<'a> {
    /// The best first.
    pub chunks: Vec<ChunkHit<'a>>,
    /// Names that nothing has, and what was searched for besides.
    pub corrections: Vec<Correction<'a>>,
    /// The best first.
    pub files: Vec<FileHit<'a>>,
    pub index_signature: &'a str,
    pub notices: Vec<String>,
    /// What was searched; null where something was found.
    pub nothing: Option<Nothing>,
}

/// One chunk.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChunkHit<'a> {
    pub chunk_uid: String,
    pub kind: &'a str,
    pub lines: Lines,
    pub name: &'a str,
    pub path: &'a str,
    pub range: Range,
    pub reasons: Vec<Why>,
    /// A share of the best.
    pub score: Millionths,
    /// The score of each provider that was asked.
    pub scores: BTreeMap<&'static str, Millionths>,
    pub symbol_id: Option<&'a str>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FileHit<'a> {
    pub class: &'a str,
    pub language: Option<&'a str>,
    pub path: &'a str,
    pub reasons: Vec<Why>,
    /// A share of the best.
    pub score: Millionths,
}

/// One signal behind a hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Why {
    /// In millionths of the weight one.
    pub adds: i64,
    pub signal: &'static str,
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Correction<'a> {
    pub instead: &'a str,
    pub name: &'a str,
}

fn hits<'a>(index: &'a Index, seeds: &'a Seeds, nothing: Option<Nothing>) -> Hits<'a> {
    Hits {
        chunks: seeds.chunks.iter().map(|seed| chunk_hit(index, seed)).collect(),
        corrections: seeds.corrections.iter().map(|(name, instead)| Correction { instead, name }).collect(),
        files: seeds.files.iter().map(|seed| file_hit(index, seed)).collect(),
        index_signature: &index.manifest().index_signature,
        notices: notices(seeds, nothing.as_ref()),
        nothing,
    }
}

fn chunk_hit<'a>(index: &'a Index, seed: &ChunkSeed) -> ChunkHit<'a> {
    let chunk = index.chunk(seed.chunk);
    ChunkHit {
        chunk_uid: chunk.uid.to_string(),
        kind: chunk.kind,
        lines: chunk.lines,
        name: seed.meant.map_or(chunk.name, |symbol| index.symbol(symbol).qualified_name),
        path: index.path(chunk.file),
        range: chunk.range,
        reasons: reasons(&seed.reasons),
        score: seed.score,
        scores: seed.by_provider.iter().map(|(provider, score)| (provider.word(), *score)).collect(),
        symbol_id: seed.meant.or(chunk.symbol).map(|symbol| index.symbol(symbol).symbol_id),
    }
}

fn file_hit<'a>(index: &'a Index, seed: &FileSeed) -> FileHit<'a> {
    let file = index.file(seed.file);
    FileHit { class: file.class, language: file.language, path: file.path, reasons: reasons(&seed.reasons), score: seed.score }
}

fn reasons(reasons: &[Reason]) -> Vec<Why> {
    reasons.iter().map(|reason| Why { adds: reason.adds * 1_000_000 / 65_536, signal: reason.signal }).collect()
}

fn notices(seeds: &Seeds, nothing: Option<&Nothing>) -> Vec<String> {
    let mut notices = seeds.notices.clone();
    for (from, to) in &seeds.corrections {
        notices.push(spelling::told(from, to));
    }
    notices.extend(nothing.iter().flat_map(|nothing| nothing.lines()));
    notices
}

fn as_text(index: &Index, seeds: &Seeds, nothing: Option<&Nothing>) -> String {
    let mut lines = notices(seeds, nothing);
    if seeds.chunks.is_empty() && nothing.is_none() {
        lines.push("no chunk matches; files do".to_owned());
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
    let lines: Vec<_> = lines.iter().map(|it| plain::line(it)).collect();
    lines.join("\n")
}

fn line(index: &Index, id: ChunkId, seed: &ChunkSeed) -> String {
    let chunk = index.chunk(id);
    let why: Vec<&str> = seed.reasons.iter().filter(|reason| reason.adds > 0).take(3).map(|reason| reason.signal).collect();
    let name = match seed.meant.map(|symbol| index.symbol(symbol)) {
        Some(symbol) => format!("{} in line {}", symbol.qualified_name, symbol.name_line),
        None => if chunk.name.is_empty() { chunk.kind } else { chunk.name }.to_owned(),
    };
    format!("{:>8}  {}:{}-{}  {name}  [{}]", score(seed.score.0), index.path(chunk.file), chunk.lines.start, chunk.lines.end, why.join(" "))
}

fn score(millionths: u32) -> String {
    format!("{}.{:03}", millionths / 1_000_000, millionths % 1_000_000 / 1000)
}
