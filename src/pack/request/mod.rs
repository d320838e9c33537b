//! What a pack is asked for. Every field has a default, and fields that nobody knows are refused.

pub mod filter;
pub mod leaning;
pub mod limits;
pub mod normal;
pub mod patch;
pub mod roles;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::delta::Held;
use crate::base::words::words;
use crate::retrieve::provider::Provider;

/// One request. Its normalised form is part of the pack, and of the pack's id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PackRequest {
    pub budgets: Budgets,
    /// The `chunkUid`s of what changed, in an order of no meaning: seeds too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    pub expansion: Expansion,
    /// Repo-relative paths whose chunks are seeds too; a path of a folder means the files below it.
    pub files: Vec<String>,
    pub filters: Filters,
    pub focus: Focus,
    /// What the caller holds already: it is left out of the pack while it is unchanged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have: Vec<Held>,
    /// Whether the pack holds an explain envelope.
    pub include_explain: bool,
    /// Always `.`: where a root lies is nobody's business but its owner's.
    pub index_root: String,
    /// The snapshot that is meant; empty for the one at hand.
    pub index_signature: String,
    pub intent: Intent,
    pub ordering: Ordering,
    /// Identifiers, a path, `path:line`, a stack trace or plain words.
    pub query: String,
    /// `local` where nobody names it.
    pub repo_id: String,
    pub seed_mode: SeedMode,
    pub seed_provider: SeedProvider,
    pub strictness: Strictness,
}

impl Default for PackRequest {
    fn default() -> Self {
        Self {
            budgets: Budgets::default(),
            changed: Vec::new(),
            expansion: Expansion::default(),
            files: Vec::new(),
            filters: Filters::default(),
            focus: Focus::default(),
            have: Vec::new(),
            include_explain: true,
            index_root: ".".to_owned(),
            index_signature: String::new(),
            intent: Intent::Answer,
            ordering: Ordering::default(),
            query: String::new(),
            repo_id: "local".to_owned(),
            seed_mode: SeedMode::Mixed,
            seed_provider: SeedProvider::Sparse,
            strictness: Strictness::Warn,
        }
    }
}

/// Where to start, whatever the query finds. At most one field is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Focus {
    /// `xxh64:<16 hex>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk_uid: Option<String>,
    /// A repo-relative path of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_rel_path: Option<String>,
    /// The line that is meant in the chunk of `chunkUid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// A symbol id as rows print it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol_id: Option<String>,
}

impl Focus {
    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.chunk_uid.is_none() && self.file_rel_path.is_none() && self.symbol_id.is_none()
    }
}

/// Which files may appear at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Filters {
    /// Path prefixes that are left out.
    pub exclude_paths: Vec<String>,
    /// A part of the path, or a glob where it holds `*` or `?`; empty for all.
    pub file_pattern: String,
    /// Path prefixes, one of which must match; empty for all.
    pub include_paths: Vec<String>,
}

/// What the pack is for. It decides which sections are filled first, and for `impact` that neighbors may outrank hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    Answer,
    Summarize,
    Refactor,
    Debug,
    Impact,
    Contract,
}

/// Which chunks may be seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeedMode {
    Code,
    Prose,
    Mixed,
}

/// Who proposes seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeedProvider {
    Sparse,
    Fts,
    Ann,
    Hybrid,
}

impl SeedProvider {
    /// The provider of retrieval.
    pub fn provider(self) -> Provider {
        match self {
            Self::Sparse => Provider::Sparse,
            Self::Fts => Provider::Fts,
            Self::Ann => Provider::Ann,
            Self::Hybrid => Provider::Hybrid,
        }
    }

    /// The word of the request.
    pub fn word(self) -> &'static str {
        self.provider().word()
    }
}

/// What happens to candidates that lack the evidence that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// Dropped where `requireEvidence` is set.
    Strict,
    /// Kept and named in `explain.evidenceGaps`.
    Warn,
    /// Kept; gaps are not computed.
    Loose,
}

/// How the graph is walked from the seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Expansion {
    pub direction: Direction,
    /// Kinds of edges that are walked.
    pub edge_types: Vec<EdgeType>,
    /// Kinds of evidence that count.
    pub evidence_kinds: Vec<EvidenceKind>,
    /// `dataflow` is walked even where `edgeTypes` does not name it.
    pub include_dataflow: bool,
    /// `export` is walked even where `edgeTypes` does not name it.
    pub include_exports: bool,
    /// Without it `import` is not walked even where `edgeTypes` names it.
    pub include_imports: bool,
    /// Neighbors in the file of a seed are candidates even without an edge.
    pub include_same_file_neighbors: bool,
    /// Hops between a seed and what it brings in; at most 4. A hop is an edge, or all `overrides` edges between a method and what a call of it may run.
    pub max_hops: u32,
    /// In `strict`, drop what is reached without evidence of `evidenceKinds`.
    pub require_evidence: bool,
}

impl Default for Expansion {
    fn default() -> Self {
        Self {
            direction: Direction::Both,
            edge_types: vec![EdgeType::Call, EdgeType::Usage, EdgeType::Import],
            evidence_kinds: EvidenceKind::ALL.to_vec(),
            include_dataflow: false,
            include_exports: false,
            include_imports: true,
            include_same_file_neighbors: true,
            max_hops: 2,
            require_evidence: false,
        }
    }
}

/// The way edges are walked. For calls, out leads to callees and in to callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Out,
    In,
    Both,
}

/// The edges that expansion may walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EdgeType {
    Call,
    Usage,
    Import,
    Export,
    Dataflow,
}

words! {
    /// What an edge may rest on.
    #[derive(JsonSchema)]
    pub enum EvidenceKind {
        Callsite = "callsite",
        Identifier = "identifier",
        ImportStmt = "importStmt",
        Span = "span",
        Tooling = "tooling",
    }
}

/// How much may come out and how much may be done for it. Null asks for the default, which is named in the pack's `budgets`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Budgets {
    /// UTF-8 bytes of one excerpt.
    pub max_bytes_per_item: Option<u64>,
    /// Candidates that are kept for scoring.
    pub max_candidates: Option<u64>,
    /// Edges that the walk reads.
    pub max_edges_read: Option<u64>,
    /// Items of all sections.
    pub max_items: Option<u64>,
    /// Items of one section.
    pub max_items_per_section: Option<u64>,
    /// Nodes that the walk visits.
    pub max_nodes_visited: Option<u64>,
    /// Characters of all excerpts.
    pub max_total_chars: Option<u64>,
    /// o200k tokens of all excerpts.
    pub max_total_tokens: Option<u64>,
}

impl Budgets {
    /// Every budget with its default in place.
    pub fn filled(&self) -> Self {
        let or = |value: Option<u64>, limit: &limits::Limit| Some(value.unwrap_or(limit.default));
        Self {
            max_bytes_per_item: or(self.max_bytes_per_item, &limits::BYTES_PER_ITEM),
            max_candidates: or(self.max_candidates, &limits::CANDIDATES),
            max_edges_read: or(self.max_edges_read, &limits::EDGES_READ),
            max_items: or(self.max_items, &limits::ITEMS),
            max_items_per_section: or(self.max_items_per_section, &limits::ITEMS_PER_SECTION),
            max_nodes_visited: or(self.max_nodes_visited, &limits::NODES_VISITED),
            max_total_chars: or(self.max_total_chars, &limits::TOTAL_CHARS),
            max_total_tokens: or(self.max_total_tokens, &limits::TOTAL_TOKENS),
        }
    }
}

/// What orders candidates. The six keys behind the first are fixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Ordering {
    pub primary: Primary,
    /// Recorded. The order is total without them: its keys hold all of these, in a fixed order.
    pub stable_tie_breakers: Vec<TieBreaker>,
}

impl Default for Ordering {
    fn default() -> Self {
        use TieBreaker::{ChunkUid, FileRelPath, StartLine, SymbolId};
        Self { primary: Primary::HybridScore, stable_tie_breakers: vec![FileRelPath, StartLine, ChunkUid, SymbolId] }
    }
}

/// The first key of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Primary {
    SeedScore,
    GraphDistance,
    GraphEvidence,
    HybridScore,
}

/// A column that tells equals apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TieBreaker {
    SymbolId,
    ChunkUid,
    FileRelPath,
    StartLine,
}
