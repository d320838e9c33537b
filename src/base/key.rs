//! Read keys: the 64-bit names of everything that one file can say and another can ask.
//!
//! A link asks the world only through these keys, so the set it asked is the set that can make its answer stale.
//! A key names a question; an answer "nobody says anything" is a read like any other.

use xxhash_rust::xxh3::Xxh3;

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
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 10] = [
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
    ];
}

/// The key of a question of `class` about `parts`, in order.
pub fn key(class: Class, parts: &[&str]) -> Key {
    let mut hasher = Xxh3::new();
    hasher.update(&[class as u8]);
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_and_parts_all_count() {
        assert_ne!(key(Class::Name, &["a", "b"]), key(Class::Name, &["ab", ""]));
        assert_ne!(key(Class::Name, &["a"]), key(Class::Wild, &["a"]));
    }
}
