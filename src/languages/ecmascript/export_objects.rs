//! Objects that a module exports as a whole: `module.exports = { … }`, with what a comment says that they are.

use tree_sitter::Node;

use super::super::syntax::{field, span};
use super::exports::handed_on;
use super::imports::{inner_span, string_content};
use super::objects::key_name;
use super::variables::bare;
use super::walk::Walk;
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, Imported, Owner, SymbolKind};

impl Walk<'_, '_> {
    /// What a value that a module exports is expected to be by the comment in front of the statement or of its brackets: `/** @type {Rule} */`.
    pub(super) fn expected_by_comment(&mut self, value: Node<'_>) -> Option<ExprId> {
        if !matches!(bare(value).kind(), "object" | "arrow_function" | "function_expression") {
            return None;
        }
        let brackets = if value.kind() == "parenthesized_expression" { self.cast_by_comment(value) } else { None };
        let ty = brackets.or_else(|| self.type_in_comment(value))?;
        Some(self.builder.instance(ty))
    }

    /// `module.exports = { … }`: each member is an exported name.
    pub(super) fn export_object(&mut self, object: Node<'_>) {
        let expected = self.expected.take();
        self.each(object, |walk, child| match child.kind() {
            "shorthand_property_identifier" => {
                walk.value(child);
                walk.export_local(walk.of(child), walk.of(child), span(child));
            }
            "pair" => walk.export_pair(child, expected),
            "method_definition" => {
                let name = field(child, "name").map_or("", |name| walk.of(name));
                let before = walk.known_in(Owner::File, name).len();
                let receiver = walk.exports_receiver();
                walk.expect_member(expected, child);
                walk.method(child, span(child), receiver, receiver);
                walk.expected = None;
                if let Some(index) = walk.known_in(Owner::File, name).get(before).copied() {
                    let symbol = walk.builder.symbol_mut(index);
                    symbol.kind = SymbolKind::Function;
                    symbol.flags = symbol.flags.with(Flags::EXPORTED);
                }
            }
            "spread_element" => {
                let source = super::statements::first(child).and_then(|inner| walk.required_source(inner));
                match source {
                    Some(source) => {
                        let module = string_content(source, walk.text);
                        let import = handed_on(module, Imported::Wildcard, "");
                        walk.add_import(import, child, module, inner_span(source));
                    }
                    None => walk.statement(child),
                }
            }
            _ => {
                walk.value(child);
            }
        });
    }

    /// `name: value` of it.
    fn export_pair(&mut self, pair: Node<'_>, expected: Option<ExprId>) {
        let (Some(key), Some(value)) = (field(pair, "key"), field(pair, "value")) else { return };
        let (name, at) = key_name(key, self.text);
        let plain = bare(value);
        if name.is_empty() {
            self.statement(pair);
        } else if plain.kind() == "identifier" {
            self.value(value);
            self.export_local(self.of(plain), name, span(plain));
        } else if !self.export_required(name, pair, plain, at) {
            self.expect_member(expected, pair);
            self.export_new(name, at, span(pair), value, Flags::EXPORTED);
            self.expected = None;
        }
    }
}
