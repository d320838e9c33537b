//! Object literals: members of the variable that holds them, or plain values.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::variables::bare;
use super::walk::{Receiver, Walk};
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, OBJECT};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// Members of an object that is written out, or of a type without a name, that are kept.
const MEMBERS: usize = 32;

/// The name of a member that is worked out, which no source can name.
const COMPUTED: &str = "[]";

/// Whether an object literal holds functions of its own.
pub(super) fn has_functions(object: Node<'_>) -> bool {
    syntax::children(object).into_iter().any(|child| match child.kind() {
        "method_definition" => true,
        "pair" => field(child, "value").is_some_and(|value| is_function(bare(value))),
        _ => false,
    })
}

/// The name that a property key spells, with its span; empty for computed keys.
pub(super) fn key_name<'text>(key: Node<'_>, text: &'text str) -> (&'text str, ByteSpan) {
    match key.kind() {
        "string" => (super::imports::string_content(key, text), super::imports::inner_span(key)),
        "computed_property_name" => ("", span(key)),
        _ => (syntax::text(key, text), span(key)),
    }
}

impl Walk<'_, '_> {
    /// An object literal where nothing names it. One that holds functions gets a nested definition to own them.
    pub(super) fn object_value(&mut self, node: Node<'_>) -> ExprId {
        if has_functions(node) {
            let at = ByteSpan::new(node.start_byte(), node.start_byte() + 1);
            let index = self.object_symbol("object", at, node);
            // Who takes it may give it more members.
            if node.parent().is_some_and(|it| it.kind() == "arguments") {
                let symbol = self.builder.symbol_mut(index);
                symbol.flags = symbol.flags.with(Flags::HANDED);
            }
            return self.builder.expr(Expr::Symbol(index));
        }
        let expected = self.expected.take();
        let (mut members, mut spread) = (Vec::new(), Vec::new());
        for child in syntax::children(node) {
            match child.kind() {
                "pair" => {
                    self.computed_key(child);
                    self.expect_member(expected, child);
                    let value = field(child, "value").map(|value| self.value(value));
                    let key = field(child, "key").map_or("", |key| key_name(key, self.text).0);
                    members.extend(value.map(|value| (key, value)));
                }
                "shorthand_property_identifier" => {
                    let value = self.value(child);
                    members.push((self.of(child), value));
                }
                "comment" => {}
                "spread_element" => spread.extend(super::statements::first(child).map(|inner| self.value(inner))),
                _ => {
                    self.value(child);
                }
            }
        }
        if members.is_empty() && !spread.is_empty() {
            return self.builder.any_known_of(spread);
        }
        let written = self.written_object(members);
        self.builder.any_known_of(std::iter::once(written).chain(spread))
    }

    /// The value of an object by its members: what is called so of it is none of something else, also where nothing is known of what it holds.
    pub(super) fn written_object(&mut self, members: Vec<(&str, ExprId)>) -> ExprId {
        let base = self.builder.literal(OBJECT);
        let named = members.into_iter().filter(|(key, _)| !key.is_empty()).take(MEMBERS);
        let args = named.map(|(key, value)| self.builder.expr(Expr::At { base: value, key: key.into() })).collect();
        self.builder.applied(base, args)
    }

    /// Whether an expression is an object by its members.
    pub(super) fn is_written_object(&self, id: ExprId) -> bool {
        matches!(self.builder.at(id), Expr::Apply { base, .. } if matches!(self.builder.at(*base), Expr::Literal(name) if name == OBJECT))
    }

    /// What an object of an expected type takes as the member that `child` writes.
    pub(super) fn expect_member(&mut self, expected: Option<ExprId>, child: Node<'_>) {
        let name = field(child, "key").or_else(|| field(child, "name"));
        self.expected = match (expected, name) {
            // Whatever that names, a map says of it what it says of all.
            (Some(expected), Some(key)) if key.kind() == "computed_property_name" => Some(self.builder.member(expected, COMPUTED)),
            (Some(expected), Some(key)) => Some(self.builder.member(expected, key_name(key, self.text).0)),
            _ => None,
        };
    }

    fn computed_key(&mut self, pair: Node<'_>) {
        let computed = field(pair, "key").filter(|key| key.kind() == "computed_property_name");
        let expected = self.expected.take();
        if let Some(inner) = computed.and_then(super::statements::first) {
            self.value(inner);
        }
        self.expected = expected;
    }

    /// A nested definition for an object literal with functions.
    pub(super) fn object_symbol(&mut self, name: &str, at: ByteSpan, object: Node<'_>) -> u32 {
        let place = self.place(span(object), at, Some(object));
        let mut symbol = Symbol::new(name, SymbolKind::Variable);
        symbol.flags = Flags::NESTED;
        let index = self.define(symbol, place);
        if name == "object" {
            self.told_apart(index, object);
        }
        self.object_members(object, index);
        index
    }

    /// Visits an object literal whose members belong to a definition.
    pub(super) fn object_members(&mut self, object: Node<'_>, owner: u32) {
        self.deeper(object, (), |walk| walk.members_inside(object, owner));
    }

    fn members_inside(&mut self, object: Node<'_>, owner: u32) {
        self.builder.enter(Owner::Symbol(owner));
        let exporting = self.exporting.take();
        let mut spread = Vec::new();
        let expected = self.expected.take();
        self.each(object, |walk, child| match child.kind() {
            "method_definition" => {
                walk.expect_member(expected, child);
                walk.method(child, span(child), Receiver::Itself(owner), Receiver::Itself(owner));
            }
            "pair" => {
                walk.expect_member(expected, child);
                walk.pair_member(child, Receiver::Itself(owner));
            }
            "shorthand_property_identifier" => walk.shorthand_member(child),
            "spread_element" => {
                let value = super::statements::first(child).map(|inner| walk.value(inner));
                spread.extend(value);
            }
            _ => {
                walk.value(child);
            }
        });
        self.exporting = exporting;
        self.expected = None;
        self.builder.leave();
        if !spread.is_empty() {
            let value = self.builder.any_known_of(spread);
            self.builder.symbol_mut(owner).value = Some(value).filter(|value| *value != self.builder.unknown());
        }
    }

    /// `name: value` as a member of the present owner.
    pub(super) fn pair_member(&mut self, pair: Node<'_>, receiver: Receiver) {
        let (Some(key), Some(value)) = (field(pair, "key"), field(pair, "value")) else { return };
        if key.kind() == "computed_property_name" {
            self.computed_key(pair);
            self.value(value);
            return;
        }
        let (name, at) = key_name(key, self.text);
        self.member_with_value(name, at, span(pair), value, receiver);
    }

    /// A member of the present owner, with the value that stands there: a method if it is a function, else a property.
    pub(super) fn member_with_value(&mut self, name: &str, at: ByteSpan, outer: ByteSpan, value: Node<'_>, receiver: Receiver) -> u32 {
        let plain = bare(value);
        if is_function(plain) {
            let place = self.place(outer, at, field(plain, "body"));
            let mut symbol = Symbol::new(name, SymbolKind::Method);
            symbol.flags = Self::callable_flags(plain);
            let index = self.define(symbol, place);
            // `A.B = function () { this.c = 1 }`: what is named like a class builds, and does nothing to what holds it.
            let receiver = match receiver {
                Receiver::Itself(_) | Receiver::ExtendedItself { .. } if is_class_name(name) => Receiver::Instance(index),
                other => other,
            };
            self.callable(plain, Some(index), Some(receiver), &[]);
            return index;
        }
        if plain.kind() == "class" {
            return self.class_named_by(plain, outer, name, at);
        }
        let place = self.place(outer, at, None);
        let index = self.define(Symbol::new(name, SymbolKind::Property), place);
        self.held_value(index, plain, value);
        index
    }

    /// Visits what a definition holds; an object that is written out, `plain`, by its members.
    pub(super) fn held_value(&mut self, index: u32, plain: Node<'_>, value: Node<'_>) {
        if plain.kind() == "object" {
            self.object_members(plain, index);
        } else {
            let value = self.value(value);
            self.builder.symbol_mut(index).value = Some(value);
        }
    }

    /// `{ a }`: a member that holds what `a` does.
    pub(super) fn shorthand_member(&mut self, node: Node<'_>) {
        let value = self.value(node);
        let mut symbol = Symbol::new(self.of(node), SymbolKind::Property);
        symbol.value = Some(value);
        let place = self.place(span(node), span(node), None);
        self.define(symbol, place);
    }

    /// `{ a }`: a read of `a`.
    pub(super) fn shorthand(&mut self, node: Node<'_>) -> ExprId {
        if let Some(module) = self.import_as_name(node) {
            return module;
        }
        let name = self.of(node);
        let target = self.builder.value_name(name, node.start_byte());
        self.builder.site(Role::Read, name, span(node), target, None);
        target
    }
}

/// Whether a name is written like that of a class: `Event`, `B`, but not `GET`.
fn is_class_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && (name.chars().count() == 1 || name.contains(char::is_lowercase))
}
