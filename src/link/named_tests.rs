//! What tests are named after: `test_parse` and `TestParse` after `parse`, `ParserTest` after `Parser`, `TestParser_Reset` after its `reset`.
//! A name that leads to several definitions, or to none but tests, says nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ask::Ref;
use super::eval::Linker;
use super::mentions;
use crate::base::Name;
use crate::shard::facts::{Flags, Owner};

/// What frameworks have tests begin with, longest first.
const BEFORE: [&str; 5] = ["Benchmark", "Example", "Fuzz", "Test", "test"];
/// What habits have tests and their classes end with, longest first.
const BEHIND: [&str; 8] = ["_tests", "_test", "TestCase", "Tests", "Test", "Specs", "Spec", "IT"];

/// Tests and types of tests with the definition that each is named after: `(symbol index of the test, id of the definition)`.
pub fn named(linker: &mut Linker<'_>) -> Vec<(u32, Arc<str>)> {
    let own = Arc::clone(&linker.own);
    let symbols = &own.facts.symbols;
    let is_test = |index: u32| own.facts.symbol(index).is_some_and(|it| it.flags.has(Flags::TEST));
    // The types that hold tests, and what they are named after: what their methods are named after is a member of it.
    let mut subjects: BTreeMap<u32, Option<Ref>> = BTreeMap::new();
    let mut named = Vec::new();
    for (symbol, index) in symbols.iter().zip(0u32..).filter(|(_, index)| is_test(*index)) {
        let around = match symbol.owner {
            Owner::Symbol(owner) if own.facts.symbol(owner).is_some_and(|it| it.kind.is_type()) => {
                *subjects.entry(owner).or_insert_with(|| subject(linker, owner, None))
            }
            _ => None,
        };
        if let Some(found) = subject(linker, index, around) {
            named.push((index, found));
        }
    }
    named.extend(subjects.into_iter().filter_map(|(index, found)| Some((index, found?))));
    named.sort_unstable_by_key(|(index, _)| *index);
    named.into_iter().filter_map(|(index, found)| Some((index, linker.id(found)?))).collect()
}

/// The one definition that a test is named after. `around` is what the type of tests is named after that it stands in.
fn subject(linker: &mut Linker<'_>, test: u32, around: Option<Ref>) -> Option<Ref> {
    let own = Arc::clone(&linker.own);
    let name = &own.facts.symbol(test)?.name;
    for spelled in spellings(name) {
        linker.start_site();
        let mut found = match (around, spelled.split_once('.')) {
            (Some(of), None) => members(linker, of, &spelled),
            (_, Some((ty, member))) => {
                let of = seen(linker, test, ty);
                of.into_iter().flat_map(|of| members(linker, of, member)).collect()
            }
            (None, None) => Vec::new(),
        };
        if found.is_empty() {
            found = seen(linker, test, &spelled);
        }
        if found.is_empty() {
            found = mentions::anywhere(linker, &spelled.split('.').collect::<Vec<_>>());
        }
        found.retain(|it| is_subject(linker, *it));
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [] => {}
            [one] => return Some(*one),
            _ => return None,
        }
    }
    None
}

/// What is called `name` where the test stands.
fn seen(linker: &mut Linker<'_>, test: u32, name: &str) -> Vec<Ref> {
    let frame = linker.own_frame(Some(test));
    let name = Name::from(name);
    let mut found = mentions::visible(linker, &name);
    if found.is_empty() {
        let free =
            if frame.file.habits().textual_includes { linker.textual_name(&frame, &name, None) } else { linker.packaged_name(&frame, &name, true) };
        found = free.into_iter().filter_map(|it| it.what.symbol()).collect();
    }
    found
}

fn members(linker: &mut Linker<'_>, of: Ref, name: &str) -> Vec<Ref> {
    linker.type_member(of, name).into_iter().filter_map(|it| it.what.symbol()).collect()
}

/// Code that is no test and stands in no file of tests.
fn is_subject(linker: &Linker<'_>, symbol: Ref) -> bool {
    let in_tests = linker.load(symbol.file).is_none_or(|file| file.of_tests);
    !in_tests && linker.is(symbol, |it| (it.kind.is_callable() || it.kind.is_type()) && !it.flags.has(Flags::TEST))
}

/// What a test of this name may be named after, the likeliest first: names, and members behind their type.
fn spellings(name: &str) -> Vec<String> {
    let Some(bare) = without_affix(name) else { return Vec::new() };
    let mut spellings = vec![bare.to_owned()];
    // `TestParser_Reset`; the suite and the case of `ParserTest_Resets`.
    if let Some((ty, member)) = bare.split_once('_').filter(|_| bare.starts_with(char::is_uppercase)) {
        spellings.push(format!("{ty}.{member}"));
        spellings.push(format!("{ty}.{}", lowered(member)));
        spellings.push(ty.to_owned());
    }
    spellings.push(lowered(bare));
    spellings.dedup();
    spellings
}

fn without_affix(name: &str) -> Option<&str> {
    let (suite, case) = name.split_once('_').unwrap_or((name, ""));
    if let Some(suite) = BEHIND.iter().find_map(|affix| suite.strip_suffix(affix)).filter(|it| name.starts_with(char::is_uppercase) && !it.is_empty())
        && !case.is_empty()
    {
        return Some(suite);
    }
    let before = BEFORE.iter().find_map(|affix| {
        let rest = name.strip_prefix(affix)?;
        rest.strip_prefix('_').or_else(|| rest.starts_with(char::is_uppercase).then_some(rest))
    });
    let behind = || {
        BEHIND.iter().find_map(|affix| name.strip_suffix(affix)).filter(|rest| rest.ends_with(|it: char| it.is_lowercase() || it.is_ascii_digit()))
    };
    before.or_else(behind).filter(|bare| bare.len() > 1)
}

/// With a small letter at its head.
fn lowered(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_test_is_named_after_is_told_by_what_frameworks_add() {
        let cases = [
            ("test_parse_all", vec!["parse_all"]),
            ("TestParser", vec!["Parser", "parser"]),
            ("TestParser_Reset", vec!["Parser_Reset", "Parser.Reset", "Parser.reset", "Parser", "parser_Reset"]),
            ("testParse", vec!["Parse", "parse"]),
            ("ParserTest", vec!["Parser", "parser"]),
            ("ParserTest_Resets", vec!["Parser", "parser"]),
            ("BenchmarkParse", vec!["Parse", "parse"]),
            ("testimony", vec![]),
            ("contest", vec![]),
            ("Test", vec![]),
            ("AUDIT", vec![]),
            ("parses_all", vec![]),
        ];
        for (name, wanted) in cases {
            assert_eq!(spellings(name), wanted, "{name}");
        }
    }
}
