//! `use` and `extern crate`.

use tree_sitter::Node;

use super::Walk;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{child_of_kind, children, field, span, text};
use crate::shard::builder::Binding;
use crate::shard::facts::{Import, Imported};

/// What all clauses of one statement share.
#[derive(Clone, Copy)]
struct Statement {
    span: ByteSpan,
    reexport: bool,
}

/// The module of what `extern crate` brings: at the root of a crate its name is seen by all modules.
pub(super) const PRELUDE: &str = "::";

/// What stands for the names of all macros of a package; no name is written so.
pub(super) const ALL_MACROS: &str = "#[macro_use]";

impl Walk<'_, '_> {
    pub(super) fn use_declaration(&mut self, node: Node<'_>) {
        let Some(argument) = field(node, "argument") else { return };
        let statement = self.import_statement(node);
        self.use_clause(argument, "", statement);
    }

    /// `extern crate a as b;`, with all macros of it or without.
    pub(super) fn extern_crate(&mut self, node: Node<'_>, macros: bool) {
        let Some(name) = field(node, "name") else { return };
        let statement = self.import_statement(node);
        let word = self.word(name);
        let binding = field(node, "alias").map_or(word, |alias| self.word(alias));
        // `extern crate self as name` gives the crate itself a name.
        let item = if word == "self" { "crate" } else { word };
        self.import_item(PRELUDE, item, binding, name, statement);
        if macros {
            let import = Import { container: self.module, ..Import::new(PRELUDE, Imported::Item(item.into()), ALL_MACROS) };
            self.builder.import(import, statement.span);
        }
    }

    fn import_statement(&self, node: Node<'_>) -> Statement {
        let modifier = child_of_kind(node, "visibility_modifier");
        let private = modifier.is_none_or(|it| matches!(text(it, self.text), "pub(self)"));
        Statement { span: span(node), reexport: !private }
    }

    fn use_clause(&mut self, node: Node<'_>, prefix: &str, statement: Statement) {
        if !self.descend(node) {
            return;
        }
        match node.kind() {
            "scoped_use_list" => {
                let prefix = self.joined(prefix, field(node, "path"));
                if let Some(list) = field(node, "list") {
                    self.use_clause(list, &prefix, statement);
                }
            }
            "use_list" => {
                for clause in children(node) {
                    self.use_clause(clause, prefix, statement);
                }
            }
            // Of blocks that exclude each other, each would bring all names of its platform: they are not of one module.
            "use_wildcard" if self.choosing => {}
            "use_wildcard" => {
                self.imports_all = true;
                let module = self.joined(prefix, node.named_child(0));
                let module = module.strip_prefix(PRELUDE).unwrap_or(&module);
                self.add_import(module, Imported::Wildcard, "", "*", span(node), statement);
            }
            "use_as_clause" => {
                let alias = field(node, "alias").map_or("", |alias| self.word(alias));
                if let Some(path) = field(node, "path") {
                    self.use_item(path, prefix, Some(if alias == "_" { "" } else { alias }), statement);
                }
            }
            "line_comment" | "block_comment" | "ERROR" => {}
            _ => self.use_item(node, prefix, None, statement),
        }
        self.ascend();
    }

    /// One item, under its own name or `alias`. `self` inside a list is the module of the list.
    fn use_item(&mut self, node: Node<'_>, prefix: &str, alias: Option<&str>, statement: Statement) {
        let (module, last) = match field(node, "name") {
            Some(name) => (self.joined(prefix, field(node, "path")), name),
            None => (prefix.to_owned(), node),
        };
        let word = self.word(last);
        if word == "self" && !module.is_empty() {
            let (parent, name) = module.rsplit_once("::").unwrap_or(("", &module));
            self.import_item(parent, name, alias.unwrap_or(name), last, statement);
        } else {
            let word = if word == "$crate" { "crate" } else { word };
            self.import_item(&module, word, alias.unwrap_or(word), last, statement);
        }
    }

    fn import_item(&mut self, module: &str, item: &str, binding: &str, name: Node<'_>, statement: Statement) {
        let binding = if binding == "_" { "" } else { binding };
        self.add_import(module, Imported::Item(item.into()), binding, item, span(name), statement);
    }

    fn add_import(&mut self, module: &str, imported: Imported, binding: &str, name: &str, at: ByteSpan, statement: Statement) {
        let import = Import {
            reexport: statement.reexport,
            module_level: self.builder.enclosing_callable().is_none(),
            container: self.module,
            ..Import::new(module, imported, binding)
        };
        self.known.insert(binding.into());
        let in_block = !import.module_level && import.imported == Imported::Wildcard;
        let index = self.builder.import(import, statement.span);
        if in_block {
            self.builder.only_here(index);
        }
        self.note_import(index);
        self.builder.bind(binding, Binding::Import(index), 0);
        self.builder.import_site(index, name, at);
    }

    /// `prefix::path` without white space and raw marks. What stands behind a leading `::` is found by that, so a name alone keeps none.
    fn joined(&self, prefix: &str, path: Option<Node<'_>>) -> String {
        let path: String = path.map_or("", |path| text(path, self.text)).split_whitespace().collect();
        let path = path.replace("r#", "").replace("$crate", "crate");
        let rest = path.trim_start_matches(PRELUDE);
        let path = if prefix.is_empty() && !rest.is_empty() { path.as_str() } else { rest };
        match (prefix.is_empty(), path.is_empty()) {
            (true, _) => path.to_owned(),
            (_, true) => prefix.to_owned(),
            _ => format!("{prefix}::{path}"),
        }
    }
}
