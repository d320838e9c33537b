//! `switch`, as a statement and as an expression.

use tree_sitter::Node;

use super::{Walk, parts};
use crate::languages::syntax::{field, span};
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

impl Walk<'_, '_> {
    /// Any of what its rules give.
    pub(super) fn switch(&mut self, node: Node<'_>) -> ExprId {
        let subject = field(node, "condition").map(|condition| self.value(condition));
        let subject = subject.unwrap_or_else(|| self.builder.unknown());
        self.yields.push(Vec::new());
        self.builder.open_scope(ScopeKind::Block);
        for group in field(node, "body").map(parts).unwrap_or_default() {
            self.builder.open_branch();
            match group.kind() {
                "switch_rule" => self.rule(group, subject),
                "switch_block_statement_group" => self.group(group, subject),
                _ => self.statement(group),
            }
            self.builder.close_branch();
        }
        self.builder.close_scope();
        let yields = self.yields.pop().unwrap_or_default();
        self.builder.any_known_of(yields)
    }

    /// `case … -> …`: a scope of its own for what its pattern binds.
    fn rule(&mut self, node: Node<'_>, subject: ExprId) {
        self.builder.open_scope(ScopeKind::Block);
        for child in parts(node) {
            match child.kind() {
                "switch_label" => self.label(child, subject),
                "expression_statement" => self.yielded(child),
                _ => self.statement(child),
            }
        }
        self.builder.close_scope();
    }

    /// What stands behind `yield`, or behind the arrow of a rule.
    pub(super) fn yielded(&mut self, node: Node<'_>) {
        for child in parts(node) {
            let value = self.value(child);
            if let Some(yields) = self.yields.last_mut() {
                yields.push(value);
            }
        }
    }

    /// `case …:` with its statements: variables declared in one group are visible in the next.
    fn group(&mut self, node: Node<'_>, subject: ExprId) {
        for child in parts(node) {
            match child.kind() {
                "switch_label" => self.label(child, subject),
                _ => self.statement(child),
            }
        }
    }

    fn label(&mut self, node: Node<'_>, subject: ExprId) {
        for child in parts(node) {
            match child.kind() {
                "pattern" | "record_pattern" | "type_pattern" => self.pattern(child),
                "guard" => self.statements(child),
                "identifier" => self.constant_label(child, subject),
                _ => {
                    self.value(child);
                }
            }
        }
    }

    /// A bare name in a label is a constant of the subject's enum, unless a type around declares a constant of that name.
    fn constant_label(&mut self, node: Node<'_>, subject: ExprId) {
        let name = self.word(node);
        let bare = self.builder.name(name, node.start_byte());
        let declared = self.frames.iter().any(|frame| frame.values.contains(name)) || self.builder.find_local(name, node.start_byte()).is_some();
        let target = if declared {
            bare
        } else {
            let member = self.builder.member(subject, name);
            self.builder.expr(Expr::AnyOf(vec![member, bare]))
        };
        self.builder.site(Role::Read, name, span(node), target, None);
    }
}
