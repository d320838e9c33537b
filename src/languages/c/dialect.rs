//! Tells C++ headers from C headers by their words, and C from what else is called like its fragments.

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

/// Words that begin declarations and that few other languages begin lines with.
const BEGINNINGS: &[&str] =
    &["char", "const", "enum", "extern", "inline", "int", "long", "short", "static", "struct", "typedef", "union", "unsigned", "void"];

/// Directives of C.
const DIRECTIVES: &[&str] = &["define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line", "pragma", "undef", "warning"];

/// Words that Pascal and assembler put in front of names or behind them.
const FOREIGN: &[&str] = &["equ", "function", "procedure", "struc", "then"];

/// Whether a text of which the name does not tell the language is C: it declares something, or consists of directives, and nothing in it is foreign to C.
pub fn reads_as_c(head: &str) -> bool {
    let all = tokens(head);
    let mut declares = false;
    let mut only_directives = !all.is_empty();
    let mut begins = true;
    for (position, token) in all.iter().enumerate() {
        let text = token.text(head);
        match token.kind {
            TokenKind::Directive => {
                let line = text.trim_start_matches('#').trim_start();
                let word = line.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
                // A comment of another language begins with the mark, a word and prose.
                if !DIRECTIVES.contains(&word) || (text.starts_with("# ") && word == "define" && !defines(line)) {
                    return false;
                }
                begins = true;
                continue;
            }
            TokenKind::Word => {
                if FOREIGN.contains(&text) && all.get(position + 1).is_some_and(|it| matches!(it.kind, TokenKind::Word | TokenKind::Literal)) {
                    return false;
                }
                declares |= begins && BEGINNINGS.contains(&text) && declares_something(&all[position + 1..]);
            }
            TokenKind::Punctuation(b'@' | b'$' | b'`') => return false,
            // Lines of assembler begin so, and Pascal gives values so.
            TokenKind::Punctuation(b'.' | b'%' | b';') if begins && position > 0 && !all[position - 1].is_one_of(b"};") => return false,
            TokenKind::Punctuation(b'.' | b'%' | b';') if position == 0 => return false,
            TokenKind::Punctuation(b':') if all.get(position + 1).is_some_and(|it| it.is(b'=')) => return false,
            _ => {}
        }
        only_directives = false;
        begins = token.is_one_of(b";}");
    }
    declares || only_directives
}

/// `define NAME` in capitals or with parameters, as no prose goes on.
fn defines(line: &str) -> bool {
    let name = line.trim_start_matches("define").trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    !name.is_empty() && (!name.contains(|c: char| c.is_ascii_lowercase()) || line.contains('('))
}

/// Whether a word or star stands next, and what ends or opens a declaration behind it.
fn declares_something(behind: &[Token]) -> bool {
    let words =
        behind.iter().take_while(|it| it.kind == TokenKind::Word || it.is_one_of(b"*&<>,") || it.is(SCOPE) || it.kind == TokenKind::Literal).count();
    let ends = behind.get(words).is_some_and(|it| it.is_one_of(b";{([") || (words > 1 && it.is(b'=')));
    behind.first().is_some_and(|it| it.kind == TokenKind::Word || it.is(b'*')) && words > 0 && ends
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
