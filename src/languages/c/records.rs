//! Structs, unions, classes and enums.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::listed;
use super::parameter_types;
use super::paths;
use super::visitor::{Place, Record, Visitor};
use crate::base::Name;
use crate::languages::syntax;
use crate::shard::body::{self, Role};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId, TAG};
use crate::shard::facts::{Extension, Flags, Heritage, Import, Imported, Owner, Supertype, Symbol, SymbolKind, Visibility};
use crate::shard::publish::ANNOUNCED;

/// Most items that stand beside the announcement of a template and may define it.
const MAX_BESIDE: usize = 1024;

/// A name that a typedef, variable or field lends to a type without one.
#[derive(Clone, Debug)]
pub(super) struct Hint<'tree> {
    pub name: Name,
    pub node: Node<'tree>,
}

impl Visitor<'_, '_> {
    /// Visits `struct …`, `class …` or `union …`, with or without a body; gives the type.
    pub(super) fn record_specifier(&mut self, node: Node<'_>, hint: Option<Hint<'_>>, outer: Node<'_>) -> ExprId {
        let name = syntax::field(node, "name");
        let Some(body) = syntax::field(node, "body") else {
            return name.map_or(ExprId(0), |name| self.tag(name));
        };
        if !self.descend(node) {
            return self.b.unknown();
        }
        let ty = self.record_body(node, body, name, hint, outer);
        self.ascend();
        ty
    }

    fn record_body(&mut self, node: Node<'_>, body: Node<'_>, name: Option<Node<'_>>, hint: Option<Hint<'_>>, outer: Node<'_>) -> ExprId {
        let Some((spelled, named)) = self.type_called(name, hint) else {
            // Members of a nameless struct or union are members of what surrounds it.
            let inside = if self.record.is_some() { Place::Record } else { self.place };
            let place = std::mem::replace(&mut self.place, inside);
            self.items(body);
            self.place = place;
            return self.b.unknown();
        };
        let kind = match node.kind() {
            "class_specifier" => SymbolKind::Class,
            "union_specifier" => SymbolKind::Union,
            _ => SymbolKind::Struct,
        };
        let entered = self.enter_type_owner(name);
        let mut symbol = Symbol::new(spelled.clone(), kind);
        symbol.generics = std::mem::take(&mut self.generics);
        symbol.visibility = self.visibility();
        let special = name.and_then(|name| paths::split(name).last).filter(|last| last.kind() == "template_type");
        symbol.flags = self.linkage_flags().when(special.is_some(), Flags::SPECIALIZED);
        let place = self.place_of(outer, syntax::span(named), Some(body));
        let index = self.b.symbol(symbol, place);
        // Without its arguments the name is that of the template.
        if special.is_none() {
            self.bind_type(&spelled, index);
        }
        self.records.entry(spelled.clone()).or_insert(index);
        self.b.enter(Owner::Symbol(index));
        self.supertypes(node, index);
        if let Some(template) = special {
            let ty = self.specialized_for(template);
            self.b.symbol_mut(index).ty = Some(ty);
        }
        self.record_members(body, index, spelled, kind);
        self.b.leave();
        if entered {
            self.b.leave();
        }
        self.b.expr(Expr::Symbol(index))
    }

    /// The arguments that a specialization is for. Pointers, qualifiers and values are no part of a type expression: what they belong to is unknown, and
    /// is then no argument of any use.
    pub(super) fn specialized_for(&mut self, template: Node<'_>) -> ExprId {
        let args = self.template_arguments(template);
        let written = syntax::field(template, "arguments").map(syntax::children).unwrap_or_default();
        let written = written.into_iter().filter(|it| it.kind() != "comment");
        let written: Vec<Node<'_>> = written.collect();
        // What tells it from other specializations is all that is written.
        let forms: Vec<String> = written.iter().map(|it| parameter_types::form(self.slice(*it), "")).collect();
        let args = args.into_iter().zip(written).map(|(arg, node)| if is_plain_type(node) { arg } else { self.b.unknown() }).collect();
        let base = self.b.literal(&format!("<{}>", forms.join(",").replace(' ', "_")));
        self.b.expr(Expr::Apply { base, args })
    }

    /// The name of a type and the node that spells it, which is the hint's where there is one. `None` for a type without a name.
    fn type_called<'tree>(&self, name: Option<Node<'tree>>, hint: Option<Hint<'tree>>) -> Option<(Name, Node<'tree>)> {
        let Some(name) = name else { return hint.map(|hint| (hint.name, hint.node)) };
        let last = paths::name_node(paths::split(name).last.unwrap_or(name));
        Some((self.slice(last).into(), hint.map_or(last, |hint| hint.node)))
    }

    /// `class Name;` announces a type and uses none. Gives whether a specifier is that, its statement being nothing else.
    pub(super) fn announces(&mut self, node: Node<'_>) -> bool {
        let alone = node.next_sibling().is_some_and(|it| it.kind() == ";");
        let (Some(name), None) = (syntax::field(node, "name"), syntax::field(node, "body")) else { return false };
        if alone && let Some(last) = paths::split(name).last.filter(|last| last.kind() == "template_type") {
            self.template_arguments(last);
        } else if alone && name.kind() == "type_identifier" {
            self.announced(node, name);
        }
        alone
    }

    /// The name of a class template that is announced, where what stands beside it defines specializations of it and never the template: that is all there is
    /// of it.
    pub(super) fn only_specialized<'tree>(&self, template: Node<'tree>, announced: Node<'tree>) -> Option<Node<'tree>> {
        let name = syntax::field(announced, "name").filter(|it| self.cpp && it.kind() == "type_identifier")?;
        if self.primaries.contains(&(self.home, self.slice(name).into())) {
            return None;
        }
        let mut is_specialized = false;
        let mut cursor = template.parent()?.walk();
        for beside in template.parent()?.named_children(&mut cursor).take(MAX_BESIDE).filter(|it| it.kind() == "template_declaration") {
            let defined = syntax::children(beside).into_iter().rev().find(|it| syntax::field(*it, "body").is_some());
            let Some(other) = defined.and_then(|it| syntax::field(it, "name")) else { continue };
            if self.slice(paths::name_node(other)) == self.slice(name) {
                match other.kind() {
                    "template_type" => is_specialized = true,
                    _ => return None,
                }
            }
        }
        is_specialized.then_some(name)
    }

    /// A class template that nothing defines but for some arguments.
    pub(super) fn bodiless_template(&mut self, template: Node<'_>, announced: Node<'_>, name: Node<'_>) {
        let spelled = Name::from(self.slice(name));
        let kind = if announced.kind() == "class_specifier" { SymbolKind::Class } else { SymbolKind::Struct };
        let mut symbol = Symbol::new(spelled.clone(), kind);
        symbol.generics = std::mem::take(&mut self.generics);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags().with(Flags::BODILESS);
        let place = self.place_of(template, syntax::span(name), None);
        let index = self.b.symbol(symbol, place);
        self.bind_type(&spelled, index);
        self.primaries.insert((self.home, spelled));
    }

    /// Notes that a type is declared in a namespace.
    fn announced(&mut self, node: Node<'_>, name: Node<'_>) {
        let container = self.namespaces.get(&self.path.join("::")).map(|(symbol, _)| *symbol);
        if container.is_some() && self.cpp && self.place == Place::Top {
            let module = smol_str::format_smolstr!("{ANNOUNCED}{}", self.slice(name));
            let import = Import { container, ..Import::new(module, Imported::SideEffect, "") };
            self.b.import(import, syntax::span(node));
        }
    }

    /// `struct T` where `T` is defined elsewhere. In C no variable or parameter called `T` can hide it.
    fn tag(&mut self, name: Node<'_>) -> ExprId {
        if self.cpp || name.kind() != "type_identifier" || self.inner_tags.contains(self.slice(name)) {
            return self.path(name, Role::Type, None);
        }
        self.marked_tag(name)
    }

    /// The type that a tag of C names, whatever else is called so.
    pub(super) fn marked_tag(&mut self, name: Node<'_>) -> ExprId {
        let at = syntax::span(name).start;
        let tag = self.b.expr(Expr::Raw { name: marked(self.slice(name)), scope: 0, at });
        // A type applied to nothing is that type: so the link can tell the tag from a typedef of its name.
        let target = self.b.expr(Expr::Apply { base: tag, args: Vec::new() });
        self.site(Role::Type, name, target, None);
        target
    }

    /// Types of C belong to the file wherever they stand; `struct A::B {` belongs to `A`. Gives whether an owner was entered.
    fn enter_type_owner(&mut self, name: Option<Node<'_>>) -> bool {
        if !self.cpp {
            // Nobody outside can name a nameless one.
            if let Some(record) = self.record.as_ref().filter(|_| name.is_some()) {
                let outer = record.outer;
                self.b.enter(outer);
                return true;
            }
            return false;
        }
        let Some(path) = name.map(paths::split).filter(|path| !path.scopes.is_empty()) else { return false };
        self.enter_path(&path)
    }

    /// Enters the type or namespace that the scopes of `path` name, as an extension.
    pub(super) fn enter_path(&mut self, path: &paths::Path<'_>) -> bool {
        let Some(last) = path.scopes.last() else { return false };
        if !super::names::is_usable(self.slice(paths::name_node(*last))) {
            return false;
        }
        let Some(target) = self.scopes(path) else { return false };
        if let Some((namespace, _)) = self.namespace_of(path) {
            // What a namespace has is no less one of its own where it is defined outside of the braces.
            self.b.enter(Owner::Symbol(namespace));
            return true;
        }
        let target_name = Name::from(self.slice(paths::name_node(*last)));
        let generics = self.generics.clone();
        let extension = self.b.extension(Extension { target, target_name, interface: None, interface_name: None, generics, module: None });
        let holder = self.qualified(path);
        self.b.holder(extension, holder);
        self.b.enter(Owner::Extension(extension));
        true
    }

    /// The qualified name of what the scopes of `path` name. The first of them is a namespace that the file has shown, else it is of the present one:
    /// what is defined out of line stands in a namespace around its type (C++ standard, [class.mfct]).
    fn qualified(&self, path: &paths::Path<'_>) -> Name {
        let scopes = path.scopes.iter().map(|it| self.slice(paths::name_node(*it)));
        let first = scopes.clone().next().unwrap_or_default();
        let around = if path.global { 0 } else { self.namespace_around(first).unwrap_or(self.path.len()) };
        let names: Vec<&str> = self.path[..around].iter().map(String::as_str).chain(scopes).collect();
        names.join(".").into()
    }

    /// Binds a type's name: in C in the scope around all types, in C++ where it stands.
    pub(super) fn bind_type(&mut self, name: &str, symbol: u32) {
        if !self.cpp && self.place == Place::Body {
            self.inner_tags.insert(name.into());
        }
        let scope = if self.cpp { self.home } else { self.record.as_ref().map_or(self.home, |it| it.outer_home) };
        self.b.bind_in(scope, name, Binding::Symbol(symbol), 0);
        if !self.cpp {
            self.b.bind_in(scope, &marked(name), Binding::Symbol(symbol), 0);
        }
    }

    fn supertypes(&mut self, node: Node<'_>, index: u32) {
        let Some(clause) = syntax::child_of_kind(node, "base_class_clause") else { return };
        let mut names = Vec::new();
        for child in syntax::children(clause) {
            if matches!(child.kind(), "type_identifier" | "qualified_identifier" | "template_type" | "dependent_type") {
                let ty = self.type_as(child, Role::Extends, None);
                if let Some(last) = paths::split(child).last {
                    names.push(Name::from(self.slice(paths::name_node(last))));
                }
                self.b.symbol_mut(index).supertypes.push(Supertype { heritage: Heritage::Extends, ty });
            }
        }
        self.bases.insert(index, names);
    }

    fn record_members(&mut self, body: Node<'_>, index: u32, name: Name, kind: SymbolKind) {
        let access = if kind == SymbolKind::Class { Visibility::Private } else { Visibility::Public };
        let (outer, outer_home) = match &self.record {
            Some(record) if !self.cpp => (record.outer, record.outer_home),
            _ => (self.owner_around(), self.home),
        };
        let record =
            self.record.replace(Record { symbol: index, name, access, outer, outer_home, declared: BTreeSet::new(), lifted: BTreeSet::new() });
        let place = std::mem::replace(&mut self.place, Place::Record);
        let scope = self.b.open_scope(ScopeKind::Class);
        // Inside of a specialization the bare name is its own (C++ standard, [temp.local]).
        if self.b.symbol_mut(index).flags.has(Flags::SPECIALIZED)
            && let Some(own) = &self.record
        {
            self.b.bind_in(scope, &own.name, Binding::Symbol(index), 0);
        }
        let home = std::mem::replace(&mut self.home, scope);
        let comments = std::mem::take(&mut self.comments);
        self.items(body);
        self.comments = comments;
        for whole in self.macros_among_members(body) {
            let name = whole.text(self.text);
            if name.ends_with(')') {
                self.written_at(None, whole.start as usize);
            } else {
                self.has_members_of(index, name);
            }
        }
        self.home = home;
        self.b.close_scope();
        self.place = place;
        let Some(own) = std::mem::replace(&mut self.record, record) else { return };
        for name in own.declared {
            self.b.unbind_callables(scope, &name);
        }
        self.b.stand_beside_above(index, &own.lifted);
    }

    /// The owner that was present before the type just entered.
    fn owner_around(&mut self) -> Owner {
        let own = self.b.owner();
        self.b.leave();
        let outer = self.b.owner();
        self.b.enter(own);
        outer
    }

    /// `public:`.
    pub(super) fn access(&mut self, node: Node<'_>) {
        let access = match self.slice(node).trim_end_matches(':').trim() {
            "public" => Visibility::Public,
            "protected" => Visibility::Protected,
            _ => Visibility::Private,
        };
        if let Some(record) = &mut self.record {
            record.access = access;
        }
    }

    /// The visibility of what is defined here.
    pub(super) fn visibility(&self) -> Visibility {
        match (&self.record, self.place) {
            (Some(record), Place::Record) => record.access,
            _ if self.hidden => Visibility::Private,
            _ => Visibility::Public,
        }
    }

    /// Flags that follow from the place alone.
    pub(super) fn linkage_flags(&self) -> Flags {
        let open = self.place != Place::Body && !self.hidden && self.visibility() != Visibility::Private;
        Flags::default().when(self.hidden, Flags::FILE_LOCAL).when(open, Flags::EXPORTED)
    }

    /// Visits `enum …`; gives the type.
    pub(super) fn enum_specifier(&mut self, node: Node<'_>, hint: Option<Hint<'_>>, outer: Node<'_>) -> ExprId {
        let name = syntax::field(node, "name");
        if let Some(base) = syntax::field(node, "base").or_else(|| syntax::field(node, "underlying_type")) {
            self.type_expr(base);
        }
        let Some(body) = syntax::field(node, "body") else {
            return name.map_or(ExprId(0), |name| self.tag(name));
        };
        let Some((spelled, named)) = self.type_called(name, hint) else {
            self.enumerators(body, None);
            return self.b.free("int");
        };
        let entered = self.enter_type_owner(name);
        let mut symbol = Symbol::new(spelled.clone(), SymbolKind::Enum);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags();
        let place = self.place_of(outer, syntax::span(named), Some(body));
        let index = self.b.symbol(symbol, place);
        self.bind_type(&spelled, index);
        if entered {
            self.b.leave();
        }
        if syntax::has_token(node, "class") || syntax::has_token(node, "struct") {
            self.b.enter(Owner::Symbol(index));
            let scope = self.b.open_scope(ScopeKind::Class);
            let home = std::mem::replace(&mut self.home, scope);
            let record = self.record.take();
            self.enumerators(body, Some(index));
            self.record = record;
            self.home = home;
            self.b.close_scope();
            self.b.leave();
        } else {
            self.enumerators(body, Some(index));
        }
        self.b.expr(Expr::Symbol(index))
    }

    fn enumerators(&mut self, body: Node<'_>, of: Option<u32>) {
        let comments = std::mem::take(&mut self.comments);
        self.inner_macros(body.end_byte());
        let written = self.listed_enumerators(body, of);
        let mut stack: Vec<Node<'_>> = syntax::children(body);
        stack.reverse();
        while let Some(child) = stack.pop() {
            match child.kind() {
                "enumerator" if listed::is_in(child, &written) => {}
                "enumerator" => {
                    self.drop_detached_comments(child);
                    self.enumerator(child, of);
                    self.comments.clear();
                }
                "comment" => self.comment(child),
                "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" | "preproc_elifdef" | "ERROR" => {
                    let mut inner = syntax::children(child);
                    inner.reverse();
                    stack.extend(inner);
                }
                _ => {}
            }
        }
        self.comments = comments;
    }

    /// An enumerator. Without `enum class` it is a name of what surrounds the enum, and is owned by that.
    pub(super) fn enumerator(&mut self, node: Node<'_>, of: Option<u32>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let place = self.place_of(node, syntax::span(name), None);
        self.enumerator_at(self.slice(name), place, of);
        if let Some(value) = syntax::field(node, "value") {
            self.value(value);
        }
    }

    pub(super) fn enumerator_at(&mut self, spelled: &str, place: body::Place, of: Option<u32>) {
        let outer = if self.cpp { None } else { self.record.as_ref().map(|it| (it.outer, it.outer_home)) };
        if let Some((owner, _)) = outer {
            self.b.enter(owner);
        }
        let mut symbol = Symbol::new(spelled, SymbolKind::Variant);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags().with(Flags::CONST);
        symbol.ty = of.map(|index| self.b.expr(Expr::Symbol(index)));
        let index = self.b.symbol(symbol, place);
        let home = outer.map_or(self.home, |it| it.1);
        self.b.bind_in(home, spelled, Binding::Symbol(index), 0);
        if outer.is_some() {
            self.b.leave();
        }
    }
}

/// Whether a template argument is the name of a type and nothing else.
fn is_plain_type(argument: Node<'_>) -> bool {
    let named = match argument.kind() {
        "type_descriptor" if argument.named_child_count() == 1 => argument.named_child(0),
        _ => Some(argument),
    };
    let kind = named.map_or("", |it| it.kind());
    matches!(kind, "identifier" | "primitive_type" | "qualified_identifier" | "sized_type_specifier" | "template_type" | "type_identifier")
}

/// A tag of C under the mark that keeps it apart from other names.
pub(super) fn marked(tag: &str) -> Name {
    smol_str::format_smolstr!("{TAG}{tag}")
}
