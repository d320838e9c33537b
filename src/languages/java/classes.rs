//! Classes, interfaces, enums, records, annotation types, anonymous classes, and the order in which their bodies are walked.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::calls::Handed;
use super::types::{ANNOTATION, VALUES};
use super::{Frame, Shape, Walk, parts};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{self, child_of_kind, field, span};
use crate::shard::body::{Local, Place, Role};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Heritage, Owner, Supertype, Symbol, SymbolKind, Visibility};

impl<'text> Walk<'_, 'text> {
    /// What stands in a type body or at the top level of a file, in order, each with the doc comment in front of it.
    pub(super) fn members(&mut self, body: Node<'_>) {
        let mut doc = None;
        for child in syntax::children(body) {
            if child.is_extra() {
                doc = self.doc_comment(child, doc);
            } else if child.kind() == "enum_body_declarations" {
                self.members(child);
            } else {
                self.member(child, doc.take());
            }
        }
    }

    pub(super) fn member(&mut self, node: Node<'_>, doc: Option<ByteSpan>) {
        match node.kind() {
            "package_declaration" => self.package(node),
            "import_declaration" => self.import(node),
            "module_declaration" => self.module_descriptor(node),
            "method_declaration" | "annotation_type_element_declaration" => self.method(node, doc),
            "constructor_declaration" | "compact_constructor_declaration" => self.constructor(node, doc),
            "field_declaration" | "constant_declaration" => self.fields(node, doc),
            "enum_constant" => self.enum_constant(node, doc),
            kind if shape_of(kind).is_some() => self.type_definition(node, doc),
            _ => self.statement(node),
        }
    }

    /// A named type.
    pub(super) fn type_definition(&mut self, node: Node<'_>, doc: Option<ByteSpan>) {
        let (Some((shape, kind)), Some(name), true) = (shape_of(node.kind()), field(node, "name"), self.descend(node)) else { return };
        let body = field(node, "body");
        let modifiers = self.modifiers(node);
        let default = match self.frames.last() {
            _ if self.builder.enclosing_callable().is_some() => Visibility::Private,
            Some(frame) => frame.shape.visibility(),
            None => Visibility::Package,
        };
        let word = self.word(name);
        let mut symbol = Symbol::new(word, kind);
        (symbol.visibility, symbol.flags) = modifiers.settle(default);
        let place = self.place(node, name, body, doc);
        let index = self.builder.symbol(symbol, place);
        self.builder.bind(word, Binding::Symbol(index), 0);
        self.builder.enter(Owner::Symbol(index));
        // A header sees the type parameters, but not what the body declares.
        self.builder.open_scope(ScopeKind::Block);
        self.annotations_of(node);
        let generics = self.generics(node);
        self.builder.symbol_mut(index).generics = generics;
        let supertypes = self.heritage(node, shape);
        let superclass = supertypes.iter().find(|it| it.heritage == Heritage::Extends && shape != Shape::Interface).map(|it| it.ty);
        let written = supertypes.len() > usize::from(matches!(shape, Shape::Enum | Shape::Record));
        self.builder.symbol_mut(index).supertypes = supertypes;
        self.builder.open_scope(if written { ScopeKind::HeirClass } else { ScopeKind::Class });
        self.type_body(index, shape, superclass, node, body);
        self.builder.close_scope();
        self.builder.close_scope();
        self.builder.leave();
        self.ascend();
    }

    /// The types above, in the order written. Enums, records and annotations have one that is not written.
    fn heritage(&mut self, node: Node<'_>, shape: Shape) -> Vec<Supertype> {
        let mut supertypes = Vec::new();
        if let Some(superclass) = field(node, "superclass") {
            self.supertypes(superclass, Heritage::Extends, &mut supertypes);
        }
        if let Some(name) = match shape {
            Shape::Enum => Some("Enum"),
            Shape::Record => Some("Record"),
            Shape::Interface if node.kind() == "annotation_type_declaration" => Some(ANNOTATION),
            Shape::Class | Shape::Interface => None,
        } {
            let ty = if name == ANNOTATION { self.builder.literal(name) } else { self.builder.free(name) };
            supertypes.push(Supertype { heritage: Heritage::Extends, ty });
        }
        if let Some(list) = child_of_kind(node, "extends_interfaces").and_then(|it| child_of_kind(it, "type_list")) {
            self.supertypes(list, Heritage::Extends, &mut supertypes);
        }
        if let Some(list) = field(node, "interfaces").and_then(|it| child_of_kind(it, "type_list")) {
            self.supertypes(list, Heritage::Implements, &mut supertypes);
        }
        if let Some(list) = field(node, "permits").and_then(|it| child_of_kind(it, "type_list")) {
            for child in parts(list) {
                self.type_expr(child);
            }
        }
        supertypes
    }

    fn supertypes(&mut self, list: Node<'_>, heritage: Heritage, into: &mut Vec<Supertype>) {
        let role = if heritage == Heritage::Extends { Role::Extends } else { Role::Implements };
        for child in parts(list) {
            let ty = self.type_in_role(child, role);
            into.push(Supertype { heritage, ty });
        }
    }

    /// The body of the type at `index`, whose scope is open.
    fn type_body(&mut self, index: u32, shape: Shape, superclass: Option<ExprId>, node: Node<'_>, body: Option<Node<'_>>) {
        let mut frame = Frame {
            symbol: index,
            shape,
            methods: self.builder.add_scope(Some(self.method_scope()), ScopeKind::Class),
            overloads: BTreeMap::new(),
            values: BTreeSet::new(),
            superclass,
            components: None,
            constructors: Vec::new(),
        };
        self.survey(body, &mut frame);
        let own = self.builder.expr(Expr::Symbol(index));
        // Its type parameters stand for themselves; what one with bounds is these tell wherever it is mentioned.
        let generics = &self.builder.symbol_mut(index).generics;
        let names: Vec<Name> =
            if generics.iter().all(|it| it.bounds.is_empty()) { generics.iter().map(|it| it.name.clone()).collect() } else { Vec::new() };
        let args = names.iter().map(|name| self.builder.name(name, 0)).collect();
        let ty = self.builder.applied(own, args);
        let receiver = Local { name: "this".into(), ty: Some(ty), values: Vec::new(), receiver: true, parameter_of: None };
        self.builder.declare(receiver, 0);
        self.frames.push(frame);
        if shape == Shape::Record {
            self.components(node);
        }
        if let Some(body) = body {
            self.members(body);
        }
        if let Some(frame) = self.frames.pop().filter(|_| shape == Shape::Record) {
            self.canonical_constructor(frame, index);
        }
    }

    /// Notes the names that a body declares before anything in it is walked.
    fn survey(&self, body: Option<Node<'_>>, frame: &mut Frame<'text>) {
        let mut bodies: Vec<Node<'_>> = body.into_iter().collect();
        while let Some(body) = bodies.pop() {
            for child in parts(body) {
                match child.kind() {
                    "method_declaration" | "annotation_type_element_declaration" => {
                        if let Some(name) = field(child, "name") {
                            *frame.overloads.entry(self.word(name)).or_insert(0) += 1;
                        }
                    }
                    "field_declaration" | "constant_declaration" => {
                        let declarators = parts(child).into_iter().filter(|it| it.kind() == "variable_declarator");
                        frame.values.extend(declarators.filter_map(|it| field(it, "name")).map(|name| self.word(name)));
                    }
                    "enum_constant" => frame.values.extend(field(child, "name").map(|name| self.word(name))),
                    "enum_body_declarations" => bodies.push(child),
                    _ => {}
                }
            }
        }
    }

    /// The class of `new Base(…) { … }` or of an enum constant with a body. Its ordinal counts within the definition around it, so that
    /// edits elsewhere do not rename it.
    pub(super) fn anonymous_class(&mut self, whole: Node<'_>, body: Node<'_>, base: &str, superclass: ExprId) -> u32 {
        let ordinal = self.anonymous.entry(self.builder.enclosing()).or_insert(0);
        *ordinal += 1;
        let mut symbol = Symbol::new(format!("{base}${ordinal}"), SymbolKind::Class);
        symbol.visibility = Visibility::Private;
        symbol.supertypes = vec![Supertype { heritage: Heritage::Extends, ty: superclass }];
        let name = ByteSpan::new(body.start_byte(), body.start_byte());
        let signature = syntax::signature(whole, Some(body), self.text);
        let place = Place { span: span(whole), name, lead: span(whole).start, signature, ..Place::default() };
        let index = self.builder.symbol(symbol, place);
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::HeirClass);
        self.type_body(index, Shape::Class, Some(superclass), whole, Some(body));
        self.builder.close_scope();
        self.builder.leave();
        index
    }

    fn enum_constant(&mut self, node: Node<'_>, doc: Option<ByteSpan>) {
        let (Some(name), Some(frame)) = (field(node, "name"), self.frames.last()) else { return };
        let owner = frame.symbol;
        let body = field(node, "body");
        let word = self.word(name);
        let mut symbol = Symbol::new(word, SymbolKind::Variant);
        symbol.flags = Flags::STATIC.with(Flags::EXPORTED);
        let ty = self.builder.expr(Expr::Symbol(owner));
        symbol.ty = Some(ty);
        let place = self.place(node, name, body, doc);
        let index = self.builder.symbol(symbol, place);
        self.builder.bind(word, Binding::Symbol(index), VALUES);
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        self.annotations_of(node);
        self.arguments(node, Handed::default(), None);
        if let Some(body) = body {
            let base = self.builder.symbol_mut(owner).name.clone();
            self.anonymous_class(node, body, &base, ty);
        }
        self.builder.close_scope();
        self.builder.leave();
    }
}

/// The form of type that a node declares.
pub(super) fn shape_of(kind: &str) -> Option<(Shape, SymbolKind)> {
    Some(match kind {
        "class_declaration" => (Shape::Class, SymbolKind::Class),
        "interface_declaration" | "annotation_type_declaration" => (Shape::Interface, SymbolKind::Interface),
        "enum_declaration" => (Shape::Enum, SymbolKind::Enum),
        "record_declaration" => (Shape::Record, SymbolKind::Class),
        _ => return None,
    })
}
