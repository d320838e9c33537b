//! The ten sections of a pack, in their fixed order. One file and one line here add one; what each admits excludes what the others do.

pub mod callees;
pub mod callers;
pub mod dataflow;
pub mod docs;
pub mod exports;
pub mod imports;
pub mod related;
pub mod seeds;
pub mod testing;
pub mod usages;

use super::candidate::Rule;
use super::request::Intent;
use crate::reader::edges::Table;

/// One section.
pub struct Section {
    pub name: &'static str,
    /// Whether a candidate belongs here.
    pub admits: fn(&Shape) -> bool,
    /// What an empty section says, where that is an answer.
    pub absence: Option<&'static str>,
    /// Where its candidates come from.
    pub tables: &'static [Table],
}

/// What a section looks at.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub rule: Rule,
    /// The candidate is a test or stands in a file of tests.
    pub is_test: bool,
    /// The request asks for exports.
    pub exports: bool,
}

/// Every section, in the order of the pack.
pub static SECTIONS: &[Section] = &[
    seeds::SECTION,
    callers::SECTION,
    callees::SECTION,
    imports::SECTION,
    exports::SECTION,
    usages::SECTION,
    dataflow::SECTION,
    testing::SECTION,
    docs::SECTION,
    related::SECTION,
];

/// How much of the tokens each section may take before the others had their turn, in percent, in the order of [`SECTIONS`]. What is left over then
/// goes to the best candidates of any section.
const SHARES: &[(Intent, [u64; 10])] = &[
    // seeds, callers, callees, imports, exports, usages, dataflow, tests, docs, related
    (Intent::Answer, [60, 15, 20, 5, 10, 15, 10, 10, 15, 10]),
    (Intent::Summarize, [50, 10, 15, 15, 25, 10, 5, 5, 30, 15]),
    (Intent::Refactor, [45, 30, 10, 10, 15, 30, 10, 25, 5, 10]),
    (Intent::Debug, [50, 30, 25, 5, 5, 15, 20, 20, 5, 10]),
    (Intent::Impact, [30, 45, 5, 5, 20, 35, 15, 30, 10, 5]),
    (Intent::Contract, [45, 20, 10, 10, 35, 25, 10, 20, 20, 5]),
];

/// The shares of an intent, in percent, in the order of [`SECTIONS`].
pub fn shares(intent: Intent) -> [u64; 10] {
    SHARES.iter().find(|(it, _)| *it == intent).map_or([100; 10], |(_, shares)| *shares)
}

/// The position of the section that a candidate belongs to.
pub fn place(shape: &Shape) -> Option<usize> {
    SECTIONS.iter().position(|section| (section.admits)(shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::candidate::Link;

    const RULES: [Rule; 26] = [
        Rule::Query,
        Rule::Focus,
        Rule::File,
        Rule::Neighbor(Link::Callee),
        Rule::Neighbor(Link::Caller),
        Rule::Neighbor(Link::Uses),
        Rule::Neighbor(Link::UsedBy),
        Rule::Neighbor(Link::Imports),
        Rule::Neighbor(Link::ImportedBy),
        Rule::Neighbor(Link::Exports),
        Rule::Neighbor(Link::ExportedBy),
        Rule::Neighbor(Link::FlowsTo),
        Rule::Neighbor(Link::FlowsFrom),
        Rule::Mixed,
        Rule::TestEdge,
        Rule::TestName,
        Rule::Mention,
        Rule::Prose,
        Rule::Container,
        Rule::Supertype,
        Rule::Subtype,
        Rule::SameFile,
        Rule::WeakHit,
        Rule::FileName,
        Rule::CoChange,
        Rule::Folder,
    ];

    #[test]
    fn every_candidate_belongs_to_exactly_one_section() {
        for rule in RULES.into_iter().chain([Rule::Recent]) {
            for (is_test, exports) in [(false, false), (false, true), (true, false), (true, true)] {
                let shape = Shape { rule, is_test, exports };
                let admitting: Vec<&str> = SECTIONS.iter().filter(|it| (it.admits)(&shape)).map(|it| it.name).collect();
                assert_eq!(admitting.len(), 1, "{shape:?}: {admitting:?}");
            }
        }
    }

    #[test]
    fn the_order_is_that_of_the_contract() {
        let names: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
        assert_eq!(names, ["seeds", "callers", "callees", "imports", "exports", "usages", "dataflow", "tests", "docs", "related"]);
        for intent in [Intent::Answer, Intent::Summarize, Intent::Refactor, Intent::Debug, Intent::Impact, Intent::Contract] {
            assert!(shares(intent).iter().all(|share| *share > 0 && *share < 100), "{intent:?}");
        }
    }
}
