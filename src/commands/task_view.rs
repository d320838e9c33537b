//! `context-pack --view task`: who asks, and since when.

use schemars::JsonSchema;
use serde::Deserialize;

use super::asking::word;
use super::failure::Failure;
use super::pack_request::Wishes;
use super::place::Reading;
use super::retrieval::{Recording, Told, with_packer};
use super::{Context, context_pack};
use crate::base::codes;
use crate::pack::context::identity;
use crate::pack::request::roles::Role;
use crate::pack::views::task::changes::{Change, Changes, Side};
use crate::pack::views::task::compose;
use crate::pack::views::task::compose::Asked;
use crate::pack::views::task::document::TaskPack;
use crate::pipeline::since;
use crate::reader::ids::FileId;
use crate::reader::index::Index;

/// What only the view of a task knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Occasion {
    /// Who asks: `planner`, `coder` (the default), `reviewer`, `tester` or `debugger`. It decides what comes first. View `task`.
    #[arg(long, value_name = "ROLE")]
    #[schemars(with = "Option<Role>")]
    pub role: Option<String>,
    /// Show what changed since a commit, branch or tag, `HEAD~2` and the like included. View `task`.
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
}

/// The pack of a task.
///
/// # Errors
/// [`Failure`] for a request that cannot be met, a revision that is nowhere, and an index that cannot be read.
pub fn task(wishes: &Wishes, reading: &Reading, recording: Recording, context: &Context) -> Result<TaskPack, Failure> {
    let role: Role = wishes.occasion.role.as_deref().map(|text| word("--role", text)).transpose()?.unwrap_or_default();
    with_packer(wishes, (reading, context_pack::VERB), recording, context, None, |packer, request, retrieval| {
        let (index, mut request) = (packer.index(), request.clone());
        if wishes.asking.intent.is_none() && wishes.request.is_none() && wishes.occasion.role.is_some() {
            request.intent = role.habits().intent;
        }
        let changes = wishes.occasion.since.as_deref().map(|name| changes(name, index, reading, context)).transpose()?;
        if let Some(changes) = changes.as_ref().filter(|it| it.files.is_empty() && names_nothing(wishes)) {
            let message = format!("nothing changed since `{}`, and the request names nothing else", changes.revision);
            return Err(Failure::new(&codes::USAGE, message).hint("name a task, files or another revision"));
        }
        let pack = compose::compose(packer, &Asked { request, role, changes })?;
        let told = Told {
            request_hash: identity::cache_key(&pack.request)?,
            pack_id: Some(pack.pack_id.clone()),
            fallback: pack.fallback,
            ..Told::default()
        };
        retrieval.record(index, told.of_policy(pack.policy.as_ref()));
        Ok(pack)
    })
}

fn names_nothing(wishes: &Wishes) -> bool {
    wishes.task.is_none() && wishes.query_file.is_none() && wishes.request.is_none() && {
        let asking = &wishes.asking;
        asking.query.is_none() && asking.focus.is_none() && asking.files.is_empty()
    }
}

/// What changed in the repository since the commit of a name.
///
/// # Errors
/// [`Failure`] for a root that is read by itself, a name that means nothing, and a repository that cannot be read.
pub fn changes(name: &str, index: &Index, reading: &Reading, context: &Context) -> Result<Changes, Failure> {
    let Some(root) = reading.repository() else {
        let message = "a saved root alone does not know what changed: `--since` needs the repository";
        return Err(Failure::new(&codes::NOT_SUPPORTED, message).hint("name it with `--repo PATH`"));
    };
    let all = (0..u32::try_from(index.file_count()).unwrap_or(u32::MAX)).map(|id| index.file(FileId(id)));
    let mut indexed: Vec<(&str, &str)> = all.map(|file| (file.path, file.source_hash)).collect();
    indexed.sort_unstable();
    let found = since::since(context.host.as_ref(), root, name, &indexed).map_err(|cause| {
        // Object ids of SHA-256, references in tables: git reads what this does not.
        Failure::new(&codes::NOT_SUPPORTED, cause.to_string()).only_hint("ask without `--since`; `critic --diff FILE` takes a patch of any origin")
    })?;
    let Some(found) = found else {
        let message = format!("`{name}` names no commit of `{}`", root.display());
        return Err(Failure::new(&codes::USAGE, message).hint("name a branch, a tag, `HEAD~1` or an id of at least 4 digits"));
    };
    let side = |side: since::Side| Side { hash: side.hash, text: side.text };
    let change = |it: since::Change| (it.path, Change { before: it.before.map(side), after: it.after.map(side), stale: it.stale });
    Ok(Changes { revision: name.to_owned(), commit: found.commit, files: found.changes.into_iter().map(change).collect() })
}
