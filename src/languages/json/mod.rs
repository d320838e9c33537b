//! JSON: top-level keys as chunks, and options that TypeScript files may share.

#[cfg(test)]
mod tests;

use super::semantics::NoModules;
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(&[include_str!("symbols.scm")], Manner::PLAIN);

/// JSON.
pub static LANGUAGE: Language = Language {
    id: "json",
    name: "JSON",
    tier: Tier::C,
    family: "json",
    extensions: &["json", "jsonc", "json5", "geojson", "webmanifest"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_json::LANGUAGE.into()),
    extract: |builder, root| {
        super::ecmascript::shared_options(builder);
        TAGS.extract(builder, root);
    },
    semantics: &NoModules,
};
