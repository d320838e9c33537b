//! Macros that their place betrays: attributes whose names are not in capitals, and calls that take a type where the grammar wants a value.

use super::lexer::{TokenKind, is_keyword};
use super::mask::{Masker, is_macro_name};

/// Words in front of a definition that grammars know without being reserved.
const GRAMMATICAL: &[&str] = &[
    "_Alignas",
    "_Atomic",
    "_Noreturn",
    "_Thread_local",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__based",
    "__cdecl",
    "__clrcall",
    "__declspec",
    "__extension__",
    "__fastcall",
    "__forceinline",
    "__inline",
    "__inline__",
    "__int128",
    "__int64",
    "__restrict",
    "__stdcall",
    "__thiscall",
    "__thread",
    "__vectorcall",
    "final",
    "noreturn",
    "override",
];

impl Masker<'_> {
    /// `void printflike(1, 2) f(`, `int f(…) printflike(1, 2);`, `int __init f(`, `__dead void f(`: none of these words can be anything else there.
    pub(super) fn is_plain_attribute(&self, position: usize, last: usize) -> bool {
        let word = self.word(position);
        if word.is_empty() || is_keyword(word) || GRAMMATICAL.contains(&word) {
            return false;
        }
        if last == position {
            // What stands before a macro in capitals is a name: `int total GUARDED_BY(lock);`.
            let between = position > 0 && is_basic(self.word(position - 1)) && self.is_called(last + 1) && !is_macro_name(self.word(last + 1));
            return between || (self.starts_statement(position) && (is_basic(self.word(last + 1)) || is_tagged(self.word(last + 1))));
        }
        let Some(before) = position.checked_sub(1) else { return false };
        if self.is_called(last + 1) {
            return self.ends_type(before) && self.counts(position, last);
        }
        let ends = self.is(last + 1, b';') || self.is(last + 1, b'{');
        ends && self.is(before, b')') && self.counts(position, last) && {
            let open = self.closers[before];
            open != usize::MAX && open > 1 && is_name(self.word(open - 1)) && self.ends_type(open - 2)
        }
    }

    /// The bytes of the arguments of a macro call that are built-in types, each with one comma: `FLAG(bool, name, false);`. One such call at the top
    /// of a file can cost all of the rest.
    pub(super) fn type_arguments(&self, position: usize, last: usize) -> Vec<(usize, usize)> {
        let declares = position > 0 && (self.is(position - 1, b'*') || self.is(position - 1, b'&') || is_name(self.word(position - 1)));
        let ends = self.is(last + 1, b';') || self.is(last + 1, b')') || self.is(last + 1, b',');
        if last == position || declares || !ends || (position > 0 && is_basic(self.word(position - 1))) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let (mut start, mut depth) = (position + 2, 0usize);
        for at in position + 2..=last {
            let closing = self.is(at, b')') || self.is(at, b'}') || self.is(at, b']');
            if depth == 0 && (at == last || self.is(at, b',')) {
                if self.is_basic_type(start, at) {
                    // The last argument takes the comma in front of it along.
                    let first = if at == last && start > position + 2 { start - 1 } else { start };
                    let end = if at == last { self.code[at].start } else { self.code[at].end };
                    found.push((self.code[first].start, end));
                }
                start = at + 1;
            } else if closing {
                depth = depth.saturating_sub(1);
            } else if self.is(at, b'(') || self.is(at, b'{') || self.is(at, b'[') {
                depth += 1;
            }
        }
        found
    }

    /// Whether tokens are the words of a built-in type and what makes it a pointer or reference.
    fn is_basic_type(&self, start: usize, end: usize) -> bool {
        let part = |at: usize| is_basic(self.word(at)) || self.word(at) == "const" || self.is(at, b'*') || self.is(at, b'&');
        let points = end > start + 1 && (self.is(end - 1, b'*') || self.is(end - 1, b'&')) && (start..end - 1).all(|at| !self.word(at).is_empty());
        points || ((start..end).any(|at| is_basic(self.word(at))) && (start..end).all(part))
    }

    /// `name(`, as a function is declared.
    fn is_called(&self, position: usize) -> bool {
        is_name(self.word(position)) && self.is(position + 1, b'(') && !self.is(position + 2, b'*')
    }

    /// Whether what stands between the parentheses of a macro are names and numbers, one number at least: parameters have none.
    fn counts(&self, position: usize, last: usize) -> bool {
        let inside = self.code.get(position + 2..last).unwrap_or_default();
        inside.iter().any(|it| it.kind == TokenKind::Literal) && inside.iter().all(|it| !matches!(it.kind, TokenKind::Punctuation(_)) || it.is(b','))
    }

    /// Whether a token can be the last one of a type in front of what it declares.
    fn ends_type(&self, position: usize) -> bool {
        self.is(position, b'*') || is_basic(self.word(position)) || is_name(self.word(position))
    }
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !is_keyword(word)
}

/// Words that are types by themselves.
fn is_basic(word: &str) -> bool {
    matches!(word, "bool" | "char" | "double" | "float" | "int" | "long" | "short" | "signed" | "unsigned" | "void")
}

/// Words that begin a type.
fn is_tagged(word: &str) -> bool {
    matches!(word, "enum" | "struct" | "union")
}
