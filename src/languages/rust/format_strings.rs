//! Names in format strings: `println!("{LIMIT:>2}")` reads a constant.

use tree_sitter::Node;

use super::Walk;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, text};

/// Macros of the standard library that take a format string, and which of their arguments that is.
const FORMATTING: &[(&str, usize)] = &[
    ("assert", 1),
    ("assert_eq", 2),
    ("assert_ne", 2),
    ("debug_assert", 1),
    ("debug_assert_eq", 2),
    ("debug_assert_ne", 2),
    ("eprint", 0),
    ("eprintln", 0),
    ("format", 0),
    ("format_args", 0),
    ("panic", 0),
    ("print", 0),
    ("println", 0),
    ("todo", 0),
    ("unimplemented", 0),
    ("unreachable", 0),
    ("write", 1),
    ("writeln", 1),
];

impl Walk<'_, '_> {
    /// Reads of names in the format string among the tokens of a macro, if it takes one.
    pub(super) fn format_string(&mut self, name: &str, tree: Node<'_>) {
        let Some((_, place)) = FORMATTING.iter().find(|(formatting, _)| *formatting == name) else { return };
        let (mut commas, mut before) = (0, "");
        for token in all_children(tree) {
            let kind = token.kind();
            let is_first = matches!(before, "(" | "[" | "{" | ",");
            if is_first && commas == *place && matches!(kind, "string_literal" | "raw_string_literal") {
                for (start, word) in named_in(text(token, self.text)) {
                    let at = token.start_byte() + start;
                    let target = self.builder.name(word, at);
                    self.doubtful_read(word, ByteSpan::new(at, at + word.len()), target, false);
                }
                return;
            }
            commas += usize::from(kind == ",");
            before = kind;
        }
    }
}

/// The names that stand in braces of a format string, alone or in front of a form, each with its place.
fn named_in(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let is_open = bytes[at] == b'{';
        if !is_open || bytes.get(at + 1) == Some(&b'{') || text[..at].ends_with("\\u") {
            at += if is_open && bytes.get(at + 1) == Some(&b'{') { 2 } else { 1 };
            continue;
        }
        let start = at + 1;
        let end = start + bytes[start..].iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count();
        let is_name = bytes.get(start).is_some_and(|it| it.is_ascii_alphabetic() || *it == b'_');
        if is_name && matches!(bytes.get(end), Some(b'}' | b':')) {
            found.push((start, &text[start..end]));
        }
        at = end.max(at + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn names_stand_in_braces_of_their_own() {
        let names = |text| named_in(text).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names("\"{LIM} {NAM:?} {} {0} {{NO}} {a.b} \\u{AB} é{x}\""), ["LIM", "NAM", "x"]);
        assert!(names("\"{\"").is_empty() && names("\"{A\"").is_empty());
    }
}
