//! Python.

use super::semantics::NoModules;
use super::{Language, Tier};

/// Python.
pub static LANGUAGE: Language = Language {
    id: "python",
    name: "Python",
    tier: Tier::A,
    family: "python",
    extensions: &["py", "pyi", "pyw"],
    file_names: &[],
    interpreters: &["python"],
    grammar: Some(|| tree_sitter_python::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// TOML.
pub static MANIFEST: Language = Language {
    id: "python-manifest",
    name: "TOML",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["pyproject.toml", "setup.cfg"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

