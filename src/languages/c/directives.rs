//! Directives that no grammar can read: conditionals that open a brace in one branch and close it in another, comments inside of definitions.

use std::collections::BTreeMap;

use super::lexer::{Token, TokenKind};
use super::mask::{blank, is_macro_name};

/// Most tokens that are looked back over for the start of a template head.
const MAX_BACK: usize = 256;

/// Blanks comments inside of directives of several lines, which end them for the grammar.
pub(super) fn comments_in_directives(text: &str, all: &[Token], bytes: &mut [u8]) {
    for token in all.iter().filter(|it| it.kind == TokenKind::Directive) {
        let line = token.text(text);
        let mut from = 0;
        while line.contains('\n')
            && let Some(open) = line[from..].find("/*").map(|at| from + at)
            && let Some(close) = line[open..].find("*/").map(|at| open + at + 2)
        {
            blank(bytes, token.start + open, token.start + close);
            from = close;
        }
    }
}

/// Puts a number for the header in `#if __has_include(<header>)`.
pub(super) fn headers_asked_for(text: &str, all: &[Token], bytes: &mut [u8]) {
    for token in all.iter().filter(|it| it.kind == TokenKind::Directive) {
        let line = token.text(text);
        for (at, word) in line.match_indices("__has_include") {
            let rest = &line[at + word.len()..];
            if let Some(open) = rest.find('<')
                && let Some(close) =
                    rest.find('>').filter(|close| open < *close && rest[..open].trim_matches([' ', '(', '_', 'n', 'e', 'x', 't']).is_empty())
            {
                let start = token.start + at + word.len();
                blank(bytes, start + open, start + close + 1);
                bytes[start + open] = b'0';
            }
        }
    }
}

/// Moves the mark that continues a string in front of the end of its line where that is two bytes long, of which grammars know the second alone.
pub(super) fn continued_strings(text: &str, all: &[Token], bytes: &mut [u8]) {
    for literal in all.iter().filter(|it| it.kind == TokenKind::Literal && !it.text(text).starts_with(|first: char| first.is_alphabetic())) {
        for (at, _) in literal.text(text).match_indices("\\\r\n") {
            let start = literal.start + at;
            bytes[start..start + 3].copy_from_slice(b" \\\n");
        }
    }
}

/// A conditional as far as it is read.
struct Conditional {
    /// The bytes of its directives.
    directives: Vec<(usize, usize)>,
    /// How many more braces and parentheses each branch opens than it closes.
    balances: Vec<i32>,
    /// The grammar cannot read its branches side by side.
    odd: bool,
    /// The first branch is dead (`#if 0`).
    zero: bool,
    /// The macro that it asks for alone, and whether its first branch is for where that is defined.
    asks: Option<(String, bool)>,
}

/// What was taken to be defined, or not, where a branch was kept for it: what one conditional opens another one on the same macro closes.
type Taken = BTreeMap<String, bool>;

/// Keeps one branch of each conditional whose branches leave braces open or that meets an unread region, and blanks its directives.
pub(super) fn conditionals(text: &str, all: &[Token], unread: &[(usize, usize)], bytes: &mut [u8]) {
    let mut open: Vec<Conditional> = Vec::new();
    let mut taken = Taken::new();
    let mut before: [Option<Token>; 2] = [None; 2];
    let mut parens = 0usize;
    for (position, token) in all.iter().enumerate() {
        if token.kind != TokenKind::Directive {
            if let Some(top) = open.last_mut() {
                // `#if X`, `else {`: the statement goes on in the branch.
                top.odd |= all[position - 1].kind == TokenKind::Directive && token.text(text) == "else";
                top.count(*token);
            }
            before = [before[1], Some(*token)];
            if token.is(b'(') {
                parens += 1;
            } else if token.is(b')') {
                parens = parens.saturating_sub(1);
            }
            continue;
        }
        let line = token.text(text).trim_start_matches('#').trim_start();
        let directive = (token.start, token.end);
        if let Some(rest) = line.strip_prefix("if") {
            let odd = parens > 0 || interrupts(text, before) || in_template_head(text, &all[..position]);
            open.push(Conditional { directives: vec![directive], balances: vec![0], odd, zero: rest.trim() == "0", asks: asks_for(rest) });
            continue;
        }
        let ends = line.starts_with("endif");
        let Some(mut top) = open.pop_if(|_| ends || line.starts_with("el")) else { continue };
        top.odd |= breaks_off(text, before, &top.directives, &all[..position]) || top.balances.last() != Some(&0);
        top.directives.push(directive);
        if !ends {
            top.balances.push(0);
            open.push(top);
            continue;
        }
        // `#endif` between a head and its body.
        top.odd |= before[1].is_some_and(|it| it.is(b')')) && all.get(position + 1).is_some_and(|it| it.is(b'{'));
        let start = top.directives.first().map_or(token.start, |(start, _)| *start);
        top.odd |= unread.iter().any(|(from, to)| start < *to && *from < token.end);
        if top.odd {
            let kept = keep_one(&top, &mut taken, bytes);
            if let Some(outer) = open.last_mut().and_then(|it| it.balances.last_mut()) {
                *outer += kept;
            }
        }
    }
}

impl Conditional {
    /// Counts a token of the present branch.
    fn count(&mut self, token: Token) {
        let step = i32::from(token.is_one_of(b"{(")) - i32::from(token.is_one_of(b"})"));
        if let Some(last) = self.balances.last_mut() {
            *last += step;
        }
    }
}

/// Whether a conditional after these two tokens stands inside a statement or head.
fn interrupts(text: &str, before: [Option<Token>; 2]) -> bool {
    match before {
        [_, Some(last)] if last.kind == TokenKind::Word => {
            matches!(
                last.text(text),
                "bool"
                    | "char"
                    | "class"
                    | "const"
                    | "constexpr"
                    | "double"
                    | "enum"
                    | "float"
                    | "inline"
                    | "int"
                    | "long"
                    | "return"
                    | "short"
                    | "signed"
                    | "static"
                    | "struct"
                    | "typename"
                    | "union"
                    | "unsigned"
                    | "using"
                    | "void"
            )
        }
        [Some(first), Some(second)] if second.is(b':') => first.is(b')'),
        [_, Some(last)] if last.kind == TokenKind::Literal => true,
        [_, Some(last)] => matches!(last.kind, TokenKind::Punctuation(b'=' | b'|' | b'&' | b'+' | b'?' | b'-' | b'<')),
        _ => false,
    }
}

/// Whether tokens end inside of `template <…`, behind one of its commas.
fn in_template_head(text: &str, before: &[Token]) -> bool {
    let code = before.iter().rev().filter(|it| it.kind != TokenKind::Directive);
    let mut code = code.take(MAX_BACK).take_while(|it| !matches!(it.kind, TokenKind::Punctuation(b';' | b'{' | b'}'))).peekable();
    if !code.peek().is_some_and(|it| it.is(b',') || it.is(b'<')) {
        return false;
    }
    let mut depth = 0_i32;
    for token in code {
        match token.kind {
            TokenKind::Punctuation(b'<') => depth += 1,
            TokenKind::Punctuation(b'>') => depth -= 1,
            // A head may stand inside of another, whole: `template <template <class> class C,`.
            TokenKind::Word if depth > 0 && token.text(text) == "template" => return true,
            _ => {}
        }
    }
    false
}

/// Whether the branch that a token ends, the last of some directives in front of it, leaves a statement or head unfinished.
fn breaks_off(text: &str, before: [Option<Token>; 2], directives: &[(usize, usize)], all: &[Token]) -> bool {
    let Some(last) = before[1].filter(|it| directives.last().is_some_and(|(_, end)| it.start >= *end)) else { return false };
    match last.kind {
        // A macro in capitals may be whole by itself.
        TokenKind::Word => !is_macro_name(last.text(text)),
        // A label is part of what follows it.
        TokenKind::Punctuation(b':') => {
            before[0].is_some_and(|it| it.kind == TokenKind::Word && !matches!(it.text(text), "public" | "private" | "protected"))
        }
        TokenKind::Punctuation(b')') => waits_for_statement(text, all),
        TokenKind::Punctuation(byte) => matches!(byte, b'>' | b'=' | b'|' | b'&' | b'+' | b'?' | b'-' | b'<'),
        _ => false,
    }
}

/// Whether the parentheses that tokens end with are those of an `if` or a loop.
fn waits_for_statement(text: &str, all: &[Token]) -> bool {
    let mut code = all.iter().rev().take(MAX_BACK).filter(|it| it.kind != TokenKind::Directive);
    let mut depth = 0_i32;
    for token in code.by_ref() {
        match token.kind {
            TokenKind::Punctuation(b')') => depth += 1,
            TokenKind::Punctuation(b'(') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    code.next().is_some_and(|it| matches!(it.text(text), "if" | "for" | "while" | "switch"))
}

/// The macro of `ifdef X`, `ifndef X`, `if defined(X)`, `if !defined(X)`, of which the leading `if` is cut off; and whether it is to be defined.
pub(super) fn asks_for(condition: &str) -> Option<(String, bool)> {
    let (rest, defined) = match (condition.strip_prefix("def"), condition.strip_prefix("ndef")) {
        (Some(rest), _) => (rest, true),
        (_, Some(rest)) => (rest, false),
        _ => {
            let rest = condition.trim();
            let (rest, defined) = rest.strip_prefix('!').map_or((rest, true), |rest| (rest.trim_start(), false));
            let name = rest.strip_prefix("defined")?.trim();
            (name.strip_prefix('(').map_or(name, |name| name.strip_suffix(')').unwrap_or(name)), defined)
        }
    };
    let name = rest.split("/*").next().unwrap_or(rest).split("//").next().unwrap_or(rest).trim();
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    is_name.then(|| (name.to_owned(), defined))
}

/// Keeps one branch, the first where nothing speaks for another, or none of a conditional without one that fits what was taken before; how many braces and
/// parentheses that leaves open.
fn keep_one(conditional: &Conditional, taken: &mut Taken, bytes: &mut [u8]) -> i32 {
    let second = match &conditional.asks {
        Some((name, defined)) => taken.entry(name.clone()).or_insert(*defined) != defined,
        None => conditional.zero && conditional.balances.len() > 1,
    };
    let kept = usize::from(second);
    for (index, pair) in conditional.directives.windows(2).enumerate() {
        blank(bytes, pair[0].0, pair[0].1);
        if index != kept {
            blank(bytes, pair[0].1, pair[1].0);
        }
    }
    if let Some(last) = conditional.directives.last() {
        blank(bytes, last.0, last.1);
    }
    conditional.balances.get(kept).copied().unwrap_or(0)
}
