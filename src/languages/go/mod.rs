//! Go.

use super::semantics::NoModules;
use super::{Language, Tier};

/// Go.
pub static LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    tier: Tier::A,
    family: "go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_go::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// Go module.
pub static MANIFEST: Language = Language {
    id: "go-manifest",
    name: "Go module",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["go.mod"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

