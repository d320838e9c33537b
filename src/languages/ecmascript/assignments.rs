//! Assignments: re-assigned locals, fields made through `this`, members added to prototypes, `CommonJS` exports.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::variables::{Binder, Source};
use super::walk::{LateField, Receiver, Walk};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::{Place, Role};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Heritage, Imported, Owner, Symbol, SymbolKind};

/// Most members of members of a place that is named.
const MAX_PLACES: usize = 8;

impl Walk<'_, '_> {
    /// `left = right`, with its value.
    pub(super) fn assignment(&mut self, node: Node<'_>) -> ExprId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.builder.unknown() };
        if let Some(value) = self.exported_assignment(node, left, right) {
            return value;
        }
        if let Some(value) = self.assigned_member(node, left, right) {
            return value;
        }
        let doc = self.doc.take();
        // What is declared of the place types a function that is put into it.
        self.expected = if self.typed && takes_place(right) { self.place_named(left, 0) } else { None };
        let value = match field(left, "property") {
            Some(property) if is_handler(right) => {
                // In what `this` holds, `this` is the same.
                let of_this = field(left, "object").is_some_and(|object| object.kind() == "this");
                let receiver = self.receivers.last().copied().filter(|_| of_this).unwrap_or(Receiver::Unknown);
                self.handler(property, right, span(node), receiver)
            }
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

    /// The value of a variable or a member, by its name alone: its sites are told where it is visited.
    fn place_named(&mut self, node: Node<'_>, depth: usize) -> Option<ExprId> {
        if depth > MAX_PLACES {
            return None;
        }
        match node.kind() {
            "this" | "identifier" => Some(self.builder.name(self.of(node), node.start_byte())),
            "non_null_expression" | "parenthesized_expression" => self.place_named(super::statements::first(node)?, depth + 1),
            "member_expression" => {
                let base = self.place_named(field(node, "object")?, depth + 1)?;
                let name = self.of(field(node, "property")?);
                Some(self.builder.member(base, name))
            }
            "subscript_expression" => {
                let base = self.place_named(field(node, "object")?, depth + 1)?;
                Some(self.builder.expr(Expr::Element(base)))
            }
            _ => None,
        }
    }

    /// `request.onload = function…`: a nested definition, named by what it is assigned to.
    fn handler(&mut self, property: Node<'_>, function: Node<'_>, outer: ByteSpan, receiver: Receiver) -> ExprId {
        let place = self.place(outer, span(property), field(function, "body"));
        let mut symbol = Symbol::new(self.of(property), SymbolKind::Function);
        symbol.flags = Self::callable_flags(function).with(Flags::NESTED);
        let index = self.define(symbol, place);
        self.callable(function, Some(index), Some(receiver), &[]);
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
                if !self.narrowed.is_empty() {
                    *self.reassigned.entry(name.into()).or_default() += 1;
                }
                match self.builder.find_local(name, left.start_byte()) {
                    Some(local) => self.builder.assign(local, None, value),
                    None => self.written.extend(value.map(|value| (name.into(), value))),
                }
            }
            "member_expression" => {
                self.member(left, Role::Write);
                self.widen_member(left, value);
                if let (Some(object), Some(property)) = (field(left, "object"), field(left, "property"))
                    && let Some(receiver) = self.receiver_named(object)
                {
                    self.field_through(receiver, left, (self.of(property), span(property)), value);
                }
            }
            "subscript_expression" => {
                self.subscript(left, Role::Write);
                if let (Some(object), Some(index)) = (field(left, "object"), field(left, "index"))
                    && let Some(receiver) = self.receiver_named(object)
                    && let Some(key) = self.constant_key(index)
                {
                    self.field_through(receiver, left, (&key, span(index)), value);
                }
            }
            "parenthesized_expression" | "non_null_expression" | "as_expression" => {
                if let Some(inner) = super::statements::first(left) {
                    self.deeper(inner, (), |walk| walk.assign_to(inner, value));
                }
            }
            _ => {
                self.value(left);
            }
        }
    }

    /// What `this` is where it stands, or where a variable was declared that is another name for it: `var self = this`.
    pub(super) fn receiver_named(&self, object: Node<'_>) -> Option<Receiver> {
        match object.kind() {
            "this" => self.receivers.last().copied(),
            "identifier" => self.builder.find_local(self.of(object), object.start_byte()).and_then(|local| self.selves.get(&local).copied()),
            _ => None,
        }
    }

    /// Notes that a variable inside of a function is another name for `this`.
    pub(super) fn note_self(&mut self, name: Node<'_>, value: Node<'_>) {
        if name.kind() == "identifier"
            && value.kind() == "this"
            && let Some(receiver) = self.receivers.last().copied()
            && let Some(local) = self.builder.find_local(self.of(name), value.end_byte())
        {
            self.selves.insert(local, receiver);
        }
    }

    /// `this.name = value`, where the name stands `at`.
    fn field_through(&mut self, receiver: Receiver, left: Node<'_>, (name, at): (&str, ByteSpan), value: Option<ExprId>) {
        let Some((owner, is_static)) = receiver.owner() else { return };
        let mut symbol = Symbol::new(name, SymbolKind::Field);
        symbol.value = value.filter(|value| *value != self.builder.unknown());
        symbol.flags = Flags::default().when(is_static, Flags::STATIC);
        if name.starts_with('#') {
            symbol.visibility = crate::shard::facts::Visibility::Private;
        }
        let place = match self.doc.take() {
            Some(doc) => {
                self.doc = Some(doc);
                self.place(span(left), at, None)
            }
            None => Place { span: span(left), name: at, lead: span(left).start, signature: syntax::fold(self.of(left)), ..Place::default() },
        };
        symbol.ty = self.documented(&place.doc, left.start_byte()).ty;
        let declares = !self.is_declared_above(owner);
        self.late.push(LateField { owner, symbol, place, declares });
    }

    /// `/** @type {T} */ this.name;`: the comment declares a field.
    pub(super) fn declared_by_comment(&mut self, member: Node<'_>) {
        let is_typed = self.doc.is_some_and(|doc| doc.text(self.text).contains("@type "));
        let object = field(member, "object").filter(|_| is_typed && member.kind() == "member_expression");
        if let (Some(receiver), Some(property)) = (object.and_then(|object| self.receiver_named(object)), field(member, "property")) {
            self.field_through(receiver, member, (self.of(property), span(property)), None);
        }
    }

    /// Exports what is a member of something else as well, as the whole of the module or under the name of a property: `module.exports = it.Own = class {}`.
    pub(super) fn export_held(&mut self, property: Option<Node<'_>>, outer: ByteSpan, value: ExprId) {
        let (name, at) = property.map_or(("default", ByteSpan::new(outer.start as usize, outer.start as usize)), |it| (self.of(it), span(it)));
        let place = self.place(outer, at, None);
        let mut symbol = Symbol::new(name, SymbolKind::Variable);
        symbol.flags = Flags::EXPORTED.when(name == "default", Flags::DEFAULT);
        symbol.value = Some(value);
        self.define(symbol, place);
        if property.is_none() {
            self.builder.import(super::exports::handed_on(".", Imported::Item(name.into()), super::exports::WHOLE), outer);
        }
    }

    /// Whether what is assigned to an owner is a member that a class above it declares: in TypeScript an assignment declares nothing.
    pub(super) fn is_declared_above(&mut self, owner: Owner) -> bool {
        let Owner::Symbol(class) = owner else { return false };
        let class = self.builder.symbol_mut(class);
        let extends = class.kind == SymbolKind::Class && class.supertypes.iter().any(|it| it.heritage == Heritage::Extends);
        extends && self.typed
    }

    /// `this.name = function…` is a method of what `this` is, `this.name = { … }` a field with members.
    pub(super) fn member_through(
        &mut self,
        node: Node<'_>,
        (object, property): (Node<'_>, Node<'_>),
        value: Node<'_>,
        (owner, receiver): (Owner, Receiver),
    ) -> Option<ExprId> {
        let owner = self.settled_owner(owner);
        if value.kind() == "object" && !self.known_in(owner, self.of(property)).is_empty() {
            return None;
        }
        let member = self.builder.name(self.of(object), object.start_byte());
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
                let symbol = self.builder.symbol_mut(symbol);
                symbol.flags = Flags(symbol.flags.0 & !Flags::NESTED.0);
            }
        }
        Some(self.builder.expr(Expr::Symbol(index)))
    }
}

impl Receiver {
    /// The owner of what is assigned to `this.name`, and whether that is a member of the symbol itself.
    pub(super) fn owner(self) -> Option<(Owner, bool)> {
        match self {
            Self::Unknown | Self::Exports(_) => None,
            Self::Instance(symbol) => Some((Owner::Symbol(symbol), false)),
            Self::Itself(symbol) => Some((Owner::Symbol(symbol), true)),
            Self::Extended { extension, .. } => Some((Owner::Extension(extension), false)),
            Self::ExtendedItself { extension, .. } => Some((Owner::Extension(extension), true)),
        }
    }
}

/// Whether a value is a function, or a list of such, that the place may type which it is put into.
fn takes_place(value: Node<'_>) -> bool {
    is_function(value) || (value.kind() == "array" && syntax::children(value).into_iter().any(is_function))
}

/// Whether a value is a function that has no name of its own.
fn is_handler(value: Node<'_>) -> bool {
    is_function(value) && field(value, "name").is_none_or(|name| name.byte_range().is_empty())
}
