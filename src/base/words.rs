//! Enums whose members have a word in rows, requests and reports: each member stands beside its word, and both are written once.

/// Makes such an enum with `ALL`, in the order of the list, and `word`. What is written in a format of text is the word, too.
macro_rules! words {
    ($(#[$outer:meta])* pub enum $name:ident { $($(#[$inner:meta])* $member:ident = $word:literal,)+ }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$inner])* #[serde(rename = $word)] $member,)+ }

        impl $name {
            /// Every one, in the order of the list.
            pub const ALL: [Self; [$($name::$member),+].len()] = [$(Self::$member),+];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $(Self::$member => $word),+ }
            }
        }
    };
}

pub(crate) use words;
