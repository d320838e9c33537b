//! GraphQL: types, fields and operations.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm")], Manner::PLAIN);

/// Scalars and directives that every schema has (GraphQL, October 2021, 3.5 and 3.13).
const BUILTINS: &[&str] = &["Boolean", "Float", "ID", "Int", "String", "deprecated", "include", "oneOf", "skip", "specifiedBy"];

static MODULES: Modules = Modules { habits: &Habits { builtins: &[BUILTINS], ..Habits::PLAIN }, files: Files::NONE, spaces: Spaces::Global };

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
