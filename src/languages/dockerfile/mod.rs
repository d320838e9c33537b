//! Dockerfile: stages, arguments, environment.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm")], Manner::PLAIN);

/// Dockerfile.
pub static LANGUAGE: Language = Language {
    id: "dockerfile",
    name: "Dockerfile",
    tier: Tier::C,
    family: "dockerfile",
    extensions: &["dockerfile", "containerfile"],
    file_names: &["Dockerfile", "Containerfile"],
    interpreters: &[],
    grammar: Some(|| tree_sitter_containerfile::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &NoModules,
};
