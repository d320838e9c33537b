//! SQL: tables, views and functions.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm")], Manner::PLAIN);

static MODULES: Modules = Modules { habits: &Habits::PLAIN, files: Files::NONE, spaces: Spaces::Global };

/// SQL.
pub static LANGUAGE: Language = Language {
    id: "sql",
    name: "SQL",
    tier: Tier::C,
    family: "sql",
    extensions: &["sql", "ddl", "dml", "pgsql", "psql"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_sequel::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
