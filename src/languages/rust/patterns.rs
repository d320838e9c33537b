//! Patterns: the names they bind and the types they take apart.

use tree_sitter::Node;

use super::{Walk, is_upper};
use crate::languages::syntax::{all_children, children, field, span};
use crate::shard::body::{Local, Role};
use crate::shard::expr::{Expr, ExprId, TESTED};

impl Walk<'_, '_> {
    /// Binds the names of a pattern that takes apart `value`, visible from byte `from` on.
    pub(super) fn pattern(&mut self, node: Node<'_>, value: ExprId, from: usize) {
        if !self.descend(node) {
            return;
        }
        match node.kind() {
            "identifier" => self.name_pattern(node, value, from),
            "scoped_identifier" => {
                self.path(node, Role::Read);
            }
            "tuple_pattern" => self.positions(node, None, from, |walk, index| walk.builder.expr(Expr::Part { base: value, index })),
            "slice_pattern" => {
                let element = self.builder.expr(Expr::Element(value));
                for part in children(node) {
                    // `rest @ ..` is a part of the whole.
                    let is_rest = part.kind() == "captured_pattern" && children(part).iter().any(|it| it.kind() == "remaining_field_pattern");
                    self.pattern(part, if is_rest { value } else { element }, from);
                }
            }
            "tuple_struct_pattern" => self.tuple_struct_pattern(node, value, from),
            "struct_pattern" => self.struct_pattern(node, value, from),
            "or_pattern" => self.or_pattern(node, value, from),
            "generic_pattern" => {
                self.type_arguments(node);
                if let Some(path) = node.named_child(0) {
                    self.path(path, Role::Read);
                }
            }
            "closure_expression" | "macro_invocation" | "const_block" => {
                self.value(node);
            }
            "captured_pattern" | "mut_pattern" | "ref_pattern" | "reference_pattern" | "match_pattern" | "range_pattern" | "ERROR" => {
                for part in children(node).into_iter().filter(|part| !matches!(part.kind(), "mutable_specifier" | "line_comment" | "block_comment")) {
                    self.pattern(part, value, from);
                }
            }
            _ => {}
        }
        self.ascend();
    }

    /// A bare name is a constant or unit variant when it is written like one, else a new variable.
    fn name_pattern(&mut self, node: Node<'_>, value: ExprId, from: usize) {
        let name = self.word(node);
        if is_upper(name) {
            self.path(node, Role::Read);
            return;
        }
        self.bind_variable(name, value, from);
    }

    fn bind_variable(&mut self, name: &str, value: ExprId, from: usize) {
        let known = self.alternatives.as_ref().and_then(|bound| bound.iter().find(|(other, _)| other == name)).map(|(_, local)| *local);
        if let Some(local) = known {
            self.builder.assign(local, None, Some(value));
            return;
        }
        let local = Local { name: name.into(), ty: None, values: vec![value], receiver: false, parameter_of: None };
        let index = self.builder.declare(local, from);
        if let Some(bound) = &mut self.alternatives {
            bound.push((name.into(), index));
        }
    }

    /// Alternatives bind the same names; `a | b | c` nests to the left.
    fn or_pattern(&mut self, node: Node<'_>, value: ExprId, from: usize) {
        let outermost = self.alternatives.is_none();
        if outermost {
            self.alternatives = Some(Vec::new());
        }
        let mut parts = Vec::new();
        let mut current = Some(node);
        while let Some(alternation) = current.take() {
            for part in children(alternation).into_iter().rev() {
                if part.kind() == "or_pattern" {
                    current = Some(part);
                } else {
                    parts.push(part);
                }
            }
        }
        for part in parts.into_iter().rev() {
            self.pattern(part, value, from);
        }
        if outermost {
            self.alternatives = None;
        }
    }

    /// Parts by position; after `..` positions are not known.
    fn positions(&mut self, node: Node<'_>, skip: Option<Node<'_>>, from: usize, mut part_at: impl FnMut(&mut Self, u32) -> ExprId) {
        let mut index = Some(0u32);
        for part in all_children(node) {
            match part.kind() {
                "(" | ")" | "," | "line_comment" | "block_comment" => continue,
                "remaining_field_pattern" => index = None,
                _ if Some(part) == skip => continue,
                _ => {
                    let value = match index {
                        Some(index) => part_at(self, index),
                        None => self.builder.unknown(),
                    };
                    self.pattern(part, value, from);
                }
            }
            index = index.map(|index| index + 1);
        }
    }

    /// `Some(x)` and `Ok(x)` unwrap what is matched; other variants and tuple structs have fields named by position.
    fn tuple_struct_pattern(&mut self, node: Node<'_>, value: ExprId, from: usize) {
        let Some(ty) = field(node, "type") else { return };
        let path = if ty.kind() == "generic_type" { self.type_in_role(ty, Role::Read) } else { self.path(ty, Role::Read) };
        let name = field(ty, "name").unwrap_or(ty);
        let word = self.word(name);
        // An enum of the repository may have variants of these names.
        let is_library = field(ty, "path").is_none_or(|path| matches!(self.simple_name(path).as_str(), "ControlFlow" | "Option" | "Poll" | "Result"));
        let wrapped = is_library && matches!(word, "Some" | "Ok" | "Ready" | "Continue");
        let error = is_library && word == "Err";
        let base = if wrapped || error { value } else { self.taken_for(path, value) };
        self.positions(node, Some(ty), from, |walk, index| {
            if wrapped {
                walk.builder.expr(Expr::Unwrap(value))
            } else if error {
                walk.builder.expr(Expr::Part { base: value, index: 1 })
            } else {
                walk.builder.member(base, &index.to_string())
            }
        });
    }

    fn struct_pattern(&mut self, node: Node<'_>, value: ExprId, from: usize) {
        let Some(ty) = field(node, "type") else { return };
        let path = self.path(ty, Role::Type);
        let base = self.taken_for(path, value);
        for part in children(node).into_iter().filter(|part| part.kind() == "field_pattern") {
            let Some(name) = field(part, "name") else { continue };
            let word = self.word(name);
            let value = self.builder.member(base, word);
            self.builder.site(Role::Read, word, span(name), value, None);
            match field(part, "pattern") {
                Some(pattern) => self.pattern(pattern, value, from),
                None => self.bind_variable(word, value, from),
            }
        }
    }

    /// What is matched, as a value of the type or variant that a pattern names: with the type arguments that it has itself.
    fn taken_for(&mut self, path: ExprId, value: ExprId) -> ExprId {
        let ty = if value == self.builder.unknown() {
            path
        } else {
            let mark = self.builder.literal(TESTED);
            self.builder.applied(mark, vec![value, path])
        };
        self.builder.instance(ty)
    }
}
