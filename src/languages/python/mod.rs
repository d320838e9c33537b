//! Python: classes whose members stay out of nested scopes, hoisted locals, fields born in methods, modules by folder layout.
//!
//! Owns: the walk of a Python tree, module naming, `pyproject.toml`, `setup.cfg` and the literals of `setup.py`.
//! Never: runs code; what only a running interpreter knows stays unknown.
//! Invariant: each expression is visited once, so each use of a name gives one site.

mod assignments;
mod classes;
mod decorations;
mod docs;
mod expressions;
mod frames;
mod functions;
mod habits;
mod handed;
mod imports;
mod joining;
mod manifest;
mod matching;
mod modules;
mod narrowing;
mod newer;
mod operators;
mod setup_cfg;
mod setup_py;
mod special;
mod statements;
mod type_text;
mod types;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_modules;

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::{Node, Tree};

use super::semantics::NoModules;
use super::syntax::{field, parts};
use super::{Language, Tier, respell, syntax};
use crate::base::Name;
use crate::shard::builder::Builder;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner};
use frames::{Frame, Holder};

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
    extract,
    semantics: &modules::Modules,
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
    extract: |builder, _| manifest::extract(builder),
    semantics: &NoModules,
};

fn extract(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(root) = root else { return };
    let respelt = respell::reread(builder, root, newer::respelt);
    let root = respelt.as_ref().map_or(root, Tree::root_node);
    builder.see_surroundings_late();
    let mut walker = Walker {
        text: builder.text(),
        builder,
        frames: Vec::new(),
        variables: BTreeMap::new(),
        type_variables: BTreeSet::new(),
        all: None,
        modules: BTreeSet::new(),
        rivals: BTreeMap::new(),
        tried: BTreeSet::new(),
        twins: BTreeMap::new(),
        left_block: BTreeMap::new(),
        symbols: Vec::new(),
        narrows_members: false,
        places: BTreeMap::new(),
        last_call: None,
        lambda_hints: Vec::new(),
        expected: None,
        self_variable: None,
        defined: BTreeSet::new(),
    };
    walker.note_defined(root, 0);
    walker.docstring(root);
    walker.statements(root);
    walker.mark_placeholders();
    let variables = std::mem::take(&mut walker.variables);
    walker.settle(variables);
    walker.mark_exports();
}

/// The state of one walk.
struct Walker<'walk, 'text> {
    builder: &'walk mut Builder<'text>,
    text: &'text str,
    /// Classes and functions around the present node, outermost first; empty at module level.
    frames: Vec<Frame>,
    /// Module-level variables by name.
    variables: BTreeMap<Name, Holder>,
    /// Names that `TypeVar` defines here.
    type_variables: BTreeSet<Name>,
    /// What `__all__` lists, where the file has one.
    all: Option<BTreeSet<Name>>,
    /// Top-level modules that imports have bound under their own name, by scope.
    modules: BTreeSet<(u32, Name)>,
    /// Module-level names that a definition (`true`) or an import binds so far.
    rivals: BTreeMap<Name, bool>,
    /// Module-level names that the branch in whose place the present one runs imports.
    tried: BTreeSet<Name>,
    /// How many definitions there are so far that only their places tell apart.
    twins: BTreeMap<(Option<u32>, Name, u8), u32>,
    /// Every definition of the file with its owner, in order.
    symbols: Vec<(u32, Owner)>,
    /// Whether a condition has fixed the type of a member (`self.a`) so far.
    narrows_members: bool,
    /// The locals of the conditional block that was left last.
    left_block: BTreeMap<Name, u32>,
    /// The locals that stand for members of names and what else is in these, with the local that the name is there, if it is one.
    places: BTreeMap<u32, Option<u32>>,
    /// The call that was visited last: its value, what is called, and what that is handed.
    last_call: Option<(ExprId, ExprId, Vec<ExprId>)>,
    /// What the parameters of the function get that the next argument may be.
    lambda_hints: Vec<ExprId>,
    /// The value of the type that the place wants which takes the next value, where that is a function without a name.
    expected: Option<ExprId>,
    /// The type variable that the receiver of the method is declared by whose result is read.
    self_variable: Option<Name>,
    /// The functions and classes that the module defines anywhere: a name of the library means one of these first.
    defined: BTreeSet<&'text str>,
}

/// How deep definitions stand in conditions of the module that may hide names of the library.
const MAX_CONDITIONS: u32 = 4;

impl<'text> Walker<'_, 'text> {
    /// Notes the functions and classes that are defined directly below a node, or under conditions there.
    fn note_defined(&mut self, node: Node<'_>, depth: u32) {
        for statement in parts(node) {
            let definition = if statement.kind() == "decorated_definition" { field(statement, "definition") } else { Some(statement) };
            match definition.map_or("", |it| it.kind()) {
                "function_definition" | "class_definition" => {
                    let name = definition.and_then(|it| field(it, "name")).map(|name| self.text(name));
                    self.defined.extend(name);
                }
                "if_statement" | "try_statement" | "else_clause" | "elif_clause" | "except_clause" | "block" if depth < 2 * MAX_CONDITIONS => {
                    self.note_defined(statement, depth + 1);
                }
                _ => {}
            }
        }
    }

    /// Whether a bare name at a place is one that the file binds to something of its own.
    fn is_own(&self, name: Node<'_>) -> bool {
        name.kind() == "identifier"
            && (self.defined.contains(self.text(name)) || self.builder.find_local(self.text(name), name.start_byte()).is_some())
    }

    fn text(&self, node: Node<'_>) -> &'text str {
        syntax::text(node, self.text)
    }

    /// Runs `visit` one level deeper, or reports once that the file is nested too deeply and leaves the node out.
    fn deeper<R>(&mut self, node: Node<'_>, otherwise: R, visit: impl FnOnce(&mut Self) -> R) -> R {
        if !self.builder.descend(syntax::span(node), format_args!("nested too deeply; the inside is left out")) {
            return otherwise;
        }
        let result = visit(self);
        self.builder.ascend();
        result
    }

    /// Flags variables that only ever hold `None` where the same name is also defined or imported: `json = None` after a failed import is not
    /// what anybody means.
    fn mark_placeholders(&mut self) {
        for (name, holder) in &self.variables {
            if !holder.declared && holder.values.is_empty() && self.rivals.contains_key(name) {
                let symbol = self.builder.symbol_mut(holder.symbol);
                symbol.flags = symbol.flags.with(Flags::DECLARATION);
            }
        }
    }

    /// Flags what other files may name: what `__all__` lists or, without it, what has no leading underscore; and the public members of it.
    fn mark_exports(&mut self) {
        for (index, owner) in std::mem::take(&mut self.symbols) {
            let outer = match owner {
                Owner::Symbol(outer) => self.builder.symbol_mut(outer).flags.has(Flags::EXPORTED),
                _ => true,
            };
            let all = if owner == Owner::File { self.all.as_ref() } else { None };
            let symbol = self.builder.symbol_mut(index);
            let listed = all.map_or_else(|| is_public(&symbol.name), |all| all.contains(&symbol.name));
            symbol.flags = symbol.flags.when(outer && listed && !symbol.flags.has(Flags::NESTED), Flags::EXPORTED);
        }
        let all = self.all.take();
        for import in self.builder.imports_mut().iter_mut().filter(|import| import.reexport && !import.binding.is_empty()) {
            import.reexport = all.as_ref().map_or_else(|| is_public(&import.binding), |all| all.contains(&import.binding));
        }
    }
}

/// Whether a name is public by convention; `__init__` and its like are.
fn is_public(name: &str) -> bool {
    !name.starts_with('_') || is_dunder(name)
}

fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}
