//! Bash: functions, variables, sourced files.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { habits: &habits::HABITS, hoisted: true, ..Manner::PLAIN },
);

static MODULES: Modules = Modules {
    habits: &habits::HABITS,
    files: Files { separator: "", endings: &["", ".sh"], relative: true, roots: &[], outermost: false, packages: false },
    spaces: Spaces::Own,
};

/// Bash.
pub static LANGUAGE: Language = Language {
    id: "bash",
    name: "Bash",
    tier: Tier::B,
    family: "bash",
    extensions: &["sh", "bash", "bats", "ksh", "zsh"],
    file_names: &[".bashrc", ".bash_profile", ".profile", ".zshrc"],
    interpreters: &["sh", "bash", "ksh", "zsh", "dash"],
    grammar: Some(|| tree_sitter_bash::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
