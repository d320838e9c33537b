//! Assignments and short declarations: which value reaches which name.

use tree_sitter::Node;

use super::walker::{Known, Walker};
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

impl Walker<'_, '_> {
    /// The values of a list of expressions, spread over `count` names. What the top level declares keeps its calls whole, for other files.
    pub(super) fn values_for(&mut self, count: usize, list: Node<'_>) -> Vec<ExprId> {
        let nodes = syntax::parts(list);
        let kept = self.at_top();
        let mut values = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let value = self.value(*node);
            values.push(if kept { self.kept(value) } else { value });
        }
        match (nodes.as_slice(), values.as_slice()) {
            ([node], [value]) if count > 1 => self.parts(*node, *value, count),
            _ => values,
        }
    }

    /// One value taken apart: the comma-ok forms give the value and whether there is one, a call gives its results.
    fn parts(&mut self, node: Node<'_>, value: ExprId, count: usize) -> Vec<ExprId> {
        if count == 2 && is_comma_ok(node) {
            return vec![value, self.builder.literal("bool")];
        }
        (0..count).map(|index| self.builder.expr(Expr::Part { base: value, index: u32::try_from(index).unwrap_or(u32::MAX) })).collect()
    }

    /// `a, b := …`.
    pub(super) fn short_declaration(&mut self, node: Node<'_>) {
        let (Some(left), Some(right)) = (syntax::field(node, "left"), syntax::field(node, "right")) else { return };
        let names = syntax::parts(left);
        let values = self.values_for(names.len(), right);
        self.declare_all(&names, &values, node.end_byte());
    }

    /// Declares the names on the left of `:=`. One that the present scope already declares is assigned to, as the language has it.
    pub(super) fn declare_all(&mut self, names: &[Node<'_>], values: &[ExprId], from: usize) {
        for (position, name) in names.iter().enumerate() {
            if name.kind() != "identifier" {
                continue;
            }
            let value = values.get(position).copied();
            let text = self.text_of(*name);
            match self.known_here(text) {
                Some(local) => {
                    self.bare(*name, Role::Write);
                    self.assign_known(local, value);
                }
                None => {
                    self.declare(text, None, value, from);
                }
            }
        }
    }

    fn assign_known(&mut self, local: u32, value: Option<ExprId>) {
        let value = value.filter(|value| *value != self.builder.unknown());
        self.builder.assign(local, None, value);
    }

    /// `a, b = …`, `a += …`.
    pub(super) fn assignment(&mut self, node: Node<'_>) {
        let (Some(left), Some(right)) = (syntax::field(node, "left"), syntax::field(node, "right")) else { return };
        let targets = syntax::parts(left);
        let values = self.values_for(targets.len(), right);
        let plain = syntax::field(node, "operator").is_some_and(|operator| operator.kind() == "=");
        self.assign_all(&targets, if plain { &values } else { &[] });
    }

    /// Writes to each target; variables keep the value.
    pub(super) fn assign_all(&mut self, targets: &[Node<'_>], values: &[ExprId]) {
        for (position, target) in targets.iter().enumerate() {
            self.write(*target);
            if target.kind() == "identifier"
                && let Some(Known::Value { local, .. }) = self.known(self.text_of(*target))
            {
                self.assign_known(local, values.get(position).copied());
            }
        }
    }

    /// An expression in the place of a target.
    fn write(&mut self, node: Node<'_>) {
        match node.kind() {
            "identifier" => {
                self.bare(node, Role::Write);
            }
            "selector_expression" => {
                self.selector(node, Role::Write);
            }
            "parenthesized_expression" if self.descend(node) => {
                for inner in syntax::children(node) {
                    self.write(inner);
                }
                self.ascend();
            }
            _ => {
                self.value(node);
            }
        }
    }

    /// `x++`, `x--`.
    pub(super) fn step(&mut self, node: Node<'_>) {
        for target in syntax::children(node) {
            self.write(target);
        }
    }

    /// `case v := <-ch` and `case v = <-ch`.
    pub(super) fn receive(&mut self, node: Node<'_>) {
        let Some(right) = syntax::field(node, "right") else { return };
        let value = self.value(right);
        let Some(left) = syntax::field(node, "left") else { return };
        let targets = syntax::parts(left);
        let values = if targets.len() > 1 { self.parts(right, value, targets.len()) } else { vec![value] };
        self.take_all(node, &targets, &values);
    }

    /// What stands on the left is declared by `:=` and assigned to by `=`.
    pub(super) fn take_all(&mut self, node: Node<'_>, targets: &[Node<'_>], values: &[ExprId]) {
        if syntax::has_token(node, ":=") {
            self.declare_all(targets, values, node.end_byte());
        } else {
            self.assign_all(targets, values);
        }
    }
}

/// `x.(T)`, `m[k]`, `<-c`.
fn is_comma_ok(mut node: Node<'_>) -> bool {
    while node.kind() == "parenthesized_expression" {
        let Some(inner) = node.named_child(0) else { return false };
        node = inner;
    }
    match node.kind() {
        "type_assertion_expression" | "index_expression" => true,
        "unary_expression" => syntax::field(node, "operator").is_some_and(|operator| operator.kind() == "<-"),
        _ => false,
    }
}
