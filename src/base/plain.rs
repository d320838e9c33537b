//! Text that a terminal shows and does not obey, and a line that stays one: names and sources of others may hold commands, line ends and marks that turn
//! the direction of reading.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text whose control characters are spelled `\u001b`, as JSON spells them, so that JSON stays what it is. Line ends, tabs and page breaks stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    spelled::<true>(text)
}

/// The same without line ends, tabs and page breaks: no name of a file makes two lines of one.
pub fn line(text: &str) -> Cow<'_, str> {
    spelled::<false>(text)
}

/// Bytes that are looked at together: a processor compares as many at once.
const STRIDE: usize = 64;

fn spelled<const LINES: bool>(text: &str) -> Cow<'_, str> {
    let mut spelled = String::new();
    let mut kept = 0;
    for (start, stride) in (0..).step_by(STRIDE).zip(text.as_bytes().chunks(STRIDE)) {
        if !stride.iter().fold(false, |any, byte| any | may_hide::<LINES>(*byte)) {
            continue;
        }
        for at in (start..).zip(stride).filter(|(_, byte)| may_hide::<LINES>(**byte)).map(|(at, _)| at) {
            // None of these bytes stands inside of a character.
            let mut letters = text.get(at..).unwrap_or_default().chars();
            let Some(letter) = letters.next().filter(|letter| is_hidden(*letter)) else { continue };
            let ends_line = LINES && letter == '\r' && letters.next() == Some('\n');
            if !ends_line {
                spelled.push_str(text.get(kept..at).unwrap_or_default());
                // Writing into a string cannot fail.
                let _ = write!(spelled, "\\u{:04x}", u32::from(letter));
                kept = at + letter.len_utf8();
            }
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    spelled.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(spelled)
}

/// Whether a hidden character that does not stay may begin with this byte: one below a space, or one of four that begin all others.
#[inline]
fn may_hide<const LINES: bool>(byte: u8) -> bool {
    match byte {
        b'\n' | b'\t' | 0x0c => !LINES,
        0..b' ' | 0x7f | 0xc2 | 0xd8 | 0xe2 => true,
        _ => false,
    }
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
    fn every_hidden_character_begins_with_a_byte_that_is_looked_at() {
        let mut buffer = [0; 4];
        let mut hidden = (char::MIN..=char::MAX).filter(|letter| is_hidden(*letter));
        assert!(hidden.all(|letter| may_hide::<false>(letter.encode_utf8(&mut buffer).as_bytes()[0])));
    }

    #[test]
    fn what_is_hidden_is_found_wherever_it_stands() {
        for before in 0..2 * STRIDE {
            let text = format!("{}\u{1b}\u{e9}\u{202e}\u{2014}{}\u{9b}", "x".repeat(before), "\u{e2}".repeat(before));
            let expected = format!("{}\\u001b\u{e9}\\u202e\u{2014}{}\\u009b", "x".repeat(before), "\u{e2}".repeat(before));
            assert_eq!(plain(&text), expected);
        }
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
