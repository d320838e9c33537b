//! Directives that no grammar can read: conditionals that open a brace in one branch and close it in another, comments inside of definitions.

use super::lexer::{Token, TokenKind};
use super::mask::blank;

/// Blanks comments inside of directives of several lines, which end them for the grammar.
pub(super) fn comments_in_directives(text: &str, all: &[Token], bytes: &mut [u8]) -> bool {
    let mut touched = false;
    for token in all.iter().filter(|it| it.kind == TokenKind::Directive) {
        let line = token.text(text);
        let mut from = 0;
        while line.contains('\n')
            && let Some(open) = line[from..].find("/*").map(|at| from + at)
            && let Some(close) = line[open..].find("*/").map(|at| open + at + 2)
        {
            blank(bytes, token.start + open, token.start + close);
            touched = true;
            from = close;
        }
    }
    touched
}

/// Branch of an open conditional.
struct Conditional {
    directives: Vec<(usize, usize)>,
    balances: Vec<i32>,
    odd: bool,
    /// The first branch is dead (`#if 0`).
    zero: bool,
}

/// Keeps one branch of each conditional whose branches leave braces open, and blanks its directives.
pub(super) fn conditionals(text: &str, all: &[Token], bytes: &mut [u8]) -> bool {
    let mut open: Vec<Conditional> = Vec::new();
    let mut touched = false;
    let mut before: [Option<Token>; 2] = [None; 2];
    let mut parens = 0usize;
    for token in all {
        if token.kind != TokenKind::Directive {
            before = [before[1], Some(*token)];
            if token.is(b'(') {
                parens += 1;
            } else if token.is(b')') {
                parens = parens.saturating_sub(1);
            }
        }
        match token.kind {
            TokenKind::Punctuation(byte @ (b'{' | b'}' | b'(' | b')')) => {
                let step = if byte == b'{' || byte == b'(' { 1 } else { -1 };
                if let Some(last) = open.last_mut().and_then(|it| it.balances.last_mut()) {
                    *last += step;
                }
            }
            TokenKind::Directive => {
                let line = token.text(text).trim_start_matches('#').trim_start();
                if line.starts_with("if") {
                    let zero = line.strip_prefix("if").is_some_and(|rest| rest.trim() == "0");
                    open.push(Conditional {
                        directives: vec![(token.start, token.end)],
                        balances: vec![0],
                        odd: parens > 0 || interrupts(before),
                        zero,
                    });
                } else if line.starts_with("el") {
                    if let Some(top) = open.last_mut() {
                        top.odd |= top.balances.last() != Some(&0);
                        top.directives.push((token.start, token.end));
                        top.balances.push(0);
                    }
                } else if line.starts_with("endif")
                    && let Some(mut top) = open.pop()
                {
                    top.odd |= top.balances.last() != Some(&0);
                    top.directives.push((token.start, token.end));
                    if top.odd {
                        touched = true;
                        let kept = keep_one(&top, bytes);
                        if let Some(outer) = open.last_mut().and_then(|it| it.balances.last_mut()) {
                            *outer += kept;
                        }
                    }
                }
            }
            _ => {}
        }
    }
    touched
}

/// Whether a conditional after these two tokens stands inside a statement or head.
fn interrupts(before: [Option<Token>; 2]) -> bool {
    match before {
        [Some(first), Some(second)] if second.is(b':') => first.is(b')'),
        [_, Some(last)] => matches!(last.kind, TokenKind::Punctuation(b'=' | b'|' | b'&' | b'+' | b'?' | b'-' | b'<')),
        _ => false,
    }
}

fn keep_one(conditional: &Conditional, bytes: &mut [u8]) -> i32 {
    let kept = usize::from(conditional.zero && conditional.balances.len() > 1);
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
