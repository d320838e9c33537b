//! What manifests and configuration files say: packages, dependencies, entry points, aliases, source roots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Name, glob};

/// The manager of files that say who answers for which paths.
pub const OWNERS: &str = "codeowners";

/// What is said of a manifest that loses its package.
pub const NAMELESS: &str = "`name` is no text, so there is no package";

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
    /// Configurations of other parts of the same project (tsconfig `references`).
    pub references: Vec<Name>,
    /// The base folder of `aliases` and bare names (tsconfig `baseUrl`).
    pub base: Option<Name>,
    /// Who answers for which paths, in order: the last rule that covers a path decides.
    pub owners: Vec<OwnerRule>,
}

impl ConfigFact {
    /// Whether it declares a package, or a workspace of some.
    pub fn is_package(&self) -> bool {
        self.name.is_some() || !self.members.is_empty()
    }
}

/// One line of `CODEOWNERS`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerRule {
    /// Which paths, from the top of the repository on.
    pub pattern: Name,
    /// `@user`, `@org/team` or an address; none where the rule says that nobody does.
    pub owners: Vec<Name>,
}

impl OwnerRule {
    /// Whether the rule may cover something below a folder (`""` for the top). Patterns are those of `.gitignore`, but a last `*` covers files of its
    /// own folder alone, as GitHub documents.
    pub fn touches(&self, folder: &str) -> bool {
        let pattern = self.pattern.trim_end_matches('/');
        let Some(anchored) = pattern.strip_prefix('/').or_else(|| pattern.contains('/').then_some(pattern)) else {
            return true;
        };
        let mut parts = anchored.split('/').peekable();
        for name in folder.split('/').filter(|name| !name.is_empty()) {
            match parts.next() {
                // It covers a folder above, whole.
                None | Some("**") => return true,
                Some("*") if parts.peek().is_none() => return false,
                Some(part) if glob::matches(part, name) => {}
                Some(_) => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_touches_a_folder_that_holds_or_lies_in_what_it_covers() {
        for (pattern, folder, expected) in [
            ("*", "a/b", true),
            ("*.rs", "a", true),
            ("docs/", "a", true),
            ("/a", "a/b", true),
            ("/a/", "a", true),
            ("/a/b/c.rs", "a", true),
            ("/a/b", "a/c", false),
            ("a/b", "x/a/b", false),
            ("/a/*", "a", true),
            ("/a/*", "a/b", false),
            ("/a/*/x", "a/b", true),
            ("/a/b*", "a/bc/d", true),
            ("**/x", "a", true),
            ("/a/**/x", "a/b", true),
            ("/a/**/x", "b", false),
            ("/a", "", true),
        ] {
            let rule = OwnerRule { pattern: pattern.into(), owners: Vec::new() };
            assert_eq!(rule.touches(folder), expected, "{pattern} {folder}");
        }
    }
}
