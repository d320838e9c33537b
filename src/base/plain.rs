//! Text that a terminal shows and does not obey, and a line that stays one: names and sources of others may hold commands, line ends and marks that turn
//! the direction of reading.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text whose control characters are spelled `\u001b`, as JSON spells them, so that JSON stays what it is. Line ends, tabs and page breaks stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    spelled(text, &|letter, next| matches!(letter, '\n' | '\t' | '\u{c}') || (letter == '\r' && next == Some('\n')))
}

/// The same without line ends, tabs and page breaks: no name of a file makes two lines of one.
pub fn line(text: &str) -> Cow<'_, str> {
    spelled(text, &|_, _| false)
}

fn spelled<'a>(text: &'a str, stays: &dyn Fn(char, Option<char>) -> bool) -> Cow<'a, str> {
    if !text.contains(|letter| is_hidden(letter) && !stays(letter, None)) {
        return Cow::Borrowed(text);
    }
    let mut spelled = String::with_capacity(text.len() + 16);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if is_hidden(letter) && !stays(letter, letters.peek().copied()) {
            // Writing into a string cannot fail.
            let _ = write!(spelled, "\\u{:04x}", u32::from(letter));
        } else {
            spelled.push(letter);
        }
    }
    Cow::Owned(spelled)
}

/// What is not seen itself and changes how others are: control characters, ends of lines and paragraphs, marks and embeddings of direction.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_terminal_are_spelled_and_text_stays() {
        for (text, expected) in [
            ("a\tb\nc\r\nd \u{e9}", "a\tb\nc\r\nd \u{e9}"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u001b[31mred\\u001b[0m"),
            ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"),
            ("\u{9b}31m \u{7f} \u{8}", "\\u009b31m \\u007f \\u0008"),
            ("over\rwritten", "over\\u000dwritten"),
            ("page\u{c}break", "page\u{c}break"),
            ("user\u{202e}nimda\u{2066}", "user\\u202enimda\\u2066"),
        ] {
            assert_eq!(plain(text), expected);
        }
        assert!(matches!(plain("a\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_line_stays_one() {
        for (text, expected) in [
            ("a b/c.rs:1", "a b/c.rs:1"),
            ("a\n=== b.rs:1:2\tprimary", "a\\u000a=== b.rs:1:2\\u0009primary"),
            ("a\u{2028}b\u{85}c\r\n", "a\\u2028b\\u0085c\\u000d\\u000a"),
        ] {
            assert_eq!(line(text), expected);
        }
    }
}
