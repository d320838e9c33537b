//! Calls of methods and constructors, and the lambdas among their arguments.

use tree_sitter::Node;

use super::handing::{
    COMPARING, ELEMENT_METHODS, FAILING_METHODS, FOLDING, Folding, GATHERERS, GATHERING_METHODS, KEYED_METHODS, MAKERS, Of, TESTING_METHODS,
    WRAPPED_METHODS,
};
use super::{Returns, Walk, parts};
use crate::base::caps;
use crate::languages::syntax::{child_of_kind, field, span};
use crate::shard::body::{Local, Role};
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId, FIRST, FUNCTION, METHOD, NOTHING, NULL};

/// Expressions that are statements too: a lambda of one may be taken for a function that gives nothing.
const STATEMENT_EXPRESSIONS: &[&str] = &["assignment_expression", "method_invocation", "object_creation_expression", "update_expression"];

/// Parameters of lambdas that are counted.
const MAX_PARAMETERS: usize = 16;

/// What the place around a lambda shows of its parameters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Handed {
    /// What the function that is called hands on of its receiver.
    element: Option<ExprId>,
    /// The one of two parameters that takes something else: a key, or what went wrong.
    other: Option<u32>,
    /// The value that the place takes.
    place: Option<ExprId>,
}

impl Walk<'_, '_> {
    /// A method call. Chains nest to the left without end, so they are walked from their innermost call outwards.
    pub(super) fn invocation(&mut self, node: Node<'_>) -> ExprId {
        let mut chain = vec![node];
        while let Some(object) = chain.last().and_then(|call| field(*call, "object")).filter(|object| object.kind() == "method_invocation") {
            chain.push(object);
        }
        let mut receiver = None;
        for call in chain.into_iter().rev() {
            receiver = Some(self.one_call(call, receiver));
        }
        receiver.unwrap_or_else(|| self.builder.unknown())
    }

    /// One call of a chain, on a receiver that is already visited or still to be.
    fn one_call(&mut self, node: Node<'_>, receiver: Option<ExprId>) -> ExprId {
        let receiver = receiver.or_else(|| field(node, "object").map(|object| self.object(node, object)));
        let written = field(node, "type_arguments").map(|types| self.type_arguments(types)).unwrap_or_default();
        let Some(name) = field(node, "name") else { return self.builder.unknown() };
        let word = self.word(name);
        let callee = match receiver {
            Some(receiver) => self.builder.member(receiver, word),
            None => self.bare_method(word),
        };
        let gathered = self.around.filter(|_| GATHERERS.binary_search(&word).is_ok());
        let gathered = gathered.map(|element| Handed { element: Some(element), ..Handed::default() });
        let handed = gathered.or_else(|| receiver.and_then(|receiver| self.handed(receiver, word))).unwrap_or_default();
        let around = self.around;
        if let Some(receiver) = receiver.filter(|_| GATHERING_METHODS.contains(&word)) {
            self.around = Some(self.builder.expr(Expr::Element(receiver)));
        }
        // Types that are written out tell what the functions among the arguments take.
        let taking = if written.is_empty() { callee } else { self.builder.expr(Expr::Apply { base: callee, args: written.clone() }) };
        let folding = self.folding(node, word);
        self.folding = folding;
        let args = self.arguments(node, handed, Some(taking));
        // A collector that is made of functions folds nothing itself.
        let gives = folding.is_some_and(|(of, _)| matches!(of, Of::Given | Of::Itself)) && word != "of";
        let folded = self.folded.take().filter(|_| gives);
        self.around = around;
        self.builder.site(Role::Call, word, span(name), callee, Some(args));
        let called = self.builder.generic_call(callee, written);
        match folded {
            Some(folded) => {
                let base = self.builder.literal(FIRST);
                self.builder.expr(Expr::Apply { base, args: vec![called, folded] })
            }
            None => called,
        }
    }

    /// What the functions among the arguments of such a call are handed.
    fn folding(&self, call: Node<'_>, method: &str) -> Option<Folding> {
        let object = field(call, "object").map_or("", |object| self.word(object));
        let owner = object.rsplit('.').next().unwrap_or_default();
        let of_owner = |it: &&(&str, &str, usize, Folding)| it.0 == method && (it.1.is_empty() || it.1 == owner);
        let (_, owner, least, folding) = FOLDING.iter().find(of_owner)?;
        let count = field(call, "arguments").map_or(0, |list| parts(list).len());
        let fits = if owner.is_empty() { count == *least } else { count >= *least };
        fits.then_some(*folding)
    }

    /// What they are handed, by the value of the first argument.
    fn folded_into(&mut self, first: ExprId, of: Of) -> Option<ExprId> {
        match of {
            Of::Itself => return Some(first),
            Of::Elements => return Some(self.builder.expr(Expr::Element(first))),
            Of::Given | Of::Key => {}
        }
        let Expr::Apply { base, args } = self.builder.at(first) else { return None };
        let Expr::Literal(mark) = self.builder.at(*base) else { return None };
        let given = args.first().copied()?;
        match self.builder.at(given) {
            Expr::Unknown | Expr::Literal(_) => None,
            // Of a method that is named it is not told here what it gives.
            Expr::Member { .. } if mark == METHOD => None,
            _ => (mark == FUNCTION || mark == METHOD).then_some(given),
        }
    }

    /// What a method hands to a function among its arguments.
    fn handed(&mut self, receiver: ExprId, method: &str) -> Option<Handed> {
        let element = if ELEMENT_METHODS.binary_search(&method).is_ok() {
            Expr::Element(receiver)
        } else if TESTING_METHODS.contains(&method) {
            Expr::Part { base: receiver, index: 1 }
        } else if WRAPPED_METHODS.binary_search(&method).is_ok() {
            Expr::Unwrap(receiver)
        } else {
            return None;
        };
        let other = if KEYED_METHODS.contains(&method) { Some(0) } else { FAILING_METHODS.contains(&method).then_some(1) };
        Some(Handed { element: Some(self.builder.expr(element)), other, place: None })
    }

    /// A method named without a receiver. Where a type declares more overloads than a name can be bound to, it is asked for as a member.
    fn bare_method(&mut self, name: &str) -> ExprId {
        let declaring = self.frames.iter().rev().find_map(|frame| frame.overloads.get(name).map(|count| (frame.symbol, *count)));
        if let Some((symbol, count)) = declaring
            && count > caps::MAX_CANDIDATES
        {
            let ty = self.builder.expr(Expr::Symbol(symbol));
            let instance = self.builder.instance(ty);
            return self.builder.member(instance, name);
        }
        // What a type inside the declaring one inherits comes first, and that shows only where all types are known.
        if let Some((declared, _)) = declaring {
            let mut inner = self.frames.iter().rev().take_while(|frame| frame.symbol != declared);
            if inner.any(|frame| self.builder.symbol_mut(frame.symbol).supertypes.len() > frame.shape.unwritten()) {
                return self.builder.free(name);
            }
        }
        let scope = self.method_scope();
        self.builder.expr(Expr::Raw { name: name.into(), scope, at: 0 })
    }

    /// The values of the arguments that a node hands to `callee`.
    pub(super) fn arguments(&mut self, node: Node<'_>, handed: Handed, callee: Option<ExprId>) -> Vec<ExprId> {
        let mut values = Vec::new();
        let folding = self.folding.take();
        let mut folded = None;
        for (argument, index) in field(node, "arguments").map(parts).unwrap_or_default().into_iter().zip(0u32..) {
            let value = if takes_its_type(argument) {
                let place = callee.map(|callee| self.builder.expr(Expr::Parameter { callee, index }));
                let place_of = |(_, places): Folding| places.iter().find(|it| it.0 == index as usize).copied();
                match folding.and_then(place_of) {
                    Some((_, apart)) if folded.is_some() => self.value_handed(argument, Handed { element: folded, other: apart.then_some(1), place }),
                    // Where the key is not known, it is not what it is the key of.
                    Some(_) if folding.is_some_and(|it| it.0 == Of::Key) => self.value_handed(argument, Handed { place, ..Handed::default() }),
                    _ => self.value_handed(argument, Handed { place, ..handed }),
                }
            } else if argument.kind() == "null_literal" {
                // No value says less, but no overload of a primitive type takes it.
                self.builder.literal(NULL)
            } else {
                let value = self.value(argument);
                match handed.element.filter(|_| argument.kind() == "method_reference") {
                    Some(element) => self.reference_handed(value, element),
                    None => value,
                }
            };
            if let (0, Some((of, _))) = (index, folding) {
                folded = self.folded_into(value, of);
            }
            values.push(value);
        }
        self.folded = folded;
        values
    }

    /// A method that is handed over and is called with this element: on it, or with it as its argument, which is for the type that names the method to say
    /// (Java Language Specification, 15.13.1).
    fn reference_handed(&mut self, method: ExprId, element: ExprId) -> ExprId {
        let Expr::Apply { base, args } = self.builder.at(method) else { return method };
        let (base, Some(target)) = (*base, args.first().copied()) else { return method };
        let Expr::Member { name, .. } = self.builder.at(target) else { return method };
        let name = name.clone();
        let on = self.builder.member(element, &name);
        let on = self.builder.call(on);
        let with = self.builder.expr(Expr::CallWith { callee: target, args: vec![element] });
        self.builder.expr(Expr::Apply { base, args: vec![target, on, with] })
    }

    /// A value that a place of a declared type takes.
    pub(super) fn value_of_type(&mut self, node: Node<'_>, ty: Option<ExprId>) -> ExprId {
        if let Some(about) = ty.filter(|_| self.is_made_for_its_place(node)).and_then(|ty| self.first_argument(ty)) {
            let around = self.around.replace(about);
            let value = self.value(node);
            self.around = around;
            return value;
        }
        let place = ty.filter(|_| takes_its_type(node)).map(|ty| self.builder.instance(ty));
        self.value_handed(node, Handed { place, ..Handed::default() })
    }

    /// A value of the first type argument of a type that is written.
    fn first_argument(&mut self, ty: ExprId) -> Option<ExprId> {
        let Expr::Apply { args, .. } = self.builder.at(ty) else { return None };
        let first = args.first().copied()?;
        Some(self.builder.instance(first))
    }

    /// Whether a call makes a comparator, a condition or a collector, or builds a collection that takes a comparator: what it is about is told by the type
    /// that is wanted (Java Language Specification, 18.5.2.1).
    fn is_made_for_its_place(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "method_invocation" => field(node, "object").is_some_and(|object| MAKERS.binary_search(&self.word(object)).is_ok()),
            "object_creation_expression" => field(node, "type").is_some_and(|ty| {
                let name = ty.named_child(0).filter(|_| ty.kind() == "generic_type").map_or("", |name| self.word(name));
                COMPARING.binary_search(&name).is_ok()
            }),
            _ => false,
        }
    }

    /// A value that is assigned.
    pub(super) fn value_assigned(&mut self, node: Node<'_>, left: Option<Node<'_>>) -> ExprId {
        let place = left.filter(|_| takes_its_type(node)).and_then(|left| match (left.kind(), field(left, "object"), field(left, "field")) {
            ("identifier", ..) => Some(self.builder.name(self.word(left), left.start_byte())),
            ("field_access", Some(object), Some(name)) if object.kind() == "this" => {
                let this = self.builder.name("this", object.start_byte());
                Some(self.builder.member(this, self.word(name)))
            }
            _ => None,
        });
        self.value_handed(node, Handed { place, ..Handed::default() })
    }

    /// A value whose place tells what the parameters of lambdas are: of itself, in brackets and in branches.
    pub(super) fn value_handed(&mut self, node: Node<'_>, handed: Handed) -> ExprId {
        if !takes_its_type(node) || !self.descend(node) {
            return self.value(node);
        }
        let value = match node.kind() {
            "lambda_expression" => self.lambda(node, handed),
            "ternary_expression" => self.ternary(node, handed),
            _ => match parts(node).into_iter().next() {
                Some(inner) => self.value_handed(inner, handed),
                None => self.builder.unknown(),
            },
        };
        self.ascend();
        value
    }

    /// `new T(…)`, with or without a class body.
    pub(super) fn creation(&mut self, node: Node<'_>) -> ExprId {
        let ty_node = field(node, "type");
        let outer = parts(node).into_iter().next().filter(|first| Some(first.id()) != ty_node.map(|ty| ty.id()));
        let outer = outer.filter(|first| !super::is_annotation(*first) && first.kind() != "type_arguments");
        let outer = outer.map(|outer| self.value(outer));
        self.annotations(node);
        if let Some(types) = field(node, "type_arguments") {
            self.type_arguments(types);
        }
        let Some(ty_node) = ty_node else { return self.builder.unknown() };
        let (mut ty, head) = self.type_parts(ty_node);
        let mut target = head.as_ref().map_or(ty, |head| head.target);
        if let (Some(outer), Some(head)) = (outer, &head) {
            // The type stands inside that of the outer instance.
            target = self.builder.member(outer, head.name);
            ty = target;
        }
        let handed = if head.as_ref().is_some_and(|head| COMPARING.binary_search(&head.name).is_ok()) {
            // The types that are written tell what is compared, else the place does.
            Handed { element: self.first_argument(ty).or(self.around), ..Handed::default() }
        } else {
            Handed::default()
        };
        let around = std::mem::replace(&mut self.around, handed.element);
        let args = self.arguments(node, handed, Some(ty));
        self.around = around;
        if let Some(head) = &head {
            self.builder.site(Role::Call, head.name, head.span, target, Some(args));
        }
        if let Some(body) = child_of_kind(node, "class_body") {
            let base = head.map_or("", |head| head.name);
            // What is named here is built, whatever is called like it.
            self.builder.built(ty);
            let symbol = self.anonymous_class(node, body, base, ty);
            ty = self.builder.expr(Expr::Symbol(symbol));
        }
        self.builder.built(ty)
    }

    /// `this(…)`, `super(…)`, `outer.super(…)`.
    pub(super) fn explicit_constructor(&mut self, node: Node<'_>) {
        if let Some(object) = field(node, "object") {
            self.value(object);
        }
        if let Some(types) = field(node, "type_arguments") {
            self.type_arguments(types);
        }
        let Some(keyword) = field(node, "constructor") else { return };
        let target = match self.frames.last().map(|frame| frame.symbol) {
            Some(symbol) if keyword.kind() == "this" => self.builder.expr(Expr::Symbol(symbol)),
            _ => self.superclass(),
        };
        let args = self.arguments(node, Handed::default(), Some(target));
        self.builder.site(Role::Call, self.word(keyword), span(keyword), target, Some(args));
    }

    /// A lambda. Its parameters are typed by themselves or by the call they are handed to.
    pub(super) fn lambda(&mut self, node: Node<'_>, handed: Handed) -> ExprId {
        self.builder.open_scope(ScopeKind::Block);
        let mut count = 0;
        if let Some(parameters) = field(node, "parameters") {
            match parameters.kind() {
                "formal_parameters" => count = self.parameters(Some(parameters), None).params.len(),
                "identifier" => {
                    count = 1;
                    self.lambda_parameters(&[parameters], handed);
                }
                _ => {
                    let names = parts(parameters);
                    count = names.len();
                    self.lambda_parameters(&names, handed);
                }
            }
        }
        self.yields.push(Vec::new());
        self.returns.push(Returns::Given(Vec::new()));
        let around = self.around.take();
        let mut values = Vec::new();
        match field(node, "body") {
            Some(body) if body.kind() == "block" => self.statement(body),
            Some(body) => values.push(self.value(body)),
            None => {}
        }
        self.around = around;
        self.yields.pop();
        if let Some(Returns::Given(returned)) = self.returns.pop() {
            values.extend(returned);
        }
        self.builder.close_scope();
        let body = field(node, "body");
        let nothing = body.is_some_and(|body| match body.kind() {
            "block" => values.is_empty(),
            kind => STATEMENT_EXPRESSIONS.contains(&kind),
        });
        let something = !values.is_empty() || body.is_some_and(never_ends);
        let given = self.builder.any_known_of(values);
        self.function_of(given, count, nothing, something)
    }

    /// A function that takes `count` values: what it gives, then what it takes. [`NOTHING`] is what one gives that gives nothing, or may do so as well where
    /// it stands last.
    fn function_of(&mut self, given: ExprId, count: usize, nothing: bool, something: bool) -> ExprId {
        let base = self.builder.literal(FUNCTION);
        let unknown = self.builder.unknown();
        let none = self.builder.literal(NOTHING);
        let mut args = vec![if something { given } else { none }];
        args.extend(std::iter::repeat_n(unknown, count.min(MAX_PARAMETERS)));
        args.extend(Some(none).filter(|_| nothing && something));
        self.builder.expr(Expr::Apply { base, args })
    }

    /// `int[]::new`: a function that takes a length.
    pub(super) fn array_maker(&mut self, array: ExprId) -> ExprId {
        let built = self.builder.built(array);
        self.function_of(built, 1, true, true)
    }

    fn lambda_parameters(&mut self, names: &[Node<'_>], handed: Handed) {
        for (name, number) in names.iter().zip(0u32..) {
            let other = names.len() == 2 && handed.other == Some(number);
            let part = handed.place.map(|base| self.builder.expr(Expr::Part { base, index: number + 1 }));
            let values = handed.element.filter(|_| !other).into_iter().chain(part).collect();
            let local = Local { name: self.word(*name).into(), ty: None, values, receiver: false, parameter_of: None };
            self.builder.declare(local, name.end_byte());
        }
    }
}

/// Whether a block cannot come to its end, as far as its last statement tells: it throws.
fn never_ends(body: Node<'_>) -> bool {
    body.kind() == "block" && parts(body).last().is_some_and(|last| matches!(last.kind(), "throw_statement" | "while_statement"))
}

/// Whether a value may take a type from its place.
fn takes_its_type(node: Node<'_>) -> bool {
    matches!(node.kind(), "lambda_expression" | "parenthesized_expression" | "ternary_expression")
}
