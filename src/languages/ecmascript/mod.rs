//! ECMAScript: TypeScript and JavaScript.

use super::semantics::NoModules;
use super::{Language, Tier};

/// TypeScript.
pub static TYPESCRIPT: Language = Language {
    id: "typescript",
    name: "TypeScript",
    tier: Tier::A,
    family: "ecmascript",
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// TSX.
pub static TSX: Language = Language {
    id: "tsx",
    name: "TSX",
    tier: Tier::A,
    family: "ecmascript",
    extensions: &["tsx"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_typescript::LANGUAGE_TSX.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// JavaScript.
pub static JAVASCRIPT: Language = Language {
    id: "javascript",
    name: "JavaScript",
    tier: Tier::A,
    family: "ecmascript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    file_names: &[],
    interpreters: &["node"],
    grammar: Some(|| tree_sitter_javascript::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// JSON.
pub static PACKAGE: Language = Language {
    id: "npm-manifest",
    name: "JSON",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["package.json"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

/// JSON.
pub static TSCONFIG: Language = Language {
    id: "tsconfig",
    name: "JSON",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["tsconfig.json", "jsconfig.json"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

