//! Elixir: modules and functions of several clauses.

mod habits;
mod modules;

#[cfg(test)]
mod tests;

use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { habits: &habits::HABITS, hoisted: true, ..Manner::PLAIN },
);

/// Elixir.
pub static LANGUAGE: Language = Language {
    id: "elixir",
    name: "Elixir",
    tier: Tier::B,
    family: "elixir",
    extensions: &["ex", "exs"],
    file_names: &[],
    interpreters: &["elixir"],
    grammar: Some(|| tree_sitter_elixir::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &modules::Elixir,
};
