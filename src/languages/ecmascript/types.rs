//! Type expressions: every name in an annotation is a site, and the whole becomes one symbolic type.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::walk::{Receiver, Walk};
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{CLASS, Expr, ExprId, INDEXED};
use crate::shard::facts::{Generic, Import, Imported};

/// Most texts of which a type is told to be one.
const MAX_TEXTS: usize = 16;

impl Walk<'_, '_> {
    /// The type of an annotation; `None` where it says nothing (`any`, `unknown`).
    pub fn annotation(&mut self, node: Node<'_>) -> Option<ExprId> {
        let ty = self.type_expr(node);
        (ty != self.builder.unknown()).then_some(ty)
    }

    /// Visits a type and returns what it denotes.
    pub fn type_expr(&mut self, node: Node<'_>) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walk| walk.type_inside(node))
    }

    fn type_inside(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            // The grammar takes it for a name, which the language keeps to itself.
            "type_identifier" if self.of(node) == "bigint" => self.builder.free("bigint"),
            "type_identifier" | "identifier" => self.type_name(node),
            "nested_type_identifier" => self.nested_type(node),
            "generic_type" => self.generic_type(node),
            "array_type" => {
                let element = self.only_type(node);
                let array = self.builder.free("Array");
                self.builder.expr(Expr::Apply { base: array, args: vec![element] })
            }
            "tuple_type" => {
                let parts: Vec<ExprId> = self.all_types(node).into_iter().take(16).collect();
                self.builder.expr(Expr::Tuple(parts))
            }
            // `...T[]` in a tuple.
            "rest_type" => {
                let list = self.only_type(node);
                let list = self.builder.instance(list);
                self.builder.expr(Expr::Element(list))
            }
            "union_type" | "intersection_type" => self.several(node),
            "predefined_type" => match self.of(node) {
                "any" | "unknown" | "never" | "void" | "object" => self.builder.unknown(),
                word => self.builder.free(word.split(' ').next_back().unwrap_or(word)),
            },
            "literal_type" => self.tag_type(node),
            "template_literal_type" | "index_type_query" => {
                self.all_types(node);
                self.builder.free("string")
            }
            "type_predicate" => {
                let types = self.all_types(node);
                let test = self.builder.free("boolean");
                match types.as_slice() {
                    [_, tested] if *tested != self.builder.unknown() => self.builder.expr(Expr::Apply { base: test, args: vec![*tested] }),
                    _ => test,
                }
            }
            "type_predicate_annotation" | "asserts_annotation" | "asserts" => {
                let inner = self.only_type(node);
                if matches!(self.builder.at(inner), Expr::Apply { .. }) { inner } else { self.builder.free("boolean") }
            }
            "type_query" => self.type_query(node),
            "lookup_type" => self.lookup_type(node),
            "conditional_type" => self.conditional_type(node),
            "function_type" | "call_signature" => self.signature(node),
            "constructor_type" | "construct_signature" => {
                let built = self.result_of(node);
                let class = self.builder.literal(CLASS);
                self.builder.expr(Expr::Apply { base: class, args: vec![built] })
            }
            "object_type" | "interface_body" => self.anonymous_type(node),
            "this_type" => self.own_type(),
            "infer_type" => self.inferred(node),
            "member_expression" | "call_expression" | "subscript_expression" | "instantiation_expression" => self.queried(node),
            "required_parameter" | "optional_parameter" => field(node, "type").map_or(self.builder.unknown(), |ty| self.type_expr(ty)),
            "mapped_type_clause" | "index_signature" => self.mapped(node).unwrap_or(self.builder.unknown()),
            "comment" | "existential_type" | "this" => self.builder.unknown(),
            _ => self.only_type(node),
        }
    }

    /// `this` as a type: the type around, or the one below it on which a member is called.
    fn own_type(&mut self) -> ExprId {
        match self.types.last().copied() {
            Some(symbol) => self.receiver_type(symbol),
            None => self.builder.unknown(),
        }
    }

    /// `this` as the result of the method that it is the receiver of.
    pub(super) fn own_value(&mut self, node: Node<'_>) -> Option<ExprId> {
        let in_method = self.frames.last().is_some_and(|frame| frame.symbol.is_some());
        match self.receivers.last() {
            Some(Receiver::Instance(class)) if in_method && node.kind() == "this" => {
                let ty = self.receiver_type(*class);
                Some(self.builder.instance(ty))
            }
            _ => None,
        }
    }

    /// The type of the receiver in a member of `class`.
    pub(super) fn receiver_type(&mut self, class: u32) -> ExprId {
        let class = self.builder.expr(Expr::Symbol(class));
        self.builder.expr(Expr::Generic { name: "Self".into(), bounds: vec![class] })
    }

    /// `infer T` binds `T`.
    fn inferred(&mut self, node: Node<'_>) -> ExprId {
        if let Some(name) = super::statements::first(node) {
            let name = self.of(name);
            self.builder.type_parameter(name, Vec::new());
        }
        self.builder.unknown()
    }

    /// A site and the type of a bare name.
    pub fn type_name(&mut self, node: Node<'_>) -> ExprId {
        if let Some(module) = self.import_as_name(node) {
            return module;
        }
        let name = self.of(node);
        if let Some(mentioned) = &mut self.mentioned {
            mentioned.extend(self.builder.find_type_parameter(name, node.start_byte()));
        }
        let target = self.builder.name(name, node.start_byte());
        self.builder.site(Role::Type, name, span(node), target, None);
        target
    }

    fn nested_type(&mut self, node: Node<'_>) -> ExprId {
        let base = field(node, "module").map_or(self.builder.unknown(), |module| self.qualifier(module));
        let Some(name) = field(node, "name") else { return base };
        let target = self.builder.member(base, self.of(name));
        self.builder.site(Role::Type, self.of(name), span(name), target, None);
        target
    }

    /// What a type is qualified by: a namespace or an import, whatever parameter bears the same name.
    fn qualifier(&mut self, node: Node<'_>) -> ExprId {
        if node.kind() != "identifier" {
            return self.dotted(node);
        }
        if let Some(module) = self.import_as_name(node) {
            return module;
        }
        let name = self.of(node);
        let target = self.builder.name_outside(name, node.start_byte());
        self.builder.site(Role::Read, name, span(node), target, None);
        target
    }

    /// A dotted name in a type or an import alias: reads of all its parts.
    pub fn dotted(&mut self, node: Node<'_>) -> ExprId {
        if !matches!(node.kind(), "nested_identifier" | "member_expression") {
            return self.value(node);
        }
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walk| {
            let base = field(node, "object").map_or(unknown, |object| walk.dotted(object));
            let Some(property) = field(node, "property") else { return base };
            let target = walk.builder.member(base, walk.of(property));
            walk.builder.site(Role::Read, walk.of(property), span(property), target, None);
            target
        })
    }

    fn generic_type(&mut self, node: Node<'_>) -> ExprId {
        let base = field(node, "name").map_or(self.builder.unknown(), |name| self.type_expr(name));
        let args = self.type_arguments(node);
        self.builder.expr(Expr::Apply { base, args })
    }

    /// The type arguments in the field of that name; none where it is absent.
    pub fn type_arguments(&mut self, node: Node<'_>) -> Vec<ExprId> {
        let Some(arguments) = field(node, "type_arguments") else { return self.template_types(node) };
        super::statements::parts(arguments).into_iter().map(|argument| self.names_or_type(argument)).collect()
    }

    /// The types of all children.
    pub fn all_types(&mut self, node: Node<'_>) -> Vec<ExprId> {
        super::statements::parts(node).into_iter().map(|child| self.type_expr(child)).collect()
    }

    /// The type of the only child; others are visited too.
    fn only_type(&mut self, node: Node<'_>) -> ExprId {
        self.all_types(node).into_iter().next().unwrap_or(self.builder.unknown())
    }

    /// Alternatives of a union or parts of an intersection, whose nodes nest to the left.
    pub fn alternatives(node: Node<'_>) -> Vec<Node<'_>> {
        let kind = node.kind();
        let mut parts = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if node.kind() == kind || node.kind() == "parenthesized_type" {
                stack.extend(syntax::children(node).into_iter().rev());
            } else if node.kind() != "comment" {
                parts.push(node);
            }
        }
        parts
    }

    fn several(&mut self, node: Node<'_>) -> ExprId {
        if Self::is_one_of_texts(node) {
            return self.names_or_type(node);
        }
        let mut types = Vec::new();
        for part in Self::alternatives(node) {
            // What an object type gives to what it stands beside may take the place of a member there.
            let naming = self.naming || (node.kind() == "intersection_type" && part.kind() == "object_type");
            let around = std::mem::replace(&mut self.naming, naming);
            types.push(self.alternative(part));
            self.naming = around;
        }
        // Beside what has a name, members of simple types tell nothing.
        let is_plain = |walk: &Self, ty: ExprId| ty == walk.builder.unknown() || walk.is_written_object(ty);
        if types.iter().any(|ty| !is_plain(self, *ty)) {
            types.retain(|ty| !is_plain(self, *ty));
        }
        self.builder.any_known_of(types)
    }

    /// Whether a type is one of a few texts that are written out.
    pub(super) fn is_one_of_texts(node: Node<'_>) -> bool {
        let is_text = |part: &Node<'_>| part.kind() == "literal_type" && super::statements::first(*part).is_some_and(|it| it.kind() == "string");
        node.kind() == "union_type" && {
            let parts = Self::alternatives(node);
            parts.len() <= MAX_TEXTS && parts.iter().all(is_text)
        }
    }

    /// The type of one of several: of texts that it may be beside others, what they are is not kept.
    pub(super) fn alternative(&mut self, node: Node<'_>) -> ExprId {
        if node.kind() == "literal_type" { self.literal_type(node) } else { self.type_expr(node) }
    }

    /// The type of one text, number or boolean, with what it is: a tag.
    fn tag_type(&mut self, node: Node<'_>) -> ExprId {
        let base = self.literal_type(node);
        match super::statements::first(node).and_then(|value| self.literal_tag(value)) {
            Some(tag) => self.builder.expr(Expr::Apply { base, args: vec![tag] }),
            None => base,
        }
    }

    fn literal_type(&mut self, node: Node<'_>) -> ExprId {
        match super::statements::first(node).map(|child| child.kind()) {
            Some("string") => self.builder.free("string"),
            Some("number" | "unary_expression") => self.builder.free("number"),
            Some("true" | "false") => self.builder.free("boolean"),
            _ => self.builder.unknown(),
        }
    }

    /// `typeof a`: the type of the value itself, not of what it builds. As a type that is the only element of a list that holds the value.
    fn type_query(&mut self, node: Node<'_>) -> ExprId {
        let value = match super::statements::first(node) {
            Some(child) if child.kind() == "identifier" => self.value(child),
            Some(child) => self.queried(child),
            None => return self.builder.unknown(),
        };
        self.type_of(value)
    }

    /// The type of a value: what holds it alone has it as its element.
    fn type_of(&mut self, value: ExprId) -> ExprId {
        let list = self.builder.expr(Expr::Tuple(vec![value]));
        self.builder.expr(Expr::Element(list))
    }

    /// The value whose type a type expression is.
    fn held_as(&self, ty: ExprId) -> Option<ExprId> {
        let Expr::Element(list) = *self.builder.at(ty) else { return None };
        let Expr::Tuple(parts) = self.builder.at(list) else { return None };
        if let [one] = parts.as_slice() { Some(*one) } else { None }
    }

    /// `typeof a.b`, `import('m').T`.
    fn queried(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            "member_expression" => {
                let unknown = self.builder.unknown();
                let base = field(node, "object").map_or(unknown, |object| self.deeper(object, unknown, |walk| walk.queried(object)));
                let Some(property) = field(node, "property") else { return base };
                let target = self.builder.member(base, self.of(property));
                self.builder.site(Role::Type, self.of(property), span(property), target, None);
                target
            }
            "call_expression" => self.imported_type(node),
            _ => self.value(node),
        }
    }

    fn imported_type(&mut self, node: Node<'_>) -> ExprId {
        let argument = field(node, "arguments").and_then(super::statements::first);
        let Some(argument) = argument.filter(|argument| argument.kind() == "string") else { return self.value(node) };
        let import = self.anonymous_import(argument, node, Imported::Module);
        self.builder.expr(Expr::Import(import))
    }

    /// An import that binds no name. `source` is the string.
    pub fn anonymous_import(&mut self, source: Node<'_>, statement: Node<'_>, imported: Imported) -> u32 {
        self.import_at(super::imports::inner_span(source), span(statement), imported)
    }

    /// The same, of the module named at `at`.
    pub(super) fn import_at(&mut self, at: ByteSpan, statement: ByteSpan, imported: Imported) -> u32 {
        let module = at.text(self.text);
        let import = Import { module_level: false, ..Import::new(super::imports::own_folder(&module.into()), imported, "") };
        let import = self.builder.import(import, statement);
        self.builder.import_site(import, module, at);
        import
    }

    fn lookup_type(&mut self, node: Node<'_>) -> ExprId {
        let parts = super::statements::parts(node);
        let [object, index] = parts.as_slice() else { return self.only_type(node) };
        let base = self.type_expr(*object);
        let held = self.held_as(base);
        let value = held.unwrap_or_else(|| self.builder.instance(base));
        if let Some(name) = super::statements::first(*index).filter(|inner| inner.kind() == "string") {
            let at = super::imports::inner_span(name);
            let target = self.builder.member(held.unwrap_or(base), at.text(self.text));
            self.builder.site(Role::Type, at.text(self.text), at, target, None);
            let member = self.builder.member(value, at.text(self.text));
            return self.type_of(member);
        }
        let place = self.names_or_type(*index);
        let list = value;
        match self.of(*index) {
            // What the type parameter stands for tells the member (`M[K]`), or it is any of several (`M[keyof M]`).
            _ if matches!(index.kind(), "type_identifier" | "union_type" | "index_type_query") => {
                let indexed = self.builder.literal(INDEXED);
                self.builder.expr(Expr::Apply { base: indexed, args: vec![base, place] })
            }
            "number" => self.builder.expr(Expr::Element(list)),
            place if place.bytes().all(|it| it.is_ascii_digit()) => self.builder.expr(Expr::At { base: list, key: place.into() }),
            _ => self.builder.unknown(),
        }
    }

    fn conditional_type(&mut self, node: Node<'_>) -> ExprId {
        let naming = self.naming;
        self.builder.open_scope(ScopeKind::Block);
        let mut results = Vec::new();
        for name in ["left", "right", "consequence", "alternative"] {
            let is_result = matches!(name, "consequence" | "alternative");
            // What is tested is no type of a value.
            self.naming = naming && is_result;
            let ty = field(node, name).map(|part| self.type_expr(part));
            results.extend(ty.filter(|_| is_result));
        }
        self.naming = naming;
        self.builder.close_scope();
        self.builder.any_known_of(results)
    }

    /// Visits type parameters and binds them in the present scope.
    pub fn generics(&mut self, node: Node<'_>) -> Vec<Generic> {
        let Some(list) = field(node, "type_parameters") else { return Vec::new() };
        let mut generics = Vec::new();
        for parameter in syntax::children(list) {
            let Some(name) = field(parameter, "name") else { continue };
            let bounds: Vec<ExprId> = field(parameter, "constraint").and_then(|bound| self.annotation(bound)).into_iter().collect();
            let default = field(parameter, "value").and_then(|default| self.annotation(default));
            let name = self.of(name);
            self.builder.type_parameter(name, bounds.clone());
            generics.push(Generic { name: name.into(), bounds, default });
        }
        generics
    }
}
