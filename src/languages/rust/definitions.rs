//! Items: types and their members, traits, impls, constants, modules, macros.

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use super::Walk;
use super::attributes::Lead;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{child_of_kind, children, field, has_token, signature, span, text};
use crate::shard::body::{Place, Role};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::Expr;
use crate::shard::facts::{Extension, Flags, Heritage, Owner, Supertype, Symbol, SymbolKind, Visibility};

impl Walk<'_, '_> {
    /// The items of a file, a module, an impl or a trait. Statements may stand among them.
    pub(super) fn items(&mut self, node: Node<'_>) {
        if !self.descend(node) {
            return;
        }
        let mut lead = Lead::default();
        for child in children(node) {
            match child.kind() {
                "attribute_item" => lead.attributes.push(child),
                "line_comment" | "block_comment" => self.comment(child, &mut lead),
                _ => {
                    self.fenced = false;
                    let lead = std::mem::take(&mut lead);
                    let around = self.enter(&lead);
                    if !self.item(child, &lead) && !self.item_macro(child, &lead) {
                        self.statement(child);
                    }
                    self.leave(around);
                }
            }
        }
        self.ascend();
    }

    /// An item; `false` when the node is something else.
    pub(super) fn item(&mut self, node: Node<'_>, lead: &Lead<'_>) -> bool {
        match node.kind() {
            "function_item" | "function_signature_item" => self.function(node, lead),
            "struct_item" => self.composite(node, SymbolKind::Struct, lead),
            "union_item" => self.composite(node, SymbolKind::Union, lead),
            "enum_item" => self.composite(node, SymbolKind::Enum, lead),
            "trait_item" => self.trait_item(node, lead),
            "impl_item" => self.impl_item(node),
            "type_item" | "associated_type" => self.alias(node, lead),
            "const_item" => self.constant(node, SymbolKind::Constant, lead),
            "static_item" => self.constant(node, SymbolKind::Variable, lead),
            "mod_item" => self.mod_item(node, lead),
            "macro_definition" => self.macro_definition(node, lead),
            "use_declaration" => self.use_declaration(node),
            "extern_crate_declaration" => self.extern_crate(node, lead.has("macro_use", self.text)),
            "foreign_mod_item" => {
                if let Some(body) = field(node, "body") {
                    self.items(body);
                }
            }
            "ERROR" => self.items(node),
            "inner_attribute_item" | "empty_statement" | "shebang" => {}
            _ => return false,
        }
        true
    }

    /// Adds the definition of `name` with its visibility and place.
    pub(super) fn define(&mut self, node: Node<'_>, name: Node<'_>, kind: SymbolKind, lead: &Lead<'_>, body: Option<Node<'_>>) -> u32 {
        let mut symbol = Symbol::new(self.word(name), kind);
        symbol.visibility = self.visibility(child_of_kind(node, "visibility_modifier"));
        let near = child_of_kind(node, "visibility_modifier").is_some_and(|it| child_of_kind(it, "super").is_some() && !has_token(it, "in"));
        symbol.flags = symbol.flags.when(symbol.visibility != Visibility::Private, Flags::EXPORTED).when(near, Flags::NEAR);
        let place = Place {
            span: ByteSpan::new(lead.start(node), node.end_byte()),
            name: span(name),
            lead: ByteSpan::new(lead.doc_start(node), node.end_byte()).start,
            signature: signature(node, body, self.text),
            doc: lead.doc(self.text),
            ..Place::default()
        };
        self.add(symbol, place)
    }

    /// Binds the name of a definition in the present scope.
    pub(super) fn bind_symbol(&mut self, name: Node<'_>, index: u32) {
        let name = self.word(name);
        self.known.insert(name.into());
        self.builder.bind(name, Binding::Symbol(index), 0);
    }

    fn visibility(&self, modifier: Option<Node<'_>>) -> Visibility {
        let Some(modifier) = modifier else { return self.members.unwrap_or(Visibility::Private) };
        if text(modifier, self.text) == "pub" {
            Visibility::Public
        } else if child_of_kind(modifier, "self").is_some() && !has_token(modifier, "in") {
            Visibility::Private
        } else {
            Visibility::Package
        }
    }

    /// A struct, union or enum.
    fn composite(&mut self, node: Node<'_>, kind: SymbolKind, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let body = field(node, "body");
        let index = self.define(node, name, kind, lead, body);
        self.bind_symbol(name, index);
        let members = self.members.take();
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        let this = self.builder.expr(Expr::Symbol(index));
        self.selves.push(this);
        self.decorators(lead);
        let generics = self.generics(node);
        self.builder.symbol_mut(index).generics = generics;
        self.builder.symbol_mut(index).words = self.completing.then(|| Name::new_static("!"));
        if let Some(body) = body {
            if body.kind() == "field_declaration_list" {
                let flags = self.builder.symbol_mut(index).flags;
                self.builder.symbol_mut(index).flags = flags.with(Flags::NO_VALUE);
            }
            if kind == SymbolKind::Enum {
                self.members = Some(self.builder.symbol_mut(index).visibility);
            }
            self.members_of(body, index);
        }
        self.selves.pop();
        self.builder.close_scope();
        self.builder.leave();
        self.members = members;
        self.projections(index, this, lead);
    }

    /// Fields or variants of the type at `owner`.
    fn members_of(&mut self, body: Node<'_>, owner: u32) {
        let mut lead = Lead::default();
        let mut modifier = None;
        let mut position = 0u32;
        for child in children(body) {
            match child.kind() {
                "attribute_item" => lead.attributes.push(child),
                "line_comment" | "block_comment" => self.comment(child, &mut lead),
                "visibility_modifier" => modifier = Some(child),
                "field_declaration" | "enum_variant" => {
                    let lead = std::mem::take(&mut lead);
                    let around = self.enter(&lead);
                    if child.kind() == "enum_variant" {
                        self.variant(child, owner, &lead);
                    } else {
                        self.field_declaration(child, &lead);
                    }
                    self.leave(around);
                }
                "ERROR" => lead = Lead::default(),
                _ => {
                    self.tuple_field(child, position, modifier.take(), &std::mem::take(&mut lead));
                    position += 1;
                }
            }
        }
        self.fenced = false;
    }

    fn field_declaration(&mut self, node: Node<'_>, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let index = self.define(node, name, SymbolKind::Field, lead, None);
        self.builder.enter(Owner::Symbol(index));
        self.decorators_of_field(lead);
        let ty = field(node, "type").map(|ty| self.type_expr(ty));
        self.builder.symbol_mut(index).ty = ty;
        self.builder.leave();
    }

    /// A field of a tuple struct or variant is named by its position.
    fn tuple_field(&mut self, ty: Node<'_>, position: u32, modifier: Option<Node<'_>>, lead: &Lead<'_>) {
        let mut symbol = Symbol::new(position.to_string(), SymbolKind::Field);
        symbol.visibility = self.visibility(modifier);
        symbol.flags = symbol.flags.when(symbol.visibility != Visibility::Private, Flags::EXPORTED);
        let start = modifier.map_or(ty.start_byte(), |modifier| modifier.start_byte());
        let place = Place {
            span: ByteSpan::new(start.min(lead.start(ty)), ty.end_byte()),
            name: ByteSpan::new(ty.start_byte(), ty.start_byte()),
            lead: ByteSpan::new(start.min(lead.doc_start(ty)), ty.end_byte()).start,
            signature: signature(ty, None, self.text),
            doc: lead.doc(self.text),
            ..Place::default()
        };
        let index = self.builder.symbol(symbol, place);
        self.builder.enter(Owner::Symbol(index));
        self.helpers(lead);
        let ty = self.type_expr(ty);
        self.builder.symbol_mut(index).ty = Some(ty);
        self.builder.leave();
    }

    fn variant(&mut self, node: Node<'_>, owner: u32, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let index = self.define(node, name, SymbolKind::Variant, lead, None);
        self.builder.enter(Owner::Symbol(index));
        self.decorators_of_field(lead);
        // A variant, called or not, gives a value of its enum.
        let ty = self.builder.expr(Expr::Symbol(owner));
        self.builder.symbol_mut(index).ty = Some(ty);
        if let Some(value) = field(node, "value") {
            self.value(value);
        }
        if let Some(body) = field(node, "body") {
            self.members_of(body, index);
        }
        self.builder.leave();
    }

    /// On fields and variants single names are helpers of derives; only paths name macros.
    fn decorators_of_field(&mut self, lead: &Lead<'_>) {
        let attributes = lead.attributes.iter().copied();
        let named = attributes
            .filter(|item| child_of_kind(*item, "attribute").and_then(|it| it.named_child(0)).is_some_and(|path| path.kind() == "scoped_identifier"));
        let of_fields = Lead { attributes: named.collect(), docs: Vec::new() };
        self.decorators(&of_fields);
        self.helpers(lead);
    }

    fn trait_item(&mut self, node: Node<'_>, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let body = field(node, "body");
        let index = self.define(node, name, SymbolKind::Trait, lead, body);
        self.bind_symbol(name, index);
        let members = self.members.replace(self.builder.symbol_mut(index).visibility);
        let around = self.around_self.replace(0);
        let borrowed = self.borrowed_self.take();
        let refers = self.refers.take();
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        // Inside of a trait `Self` is whatever implements it.
        let this = self.builder.expr(Expr::Symbol(index));
        let this = self.builder.expr(Expr::Generic { name: "Self".into(), bounds: vec![this] });
        self.selves.push(this);
        self.decorators(lead);
        let generics = self.generics(node);
        let above = self.bounds(field(node, "bounds"), Role::Extends);
        let unsafe_trait = has_token(node, "unsafe");
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.supertypes = above.into_iter().map(|ty| Supertype { heritage: Heritage::Extends, ty }).collect();
        symbol.flags = symbol.flags.when(unsafe_trait, Flags::UNSAFE);
        if let Some(body) = body {
            self.items(body);
            if has_macros(body) || body.has_error() {
                self.builder.symbol_mut(index).words = Some(Name::new_static("!"));
            }
        }
        self.selves.pop();
        self.builder.close_scope();
        self.builder.leave();
        self.members = members;
        self.around_self = around;
        self.borrowed_self = borrowed;
        self.refers = refers;
    }

    fn impl_item(&mut self, node: Node<'_>) {
        let Some(target_node) = field(node, "type") else { return };
        let interface_node = field(node, "trait");
        self.builder.open_scope(ScopeKind::Block);
        let target = self.type_expr(target_node);
        self.selves.push(target);
        let generics = self.generics(node);
        let interface = interface_node.map(|it| self.type_in_role(it, Role::Implements));
        let mut extension = Extension {
            target,
            target_name: self.simple_name(target_node).into(),
            interface,
            interface_name: interface_node.map(|it| self.simple_name(it).into()),
            generics,
            module: None,
        };
        // `impl<T: Bound> Trait for T` adds to whatever satisfies the bound, so it is found under the bound's name.
        let unknown = self.builder.unknown();
        if let Some(generic) = extension.generics.iter().find(|generic| generic.name == extension.target_name)
            && let Some(bound) = generic.bounds.iter().find(|bound| **bound != unknown)
            && let Some(bound_node) = self.first_bound(node, &extension.target_name)
        {
            extension.target = *bound;
            extension.target_name = self.simple_name(bound_node).into();
        }
        // What stands for a type parameter may be a reference.
        let is_parameter = extension.generics.iter().any(|generic| generic.name == text(target_node, self.text));
        let is_reference = self.is_reference_type(target_node).filter(|_| !is_parameter);
        let members = self.members.take();
        self.members = interface_node.map(|_| Visibility::Public);
        let (index, first) = (self.builder.extension(extension), self.builder.symbol_count());
        let references = self.references_of_type(target_node);
        let around = std::mem::replace(&mut self.around_self, references);
        let borrowed = std::mem::replace(&mut self.borrowed_self, is_reference);
        let changing = || child_of_kind(target_node, "mutable_specifier").is_some();
        let refers = (target_node.kind() == "reference_type").then(changing);
        let refers = std::mem::replace(&mut self.refers, refers);
        if let Some(body) = field(node, "body") {
            self.builder.enter(Owner::Extension(index));
            self.items(body);
            self.builder.leave();
            if has_macros(body) {
                self.open_types.insert(self.simple_name(target_node).into());
            }
        }
        // `impl From<A> for T` and `impl From<B> for T` give one type two functions of one name, and so do blocks for tuples, which share theirs.
        let tuple = Some(target_node).filter(|it| matches!(it.kind(), "tuple_type" | "unit_type"));
        let arguments = interface_node.and_then(|it| field(it, "type_arguments"));
        if tuple.or(arguments).is_some() {
            let parts: Vec<&str> = tuple.into_iter().chain(arguments).map(|it| text(it, self.text)).collect();
            self.builder.overload(index, first, hash_of(&parts));
        }
        self.around_self = around;
        self.borrowed_self = borrowed;
        self.refers = refers;
        self.members = members;
        self.selves.pop();
        self.builder.close_scope();
    }

    /// Says of the types among whose members macros stand that these may have made some.
    pub(super) fn tell_open_types(&mut self) {
        for index in (0..self.builder.symbol_count()).map_while(|it| u32::try_from(it).ok()).filter(|_| !self.open_types.is_empty()) {
            let symbol = self.builder.symbol_mut(index);
            if symbol.kind.is_type() && self.open_types.contains(&symbol.name) {
                symbol.words = Some(Name::new_static("!"));
            }
        }
    }

    /// The first type that bounds the parameter `name`, in the parameter list or the where clause.
    fn first_bound<'tree>(&self, node: Node<'tree>, name: &str) -> Option<Node<'tree>> {
        let parameters = field(node, "type_parameters").map(children).unwrap_or_default();
        let predicates = child_of_kind(node, "where_clause").map(children).unwrap_or_default();
        parameters.into_iter().chain(predicates).find_map(|it| {
            let subject = field(it, "name").or_else(|| field(it, "left"))?;
            let bounds = field(it, "bounds").filter(|_| text(subject, self.text) == name)?;
            children(bounds).into_iter().find(|bound| !matches!(bound.kind(), "lifetime" | "removed_trait_bound" | "line_comment" | "block_comment"))
        })
    }

    fn alias(&mut self, node: Node<'_>, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let member = self.in_type();
        let index = self.define(node, name, if member { SymbolKind::AssociatedType } else { SymbolKind::TypeAlias }, lead, None);
        if !member {
            self.bind_symbol(name, index);
        }
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Block);
        let generics = self.generics(node);
        let above = self.bounds(field(node, "bounds"), Role::Extends);
        let ty = field(node, "type").map(|ty| self.type_expr(ty));
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.ty = ty;
        symbol.supertypes = above.into_iter().map(|ty| Supertype { heritage: Heritage::Extends, ty }).collect();
        symbol.flags = symbol.flags.when(ty.is_none(), Flags::DECLARATION);
        self.builder.close_scope();
        self.builder.leave();
    }

    /// A constant or a static.
    fn constant(&mut self, node: Node<'_>, kind: SymbolKind, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let value = field(node, "value");
        if text(name, self.text) == "_" {
            // `const _` has no name to be found under; what it holds belongs to what is around it.
            if let Some(ty) = field(node, "type") {
                self.type_expr(ty);
            }
            if let Some(value) = value {
                self.value(value);
            }
            return;
        }
        let member = self.in_type();
        let index = self.define(node, name, kind, lead, value);
        if !member {
            self.bind_symbol(name, index);
        }
        let members = self.members.take();
        self.builder.enter(Owner::Symbol(index));
        self.decorators(lead);
        let ty = field(node, "type").map(|ty| self.type_expr(ty));
        let value = value.map(|value| self.value(value));
        // A macro may wrap what it is given as a static; a `static ref` is read as if it were of its type.
        let is_wrapped = kind == SymbolKind::Variable && self.item_macros > 0 && !has_token(node, "ref");
        let unknown = self.builder.unknown();
        let symbol = self.builder.symbol_mut(index);
        symbol.ty = if is_wrapped { Some(unknown) } else { ty };
        symbol.value = value.filter(|_| ty.is_none() && !is_wrapped);
        symbol.flags = symbol.flags.when(kind == SymbolKind::Constant, Flags::CONST).with(Flags::STATIC);
        self.builder.leave();
        self.members = members;
    }

    fn mod_item(&mut self, node: Node<'_>, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let body = field(node, "body");
        let index = self.define(node, name, SymbolKind::Module, lead, body);
        self.bind_symbol(name, index);
        let places = lead.places(self.text);
        let Some(body) = body else {
            let by_layout = self.folder.as_ref().map(|folder| format!("{folder}/{}", self.word(name))).unwrap_or_default();
            let places: Vec<&str> = places.split('\n').map(|place| if place.is_empty() { by_layout.as_str() } else { place }).collect();
            let places = places.join("\n");
            let value = (!places.is_empty()).then(|| self.builder.literal(&places));
            let symbol = self.builder.symbol_mut(index);
            symbol.flags = symbol.flags.with(Flags::OUT_OF_LINE);
            symbol.value = value;
            return;
        };
        // An inline module is a folder: its own name leads one further down, and what tells its folder starts outside of it.
        let outer = self.folder.as_deref();
        let place = places.split('\n').find(|place| !place.is_empty());
        let folder = match (outer, place) {
            (None, None) => None,
            (outer, place) => Some(format!("../{}/{}", outer.unwrap_or("."), place.unwrap_or_else(|| self.word(name)))),
        };
        let doc = self.inner_doc(body);
        let place = self.builder.place_mut(index);
        if place.doc.is_empty() {
            place.doc = doc;
        }
        let members = self.members.take();
        let selves = std::mem::take(&mut self.selves);
        let module = self.module.replace(index);
        let around = std::mem::replace(&mut self.of_module, self.conditions.len());
        let outer = std::mem::replace(&mut self.folder, folder);
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Isolated);
        self.decorators(lead);
        self.items(body);
        self.builder.close_scope();
        self.builder.leave();
        self.folder = outer;
        self.module = module;
        self.of_module = around;
        self.selves = selves;
        self.members = members;
    }

    fn macro_definition(&mut self, node: Node<'_>, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        // A macro may put that in front of the one it is given.
        let exported = lead.has("macro_export", self.text) || self.item_macros > 0;
        let index = self.define(node, name, SymbolKind::Macro, lead, child_of_kind(node, "macro_rule"));
        self.bind_symbol(name, index);
        let symbol = self.builder.symbol_mut(index);
        symbol.visibility = if exported { Visibility::Public } else { Visibility::Private };
        symbol.flags = symbol.flags.when(exported, Flags::EXPORTED);
        let words = self.words_of_macro(node);
        if words.is_some() {
            self.taking_words.insert(self.word(name).into());
        }
        self.builder.symbol_mut(index).words = words;
        if self.adds_members(node) {
            self.adding.insert(self.word(name).into());
        }
        self.note_rules(node, self.word(name));
        self.builder.enter(Owner::Symbol(index));
        let rules: Vec<Node<'_>> = children(node).into_iter().filter(|rule| rule.kind() == "macro_rule").collect();
        let given = self.given_by_rules(&rules);
        self.builder.symbol_mut(index).value = given;
        for rule in rules {
            if let Some(right) = field(rule, "right") {
                self.template(right);
            }
        }
        self.builder.leave();
    }
}

/// Whether a macro stands among members.
fn has_macros(body: Node<'_>) -> bool {
    let is_macro =
        |it: Node<'_>| it.kind() == "macro_invocation" || (it.kind() == "expression_statement" && child_of_kind(it, "macro_invocation").is_some());
    children(body).into_iter().any(is_macro)
}

/// The hash of types as they are written, but for white space.
fn hash_of(parts: &[&str]) -> u64 {
    let written: String = parts.iter().flat_map(|part| part.split_whitespace()).collect();
    xxh3_64(written.as_bytes())
}
