//! HCL: blocks and the names that expressions use.

#[cfg(test)]
mod tests;

use super::semantics::Habits;
use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm"), include_str!("references.scm")], Manner::PLAIN);

static MODULES: Modules = Modules { habits: &Habits::PLAIN, files: Files::NONE, spaces: Spaces::Folder };

/// HCL.
pub static LANGUAGE: Language = Language {
    id: "hcl",
    name: "HCL",
    tier: Tier::C,
    family: "hcl",
    extensions: &["tf", "hcl", "tfvars", "nomad"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_hcl::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
