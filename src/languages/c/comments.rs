//! Comments in front of definitions, and the names they mention.

use tree_sitter::Node;

use super::names::is_word;
use super::visitor::Visitor;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Place;

impl Visitor<'_, '_> {
    /// Notes a comment that may belong to the next item.
    pub(super) fn comment(&mut self, node: Node<'_>) {
        let span = syntax::span(node);
        if self.trails(span) {
            self.comments.clear();
            return;
        }
        if let Some(last) = self.comments.last()
            && !self.touches(last.end as usize, span.start as usize)
        {
            self.comments.clear();
        }
        self.comments.push(span);
    }

    /// A comment behind code on the same line speaks of that code.
    fn trails(&self, span: ByteSpan) -> bool {
        let before = self.text.as_bytes().get(..span.start as usize).unwrap_or(&[]);
        let line = before.iter().rev().take(512).take_while(|byte| **byte != b'\n');
        line.clone().any(|byte| !byte.is_ascii_whitespace())
    }

    /// Only white space without an empty line lies between two places.
    fn touches(&self, end: usize, start: usize) -> bool {
        self.text.get(end..start).is_some_and(|gap| gap.trim().is_empty() && gap.bytes().filter(|byte| *byte == b'\n').count() <= 1)
    }

    /// Forgets comments that an empty line separates from the item.
    pub(super) fn drop_detached_comments(&mut self, node: Node<'_>) {
        if let Some(last) = self.comments.last()
            && !self.touches(last.end as usize, self.before_blanked(node.start_byte()))
        {
            self.comments.clear();
        }
    }

    /// Where the macros start that stand right in front of a place and that the tree lacks.
    fn before_blanked(&self, start: usize) -> usize {
        let before = &self.blanked[..self.blanked.partition_point(|it| it.end as usize <= start)];
        let mut first = start;
        for span in before.iter().rev() {
            if !self.touches(span.end as usize, first) {
                break;
            }
            first = span.start as usize;
        }
        first
    }

    /// The place of a definition: `outer` is all of it, `name` what names it. Takes the comments in front.
    pub(super) fn place_of(&mut self, outer: Node<'_>, name: ByteSpan, body: Option<Node<'_>>) -> Place {
        let span = syntax::span(outer);
        let start = u32::try_from(self.before_blanked(span.start as usize)).unwrap_or(span.start);
        let comments = std::mem::take(&mut self.comments);
        let mut doc = String::new();
        for comment in &comments {
            let text = comment.text(self.text);
            if !doc.is_empty() {
                doc.push('\n');
            }
            doc.push_str(&syntax::uncomment(text));
            self.mentions(text, comment.start as usize);
        }
        let signature = syntax::signature(outer, body, self.text);
        let mut head = signature.trim_end_matches(';');
        // A macro that the head was given to closes behind it: `MACRO(int f(int x)) {`.
        if head.matches(')').count() > head.matches('(').count() {
            head = head.strip_suffix(')').unwrap_or(head);
        }
        Place {
            span,
            name,
            lead: comments.first().map_or(start, |it| it.start.min(start)),
            signature: head.to_owned(),
            doc: syntax::clip_doc(doc),
            ..Place::default()
        }
    }

    /// Notes the names in backticks; of `a::b` the last.
    fn mentions(&mut self, comment: &str, offset: usize) {
        let mut rest = 0;
        while let Some(found) = comment.get(rest..).and_then(|it| it.find('`')) {
            let start = rest + found + 1;
            let Some(length) = comment.get(start..).and_then(|it| it.find(['`', '\n'])) else { break };
            let quoted = &comment[start..start + length];
            let bare = quoted.strip_suffix("()").unwrap_or(quoted);
            let name_start = start + bare.rfind("::").map_or(0, |cut| cut + 2);
            let name = &comment[name_start..start + bare.len()];
            if comment.as_bytes().get(start + length) == Some(&b'`') && is_word(name) {
                self.b.mention(name, ByteSpan::new(offset + name_start, offset + name_start + name.len()));
                rest = start + length + 1;
            } else {
                rest = start;
            }
        }
    }
}
