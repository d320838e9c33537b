//! Types written inside strings: `"Forward"`, `"list[Foo] | None"`.

use tree_sitter::Node;

use super::Walker;
use super::types::Meaning;
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// Deepest nesting of brackets that is followed inside a string.
const MAX_NESTING: u32 = 16;

/// A place in the text of a quoted type.
struct Reader<'text> {
    text: &'text str,
    /// Where the text starts in the file.
    start: usize,
    at: usize,
}

impl<'text> Reader<'text> {
    fn skip_space(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        self.at += rest.len() - rest.trim_start().len();
    }

    fn next_is(&mut self, mark: char) -> bool {
        self.skip_space();
        self.text.get(self.at..).is_some_and(|rest| rest.starts_with(mark))
    }

    fn take(&mut self, mark: char) -> bool {
        let found = self.next_is(mark);
        if found {
            self.at += mark.len_utf8();
        }
        found
    }

    /// Passes a list in brackets, and the lists and texts in it; all of the rest where it does not end.
    fn skip_brackets(&mut self) {
        let (mut depth, mut quote) = (0_u32, None);
        for (at, it) in self.text.get(self.at..).unwrap_or("").char_indices() {
            match (it, quote) {
                (_, Some(open)) if it == open => quote = None,
                (_, Some(_)) => {}
                ('\'' | '"', None) => quote = Some(it),
                ('[', None) => depth += 1,
                (']', None) if depth <= 1 => {
                    self.at += at + 1;
                    return;
                }
                (']', None) => depth -= 1,
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    fn word(&mut self) -> Option<(&'text str, ByteSpan)> {
        self.skip_space();
        let rest = self.text.get(self.at..)?;
        let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        let from = self.start + self.at;
        self.at += end;
        Some((&rest[..end], ByteSpan::new(from, from + end)))
    }
}

impl Walker<'_, '_> {
    /// A type in a string. What is written unlike a type means nothing and leaves no sites.
    pub(super) fn quoted(&mut self, node: Node<'_>) -> Meaning {
        self.written_type(super::docs::string_content(node))
    }

    /// The type that a comment behind a statement says: `names = []  # type: list[str]` (PEP 484).
    pub(super) fn commented(&mut self, end: usize) -> Meaning {
        let line = self.text.get(end..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let Some(written) = line.trim_start().strip_prefix('#').and_then(|it| it.trim_start().strip_prefix("type:")) else { return Meaning::Nothing };
        let written = written.split('#').next().unwrap_or_default().trim();
        if written.is_empty() || written.starts_with("ignore") || written.contains(char::is_whitespace) && !written.contains(['[', '|']) {
            return Meaning::Nothing;
        }
        let start = end + line.find(written).unwrap_or(0);
        self.written_type(ByteSpan::new(start, start + written.len()))
    }

    fn written_type(&mut self, span: ByteSpan) -> Meaning {
        let text = span.text(self.text);
        let typical = |it: char| it.is_alphanumeric() || "_.[],| '\"\n".contains(it);
        if text.trim().is_empty() || text.len() > 512 || !text.chars().all(typical) || text.contains("  ") && !text.contains('\n') {
            return Meaning::Instance(self.builder.unknown());
        }
        let mut reader = Reader { text, start: span.start as usize, at: 0 };
        self.quoted_union(&mut reader, 0)
    }

    fn quoted_union(&mut self, reader: &mut Reader<'_>, nesting: u32) -> Meaning {
        let mut members = vec![self.quoted_one(reader, nesting)];
        while reader.take('|') {
            members.push(self.quoted_one(reader, nesting));
        }
        if let [one] = members.as_slice() { *one } else { self.union(members) }
    }

    fn quoted_one(&mut self, reader: &mut Reader<'_>, nesting: u32) -> Meaning {
        for mark in ['\'', '"'] {
            if reader.take(mark) {
                let meaning = if nesting < MAX_NESTING { self.quoted_union(reader, nesting + 1) } else { Meaning::Nothing };
                reader.take(mark);
                return meaning;
            }
        }
        if reader.take('.') {
            while reader.take('.') {}
            return Meaning::Rest;
        }
        if reader.next_is('[') {
            let types = self.quoted_arguments(reader, nesting).into_iter().filter_map(Meaning::expr).collect();
            return Meaning::Instance(self.builder.expr(Expr::Tuple(types)));
        }
        let Some((name, target)) = self.quoted_path(reader) else { return Meaning::Nothing };
        if !reader.next_is('[') {
            return self.bare(name, target);
        }
        if name == "Literal" {
            reader.skip_brackets();
            return Meaning::Instance(self.builder.literal("str"));
        }
        let arguments = self.quoted_arguments(reader, nesting);
        self.combine(name, target, arguments)
    }

    /// A dotted name, with a site for each segment.
    fn quoted_path<'text>(&mut self, reader: &mut Reader<'text>) -> Option<(&'text str, ExprId)> {
        let (mut name, mut span) = reader.word()?;
        let mut target = self.builder.name(name, span.start as usize);
        while reader.take('.') {
            let Some((next, next_span)) = reader.word() else { break };
            self.builder.site(Role::Read, name, span, target, None);
            target = self.builder.member(target, next);
            (name, span) = (next, next_span);
        }
        if name != "None" {
            self.builder.site(Role::Type, name, span, target, None);
        }
        Some((name, target))
    }

    fn quoted_arguments(&mut self, reader: &mut Reader<'_>, nesting: u32) -> Vec<Meaning> {
        let mut arguments = Vec::new();
        if nesting >= MAX_NESTING || !reader.take('[') {
            reader.at = reader.text.len();
            return arguments;
        }
        while !reader.take(']') {
            let before = reader.at;
            arguments.push(self.quoted_union(reader, nesting + 1));
            reader.take(',');
            if reader.at == before {
                reader.at = reader.text.len();
                break;
            }
        }
        arguments
    }
}
