//! Classes of characters, as the pattern of the vocabulary tells them apart.

use crate::tables::RANGES;

/// Upper and title case letters.
pub const UPPER: u8 = 1;
/// Lower case letters.
pub const LOWER: u8 = 2;
/// Letters without case.
pub const OTHER: u8 = 4;
/// Combining marks.
pub const MARK: u8 = 8;
/// Numbers of every kind.
pub const NUMBER: u8 = 16;
/// White space.
pub const SPACE: u8 = 32;
/// Carriage return and line feed.
pub const NEWLINE: u8 = 64;
/// Every letter.
pub const LETTER: u8 = UPPER | LOWER | OTHER;
/// What a word may start with.
pub const HEAD: u8 = UPPER | OTHER | MARK;
/// What a word may go on with.
pub const TAIL: u8 = LOWER | OTHER | MARK;

const ASCII: [u8; 128] = ascii();

const fn ascii() -> [u8; 128] {
    let mut table = [0u8; 128];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => NUMBER,
            b'\n' | b'\r' => SPACE | NEWLINE,
            b' ' | 9 | 11 | 12 => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// The classes of a character.
pub fn class(character: char) -> u8 {
    let code = u32::from(character);
    if let Some(class) = ASCII.get(code as usize) {
        return *class;
    }
    let at = RANGES.partition_point(|(_, end, _)| *end < code);
    RANGES.get(at).filter(|(start, ..)| *start <= code).map_or(0, |(.., class)| *class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_table_agrees_with_the_full_one() {
        for code in 0..128u32 {
            let character = char::from_u32(code).unwrap();
            let full = RANGES.iter().find(|(start, end, _)| (*start..=*end).contains(&code)).map_or(0, |(.., class)| *class);
            assert_eq!(class(character), full, "{character:?}");
        }
        assert_eq!((class('Ä'), class('ß'), class('中'), class('\u{301}'), class('½'), class('\u{a0}')), (UPPER, LOWER, OTHER, MARK, NUMBER, SPACE));
    }
}
