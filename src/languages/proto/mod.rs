//! Protocol Buffers: messages, enums, services.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")], Manner::PLAIN);

static MODULES: Modules = Modules {
    habits: &Habits::PLAIN,
    files: Files { separator: "", endings: &[""], relative: true, roots: &["", "proto", "protos", "src"], outermost: false, packages: false },
    spaces: Spaces::Declared { separator: ".", outer: true, shared: false },
};

/// Protocol Buffers.
pub static LANGUAGE: Language = Language {
    id: "proto",
    name: "Protocol Buffers",
    tier: Tier::C,
    family: "proto",
    extensions: &["proto"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_proto::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
