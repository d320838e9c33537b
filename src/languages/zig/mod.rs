//! Zig: containers, functions, files by `@import`.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { lexical: true, habits: &HABITS, entry_points: &["main"], ..Manner::PLAIN },
);

static HABITS: Habits = Habits { files_are_types: true, ..Habits::PLAIN };

static MODULES: Modules = Modules {
    habits: &HABITS,
    files: Files { separator: "", endings: &[""], relative: true, roots: &[], outermost: false, packages: true },
    spaces: Spaces::Own,
};

/// Zig.
pub static LANGUAGE: Language = Language {
    id: "zig",
    name: "Zig",
    tier: Tier::B,
    family: "zig",
    extensions: &["zig", "zon"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_zig::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
