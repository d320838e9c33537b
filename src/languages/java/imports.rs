//! Package and import declarations, and what a module descriptor names.

use tree_sitter::Node;

use super::{Walk, parts};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{self, child_of_kind, has_token, span};
use crate::shard::builder::Binding;
use crate::shard::facts::{Import, Imported};

impl Walk<'_, '_> {
    /// `package a.b;`
    pub(super) fn package(&mut self, node: Node<'_>) {
        self.annotations(node);
        if let Some(name) = parts(node).into_iter().find(|child| matches!(child.kind(), "identifier" | "scoped_identifier")) {
            let name = self.joined(name);
            self.builder.set_namespace(name);
        }
    }

    /// `import a.b.C;`, `import a.b.*;`, `import static a.b.C.m;`, `import static a.b.C.*;`
    pub(super) fn import(&mut self, node: Node<'_>) {
        let Some(path) = parts(node).into_iter().find(|child| matches!(child.kind(), "identifier" | "scoped_identifier")) else { return };
        let statement = span(node);
        let written = self.joined(path);
        self.lombok |= written.strip_prefix("lombok").is_some_and(|rest| matches!(rest, "" | ".val" | ".var" | ".experimental.var"));
        if child_of_kind(node, "asterisk").is_some() {
            let import = self.add_import(&written, Imported::Wildcard, "", statement);
            self.builder.import_site(import, "*", statement);
            self.named_types(Some(path), statement);
            return;
        }
        let (module, item) = split(&written);
        let binding = item.rsplit('.').next().unwrap_or(item);
        let import = self.add_import(module, Imported::Item(item.into()), binding, statement);
        let name = syntax::field(path, "name").unwrap_or(path);
        self.builder.bind(binding, Binding::Import(import), 0);
        if has_token(node, "static") {
            self.builder.bind_in(self.methods, binding, Binding::Import(import), 0);
        }
        self.builder.import_site(import, binding, span(name));
        self.named_types(syntax::field(path, "scope"), statement);
    }

    /// The types that an import goes through: `C` and `D` in `import a.b.C.D.E;` and in `import a.b.C.D.*;`. They are named, and bound to nothing.
    fn named_types(&mut self, mut path: Option<Node<'_>>, statement: ByteSpan) {
        while let Some(node) = path {
            let written = self.joined(node);
            let (module, item) = split(&written);
            let last = item.rsplit('.').next().unwrap_or(item);
            if !last.starts_with(char::is_uppercase) {
                break;
            }
            let import = self.add_import(module, Imported::Item(item.into()), "", statement);
            self.builder.import_site(import, last, span(syntax::field(node, "name").unwrap_or(node)));
            path = syntax::field(node, "scope");
        }
    }

    fn add_import(&mut self, module: &str, imported: Imported, binding: &str, statement: ByteSpan) -> u32 {
        self.builder.import(Import::new(module, imported, binding), statement)
    }

    /// `module m { uses a.b.Service; provides a.b.Service with a.c.Impl; }`
    pub(super) fn module_descriptor(&mut self, node: Node<'_>) {
        self.annotations(node);
        for directive in syntax::field(node, "body").map(parts).unwrap_or_default() {
            if matches!(directive.kind(), "uses_module_directive" | "provides_module_directive") {
                for name in parts(directive) {
                    self.type_expr(name);
                }
            }
        }
    }

    /// A dotted name without the white space and comments it may hold.
    fn joined(&self, node: Node<'_>) -> String {
        let mut names = Vec::new();
        let mut rest = Some(node);
        while let Some(node) = rest {
            names.push(self.word(syntax::field(node, "name").unwrap_or(node)));
            rest = syntax::field(node, "scope");
        }
        names.reverse();
        names.join(".")
    }
}

/// A dotted name as package and rest. By convention the rest starts at the first name in upper case; where there is none, it is the last name.
pub(super) fn split(path: &str) -> (&str, &str) {
    let mut start = 0;
    for name in path.split('.') {
        if name.starts_with(char::is_uppercase) {
            return (path[..start].trim_end_matches('.'), &path[start..]);
        }
        start += name.len() + 1;
    }
    path.rsplit_once('.').unwrap_or(("", path))
}
