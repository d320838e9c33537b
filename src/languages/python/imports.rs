//! Imports, wherever they stand: at the top, under `if TYPE_CHECKING`, in `try`, in functions.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::Walker;
use super::docs::string_content;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{self, field, fields, first_part, is_identifier, parts};
use crate::shard::builder::Binding;
use crate::shard::facts::{Import, Imported};

/// What a module lists other modules in whose fixtures its tests see.
pub(super) const PLUGINS: &str = "pytest_plugins";
/// Most of them that are read.
const MAX_PLUGINS: usize = 64;

impl Walker<'_, '_> {
    /// Any of the three import statements.
    pub(super) fn import(&mut self, node: Node<'_>) {
        let names = fields(node, "name");
        let module: Option<Name> = match node.kind() {
            "import_statement" => None,
            "future_import_statement" => Some("__future__".into()),
            _ => field(node, "module_name").map(|module| self.compact(module).into()),
        };
        let Some(module) = module else {
            for name in names {
                self.import_module(name, node);
            }
            return;
        };
        if let Some(star) = syntax::child_of_kind(node, "wildcard_import") {
            self.add_import(&module, Imported::Wildcard, "", "*", syntax::span(star), node);
        }
        for name in names {
            let (path, alias) = aliased(name);
            let item = self.text(path);
            let binding = alias.map_or(item, |alias| self.text(alias));
            self.add_import(&module, Imported::Item(item.into()), binding, item, syntax::span(path), node);
        }
    }

    /// The names that import statements directly below a node bind.
    pub(super) fn imported_names(&self, block: Node<'_>) -> BTreeSet<Name> {
        let mut found = BTreeSet::new();
        for statement in parts(block).into_iter().filter(|it| matches!(it.kind(), "import_statement" | "import_from_statement")) {
            for name in fields(statement, "name") {
                let (path, alias) = aliased(name);
                let whole = statement.kind() == "import_from_statement";
                let bound = if whole { Some(path) } else { first_part(path) };
                found.extend(alias.or(bound).map(|bound| Name::from(self.text(bound))));
            }
        }
        found
    }

    /// `import a.b` binds `a` and asks for `a.b`; `import a.b as c` binds the latter.
    fn import_module(&mut self, name: Node<'_>, statement: Node<'_>) {
        let (path, alias) = aliased(name);
        let module = self.compact(path);
        let segments = parts(path);
        let (Some(first), Some(last)) = (segments.first(), segments.last()) else { return };
        if let Some(alias) = alias {
            self.add_import(&module, Imported::Module, self.text(alias), self.text(*last), syntax::span(*last), statement);
            return;
        }
        let top = self.text(*first);
        self.add_import(top, Imported::Module, top, top, syntax::span(*first), statement);
        if segments.len() > 1 {
            self.add_import(&module, Imported::Module, "", self.text(*last), syntax::span(*last), statement);
        }
    }

    /// The modules whose fixtures are there as those of the file itself are, by their names in texts: `pytest_plugins = ["package.module"]`.
    pub(super) fn plugins(&mut self, value: Node<'_>) {
        let texts = match value.kind() {
            "list" | "tuple" | "expression_list" => parts(value),
            _ => vec![value],
        };
        for text in texts.into_iter().filter(|it| it.kind() == "string").take(MAX_PLUGINS) {
            let span = string_content(text);
            let module = span.text(self.text);
            if !module.split('.').all(is_identifier) {
                continue;
            }
            let last = module.rsplit('.').next().unwrap_or(module);
            let import = Import { reexport: true, module_level: true, ..Import::new(module, Imported::Module, PLUGINS) };
            let import = self.builder.import(import, syntax::span(text));
            self.builder.import_site(import, last, span);
        }
    }

    fn add_import(&mut self, module: &str, imported: Imported, binding: &str, name: &str, span: ByteSpan, statement: Node<'_>) {
        let module_level = self.frames.is_empty();
        let stands_in = module_level && self.tried.contains(binding);
        let import = Import { reexport: module_level, module_level, stands_in, ..Import::new(module, imported, binding) };
        if module_level {
            self.rivals.entry(binding.into()).or_insert(false);
        }
        let import = self.builder.import(import, syntax::span(statement));
        let scope = self.builder.hoisting_scope();
        // `import a.b` and `import a.c` bind the same `a`: one binding, so that the name stays unambiguous.
        if binding != module || self.modules.insert((scope, binding.into())) {
            self.builder.bind_in(scope, binding, Binding::Import(import), 0);
        }
        self.builder.import_site(import, name, span);
    }

    /// A module name without the white space and line continuations it may be written with.
    fn compact(&self, node: Node<'_>) -> String {
        self.text(node).chars().filter(|it| !it.is_whitespace() && *it != '\\').collect()
    }
}

/// The imported path and the name it is bound to.
fn aliased(name: Node<'_>) -> (Node<'_>, Option<Node<'_>>) {
    if name.kind() == "aliased_import" { (field(name, "name").unwrap_or(name), field(name, "alias")) } else { (name, None) }
}
