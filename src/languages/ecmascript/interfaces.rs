//! Types without code of their own: interfaces, type aliases, enums; and namespaces.

use tree_sitter::Node;

use super::super::syntax::{self, field, span};
use super::imports::own_folder;
use super::walk::{Frame, Receiver, Walk};
use crate::base::caps;
use crate::base::span::ByteSpan;
use crate::shard::body::Role;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Extension, Flags, Generic, Heritage, Import, Imported, Owner, Supertype, Symbol, SymbolKind};

/// Most type parameters of the code around that an object type without a name keeps.
const MAX_GIVEN: usize = 8;

impl Walk<'_, '_> {
    /// Adds a type-level definition and binds it.
    fn type_definition(&mut self, node: Node<'_>, outer: Node<'_>, kind: SymbolKind) -> Option<u32> {
        let name = field(node, "name")?;
        let place = self.place(span(outer), span(name), field(node, "body"));
        let symbol = self.exported(Symbol::new(self.of(name), kind));
        let index = self.define(symbol, place);
        self.apart_by_scope(index, self.builder.scope());
        self.builder.bind(self.of(name), Binding::Symbol(index), 0);
        Some(index)
    }

    pub(super) fn interface(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(index) = self.type_definition(node, outer, SymbolKind::Interface) else { return };
        if let Some((module, name)) = self.augmented.filter(|(module, _)| self.builder.owner() == Owner::Symbol(*module)) {
            let item = Imported::Item(self.builder.symbol_mut(index).name.clone());
            let import = Import { module_level: false, container: Some(module), ..Import::new(own_folder(&name.into()), item, "") };
            let import = self.builder.import(import, span(node));
            let target = self.builder.expr(Expr::Import(import));
            self.adds_to(target, index);
        }
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        self.types.push(index);
        let generics = self.generics(node);
        let mut supertypes = Vec::new();
        if let Some(clause) = syntax::child_of_kind(node, "extends_type_clause") {
            for child in syntax::children(clause) {
                let ty = self.supertype(child, Role::Extends);
                supertypes.push(Supertype { heritage: Heritage::Extends, ty });
            }
        }
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.supertypes = supertypes;
        let signatures = field(node, "body").map(|body| self.type_members(body, SymbolKind::Property)).unwrap_or_default();
        let signatures = self.builder.any_known_of(signatures);
        self.builder.symbol_mut(index).ty = Some(signatures).filter(|it| *it != self.builder.unknown());
        self.types.pop();
        self.builder.close_scope();
        self.builder.leave();
    }

    /// Notes that an interface adds its members to a type of the same name elsewhere.
    pub(super) fn adds_to(&mut self, target: ExprId, interface: u32) {
        let target_name = self.builder.symbol_mut(interface).name.clone();
        let interface = Some(self.builder.expr(Expr::Symbol(interface)));
        self.builder.extension(Extension { target, target_name, interface, interface_name: None, generics: Vec::new(), module: None });
    }

    pub(super) fn type_alias(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(index) = self.type_definition(node, outer, SymbolKind::TypeAlias) else { return };
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        self.types.push(index);
        let generics = self.generics(node);
        self.builder.symbol_mut(index).generics = generics;
        if let Some(value) = field(node, "value") {
            self.aliased(value, index);
        }
        self.types.pop();
        self.builder.close_scope();
        self.builder.leave();
    }

    /// The members of object types become those of the alias. What stands beside them in an intersection is a supertype, in a union an
    /// alternative.
    fn aliased(&mut self, value: Node<'_>, index: u32) {
        if Self::is_one_of_texts(value) {
            let ty = self.names_or_type(value);
            self.builder.symbol_mut(index).ty = Some(ty);
            return;
        }
        let parts = if matches!(value.kind(), "union_type" | "intersection_type") { Self::alternatives(value) } else { vec![value] };
        // Of several object types, of which a value is one, each has its members. What is more than is told of a value has them together.
        let is_one_of = value.kind() == "union_type" && parts.len() <= caps::MAX_CANDIDATES;
        let are_several = is_one_of && parts.iter().filter(|part| !is_nothing(**part)).count() > 1;
        // `T & {}` and `{ [K in keyof T]: T[K] }` are a `T` with another face.
        let owns = |part: &Node<'_>| {
            let members = if part.kind() == "object_type" && !are_several { syntax::children(*part) } else { return false };
            !(members.iter().any(|it| self.is_face(*it)) || (members.is_empty() && value.kind() == "intersection_type"))
        };
        let (owning, parts): (Vec<bool>, Vec<Node<'_>>) = parts.into_iter().map(|part| (owns(&part), part)).unzip();
        let is_both = owning.contains(&true) && value.kind() == "intersection_type";
        let (mut named, mut beside) = (Vec::new(), Vec::new());
        for (part, owns) in parts.into_iter().zip(&owning) {
            if *owns {
                let signatures = self.type_members(part, SymbolKind::Field);
                if is_both { &mut beside } else { &mut named }.extend(signatures);
            } else {
                let around = std::mem::replace(&mut self.naming, true);
                let ty = self.alternative(part);
                // What a value, a function or what builds is the value is itself, and no type above the members that are written out.
                let is_beside = is_both && matches!(part.kind(), "type_query" | "constructor_type" | "function_type");
                if is_beside { &mut beside } else { &mut named }.extend(Some(ty).filter(|ty| *ty != self.builder.unknown()));
                self.naming = around;
            }
        }
        if is_both {
            let beside = self.builder.any_known_of(beside);
            self.builder.symbol_mut(index).ty = Some(beside).filter(|it| *it != self.builder.unknown());
            let supertypes = named.into_iter().map(|ty| Supertype { heritage: Heritage::Extends, ty });
            self.builder.symbol_mut(index).supertypes.extend(supertypes);
        } else if !named.is_empty() {
            let ty = self.builder.any_known_of(named);
            self.builder.symbol_mut(index).ty = Some(ty);
        }
    }

    /// The members of an interface or object type, as members of the present owner. Gives the types of what its signatures call and build.
    fn type_members(&mut self, body: Node<'_>, kind: SymbolKind) -> Vec<ExprId> {
        let mut signatures = Vec::new();
        self.each(body, |walk, member| match member.kind() {
            "call_signature" | "construct_signature" if signatures.len() < caps::MAX_CANDIDATES => signatures.extend(walk.annotation(member)),
            "method_signature" => walk.method(member, span(member), Receiver::Unknown, Receiver::Unknown),
            "property_signature" => walk.type_property(member, kind),
            "index_signature" => walk.index_signature(member),
            _ => walk.statement_in_type(member),
        });
        signatures
    }

    /// What the type around says of all members that it does not name: a map that it extends.
    fn index_signature(&mut self, node: Node<'_>) {
        let map = self.mapped(node);
        if let (Some(ty), Owner::Symbol(owner)) = (map, self.builder.owner()) {
            self.builder.symbol_mut(owner).supertypes.push(Supertype { heritage: Heritage::Extends, ty });
        }
    }

    fn type_property(&mut self, node: Node<'_>, kind: SymbolKind) {
        let Some((name, at)) = self.member_name(node) else {
            field(node, "type").map(|ty| self.type_expr(ty));
            return;
        };
        let ty = field(node, "type");
        let function = ty.and_then(super::statements::first).filter(|ty| ty.kind() == "function_type");
        let place = self.place(span(node), at, None);
        let mut symbol = Symbol::new(name, if function.is_some() { SymbolKind::Method } else { kind });
        symbol.flags = Flags::default()
            .when(syntax::has_token(node, "readonly"), Flags::CONST)
            .when(syntax::has_token(node, "?"), Flags::MAY_LACK)
            .when(function.is_some(), Flags::DECLARATION);
        let index = self.define(symbol, place);
        if let Some(function) = function {
            self.callable(function, Some(index), None, &[]);
            return;
        }
        self.builder.enter(Owner::Symbol(index));
        match ty.and_then(super::statements::first) {
            Some(object) if object.kind() == "object_type" && !is_map(object) => {
                self.type_members(object, kind);
            }
            _ => {
                let ty = ty.and_then(|ty| self.annotation(ty));
                self.builder.symbol_mut(index).ty = ty;
            }
        }
        self.builder.leave();
    }

    /// A part of a type body that is no member of its own.
    pub(super) fn statement_in_type(&mut self, node: Node<'_>) {
        match node.kind() {
            "call_signature" | "construct_signature" | "index_signature" => {
                self.type_expr(node);
            }
            "comment" => {}
            _ => self.statement(node),
        }
    }

    /// An object type that nothing names. One with members whose types lead on gets a nested definition to own them.
    pub(super) fn anonymous_type(&mut self, node: Node<'_>) -> ExprId {
        let naming = std::mem::take(&mut self.naming);
        let ty = if syntax::children(node).into_iter().any(|member| leads_on(member) || (naming && member.kind() == "property_signature")) {
            self.nameless_type(node)
        } else {
            self.anonymous_members(node).unwrap_or(self.builder.unknown())
        };
        self.naming = naming;
        ty
    }

    /// A definition of an object type that nothing names, with its members. Those type parameters around it that it mentions are its own as well, and it
    /// stands there with each as its argument.
    fn nameless_type(&mut self, node: Node<'_>) -> ExprId {
        let around = self.mentioned.replace(Vec::new());
        let index = self.nameless_definition(node);
        let mentioned = std::mem::replace(&mut self.mentioned, around).unwrap_or_default();
        let (mut generics, mut args) = (Vec::new(), Vec::new());
        for local in mentioned {
            let Some(name) = self.builder.local(local).map(|it| it.name.clone()) else { continue };
            let is_around = self.builder.find_type_parameter(&name, node.start_byte()) == Some(local);
            if is_around && generics.len() < MAX_GIVEN && !generics.iter().any(|it: &Generic| it.name == name) {
                args.push(self.builder.name(&name, node.start_byte()));
                generics.push(Generic { name, bounds: Vec::new(), default: None });
                self.mentioned.iter_mut().for_each(|around| around.push(local));
            }
        }
        self.builder.symbol_mut(index).generics = generics;
        let whole = self.builder.expr(Expr::Symbol(index));
        self.builder.applied(whole, args)
    }

    fn nameless_definition(&mut self, node: Node<'_>) -> u32 {
        let at = ByteSpan::new(node.start_byte(), node.start_byte() + 1);
        let place = self.place(span(node), at, None);
        let mut symbol = Symbol::new("typeLiteral", SymbolKind::TypeAlias);
        symbol.flags = Flags::NESTED;
        let index = self.define(symbol, place);
        self.told_apart(index, node);
        self.builder.enter(Owner::Symbol(index));
        let exporting = self.exporting.take();
        // Its members are reached through it alone, as what stands in a function is.
        self.frames.push(Frame { symbol: None, result: None, returns: Vec::new(), blocks: self.blocks });
        let signatures = self.type_members(node, SymbolKind::Field);
        self.frames.pop();
        self.exporting = exporting;
        self.builder.leave();
        if !signatures.is_empty() {
            let ty = self.builder.any_known_of(signatures);
            self.builder.symbol_mut(index).ty = Some(ty);
        }
        index
    }

    /// Visits the names in an object type that nothing names. Gives the map, or the class, that it is, else its members.
    fn anonymous_members(&mut self, body: Node<'_>) -> Option<ExprId> {
        let mut map = None;
        let mut members = Vec::new();
        for member in syntax::children(body) {
            match member.kind() {
                "property_signature" => {
                    let ty = field(member, "type").and_then(|ty| self.annotation(ty));
                    let value = ty.map_or(self.builder.unknown(), |ty| self.builder.instance(ty));
                    members.extend(self.member_name(member).map(|(name, _)| (name, value)));
                }
                "method_signature" => {
                    self.signature(member);
                }
                "index_signature" => map = map.or(self.mapped(member)),
                "construct_signature" => map = map.or(self.annotation(member)),
                _ => self.statement_in_type(member),
            }
        }
        if map.is_none() && !members.is_empty() {
            map = Some(self.written_object(members));
        }
        map
    }

    pub(super) fn enumeration(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(index) = self.type_definition(node, outer, SymbolKind::Enum) else { return };
        let symbol = self.builder.symbol_mut(index);
        symbol.flags = symbol.flags.when(syntax::has_token(node, "const"), Flags::CONST);
        let Some(body) = field(node, "body") else { return };
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        let ty = self.builder.expr(Expr::Symbol(index));
        self.each(body, |walk, member| {
            let name = field(member, "name").unwrap_or(member);
            if name.kind() == "computed_property_name" {
                return;
            }
            let (text, at) = super::objects::key_name(name, walk.text);
            let place = walk.place(span(member), at, None);
            let mut symbol = Symbol::new(text, SymbolKind::Variant);
            symbol.ty = Some(ty);
            let variant = walk.define(symbol, place);
            walk.builder.bind(text, Binding::Symbol(variant), 0);
            if let Some(value) = field(member, "value") {
                walk.value(value);
            }
        });
        self.builder.close_scope();
        self.builder.leave();
    }

    /// `namespace A.B { … }`, `module 'm' { … }`: one module a name.
    pub(super) fn namespace(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(name) = field(node, "name") else { return };
        let names = namespace_names(name, self.text);
        let body = field(node, "body");
        let before = self.augmented;
        for (text, at) in &names {
            let place = self.place(span(outer), *at, body);
            let mut symbol = self.exported(Symbol::new(*text, SymbolKind::Module));
            symbol.flags = symbol.flags.when(self.ambient, Flags::EXPORTED).when(name.kind() == "string", Flags::DECLARATION);
            let index = self.define(symbol, place);
            if name.kind() == "string" {
                self.augmented = Some((index, *text));
            } else {
                self.builder.bind(text, Binding::Symbol(index), 0);
            }
            self.builder.enter(Owner::Symbol(index));
            self.builder.open_scope(ScopeKind::Module);
        }
        let blocks = std::mem::take(&mut self.blocks);
        if let Some(body) = body {
            self.each(body, Self::statement);
        }
        self.blocks = blocks;
        self.augmented = before;
        for _ in &names {
            self.builder.close_scope();
            self.builder.leave();
        }
    }
}

/// Whether a type is that of no value (`null`, `undefined`).
fn is_nothing(ty: Node<'_>) -> bool {
    let word = |ty: Node<'_>| matches!(ty.kind(), "null" | "undefined");
    word(ty) || (ty.kind() == "literal_type" && super::statements::first(ty).is_some_and(word))
}

/// Whether an object type has but members by any name: `{ [key: string]: Item }`.
fn is_map(object: Node<'_>) -> bool {
    let members: Vec<Node<'_>> = syntax::children(object).into_iter().filter(|member| member.kind() != "comment").collect();
    !members.is_empty() && members.iter().all(|member| member.kind() == "index_signature")
}

/// Whether a member of an object type is a method, or of a type that has members of its own.
fn leads_on(member: Node<'_>) -> bool {
    match member.kind() {
        "method_signature" => true,
        "property_signature" => field(member, "type").and_then(super::statements::first).is_some_and(|ty| !is_primitive(ty, 4)),
        _ => false,
    }
}

fn is_primitive(ty: Node<'_>, depth: u32) -> bool {
    match ty.kind() {
        "predefined_type" | "literal_type" | "template_literal_type" => true,
        "union_type" | "array_type" | "parenthesized_type" | "readonly_type" => {
            depth > 0 && syntax::children(ty).into_iter().all(|part| is_primitive(part, depth - 1))
        }
        _ => false,
    }
}

fn namespace_names<'text>(name: Node<'_>, text: &'text str) -> Vec<(&'text str, ByteSpan)> {
    if name.kind() == "string" {
        return vec![(super::imports::string_content(name, text), super::imports::inner_span(name))];
    }
    let mut names = Vec::new();
    let mut at = name.start_byte();
    for part in syntax::text(name, text).split('.') {
        let trimmed = part.trim();
        let start = at + (part.len() - part.trim_start().len());
        names.push((trimmed, ByteSpan::new(start, start + trimmed.len())));
        at += part.len() + 1;
    }
    names
}
