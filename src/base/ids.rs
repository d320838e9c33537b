//! Content digests and the 64-bit ids of contract 2, with their printed forms.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh64::xxh64;

/// The blake3 digest of a file's bytes as stored. Prints as `blake3:<64 hex>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceHash(pub [u8; 32]);

/// As one string of bytes: an array is read element by element, which is most of the time that a cache of many digests takes.
impl Serialize for SourceHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for SourceHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl Visitor<'_> for Bytes {
            type Value = SourceHash;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("32 bytes")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<SourceHash, E> {
                bytes.try_into().map(SourceHash).map_err(|_| E::invalid_length(bytes.len(), &self))
            }
        }

        deserializer.deserialize_bytes(Bytes)
    }
}

impl SourceHash {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// The 64 hexadecimal digits, without the algorithm's name.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Display for SourceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blake3:{}", self.hex())
    }
}

impl fmt::Debug for SourceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Lower-case hexadecimal of `bytes`.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    push_hex(&mut text, bytes);
    text
}

/// The bytes that lower-case hexadecimal digits stand for; `None` for any other text.
pub fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
}

/// A chunk's id: `xxh64:<16 hex>` over path, kind, qualified name, text digest and the ordinal among equals of that file.
pub fn chunk_uid(path: &str, kind: &str, qualified: &str, text_digest: u64, ordinal: u32) -> String {
    let mut bytes = Vec::with_capacity(path.len() + kind.len() + qualified.len() + 16);
    for part in [path, kind, qualified] {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0);
    }
    bytes.extend_from_slice(&text_digest.to_le_bytes());
    bytes.extend_from_slice(&ordinal.to_le_bytes());
    tagged("xxh64:", xxh64(&bytes, 0))
}

/// A prefix with sixteen hexadecimal digits.
pub fn tagged(prefix: &str, digest: u64) -> String {
    let mut text = String::with_capacity(prefix.len() + 16);
    text.push_str(prefix);
    push_hex(&mut text, &digest.to_be_bytes());
    text
}

/// An evidence id: `ev:<16 hex>` over kind, path, byte range and source hash.
pub fn evidence_id(kind: &str, path: &str, start: u32, end: u32, source: &SourceHash) -> String {
    let mut bytes = Vec::with_capacity(kind.len() + path.len() + 48);
    for part in [kind, path] {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0);
    }
    bytes.extend_from_slice(&start.to_le_bytes());
    bytes.extend_from_slice(&end.to_le_bytes());
    bytes.extend_from_slice(&source.0);
    tagged("ev:", xxh64(&bytes, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_their_contract_forms() {
        let source = SourceHash::of(b"fn main() {}");
        assert!(source.to_string().starts_with("blake3:"));
        assert_eq!(source.to_string().len(), 7 + 64);
        assert!(evidence_id("callsite", "a.rs", 1, 2, &source).starts_with("ev:"));
        assert_eq!(chunk_uid("a.rs", "function", "f", 1, 0).len(), 6 + 16);
    }

    #[test]
    fn a_boundary_between_parts_cannot_be_moved() {
        assert_ne!(chunk_uid("a", "bc", "d", 0, 0), chunk_uid("ab", "c", "d", 0, 0));
    }
}
