//! The command line: runs one command of the table, prints its answer.
//!
//! With `--json` standard output is one JSON object, the answer or what stands in its place; all else is on standard error.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use crate::base::plain::plain;
use crate::base::{codes, date};
use crate::commands::failure::Failure;
use crate::commands::{Answer, Context, parser};
use crate::host::disk::DiskHost;

use super::{progress, usage};

/// Runs the command line and returns the exit code.
pub fn run(words: impl IntoIterator<Item = OsString>, source_date_epoch: Option<&str>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    let matches = match parser::parser().try_get_matches_from(&words) {
        Ok(matches) => matches,
        Err(cause) if !cause.use_stderr() => {
            // A closed pipe while printing help is no failure.
            let _ = cause.print();
            return 0;
        }
        Err(cause) => return print_failure(&usage::failure(&cause, &words), words.iter().any(|word| word == "--json")),
    };
    let json = matches.get_flag("json");
    let result = match parser::chosen(&matches) {
        Some((command, arguments)) => {
            context(json, matches.get_flag("quiet"), source_date_epoch).and_then(|context| guarded(|| (command.run)(arguments, &context)))
        }
        None => Err(Failure::new(&codes::INTERNAL, "the command is in no table")),
    };
    match result {
        Ok(answer) => print_answer(&answer, json),
        Err(failure) => print_failure(&failure, json),
    }
}

fn context(json: bool, quiet: bool, source_date_epoch: Option<&str>) -> Result<Context, Failure> {
    // A date that is silently not the one that was asked for would be part of the index.
    let source_date_epoch = match source_date_epoch.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Some(epoch(text)?),
        None => None,
    };
    Ok(Context {
        host: Arc::new(DiskHost::durable()),
        progress: progress::for_terminal(quiet),
        program: std::env::current_exe().unwrap_or_else(|_| parser::PROGRAM.into()),
        scratch: std::env::temp_dir(),
        hear: Box::new(hear),
        say: Box::new(|line| writeln!(io::stdout().lock(), "{}", plain(line)).and_then(|()| io::stdout().flush()).is_ok()),
        warn: Box::new(warn),
        json,
        indexes: Arc::default(),
        #[cfg(feature = "mcp")]
        serve_mcp: Some(super::mcp::serve),
        #[cfg(not(feature = "mcp"))]
        serve_mcp: None,
        source_date_epoch,
    })
}

/// Seconds since 1970 of a year that a date can say.
fn epoch(text: &str) -> Result<i64, Failure> {
    let refused = |what: &str| Failure::new(&codes::USAGE, format!("SOURCE_DATE_EPOCH is `{text}`, {what}"));
    match text.parse() {
        Ok(seconds) if date::SECONDS.contains(&seconds) => Ok(seconds),
        Ok(_) => {
            Err(refused("which lies outside of the years 0 to 9999").only_hint("it is the seconds since 1970 of the source, such as 1700000000"))
        }
        Err(_) => {
            Err(refused("not a number of seconds").only_hint("set it to the seconds since 1970 of the source, such as 1700000000, or take it out"))
        }
    }
}

/// Standard input to its end, at most one byte more than `most`.
fn hear(most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(most as u64 + 1).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|cause| Failure::new(&codes::DISK, format!("standard input cannot be read: {cause}")))
}

/// Runs a verb; what must never happen becomes a failure like others, so that its exit code is the one of the table.
pub(super) fn guarded<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
        Err(Failure::new(&codes::INTERNAL, text.unwrap_or("it stopped without a word")))
    })
}

/// A pipe that closed early is success: whoever read it had enough.
fn print_answer(answer: &Answer, json: bool) -> u8 {
    let text = match (json, answer.json.is_empty()) {
        (true, true) => return answer.exit,
        (true, false) => Cow::Borrowed(answer.json.as_str()),
        (false, _) => plain(&answer.text),
    };
    match print(&text) {
        Ok(()) => answer.exit,
        Err(cause) => print_failure(&Failure::new(&codes::DISK, format!("standard output cannot be written: {cause}")), false),
    }
}

/// Prints data.
///
/// # Errors
/// When it could not be written although somebody reads it.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = out.write_all(text.as_bytes()).and_then(|()| out.write_all(end.as_bytes())).and_then(|()| out.flush());
    written.or_else(|cause| if cause.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(cause) })
}

fn print_failure(failure: &Failure, json: bool) -> u8 {
    warn(failure);
    if json && let Ok(refusal) = serde_json::to_string(&failure.refusal()) {
        // The failure itself was told on standard error, and its exit code says it once more.
        let _ = print(&refusal);
    }
    failure.code.exit
}

/// Nobody is left to tell when standard error is closed; the exit code says it.
fn warn(failure: &Failure) {
    let _ = writeln!(io::stderr(), "{}", plain(&failure.describe()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_that_stops_in_the_middle_is_an_internal_failure() {
        let failure = guarded(|| -> Result<(), Failure> { panic!("the impossible") }).unwrap_err();
        assert_eq!((failure.code.exit, failure.message.as_str()), (70, "the impossible"));
    }
}
