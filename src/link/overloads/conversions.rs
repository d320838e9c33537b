//! How far a value is from a parameter where numbers convert to one another: the very type comes first, then what it is promoted to, then all other
//! numbers (C++ standard, [over.ics.rank]).

use crate::base::Name;
use crate::languages::habits::Arguments;
use crate::link::eval::Linker;

/// What stands for the whole number that an enumeration is.
pub(in crate::link) const ENUMERATED: Name = Name::new_static("enum");

/// A number that one platform calls by the name of another one.
const MAY_BE: i32 = 1;
/// A number that is promoted.
const PROMOTED: i32 = 2;
/// A number that is converted.
const CONVERTED: i32 = 3;

/// What a language says of its numbers.
#[derive(Clone, Copy)]
pub(in crate::link) struct Conversions(&'static Arguments);

impl Conversions {
    /// Those of the linked file's language.
    pub(in crate::link) fn of(linker: &Linker<'_>) -> Self {
        Self(&linker.own.language.semantics.habits().arguments)
    }

    /// Whether no reference is taken for a value, nor a value for a reference.
    pub(in crate::link) fn keep_references_apart(self) -> bool {
        self.0.references_apart
    }

    /// Whether no value of a class is made of one of another type where it is wanted (Java).
    pub(in crate::link) fn make_no_classes(self) -> bool {
        self.0.exact_arity
    }

    /// Whether values of types that no other is derived from may be taken for a type that is not named with them.
    pub(in crate::link) fn finals_may_be(self, name: &str) -> bool {
        self.0.finals.besides.contains(&name)
    }

    /// How far the nearest of some types is from those that are wanted; `None` where numbers do not tell.
    pub(in crate::link) fn closest(self, given: &[Name], wanted: &[Name]) -> Option<i32> {
        if self.0.numbers.is_empty() {
            return None;
        }
        given.iter().flat_map(|given| wanted.iter().filter_map(move |wanted| self.away(given, wanted))).min()
    }

    /// Whether all of some types are numbers.
    pub(in crate::link) fn are_numbers(self, types: &[Name]) -> bool {
        !types.is_empty() && types.iter().all(|name| self.may_be(name).is_some())
    }

    /// Whether some types are letters, of which texts are made.
    pub(in crate::link) fn are_letters(self, types: &[Name]) -> bool {
        !types.is_empty() && types.iter().all(|name| self.may_be(name).is_some_and(|kinds| kinds.iter().any(|kind| kind.contains("char"))))
    }

    /// Whether two names may be of one type.
    pub(in crate::link) fn may_be_same(self, one: &str, other: &str) -> bool {
        let (one, other) = (self.handed_over(one), self.handed_over(other));
        one == other || self.away(one, other).is_some_and(|away| away <= MAY_BE)
    }

    fn away(self, given: &str, wanted: &str) -> Option<i32> {
        if given == wanted {
            return Some(0);
        }
        // A text that is written out is handed over as a pointer to its first character, which counts as that, and is no number.
        if given.ends_with("[]") {
            return (self.handed_over(given) == wanted).then_some(0);
        }
        let (own, other) = (self.may_be(given)?, self.may_be(wanted)?);
        // A parameter of characters is a text more often than not, which no number is taken for.
        if other.iter().any(|it| it.contains("char")) && !own.iter().any(|it| other.contains(it)) {
            return None;
        }
        let promoted = |name: &str| self.0.promoted.iter().any(|(from, to)| *from == name && other.contains(to));
        Some(match () {
            () if own == other && own.len() == 1 => 0,
            () if own.iter().any(|it| other.contains(it)) => MAY_BE,
            () if own.iter().any(|it| promoted(it)) => PROMOTED,
            () => CONVERTED,
        })
    }

    fn may_be(self, name: &str) -> Option<&'static [&'static str]> {
        self.0.numbers.iter().find(|(number, _)| *number == name).map(|(_, kinds)| *kinds)
    }

    /// What a value is when it is handed over: of what is written out as an array, a pointer to its first element, which counts as the same.
    fn handed_over(self, name: &str) -> &str {
        name.strip_suffix("[]").filter(|element| self.may_be(element).is_some()).unwrap_or(name)
    }
}
