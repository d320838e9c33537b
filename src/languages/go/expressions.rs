//! Value expressions: visits each once and says what it would give.

use tree_sitter::Node;

use super::walker::Walker;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

impl Walker<'_, '_> {
    /// The value of an expression; its sites are added on the way.
    pub(super) fn value(&mut self, node: Node<'_>) -> ExprId {
        if !self.descend(node) {
            return self.builder.unknown();
        }
        let value = self.value_of_kind(node);
        self.ascend();
        value
    }

    fn value_of_kind(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            "identifier" => self.bare(node, Role::Read),
            "selector_expression" => self.selector(node, Role::Read),
            "call_expression" => self.call(node),
            "type_conversion_expression" => self.conversion(node),
            "composite_literal" => self.composite(node),
            "func_literal" => self.function_literal(node),
            "parenthesized_expression" | "variadic_argument" => self.inner_value(node),
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "index_expression" => self.index(node),
            "slice_expression" => self.slice(node),
            "type_assertion_expression" => self.type_assertion(node),
            "interpreted_string_literal" | "raw_string_literal" => self.builder.literal("string"),
            "int_literal" | "iota" => self.builder.literal("int"),
            "float_literal" => self.builder.literal("float64"),
            "imaginary_literal" => self.builder.literal("complex128"),
            "rune_literal" => self.builder.literal("rune"),
            "true" | "false" => self.builder.literal("bool"),
            "literal_value" | "literal_element" | "keyed_element" => self.stray_literal(node),
            "type_instantiation_expression"
            | "generic_type"
            | "qualified_type"
            | "type_identifier"
            | "pointer_type"
            | "array_type"
            | "slice_type"
            | "map_type"
            | "channel_type"
            | "function_type"
            | "struct_type"
            | "interface_type"
            | "parenthesized_type" => self.type_expr(node),
            "ERROR" => {
                self.broken(node);
                self.builder.unknown()
            }
            _ => self.builder.unknown(),
        }
    }

    fn inner_value(&mut self, node: Node<'_>) -> ExprId {
        match syntax::parts(node).first() {
            Some(inner) => self.value(*inner),
            None => self.builder.unknown(),
        }
    }

    /// `a.b.c`, walked from the left: a chain of selectors may be long.
    pub(super) fn selector(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let mut fields = Vec::new();
        let mut operand = node;
        while operand.kind() == "selector_expression" {
            let (Some(inner), Some(field)) = (syntax::field(operand, "operand"), syntax::field(operand, "field")) else { break };
            fields.push(field);
            operand = inner;
        }
        let mut base = if operand.id() == node.id() { self.builder.unknown() } else { self.value(operand) };
        while let Some(field) = fields.pop() {
            let role = if fields.is_empty() { role } else { Role::Read };
            base = self.member_site(base, field, role);
        }
        base
    }

    /// Pointers are transparent, so `&x` and `*x` are x.
    fn unary(&mut self, node: Node<'_>) -> ExprId {
        let Some(operand) = syntax::field(node, "operand") else { return self.builder.unknown() };
        let value = self.value(operand);
        match syntax::field(node, "operator").map(|operator| operator.kind()) {
            Some("<-") => self.builder.expr(Expr::Element(value)),
            Some("!") => self.builder.literal("bool"),
            _ => value,
        }
    }

    /// A left-nested chain of operators is walked as a list, since `a + b + …` may be thousands long.
    fn binary(&mut self, node: Node<'_>) -> ExprId {
        let mut links = Vec::new();
        let mut leftmost = node;
        while leftmost.kind() == "binary_expression" {
            let Some(left) = syntax::field(leftmost, "left") else { break };
            links.push(leftmost);
            leftmost = left;
        }
        if links.is_empty() {
            return self.builder.unknown();
        }
        let mut value = self.value(leftmost);
        let mut untyped = is_literal(leftmost);
        while let Some(link) = links.pop() {
            let operator = syntax::field(link, "operator").map_or("", |operator| operator.kind());
            let Some(right) = syntax::field(link, "right") else { continue };
            let other = self.value(right);
            match operator {
                "&&" | "||" => {
                    self.builder.count_branch();
                    value = self.builder.literal("bool");
                    untyped = false;
                }
                "==" | "!=" | "<" | "<=" | ">" | ">=" => {
                    value = self.builder.literal("bool");
                    untyped = false;
                }
                "<<" | ">>" => {}
                // A literal takes the type of the other side: `5 * time.Second`.
                _ if untyped => {
                    value = other;
                    untyped = is_literal(right);
                }
                _ => {}
            }
        }
        value
    }

    fn index(&mut self, node: Node<'_>) -> ExprId {
        let base = syntax::field(node, "operand").map(|operand| self.value(operand));
        if let Some(index) = syntax::field(node, "index") {
            self.value(index);
        }
        match base {
            Some(base) => self.builder.expr(Expr::Element(base)),
            None => self.builder.unknown(),
        }
    }

    fn slice(&mut self, node: Node<'_>) -> ExprId {
        let base = syntax::field(node, "operand").map(|operand| self.value(operand));
        for bound in ["start", "end", "capacity"] {
            if let Some(bound) = syntax::field(node, bound) {
                self.value(bound);
            }
        }
        base.unwrap_or(self.builder.unknown())
    }

    fn type_assertion(&mut self, node: Node<'_>) -> ExprId {
        if let Some(operand) = syntax::field(node, "operand") {
            self.value(operand);
        }
        match syntax::field(node, "type") {
            Some(ty) => {
                let ty = self.type_expr(ty);
                self.instance(ty)
            }
            None => self.builder.unknown(),
        }
    }
}

fn is_literal(node: Node<'_>) -> bool {
    matches!(node.kind(), "int_literal" | "float_literal" | "imaginary_literal" | "rune_literal")
}
