//! TOML: top-level keys and tables as chunks.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm")], Manner::PLAIN);

/// TOML.
pub static LANGUAGE: Language = Language {
    id: "toml",
    name: "TOML",
    tier: Tier::C,
    family: "toml",
    extensions: &["toml"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_toml_ng::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &NoModules,
};
