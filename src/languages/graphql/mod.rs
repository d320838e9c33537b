//! GraphQL: types, fields and operations.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm")], Manner::PLAIN);

static MODULES: Modules = Modules { habits: &Habits::PLAIN, files: Files::NONE, spaces: Spaces::Global };

/// GraphQL.
pub static LANGUAGE: Language = Language {
    id: "graphql",
    name: "GraphQL",
    tier: Tier::C,
    family: "graphql",
    extensions: &["graphql", "gql", "graphqls"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_graphql::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
