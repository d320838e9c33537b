//! Statements: scopes, branches, loop and catch variables.

use tree_sitter::Node;

use super::declarators;
use super::visitor::{Place, Visitor};
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

impl Visitor<'_, '_> {
    /// Visits a statement; anything else is visited as an expression.
    pub(super) fn statement(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        match node.kind() {
            "compound_statement" => self.block(node),
            "if_statement" => self.branches(node),
            "while_statement" | "do_statement" | "for_statement" => self.looped(node),
            "for_range_loop" => self.ranged(node),
            "case_statement" => self.case(node),
            "try_statement"
            | "switch_statement"
            | "expression_statement"
            | "else_clause"
            | "labeled_statement"
            | "attributed_statement"
            | "init_statement"
            | "condition_clause"
            | "seh_try_statement"
            | "seh_finally_clause"
            | "throw_statement"
            | "co_yield_statement" => self.each(node),
            "catch_clause" | "seh_except_clause" => self.catch(node),
            "return_statement" | "co_return_statement" => self.returned(node),
            "statement_identifier" | "goto_statement" | "break_statement" | "continue_statement" => {}
            _ => {
                self.value(node);
            }
        }
        self.ascend();
    }

    fn block(&mut self, node: Node<'_>) {
        self.b.open_scope(ScopeKind::Block);
        let home = std::mem::replace(&mut self.home, self.b.scope());
        let place = std::mem::replace(&mut self.place, Place::Body);
        self.items(node);
        self.place = place;
        self.home = home;
        self.b.close_scope();
    }

    fn scoped(&mut self, node: Node<'_>) {
        let place = std::mem::replace(&mut self.place, Place::Body);
        self.visit(node);
        self.place = place;
    }

    /// `if … else if … else …`, followed in a loop so that long chains cost no depth.
    fn branches(&mut self, node: Node<'_>) {
        self.b.open_scope(ScopeKind::Block);
        let mut current = Some(node);
        while let Some(node) = current {
            current = None;
            if let Some(condition) = syntax::field(node, "condition") {
                self.scoped(condition);
            }
            self.b.open_branch();
            if let Some(consequence) = syntax::field(node, "consequence") {
                self.scoped(consequence);
            }
            self.b.close_branch();
            if let Some(otherwise) = syntax::field(node, "alternative") {
                let next = if otherwise.kind() == "else_clause" { syntax::parts(otherwise).first().copied() } else { Some(otherwise) };
                match next {
                    Some(next) if next.kind() == "if_statement" => current = Some(next),
                    Some(next) => self.scoped(next),
                    None => {}
                }
            }
        }
        self.b.close_scope();
    }

    fn looped(&mut self, node: Node<'_>) {
        self.b.open_scope(ScopeKind::Block);
        self.b.open_branch();
        for field in ["initializer", "condition", "update", "body"] {
            if let Some(part) = syntax::field(node, field) {
                self.scoped(part);
            }
        }
        self.b.close_branch();
        self.b.close_scope();
    }

    /// `for (auto& x : xs)`.
    fn ranged(&mut self, node: Node<'_>) {
        self.b.open_scope(ScopeKind::Block);
        self.b.open_branch();
        if let Some(first) = syntax::field(node, "initializer") {
            self.scoped(first);
        }
        let ty = syntax::field(node, "type").and_then(|ty| {
            let read = self.type_expr(ty);
            if self.is_deduced(ty) { None } else { Some(read) }
        });
        let right = syntax::field(node, "right");
        let is_array = right.is_some_and(|right| self.is_pointer(right) == Some(true));
        let collection = right.map(|right| self.initializer(right, None));
        let element = collection.map(|collection| self.b.expr(if is_array { Expr::Element(collection) } else { Expr::Iterated(collection) }));
        let declarator = syntax::field(node, "declarator").map(declarators::read).unwrap_or_default();
        if let Some(local) = declarator.name.and_then(|name| self.loop_variable(name, ty, element)) {
            self.tell_constant(local, node, ty.is_some(), &declarator);
        }
        if let Some(body) = syntax::field(node, "body") {
            self.scoped(body);
        }
        self.b.close_branch();
        self.b.close_scope();
    }

    fn loop_variable(&mut self, name: Node<'_>, ty: Option<ExprId>, element: Option<ExprId>) -> Option<u32> {
        if name.kind() == "structured_binding_declarator" {
            self.structured(name, element);
            return None;
        }
        let values = element.into_iter().collect();
        Some(self.b.declare(Local { name: self.slice(name).into(), ty, values, receiver: false, parameter_of: None }, name.start_byte()))
    }

    fn case(&mut self, node: Node<'_>) {
        let label = syntax::field(node, "value");
        if label.is_some() {
            self.b.open_branch();
        }
        self.each(node);
        if label.is_some() {
            self.b.close_branch();
        }
    }

    fn catch(&mut self, node: Node<'_>) {
        self.b.open_scope(ScopeKind::Block);
        self.b.open_branch();
        if let Some(list) = syntax::field(node, "parameters") {
            for parameter in syntax::children(list) {
                self.parameter(parameter, None);
            }
        }
        for field in ["filter", "body"] {
            if let Some(part) = syntax::field(node, field) {
                self.scoped(part);
            }
        }
        self.b.close_branch();
        self.b.close_scope();
    }

    fn returned(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).filter(|it| it.kind() != "comment") {
            let value = self.initializer(child, None);
            match self.lambdas.last_mut() {
                Some(given) => given.push(value),
                None => self.b.returns(value),
            }
        }
    }
}
