//! Statements that branch: `if`, `for`, `switch`, type switches, `select`.

use tree_sitter::Node;

use super::walker::{Shape, Walker};
use crate::languages::syntax;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

impl<'text> Walker<'_, 'text> {
    /// An `if` chain, walked link by link: it may be long without being deep. Variables of an initializer reach the branches behind it.
    pub(super) fn if_statement(&mut self, first: Node<'_>) {
        let mut opened = 0;
        let mut next = Some(first);
        while let Some(node) = next.take() {
            if let Some(initializer) = syntax::field(node, "initializer") {
                self.open(ScopeKind::Block);
                opened += 1;
                self.statement(initializer);
            }
            if let Some(condition) = syntax::field(node, "condition") {
                self.value(condition);
            }
            self.builder.open_branch();
            if let Some(block) = syntax::field(node, "consequence") {
                self.block(block);
            }
            self.builder.close_branch();
            match syntax::field(node, "alternative") {
                Some(chained) if chained.kind() == "if_statement" => next = Some(chained),
                Some(block) => self.block(block),
                None => {}
            }
        }
        for _ in 0..opened {
            self.close();
        }
    }

    pub(super) fn for_statement(&mut self, node: Node<'_>) {
        self.open(ScopeKind::Block);
        let mut update = None;
        for child in syntax::children(node) {
            match child.kind() {
                "range_clause" => self.range_clause(child),
                "for_clause" => {
                    if let Some(initializer) = syntax::field(child, "initializer") {
                        self.statement(initializer);
                    }
                    if let Some(condition) = syntax::field(child, "condition") {
                        self.value(condition);
                    }
                    update = syntax::field(child, "update");
                }
                "block" | "comment" => {}
                _ => {
                    self.value(child);
                }
            }
        }
        self.builder.open_branch();
        if let Some(update) = update {
            self.statement(update);
        }
        if let Some(body) = syntax::field(node, "body") {
            self.block(body);
        }
        self.builder.close_branch();
        self.close();
    }

    /// `k, v := range e`.
    fn range_clause(&mut self, node: Node<'_>) {
        let Some(right) = syntax::field(node, "right") else { return };
        let value = self.value(right);
        let Some(left) = syntax::field(node, "left") else { return };
        let targets = syntax::parts(left);
        let values = self.ranged(value, right);
        self.take_all(node, &targets, &values);
    }

    /// What the two variables of a range hold. Without the type at hand the first may be an index, a key or an element, which the link tells.
    fn ranged(&mut self, value: ExprId, right: Node<'_>) -> [ExprId; 2] {
        let element = self.builder.expr(Expr::Element(value));
        let shape = self.shapes.get(&value).copied();
        let first = match shape {
            Some(Shape::Sequence) => self.builder.literal("int"),
            Some(Shape::Map { key }) => self.instance(key),
            Some(Shape::Channel) => element,
            _ if right.kind() == "int_literal" => self.builder.literal("int"),
            _ => self.builder.expr(Expr::Iterated(value)),
        };
        [first, if matches!(shape, Some(Shape::Function { .. })) { self.builder.unknown() } else { element }]
    }

    pub(super) fn switch(&mut self, node: Node<'_>) {
        self.open(ScopeKind::Block);
        if let Some(initializer) = syntax::field(node, "initializer") {
            self.statement(initializer);
        }
        if let Some(value) = syntax::field(node, "value") {
            self.value(value);
        }
        self.cases(node);
        self.close();
    }

    /// The cases of a `switch` or `select`.
    pub(super) fn cases(&mut self, node: Node<'_>) {
        for case in syntax::children(node) {
            if !matches!(case.kind(), "expression_case" | "default_case" | "communication_case") {
                continue;
            }
            self.open(ScopeKind::Block);
            let head = syntax::field(case, "value").or(syntax::field(case, "communication"));
            if let Some(head) = head {
                self.statement(head);
            }
            self.case_body(case, head.as_slice());
            self.close();
        }
    }

    /// Whatever stands in a case but for its head.
    fn case_body(&mut self, case: Node<'_>, head: &[Node<'_>]) {
        self.builder.open_branch();
        for child in syntax::children(case).into_iter().filter(|child| !head.contains(child)) {
            self.statement(child);
        }
        self.builder.close_branch();
    }

    /// `switch v := x.(type)`: in a case of one type the variable has that type, elsewhere the value's own.
    pub(super) fn type_switch(&mut self, node: Node<'_>) {
        self.open(ScopeKind::Block);
        if let Some(initializer) = syntax::field(node, "initializer") {
            self.statement(initializer);
        }
        let value = syntax::field(node, "value").map(|value| self.value(value));
        let alias = syntax::field(node, "alias").and_then(|alias| alias.named_child(0)).map(|alias| self.text_of(alias));
        for case in syntax::children(node) {
            if !matches!(case.kind(), "type_case" | "default_case") {
                continue;
            }
            self.open(ScopeKind::Block);
            let types: Vec<Node<'_>> = syntax::fields(case, "type").into_iter().filter(Node::is_named).collect();
            self.narrow(case, &types, alias, value);
            self.case_body(case, &types);
            self.close();
        }
        self.close();
    }

    /// Visits the types of a case and declares the switch's variable in it.
    fn narrow(&mut self, case: Node<'_>, types: &[Node<'_>], alias: Option<&'text str>, value: Option<ExprId>) {
        let mut written = Vec::new();
        for ty in types {
            // `case nil` parses as a type of that name.
            if self.text_of(*ty) != "nil" {
                written.push(self.type_expr(*ty));
            }
        }
        let Some(alias) = alias else { return };
        match written.as_slice() {
            [only] if types.len() == 1 => self.declare(alias, Some(*only), None, case.start_byte()),
            _ => self.declare(alias, None, value, case.start_byte()),
        };
    }
}
