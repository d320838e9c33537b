//! Value expressions.

use tree_sitter::Node;

use super::{Walk, is_primitive};
use crate::languages::syntax::{all_children, child_of_kind, children, field, span, text};
use crate::shard::body::Role;
use crate::shard::expr::{BUILT, Expr, ExprId, SIGN, SLICE};

/// Most fields of a value that is written out which may tell something of its type.
const MAX_FIELDS: usize = 8;

/// Operators that give something else than a truth value, each with its method.
const OPERATORS: &[(&str, &str)] = &[
    ("%", "rem"),
    ("&", "bitand"),
    ("*", "mul"),
    ("+", "add"),
    ("-", "sub"),
    ("/", "div"),
    ("<<", "shl"),
    (">>", "shr"),
    ("^", "bitxor"),
    ("|", "bitor"),
];

impl Walk<'_, '_> {
    /// Visits an expression once and returns what it gives.
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
            "identifier" => self.identifier(node),
            "self" => self.builder.name("self", node.start_byte()),
            "scoped_identifier" => self.path(node, Role::Read),
            "generic_function" => self.generic_function(node),
            "call_expression" => self.call(node),
            "field_expression" => self.field_access(node, Role::Read),
            "macro_invocation" => self.macro_invocation(node),
            "struct_expression" => self.struct_expression(node),
            "closure_expression" => {
                let given = self.closure(node, None, None);
                self.builder.function_giving(given)
            }
            "block" | "unsafe_block" | "async_block" | "const_block" | "try_block" | "gen_block" => self.block_like(node),
            "if_expression" => self.if_expression(node),
            "match_expression" => self.match_expression(node),
            "for_expression" | "while_expression" | "loop_expression" => {
                self.loop_expression(node);
                self.builder.unknown()
            }
            "assignment_expression" | "compound_assignment_expr" => self.assignment(node),
            "return_expression" => {
                match (node.named_child(0).filter(|it| !it.is_extra()), self.result) {
                    (Some(value), Some(wanted)) if self.is_making(value) => self.value_for(value, |_| wanted),
                    _ => self.last_value(node),
                };
                self.builder.unknown()
            }
            "binary_expression" => self.binary(node),
            "let_condition" | "let_chain" => {
                self.condition(node);
                self.builder.literal("bool")
            }
            "parenthesized_expression" | "reference_expression" | "expression_statement" => self.last_value(node),
            "try_expression" | "await_expression" => {
                let inner = self.last_value(node);
                self.builder.expr(Expr::Unwrap(inner))
            }
            "range_expression" => self.range(node),
            "unary_expression" => self.unary(node),
            "index_expression" => self.index(node),
            "tuple_expression" | "array_expression" => self.parts(node),
            "type_cast_expression" => self.cast(node),
            "unit_expression" => self.builder.expr(Expr::Tuple(Vec::new())),
            "string_literal" | "raw_string_literal" | "char_literal" => self.quoted(node),
            "boolean_literal" => self.builder.literal("bool"),
            "integer_literal" => self.number(node, "i32"),
            "float_literal" => self.number(node, "f64"),
            "let_declaration" => self.statement(node),
            "generic_type" | "bracketed_type" | "type_identifier" | "scoped_type_identifier" => self.type_expr(node),
            "line_comment" | "block_comment" | "label" | "attribute_item" | "lifetime" | "mutable_specifier" | "metavariable" => {
                self.builder.unknown()
            }
            _ => {
                if !self.item(node, &super::attributes::Lead::default()) {
                    self.last_value(node);
                }
                self.builder.unknown()
            }
        }
    }

    /// Visits all children; the value is that of the last.
    fn last_value(&mut self, node: Node<'_>) -> ExprId {
        let mut value = self.builder.unknown();
        for child in children(node) {
            if !matches!(child.kind(), "line_comment" | "block_comment" | "mutable_specifier" | "label") {
                value = self.value(child);
            }
        }
        value
    }

    fn identifier(&mut self, node: Node<'_>) -> ExprId {
        let name = self.word(node);
        if name == "Self" {
            return self.self_type();
        }
        let target = self.builder.name(name, node.start_byte());
        if !is_primitive(name) {
            self.builder.site(Role::Read, name, span(node), target, None);
        }
        if name == "None" {
            // What would be in it is not told here.
            let (ty, unknown) = (self.builder.free("Option"), self.builder.unknown());
            return self.holding(ty, vec![unknown]);
        }
        target
    }

    fn generic_function(&mut self, node: Node<'_>) -> ExprId {
        self.type_arguments(node);
        match field(node, "function") {
            Some(function) => self.value(function),
            None => self.builder.unknown(),
        }
    }

    /// `a.b`, read or written. Numbered fields belong to tuple structs or to tuples; they have no name to be used.
    pub(super) fn field_access(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let base = match field(node, "value") {
            Some(value) => self.member_base(value),
            None => self.builder.unknown(),
        };
        let Some(name) = field(node, "field") else { return base };
        let word = self.word(name);
        if name.kind() == "integer_literal" {
            return self.numbered_field(base, word);
        }
        let target = self.builder.member(base, word);
        self.builder.site(role, word, span(name), target, None);
        target
    }

    /// A value in front of `.`: no module or crate of that name is meant.
    pub(super) fn member_base(&mut self, node: Node<'_>) -> ExprId {
        if node.kind() == "macro_invocation" {
            return self.macro_receiver(node);
        }
        let value = self.value(node);
        if node.kind() == "identifier" {
            self.builder.receiver(value);
        }
        value
    }

    pub(super) fn numbered_field(&mut self, base: ExprId, word: &str) -> ExprId {
        let named = self.builder.member(base, word);
        let Ok(index) = word.parse::<u32>() else { return named };
        let part = self.builder.expr(Expr::Part { base, index });
        self.builder.any_of([named, part])
    }

    fn struct_expression(&mut self, node: Node<'_>) -> ExprId {
        let Some(name) = field(node, "name") else { return self.builder.unknown() };
        let ty = self.type_expr(name);
        if self.word(name) == "Self" {
            self.builder.site(Role::Type, "Self", span(name), ty, None);
        }
        let built = self.builder.built(ty);
        let mut told = Vec::new();
        for part in field(node, "body").map(children).unwrap_or_default() {
            match part.kind() {
                "field_initializer" => {
                    if let Some(value) = field(part, "value") {
                        let name = field(part, "field").map_or("", |it| self.word(it));
                        let value = self.value_for(value, |walk| walk.builder.member(built, name));
                        told.push((name, value));
                    }
                    if let Some(name) = field(part, "field") {
                        self.field_write(built, name);
                    }
                }
                "shorthand_field_initializer" => {
                    if let Some(name) = child_of_kind(part, "identifier") {
                        let value = self.identifier(name);
                        told.push((self.word(name), value));
                        self.field_write(built, name);
                    }
                }
                "base_field_initializer" => {
                    for value in children(part).into_iter().filter(|it| !it.is_extra()) {
                        self.value_for(value, |_| built);
                    }
                }
                _ => {}
            }
        }
        // What `Self` is made with is what it is in the block around.
        if self.word(name) == "Self" { built } else { self.built_of(ty, built, told) }
    }

    /// A value that is written out with these fields, which may tell what the type parameters of its type stand for. A plain number tells nothing.
    fn built_of(&mut self, ty: ExprId, built: ExprId, mut told: Vec<(&str, ExprId)>) -> ExprId {
        told.retain(|(_, value)| !matches!(self.builder.at(*value), Expr::Unknown | Expr::Literal(_)));
        if told.is_empty() {
            return built;
        }
        let mut parts = vec![ty];
        for (name, base) in told.into_iter().take(MAX_FIELDS) {
            parts.push(self.builder.expr(Expr::At { base, key: name.into() }));
        }
        let mark = self.builder.literal(BUILT);
        let ty = self.builder.applied(mark, parts);
        self.builder.built(ty)
    }

    fn field_write(&mut self, built: ExprId, name: Node<'_>) {
        if name.kind() == "integer_literal" {
            return;
        }
        let word = self.word(name);
        let target = self.builder.member(built, word);
        self.builder.site(Role::Write, word, span(name), target, None);
    }

    fn block_like(&mut self, node: Node<'_>) -> ExprId {
        if node.kind() == "block" {
            return self.block(node);
        }
        if node.kind() == "unsafe_block" {
            self.builder.unsafe_block(span(node));
        }
        match field(node, "body").or_else(|| child_of_kind(node, "block")) {
            Some(block) => self.block(block),
            None => self.last_value(node),
        }
    }

    fn assignment(&mut self, node: Node<'_>) -> ExprId {
        if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right"))
            && self.is_making(right)
            && matches!(left.kind(), "field_expression" | "identifier" | "unary_expression")
        {
            let place = self.place(left);
            self.value_for(right, |_| place);
            return self.builder.expr(Expr::Tuple(Vec::new()));
        }
        let value = match field(node, "right") {
            Some(right) => self.value(right),
            None => self.builder.unknown(),
        };
        if let Some(left) = field(node, "left") {
            let value = if node.kind() == "assignment_expression" { Some(value) } else { None };
            self.write(left, value);
        }
        self.builder.expr(Expr::Tuple(Vec::new()))
    }

    /// The left side of an assignment that tells what is assigned.
    fn place(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            "identifier" if self.word(node) == "_" => self.builder.unknown(),
            "field_expression" => self.field_access(node, Role::Write),
            "identifier" => {
                let name = self.word(node);
                let target = self.builder.name(name, node.start_byte());
                self.builder.site(Role::Write, name, span(node), target, None);
                target
            }
            _ => self.value(node),
        }
    }

    /// The left side of an assignment.
    fn write(&mut self, node: Node<'_>, value: Option<ExprId>) {
        match node.kind() {
            // What is assigned to `_` is thrown away.
            "identifier" if self.word(node) == "_" => {}
            "identifier" => {
                let name = self.word(node);
                let at = node.start_byte();
                if let (Some(local), Some(value)) = (self.builder.find_local(name, at), value) {
                    self.builder.assign(local, None, Some(value));
                }
                let target = self.builder.name(name, at);
                self.builder.site(Role::Write, name, span(node), target, None);
            }
            "scoped_identifier" => {
                self.path(node, Role::Write);
            }
            "field_expression" => {
                self.field_access(node, Role::Write);
            }
            "tuple_expression" | "array_expression" | "parenthesized_expression" => {
                if self.descend(node) {
                    let unknown = self.builder.unknown();
                    for part in children(node) {
                        self.write(part, Some(unknown));
                    }
                    self.ascend();
                }
            }
            _ => {
                self.value(node);
            }
        }
    }

    /// Operators nest to the left without bound, so the chain is followed in a loop.
    fn binary(&mut self, node: Node<'_>) -> ExprId {
        let mut rights = Vec::new();
        let mut current = node;
        let operator = |node: Node<'_>| field(node, "operator").map_or("", |it| it.kind());
        while current.kind() == "binary_expression" {
            let sign = operator(current);
            if matches!(sign, "&&" | "||")
                && let Some(callable) = self.builder.enclosing_callable()
            {
                self.builder.place_mut(callable).branches += 1;
            }
            rights.extend(field(current, "right").map(|right| (sign, right)));
            match field(current, "left") {
                Some(left) => current = left,
                None => break,
            }
        }
        let mut value = if current.kind() == "binary_expression" { self.builder.unknown() } else { self.value(current) };
        for (sign, right) in rights.into_iter().rev() {
            let right = self.value(right);
            value = self.operated(sign, value, right);
        }
        value
    }

    /// What an operator gives: what the method that it stands for gives. A number without a suffix is of whatever type the other side has.
    fn operated(&mut self, sign: &str, left: ExprId, right: ExprId) -> ExprId {
        let Some((_, method)) = OPERATORS.iter().find(|(known, _)| *known == sign) else { return self.builder.literal("bool") };
        let unknown = self.builder.unknown();
        let is_plain = matches!(self.builder.at(left), Expr::Literal(name) if name == "i32" || name == "f64");
        let side = if is_plain { right } else { left };
        if side == unknown {
            return unknown;
        }
        let method = self.builder.member(side, method);
        self.builder.call(method)
    }

    fn unary(&mut self, node: Node<'_>) -> ExprId {
        let inner = self.last_value(node);
        match node.child(0).map_or("", |operator| operator.kind()) {
            "*" => self.dereferenced(node, inner),
            "-" => self.turned(inner, "neg"),
            "!" => self.turned(inner, "not"),
            _ => inner,
        }
    }

    /// What a sign in front gives: what the method that it stands for says. What is written out stays what it is.
    fn turned(&mut self, inner: ExprId, method: &str) -> ExprId {
        if inner == self.builder.unknown() || matches!(self.builder.at(inner), Expr::Literal(_)) {
            return inner;
        }
        self.builder.expr(Expr::At { base: inner, key: format!("{SIGN}{method}").into() })
    }

    /// A range has the type of its form, over that of its bounds. A number without a suffix is of whatever type the other bound has.
    fn range(&mut self, node: Node<'_>) -> ExprId {
        let (mut bounds, mut numbers) = (Vec::new(), Vec::new());
        let (mut met, mut closed, mut from, mut to) = (false, false, false, false);
        for child in all_children(node) {
            match child.kind() {
                "line_comment" | "block_comment" => {}
                ".." | "..." | "..=" => (met, closed) = (true, child.kind() != ".."),
                _ => {
                    if met {
                        to = true;
                    } else {
                        from = true;
                    }
                    let value = self.value(child);
                    let is_plain = matches!(self.builder.at(value), Expr::Literal(name) if name == "i32");
                    if is_plain { numbers.push(value) } else { bounds.push(value) }
                }
            }
        }
        bounds.append(&mut numbers);
        self.ranged(from, to, closed, bounds)
    }

    /// A range by the ends that it has.
    pub(super) fn ranged(&mut self, from: bool, to: bool, closed: bool, bounds: Vec<ExprId>) -> ExprId {
        let name = match (from, to) {
            (true, true) if closed => "RangeInclusive",
            (true, true) => "Range",
            (true, false) => "RangeFrom",
            (false, true) if closed => "RangeToInclusive",
            (false, true) => "RangeTo",
            (false, false) => "RangeFull",
        };
        let library = self.builder.free("std");
        let module = self.builder.member(library, "ops");
        let ty = self.builder.member(module, name);
        self.holding(ty, bounds)
    }

    /// A value of a type that takes the type of what it holds as its argument.
    pub(super) fn holding(&mut self, ty: ExprId, held: Vec<ExprId>) -> ExprId {
        let args = if held.is_empty() {
            Vec::new()
        } else {
            let list = self.builder.expr(Expr::Tuple(held));
            vec![self.builder.expr(Expr::Element(list))]
        };
        let ty = self.builder.applied(ty, args);
        self.builder.built(ty)
    }

    fn index(&mut self, node: Node<'_>) -> ExprId {
        let parts = children(node);
        let mut values = parts.into_iter().filter(|part| !matches!(part.kind(), "line_comment" | "block_comment"));
        let base = match values.next() {
            Some(base) => self.value(base),
            None => self.builder.unknown(),
        };
        let mut slice = false;
        for index in values {
            slice |= index.kind() == "range_expression";
            self.value(index);
        }
        self.builder.expr(if slice { Expr::At { base, key: SLICE.into() } } else { Expr::Element(base) })
    }

    fn parts(&mut self, node: Node<'_>) -> ExprId {
        let length = field(node, "length");
        let mut values = Vec::new();
        for part in children(node) {
            if matches!(part.kind(), "line_comment" | "block_comment" | "attribute_item") {
                continue;
            }
            let value = self.value(part);
            if Some(part) != length && values.len() < 8 {
                values.push(value);
            }
        }
        if node.kind() == "tuple_expression" {
            return self.builder.expr(Expr::Tuple(values));
        }
        let ty = self.builder.free("array");
        self.holding(ty, values)
    }

    fn cast(&mut self, node: Node<'_>) -> ExprId {
        if let Some(value) = field(node, "value") {
            self.value(value);
        }
        match field(node, "type") {
            Some(ty) => {
                let ty = self.type_expr(ty);
                self.builder.instance(ty)
            }
            None => self.builder.unknown(),
        }
    }

    /// What stands in quotes: text, or its bytes where it is marked as such.
    pub(super) fn quoted(&mut self, node: Node<'_>) -> ExprId {
        let (marked, whole) = (text(node, self.text).starts_with('b'), node.kind() != "char_literal");
        if !marked {
            return self.builder.literal(if whole { "str" } else { "char" });
        }
        let byte = self.builder.free("u8");
        if !whole {
            return self.builder.instance(byte);
        }
        let array = self.builder.free("array");
        let array = self.builder.applied(array, vec![byte]);
        self.builder.instance(array)
    }

    /// A number has the type of its suffix.
    pub(super) fn number(&mut self, node: Node<'_>, default: &str) -> ExprId {
        let written = text(node, self.text);
        let suffix = written.find(['i', 'u', 'f']).map(|at| &written[at..]).filter(|suffix| is_primitive(suffix));
        self.builder.literal(suffix.unwrap_or(default))
    }
}
