//! Dart: classes, mixins, extensions, libraries.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { receiver: "this", parent: "super", habits: &habits::HABITS, entry_points: &["main"], ..Manner::PLAIN },
);

static MODULES: Modules =
    Modules { habits: &habits::HABITS, files: Files { separator: "", endings: &[""], relative: true, roots: &[] }, spaces: Spaces::Own };

/// Dart.
pub static LANGUAGE: Language = Language {
    id: "dart",
    name: "Dart",
    tier: Tier::B,
    family: "dart",
    extensions: &["dart"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_dart::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
