//! What the critic answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::score::Millionths;
use crate::base::words::words;

/// One review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Review {
    pub changed: Changed,
    /// Findings by kind.
    pub counts: BTreeMap<String, u64>,
    pub dependencies: Dependencies,
    /// By kind, then by place.
    pub findings: Vec<Finding>,
    /// Findings that are counted and not listed.
    pub findings_left: u64,
    pub index_signature: String,
    /// Changed files of which no name is said to be made up or gone: those outside of the graph, and those in languages in which the index cannot tell a
    /// made-up name from one that the language or a package brings.
    pub names_not_judged: Vec<String>,
    /// What the author was shown: the id of a pack; null without one.
    pub pack_id: Option<String>,
    /// What changed is told from: `since COMMIT` or `diff`.
    pub source: String,
    /// Changed files that are not what was indexed: nothing is said of them.
    pub stale: Vec<String>,
}

/// The size of the change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Changed {
    /// Those that stand and have a changed line.
    pub definitions: u64,
    pub files: u64,
    /// Of the files as they are: those that were added, and those before which lines were removed.
    pub lines: u64,
    /// Definitions that no changed file has any longer, by qualified name.
    pub removed_definitions: u64,
    /// Lines of the files as they were that are gone, those of deleted files among them.
    pub removed_lines: u64,
}

/// Definitions outside of the change that its lines call, use, extend or implement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Dependencies {
    pub all: u64,
    /// Those that the pack shows, as a part of all; null without a pack, and where there are none.
    pub shown: Option<Millionths>,
}

words! {
    /// What is wrong, or was done without looking.
    #[derive(JsonSchema)]
    pub enum FindingKind {
        /// A changed line uses a name that nothing in the repository defines and no package is known to.
        UnknownName = "unknownName",
        /// What was removed or renamed is still used elsewhere.
        RemovedInUse = "removedInUse",
        /// The head of a definition changed, and who calls or uses it did not.
        UntouchedUser = "untouchedUser",
        /// A changed line rests on a definition that the pack did not show.
        MissingDependency = "missingDependency",
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    pub kind: FindingKind,
    pub file_rel_path: String,
    /// From 1.
    pub line: u32,
    pub name: String,
    /// Where the other end stands, as `path:line`; the first ones.
    pub places: Vec<String>,
    /// Places that are counted and not listed.
    pub places_left: u64,
    /// Of the definition that is meant; null where none is.
    pub symbol_id: Option<String>,
    pub message: String,
}
