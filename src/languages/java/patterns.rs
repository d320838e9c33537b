//! Patterns of `instanceof` and `switch`, and the variables they bind.

use tree_sitter::Node;

use super::{Walk, parts};
use crate::languages::syntax::{child_of_kind, field};
use crate::shard::expr::{Expr, ExprId};

impl Walk<'_, '_> {
    /// A pattern; what it binds is visible behind it in the present scope.
    pub(super) fn pattern(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        match node.kind() {
            "type_pattern" => self.typed(node, None),
            "record_pattern" => self.record_pattern(node),
            _ => parts(node).into_iter().for_each(|child| self.pattern(child)),
        }
        self.ascend();
    }

    /// `value instanceof T`, `value instanceof T name`, `value instanceof R(…)`.
    pub(super) fn instance_of(&mut self, node: Node<'_>) -> ExprId {
        if let Some(left) = field(node, "left") {
            self.value(left);
        }
        if let Some(pattern) = field(node, "pattern") {
            self.pattern(pattern);
        }
        let ty = field(node, "right").map(|right| self.type_expr(right));
        if let Some(name) = field(node, "name") {
            self.declare_local(name, ty, None);
        }
        self.builder.literal("boolean")
    }

    /// `T name`; `var name` is what `part` says.
    fn typed(&mut self, node: Node<'_>, part: Option<ExprId>) {
        let inner = parts(node);
        let [ty, name] = inner.as_slice() else { return };
        let ty = self.type_unless_inferred(*ty);
        self.declare_local(*name, ty, part);
    }

    fn record_pattern(&mut self, node: Node<'_>) {
        let inner = parts(node);
        let Some(ty) = inner.first() else { return };
        let ty = self.type_expr(*ty);
        let base = self.builder.instance(ty);
        let components = child_of_kind(node, "record_pattern_body").map(parts).unwrap_or_default();
        for (number, component) in components.into_iter().enumerate() {
            if component.kind() == "record_pattern_component" {
                let index = u32::try_from(number).unwrap_or(u32::MAX);
                let part = self.builder.expr(Expr::Part { base, index });
                self.typed(component, Some(part));
            } else {
                self.pattern(component);
            }
        }
    }
}
