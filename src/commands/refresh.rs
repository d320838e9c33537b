//! Brings an index up to date before an answer, within a budget of time: the build is the one of `index build`, and it commits all or nothing.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Context;
use super::declared_packs;
use super::failure::Failure;
use super::index_build;
use super::index_state::{self, IndexStanding, IndexState, Reindex, ReindexResult};
use crate::artifacts::context_packs;
use crate::base::codes;
use crate::base::ids::SourceHash;
use crate::base::progress::Progress;
use crate::host::Host;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::pipeline::config;
use crate::pipeline::error::BuildError;
use crate::pipeline::options::BuildOptions;

/// The index of `root` as it stands after an attempt of at most about `budget_ms` to bring it up to date: a build stops between two batches of files.
///
/// # Errors
/// [`Failure`] for an index that cannot be read, other than one that is not there.
pub fn refresh(context: &Context, root: &Path, layout: &Layout, budget_ms: u64) -> Result<IndexState, Failure> {
    let start = context.host.now_ns();
    let _alone = context.indexes.one_build();
    let spent = || u64::try_from((context.host.now_ns() - start) / 1_000_000).unwrap_or(0);
    let done = |result: ReindexResult, error: Option<Failure>| Reindex {
        attempted: result != ReindexResult::Skipped,
        performed: result == ReindexResult::Built,
        budget_ms,
        duration_ms: spent(),
        result,
        error: error.map(|it| it.body()),
    };
    let (reindex, is_current) = match options(context, root, layout)? {
        Plan::Skip(why) => (done(ReindexResult::Skipped, Some(why)), false),
        Plan::Build(options) if context.indexes.is_settled(context.host.as_ref(), &options) => (done(ReindexResult::Unchanged, None), true),
        Plan::Build(options) => {
            let until_ns = start.saturating_add(i64::try_from(budget_ms.saturating_mul(1_000_000)).unwrap_or(i64::MAX));
            let budget = Budgeted { inner: context.progress.as_ref(), host: context.host.as_ref(), until_ns, is_spent: AtomicBool::new(false) };
            let mut built = index_build::build_kept(&options, &context.host, &budget);
            // Another process builds the same index: what it leaves is worth waiting for, and most often all there is to do.
            while matches!(built, Err(BuildError::Index(IndexError::Locked(_)))) && !budget.is_stopped() {
                context.host.pause();
                built = index_build::build_kept(&options, &context.host, &budget);
            }
            match built {
                Ok((summary, session)) if summary.unchanged => {
                    context.indexes.keep(&options, session);
                    (done(ReindexResult::Unchanged, None), true)
                }
                Ok((summary, _)) => {
                    declared_packs::warn(&summary, context);
                    (done(ReindexResult::Built, None), true)
                }
                Err(cause @ BuildError::Stopped) => {
                    let is_spent = budget.is_spent.load(Ordering::Relaxed);
                    let result = if is_spent { ReindexResult::BudgetExceeded } else { ReindexResult::Cancelled };
                    (done(result, Some(cause.into())), false)
                }
                Err(cause) => (done(ReindexResult::Failed, Some(cause.into())), false),
            }
        }
    };
    let state = if is_current { index_state::current(context, layout)? } else { index_state::look(context, layout, Some(root))? };
    Ok(IndexState { reindex: Some(reindex), ..state })
}

/// Whether the index of `root` is one that a build of this process found to be current, and nothing has changed since: that is told without a walk.
///
/// # Errors
/// As [`refresh`].
pub fn stands(context: &Context, root: &Path, layout: &Layout) -> Result<bool, Failure> {
    let _alone = context.indexes.one_build();
    Ok(matches!(options(context, root, layout)?, Plan::Build(options) if context.indexes.is_settled(context.host.as_ref(), &options)))
}

/// What becomes of the wish to bring a root up to date that stands for itself.
pub fn no_repository(budget_ms: u64) -> Reindex {
    let why = Failure::new(&codes::NOT_SUPPORTED, "a saved root alone has no repository to build of").only_hint("name the repository");
    Reindex { attempted: false, performed: false, budget_ms, duration_ms: 0, result: ReindexResult::Skipped, error: Some(why.body()) }
}

/// The failure of an answer that needs an index and has none.
pub fn no_index(state: &IndexState, otherwise: impl FnOnce() -> Failure) -> Option<Failure> {
    if state.state != IndexStanding::Missing {
        return None;
    }
    let Some(Reindex { result, budget_ms, error, .. }) = &state.reindex else { return Some(otherwise()) };
    let why = match (result, error) {
        (ReindexResult::BudgetExceeded, _) => format!("building one was stopped after {budget_ms} ms, its budget"),
        (ReindexResult::Cancelled, _) => "building one was cancelled".to_owned(),
        (_, Some(error)) => format!("building one failed: {} ({})", error.message, error.code),
        (_, None) => "none was built".to_owned(),
    };
    let failure = otherwise();
    let message = format!("{}; {why}", failure.message);
    let again = "ask again: what was parsed is kept, so the next attempt gets further; or allow a larger budget";
    let failure = Failure { message, ..failure };
    Some(if *result == ReindexResult::BudgetExceeded { failure.hint(again) } else { failure })
}

enum Plan {
    Build(Box<BuildOptions>),
    Skip(Failure),
}

/// The options that the index was built with, unless `smalti.toml` has changed since, which then speaks.
fn options(context: &Context, root: &Path, layout: &Layout) -> Result<Plan, Failure> {
    let defaults = BuildOptions::new(root.to_owned());
    let mut options = BuildOptions { source_date_epoch: context.source_date_epoch, pack_maker: Some(declared_packs::MAKER), ..defaults };
    layout.root().clone_into(&mut options.out);
    let manifest = match context.indexes.manifest(context.host.as_ref(), layout) {
        Ok(manifest) => manifest,
        // A damaged index is built anew, a foreign one refused, by the build itself.
        Err(IndexError::Missing(_) | IndexError::Corrupt { .. }) => return Ok(Plan::Build(Box::new(options))),
        Err(cause) => return Err(cause.into()),
    };
    let wanted = manifest.options.clone();
    let has_packs = manifest.artifacts.get(context_packs::ARTIFACT.name).is_some_and(|table| table.rows > 0);
    if !wanted.scip.is_empty() {
        let why = Failure::new(&codes::NOT_SUPPORTED, "the index holds compiler data that a build without `--scip` would lose");
        return Ok(Plan::Skip(why.only_hint("run `smalti index build --scip FILE` yourself")));
    }
    // The folder of a model is no part of an index: the repository names it, or nobody does.
    let model = match config::model(context.host.as_ref(), root) {
        Ok(model) => model.filter(|_| manifest.embedding.is_some()),
        // The build says what is wrong with it.
        Err(_) => return Ok(Plan::Build(Box::new(options))),
    };
    if manifest.embedding.is_some() && model.is_none() {
        let why = Failure::new(&codes::NOT_SUPPORTED, "the index holds vectors that a build without `--embed-model` would lose");
        return Ok(Plan::Skip(why.only_hint("run `smalti index build --embed-model DIR` yourself, or name the model in `smalti.toml`")));
    }
    if !config_has_changed(context, root, layout)? {
        options.model = model;
        options.text = wanted.text;
        options.history = wanted.history;
        options.include = wanted.include;
        options.exclude = wanted.exclude;
        options.graph = wanted.graph;
        options.labels = wanted.labels;
        options.repo_id = wanted.repo_id;
        if has_packs {
            options.packs = config::packs(context.host.as_ref(), &options)?;
        }
        options.config = false;
    }
    Ok(Plan::Build(Box::new(options)))
}

fn config_has_changed(context: &Context, root: &Path, layout: &Layout) -> Result<bool, Failure> {
    let present = context.host.read_source(&root.join(config::FILE)).ok().map(|(bytes, _)| SourceHash::of(&bytes).to_string());
    let indexed =
        context.indexes.at(&context.host, layout).map(|index| index.find_file(config::FILE).map(|file| index.file(file).source_hash.to_owned()));
    match indexed {
        Ok(indexed) => Ok(present != indexed),
        Err(IndexError::Missing(_) | IndexError::Corrupt { .. } | IndexError::Schema { .. }) => Ok(true),
        Err(cause) => Err(cause.into()),
    }
}

/// Progress that ends when time does.
struct Budgeted<'a> {
    inner: &'a dyn Progress,
    host: &'a dyn Host,
    until_ns: i64,
    is_spent: AtomicBool,
}

impl Progress for Budgeted<'_> {
    fn stage(&self, name: &'static str, total: u64) {
        self.inner.stage(name, total);
    }

    fn advance(&self, steps: u64) {
        self.inner.advance(steps);
    }

    fn is_stopped(&self) -> bool {
        if self.inner.is_stopped() {
            return true;
        }
        let is_spent = self.host.now_ns() >= self.until_ns;
        self.is_spent.fetch_or(is_spent, Ordering::Relaxed);
        is_spent
    }
}
