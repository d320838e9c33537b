//! Swift: types, extensions, functions; one namespace a module.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};
use crate::shard::facts::Visibility;

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { receiver: "self", parent: "super", habits: &habits::HABITS, visibility: Visibility::Package, test_prefixes: &["test"], ..Manner::PLAIN },
);

static MODULES: Modules = Modules { habits: &habits::HABITS, files: Files::NONE, spaces: Spaces::Global };

/// Swift.
pub static LANGUAGE: Language = Language {
    id: "swift",
    name: "Swift",
    tier: Tier::B,
    family: "swift",
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    grammar: Some(|| tree_sitter_swift::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
