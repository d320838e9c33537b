//! Rust.

use super::semantics::NoModules;
use super::{Language, Tier};

/// Rust.
pub static LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    tier: Tier::A,
    family: "rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_rust::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// TOML.
pub static MANIFEST: Language = Language {
    id: "cargo-manifest",
    name: "TOML",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["Cargo.toml"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

