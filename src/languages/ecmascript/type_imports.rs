//! `import('m')` as a type, where the grammar reads an expression: it is parsed as a name of its length, and read from the text as it stands.

use std::ops::Range;

use tree_sitter::Node;

use super::super::respell::words;
use super::walk::Walk;
use crate::base::span::ByteSpan;
use crate::languages::syntax::span;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Imported;

/// What is called on the value of `import('m')`, which is a promise.
const OF_PROMISES: &[&str] = &["catch", "finally", "then"];

/// Where `import('m')` is a type: behind `typeof`, as the first type argument, or with a member that no promise has.
pub(super) fn found(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for at in words(text, "import") {
        let Some(length) = written_length(&text[at..]) else { continue };
        let before = text[..at].trim_ascii_end();
        let behind_typeof = before.ends_with("typeof") && before.len() < at;
        let member = text[at + length..].trim_ascii_start().strip_prefix('.').map(str::trim_ascii_start);
        let has_member = member.is_some_and(|member| !OF_PROMISES.iter().any(|name| member.starts_with(name)));
        if behind_typeof || before.ends_with('<') || has_member {
            found.push(at..at + length);
        }
    }
    found
}

/// Writes a name of its length for each of these.
pub(super) fn name(found: &[Range<usize>], bytes: &mut [u8]) {
    for range in found {
        bytes[range.start + "import".len()..range.end].fill(b'_');
    }
}

/// The length of the `import('m')` that a text starts with: with one string, and in one line.
fn written_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("import")?.trim_start_matches(' ').strip_prefix('(')?.trim_start_matches(' ');
    let quote = inside.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let (module, rest) = inside[1..].split_once(quote)?;
    let rest = rest.trim_start_matches(' ').strip_prefix(')')?;
    (!module.contains(['\n', '\r', '\\'])).then_some(text.len() - rest.len())
}

impl Walk<'_, '_> {
    /// The module of an `import('m')` that was parsed as a name; `None` for any other name.
    pub(super) fn import_as_name(&mut self, node: Node<'_>) -> Option<ExprId> {
        let written = self.of(node);
        written_length(written).filter(|length| *length == written.len())?;
        let quotes = (written.find(['"', '\''])?, written.rfind(['"', '\''])?);
        let module = ByteSpan::new(node.start_byte() + quotes.0 + 1, node.start_byte() + quotes.1);
        let import = self.import_at(module, span(node), Imported::Module);
        Some(self.builder.expr(Expr::Import(import)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_from_values() {
        for ty in ["<typeof import('a')>", "typeof import( \"a\" ).b", "<import('a').B>", "x?: import('a').B[]", "= import('a').B<C>"] {
            assert_eq!(found(ty).len(), 1, "{ty}");
        }
        for value in [
            "await import('a')",
            "import('a').then(f)",
            "import(a).B",
            "import('a' + b).C",
            "import 'a'",
            "x.imports('a').b",
            "import('a', { with: {} }).b",
        ] {
            assert!(found(value).is_empty(), "{value}");
        }
    }

    #[test]
    fn a_name_takes_the_place() {
        let text = "f<typeof import('é')>(x)";
        let mut bytes = text.as_bytes().to_vec();
        name(&found(text), &mut bytes);
        assert_eq!(std::str::from_utf8(&bytes), Ok("f<typeof import______>(x)"));
    }
}
