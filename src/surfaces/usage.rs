//! What was wrong with a command line, in the form of every other failure: the nearest name, the next command to type.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::base::codes;
use crate::commands::COMMANDS;
use crate::commands::failure::Failure;
use crate::commands::nearest::nearest;
use crate::commands::parser::{self, PROGRAM};

/// The failure of a command line that the parser refused.
pub fn failure(cause: &clap::Error, words: &[OsString]) -> Failure {
    let typed = typed(words);
    let command = typed.join(" ");
    let help = format!("type `{command} --help` to see what there is");
    match cause.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(cause, ContextKind::InvalidSubcommand);
            let failure = Failure::new(&codes::USAGE, format!("`{command}` has no command `{word}`")).only_hint(help);
            match meant(&word, &typed) {
                Some(meant) => failure.hint(format!("did you mean `{meant}`?")),
                None => failure,
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Failure::new(&codes::USAGE, format!("`{command}` needs a command"))
                .only_hint(help)
                .hint(format!("there are {}", below(&typed).join(", ")))
        }
        kind => {
            let failure = Failure::new(&codes::USAGE, sentence(cause)).only_hint(help);
            let meant = match kind {
                ErrorKind::UnknownArgument => Some(text(cause, ContextKind::SuggestedArg)).filter(|flag| is_told(flag, &typed)).unwrap_or_default(),
                _ => text(cause, ContextKind::SuggestedValue),
            };
            // A question may start with what looks like a flag.
            let asked = |word: &OsString| word.to_str().is_some_and(|word| word.starts_with('-') && word.trim().contains(' '));
            if meant.is_empty() && kind == ErrorKind::UnknownArgument && words.iter().any(asked) {
                return failure.hint(format!("a text that starts with `-` stands last, behind `--`: `{command} … -- \"…\"`"));
            }
            if meant.is_empty() { failure } else { failure.hint(format!("did you mean `{command} {meant}`?")) }
        }
    }
}

/// The program and the words of the line that name a command.
fn typed(words: &[OsString]) -> Vec<String> {
    let mut typed = vec![PROGRAM.to_owned()];
    let mut place = parser::parser();
    for word in words.iter().skip(1).filter_map(|word| word.to_str()).filter(|word| !word.starts_with('-')) {
        let Some(below) = place.find_subcommand(word).cloned() else { break };
        typed.push(word.to_owned());
        place = below;
    }
    typed
}

/// Whether the help of the command that was typed tells of a flag: what is there for programs alone is no advice.
fn is_told(flag: &str, typed: &[String]) -> bool {
    let mut place = &parser::parser();
    for word in &typed[1..] {
        let Some(below) = place.find_subcommand(word) else { break };
        place = below;
    }
    !place.get_arguments().any(|it| it.is_hide_set() && it.get_long() == Some(flag.trim_start_matches('-')))
}

/// Whole commands whose words start as `typed` does.
fn below(typed: &[String]) -> Vec<String> {
    let lines = COMMANDS.iter().filter(|command| command.words.iter().zip(&typed[1..]).all(|(word, typed)| word == typed));
    lines.map(|command| format!("`{PROGRAM} {}`", command.words.join(" "))).collect()
}

/// The whole command that `word` was meant to be: one below what was typed, else any.
fn meant(word: &str, typed: &[String]) -> Option<String> {
    let group = typed.get(1).map(String::as_str);
    let last =
        |inside: bool| COMMANDS.iter().filter(move |it| !inside || it.words.first().copied() == group).filter_map(|it| it.words.last().copied());
    let name = nearest(word, last(true)).or_else(|| nearest(word, last(false)));
    if let Some(name) = name {
        let command = COMMANDS.iter().find(|it| it.words.last() == Some(&name))?;
        return Some(format!("{PROGRAM} {}", command.words.join(" ")));
    }
    let groups = COMMANDS.iter().filter(|it| it.words.len() > 1).filter_map(|it| it.words.first().copied());
    nearest(word, groups).map(|group| format!("{PROGRAM} {group} --help"))
}

/// One value of the parser's context as text, empty where there is none.
fn text(cause: &clap::Error, kind: ContextKind) -> String {
    match cause.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// The parser's own first paragraph as one sentence in our quotes.
fn sentence(cause: &clap::Error) -> String {
    let rendered = cause.render().to_string();
    let lines: Vec<&str> = rendered.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    lines.join(" ").trim_start_matches("error: ").replace('\'', "`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, message: &str, hint: &str) {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let cause = parser::parser().try_get_matches_from(&words).unwrap_err();
        let failure = failure(&cause, &words);
        assert_eq!((failure.message.as_str(), failure.hints[0].as_str()), (message, hint), "{line}");
        assert_eq!(failure.code.exit, 2);
    }

    #[test]
    fn a_typo_gets_the_nearest_name_and_the_next_command() {
        check("smalti index biuld", "`smalti index` has no command `biuld`", "did you mean `smalti index build`?");
        check("smalti build", "`smalti` has no command `build`", "did you mean `smalti index build`?");
        check("smalti indx build", "`smalti` has no command `indx`", "did you mean `smalti index --help`?");
        check("smalti index build --jbos 3", "unexpected argument `--jbos` found", "did you mean `smalti index build --jobs`?");
        check("smalti index build --repo x", "unexpected argument `--repo` found", "type `smalti index build --help` to see what there is");
        check("smalti --json index verfy", "`smalti index` has no command `verfy`", "did you mean `smalti index verify`?");
        check("smalti index deploy", "`smalti index` has no command `deploy`", "type `smalti index --help` to see what there is");
    }

    #[test]
    fn a_question_that_looks_like_a_flag_is_told_where_it_stands() {
        let words: Vec<OsString> = ["smalti", "search", "--color never is ignored"].map(OsString::from).into();
        let failure = failure(&parser::parser().try_get_matches_from(&words).unwrap_err(), &words);
        assert_eq!(failure.hints[0], "a text that starts with `-` stands last, behind `--`: `smalti search … -- \"…\"`");
        let words = [&words[..2], &["--".into(), words[2].clone()]].concat();
        assert!(parser::parser().try_get_matches_from(&words).is_ok());
    }

    #[test]
    fn a_wrong_or_missing_value_is_one_sentence() {
        check(
            "smalti index build --max-memory 3T",
            "invalid value `3T` for `--max-memory <SIZE>`: `T` is no unit; use K, M or G",
            "type `smalti index build --help` to see what there is",
        );
        check(
            "smalti index show",
            "the following required arguments were not provided: <ARTIFACT>",
            "type `smalti index show --help` to see what there is",
        );
    }
}
