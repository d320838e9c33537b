//! Markdown: sections as chunks, names in backticks as mentions.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::semantics::NoModules;
use super::{Language, Tier, syntax};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::Chunk;
use crate::shard::builder::Builder;

/// A section is cut between paragraphs when it grows beyond about this many bytes.
const SECTION_BYTES: usize = 8192;

/// Markdown.
pub static LANGUAGE: Language = Language {
    id: "markdown",
    name: "Markdown",
    tier: Tier::C,
    family: "prose",
    extensions: &["md", "markdown"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_md::LANGUAGE.into()),
    extract,
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(root) = root else { return };
    let text = builder.text();
    let mut heading = Name::default();
    let mut start = 0;
    // Sections nest by level of heading; read one after another, each ends where the next one starts.
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        match node.kind() {
            "document" | "section" => stack.extend(syntax::children(node).into_iter().rev()),
            "atx_heading" | "setext_heading" => {
                section(builder, &heading, start, node.start_byte());
                start = node.start_byte();
                heading = title(node, text).into();
            }
            _ if node.end_byte() - start > SECTION_BYTES && node.start_byte() > start => {
                section(builder, &heading, start, node.start_byte());
                start = node.start_byte();
            }
            _ => {}
        }
    }
    section(builder, &heading, start, text.len());
    mentions(builder, root);
}

fn section(builder: &mut Builder<'_>, heading: &Name, start: usize, end: usize) {
    let text = builder.text().get(start..end).unwrap_or("");
    let inner = text.trim();
    if !inner.is_empty() {
        let from = start + (text.len() - text.trim_start().len());
        let span = ByteSpan::new(from, from + inner.len());
        builder.chunk(Chunk { kind: Name::new_static("section"), name: heading.clone(), symbol: None, span });
    }
}

fn title(heading: Node<'_>, text: &str) -> String {
    let content = syntax::field(heading, "heading_content").map_or("", |node| syntax::text(node, text));
    syntax::fold(&content.replace('`', "")).trim_end_matches([' ', '#']).to_owned()
}

/// Names in running text, lists and tables; code blocks hold none.
fn mentions(builder: &mut Builder<'_>, root: Node<'_>) {
    let text = builder.text();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if matches!(node.kind(), "inline" | "pipe_table_cell") {
            for (offset, name) in syntax::quoted(syntax::text(node, text)) {
                let at = node.start_byte() + offset;
                builder.mention(name, ByteSpan::new(at, at + name.len()));
            }
        } else if node.kind() != "fenced_code_block" {
            stack.extend(syntax::children(node).into_iter().rev());
        }
    }
}
