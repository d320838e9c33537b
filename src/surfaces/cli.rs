//! The command line: builds the parser from the table of commands, runs one, prints its answer.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use crate::commands::failure::Failure;
use crate::commands::{Answer, COMMANDS, Command, Context};
use crate::host::disk::DiskHost;

use super::progress;

/// The parser of the whole command line.
pub fn parser() -> clap::Command {
    let mut parser = clap::Command::new("smalti")
        .about("Indexes a code base the way a build system builds it.")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(flag("json", "Print one JSON object instead of text"))
        .arg(flag("quiet", "Print no progress"));
    let mut groups: Vec<clap::Command> = Vec::new();
    for command in COMMANDS {
        match command.words {
            [verb] => parser = parser.subcommand((command.arguments)(clap::Command::new(*verb))),
            [group, verb] => {
                let verb = (command.arguments)(clap::Command::new(*verb));
                match groups.iter_mut().find(|known| known.get_name() == *group) {
                    Some(known) => *known = std::mem::take(known).subcommand(verb),
                    None => groups.push(self::group(group).subcommand(verb)),
                }
            }
            _ => {}
        }
    }
    parser.subcommands(groups)
}

/// A word that only other words follow.
fn group(name: &'static str) -> clap::Command {
    let about = match name {
        "index" => "Build, check and read indexes",
        "pack" => "Check stored packs",
        _ => "",
    };
    clap::Command::new(name).about(about).subcommand_required(true).arg_required_else_help(true)
}

fn flag(name: &'static str, help: &'static str) -> clap::Arg {
    clap::Arg::new(name).long(name).help(help).global(true).action(clap::ArgAction::SetTrue)
}

/// Runs the command line and returns the exit code.
pub fn run(words: impl IntoIterator<Item = OsString>, source_date_epoch: Option<&str>) -> u8 {
    let matches = match parser().try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(cause) => {
            // A closed pipe while printing help is no failure.
            let _ = cause.print();
            return if cause.use_stderr() { 2 } else { 0 };
        }
    };
    let json = matches.get_flag("json");
    let quiet = matches.get_flag("quiet");
    let Some((command, arguments)) = chosen(&matches) else { return 2 };
    let context = Context {
        host: Arc::new(DiskHost::durable()),
        progress: progress::for_terminal(quiet),
        program: std::env::current_exe().unwrap_or_else(|_| "smalti".into()),
        scratch: std::env::temp_dir(),
        say: Box::new(|line| writeln!(io::stdout().lock(), "{line}").and_then(|()| io::stdout().flush()).is_ok()),
        json,
        source_date_epoch: source_date_epoch.and_then(|text| text.trim().parse().ok()),
    };
    let result = (command.run)(arguments, &context);
    drop(context);
    match result {
        Ok(answer) => print_answer(&answer, json),
        Err(failure) => print_failure(&failure, json),
    }
}

fn chosen(matches: &clap::ArgMatches) -> Option<(&'static Command, &clap::ArgMatches)> {
    let (first, outer) = matches.subcommand()?;
    if let Some(command) = COMMANDS.iter().find(|command| command.words == [first]) {
        return Some((command, outer));
    }
    let (second, arguments) = outer.subcommand()?;
    let command = COMMANDS.iter().find(|command| command.words == [first, second])?;
    Some((command, arguments))
}

/// A pipe that closed early is success: whoever read it had enough.
fn print_answer(answer: &Answer, json: bool) -> u8 {
    let mut out = io::stdout().lock();
    let written = if answer.lines {
        out.write_all(answer.text.as_bytes())
    } else if json {
        writeln!(out, "{}", answer.json)
    } else {
        writeln!(out, "{}", answer.text)
    };
    match written.and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => 70,
        _ => answer.exit,
    }
}

fn print_failure(failure: &Failure, json: bool) -> u8 {
    let text = if json {
        serde_json::json!({ "error": { "code": failure.code.name, "hints": failure.hints, "message": failure.message } }).to_string()
    } else {
        let mut text = format!("error: {} ({})", failure.message, failure.code.name);
        for hint in &failure.hints {
            text.push_str("\n  hint: ");
            text.push_str(hint);
        }
        text
    };
    // Nobody is left to tell when stderr is closed; the exit code says it.
    let _ = writeln!(io::stderr(), "{text}");
    failure.code.exit
}
