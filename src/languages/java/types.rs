//! Type expressions and the sites of the names in them.

use tree_sitter::Node;

use super::{Walk, is_annotation, parts};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{self, span};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// The generic type that stands for arrays; its argument is the element.
pub(super) const ARRAY: &str = "array";

/// The type that every value of a class is of.
pub(super) const TOPMOST: &str = "Object";

/// The type above all annotations, which is no name of `java.lang`.
pub(super) const ANNOTATION: &str = "Annotation";

/// Where fields are seen from: everywhere but by types, which look from byte 0 and pass values by.
pub(super) const VALUES: usize = 1;

/// The name that a type expression ends in, whose site is still to be added.
pub(super) struct Head<'text> {
    pub name: &'text str,
    pub span: ByteSpan,
    pub target: ExprId,
    /// So far only lower-case names: a package.
    package: bool,
}

impl<'text> Walk<'_, 'text> {
    /// The type expression of a node, with a `Type` site for every name in it.
    pub(super) fn type_expr(&mut self, node: Node<'_>) -> ExprId {
        self.type_in_role(node, Role::Type)
    }

    /// The type expression of a node, whose head is used in `role` and everything else as a type.
    pub(super) fn type_in_role(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let (ty, head) = self.type_parts(node);
        if let Some(head) = head {
            self.builder.site(role, head.name, head.span, head.target, None);
        }
        ty
    }

    /// The type expression of a node and its head, whose site the caller adds.
    pub(super) fn type_parts(&mut self, node: Node<'_>) -> (ExprId, Option<Head<'text>>) {
        if !self.descend(node) {
            return (self.builder.unknown(), None);
        }
        let found = match node.kind() {
            "type_identifier" | "identifier" => self.simple_type(node),
            "scoped_type_identifier" | "scoped_identifier" => self.scoped_type(node),
            "generic_type" => self.generic_type(node),
            "array_type" => (self.array_type(node), None),
            "integral_type" | "floating_point_type" | "boolean_type" | "void_type" => (self.builder.free(self.word(node)), None),
            _ => self.other_type(node),
        };
        self.ascend();
        found
    }

    /// An array with `count` dimensions.
    pub(super) fn array_of(&mut self, mut element: ExprId, count: usize) -> ExprId {
        for _ in 0..count.min(8) {
            let base = self.builder.free(ARRAY);
            element = self.builder.expr(Expr::Apply { base, args: vec![element] });
        }
        element
    }

    /// `ty` with the brackets that stand behind the name (`int a[]`), whose annotations are visited.
    pub(super) fn with_dimensions(&mut self, ty: ExprId, node: Node<'_>) -> ExprId {
        let Some(dimensions) = syntax::field(node, "dimensions") else { return ty };
        self.annotations(dimensions);
        self.array_of(ty, bracket_pairs(dimensions))
    }

    /// Types never look at variables: every local and field is bound from some byte on, so looking from byte 0 passes them by.
    fn simple_type(&mut self, node: Node<'_>) -> (ExprId, Option<Head<'text>>) {
        let name = self.word(node);
        let target = self.builder.name(name, 0);
        (target, Some(Head { name, span: span(node), target, package: is_lower(name) }))
    }

    fn scoped_type(&mut self, node: Node<'_>) -> (ExprId, Option<Head<'text>>) {
        self.annotations(node);
        let names: Vec<Node<'_>> = parts(node).into_iter().filter(|child| !is_annotation(*child)).collect();
        let [scope, last] = names.as_slice() else { return self.other_type(node) };
        let (base, qualifier) = self.type_parts(*scope);
        let mut package = false;
        if let Some(qualifier) = qualifier {
            package = qualifier.package;
            if !package {
                self.builder.site(Role::Type, qualifier.name, qualifier.span, qualifier.target, None);
            }
        }
        let name = self.word(*last);
        let target = self.builder.member(base, name);
        (target, Some(Head { name, span: span(*last), target, package: package && is_lower(name) }))
    }

    fn generic_type(&mut self, node: Node<'_>) -> (ExprId, Option<Head<'text>>) {
        let mut found = (self.builder.unknown(), None);
        for child in parts(node) {
            if child.kind() == "type_arguments" {
                let args = self.type_arguments(child);
                if !args.is_empty() {
                    found.0 = self.builder.expr(Expr::Apply { base: found.0, args });
                }
            } else {
                found = self.type_parts(child);
            }
        }
        found
    }

    /// The arguments between angle brackets; none for `<>`.
    pub(super) fn type_arguments(&mut self, node: Node<'_>) -> Vec<ExprId> {
        parts(node).into_iter().map(|child| self.type_expr(child)).collect()
    }

    fn array_type(&mut self, node: Node<'_>) -> ExprId {
        let element = syntax::field(node, "element").map(|element| self.type_expr(element));
        let element = element.unwrap_or_else(|| self.builder.unknown());
        self.with_dimensions(element, node)
    }

    /// Annotated types and wildcards are what they hold, one without a bound anything; several types (`A | B`, casts to `A & B`) are any of them.
    fn other_type(&mut self, node: Node<'_>) -> (ExprId, Option<Head<'text>>) {
        self.annotations(node);
        let mut inner: Vec<Node<'_>> = parts(node);
        inner.retain(|child| !is_annotation(*child) && child.kind() != "super");
        match inner.as_slice() {
            [] if node.kind() == "wildcard" => (self.builder.literal(TOPMOST), None),
            [one] => self.type_parts(*one),
            many => {
                let types: Vec<ExprId> = many.iter().map(|child| self.type_expr(*child)).collect();
                (self.builder.any_known_of(types), None)
            }
        }
    }
}

/// Number of `[]` pairs below a node.
pub(super) fn bracket_pairs(node: Node<'_>) -> usize {
    syntax::all_children(node).iter().filter(|child| child.kind() == "[").count()
}

fn is_lower(name: &str) -> bool {
    name.starts_with(|c: char| c.is_lowercase() || c == '_')
}
