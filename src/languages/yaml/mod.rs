//! YAML: top-level keys as chunks.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm")], Manner::PLAIN);

/// YAML.
pub static LANGUAGE: Language = Language {
    id: "yaml",
    name: "YAML",
    tier: Tier::C,
    family: "yaml",
    extensions: &["yaml", "yml"],
    file_names: &[".clang-format", ".clang-tidy"],
    interpreters: &[],
    grammar: Some(|| tree_sitter_yaml::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &NoModules,
};
