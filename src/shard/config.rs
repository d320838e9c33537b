//! What manifests and configuration files say: packages, dependencies, entry points, aliases, source roots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Name;

/// The digest-relevant content of one configuration file. Paths are as written, relative to the file's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigFact {
    /// `cargo`, `npm`, `pypi`, `gomod`, `maven`, `gradle`, `cmake`, `tsconfig`, `compdb`: see each language's `modules.rs`.
    pub manager: Name,
    /// The package this file declares; `None` for pure workspaces and option files.
    pub name: Option<Name>,
    /// Declared dependencies, `name -> local path or empty`, in name order. A key may be an alias (`cargo` renames); then the value of `renames` tells.
    pub dependencies: BTreeMap<Name, Name>,
    /// Local alias -> real package name.
    pub renames: BTreeMap<Name, Name>,
    /// Members of a workspace: globs.
    pub members: Vec<Name>,
    /// Entry points: `lib`, `bin:<name>`, `main`, `types`, `exports:<subpath>`, `script:<name>` -> path or target.
    pub entries: BTreeMap<Name, Name>,
    /// Extra roots from which module names count (Python `src`, Java source roots, C include folders), in order.
    pub source_roots: Vec<Name>,
    /// Module aliases: tsconfig `paths`, package `imports`, go `replace`: pattern -> targets in order.
    pub aliases: BTreeMap<Name, Vec<Name>>,
    /// A parent configuration that this one extends (tsconfig `extends`).
    pub extends: Vec<Name>,
    /// The base folder of `aliases` and bare names (tsconfig `baseUrl`).
    pub base: Option<Name>,
}
