//! Functions of every form: declarations, signatures, expressions, methods; their parameters, receivers and results.

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use super::super::syntax::{self, field, span};
use super::jsdoc::Documented;
use super::variables::{Binder, Source};
use super::walk::{Frame, LateField, Receiver, Walk, visibility};
use crate::shard::body::{Local, Place};
use crate::shard::builder::{Binding, ScopeKind};
use crate::shard::expr::{Expr, ExprId, FUNCTION};
use crate::shard::facts::{Flags, Generic, Owner, Param, Symbol, SymbolKind};

/// Parameters of a function that is handed over of which the place that takes it may tell.
const FUNCTION_PARAMETERS: usize = 3;
/// Most parameters of a function type that are kept.
const SIGNATURE_PARAMETERS: usize = 8;

/// What a visited callable is, as far as no symbol keeps it.
pub(super) struct Called {
    params: Vec<Param>,
    result: Option<ExprId>,
    pub(super) returns: Vec<ExprId>,
}

/// Kinds of nodes that are functions with a body.
pub(super) fn is_function(node: Node<'_>) -> bool {
    matches!(node.kind(), "arrow_function" | "function_expression" | "generator_function")
}

impl Walk<'_, '_> {
    /// The facets of a callable that stand in front of its name.
    pub fn callable_flags(node: Node<'_>) -> Flags {
        let generator = node.kind().starts_with("generator") || syntax::has_token(node, "*");
        Flags::default().when(syntax::has_token(node, "async"), Flags::ASYNC).when(generator, Flags::GENERATOR)
    }

    pub(super) fn function_declaration(&mut self, node: Node<'_>, outer: Node<'_>) {
        let body = field(node, "body");
        let name = field(node, "name").filter(|name| !self.of(*name).is_empty());
        let place = self.place(span(outer), span(name.unwrap_or(node)), body);
        let text = name.map_or("default", |name| self.of(name));
        let mut symbol = self.exported(Symbol::new(text, SymbolKind::Function));
        symbol.flags = symbol.flags.with(Self::callable_flags(node));
        let index = self.define(symbol, place);
        self.apart_by_scope(index, self.builder.scope());
        if name.is_some() {
            self.builder.bind(text, Binding::Symbol(index), 0);
        }
        self.implemented.insert((self.builder.scope(), text.into()));
        self.callable(node, Some(index), Some(constructed(text, index)), &[]);
    }

    pub(super) fn function_signature(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(name) = field(node, "name") else { return };
        let place = self.place(span(outer), span(name), None);
        let mut symbol = self.exported(Symbol::new(self.of(name), SymbolKind::Function));
        symbol.flags = symbol.flags.with(Self::callable_flags(node)).with(Flags::DECLARATION);
        let index = self.define(symbol, place);
        self.apart_by_scope(index, self.builder.scope());
        self.signatures.push((self.builder.scope(), self.of(name).into(), index));
        self.signature_of(node, index);
    }

    /// Binds the names of overload signatures that no implementation follows.
    pub(super) fn settle_signatures(&mut self) {
        for (scope, name, symbol) in std::mem::take(&mut self.signatures) {
            if self.implemented.insert((scope, name.clone())) {
                self.builder.bind_in(scope, &name, Binding::Symbol(symbol), 0);
            }
        }
    }

    /// Completes a callable without a body.
    pub(super) fn signature_of(&mut self, node: Node<'_>, index: u32) {
        self.builder.enter(Owner::Symbol(index));
        let hash = field(node, "parameters").map_or(0, |parameters| self.overload(parameters));
        self.callable(node, Some(index), None, &[]);
        self.builder.symbol_mut(index).overload = Some(hash);
        self.builder.leave();
    }

    /// The hash of the parameter types as written.
    fn overload(&self, parameters: Node<'_>) -> u64 {
        let mut written = String::new();
        for parameter in syntax::children(parameters) {
            if let Some(ty) = field(parameter, "type") {
                written.extend(self.of(ty).split_whitespace());
            }
            written.push(',');
        }
        xxh3_64(written.as_bytes())
    }

    /// The type that a function type or a call signature spells.
    pub(super) fn signature(&mut self, node: Node<'_>) -> ExprId {
        let called = self.callable(node, None, None, &[]);
        let unknown = self.builder.unknown();
        let mut args = vec![called.result.unwrap_or(unknown)];
        args.extend(called.params.iter().map(|param| param.ty.unwrap_or(unknown)));
        if let [_, .., last] = args.as_mut_slice()
            && has_rest(node)
            && *last != unknown
        {
            // Whatever comes last comes any number of times.
            *last = self.builder.expr(Expr::Element(*last));
        }
        args.truncate(SIGNATURE_PARAMETERS + 1);
        if args.iter().all(|it| *it == unknown) {
            return unknown;
        }
        let base = self.builder.literal(FUNCTION);
        self.builder.expr(Expr::Apply { base, args })
    }

    /// The type that a constructor type builds.
    pub(super) fn result_of(&mut self, node: Node<'_>) -> ExprId {
        let called = self.callable(node, None, None, &[]);
        called.result.unwrap_or(self.builder.unknown())
    }

    /// What the parameters of a function get where a place takes it that says so: `hints`, else what `expected` is called with.
    fn handed(&mut self, node: Node<'_>, hints: &[ExprId], expected: Option<ExprId>) -> Vec<ExprId> {
        let Some(expected) = expected else { return hints.to_vec() };
        let count = if field(node, "parameter").is_some() { 1 } else { field(node, "parameters").map_or(0, |list| syntax::children(list).len()) };
        let mut handed = Vec::new();
        for index in 0..count.min(FUNCTION_PARAMETERS) {
            let part = self.builder.expr(Expr::Part { base: expected, index: u32::try_from(index + 1).unwrap_or(u32::MAX) });
            let values = hints.get(index).copied().into_iter().chain(std::iter::once(part));
            handed.push(self.builder.any_known_of(values));
        }
        handed
    }

    /// Visits a function as a value: a nested definition if it is named, otherwise code of whatever surrounds it. Returns its value and
    /// what calling it in place gives.
    pub(super) fn function_value(&mut self, node: Node<'_>, hints: &[ExprId]) -> (ExprId, ExprId) {
        let Some(name) = field(node, "name").filter(|name| !self.of(*name).is_empty()) else {
            let called = self.callable(node, None, Some(Receiver::Unknown), hints);
            let unknown = self.builder.unknown();
            let result = match called.result.filter(|ty| *ty != unknown) {
                Some(ty) => self.builder.instance(ty),
                None => self.builder.any_known_of(called.returns),
            };
            // Behind what it gives stand the types of what it takes, as far as they are written.
            let mut args = vec![result];
            args.extend(called.params.iter().take(SIGNATURE_PARAMETERS).map(|param| param.ty.unwrap_or(unknown)));
            if args.iter().all(|it| *it == unknown) {
                return (unknown, result);
            }
            let base = self.builder.literal(FUNCTION);
            return (self.builder.expr(Expr::Apply { base, args }), result);
        };
        let text = self.of(name);
        let place = self.place(span(node), span(name), field(node, "body"));
        let mut symbol = Symbol::new(text, SymbolKind::Function);
        symbol.flags = Self::callable_flags(node).with(Flags::NESTED);
        let index = self.define(symbol, place);
        self.builder.open_scope(ScopeKind::Block);
        self.builder.bind(text, Binding::Symbol(index), 0);
        self.callable(node, Some(index), Some(constructed(text, index)), hints);
        self.builder.close_scope();
        let value = self.builder.expr(Expr::Symbol(index));
        (value, self.builder.call(value))
    }

    /// Visits a callable: parameters, declared result, body. `receiver` is what `this` is in it, `None` where it is that of the code around; in an arrow
    /// function it always is. `hints` are the values its parameters get. Gives what nothing else keeps of an anonymous function.
    pub(super) fn callable(&mut self, node: Node<'_>, symbol: Option<u32>, receiver: Option<Receiver>, hints: &[ExprId]) -> Called {
        let receiver = receiver.filter(|_| node.kind() != "arrow_function");
        let expected = self.expected.take();
        if let Some(index) = symbol {
            self.builder.enter(Owner::Symbol(index));
        }
        self.builder.open_scope(ScopeKind::Function);
        let blocks = std::mem::take(&mut self.blocks);
        let callback = self.callback;
        if symbol.is_some() {
            self.callback = None;
        }
        self.frames.push(Frame { symbol, result: None, returns: Vec::new(), blocks });
        let exporting = self.exporting.take();
        if let Some(receiver) = receiver {
            self.declare_receiver(receiver, symbol);
        }
        let mut generics = self.generics(node);
        let documented = self.documented_callable(node, symbol, &mut generics);
        if let (Some(ty), Some(_)) = (documented.this, receiver) {
            self.builder.declare(Local { name: "this".into(), ty: Some(ty), values: Vec::new(), receiver: true, parameter_of: symbol }, 1);
        }
        let hints = self.handed(node, hints, expected);
        let mut params = self.parameters(node, symbol, &hints, &documented);
        let result = field(node, "return_type").or_else(|| field(node, "type"));
        let ty = result.and_then(|result| self.annotation(result)).or(documented.ty);
        if let Some(index) = symbol {
            let variadic = has_rest(node);
            let symbol = self.builder.symbol_mut(index);
            symbol.generics = generics;
            symbol.params = std::mem::take(&mut params);
            symbol.ty = symbol.ty.or(ty);
            symbol.flags = symbol.flags.when(variadic, Flags::VARIADIC);
        }
        self.expect_result(node, ty, expected);
        let mut told = ty.and_then(|ty| self.predicated(ty));
        match field(node, "body") {
            Some(body) if body.kind() == "statement_block" => self.each(body, Self::statement),
            Some(body) => {
                self.expected = self.frames.last().and_then(|frame| frame.result);
                let value = self.value(body);
                told = told.or_else(|| self.told_of_first(node, body));
                self.returned(value);
            }
            None => {}
        }
        self.told = told;
        if receiver.is_some() {
            self.receivers.pop();
        }
        self.exporting = exporting;
        self.callback = callback;
        let frame = self.frames.pop();
        self.blocks = frame.as_ref().map_or(0, |frame| frame.blocks);
        self.builder.close_scope();
        if symbol.is_some() {
            self.builder.leave();
        }
        Called { params, result: ty, returns: frame.map(|frame| frame.returns).unwrap_or_default() }
    }

    /// Notes what the innermost function is to return, by its own declaration or that of the place that takes it.
    fn expect_result(&mut self, node: Node<'_>, ty: Option<ExprId>, expected: Option<ExprId>) {
        if field(node, "body").is_none() {
            return;
        }
        let mut result = match (ty, expected) {
            (Some(ty), _) => Some(self.builder.instance(ty)),
            (None, Some(expected)) => Some(self.builder.expr(Expr::Part { base: expected, index: 0 })),
            (None, None) => None,
        };
        if syntax::has_token(node, "async") {
            result = result.map(|result| self.builder.expr(Expr::Unwrap(result)));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.result = result;
        }
    }

    /// Makes `this` what the receiver says, in the present scope.
    pub(super) fn declare_receiver(&mut self, receiver: Receiver, parameter_of: Option<u32>) {
        let (ty, value) = match receiver {
            Receiver::Unknown => (None, None),
            Receiver::Instance(symbol) => (Some(self.builder.expr(Expr::Symbol(symbol))), None),
            Receiver::Itself(symbol) => (None, Some(self.builder.expr(Expr::Symbol(symbol)))),
            Receiver::Extended { target, .. } => (Some(target), None),
            Receiver::ExtendedItself { target: value, .. } | Receiver::Exports(value) => (None, Some(value)),
        };
        let values = value.into_iter().collect();
        self.builder.declare(Local { name: "this".into(), ty, values, receiver: true, parameter_of }, 0);
        self.receivers.push(receiver);
    }

    /// The types that the comment in front of a definition declares, and its type parameters.
    fn documented_callable(&mut self, node: Node<'_>, symbol: Option<u32>, generics: &mut Vec<Generic>) -> Documented {
        let Some(index) = symbol else { return Documented::default() };
        let doc = std::mem::take(&mut self.builder.place_mut(index).doc);
        let apart = if doc.is_empty() { comment_apart(node).map_or("", |comment| self.of(comment)) } else { "" };
        let comment = if apart.is_empty() { doc.as_str() } else { apart };
        if generics.is_empty() {
            generics.extend(self.documented_generics(comment));
        }
        let documented = self.documented(comment, node.start_byte());
        self.builder.place_mut(index).doc = doc;
        documented
    }

    fn parameters(&mut self, node: Node<'_>, symbol: Option<u32>, hints: &[ExprId], documented: &Documented) -> Vec<Param> {
        let mut params = Vec::new();
        if let Some(single) = field(node, "parameter") {
            let ty = documented.param(self.of(single));
            let source = Source { ty, value: hints.first().copied() };
            self.pattern(single, source, Binder::Local { parameter_of: symbol });
            self.note_members(self.of(single), single.end_byte(), &documented.members(self.of(single)));
            params.push(Param { name: self.of(single).into(), ty, optional: false, pointer: None, constant: None });
        }
        let Some(list) = field(node, "parameters") else { return params };
        for parameter in syntax::children(list) {
            if parameter.kind() == "comment" {
                continue;
            }
            let hint = hints.get(params.len()).copied();
            let root = documented.root(params.len());
            params.extend(self.parameter(parameter, symbol, hint, documented, root));
        }
        params
    }

    fn parameter(&mut self, node: Node<'_>, symbol: Option<u32>, hint: Option<ExprId>, documented: &Documented, root: &str) -> Option<Param> {
        self.decorators(node);
        let typed = matches!(node.kind(), "required_parameter" | "optional_parameter");
        let pattern = if typed { field(node, "pattern").or_else(|| field(node, "name"))? } else { node };
        let (pattern, default) = match pattern.kind() {
            "assignment_pattern" => (field(pattern, "left")?, field(pattern, "right")),
            _ => (pattern, if typed { field(node, "value") } else { None }),
        };
        let members =
            field(node, "type").and_then(super::statements::first).filter(|ty| ty.kind() == "object_type" && pattern.kind() == "object_pattern");
        let ty = match members {
            Some(members) => {
                self.spread_parameter(pattern, members, symbol);
                None
            }
            None => match field(node, "type") {
                Some(ty) => self.annotation(ty),
                // What is taken apart where it stands has the name that the comment gives it.
                None => documented.param(if matches!(pattern.kind(), "object_pattern" | "array_pattern") { root } else { self.of(pattern) }),
            },
        };
        let default_value = default.map(|default| self.value(default));
        if pattern.kind() == "this" {
            if let (Some(Receiver::Itself(class)), Some(ty), Some(_)) = (self.receivers.last().copied(), field(node, "type"), symbol) {
                self.built_by_receiver(ty, class);
            }
            self.builder.declare(Local { name: "this".into(), ty, values: Vec::new(), receiver: true, parameter_of: symbol }, 1);
            return None;
        }
        let values: Vec<ExprId> = hint.into_iter().chain(default_value).collect();
        let values = (!values.is_empty()).then(|| self.builder.any_known_of(values));
        if members.is_none() {
            if pattern.kind() == "object_pattern" {
                self.pattern_types = documented.members(root);
            }
            self.pattern(pattern, Source { ty, value: values }, Binder::Local { parameter_of: symbol });
            self.pattern_types.clear();
            if pattern.kind() == "identifier" {
                self.note_members(self.of(pattern), pattern.end_byte(), &documented.members(self.of(pattern)));
            }
        }
        self.parameter_property(node, pattern, Source { ty, value: default_value });
        let name = match pattern.kind() {
            "object_pattern" => "{}",
            "array_pattern" => "[]",
            "rest_pattern" => super::statements::first(pattern).map_or("", |inner| self.of(inner)),
            _ => self.of(pattern),
        };
        let optional = node.kind() == "optional_parameter" || default.is_some() || pattern.kind() == "rest_pattern";
        Some(Param { name: name.into(), ty, optional, pointer: None, constant: None })
    }

    /// `static make<T>(this: new () => T): T`: `T` is what the class builds that the method is called on. One of several types may say so:
    /// `this: { new (): T } & typeof Base`.
    fn built_by_receiver(&mut self, annotation: Node<'_>, class: u32) {
        let Some(ty) = super::statements::first(annotation) else { return };
        self.built_by_type(ty, class);
    }

    fn built_by_type(&mut self, ty: Node<'_>, class: u32) {
        let built = match ty.kind() {
            "intersection_type" | "parenthesized_type" => {
                return super::statements::parts(ty).into_iter().for_each(|part| self.built_by_type(part, class));
            }
            "constructor_type" => field(ty, "type"),
            "object_type" => {
                let signature = syntax::child_of_kind(ty, "construct_signature");
                signature.and_then(|signature| field(signature, "type")).and_then(super::statements::first)
            }
            "generic_type" => field(ty, "type_arguments").and_then(|list| match super::statements::parts(list).as_slice() {
                [one] => Some(*one),
                _ => None,
            }),
            _ => None,
        };
        let Some(built) = built.filter(|it| it.kind() == "type_identifier") else { return };
        if let Some(parameter) = self.builder.find_type_parameter(self.of(built), built.start_byte()) {
            let own = self.receiver_type(class);
            self.builder.bound_anew(parameter, own);
        }
    }

    /// `constructor(private x: T)` also declares a field.
    fn parameter_property(&mut self, node: Node<'_>, pattern: Node<'_>, source: Source) {
        let Some(Receiver::Instance(class)) = self.receivers.last().copied() else { return };
        let modified = syntax::child_of_kind(node, "accessibility_modifier").is_some()
            || syntax::child_of_kind(node, "override_modifier").is_some()
            || syntax::has_token(node, "readonly");
        if !modified || pattern.kind() != "identifier" {
            return;
        }
        let name = self.of(pattern);
        let mut symbol = Symbol::new(name, SymbolKind::Field);
        symbol.visibility = visibility(node, name, self.text);
        symbol.flags = Flags::default().when(syntax::has_token(node, "readonly"), Flags::CONST);
        symbol.ty = source.ty;
        symbol.value = source.value.filter(|_| source.ty.is_none());
        let place =
            Place { span: span(node), name: span(pattern), lead: span(node).start, signature: syntax::fold(self.of(node)), ..Place::default() };
        self.late.push(LateField { owner: Owner::Symbol(class), symbol, place, declares: true });
    }

    /// `({ a, b }: { a: A; b: B })`: each part gets the type that stands at its name.
    fn spread_parameter(&mut self, pattern: Node<'_>, members: Node<'_>, symbol: Option<u32>) {
        let mut types = Vec::new();
        for member in syntax::children(members) {
            match (member.kind(), field(member, "name")) {
                ("property_signature", Some(name)) => {
                    let ty = field(member, "type").and_then(|ty| self.annotation(ty));
                    types.push((self.of(name), ty));
                }
                ("comment", _) => {}
                _ => self.statement_in_type(member),
            }
        }
        for part in syntax::children(pattern) {
            let (key, target, default) = super::variables::part(part);
            let Some(target) = target else { continue };
            let ty = key.and_then(|key| types.iter().find(|(name, _)| *name == self.of(key))).and_then(|(_, ty)| *ty);
            let value = match (key, default) {
                // What is left of it has the members that are written.
                (None, None) if part.kind() == "rest_pattern" => {
                    let left: Vec<(&str, Option<ExprId>)> = types.clone();
                    let left = left.into_iter().filter_map(|(name, ty)| Some((name, self.builder.instance(ty?)))).collect();
                    Some(self.written_object(left))
                }
                (_, default) => default.map(|default| self.value(default)),
            };
            self.pattern(target, Source { ty, value }, Binder::Local { parameter_of: symbol });
        }
    }
}

/// What `this` is in a function that may be called with `new`.
pub(super) fn constructed(name: &str, symbol: u32) -> Receiver {
    if name.starts_with(char::is_uppercase) { Receiver::Instance(symbol) } else { Receiver::Unknown }
}

/// The doc comment that an empty line parts from a definition: it documents its types all the same.
fn comment_apart(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    let before = loop {
        match node.prev_named_sibling() {
            Some(before) if before.kind() == "comment" => break before,
            _ => {}
        }
        let parent = node.parent().filter(|parent| {
            matches!(
                parent.kind(),
                "export_statement" | "lexical_declaration" | "variable_declaration" | "variable_declarator" | "expression_statement"
            )
        })?;
        node = parent;
    };
    Some(before).filter(|before| before.child_count() == 0)
}

fn has_rest(node: Node<'_>) -> bool {
    field(node, "parameters").is_some_and(|list| syntax::children(list).last().is_some_and(|last| is_rest(*last)))
}

fn is_rest(parameter: Node<'_>) -> bool {
    parameter.kind() == "rest_pattern" || field(parameter, "pattern").is_some_and(|pattern| pattern.kind() == "rest_pattern")
}
