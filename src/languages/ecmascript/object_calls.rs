//! Calls of `Object` that add members to what the file defines or exports: `Object.assign`, `Object.defineProperty` and their kin.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::objects::key_name;
use super::statements::parts;
use super::variables::bare;
use super::walk::{Receiver, Walk};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind};

/// What takes the members that a call adds.
#[derive(Clone, Debug)]
enum Holder {
    Exports,
    /// What bears the name, read at this byte: its prototype, or it itself.
    Named {
        name: Name,
        at: usize,
        prototype: bool,
    },
}

impl<'text> Walk<'_, 'text> {
    /// `Object.assign(X.prototype, { … })`, `Object.defineProperty(exports, 'name', { … })` and their kin: what they add are members. `None` for all other
    /// calls.
    pub(super) fn defining_call(&mut self, call: Node<'_>, function: Node<'_>) -> Option<ExprId> {
        let (object, property) = (field(function, "object")?, field(function, "property")?);
        let word = self.of(property);
        if self.of(object) != "Object" || !matches!(word, "assign" | "defineProperty" | "defineProperties" | "setPrototypeOf") {
            return None;
        }
        let list = parts(field(call, "arguments")?);
        let (first, rest) = list.split_first()?;
        if word == "setPrototypeOf" {
            if let Some(above) = rest.first() {
                self.inherit_from(*first, *above);
            }
            return None;
        }
        let holder = self.holder_of_members(bare(*first)).filter(|_| self.at_module_level())?;
        let base = self.value(object);
        let callee = self.builder.member(base, word);
        let first = self.value(*first);
        let mut args = vec![first];
        match (word, rest) {
            ("assign", sources) => args.extend(sources.iter().map(|source| self.added_members(&holder, *source))),
            ("defineProperty", [key, descriptor]) if key.kind() == "string" && descriptor.kind() == "object" => {
                let (name, at) = key_name(*key, self.text);
                self.described(&holder, name, at, *descriptor);
            }
            ("defineProperties", [descriptors]) if descriptors.kind() == "object" => {
                for pair in syntax::children(*descriptors) {
                    match (field(pair, "key"), field(pair, "value")) {
                        (Some(key), Some(descriptor)) if descriptor.kind() == "object" && key.kind() != "computed_property_name" => {
                            let (name, at) = key_name(key, self.text);
                            self.described(&holder, name, at, descriptor);
                        }
                        _ => self.statement(pair),
                    }
                }
            }
            _ => args.extend(rest.iter().map(|it| self.value(*it))),
        }
        self.builder.site(Role::Call, word, span(property), callee, Some(args));
        Some(first)
    }

    /// What a node is to which members can be added.
    fn holder_of_members(&self, node: Node<'_>) -> Option<Holder> {
        if self.is_exports(node) {
            return Some(Holder::Exports);
        }
        let owner = self.prototype_owner(node);
        let named = owner.unwrap_or(node);
        let (name, prototype) = self.had_by(named, owner.is_some());
        let known = named.kind() == "identifier" && !self.known_in(Owner::File, &name).is_empty();
        known.then(|| Holder::Named { name, at: named.start_byte(), prototype })
    }

    /// What `Object.assign` copies: members of a literal, or all that another prototype has.
    fn added_members(&mut self, holder: &Holder, source: Node<'_>) -> ExprId {
        match holder {
            Holder::Exports if source.kind() == "object" => {
                self.is_module = true;
                self.export_object(source);
                return self.builder.unknown();
            }
            Holder::Named { name, at, prototype } if source.kind() == "object" => {
                let (owner, receiver) = self.receiver_of(name, *at, *prototype);
                self.builder.enter(owner);
                self.prototype_members(source, receiver);
                self.builder.leave();
                for key in syntax::children(source).into_iter().filter_map(key_of).filter(|_| !prototype) {
                    for index in self.known_in(owner, key_name(key, self.text).0).to_vec() {
                        let symbol = self.builder.symbol_mut(index);
                        symbol.flags = symbol.flags.with(Flags::STATIC);
                    }
                }
                return self.builder.unknown();
            }
            Holder::Named { name, prototype: true, .. } => {
                if let Some(above) = self.prototype_owner(source).and_then(|above| self.quiet_name(above)) {
                    self.inherited.push((name.clone(), above));
                }
            }
            _ => {}
        }
        self.value(source)
    }

    /// A property that a descriptor describes: `{ value: f }`, `{ get() { … } }`.
    fn described(&mut self, holder: &Holder, name: &str, at: ByteSpan, descriptor: Node<'_>) {
        match holder {
            Holder::Exports => self.described_export(name, at, descriptor),
            Holder::Named { name: holder, at: read, prototype } => {
                let (owner, receiver) = self.receiver_of(holder, *read, *prototype);
                self.described_member(owner, receiver, (name, at), descriptor);
            }
        }
    }

    fn described_export(&mut self, name: &str, at: ByteSpan, descriptor: Node<'_>) {
        let outer = span(descriptor);
        for child in syntax::children(descriptor) {
            let (key, value) = self.descriptor_part(child);
            self.is_module |= matches!(key, "value" | "get");
            match (key, value) {
                ("value", Some(value)) if value.kind() == "identifier" => {
                    self.value(value);
                    self.export_local(self.of(value), name, span(value));
                }
                ("value", Some(value)) => {
                    self.export_new(name, at, outer, value, Flags::EXPORTED);
                }
                ("get", value) => {
                    let returns = self.callable(value.filter(|it| is_function(*it)).unwrap_or(child), None, None, &[]).returns;
                    let given = self.builder.any_known_of(returns);
                    let place = self.place(outer, at, None);
                    let mut symbol = Symbol::new(name, SymbolKind::Variable);
                    symbol.flags = Flags::EXPORTED;
                    symbol.value = Some(given);
                    self.define(symbol, place);
                }
                _ => self.statement(child),
            }
        }
    }

    fn described_member(&mut self, owner: Owner, receiver: Receiver, (name, at): (&str, ByteSpan), descriptor: Node<'_>) {
        let outer = span(descriptor);
        for child in syntax::children(descriptor) {
            match self.descriptor_part(child) {
                ("value", Some(value)) => {
                    self.builder.enter(owner);
                    self.member_with_value(name, at, outer, value, receiver);
                    self.builder.leave();
                }
                ("get", value) => {
                    let getter = value.filter(|it| is_function(*it)).unwrap_or(child);
                    self.builder.enter(owner);
                    let place = self.place(outer, at, field(getter, "body"));
                    let mut symbol = Symbol::new(name, SymbolKind::Method);
                    symbol.flags = Flags::PROPERTY;
                    let index = self.define(symbol, place);
                    self.callable(getter, Some(index), Some(receiver), &[]);
                    self.builder.leave();
                }
                _ => self.statement(child),
            }
        }
    }

    /// The key of one part of a descriptor and the value that is written to it, which a method has none of.
    fn descriptor_part<'t>(&self, part: Node<'t>) -> (&'text str, Option<Node<'t>>) {
        (key_of(part).map_or("", |key| self.of(key)), field(part, "value").map(bare))
    }
}

/// The key of a pair or the name of a method in an object literal.
fn key_of(part: Node<'_>) -> Option<Node<'_>> {
    field(part, "key").or_else(|| field(part, "name"))
}
