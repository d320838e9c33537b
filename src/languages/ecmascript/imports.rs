//! Imports: ECMAScript statements and `CommonJS` `require` in declarations.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::prototypes::StandsFor;
use super::variables::Binder;
use super::walk::Walk;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::builder::Binding;
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Import, Imported, Symbol, SymbolKind, Visibility};

/// What stands between the quotes.
pub(super) fn string_content<'text>(node: Node<'_>, text: &'text str) -> &'text str {
    inner_span(node).text(text)
}

/// The span between the quotes of a string; of anything else the whole span.
pub(super) fn inner_span(node: Node<'_>) -> ByteSpan {
    let (start, end) = (node.start_byte(), node.end_byte());
    if node.kind() == "string" && end >= start + 2 { ByteSpan::new(start + 1, end - 1) } else { ByteSpan::new(start, end) }
}

impl Walk<'_, '_> {
    /// The inline module around the present place.
    pub(super) fn container(&mut self) -> Option<u32> {
        let enclosing = self.builder.enclosing()?;
        (self.builder.symbol_mut(enclosing).kind == SymbolKind::Module).then_some(enclosing)
    }

    /// Adds an import with its site and binds its name, unless it only re-exports.
    pub(super) fn add_import(&mut self, import: Import, statement: Node<'_>, name: &str, at: ByteSpan) -> u32 {
        let scope = self.builder.scope();
        self.add_import_in(scope, import, statement, (name, at))
    }

    fn add_import_in(&mut self, scope: u32, mut import: Import, statement: Node<'_>, (name, at): (&str, ByteSpan)) -> u32 {
        import.container = self.container();
        self.is_module |= import.container.is_none();
        import.module_level = self.frames.is_empty();
        let binding = import.binding.clone();
        let reexport = import.reexport;
        import.module = own_folder(&import.module);
        let copy = import.clone();
        let index = self.builder.import(import, span(statement));
        self.builder.import_site(index, name, at);
        if !reexport && !binding.is_empty() {
            self.builder.bind_in(scope, &binding, Binding::Import(index), 0);
            if self.at_module_level() {
                self.bound.entry(binding).or_default().push(copy);
            }
        }
        index
    }

    pub(super) fn import_statement(&mut self, node: Node<'_>) {
        if let Some(clause) = syntax::child_of_kind(node, "import_require_clause") {
            let (Some(name), Some(source)) = (super::statements::first(clause), field(clause, "source")) else { return };
            let exported = self.exporting.take().is_some();
            let import = Import::new(string_content(source, self.text), Imported::Module, self.of(name));
            self.add_import(import, node, self.of(name), span(name));
            if exported {
                self.export_local(self.of(name), self.of(name), span(name));
            }
            return;
        }
        let Some(source) = field(node, "source") else { return };
        let module = string_content(source, self.text);
        let Some(clause) = syntax::child_of_kind(node, "import_clause") else {
            self.add_import(Import::new(module, Imported::SideEffect, ""), node, module, inner_span(source));
            return;
        };
        for part in syntax::children(clause) {
            match part.kind() {
                "identifier" => {
                    let import = Import::new(module, Imported::Item("default".into()), self.of(part));
                    self.add_import(import, node, self.of(part), span(part));
                }
                "namespace_import" => {
                    let Some(name) = super::statements::first(part) else { continue };
                    let import = Import::new(module, Imported::Module, self.of(name));
                    self.add_import(import, node, self.of(name), span(name));
                }
                "named_imports" => {
                    for specifier in syntax::children(part) {
                        self.import_specifier(specifier, node, module);
                    }
                }
                _ => {}
            }
        }
    }

    fn import_specifier(&mut self, node: Node<'_>, statement: Node<'_>, module: &str) {
        let Some(name) = field(node, "name") else { return };
        let item = string_content(name, self.text);
        let binding = field(node, "alias").map_or(item, |alias| self.of(alias));
        let import = Import::new(module, Imported::Item(item.into()), binding);
        self.add_import(import, statement, item, inner_span(name));
    }

    /// `import A = B.C`: another name for a member of a namespace.
    pub(super) fn import_alias(&mut self, node: Node<'_>, outer: Node<'_>) {
        let parts = super::statements::parts(node);
        let [name, target] = parts.as_slice() else { return };
        let place = self.place(span(outer), span(*name), None);
        let target = self.dotted(*target);
        let mut symbol = self.exported(Symbol::new(self.of(*name), SymbolKind::TypeAlias));
        symbol.ty = Some(target);
        let index = self.define(symbol, place);
        self.builder.bind(self.of(*name), Binding::Symbol(index), 0);
    }

    /// `const x = require('m')`, `const { a: b } = require('m')`, `const x = require('m').a`. False for anything else.
    pub(super) fn required(&mut self, name: Node<'_>, value: Node<'_>, binder: Binder) -> bool {
        let Some((source, item)) = self.required_member(value) else { return false };
        let module = string_content(source, self.text);
        let exported = matches!(binder, Binder::Module { exporting: Some(_), .. });
        let scope = if matches!(binder, Binder::Hoisted | Binder::Module { .. }) { self.builder.hoisting_scope() } else { self.builder.scope() };
        match (name.kind(), item) {
            ("identifier", item) => {
                self.interop_site(field(value, "object").unwrap_or(value));
                let imported = item.map_or(Imported::Module, |item| Imported::Item(self.of(item).into()));
                let (used, at) = item.map_or((self.of(name), span(name)), |item| (self.of(item), span(item)));
                let import = self.add_import_in(scope, Import::new(module, imported, self.of(name)), value, (used, at));
                self.holds_module(name, (import, module), binder);
                if exported {
                    self.export_local(self.of(name), self.of(name), span(name));
                }
                if self.extended_export.as_deref() == Some(self.of(name)) && matches!(binder, Binder::Module { .. }) {
                    self.stand_ins.insert(self.of(name).into(), StandsFor::Exports);
                }
                true
            }
            ("object_pattern", item) if Self::is_flat(name) && (item.is_none() || is_of_platform(module) || module.starts_with('.')) => {
                self.interop_site(field(value, "object").unwrap_or(value));
                let holder = item.map(|item| self.of(item));
                for child in syntax::children(name) {
                    // What is left of a module has its members.
                    if let Some(rest) = syntax::children(child).first().filter(|_| child.kind() == "rest_pattern") {
                        let import = Import::new(module, Imported::Module, self.of(*rest));
                        let import = self.add_import_in(scope, import, value, (self.of(*rest), span(*rest)));
                        self.holds_module(*rest, (import, module), binder);
                        continue;
                    }
                    let (Some(key), Some(target), _) = super::variables::part(child) else { continue };
                    let (item, at) = super::objects::key_name(key, self.text);
                    let path = holder.map_or_else(|| item.into(), |holder| format!("{holder}.{item}").into());
                    let import = self.add_import_in(scope, Import::new(module, Imported::Item(path), self.of(target)), value, (item, at));
                    self.holds_module(target, (import, module), binder);
                }
                true
            }
            _ => false,
        }
    }

    /// A variable at the top of a file that a module is required for is a definition of the file, which its uses mean where the module is not of the
    /// repository. Of what stands beside the file the definitions themselves are meant.
    fn holds_module(&mut self, name: Node<'_>, (import, module): (u32, &str), binder: Binder) {
        let Binder::Module { outer, constant, .. } = binder else { return };
        if module.starts_with(['.', '/']) || !self.at_module_level() {
            return;
        }
        let place = self.place(outer, span(name), None);
        let kind = if constant { SymbolKind::Constant } else { SymbolKind::Variable };
        let mut symbol = Symbol::new(self.of(name), kind);
        symbol.flags = Flags::HOLDS_MODULE.with(Flags::FILE_LOCAL);
        symbol.visibility = Visibility::Private;
        symbol.value = Some(self.builder.expr(Expr::Import(import)));
        self.builder.symbol(symbol, place);
    }

    /// Whether an object pattern only renames members.
    fn is_flat(pattern: Node<'_>) -> bool {
        super::statements::parts(pattern).into_iter().all(|child| {
            if child.kind() == "rest_pattern" {
                return syntax::children(child).first().is_some_and(|rest| rest.kind() == "identifier");
            }
            let (key, target, default) = super::variables::part(child);
            key.is_some()
                && default.is_none()
                && target.is_some_and(|target| matches!(target.kind(), "identifier" | "shorthand_property_identifier_pattern"))
        })
    }
}

/// Whether a module is one of the platform, of which no member is known that another one holds: `require('fs').promises`.
fn is_of_platform(module: &str) -> bool {
    module.starts_with("node:") || super::habits::PLATFORM.binary_search(&module.split('/').next().unwrap_or(module)).is_ok()
}

/// The module string `.` is kept for the file itself, so the folder is `./`.
pub(super) fn own_folder(module: &Name) -> Name {
    if module == "." { Name::new_static("./") } else { module.clone() }
}
