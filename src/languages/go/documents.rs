//! Comments that document the definition below them.

use tree_sitter::Node;

use super::walker::Walker;
use crate::base::span::ByteSpan;
use crate::languages::syntax;

/// The named children of a node, each with the run of comments that ends on the line above it. Comments themselves are left out.
pub(super) fn documented(node: Node<'_>) -> Vec<(Node<'_>, Option<ByteSpan>)> {
    let mut found = Vec::new();
    let mut lead: Option<ByteSpan> = None;
    let mut last_row = None;
    let mut code_row = None;
    for child in syntax::all_children(node) {
        let (start, end) = (child.start_position().row, child.end_position().row);
        let adjacent = last_row.is_some_and(|row| start <= row + 1);
        if child.kind() == "comment" {
            let span = syntax::span(child);
            let continued = lead.filter(|_| adjacent).map_or(span.start, |lead| lead.start);
            // A comment behind code on its line belongs to that code.
            lead = (code_row != Some(start)).then_some(ByteSpan { start: continued, end: span.end });
            last_row = Some(end);
        } else if child.is_named() {
            found.push((child, lead.take().filter(|_| adjacent)));
            (last_row, code_row) = (Some(end), Some(end));
        } else if !matches!(child.kind(), "\n" | ";") {
            lead = None;
            (last_row, code_row) = (Some(end), Some(end));
        }
    }
    found
}

impl Walker<'_, '_> {
    /// The doc text of a lead without comment marks and directives. Notes the names it mentions.
    pub(super) fn document(&mut self, lead: Option<ByteSpan>) -> String {
        let Some(lead) = lead else { return String::new() };
        let raw = lead.text(self.text);
        self.mentions(raw, lead.start as usize);
        let kept: Vec<&str> = raw.lines().map(str::trim).filter(|line| !is_directive(line)).collect();
        syntax::clip_doc(comments(&kept).join("\n").trim().to_owned())
    }

    /// Names in backticks, and doc links: `[Name]`, `[pkg.Name]`.
    fn mentions(&mut self, raw: &str, start: usize) {
        for (open, close) in [('`', '`'), ('[', ']')] {
            let mut from = 0;
            while let Some(begin) = raw[from..].find(open).map(|at| from + at + 1) {
                let Some(length) = raw[begin..].find([close, '\n']) else { break };
                let inner = raw[begin..begin + length].trim_start_matches('*');
                let closed = raw[begin + length..].starts_with(close);
                let link_text = open == '[' && raw[begin + length + usize::from(closed)..].starts_with(['(', ':', '[']);
                if closed && !link_text && inner.split('.').all(syntax::is_identifier) {
                    let end = start + begin + length;
                    let name = inner.rsplit('.').next().unwrap_or(inner);
                    self.builder.mention(name, ByteSpan::new(end - name.len(), end));
                }
                from = begin + length + usize::from(closed);
            }
        }
    }
}

/// Line comments lose their marks one by one, a block comment as a whole.
fn comments(lines: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let mut block: Option<String> = None;
    for line in lines {
        if let Some(open) = &mut block {
            open.push('\n');
            open.push_str(line);
        } else if line.starts_with("/*") {
            block = Some((*line).to_owned());
        } else {
            out.push(syntax::uncomment(line));
        }
        if let Some(done) = block.take_if(|open| open.ends_with("*/")) {
            out.push(syntax::uncomment(&done));
        }
    }
    out.extend(block.map(|rest| syntax::uncomment(&rest)));
    out
}

/// `//go:build`, `//nolint:x`, `//export F`: for tools, not for readers.
fn is_directive(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("//") else { return false };
    let word = rest.split([':', ' ']).next().unwrap_or("");
    let plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    plain && (rest[word.len()..].starts_with(':') || matches!(word, "export" | "nolint" | "line"))
}
