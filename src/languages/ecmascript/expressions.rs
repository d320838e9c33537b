//! Expressions: visits one, adds the sites inside it, and says what its value would be.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::walk::Walk;
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{ANY, Expr, ExprId};
use crate::shard::facts::Owner;

/// Elements of an array literal that are told apart.
const ARRAY_PARTS: usize = 16;

impl Walk<'_, '_> {
    /// Visits an expression and returns its symbolic value.
    pub fn value(&mut self, node: Node<'_>) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node<'_>) -> ExprId {
        let passed =
            super::functions::is_function(node) || matches!(node.kind(), "object" | "parenthesized_expression" | "array" | "call_expression");
        self.expected = self.expected.take().filter(|_| passed);
        match node.kind() {
            "identifier" | "shorthand_property_identifier" => self.shorthand(node),
            "this" => self.builder.name("this", node.start_byte()),
            "super" => self.parent_value(),
            "member_expression" => self.member(node, Role::Read),
            "subscript_expression" => self.subscript(node, Role::Read),
            "call_expression" => self.call(node),
            "new_expression" => self.construction(node),
            "parenthesized_expression" => {
                let value = self.last(node);
                self.cast_by_comment(node).map_or(value, |ty| if ty == self.builder.unknown() { ty } else { self.builder.instance(ty) })
            }
            "sequence_expression" => self.last(node),
            "non_null_expression" | "instantiation_expression" => self.asserted(node),
            "as_expression" | "type_assertion" | "satisfies_expression" => self.cast(node),
            "assignment_expression" => self.assignment(node),
            "augmented_assignment_expression" => self.augmented(node),
            "update_expression" => {
                if let Some(argument) = field(node, "argument") {
                    self.assign_to(argument, None);
                }
                self.builder.literal("number")
            }
            "await_expression" => self.awaited(node),
            "yield_expression" => {
                let value = self.last(node);
                if value != self.builder.unknown() {
                    // A generator gives a collection of what it yields.
                    let given = if syntax::has_token(node, "*") { value } else { self.builder.expr(Expr::Tuple(vec![value])) };
                    self.returned(given);
                }
                self.builder.unknown()
            }
            "spread_element" => {
                self.last(node);
                self.builder.unknown()
            }
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "ternary_expression" => self.ternary(node),
            "object" => self.object_value(node),
            "array" => self.array(node),
            "arrow_function" | "function_expression" | "generator_function" => self.function_value(node, &[]).0,
            "class" => self.class_value(node),
            "jsx_element" | "jsx_self_closing_element" => self.jsx(node),
            "string" => self.builder.literal("string"),
            "template_string" => {
                self.parts(node);
                self.builder.literal("string")
            }
            "number" => self.builder.literal(if self.of(node).ends_with('n') { "bigint" } else { "number" }),
            "true" | "false" => self.builder.literal("boolean"),
            "regex" => self.builder.literal("RegExp"),
            "decorator" => {
                self.decorator(node);
                self.builder.unknown()
            }
            "type_annotation" | "type_arguments" => {
                self.all_types(node);
                self.builder.unknown()
            }
            "meta_property" if self.of(node).starts_with("import") => self.builder.literal("ImportMeta"),
            "undefined" | "null" | "meta_property" | "import" | "comment" | "jsx_text" | "property_identifier" | "string_fragment" => {
                self.builder.unknown()
            }
            _ => {
                self.parts(node);
                self.builder.unknown()
            }
        }
    }

    /// Visits all children as statements, so that nothing in an unforeseen place is lost.
    fn parts(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            self.statement(child);
        }
    }

    /// The value of the last child; the others are visited.
    fn last(&mut self, node: Node<'_>) -> ExprId {
        let mut value = self.builder.unknown();
        for child in syntax::children(node) {
            match child.kind() {
                "comment" => {}
                "type_annotation" => {
                    self.type_expr(child);
                }
                _ => value = self.value(child),
            }
        }
        value
    }

    /// The value of the first child; the others are types.
    fn asserted(&mut self, node: Node<'_>) -> ExprId {
        let mut value = None;
        for child in syntax::children(node) {
            match value {
                _ if child.kind() == "comment" => {}
                None => value = Some(self.value(child)),
                Some(_) => {
                    self.type_expr(child);
                }
            }
        }
        value.unwrap_or(self.builder.unknown())
    }

    /// A value that is said to be of a type, which is what a function or an object that is written out there is expected to be.
    fn cast(&mut self, node: Node<'_>) -> ExprId {
        let mut parts = super::statements::parts(node);
        if node.kind() == "type_assertion" {
            parts.reverse();
        }
        let ty = parts.get(1).and_then(|ty| self.annotation(*ty)).map(|ty| self.builder.instance(ty));
        self.expected = ty;
        let value = parts.first().map_or(self.builder.unknown(), |value| self.value(*value));
        self.expected = None;
        let is_anything = |ty: &Node<'_>| {
            let ty = if ty.kind() == "type_arguments" { super::statements::first(*ty).unwrap_or(*ty) } else { *ty };
            ty.kind() == "predefined_type" && matches!(self.of(ty), "any" | "unknown")
        };
        if node.kind() != "satisfies_expression" && value != self.builder.unknown() && parts.get(1).is_some_and(is_anything) {
            let any = self.builder.literal(ANY);
            return self.builder.expr(Expr::Apply { base: any, args: vec![value] });
        }
        ty.filter(|_| node.kind() != "satisfies_expression").unwrap_or(value)
    }

    /// What `super` stands for: an instance of the parent class.
    fn parent_value(&mut self) -> ExprId {
        match self.parents.last().copied().flatten() {
            Some(parent) if matches!(self.receivers.last(), Some(super::walk::Receiver::Itself(_))) => parent,
            Some(parent) => self.builder.instance(parent),
            None => self.builder.unknown(),
        }
    }

    /// `a.b`: reads of both; `role` is what happens to `b`.
    pub(super) fn member(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let base = field(node, "object").map_or(self.builder.unknown(), |object| self.holder(object));
        let Some(property) = field(node, "property") else { return base };
        let name = self.of(property);
        let target = self.builder.member(base, name);
        self.builder.site(role, name, span(property), target, None);
        if name == "prototype" {
            // Its members are those of whatever is built.
            return self.builder.instance(base);
        }
        self.narrowed_member(node).filter(|_| role == Role::Read).or_else(|| self.documented_value(node)).unwrap_or(target)
    }

    /// What stands in front of a member: `exports` and `module.exports` hold what the module exports.
    pub(super) fn holder(&mut self, object: Node<'_>) -> ExprId {
        let value = self.value(object);
        if self.is_exports(object) { self.all_exports() } else { value }
    }

    /// `a[i]`, `a['b']`, `a[0]`.
    pub(super) fn subscript(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let base = field(node, "object").map_or(self.builder.unknown(), |object| self.value(object));
        let Some(index) = field(node, "index") else { return base };
        match index.kind() {
            "string" => {
                let name = super::imports::string_content(index, self.text);
                let target = self.builder.member(base, name);
                self.builder.site(role, name, super::imports::inner_span(index), target, None);
                target
            }
            "number" => match self.of(index).parse() {
                Ok(index) => self.builder.expr(Expr::Part { base, index }),
                Err(_) => self.builder.expr(Expr::Element(base)),
            },
            _ => {
                self.value(index);
                let element = self.builder.expr(Expr::Element(base));
                match self.constant_key(index) {
                    Some(key) => {
                        let member = self.builder.member(base, &key);
                        self.builder.any_of([member, element])
                    }
                    None => element,
                }
            }
        }
    }

    /// The name of the member that a constant of the top level names, as in `this[kAgent]`: that of the constant in brackets.
    pub(super) fn constant_key(&self, index: Node<'_>) -> Option<String> {
        let name = self.of(index);
        let known = index.kind() == "identifier" && !self.is_local(index);
        let constant = known && (self.bound.contains_key(name) || !self.known_in(Owner::File, name).is_empty());
        constant.then(|| format!("[{name}]"))
    }

    fn awaited(&mut self, node: Node<'_>) -> ExprId {
        let Some(inner) = super::statements::first(node) else { return self.builder.unknown() };
        let value = self.value(inner);
        if super::calls::is_dynamic_import(super::variables::bare(inner)) {
            return value;
        }
        self.builder.expr(Expr::Unwrap(value))
    }

    fn unary(&mut self, node: Node<'_>) -> ExprId {
        if let Some(argument) = field(node, "argument") {
            self.value(argument);
        }
        match field(node, "operator").map(|operator| operator.kind()) {
            Some("!" | "delete") => self.builder.literal("boolean"),
            Some("typeof") => self.builder.literal("string"),
            Some("-" | "+" | "~") => self.builder.literal("number"),
            _ => self.builder.unknown(),
        }
    }

    /// Chains of operators nest to the left and are walked without recursion.
    fn binary(&mut self, node: Node<'_>) -> ExprId {
        let mut chain = vec![node];
        let mut left = field(node, "left");
        while let Some(inner) = left.filter(|left| left.kind() == "binary_expression") {
            chain.push(inner);
            left = field(inner, "left");
        }
        let mut value = left.map_or(self.builder.unknown(), |left| self.value(left));
        while let Some(node) = chain.pop() {
            value = self.operation(node, value);
        }
        value
    }

    fn operation(&mut self, node: Node<'_>, left: ExprId) -> ExprId {
        let operator = field(node, "operator").map_or("", |operator| operator.kind());
        let Some(right) = field(node, "right") else { return left };
        match operator {
            "&&" | "||" | "??" => {
                self.count_branch();
                let facts = match (operator, field(node, "left")) {
                    ("&&", Some(left)) => self.facts_of(left, 0).when_true,
                    ("||", Some(left)) => self.facts_of(left, 0).when_false,
                    _ => Vec::new(),
                };
                let value = self.value_knowing(right, &facts);
                if operator == "&&" { value } else { self.builder.any_known_of([left, value]) }
            }
            "instanceof" | "in" | "==" | "===" | "!=" | "!==" | "<" | ">" | "<=" | ">=" => {
                self.value(right);
                self.builder.literal("boolean")
            }
            "+" => {
                self.value(right);
                self.builder.unknown()
            }
            _ => {
                self.value(right);
                self.builder.literal("number")
            }
        }
    }

    /// Counts a short-circuit operator, which is a branch but nests nothing.
    fn count_branch(&mut self) {
        if let Some(symbol) = self.builder.enclosing_callable() {
            self.builder.place_mut(symbol).branches += 1;
        }
    }

    /// A value in a place where something is known of some names.
    fn value_knowing(&mut self, node: Node<'_>, facts: &[super::narrowing::Narrowing]) -> ExprId {
        if facts.is_empty() {
            return self.value(node);
        }
        self.builder.open_scope(ScopeKind::Block);
        self.narrow(facts, 0);
        let value = self.value(node);
        self.builder.close_scope();
        value
    }

    fn ternary(&mut self, node: Node<'_>) -> ExprId {
        let facts = self.condition(node);
        self.builder.open_branch();
        let mut values = Vec::new();
        for (name, known) in [("consequence", &facts.when_true), ("alternative", &facts.when_false)] {
            if let Some(branch) = field(node, name) {
                values.push(self.value_knowing(branch, known));
            }
        }
        self.builder.close_branch();
        self.builder.any_known_of(values)
    }

    fn array(&mut self, node: Node<'_>) -> ExprId {
        let mut parts = Vec::new();
        let expected = self.expected.take();
        for child in syntax::children(node) {
            if child.kind() == "comment" {
                continue;
            }
            let takes = super::functions::is_function(child) || child.kind() == "object";
            self.expected = expected.filter(|_| takes).map(|list| self.builder.expr(Expr::Element(list)));
            let spread = child.kind() == "spread_element";
            let inner = if spread { super::statements::first(child) } else { Some(child) };
            let Some(inner) = inner else { continue };
            let value = self.value(inner);
            if parts.len() < ARRAY_PARTS {
                parts.push(if spread { self.builder.expr(Expr::Element(value)) } else { value });
            }
        }
        if parts.is_empty() { self.builder.literal("Array") } else { self.builder.expr(Expr::Tuple(parts)) }
    }
}
