//! Declarations of variables, fields, prototypes and type names.

use tree_sitter::Node;

use super::declarators::{self, Declarator};
use super::paths;
use super::records::Hint;
use super::visitor::{Place, Visitor};
use super::{functions, mask};
use crate::base::Name;
use crate::languages::syntax;
use crate::shard::body::{Local, Role};
use crate::shard::builder::Binding;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

/// What stands in front of the declarators.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Specifiers {
    pub is_static: bool,
    pub is_extern: bool,
    pub is_virtual: bool,
    pub constant: bool,
    pub friend: bool,
}

impl Visitor<'_, '_> {
    pub(super) fn specifiers(&self, node: Node<'_>) -> Specifiers {
        let mut it = Specifiers::default();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "storage_class_specifier" | "type_qualifier" | "virtual" => match self.slice(child) {
                    "static" => it.is_static = true,
                    "extern" => it.is_extern = true,
                    "virtual" => it.is_virtual = true,
                    "const" | "constexpr" | "constinit" => it.constant = true,
                    "friend" => it.friend = true,
                    _ => {}
                },
                "compound_statement" | "field_declaration_list" => break,
                _ => {}
            }
        }
        it
    }

    /// `type a, *b = x, f(int);` at any place. `outer` includes a template head.
    pub(super) fn declaration(&mut self, node: Node<'_>, outer: Node<'_>) {
        let specifiers = self.specifiers(node);
        let mut cursor = node.walk();
        let declarators: Vec<Node<'_>> = node.children_by_field_name("declarator", &mut cursor).filter(Node::is_named).collect();
        let ty_node = syntax::field(node, "type");
        let is_record = |ty: &Node<'_>| matches!(ty.kind(), "struct_specifier" | "union_specifier" | "class_specifier");
        if ty_node.filter(is_record).is_some_and(|ty| self.announces(ty)) {
            return;
        }
        if let (Some(ty), []) = (ty_node.filter(|ty| ty.kind() == "type_identifier"), declarators.as_slice()) {
            self.members_of_macro(node, ty);
        }
        if let (Some(ty), [only]) = (ty_node, declarators.as_slice())
            && let Some(arguments) = self.disguised_arguments(node, *only)
            && let Some(name) = declarators::read(*only).name
        {
            let args = self.disguised_values(&arguments);
            let ty = self.type_as(ty, Role::Call, Some(args));
            self.disguised_local(*only, name, Some(ty));
            return;
        }
        // A constructor call by declaration, `T x(1)`, is a call of the type and handled with the declarator.
        let constructs = self.cpp && declarators.len() == 1 && declarators[0].kind() == "init_declarator" && is_construction(declarators[0]);
        let comments = self.comments.clone();
        let ty = match ty_node {
            Some(ty) if constructs && !self.is_deduced(ty) => {
                let args = syntax::field(declarators[0], "value").and_then(|value| self.arguments(value));
                Some(self.type_as(ty, Role::Call, args))
            }
            Some(ty) => self.declared_base(ty, declarators.first().copied()),
            None => None,
        };
        self.comments = comments;
        let first = self.b.symbol_count();
        for (index, declarator) in declarators.iter().enumerate() {
            let whole = if index == 0 { outer } else { *declarator };
            self.declarator(node, *declarator, ty, specifiers, whole);
        }
        if self.place == Place::Record && !constructs {
            for field in ["default_value", "value"] {
                if let Some(value) = syntax::field(node, field) {
                    let value = self.initializer(value, ty);
                    let is_deduced = ty.is_none() && declarators.len() == 1 && self.b.symbol_count() == first + 1;
                    if let (true, Ok(member)) = (is_deduced, u32::try_from(first)) {
                        self.b.symbol_mut(member).value = Some(value);
                    }
                }
            }
        }
        if let Some(bits) = syntax::child_of_kind(node, "bitfield_clause").and_then(|it| it.named_child(0)) {
            self.value(bits);
        }
    }

    /// The type in front of declarators. A nameless struct in it gets its name from the first of them; of a nameless enum others name the values.
    fn declared_base(&mut self, ty: Node<'_>, first: Option<Node<'_>>) -> Option<ExprId> {
        if self.is_deduced(ty) {
            self.type_expr(ty);
            return None;
        }
        let is_nameless = syntax::field(ty, "body").is_some() && syntax::field(ty, "name").is_none();
        Some(match ty.kind() {
            "struct_specifier" | "union_specifier" | "class_specifier" if is_nameless => {
                let name = first.and_then(|it| declarators::read(it).name);
                let hint = name.map(|node| Hint { name: smol_str::format_smolstr!("__anon_{}", self.slice(node)), node });
                self.record_specifier(ty, hint, ty)
            }
            "enum_specifier" if is_nameless => self.enum_specifier(ty, None, ty),
            _ => self.type_expr(ty),
        })
    }

    /// A declarator, with the use of the macro that makes it.
    fn read_declarator<'tree>(&mut self, node: Node<'tree>) -> Declarator<'tree> {
        let (declarator, macro_name) = declarators::read(node).made_by_macro();
        if let Some(name) = macro_name {
            let target = self.b.name(self.slice(name), name.start_byte());
            self.site(Role::Call, name, target, None);
        }
        declarator
    }

    fn declarator(&mut self, node: Node<'_>, node_of: Node<'_>, ty: Option<ExprId>, specifiers: Specifiers, whole: Node<'_>) {
        let value = match node_of.kind() {
            "init_declarator" => syntax::field(node_of, "value"),
            // `if (T *x = f())` has no declarator of its own for the two.
            _ if self.place == Place::Body => syntax::field(node, "value"),
            _ => None,
        };
        let declarator = self.read_declarator(node_of);
        let Some(name) = declarator.name else {
            self.each(node_of);
            return;
        };
        if declarator.is_function {
            if let Some(arguments) = self.disguised_arguments(node, node_of) {
                self.disguised_values(&arguments);
                self.disguised_local(node_of, name, ty);
            } else {
                self.prototype(node, &declarator, specifiers, whole, ty);
            }
            return;
        }
        self.declarator_parts(&declarator);
        let declared = self.declared(ty, &declarator);
        match self.place {
            Place::Body => self.local(name, declared, (node, &declarator), value),
            Place::Top | Place::Record => {
                let values = value.and_then(|value| self.variable_value(value, declared, ty));
                let before = self.b.symbol_count();
                let written = || ["default_value", "value"].iter().any(|field| syntax::field(node, field).is_some());
                self.variable(name, declared, values, specifiers, whole, value.is_some() || (self.place == Place::Record && written()));
                if self.cpp && declared.is_some() && self.b.symbol_count() > before {
                    let constancy = self.constancy(node).flags(&declarator);
                    let symbol = self.b.symbol_mut(u32::try_from(before).unwrap_or(u32::MAX));
                    symbol.flags = symbol.flags.with(constancy);
                }
            }
        }
    }

    /// Whether what is declared cannot change: a pointer can where only what it points to is constant (`const char *label`), and cannot where it says so
    /// itself (`int *const p`).
    fn is_constant(&self, name: Node<'_>, specifiers: Specifiers) -> bool {
        let mut around = name.parent();
        while let Some(node) = around.filter(|node| node.kind().ends_with("_declarator")) {
            if node.kind() == "pointer_declarator" {
                let qualifiers = syntax::children(node).into_iter().filter(|child| child.kind() == "type_qualifier");
                return qualifiers.into_iter().any(|qualifier| matches!(self.slice(qualifier), "const" | "constexpr"));
            }
            around = node.parent();
        }
        specifiers.constant
    }

    /// Visits an initializer; its value matters where no type is declared.
    fn variable_value(&mut self, value: Node<'_>, declared: Option<ExprId>, ty: Option<ExprId>) -> Option<ExprId> {
        if value.kind() == "argument_list" {
            return None;
        }
        let value = self.initializer(value, declared.or(ty));
        if declared.is_none() { Some(value) } else { None }
    }

    fn variable(&mut self, name: Node<'_>, ty: Option<ExprId>, value: Option<ExprId>, specifiers: Specifiers, whole: Node<'_>, initialized: bool) {
        let path = paths::split(name);
        let last = path.last.unwrap_or(name);
        if last.kind() == "structured_binding_declarator" {
            return;
        }
        let spelled = Name::from(self.slice(paths::name_node(last)));
        if !super::names::is_usable(&spelled) || (self.place == Place::Record && ty.is_none() && !initialized && mask::is_macro_name(&spelled)) {
            return;
        }
        let entered = self.enter_path(&path);
        let namespace = self.namespace_of(&path).filter(|_| entered);
        let member = self.place == Place::Record || (entered && namespace.is_none());
        let constant = self.is_constant(name, specifiers);
        let kind = match (member, constant && (specifiers.is_static || !member)) {
            (true, false) => SymbolKind::Field,
            (_, true) => SymbolKind::Constant,
            (false, false) => SymbolKind::Variable,
        };
        let mut symbol = Symbol::new(spelled.clone(), kind);
        let local = specifiers.is_static && !member;
        symbol.visibility = if local { Visibility::Private } else { self.visibility() };
        let linkage = if local { Flags::FILE_LOCAL } else { self.linkage_flags() };
        symbol.flags = linkage.when(member && specifiers.is_static, Flags::STATIC).when(constant, Flags::CONST);
        let declaration = specifiers.is_extern && !initialized;
        symbol.flags = symbol.flags.when(declaration, Flags::DECLARATION);
        symbol.ty = ty;
        symbol.value = value;
        symbol.generics = std::mem::take(&mut self.generics);
        let place = self.place_of(whole, syntax::span(paths::name_node(last)), None);
        let index = self.b.symbol(symbol, place);
        if entered {
            self.b.leave();
        }
        let scope = if entered { namespace.map(|(_, scope)| scope) } else { Some(self.home) };
        // What is only declared here is looked up by name everywhere, so that its definition wins.
        if let Some(scope) = scope.filter(|_| !declaration) {
            self.b.bind_in(scope, &spelled, Binding::Symbol(index), 0);
        }
    }

    fn local(&mut self, name: Node<'_>, ty: Option<ExprId>, (whole, declarator): (Node<'_>, &Declarator<'_>), value: Option<Node<'_>>) {
        let is_shown = ty.is_none() && value.is_some_and(|value| self.points(value));
        let value = value.and_then(|value| if value.kind() == "argument_list" { None } else { Some(self.initializer(value, ty)) });
        if name.kind() == "structured_binding_declarator" {
            self.structured(name, value);
            return;
        }
        let local = Local { name: self.slice(name).into(), ty, values: value.into_iter().collect(), receiver: false, parameter_of: None };
        let local = self.b.declare(local, name.start_byte());
        self.tell_pointer(local, ty.is_some(), declarator);
        self.tell_constant(local, whole, ty.is_some(), declarator);
        if is_shown {
            self.pointers.insert(local);
        }
    }

    /// Keeps of a variable whether it is a pointer, where its declarator says so.
    pub(super) fn tell_pointer(&mut self, local: u32, typed: bool, declarator: &Declarator<'_>) {
        if typed && !declarator.is_function && !declarator.points_to_function && declarator.members_of.is_none() {
            self.levels.insert(local, declarator.levels);
        }
        if declarator.pointer && !declarator.array {
            self.pointers.insert(local);
        } else if typed && !declarator.array && !declarator.pointer && !declarator.points_to_function {
            self.values.insert(local);
        }
    }

    /// `auto [a, b] = value`.
    pub(super) fn structured(&mut self, node: Node<'_>, value: Option<ExprId>) {
        for (name, index) in syntax::children(node).into_iter().filter(|it| it.kind() == "identifier").zip(0u32..) {
            let part = value.map(|base| self.b.expr(Expr::Part { base, index }));
            let local = Local { name: self.slice(name).into(), ty: None, values: part.into_iter().collect(), receiver: false, parameter_of: None };
            self.b.declare(local, name.start_byte());
        }
    }

    /// `typedef type a, *b;`.
    pub(super) fn type_definition(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let declarators: Vec<Node<'_>> = node.children_by_field_name("declarator", &mut cursor).filter(Node::is_named).collect();
        let Some(ty_node) = syntax::field(node, "type") else { return };
        let is_type = matches!(ty_node.kind(), "struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier");
        let has_body = is_type && syntax::field(ty_node, "body").is_some();
        let tag = if is_type { syntax::field(ty_node, "name") } else { None };
        let plain = declarators.iter().copied().find(|it| it.kind() == "type_identifier");
        let of = |node| Hint { name: self.slice(node).into(), node };
        let hint = if has_body && tag.is_none() {
            plain.or(declarators.first().copied()).and_then(|it| declarators::read(it).name).map(of)
        } else if has_body {
            // `typedef struct T { … } T;`: the name that stands alone in other places is the one at the end.
            declarators.iter().copied().find(|it| it.kind() == "type_identifier" && tag.is_some_and(|tag| self.slice(tag) == self.slice(*it))).map(of)
        } else {
            None
        };
        let lender = hint.as_ref().map(|hint| hint.node);
        let comments = self.comments.clone();
        let outer = if has_body { node } else { ty_node };
        let ty = match ty_node.kind() {
            "enum_specifier" => self.enum_specifier(ty_node, hint, outer),
            "struct_specifier" | "union_specifier" | "class_specifier" => self.record_specifier(ty_node, hint, outer),
            _ => self.type_expr(ty_node),
        };
        for declarator in declarators {
            let it = self.read_declarator(declarator);
            let Some(name) = it.name else { continue };
            for function in &it.functions {
                self.foreign_parameters(*function);
            }
            for size in &it.sizes {
                self.value(*size);
            }
            if lender == Some(name) {
                continue;
            }
            let same = tag.is_some_and(|tag| self.slice(tag) == self.slice(name));
            if same && has_body {
                continue;
            }
            if !has_body {
                self.comments.clone_from(&comments);
            }
            let constancy = if self.cpp { self.constancy(node).flags(&it) } else { Flags::default() };
            self.type_name(node, name, ty, if same { Some(ty_node) } else { None }, (it.is_function || it.points_to_function, constancy));
        }
    }

    /// A typedef name. `typedef struct T T;` only announces the struct.
    fn type_name(&mut self, node: Node<'_>, name: Node<'_>, ty: ExprId, announced: Option<Node<'_>>, (function, constancy): (bool, Flags)) {
        let spelled = Name::from(self.slice(name));
        if !super::names::is_usable(&spelled) {
            return;
        }
        let ty = if function { self.function_of(ty) } else { ty };
        if self.place == Place::Body {
            self.b.type_parameter(&spelled, vec![ty]);
            return;
        }
        let kind = match announced.map(|it| it.kind()) {
            Some("enum_specifier") => SymbolKind::Enum,
            Some("union_specifier") => SymbolKind::Union,
            Some(_) => SymbolKind::Struct,
            None => SymbolKind::TypeAlias,
        };
        let mut symbol = Symbol::new(spelled.clone(), kind);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags().with(constancy).when(announced.is_some(), Flags::DECLARATION);
        symbol.ty = announced.is_none().then_some(ty);
        let place = self.place_of(node, syntax::span(name), None);
        let index = self.b.symbol(symbol, place);
        if announced.is_none() {
            self.bind_symbol(&spelled, index);
        }
    }

    /// `using Name = type;`.
    pub(super) fn alias(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let visibility = self.visibility();
        let index = self.named_type(name, outer, visibility);
        self.b.enter(Owner::Symbol(index));
        let ty = syntax::field(node, "type").map(|written| {
            let ty = self.type_expr(written);
            let declarator = syntax::field(written, "declarator").map(declarators::read).unwrap_or_default();
            let constancy = self.constancy(written).flags(&declarator);
            let symbol = self.b.symbol_mut(index);
            symbol.flags = symbol.flags.with(constancy);
            if declarator.is_function || declarator.points_to_function { self.function_of(ty) } else { ty }
        });
        self.b.leave();
        self.b.symbol_mut(index).ty = ty;
    }

    /// `concept Name = condition;`.
    pub(super) fn concept(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(name) = syntax::field(node, "name") else { return };
        let index = self.named_type(name, outer, Visibility::Public);
        self.b.enter(Owner::Symbol(index));
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).filter(|child| *child != name) {
            self.value(child);
        }
        self.b.leave();
    }

    /// A name for what stands behind it, with the parameters of the template around it.
    fn named_type(&mut self, name: Node<'_>, outer: Node<'_>, visibility: Visibility) -> u32 {
        let mut symbol = Symbol::new(self.slice(name), SymbolKind::TypeAlias);
        symbol.visibility = visibility;
        symbol.flags = self.linkage_flags();
        symbol.generics = std::mem::take(&mut self.generics);
        let place = self.place_of(outer, syntax::span(name), None);
        let index = self.b.symbol(symbol, place);
        self.bind_symbol(self.slice(name), index);
        index
    }

    fn prototype(&mut self, node: Node<'_>, declarator: &Declarator<'_>, specifiers: Specifiers, whole: Node<'_>, ty: Option<ExprId>) {
        let untyped = syntax::field(node, "type").is_none();
        // A constructor has no type either.
        let constructs = |name: &str| self.record.as_ref().is_some_and(|it| self.place == Place::Record && it.name == name);
        let name = declarator.name.filter(|name| untyped && name.kind() == "identifier" && !constructs(self.slice(*name)));
        if let Some(name) = name.filter(|name| mask::is_macro_name(self.slice(*name)) || self.bodies.contains_key(self.slice(*name))) {
            self.written_by_macro(node, name.start_byte());
            return;
        }
        let pure = syntax::has_token(node, "pure_virtual_clause") || syntax::field(node, "default_value").is_some();
        let head = functions::Head { declarator, specifiers, outer: whole, body: None, ty, ty_node: None, pure };
        self.function(node, &head);
    }
}

/// `x(1)`, `x{1}` as opposed to `x = 1`.
fn is_construction(init: Node<'_>) -> bool {
    syntax::field(init, "value")
        .is_some_and(|value| value.kind() == "argument_list" || (value.kind() == "initializer_list" && !syntax::has_token(init, "=")))
}
