//! Operators: what they give, which a class may say for itself, where an operand is not known to be a pointer or a number.

use tree_sitter::Node;

use super::numbers;
use super::visitor::Visitor;
use crate::languages::syntax;
use crate::shard::body::RECEIVER;
use crate::shard::expr::{Expr, ExprId, OPERATED};

/// Most operators of one chain of which each is looked at: of longer ones nothing is said.
const MAX_CHAIN: usize = 16;

/// Operators that give whether something is so.
const TESTS: &[&str] = &["==", "!=", "<", ">", "<=", ">=", "&&", "||", "and", "or", "not_eq"];

impl Visitor<'_, '_> {
    /// `!x`, `*x`, `&x`, `-x`, `co_await x`.
    pub(super) fn prefixed(&mut self, node: Node<'_>) -> ExprId {
        let inner = self.child_value(node, "argument");
        let argument = syntax::field(node, "argument");
        match node.kind() {
            "unary_expression" if syntax::has_token(node, "!") => self.b.literal("bool"),
            "unary_expression" => {
                let operator = syntax::field(node, "operator").map_or("", |it| it.kind());
                if self.cpp && matches!(operator, "-" | "+" | "~") && !matches!(self.b.at(inner), Expr::Literal(_)) {
                    return self.operated(inner, operator, None);
                }
                inner
            }
            "pointer_expression" if self.cpp && syntax::has_token(node, "*") => match argument {
                Some(argument) if self.points(argument) => inner,
                Some(argument) if self.is_held(argument) => self.operated(inner, "*", None),
                _ => self.b.expr(Expr::Unwrap(inner)),
            },
            "co_await_expression" => self.b.expr(Expr::Unwrap(inner)),
            _ => inner,
        }
    }

    /// `x++`, `--x`: what stands behind is told from what stands in front by a number that is handed over.
    pub(super) fn update(&mut self, node: Node<'_>) -> ExprId {
        let Some(argument) = syntax::field(node, "argument") else { return ExprId(0) };
        let value = self.target(argument, None);
        let operator = syntax::field(node, "operator").filter(|_| self.cpp && self.is_held(argument));
        let Some(operator) = operator else { return value };
        let number = (argument.start_byte() < operator.start_byte()).then(|| self.b.literal("int"));
        self.operated(value, operator.kind(), number)
    }

    /// `a = b`, `a += b`.
    pub(super) fn assignment(&mut self, node: Node<'_>) -> ExprId {
        let value = syntax::field(node, "right").map(|right| self.initializer(right, None));
        let operator = syntax::field(node, "operator").map_or("=", |it| it.kind());
        let is_plain = !self.cpp || operator == "=";
        let target = syntax::field(node, "left").map(|left| self.target(left, value.filter(|_| is_plain)));
        match (target, value) {
            (Some(target), Some(value)) if !is_plain => self.operated(target, operator, Some(value)),
            (_, value) => value.unwrap_or(self.b.unknown()),
        }
    }

    /// Operators nest to the left without end in long sums and `<<` chains, so they are followed in a loop.
    pub(super) fn binary(&mut self, node: Node<'_>) -> ExprId {
        let mut steps = Vec::new();
        let mut current = node;
        while current.kind() == "binary_expression" {
            let operator = syntax::field(current, "operator").map_or("", |it| it.kind());
            steps.push((operator, syntax::field(current, "right")));
            let Some(left) = syntax::field(current, "left") else { break };
            current = left;
        }
        let first = if current.kind() == "binary_expression" { self.b.unknown() } else { self.value(current) };
        let outermost = steps.first().map_or("", |(operator, _)| *operator);
        if matches!(outermost, "&&" | "||" | "and" | "or") {
            self.b.count_branch();
        }
        let mut pointer = self.cpp && self.points(current);
        let (mut value, mut rights, mut depth) = (first, Vec::new(), 0);
        for (operator, right_node) in steps.into_iter().rev() {
            let Some(right_node) = right_node else { continue };
            let right = self.value(right_node);
            rights.push(right);
            if !self.cpp {
                continue;
            }
            if pointer && matches!(operator, "+" | "-") {
                // A pointer and a number give a pointer, two pointers a number.
                pointer = !self.points(right_node);
                value = if pointer { value } else { self.b.literal("ptrdiff_t") };
                continue;
            }
            pointer = false;
            depth += 1;
            value = if depth > MAX_CHAIN && operator != "<<" && !TESTS.contains(&operator) {
                self.b.unknown()
            } else {
                self.combined(value, operator, right)
            };
        }
        match outermost {
            _ if self.cpp => value,
            "<<" => first,
            "+" | "-" => self.sum(first, &rights),
            operator if TESTS.contains(&operator) => self.b.literal("bool"),
            _ => self.b.unknown(),
        }
    }

    /// What one operator gives.
    fn combined(&mut self, left: ExprId, operator: &str, right: ExprId) -> ExprId {
        let is_literal = |id: ExprId| matches!(self.b.at(id), Expr::Literal(_));
        match operator {
            operator if TESTS.contains(&operator) => self.b.literal("bool"),
            // What is shifted into gives itself by custom.
            "<<" => left,
            "+" | "-" if is_literal(left) && is_literal(right) => self.sum(left, &[right]),
            _ if is_literal(left) && is_literal(right) => self.b.unknown(),
            _ => self.operated(left, operator, Some(right)),
        }
    }

    /// A sum is what its first part is, but for a number or a text that is written out: that becomes what the others are.
    fn sum(&self, first: ExprId, rest: &[ExprId]) -> ExprId {
        let is_literal = |id: &ExprId| matches!(self.b.at(*id), Expr::Literal(_));
        let all = || std::iter::once(first).chain(rest.iter().copied());
        let rank = |id: &ExprId| if let Expr::Literal(name) = self.b.at(*id) { numbers::rank(name) } else { None };
        if !is_literal(&first) {
            return first;
        }
        all().find(|it| !is_literal(it)).or_else(|| all().max_by_key(rank).filter(|_| rank(&first).is_some())).unwrap_or(first)
    }

    /// What an operator gives, by its name and its operands.
    fn operated(&mut self, first: ExprId, operator: &str, last: Option<ExprId>) -> ExprId {
        if !self.cpp || operator.is_empty() || matches!(self.b.at(first), Expr::Unknown) {
            return self.b.unknown();
        }
        let base = self.b.literal(OPERATED);
        let target = self.b.member(first, &format!("operator{operator}"));
        self.b.expr(Expr::Apply { base, args: std::iter::once(target).chain(last).collect() })
    }

    /// What the members behind an arrow are of: what a class says by its operator, where a variable is declared to be no pointer.
    pub(super) fn behind_arrow(&mut self, node: Node<'_>, base: ExprId) -> ExprId {
        // A name that is declared without `*` may be of a type that is a pointer (`typedef struct s *handle;`), as it must be in C.
        let is_value = |local: &u32| self.cpp && self.values.contains(local);
        match syntax::field(node, "argument").and_then(|argument| self.local_of(argument)).filter(is_value) {
            Some(_) => self.operated(base, "->", None),
            None => base,
        }
    }

    /// Whether an expression shows that it is a pointer.
    pub(super) fn points(&self, node: Node<'_>) -> bool {
        let node = within(node);
        match node.kind() {
            "this" | "new_expression" => true,
            "pointer_expression" => syntax::has_token(node, "&"),
            _ => self.local_of(node).is_some_and(|local| self.pointers.contains(&local)),
        }
    }

    /// Whether an operator of a class may be meant: of members and of what lies further out it is not known here whether they are pointers.
    fn is_held(&self, node: Node<'_>) -> bool {
        let node = within(node);
        node.kind() == "call_expression" || self.local_of(node).is_some_and(|local| !self.pointers.contains(&local))
    }

    /// Arguments with which of them are told to be pointers, and which to be none, a bit each; then which to have a place of their own, and which to have none.
    pub(super) fn told_of(&self, list: Node<'_>, args: &[ExprId]) -> Told {
        let mut told = Told::default();
        let parts = syntax::parts(list);
        if !self.cpp || parts.len() != args.len() {
            return told;
        }
        for (at, part) in (0..RECEIVER).zip(parts) {
            match self.is_pointer(part) {
                Some(true) => told.pointers.0 |= 1 << at,
                Some(false) => told.pointers.1 |= 1 << at,
                None => {}
            }
            match self.has_place(part) {
                Some(true) => told.places.0 |= 1 << at,
                Some(false) => told.places.1 |= 1 << at,
                None => {}
            }
        }
        told.args = args.to_vec();
        told
    }

    /// Whether an argument has a place of its own, where the expression tells (C++ standard, [basic.lval]); a text that is written out has none as what a class
    /// makes of it.
    fn has_place(&self, node: Node<'_>) -> Option<bool> {
        let node = within(node);
        match node.kind() {
            "identifier" => self.local_of(node).map(|_| true),
            "field_expression" => {
                let of_result = syntax::field(node, "argument").is_some_and(|it| within(it).kind() == "call_expression");
                (!of_result || syntax::has_token(node, "->")).then_some(true)
            }
            "pointer_expression" => Some(!syntax::has_token(node, "&")),
            "call_expression" => {
                let moves = syntax::field(node, "function").is_some_and(|callee| self.of_library(callee) == Some("move"));
                moves.then_some(false)
            }
            "string_literal"
            | "raw_string_literal"
            | "concatenated_string"
            | "user_defined_literal"
            | "char_literal"
            | "number_literal"
            | "true"
            | "false"
            | "null"
            | "this"
            | "lambda_expression"
            | "new_expression"
            | "compound_literal_expression"
            | "initializer_list" => Some(false),
            _ => None,
        }
    }

    /// Whether a value is a pointer, where the expression or the declaration of a variable tells.
    pub(super) fn is_pointer(&self, node: Node<'_>) -> Option<bool> {
        let node = within(node);
        let level = |node: Node<'_>| self.local_of(node).and_then(|local| self.levels.get(&local).copied());
        match node.kind() {
            "string_literal" | "raw_string_literal" | "concatenated_string" => Some(true),
            "char_literal" | "true" | "false" | "sizeof_expression" => Some(false),
            // What is written as zero may be taken for no pointer at all.
            "number_literal" => self.slice(node).contains(|digit: char| digit.is_ascii_digit() && digit != '0').then_some(false),
            _ if self.points(node) => Some(true),
            "identifier" => level(node).map(|level| level > 0),
            "pointer_expression" | "subscript_expression" => {
                level(syntax::field(node, "argument")?).filter(|level| *level > 0).map(|level| level > 1)
            }
            _ => None,
        }
    }

    fn local_of(&self, node: Node<'_>) -> Option<u32> {
        let node = within(node);
        if node.kind() == "identifier" { self.b.find_local(self.slice(node), node.start_byte()) } else { None }
    }
}

/// What is told of the arguments of a call: for each pair of bits what is so and what is not.
#[derive(Default)]
pub(super) struct Told {
    pub args: Vec<ExprId>,
    pub pointers: (u8, u8),
    pub places: (u8, u8),
}

/// What stands inside of parentheses.
fn within(node: Node<'_>) -> Node<'_> {
    let mut current = node;
    while current.kind() == "parenthesized_expression"
        && current.named_child_count() == 1
        && let Some(inner) = current.named_child(0)
    {
        current = inner;
    }
    current
}
