//! Type expressions and paths.

use tree_sitter::Node;

use super::{Walk, is_primitive, is_upper};
use crate::languages::syntax::{all_children, child_of_kind, children, field, span, text};
use crate::shard::body::Role;
use crate::shard::expr::{BOUND, Expr, ExprId};

impl Walk<'_, '_> {
    /// A type: its symbolic form, with a site for each name in it.
    pub(super) fn type_expr(&mut self, node: Node<'_>) -> ExprId {
        self.type_in_role(node, Role::Type)
    }

    /// A type whose head is named in `role`.
    pub(super) fn type_in_role(&mut self, node: Node<'_>, role: Role) -> ExprId {
        if !self.descend(node) {
            return self.builder.unknown();
        }
        let ty = self.type_of_kind(node, role);
        self.ascend();
        ty
    }

    fn type_of_kind(&mut self, node: Node<'_>, role: Role) -> ExprId {
        match node.kind() {
            "type_identifier" | "identifier" | "scoped_type_identifier" | "scoped_identifier" => self.path(node, role),
            "primitive_type" => self.builder.free(text(node, self.text)),
            "generic_type" | "generic_type_with_turbofish" => self.generic_type(node, role),
            "reference_type" | "pointer_type" | "higher_ranked_trait_bound" => self.type_in_field(node, "type", role),
            "abstract_type" | "dynamic_type" => self.type_in_field(node, "trait", role),
            "array_type" => self.array_type(node),
            "tuple_type" => {
                let parts = self.types(node);
                // The brackets of `&(impl A + B)` make no tuple; a comma does.
                if let [one] = parts.as_slice()
                    && !all_children(node).iter().any(|child| child.kind() == ",")
                {
                    return *one;
                }
                self.builder.expr(Expr::Tuple(parts))
            }
            "unit_type" => self.builder.expr(Expr::Tuple(Vec::new())),
            "bounded_type" => {
                let bounds = self.bounds_of(node, role);
                self.builder.any_of(bounds)
            }
            "qualified_type" => {
                let ty = self.type_in_field(node, "type", Role::Type);
                let alias = self.type_in_field(node, "alias", Role::Type);
                self.builder.any_of([ty, alias])
            }
            // `?Sized` takes a bound away.
            "removed_trait_bound" => {
                if let Some(inner) = node.named_child(0) {
                    self.type_in_role(inner, role);
                }
                self.builder.unknown()
            }
            "bracketed_type" => match node.named_child(0) {
                Some(inner) => self.type_in_role(inner, role),
                None => self.builder.unknown(),
            },
            "function_type" => self.function_type(node),
            "macro_invocation" => self.macro_invocation(node),
            "block" | "integer_literal" | "string_literal" | "boolean_literal" | "char_literal" | "negative_literal" => self.value(node),
            "ERROR" => {
                self.types(node);
                self.builder.unknown()
            }
            _ => self.builder.unknown(),
        }
    }

    fn type_in_field(&mut self, node: Node<'_>, name: &'static str, role: Role) -> ExprId {
        match field(node, name) {
            Some(inner) => self.type_in_role(inner, role),
            None => self.builder.unknown(),
        }
    }

    /// The types below a node.
    fn types(&mut self, node: Node<'_>) -> Vec<ExprId> {
        let list = children(node).into_iter().filter(|child| !matches!(child.kind(), "lifetime" | "line_comment" | "block_comment"));
        list.map(|child| self.type_expr(child)).collect()
    }

    /// `A + B + C` nests to the left, so it is followed in a loop.
    fn bounds_of(&mut self, node: Node<'_>, role: Role) -> Vec<ExprId> {
        let mut parts = Vec::new();
        let mut rest = Some(node);
        while let Some(sum) = rest.take() {
            for part in children(sum).into_iter().rev() {
                match part.kind() {
                    "bounded_type" => rest = Some(part),
                    "lifetime" | "use_bounds" | "line_comment" | "block_comment" => {}
                    _ => parts.push(part),
                }
            }
        }
        parts.into_iter().rev().map(|part| self.type_in_role(part, role)).collect()
    }

    fn generic_type(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let base = self.type_in_field(node, "type", role);
        let (mut args, mut bound) = (Vec::new(), Vec::new());
        let mut arguments = field(node, "type_arguments").map(children).unwrap_or_default().into_iter().peekable();
        while let Some(argument) = arguments.next() {
            let is_bounded = arguments.peek().is_some_and(|next| next.kind() == "trait_bounds");
            match argument.kind() {
                "lifetime" | "line_comment" | "block_comment" => {}
                "type_binding" => {
                    if let Some(name) = field(argument, "name") {
                        self.bound_member(base, name);
                    }
                    if let Some(nested) = field(argument, "type_arguments") {
                        self.types(nested);
                    }
                    let ty = self.type_in_field(argument, "type", Role::Type);
                    args.push(ty);
                    if let Some(name) = field(argument, "name") {
                        let key = format!("{BOUND}{}", self.word(name)).into();
                        bound.push(self.builder.expr(Expr::At { base: ty, key }));
                    }
                }
                "trait_bounds" => {
                    self.bounds(Some(argument), Role::Type);
                }
                // `Trait<Name: Bound>` bounds an associated type.
                "type_identifier" if is_bounded => self.bound_member(base, argument),
                "generic_type" if is_bounded => {
                    if let Some(name) = field(argument, "type") {
                        self.bound_member(base, name);
                    }
                    self.type_arguments(argument);
                }
                _ => args.push(self.type_expr(argument)),
            }
        }
        args.append(&mut bound);
        self.builder.applied(base, args)
    }

    /// An associated type that the arguments of its trait say something of.
    fn bound_member(&mut self, base: ExprId, name: Node<'_>) {
        let word = self.word(name);
        let target = self.builder.member(base, word);
        self.builder.site(Role::Type, word, span(name), target, None);
    }

    /// The generic arguments of a call (`f::<T>()`).
    pub(super) fn type_arguments(&mut self, node: Node<'_>) -> Vec<ExprId> {
        field(node, "type_arguments").map(|arguments| self.types(arguments)).unwrap_or_default()
    }

    fn array_type(&mut self, node: Node<'_>) -> ExprId {
        let element = self.type_in_field(node, "element", Role::Type);
        let length = field(node, "length");
        if let Some(length) = length {
            self.value(length);
        }
        let base = self.builder.free(if length.is_some() { "array" } else { "slice" });
        self.builder.expr(Expr::Apply { base, args: vec![element] })
    }

    /// `fn(A) -> B` and `Fn(A) -> B`: what it returns, then what it takes.
    fn function_type(&mut self, node: Node<'_>) -> ExprId {
        let base = match field(node, "trait") {
            Some(interface) => self.type_expr(interface),
            None => self.builder.free("fn"),
        };
        let mut args = Vec::new();
        for parameter in field(node, "parameters").map(children).unwrap_or_default() {
            match parameter.kind() {
                "parameter" => args.push(self.type_in_field(parameter, "type", Role::Type)),
                "lifetime" | "attribute_item" | "line_comment" | "block_comment" => {}
                _ => args.push(self.type_expr(parameter)),
            }
        }
        let result = field(node, "return_type").map(|result| self.type_expr(result));
        if result.is_none() && args.is_empty() {
            return base;
        }
        let result = result.unwrap_or_else(|| self.builder.expr(Expr::Tuple(Vec::new())));
        args.insert(0, result);
        self.builder.expr(Expr::Apply { base, args })
    }

    /// A path in `role`: a site for each segment, the last one in that role. Locals are passed by.
    pub(super) fn path(&mut self, node: Node<'_>, role: Role) -> ExprId {
        match node.kind() {
            "scoped_identifier" | "scoped_type_identifier" => {
                let (target, name) = self.scoped(node);
                if let Some(name) = name {
                    self.builder.site(role, self.word(name), span(name), target, None);
                }
                target
            }
            "identifier" | "type_identifier" => {
                let name = self.word(node);
                if name == "_" {
                    return self.builder.unknown();
                }
                if name == "Self" {
                    return self.self_type();
                }
                let target = self.item_name(name);
                if !is_primitive(name) {
                    self.builder.site(role, name, span(node), target, None);
                }
                target
            }
            _ => self.qualifier(node),
        }
    }

    /// What a path denotes and the node of its last segment, of which no site is written yet.
    pub(super) fn scoped<'tree>(&mut self, node: Node<'tree>) -> (ExprId, Option<Node<'tree>>) {
        let Some(name) = field(node, "name") else { return (self.builder.unknown(), None) };
        let word = self.word(name);
        let target = match field(node, "path") {
            Some(path) => {
                let base = self.qualifier(path);
                self.builder.member(base, word)
            }
            None => self.builder.free(word),
        };
        (target, Some(name))
    }

    /// The part of a path in front of `::`.
    fn qualifier(&mut self, node: Node<'_>) -> ExprId {
        if !self.descend(node) {
            return self.builder.unknown();
        }
        let base = match node.kind() {
            "crate" | "super" | "self" => self.builder.free(text(node, self.text)),
            "metavariable" => self.metavariable(node),
            "identifier" | "type_identifier" | "scoped_identifier" | "scoped_type_identifier" => {
                let last = field(node, "name").unwrap_or(node);
                let role = if is_upper(self.word(last)) { Role::Type } else { Role::Read };
                self.path(node, role)
            }
            _ => self.type_expr(node),
        };
        self.ascend();
        base
    }

    /// `$crate` is this crate; what other metavariables stand for is not known.
    pub(super) fn metavariable(&mut self, node: Node<'_>) -> ExprId {
        if text(node, self.text) == "$crate" { self.builder.free("crate") } else { self.builder.unknown() }
    }

    /// The name under which an impl of this type is found.
    pub(super) fn simple_name(&self, node: Node<'_>) -> String {
        let mut current = node;
        for _ in 0..32 {
            let next = match current.kind() {
                "type_identifier" | "identifier" | "primitive_type" => return self.word(current).to_owned(),
                "scoped_type_identifier" | "scoped_identifier" => field(current, "name"),
                "generic_type" | "reference_type" | "pointer_type" | "higher_ranked_trait_bound" => field(current, "type"),
                "abstract_type" | "dynamic_type" | "function_type" => field(current, "trait"),
                "bounded_type" => children(current).into_iter().find(|part| part.kind() != "lifetime"),
                "bracketed_type" => current.named_child(0),
                "array_type" => return if field(current, "length").is_some() { "array" } else { "slice" }.to_owned(),
                "tuple_type" | "unit_type" => return "tuple".to_owned(),
                "macro_invocation" => return String::new(),
                _ => child_of_kind(current, "type_identifier"),
            };
            match next {
                Some(next) => current = next,
                None => break,
            }
        }
        String::new()
    }
}
