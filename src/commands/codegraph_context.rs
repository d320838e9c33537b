//! `codegraph-context`: the interfaces around some definitions and how they hang together, without any code.

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Deserialize;

use super::actions::{Action, options_schema};
use super::asking::word;
use super::failure::Failure;
use super::place::Reading;
use super::retrieval::{Recording, Retrieval, Told};
use super::{Answer, Command, Context, answer_schema, changed_files, options, task_view};
use crate::pack::context::identity;
use crate::pack::excerpt::texts::Texts;
use crate::pack::views::codegraph::changed;
use crate::pack::views::codegraph::changed::Base;
use crate::pack::views::codegraph::compose;
use crate::pack::views::codegraph::document::{ChangeType, CodeGraphContext, FocusArea, MAX_TOKENS, QueryContext};

/// The verb.
pub const COMMAND: Command =
    Command { words: &["codegraph-context"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<CodeGraphContext>, run };

/// The action.
pub const ACTION: Action = Action {
    name: "codegraph_context",
    reads: true,
    options: options_schema::<Asked>,
    data: answer_schema::<CodeGraphContext>,
    run: |options, scene| {
        let asked: Asked = options::read("codegraph_context", options)?;
        Ok(serde_json::to_value(document(&asked, &scene.reading, Recording::default(), scene.context)?)?)
    },
};

/// What the ledger calls it.
const VERB: &str = "codegraph-context";

/// Show the interfaces that a change of some definitions reaches: signatures, tests, users, relationships, and no code.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub asked: Asked,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub reading: Reading,
}

/// Which definitions, and how much around them.
#[derive(Clone, Debug, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Asked {
    /// Definitions as ISGL1 keys (`path-module-Name`), as `symbolId`s, by a place (`path:line`, `path:line:line`), or by a name that only one has.
    #[arg(value_name = "KEY", required = true, num_args = 1..)]
    pub base_entities: Vec<String>,
    /// Hops away from them: out to what they need and to what that needs, in to who is reached by a change of them and by a change of those.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub hop_depth: u32,
    /// `edit`, `create`, `delete` or `refactor`.
    #[arg(long, value_name = "TYPE", default_value = "edit")]
    #[schemars(with = "ChangeType")]
    pub change_type: String,
    /// `test_interfaces`, `non_test_interfaces`; both where nothing is said.
    #[arg(long, value_name = "AREA", value_delimiter = ',')]
    #[schemars(with = "Vec<FocusArea>")]
    pub focus_areas: Vec<String>,
    /// o200k tokens of the whole document.
    #[arg(long, value_name = "N", default_value_t = MAX_TOKENS)]
    pub size_limit: u64,
    /// Always tell of critical interfaces and tests that changed since a commit, branch or tag, `HEAD~2` and the like included.
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
}

impl Default for Asked {
    fn default() -> Self {
        let change_type = ChangeType::Edit.word().to_owned();
        Self { base_entities: Vec::new(), hop_depth: 2, change_type, focus_areas: Vec::new(), size_limit: MAX_TOKENS, since: None }
    }
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let document = document(&arguments.asked, &arguments.reading, arguments.recording, context)?;
    changed_files::warn(context, &arguments.reading, document.entities.iter().map(|it| it.interface_signature.file_path.as_str()))?;
    let answer = Answer::new(&document, String::new(), 0)?;
    Ok(Answer { text: serde_json::to_string_pretty(&document)?, ..answer })
}

/// The document of a request.
///
/// # Errors
/// [`Failure`] for a request that cannot be met, a revision that is nowhere, and an index that cannot be read.
pub fn document(asked: &Asked, reading: &Reading, recording: Recording, context: &Context) -> Result<CodeGraphContext, Failure> {
    let host = context.host.as_ref();
    let retrieval = Retrieval::start(context, reading, VERB, recording);
    let request = QueryContext {
        base_entities: asked.base_entities.clone(),
        to_be_created: Vec::new(),
        base_revision: None,
        hop_depth: asked.hop_depth,
        change_type: word("--change-type", &asked.change_type)?,
        focus_areas: asked.focus_areas.iter().map(|area| word("--focus-areas", area)).collect::<Result<_, _>>()?,
        size_limit: asked.size_limit,
        optimization_strategy: "blast_radius".to_owned(),
    };
    context.read_index(
        &reading.layout(),
        |cause| reading.failure(host, cause),
        |index| {
            let texts = Texts::of_root(index).approved(retrieval.approvals()).labelled(reading.labels_since(index, context)?);
            let changes = asked.since.as_deref().map(|name| task_view::changes(name, index, reading, context)).transpose()?;
            let base = changes.map_or_else(|| Ok(Base::default()), |changes| changed::base(index, &texts, &changes))?;
            let base_revision = Some(base.commit.clone()).filter(|commit| !commit.is_empty());
            let document = compose::compose(index, &texts, &QueryContext { base_revision, ..request.clone() }, &base)?;
            let policy_signature = texts.policy_signature();
            let request_hash = identity::digest([document.cache_key.as_str()].into_iter());
            retrieval.record(index, Told { request_hash, policy_signature, ..Told::default() });
            Ok(document)
        },
    )
}
