//! Type expressions. Pointers and references stand for what they point to, since members are reached through them.

use tree_sitter::Node;

use super::declarators::{self, Declarator};
use super::parameter_types;
use super::paths;
use super::standard;
use super::visitor::Visitor;
use crate::base::Name;
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Flags;

impl<'text> Visitor<'_, 'text> {
    /// Visits a type and gives what it denotes.
    pub(super) fn type_expr(&mut self, node: Node<'_>) -> ExprId {
        self.type_as(node, Role::Type, None)
    }

    /// As [`Self::type_expr`], with the role of the site of the type's own name: constructor calls are calls of it.
    pub(super) fn type_as(&mut self, node: Node<'_>, role: Role, args: Option<Vec<ExprId>>) -> ExprId {
        if !self.descend(node) {
            return self.b.unknown();
        }
        let ty = self.type_inner(node, role, args);
        self.ascend();
        ty
    }

    fn type_inner(&mut self, node: Node<'_>, role: Role, args: Option<Vec<ExprId>>) -> ExprId {
        match node.kind() {
            "type_identifier" | "identifier" | "qualified_identifier" | "template_type" | "namespace_identifier" | "field_identifier" => {
                let ty = self.path(node, role, args);
                if role == Role::Type { self.with_own_parameters(node, ty) } else { ty }
            }
            "dependent_type" => node.named_child(0).map_or(ExprId(0), |inner| self.type_as(inner, role, args)),
            "primitive_type" => self.b.free(self.slice(node)),
            "sized_type_specifier" => match syntax::field(node, "type").filter(|inner| inner.kind() != "primitive_type") {
                Some(inner) => self.type_as(inner, role, args),
                None => self.sized(node),
            },
            "struct_specifier" | "class_specifier" | "union_specifier" => self.record_specifier(node, None, node),
            "enum_specifier" => self.enum_specifier(node, None, node),
            "macro_type_specifier" => self.macro_type(node),
            "type_descriptor" => {
                let ty = syntax::field(node, "type").map(|inner| self.type_as(inner, role, args));
                if let Some(declarator) = syntax::field(node, "declarator") {
                    let declarator = declarators::read(declarator);
                    self.declarator_parts(&declarator);
                }
                ty.unwrap_or(self.b.unknown())
            }
            "decltype" => match node.named_child(0).filter(|_| !self.is_deduced(node)) {
                Some(of) => {
                    let value = self.value(of);
                    self.type_of(value)
                }
                None => self.b.unknown(),
            },
            "placeholder_type_specifier" => {
                if let Some(constraint) = syntax::field(node, "constraint") {
                    self.type_expr(constraint);
                }
                self.b.unknown()
            }
            _ => self.b.unknown(),
        }
    }

    /// The type of a value: what holds that alone has it as its element.
    pub(super) fn type_of(&mut self, value: ExprId) -> ExprId {
        let one = self.b.expr(Expr::Tuple(vec![value]));
        self.b.expr(Expr::Element(one))
    }

    /// `unsigned long` and the like, under the one name that all ways to write it have in common.
    pub(super) fn sized(&mut self, node: Node<'_>) -> ExprId {
        let written = self.written(node);
        let name = parameter_types::number(written.split_whitespace());
        self.b.literal(name.as_deref().unwrap_or(written))
    }

    /// The text of a node to the end of its last word: what a reading puts in place of a word is shorter.
    fn written(&self, node: Node<'_>) -> &'text str {
        let behind = self.text.get(node.end_byte()..).unwrap_or_default();
        let rest = behind.bytes().take_while(|byte| *byte == b'_' || byte.is_ascii_alphanumeric()).count();
        self.text.get(node.start_byte()..node.end_byte() + rest).unwrap_or_default()
    }

    /// In a template its name stands for it with its own parameters (C++ standard, [temp.local]).
    fn with_own_parameters(&mut self, node: Node<'_>, ty: ExprId) -> ExprId {
        let Some(record) = self.record.as_ref().filter(|it| node.kind() == "type_identifier" && it.name == self.slice(node)) else { return ty };
        let template = self.b.symbol_mut(record.symbol);
        let own = template.generics.iter().filter(|_| !template.flags.has(Flags::SPECIALIZED)).map(|it| it.name.clone());
        let own: Vec<Name> = own.collect();
        let args = own.iter().map(|name| self.b.name(name, node.start_byte())).collect();
        self.b.applied(ty, args)
    }

    /// `EXPORT(type) name(…)`: a call of the macro that stands for its argument.
    fn macro_type(&mut self, node: Node<'_>) -> ExprId {
        if let Some(name) = syntax::field(node, "name") {
            let target = self.b.name(self.slice(name), name.start_byte());
            self.site(Role::Call, name, target, None);
        }
        syntax::field(node, "type").map_or(ExprId(0), |inner| self.type_expr(inner))
    }

    /// The type of what a declarator declares, given the type in front; `None` for `auto`.
    pub(super) fn declared(&mut self, ty: Option<ExprId>, declarator: &Declarator<'_>) -> Option<ExprId> {
        let ty = ty?;
        let ty = if declarator.points_to_function { self.function_of(ty) } else { ty };
        if declarator.array && self.cpp && !declarator.is_function {
            let base = self.b.free("[]");
            return Some(self.b.expr(Expr::Apply { base, args: vec![ty] }));
        }
        Some(ty)
    }

    /// The type of functions that give a value of `ty`.
    pub(super) fn function_of(&mut self, ty: ExprId) -> ExprId {
        let base = self.b.free(standard::POINTED_TO);
        self.b.expr(Expr::Apply { base, args: vec![ty] })
    }

    /// Visits what stands in a declarator beside its name: what it points to members of, array sizes, parameter types of function pointers.
    pub(super) fn declarator_parts(&mut self, declarator: &Declarator<'_>) {
        if let Some(members_of) = declarator.members_of {
            self.scopes(&paths::split(members_of));
        }
        for size in &declarator.sizes {
            self.value(*size);
        }
        let own = declarator.own_function();
        for function in &declarator.functions {
            if Some(*function) != own {
                self.foreign_parameters(*function);
            }
        }
    }

    /// Visits the types of parameters that are nobody's locals.
    pub(super) fn foreign_parameters(&mut self, function: Node<'_>) {
        let Some(list) = syntax::field(function, "parameters") else { return };
        if !self.descend(list) {
            return;
        }
        for parameter in syntax::children(list) {
            if let Some(ty) = syntax::field(parameter, "type") {
                self.type_expr(ty);
            }
            if let Some(declarator) = syntax::field(parameter, "declarator") {
                let declarator = declarators::read(declarator);
                self.declarator_parts(&declarator);
            }
        }
        if let Some(trailing) = declarators::trailing_type(function) {
            self.type_expr(trailing);
        }
        self.ascend();
    }

    /// Whether a result type is better told by what the function returns: its parameters are of no type outside.
    pub(super) fn is_computed(&self, ty: Node<'_>) -> bool {
        ty.kind() == "decltype" || self.is_deduced(ty)
    }

    /// Whether a type says nothing by itself: `auto`, `decltype(auto)`.
    pub(super) fn is_deduced(&self, ty: Node<'_>) -> bool {
        ty.kind() == "placeholder_type_specifier"
            || (ty.kind() == "decltype" && ty.named_child(0).is_none_or(|of| of.kind() == "auto"))
            || (ty.kind() == "type_identifier" && matches!(self.slice(ty), "__auto_type" | "let"))
    }
}
