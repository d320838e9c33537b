//! Functions and methods: facets, parameters, decorators, lambdas.

use tree_sitter::Node;

use super::Walker;
use super::decorations::{Decoration, Receiver};
use super::frames::{Frame, FunctionFrame, Known, named_symbol, twin_key};
use super::types::Meaning;
use crate::base::{Name, caps};
use crate::languages::syntax::{self, field, first_part, is_identifier, parts};
use crate::shard::body::{Local, Place, Role};
use crate::shard::builder::{Binding, ScopeKind, Way};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Flags, Generic, Owner, Param, SymbolKind};

/// Types of what a function gives that yields.
const YIELDING: &[&str] = &["AsyncGenerator", "AsyncIterable", "AsyncIterator", "Generator", "Iterable", "Iterator"];

/// A parameter before it is declared.
struct Parameter {
    name: Name,
    ty: Option<ExprId>,
    /// `type[T]`, where the parameter takes a class itself.
    class: Option<ExprId>,
    value: Option<ExprId>,
    optional: bool,
    variadic: bool,
}

impl Walker<'_, '_> {
    /// A function or class with its decorators.
    pub(super) fn decorated(&mut self, node: Node<'_>) {
        match field(node, "definition") {
            Some(definition) if definition.kind() == "class_definition" => self.class(definition, node),
            Some(definition) => self.function(definition, node),
            None => {
                self.decorators(node);
            }
        }
    }

    /// Makes the sites of the decorators of a definition. Gives what each of them is, outermost first.
    pub(super) fn decorators(&mut self, outer: Node<'_>) -> Vec<ExprId> {
        let mut values = Vec::new();
        for decorator in decorators_of(outer) {
            let mut value = self.builder.unknown();
            for expression in parts(decorator) {
                let call = expression.kind() == "call";
                value = if call { self.call_as(expression, Role::Decorator) } else { self.read_as(expression, Role::Decorator) };
            }
            values.push(value);
        }
        values
    }

    /// A function definition; `outer` includes its decorators.
    pub(super) fn function(&mut self, node: Node<'_>, outer: Node<'_>) {
        let Some(name_node) = field(node, "name") else { return };
        let name = self.text(name_node);
        let body = field(node, "body");
        let in_class = matches!(self.frames.last(), Some(Frame::Class(_)));
        let decoration = Decoration::of(self, outer, name, in_class);
        let kind = match (in_class, name) {
            (true, "__init__") => SymbolKind::Constructor,
            (true, _) => SymbolKind::Method,
            _ => SymbolKind::Function,
        };
        let mut symbol = named_symbol(name, kind, in_class);
        symbol.flags = self.function_flags(node, body, name, decoration.flags);
        let place = self.definition_place(node, outer, name_node, body);
        let accesses = decoration.accesses && self.twins.contains_key(&twin_key(self.builder.owner(), &symbol));
        symbol.flags = symbol.flags.when(accesses, Flags::SUPERSEDED);
        let index = self.define(symbol, place, decoration.declares);
        self.bind_function((name, index), outer, in_class, &decoration, accesses);
        if decoration.flags.has(Flags::FIXTURE) && self.frames.is_empty() {
            self.fixture_name(outer, index);
        }
        self.builder.enter(Owner::Symbol(index));
        self.made_by_decorators(outer, index, &decoration.others);
        let type_parameters = field(node, "type_parameters");
        if let Some(type_parameters) = type_parameters {
            self.builder.open_scope(ScopeKind::Block);
            self.builder.symbol_mut(index).generics = self.type_parameters(type_parameters);
        }
        let parameters = field(node, "parameters").map_or_else(Vec::new, |list| self.parameters(list));
        let variable = parameters.first().filter(|_| decoration.receiver != Receiver::None).and_then(|first| first.ty.or(first.value));
        self.self_variable = variable.and_then(|ty| if let Expr::Generic { name, .. } = self.builder.at(ty) { Some(name.clone()) } else { None });
        self.result_type(node, index, decoration.manages_context);
        self.self_variable = None;
        self.builder.open_scope(ScopeKind::Function);
        self.frames.push(Frame::Function(FunctionFrame { manages_context: decoration.manages_context, ..FunctionFrame::default() }));
        self.declare_parameters(index, decoration.receiver, parameters);
        if let Some(body) = body {
            self.statements(body);
        }
        self.frames.pop();
        self.builder.close_scope();
        if type_parameters.is_some() {
            self.builder.close_scope();
        }
        self.builder.leave();
    }

    /// Binds the name of a function where it is defined.
    fn bind_function(&mut self, (name, index): (&str, u32), outer: Node<'_>, in_class: bool, decoration: &Decoration, accesses: bool) {
        let conditional = self.function_frame().filter(|frame| !in_class && !frame.blocks.is_empty());
        let declared = conditional.and_then(|frame| frame.locals.get(name)).filter(|known| known.ty.is_some()).map(|known| known.local);
        match declared {
            // It may hold the function, or what it was given: `if log is None: def log(text): …`.
            Some(local) => {
                let value = self.builder.expr(Expr::Symbol(index));
                self.builder.assign(local, None, Some(value));
            }
            // The property goes by what reads it.
            None if accesses => {}
            // In the body of a class a name is that of the method only behind it: before, `list` is the type.
            None => self.bind_definition(name, index, if in_class { outer.end_byte() } else { 0 }, (outer.end_byte(), decoration.declares)),
        }
    }

    /// Visits the decorators of a function, and keeps those that may make something else of it.
    fn made_by_decorators(&mut self, outer: Node<'_>, index: u32, others: &[bool]) {
        let mut others = others.iter();
        let mut makers = self.decorators(outer);
        makers.retain(|_| others.next() == Some(&true));
        makers.truncate(caps::MAX_CANDIDATES);
        if !makers.is_empty() {
            let made = self.builder.expr(Expr::Tuple(makers));
            self.builder.symbol_mut(index).made = Some(made);
        }
    }

    /// `@pytest.fixture(name="client")`: what the function gives fills the parameters of that name. No other code sees it.
    fn fixture_name(&mut self, outer: Node<'_>, function: u32) {
        let calls = decorators_of(outer)
            .into_iter()
            .filter_map(first_part)
            .filter(|it| field(*it, "function").is_some_and(|it| self.text(it).ends_with("fixture")));
        let arguments: Vec<Node<'_>> = calls.filter_map(|call| field(call, "arguments")).flat_map(parts).collect();
        for argument in arguments {
            let value = field(argument, "value").filter(|_| field(argument, "name").is_some_and(|name| self.text(name) == "name"));
            let Some(name) = value.map_or_else(Vec::new, parts).into_iter().find(|it| it.kind() == "string_content") else { continue };
            let given = self.builder.expr(Expr::Symbol(function));
            let mut symbol = named_symbol(self.text(name), SymbolKind::Variable, false);
            symbol.flags = Flags::FIXTURE.with(Flags::NESTED);
            symbol.value = Some(self.builder.call(given));
            let place = self.assigned_place(name, argument);
            self.builder.symbol(symbol, place);
        }
    }

    fn function_flags(&self, node: Node<'_>, body: Option<Node<'_>>, name: &str, flags: Flags) -> Flags {
        let test_place = match self.frames.last() {
            None => true,
            Some(Frame::Class(class)) => class.is_test,
            Some(Frame::Function(_)) => false,
        };
        flags
            .when(syntax::has_token(node, "async"), Flags::ASYNC)
            .when(test_place && name.starts_with("test_"), Flags::TEST)
            .when(body.is_some_and(is_stub), Flags::DECLARATION)
    }

    /// The place of a function or class.
    pub(super) fn definition_place(&mut self, node: Node<'_>, outer: Node<'_>, name: Node<'_>, body: Option<Node<'_>>) -> Place {
        let (lead, comment) = self.comment_above(outer);
        let doc = body.map_or_else(String::new, |body| self.docstring(body));
        let signature = syntax::signature(node, body, self.text);
        let doc = if doc.is_empty() { comment } else { doc };
        Place { span: syntax::span(outer), name: syntax::span(name), lead, signature, doc, ..Place::default() }
    }

    fn result_type(&mut self, node: Node<'_>, index: u32, manages_context: bool) {
        let Some(annotation) = field(node, "return_type") else { return };
        let head = self.text(annotation).split('[').next().unwrap_or("").rsplit('.').next().unwrap_or("").trim();
        let meaning = if manages_context && YIELDING.contains(&head) { self.yielded(annotation) } else { self.meaning(annotation) };
        let (ty, value) = match meaning {
            Meaning::Nothing => (Some(self.builder.literal("None")), None),
            other => other.declares(),
        };
        let symbol = self.builder.symbol_mut(index);
        symbol.ty = ty;
        symbol.value = value;
    }

    fn parameters(&mut self, list: Node<'_>) -> Vec<Parameter> {
        parts(list).into_iter().filter_map(|node| self.parameter(node)).collect()
    }

    fn parameter(&mut self, node: Node<'_>) -> Option<Parameter> {
        let (name, default) = match node.kind() {
            "identifier" | "list_splat_pattern" | "dictionary_splat_pattern" => (node, None),
            "default_parameter" | "typed_default_parameter" => (field(node, "name")?, field(node, "value")),
            "typed_parameter" => (first_part(node)?, None),
            _ => return None,
        };
        let star = match name.kind() {
            "list_splat_pattern" => "tuple",
            "dictionary_splat_pattern" => "dict",
            _ => "",
        };
        let named = if star.is_empty() { Some(name) } else { first_part(name) };
        let named = named.filter(|it| it.kind() == "identifier")?;
        let (ty, class) = field(node, "type").map_or((None, None), |ty| self.meaning(ty).declares());
        let class_type = class.map(|class| {
            let base = self.builder.free("type");
            self.builder.expr(Expr::Apply { base, args: vec![class] })
        });
        let given = default.map(|default| self.value(default)).filter(|_| default.is_some_and(|it| it.kind() != "none"));
        let ty = match star {
            "" => ty,
            collection => {
                let base = self.builder.free(collection);
                let unknown = self.builder.unknown();
                let element = ty.unwrap_or(unknown);
                let args = if collection == "dict" { vec![unknown, element] } else { vec![element] };
                Some(self.builder.expr(Expr::Apply { base, args }))
            }
        };
        Some(Parameter {
            name: self.text(named).into(),
            ty,
            class: class_type,
            value: class.or(given),
            optional: default.is_some() || !star.is_empty(),
            variadic: star == "tuple",
        })
    }

    fn declare_parameters(&mut self, index: u32, receiver: Receiver, parameters: Vec<Parameter>) {
        let mut shown = Vec::new();
        let owner = self.class_frame().map(|class| class.symbol);
        for (position, parameter) in parameters.into_iter().enumerate() {
            let is_receiver = position == 0 && receiver != Receiver::None && !parameter.variadic && owner.is_some();
            let mut local = Local {
                name: parameter.name.clone(),
                ty: parameter.ty,
                values: parameter.value.into_iter().collect(),
                receiver: is_receiver,
                parameter_of: Some(index),
            };
            if is_receiver {
                let class = owner.map(|class| self.builder.expr(Expr::Symbol(class)));
                let told = parameter.ty.filter(|_| receiver == Receiver::Instance);
                let told = told.filter(|ty| !matches!(self.builder.at(*ty), Expr::Generic { .. } | Expr::Unknown));
                local.ty = told.or(class.filter(|_| receiver == Receiver::Instance));
                local.values = class.filter(|_| receiver == Receiver::Class).into_iter().collect();
                // What is declared may tell nothing, as `Any`, or less, as a class above.
                local.values.extend(class.filter(|_| told.is_some()).map(|class| self.builder.instance(class)));
            } else {
                shown.push(Param {
                    name: parameter.name.clone(),
                    ty: parameter.ty.or(parameter.class),
                    optional: parameter.optional,
                    pointer: None,
                    constant: None,
                });
            }
            let ty = local.ty;
            let local = self.builder.declare(local, 0);
            if parameter.variadic {
                let symbol = self.builder.symbol_mut(index);
                symbol.flags = symbol.flags.with(Flags::VARIADIC);
            }
            let scope = self.builder.scope();
            self.builder.step(scope, &parameter.name, Binding::Local(local), 0, Way::Replaces);
            if let Some(frame) = self.function_frame() {
                if is_receiver {
                    frame.receiver = Some(parameter.name.clone());
                }
                frame.locals.insert(parameter.name, Known { local, ty, rebound: 0 });
            }
        }
        self.builder.symbol_mut(index).params = shown;
    }

    /// `lambda`: its parameters are locals, its body is visited, what it returns is not followed.
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExprId {
        let hints = std::mem::take(&mut self.lambda_hints);
        let expected = self.expected.take();
        let parameters = field(node, "parameters").map_or_else(Vec::new, |list| self.parameters(list));
        self.builder.open_scope(ScopeKind::Function);
        for (index, parameter) in parameters.into_iter().enumerate() {
            // What the place that takes the function hands it, behind what it gives.
            let part = expected.zip(u32::try_from(index + 1).ok());
            let handed = part.map(|(base, index)| self.builder.expr(Expr::Part { base, index }));
            let values = hints.get(index).copied().into_iter().chain(handed).chain(parameter.value).collect();
            let local = Local { name: parameter.name, ty: parameter.ty, values, receiver: false, parameter_of: None };
            self.builder.declare(local, 0);
        }
        self.frames.push(Frame::Function(FunctionFrame::default()));
        let given = field(node, "body").map(|body| self.value(body));
        self.frames.pop();
        self.builder.close_scope();
        match given {
            Some(given) => self.builder.function_giving(given),
            None => self.builder.unknown(),
        }
    }

    /// `yield` and `yield from`: the function gives a collection of what it yields, or the thing itself where it manages a context. The value of a
    /// plain one is what is sent, by the result type of the function.
    pub(super) fn yields(&mut self, node: Node<'_>) -> ExprId {
        let whole = syntax::has_token(node, "from");
        let values: Vec<ExprId> = parts(node).into_iter().map(|part| self.value(part)).collect();
        if let Some(function) = self.builder.enclosing_callable() {
            let symbol = self.builder.symbol_mut(function);
            symbol.flags = symbol.flags.with(Flags::GENERATOR);
        }
        let manages = self.function_frame().is_some_and(|frame| frame.manages_context);
        let sent = if whole || manages { None } else { self.sent() };
        if let Some(value) = values.first() {
            let given = if whole || manages { *value } else { self.builder.expr(Expr::Tuple(vec![*value])) };
            self.builder.returns(given);
        }
        sent.unwrap_or(self.builder.unknown())
    }

    /// What is sent into the enclosing function: the second argument of `Generator` and `AsyncGenerator`.
    fn sent(&mut self) -> Option<ExprId> {
        let function = self.builder.enclosing_callable()?;
        let result = self.builder.symbol_mut(function).ty?;
        let Expr::Apply { args, .. } = self.builder.at(result) else { return None };
        let ty = args.get(1).copied().filter(|ty| *ty != self.builder.unknown())?;
        Some(self.builder.instance(ty))
    }

    /// Declares PEP 695 type parameters in the present scope.
    pub(super) fn type_parameters(&mut self, node: Node<'_>) -> Vec<Generic> {
        let mut generics = Vec::new();
        for parameter in parts(node) {
            let mut inner = parameter;
            while let Some(first) = first_part(inner).filter(|_| inner.kind() != "identifier") {
                if inner.kind() == "constrained_type" {
                    break;
                }
                inner = first;
            }
            let sides = parts(inner);
            let (name, bound) =
                if inner.kind() == "constrained_type" { (sides.first().copied(), sides.get(1).copied()) } else { (Some(inner), None) };
            let Some(name) = name.map(|name| self.text(name)).filter(|name| is_identifier(name)) else { continue };
            let bounds: Vec<ExprId> = bound.and_then(|bound| self.meaning(bound).expr()).into_iter().collect();
            self.builder.type_parameter(name, bounds.clone());
            generics.push(Generic { name: name.into(), bounds, default: None });
        }
        generics
    }
}

/// The decorators of a definition, outermost first; `outer` includes them.
pub(super) fn decorators_of(outer: Node<'_>) -> Vec<Node<'_>> {
    parts(outer).into_iter().filter(|child| child.kind() == "decorator").collect()
}

/// A function without a body of its own: `...`, at most after a docstring.
fn is_stub(body: Node<'_>) -> bool {
    let statements = parts(body);
    let last = match statements.as_slice() {
        [only] => *only,
        [doc, only] if is_expression(*doc, "string") => *only,
        _ => return false,
    };
    is_expression(last, "ellipsis")
}

fn is_expression(statement: Node<'_>, kind: &str) -> bool {
    statement.kind() == "expression_statement" && statement.named_child(0).is_some_and(|inner| inner.kind() == kind)
}
