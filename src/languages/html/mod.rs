//! HTML: the parts of the body, scripts and styles as chunks.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm")], Manner::PLAIN);

/// HTML.
pub static LANGUAGE: Language = Language {
    id: "html",
    name: "HTML",
    tier: Tier::C,
    family: "html",
    extensions: &["html", "htm", "xhtml"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_html::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &NoModules,
};
