//! Lambdas and what they capture.

use tree_sitter::Node;

use super::declarators::trailing_type;
use super::visitor::Visitor;
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::ExprId;

impl Visitor<'_, '_> {
    /// A lambda: a scope of its own, whose returns are not those of the function around it.
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExprId {
        self.b.open_scope(ScopeKind::Function);
        if let Some(captures) = syntax::field(node, "captures") {
            self.captures(captures);
        }
        if let Some(declarator) = syntax::field(node, "declarator") {
            if let Some(list) = syntax::field(declarator, "parameters") {
                self.value(list);
            }
            if let Some(trailing) = trailing_type(declarator) {
                self.type_expr(trailing);
            }
        }
        self.lambdas += 1;
        self.body(syntax::field(node, "body"), None);
        self.lambdas -= 1;
        self.b.close_scope();
        self.b.unknown()
    }

    /// Captured names are uses; `x = value` makes a local of the lambda.
    fn captures(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            if child.kind() != "lambda_capture_initializer" {
                self.value(child);
                continue;
            }
            let value = syntax::field(child, "right").map(|right| self.value(right));
            if let Some(name) = syntax::field(child, "left") {
                let local =
                    Local { name: self.slice(name).into(), ty: None, values: value.into_iter().collect(), receiver: false, parameter_of: None };
                self.b.declare(local, name.start_byte());
            }
        }
    }
}
