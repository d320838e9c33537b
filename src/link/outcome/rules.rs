//! The rules by which a site is resolved, and how often each is right: against compiler gold over all languages, rounded down to hundredths.

use crate::base::score::Millionths;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $confidence:literal;)*) => {
        /// How a target was found. When several steps were needed the one that assumes most names the rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $($(#[$doc])* $name),* }

        impl Rule {
            /// Every rule, the one that assumes least first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The word of rows.
            pub fn word(self) -> &'static str {
                match self { $(Self::$name => $word),* }
            }

            /// The share of edges by this rule that are right, over all languages, as measured by `cargo xtask calibrate` and rounded down.
            pub fn confidence(self) -> Millionths {
                match self { $(Self::$name => Millionths($confidence)),* }
            }
        }
    };
}

rules! {
    /// Said by a compiler. Gold made by the same compilers cannot measure it: an independent checker agreed with 237 of 238 of their calls.
    Scip = "scip", 990_000;
    /// A definition of the same file in an enclosing scope.
    LocalScope = "local-scope", 980_000;
    /// Bound by an import that leads straight to the definition.
    ImportBinding = "import-binding", 980_000;
    /// A member of a module that is named in full.
    ModuleMember = "module-member", 970_000;
    /// Through at least one re-export.
    ReExport = "re-export", 910_000;
    /// A member reached through the receiver (`self`, `this`).
    SelfMember = "self-member", 990_000;
    /// A member of a type that is named itself (`Type::f`, `Class.f`).
    StaticMember = "static-member", 990_000;
    /// Visible without an import: same Go package, Java package, C program.
    SameNamespace = "same-namespace", 980_000;
    /// A member of a value whose type is declared.
    DeclaredType = "declared-type", 990_000;
    /// A member of a value that a constructor built.
    ConstructorFlow = "constructor-flow", 990_000;
    /// A member of the enclosing type named without a receiver.
    ImplicitSelf = "implicit-self", 990_000;
    /// Through a wildcard import or what an include reaches.
    Wildcard = "wildcard-import", 980_000;
    /// A member of what a call returns.
    ReturnType = "return-type", 990_000;
    /// One of the overloads of a name, by the number and the types of the arguments.
    Overload = "overload", 990_000;
    /// A member of an element or wrapped value of a collection or wrapper.
    ElementType = "element-type", 990_000;
    /// A file that `@/` and `~/` lead to by the habit of bundlers, where no configuration that is read says what they are. Not measured: repositories
    /// with compiler gold say it.
    Convention = "convention", 850_000;
    /// The variable of the file that holds a module from elsewhere, where no types of that module are declared beside it. Right for 1 614 of 1 618 uses in
    /// four repositories; of 372 in another, whose modules have types by packages that no manifest of it names, 90 are of these types.
    HeldModule = "held-module", 890_000;
    /// A function held in a local variable that may hold another one, or the class that `cls` is; a candidate. Compilers' indexes name the variable at
    /// such a place, so no gold confirms that what it holds is called; of 33 read in three repositories all were right.
    LocalFlow = "local-flow", 490_000;
    /// The only member of that name in the repository's code of that family; the receiver's type is not known.
    UniqueMember = "unique-member", 940_000;
    /// One of a few members of that name; the receiver's type is not known.
    SameName = "same-name", 470_000;
    /// A name in prose that one definition carries.
    Mention = "mention", 700_000;
}

impl Rule {
    /// The rule that assumes more of two, which is the later one of the list.
    #[must_use]
    pub fn weaker(self, other: Self) -> Self {
        self.max(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weaker_of_two_rules_is_the_one_that_assumes_more() {
        assert_eq!(Rule::LocalScope.weaker(Rule::UniqueMember), Rule::UniqueMember);
        assert_eq!(Rule::UniqueMember.weaker(Rule::LocalScope), Rule::UniqueMember);
    }

    #[test]
    fn words_are_unique() {
        for (index, rule) in Rule::ALL.iter().enumerate() {
            assert!(Rule::ALL[..index].iter().all(|other| other.word() != rule.word()));
        }
    }
}
