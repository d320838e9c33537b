//! Classes: bases, enumerations, protocols, and the fields that their methods give them.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::Walker;
use super::assignments::Assigned;
use super::frames::{ClassFrame, Frame, named_symbol};
use crate::base::Name;
use crate::languages::syntax::{self, field, fields, first_part, is_identifier, parts};
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{ABOVE, Expr, ExprId, GIVEN};
use crate::shard::facts::{Flags, Generic, Heritage, Owner, Supertype, SymbolKind};

/// What the bases of a class say of it.
#[derive(Default)]
struct Heritages {
    bases: Vec<ExprId>,
    metaclass: Option<ExprId>,
    generics: Vec<Generic>,
    /// The type parameters are listed by `Generic[…]` or `Protocol[…]`.
    listed: bool,
    flags: Flags,
    is_enum: bool,
    is_protocol: bool,
    is_test: bool,
}

/// Functions of the library that give what they are handed once more.
const COPYING: &[&str] = &["copy.copy", "copy.deepcopy", "deepcopy"];

impl Walker<'_, '_> {
    /// A class definition; `outer` includes its decorators.
    pub(super) fn class(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(name_node) = field(node, "name") else { return };
        let name = self.text(name_node);
        let body = field(node, "body");
        let member = matches!(self.frames.last(), Some(Frame::Class(_)));
        let symbol = named_symbol(name, SymbolKind::Class, member);
        let place = self.definition_place(node, outer, name_node, body);
        let index = self.define(symbol, place, false);
        // In its head the name is that of what stands above; in its body it is hardly ever meant so.
        self.bind_definition(name, index, 0, (body.map_or(node.end_byte(), |body| body.start_byte()), false));
        self.builder.enter(Owner::Symbol(index));
        self.decorators(outer);
        let type_parameters = field(node, "type_parameters");
        let mut generics = Vec::new();
        if let Some(type_parameters) = type_parameters {
            self.builder.open_scope(ScopeKind::Block);
            generics = self.type_parameters(type_parameters);
        }
        let mut heritages = field(node, "superclasses").map_or_else(Heritages::default, |list| self.heritages(list));
        generics.append(&mut heritages.generics);
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.flags = symbol.flags.with(heritages.flags);
        symbol.ty = heritages.metaclass;
        symbol.supertypes = heritages.bases.iter().map(|ty| Supertype { heritage: Heritage::Extends, ty: *ty }).collect();
        if heritages.is_enum {
            symbol.kind = SymbolKind::Enum;
        } else if heritages.is_protocol {
            symbol.kind = SymbolKind::Interface;
        }
        self.builder.open_scope(ScopeKind::OpaqueClass);
        self.frames.push(Frame::Class(ClassFrame {
            symbol: index,
            bases: heritages.bases,
            methods: body.map_or_else(BTreeSet::new, |body| self.method_names(body)),
            fields: BTreeMap::new(),
            is_enum: heritages.is_enum,
            is_test: heritages.is_test || name.starts_with("Test"),
        }));
        if let Some(body) = body {
            self.statements(body);
            self.slots(body);
        }
        if let Some(Frame::Class(frame)) = self.frames.pop() {
            self.settle(frame.fields);
        }
        self.builder.close_scope();
        if type_parameters.is_some() {
            self.builder.close_scope();
        }
        self.builder.leave();
    }

    /// `__slots__ = ("name", …)`: each name that nothing else in the class defines is a field.
    fn slots(&mut self, body: Node<'_>) {
        let listing = parts(body)
            .into_iter()
            .filter(|it| it.kind() == "expression_statement")
            .filter_map(first_part)
            .find(|it| it.kind() == "assignment" && field(*it, "left").is_some_and(|left| self.text(left) == "__slots__"));
        let Some(list) = listing.and_then(|listing| field(listing, "right")) else { return };
        for part in if list.kind() == "string" { vec![list] } else { parts(list) } {
            let string = field(part, "key").unwrap_or(part);
            let Some(name) = parts(string).into_iter().find(|it| it.kind() == "string_content") else { continue };
            let text = self.text(name);
            let Some(Frame::Class(class)) = self.frames.last() else { return };
            let known = class.fields.contains_key(text) || class.methods.contains(text);
            if !known && is_identifier(text) && !super::is_dunder(text) {
                self.field_of(self.frames.len() - 1, name, Assigned::bound(None, string, body.end_byte()));
            }
        }
    }

    fn method_names(&self, body: Node<'_>) -> BTreeSet<Name> {
        let definitions = parts(body).into_iter().filter_map(|child| match child.kind() {
            "function_definition" => Some(child),
            "decorated_definition" => field(child, "definition"),
            _ => None,
        });
        definitions.filter_map(|definition| field(definition, "name")).map(|name| self.text(name).into()).collect()
    }

    fn heritages(&mut self, list: Node<'_>) -> Heritages {
        let mut heritages = Heritages::default();
        for argument in parts(list) {
            match argument.kind() {
                "keyword_argument" => {
                    let Some(value) = field(argument, "value") else { continue };
                    let class = self.value(value);
                    if field(argument, "name").is_some_and(|name| self.text(name) == "metaclass") {
                        heritages.metaclass = Some(class);
                    }
                    if self.text(value).ends_with("ABCMeta") {
                        heritages.flags = heritages.flags.with(Flags::ABSTRACT);
                    }
                }
                "list_splat" | "dictionary_splat" => {
                    self.value(argument);
                }
                _ => self.heritage(argument, &mut heritages),
            }
        }
        heritages
    }

    fn heritage(&mut self, argument: Node<'_>, heritages: &mut Heritages) {
        let head = if argument.kind() == "subscript" { field(argument, "value").unwrap_or(argument) } else { argument };
        let name = self.text(head).rsplit('.').next().unwrap_or("").trim();
        let base = self.base(argument);
        match name {
            "ABC" => heritages.flags = heritages.flags.with(Flags::ABSTRACT),
            "Enum" | "Flag" | "IntFlag" => heritages.is_enum = true,
            "Protocol" => heritages.is_protocol = true,
            _ => {
                heritages.is_enum |= name.ends_with("Enum");
                heritages.is_test |= name.ends_with("TestCase");
            }
        }
        if argument.kind() == "call" && field(argument, "function").is_some_and(|it| self.text(it).ends_with("with_metaclass")) {
            heritages.metaclass = field(argument, "arguments").and_then(first_part).map(|class| self.quiet_type(class));
        }
        if head != argument {
            let listed = matches!(name, "Generic" | "Protocol");
            let names = fields(argument, "subscript").into_iter().filter(|it| it.kind() == "identifier").map(|it| self.text(it));
            let names = names.filter(|name| listed || self.type_variables.contains(*name));
            let generics: Vec<Generic> = names.map(|name| Generic { name: name.into(), bounds: Vec::new(), default: None }).collect();
            // `Generic[…]` tells the order of all; without it they are those of the bases, as they come.
            if listed {
                heritages.generics = generics;
                heritages.listed = true;
            } else if !heritages.listed {
                let fresh = generics.into_iter().filter(|it| !heritages.generics.iter().any(|known| known.name == it.name)).collect::<Vec<_>>();
                heritages.generics.extend(fresh);
            }
        }
        if name != "Generic" {
            heritages.bases.extend(base);
        }
    }

    /// Visits one base class and returns it as a type expression.
    fn base(&mut self, node: Node<'_>) -> Vec<ExprId> {
        match node.kind() {
            "subscript" => {
                let unknown = self.builder.unknown();
                let head = field(node, "value").map_or(unknown, |head| self.read_as(head, Role::Extends));
                let args = fields(node, "subscript").into_iter().map(|argument| self.type_expr(argument)).collect();
                vec![self.builder.expr(Expr::Apply { base: head, args })]
            }
            "call" => {
                let value = self.value(node);
                let function = field(node, "function").map_or("", |function| self.text(function));
                if !function.ends_with("with_metaclass") {
                    return vec![value];
                }
                let arguments = field(node, "arguments").map_or_else(Vec::new, parts);
                arguments.into_iter().skip(1).map(|argument| self.quiet_type(argument)).collect()
            }
            _ => vec![self.read_as(node, Role::Extends)],
        }
    }

    /// The class around the present node as a type expression.
    pub(super) fn own_class(&mut self) -> Option<ExprId> {
        let class = self.class_frame()?.symbol;
        Some(self.builder.expr(Expr::Symbol(class)))
    }

    /// The type of the receiver: the class around the present node, or the one below it on which a method of it is called.
    pub(super) fn own_type(&mut self) -> Option<ExprId> {
        let class = self.own_class()?;
        Some(self.builder.expr(Expr::Generic { name: "Self".into(), bounds: vec![class] }))
    }

    /// The value of `self`, or of what a class method builds by `cls(…)`, as the result of the method around it.
    pub(super) fn own_value(&mut self, node: Node<'_>) -> Option<ExprId> {
        let receiver = self.function_frame()?.receiver.clone()?;
        let method = self.builder.enclosing_callable()?;
        let of_class = self.builder.symbol_mut(method).flags.has(Flags::CLASS_METHOD);
        let function = if node.kind() == "call" { field(node, "function") } else { None };
        let first = || field(node, "arguments").and_then(first_part);
        let is_receiver = |walker: &Self, it: Node<'_>| it.kind() == "identifier" && walker.text(it) == receiver;
        let is_own = match function {
            None => !of_class && is_receiver(self, node),
            Some(function) if self.text(function).ends_with(".__new__") => first().is_some_and(|class| self.is_own_class(class)),
            Some(function) if COPYING.contains(&self.text(function)) => !of_class && first().is_some_and(|copied| is_receiver(self, copied)),
            Some(function) => self.is_own_class(function),
        };
        if !is_own {
            return None;
        }
        let ty = self.own_type()?;
        Some(if function.is_some() { self.builder.built(ty) } else { self.builder.instance(ty) })
    }

    /// Whether an expression is the class of what the method around it is called on, or a local that holds that: `type(self)`, `self.__class__`, `cls`.
    pub(super) fn is_own_class(&mut self, node: Node<'_>) -> bool {
        let text = self.text(node);
        let Some(method) = self.builder.enclosing_callable() else { return false };
        let of_class = self.builder.symbol_mut(method).flags.has(Flags::CLASS_METHOD);
        let Some(frame) = self.function_frame() else { return false };
        let Some(receiver) = frame.receiver.as_deref() else { return false };
        if node.kind() == "identifier" && frame.own_classes.contains(text) {
            return true;
        }
        if of_class {
            node.kind() == "identifier" && text == receiver
        } else {
            text == format!("{receiver}.__class__") || text == format!("type({receiver})")
        }
    }

    /// The value of a local that holds such a value, as the result of the method around it.
    pub(super) fn own_local(&mut self, node: Node<'_>) -> Option<ExprId> {
        if node.kind() != "identifier" || self.function_frame()?.own_values.is_empty() {
            return None;
        }
        let local = self.builder.find_local(self.text(node), node.start_byte())?;
        let values = self.builder.local(local).filter(|it| it.ty.is_none())?.values.clone();
        let own = &self.function_frame()?.own_values;
        if !values.iter().any(|it| own.contains_key(it)) {
            return None;
        }
        let values: Vec<ExprId> = values.iter().map(|it| own.get(it).copied().unwrap_or(*it)).collect();
        self.any_of(values)
    }

    /// The value of a local with a declared type that is given something, which may be of a narrower type, as the result of the function around it.
    pub(super) fn given_local(&mut self, node: Node<'_>) -> Option<ExprId> {
        if node.kind() != "identifier" || !matches!(self.frames.last(), Some(Frame::Function(_))) {
            return None;
        }
        let local = self.builder.find_local(self.text(node), node.start_byte())?;
        let it = self.builder.local(local).filter(|it| !it.receiver && it.parameter_of.is_none() && !it.values.is_empty())?;
        let args = it.ty.into_iter().chain(it.values.iter().copied()).collect();
        it.ty?;
        let mark = self.builder.literal(GIVEN);
        Some(self.builder.expr(Expr::Apply { base: mark, args }))
    }

    /// `super()`: a value of any of the base classes; `super(Class, self)`: of any of those of another one.
    pub(super) fn super_value(&mut self, other: Option<ExprId>, arguments: Option<Node<'_>>) -> ExprId {
        let named = arguments.and_then(first_part).map(|class| self.text(class));
        let own = self.class_frame().map(|class| class.symbol).map(|own| self.builder.symbol_mut(own).name.clone());
        if let Some(class) = other
            && named.is_some_and(|named| own.is_none_or(|own| named != own) && !named.ends_with("__class__"))
        {
            let above = self.builder.literal(ABOVE);
            return self.builder.expr(Expr::Apply { base: above, args: vec![class] });
        }
        let bases = self.class_frame().map_or_else(Vec::new, |class| class.bases.clone());
        if bases.len() > 1
            && let Some(class) = self.own_class()
        {
            let above = self.builder.literal(ABOVE);
            return self.builder.expr(Expr::Apply { base: above, args: vec![class] });
        }
        let above = match bases.first() {
            // As it is written where the class stands, which may be in a function.
            Some(base) => self.builder.expr(Expr::Generic { name: ABOVE.into(), bounds: vec![*base] }),
            None => self.builder.free("object"),
        };
        self.builder.instance(above)
    }

    /// Visits a dotted name whose last segment has a role of its own, and returns what it denotes.
    pub(super) fn read_as(&mut self, node: Node<'_>, role: Role) -> ExprId {
        match node.kind() {
            "identifier" => {
                let name = self.text(node);
                let target = self.builder.name(name, node.start_byte());
                self.builder.site(role, name, syntax::span(node), target, None);
                target
            }
            "attribute" => {
                let (Some(object), Some(name)) = (field(node, "object"), field(node, "attribute")) else { return self.builder.unknown() };
                let base = self.value(object);
                let text = self.text(name);
                let target = self.builder.member(base, text);
                self.builder.site(role, text, syntax::span(name), target, None);
                target
            }
            _ => self.value(node),
        }
    }
}
