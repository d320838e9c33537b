//! Macros that are defined where no grammar reads definitions: inside of the braces of an initializer or an enum, and among arguments; and what is
//! included there.
//!
//! Such directives are taken out of the text, so that what stands around them parses, and read by themselves where they stand.

use tree_sitter::{Language, Tree};

use super::lexer::{Token, TokenKind, tokens};
use super::mask::blank;
use super::visitor::Visitor;
use crate::languages::extract::parse;

/// Most words between `enum` and its brace.
const MAX_HEAD: usize = 8;

/// A bracket that is open.
struct Around {
    /// No grammar reads definitions in it.
    unread: bool,
    brace: bool,
    /// How many definitions were found when it was opened.
    found: usize,
}

/// A text without the definitions that no grammar reads where they stand, and these apart; both trees have the places of the text.
pub(super) struct Apart {
    pub text: String,
    pub tree: Tree,
    pub definitions: Tree,
}

/// Takes the definitions apart that no grammar reads; `None` where there are none.
pub(super) fn take_apart(text: &str, grammar: &Language) -> Option<Apart> {
    let found = unread_definitions(text, &tokens(text));
    let (mut outer, mut inner) = (text.as_bytes().to_vec(), text.as_bytes().to_vec());
    let mut end = 0;
    for (from, to) in found.iter().copied() {
        blank(&mut outer, from, to);
        blank(&mut inner, end, from);
        end = to;
    }
    if end == 0 {
        return None;
    }
    blank(&mut inner, end, text.len());
    let (outer, inner) = (String::from_utf8(outer).ok()?, String::from_utf8(inner).ok()?);
    let tree = parse(grammar, &outer).ok()?;
    let definitions = parse(grammar, &inner).ok()?;
    Some(Apart { text: outer, tree, definitions })
}

/// The bytes of `#define`, `#undef` and `#include` in brackets that hold values. What proves to be no such bracket, by a semicolon in it or because nothing closes
/// it, holds none.
fn unread_definitions(text: &str, all: &[Token]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Vec<Around> = Vec::new();
    let mut code: Vec<Token> = Vec::new();
    for token in all {
        match token.kind {
            TokenKind::Directive => {
                let line = token.text(text).trim_start_matches('#').trim_start();
                let is_read = ["define", "include", "undef"].iter().any(|it| line.starts_with(it));
                if is_read && open.last().is_some_and(|it| it.unread) {
                    found.push((token.start, token.end));
                }
                continue;
            }
            TokenKind::Punctuation(b'(' | b'[') => open.push(Around { unread: true, brace: false, found: found.len() }),
            TokenKind::Punctuation(b'{') => {
                let unread = holds_values(text, &code, open.last());
                open.push(Around { unread, brace: true, found: found.len() });
            }
            TokenKind::Punctuation(b')' | b']') => {
                open.pop_if(|it| !it.brace);
            }
            TokenKind::Punctuation(b'}') => {
                close_all(&mut open, &mut found);
                open.pop();
            }
            TokenKind::Punctuation(b';') => {
                close_all(&mut open, &mut found);
                if let Some(last) = open.last_mut().filter(|it| it.unread) {
                    last.unread = false;
                    found.truncate(last.found);
                }
            }
            _ => {}
        }
        code.push(*token);
    }
    if let Some(outermost) = open.iter().find(|it| it.unread) {
        found.truncate(outermost.found);
    }
    found
}

/// Closes brackets that a brace or the end of a statement leaves open, which hold no definitions.
fn close_all(open: &mut Vec<Around>, found: &mut Vec<(usize, usize)>) {
    while let Some(left) = open.pop_if(|it| !it.brace) {
        found.truncate(left.found);
    }
}

/// Whether the brace behind some tokens opens a list of values or of enumerators.
fn holds_values(text: &str, code: &[Token], around: Option<&Around>) -> bool {
    let Some(last) = code.last() else { return false };
    let in_values = around.is_some_and(|it| it.unread);
    match last.kind {
        TokenKind::Punctuation(b'=') => true,
        TokenKind::Punctuation(b',' | b'{' | b')') => in_values && around.is_some_and(|it| it.brace),
        TokenKind::Punctuation(b'(') => in_values,
        TokenKind::Word if last.text(text) == "return" => true,
        TokenKind::Word => {
            let head = code.iter().rev().take(MAX_HEAD).take_while(|it| it.kind == TokenKind::Word || it.is(b':') || it.is(super::lexer::SCOPE));
            head.into_iter().any(|it| it.text(text) == "enum")
        }
        _ => false,
    }
}

impl Visitor<'_, '_> {
    /// Reads the definitions in front of a byte that were taken apart and not read yet.
    pub(super) fn inner_macros(&mut self, end: usize) {
        while let Some((tree, from)) = self.inner.take() {
            let mut cursor = tree.walk();
            if cursor.goto_first_child_for_byte(from).is_none() {
                return;
            }
            let node = cursor.node();
            if node.start_byte() >= end {
                self.inner = Some((tree.clone(), from));
                return;
            }
            self.inner = Some((tree.clone(), node.end_byte().max(from + 1)));
            if matches!(node.kind(), "preproc_def" | "preproc_function_def" | "preproc_include" | "preproc_call") {
                let comments = std::mem::take(&mut self.comments);
                self.visit(node);
                self.comments = comments;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        unread_definitions(text, &tokens(text)).into_iter().map(|(from, to)| &text[from..to]).collect()
    }

    #[test]
    fn definitions_between_values_are_found() {
        assert_eq!(found("enum {\n#define OP(a) a,\n#include \"ops.h\"\n#undef OP\n};"), ["#define OP(a) a,", "#include \"ops.h\"", "#undef OP"]);
        assert_eq!(found("int a[] = {\n#define T(a) a\n T(1), { 2,\n#undef T\n }\n};\n"), ["#define T(a) a", "#undef T"]);
        assert_eq!(found("enum class E : int { A,\n#define B A\n};\nint f(int a,\n#define C\n int b);\n"), ["#define B A", "#define C"]);
        assert_eq!(found("enum { A,\n# define B A\n};"), ["# define B A"]);
    }

    #[test]
    fn definitions_that_grammars_read_are_not() {
        assert!(found("#define A\nstruct S {\n#define B\n int b; };\nvoid f(void) {\n#define C\n g(); }\nextern \"C\" {\n#define D\n}\n").is_empty());
        // A function of which one branch of a conditional opens the head.
        assert!(found("void f(\n#if X\nint a) {\n#else\nint b) {\n#endif\n g();\n#define A\n}\n").is_empty());
        assert!(found("int a = f([] { g();\n#define A\n });\n").is_empty());
        assert!(found("int a[] = {\n#define A\n").is_empty());
        assert!(found("int a[] = {\n#define A\n b; }\n").is_empty());
    }
}
