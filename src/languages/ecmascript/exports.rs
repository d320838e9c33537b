//! Exports: ECMAScript statements and `CommonJS` assignments.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::{constructed, is_function};
use super::imports::{inner_span, string_content};
use super::prototypes::StandsFor;
use super::variables::bare;
use super::walk::{Export, Exporting, Receiver, Walk};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Import, Imported, Owner, Symbol, SymbolKind, Visibility};

/// The binding under which a `CommonJS` module's whole value is found.
pub(super) const WHOLE: &str = "export=";

/// What an assignment of `CommonJS` exports.
#[derive(Clone, Copy)]
enum Exported<'t> {
    /// All at once: `module.exports`.
    Whole,
    /// One name: `exports.a`, `module.exports.a`.
    Member(Node<'t>),
}

impl Walk<'_, '_> {
    pub(super) fn export_statement(&mut self, node: Node<'_>) {
        self.is_module |= self.container().is_none();
        self.decorators(node);
        let default = syntax::has_token(node, "default");
        if let Some(source) = field(node, "source") {
            self.reexport(node, source);
        } else if let Some(declaration) = field(node, "declaration") {
            self.exporting = Some(Exporting { default });
            if declaration.kind() == "import_statement" {
                self.import_statement(declaration);
            } else if !self.declaration(declaration, node) {
                self.exporting = None;
                self.value(declaration);
            }
            self.exporting = None;
        } else if let Some(value) = field(node, "value") {
            self.export_value(node, value);
        } else if let Some(clause) = syntax::child_of_kind(node, "export_clause") {
            for specifier in syntax::children(clause) {
                self.export_specifier(specifier);
            }
        } else if syntax::has_token(node, "=") {
            if let Some(value) = super::statements::first(node) {
                self.export_whole(value, span(node));
            }
        } else if let Some(inner) = syntax::children(node).into_iter().find(|child| child.kind() == "import_statement") {
            self.exporting = Some(Exporting { default });
            self.import_statement(inner);
            self.exporting = None;
        } else if !syntax::has_token(node, "namespace") {
            for child in syntax::children(node).into_iter().filter(|child| child.kind() != "decorator") {
                self.statement(child);
            }
        }
    }

    fn reexport(&mut self, node: Node<'_>, source: Node<'_>) {
        let module = string_content(source, self.text);
        if let Some(namespace) = syntax::child_of_kind(node, "namespace_export") {
            if let Some(name) = super::statements::first(namespace) {
                let binding = string_content(name, self.text);
                self.add_import(handed_on(module, Imported::Module, binding), node, binding, inner_span(name));
            }
            return;
        }
        let Some(clause) = syntax::child_of_kind(node, "export_clause") else {
            self.add_import(handed_on(module, Imported::Wildcard, ""), node, module, inner_span(source));
            return;
        };
        for specifier in syntax::children(clause) {
            let Some((name, exported)) = specified(specifier) else { continue };
            let item = string_content(name, self.text);
            let binding = string_content(exported, self.text);
            self.add_import(handed_on(module, Imported::Item(item.into()), binding), node, item, inner_span(name));
        }
    }

    fn export_specifier(&mut self, specifier: Node<'_>) {
        let Some((name, exported)) = specified(specifier) else { return };
        let text = self.of(name);
        // What is imported and handed on is no use of it, nor is naming a definition of the file's own: both pass through its interface.
        if let Some(import) = self.builder.find_import(text, name.start_byte()) {
            self.builder.import_site(import, text, span(name));
        } else {
            let target = self.builder.name(text, name.start_byte());
            self.builder.site(Role::Import, text, span(name), target, None);
        }
        self.export_local(text, string_content(exported, self.text), span(name));
    }

    /// Notes that a name of the file is exported.
    pub(super) fn export_local(&mut self, local: &str, exported: &str, at: ByteSpan) {
        if self.builder.owner() == Owner::File {
            self.is_module = true;
            self.exports.push(Export { local: local.into(), exported: exported.into(), span: at });
        } else {
            self.export_from_namespace(local, exported, at);
        }
    }

    /// `namespace N { const x; export { x as default } }`, and what stands around: `declare module 'm' { export = x; }`.
    fn export_from_namespace(&mut self, local: &str, exported: &str, at: ByteSpan) {
        let own = self.known_in(self.builder.owner(), local).first().copied();
        let known = own.or_else(|| self.known_in(Owner::File, local).first().copied());
        let Some(container) = self.container() else { return };
        let Some(symbol) = known else {
            // What is declared below.
            self.ahead.push((container, Export { local: local.into(), exported: exported.into(), span: at }));
            return;
        };
        let symbol = self.builder.symbol_mut(symbol);
        symbol.flags = symbol.flags.when(own.is_some(), Flags::EXPORTED);
        if local != exported {
            let path = symbol.qualified.clone();
            self.hand_on_from(container, path, exported, at);
        }
    }

    /// Hands on a definition of the file, by its path, as what a namespace exports.
    fn hand_on_from(&mut self, container: u32, path: Name, exported: &str, at: ByteSpan) {
        if exported == "default" {
            let namespace = self.builder.symbol_mut(container).qualified.clone();
            self.defaults.insert(namespace, path.clone());
        }
        let import = Import { container: Some(container), ..handed_on(".", Imported::Item(path), exported) };
        self.builder.import(import, at);
    }

    /// `export default value`.
    fn export_value(&mut self, node: Node<'_>, value: Node<'_>) {
        let plain = bare(value);
        if plain.kind() == "identifier" {
            self.value(value);
            self.export_local(self.of(plain), "default", span(plain));
            return;
        }
        let at = ByteSpan::new(value.start_byte(), value.start_byte());
        self.expected = self.expected_by_comment(value);
        self.export_new("default", at, span(node), value, Flags::EXPORTED.with(Flags::DEFAULT));
    }

    /// Defines an exported name by the value that stands there.
    pub(super) fn export_new(&mut self, name: &str, at: ByteSpan, outer: ByteSpan, value: Node<'_>, flags: Flags) -> u32 {
        let plain = bare(value);
        if is_function(plain) {
            let own = field(plain, "name").filter(|own| !self.of(*own).is_empty());
            let (text, at) = if name == "default" { own.map_or((name, at), |own| (self.of(own), span(own))) } else { (name, at) };
            let place = self.place(outer, at, field(plain, "body"));
            let mut symbol = Symbol::new(text, SymbolKind::Function);
            symbol.flags = flags.with(Self::callable_flags(plain));
            let index = self.define(symbol, place);
            self.builder.open_scope(crate::shard::builder::ScopeKind::Block);
            if let Some(own) = own {
                self.builder.bind(self.of(own), crate::shard::builder::Binding::Symbol(index), 0);
            }
            let receiver = match constructed(text, index) {
                Receiver::Unknown if name != "default" => self.exports_receiver(),
                receiver => receiver,
            };
            self.callable(plain, Some(index), Some(receiver), &[]);
            self.builder.close_scope();
            return index;
        }
        if plain.kind() == "class" {
            let own = field(plain, "name").filter(|own| name == "default" && !self.of(*own).is_empty());
            let (text, at) = own.map_or((name, at), |own| (self.of(own), span(own)));
            let index = self.class_named_by(plain, outer, text, at);
            let symbol = self.builder.symbol_mut(index);
            symbol.flags = symbol.flags.with(flags);
            return index;
        }
        let place = self.place(outer, at, None);
        let mut symbol = Symbol::new(name, SymbolKind::Variable);
        symbol.flags = flags;
        let index = self.define(symbol, place);
        self.held_value(index, plain, value);
        index
    }

    /// Finds the variable that holds what another module exports where the file adds to that and exports it as its own:
    /// `const api = require('./api'); api.more = …; module.exports = api`.
    pub(super) fn find_extended_export(&mut self, root: Node<'_>) {
        let (mut required, mut extended, mut whole) = (Vec::new(), Vec::new(), None);
        for statement in syntax::children(root) {
            match statement.kind() {
                "lexical_declaration" | "variable_declaration" => {
                    for declarator in syntax::children(statement) {
                        let (Some(name), Some(value)) = (field(declarator, "name"), field(declarator, "value")) else { continue };
                        if name.kind() == "identifier" && self.required_source(value).is_some() {
                            required.push(self.of(name));
                        }
                    }
                }
                "expression_statement" => {
                    let Some(assigned) = super::statements::first(statement).filter(|it| it.kind() == "assignment_expression") else { continue };
                    let (Some(left), Some(right)) = (field(assigned, "left"), field(assigned, "right")) else { continue };
                    let object = field(left, "object").filter(|_| left.kind() == "member_expression");
                    match self.of(left) {
                        "module.exports" if right.kind() == "identifier" => whole = Some(self.of(right)),
                        _ => extended.extend(object.map(|object| self.of(object))),
                    }
                }
                _ => {}
            }
        }
        let is_extended = |name: &str| extended.iter().any(|it| *it == name || matches!(*it, "exports" | "module.exports"));
        self.extended_export = whole.filter(|name| required.contains(name) && is_extended(name)).map(Into::into);
    }

    /// What an assignment to `exports.a`, `module.exports.a` or `module.exports` exports; `None` for other assignments.
    pub(super) fn exported_assignment(&mut self, node: Node<'_>, left: Node<'_>, right: Node<'_>) -> Option<ExprId> {
        let target = self.export_target(left)?;
        if !self.frames.iter().all(|frame| frame.symbol.is_none()) {
            return None;
        }
        self.is_module = true;
        if right.kind() == "assignment_expression" {
            let innermost = innermost_value(right);
            let value = self.value(right);
            if bare(innermost).kind() == "identifier" {
                self.export_reference(target, innermost);
            } else if let Expr::Symbol(made) = *self.builder.at(value) {
                if self.builder.symbol_mut(made).owner != Owner::File {
                    let property = if let Exported::Member(property) = target { Some(property) } else { None };
                    self.export_held(property, span(node), value);
                    return Some(value);
                }
                // What the inner target made is exported by the outer name too.
                let name = self.builder.symbol_mut(made).name.clone();
                match target {
                    Exported::Member(property) => self.export_local(&name, self.of(property), span(property)),
                    Exported::Whole => self.export_default(&name, span(left)),
                }
            }
            return Some(value);
        }
        match target {
            Exported::Member(property) => Some(self.export_member(node, property, right)),
            Exported::Whole => Some(self.export_whole(right, span(node))),
        }
    }

    /// Whether a node is `exports` or `module.exports` of `CommonJS`.
    pub(super) fn is_exports(&self, node: Node<'_>) -> bool {
        let name = match node.kind() {
            "identifier" if self.of(node) == "exports" || matches!(self.stands_for(node), Some(StandsFor::Exports)) => node,
            "member_expression" if self.of(node) == "module.exports" => match field(node, "object") {
                Some(object) => object,
                None => return false,
            },
            _ => return false,
        };
        !self.is_local(name)
    }

    /// What an assignment to `left` exports; `None` where it is to no export.
    fn export_target<'t>(&self, left: Node<'t>) -> Option<Exported<'t>> {
        let property = field(left, "property").filter(|_| left.kind() == "member_expression")?;
        let object = field(left, "object")?;
        if self.is_exports(left) {
            return Some(Exported::Whole);
        }
        self.is_exports(object).then_some(Exported::Member(property))
    }

    /// `exports.a = exports.b = x`, `const x = module.exports = …`: one more name for what is exported or declared already.
    fn export_reference(&mut self, target: Exported<'_>, value: Node<'_>) {
        let value = bare(value);
        if value.kind() != "identifier" {
            return;
        }
        match target {
            Exported::Member(property) => self.export_local(self.of(value), self.of(property), span(value)),
            Exported::Whole => self.export_default(self.of(value), span(value)),
        }
    }

    /// Exports a variable that is declared with `name = target = …`. `false` where the target is no export.
    pub(super) fn also_exported(&mut self, target: Node<'_>, name: Node<'_>) -> bool {
        match self.export_target(target) {
            Some(target) => self.export_reference(target, name),
            None => return self.of(target) == "exports",
        }
        true
    }

    /// Exports a value as the whole of the module, and as its default unless it has one itself.
    fn export_default(&mut self, local: &str, at: ByteSpan) {
        match self.defaults.get(local).cloned() {
            Some(own) => {
                self.builder.import(handed_on(".", Imported::Item(own), "default"), at);
            }
            None => self.export_local(local, "default", at),
        }
        self.export_local(local, WHOLE, at);
    }

    fn export_member(&mut self, node: Node<'_>, property: Node<'_>, right: Node<'_>) -> ExprId {
        let (name, plain) = (self.of(property), bare(right));
        if plain.kind() == "identifier" {
            let value = self.value(right);
            self.export_local(self.of(plain), name, span(plain));
            return value;
        }
        if plain.kind() == "undefined" || (plain.kind() == "unary_expression" && self.of(plain).starts_with("void")) {
            return self.builder.unknown();
        }
        if self.export_required(name, node, plain, span(property)) {
            return self.builder.unknown();
        }
        let flags = Flags::EXPORTED.when(name == "default", Flags::DEFAULT);
        let index = self.export_new(name, span(property), span(node), right, flags);
        self.builder.expr(Expr::Symbol(index))
    }

    /// `exports.a = require('m')`, `exports.a = require('m').b`.
    pub(super) fn export_required(&mut self, name: &str, node: Node<'_>, value: Node<'_>, at: ByteSpan) -> bool {
        let Some((source, item)) = self.required_member(value) else { return false };
        let imported = item.map_or(Imported::Module, |item| Imported::Item(self.of(item).into()));
        let (used, at) = item.map_or((name, at), |item| (self.of(item), span(item)));
        let import = handed_on(string_content(source, self.text), imported, name);
        self.add_import(import, node, used, at);
        true
    }

    /// `module.exports = value`, `export = value`.
    fn export_whole(&mut self, value: Node<'_>, outer: ByteSpan) -> ExprId {
        let plain = bare(value);
        if let Some(source) = self.required_source(plain) {
            let module = string_content(source, self.text);
            let whole = handed_on(module, Imported::Module, WHOLE);
            self.add_import(whole, value, module, inner_span(source));
            let import = handed_on(module, Imported::Wildcard, "");
            self.builder.import(import, span(value));
            return self.builder.unknown();
        }
        match plain.kind() {
            // What it holds beside what is added to it another module exports.
            "identifier" if matches!(self.stands_for(plain), Some(StandsFor::Exports)) && self.extended_export.as_deref() == Some(self.of(plain)) => {
                let target = self.value(value);
                self.is_module = true;
                for import in self.bound.get(self.of(plain)).cloned().into_iter().flatten() {
                    self.builder.import(handed_on(&import.module, Imported::Wildcard, ""), span(value));
                }
                target
            }
            "identifier" => {
                let target = self.value(value);
                self.export_default(self.of(plain), span(plain));
                target
            }
            "object" => {
                self.expected = self.expected_by_comment(value);
                self.export_object(plain);
                self.builder.unknown()
            }
            _ => {
                let at = ByteSpan::new(plain.start_byte(), plain.start_byte());
                let index = self.export_new("default", at, outer, value, Flags::EXPORTED.with(Flags::DEFAULT));
                let name = self.builder.symbol_mut(index).name.clone();
                let import = handed_on(".", Imported::Item(name), WHOLE);
                self.builder.import(import, outer);
                self.builder.expr(Expr::Symbol(index))
            }
        }
    }

    /// What `this` is in a function that is exported as a member: all that the module exports.
    pub(super) fn exports_receiver(&mut self) -> Receiver {
        Receiver::Exports(self.all_exports())
    }

    /// The value of `exports` and `module.exports`: all that the module exports.
    pub(super) fn all_exports(&mut self) -> ExprId {
        if let Some(whole) = self.exported_whole {
            return whole;
        }
        let import = self.builder.import(Import::new(".", Imported::Module, ""), ByteSpan::default());
        let whole = self.builder.expr(Expr::Import(import));
        self.exported_whole = Some(whole);
        whole
    }

    /// Ends the exports: marks symbols, and passes on imports and renamed names as re-exports.
    pub(super) fn settle_exports(&mut self) {
        for (container, export) in std::mem::take(&mut self.ahead) {
            let known = self.known_in(Owner::File, &export.local).first().copied();
            if let Some(symbol) = known.filter(|_| export.local != export.exported) {
                let path = self.builder.symbol_mut(symbol).qualified.clone();
                self.hand_on_from(container, path, &export.exported, export.span);
            }
        }
        for export in std::mem::take(&mut self.exports) {
            let copies: Vec<Import> = self.bound.get(&export.local).into_iter().flatten().cloned().collect();
            if !copies.is_empty() {
                for import in copies {
                    self.builder.import(Import { binding: export.exported.clone(), reexport: true, module_level: true, ..import }, export.span);
                }
                continue;
            }
            for index in self.known_in(Owner::File, &export.local).to_vec() {
                let symbol = self.builder.symbol_mut(index);
                symbol.flags = symbol.flags.with(Flags::EXPORTED);
            }
            if export.local != export.exported {
                let import = handed_on(".", Imported::Item(export.local.clone()), &export.exported);
                self.builder.import(import, export.span);
            }
        }
        if self.is_module {
            for index in self.known.iter().filter(|((class, _, _), _)| *class == 0).flat_map(|(_, indices)| indices) {
                let symbol = self.builder.symbol_mut(*index);
                if !symbol.flags.has(Flags::EXPORTED) && !symbol.flags.has(Flags::GLOBAL) {
                    symbol.visibility = Visibility::Private;
                }
                // In a module `declare module 'name'` adds to what is declared elsewhere.
                if symbol.kind == SymbolKind::Module {
                    symbol.flags = Flags(symbol.flags.0 & !Flags::DECLARATION.0);
                }
            }
        }
    }
}

/// An import that others get as well.
pub(super) fn handed_on(module: &str, imported: Imported, binding: &str) -> Import {
    Import { reexport: true, ..Import::new(module, imported, binding) }
}

/// The local and the exported name of an export specifier.
fn specified(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let name = field(node, "name")?;
    Some((name, field(node, "alias").unwrap_or(name)))
}

fn innermost_value(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "assignment_expression" {
        match field(node, "right") {
            Some(right) => node = right,
            None => return node,
        }
    }
    node
}
