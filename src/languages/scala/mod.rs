//! Scala: classes, objects, traits; packages shared with Java.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { receiver: "this", parent: "super", habits: &habits::HABITS, test_marks: &["@Test"], entry_points: &["main"], ..Manner::PLAIN },
);

static MODULES: Modules =
    Modules { habits: &habits::HABITS, files: Files::NONE, spaces: Spaces::Declared { separator: ".", outer: false, shared: false } };

/// Scala.
pub static LANGUAGE: Language = Language {
    id: "scala",
    name: "Scala",
    tier: Tier::B,
    family: "java",
    extensions: &["scala", "sc", "sbt"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_scala::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
