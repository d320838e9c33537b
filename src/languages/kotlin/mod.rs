//! Kotlin: classes, objects, functions; packages shared with Java.

mod habits;
mod heads;

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};
use crate::shard::builder::Builder;

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner {
        receiver: "this",
        parent: "super",
        habits: &habits::HABITS,
        test_marks: &["@Test", "@ParameterizedTest"],
        entry_points: &["main"],
        ..Manner::PLAIN
    },
);

static MODULES: Modules =
    Modules { habits: &habits::HABITS, files: Files::NONE, spaces: Spaces::Declared { separator: ".", outer: false, shared: false } };

/// Kotlin.
pub static LANGUAGE: Language = Language {
    id: "kotlin",
    name: "Kotlin",
    tier: Tier::B,
    family: "java",
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_kotlin_ng::LANGUAGE.into()),
    extract,
    semantics: &MODULES,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let reread = root.and_then(|root| heads::reread(builder, root));
    TAGS.extract(builder, reread.as_ref().map_or(root, |it| Some(it.tree.root_node())));
    if let Some(reread) = reread {
        reread.decorate(builder);
    }
}
