//! CSS: rules as chunks.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm")], Manner::PLAIN);

/// CSS.
pub static LANGUAGE: Language = Language {
    id: "css",
    name: "CSS",
    tier: Tier::C,
    family: "css",
    extensions: &["css"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_css::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &NoModules,
};
