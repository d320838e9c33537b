//! Built-in callables whose result the syntax alone shows, and the names that generics are written with.

use tree_sitter::Node;

use super::Walker;
use super::frames::Frame;
use crate::languages::syntax::{self, field, first_part, is_identifier, parts};
use crate::shard::body::Role;
use crate::shard::expr::{COLLECTED, Expr, ExprId, OTHERWISE};

/// Callables that give back a collection with the elements of their first argument, and what kind of one. A tuple of any length goes by what a list is.
const SAME_ELEMENTS: &[(&str, &str)] = &[
    ("frozenset", "frozenset"),
    ("iter", "Iterator"),
    ("list", "list"),
    ("reversed", "Iterator"),
    ("set", "set"),
    ("sorted", "list"),
    ("tuple", "list"),
];
/// Callables that give back one element of their only argument, whatever says which, or one of several.
const ONE_ELEMENT: &[&str] = &["max", "min"];
/// Functions of the library that give one element of a list, the last name of each behind that of its module.
const PICKING: &[&str] = &["heapq.heappop", "heapq.heappushpop", "heapq.heapreplace", "random.choice"];
/// Those that give a list of some elements of an argument, and which one.
const CHOOSING: &[(&str, usize)] = &[("heapq.nlargest", 1), ("heapq.nsmallest", 1), ("random.choices", 0), ("random.sample", 0)];
/// Callables that give back a copy, or a function that stands for the one they are given.
const COPIES: &[&str] = &["copy", "deepcopy", "functools.cache", "functools.lru_cache", "lru_cache"];
/// Methods of mappings whose second argument they give where the mapping has no such key.
const DEFAULTING: &[&str] = &["get", "pop", "setdefault"];
/// Built-in types in lower case that take type arguments.
const GENERIC_BUILTINS: &[&str] = &["dict", "frozenset", "list", "set", "tuple", "type"];

impl Walker<'_, '_> {
    /// The value of a call that the syntax decides. Its sites are made by the caller.
    pub(super) fn special_call(&mut self, function: Node<'_>, arguments: Option<Node<'_>>, values: &[ExprId], target: ExprId) -> Option<ExprId> {
        if let Some(value) = self.handed_back(function, arguments, values, target) {
            return Some(value);
        }
        if function.kind() == "attribute" {
            if self.text(function) == "functools.reduce" && values.len() > 1 {
                return Some(self.reduced(arguments?, values));
            }
            let special = self.made_new(function, arguments, values).or_else(|| self.pairs(function, values, target));
            let special = special.or_else(|| self.picked(function, values)).or_else(|| self.classes_below(function, values));
            return special.or_else(|| self.defaulted(function, arguments, values, target));
        }
        if self.is_own(function) {
            return None;
        }
        let name = self.text(function);
        let first = values.first().copied();
        let alone = arguments.is_some_and(|arguments| positional(arguments) == 1);
        let kind = SAME_ELEMENTS.iter().find(|(callable, _)| *callable == name && alone).map(|(_, kind)| *kind);
        if let Some(kind) = kind {
            return Some(self.collected(first?, kind));
        }
        match name {
            "super" => Some(self.super_value(first.filter(|_| values.len() == 2), arguments)),
            "enumerate" => {
                let element = self.iterated(first?);
                let number = self.builder.literal("int");
                Some(self.sequence_of(vec![number, element]))
            }
            "zip" if !values.is_empty() => {
                let elements = values.iter().take(8).map(|value| self.iterated(*value)).collect();
                Some(self.sequence_of(elements))
            }
            "type" if values.len() == 1 => {
                let subject = first_part(arguments?)?;
                Some(self.class_of(subject, first?))
            }
            "next" => {
                let element = self.iterated(first?);
                let otherwise = values.get(1).copied().filter(|_| alone || arguments.is_some_and(|arguments| positional(arguments) == 2));
                let values = std::iter::once(element).chain(otherwise).collect();
                self.any_of(values)
            }
            // A member of a class by a function that is written elsewhere: `run = staticmethod(run)`.
            "classmethod" | "staticmethod" if alone && matches!(self.frames.last(), Some(Frame::Class(_))) => first,
            "reduce" if values.len() > 1 => Some(self.reduced(arguments?, values)),
            "filter" if values.len() == 2 => values.get(1).copied(),
            "map" if values.len() > 1 => {
                let made = self.builder.call(first?);
                let list = self.builder.expr(Expr::Tuple(vec![made]));
                Some(self.collected(list, "Iterator"))
            }
            "getattr" => {
                let literal = parts(arguments?).get(1).copied().filter(|it| it.kind() == "string")?;
                let span = super::docs::string_content(literal);
                let name = span.text(self.text);
                if !is_identifier(name) {
                    return None;
                }
                let member = self.builder.member(first?, name);
                self.builder.site(Role::Read, name, span, member, None);
                // `None` and what is empty says that there is none, and hides what else it may be.
                let is_empty = |it: &Node<'_>| matches!(it.kind(), "dictionary" | "list" | "tuple") && first_part(*it).is_none();
                let written = parts(arguments?).get(2).copied().filter(|it| !super::expressions::is_literal(*it) && !is_empty(it));
                let default = written.and(values.get(2).copied());
                Some(default.map_or(member, |default| self.otherwise(member, default)))
            }
            _ if ONE_ELEMENT.contains(&name) && alone => Some(self.iterated(first?)),
            _ if ONE_ELEMENT.contains(&name) => {
                let kept = arguments.map_or(0, positional).min(values.len());
                self.any_of(values[..kept].to_vec())
            }
            _ if COPIES.contains(&name) => first,
            _ => None,
        }
    }

    /// What `functools.reduce` comes to: where operators or a function in place are applied, more of what it begins with. What else another function makes of
    /// that nobody knows.
    fn reduced(&mut self, arguments: Node<'_>, values: &[ExprId]) -> ExprId {
        let function = first_part(arguments);
        let keeps = function.is_some_and(|it| it.kind() == "lambda" || self.text(it).starts_with("operator."));
        values.get(2).copied().filter(|_| keeps).unwrap_or_else(|| self.builder.unknown())
    }

    /// `Class.__subclasses__()`: a list of classes that are below this one.
    fn classes_below(&mut self, function: Node<'_>, values: &[ExprId]) -> Option<ExprId> {
        let object = field(function, "object").filter(|_| values.is_empty())?;
        if self.text(field(function, "attribute")?) != "__subclasses__" {
            return None;
        }
        let class = self.quiet_value(object);
        Some(self.builder.expr(Expr::Tuple(vec![class])))
    }

    /// What functions of the library give that pick elements of what they are handed.
    fn picked(&mut self, function: Node<'_>, values: &[ExprId]) -> Option<ExprId> {
        let name = self.text(function);
        if PICKING.contains(&name) {
            return Some(self.iterated(*values.first()?));
        }
        let (_, argument) = CHOOSING.iter().find(|(known, _)| *known == name)?;
        Some(self.collected(*values.get(*argument)?, "list"))
    }

    /// `object.__new__(Class, …)`: an instance of the class that is handed over, whoever makes it.
    fn made_new(&mut self, function: Node<'_>, arguments: Option<Node<'_>>, values: &[ExprId]) -> Option<ExprId> {
        if self.text(field(function, "attribute")?) != "__new__" {
            return None;
        }
        let class = arguments.filter(|it| it.kind() == "argument_list").and_then(first_part)?;
        let value = match class.kind() {
            "identifier" if self.receiver_class(self.text(class)).is_some() => self.own_class()?,
            "identifier" | "attribute" | "call" => values.first().copied()?,
            _ => return None,
        };
        // Of the class of a value.
        if let Expr::Member { base, name } = self.builder.at(value)
            && name == "__class__"
        {
            return Some(*base);
        }
        Some(self.builder.instance(value))
    }

    /// `type(subject)`, whose value is known.
    pub(super) fn class_of(&mut self, subject: Node<'_>, value: ExprId) -> ExprId {
        let of_receiver = subject.kind() == "identifier" && self.receiver_class(self.text(subject)).is_some();
        let own = if of_receiver { self.own_class() } else { None };
        own.unwrap_or_else(|| self.builder.member(value, "__class__"))
    }

    /// `mapping.items()` gives pairs, whatever else a method of that name may give.
    fn pairs(&mut self, function: Node<'_>, values: &[ExprId], target: ExprId) -> Option<ExprId> {
        if COPIES.contains(&self.text(function)) {
            return values.first().copied();
        }
        if !values.is_empty() || self.text(field(function, "attribute")?) != "items" {
            return None;
        }
        let object = field(function, "object").filter(|it| matches!(it.kind(), "identifier" | "attribute" | "call"))?;
        let mapping = self.quiet_value(object);
        let element = self.builder.expr(Expr::Element(mapping));
        let key = self.builder.expr(Expr::Part { base: mapping, index: 0 });
        let pairs = self.sequence_of(vec![key, element]);
        let plain = self.builder.call(target);
        Some(self.builder.expr(Expr::AnyOf(vec![plain, pairs])))
    }

    /// `mapping.get(key, Class)`, `mapping.pop(key, Class())`: what stands there, or else what is written.
    fn defaulted(&mut self, function: Node<'_>, arguments: Option<Node<'_>>, values: &[ExprId], target: ExprId) -> Option<ExprId> {
        let arguments = arguments.filter(|it| it.kind() == "argument_list" && positional(*it) == 2)?;
        let [_, default] = values else { return None };
        if !DEFAULTING.contains(&self.text(field(function, "attribute")?)) {
            return None;
        }
        // Methods of other things are called so too, and take anything; hardly a class.
        let written = parts(arguments).pop()?;
        let named = if written.kind() == "call" { field(written, "function")? } else { written };
        if !matches!(named.kind(), "identifier" | "attribute") || !is_type_name(self.text(named).rsplit('.').next()?) {
            return None;
        }
        let plain = self.builder.call(target);
        Some(self.otherwise(plain, *default))
    }

    fn otherwise(&mut self, given: ExprId, default: ExprId) -> ExprId {
        let mark = self.builder.literal(OTHERWISE);
        self.builder.expr(Expr::Apply { base: mark, args: vec![given, default] })
    }

    /// A collection of this kind with what a loop over a value takes.
    pub(super) fn collected(&mut self, value: ExprId, kind: &str) -> ExprId {
        // What is written out holds what it holds in every kind.
        if matches!(self.builder.at(value), Expr::Tuple(_) | Expr::Literal(_)) {
            return value;
        }
        let (mark, kind) = (self.builder.literal(COLLECTED), self.builder.literal(kind));
        self.builder.expr(Expr::Apply { base: mark, args: vec![value, kind] })
    }

    pub(super) fn sequence_of(&mut self, parts: Vec<ExprId>) -> ExprId {
        let element = self.builder.expr(Expr::Tuple(parts));
        self.builder.expr(Expr::Tuple(vec![element]))
    }

    /// The value of a dotted name or call that is visited elsewhere, without sites.
    fn quiet_value(&mut self, node: Node<'_>) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walker| match node.kind() {
            "identifier" => walker.builder.name(walker.text(node), node.start_byte()),
            "attribute" => {
                let (Some(object), Some(name)) = (field(node, "object"), field(node, "attribute")) else { return unknown };
                let base = walker.quiet_value(object);
                walker.builder.member(base, walker.text(name))
            }
            "call" => {
                let callee = field(node, "function").map_or(unknown, |function| walker.quiet_value(function));
                walker.builder.call(callee)
            }
            _ => unknown,
        })
    }

    /// `cast(T, value)`: a `T`, named as a type.
    pub(super) fn cast(&mut self, node: Node<'_>, function: Node<'_>) -> Option<ExprId> {
        let name = self.text(function);
        if !matches!(name, "cast" | "typing.cast" | "t.cast") || self.is_own(function) {
            return None;
        }
        let arguments = field(node, "arguments").filter(|it| it.kind() == "argument_list")?;
        let arguments = parts(arguments);
        let [ty, value] = arguments.as_slice() else { return None };
        let (callee, last) = if function.kind() == "attribute" {
            let base = self.value(field(function, "object")?);
            let last = field(function, "attribute")?;
            (self.builder.member(base, self.text(last)), last)
        } else {
            (self.builder.name(name, function.start_byte()), function)
        };
        let meaning = self.meaning(*ty);
        let value = self.value(*value);
        self.builder.site(Role::Call, self.text(last), syntax::span(last), callee, Some(vec![self.builder.unknown(), value]));
        Some(match meaning.declares() {
            (Some(ty), _) => self.builder.instance(ty),
            (_, Some(class)) => class,
            _ => value,
        })
    }
}

/// How many arguments of a call have no name. A spread counts as more than one.
fn positional(arguments: Node<'_>) -> usize {
    if arguments.kind() != "argument_list" {
        return 1;
    }
    let weight = |argument: &Node<'_>| match argument.kind() {
        "keyword_argument" | "dictionary_splat" => 0,
        "list_splat" => 2,
        _ => 1,
    };
    parts(arguments).iter().map(weight).sum()
}

/// Whether a name is written like a type that takes arguments: `Foo[…]`, `list[…]`, but not `ITEMS[…]`.
pub(super) fn is_generic_name(name: &str) -> bool {
    GENERIC_BUILTINS.contains(&name) || is_type_name(name)
}

/// Whether a name is written like a class.
pub(super) fn is_type_name(name: &str) -> bool {
    let bare = name.trim_start_matches('_');
    bare.starts_with(char::is_uppercase) && bare.chars().any(char::is_lowercase)
}
