//! Vue: the script of a component, read as ECMAScript.

use super::{Language, Tier, ecmascript, embed};

/// Vue.
pub static LANGUAGE: Language = Language {
    id: "vue",
    name: "Vue",
    tier: Tier::C,
    family: "ecmascript",
    extensions: &["vue"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_vue_next::LANGUAGE.into()),
    extract: embed::scripts,
    semantics: ecmascript::TYPESCRIPT.semantics,
};
