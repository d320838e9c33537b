//! Read keys: the 64-bit names of everything that one file can say and another can ask.
//!
//! A link asks the world only through these keys, so the set it asked is the set that can make its answer stale.
//! A key names a question; an answer "nobody says anything" is a read like any other.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use xxhash_rust::xxh3::xxh3_64;

/// The 64-bit name of one question.
pub type Key = u64;

/// The classes of questions. The order is part of every key, so a new class goes to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Does this path hold a file of the graph?
    Path = 1,
    /// What does this file define or bind under this name, inside this container?
    Name = 2,
    /// Which wildcard re-exports does this container of a file have?
    Wild = 3,
    /// Which files extend a type of this simple name with this member (impl blocks, Go methods, out-of-class definitions)?
    Extension = 4,
    /// Which files of this language family define a member of this name?
    Member = 6,
    /// Which files define this top-level name in this namespace (a Go folder, a Java package, the C linker)?
    Namespace = 7,
    /// What does this configuration say (dependencies, aliases, source roots)?
    Config = 9,
    /// Which workspace members carry this name?
    PackageName = 10,
    /// Which files extend a type of this simple name with an interface?
    Conformance = 11,
    /// Which files define this name at their top level, whatever their language?
    TopName = 12,
    /// Which file defines this symbol of a compiler, and as what?
    Tooling = 13,
    /// Is there a file at this path, or of this namespace, that is left out of the graph?
    LeftOut = 14,
    /// Which files bind this name by an import, or define it inside of a function, whatever their language?
    Bound = 15,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 13] = [
        Self::Path,
        Self::Name,
        Self::Wild,
        Self::Extension,
        Self::Member,
        Self::Namespace,
        Self::Config,
        Self::PackageName,
        Self::Conformance,
        Self::TopName,
        Self::Tooling,
        Self::LeftOut,
        Self::Bound,
    ];
}

/// The key of a question of `class` about `parts`, in order.
pub fn key(class: Class, parts: &[&str]) -> Key {
    let length = 1 + parts.iter().map(|part| part.len() + 1).sum::<usize>();
    let mut short = [0; 256];
    let mut long = Vec::new();
    let bytes = if let Some(short) = short.get_mut(..length) {
        short
    } else {
        long.resize(length, 0);
        long.as_mut_slice()
    };
    bytes[0] = class as u8;
    let mut at = 1;
    for part in parts {
        bytes[at..at + part.len()].copy_from_slice(part.as_bytes());
        // The byte behind each part stays zero.
        at += part.len() + 1;
    }
    xxh3_64(bytes)
}

/// Hashes keys and slots with one multiplication: keys are digests already, and nobody outside chooses either.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// Hashes words and paths by their digest: cheaper than the standard hasher. Words that were chosen to collide can only slow the file they stand
/// in, whose size is capped.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextHasher(u64);

impl Hasher for TextHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = self.0.rotate_left(5) ^ xxh3_64(bytes);
    }

    /// The end of a string: nothing that its digest does not tell.
    fn write_u8(&mut self, _: u8) {}

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    /// As Fibonacci hashing does; D. E. Knuth, "The Art of Computer Programming", volume 3, 6.4.
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_usize(number.cast_unsigned());
    }
}

/// A map of words or paths, or of what words and numbers make up.
pub type TextMap<K, V> = HashMap<K, V, BuildHasherDefault<TextHasher>>;

/// A map of keys, or of the small numbers of this process.
pub type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_and_parts_all_count() {
        assert_ne!(key(Class::Name, &["a", "b"]), key(Class::Name, &["ab", ""]));
        assert_ne!(key(Class::Name, &["a"]), key(Class::Wild, &["a"]));
        for length in [253, 254, 255, 256] {
            let long = "x".repeat(length);
            assert_eq!(key(Class::Path, &[&long]), xxh3_64(format!("\u{1}{long}\0").as_bytes()));
        }
    }
}
