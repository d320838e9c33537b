//! Functions and methods, their generics and parameters.

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use crate::base::Name;
use crate::languages::syntax::{child_of_kind, children, field, fold, has_token, span, text};
use crate::shard::body::{Local, Role};
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Generic, Owner, Param, SymbolKind};

/// Deepest type arguments in which a type parameter is bound again.
const MAX_NESTED: u32 = 8;

/// Parameters as read.
#[derive(Default)]
struct Parameters {
    list: Vec<Param>,
    receiver: bool,
    /// What a method is called on is handed over itself.
    by_value: bool,
    /// By a reference, through which it may change or not.
    changing: Option<bool>,
    variadic: bool,
}

impl Walk<'_, '_> {
    /// A function with or without a body.
    pub(super) fn function(&mut self, node: Node<'_>, lead: &Lead<'_>) {
        let Some(name) = field(node, "name") else { return };
        let body = field(node, "body");
        let method = self.in_type();
        let top = self.builder.owner() == Owner::File;
        let index = self.define(node, name, if method { SymbolKind::Method } else { SymbolKind::Function }, lead, body);
        if !method {
            self.bind_symbol(name, index);
        }
        if top {
            self.derive_macro(index, name, lead);
        }
        let members = self.members.take();
        self.builder.enter(Owner::Symbol(index));
        self.builder.open_scope(ScopeKind::Function);
        self.decorators(lead);
        self.further.clear();
        let generics = self.generics(node);
        let further = std::mem::take(&mut self.further);
        let around = self.selves.last().copied().filter(|_| !further.is_empty());
        if let Some(around) = around {
            let bound = self.bound_again(around, &further, (node.end_byte(), 0));
            self.selves.push(bound);
        }
        let parameters = self.parameters(node, index);
        let modifiers = child_of_kind(node, "function_modifiers");
        let modified = |word: &str| modifiers.is_some_and(|it| has_token(it, word));
        let is_async = modified("async");
        let result = field(node, "return_type").map(|ty| self.type_expr(ty));
        let ty = result.map(|ty| self.given_by(ty, is_async));
        let main = top && text(name, self.text) == "main" && parameters.list.is_empty();
        let test = self.is_test(lead);
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.params = parameters.list;
        symbol.ty = ty;
        symbol.flags = symbol
            .flags
            .when(is_async, Flags::ASYNC)
            .when(modified("unsafe"), Flags::UNSAFE)
            .when(modified("const"), Flags::CONST)
            .when(method && !parameters.receiver, Flags::STATIC)
            .when(parameters.by_value && self.borrowed_self == Some(true), Flags::OF_REFERENCE)
            .when(parameters.by_value && self.borrowed_self == Some(false), Flags::BY_VALUE)
            .when(parameters.changing == Some(false), Flags::SHARING)
            .when(parameters.changing == Some(true), Flags::CHANGING)
            .when(self.refers.is_some() && parameters.receiver, Flags::FOR_REFERENCE)
            .when(self.refers == Some(true) && parameters.receiver, Flags::FOR_CHANGING)
            .when(parameters.variadic, Flags::VARIADIC)
            .when(body.is_none(), Flags::DECLARATION)
            .when(test, Flags::TEST)
            .when(main, Flags::ENTRY_POINT);
        // Rust declares every result type, so bodies tell other files nothing.
        if let Some(body) = body {
            let wanted = result.map(|ty| self.builder.instance(ty));
            let outer = std::mem::replace(&mut self.result, wanted);
            self.block_giving(body, wanted);
            self.result = outer;
        }
        if around.is_some() {
            self.selves.pop();
        }
        self.builder.close_scope();
        self.builder.leave();
        self.members = members;
    }

    /// What a function of a declared result gives; that of an `async fn` arrives inside a future.
    fn given_by(&mut self, ty: ExprId, is_async: bool) -> ExprId {
        if !is_async {
            return ty;
        }
        let base = self.builder.free("Future");
        self.builder.expr(Expr::Apply { base, args: vec![ty] })
    }

    /// Whether what is added now is a member of a type.
    pub(super) fn in_type(&mut self) -> bool {
        match self.builder.owner() {
            Owner::File => false,
            Owner::Extension(_) => true,
            Owner::Symbol(index) => self.builder.symbol_mut(index).kind.is_type(),
        }
    }

    /// Type and const parameters with their bounds, where clauses included, bound in the present scope.
    pub(super) fn generics(&mut self, node: Node<'_>) -> Vec<Generic> {
        let mut generics: Vec<Generic> = Vec::new();
        let mut constants = Vec::new();
        for parameter in field(node, "type_parameters").map(children).unwrap_or_default() {
            match parameter.kind() {
                "type_parameter" => {
                    let Some(name) = field(parameter, "name") else { continue };
                    let bounds = self.bounds(field(parameter, "bounds"), Role::Type);
                    if let Some(default) = field(parameter, "default_type") {
                        self.type_expr(default);
                    }
                    generics.push(Generic { name: self.word(name).into(), bounds, default: None });
                }
                "const_parameter" => {
                    self.const_parameter(parameter);
                    // Its argument has a place among those of types.
                    if let Some(name) = field(parameter, "name") {
                        constants.push(generics.len());
                        generics.push(Generic { name: self.word(name).into(), bounds: Vec::new(), default: None });
                    }
                }
                _ => {}
            }
        }
        let mut of_references = Vec::new();
        for predicate in child_of_kind(node, "where_clause").map(children).unwrap_or_default() {
            let Some(left) = field(predicate, "left") else { continue };
            let bounds = self.bounds(field(predicate, "bounds"), Role::Type);
            let name = text(left, self.text);
            match generics.iter_mut().find(|generic| generic.name == name) {
                Some(generic) => generic.bounds.extend(bounds),
                None if left.kind() == "lifetime" => {}
                None => {
                    self.type_expr(left);
                    self.bind_further(left, &bounds);
                    if let Some(member) = field(left, "name").filter(|_| left.kind() == "scoped_type_identifier") {
                        let word = self.word(member);
                        self.builder.clause(span(node), word, bounds.clone());
                    }
                    if let Some(subject) = field(left, "type").filter(|_| left.kind() == "reference_type") {
                        of_references.push((text(subject, self.text), bounds));
                    }
                }
            }
        }
        // References are not told apart from what they refer to; what is said of that itself comes first.
        for (name, bounds) in of_references {
            if let Some(generic) = generics.iter_mut().find(|generic| generic.name == name) {
                generic.bounds.extend(bounds);
            }
        }
        for (_, generic) in generics.iter().enumerate().filter(|(place, _)| !constants.contains(place)) {
            self.builder.type_parameter(&generic.name, generic.bounds.clone());
        }
        generics
    }

    /// What a method further asks of a type parameter around it, the parameter stands for inside of the method: `fn run(self) where I: Stream`.
    fn bind_further(&mut self, subject: Node<'_>, bounds: &[ExprId]) {
        let name = self.word(subject);
        if subject.kind() != "type_identifier" || name == "Self" {
            return;
        }
        if let Some(outer) = self.builder.find_local(name, subject.start_byte()) {
            let outer = self.builder.expr(Expr::Local(outer));
            let bounds = bounds.iter().copied().chain([outer]).collect();
            self.builder.type_parameter(name, bounds);
            self.further.push(name.into());
        }
    }

    /// A type around a method, with the type parameters of which the method asks more as they stand inside of it.
    fn bound_again(&mut self, ty: ExprId, further: &[Name], (inside, depth): (usize, u32)) -> ExprId {
        match self.builder.at(ty).clone() {
            Expr::Raw { name, .. } if further.contains(&name) => self.builder.name(&name, inside),
            Expr::Apply { base, args } if depth < MAX_NESTED => {
                let args = args.into_iter().map(|arg| self.bound_again(arg, further, (inside, depth + 1))).collect();
                self.builder.expr(Expr::Apply { base, args })
            }
            _ => ty,
        }
    }

    fn const_parameter(&mut self, node: Node<'_>) {
        let ty = field(node, "type").map(|ty| self.type_expr(ty));
        let values: Vec<ExprId> = field(node, "value").map(|value| self.value(value)).into_iter().collect();
        if let Some(name) = field(node, "name") {
            let local = Local { name: self.word(name).into(), ty, values, receiver: false, parameter_of: None };
            self.builder.declare(local, 0);
        }
    }

    /// The types of a bound list.
    pub(super) fn bounds(&mut self, bounds: Option<Node<'_>>, role: Role) -> Vec<ExprId> {
        let list = bounds.map(children).unwrap_or_default();
        list.into_iter()
            .filter(|bound| !matches!(bound.kind(), "lifetime" | "line_comment" | "block_comment"))
            .map(|bound| self.type_in_role(bound, role))
            .collect()
    }

    fn parameters(&mut self, node: Node<'_>, function: u32) -> Parameters {
        let mut parameters = Parameters::default();
        for parameter in field(node, "parameters").map(children).unwrap_or_default() {
            match parameter.kind() {
                "self_parameter" => {
                    let ty = self.self_type();
                    self.receiver(parameter, function, ty);
                    parameters.receiver = true;
                    parameters.by_value = !has_token(parameter, "&");
                    parameters.changing = (!parameters.by_value).then(|| child_of_kind(parameter, "mutable_specifier").is_some());
                }
                "parameter" => {
                    let ty = field(parameter, "type").map(|ty| self.type_expr(ty));
                    let Some(pattern) = field(parameter, "pattern") else { continue };
                    if pattern.kind() == "self" {
                        let ty = ty.unwrap_or_else(|| self.builder.unknown());
                        self.receiver(parameter, function, ty);
                        parameters.receiver = true;
                        continue;
                    }
                    let written = field(parameter, "type");
                    self.parameter(pattern, (ty, written), function);
                    let pointer = written.and_then(|ty| self.is_reference_type(ty));
                    parameters.list.push(Param { name: fold(self.word(pattern)).into(), ty, optional: false, pointer, constant: None });
                }
                "variadic_parameter" => parameters.variadic = true,
                "attribute_item" | "line_comment" | "block_comment" => {}
                _ => {
                    let ty = Some(self.type_expr(parameter));
                    parameters.list.push(Param { name: "_".into(), ty, optional: false, pointer: None, constant: None });
                }
            }
        }
        parameters
    }

    fn receiver(&mut self, parameter: Node<'_>, function: u32, ty: ExprId) {
        let local = Local { name: "self".into(), ty: Some(ty), values: Vec::new(), receiver: true, parameter_of: Some(function) };
        let local = self.builder.declare(local, parameter.start_byte().max(1));
        let taken = match field(parameter, "type") {
            Some(ty) => self.references_of_type(ty),
            None => self.around_self.map(|around| around + u32::from(has_token(parameter, "&"))),
        };
        self.led_to_by(local, taken);
        let reference = match field(parameter, "type") {
            Some(ty) => self.is_reference_type(ty),
            None if has_token(parameter, "&") => Some(true),
            None => self.borrowed_self,
        };
        self.holds_reference(local, reference);
    }

    fn parameter(&mut self, pattern: Node<'_>, (ty, written): (Option<ExprId>, Option<Node<'_>>), function: u32) {
        if pattern.kind() == "identifier" {
            let local = Local { name: self.word(pattern).into(), ty, values: Vec::new(), receiver: false, parameter_of: Some(function) };
            let local = self.builder.declare(local, pattern.start_byte().max(1));
            self.led_to_by(local, written.and_then(|ty| self.references_of_type(ty)));
            self.holds_reference(local, written.and_then(|ty| self.is_reference_type(ty)));
        } else {
            let value = match ty {
                Some(ty) => self.builder.instance(ty),
                None => self.builder.unknown(),
            };
            self.pattern(pattern, value, pattern.start_byte().max(1));
        }
    }
}
