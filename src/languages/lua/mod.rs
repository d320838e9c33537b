//! Lua: functions, tables, `require`.

mod habits;

#[cfg(test)]
mod tests;

use super::tags::modules::{Files, Modules, Spaces};
use super::tags::{Manner, Tags};
use super::{Language, Tier};

static TAGS: Tags = Tags::new(
    &[include_str!("symbols.scm"), include_str!("references.scm"), include_str!("imports.scm")],
    Manner { habits: &habits::HABITS, receiver: "self", ..Manner::PLAIN },
);

static MODULES: Modules = Modules {
    habits: &habits::HABITS,
    files: Files {
        separator: ".",
        endings: &[".lua", "/init.lua"],
        relative: true,
        roots: &["", "lua", "src", "lib"],
        outermost: false,
        packages: false,
    },
    spaces: Spaces::Own,
};

/// Lua.
pub static LANGUAGE: Language = Language {
    id: "lua",
    name: "Lua",
    tier: Tier::B,
    family: "lua",
    extensions: &["lua", "rockspec"],
    file_names: &[],
    interpreters: &["lua", "luajit"],
    grammar: Some(|| tree_sitter_lua::LANGUAGE.into()),
    extract: |builder, root| TAGS.extract(builder, root),
    semantics: &MODULES,
};
