//! CMake: functions, macros, targets, variables.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")], Manner::PLAIN);

static MODULES: Modules = Modules {
    habits: &Habits::PLAIN,
    files: Files { separator: "", endings: &["/CMakeLists.txt", ".cmake", ""], relative: true, roots: &["cmake", ""] },
    spaces: Spaces::Own,
};

/// CMake.
pub static LANGUAGE: Language = Language {
    id: "cmake",
    name: "CMake",
    tier: Tier::C,
    family: "cmake",
    extensions: &["cmake"],
    file_names: &["CMakeLists.txt"],
    interpreters: &[],
    grammar: Some(|| tree_sitter_cmake::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
