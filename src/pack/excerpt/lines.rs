//! What the lines of a text are, told without a tree: comments, attributes, headings, items of lists, lines that the next one goes on with. A cut ends behind none of these.

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Blank,
    /// A comment, or inside of one or of a string of several lines.
    Comment,
    /// An attribute or decorator of what follows.
    Attribute,
    /// It opens a block.
    Opens,
    /// An expression that the next line goes on with.
    GoesOn,
    Code,
}

/// Comments of several lines by how they start at the head of a line and end.
const COMMENTS: [(&str, &str); 4] = [("/*", "*/"), ("{/*", "*/}"), ("<!--", "-->"), ("=begin", "=end")];
/// Strings of several lines.
const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
/// What an expression does not end with.
const UNFINISHED: [&str; 14] = ["=", "(", "[", "<", "\\", "&&", "||", "=>", "->", "|", "&", " +", " and", " or"];

/// The kinds of lines, which start where no comment is open.
pub fn kinds(lines: &[&str]) -> Vec<Kind> {
    let mut until: Option<&str> = None;
    let mut kinds = Vec::with_capacity(lines.len());
    for line in lines.iter().map(|line| line.trim()) {
        let kind = if let Some(end) = until {
            let closed = line.split_once(end);
            if closed.is_some() {
                until = None;
            }
            match closed {
                // The end of a documenting string is one of a statement.
                Some(_) if QUOTES.contains(&end) => Kind::Code,
                Some((_, rest)) if !rest.trim().is_empty() => of_code(rest.trim()),
                _ => Kind::Comment,
            }
        } else if let Some((start, end)) = COMMENTS.iter().find(|(start, _)| begins(line, start)) {
            match line[start.len()..].split_once(end) {
                Some((_, rest)) if !rest.trim().is_empty() => of_code(rest.trim()),
                Some(_) => Kind::Comment,
                None => {
                    until = Some(end);
                    Kind::Comment
                }
            }
        } else if is_comment(line) {
            Kind::Comment
        } else if let Some(quote) = QUOTES.iter().find(|quote| times(line, quote) % 2 == 1) {
            until = Some(quote);
            Kind::Comment
        } else {
            of_code(line)
        };
        kinds.push(kind);
    }
    kinds
}

/// Whether a line begins with a mark. There are many lines and few that do, which one byte tells.
fn begins(line: &str, mark: &str) -> bool {
    line.as_bytes().first() == mark.as_bytes().first() && line.starts_with(mark)
}

/// How often a mark stands in a line. To look for it takes preparation, which is spared where its first byte is nowhere.
fn times(line: &str, mark: &str) -> usize {
    let is_there = mark.as_bytes().first().is_some_and(|first| line.as_bytes().contains(first));
    if is_there { line.matches(mark).count() } else { 0 }
}

/// Whether a line begins with a string of several lines, which documents what stands before it.
pub fn opens_string(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches(['r', 'R', 'u', 'U', 'f', 'F']);
    QUOTES.iter().any(|quote| line.starts_with(quote))
}

fn of_code(line: &str) -> Kind {
    if line.is_empty() {
        Kind::Blank
    } else if is_attribute(line) {
        Kind::Attribute
    } else if line.ends_with('{') {
        Kind::Opens
    } else if UNFINISHED.iter().any(|end| line.as_bytes().last() == end.as_bytes().last() && line.ends_with(end)) {
        Kind::GoesOn
    } else {
        Kind::Code
    }
}

/// Comments of one line, and lines of a longer one whose start is not there.
fn is_comment(line: &str) -> bool {
    // Whatever begins one is seen by its first byte.
    if !line.starts_with(['/', '*', ';', '#', '-']) {
        return false;
    }
    let behind = |mark: &str| line.strip_prefix(mark).map(|rest| rest.chars().next());
    let parted = |mark: &str| behind(mark).is_some_and(|next| next.is_none_or(char::is_whitespace));
    // `#include` and `#field` are code, `#[test]` is an attribute.
    let hash =
        behind("#").is_some_and(|next| next.is_none_or(|next| !next.is_alphabetic() && !matches!(next, '[' | '_')) && !line.starts_with("#!["));
    let dashes = behind("--").is_some_and(|next| next.is_none_or(|next| next.is_whitespace() || matches!(next, '-' | '[')));
    line.starts_with("//") || line.starts_with("*/") || line.starts_with(";;") || parted(";") || parted("*") || hash || dashes
}

/// `#[test]`, `@Override`, `@app.route("/")`, `[Fact]`, `[[nodiscard]]`, each alone on its line.
fn is_attribute(line: &str) -> bool {
    if let Some(name) = line.strip_prefix('@') {
        let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '-'));
        return rest.len() < name.len() && (rest.is_empty() || (rest.starts_with('(') && rest.ends_with([')', '(', ',', '{'])));
    }
    let bracketed = line.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '['));
    line.starts_with("#[") || line.starts_with("#![") || (bracketed && line.ends_with(']'))
}

/// Round and square brackets that a line opens beyond those it closes, outside of strings and characters.
pub fn balance(line: &str) -> i64 {
    let bytes = line.as_bytes();
    let (mut at, mut depth, mut quoted) = (0, 0i64, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            // A single quote also stands before lifetimes and within words; around one bracket it quotes that.
            b'\'' if !quoted && bytes.get(at + 2) == Some(&b'\'') => at += 2,
            b'(' | b'[' if !quoted => depth += 1,
            b')' | b']' if !quoted => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    depth
}

/// Whether prose may end behind the first `count` lines: with a paragraph or an item of a list, not with a heading or with what announces more.
pub fn ends_paragraph(lines: &[&str], count: usize) -> bool {
    let at_end = lines.get(count).is_none_or(|next| next.trim().is_empty() || is_item(next));
    let mut before = lines[..count.min(lines.len())].iter().rev().map(|line| line.trim()).skip_while(|line| line.is_empty());
    at_end && before.next().is_some_and(|last| !is_heading(last) && !last.ends_with(':'))
}

/// `## Title`, or what a title is underlined with.
fn is_heading(line: &str) -> bool {
    let hashes = line.trim_start_matches('#');
    let marked = hashes.len() < line.len() && (hashes.is_empty() || hashes.starts_with(' '));
    let underline = line.len() >= 2 && ["=", "-", "~", "^", "*"].iter().any(|mark| line.trim_matches(|c| mark.contains(c)).is_empty());
    marked || underline
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "));
    numbered || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

/// Whether a text holds a letter or a digit: brackets and commas alone tell nobody anything.
pub fn has_word(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Whether nearly every line of a text, which has so many, is an entry: a word, or one and a literal.
pub fn is_list(text: &str, lines: usize) -> bool {
    const MOST: usize = 90;
    let is_word = |part: &str| !part.contains(|c: char| c.is_whitespace() || matches!(c, '(' | '{' | '['));
    let is_literal =
        |value: &str| value.is_empty() || is_word(value) && value.starts_with(|c: char| matches!(c, '\'' | '"' | '`' | '-') || c.is_ascii_digit());
    let is_entry = |line: &str| {
        let line = line.trim_start_matches(['|', '-', '*', ' ', '\t']).trim_end_matches([',', ';', ' ', '\r']);
        let at = line.bytes().position(|byte| matches!(byte, b'=' | b':'));
        let (name, value) = at.map_or((line, ""), |at| (&line[..at], &line[at + 1..]));
        is_word(name.trim()) && has_word(name) && is_literal(value.trim())
    };
    let (mut all, mut others) = (0usize, 0usize);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        all += 1;
        others += usize::from(!is_entry(line));
        // Of most texts the first lines tell already that too many are none.
        if others * 100 > lines * (100 - MOST) {
            return false;
        }
    }
    others * 100 <= all * (100 - MOST)
}

/// Whether some line of a text is more than a comment, an attribute or the beginning of what other lines end.
pub fn has_statement(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    kinds(&lines).iter().any(|kind| matches!(kind, Kind::Code | Kind::Opens))
}

#[cfg(test)]
mod tests {
    use super::Kind::{Attribute, Blank, Code, Comment, GoesOn, Opens};
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let text = "/* one\n two\n*/\n@Override\nint a(\n  int b) {\n  // c\n  *p = 1;\n  /* d */ e();\n\n  --x;\n#include <a>\n#[test]\n# f\nx = \"\"\"g\nh\"\"\"\n@x = 1";
        let lines: Vec<&str> = text.lines().collect();
        let expected =
            [Comment, Comment, Comment, Attribute, GoesOn, Opens, Comment, Code, Code, Blank, Code, Code, Attribute, Comment, Comment, Code, Code];
        assert_eq!(kinds(&lines), expected);
    }

    #[test]
    fn a_list_has_an_entry_a_line() {
        let list = |line: &str| is_list(&format!("enum E {{\n{}}}", format!("{line}\n").repeat(30)), 32);
        for line in ["  | 'Accept-CH'", "  FOO,", "  FOO = 3,", "  \"a.b\": 1,", "- x"] {
            assert!(list(line), "{line}");
        }
        for line in ["  a = b(c);", "  return x", "  let a = 1;", "  case 1: return a;", "  foo: String,", "}"] {
            assert!(!list(line), "{line}");
        }
    }

    #[test]
    fn a_beginning_alone_is_no_statement() {
        for (text, expected) in [("res.set =", false), ("// a\n@Override", false), ("// a\nlet b = 1;", true), ("if a {", true)] {
            assert_eq!(has_statement(text), expected, "{text}");
        }
    }

    #[test]
    fn prose_does_not_end_with_what_announces_more() {
        let lines: Vec<&str> = "# Title\n\nWords and\nwords.\n\nChanges:\n\n- one\n  more\n- two\n\n## Next\n\nLast".lines().collect();
        let ends: Vec<usize> = (1..=lines.len()).filter(|count| ends_paragraph(&lines, *count)).collect();
        assert_eq!(ends, [4, 9, 10, 14]);
    }
}
