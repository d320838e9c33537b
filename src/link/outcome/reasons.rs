//! Why sites are not resolved: every word that `reason` of a row may hold, but for names of packages.

use super::End;
use crate::base::Name;

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $end:ident;)*) => {
        /// Why a site has no target.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason { $($(#[$doc])* $name),* }

        impl Reason {
            /// Every reason, in table order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The word of rows.
            pub fn word(self) -> &'static str {
                match self { $(Self::$name => $word),* }
            }

            /// How a site of this reason ends.
            pub fn end(self) -> End {
                match self { $(Self::$name => End::$end),* }
            }
        }
    };
}

reasons! {
    /// A parameter or local variable is called, or a member of one: what it holds shows when the program runs.
    LocalValue = "local-value", Dynamic;
    /// What is called or named is an expression, such as an element of a list or what a condition chooses.
    Computed = "computed", Dynamic;
    /// Nothing that this file sees, and no import, binds the name.
    UnboundName = "unbound-name", Unresolved;
    /// Nothing in the tree that this file sees binds the name, and a header that it includes, and that the tree does not hold, may.
    UnreadHeader = "unread-header", Unresolved;
    /// The import leads to no file of the tree and to no package that a manifest declares.
    NoSuchModule = "no-such-module", Unresolved;
    /// The import leads to a file of the tree that is not part of the graph: minified, vendored, an amalgamation, too large or of no known language (`--graph` lets minified and vendored ones in).
    NotInGraph = "not-in-graph", Unresolved;
    /// The module is found, and defines no such name.
    ImportNotFound = "import-not-found", Unresolved;
    /// The receiver is known, and neither it nor a type above it that is known has such a member.
    NoSuchMember = "no-such-member", Unresolved;
    /// The receiver comes from a name that nothing binds, or from an import that leads nowhere.
    ReceiverUndefined = "receiver-undefined", Unresolved;
    /// Nothing tells the type of the receiver, and the member's name does not tell it either, or the receiver is a variable of a module, where names tell nothing.
    ReceiverUnknown = "receiver-unknown", Unresolved;
    /// Members of this name are defined only in packages that the file's own package does not depend on.
    UndeclaredDependency = "undeclared-dependency", Unresolved;
    /// More definitions fit than are listed as candidates, or more files define the name than are looked into.
    TooManyCandidates = "too-many-candidates", Unresolved;
    /// The link was given up at its limit of steps or depth; a row of `problems` says so too.
    StepLimit = "step-limit", Unresolved;
    /// A compiler names a definition in the tree that has no row.
    DefinitionNotIndexed = "definition-not-indexed", Unresolved;
}

impl From<Reason> for Name {
    fn from(reason: Reason) -> Self {
        Self::new_static(reason.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_unique_and_belong_to_sites_without_a_target() {
        for (index, reason) in Reason::ALL.iter().enumerate() {
            assert!(Reason::ALL[..index].iter().all(|other| other.word() != reason.word()));
            assert!(matches!(reason.end(), End::Dynamic | End::Unresolved));
        }
    }
}
