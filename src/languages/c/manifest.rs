//! `compile_commands.json`: the include folders of a build, made relative to the repository.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::base::codes;
use crate::base::span::ByteSpan;
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// One compiled file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Entry {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Flags that name an include folder, in the next word or right behind.
const FLAGS: &[&str] = &["-iquote", "-isystem", "-idirafter", "/external:I", "-I", "/I"];

/// Reads the database. The folders in it are absolute; the repository is taken to be what all compiled files lie below.
pub(super) fn read(builder: &mut Builder<'_>) {
    let mut fact = ConfigFact { manager: "compdb".into(), ..ConfigFact::default() };
    match serde_json::from_str::<Vec<Entry>>(builder.text()) {
        Ok(entries) => {
            let top = top(&entries);
            let mut seen = BTreeSet::new();
            for entry in &entries {
                for folder in folders(entry) {
                    if let Some(relative) = relative(&top, &folder)
                        && seen.insert(relative.clone())
                    {
                        fact.source_roots.push(relative.into());
                    }
                }
            }
        }
        Err(cause) => {
            let at = line_start(builder.text(), cause.line());
            builder.problem(&codes::P_CONFIG, ByteSpan::new(at, at), format!("not a compilation database: {cause}"));
        }
    }
    builder.config(fact);
}

fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// The longest folder that holds every source file and every folder that a compiler ran in.
fn top(entries: &[Entry]) -> Vec<String> {
    let mut common: Option<Vec<String>> = None;
    for entry in entries {
        let mut file = absolute(&entry.directory, &entry.file);
        file.pop();
        for parts in [file, absolute("", &entry.directory)] {
            if parts.is_empty() {
                continue;
            }
            common = Some(match common {
                None => parts,
                Some(old) => old.into_iter().zip(parts).take_while(|(lhs, rhs)| lhs == rhs).map(|(lhs, _)| lhs).collect(),
            });
        }
    }
    let mut top = common.unwrap_or_default();
    // All sources in `src` still mean that the repository is one above.
    if top.last().is_some_and(|last| matches!(last.as_str(), "src" | "source" | "lib" | "build")) {
        top.pop();
    }
    top
}

fn absolute(folder: &str, written: &str) -> Vec<String> {
    let written = written.replace('\\', "/");
    let is_absolute = written.starts_with('/') || written.as_bytes().get(1) == Some(&b':');
    let whole = if is_absolute { written } else { format!("{}/{written}", folder.replace('\\', "/")) };
    let mut parts: Vec<String> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name.to_owned()),
        }
    }
    parts
}

fn relative(top: &[String], folder: &[String]) -> Option<String> {
    folder.strip_prefix(top).filter(|_| !top.is_empty()).map(|rest| rest.join("/"))
}

/// The include folders of one command, in order.
fn folders(entry: &Entry) -> Vec<Vec<String>> {
    let words = match (&entry.arguments, &entry.command) {
        (Some(arguments), _) => arguments.clone(),
        (None, Some(command)) => shell_words(command),
        (None, None) => Vec::new(),
    };
    let mut folders = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(rest) = FLAGS.iter().find_map(|flag| word.strip_prefix(flag)) else { continue };
        let folder = if rest.is_empty() { words.next().map_or("", String::as_str) } else { rest.trim_start_matches('=') };
        if !folder.is_empty() {
            folders.push(absolute(&entry.directory, folder));
        }
    }
    folders
}

/// Splits a command as a shell would: quotes and backslashes keep blanks.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut started = false;
    let mut quote: Option<char> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                started = true;
            }
            (None | Some('"'), '\\') => {
                word.extend(characters.next());
                started = true;
            }
            (None, blank) if blank.is_whitespace() => {
                if std::mem::take(&mut started) {
                    words.push(std::mem::take(&mut word));
                }
            }
            (_, other) => {
                word.push(other);
                started = true;
            }
        }
    }
    if started {
        words.push(word);
    }
    words
}
