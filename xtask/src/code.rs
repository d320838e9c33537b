//! Rust text without what is not code: comments, strings and test items become blanks, and paths are read from the rest.

/// `text` with comments and the insides of strings and characters blanked. Lines and columns stay.
pub fn strip(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < characters.len() {
        let end = skipped(&characters, at);
        if end > at {
            out.extend(characters[at..end].iter().map(|character| if *character == '\n' { '\n' } else { ' ' }));
            at = end;
        } else {
            out.push(characters[at]);
            at += 1;
        }
    }
    out
}

/// Stripped text in which the items under `#[cfg(test)]` are blank, too.
pub fn without_tests(stripped: &str) -> String {
    let mut out = stripped.to_owned();
    while let Some(start) = out.find("#[cfg(test)]") {
        let end = start + item_end(&out[start..]);
        let blank: String = out[start..end].chars().map(|character| if character == '\n' { '\n' } else { ' ' }).collect();
        out.replace_range(start..end, &blank);
    }
    out
}

/// One path as written: `crate::base::path`, with the line it starts on. Groups of a `use` are written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePath {
    pub line: usize,
    pub segments: Vec<String>,
}

/// Every path of stripped text that has more than one segment.
pub fn paths(stripped: &str) -> Vec<CodePath> {
    let tokens = tokens(stripped);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if matches!(tokens[at].1, Token::Word(_)) {
            at = read_path(&tokens, at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found.retain(|path| path.segments.len() > 1);
    found
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Colons,
    Sign(char),
}

fn tokens(stripped: &str) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    for (index, line) in stripped.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
            let (token, length) = if word > 0 {
                (Token::Word(rest[..word].to_owned()), word)
            } else if rest.starts_with("::") {
                (Token::Colons, 2)
            } else {
                (Token::Sign(first), first.len_utf8())
            };
            tokens.push((index + 1, token));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// Reads the path that starts at `at` behind `prefix`; returns where it ends.
fn read_path(tokens: &[(usize, Token)], mut at: usize, prefix: &[String], found: &mut Vec<CodePath>) -> usize {
    let line = tokens[at].0;
    let mut segments = prefix.to_vec();
    while let Some((_, Token::Word(word))) = tokens.get(at) {
        segments.push(word.clone());
        at += 1;
        if tokens.get(at).map(|token| &token.1) != Some(&Token::Colons) {
            found.push(CodePath { line, segments });
            return at;
        }
        at += 1;
    }
    match tokens.get(at).map(|token| &token.1) {
        Some(Token::Sign('{')) => read_group(tokens, at + 1, &segments, found),
        Some(Token::Sign('*')) => {
            segments.push("*".to_owned());
            found.push(CodePath { line, segments });
            at + 1
        }
        // `Vec::<u8>` and the like: the path so far is what counts.
        _ => {
            found.push(CodePath { line, segments });
            at
        }
    }
}

fn read_group(tokens: &[(usize, Token)], mut at: usize, prefix: &[String], found: &mut Vec<CodePath>) -> usize {
    while let Some((_, token)) = tokens.get(at) {
        at = match token {
            Token::Word(word) if word == "as" => at + 2,
            Token::Word(_) => read_path(tokens, at, prefix, found),
            Token::Sign('*') => {
                let segments = prefix.iter().cloned().chain(["*".to_owned()]).collect();
                found.push(CodePath { line: tokens[at].0, segments });
                at + 1
            }
            Token::Sign('}') => return at + 1,
            Token::Sign(_) | Token::Colons => at + 1,
        };
    }
    at
}

/// The end of the comment, string or character that starts at `at`, or `at` when none does. The quotes of a string go with it.
fn skipped(text: &[char], at: usize) -> usize {
    let next = text.get(at + 1).copied();
    let inside_word = at > 0 && (text[at - 1].is_alphanumeric() || text[at - 1] == '_');
    match text[at] {
        '/' if next == Some('/') => text[at..].iter().position(|character| *character == '\n').map_or(text.len(), |length| at + length),
        '/' if next == Some('*') => block_end(text, at),
        '"' => quote_end(text, at + 1),
        'r' | 'b' | 'c' if !inside_word => prefixed_end(text, at),
        '\'' => character_end(text, at),
        _ => at,
    }
}

fn block_end(text: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}

fn quote_end(text: &[char], mut at: usize) -> usize {
    while at < text.len() {
        match text[at] {
            '"' => return at + 1,
            '\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br#"…"#`, `c"…"`, `b'…'`; `start` where it is a plain word.
fn prefixed_end(text: &[char], start: usize) -> usize {
    let mut at = start;
    let mut raw = false;
    while let Some('r' | 'b' | 'c') = text.get(at)
        && at < start + 2
    {
        raw |= text[at] == 'r';
        at += 1;
    }
    let hashes = text[at..].iter().take_while(|character| **character == '#').count();
    match text.get(at + hashes) {
        Some('"') if raw => {
            let mut at = at + hashes + 1;
            while at < text.len() {
                if text[at] == '"' && text[at + 1..].iter().take(hashes).filter(|character| **character == '#').count() == hashes {
                    return at + 1 + hashes;
                }
                at += 1;
            }
            text.len()
        }
        Some('"') if hashes == 0 => quote_end(text, at + 1),
        Some('\'') if hashes == 0 && !raw => character_end(text, at),
        _ => start,
    }
}

/// The end of a character literal; `start` for a lifetime.
fn character_end(text: &[char], start: usize) -> usize {
    match (text.get(start + 1), text.get(start + 2)) {
        (Some('\\'), _) => text[start + 3..].iter().position(|character| *character == '\'').map_or(text.len(), |length| start + 3 + length + 1),
        (Some(_), Some('\'')) => start + 3,
        _ => start,
    }
}

/// Where the item that starts with an attribute ends: after its block, or its semicolon.
fn item_end(text: &str) -> usize {
    let mut depth = 0usize;
    let mut brackets = 0usize;
    for (index, character) in text.char_indices() {
        match character {
            '[' | '(' => brackets += 1,
            ']' | ')' => brackets = brackets.saturating_sub(1),
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && brackets == 0 {
                    return index + 1;
                }
            }
            ';' if depth == 0 && brackets == 0 => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_left() {
        let check = |text: &str, expected: &str| {
            let left: String = strip(text).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(left, expected, "{text}");
        };
        check("a // b\nc /* d /* e */ f */ g", "a c g");
        check(r##"x("a\"b", r#"c " d"#, b"e", br"f\", c"g")"##, "x( , , , , )");
        check(r"['a', '\'', '\u{41}', b'x'] fn f<'a>(x: &'a str)", "[ , , , ] fn f<'a>(x: &'a str)");
        check("r#type rest \"\"", "r#type rest");
    }

    #[test]
    fn test_items_go_and_the_rest_stays() {
        let left = without_tests("a\n#[cfg(test)]\nmod tests { fn f() { [1; 2] } }\nb\n#[cfg(test)]\nmod tests;\nc");
        assert_eq!(left.split_whitespace().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(left.lines().count(), 7);
    }

    #[test]
    fn groups_are_written_out() {
        let found: Vec<String> = paths("use a::{b, c::{self, d as e}};\nlet x: f::g = h::<u8>();\nuse i::*;")
            .into_iter()
            .map(|path| format!("{} {}", path.line, path.segments.join("::")))
            .collect();
        assert_eq!(found, ["1 a::b", "1 a::c::self", "1 a::c::d", "2 f::g", "3 i::*"]);
    }
}
