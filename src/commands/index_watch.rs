//! `index watch`: keeps an index fresh while files change.

use std::sync::Arc;

use clap::{Args as _, FromArgMatches};

use super::failure::Failure;
use super::index_build::{self, Arguments};
use super::{Answer, Command, Context};
use crate::base::codes;
use crate::host::watch;
use crate::pipeline::error::BuildError;
use crate::pipeline::options::BuildOptions;
use crate::pipeline::session::Session;
use crate::pipeline::summary::Summary;

/// The verb. It takes the flags of `index build`.
pub const COMMAND: Command = Command { words: &["index", "watch"], arguments, run };

fn arguments(command: clap::Command) -> clap::Command {
    Arguments::augment_args(command)
        .about("Keep the index of a repository fresh while its files change")
        .long_about("Build once, then again after each burst of changes, in one process that keeps what it knows. Ends when it is interrupted.")
}

fn run(matches: &clap::ArgMatches, context: &Context) -> Result<Answer, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|cause| Failure::new(&codes::USAGE, cause.to_string()))?;
    let mut options = arguments.options(context);
    options.root = std::path::absolute(&options.root).unwrap_or(options.root);
    options.out = std::path::absolute(&options.out).unwrap_or(options.out);
    // Watching starts before the first build, so that nothing falls between the two.
    let changes = watch::watch(&options.root, &options.out).map_err(|cause| Failure::new(&codes::WATCH, cause.to_string()))?;
    let summary = index_build::build_once(&options, context)?;
    let mut session = Some(Session::open(Arc::clone(&context.host), options.clone())?);
    let mut open = say(context, &summary)?;
    while open && changes.wait() {
        match rebuild(&mut session, &options, context) {
            Ok(summary) if summary.unchanged => {}
            Ok(summary) => open = say(context, &summary)?,
            Err(cause @ (BuildError::RootMissing(_) | BuildError::RootGone(_))) => return Err(cause.into()),
            // The next change tries again, from what stands on disk; the failed session is gone.
            Err(cause) => open = (context.say)(&format!("error: {cause} ({})", cause.code().name)),
        }
    }
    Ok(Answer { json: serde_json::Value::Null, text: String::new(), lines: true, exit: 0 })
}

/// One more build in the session that lives on; a failed one is replaced by the next call.
fn rebuild(session: &mut Option<Session>, options: &BuildOptions, context: &Context) -> Result<Summary, BuildError> {
    let mut present = match session.take() {
        Some(present) => present,
        None => Session::open(Arc::clone(&context.host), options.clone())?,
    };
    let summary = present.build(context.progress.as_ref())?;
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
