//! Where an index stands, as answers tell it: what it was made of, whether the repository still says the same, and what was done about it.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Context;
use super::failure::{ErrorBody, Failure};
use crate::base::plain;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::pipeline::freshness::{self, Freshness};

/// Paths that are named at most.
const MAX_NAMED: usize = 5;

/// A snapshot, as good as it can be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IndexState {
    /// Always 1.
    pub version: u32,
    pub state: IndexStanding,
    /// What differs, in words; empty while the index is current.
    pub stale_reasons: Vec<String>,
    /// How many paths differ; null where nothing was compared.
    pub changes: Option<Changes>,
    /// Digest over paths and contents that the index was made of; also that of the project while `state` is `current`.
    pub watermark: Option<String>,
    pub index_signature: Option<String>,
    /// RFC 3339, UTC.
    pub source_date: Option<String>,
    /// Raised by every build of this root that wrote; null for a root that is read by itself, whose copies answer alike.
    pub graph_version: Option<u64>,
    /// What was done to bring it up to date; null where nothing was asked for.
    pub reindex: Option<Reindex>,
}

/// Whether a build would change the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum IndexStanding {
    /// A build would find nothing to do.
    Current,
    /// A build would change it.
    Stale,
    /// There is no index.
    Missing,
    /// There is no repository to compare it with.
    Unknown,
}

/// Paths that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// Paths that the index does not know.
    pub added: u64,
    /// Paths whose content is another.
    pub changed: u64,
    /// Paths that only the index knows.
    pub removed: u64,
    /// The first ones.
    pub first: Vec<String>,
}

/// An attempt to bring an index up to date before an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reindex {
    /// A build was begun.
    pub attempted: bool,
    /// An index was committed.
    pub performed: bool,
    /// Milliseconds that it was allowed.
    pub budget_ms: u64,
    /// Milliseconds that it took.
    pub duration_ms: u64,
    pub result: ReindexResult,
    /// Why there is no new index.
    pub error: Option<ErrorBody>,
}

/// How an attempt ended. Whatever it was, the index is either the new one or the one before, whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReindexResult {
    /// A new index was committed.
    Built,
    /// There was nothing to do.
    Unchanged,
    /// Stopped when the budget was spent; nothing was committed.
    BudgetExceeded,
    /// Stopped because nobody waits for the answer any more; nothing was committed.
    Cancelled,
    /// It was refused; nothing was committed.
    Failed,
    /// A build would have lost what this one cannot make again.
    Skipped,
}

/// The standing of the index of a root; `repository` is what it is compared with.
///
/// # Errors
/// [`Failure`] for an index that cannot be read, other than one that is not there.
pub fn look(context: &Context, layout: &Layout, repository: Option<&Path>) -> Result<IndexState, Failure> {
    let manifest = match context.indexes.manifest_of_any(&context.host, layout) {
        Ok(manifest) => manifest,
        Err(IndexError::Missing(_)) => return Ok(missing()),
        Err(cause) => return Err(cause.into()),
    };
    let freshness = match repository {
        Some(root) => Some(freshness::look(&context.host, root, layout.root(), context.source_date_epoch)?),
        None => None,
    };
    let state = match &freshness {
        None => IndexStanding::Unknown,
        Some(freshness) if freshness.is_current() => IndexStanding::Current,
        Some(_) => IndexStanding::Stale,
    };
    let known = of(context, layout, &manifest);
    Ok(IndexState {
        state,
        graph_version: known.graph_version.filter(|_| repository.is_some()),
        stale_reasons: freshness.as_ref().map(reasons).unwrap_or_default(),
        changes: freshness.as_ref().map(changes),
        ..known
    })
}

/// The standing of an index that a build has just found or made current.
///
/// # Errors
/// [`Failure`] for an index that cannot be read.
pub fn current(context: &Context, layout: &Layout) -> Result<IndexState, Failure> {
    let manifest = context.indexes.manifest(context.host.as_ref(), layout)?;
    Ok(IndexState { state: IndexStanding::Current, changes: Some(Changes::default()), ..of(context, layout, &manifest) })
}

/// No index.
pub fn missing() -> IndexState {
    IndexState {
        version: 1,
        state: IndexStanding::Missing,
        stale_reasons: Vec::new(),
        changes: None,
        watermark: None,
        index_signature: None,
        source_date: None,
        graph_version: None,
        reindex: None,
    }
}

fn of(context: &Context, layout: &Layout, manifest: &Manifest) -> IndexState {
    IndexState {
        state: IndexStanding::Unknown,
        watermark: Some(manifest.source_signature.clone()),
        index_signature: Some(manifest.index_signature.clone()),
        source_date: Some(manifest.source_date.clone()),
        graph_version: context.indexes.state(context.host.as_ref(), layout).ok().map(|it| it.graph_version),
        ..missing()
    }
}

impl IndexState {
    /// What a reader must know before believing an answer, a line each; empty for an index that is current.
    pub fn warnings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.state == IndexStanding::Stale {
            let named = self
                .changes
                .as_ref()
                .filter(|it| !it.first.is_empty())
                .map(|it| format!(" ({})", plain::line(&it.first.join(", "))))
                .unwrap_or_default();
            lines.push(format!("index: STALE, {}{named}: read these files themselves, or run `smalti index build`", self.stale_reasons.join("; ")));
        }
        if let Some(reindex) = &self.reindex {
            match (reindex.result, &reindex.error) {
                (ReindexResult::BudgetExceeded, _) => {
                    lines.push(format!("index: bringing it up to date was stopped after {} ms, its budget", reindex.budget_ms));
                }
                (ReindexResult::Built | ReindexResult::Unchanged, _) => {}
                (_, Some(error)) => lines.push(format!("index: not brought up to date: {} ({})", error.message, error.code)),
                (_, None) => {}
            }
        }
        lines
    }
}

fn reasons(freshness: &Freshness) -> Vec<String> {
    let count = |paths: &freshness::Paths, what: &str| if paths.count > 0 { Some(format!("{} {what}", paths.count)) } else { None };
    let counts = [count(&freshness.added, "added"), count(&freshness.changed, "changed"), count(&freshness.removed, "removed")];
    freshness.reasons.iter().cloned().chain(counts.into_iter().flatten()).collect()
}

fn changes(freshness: &Freshness) -> Changes {
    let all = [&freshness.changed, &freshness.added, &freshness.removed];
    let first = all.into_iter().flat_map(|paths| &paths.first).take(MAX_NAMED).cloned().collect();
    Changes { added: freshness.added.count, changed: freshness.changed.count, removed: freshness.removed.count, first }
}
