//! From bytes to text. Spans are of the text made here, not of the bytes on disk, so a byte order mark shifts nothing.

use std::borrow::Cow;

use crate::base::codes::{self, Code};

/// How far into a file a NUL byte makes it binary.
const SNIFFED: usize = 8 << 10;

/// How the bytes were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    Utf8,
    /// UTF-8 behind a byte order mark.
    Utf8Bom,
    Utf16Le,
    Utf16Be,
    /// Not UTF-8: every byte stands for the character of its number.
    Latin1,
    /// Not text.
    Binary,
}

/// A file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// Empty for binaries.
    pub text: Cow<'a, str>,
    pub encoding: Encoding,
    /// What was lost or guessed on the way.
    pub problem: Option<&'static Code>,
}

/// The text of `bytes`.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest, Encoding::Utf8Bom),
        // The mark of UTF-32, which nobody writes sources in, starts with that of UTF-16.
        [0xff, 0xfe, 0, 0, ..] => binary(),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, Encoding::Utf16Le),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, Encoding::Utf16Be),
        _ => utf8(bytes, Encoding::Utf8),
    }
}

fn utf8(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    if head.contains(&0) {
        return binary();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded { text: Cow::Borrowed(text), encoding, problem: None },
        Err(_) if is_noise(head) => binary(),
        Err(_) => {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            Decoded { text: Cow::Owned(text), encoding: Encoding::Latin1, problem: Some(&codes::P_LATIN1) }
        }
    }
}

/// Compressed data may go without a NUL for long, but not without other control characters, which text in any old encoding lacks.
fn is_noise(head: &[u8]) -> bool {
    let control = head.iter().filter(|byte| matches!(byte, 1..=8 | 14..=26 | 28..=31 | 127)).count();
    control * 20 > head.len()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, encoding: Encoding) -> Decoded<'_> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    if units.clone().take(SNIFFED / 2).any(|unit| unit == 0) {
        return binary();
    }
    let mut broken = !odd.is_empty();
    let mut text = String::with_capacity(bytes.len());
    for character in char::decode_utf16(units) {
        broken |= character.is_err();
        text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !odd.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Decoded { text: Cow::Owned(text), encoding, problem: broken.then_some(&codes::P_UTF16) }
}

fn binary() -> Decoded<'static> {
    Decoded { text: Cow::Borrowed(""), encoding: Encoding::Binary, problem: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], text: &str, encoding: Encoding, problem: Option<&str>) {
        let decoded = decode(bytes);
        assert_eq!((&*decoded.text, decoded.encoding, decoded.problem.map(|code| code.name)), (text, encoding, problem), "{bytes:?}");
    }

    #[test]
    fn every_encoding_is_told_from_the_bytes() {
        check("aé\r\n".as_bytes(), "aé\r\n", Encoding::Utf8, None);
        check(b"", "", Encoding::Utf8, None);
        check(b"\xef\xbb\xbfa", "a", Encoding::Utf8Bom, None);
        check(b"\xff\xfea\0\x3d\xd8\x00\xde", "a😀", Encoding::Utf16Le, None);
        check(b"\xfe\xff\0a", "a", Encoding::Utf16Be, None);
        check(b"caf\xe9", "café", Encoding::Latin1, Some("SMALTI_P_LATIN1"));
        check(b"\x7fELF\0", "", Encoding::Binary, None);
    }

    #[test]
    fn broken_utf16_is_said_and_binaries_with_a_mark_are_not_text() {
        check(b"\xff\xfea\0\x00\xde", "a\u{fffd}", Encoding::Utf16Le, Some("SMALTI_P_UTF16"));
        check(b"\xfe\xff\0ab", "a\u{fffd}", Encoding::Utf16Be, Some("SMALTI_P_UTF16"));
        check(b"\xff\xfe\0\0a\0\0\0", "", Encoding::Binary, None);
        check(b"\xff\xfea\0\0\0", "", Encoding::Binary, None);
        check(b"\xef\xbb\xbfa\0", "", Encoding::Binary, None);
    }

    #[test]
    fn a_nul_counts_only_near_the_start() {
        for (before, encoding) in [(SNIFFED - 1, Encoding::Binary), (SNIFFED, Encoding::Utf8)] {
            let mut bytes = vec![b'a'; before];
            bytes.push(0);
            assert_eq!(decode(&bytes).encoding, encoding, "NUL at {before}");
        }
    }

    #[test]
    fn compressed_bytes_without_a_nul_are_not_text() {
        let noise: Vec<u8> = (1..=255).collect();
        assert_eq!(decode(&noise).encoding, Encoding::Binary);
    }
}
