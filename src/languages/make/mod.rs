//! Make: targets and variables.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")], Manner::PLAIN);

static MODULES: Modules =
    Modules { habits: &Habits::PLAIN, files: Files { separator: "", endings: &[""], relative: true, roots: &[""] }, spaces: Spaces::Own };

/// Make.
pub static LANGUAGE: Language = Language {
    id: "make",
    name: "Make",
    tier: Tier::C,
    family: "make",
    extensions: &["mk", "mak", "make"],
    file_names: &["Makefile", "makefile", "GNUmakefile"],
    interpreters: &["make"],
    grammar: Some(|| tree_sitter_make::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
