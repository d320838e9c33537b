//! Ruby: classes, modules, methods; `require` and constants that every file sees.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner {
        receiver: "self",
        parent: "super",
        hoisted: true,
        habits: &habits::HABITS,
        handed_blocks: true,
        test_prefixes: &["test_"],
        ..Manner::PLAIN
    },
);

static MODULES: Modules = Modules {
    habits: &habits::HABITS,
    files: Files { separator: "", endings: &[".rb", ""], relative: false, roots: &["lib", "app", ""], outermost: true, packages: false },
    spaces: Spaces::Global,
};

/// Ruby.
pub static LANGUAGE: Language = Language {
    id: "ruby",
    name: "Ruby",
    tier: Tier::B,
    family: "ruby",
    extensions: &["rb", "rake", "gemspec", "ru"],
    file_names: &["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Capfile", "Podfile"],
    interpreters: &["ruby"],
    grammar: Some(|| tree_sitter_ruby::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
