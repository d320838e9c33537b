//! `go.mod` and `go.work`: line formats of directives and blocks.

use crate::base::span::ByteSpan;
use crate::base::{Name, codes, path};
use crate::shard::builder::Builder;
use crate::shard::config::ConfigFact;

/// One directive with its words: block lines carry the directive of their block.
struct Line<'text> {
    directive: &'text str,
    words: Vec<&'text str>,
}

/// Reads a `go.mod`.
pub(super) fn module(builder: &mut Builder<'_>) {
    let mut config = config_of(builder, "gomod", |config, line| match line {
        ("module", [name, ..]) if config.name.is_none() => {
            config.name = Some((*name).into());
            true
        }
        ("require", [name, ..]) => {
            config.dependencies.entry((*name).into()).or_default();
            true
        }
        ("replace", words) => replace(config, words),
        ("module" | "require", _) => false,
        _ => true,
    });
    if config.name.is_none() {
        builder.problem(&codes::P_CONFIG, ByteSpan::default(), "no `module` line".to_owned());
    }
    point_dependencies(&mut config);
    builder.config(config);
}

/// Reads a `go.work`.
pub(super) fn workspace(builder: &mut Builder<'_>) {
    let config = config_of(builder, "gowork", |config, line| match line {
        ("use", [folder, ..]) => {
            config.members.push((*folder).into());
            true
        }
        ("replace", words) => replace(config, words),
        ("use", []) => false,
        _ => true,
    });
    builder.config(config);
}

/// What `take` makes of the directives with their words, in order; it says whether one is complete.
fn config_of(builder: &mut Builder<'_>, manager: &'static str, take: impl Fn(&mut ConfigFact, (&str, &[&str])) -> bool) -> ConfigFact {
    let text = builder.text();
    let mut config = ConfigFact { manager: manager.into(), ..ConfigFact::default() };
    for (line, span) in lines(text) {
        if !take(&mut config, (line.directive, &line.words)) {
            builder.problem(&codes::P_CONFIG, span, format!("`{}` is not complete", line.directive));
        }
    }
    config
}

/// `old [version] => new [version]`: a folder is an alias, another module a rename. Whether the words have that form.
fn replace(config: &mut ConfigFact, words: &[&str]) -> bool {
    let Some(arrow) = words.iter().position(|word| *word == "=>") else { return false };
    let (Some(old), Some(new)) = (words[..arrow].first(), words.get(arrow + 1)) else { return false };
    if is_relative(new) || new.starts_with('/') {
        let targets = config.aliases.entry((*old).into()).or_default();
        let target = Name::from(*new);
        if !targets.contains(&target) {
            targets.push(target);
        }
    } else {
        config.renames.insert((*old).into(), (*new).into());
    }
    true
}

/// A replaced dependency lies at its local path.
fn point_dependencies(config: &mut ConfigFact) {
    for (name, place) in &mut config.dependencies {
        if let Some(target) = config.aliases.get(name).and_then(|targets| targets.first()) {
            *place = target.clone();
        }
    }
}

/// Whether a path starts from the folder of its file.
pub(super) fn is_relative(path: &str) -> bool {
    matches!(path, "." | "..") || path.starts_with("./") || path.starts_with("../")
}

/// All directives in order. Comments are dropped, quotes removed, blocks spread over their lines.
fn lines(text: &str) -> Vec<(Line<'_>, ByteSpan)> {
    let mut found = Vec::new();
    let mut block: Option<&str> = None;
    let mut offset = 0;
    for raw in text.split_inclusive('\n') {
        let span = ByteSpan::new(offset, offset + raw.trim_end().len());
        offset += raw.len();
        // Paths hold no `//`, so the first one starts a comment.
        let code = raw.split("//").next().unwrap_or("");
        let (opens, closes) = (code.contains('('), code.contains(')'));
        let split = code.split(|it: char| it.is_whitespace() || it == '(' || it == ')');
        let mut words: Vec<&str> = split.filter(|word| !word.is_empty()).map(unquote).collect();
        let directive = match block {
            Some(directive) => directive,
            None if words.is_empty() => "",
            None => words.remove(0),
        };
        if opens {
            block = Some(directive);
        }
        if !words.is_empty() || (block.is_none() && !directive.is_empty()) {
            found.push((Line { directive, words }, span));
        }
        if closes {
            block = None;
        }
    }
    found
}

fn unquote(word: &str) -> &str {
    word.trim_matches(['"', '`'])
}

/// The repo-relative folder of a local replacement; `None` where it leaves the repository.
pub(super) fn local_folder(folder: &str, target: &str) -> Option<String> {
    if target.starts_with('/') { None } else { path::join(folder, target) }
}
