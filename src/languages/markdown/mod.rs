//! Markdown: sections as chunks, names in backticks as mentions.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::prose::sections::Sections;
use super::semantics::NoModules;
use super::{Language, Tier, syntax};
use crate::base::codes;
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
    // Any text is Markdown: what does not parse is a gap of the grammar.
    builder.forget_problems(&codes::P_SYNTAX);
    let text = builder.text();
    let mut sections = Sections::default();
    // Sections nest by level of heading; read one after another, each ends where the next one starts.
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        match node.kind() {
            "document" | "section" => stack.extend(syntax::children(node).into_iter().rev()),
            _ if node.has_error() => lines(builder, &mut sections, node),
            "atx_heading" | "setext_heading" => sections.heading(builder, node.start_byte(), &title(node, text)),
            _ => sections.part(builder, node.start_byte(), node.end_byte()),
        }
    }
    sections.finish(builder);
    mentions(builder, root);
}

/// Headings by their marks, line by line, where the grammar lost its way.
fn lines(builder: &mut Builder<'_>, sections: &mut Sections, node: Node<'_>) {
    let (mut at, mut fence) = (node.start_byte(), None);
    for line in syntax::text(node, builder.text()).split_inclusive('\n') {
        let bare = line.trim_start_matches(' ');
        let marks = bare.bytes().take_while(|byte| *byte == b'#').count();
        let rest = &bare[marks..];
        let opened = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
        if fence.is_some() {
            fence = fence.filter(|_| opened != fence);
        } else if opened.is_some() {
            fence = opened;
        } else if matches!(marks, 1..=6) && line.len() - bare.len() < 4 && (rest.starts_with([' ', '\t']) || rest.trim().is_empty()) {
            sections.heading(builder, at, &plain(rest));
        } else {
            sections.part(builder, at, at + line.len());
        }
        at += line.len();
    }
}

fn title(heading: Node<'_>, text: &str) -> String {
    plain(syntax::field(heading, "heading_content").map_or("", |node| syntax::text(node, text)))
}

fn plain(title: &str) -> String {
    syntax::fold(&title.replace('`', "")).trim_end_matches([' ', '#']).to_owned()
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
