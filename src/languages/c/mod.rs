//! C and C++: two grammars, one visitor.

mod arms;
mod attributes;
mod comments;
mod constants;
mod declarations;
mod declarators;
mod dialect;
mod directives;
mod disguises;
mod expressions;
mod foreign_members;
mod functions;
mod headers;
mod imports;
mod initializers;
mod inner_macros;
mod isolate;
mod lambdas;
mod lexer;
mod listed;
mod macro_functions;
mod macros;
mod manifest;
mod mask;
mod member_macros;
mod member_names;
mod modern;
mod modules;
mod names;
mod namespaces;
mod numbers;
mod openers;
mod operators;
mod parameter_types;
mod paths;
mod platforms;
mod reading;
mod records;
mod standard;
mod statements;
mod tag_macros;
mod types;
mod uses;
mod visitor;
mod written;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_cpp;
#[cfg(test)]
mod tests_modules;
#[cfg(test)]
mod tests_reading;

pub use dialect::{looks_like_cpp, reads_as_c};

use super::semantics::NoModules;
use super::{Language, Tier};

/// The family of both.
pub(super) const FAMILY: &str = "c";

/// C.
pub static C: Language = Language {
    id: "c",
    name: "C",
    tier: Tier::A,
    family: FAMILY,
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_c::LANGUAGE.into()),
    extract: visitor::extract_c,
    semantics: &modules::C,
};

/// C++.
pub static CPP: Language = Language {
    id: "cpp",
    name: "C++",
    tier: Tier::A,
    family: FAMILY,
    extensions: &["c++", "cc", "cpp", "cppm", "cxx", "h++", "hh", "hpp", "hxx", "inl", "ipp", "ixx", "tcc", "tpp", "txx"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_cpp::LANGUAGE.into()),
    extract: visitor::extract_cpp,
    semantics: &modules::CPP,
};

/// The compilation database of `CMake`, Bear and others.
pub static COMPILE_COMMANDS: Language = Language {
    id: "compile-commands",
    name: "JSON",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["compile_commands.json"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| manifest::read(builder),
    semantics: &NoModules,
};
