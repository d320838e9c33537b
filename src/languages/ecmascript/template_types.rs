//! Type arguments of tagged templates (``sql<Row>`…` ``), where the grammar reads comparisons: they are parsed as blanks, and read from the text as it
//! stands.

use std::ops::Range;

use tree_sitter::Node;

use super::super::syntax::field;
use super::is_name_character;
use super::jsdoc::split_at;
use super::walk::Walk;
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::expr::ExprId;

/// Most bytes of type arguments in front of a template.
const MAX_WRITTEN: usize = 512;

/// Where type arguments stand between a name and a template, brackets included.
pub(super) fn found(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(">`") {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &text[line..at];
        let commented = before.contains("//") || before.trim_start().starts_with(['*', '/']);
        // Behind an odd number of them this one ends a template.
        if !commented && before.matches('`').count().is_multiple_of(2) {
            found.extend(opening(text, at).map(|open| open..at + 1));
        }
    }
    found
}

/// Where the bracket opens that the one at `end` closes, right behind a name or a call.
fn opening(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open = 0usize;
    for at in (end.saturating_sub(MAX_WRITTEN)..=end).rev() {
        match bytes[at] {
            b'>' if at > 0 && bytes[at - 1] == b'=' => {}
            b'>' => open += 1,
            b'<' => {
                open -= 1;
                if open == 0 {
                    let named = text[..at].ends_with(|it: char| is_name_character(it) || matches!(it, ')' | ']'));
                    return (named && at + 1 < end).then_some(at);
                }
            }
            b'`' | b'+' | b'#' | b'\\' | b'@' | b'%' | b'!' | b'^' | b'~' | 0x80.. => return None,
            _ => {}
        }
    }
    None
}

/// Blanks all of these.
pub(super) fn blank(found: &[Range<usize>], bytes: &mut [u8]) {
    for range in found {
        for byte in &mut bytes[range.clone()] {
            if !byte.is_ascii_whitespace() {
                *byte = b' ';
            }
        }
    }
}

impl Walk<'_, '_> {
    /// The type arguments that stand in front of the template of a call.
    pub(super) fn template_types(&mut self, call: Node<'_>) -> Vec<ExprId> {
        let template = field(call, "arguments").filter(|it| it.kind() == "template_string");
        let Some((function, template)) = field(call, "function").zip(template) else { return Vec::new() };
        let start = function.end_byte();
        let written = self.text.get(start..template.start_byte()).unwrap_or("");
        let Some(inner) = written.strip_prefix('<').and_then(|it| it.strip_suffix('>')) else { return Vec::new() };
        self.names_in_types(inner, start + 1);
        let parts = split_at(inner, &[',']);
        parts.into_iter().map(|part| self.doc_type(part, start, 0).unwrap_or(self.builder.unknown())).collect()
    }

    /// The sites of the types that a text names at byte `start`.
    fn names_in_types(&mut self, text: &str, start: usize) {
        let mut at = 0;
        for word in text.split(|it: char| !is_name_character(it)) {
            let (from, to) = (at, at + word.len());
            at = to + text[to..].chars().next().map_or(0, char::len_utf8);
            let is_key = text[to..].trim_start().trim_start_matches('?').starts_with(':');
            let is_quoted = text[..from].ends_with(['"', '\'', '.']);
            if word.starts_with(|it: char| it.is_ascii_uppercase()) && !is_key && !is_quoted {
                let target = self.builder.name(word, start);
                self.builder.site(Role::Type, word, ByteSpan::new(start + from, start + to), target, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        blank(&found(text), &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn type_arguments_of_templates_are_blanked_and_nothing_else_is() {
        assert_eq!(blanked("sql<Row | null>`x`"), "sql            `x`");
        assert_eq!(blanked("styled(A)<Map<K, () => V>>`x`"), "styled(A)                 `x`");
        for same in ["a < b`x`", "// f<T>`x`", " * `Map<K>`", "`a f<T>`", "f(`${x<y>`", "a <b>`x`"] {
            assert_eq!(blanked(same), same);
        }
    }
}
