//! `CODEOWNERS`: who answers for which paths, as GitHub and GitLab read it.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::{Language, Tier};
use crate::base::span::ByteSpan;
use crate::base::{caps, codes};
use crate::shard::builder::Builder;
use crate::shard::config::{ConfigFact, OWNERS, OwnerRule};

/// Code owners.
pub static LANGUAGE: Language = Language {
    id: "codeowners",
    name: "code owners",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["CODEOWNERS"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| extract(builder),
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>) {
    let text = builder.text();
    let mut config = ConfigFact { manager: OWNERS.into(), ..ConfigFact::default() };
    // Those of a section answer for its paths that name nobody.
    let mut section: Vec<&str> = Vec::new();
    let (mut end, mut faults) = (0, 0);
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let words = words(line);
        let Some((first, rest)) = words.split_first() else { continue };
        let owners: Vec<&str> = rest.iter().map(String::as_str).filter(|word| is_owner(word)).collect();
        if first.starts_with('[') || first.starts_with("^[") {
            // The name of a section may hold blanks, so some of `rest` may still be its name: that is no owner.
            section = line.split_whitespace().filter(|word| is_owner(word)).collect();
            continue;
        }
        let fault = if first.starts_with('!') {
            Some(format!("`{first}`: patterns cannot be negated here"))
        } else {
            rest.iter().find(|word| !is_owner(word)).map(|word| format!("`{word}` is neither `@name` nor an address"))
        };
        if let Some(fault) = fault {
            if faults < caps::MAX_SYNTAX_PROBLEMS {
                builder.problem(&codes::P_CONFIG, ByteSpan::new(start, start + line.trim_end().len()), fault);
            }
            faults += 1;
            continue;
        }
        let owners = if owners.is_empty() { section.as_slice() } else { owners.as_slice() };
        config.owners.push(OwnerRule { pattern: first.as_str().into(), owners: owners.iter().map(|owner| (*owner).into()).collect() });
    }
    builder.config(config);
}

/// The words of a line up to a comment. A backslash keeps a blank or a `#` in its word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => word.extend(chars.next()),
            '#' if word.is_empty() => break,
            blank if blank.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            other => word.push(other),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// `@user`, `@org/team`, `@@role`, `name@host`.
fn is_owner(word: &str) -> bool {
    word.contains('@') && !word.starts_with(['[', '^'])
}
