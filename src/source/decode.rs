//! From bytes to text: UTF-8, UTF-16 with a byte order mark, else Latin-1 with a note; or no text at all.

/// How a file's bytes are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
    Latin1,
    /// Not text.
    Binary,
}

/// Decoded text; empty for binary files. Spans count in its bytes, after a byte order mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub text: String,
    pub encoding: Encoding,
    /// Some of it could not be read, and stands as replacement characters.
    pub broken: bool,
}

impl Decoded {
    fn whole(text: String, encoding: Encoding) -> Self {
        Self { text, encoding, broken: false }
    }
}

/// Bytes that are searched for a NUL.
const PROBE: usize = 8192;

/// Decodes a whole file. Most files are text as they stand, and keep their bytes where they are.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return utf16(rest, u16::from_be_bytes);
    }
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    if bytes[..bytes.len().min(PROBE)].contains(&0) {
        return Decoded::whole(String::new(), Encoding::Binary);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded::whole(text, Encoding::Utf8),
        Err(other) => latin1(other.as_bytes()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded {
    let pairs = bytes.chunks_exact(2);
    let cut = !pairs.remainder().is_empty();
    let mut broken = cut;
    let mut text: String = char::decode_utf16(pairs.map(|pair| unit([pair[0], pair[1]])))
        .map(|unit| {
            unit.unwrap_or_else(|_| {
                broken = true;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    if cut {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    // Text in 32 bits begins with the same mark.
    if text.contains('\0') {
        return Decoded::whole(String::new(), Encoding::Binary);
    }
    Decoded { text, encoding: Encoding::Utf16, broken }
}

/// Text in an eight-bit encoding has few control characters; anything else that is not UTF-8 is binary.
fn latin1(bytes: &[u8]) -> Decoded {
    let probe = &bytes[..bytes.len().min(PROBE)];
    let controls = probe.iter().filter(|byte| **byte < 32 && !matches!(byte, b'\n' | b'\r' | b'\t' | 12)).count();
    if controls * 50 > probe.len() {
        return Decoded::whole(String::new(), Encoding::Binary);
    }
    Decoded::whole(bytes.iter().map(|byte| char::from(*byte)).collect(), Encoding::Latin1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_told_from_the_others() {
        let check = |bytes: &[u8], encoding, text: &str| assert_eq!(decode(bytes.to_vec()), Decoded::whole(text.to_owned(), encoding));
        let check_broken = |bytes: &[u8], text: &str| {
            assert_eq!(decode(bytes.to_vec()), Decoded { text: text.to_owned(), encoding: Encoding::Utf16, broken: true });
        };
        check(b"abc", Encoding::Utf8, "abc");
        check(b"\xef\xbb\xbfabc", Encoding::Utf8, "abc");
        check(b"\xff\xfea\0\xe9\0", Encoding::Utf16, "aé");
        check(b"\xfe\xff\0a", Encoding::Utf16, "a");
        check(b"\xff\xfe\0\0a\0\0\0", Encoding::Binary, "");
        check_broken(b"\xff\xfea\0\x00\xd8b\0", "a\u{fffd}b");
        check_broken(b"\xff\xfea\0b", "a\u{fffd}");
        check(b"caf\xe9 au lait", Encoding::Latin1, "café au lait");
        check(b"\x7fELF\0\0", Encoding::Binary, "");
        check(b"", Encoding::Utf8, "");
    }
}
