//! `codegraph-context`: the interfaces around some definitions and how they hang together, without any code.

use clap::{Args as _, FromArgMatches};

use super::asking::word;
use super::failure::Failure;
use super::place::Reading;
use super::retrieval::{Recording, Retrieval, Told};
use super::{Answer, Command, Context, answer_schema};
use crate::pack::identity;
use crate::pack::texts::Texts;
use crate::pack::views::codegraph::compose;
use crate::pack::views::codegraph::document::{CodeGraphContext, MAX_TOKENS, QueryContext};
use crate::reader::index::Index;

/// The verb.
pub const COMMAND: Command =
    Command { words: &["codegraph-context"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<CodeGraphContext>, run };

/// Show the interfaces that a change of some definitions reaches: signatures, tests, users, relationships, and no code.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Definitions as ISGL1 keys (`path-module-Name`) or as `symbolId`s.
    #[arg(value_name = "KEY", required = true, num_args = 1..)]
    pub keys: Vec<String>,
    /// Hops away from them.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub hop_depth: u32,
    /// `edit`, `create`, `delete` or `refactor`.
    #[arg(long, value_name = "TYPE", default_value = "edit")]
    pub change_type: String,
    /// `test_interfaces`, `non_test_interfaces`; both where nothing is said.
    #[arg(long, value_name = "AREA", value_delimiter = ',')]
    pub focus_areas: Vec<String>,
    /// o200k tokens of the whole document.
    #[arg(long, value_name = "N", default_value_t = MAX_TOKENS)]
    pub size_limit: u64,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub reading: Reading,
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let (host, layout) = (context.host.as_ref(), arguments.reading.layout());
    let retrieval = Retrieval::start(context, &arguments.reading, "codegraph-context", arguments.recording);
    let index = Index::open(context.host.clone(), &layout).map_err(|cause| arguments.reading.failure(host, cause))?;
    let request = QueryContext {
        base_entities: arguments.keys,
        hop_depth: arguments.hop_depth,
        change_type: word("--change-type", &arguments.change_type)?,
        focus_areas: arguments.focus_areas.iter().map(|area| word("--focus-areas", area)).collect::<Result<_, _>>()?,
        size_limit: arguments.size_limit,
        optimization_strategy: "blast_radius".to_owned(),
    };
    let texts = Texts::of_root(&index).approved(retrieval.approvals());
    let document = compose::compose(&index, &texts, &request)?;
    let policy_signature = texts.approvals().signature(&index.manifest().options.labels);
    retrieval.record(&index, Told { request_hash: identity::digest([document.cache_key.as_str()].into_iter()), policy_signature, ..Told::default() });
    let answer = Answer::new(&document, String::new(), 0)?;
    Ok(Answer { text: serde_json::to_string_pretty(&document)?, ..answer })
}
