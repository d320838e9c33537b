//! The pack itself: what is printed, stored and compared.

pub(super) mod compose;
pub mod delta;
pub mod diff;
pub mod draft;
pub mod facts;
pub mod identity;
pub mod item;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::{PackRequest, Strictness};
use crate::base::score::Millionths;
use crate::base::span::{Lines, Range};
use crate::base::words::words;
use crate::governance::ledger::Decision;
use delta::Delta;

/// Version of the shape of a pack.
pub const FORMAT_VERSION: u32 = 1;
/// Version of the schema of a pack.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// One pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ContextPack {
    pub budgets: BudgetsResolved,
    /// The index's `sourceDate`, RFC 3339, UTC.
    pub created_at: String,
    /// What the caller holds of the pack; left out where it holds nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub delta: Option<Delta>,
    /// Null where the request does not ask for it.
    pub explain: Option<ExplainEnvelope>,
    /// The graph had nothing, and files were chosen by name, place and history.
    pub fallback: bool,
    /// Why.
    pub fallback_reason: Option<String>,
    pub format_version: u32,
    pub index_signature: String,
    /// What is to be known of how the query was read; left out where nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// `sha256:<64 hex>`.
    pub pack_id: String,
    /// What policy did; left out where the repository labels nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub policy: Option<PolicyNote>,
    /// In normal form.
    pub request: PackRequest,
    /// Always `ContextPack`.
    pub schema: String,
    pub schema_version: String,
    /// All ten, in their order.
    pub sections: Vec<ContextSection>,
    pub seeds: Vec<SeedEntry>,
    pub stats: Stats,
}

/// What policy did to labelled files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyNote {
    /// Of the labelled files that have an item, by path.
    pub decisions: Vec<Decision>,
    /// Why no approval counts although there is a file of them.
    pub problem: Option<String>,
    /// `blake3:<64 hex>` over the rules for labels and the approvals that stand.
    pub signature: String,
}

/// The budgets that were obeyed and what was spent of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BudgetsResolved {
    /// Defaults that another budget made smaller.
    pub clamped: Vec<Clamped>,
    /// UTF-8 bytes of one excerpt.
    pub max_bytes_per_item: u64,
    /// Candidates that are kept for scoring.
    pub max_candidates: u64,
    /// Edges that the walk reads.
    pub max_edges_read: u64,
    /// Items of all sections.
    pub max_items: u64,
    /// Items of one section.
    pub max_items_per_section: u64,
    /// Nodes that the walk visits.
    pub max_nodes_visited: u64,
    /// Characters of all excerpts.
    pub max_total_chars: u64,
    /// o200k tokens of all excerpts.
    pub max_total_tokens: u64,
    /// Characters that were spent.
    pub used_chars: u64,
    /// Items that are shown.
    pub used_items: u64,
    /// o200k tokens that were spent.
    pub used_tokens: u64,
}

/// A default that another budget made smaller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Clamped {
    /// The budget that became smaller.
    pub budget: String,
    /// The one that made it so.
    pub by: String,
    /// The default.
    pub from: u64,
    /// What it became.
    pub to: u64,
}

/// One hit that the pack starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeedEntry {
    pub chunk_uid: String,
    pub file_rel_path: String,
    pub lines: Lines,
    /// UTF-16 code units, half-open.
    pub range: Range,
    /// Score by who proposed it: a provider, `focus` or `files`.
    pub scores: BTreeMap<String, Millionths>,
    /// The score that counts.
    pub seed_score: Millionths,
    /// At least half as good as the best.
    pub strong: bool,
    pub symbol_id: Option<String>,
}

/// One section. Empty ones are there too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ContextSection {
    /// What an empty answer rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    pub items: Vec<ContextItem>,
    /// `seeds`, `callers`, `callees`, `imports`, `exports`, `usages`, `dataflow`, `tests`, `docs`, `related`.
    pub section: String,
}

/// One item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ContextItem {
    pub chunk_uid: String,
    /// Other places of the section that hold the very same text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<Copied>,
    pub excerpt: Excerpt,
    pub file_rel_path: String,
    /// Others of the section whose texts stand before or behind in the same excerpt, by place: where places are short, what follows one another takes one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Joined>,
    /// `symbol` where `symbolId` is set, else `chunk`.
    pub kind: String,
    pub language_id: Option<String>,
    pub lines: Lines,
    /// UTF-16 code units, half-open, of the whole chunk.
    pub range: Range,
    pub scores: Scores,
    pub signals: Signals,
    pub symbol_id: Option<String>,
    pub title: String,
    pub why: Why,
}

/// A place that holds the same text as an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Copied {
    pub chunk_uid: String,
    pub file_rel_path: String,
    pub lines: Lines,
    pub symbol_id: Option<String>,
}

/// What shares the excerpt of an item that says more of what is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Joined {
    pub chunk_uid: String,
    pub lines: Lines,
    pub scores: Scores,
    pub symbol_id: Option<String>,
    pub title: String,
    pub why: Why,
}

/// The text that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Excerpt {
    /// Lines of the file that are shown; null where none is.
    pub lines: Option<Lines>,
    /// The root holds no text, and the file is not the one that was indexed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub stale: bool,
    /// The lines as they stand in the file, or a placeholder.
    pub text: String,
    /// The chunk has text before or behind these lines that the caller does not hold; `truncation` says why it ends.
    pub truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncation: Option<Truncation>,
    /// Policy withholds the text: the file is labelled and nobody approved that it is shown. The text is a placeholder with the file's hash.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub withheld: bool,
}

/// How a text was cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Truncation {
    /// What it ends at: `statement`, `block`, `signature`, `line`; `nothing` where no text fits.
    pub boundary: String,
    /// Bytes that were allowed.
    pub max_bytes: u64,
    /// The budget that cut it, `overlap` with an item that is shown already, or `longList`: its first entries say what it is. `lateOpening` where only lines
    /// before what is meant, or before what speaks of the query, are left out.
    pub reason: String,
}

/// The four numbers that order candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scores {
    /// What the path rests on: the product of the confidences of its edges; 1 for a seed, 0 for what no edge leads to.
    pub evidence_score: Millionths,
    /// Edges between a seed and the item.
    pub graph_distance: u32,
    /// The weighted sum of the others, by the weights of `explain`.
    pub hybrid_score: Millionths,
    /// How well the seed that leads here fits the query.
    pub seed_score: Millionths,
}

/// What is known of an item besides its scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signals {
    /// Visible outside its file.
    pub exported: bool,
    /// How near its file is to that of its seed: `same-file`, `same-folder`, `same-package`, `far`.
    pub proximity: String,
    /// `generated`, `vendored`, `unsafe`, and the labels of its file.
    pub risks: Vec<String>,
}

/// Why an item is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Why {
    /// What the steps of the path rest on, once each.
    pub evidence: Vec<Evidence>,
    /// From a seed to the item; empty for seeds and for what no edge leads to.
    pub path: Vec<Step>,
    /// The rule that brought it in.
    pub rule: String,
}

/// One edge, in its own direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Step {
    /// The word of its table: `call`, `usage`, `import`, …
    pub edge_type: String,
    /// `ev:<16 hex>`.
    pub evidence_id: String,
    pub from: String,
    pub to: String,
}

/// What an edge rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    pub confidence: Millionths,
    /// `ev:<16 hex>`.
    pub evidence_id: String,
    /// `callsite`, `identifier`, `importStmt`, `span`, `tooling`.
    pub kind: String,
}

/// The certificate of an empty answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Absence {
    /// Sites of the same names that may mean a seed and are not known to.
    pub doubtful_sites: DoubtfulSites,
    /// Sites of the same names that are taken for what other packages or the language bring along. They run a method that stands in for theirs.
    #[serde(default)]
    pub external_sites: ExternalSites,
    /// Names whose sites were looked at; of what lies inside, the definitions or files that were looked into.
    pub names: Vec<String>,
    /// Sites of the same names that lead to definitions, whichever.
    #[serde(default)]
    pub resolved_sites: u64,
    /// `sha256:<64 hex>` over the signature of the sources and the lists of the tables that were searched.
    pub scope: String,
    /// Tables that were searched, with their number of rows.
    pub searched: BTreeMap<String, u64>,
    pub statement: String,
    /// Files of which a part could not be read or parsed.
    pub unparsed_files: UnparsedFiles,
    /// What the empty answer means.
    #[serde(default)]
    pub verdict: Verdict,
}

words! {
    /// What an empty answer means.
    #[derive(Default, JsonSchema)]
    pub enum Verdict {
        /// There is none: whatever could show one was looked at.
        None = "none",
        /// There may be some: what the statement counts could be one.
        #[default]
        Unknown = "unknown",
        /// What there is stands elsewhere in the answer, or is left out of it.
        Elsewhere = "elsewhere",
        /// Some are known, and budgets, filters or what the caller holds leave them out.
        LeftOut = "leftOut",
        /// Nobody looked.
        NotSearched = "notSearched",
    }
}

impl Verdict {
    /// What people are told.
    pub fn told(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unknown => "not known",
            Self::Elsewhere => "elsewhere",
            Self::LeftOut => "left out",
            Self::NotSearched => "not searched",
        }
    }
}

/// Sites that nobody could resolve.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DoubtfulSites {
    /// By outcome: `candidates`, `dynamic`, `unresolved`.
    pub counts: BTreeMap<String, u64>,
    /// The first ones, as `path:line`.
    pub listed: Vec<String>,
}

/// Sites that lead out of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExternalSites {
    /// Taken for what the language brings along.
    pub builtin: u64,
    /// Taken for what a package outside of the tree has.
    pub packages: u64,
    /// The first ones, as `path:line package`, those of packages before those of the language.
    pub listed: Vec<String>,
}

/// Files with gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnparsedFiles {
    pub count: u64,
    /// The first ones, by path.
    pub listed: Vec<String>,
}

/// How the pack came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExplainEnvelope {
    /// Names of the query that are not there, each with the one that was taken instead.
    pub corrections: Vec<[String; 2]>,
    /// Null in `loose`: not computed.
    pub evidence_gaps: Option<Vec<EvidenceGap>>,
    /// Whether graph-only candidates were kept behind strong seeds in the order. What is shown follows it within each section: every section has its share of
    /// the tokens first, so that of a small pack strong seeds may be missing while others have their place.
    pub hard_rule: bool,
    /// Items by rule.
    pub rules: BTreeMap<String, u64>,
    pub strictness: Strictness,
    /// The least score of a strong seed.
    pub strong_from: Millionths,
    /// Of `seedScore`, `distanceScore`, `evidenceScore`; for `impact` also `outwardShare`: what of that sum is left to what a seed itself uses.
    pub weights: BTreeMap<String, Millionths>,
}

/// An item that lacks the evidence that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EvidenceGap {
    pub chunk_uid: String,
    /// What is missing, in words.
    pub reason: String,
    /// The rule that brought the item in.
    pub rule: String,
}

/// Counts. Timings are only shown: a stored pack and one that is compared have none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stats {
    /// Candidates that were scored.
    pub candidates: u64,
    /// What did not get in, by reason.
    pub dropped: BTreeMap<String, u64>,
    /// Edges that the walk read.
    pub edges_read: u64,
    /// The most hops to any candidate. What stands in for a method, or is stood in for, is one hop away however many `overrides` lead there.
    pub max_hop: u32,
    /// Nodes that the walk visited.
    pub nodes_visited: u64,
    /// Items by section.
    pub sections: BTreeMap<String, u64>,
    /// Microseconds by stage, the traversal of the graph among them; `pack` is all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<BTreeMap<String, u64>>,
}
