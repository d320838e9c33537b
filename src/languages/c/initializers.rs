//! Initializer lists: braces of aggregates, and the lists in front of constructor bodies.

use tree_sitter::Node;

use super::paths::{self, Path};
use super::visitor::Visitor;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::ExprId;

/// Stands behind the arguments of a list in braces.
pub(super) const LISTED: ExprId = ExprId(u32::MAX);

/// How deep lists in lists are looked at for names of fields.
const MAX_NESTED: u32 = 4;

/// Whether a list, or one in it, names the fields that it fills.
pub(super) fn designates(list: Node<'_>, depth: u32) -> bool {
    depth < MAX_NESTED
        && syntax::children(list).into_iter().any(|it| match it.kind() {
            "initializer_pair" => true,
            "initializer_list" => designates(it, depth + 1),
            _ => false,
        })
}

impl Visitor<'_, '_> {
    /// Visits an initializer of something of type `ty`; gives its value.
    pub(super) fn initializer(&mut self, node: Node<'_>, ty: Option<ExprId>) -> ExprId {
        match node.kind() {
            "initializer_list" => {
                let value = match ty {
                    Some(ty) => self.b.instance(ty),
                    None => self.b.unknown(),
                };
                self.braces(node, value);
                value
            }
            "argument_list" => {
                self.arguments(node);
                self.b.unknown()
            }
            _ => self.value(node),
        }
    }

    /// Visits `{ .field = x, [i] = y, z }`, which fills `object`.
    pub(super) fn braces(&mut self, node: Node<'_>, object: ExprId) {
        if !self.descend(node) {
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "comment" => {}
                "initializer_pair" => self.pair(child, object),
                "initializer_list" => {
                    let element = if self.cpp { self.b.expr(crate::shard::expr::Expr::Element(object)) } else { object };
                    self.braces(child, element);
                }
                _ => {
                    self.value(child);
                }
            }
        }
        self.ascend();
    }

    fn pair(&mut self, node: Node<'_>, object: ExprId) {
        let mut target = object;
        let mut cursor = node.walk();
        for designator in node.children_by_field_name("designator", &mut cursor) {
            let field = match designator.kind() {
                "field_designator" => designator.named_child(0),
                "field_identifier" => Some(designator),
                _ => {
                    self.each(designator);
                    None
                }
            };
            if let Some(field) = field {
                target = self.b.member(target, self.slice(field));
                self.site(Role::Write, field, target, None);
            }
        }
        match syntax::field(node, "value") {
            Some(list) if list.kind() == "initializer_list" => self.braces(list, target),
            Some(value) => {
                self.value(value);
            }
            None => {}
        }
    }

    /// Visits `: Base(x), field_(y)`. `path` is the constructor's own name.
    pub(super) fn field_initializers(&mut self, list: Node<'_>, path: &Path<'_>) {
        if !self.descend(list) {
            return;
        }
        for child in syntax::children(list) {
            if child.kind() != "field_initializer" {
                continue;
            }
            let parts = syntax::children(child);
            let Some(name) = parts.first().copied() else { continue };
            let args = parts.iter().find(|it| matches!(it.kind(), "argument_list" | "initializer_list")).and_then(|it| self.arguments(*it));
            if name.kind() != "field_identifier" || self.is_base(self.slice(name), path) {
                self.path(name, Role::Call, args);
            } else {
                let this = self.b.name("this", name.start_byte());
                let target = self.b.member(this, self.slice(name));
                self.site(Role::Write, name, target, None);
            }
        }
        self.ascend();
    }

    /// Whether a name of an initializer list is the class itself or a base. Where the file does not hold the class, custom decides:
    /// types start with a capital and do not end in an underscore.
    fn is_base(&self, name: &str, path: &Path<'_>) -> bool {
        let class = path.scopes.last().map(|it| self.slice(paths::name_node(*it)));
        let symbol = match class {
            Some(class) if class == name => return true,
            Some(class) => self.records.get(class).copied(),
            None => self.record.as_ref().map(|it| it.symbol),
        };
        if self.record.as_ref().is_some_and(|it| it.name == name) {
            return true;
        }
        match symbol {
            Some(symbol) => self.bases.get(&symbol).is_some_and(|bases| bases.iter().any(|base| base == name)),
            None => name.starts_with(|c: char| c.is_ascii_uppercase()) && !name.ends_with('_'),
        }
    }
}
