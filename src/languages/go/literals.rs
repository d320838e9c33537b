//! Composite literals: `T{…}`, `[]T{{…}}`, `map[K]V{…}`.

use tree_sitter::Node;

use super::walker::{Shape, Walker};
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

impl Walker<'_, '_> {
    pub(super) fn composite(&mut self, node: Node<'_>) -> ExprId {
        let Some(ty) = syntax::field(node, "type") else { return self.builder.unknown() };
        let container = matches!(ty.kind(), "map_type" | "slice_type" | "array_type" | "implicit_length_array_type");
        let ty = self.type_expr(ty);
        let value = self.built(ty);
        if let Some(body) = syntax::field(node, "body") {
            self.literal_value(body, value, container);
        }
        value
    }

    /// The elements of a literal whose whole is `value`. In a container keys are expressions; elsewhere they name fields, which the literal writes.
    fn literal_value(&mut self, node: Node<'_>, value: ExprId, container: bool) {
        if !self.descend(node) {
            return;
        }
        for element in syntax::children(node) {
            match element.kind() {
                "keyed_element" => self.keyed_element(element, value, container),
                "literal_element" => {
                    self.element(element, value);
                }
                _ => {}
            }
        }
        self.ascend();
    }

    fn keyed_element(&mut self, node: Node<'_>, value: ExprId, container: bool) {
        if let Some(key) = syntax::field(node, "key") {
            match key.named_child(0) {
                Some(name) if name.kind() == "identifier" && !container => {
                    self.member_site(value, name, Role::Write);
                }
                Some(inner) if inner.kind() == "literal_value" => {
                    let whole = match self.shapes.get(&value) {
                        Some(Shape::Map { key }) => self.builder.built(*key),
                        _ => self.builder.unknown(),
                    };
                    self.literal_value(inner, whole, false);
                }
                _ => {
                    self.element(key, value);
                }
            }
        }
        if let Some(element) = syntax::field(node, "value") {
            self.element(element, value);
        }
    }

    /// One element; braces without a type have the element type of the whole.
    fn element(&mut self, node: Node<'_>, whole: ExprId) {
        for child in syntax::children(node) {
            if child.kind() == "literal_value" {
                let value = self.builder.expr(Expr::Element(whole));
                self.literal_value(child, value, false);
            } else {
                self.value(child);
            }
        }
    }

    /// A literal's inside that a broken region left without its type.
    pub(super) fn stray_literal(&mut self, node: Node<'_>) -> ExprId {
        for child in syntax::children(node) {
            self.value(child);
        }
        self.builder.unknown()
    }
}
