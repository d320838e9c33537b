//! The parser of the whole command line, out of the table of commands.

use super::{COMMANDS, Command};

/// The program's name.
pub const PROGRAM: &str = "smalti";

/// The parser, with every command and the flags that all of them take.
pub fn parser() -> clap::Command {
    let mut parser = clap::Command::new(PROGRAM)
        .about("Indexes a code base the way a build system builds it.")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(flag("json", "Print one JSON object instead of text"))
        .arg(flag("quiet", "Print no progress"));
    let mut groups: Vec<&str> = Vec::new();
    for command in COMMANDS {
        match command.words {
            [verb] => parser = parser.subcommand((command.arguments)(clap::Command::new(*verb))),
            [group, ..] if !groups.contains(group) => groups.push(group),
            _ => {}
        }
    }
    for group in groups {
        let mut sub = clap::Command::new(group).about(about(group)).subcommand_required(true).arg_required_else_help(true);
        for command in COMMANDS {
            if let [first, verb] = command.words
                && *first == group
            {
                sub = sub.subcommand((command.arguments)(clap::Command::new(*verb)));
            }
        }
        parser = parser.subcommand(sub);
    }
    parser
}

fn about(group: &str) -> &'static str {
    match group {
        "index" => "Build, check and read indexes",
        "pack" => "Check stored context packs",
        "scip" => "Work on SCIP files",
        "eval" => "Measure how right an index and its answers are",
        _ => "",
    }
}

fn flag(name: &'static str, help: &'static str) -> clap::Arg {
    clap::Arg::new(name).long(name).help(help).global(true).action(clap::ArgAction::SetTrue)
}

/// The command that was asked for, with its own arguments.
pub fn chosen(matches: &clap::ArgMatches) -> Option<(&'static Command, &clap::ArgMatches)> {
    let mut words = Vec::new();
    let mut inner = matches;
    while let Some((word, next)) = inner.subcommand() {
        words.push(word);
        inner = next;
    }
    COMMANDS.iter().find(|command| command.words == words).map(|command| (command, inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_reached_by_its_words_and_has_help() {
        parser().debug_assert();
        for command in COMMANDS {
            let mut parser = parser();
            for word in command.words {
                parser = parser.find_subcommand(word).unwrap().clone();
                assert!(parser.get_about().is_some_and(|about| !about.to_string().is_empty()), "{word} of {:?} has no help", command.words);
            }
        }
        assert!(COMMANDS.windows(2).all(|pair| pair[0].words < pair[1].words), "the table is sorted by its words");
    }
}
