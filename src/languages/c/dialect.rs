//! Tells C++ headers from C headers by their words.

use super::lexer::{SCOPE, Token, TokenKind, tokens};

/// Whether the text of a `.h` file is C++. Comments, strings and what stands under `#ifdef __cplusplus` say nothing: C headers
/// that serve C++ callers as well are C.
pub fn looks_like_cpp(head: &str) -> bool {
    let tokens = tokens(head);
    let mut conditionals: Vec<bool> = Vec::new();
    for (position, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::Directive {
            directive(token.text(head), &mut conditionals);
            if !conditionals.contains(&true) && includes_cpp(token.text(head)) {
                return true;
            }
        } else if !conditionals.contains(&true) && shows_cpp(head, &tokens, position) {
            return true;
        }
    }
    false
}

/// Keeps the stack of open conditionals: `true` where only a C++ compiler reads on.
fn directive(line: &str, conditionals: &mut Vec<bool>) {
    let words: Vec<&str> = line.trim_start_matches('#').split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let Some(first) = words.first().copied() else { return };
    let only_cpp = matches!(first, "if" | "ifdef" | "elif") && words.contains(&"__cplusplus") && !line.contains('!');
    match first {
        "if" | "ifdef" | "ifndef" => conditionals.push(only_cpp),
        "elif" | "else" => {
            if let Some(top) = conditionals.last_mut() {
                *top = only_cpp;
            }
        }
        "endif" => {
            conditionals.pop();
        }
        _ => {}
    }
}

/// Standard headers without an extension exist in C++ only.
fn includes_cpp(line: &str) -> bool {
    let Some(rest) = line.trim_start_matches('#').trim_start().strip_prefix("include") else { return false };
    let rest = rest.trim();
    rest.strip_prefix('<').and_then(|it| it.split_once('>')).is_some_and(|(name, _)| super::headers::is_cpp_header(name))
}

fn shows_cpp(text: &str, tokens: &[Token], position: usize) -> bool {
    let next = tokens.get(position + 1);
    let next_is_word = next.is_some_and(|it| it.kind == TokenKind::Word);
    let token = &tokens[position];
    let previous_ends = position == 0 || tokens.get(position - 1).is_some_and(|it| it.kind == TokenKind::Directive || it.is_one_of(b";{}>:"));
    match token.kind {
        TokenKind::Punctuation(SCOPE) => next_is_word,
        TokenKind::Word => match token.text(text) {
            "class" | "namespace" => previous_ends && (next_is_word || next.is_some_and(|it| it.is(b'{'))),
            "template" => next.is_some_and(|it| it.is(b'<')),
            "using" => previous_ends && next_is_word,
            "enum" => next_is_word && says_its_type(tokens, position + 2),
            "public" | "private" | "protected" => previous_ends && next.is_some_and(|it| it.is(b':')),
            "constexpr" | "static_cast" | "reinterpret_cast" | "noexcept" | "nullptr" => next.is_some(),
            "virtual" => previous_ends && next.is_some(),
            "operator" => next.is_some_and(|it| !it.is_one_of(b";,)[=")) && !previous_ends,
            _ => false,
        },
        _ => false,
    }
}

/// `enum Name : type {`
fn says_its_type(tokens: &[Token], colon: usize) -> bool {
    let Some((first, behind)) = tokens.get(colon..).and_then(|it| it.split_first()) else { return false };
    let words = behind.iter().take_while(|it| it.kind == TokenKind::Word).count();
    first.is(b':') && words > 0 && behind.get(words).is_some_and(|it| it.is(b'{'))
}
