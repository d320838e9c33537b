//! `type` declarations: structs with fields, interfaces with methods, aliases and defined types.

use tree_sitter::Node;

use super::definitions::{Spec, specs};
use super::documents;
use super::walker::Walker;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::{Place, Role};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::facts::{Flags, Generic, Heritage, Owner, Supertype, Symbol, SymbolKind, Visibility};

impl Walker<'_, '_> {
    /// `type X …` or `type ( … )`.
    pub(super) fn type_declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        for spec in specs(node, lead) {
            self.type_spec(&spec);
        }
    }

    fn type_spec(&mut self, spec: &Spec<'_>) {
        let (Some(name), Some(body)) = (syntax::field(spec.node, "name"), syntax::field(spec.node, "type")) else { return };
        let kind = match body.kind() {
            "struct_type" => SymbolKind::Struct,
            "interface_type" => SymbolKind::Interface,
            _ => SymbolKind::TypeAlias,
        };
        let mut place = self.place(spec.whole, name, spec.lead);
        place.signature = self.type_head(spec.whole, body);
        let symbol = self.define(name, kind, place);
        let text = self.text_of(name);
        if self.at_top() {
            self.builder.bind(text, Binding::Symbol(symbol), 0);
        } else {
            // A type is of the block that it is declared in, and another block of the function may have one of its name.
            self.builder.symbol_mut(symbol).twin = self.types_before(symbol);
            self.bind_type(text, symbol);
        }
        self.open(ScopeKind::Block);
        self.builder.enter(Owner::Symbol(symbol));
        let generics = self.generics_of(spec.node);
        let aliased = (kind == SymbolKind::TypeAlias).then(|| self.type_expr(body));
        self.builder.leave();
        let definition = self.builder.symbol_mut(symbol);
        (definition.generics, definition.ty) = (generics, aliased);
        definition.flags = definition.flags.when(spec.node.kind() == "type_alias", Flags::OTHER_NAME);
        match kind {
            SymbolKind::Struct => self.struct_members(symbol, body),
            SymbolKind::Interface => self.interface_members(symbol, body),
            _ => {}
        }
        self.close();
    }

    /// How many types of the name of one the function around it declares before it.
    fn types_before(&self, symbol: u32) -> u32 {
        let all = &self.builder.facts().symbols;
        let Some((own, before)) = all.get(..=symbol as usize).and_then(<[Symbol]>::split_last) else { return 0 };
        let around = if let Owner::Symbol(around) = own.owner { around as usize } else { 0 };
        let alike = before.iter().skip(around).filter(|it| it.owner == own.owner && it.kind.is_type() && it.name == own.name);
        u32::try_from(alike.count()).unwrap_or(u32::MAX)
    }

    pub(super) fn generics_of(&mut self, node: Node<'_>) -> Vec<Generic> {
        syntax::field(node, "type_parameters").map_or_else(Vec::new, |list| self.type_parameters(list))
    }

    /// The declaration without the members of a body.
    fn type_head(&self, whole: Node<'_>, body: Node<'_>) -> String {
        let brace = match body.kind() {
            "struct_type" => syntax::child_of_kind(body, "field_declaration_list"),
            "interface_type" => syntax::all_children(body).into_iter().find(|child| child.kind() == "{"),
            _ => None,
        };
        syntax::signature(whole, brace, self.text)
    }

    /// A definition whose name decides who sees it.
    pub(super) fn define(&mut self, name: Node<'_>, kind: SymbolKind, place: Place) -> u32 {
        let mut symbol = Symbol::new(self.text_of(name), kind);
        let exported = is_exported(&symbol.name);
        symbol.visibility = if exported { Visibility::Public } else { Visibility::Package };
        symbol.flags = Flags::default().when(exported, Flags::EXPORTED);
        self.builder.symbol(symbol, place)
    }

    pub(super) fn place(&mut self, whole: Node<'_>, name: Node<'_>, lead: Option<ByteSpan>) -> Place {
        let span = syntax::span(whole);
        let signature = syntax::signature(whole, None, self.text);
        let above = lead.map_or(span.start, |lead| lead.start);
        Place { span, name: syntax::span(name), lead: above, signature, doc: self.document(lead), ..Place::default() }
    }

    // --- members ---

    /// The fields of a struct. An embedded field is both a field and a type above: its members are promoted.
    pub(super) fn struct_members(&mut self, owner: u32, node: Node<'_>) {
        let Some(list) = syntax::child_of_kind(node, "field_declaration_list") else { return };
        let fields = documents::documented(list).into_iter().filter(|(field, _)| field.kind() == "field_declaration");
        let supertypes = self.within(owner, |walker| fields.filter_map(|(field, lead)| walker.field_declaration(field, lead)).collect());
        self.builder.symbol_mut(owner).supertypes = supertypes;
    }

    fn field_declaration(&mut self, node: Node<'_>, lead: Option<ByteSpan>) -> Option<Supertype> {
        let ty = syntax::field(node, "type")?;
        let names = syntax::fields(node, "name");
        let embedded = names.is_empty();
        let defining = if embedded { vec![embedded_name(ty)] } else { names };
        let mut symbols = Vec::new();
        for name in defining {
            if self.text_of(name) == "_" {
                continue;
            }
            let place = self.place(node, name, lead);
            symbols.push(self.define(name, SymbolKind::Field, place));
        }
        // What its type uses, a field uses. The supertype of an embedded one is the type's own use.
        let written = match symbols.first() {
            _ if embedded => self.type_expr_as(ty, Role::Extends),
            Some(first) => self.within(*first, |walker| walker.type_expr(ty)),
            None => self.type_expr(ty),
        };
        for symbol in symbols {
            self.builder.symbol_mut(symbol).ty = Some(written);
        }
        embedded.then_some(Supertype { heritage: Heritage::Extends, ty: written })
    }

    /// The methods of an interface, and the interfaces it embeds.
    pub(super) fn interface_members(&mut self, owner: u32, node: Node<'_>) {
        let mut supertypes = Vec::new();
        self.within(owner, |walker| {
            for (element, lead) in documents::documented(node) {
                match element.kind() {
                    "method_elem" => walker.method_element(element, lead),
                    "type_elem" => supertypes.extend(walker.embedded_interface(element)),
                    _ => {}
                }
            }
        });
        self.builder.symbol_mut(owner).supertypes = supertypes;
    }

    fn method_element(&mut self, node: Node<'_>, lead: Option<ByteSpan>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let place = self.place(node, name, lead);
        let symbol = self.define(name, SymbolKind::Method, place);
        self.within(symbol, |walker| {
            walker.open(ScopeKind::Function);
            walker.signature(symbol, node);
            walker.close();
        });
        let method = self.builder.symbol_mut(symbol);
        method.flags = method.flags.with(Flags::DECLARATION);
    }

    /// `Other` in an interface; unions and `~T` restrict type arguments and are no types above.
    fn embedded_interface(&mut self, node: Node<'_>) -> Option<Supertype> {
        match syntax::parts(node).as_slice() {
            [only] if matches!(only.kind(), "type_identifier" | "qualified_type" | "generic_type") => {
                let ty = self.type_expr_as(*only, Role::Extends);
                Some(Supertype { heritage: Heritage::Extends, ty })
            }
            _ => {
                self.type_expr(node);
                None
            }
        }
    }
}

/// The name an embedded field goes by: the type's own.
fn embedded_name(ty: Node<'_>) -> Node<'_> {
    match ty.kind() {
        "qualified_type" => syntax::field(ty, "name").unwrap_or(ty),
        "generic_type" => syntax::field(ty, "type").map_or(ty, |head| if head.kind() == "qualified_type" { embedded_name(head) } else { head }),
        _ => ty,
    }
}

/// Whether Go exports a name: its first letter is upper case.
pub(super) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
