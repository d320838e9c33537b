//! Narrows what the grammar cannot read: where one place costs it all that stands around, the smallest items that do not parse by themselves are
//! blanked, so that the rest is read with the scopes that it has.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::lexer::{Token, TokenKind, tokens};
use super::mask::blank;
use crate::languages::syntax;

/// Fewer unreadable bytes are left as they are: the parser has found its way out of them.
pub(super) const MIN_BROKEN: usize = 1024;
/// A head that lacks no more than these tokens keeps its body: `TEST_CASE("x") {`.
const MAX_MISSING: usize = 2;
/// Most levels of braces that are looked into.
const MAX_DEPTH: usize = 24;
/// Most bytes that are parsed for each byte of the text.
const MAX_TIMES: usize = 12;

/// What stands between two braces, which says how one of its items is parsed by itself.
#[derive(Clone, Copy)]
enum Inside<'a> {
    /// A file, a namespace.
    Top,
    /// A class of this name, by which its constructors are told.
    Members(&'a str),
    /// A function.
    Statements,
}

/// What a tree of `text` does not read right, in bytes: the outermost unreadable regions, and what stands between the end of a block and the place
/// where the tree ends it.
pub(super) fn unread(text: &str, root: Node<'_>) -> Vec<(usize, usize)> {
    if !root.has_error() {
        return Vec::new();
    }
    let code = code(text);
    let closers = braces(&code);
    let ends: BTreeMap<usize, usize> = code
        .iter()
        .zip(&closers)
        .filter(|(token, end)| token.is(b'{') && **end != usize::MAX)
        .map(|(token, end)| (token.start, code[*end].start))
        .collect();
    let mut stack = vec![root];
    let mut found = Vec::new();
    while let Some(node) = stack.pop() {
        if node.is_error() || node.is_missing() {
            found.push((node.start_byte(), node.end_byte() + 1));
            continue;
        }
        let ended = node.child(0).filter(|it| it.kind() == "{").and_then(|open| ends.get(&open.start_byte()));
        if let Some(end) = ended
            && let Some(close) = syntax::all_children(node).last().filter(|it| it.kind() == "}")
            && close.start_byte() != *end
        {
            found.push((close.start_byte().min(*end), close.start_byte().max(*end)));
        }
        if node.has_error() {
            stack.extend(syntax::all_children(node));
        }
    }
    found
}

/// How many bytes stand in regions.
pub(super) fn length(regions: &[(usize, usize)]) -> usize {
    regions.iter().map(|(start, end)| end - start).sum()
}

/// `text` without the items that keep the grammar from reading others, and the bytes of those; `None` where there are none. `regions` are those that
/// are not read right; `broken` counts the bytes of a text that do not parse, `None` where the parser gave up.
pub(super) fn isolate(text: &str, regions: Vec<(usize, usize)>, broken: impl Fn(&str) -> Option<usize>) -> Option<(String, Vec<(usize, usize)>)> {
    if length(&regions) < MIN_BROKEN {
        return None;
    }
    let code = code(text);
    let mut search =
        Search { text, code: &code, closers: braces(&code), regions, broken, found: Vec::new(), left: text.len().saturating_mul(MAX_TIMES) };
    search.items(0, code.len(), Inside::Top, 0);
    let found = search.found;
    let mut bytes = text.as_bytes().to_vec();
    for (start, end) in &found {
        blank(&mut bytes, *start, *end);
    }
    if found.is_empty() { None } else { String::from_utf8(bytes).ok().map(|text| (text, found)) }
}

fn code(text: &str) -> Vec<Token> {
    tokens(text).into_iter().filter(|it| it.kind != TokenKind::Directive).collect()
}

/// For each opening brace, bracket or parenthesis the position of the one that closes it; a brace closes whatever stands open in it.
fn braces(code: &[Token]) -> Vec<usize> {
    let mut matching = vec![usize::MAX; code.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (position, token) in code.iter().enumerate() {
        let TokenKind::Punctuation(byte) = token.kind else { continue };
        let opener = match byte {
            b'(' | b'[' | b'{' => {
                open.push((position, byte));
                continue;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => continue,
        };
        if opener == b'{' {
            while open.last().is_some_and(|(_, byte)| *byte != b'{') {
                open.pop();
            }
        }
        if open.last().is_some_and(|(_, byte)| *byte == opener)
            && let Some((start, _)) = open.pop()
        {
            matching[start] = position;
        }
    }
    matching
}

struct Search<'a, F> {
    text: &'a str,
    code: &'a [Token],
    closers: Vec<usize>,
    regions: Vec<(usize, usize)>,
    broken: F,
    /// What is to be blanked, in bytes.
    found: Vec<(usize, usize)>,
    /// Bytes that may still be parsed.
    left: usize,
}

impl<'a, F: Fn(&str) -> Option<usize>> Search<'a, F> {
    /// Looks through the items between two tokens.
    fn items(&mut self, start: usize, end: usize, inside: Inside<'a>, depth: usize) {
        let mut at = start;
        while at < end {
            let (last, body) = self.item_end(at, end, inside);
            self.item(at, last, body, inside, depth);
            at = last + 1;
        }
    }

    /// The last token of the item that starts at a token, and the brace that opens its body.
    fn item_end(&self, start: usize, end: usize, inside: Inside<'_>) -> (usize, Option<usize>) {
        let mut at = start;
        let mut body = None;
        while at < end {
            let token = self.code[at];
            let closer = self.closers[at];
            if token.is(b';') {
                return (at, body);
            }
            if token.is(b':') && at == start + 1 && matches!(self.word(start), "public" | "private" | "protected") {
                return (at, body);
            }
            if token.is(b'{') && closer < end {
                let value = at > start && (self.code[at - 1].is_one_of(b"=,") || self.word(at - 1) == "return");
                if !value {
                    body.get_or_insert(at);
                    let declares = (start..at).any(|it| matches!(self.word(it), "typedef" | "struct" | "union" | "enum" | "class"));
                    if self.ends_behind(closer, end, inside, declares) {
                        return (closer, body);
                    }
                }
            }
            at = if closer < end { closer + 1 } else { at + 1 };
        }
        (end - 1, body)
    }

    /// Whether an item ends with the brace at a token.
    fn ends_behind(&self, brace: usize, end: usize, inside: Inside<'_>, declares: bool) -> bool {
        let next = brace + 1;
        if next >= end {
            return true;
        }
        let goes_on = match self.code[next].kind {
            TokenKind::Punctuation(byte) => matches!(byte, b';' | b',' | b'=' | b'(' | b')' | b'[' | b'.' | b'{' | b'*' | b'&' | b'?' | b':'),
            // `} name;`, `} __attribute__((packed)) name;`
            TokenKind::Word if declares && (self.word(next).starts_with("__") || (next + 1 < end && self.code[next + 1].is_one_of(b";,=["))) => true,
            TokenKind::Word => matches!(self.word(next), "else" | "catch") || (self.word(next) == "while" && matches!(inside, Inside::Statements)),
            _ => false,
        };
        !goes_on
    }

    /// Looks at one item, and into it where it does not parse.
    fn item(&mut self, first: usize, last: usize, body: Option<usize>, inside: Inside<'a>, depth: usize) {
        let (start, end) = (self.code[first].start, self.code[last].end);
        if !self.regions.iter().any(|(from, to)| start < *to && *from < end) || self.broken_alone(start, end, None, inside) == 0 {
            return;
        }
        let Some(open) = body.filter(|_| depth < MAX_DEPTH) else {
            self.found.push((start, end));
            return;
        };
        let close = self.closers[open];
        let head = &self.code[first..open];
        let has = |word: &str| head.iter().any(|it| it.text(self.text) == word);
        let called = head.iter().any(|it| it.is(b'('));
        let within = if has("namespace") || (has("extern") && !called) {
            Inside::Top
        } else if (has("class") || has("struct") || has("union")) && !head.last().is_some_and(|it| it.is(b')')) {
            Inside::Members(self.class_name(first, open))
        } else if has("enum") && !called {
            self.found.push((start, end));
            return;
        } else {
            Inside::Statements
        };
        let hole = (self.code[open].end, self.code[close].start);
        // A class or namespace whose head does not parse keeps what it holds.
        if matches!(within, Inside::Statements) && self.broken_alone(start, end, Some(hole), inside) > MAX_MISSING {
            self.found.push((start, end));
            return;
        }
        self.items(open + 1, close, within, depth + 1);
        if last > close {
            // `} else {`, `} catch (…) {`: the rest of the statement is looked at by the braces that it has.
            let mut at = close + 1;
            while at < last {
                if self.code[at].is(b'{') && self.closers[at] <= last {
                    self.items(at + 1, self.closers[at], within, depth + 1);
                    at = self.closers[at];
                }
                at += 1;
            }
        }
    }

    /// The name of the class whose head stands between two tokens.
    fn class_name(&self, first: usize, open: usize) -> &'a str {
        let Some(keyword) = (first..open).rev().find(|at| matches!(self.word(*at), "class" | "struct" | "union")) else { return "" };
        let words = (keyword + 1..open).take_while(|at| self.code[*at].kind == TokenKind::Word && self.word(*at) != "final");
        words.last().map_or("", |at| self.word(at))
    }

    fn word(&self, position: usize) -> &'a str {
        match self.code.get(position) {
            Some(token) if token.kind == TokenKind::Word => token.text(self.text),
            _ => "",
        }
    }

    /// How many bytes of an item do not parse by themselves, those in `without` left out.
    fn broken_alone(&mut self, start: usize, end: usize, without: Option<(usize, usize)>, inside: Inside<'_>) -> usize {
        let (head, tail) = match inside {
            Inside::Top => (String::new(), ""),
            Inside::Members(name) => (format!("struct {name} {{ "), " };"),
            Inside::Statements => ("void f() { ".to_owned(), " }"),
        };
        let item = match without {
            Some((from, to)) => format!("{head}{}{}{tail}", &self.text[start..from], &self.text[to..end]),
            None => format!("{head}{}{tail}", &self.text[start..end]),
        };
        let Some(left) = self.left.checked_sub(item.len()) else { return 0 };
        self.left = left;
        (self.broken)(&item).unwrap_or(item.len())
    }
}
