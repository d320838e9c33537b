//! Operators: each gives what the method gives that stands behind it, of the value in front.

use tree_sitter::Node;

use super::Walker;
use super::assignments::Assigned;
use super::expressions::is_literal;
use super::frames::Frame;
use crate::base::caps;
use crate::languages::syntax::{field, first_part};
use crate::shard::expr::{Expr, ExprId, FIRST};

/// Binary operators and the methods behind them.
const BINARY: &[(&str, &str)] = &[
    ("%", "__mod__"),
    ("&", "__and__"),
    ("*", "__mul__"),
    ("**", "__pow__"),
    ("+", "__add__"),
    ("-", "__sub__"),
    ("/", "__truediv__"),
    ("//", "__floordiv__"),
    ("<<", "__lshift__"),
    (">>", "__rshift__"),
    ("@", "__matmul__"),
    ("^", "__xor__"),
    ("|", "__or__"),
];
/// Operators that give what both sides hold where these are collections.
const JOINING: &[&str] = &["+", "|"];
/// Most times that one name is told what operators make of it: what is told by the one before is asked for through all of them.
const MAX_UPDATED: u32 = 8;

impl Walker<'_, '_> {
    /// Arithmetic: left-nested chains are walked in a loop; the result is what the left operand's operator method gives.
    pub(super) fn binary(&mut self, node: Node<'_>) -> ExprId {
        let mut rights = Vec::new();
        let mut left = node;
        while left.kind() == "binary_operator" {
            let (Some(next), Some(right)) = (field(left, "left"), field(left, "right")) else { break };
            rights.push((field(left, "operator").map_or("", |operator| operator.kind()), right));
            left = next;
        }
        if left == node {
            return self.builder.unknown();
        }
        let mut value = self.value(left);
        let literal = matches!(left.kind(), "string" | "concatenated_string" | "integer" | "float");
        let number = matches!(left.kind(), "integer" | "float");
        for (operator, right) in rights.into_iter().rev() {
            let right = self.value(right);
            if !literal {
                value = self.operated(value, operator, behind(operator), right);
            } else if number && !matches!(self.builder.at(right), Expr::Literal(_) | Expr::Unknown) {
                value = self.reflected(value, behind(operator), right);
            }
        }
        value
    }

    /// What a number in front of an operator gives: what the right operand answers with where it does, else a number.
    fn reflected(&mut self, number: ExprId, method: &str, right: ExprId) -> ExprId {
        let answer = self.builder.member(right, &format!("__r{}", method.trim_start_matches('_')));
        let answered = self.builder.call(answer);
        let mark = self.builder.literal(FIRST);
        self.builder.expr(Expr::Apply { base: mark, args: vec![answered, number] })
    }

    /// `-value`, `+value`, `~value`.
    pub(super) fn unary(&mut self, node: Node<'_>) -> ExprId {
        let Some(operand) = field(node, "argument").or_else(|| first_part(node)) else { return self.builder.unknown() };
        let value = self.value(operand);
        let method = match field(node, "operator").map_or("", |operator| operator.kind()) {
            "-" => "__neg__",
            "~" => "__invert__",
            _ => "__pos__",
        };
        if is_literal(operand) {
            return value;
        }
        let member = self.builder.member(value, method);
        self.builder.call(member)
    }

    /// What a method gives that stands behind an operator. Of what may join two collections facts keep both.
    fn operated(&mut self, left: ExprId, operator: &str, method: &str, right: ExprId) -> ExprId {
        let callee = self.builder.member(left, method);
        if JOINING.contains(&operator) && !matches!(self.builder.at(right), Expr::Literal(_) | Expr::Unknown) {
            return self.builder.expr(Expr::CallWith { callee, args: vec![right] });
        }
        self.builder.call(callee)
    }

    /// `name += value`: from here on the name is what the method for that gives, else the one of the plain operator.
    pub(super) fn update(&mut self, node: Node<'_>, name: Node<'_>, right: ExprId) {
        let text = self.text(name);
        let operator = field(node, "operator").map_or("", |operator| operator.kind()).trim_end_matches('=');
        let values = match self.frames.last() {
            Some(Frame::Function(frame)) if !frame.globals.contains(text) && !frame.nonlocals.contains(text) => {
                let told = frame.locals.get(text).is_none_or(|known| known.ty.is_none() && known.rebound < MAX_UPDATED);
                let local = self.builder.find_local(text, name.start_byte()).and_then(|local| self.builder.local(local));
                local.filter(|it| told && it.ty.is_none()).map(|it| it.values.clone())
            }
            None => self.variables.get(text).filter(|it| !it.declared && it.values.len() < caps::MAX_CANDIDATES).map(|it| it.values.clone()),
            _ => None,
        };
        let values = values.unwrap_or_default();
        // Numbers and texts stay what they are.
        if values.iter().all(|value| matches!(self.builder.at(*value), Expr::Literal(_))) {
            return;
        }
        let before = self.builder.any_of(values);
        let plain = behind(operator);
        let own = format!("__i{}", plain.trim_start_matches('_'));
        let updated = self.operated(before, operator, &own, right);
        let otherwise = self.operated(before, operator, plain, right);
        let mark = self.builder.literal(FIRST);
        let value = self.builder.expr(Expr::Apply { base: mark, args: vec![updated, otherwise] });
        if self.frames.is_empty() {
            if let Some(holder) = self.variables.get_mut(text) {
                holder.values.push(value);
            }
            return;
        }
        self.assign_local(text, Assigned::bound(Some(value), node, node.end_byte()));
    }
}

/// The method behind a binary operator.
fn behind(operator: &str) -> &'static str {
    BINARY.iter().find(|(written, _)| *written == operator).map_or("__add__", |(_, method)| method)
}
