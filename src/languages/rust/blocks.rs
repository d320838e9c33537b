//! Blocks, statements and the expressions that branch.

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use super::calls::{collects_what_is_held, is_collected};
use crate::languages::syntax::{all_children, child_of_kind, children, field, text};
use crate::shard::body::Local;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};

impl Walk<'_, '_> {
    /// A block; its value is that of its tail.
    pub(super) fn block(&mut self, node: Node<'_>) -> ExprId {
        self.block_giving(node, None)
    }

    /// The same of a block whose place wants a value like this one.
    pub(super) fn block_giving(&mut self, node: Node<'_>, wanted: Option<ExprId>) -> ExprId {
        if !self.descend(node) {
            return self.builder.unknown();
        }
        self.builder.open_scope(ScopeKind::Block);
        let mut lead = Lead::default();
        let mut tail = self.builder.unknown();
        for child in children(node) {
            match child.kind() {
                "attribute_item" => lead.attributes.push(child),
                "line_comment" | "block_comment" => self.comment(child, &mut lead),
                "label" => {}
                _ => {
                    self.fenced = false;
                    tail = self.builder.unknown();
                    let lead = std::mem::take(&mut lead);
                    let around = self.enter(&lead);
                    if !self.item(child, &lead) {
                        self.items_made_by(child, &lead);
                        tail = match wanted {
                            Some(wanted) => self.value_at_end(child, wanted),
                            None => self.statement(child),
                        };
                    }
                    self.leave(around);
                }
            }
        }
        self.builder.close_scope();
        self.ascend();
        tail
    }

    /// A statement, which may be the tail that gives what is wanted of a block.
    fn value_at_end(&mut self, node: Node<'_>, wanted: ExprId) -> ExprId {
        let is_value = !matches!(node.kind(), "let_declaration" | "expression_statement");
        if is_value { self.value_for(node, |_| wanted) } else { self.statement(node) }
    }

    /// A statement or tail expression; statements that end in `;` have no value.
    pub(super) fn statement(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            "let_declaration" => {
                self.let_declaration(node);
                self.builder.unknown()
            }
            "expression_statement" => {
                let Some(inner) = node.named_child(0) else { return self.builder.unknown() };
                let value = self.value(inner);
                let ended = all_children(node).last().is_some_and(|last| last.kind() == ";");
                if ended { self.builder.unknown() } else { value }
            }
            _ => self.value(node),
        }
    }

    fn let_declaration(&mut self, node: Node<'_>) {
        let ty = field(node, "type").map(|ty| (self.type_expr(ty), text(ty, self.text)));
        let value = field(node, "value").map(|value| {
            self.value_for(value, |walk| match ty {
                Some((ty, _)) => walk.builder.instance(ty),
                None => walk.builder.unknown(),
            })
        });
        if let Some(alternative) = field(node, "alternative") {
            self.builder.open_branch();
            self.block(alternative);
            self.builder.close_branch();
        }
        let Some(pattern) = field(node, "pattern") else { return };
        let from = node.end_byte();
        let values: Vec<ExprId> = value.into_iter().collect();
        match ty {
            Some((ty, written)) if pattern.kind() == "identifier" => {
                let mut local = Local { name: self.word(pattern).into(), ty: Some(ty), values, receiver: false, parameter_of: None };
                if written.contains(['_']) && written.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "_") {
                    local.ty = None;
                    let is_map = matches!(self.builder.at(ty), Expr::Apply { args, .. } if args.len() == 2);
                    let collected = field(node, "value").is_some_and(|value| is_collected(value, self.text));
                    let collected = collected && (is_map || collects_what_is_held(written));
                    match local.values.as_slice() {
                        [iterator] if collected => local.values = vec![self.collected(ty, written, *iterator)],
                        // `Vec<_>` says less than the value does, so both count.
                        _ => local.values.push(self.builder.instance(ty)),
                    }
                }
                let is_told = local.ty.is_some();
                let local = self.builder.declare(local, from);
                let told = field(node, "type").filter(|_| is_told);
                self.led_to_by(local, told.and_then(|ty| self.references_of_type(ty)));
                self.holds_reference(local, told.and_then(|ty| self.is_reference_type(ty)));
            }
            Some((ty, _)) => {
                let apart = values.first().and_then(|value| self.collected_apart(ty, *value));
                let declared = apart.unwrap_or_else(|| self.builder.instance(ty));
                self.pattern(pattern, declared, from);
            }
            None if pattern.kind() == "identifier" => {
                let local = Local { name: self.word(pattern).into(), ty: None, values, receiver: false, parameter_of: None };
                // Looked up before the name is bound anew.
                let value = field(node, "value");
                let (references, reference) = (value.and_then(|it| self.references_of(it)), value.and_then(|it| self.is_reference(it)));
                let local = self.builder.declare(local, from);
                self.led_to_by(local, references);
                self.holds_reference(local, reference);
            }
            None => {
                let value = value.unwrap_or_else(|| self.builder.unknown());
                self.pattern(pattern, value, from);
            }
        }
    }

    /// A condition, whose patterns bind in the present scope. Chains of `&&` nest to the left.
    pub(super) fn condition(&mut self, node: Node<'_>) {
        match node.kind() {
            "let_condition" => {
                let value = match field(node, "value") {
                    Some(value) => self.value(value),
                    None => self.builder.unknown(),
                };
                if let Some(pattern) = field(node, "pattern") {
                    self.pattern(pattern, value, node.end_byte());
                }
            }
            "let_chain" => {
                if !self.descend(node) {
                    return;
                }
                for part in children(node) {
                    self.condition(part);
                }
                self.ascend();
            }
            _ => {
                self.value(node);
            }
        }
    }

    /// `if … else if … else …`, followed in a loop.
    pub(super) fn if_expression(&mut self, node: Node<'_>) -> ExprId {
        let mut values = Vec::new();
        let mut current = node;
        loop {
            self.builder.open_branch();
            self.builder.open_scope(ScopeKind::Block);
            if let Some(condition) = field(current, "condition") {
                self.condition(condition);
            }
            if let Some(consequence) = field(current, "consequence") {
                values.push(self.block(consequence));
            }
            self.builder.close_scope();
            self.builder.close_branch();
            let Some(alternative) = field(current, "alternative") else { break };
            if let Some(next) = child_of_kind(alternative, "if_expression") {
                current = next;
            } else {
                if let Some(block) = child_of_kind(alternative, "block") {
                    values.push(self.block(block));
                }
                break;
            }
        }
        self.known_of(values)
    }

    /// Any of the known values: branches that leave or say nothing do not count.
    fn known_of(&mut self, mut values: Vec<ExprId>) -> ExprId {
        let unknown = self.builder.unknown();
        values.retain(|value| *value != unknown);
        self.builder.any_of(values)
    }

    pub(super) fn match_expression(&mut self, node: Node<'_>) -> ExprId {
        let scrutinee = match field(node, "value") {
            Some(value) => self.value(value),
            None => self.builder.unknown(),
        };
        let mut values = Vec::new();
        let arms = field(node, "body").map(children).unwrap_or_default();
        for arm in arms.into_iter().filter(|arm| arm.kind() == "match_arm") {
            self.builder.open_branch();
            self.builder.open_scope(ScopeKind::Block);
            if let Some(pattern) = field(arm, "pattern") {
                self.arm_pattern(pattern, scrutinee);
            }
            if let Some(value) = field(arm, "value") {
                values.push(self.value(value));
            }
            self.builder.close_scope();
            self.builder.close_branch();
        }
        self.known_of(values)
    }

    fn arm_pattern(&mut self, node: Node<'_>, scrutinee: ExprId) {
        let guard = field(node, "condition");
        for part in children(node).into_iter().filter(|part| Some(*part) != guard) {
            self.pattern(part, scrutinee, part.end_byte());
        }
        if let Some(guard) = guard {
            self.condition(guard);
        }
    }

    /// `for`, `while` and `loop`.
    pub(super) fn loop_expression(&mut self, node: Node<'_>) {
        let subject = field(node, "value").map(|value| self.value(value));
        self.builder.open_branch();
        self.builder.open_scope(ScopeKind::Block);
        if let (Some(pattern), Some(subject)) = (field(node, "pattern"), subject) {
            let element = self.builder.expr(Expr::Element(subject));
            self.pattern(pattern, element, pattern.end_byte());
        }
        if let Some(condition) = field(node, "condition") {
            self.condition(condition);
        }
        if let Some(body) = field(node, "body") {
            self.block(body);
        }
        self.builder.close_scope();
        self.builder.close_branch();
    }

    /// A closure whose first parameter is given `given`, or that stands where `place` is taken. Returns the value of its body.
    pub(super) fn closure(&mut self, node: Node<'_>, given: Option<ExprId>, place: Option<ExprId>) -> ExprId {
        self.builder.open_scope(ScopeKind::Function);
        let parameters = field(node, "parameters").map(all_children).unwrap_or_default();
        for (parameter, index) in parameters.into_iter().filter(|it| it.is_named() && !it.is_extra() || it.kind() == "_").zip(0u32..) {
            let part = place.map(|base| self.builder.expr(Expr::Part { base, index: index + 1 }));
            // Two parameters are compared with one another: `sort_by(|a, b| …)`, `max_by(|a, b| …)`.
            let mut value = self.builder.any_of(given.into_iter().chain(part));
            let pattern = if parameter.kind() == "parameter" { field(parameter, "pattern") } else { Some(parameter) };
            if let Some(ty) = field(parameter, "type").filter(|_| parameter.kind() == "parameter") {
                let ty = self.type_expr(ty);
                value = self.builder.instance(ty);
            }
            if let Some(pattern) = pattern {
                self.pattern(pattern, value, pattern.start_byte().max(1));
            }
        }
        let declared = field(node, "return_type").map(|ty| self.type_expr(ty));
        let wanted = declared.map(|ty| self.builder.instance(ty));
        let around = std::mem::replace(&mut self.result, wanted);
        let value = match field(node, "body") {
            Some(body) => self.value(body),
            None => self.builder.unknown(),
        };
        self.result = around;
        self.builder.close_scope();
        match declared {
            Some(ty) => self.builder.instance(ty),
            None => value,
        }
    }
}
