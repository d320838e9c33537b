//! How sure an edge is: the share of edges by the same rule, in the same language and for the same kind of use, that a compiler confirms.

use super::measured::MEASURED;
use super::rules::Rule;
use crate::base::score::Millionths;
use crate::shard::body::Role;

/// Below this a single target is a candidate.
pub const THRESHOLD: Millionths = Millionths(500_000);

/// How often the first declared of overloads that nothing tells apart is the one that a compiler picks: 25 of 36 in the Java and C++ of the gold,
/// drawn towards a coin as every measured rule is.
pub const FIRST_OVERLOAD: Millionths = Millionths(600_000);

/// How often pyright names the member of the first type of a union and not one of another: 23 of 42 in six repositories, where 16 of the others are one
/// attribute that is given a local whose type was narrowed.
pub const FIRST_OF_UNION: Millionths = Millionths(550_000);

/// How often clang compiles the first of the types that arms of a conditional define under one name, where nothing tells which: 1 553 of 1 620 uses in five
/// repositories, nearly all of which are of two types; of ten types it is five.
pub const FIRST_OF_ARMS: Millionths = Millionths(550_000);

/// How often tsc names the member of one of the types of a union, which may have been narrowed where it stands: 4 800 of 5 900 in a repository of
/// schemas.
pub const MEMBER_OF_UNION: Millionths = Millionths(800_000);

/// How often what a build with default settings compiles of several definitions is what a compiler names: all 110 in two Go repositories that no
/// rule was measured on, less what they may not show.
pub const DEFAULT_BUILD: Millionths = Millionths(950_000);

/// How often the only field of a name is the one that JavaScript reads of a value of which nothing is known: about half of those read in express and
/// in plain scripts, which compilers' indexes leave out. Whatever object there is may have a field of the name, and few are declared anywhere.
const READ_OF_UNKNOWN: Millionths = Millionths(470_000);

/// At most how often the only member of a name is the one that a compiler names of a value of which nothing is known: 201 of 252 in 21 crates that no rule
/// was measured on, drawn towards what the gold says. The type of such a value is most often one of another package that has a member of the name too.
const ONLY_ONE: Millionths = Millionths(850_000);

/// What a site does with a name, as far as the measured precision of rules differs by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Call,
    Import,
    Inherit,
    /// Reads, writes, types, decorators.
    Mention,
}

impl From<Role> for Use {
    fn from(role: Role) -> Self {
        match role {
            Role::Call => Self::Call,
            Role::Import => Self::Import,
            Role::Extends | Role::Implements => Self::Inherit,
            Role::Type | Role::Read | Role::Write | Role::Decorator => Self::Mention,
        }
    }
}

/// The confidence of a resolved site. Where no compiler gold has measured the rule in this language, the rule's precision over all languages.
pub fn of(language: &str, role: Role, rule: Rule) -> Millionths {
    let measured_as = match language {
        "c" => "cpp",
        "tsx" => "typescript",
        language => language,
    };
    let wanted = (measured_as, Use::from(role), rule);
    match MEASURED.binary_search_by_key(&wanted, |(language, what, rule, _)| (*language, *what, *rule)) {
        Ok(at) => Millionths(MEASURED[at].3).min(most(rule)),
        Err(_) if wanted == ("javascript", Use::Mention, Rule::UniqueMember) => READ_OF_UNKNOWN,
        Err(_) => rule.confidence().min(most(rule)),
    }
}

/// What no measurement lifts a rule above.
fn most(rule: Rule) -> Millionths {
    if rule == Rule::UniqueMember { ONLY_ONE } else { Millionths(1_000_000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_without_doubles_and_holds_shares() {
        assert!(MEASURED.windows(2).all(|pair| (pair[0].0, pair[0].1, pair[0].2) < (pair[1].0, pair[1].1, pair[1].2)));
        assert!(MEASURED.iter().all(|row| row.3 <= 1_000_000));
    }

    #[test]
    fn an_unmeasured_language_takes_what_the_rule_reaches_elsewhere() {
        assert_eq!(of("no-language", Role::Call, Rule::LocalScope), Rule::LocalScope.confidence());
    }

    #[test]
    fn a_field_by_its_name_alone_is_a_candidate_in_javascript_and_a_method_that_is_called_is_not() {
        assert!(of("javascript", Role::Read, Rule::UniqueMember) < THRESHOLD);
        assert!(of("javascript", Role::Write, Rule::UniqueMember) < THRESHOLD);
        assert!(of("javascript", Role::Call, Rule::UniqueMember) > THRESHOLD);
    }
}
