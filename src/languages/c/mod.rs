//! C and C++.

use super::semantics::NoModules;
use super::{Language, Tier};

/// C.
pub static C: Language = Language {
    id: "c",
    name: "C",
    tier: Tier::A,
    family: "c",
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_c::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// C++.
pub static CPP: Language = Language {
    id: "cpp",
    name: "C++",
    tier: Tier::A,
    family: "c",
    extensions: &["cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "ipp"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_cpp::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// JSON.
pub static COMPILE_COMMANDS: Language = Language {
    id: "compile-commands",
    name: "JSON",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["compile_commands.json"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

/// Whether a `.h` file is C++ by its words.
pub fn looks_like_cpp(head: &str) -> bool {
    head.lines().any(|line| {
        let line = line.trim_start();
        ["class ", "namespace ", "template<", "template <", "using ", "public:", "private:", "protected:"].iter().any(|word| line.starts_with(word))
    })
}
