//! `cargo xtask new language|artifact|command NAME`: the files and lines that every new entry of a table needs. With `--check` it only says what it would write.

use std::io;
use std::path::Path;

use crate::{Call, Finding, Report};

/// What can be made.
struct Kind {
    word: &'static str,
    folder: &'static str,
    constant: &'static str,
    /// The line of an entry, with `NAME` for its module.
    entry: &'static str,
    /// The files of an entry, relative to the folder; `NAME` stands for its name and `Name` for that as a type.
    files: &'static [(&'static str, &'static str)],
    next: &'static str,
}

const KINDS: &[Kind] = &[
    Kind {
        word: "language",
        folder: "src/languages",
        constant: "LANGUAGES",
        entry: "    &NAME::LANGUAGE,",
        files: &[("NAME/mod.rs", LANGUAGE), ("NAME/tests.rs", LANGUAGE_TESTS)],
        next: "add its grammar to Cargo.toml, then follow `Adding a language` in CONTRIBUTING.md",
    },
    Kind {
        word: "artifact",
        folder: "src/artifacts",
        constant: "ARTIFACTS",
        entry: "    NAME::ARTIFACT,",
        files: &[("NAME.rs", ARTIFACT)],
        next: "raise `COUNT`, name its columns and sort key, then follow `Adding an artifact` in CONTRIBUTING.md",
    },
    Kind {
        word: "command",
        folder: "src/commands",
        constant: "COMMANDS",
        entry: "    NAME::COMMAND,",
        files: &[("NAME.rs", COMMAND)],
        next: "fill in arguments and answer, then follow `Adding a command` in CONTRIBUTING.md",
    },
];

const LANGUAGE: &str = "\
//! Name.

use super::semantics::NoModules;
use super::{Language, Tier};

#[cfg(test)]
mod tests;

/// Name.
pub static LANGUAGE: Language = Language {
    id: \"NAME\",
    name: \"Name\",
    tier: Tier::C,
    family: \"NAME\",
    extensions: &[\"NAME\"],
    file_names: &[],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};
";

const LANGUAGE_TESTS: &str = "\
//! What Name source says.

use super::LANGUAGE;
use crate::languages::extract;

#[test]
fn an_empty_file_says_nothing() {
    assert_eq!(extract::extract(&LANGUAGE, \"\").facts.symbols, []);
}
";

const ARTIFACT: &str = "\
//! `NAME`: one row is …

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: \"NAME\", schema_version: \"1.0.0\", sort_key: &[\"path\"], modulus: 128, schema: || schemars::schema_for!(NameRow) };

/// One row. Fields stand in alphabetical order of their printed names: what serde writes is then canonical.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = \"camelCase\", deny_unknown_fields)]
pub struct NameRow {
    /// Repo-relative.
    pub path: String,
}
";

const COMMAND: &str = "\
//! `smalti NAME`: …

use clap::{Args as _, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::{Answer, Command, Context, answer_schema};

/// The verb.
pub const COMMAND: Command =
    Command { words: &[\"NAME\"], arguments: |command| Arguments::augment_args(command), answer: answer_schema::<NameAnswer>, run };

/// What it does, in one sentence: this is the help text.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {}

/// What it answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = \"camelCase\", deny_unknown_fields)]
pub struct NameAnswer {}

fn run(matches: &clap::ArgMatches, _: &Context) -> Result<Answer, Failure> {
    let Arguments {} = Arguments::from_arg_matches(matches)?;
    Answer::new(&NameAnswer {}, String::new(), 0)
}
";

/// Writes one skeleton.
///
/// # Errors
/// What the disk refused.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let failed = |message: String| Ok(Report { notes: Vec::new(), findings: vec![Finding::new("xtask new", 0, message)] });
    let [word, name] = call.words.as_slice() else {
        // CI calls every verb with `--check`: then there is nothing to make and nothing wrong.
        return if call.check && call.words.is_empty() {
            Ok(Report::default())
        } else {
            failed("say `new language|artifact|command NAME`".to_owned())
        };
    };
    let Some(kind) = KINDS.iter().find(|kind| kind.word == word) else {
        return failed(format!("`{word}` is none of language, artifact, command"));
    };
    if name.is_empty() || !name.chars().all(|character| matches!(character, 'a'..='z' | '0'..='9' | '_')) {
        return failed(format!("`{name}` is not a module name in lower case"));
    }
    let table = format!("{}/mod.rs", kind.folder);
    let Ok(text) = std::fs::read_to_string(root.join(&table)) else {
        return failed(format!("`{table}` is not there yet"));
    };
    let Some(text) = listed(&text, name, kind) else {
        return failed(format!("`{table}` holds no table `{}` that ends in a line `];`, or names `{name}` already", kind.constant));
    };
    let mut writes: Vec<(String, String)> =
        kind.files.iter().map(|(path, body)| (format!("{}/{}", kind.folder, fill(path, name)), fill(body, name))).collect();
    if let Some((path, _)) = writes.iter().find(|(path, _)| root.join(path).exists()) {
        return failed(format!("`{path}` is there already"));
    }
    writes.push((table, text));
    let mut report = Report::default();
    for (path, body) in &writes {
        if !call.check {
            root.join(path).parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(root.join(path), body)?;
        }
        report.notes.push(format!("{} {path}", if call.check { "would write" } else { "wrote" }));
    }
    report.notes.push(format!("next: {}", kind.next));
    Ok(report)
}

/// `NAME` as given, `Name` as a type.
fn fill(template: &str, name: &str) -> String {
    let title: String = name
        .split('_')
        .map(|word| {
            let mut rest = word.chars();
            rest.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(rest).collect::<String>()
        })
        .collect();
    template.replace("NAME", name).replace("Name", &title)
}

/// The table's file with the new module and its line.
fn listed(text: &str, name: &str, kind: &Kind) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let module = format!("pub mod {name};");
    if lines.contains(&module) {
        return None;
    }
    let heads = [format!("pub static {}:", kind.constant), format!("pub const {}:", kind.constant)];
    let start = lines.iter().position(|line| heads.iter().any(|head| line.starts_with(head)))?;
    let end = start + lines[start..].iter().position(|line| line == "];")?;
    let entry = fill(kind.entry, name);
    let sorted = lines[start + 1..end].is_sorted();
    let place = if sorted { lines[start + 1..end].partition_point(|line| *line < entry) + start + 1 } else { end };
    lines.insert(place, entry);
    let place = lines.iter().rposition(|line| line.starts_with("pub mod ") && *line < module).map(|index| index + 1);
    let place = place.or_else(|| lines.iter().position(|line| line.starts_with("pub mod "))).unwrap_or(start);
    lines.insert(place, module);
    Some(lines.join("\n") + "\n")
}
