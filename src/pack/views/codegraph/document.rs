//! The shapes of a request and of its answer. A field that no row supports is null, and `optimization_info.unsupported` says why.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::changed::Extent;
use crate::base::score::Millionths;
use crate::base::words::words;
use crate::pack::context::Verdict;
use crate::pack::context::facts::is_zero;

/// Version of the document.
pub const VERSION: &str = "1.0";
/// Most o200k tokens of a document, and the default.
pub const MAX_TOKENS: u64 = 100_000;
/// Fewer tokens than this hold no useful document.
pub const MIN_TOKENS: u64 = 500;
/// Most hops that can be asked for.
pub const MAX_HOPS: u32 = 4;
/// Most base entities that can be asked for.
pub const MAX_BASES: usize = 50;

words! {
    /// What is going to be done.
    #[derive(JsonSchema)]
    pub enum ChangeType {
        Edit = "edit",
        Create = "create",
        Delete = "delete",
        Refactor = "refactor",
    }
}

/// Which interfaces are wanted around the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FocusArea {
    TestInterfaces,
    NonTestInterfaces,
}

/// The request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryContext {
    /// ISGL1 keys: `path-module-Name`.
    pub base_entities: Vec<String>,
    /// Those of them that do not exist yet: what stands where they will is told in their place.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub to_be_created: Vec<String>,
    /// The commit that the index is compared with, in hexadecimal; null where none is named.
    pub base_revision: Option<String>,
    pub hop_depth: u32,
    pub change_type: ChangeType,
    pub focus_areas: Vec<FocusArea>,
    /// o200k tokens of the whole document.
    pub size_limit: u64,
    /// Always `blast_radius`: what a change of the base reaches, by hops.
    pub optimization_strategy: String,
}

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeGraphContext {
    pub version: String,
    /// The index's `sourceDate`.
    pub generated_at: String,
    /// `ctx_…`: equal for equal requests to equal indexes under equal approvals.
    pub cache_key: String,
    pub index_signature: String,
    /// o200k tokens of this document as it is printed for programs.
    pub token_count: u64,
    /// `minimal` below 5 000 tokens, `optimal` to 80 000, `large` to 100 000; `exceeded` where not all of what must be in fits the limit.
    pub size_status: String,
    pub query_context: QueryContext,
    pub entities: Vec<Entity>,
    pub relationships: Vec<Relationship>,
    /// Of base entities that lack callers, callees, other users or tests: whether that means that there are none.
    pub absences: Vec<Lack>,
    pub optimization_info: OptimizationInfo,
}

/// What a base entity lacks, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lack {
    pub isgl1_key: String,
    /// `callers`, `callees`, `usages`, `tests`.
    pub lacks: String,
    /// What was looked at, and what could not be told.
    pub statement: String,
    pub verdict: Verdict,
}

/// One definition.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    pub isgl1_key: String,
    /// Tells entities of one key apart.
    pub symbol_id: String,
    pub interface_signature: InterfaceSignature,
    pub tdd_classification: TddClassification,
    pub lsp_metadata: Option<LspMetadata>,
    pub relevance_score: Millionths,
    /// Hops from the nearest base entity; one more than were asked for where it is here for its change alone.
    pub dependency_level: u32,
    /// How it changed since the base revision; left out where it did not, and where none is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Extent>,
}

/// What a definition looks like from outside.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterfaceSignature {
    pub entity_type: String,
    pub name: String,
    pub visibility: String,
    pub file_path: String,
    pub line_range: LineRange,
    /// Null where policy withholds the text of the file.
    pub signature: Option<Signature>,
    pub module_path: Vec<String>,
    /// Null where there is none, and where it had to make room.
    pub documentation: Option<String>,
}

/// Lines from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineRange {
    pub start: u32,
    pub end: u32,
}

/// The parts of a head.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The head as it is written, without body and value.
    pub text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Part>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Part>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub generics: Vec<String>,
    /// What it extends or implements, as far as the graph knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<String>,
    /// What it gives, as its head states it; null where that says nothing.
    pub return_type: Option<String>,
    #[serde(rename = "async")]
    pub is_async: bool,
    #[serde(rename = "unsafe")]
    pub is_unsafe: bool,
    #[serde(rename = "const")]
    pub is_const: bool,
}

/// A field or a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub name: String,
    /// Its type, as the head states it; null where that says nothing.
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<String>,
}

/// What is measured about changing it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TddClassification {
    /// `high` where it can be named from outside and has few branches and dependencies, `low` where it has many of either, else `medium`.
    pub testability: String,
    /// By branching constructs: `low` below 4, `high` from 12 on.
    pub complexity: String,
    /// Definitions that it calls, uses, extends or implements.
    pub dependencies: u64,
    /// Null: no coverage is measured.
    pub test_coverage_estimate: Option<Millionths>,
    /// Tests with an edge to it; where tests have no names, their files.
    pub tests: u64,
    /// An entry point, or used by ten or more definitions.
    pub critical_path: bool,
    /// `high` where it is critical and no test reaches it, `low` where a test reaches it and little depends on it or it is simple, else `medium`.
    pub change_risk: String,
}

/// What a language server would say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LspMetadata {
    /// `scip` where a compiler's index has edges at it, else `inferred` from the graph.
    pub source: String,
    /// Null: imported indexes bring edges and no types.
    pub type_information: Option<String>,
    pub usage_analysis: UsageAnalysis,
    pub semantic_tokens: SemanticTokens,
}

/// Who uses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsageAnalysis {
    /// Edges of calls and uses that end at it, at a constructor of it, or at a method that it overrides.
    pub references: u64,
    /// Files of the callers, by path; the first eight.
    pub call_sites: Vec<String>,
    /// Import lines of its file that bind a name of its head; the first eight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub imports: Vec<String>,
}

/// How an editor would color it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SemanticTokens {
    #[serde(rename = "type")]
    pub kind: String,
    pub modifier: Vec<String>,
}

/// One edge between two entities of the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Relationship {
    pub dependent: String,
    pub dependency: String,
    /// `calls`, `uses`, `extends`, `implements`, `overrides`, `contains`, `reads`, `writes`, `tests`.
    pub relationship_type: String,
    /// The confidence of the edge.
    pub strength: Millionths,
    pub context: RelationshipContext,
}

/// What an edge rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RelationshipContext {
    /// `ev:<16 hex>`.
    pub evidence_id: String,
    /// The file that shows it.
    pub file: String,
    /// Methods of what is extended or implemented, by name; the first 32.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trait_methods: Vec<String>,
}

/// What was left out and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptimizationInfo {
    /// Keys of entities that were reached and left out, the most relevant first; at most twenty.
    pub excluded_entities: Vec<String>,
    pub excluded_count: u64,
    /// Absences that are left out for want of room.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded_absences: u64,
    /// Relationships between entities that are in, left out for want of room.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded_relationships: u64,
    pub truncation_applied: bool,
    /// The steps of truncation that were taken, in order.
    pub truncation_steps: Vec<String>,
    pub prioritization_strategy: String,
    /// The walk hit its bound, so that there may be more.
    pub walk_bounded: bool,
    pub edges_read: u64,
    /// Files that changed since they were indexed, so that nothing is known of what changed in them since the base revision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_files: Vec<String>,
    /// Fields that are null, and why.
    pub unsupported: Vec<Unsupported>,
}

/// A field that no row supports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unsupported {
    pub field: String,
    pub reason: String,
}
