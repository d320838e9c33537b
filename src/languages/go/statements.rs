//! Statements.

use tree_sitter::Node;

use super::walker::Walker;
use crate::languages::syntax;
use crate::shard::builder::ScopeKind;

impl Walker<'_, '_> {
    /// The statements of a block, in the present scope.
    pub(super) fn statements(&mut self, block: Node<'_>) {
        for child in syntax::children(block) {
            self.statement(child);
        }
    }

    /// A block with a scope of its own.
    pub(super) fn block(&mut self, block: Node<'_>) {
        self.open(ScopeKind::Block);
        self.statements(block);
        self.close();
    }

    pub(super) fn statement(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        self.statement_of_kind(node);
        self.ascend();
    }

    fn statement_of_kind(&mut self, node: Node<'_>) {
        match node.kind() {
            "comment" | "empty_statement" | "break_statement" | "continue_statement" | "goto_statement" | "fallthrough_statement" | "label_name" => {}
            "statement_list" | "labeled_statement" => self.statements(node),
            "block" => self.block(node),
            "expression_statement" | "return_statement" | "go_statement" | "defer_statement" | "send_statement" | "expression_list" => {
                self.operands(node);
            }
            "short_var_declaration" => self.short_declaration(node),
            "assignment_statement" => self.assignment(node),
            "inc_statement" | "dec_statement" => self.step(node),
            "receive_statement" => self.receive(node),
            "if_statement" => self.if_statement(node),
            "for_statement" => self.for_statement(node),
            "expression_switch_statement" => self.switch(node),
            "type_switch_statement" => self.type_switch(node),
            "select_statement" => self.cases(node),
            // Those of functions and imports stand here in broken regions only.
            "const_declaration"
            | "var_declaration"
            | "type_declaration"
            | "function_declaration"
            | "method_declaration"
            | "import_declaration"
            | "ERROR" => self.declaration(node, None),
            _ => {
                self.value(node);
            }
        }
    }

    /// A statement that only evaluates: each operand for its sites. Go declares every result type, so returned values are not needed.
    fn operands(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            if child.kind() == "expression_list" {
                self.operands(child);
            } else {
                self.value(child);
            }
        }
    }
}
