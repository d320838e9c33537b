//! What a tree of YAML says: mappings, sequences and scalars, in blocks or in brackets.

use tree_sitter::Node;

use crate::languages::syntax::{children, field, text};

/// The pairs of a mapping; none of anything else. What follows the first document is passed over.
pub fn pairs(node: Node<'_>) -> Vec<(Node<'_>, Option<Node<'_>>)> {
    let pairs = content(node).map(children).unwrap_or_default();
    let is_pair = |it: &Node<'_>| matches!(it.kind(), "block_mapping_pair" | "flow_pair");
    pairs.into_iter().filter(is_pair).filter_map(|it| Some((field(it, "key")?, field(it, "value")))).collect()
}

/// The items of a sequence; none of anything else.
pub fn items(node: Node<'_>) -> Vec<Node<'_>> {
    let Some(sequence) = content(node).filter(|it| matches!(it.kind(), "block_sequence" | "flow_sequence")) else { return Vec::new() };
    children(sequence).into_iter().filter_map(item).collect()
}

fn item(node: Node<'_>) -> Option<Node<'_>> {
    if node.kind() == "block_sequence_item" { children(node).into_iter().next_back() } else { Some(node) }
}

/// What stands under a key of a mapping.
pub fn value<'tree>(node: Node<'tree>, key: &str, source: &str) -> Option<Node<'tree>> {
    pairs(node).into_iter().find(|(it, _)| scalar(*it, source) == Some(key)).and_then(|(_, value)| value)
}

/// The text of a scalar on one line, without its quotes.
pub fn scalar<'text>(node: Node<'_>, source: &'text str) -> Option<&'text str> {
    let scalar = content(node).filter(|it| matches!(it.kind(), "plain_scalar" | "double_quote_scalar" | "single_quote_scalar"))?;
    let written = text(scalar, source);
    (!written.contains('\n')).then(|| written.trim_matches(['"', '\'']))
}

/// What nodes that only wrap stand for.
fn content(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    while matches!(node.kind(), "stream" | "document" | "block_node" | "flow_node") {
        node = children(node)
            .into_iter()
            .find(|it| !matches!(it.kind(), "anchor" | "tag" | "comment" | "alias") && !it.kind().ends_with("directive"))?;
    }
    Some(node)
}
