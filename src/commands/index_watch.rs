//! `index watch`: keeps an index fresh while files change.

use std::sync::Arc;

use clap::{Args as _, FromArgMatches};

use super::declared_packs;
use super::failure::Failure;
use super::index_build::{self, Arguments};
use super::{Answer, Command, Context, answer_schema};
use crate::base::codes;
use crate::host::real::real;
use crate::host::watch::{self, Changes};
use crate::manifest::layout::Layout;
use crate::pipeline::build;
use crate::pipeline::error::BuildError;
use crate::pipeline::options::BuildOptions;
use crate::pipeline::past;
use crate::pipeline::session::Session;
use crate::pipeline::summary::Summary;

/// How often a root that is gone is looked for, about two seconds apart.
const PATIENCE: usize = 3;

/// The verb. It takes the flags of `index build`.
pub const COMMAND: Command = Command { words: &["index", "watch"], arguments, answer: answer_schema::<Summary>, run };

fn arguments(command: clap::Command) -> clap::Command {
    Arguments::augment_args(command).about("Keep the index of a repository fresh while its files change").long_about(
        "Build once, then again after each burst of changes, in one process that keeps what it knows. Every build that changed \
             something is one line, with --json one object a line. Ends when it is interrupted or nobody reads its lines any more.",
    )
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches)?;
    let mut options = arguments.options(context);
    options.root = real(&options.root);
    options.out = real(&options.out);
    if !options.root.is_dir() {
        return Err(BuildError::RootMissing(options.root.display().to_string()).into());
    }
    // Watching starts before the first build, so that nothing falls between the two.
    let mut changes = watched(&options)?;
    let summary = index_build::build_once(&options, context)?;
    declared_packs::warn(&summary, context);
    let mut session = Some(Session::open(Arc::clone(&context.host), options.clone())?);
    let mut open = say(context, &summary)?;
    let mut behind = false;
    let mut told = None;
    // What a failed build leaves undone is tried again even if nothing changes: another build may have held the lock.
    while open && if behind { changes.wait_or_retry() } else { changes.wait() } {
        wait_for_removal(&changes, &options, context);
        match rebuild(&mut session, &options, context) {
            Ok(summary) => {
                (behind, told) = (false, None);
                if !summary.unchanged {
                    declared_packs::warn(&summary, context);
                }
                open = summary.unchanged || say(context, &summary)?;
            }
            Err(cause @ (BuildError::RootMissing(_) | BuildError::RootGone(_))) => {
                let failure = Failure::from(cause);
                (context.warn)(&failure.clone().only_hint("waiting a few seconds for it to come back"));
                changes = come_back(&changes, &options)?.ok_or(failure)?;
                behind = true;
            }
            Err(cause) => {
                behind = true;
                let failure = Failure::from(cause);
                // What is tried again every few seconds is told once.
                if told.replace(failure.message.clone()).as_ref() != Some(&failure.message) {
                    (context.warn)(&failure);
                }
            }
        }
    }
    Ok(Answer::said())
}

fn watched(options: &BuildOptions) -> Result<Changes, Failure> {
    watch::watch(&options.root, &past::folders_beside(&options.root), &options.out).map_err(|cause| Failure::new(&codes::WATCH, cause.to_string()))
}

/// Where the index itself has vanished, the repository may be on its way out: a build now would bring its folder back, and whoever removes it could not.
fn wait_for_removal(changes: &Changes, options: &BuildOptions, context: &Context) {
    let manifest = Layout::new(&options.out).manifest();
    let is_gone = || matches!(context.host.stat(&manifest), Err(cause) if cause.not_found());
    while is_gone() && options.root.is_dir() && !changes.is_quiet() {}
}

/// The changes below a root that was renamed away, once it is there again: events are of the folder, wherever it went, and not of its name. `None`
/// where it stays away.
fn come_back(changes: &Changes, options: &BuildOptions) -> Result<Option<Changes>, Failure> {
    for _ in 0..PATIENCE {
        if options.root.is_dir() {
            return watched(options).map(Some);
        }
        if !changes.wait_or_retry() {
            break;
        }
    }
    if options.root.is_dir() { watched(options).map(Some) } else { Ok(None) }
}

/// One more build in the session that lives on; a failed one is replaced by the next call.
fn rebuild(session: &mut Option<Session>, options: &BuildOptions, context: &Context) -> Result<Summary, BuildError> {
    let mut present = match session.take() {
        Some(present) => present,
        None => Session::open(Arc::clone(&context.host), options.clone())?,
    };
    let summary = match present.build(context.progress.as_ref()) {
        Err(cause) if build::is_damage(&cause) => {
            drop(present);
            present = Session::open_anew(Arc::clone(&context.host), options.clone(), &cause.to_string())?;
            present.build(context.progress.as_ref())?
        }
        result => result?,
    };
    *session = Some(present);
    Ok(summary)
}

fn say(context: &Context, summary: &Summary) -> Result<bool, Failure> {
    if context.json {
        return Ok((context.say)(&serde_json::to_string(summary)?));
    }
    let work = &summary.work;
    let counts = format!(
        "{} changed, {} parsed, {} linked, {} pieces written",
        work.files_changed, work.files_parsed, work.edges_executed, work.pieces_written
    );
    let total = summary.stages_ms.get("total").copied().unwrap_or(0);
    Ok((context.say)(&format!("fresh: {counts}; {total} ms")))
}
