//! Assignments: re-assigned locals, fields made through `this`, members added to prototypes, `CommonJS` exports.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::variables::{Binder, Source, bare};
use super::walk::{LateField, Receiver, Walk};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::{Place, Role};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Extension, Flags, Owner, Symbol, SymbolKind};

impl Walk<'_, '_> {
    /// `left = right`, with its value.
    pub(super) fn assignment(&mut self, node: Node<'_>) -> ExprId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.builder.unknown() };
        if let Some(value) = self.exported_assignment(node, left, right) {
            return value;
        }
        if let Some(value) = self.member_definition(node, left, right) {
            return value;
        }
        let doc = self.doc.take();
        let value = match field(left, "property") {
            Some(property) if is_handler(right) => self.handler(property, right, span(node)),
            _ => self.value(right),
        };
        self.doc = doc;
        if matches!(left.kind(), "object_pattern" | "array_pattern") {
            self.pattern(left, Source::value(value), Binder::Assign);
        } else {
            self.assign_to(left, Some(value));
        }
        value
    }

    /// `request.onload = function…`: a nested definition, named by what it is assigned to.
    fn handler(&mut self, property: Node<'_>, function: Node<'_>, outer: ByteSpan) -> ExprId {
        let place = self.place(outer, span(property), field(function, "body").map(|body| body.start_byte()));
        let mut symbol = Symbol::new(self.of(property), SymbolKind::Function);
        symbol.flags = Self::callable_flags(function).with(Flags::NESTED);
        let index = self.define(symbol, place);
        self.callable(function, Some(index), (function.kind() != "arrow_function").then_some(Receiver::Unknown), &[]);
        self.builder.expr(Expr::Symbol(index))
    }

    /// `left += right` and its kin.
    pub(super) fn augmented(&mut self, node: Node<'_>) -> ExprId {
        let value = field(node, "right").map(|right| self.value(right));
        let operator = field(node, "operator").map_or("", |operator| operator.kind());
        let kept = value.filter(|_| matches!(operator, "??=" | "||=" | "&&="));
        if let Some(left) = field(node, "left") {
            self.assign_to(left, kept);
        }
        kept.unwrap_or(self.builder.unknown())
    }

    /// The site of a write, and what the written name now may hold.
    pub(super) fn assign_to(&mut self, left: Node<'_>, value: Option<ExprId>) {
        match left.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                let name = self.of(left);
                let target = self.builder.name(name, left.start_byte());
                self.builder.site(Role::Write, name, span(left), target, None);
                match self.builder.find_local(name, left.start_byte()) {
                    Some(local) => self.builder.assign(local, None, value),
                    None => self.written.extend(value.map(|value| (name.into(), value))),
                }
            }
            "member_expression" => {
                self.member(left, Role::Write);
                if field(left, "object").is_some_and(|object| object.kind() == "this") {
                    self.field_through_this(left, value);
                }
            }
            "subscript_expression" => {
                self.subscript(left, Role::Write);
            }
            "parenthesized_expression" | "non_null_expression" | "as_expression" => {
                if let Some(inner) = super::statements::first(left)
                    && self.descend(inner)
                {
                    self.assign_to(inner, value);
                    self.ascend();
                }
            }
            _ => {
                self.value(left);
            }
        }
    }

    /// The owner of what is assigned to `this.name` here.
    fn owner_of_this(&self) -> Option<(Owner, bool)> {
        match self.receivers.last()? {
            Receiver::Unknown | Receiver::Exports(_) => None,
            Receiver::Instance(symbol) => Some((Owner::Symbol(*symbol), false)),
            Receiver::Itself(symbol) => Some((Owner::Symbol(*symbol), true)),
            Receiver::Extended { extension, .. } => Some((Owner::Extension(*extension), false)),
            Receiver::ExtendedItself { extension, .. } => Some((Owner::Extension(*extension), true)),
        }
    }

    fn field_through_this(&mut self, left: Node<'_>, value: Option<ExprId>) {
        let (Some((owner, is_static)), Some(property)) = (self.owner_of_this(), field(left, "property")) else { return };
        let name = self.of(property);
        let mut symbol = Symbol::new(name, SymbolKind::Field);
        symbol.value = value.filter(|value| *value != self.builder.unknown());
        symbol.flags = Flags::default().when(is_static, Flags::STATIC);
        if name.starts_with('#') {
            symbol.visibility = crate::shard::facts::Visibility::Private;
        }
        let place = match self.doc.take() {
            Some(doc) => {
                self.doc = Some(doc);
                self.place(span(left), span(property), None)
            }
            None => {
                Place { span: span(left), name: span(property), lead: span(left).start, signature: syntax::fold(self.of(left)), ..Place::default() }
            }
        };
        symbol.ty = self.documented(&place.doc, left.start_byte()).ty;
        self.late.push(LateField { owner, symbol, place });
    }

    /// `X.prototype.name = …`, `X.name = function…`, `X.prototype = { … }`, `this.name = function…`.
    fn member_definition(&mut self, node: Node<'_>, left: Node<'_>, right: Node<'_>) -> Option<ExprId> {
        let property = field(left, "property").filter(|_| left.kind() == "member_expression")?;
        let object = field(left, "object")?;
        let value = bare(right);
        let callable = is_function(value) || value.kind() == "class";
        if object.kind() == "this" {
            let holds = is_function(value) || (value.kind() == "object" && value.named_child_count() > 0);
            let (owner, _) = self.owner_of_this().filter(|_| holds)?;
            return self.member_through_this(node, property, value, owner);
        }
        let (target, prototype) = match (object.kind(), self.of(property)) {
            ("identifier", "prototype") if value.kind() == "object" => (object, true),
            ("member_expression", _) if field(object, "property").is_some_and(|it| self.of(it) == "prototype") => (field(object, "object")?, true),
            ("identifier", _) => (object, false),
            _ => return None,
        };
        let known = target.kind() == "identifier" && self.builder.find_local(self.of(target), target.start_byte()).is_none();
        if !known || !(callable || prototype || (self.at_module_level() && !self.known_in(Owner::File, self.of(target)).is_empty())) {
            return None;
        }
        let extension = self.extension_of(target);
        let target_value = self.builder.name(self.of(target), target.start_byte());
        self.builder.site(Role::Read, self.of(target), span(target), target_value, None);
        let receiver = if prototype {
            Receiver::Extended { extension, target: target_value }
        } else {
            Receiver::ExtendedItself { extension, target: target_value }
        };
        self.builder.enter(Owner::Extension(extension));
        if prototype && value.kind() == "object" && self.of(property) == "prototype" {
            self.prototype_members(value, receiver);
        } else {
            let name = self.of(property);
            let index = self.member_with_value(name, span(property), span(node), right, receiver);
            let flags = self.builder.symbol_mut(index).flags;
            self.builder.symbol_mut(index).flags = flags.when(!prototype, Flags::STATIC);
        }
        self.builder.leave();
        Some(self.builder.unknown())
    }

    fn prototype_members(&mut self, object: Node<'_>, receiver: Receiver) {
        if !self.descend(object) {
            return;
        }
        self.each(object, |walk, child| match child.kind() {
            "method_definition" => walk.method(child, span(child), receiver, receiver),
            "pair" => walk.pair_member(child, receiver),
            _ => {
                walk.value(child);
            }
        });
        self.ascend();
    }

    /// The one extension block of a name in this file, as seen from the present owner.
    pub(super) fn extension_of(&mut self, target: Node<'_>) -> u32 {
        let name = self.of(target);
        let key = (self.builder.enclosing(), name.to_owned());
        if let Some(extension) = self.extensions.get(&key) {
            return *extension;
        }
        let expr = self.builder.name(name, target.start_byte());
        let extension = self.builder.extension(Extension {
            target: expr,
            target_name: name.into(),
            interface: None,
            interface_name: None,
            generics: Vec::new(),
            module: None,
        });
        self.extensions.insert(key, extension);
        extension
    }

    /// `this.name = function…` is a method of what `this` is, `this.name = { … }` a field with members.
    fn member_through_this(&mut self, node: Node<'_>, property: Node<'_>, value: Node<'_>, owner: Owner) -> Option<ExprId> {
        let receiver = *self.receivers.last()?;
        let owner = self.settled_owner(owner);
        if value.kind() == "object" && !self.known_in(owner, self.of(property)).is_empty() {
            return None;
        }
        let member = self.builder.name("this", property.start_byte());
        let member = self.builder.member(member, self.of(property));
        self.builder.site(Role::Write, self.of(property), span(property), member, None);
        self.builder.enter(owner);
        let index = self.member_with_value(self.of(property), span(property), span(node), value, receiver);
        self.builder.leave();
        if value.kind() == "object" {
            self.builder.symbol_mut(index).kind = SymbolKind::Field;
        }
        let hidden = match owner {
            Owner::Symbol(owner) => self.builder.symbol_mut(owner).flags.has(Flags::NESTED),
            _ => false,
        };
        if !hidden {
            // Others reach the member through an instance, however deep in the constructor it is made.
            let (class, key) = super::walk::owner_key(Owner::Symbol(index));
            let held = self.known.range((class, key, Name::default())..).take_while(|((_, owner, _), _)| *owner == key);
            let reachable: Vec<u32> = std::iter::once(index).chain(held.flat_map(|(_, symbols)| symbols.clone())).collect();
            for symbol in reachable {
                let flags = self.builder.symbol_mut(symbol).flags;
                self.builder.symbol_mut(symbol).flags = Flags(flags.0 & !Flags::NESTED.0);
            }
        }
        Some(self.builder.expr(Expr::Symbol(index)))
    }

    /// Members of constructor functions live in an extension of it, so that they are not mistaken for functions nested in it.
    pub(super) fn settled_owner(&mut self, owner: Owner) -> Owner {
        let Owner::Symbol(index) = owner else { return owner };
        let symbol = self.builder.symbol_mut(index);
        if !symbol.kind.is_callable() {
            return owner;
        }
        let name = symbol.name.clone();
        let key = (None, name.to_string());
        if let Some(extension) = self.extensions.get(&key) {
            return Owner::Extension(*extension);
        }
        let target = self.builder.expr(Expr::Symbol(index));
        let extension = self.builder.extension(Extension {
            target,
            target_name: name,
            interface: None,
            interface_name: None,
            generics: Vec::new(),
            module: None,
        });
        self.extensions.insert(key, extension);
        Owner::Extension(extension)
    }
}

/// Whether a value is a function that has no name of its own.
fn is_handler(value: Node<'_>) -> bool {
    is_function(value) && field(value, "name").is_none_or(|name| name.byte_range().is_empty())
}
