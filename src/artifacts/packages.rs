//! `packages`: workspace members.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Artifact;

/// The table.
pub const ARTIFACT: Artifact =
    Artifact { name: "packages", schema_version: "1.1.0", sort_key: &["path", "root"], modulus: 512, schema: || schemars::schema_for!(Package) };

/// One package, as its manifest declares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Package {
    /// Declared dependencies: name to local path, empty for those of a registry.
    pub dependencies: BTreeMap<String, String>,
    /// Entry points: kind to path or target.
    pub entry_points: BTreeMap<String, String>,
    /// `cargo`, `npm`, `pypi`, `gomod`, `maven`, …
    pub manager: String,
    /// Globs of workspace members.
    pub members: Vec<String>,
    /// Null for a workspace without a package of its own.
    pub name: Option<String>,
    /// Rules of `CODEOWNERS` that may cover files below `root`, in order: of those that cover a file the last decides. Of more than 256 these are the last.
    pub owners: Vec<Owner>,
    /// The manifest.
    pub path: String,
    /// The manifest's folder, `.` at the top.
    pub root: String,
}

/// Who answers for some paths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Owner {
    /// `@user`, `@org/team` or an address; empty where the rule says that nobody does.
    pub owners: Vec<String>,
    /// Which paths, as written.
    pub pattern: String,
}
