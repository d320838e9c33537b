//! One folder a language: grammar, extraction, module naming. One line in [`LANGUAGES`] makes it known everywhere.
//!
//! Owns: syntax trees, and every rule that belongs to one language alone.
//! Never: another file, the disk. What a resolver needs of the tree it asks through [`semantics::Tree`].
//! Invariant: extraction is a pure function of the text, bounded by the caps.

mod arithmetic;
pub mod bash;
pub mod c;
#[cfg(test)]
mod chunk_tests;
pub mod cmake;
pub mod codeowners;
pub mod csharp;
pub mod css;
pub mod dart;
mod detect;
pub mod dockerfile;
pub mod ecmascript;
pub mod elixir;
pub mod embed;
pub mod extract;
pub mod go;
pub mod graphql;
pub mod habits;
pub mod hcl;
pub mod html;
pub mod java;
pub mod json;
pub mod kotlin;
pub mod lua;
pub mod make;
pub mod markdown;
pub mod php;
pub mod platforms;
pub mod prose;
pub mod proto;
pub mod python;
pub mod respell;
#[cfg(test)]
mod robustness;
pub mod ruby;
mod runaway;
pub mod rust;
pub mod scala;
pub mod semantics;
pub mod sql;
pub mod svelte;
pub mod swift;
pub mod syntax;
pub mod tags;
#[cfg(test)]
mod testing;
pub mod toml;
pub mod tree;
pub mod unparsed;
pub mod vue;
pub mod yaml;
pub mod zig;

pub use detect::detect;
use semantics::Semantics;

use crate::shard::builder::Builder;

/// How deeply a language is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Definitions, typed references, modules through package managers' own files, dataflow.
    A,
    /// Definitions, references, imports, calls by scope.
    B,
    /// Structure and embedded languages.
    C,
}

/// One language, or one dialect that is extracted differently.
pub struct Language {
    /// The id of rows and shard keys: `rust`, `python`, `cargo-manifest`.
    pub id: &'static str,
    /// What people call it: `Rust`, `TOML`.
    pub name: &'static str,
    pub tier: Tier,
    /// Files of one family can name each other's definitions (`ecmascript` holds TypeScript and JavaScript).
    pub family: &'static str,
    /// Extensions without the dot, lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// Interpreter names of a `#!` line.
    pub interpreters: &'static [&'static str],
    /// The grammar; `None` where the text is read without one (manifests).
    pub grammar: Option<fn() -> tree_sitter::Language>,
    /// Walks the tree (absent where `grammar` is `None`) and tells the builder what it sees.
    pub extract: fn(&mut Builder<'_>, Option<tree_sitter::Node<'_>>),
    /// Module naming and habits.
    pub semantics: &'static dyn Semantics,
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Every language. Order decides only ties of detection: an earlier entry wins.
pub static LANGUAGES: &[&Language] = &[
    &rust::LANGUAGE,
    &rust::MANIFEST,
    &python::LANGUAGE,
    &python::MANIFEST,
    &ecmascript::TYPESCRIPT,
    &ecmascript::TSX,
    &ecmascript::JAVASCRIPT,
    &ecmascript::PACKAGE,
    &ecmascript::TSCONFIG,
    &go::LANGUAGE,
    &go::MANIFEST,
    &go::WORK,
    &java::LANGUAGE,
    &java::MAVEN,
    &java::GRADLE,
    &c::C,
    &c::CPP,
    &c::COMPILE_COMMANDS,
    &csharp::LANGUAGE,
    &csharp::PROJECT,
    &ruby::LANGUAGE,
    &php::LANGUAGE,
    &kotlin::LANGUAGE,
    &scala::LANGUAGE,
    &swift::LANGUAGE,
    &bash::LANGUAGE,
    &lua::LANGUAGE,
    &elixir::LANGUAGE,
    &zig::LANGUAGE,
    &dart::LANGUAGE,
    &dart::MANIFEST,
    &markdown::LANGUAGE,
    &prose::RST,
    &prose::ASCIIDOC,
    &prose::TEXT,
    &json::LANGUAGE,
    &yaml::LANGUAGE,
    &toml::LANGUAGE,
    &html::LANGUAGE,
    &css::LANGUAGE,
    &sql::LANGUAGE,
    &proto::LANGUAGE,
    &graphql::LANGUAGE,
    &hcl::LANGUAGE,
    &dockerfile::LANGUAGE,
    &make::LANGUAGE,
    &cmake::LANGUAGE,
    &codeowners::LANGUAGE,
    &vue::LANGUAGE,
    &svelte::LANGUAGE,
];

/// Those of the table, then those that are read as text.
pub fn all() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().copied().chain(unparsed::UNPARSED)
}

/// The language of an id.
pub fn find(id: &str) -> Option<&'static Language> {
    all().find(|language| language.id == id)
}
