//! PHP: classes, traits, functions; namespaces and files that run one another.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner {
        habits: &habits::HABITS,
        receiver: "this",
        parent: "parent",
        hoisted: true,
        documented: true,
        test_marks: &["#[Test]", "@test"],
        test_prefixes: &["test"],
        ..Manner::PLAIN
    },
);

static MODULES: Modules = Modules {
    habits: &habits::HABITS,
    files: Files { separator: "", endings: &[""], relative: true, roots: &[], outermost: false, packages: false },
    spaces: Spaces::Declared { separator: "\\", outer: false, shared: true },
};

/// PHP.
pub static LANGUAGE: Language = Language {
    id: "php",
    name: "PHP",
    tier: Tier::B,
    family: "php",
    extensions: &["php", "php5", "phtml", "inc"],
    file_names: &[],
    interpreters: &["php"],
    grammar: Some(|| tree_sitter_php::LANGUAGE_PHP.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
