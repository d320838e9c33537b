//! Go.
//!
//! Owns: what Go's syntax says of definitions, uses and types, the naming of packages by folder, `go.mod` and `go.work`.
//! Never: the files of a package together; which folder a name comes from is the link's to find.
//! Invariant: pointers are transparent in types and values, since members are reached through them.
//!
//! Composite types are written `Apply` of a free word no source can spell as a name: `[]` (arrays and slices), `map`, `chan`, and `func`
//! with its result. Several results are a `Tuple` of type expressions; in a declared result type it stands for a tuple of instances.

mod allocations;
mod assignments;
mod branches;
mod calls;
mod constraints;
mod definitions;
mod documents;
mod expressions;
mod foreign_members;
mod functions;
mod giving;
mod imports;
mod interfaces;
mod literals;
mod manifest;
mod modules;
mod signatures;
mod statements;
mod type_definitions;
mod types;
mod walker;

#[cfg(test)]
mod module_tests;
#[cfg(test)]
mod tests;

use tree_sitter::{Node, Tree};

use super::semantics::NoModules;
use super::{Language, Tier, respell};
use crate::shard::builder::Builder;
use crate::shard::facts::Flags;

/// Go.
pub static LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    tier: Tier::A,
    family: "go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_go::LANGUAGE.into()),
    extract,
    semantics: &modules::Packages,
};

/// Go module.
pub static MANIFEST: Language = Language {
    id: "go-manifest",
    name: "Go module",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["go.mod"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| manifest::module(builder),
    semantics: &NoModules,
};

/// Go workspace.
pub static WORK: Language = Language {
    id: "go-work",
    name: "Go workspace",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["go.work"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| manifest::workspace(builder),
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    if let Some(root) = root {
        let respelt = respell::reread(builder, root, allocations::respelt);
        let root = respelt.as_ref().map_or(root, Tree::root_node);
        walker::Walker::new(builder).file(root);
        if !constraints::by_text(builder.text()) {
            builder.mark_all(Flags::OPTIONAL_BUILD);
        }
    }
}
