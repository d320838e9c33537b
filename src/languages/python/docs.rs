//! Docstrings, comments above definitions, names in backticks, and the strings of `__all__`.

use tree_sitter::Node;

use super::Walker;
use super::imports::PLUGINS;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{self, field, first_part, is_identifier, parts};

impl Walker<'_, '_> {
    /// The docstring of a module, class or function body, cleaned; its mentions are noted. Empty where there is none.
    pub(super) fn docstring(&mut self, body: Node<'_>) -> String {
        let Some(string) = first_string(body) else { return String::new() };
        let span = string_content(string);
        self.mentions(span);
        syntax::clip_doc(dedent(span.text(self.text)))
    }

    /// Where the block of `#` lines directly above a node starts, and its text; the node's own start where there is none.
    pub(super) fn comment_above(&self, node: Node<'_>) -> (u32, String) {
        let own = syntax::span(node).start;
        let column = node.start_position().column;
        let Some(line) = node.start_byte().checked_sub(column) else { return (own, String::new()) };
        let mut top = line;
        let mut head = self.text.get(..line).unwrap_or("");
        while let Some(above) = head.strip_suffix('\n') {
            let from = above.rfind('\n').map_or(0, |cut| cut + 1);
            let text = &above[from..];
            let indent = text.len() - text.trim_start().len();
            if indent != column || !text[indent..].starts_with('#') || text[indent..].starts_with("#!") {
                break;
            }
            top = from;
            head = &head[..from];
        }
        if top == line {
            return (own, String::new());
        }
        let block = self.text.get(top..line).unwrap_or("");
        (ByteSpan::new(top + column, line).start, syntax::clip_doc(syntax::uncomment(block)))
    }

    /// Notes the names that stand in backticks.
    fn mentions(&mut self, span: ByteSpan) {
        let text = span.text(self.text);
        let mut at = 0;
        while let Some(open) = text.get(at..).and_then(|rest| rest.find('`')) {
            let start = at + open + 1;
            let Some(length) = text.get(start..).and_then(|rest| rest.find(['`', '\n'])) else { return };
            let inner = &text[start..start + length];
            at = start + length;
            let name = inner.trim_start_matches(['~', '!', '.']);
            let skipped = inner.len() - name.len();
            let name = name.strip_suffix("()").unwrap_or(name);
            if name.split('.').all(is_identifier) {
                let from = span.start as usize + start + skipped;
                self.builder.mention(name, ByteSpan::new(from, from + name.len()));
                at += 1;
            } else if !inner.is_empty() {
                // The closing mark may open the next name where marks are not paired on this line.
                at += usize::from(text[at..].starts_with('`'));
            }
        }
    }

    /// Adds what `__all__ = […]` or `__all__ += […]` lists.
    pub(super) fn note_all(&mut self, targets: &[Node<'_>], value: Option<Node<'_>>) {
        if self.frames.is_empty() && targets.iter().any(|target| self.text(*target) == "__all__") {
            self.list_names(value);
        }
        if let (true, Some(value)) = (self.frames.is_empty() && targets.iter().any(|target| self.text(*target) == PLUGINS), value) {
            self.plugins(value);
        }
    }

    /// Adds what `__all__.extend([…])` and `__all__.append("…")` list.
    pub(super) fn note_all_call(&mut self, call: Node<'_>) {
        let function = field(call, "function").map_or("", |function| self.text(function));
        if self.frames.is_empty() && matches!(function, "__all__.extend" | "__all__.append") {
            self.list_names(field(call, "arguments"));
        }
    }

    fn list_names(&mut self, value: Option<Node<'_>>) {
        let mut names = std::mem::take(&mut self.all).unwrap_or_default();
        let mut open: Vec<Node<'_>> = value.into_iter().collect();
        while let Some(node) = open.pop() {
            match node.kind() {
                "string" => {
                    names.insert(string_content(node).text(self.text).into());
                }
                "list" | "tuple" | "argument_list" | "parenthesized_expression" | "binary_operator" | "set" => open.extend(parts(node)),
                _ => {}
            }
        }
        self.all = Some(names);
    }
}

/// The string that a body starts with.
fn first_string(body: Node<'_>) -> Option<Node<'_>> {
    let first = first_part(body)?;
    let string = if first.kind() == "expression_statement" { first.named_child(0)? } else { return None };
    (string.kind() == "string" && !string.has_error()).then_some(string)
}

/// The span between the quotes of a string.
pub(super) fn string_content(string: Node<'_>) -> ByteSpan {
    let mut cursor = string.walk();
    let (mut start, mut end) = (string.start_byte(), string.end_byte());
    for child in string.children(&mut cursor) {
        match child.kind() {
            "string_start" => start = child.end_byte(),
            "string_end" => end = child.start_byte(),
            _ => {}
        }
    }
    ByteSpan::new(start, end)
}

/// Removes the indentation that all lines but the first share.
fn dedent(doc: &str) -> String {
    let margin = doc.lines().skip(1).filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let mut lines = Vec::new();
    for (index, line) in doc.lines().enumerate() {
        let line = if index == 0 { line.trim_start() } else { line.get(margin..).unwrap_or_else(|| line.trim_start()) };
        lines.push(line.trim_end());
    }
    lines.join("\n").trim().to_owned()
}
