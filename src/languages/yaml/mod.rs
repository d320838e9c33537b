//! YAML: top-level keys as chunks.

#[cfg(test)]
mod tests;
pub mod tree;

use tree_sitter::Tree;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier, extract};
use crate::base::codes;
use crate::base::span::ByteSpan;
use crate::shard::builder::Builder;

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm")], Manner::PLAIN);

/// Most open blocks. The scanner of the grammar keeps four bytes of each in a buffer of 1024 and ends the process where they do not fit.
const MAX_BLOCKS: usize = 240;

/// YAML.
pub static LANGUAGE: Language = Language {
    id: "yaml",
    name: "YAML",
    tier: Tier::C,
    family: "yaml",
    extensions: &["yaml", "yml"],
    file_names: &[".clang-format", ".clang-tidy"],
    interpreters: &[],
    // Parsed below, after the depth is known.
    grammar: None,
    extract: |builder, _| drop(read(builder)),
    semantics: &NoModules,
};

/// Tells the builder the chunks of a file and what of it cannot be read, and gives its tree, if it has one.
pub(super) fn read(builder: &mut Builder<'_>) -> Option<Tree> {
    let text = builder.text();
    if blocks(text) > MAX_BLOCKS {
        builder.problem(&codes::P_PARSE_BOUND, ByteSpan::default(), "blocks are nested too deeply".to_owned());
        return None;
    }
    match extract::parse(&tree_sitter_yaml::LANGUAGE.into(), text) {
        Ok(tree) => {
            extract::report_errors(builder, tree.root_node());
            TAGS.extract(builder, Some(tree.root_node()));
            Some(tree)
        }
        Err(reason) => {
            builder.problem(&codes::P_PARSE_BOUND, ByteSpan::default(), reason);
            None
        }
    }
}

/// An upper bound of the blocks that are open at one time: a sequence and a mapping at every indentation around a line, and one block for every
/// `-` and `?` in a row on it.
fn blocks(text: &str) -> usize {
    let mut columns: Vec<usize> = Vec::new();
    let mut most = 0;
    for line in text.lines() {
        let inner = line.trim_start();
        if inner.is_empty() {
            continue;
        }
        let column = line.len() - inner.len();
        while columns.last().is_some_and(|last| *last >= column) {
            columns.pop();
        }
        columns.push(column);
        most = most.max(2 * columns.len() + longest_row(inner));
    }
    most
}

fn longest_row(line: &str) -> usize {
    let (mut row, mut longest) = (0, 0);
    for word in line.split_ascii_whitespace() {
        row = if matches!(word, "-" | "?") { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    longest
}
