//! Swift: types, extensions, functions; targets of packages as modules.

mod habits;
mod manifest;
mod modules;

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::tags::{Manner, Tags};
use super::{Language, Tier};
use crate::shard::builder::Builder;
use crate::shard::facts::Visibility;

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { receiver: "self", parent: "super", habits: &habits::HABITS, visibility: Visibility::Package, test_prefixes: &["test"], ..Manner::PLAIN },
);

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
    extract,
    semantics: &modules::Swift,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    TAGS.extract(builder, root);
    if let Some(root) = root {
        manifest::extract(builder, root);
    }
}
