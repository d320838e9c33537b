//! Zig: containers, functions, files by `@import`.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { entry_points: &["main"], ..Manner::PLAIN },
);

static MODULES: Modules = Modules {
    habits: &Habits::PLAIN,
    files: Files { separator: "", endings: &[""], relative: true, roots: &[], packages: true },
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
