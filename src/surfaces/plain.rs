//! Text that a terminal shows and does not obey: names and sources of others may hold its commands.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text whose control characters are spelled `\u001b`, as JSON spells them, so that JSON stays what it is. Line ends, tabs and page breaks stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(|it: char| it.is_control() && !"\n\t".contains(it)) {
        return Cow::Borrowed(text);
    }
    let mut spelled = String::with_capacity(text.len() + 16);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let stays = matches!(letter, '\n' | '\t' | '\u{c}') || (letter == '\r' && letters.peek() == Some(&'\n'));
        if letter.is_control() && !stays {
            // Writing into a string cannot fail.
            let _ = write!(spelled, "\\u{:04x}", u32::from(letter));
        } else {
            spelled.push(letter);
        }
    }
    Cow::Owned(spelled)
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
        ] {
            assert_eq!(plain(text), expected);
        }
        assert!(matches!(plain("a\tb\n"), Cow::Borrowed(_)));
    }
}
