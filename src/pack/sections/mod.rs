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

use super::candidate::{Candidate, Rule};
use super::request::{Intent, PackRequest};
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, FileId, SymbolId};
use crate::reader::index::Index;

/// One section.
pub struct Section {
    pub name: &'static str,
    /// Whether a candidate belongs here.
    pub admits: fn(Shape) -> bool,
    /// What an empty section says.
    pub lack: Lack,
    /// Where its candidates come from.
    pub tables: &'static [Table],
}

/// What an empty section says, and what could prove it wrong.
#[derive(Clone, Copy, Debug)]
pub struct Lack {
    /// Without its end: of what nothing is known.
    pub statement: &'static str,
    pub proof: Proof,
}

/// Where something would show that no row tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Sites anywhere that use the names of seeds.
    Uses,
    /// Calls inside of seeds.
    Calls,
    /// Import statements of the files of seeds.
    Imports,
    /// Prose that holds the names of seeds.
    Mentions,
    /// Nowhere: the rows tell all there is.
    Rows,
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

/// A number for each section, in the order of [`SECTIONS`].
pub type BySection = [u64; 10];

/// How much of the tokens each section may take before the others had their turn, in percent, in the order of [`SECTIONS`]; a row adds up to 100. What is
/// left over then goes to the best candidates of any section.
const SHARES: &[(Intent, BySection)] = &[
    // seeds, callers, callees, imports, exports, usages, dataflow, tests, docs, related
    (Intent::Answer, [45, 10, 14, 3, 3, 8, 3, 8, 3, 3]),
    (Intent::Summarize, [40, 5, 10, 8, 12, 5, 2, 2, 12, 4]),
    (Intent::Refactor, [36, 18, 5, 3, 5, 16, 2, 12, 1, 2]),
    (Intent::Debug, [40, 17, 15, 2, 2, 8, 5, 8, 1, 2]),
    (Intent::Impact, [24, 28, 2, 1, 8, 18, 3, 13, 2, 1]),
    (Intent::Contract, [38, 10, 4, 3, 10, 13, 3, 13, 5, 1]),
];

/// The shares of an intent, in percent.
pub fn shares(intent: Intent) -> BySection {
    SHARES.iter().find(|(it, _)| *it == intent).map_or([100; 10], |(_, shares)| *shares)
}

/// The position of the section that a candidate belongs to.
pub fn place(candidate: &Candidate<'_>, request: &PackRequest) -> Option<usize> {
    let shape = Shape { rule: candidate.rule, is_test: candidate.is_test, exports: request.expansion.include_exports };
    SECTIONS.iter().position(|section| (section.admits)(shape))
}

/// Whether a chunk stands in a file of tests, shows a test, or what helps tests beside it.
pub fn is_test(index: &Index, chunk: ChunkId, file: FileId) -> bool {
    // What stands in a module that holds tests is theirs.
    let is_theirs = |symbol: SymbolId| index.containers(symbol).any(|id| index.holds_tests(id));
    let shows = |symbol: SymbolId| index.symbols().has_flag(symbol, "test") || is_theirs(symbol);
    index.files().is_class(file, "test") || index.chunks().symbol(chunk).is_some_and(shows)
}

/// How many candidates each section has.
pub fn counted(candidates: &[Candidate<'_>], request: &PackRequest) -> BySection {
    let mut counts = BySection::default();
    for section in candidates.iter().filter_map(|candidate| place(candidate, request)) {
        counts[section] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::candidate::Link;

    const RULES: [Rule; 33] = [
        Rule::Query,
        Rule::Focus,
        Rule::File,
        Rule::Changed,
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
        Rule::Neighbor(Link::Implementer),
        Rule::Neighbor(Link::Replaced),
        Rule::Neighbor(Link::CalledThrough),
        Rule::Mixed,
        Rule::TestEdge,
        Rule::TestName,
        Rule::TestWords,
        Rule::Mention,
        Rule::CodeMention,
        Rule::Prose,
        Rule::Container,
        Rule::Member,
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
                let admitting: Vec<&str> = SECTIONS.iter().filter(|it| (it.admits)(shape)).map(|it| it.name).collect();
                assert_eq!(admitting.len(), 1, "{shape:?}: {admitting:?}");
            }
        }
    }

    #[test]
    fn the_order_is_that_of_the_contract() {
        let names: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
        assert_eq!(names, ["seeds", "callers", "callees", "imports", "exports", "usages", "dataflow", "tests", "docs", "related"]);
        for intent in [Intent::Answer, Intent::Summarize, Intent::Refactor, Intent::Debug, Intent::Impact, Intent::Contract] {
            assert_eq!(shares(intent).iter().sum::<u64>(), 100, "{intent:?}");
        }
    }
}
