//! Markdown: sections as chunks, names in backticks as mentions.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::prose::sections::Sections;
use super::semantics::NoModules;
use super::{Language, Tier, syntax};
use crate::shard::builder::Builder;

/// Markdown.
pub static LANGUAGE: Language = Language {
    id: "markdown",
    name: "Markdown",
    tier: Tier::C,
    family: "prose",
    extensions: &["md", "markdown", "mdx"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_md::LANGUAGE.into()),
    extract,
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(root) = root else { return };
    let text = builder.text();
    let mut sections = Sections::default();
    // Sections nest by level of heading; read one after another, each ends where the next one starts.
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        match node.kind() {
            "document" | "section" => stack.extend(syntax::children(node).into_iter().rev()),
            "atx_heading" | "setext_heading" => sections.heading(builder, node.start_byte(), &title(node, text)),
            _ => sections.part(builder, node.start_byte(), node.end_byte()),
        }
    }
    sections.finish(builder);
    mentions(builder, root);
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
            syntax::mention_quoted(builder, node.start_byte(), syntax::text(node, text));
        } else if node.kind() != "fenced_code_block" {
            stack.extend(syntax::children(node).into_iter().rev());
        }
    }
}
