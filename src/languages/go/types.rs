//! Type expressions: what a written type denotes, with a site for every name in it.

use tree_sitter::Node;

use super::walker::{Known, Shape, Walker};
use crate::base::Name;
use crate::languages::syntax;
use crate::shard::body::{Place, Role};
use crate::shard::builder::Binding;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Generic, Owner, Symbol, SymbolKind, Visibility};

impl<'text> Walker<'_, 'text> {
    /// The type that `node` writes.
    pub(super) fn type_expr(&mut self, node: Node<'_>) -> ExprId {
        self.type_expr_as(node, Role::Type)
    }

    /// The type that `node` writes; the name at its head is used in `role`.
    pub(super) fn type_expr_as(&mut self, node: Node<'_>, role: Role) -> ExprId {
        if !self.descend(node) {
            return self.builder.unknown();
        }
        let ty = self.type_of_kind(node, role);
        self.ascend();
        ty
    }

    fn type_of_kind(&mut self, node: Node<'_>, role: Role) -> ExprId {
        match node.kind() {
            "type_identifier" | "identifier" => self.bare(node, role),
            "qualified_type" => self.qualified_type(node, role),
            "generic_type" | "type_instantiation_expression" => self.generic_type(node, role),
            "pointer_type" | "negated_type" | "parenthesized_type" => self.inner_type(node, role),
            "type_elem" | "type_constraint" => self.type_union(node, role),
            "array_type" | "slice_type" | "implicit_length_array_type" => self.sequence_type(node),
            "map_type" => self.map_type(node),
            "channel_type" => self.channel_type(node),
            "function_type" => self.function_type(node),
            "struct_type" => self.anonymous_struct(node),
            "interface_type" => self.anonymous_interface(node),
            _ => self.builder.unknown(),
        }
    }

    /// `pkg.T`.
    pub(super) fn qualified_type(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let (Some(package), Some(name)) = (syntax::field(node, "package"), syntax::field(node, "name")) else { return self.builder.unknown() };
        let base = self.bare(package, Role::Read);
        self.member_site(base, name, role)
    }

    fn generic_type(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let Some(head) = syntax::field(node, "type") else { return self.builder.unknown() };
        let base = self.type_expr_as(head, role);
        let list = syntax::field(node, "type_arguments").unwrap_or(node);
        let args = syntax::children(list).into_iter().filter(|child| *child != head).map(|arg| self.type_expr(arg)).collect();
        self.builder.expr(Expr::Apply { base, args })
    }

    fn inner_type(&mut self, node: Node<'_>, role: Role) -> ExprId {
        match syntax::parts(node).first() {
            Some(inner) => self.type_expr_as(*inner, role),
            None => self.builder.unknown(),
        }
    }

    /// `A | ~B` of a constraint.
    fn type_union(&mut self, node: Node<'_>, role: Role) -> ExprId {
        let mut parts = self.union_parts(node, role);
        match parts.len() {
            0 => self.builder.unknown(),
            1 => parts.remove(0),
            _ => self.builder.expr(Expr::AnyOf(parts)),
        }
    }

    fn union_parts(&mut self, node: Node<'_>, role: Role) -> Vec<ExprId> {
        syntax::parts(node).into_iter().map(|part| self.type_expr_as(part, role)).collect()
    }

    fn sequence_type(&mut self, node: Node<'_>) -> ExprId {
        if let Some(length) = syntax::field(node, "length") {
            self.value(length);
        }
        let element = self.type_field(node, "element");
        self.sequence_of(element)
    }

    /// `[]element`.
    pub(super) fn sequence_of(&mut self, element: ExprId) -> ExprId {
        self.applied("[]", vec![element], Shape::Sequence)
    }

    fn map_type(&mut self, node: Node<'_>) -> ExprId {
        let key = self.type_field(node, "key");
        let value = self.type_field(node, "value");
        self.applied("map", vec![key, value], Shape::Map { key })
    }

    fn channel_type(&mut self, node: Node<'_>) -> ExprId {
        let element = self.type_field(node, "value");
        self.applied("chan", vec![element], Shape::Channel)
    }

    fn function_type(&mut self, node: Node<'_>) -> ExprId {
        if let Some(list) = syntax::field(node, "parameters") {
            self.parameters(list);
        }
        let result = syntax::field(node, "result").and_then(|result| self.result_type(result));
        self.function_of(result)
    }

    /// The type of a function with this result.
    pub(super) fn function_of(&mut self, result: Option<ExprId>) -> ExprId {
        self.applied("func", result.into_iter().collect(), Shape::Function { result })
    }

    fn applied(&mut self, word: &'static str, args: Vec<ExprId>, shape: Shape) -> ExprId {
        let base = self.word(word);
        let ty = self.builder.expr(Expr::Apply { base, args });
        self.shape(ty, Some(shape));
        ty
    }

    fn type_field(&mut self, node: Node<'_>, name: &'static str) -> ExprId {
        match syntax::field(node, name) {
            Some(inner) => self.type_expr(inner),
            None => self.builder.unknown(),
        }
    }

    // --- types without a name ---

    /// `struct { … }` in place of a name. One with fields becomes a definition, so that its fields can be found.
    fn anonymous_struct(&mut self, node: Node<'_>) -> ExprId {
        let fields = syntax::child_of_kind(node, "field_declaration_list");
        if fields.is_none_or(|fields| syntax::child_of_kind(fields, "field_declaration").is_none()) {
            return self.builder.unknown();
        }
        let symbol = self.anonymous_type(node, SymbolKind::Struct, "struct");
        self.struct_members(symbol, node);
        self.builder.expr(Expr::Symbol(symbol))
    }

    /// `interface { … }` in place of a name. The empty one is `any`, one of bare types is their union.
    fn anonymous_interface(&mut self, node: Node<'_>) -> ExprId {
        let elements = syntax::children(node);
        if elements.iter().any(|child| child.kind() == "method_elem") {
            let symbol = self.anonymous_type(node, SymbolKind::Interface, "interface");
            self.interface_members(symbol, node);
            return self.builder.expr(Expr::Symbol(symbol));
        }
        match elements.into_iter().find(|child| child.kind() == "type_elem") {
            Some(union) => self.type_expr(union),
            None => self.word("any"),
        }
    }

    fn anonymous_type(&mut self, node: Node<'_>, kind: SymbolKind, word: &'static str) -> u32 {
        let count = self.anonymous.entry((self.builder.enclosing(), word)).or_insert(0);
        *count += 1;
        let name: Name = if *count == 1 { word.into() } else { smol_str::format_smolstr!("{word}{count}") };
        let mut symbol = Symbol::new(name, kind);
        symbol.visibility = Visibility::Package;
        let keyword = node.child(0).unwrap_or(node);
        let place = Place {
            span: syntax::span(node),
            name: syntax::span(keyword),
            lead: syntax::span(node).start,
            signature: word.to_owned(),
            ..Place::default()
        };
        self.builder.symbol(symbol, place)
    }

    // --- generic parameters ---

    /// Binds the type parameters of a list in the present scope and returns them with their bounds.
    pub(super) fn type_parameters(&mut self, list: Node<'_>) -> Vec<Generic> {
        let mut generics = Vec::new();
        let declarations: Vec<Node<'_>> = syntax::children(list).into_iter().filter(|it| it.kind() == "type_parameter_declaration").collect();
        for declaration in declarations {
            let names: Vec<&'text str> = syntax::fields(declaration, "name").into_iter().map(|name| self.text_of(name)).collect();
            // Names come first: a constraint may use its own parameter (`[T Comparable[T]]`). The look-up is by scope, not by order.
            for name in &names {
                self.note(name, Known::Type);
            }
            let bounds = syntax::field(declaration, "type").map_or_else(Vec::new, |bound| self.union_parts(bound, Role::Type));
            for name in names {
                self.builder.type_parameter(name, bounds.clone());
                generics.push(Generic { name: name.into(), bounds: bounds.clone(), default: None });
            }
        }
        generics
    }

    /// Binds a local type.
    pub(super) fn bind_type(&mut self, name: &'text str, symbol: u32) {
        self.note(name, Known::Type);
        self.builder.bind(name, Binding::Symbol(symbol), 0);
    }

    /// Makes a definition the owner of what `members` adds.
    pub(super) fn within<T>(&mut self, symbol: u32, members: impl FnOnce(&mut Self) -> T) -> T {
        self.builder.enter(Owner::Symbol(symbol));
        let seen = members(self);
        self.builder.leave();
        seen
    }
}
