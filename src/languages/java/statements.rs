//! Statements: scopes, local variables, branches.

use tree_sitter::Node;

use super::classes::shape_of;
use super::{Returns, Walk, parts};
use crate::languages::syntax::{child_of_kind, field};
use crate::shard::body::Local;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

impl Walk<'_, '_> {
    /// Everything below a block, in the present scope.
    pub(super) fn statements(&mut self, block: Node<'_>) {
        for child in parts(block) {
            self.statement(child);
        }
    }

    /// A statement, or an expression that stands as one.
    pub(super) fn statement(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        match node.kind() {
            "block" | "static_initializer" | "finally_clause" | "synchronized_statement" => self.scoped(node),
            "local_variable_declaration" => self.local_variables(node),
            "if_statement" => self.if_statement(node),
            "while_statement" | "do_statement" => self.conditional_loop(node),
            "for_statement" => self.for_statement(node),
            "enhanced_for_statement" => self.enhanced_for(node),
            "try_statement" | "try_with_resources_statement" => self.try_statement(node),
            "catch_clause" => self.catch_clause(node),
            "labeled_statement" => parts(node).into_iter().skip(1).for_each(|child| self.statement(child)),
            "break_statement" | "continue_statement" => {}
            "yield_statement" => self.yielded(node),
            "explicit_constructor_invocation" => self.explicit_constructor(node),
            kind if shape_of(kind).is_some() => self.type_definition(node, None),
            // Broken regions put members where statements stand.
            "method_declaration" | "constructor_declaration" | "field_declaration" | "import_declaration" => self.member(node, None),
            "return_statement" => self.return_statement(node),
            "expression_statement" | "throw_statement" | "assert_statement" | "constructor_body" | "class_body" | "ERROR" => {
                self.statements(node);
            }
            _ => {
                self.value(node);
            }
        }
        self.ascend();
    }

    /// What stands below a node, in a scope of its own.
    fn scoped(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block);
        self.statements(node);
        self.builder.close_scope();
    }

    fn local_variables(&mut self, node: Node<'_>) {
        self.annotations_of(node);
        let ty = self.declared_type(node);
        for declarator in parts(node).into_iter().filter(|child| child.kind() == "variable_declarator") {
            let value = field(declarator, "value").map(|value| self.value_of_type(value, ty));
            let Some(name) = field(declarator, "name") else { continue };
            let ty = ty.map(|ty| self.with_dimensions(ty, declarator));
            self.declare_local(name, ty, value);
        }
    }

    /// The type in front of a variable; `None` for `var`.
    pub(super) fn declared_type(&mut self, node: Node<'_>) -> Option<ExprId> {
        field(node, "type").and_then(|ty| self.type_unless_inferred(ty))
    }

    /// The type that is written; `None` for `var`, and for what Lombok puts in its place.
    pub(super) fn type_unless_inferred(&mut self, ty: Node<'_>) -> Option<ExprId> {
        match self.word(ty) {
            "var" => None,
            "val" if self.lombok => {
                self.type_expr(ty);
                None
            }
            _ => Some(self.type_expr(ty)),
        }
    }

    /// Declares a variable in the present scope, visible behind its name.
    pub(super) fn declare_local(&mut self, name: Node<'_>, ty: Option<ExprId>, value: Option<ExprId>) {
        let unknown = self.builder.unknown();
        let values = value.into_iter().filter(|value| *value != unknown).collect();
        let local = Local { name: self.word(name).into(), ty, values, receiver: false, parameter_of: None };
        self.builder.declare(local, name.end_byte().max(1));
    }

    /// An `if` with all its `else if`s. Pattern variables of a condition land in the scope around it: after `if (!(x instanceof A a)) return;`
    /// they are in use there.
    fn if_statement(&mut self, node: Node<'_>) {
        let mut node = node;
        loop {
            self.builder.open_branch();
            if let Some(condition) = field(node, "condition") {
                self.value(condition);
            }
            if let Some(consequence) = field(node, "consequence") {
                self.statement(consequence);
            }
            self.builder.close_branch();
            match field(node, "alternative") {
                Some(next) if next.kind() == "if_statement" => node = next,
                Some(last) => return self.statement(last),
                None => return,
            }
        }
    }

    fn conditional_loop(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        self.statements(node);
        self.builder.close_branch();
    }

    fn for_statement(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        self.scoped(node);
        self.builder.close_branch();
    }

    fn enhanced_for(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        self.builder.open_scope(ScopeKind::Block);
        self.annotations_of(node);
        let ty = self.declared_type(node).map(|ty| self.with_dimensions(ty, node));
        let value = field(node, "value").map(|value| self.value(value));
        let element = value.map(|value| self.builder.expr(Expr::Element(value)));
        if let Some(name) = field(node, "name") {
            self.declare_local(name, ty, element);
        }
        if let Some(body) = field(node, "body") {
            self.statement(body);
        }
        self.builder.close_scope();
        self.builder.close_branch();
    }

    /// Resources are in use in the body, not in the handlers.
    fn try_statement(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block);
        for resource in field(node, "resources").map(parts).unwrap_or_default() {
            self.resource(resource);
        }
        if let Some(body) = field(node, "body") {
            self.statement(body);
        }
        self.builder.close_scope();
        for child in parts(node).into_iter().filter(|child| matches!(child.kind(), "catch_clause" | "finally_clause")) {
            self.statement(child);
        }
    }

    fn resource(&mut self, node: Node<'_>) {
        let Some(name) = field(node, "name") else { return self.statements(node) };
        self.annotations_of(node);
        let ty = self.declared_type(node);
        let value = field(node, "value").map(|value| self.value(value));
        self.declare_local(name, ty, value);
    }

    fn catch_clause(&mut self, node: Node<'_>) {
        self.builder.open_branch();
        self.builder.open_scope(ScopeKind::Block);
        if let Some(parameter) = child_of_kind(node, "catch_formal_parameter") {
            self.annotations_of(parameter);
            let types = child_of_kind(parameter, "catch_type").map(parts).unwrap_or_default();
            let types: Vec<ExprId> = types.into_iter().map(|ty| self.type_expr(ty)).collect();
            let ty = self.builder.any_known_of(types);
            if let Some(name) = field(parameter, "name") {
                self.declare_local(name, Some(ty), None);
            }
        }
        if let Some(body) = field(node, "body") {
            self.statement(body);
        }
        self.builder.close_scope();
        self.builder.close_branch();
    }

    fn return_statement(&mut self, node: Node<'_>) {
        for child in parts(node) {
            let ty = match self.returns.last() {
                Some(Returns::Declared(ty)) => *ty,
                _ => None,
            };
            let value = self.value_of_type(child, ty);
            if let Some(Returns::Given(values)) = self.returns.last_mut() {
                values.push(value);
            }
        }
    }
}
