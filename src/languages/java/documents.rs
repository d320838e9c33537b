//! Doc comments: `/** … */` and runs of `///`, and the names they mention.

use tree_sitter::Node;

use super::Walk;
use crate::base::span::ByteSpan;
use crate::languages::syntax;

/// Marks that put a name in code style in Javadoc.
const INLINE_TAGS: &[&str] = &["{@code ", "{@link ", "{@linkplain ", "{@value "];

impl Walk<'_, '_> {
    /// The doc comment that ends with this comment, given the one that ended before it.
    pub(super) fn doc_comment(&self, comment: Node<'_>, before: Option<ByteSpan>) -> Option<ByteSpan> {
        let text = self.word(comment);
        let span = syntax::span(comment);
        if text.starts_with("/**") && text.len() > 4 {
            return Some(span);
        }
        if !text.starts_with("///") {
            return before;
        }
        let joined = before.filter(|it| it.text(self.text).starts_with("///")).map_or(span.start, |it| it.start);
        Some(ByteSpan { start: joined, end: span.end })
    }

    /// The text of a doc comment, whose mentions are noted on the way.
    pub(super) fn document(&mut self, doc: Option<ByteSpan>) -> String {
        let Some(span) = doc else { return String::new() };
        let comment = span.text(self.text);
        self.mentions(comment, span.start as usize);
        syntax::clip_doc(syntax::uncomment(comment))
    }

    fn mentions(&mut self, comment: &str, start: usize) {
        let mut at = 0;
        while let Some(open) = comment[at..].find(['`', '{', '@']).map(|found| at + found) {
            let rest = &comment[open..];
            if let Some(inner) = rest.strip_prefix('`') {
                let Some(close) = inner.find(['`', '\n']) else { return };
                self.mention(&inner[..close], start + open + 1);
                at = open + close + 2;
            } else if let Some(tag) = INLINE_TAGS.iter().find(|tag| rest.starts_with(**tag)) {
                let inner = &rest[tag.len()..];
                let close = inner.find(['}', ' ', '\n']).unwrap_or(inner.len());
                self.mention(&inner[..close], start + open + tag.len());
                at = open + tag.len() + close;
            } else if let Some(inner) = rest.strip_prefix("@see ") {
                let close = inner.find([' ', '\n']).unwrap_or(inner.len());
                self.mention(&inner[..close], start + open + 5);
                at = open + 5 + close;
            } else {
                at = open + 1;
            }
        }
    }

    /// Notes the last name of `a.b`, `A#b`, `A#b(int)` or `b()`.
    fn mention(&mut self, quoted: &str, at: usize) {
        let path = quoted.find('(').map_or(quoted, |open| &quoted[..open]);
        let name = path.rsplit(['.', '#']).next().unwrap_or(path);
        let plain = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '#'));
        if plain && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let from = at + path.len() - name.len();
            self.builder.mention(name, ByteSpan::new(from, from + name.len()));
        }
    }
}
