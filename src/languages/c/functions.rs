//! Functions, methods, constructors, destructors, operators: heads, parameters, bodies.

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use super::declarations::Specifiers;
use super::declarators::{self, Declarator};
use super::parameter_types;
use super::paths::{self, Path};
use super::standard;
use super::visitor::{Place, Visitor};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Param, Symbol, SymbolKind, Visibility};

/// The head of a function with what surrounds it.
pub(super) struct Head<'a, 'tree> {
    pub declarator: &'a Declarator<'tree>,
    pub specifiers: Specifiers,
    /// With a template head.
    pub outer: Node<'tree>,
    pub body: Option<Node<'tree>>,
    /// The result type, where it was read already.
    pub ty: Option<ExprId>,
    pub ty_node: Option<Node<'tree>>,
    pub pure: bool,
}

impl Visitor<'_, '_> {
    /// A function with its body.
    pub(super) fn function_definition(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(declarator_node) = syntax::field(node, "declarator") else {
            self.each(node);
            return;
        };
        if self.macro_function(node, declarator_node) {
            return;
        }
        let declarator = declarators::read(declarator_node);
        let body = syntax::field(node, "body");
        if !declarator.is_function || declarator.name.is_none() {
            self.each(node);
            return;
        }
        let specifiers = self.specifiers(node);
        let head = Head { declarator: &declarator, specifiers, outer, body, ty: None, ty_node: syntax::field(node, "type"), pure: false };
        self.function(node, &head);
    }

    /// A function or prototype.
    pub(super) fn function(&mut self, node: Node<'_>, head: &Head<'_, '_>) {
        let Some(name_node) = head.declarator.name else { return };
        let converts = head.ty_node.filter(|ty| self.ends_in_operator(*ty));
        let path = paths::split(converts.unwrap_or(name_node));
        let Some(last) = path.last else { return };
        let spelled = match converts {
            Some(_) => smol_str::format_smolstr!("operator {}", syntax::fold(self.slice(name_node))),
            None => Name::from(self.spelled(last).as_ref()),
        };
        if !is_function_name(&spelled) {
            self.each(node);
            return;
        }
        let entered = self.enter_function_owner(&path, head);
        let kind = self.function_kind(&path, last, &spelled, entered);
        let mut symbol = Symbol::new(spelled.clone(), kind);
        symbol.generics = std::mem::take(&mut self.generics);
        self.function_flags(&mut symbol, node, head, entered);
        let conditioned = std::mem::take(&mut self.conditioned);
        let text = self.text.get(node.start_byte()..head.body.map_or(node.end_byte(), |body| body.start_byte())).unwrap_or_default();
        symbol.flags = symbol.flags.when(conditioned || (self.cpp && text.contains("enable_if")), Flags::BOUNDED);
        let named = match converts {
            Some(_) => span_between(last, name_node),
            None if last.kind() == "operator_cast" => cast_name(last),
            None => syntax::span(paths::name_node(last)),
        };
        let place = self.place_of(head.outer, named, head.body);
        let index = self.b.symbol(symbol, place);
        let flags = self.b.symbol_mut(index).flags;
        // What is only declared here is looked up by name everywhere, so that its definition wins. The name of a constructor means the type.
        if !entered && kind != SymbolKind::Constructor && (!flags.has(Flags::DECLARATION) || head.pure) && !head.specifiers.friend {
            self.bind_symbol(&spelled, index);
        } else if let Some((_, scope)) = self.namespace_of(&path).filter(|_| !flags.has(Flags::DECLARATION)) {
            self.b.bind_in(scope, &spelled, Binding::Symbol(index), 0);
        }
        if let (Some(record), true) = (&mut self.record, self.place == Place::Record && !entered && kind == SymbolKind::Method)
            && flags.has(Flags::DECLARATION)
        {
            record.declared.insert(spelled.clone());
        }
        self.b.enter(Owner::Symbol(index));
        if specializes(last) && !head.specifiers.friend && self.b.symbol_mut(index).generics.is_empty() {
            let special = self.specialized_for(last);
            self.b.symbol_mut(index).made = Some(special);
        }
        self.result_type(index, node, head);
        self.b.open_scope(ScopeKind::Function);
        self.parameters(node, index, head);
        self.trailing_type(index, head);
        if !entered && !self.bounded && self.takes_any_types(index, head) {
            let symbol = self.b.symbol_mut(index);
            symbol.flags = symbol.flags.with(Flags::DEDUCED);
        }
        if let Some(receiver) = self.receiver_type(kind, flags, &path) {
            self.receiver(receiver);
        }
        self.function_body(node, head, &path);
        self.b.close_scope();
        self.b.leave();
        if entered {
            self.b.leave();
        }
    }

    /// `A::operator` in front of a type: `inline A::operator bool() const {` reads like a function called `bool` that gives an `A::operator`.
    fn ends_in_operator(&self, ty: Node<'_>) -> bool {
        ty.kind() == "qualified_identifier" && paths::split(ty).last.is_some_and(|last| self.slice(last) == "operator")
    }

    fn enter_function_owner(&mut self, path: &Path<'_>, head: &Head<'_, '_>) -> bool {
        if head.specifiers.friend
            && let Some(record) = &self.record
        {
            let outer = record.outer;
            self.b.enter(outer);
            return true;
        }
        self.enter_path(path)
    }

    fn function_kind(&self, path: &Path<'_>, last: Node<'_>, spelled: &str, entered: bool) -> SymbolKind {
        if let Some(scope) = path.scopes.last() {
            let scope = self.slice(paths::name_node(*scope));
            if scope == spelled && last.kind() != "operator_cast" {
                return SymbolKind::Constructor;
            }
            return if self.is_namespace(path) { SymbolKind::Function } else { SymbolKind::Method };
        }
        match &self.record {
            Some(record) if self.place == Place::Record && !entered => {
                if record.name == spelled {
                    SymbolKind::Constructor
                } else {
                    SymbolKind::Method
                }
            }
            _ => SymbolKind::Function,
        }
    }

    /// Whether the scopes of a path are a namespace that this file opens.
    pub(super) fn is_namespace(&self, path: &Path<'_>) -> bool {
        self.namespace_of(path).is_some()
    }

    /// The namespace that this file opens and that the scopes of a path are, with its scope.
    pub(super) fn namespace_of(&self, path: &Path<'_>) -> Option<(u32, u32)> {
        let written: Vec<&str> = path.scopes.iter().map(|it| self.slice(*it)).collect();
        let written = written.join("::");
        let around = if path.global { 0 } else { self.namespace_around(&written)? };
        let whole: Vec<&str> = self.path[..around].iter().map(String::as_str).chain(Some(written.as_str())).collect();
        self.namespaces.get(&whole.join("::")).copied()
    }

    /// How many of the present namespaces stand around the namespace that is written: the most that show one of the name in this file.
    pub(super) fn namespace_around(&self, written: &str) -> Option<usize> {
        (0..=self.path.len()).rev().find(|depth| {
            let mut full = self.path[..*depth].join("::");
            if !full.is_empty() {
                full.push_str("::");
            }
            full.push_str(written);
            self.namespaces.contains_key(&full)
        })
    }

    fn function_flags(&mut self, symbol: &mut Symbol, node: Node<'_>, head: &Head<'_, '_>, entered: bool) {
        let is_qualified = head.declarator.name.is_some_and(|name| name.kind() == "qualified_identifier");
        let member = self.place == Place::Record || (entered && !(is_qualified && symbol.kind == SymbolKind::Function));
        let local = head.specifiers.is_static && !member;
        symbol.visibility = if local { Visibility::Private } else { self.visibility() };
        let linkage = if local { Flags::FILE_LOCAL } else { self.linkage_flags() };
        let defaulted = syntax::child_of_kind(node, "default_method_clause").is_some();
        let list = head.declarator.own_function().and_then(|it| syntax::field(it, "parameters"));
        let variadic = list.is_some_and(|list| {
            syntax::has_token(list, "variadic_parameter")
                || syntax::has_token(list, "...")
                || syntax::has_token(list, "variadic_parameter_declaration")
        });
        let main = head.body.is_some()
            && self.place == Place::Top
            && !entered
            && self.path.is_empty()
            && matches!(symbol.name.as_str(), "main" | "wmain" | "WinMain" | "wWinMain");
        let is_specified = head.declarator.own_function().is_some_and(|it| syntax::has_token(it, "virtual_specifier"));
        let result = self.of_result(node, syntax::field(node, "type"), head.declarator);
        let is_method = symbol.kind == SymbolKind::Method && !head.specifiers.is_static;
        symbol.flags = linkage
            .with(result)
            .with(self.takes_moved(head.declarator, &symbol.generics))
            .with(if is_method { self.of_receiver(head.declarator) } else { Flags::default() })
            .when(member && head.specifiers.is_static, Flags::STATIC)
            .when(head.specifiers.constant, Flags::CONST)
            .when(head.pure && head.specifiers.is_virtual, Flags::ABSTRACT)
            .when(head.specifiers.is_virtual || is_specified, Flags::VIRTUAL)
            .when(head.body.is_none() && !defaulted && !head.pure, Flags::DECLARATION)
            .when(variadic, Flags::VARIADIC)
            .when(main, Flags::ENTRY_POINT);
        // What bears the name of a function of the platform and is seen as one, on a condition, is for platforms without it.
        let stands_in = self.undecided && !member && (self.path.is_empty() || self.hidden) && standard::is_of_platform(&symbol.name);
        symbol.flags = symbol.flags.when(stands_in, Flags::OPTIONAL_BUILD);
        symbol.overload = if self.cpp { Some(self.overload(head)) } else { None };
    }

    /// The parameter types, and the qualifiers of the receiver, which tell overloads apart as well.
    fn overload(&self, head: &Head<'_, '_>) -> u64 {
        let mut written = String::new();
        let Some(function) = head.declarator.own_function() else { return xxh3_64(b"") };
        let Some(list) = syntax::field(function, "parameters") else { return xxh3_64(b"") };
        for parameter in syntax::parts(list) {
            let name = syntax::field(parameter, "declarator").and_then(|it| declarators::read(it).name);
            let end = syntax::field(parameter, "default_value").map_or(parameter.end_byte(), |it| it.start_byte());
            let cut = name.map_or((end, end), |name| (name.start_byte(), name.end_byte().min(end)));
            let piece = |start: usize, end: usize| self.text.get(start..end).unwrap_or("").trim_end().trim_end_matches('=');
            written.push_str(&parameter_types::form(piece(parameter.start_byte(), cut.0), piece(cut.1, end)));
            written.push(',');
        }
        if written == "void," {
            written.clear();
        }
        let mut cursor = function.walk();
        for child in function.named_children(&mut cursor).filter(|it| matches!(it.kind(), "type_qualifier" | "ref_qualifier")) {
            written.push_str(self.slice(child));
        }
        // `template <> int get<int>()` is told by these arguments alone.
        if let Some(special) = head.declarator.name.and_then(declarators::last_segment).filter(|it| specializes(*it)) {
            written.push_str(&parameter_types::form(syntax::field(special, "arguments").map_or("", |it| self.slice(it)), ""));
        }
        xxh3_64(written.as_bytes())
    }

    fn result_type(&mut self, index: u32, node: Node<'_>, head: &Head<'_, '_>) {
        let mut ty = head.ty;
        let written = head.ty_node.map(|ty| head.declarator.name.filter(|_| self.ends_in_operator(ty)).unwrap_or(ty));
        if let Some(written) = written.or_else(|| {
            head.declarator
                .name
                .and_then(declarators::last_segment)
                .filter(|it| it.kind() == "operator_cast")
                .and_then(|it| syntax::field(it, "type"))
        }) {
            let read = self.type_expr(written);
            ty = if self.is_computed(written) { None } else { Some(read) };
        }
        let own = head.declarator.own_function();
        for function in head.declarator.functions.iter().filter(|it| Some(**it) != own) {
            self.foreign_parameters(*function);
            ty = None;
        }
        let constructs = matches!(self.b.symbol_mut(index).kind, SymbolKind::Constructor);
        if constructs && syntax::field(node, "type").is_none() {
            ty = None;
        }
        self.b.symbol_mut(index).ty = ty;
    }

    /// `-> type` may name the parameters, so it is read after them.
    fn trailing_type(&mut self, index: u32, head: &Head<'_, '_>) {
        let Some(written) = head.declarator.own_function().and_then(declarators::trailing_type) else { return };
        let read = self.type_expr(written);
        let inner = syntax::field(written, "type").unwrap_or(written);
        self.b.symbol_mut(index).ty = if self.is_computed(inner) { None } else { Some(read) };
    }

    /// Parameters as locals, and types of K&R declarations.
    fn parameters(&mut self, node: Node<'_>, index: u32, head: &Head<'_, '_>) {
        let Some(list) = head.declarator.own_function().and_then(|it| syntax::field(it, "parameters")) else { return };
        let old_types = self.old_types(node);
        let mut params = Vec::new();
        for parameter in syntax::children(list) {
            match parameter.kind() {
                "identifier" => {
                    let name = Name::from(self.slice(parameter));
                    let ty = old_types.iter().find(|(old, _)| *old == name).and_then(|(_, ty)| *ty);
                    self.parameter_local(&name, ty, index, parameter.start_byte());
                    params.push(Param { name, ty, optional: false, pointer: None, constant: None });
                }
                "parameter_declaration" | "optional_parameter_declaration" | "variadic_parameter_declaration" => {
                    if let Some(param) = self.parameter(parameter, Some(index)) {
                        params.push(param);
                    }
                }
                _ => {}
            }
        }
        self.b.symbol_mut(index).params = params;
    }

    fn old_types(&mut self, node: Node<'_>) -> Vec<(Name, Option<ExprId>)> {
        let mut types = Vec::new();
        if node.kind() != "function_definition" {
            return types;
        }
        for declaration in syntax::children(node).into_iter().filter(|it| it.kind() == "declaration") {
            let ty = syntax::field(declaration, "type").map(|ty| self.type_expr(ty));
            let mut cursor = declaration.walk();
            for declarator in declaration.children_by_field_name("declarator", &mut cursor) {
                if let Some(name) = declarators::read(declarator).name {
                    types.push((self.slice(name).into(), ty));
                }
            }
        }
        types
    }

    /// Reads one parameter; declares its local. `None` for `(void)`.
    pub(super) fn parameter(&mut self, node: Node<'_>, of: Option<u32>) -> Option<Param> {
        let ty_node = syntax::field(node, "type")?;
        let declarator_node = syntax::field(node, "declarator");
        if declarator_node.is_none() && self.slice(ty_node) == "void" {
            return None;
        }
        let base = self.type_expr(ty_node);
        let base = if self.is_deduced(ty_node) { None } else { Some(base) };
        let declarator = declarator_node.map(declarators::read).unwrap_or_default();
        self.declarator_parts(&declarator);
        if let Some(own) = declarator.own_function() {
            self.foreign_parameters(own);
        }
        let ty = if declarator.is_function { None } else { self.declared(base, &declarator) };
        let name = declarator.name.map_or("", |name| self.slice(name));
        if let Some(name_node) = declarator.name {
            let values = self.handed.filter(|_| of.is_none() && ty.is_none()).into_iter().collect();
            let local = Local { name: name.into(), ty, values, receiver: false, parameter_of: of };
            let local = self.b.declare(local, name_node.start_byte());
            self.tell_pointer(local, ty.is_some(), &declarator);
            self.tell_constant(local, node, ty.is_some(), &declarator);
        }
        let default = syntax::field(node, "default_value");
        if let Some(default) = default {
            self.value(default);
        }
        let pointer = if self.cpp { declarator.is_pointer().filter(|is_pointer| *is_pointer || ty.is_some()) } else { None };
        let constant = self.takes_constant(node, &declarator);
        Some(Param { name: name.into(), ty, optional: default.is_some(), pointer, constant })
    }

    /// Whether a template takes values of any types: each of its type parameters is what values of a parameter are, whether that is a reference or not, and
    /// nothing else of its head is made of them, which may be a condition.
    fn takes_any_types(&mut self, index: u32, head: &Head<'_, '_>) -> bool {
        let generics: Vec<Name> = self.b.symbol_mut(index).generics.iter().map(|it| it.name.clone()).collect();
        let Some(function) = head.declarator.own_function().filter(|_| !generics.is_empty()) else { return false };
        let named = |node: Node<'_>| {
            let text = self.slice(node);
            text.contains("decltype") || generics.iter().any(|name| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
        };
        let is_made = |ty: Node<'_>| ty.kind() != "type_identifier" && named(ty);
        let result = head.ty_node.into_iter().chain(declarators::trailing_type(function));
        if syntax::child_of_kind(function, "requires_clause").is_some() || result.into_iter().any(is_made) {
            return false;
        }
        let mut taken = Vec::new();
        for parameter in syntax::field(function, "parameters").map(syntax::parts).unwrap_or_default() {
            if !named(parameter) {
                continue;
            }
            let Some(ty) = syntax::field(parameter, "type").filter(|ty| ty.kind() == "type_identifier") else { return false };
            let declarator = syntax::field(parameter, "declarator").map(declarators::read).unwrap_or_default();
            if declarator.pointer || declarator.array || !declarator.functions.is_empty() || syntax::field(parameter, "default_value").is_some() {
                return false;
            }
            taken.push(self.slice(ty));
        }
        generics.iter().all(|name| taken.contains(&name.as_str()))
    }

    pub(super) fn parameter_local(&mut self, name: &str, ty: Option<ExprId>, symbol: u32, at: usize) -> u32 {
        self.b.declare(Local { name: name.into(), ty, values: Vec::new(), receiver: false, parameter_of: Some(symbol) }, at)
    }

    fn receiver_type(&mut self, kind: SymbolKind, flags: Flags, path: &Path<'_>) -> Option<ExprId> {
        if !matches!(kind, SymbolKind::Method | SymbolKind::Constructor) || flags.has(Flags::STATIC) {
            return None;
        }
        if path.scopes.is_empty() {
            let symbol = self.record.as_ref()?.symbol;
            return Some(self.b.expr(Expr::Symbol(symbol)));
        }
        self.quiet_path(path.scopes.iter().copied())
    }

    pub(super) fn receiver(&mut self, ty: ExprId) {
        self.b.declare(Local { name: Name::new_static("this"), ty: Some(ty), values: Vec::new(), receiver: true, parameter_of: None }, 0);
    }

    fn function_body(&mut self, node: Node<'_>, head: &Head<'_, '_>, path: &Path<'_>) {
        if let Some(list) = syntax::child_of_kind(node, "field_initializer_list") {
            self.field_initializers(list, path);
        }
        self.body(head.body, Some(path));
    }

    /// Visits the statements of a body. Definitions inside belong to the function.
    pub(super) fn body(&mut self, body: Option<Node<'_>>, path: Option<&Path<'_>>) {
        let Some(body) = body else { return };
        let place = std::mem::replace(&mut self.place, Place::Body);
        let home = std::mem::replace(&mut self.home, self.b.scope());
        let record = self.record.take();
        let comments = std::mem::take(&mut self.comments);
        if body.kind() == "try_statement" {
            if let (Some(list), Some(path)) = (syntax::child_of_kind(body, "field_initializer_list"), path) {
                self.field_initializers(list, path);
            }
            self.statement(body);
        } else {
            self.items(body);
        }
        self.comments = comments;
        self.record = record;
        self.home = home;
        self.place = place;
    }
}

fn is_function_name(name: &str) -> bool {
    super::names::is_usable(name) || (name.starts_with("operator") && !name.contains(['\n', '{', ';']))
}

/// Whether the name of a function says the arguments that it is meant for.
fn specializes(last: Node<'_>) -> bool {
    matches!(last.kind(), "template_function" | "template_method")
}

/// From one node to another: names that take several.
pub(super) fn span_between(first: Node<'_>, last: Node<'_>) -> ByteSpan {
    ByteSpan::new(first.start_byte(), last.end_byte())
}

/// The name of a conversion: `operator T`.
fn cast_name(node: Node<'_>) -> ByteSpan {
    let end = syntax::field(node, "type").map_or(node.end_byte(), |ty| ty.end_byte());
    ByteSpan::new(node.start_byte(), end)
}
