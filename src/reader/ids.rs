//! Dense ids of one opened index, and the 64-bit ids of rows.

use std::fmt;

macro_rules! dense {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in columns.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

dense! {
    /// A row of `files`, by path. Never shown.
    FileId
    /// A row of `chunk_meta`, by path, start and chunkUid. Never shown.
    ChunkId
    /// One symbol id, by the first row of `symbols` that has it. Never shown.
    SymbolId
}

macro_rules! printed {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl $name {
            /// The id that `text` prints, if it is of this form.
            pub fn parse(text: &str) -> Option<Self> {
                let digits = text.strip_prefix($prefix).filter(|digits| digits.len() == 16)?;
                let lower = digits.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
                if lower { u64::from_str_radix(digits, 16).ok().map(Self) } else { None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{:016x}", $prefix, self.0)
            }
        })*
    };
}

printed! {
    /// Prints as `xxh64:<16 hex>`. Ordered as its print is.
    ChunkUid = "xxh64:"
    /// Prints as `xxh64:<16 hex>`.
    TextHash = "xxh64:"
    /// Prints as `ev:<16 hex>`.
    EvidenceId = "ev:"
}

/// An end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node<'a> {
    File(FileId),
    Symbol(SymbolId),
    /// A module outside the index, by name.
    Module(&'a str),
}

/// Which end of an edge a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// The node is `from`: callees, what it uses and imports.
    Out,
    /// The node is `to`: callers, users, importers.
    In,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_print_and_parse_in_one_form_only() {
        let uid = ChunkUid(0x00ff_0000_0000_0001);
        assert_eq!(uid.to_string(), "xxh64:00ff000000000001");
        assert_eq!(ChunkUid::parse(&uid.to_string()), Some(uid));
        for wrong in ["xxh64:00FF000000000001", "xxh64:1", "ev:00ff000000000001", "xxh64:+0ff000000000001", ""] {
            assert_eq!(ChunkUid::parse(wrong), None, "{wrong}");
        }
    }
}
