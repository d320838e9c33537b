//! Svelte: the script of a component, read as ECMAScript.

use super::{Language, Tier, ecmascript, embed};

/// Svelte.
pub static LANGUAGE: Language = Language {
    id: "svelte",
    name: "Svelte",
    tier: Tier::C,
    family: "ecmascript",
    extensions: &["svelte"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_svelte_ng::LANGUAGE.into()),
    extract: embed::scripts,
    semantics: ecmascript::TYPESCRIPT.semantics,
};
