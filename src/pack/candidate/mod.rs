//! What may become an item.

pub mod around;
pub mod composite;
pub mod merge;
pub mod order;
pub mod score;
pub mod steps;
pub mod walk;

use std::collections::BTreeMap;

use super::excerpt::Reason;
use crate::reader::ids::{ChunkId, SymbolId};
use crate::reader::index::Index;
use steps::Steps;

/// How a step leads from what is known to what is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    Callee,
    Caller,
    Uses,
    UsedBy,
    Imports,
    ImportedBy,
    Exports,
    ExportedBy,
    FlowsTo,
    FlowsFrom,
    /// What a call may run that names a method of an interface or a base.
    Implementer,
    /// The method of an interface or a base that a method takes the place of.
    Replaced,
    /// Who calls that, and so may run it.
    CalledThrough,
}

/// Why a candidate is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The query found it.
    Query,
    /// The request names it.
    Focus,
    /// The request names its file.
    File,
    /// The request says that it changed.
    Changed,
    /// Every step of its path is of this link; those of dispatch follow calls and `overrides` in turn.
    Neighbor(Link),
    /// Its path mixes links.
    Mixed,
    /// A `tests` edge.
    TestEdge,
    /// Its file is named as the test of a seed's file.
    TestName,
    /// A test that the words of the query and the names of seeds find.
    TestWords,
    /// A `mentions` edge from prose.
    Mention,
    /// One from a comment in code.
    CodeMention,
    /// A prose hit.
    Prose,
    /// The type or module around a seed.
    Container,
    /// A member of a type that a seed shows, which its chunk does not.
    Member,
    /// A type that a seed extends or implements.
    Supertype,
    /// A type that extends or implements a seed.
    Subtype,
    /// Next to a seed in its file.
    SameFile,
    /// The query found it, too weakly for a seed.
    WeakHit,
    /// Fallback: the file's name holds a word of the query.
    FileName,
    /// Fallback: commits changed the file together with a seed's.
    CoChange,
    /// Fallback: the file stands in a seed's folder.
    Folder,
    /// Fallback: the newest commits changed the file.
    Recent,
}

impl Rule {
    /// The word that is printed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Query => "query-hit",
            Self::Focus => "focus",
            Self::File => "named-file",
            Self::Changed => "changed",
            Self::Neighbor(link) => match link {
                Link::Callee | Link::Caller => "call-neighbor",
                Link::Uses => "uses",
                Link::UsedBy => "used-by",
                Link::Imports | Link::ImportedBy => "import-neighbor",
                Link::Exports | Link::ExportedBy => "export-neighbor",
                Link::FlowsTo | Link::FlowsFrom => "dataflow-neighbor",
                Link::Implementer | Link::Replaced | Link::CalledThrough => "dispatch-neighbor",
            },
            Self::Mixed => "mixed-path",
            Self::TestEdge => "test-edge",
            Self::TestName => "test-name",
            Self::TestWords => "test-words",
            Self::Mention | Self::CodeMention => "mention",
            Self::Prose => "prose-hit",
            Self::Container => "container",
            Self::Member => "member",
            Self::Supertype => "supertype",
            Self::Subtype => "subtype",
            Self::SameFile => "same-file",
            Self::WeakHit => "weak-hit",
            Self::FileName => "file-name",
            Self::CoChange => "co-change",
            Self::Folder => "same-folder",
            Self::Recent => "recent-change",
        }
    }

    /// Whether it starts a pack instead of being brought in.
    pub fn is_seed(self) -> bool {
        matches!(self, Self::Query | Self::Focus | Self::File | Self::Changed)
    }

    /// How much a relation says of what it leads to: calls most, then tests, then uses, then imports; a path that mixes them and what only stands near, nothing.
    pub fn strength(self) -> u8 {
        match self {
            Self::Neighbor(Link::Callee | Link::Caller | Link::Implementer | Link::Replaced | Link::CalledThrough) => 4,
            Self::TestEdge => 3,
            Self::Neighbor(Link::Uses | Link::UsedBy | Link::FlowsTo | Link::FlowsFrom) => 2,
            Self::Neighbor(Link::Imports | Link::ImportedBy | Link::Exports | Link::ExportedBy) => 1,
            _ => 0,
        }
    }

    /// Whether it stands near a seed or shares its words, and need not have to do with it.
    pub fn says_little(self) -> bool {
        let by_import = matches!(self, Self::Neighbor(Link::Imports | Link::ImportedBy | Link::Exports | Link::ExportedBy));
        let by_text = matches!(self, Self::Mention | Self::CodeMention | Self::Prose | Self::WeakHit);
        by_import || by_text || matches!(self, Self::Mixed | Self::Member | Self::SameFile | Self::TestName | Self::TestWords)
    }

    /// Whether only file heuristics speak for it.
    pub fn is_fallback(self) -> bool {
        matches!(self, Self::FileName | Self::CoChange | Self::Folder | Self::Recent)
    }
}

/// One candidate. Scores are millionths.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    pub chunk: ChunkId,
    /// The definition that is meant, where the chunk shows none of its own.
    pub symbol: Option<SymbolId>,
    /// The line where it calls or uses what leads here, where its chunk shows no definition of its own.
    pub line: Option<u32>,
    pub rule: Rule,
    /// From the seed on.
    pub path: Steps<'a>,
    /// What it hangs on: the seed it comes from, of a test what it tests; itself for a seed.
    pub origin: ChunkId,
    /// Edges to the nearest seed; for what no edge leads to, 1.
    pub distance: u32,
    /// That of its origin, until candidates are merged: then what it has of that.
    pub seed_score: u32,
    pub evidence_score: u32,
    /// Written where candidates are merged.
    pub hybrid_score: u32,
    /// At least half as good as the best seed.
    pub strong: bool,
    /// It stands among tests. Written where candidates are merged.
    pub is_test: bool,
}

impl Candidate<'_> {
    /// What no edge leads to: it stands for itself.
    pub fn unlinked(chunk: ChunkId, symbol: Option<SymbolId>, rule: Rule, seed_score: u32) -> Self {
        Self {
            chunk,
            symbol,
            line: None,
            rule,
            path: Steps::default(),
            origin: chunk,
            distance: 1,
            seed_score,
            evidence_score: 0,
            hybrid_score: 0,
            strong: false,
            is_test: false,
        }
    }

    /// The definition that it shows: the one in focus, else that of its chunk, else the one that is meant.
    pub fn definition(&self, index: &Index) -> Option<SymbolId> {
        let own = index.chunks().symbol(self.chunk);
        if self.rule == Rule::Focus { self.symbol.or(own) } else { own.or(self.symbol) }
    }

    /// Whether its chunk is of no definition, or of another than the one in focus.
    pub fn is_inside(&self, index: &Index) -> bool {
        index.chunks().symbol(self.chunk).is_none_or(|own| self.definition(index) != Some(own))
    }
}

/// What keeps candidates out where not tokens, characters or bytes do.
pub const MAX_ITEMS: &str = "maxItems";
pub const MAX_OF_SECTION: &str = "maxItemsPerSection";
/// There is better to say.
pub const SCRAPS: &str = "scraps";

/// Whether a reason is one of those for which allocation leaves out candidates.
pub fn is_of_budgets(reason: &str) -> bool {
    [MAX_ITEMS, MAX_OF_SECTION, SCRAPS].contains(&reason) || Reason::ALL.iter().any(|it| it.word() == reason)
}

/// What did not get in, by reason.
#[derive(Clone, Debug, Default)]
pub struct Dropped(BTreeMap<&'static str, u64>);

impl Dropped {
    /// Counts `count` more for a reason.
    pub fn add(&mut self, reason: &'static str, count: u64) {
        if count > 0 {
            *self.0.entry(reason).or_insert(0) += count;
        }
    }

    /// The counts as they are printed.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        self.0.iter().map(|(reason, count)| ((*reason).to_owned(), *count)).collect()
    }
}
