//! Classes: heritage, members, and the fields that constructors make by assigning to `this`.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::walk::{LateField, Receiver, Walk, visibility};
use crate::base::caps;
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Heritage, Owner, Supertype, Symbol, SymbolKind};

/// Most calls above a class of which one is an argument of another.
const MAX_MIXED: u32 = 8;

impl<'text> Walk<'_, 'text> {
    /// Visits a class declaration.
    pub(super) fn class_declaration(&mut self, node: Node<'_>, outer: Node<'_>) {
        let (text, at) = self.class_name(node, "default");
        let index = self.class_symbol(node, span(outer), text, at);
        self.apart_by_scope(index, self.builder.scope());
        self.builder.bind(text, Binding::Symbol(index), 0);
        self.class_inside(node, index);
    }

    /// A class expression that nothing names from outside.
    pub(super) fn class_value(&mut self, node: Node<'_>) -> ExprId {
        let (text, at) = self.class_name(node, "class");
        let index = self.class_named_by(node, span(node), text, at);
        self.builder.expr(Expr::Symbol(index))
    }

    /// The name that a class bears itself, or `otherwise` at the word `class`.
    fn class_name(&self, node: Node<'_>, otherwise: &'static str) -> (&'text str, ByteSpan) {
        match field(node, "name").filter(|name| !self.of(*name).is_empty()) {
            Some(name) => (self.of(name), span(name)),
            None => (otherwise, ByteSpan::new(node.start_byte(), node.start_byte() + "class".len())),
        }
    }

    /// Visits a class expression that `text` names from outside. Its own name is bound only inside it.
    pub(super) fn class_named_by(&mut self, node: Node<'_>, outer: ByteSpan, text: &str, at: ByteSpan) -> u32 {
        let index = self.class_symbol(node, outer, text, at);
        self.builder.open_scope(ScopeKind::Block);
        if let Some(own) = field(node, "name") {
            let own = self.of(own);
            self.builder.bind(own, Binding::Symbol(index), 0);
        }
        self.class_inside(node, index);
        self.builder.close_scope();
        index
    }

    fn class_symbol(&mut self, node: Node<'_>, outer: ByteSpan, text: &str, at: ByteSpan) -> u32 {
        let place = self.place(outer, at, field(node, "body"));
        let mut symbol = self.exported(Symbol::new(text, SymbolKind::Class));
        symbol.flags = symbol.flags.when(node.kind() == "abstract_class_declaration", Flags::ABSTRACT).when(!self.at_module_level(), Flags::NESTED);
        let index = self.define(symbol, place);
        self.decorators(node);
        index
    }

    fn class_inside(&mut self, node: Node<'_>, index: u32) {
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        let blocks = std::mem::take(&mut self.blocks);
        let exporting = self.exporting.take();
        let mut generics = self.generics(node);
        let doc = std::mem::take(&mut self.builder.place_mut(index).doc);
        if generics.is_empty() {
            generics = self.documented_generics(&doc);
        }
        let mut supertypes = self.heritage(node);
        let args = self.documented_above(&doc, node.start_byte());
        if let Some(above) = supertypes.iter_mut().find(|it| it.heritage == Heritage::Extends)
            && !matches!(self.builder.at(above.ty), Expr::Apply { .. })
        {
            above.ty = self.builder.applied(above.ty, args);
        }
        self.builder.place_mut(index).doc = doc;
        let parent = supertypes.iter().find(|it| it.heritage == Heritage::Extends).map(|it| it.ty);
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.supertypes = supertypes;
        // Nested functions do not look into the type body's own scope, so `this` stands around it.
        self.declare_receiver(Receiver::Instance(index), None);
        self.builder.open_scope(ScopeKind::OpaqueClass);
        self.parents.push(parent);
        self.types.push(index);
        if let Some(body) = field(node, "body") {
            self.class_body(body, index);
        }
        self.types.pop();
        self.parents.pop();
        self.receivers.pop();
        self.builder.close_scope();
        self.builder.close_scope();
        self.late_fields(|owner| owner == Owner::Symbol(index));
        self.exporting = exporting;
        self.blocks = blocks;
        self.builder.leave();
    }

    fn heritage(&mut self, node: Node<'_>) -> Vec<Supertype> {
        let mut supertypes = Vec::new();
        let Some(heritage) = syntax::child_of_kind(node, "class_heritage") else { return supertypes };
        for clause in syntax::children(heritage) {
            match clause.kind() {
                "extends_clause" => {
                    let mut ty = None;
                    for child in syntax::children(clause) {
                        if child.kind() == "type_arguments" {
                            let args = self.all_types(child);
                            ty = ty.map(|ty| self.builder.applied(ty, args));
                        } else if child.kind() != "comment" {
                            ty = Some(self.supertype(child, Role::Extends));
                        }
                    }
                    supertypes.extend(ty.map(|ty| Supertype { heritage: Heritage::Extends, ty }));
                }
                "implements_clause" => {
                    for child in syntax::children(clause) {
                        let ty = self.supertype(child, Role::Implements);
                        supertypes.push(Supertype { heritage: Heritage::Implements, ty });
                    }
                }
                "comment" => {}
                _ => {
                    let ty = self.supertype(clause, Role::Extends);
                    supertypes.push(Supertype { heritage: Heritage::Extends, ty });
                }
            }
        }
        supertypes
    }

    /// A name above a type, or an expression that makes one.
    pub(super) fn supertype(&mut self, node: Node<'_>, role: Role) -> ExprId {
        match node.kind() {
            "identifier" | "type_identifier" => {
                let name = self.of(node);
                let target = self.builder.name(name, node.start_byte());
                self.builder.site(role, name, span(node), target, None);
                target
            }
            "member_expression" | "nested_type_identifier" => {
                let (base, last) = if node.kind() == "member_expression" { ("object", "property") } else { ("module", "name") };
                let base = field(node, base).map_or(self.builder.unknown(), |base| self.dotted(base));
                let Some(last) = field(node, last) else { return base };
                let target = self.builder.member(base, self.of(last));
                self.builder.site(role, self.of(last), span(last), target, None);
                target
            }
            "generic_type" => {
                let base = field(node, "name").map_or(self.builder.unknown(), |name| self.supertype(name, role));
                let args = self.type_arguments(node);
                self.builder.applied(base, args)
            }
            "call_expression" => {
                let value = self.value(node);
                self.with_classes(node, value, 0)
            }
            "class" | "parenthesized_expression" | "instantiation_expression" => self.value(node),
            _ => self.type_expr(node),
        }
    }

    /// What a call above a type gives, with those of its arguments that may be classes: a function may make a class of others (`extends Mix(Base)`).
    fn with_classes(&mut self, node: Node<'_>, value: ExprId, depth: u32) -> ExprId {
        let Expr::Call { callee } = *self.builder.at(value) else { return value };
        let Some(list) = field(node, "arguments").filter(|_| depth < MAX_MIXED) else { return value };
        let mut args = Vec::new();
        for argument in syntax::children(list).into_iter().take(caps::MAX_CANDIDATES) {
            match argument.kind() {
                "identifier" if self.of(argument).starts_with(char::is_uppercase) => {
                    args.push(self.builder.name(self.of(argument), argument.start_byte()));
                }
                "call_expression" => {
                    let Some(function) = field(argument, "function").filter(|it| it.kind() == "identifier") else { continue };
                    let callee = self.builder.name(self.of(function), function.start_byte());
                    let inner = self.builder.expr(Expr::Call { callee });
                    args.push(self.with_classes(argument, inner, depth + 1));
                }
                _ => {}
            }
        }
        if args.is_empty() { value } else { self.builder.expr(Expr::CallWith { callee, args }) }
    }

    fn class_body(&mut self, body: Node<'_>, class: u32) {
        for member in syntax::children(body).into_iter().filter(|member| member.kind() == "method_definition") {
            self.methods.extend(field(member, "name").map(|name| (class, self.of(name))));
        }
        let mut decorated: Option<usize> = None;
        let mut lead = None;
        self.each(body, |walk, member| {
            if member.kind() == "decorator" {
                lead = lead.or(walk.doc.take());
                decorated = decorated.or(Some(member.start_byte()));
                walk.decorator(member);
                return;
            }
            let start = decorated.take().unwrap_or(member.start_byte());
            walk.doc = walk.doc.or(lead.take());
            let outer = ByteSpan::new(start, member.end_byte());
            walk.decorators(member);
            match member.kind() {
                "method_definition" | "method_signature" | "abstract_method_signature" => {
                    walk.method(member, outer, Receiver::Instance(class), Receiver::Itself(class));
                }
                "public_field_definition" | "field_definition" => walk.class_field(member, outer, class),
                "class_static_block" => walk.static_block(member, class),
                "index_signature" => {
                    walk.type_expr(member);
                }
                _ => walk.statement(member),
            }
        });
    }

    /// Visits a method, accessor or constructor of a class, an object literal or an interface.
    pub(super) fn method(&mut self, node: Node<'_>, outer: ByteSpan, receiver: Receiver, itself: Receiver) {
        let expected = self.expected.take();
        let named = self.member_name(node);
        self.expected = expected;
        let Some((name, at)) = named else {
            self.callable(node, None, Some(receiver), &[]);
            return;
        };
        let body = field(node, "body");
        let in_class = matches!(receiver, Receiver::Instance(_));
        let kind = if name == "constructor" && in_class { SymbolKind::Constructor } else { SymbolKind::Method };
        let place = self.place(outer, at, body);
        let mut symbol = Symbol::new(name, kind);
        symbol.visibility = visibility(node, name, self.text);
        let is_static = syntax::has_token(node, "static") || syntax::has_token(node, "static get");
        let accessor = syntax::has_token(node, "get") || syntax::has_token(node, "set") || syntax::has_token(node, "static get");
        symbol.flags = Self::callable_flags(node)
            .when(is_static, Flags::STATIC)
            .when(accessor, Flags::PROPERTY)
            .when(node.kind() == "abstract_method_signature", Flags::ABSTRACT)
            .when(syntax::has_token(node, "?"), Flags::MAY_LACK)
            .when(body.is_none(), Flags::DECLARATION);
        let index = self.define(symbol, place);
        if body.is_none() {
            self.signature_of(node, index);
            self.told_from_getter(index);
            return;
        }
        self.callable(node, Some(index), Some(if is_static { itself } else { receiver }), &[]);
        self.told_from_getter(index);
        if syntax::has_token(node, "set") {
            let symbol = self.builder.symbol_mut(index);
            symbol.ty = symbol.params.first().and_then(|param| param.ty);
        }
    }

    /// Of two functions that are one property the one that takes what is written is told from the other.
    fn told_from_getter(&mut self, index: u32) {
        let Some(symbol) = self.builder.facts().symbol(index).filter(|it| it.flags.has(Flags::PROPERTY)) else { return };
        let is_beside = |other: &Symbol| {
            other.flags.has(Flags::PROPERTY)
                && other.flags.has(Flags::STATIC) == symbol.flags.has(Flags::STATIC)
                && other.params.is_empty() != symbol.params.is_empty()
        };
        let known = self.known_in(self.builder.owner(), &symbol.name);
        let Some(other) = known.iter().copied().find(|other| self.builder.facts().symbol(*other).is_some_and(is_beside)) else { return };
        let writes = if symbol.params.is_empty() { other } else { index };
        self.builder.symbol_mut(writes).twin = 1;
    }

    /// The name of a member with its span: of a constant in brackets, that in brackets. `None` for other computed names.
    pub(super) fn member_name(&mut self, node: Node<'_>) -> Option<(&'text str, ByteSpan)> {
        let name = field(node, "name").or_else(|| field(node, "property"))?;
        if name.kind() == "computed_property_name" {
            let inner = super::statements::first(name)?;
            self.value(inner);
            let key = self.constant_key(inner)?;
            return (self.of(name) == key).then(|| (self.of(name), span(inner)));
        }
        let (text, at) = super::objects::key_name(name, self.text);
        (!text.is_empty()).then_some((text, at))
    }

    fn class_field(&mut self, node: Node<'_>, outer: ByteSpan, class: u32) {
        let is_static = syntax::has_token(node, "static");
        let named = self.member_name(node);
        let value = field(node, "value");
        let plain = value.map(super::variables::bare).filter(|value| is_function(*value));
        let Some((name, at)) = named else {
            value.map(|value| self.value(value));
            field(node, "type").map(|ty| self.type_expr(ty));
            return;
        };
        let place = self.place(outer, at, plain.and_then(|plain| field(plain, "body")));
        let mut symbol = Symbol::new(name, if plain.is_some() { SymbolKind::Method } else { SymbolKind::Field });
        symbol.visibility = visibility(node, name, self.text);
        symbol.flags = Flags::default()
            .when(is_static, Flags::STATIC)
            .when(syntax::has_token(node, "readonly"), Flags::CONST)
            .when(syntax::has_token(node, "abstract"), Flags::ABSTRACT)
            .when(syntax::has_token(node, "?"), Flags::MAY_LACK)
            .when(syntax::has_token(node, "declare"), Flags::DECLARATION);
        if let Some(plain) = plain {
            symbol.flags = symbol.flags.with(Self::callable_flags(plain));
        }
        let index = self.define(symbol, place);
        if is_static {
            self.builder.open_scope(ScopeKind::Block);
            self.declare_receiver(Receiver::Itself(class), None);
        }
        let declared = field(node, "type").and_then(|ty| self.annotation(ty));
        self.expected = declared.map(|ty| self.builder.instance(ty));
        if let Some(plain) = plain {
            let own = if is_static { Receiver::Itself(class) } else { Receiver::Instance(class) };
            self.callable(plain, Some(index), Some(own), &[]);
        } else {
            self.builder.enter(Owner::Symbol(index));
            let doc = std::mem::take(&mut self.builder.place_mut(index).doc);
            let declared = declared.or_else(|| self.documented(&doc, node.start_byte()).ty);
            self.builder.place_mut(index).doc = doc;
            self.builder.symbol_mut(index).ty = declared;
            match value.map(super::variables::bare) {
                Some(object) if object.kind() == "object" => self.object_members(object, index),
                _ => {
                    let value = value.map(|value| self.value(value));
                    self.builder.symbol_mut(index).value = value;
                }
            }
            self.builder.leave();
        }
        if is_static {
            self.receivers.pop();
            self.builder.close_scope();
        }
    }

    fn static_block(&mut self, node: Node<'_>, class: u32) {
        self.builder.open_scope(ScopeKind::Function);
        self.declare_receiver(Receiver::Itself(class), None);
        self.blocks += 1;
        if let Some(body) = field(node, "body") {
            self.each(body, Self::statement);
        }
        self.blocks -= 1;
        self.receivers.pop();
        self.builder.close_scope();
    }

    /// Makes fields of what was assigned to `this` outside of classes.
    pub(super) fn settle_fields(&mut self) {
        for position in 0..self.late.len() {
            let owner = self.late[position].owner;
            self.late[position].owner = self.settled_owner(owner);
        }
        self.late_fields(|_| true);
    }

    /// Makes fields of what was assigned to `this` for the owners asked for: the first assignment defines, later ones add values.
    fn late_fields(&mut self, wanted: impl Fn(Owner) -> bool) {
        let (ready, rest): (Vec<LateField>, Vec<LateField>) = std::mem::take(&mut self.late).into_iter().partition(|late| wanted(late.owner));
        self.late = rest;
        for late in ready {
            if let Some(index) = self.known_in(late.owner, &late.symbol.name).first().copied() {
                self.assigned.entry(index).or_default().extend(late.symbol.value);
                continue;
            }
            if !late.declares {
                continue;
            }
            self.builder.enter(late.owner);
            let nested = match late.owner {
                Owner::Symbol(index) => self.builder.symbol_mut(index).flags.has(Flags::NESTED),
                _ => false,
            };
            let mut symbol = late.symbol;
            symbol.flags = symbol.flags.when(nested, Flags::NESTED);
            self.define(symbol, late.place);
            self.builder.leave();
        }
    }

    /// Adds the values that were assigned later to what each definition holds.
    pub(super) fn settle_assigned(&mut self) {
        for (name, value) in std::mem::take(&mut self.written) {
            if let Some(symbol) = self.known_in(Owner::File, &name).first().copied() {
                self.assigned.entry(symbol).or_default().push(value);
            }
        }
        for (index, values) in std::mem::take(&mut self.assigned) {
            let symbol = self.builder.symbol_mut(index);
            if symbol.ty.is_some() || symbol.kind.is_callable() || symbol.kind.is_type() {
                continue;
            }
            let all: Vec<ExprId> = symbol.value.into_iter().chain(values).collect();
            let value = self.builder.any_known_of(all);
            if value != self.builder.unknown() {
                self.builder.symbol_mut(index).value = Some(value);
            }
        }
    }
}
