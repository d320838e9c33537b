//! ECMAScript: TypeScript and JavaScript, their modules and their package manager's files.

mod aliases;
mod assignments;
mod calls;
mod classes;
mod export_objects;
mod exports;
mod expressions;
mod foreign_members;
mod functions;
mod habits;
mod imports;
mod interfaces;
mod jsdoc;
mod jsdoc_objects;
mod jsonc;
mod manifest;
mod mapped;
mod modules;
mod narrowing;
mod object_calls;
mod objects;
mod packages;
mod paths;
mod platform;
mod prototypes;
mod react;
mod repair;
mod results;
mod statements;
mod template_types;
mod test_calls;
mod type_imports;
mod typedefs;
mod types;
mod variables;
mod walk;
mod zustand;

#[cfg(test)]
mod module_tests;
#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::semantics::NoModules;
use super::{Language, Tier};
use crate::shard::builder::Builder;

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
    extract: |builder, root| extract(builder, root, repair::Dialect::Typed, &tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    semantics: &modules::Modules,
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
    extract: |builder, root| extract(builder, root, repair::Dialect::Typed, &tree_sitter_typescript::LANGUAGE_TSX.into()),
    semantics: &modules::Modules,
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
    extract: |builder, root| extract(builder, root, repair::Dialect::Untyped, &tree_sitter_javascript::LANGUAGE.into()),
    semantics: &modules::Modules,
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
    extract: |builder, _| manifest::package(builder),
    semantics: &NoModules,
};

/// The options file of a folder.
pub static TSCONFIG: Language = Language {
    id: "tsconfig",
    name: "JSON",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["tsconfig.json", "jsconfig.json"],
    interpreters: &[],
    grammar: None,
    extract: |builder, _| manifest::options(builder, "tsconfig"),
    semantics: &NoModules,
};

/// Reads options that a JSON file of any name holds for others to extend: `tsconfig.base.json`, `config/strict.json`.
pub(super) fn shared_options(builder: &mut Builder<'_>) {
    if ["\"compilerOptions\"", "\"extends\""].iter().any(|key| builder.text().contains(key)) {
        manifest::shared_options(builder);
    }
}

/// Walks one file, in the form that parses best.
fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>, dialect: repair::Dialect, grammar: &tree_sitter::Language) {
    let Some(root) = root else { return };
    let typed = matches!(dialect, repair::Dialect::Typed);
    let better = if repair::is_needed(dialect, root, builder.text()) { repair::better(dialect, root, grammar, builder.text()) } else { None };
    match better {
        Some(tree) => {
            super::extract::report_instead(builder, tree.root_node());
            walk_file(builder, tree.root_node(), typed);
        }
        None => walk_file(builder, root, typed),
    }
}

fn walk_file(builder: &mut Builder<'_>, root: Node<'_>, typed: bool) {
    aliases::read(builder, root);
    builder.keep_handed();
    let mut walk = walk::Walk::new(builder, typed);
    walk.find_extended_export(root);
    walk.each(root, walk::Walk::statement);
    walk.settle_fields();
    walk.settle_inherited();
    walk.settle_twins();
    walk.settle_assigned();
    walk.settle_typedefs();
    walk.settle_exports();
    walk.settle_signatures();
    walk.settle_globals();
}

/// Whether names may hold a character behind their first one.
fn is_name_character(it: char) -> bool {
    it.is_alphanumeric() || it == '_' || it == '$'
}
