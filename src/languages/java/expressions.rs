//! Values: what an expression gives, and the sites inside it.

use tree_sitter::Node;

use super::calls::Handed;
use super::types::bracket_pairs;
use super::{Shape, Walk, parts};
use crate::languages::syntax::{self, child_of_kind, field, span};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, METHOD, PROMOTED};

/// Most values of one chain of operators that are looked at.
const MAX_OPERANDS: usize = 32;

impl Walk<'_, '_> {
    /// The symbolic value of an expression, whose sites are added on the way.
    pub(super) fn value(&mut self, node: Node<'_>) -> ExprId {
        if !self.descend(node) {
            return self.builder.unknown();
        }
        let value = match node.kind() {
            "identifier" => self.bare_name(node, Role::Read),
            "this" => self.builder.name("this", node.start_byte()),
            "super" => self.super_value(),
            "field_access" => self.field_access(node),
            "array_access" => self.array_access(node),
            "method_invocation" => self.invocation(node),
            "object_creation_expression" => self.creation(node),
            "array_creation_expression" => self.array_creation(node),
            "method_reference" => self.method_reference(node),
            "lambda_expression" => self.lambda(node, Handed::default()),
            "class_literal" => self.class_literal(node),
            "cast_expression" => self.cast(node),
            "instanceof_expression" => self.instance_of(node),
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.update(node),
            "binary_expression" => self.binary(node),
            "unary_expression" => self.unary(node),
            "ternary_expression" => self.ternary(node, Handed::default()),
            "switch_expression" => self.switch(node),
            "annotation" | "marker_annotation" => self.annotated_value(node),
            kind => self.plain_value(node, kind),
        };
        self.ascend();
        value
    }

    /// Literals, and whatever only holds other expressions.
    fn plain_value(&mut self, node: Node<'_>, kind: &str) -> ExprId {
        let literal = match kind {
            "string_literal" => "String",
            "character_literal" => "char",
            "true" | "false" => "boolean",
            "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal" => {
                if self.word(node).ends_with(['l', 'L']) { "long" } else { "int" }
            }
            "decimal_floating_point_literal" | "hex_floating_point_literal" => {
                if self.word(node).ends_with(['f', 'F']) {
                    "float"
                } else {
                    "double"
                }
            }
            "null_literal" => return self.builder.unknown(),
            "parenthesized_expression" => {
                let inner = parts(node).into_iter().next();
                return match inner {
                    Some(inner) => self.value(inner),
                    None => self.builder.unknown(),
                };
            }
            _ => {
                self.statements(node);
                return self.builder.unknown();
            }
        };
        // Only strings hold something: interpolated expressions.
        if kind == "string_literal" {
            for child in parts(node).into_iter().filter(|child| child.kind() == "string_interpolation") {
                self.statements(child);
            }
        }
        self.builder.literal(literal)
    }

    fn annotated_value(&mut self, node: Node<'_>) -> ExprId {
        self.annotation(node);
        self.builder.unknown()
    }

    fn bare_name(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let name = self.word(node);
        let target = self.builder.name(name, node.start_byte());
        self.builder.site(role, name, span(node), target, None);
        target
    }

    /// An instance of the class above, or of `Object` where none is written.
    pub(super) fn super_value(&mut self) -> ExprId {
        let superclass = self.superclass();
        self.builder.instance(superclass)
    }

    /// The class above the innermost type.
    pub(super) fn superclass(&mut self) -> ExprId {
        match self.frames.last().and_then(|frame| frame.superclass) {
            Some(superclass) => superclass,
            None => self.builder.free("Object"),
        }
    }

    fn field_access(&mut self, node: Node<'_>) -> ExprId {
        match (field(node, "object"), field(node, "field")) {
            (Some(object), Some(name)) if name.kind() == "this" => {
                let ty = self.value(object);
                self.builder.instance(ty)
            }
            _ => self.member_access(node, Role::Read),
        }
    }

    fn member_access(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let (Some(object), Some(name)) = (field(node, "object"), field(node, "field")) else { return self.builder.unknown() };
        let base = self.object(node, object);
        let word = self.word(name);
        let target = self.builder.member(base, word);
        self.builder.site(role, word, span(name), target, None);
        target
    }

    /// What stands in front of a dot. `Outer.super` is an instance of the class above a class around, `Interface.super` of that interface.
    pub(super) fn object(&mut self, node: Node<'_>, object: Node<'_>) -> ExprId {
        let base = self.value(object);
        if object.kind() == "super" || child_of_kind(node, "super").is_none() {
            return base;
        }
        let above = if object.kind() == "identifier" { self.class_above(self.word(object)) } else { None };
        self.builder.instance(above.unwrap_or(base))
    }

    /// The class above the innermost class around that is called so. An interface around has none: its name in front of `super` is that of one above.
    fn class_above(&mut self, name: &str) -> Option<ExprId> {
        let mut around = self.frames.iter().rev().filter(|frame| frame.shape != Shape::Interface);
        let class = around.find(|frame| self.builder.symbol_mut(frame.symbol).name == name)?;
        Some(class.superclass.unwrap_or_else(|| self.builder.free("Object")))
    }

    fn array_access(&mut self, node: Node<'_>) -> ExprId {
        let array = field(node, "array").map(|array| self.value(array));
        if let Some(index) = field(node, "index") {
            self.value(index);
        }
        match array {
            Some(array) => self.builder.expr(Expr::Element(array)),
            None => self.builder.unknown(),
        }
    }

    fn array_creation(&mut self, node: Node<'_>) -> ExprId {
        let element = field(node, "type").map(|ty| self.type_expr(ty));
        let mut count = 0;
        for child in parts(node) {
            match child.kind() {
                "dimensions_expr" => {
                    count += 1;
                    self.statements(child);
                }
                "dimensions" => count += bracket_pairs(child),
                "array_initializer" => self.statements(child),
                _ => {}
            }
        }
        let element = element.unwrap_or_else(|| self.builder.unknown());
        let ty = self.array_of(element, count);
        self.builder.built(ty)
    }

    fn class_literal(&mut self, node: Node<'_>) -> ExprId {
        let types: Vec<ExprId> = parts(node).into_iter().map(|child| self.type_expr(child)).collect();
        let base = self.builder.free("Class");
        let ty = self.builder.expr(Expr::Apply { base, args: types });
        self.builder.instance(ty)
    }

    fn cast(&mut self, node: Node<'_>) -> ExprId {
        let types: Vec<ExprId> = syntax::fields(node, "type").into_iter().map(|ty| self.type_expr(ty)).collect();
        let ty = self.builder.any_known_of(types);
        if let Some(value) = field(node, "value") {
            self.value_of_type(value, Some(ty));
        }
        self.builder.instance(ty)
    }

    fn assignment(&mut self, node: Node<'_>) -> ExprId {
        let value = field(node, "right").map(|right| self.value_assigned(right, field(node, "left")));
        let plain = field(node, "operator").is_some_and(|operator| operator.kind() == "=");
        if let Some(left) = field(node, "left") {
            self.write(left, value.filter(|_| plain));
        }
        match field(node, "left").filter(|_| !plain) {
            Some(left) if left.kind() == "identifier" => self.builder.name(self.word(left), left.start_byte()),
            Some(_) => self.builder.unknown(),
            None => value.unwrap_or_else(|| self.builder.unknown()),
        }
    }

    fn update(&mut self, node: Node<'_>) -> ExprId {
        let mut value = self.builder.unknown();
        for operand in parts(node) {
            self.write(operand, None);
            if operand.kind() == "identifier" {
                value = self.builder.name(self.word(operand), node.start_byte());
            }
        }
        value
    }

    /// An assignment target.
    fn write(&mut self, node: Node<'_>, value: Option<ExprId>) {
        match node.kind() {
            "identifier" => {
                self.bare_name(node, Role::Write);
                let value = value.filter(|value| *value != self.builder.unknown());
                if let Some(local) = self.builder.find_local(self.word(node), node.start_byte()) {
                    self.builder.assign(local, None, value);
                }
            }
            "field_access" => {
                self.member_access(node, Role::Write);
            }
            _ => {
                self.value(node);
            }
        }
    }

    /// `a + b + c …` nests to the left without end, so it is walked along its spine.
    fn binary(&mut self, node: Node<'_>) -> ExprId {
        let mut spine = Vec::new();
        let mut left = node;
        while left.kind() == "binary_expression" {
            let operator = field(left, "operator").map_or("", |operator| operator.kind());
            if matches!(operator, "&&" | "||") {
                self.builder.count_branch();
            }
            let Some(right) = field(left, "right") else { break };
            spine.push((operator, right));
            let Some(next) = field(left, "left") else { break };
            left = next;
        }
        let first = if left.kind() == "binary_expression" { self.builder.unknown() } else { self.value(left) };
        let truth = self.builder.literal("boolean");
        let text = self.builder.literal("String");
        // What is reckoned with so far, all of which tells what that gives.
        let mut operands = vec![first];
        for (operator, right) in spine.into_iter().rev() {
            let right = self.value(right);
            match operator {
                "+" if right == text || operands.contains(&text) => operands = vec![text],
                "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" => {
                    if operands.len() <= MAX_OPERANDS && !operands.contains(&right) {
                        operands.push(right);
                    }
                }
                // What is shifted is promoted by itself.
                "<<" | ">>" | ">>>" => {}
                _ => operands = vec![truth],
            }
        }
        self.reckoned(operands)
    }

    /// What arithmetic of values gives; of a single literal, that.
    fn reckoned(&mut self, operands: Vec<ExprId>) -> ExprId {
        let literals = ["String", "boolean", "int", "long", "float", "double"].map(|name| self.builder.literal(name));
        match operands.as_slice() {
            [one] if literals.contains(one) => *one,
            many if many.len() > MAX_OPERANDS => self.builder.unknown(),
            _ => {
                let base = self.builder.literal(PROMOTED);
                self.builder.expr(Expr::Apply { base, args: operands })
            }
        }
    }

    /// A sign promotes as all arithmetic does.
    fn unary(&mut self, node: Node<'_>) -> ExprId {
        let unknown = self.builder.unknown();
        let value = field(node, "operand").map_or(unknown, |operand| self.value(operand));
        let is_negation = field(node, "operator").is_some_and(|operator| operator.kind() == "!");
        if is_negation { self.builder.literal("boolean") } else { self.reckoned(vec![value]) }
    }

    pub(super) fn ternary(&mut self, node: Node<'_>, handed: Handed) -> ExprId {
        self.builder.open_branch();
        if let Some(condition) = field(node, "condition") {
            self.value(condition);
        }
        let branches = ["consequence", "alternative"].into_iter().filter_map(|name| field(node, name));
        let values: Vec<ExprId> = branches.map(|branch| self.value_handed(branch, handed)).collect();
        self.builder.close_branch();
        self.builder.any_known_of(values)
    }

    fn method_reference(&mut self, node: Node<'_>) -> ExprId {
        let mut base = self.builder.unknown();
        let (mut qualified, mut array) = (false, false);
        for child in syntax::all_children(node) {
            match child.kind() {
                "::" => qualified = true,
                "type_arguments" => {
                    self.type_arguments(child);
                }
                "new" if array => return self.array_maker(base),
                "new" => {
                    let built = self.builder.instance(base);
                    return self.reference(built);
                }
                "identifier" if qualified => {
                    let name = self.word(child);
                    let target = self.builder.member(base, name);
                    self.builder.site(Role::Read, name, span(child), target, None);
                    self.builder.names_method();
                    return self.reference(target);
                }
                "generic_type"
                | "array_type"
                | "type_identifier"
                | "scoped_type_identifier"
                | "annotated_type"
                | "integral_type"
                | "floating_point_type"
                | "boolean_type"
                | "void_type" => {
                    array = child.kind() == "array_type";
                    base = self.type_expr(child);
                }
                _ if child.is_extra() || !child.is_named() => {}
                _ => base = self.value(child),
            }
        }
        self.builder.unknown()
    }

    /// A method that is handed over by its name, or a constructor, by what it builds.
    fn reference(&mut self, member: ExprId) -> ExprId {
        let base = self.builder.literal(METHOD);
        self.builder.expr(Expr::Apply { base, args: vec![member] })
    }
}
