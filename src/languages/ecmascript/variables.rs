//! Variables: declarators, destructuring patterns, and who gets bound to what.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::{constructed, is_function};
use super::walk::{Exporting, Walk};
use crate::base::span::ByteSpan;
use crate::shard::body::{Local, Role};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Heritage, Supertype, Symbol, SymbolKind};

/// What a pattern takes apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    /// Declared type.
    pub ty: Option<ExprId>,
    /// Assigned value.
    pub value: Option<ExprId>,
}

/// A value that may be cast, by `as T`, `satisfies T` or a comment.
struct Cast<'t> {
    /// What it is cast to.
    ty: Option<ExprId>,
    /// What it is checked to be.
    satisfied: Option<ExprId>,
    /// The value without its casts.
    value: Node<'t>,
}

impl Source {
    /// A value without a declared type.
    pub fn value(value: ExprId) -> Self {
        Self { ty: None, value: Some(value) }
    }
}

/// What the names of a pattern become.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binder {
    /// Block-scoped locals, or parameters of a function that is a definition.
    Local { parameter_of: Option<u32> },
    /// Function-scoped locals.
    Hoisted,
    /// Definitions of the module or namespace, in a statement with this span.
    Module { outer: ByteSpan, constant: bool, exporting: Option<Exporting> },
    /// Nothing new: they are assigned to.
    Assign,
}

impl Walk<'_, '_> {
    /// Visits `var`, `let`, `const`, `using`.
    pub(super) fn variables(&mut self, node: Node<'_>, outer: Node<'_>) {
        let declarators: Vec<Node<'_>> = syntax::children(node).into_iter().filter(|child| child.kind() == "variable_declarator").collect();
        let kind = field(node, "kind").map_or("var", |kind| kind.kind());
        let exporting = self.exporting.take();
        for declarator in &declarators {
            let outer = if declarators.len() == 1 { span(outer) } else { span(*declarator) };
            let hoisted = kind == "var" && self.frames.is_empty();
            let binder = if self.at_module_level() || hoisted {
                Binder::Module { outer, constant: kind == "const", exporting }
            } else if kind == "var" {
                Binder::Hoisted
            } else {
                Binder::Local { parameter_of: None }
            };
            self.declarator(*declarator, outer, binder);
        }
        self.exporting = None;
    }

    fn declarator(&mut self, node: Node<'_>, outer: ByteSpan, binder: Binder) {
        let Some(name) = field(node, "name") else { return };
        let ty = field(node, "type").and_then(|ty| self.annotation(ty));
        let mut value = field(node, "value");
        let mut targets = Vec::new();
        while let Some(chain) = value.filter(|value| value.kind() == "assignment_expression") {
            targets.extend(field(chain, "left"));
            value = field(chain, "right");
        }
        let settles = name.kind() == "identifier" && matches!(binder, Binder::Module { .. });
        if let Some(value) = value.filter(|_| settles)
            && let Some(source) = self.stand_in(name, value, &targets)
        {
            self.pattern(name, Source { ty, ..source }, binder);
            return;
        }
        // `var own = module.exports = Known`: what is exported is what is named last.
        let last = value.map(bare).filter(|value| value.kind() == "identifier").unwrap_or(name);
        targets.retain(|target| name.kind() == "identifier" && !self.also_exported(*target, last));
        let doc = self.doc;
        if value.is_some_and(|value| is_function(bare(value))) {
            self.holder = targets.iter().find_map(|target| self.receiver_in(*target));
        }
        self.declared(name, Source { ty, value: None }, value, outer, binder);
        self.holder = None;
        if targets.is_empty() {
            return;
        }
        // They hold what the variable does.
        let held = self.builder.name(self.of(name), node.end_byte());
        let after = std::mem::replace(&mut self.doc, doc);
        let literal = value.map(bare).is_some_and(|value| is_function(value) || value.kind() == "class");
        for target in targets {
            if !self.member_alias(target, outer, held, literal) {
                self.assign_to(target, Some(held));
            }
        }
        self.doc = after;
    }

    /// A name or pattern, with its declared type, that is given a value.
    fn declared(&mut self, name: Node<'_>, source: Source, value: Option<Node<'_>>, outer: ByteSpan, binder: Binder) {
        let ty = source.ty;
        let Some(value) = value else {
            self.pattern(name, Source { ty, value: None }, binder);
            return;
        };
        if self.required(name, value, binder) {
            return;
        }
        let plain = bare(value);
        let literal = is_function(plain) || matches!(plain.kind(), "class" | "object");
        let named = literal && name.kind() == "identifier";
        let Cast { ty: cast, satisfied, value } = if named { self.cast_type(value) } else { Cast { ty: None, satisfied: None, value } };
        let ty = ty.or(cast).or_else(|| if named { self.type_in_comment(name) } else { None });
        self.expected = ty.or(satisfied).map(|ty| self.builder.instance(ty));
        if name.kind() == "identifier" && (is_function(plain) || plain.kind() == "class") {
            self.named_callable(name, plain, outer, binder);
            return;
        }
        if name.kind() == "identifier" && plain.kind() == "object" && self.object_variable(name, plain, outer, binder, ty) {
            return;
        }
        let doc = self.doc.take();
        let held = self.value(value);
        self.doc = doc;
        self.expected = None;
        self.pattern(name, Source { ty, value: Some(held) }, binder);
        self.note_self(name, value);
    }

    /// The type that the comment in front of a declaration says.
    pub(super) fn type_in_comment(&mut self, name: Node<'_>) -> Option<ExprId> {
        let comment = self.doc?.text(self.text);
        if comment.contains("@type ") { self.documented(comment, name.start_byte()).ty } else { None }
    }

    /// What a value is cast to. All types that stand there are visited.
    fn cast_type<'t>(&mut self, mut node: Node<'t>) -> Cast<'t> {
        let (mut ty, mut satisfied) = (None, None);
        while node.kind() != "type_assertion" && bare(node) != node {
            let parts = super::statements::parts(node);
            if node.kind() == "parenthesized_expression" {
                let written = self.cast_by_comment(node).filter(|ty| *ty != self.builder.unknown());
                ty = ty.or(written);
            } else if let Some(written) = parts.get(1) {
                let written = self.annotation(*written);
                match node.kind() {
                    "as_expression" => ty = ty.or(written),
                    _ => satisfied = satisfied.or(written),
                }
            }
            let Some(inner) = parts.first() else { break };
            node = *inner;
        }
        Cast { ty, satisfied, value: node }
    }

    /// `const f = () => …`, `const C = class { … }`.
    fn named_callable(&mut self, name: Node<'_>, value: Node<'_>, outer: ByteSpan, binder: Binder) {
        if let Binder::Module { exporting, .. } = binder {
            self.exporting = exporting;
        }
        let text = self.of(name);
        if value.kind() == "class" {
            let index = self.class_named_by(value, outer, text, span(name));
            self.bind_definition(text, index, binder);
            return;
        }
        let place = self.place(outer, span(name), field(value, "body"));
        let mut symbol = self.exported(Symbol::new(text, SymbolKind::Function));
        symbol.flags = symbol.flags.with(Self::callable_flags(value)).when(!self.at_module_level(), Flags::NESTED);
        let index = self.define(symbol, place);
        self.apart_by_scope(index, self.scope_of(binder));
        self.bind_definition(text, index, binder);
        // Inside itself a function has the name that it bears as well.
        self.builder.open_scope(ScopeKind::Block);
        if let Some(own) = field(value, "name") {
            self.builder.bind(self.of(own), Binding::Symbol(index), 0);
        }
        let declared = self.expected;
        let receiver = self.holder.take().unwrap_or(constructed(text, index));
        self.callable(value, Some(index), Some(receiver), &[]);
        self.builder.close_scope();
        let Some(declared) = declared else { return };
        // What the variable is declared to be is what callers see.
        let result = self.builder.expr(Expr::Part { base: declared, index: 0 });
        let symbol = self.builder.symbol_mut(index);
        symbol.supertypes.push(Supertype { heritage: Heritage::Extends, ty: declared });
        if symbol.ty.is_none() {
            symbol.value = Some(result);
        }
    }

    /// The scope in which a declaration binds its names.
    fn scope_of(&self, binder: Binder) -> u32 {
        match binder {
            Binder::Hoisted | Binder::Module { .. } => self.builder.hoisting_scope(),
            _ => self.builder.scope(),
        }
    }

    fn bind_definition(&mut self, name: &str, index: u32, binder: Binder) {
        let scope = self.scope_of(binder);
        self.builder.bind_in(scope, name, Binding::Symbol(index), 0);
    }

    /// `const api = { … }`: a variable that owns what its literal holds. Inside functions only where the literal holds functions.
    fn object_variable(&mut self, name: Node<'_>, object: Node<'_>, outer: ByteSpan, binder: Binder, ty: Option<ExprId>) -> bool {
        let text = self.of(name);
        if let Binder::Module { constant, exporting, .. } = binder {
            self.exporting = exporting;
            let kind = if constant { SymbolKind::Constant } else { SymbolKind::Variable };
            let place = self.place(outer, span(name), None);
            let mut symbol = self.exported(Symbol::new(text, kind));
            symbol.ty = ty;
            let index = self.define(symbol, place);
            self.bind_definition(text, index, binder);
            self.object_members(object, index);
            return true;
        }
        if ty.is_some() || !super::objects::has_functions(object) {
            return false;
        }
        let index = self.object_symbol(text, span(name), object);
        let value = self.builder.expr(Expr::Symbol(index));
        self.pattern(name, Source::value(value), binder);
        true
    }

    /// Binds the names of a pattern to the parts of what it takes apart.
    pub(super) fn pattern(&mut self, node: Node<'_>, source: Source, binder: Binder) {
        self.deeper(node, (), |walk| match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => walk.bind_name(node, source, binder),
            "object_pattern" => walk.object_pattern(node, source, binder),
            "array_pattern" => walk.array_pattern(node, source, binder),
            "assignment_pattern" | "object_assignment_pattern" => {
                let default = field(node, "right").map(|right| walk.value(right));
                let values: Vec<ExprId> = source.value.into_iter().chain(default).collect();
                let value = (!values.is_empty()).then(|| walk.builder.any_known_of(values));
                if let Some(left) = field(node, "left") {
                    walk.pattern(left, Source { ty: source.ty, value }, binder);
                }
            }
            "rest_pattern" | "parenthesized_expression" | "non_null_expression" => {
                if let Some(inner) = super::statements::first(node) {
                    walk.pattern(inner, source, binder);
                }
            }
            "undefined" | "comment" | "this" => {}
            _ => walk.assign_to(node, source.value),
        });
    }

    /// The whole of what a pattern takes apart.
    fn whole(&mut self, source: Source) -> ExprId {
        match source {
            Source { ty: Some(ty), .. } => self.builder.instance(ty),
            Source { value: Some(value), .. } => value,
            _ => self.builder.unknown(),
        }
    }

    fn object_pattern(&mut self, node: Node<'_>, source: Source, binder: Binder) {
        let types = std::mem::take(&mut self.pattern_types);
        let whole = self.whole(source);
        for child in syntax::children(node) {
            let (key, target, default) = part(child);
            let Some(target) = target else { continue };
            let Some(key) = key else {
                if child.kind() == "pair_pattern" {
                    field(child, "key").map(|key| self.value(key));
                    self.pattern(target, Source::default(), binder);
                } else {
                    self.pattern(target, Source::value(whole), binder);
                }
                continue;
            };
            let (name, at) = super::objects::key_name(key, self.text);
            let member = self.builder.member(whole, name);
            self.builder.site(Role::Read, name, at, member, None);
            let typed = types.iter().find(|(known, _)| known == name).map(|(_, ty)| self.builder.instance(*ty));
            let member = typed.or_else(|| self.documented_part(source.value, name)).unwrap_or(member);
            let default = default.map(|default| self.value(default));
            let value = self.builder.any_known_of(std::iter::once(member).chain(default));
            self.pattern(target, Source::value(value), binder);
        }
    }

    fn array_pattern(&mut self, node: Node<'_>, source: Source, binder: Binder) {
        let whole = self.whole(source);
        let mut index = 0;
        for child in syntax::all_children(node) {
            match child.kind() {
                "," => index += 1,
                "[" | "]" | "comment" => {}
                "rest_pattern" => self.pattern(child, Source::value(whole), binder),
                _ => {
                    let value = self.builder.expr(Expr::Part { base: whole, index });
                    self.pattern(child, Source::value(value), binder);
                }
            }
        }
    }

    fn bind_name(&mut self, node: Node<'_>, source: Source, binder: Binder) {
        let name = self.of(node);
        match binder {
            Binder::Local { parameter_of } => {
                let values = source.value.into_iter().collect();
                self.builder.declare(Local { name: name.into(), ty: source.ty, values, receiver: false, parameter_of }, 0);
            }
            Binder::Hoisted => {
                self.builder.assign_hoisted(name, source.ty, source.value);
            }
            Binder::Assign => self.assign_to(node, source.value),
            Binder::Module { outer, constant, exporting } => {
                let doc = self.doc;
                let place = self.place(outer, span(node), None);
                // Every name of one destructuring pattern has the comment of the whole.
                self.doc = doc;
                self.exporting = exporting;
                let kind = if constant { SymbolKind::Constant } else { SymbolKind::Variable };
                let mut symbol = self.exported(Symbol::new(name, kind));
                symbol.ty = source.ty.or_else(|| self.documented(&place.doc, outer.start as usize).ty);
                symbol.value = source.value.filter(|value| *value != self.builder.unknown());
                let index = self.define(symbol, place);
                self.bind_definition(name, index, binder);
            }
        }
    }
}

/// Key, target pattern and default of one part of an object pattern.
pub(super) fn part(node: Node<'_>) -> (Option<Node<'_>>, Option<Node<'_>>, Option<Node<'_>>) {
    match node.kind() {
        "shorthand_property_identifier_pattern" => (Some(node), Some(node), None),
        "object_assignment_pattern" => {
            let left = field(node, "left");
            (left.filter(|left| left.kind() == "shorthand_property_identifier_pattern"), left, field(node, "right"))
        }
        "pair_pattern" => (field(node, "key").filter(|key| key.kind() != "computed_property_name"), field(node, "value"), None),
        "rest_pattern" => (None, super::statements::first(node), None),
        _ => (None, None, None),
    }
}

/// A value without the parentheses, casts and assertions around it.
pub(super) fn bare(mut node: Node<'_>) -> Node<'_> {
    while matches!(node.kind(), "parenthesized_expression" | "as_expression" | "satisfies_expression" | "non_null_expression") {
        let Some(inner) = super::statements::first(node) else { return node };
        node = inner;
    }
    node
}
