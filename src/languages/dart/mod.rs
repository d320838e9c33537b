//! Dart: classes, mixins, extensions; libraries, their parts, packages of pub.

mod habits;
mod modules;
mod pubspec;

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { receiver: "this", parent: "super", habits: &habits::HABITS, entry_points: &["main"], ..Manner::PLAIN },
);

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
    semantics: &modules::Dart,
};

/// The manifests of packages.
pub static MANIFEST: Language = Language {
    id: "dart-manifest",
    name: "YAML",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["pubspec.yaml"],
    interpreters: &[],
    // Parsed as YAML, after its depth is known.
    grammar: None,
    extract: |builder, _| pubspec::extract(builder),
    semantics: &NoModules,
};
