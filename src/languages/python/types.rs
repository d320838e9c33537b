//! Annotations: type expressions with a site for every name in them.

use tree_sitter::Node;

use super::frames::{Frame, Holder, named_symbol};
use super::{Walker, special};
use crate::languages::syntax::{self, field, fields, first_part, parts};
use crate::shard::body::Role;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Generic, SymbolKind};

/// What an annotation says of the value it stands at.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// No type, or the type of `None`.
    Nothing,
    /// An instance of this type.
    Instance(ExprId),
    /// The class itself: `type[T]`.
    Class(ExprId),
    /// The `...` of `tuple[T, ...]`.
    Rest,
}

impl Meaning {
    /// The type expression, whichever way it is meant.
    pub(super) fn expr(self) -> Option<ExprId> {
        match self {
            Self::Instance(ty) | Self::Class(ty) => Some(ty),
            Self::Nothing | Self::Rest => None,
        }
    }

    /// The declared type, or the value where the annotation names a class itself.
    pub(super) fn declares(self) -> (Option<ExprId>, Option<ExprId>) {
        match self {
            Self::Instance(ty) => (Some(ty), None),
            Self::Class(class) => (None, Some(class)),
            Self::Nothing | Self::Rest => (None, None),
        }
    }
}

/// Wrappers that say something of a type without changing what its members are.
const TRANSPARENT: &[&str] = &["Annotated", "ClassVar", "Final", "InitVar", "NotRequired", "Optional", "ReadOnly", "Required", "Unpack"];
/// Generics that make an assignment at module level a type alias.
const ALIAS_HEADS: &[&str] = &[
    "Annotated",
    "AsyncIterable",
    "AsyncIterator",
    "Awaitable",
    "Callable",
    "Collection",
    "Coroutine",
    "DefaultDict",
    "Deque",
    "Dict",
    "FrozenSet",
    "Generator",
    "Iterable",
    "Iterator",
    "List",
    "Literal",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "Optional",
    "Sequence",
    "Set",
    "Tuple",
    "Type",
    "Union",
    "dict",
    "frozenset",
    "list",
    "set",
    "tuple",
    "type",
];

impl Walker<'_, '_> {
    /// A type expression; the unknown one for `None`.
    pub(super) fn type_expr(&mut self, node: Node<'_>) -> ExprId {
        let meaning = self.meaning(node);
        self.spelled(meaning)
    }

    /// What stands for a meaning among other types, or under another name. A class itself is the only element of a list that holds it.
    pub(super) fn spelled(&mut self, meaning: Meaning) -> ExprId {
        match meaning {
            Meaning::Instance(ty) => ty,
            Meaning::Class(class) => {
                let list = self.builder.expr(Expr::Tuple(vec![class]));
                self.builder.expr(Expr::Element(list))
            }
            Meaning::Nothing | Meaning::Rest => self.builder.unknown(),
        }
    }

    /// Visits an annotation.
    pub(super) fn meaning(&mut self, node: Node<'_>) -> Meaning {
        self.deeper(node, Meaning::Nothing, |walker| walker.shallow_meaning(node))
    }

    fn shallow_meaning(&mut self, node: Node<'_>) -> Meaning {
        match node.kind() {
            "type" | "parenthesized_expression" => first_part(node).map_or(Meaning::Nothing, |inner| self.meaning(inner)),
            "none" => Meaning::Nothing,
            "ellipsis" => Meaning::Rest,
            "identifier" => {
                let target = self.read_as(node, Role::Type);
                self.bare(self.text(node), target)
            }
            "attribute" => {
                let target = self.read_as(node, Role::Type);
                match self.text(node).rsplit('.').next() {
                    Some(name @ ("ClassVar" | "Final" | "Self")) => self.bare(name, target),
                    _ => Meaning::Instance(target),
                }
            }
            "member_type" => {
                let children = parts(node);
                let (Some(base), Some(name)) = (children.first(), children.last()) else { return Meaning::Nothing };
                let base = self.type_expr(*base);
                let target = self.builder.member(base, self.text(*name));
                self.builder.site(Role::Type, self.text(*name), syntax::span(*name), target, None);
                Meaning::Instance(target)
            }
            "generic_type" | "subscript" => self.generic(node),
            "union_type" | "binary_operator" => {
                let members = union_members(node).into_iter().map(|member| self.meaning(member)).collect();
                self.union(members)
            }
            "string" => self.quoted(node),
            "list" | "tuple" | "expression_list" => {
                let types = parts(node).into_iter().map(|part| self.type_expr(part)).collect();
                Meaning::Instance(self.builder.expr(Expr::Tuple(types)))
            }
            "splat_type" | "list_splat" => first_part(node).map_or(Meaning::Nothing, |inner| self.meaning(inner)),
            _ => {
                self.value(node);
                Meaning::Instance(self.builder.unknown())
            }
        }
    }

    /// A name that stands alone in an annotation.
    pub(super) fn bare(&mut self, name: &str, target: ExprId) -> Meaning {
        match name {
            "None" | "Final" | "ClassVar" => Meaning::Nothing,
            "Self" => Meaning::Instance(self.own_type().unwrap_or(target)),
            _ if self.self_variable.as_deref() == Some(name) => Meaning::Instance(self.own_type().unwrap_or(target)),
            _ if self.type_variables.contains(name) => {
                Meaning::Instance(self.builder.expr(Expr::Generic { name: name.into(), bounds: vec![target] }))
            }
            _ => Meaning::Instance(target),
        }
    }

    fn generic(&mut self, node: Node<'_>) -> Meaning {
        let (head, arguments) = generic_parts(node);
        let Some(head) = head else { return Meaning::Nothing };
        let base = self.read_as(head, Role::Type);
        let name = if self.is_own(head) { "" } else { self.text(head).rsplit('.').next().unwrap_or("").trim() };
        match name {
            // Its arguments are values, strings among them, not types.
            "Literal" => {
                for argument in arguments {
                    let value = untyped(argument);
                    // A member of an enum.
                    if value.kind() == "attribute" {
                        self.value(value);
                    }
                }
                Meaning::Instance(self.builder.literal("str"))
            }
            "Annotated" => {
                let mut arguments = arguments.into_iter();
                let meaning = arguments.next().map_or(Meaning::Nothing, |first| self.meaning(first));
                for argument in arguments {
                    self.value(untyped(argument));
                }
                meaning
            }
            _ => {
                let arguments = arguments.into_iter().map(|argument| self.meaning(argument)).collect();
                self.combine(name, base, arguments)
            }
        }
    }

    /// The meaning of `name[arguments]`.
    pub(super) fn combine(&mut self, name: &str, base: ExprId, arguments: Vec<Meaning>) -> Meaning {
        let first = arguments.first().copied().unwrap_or(Meaning::Nothing);
        match name {
            "Union" => self.union(arguments),
            "Type" | "type" => first.expr().map_or(Meaning::Nothing, Meaning::Class),
            _ if TRANSPARENT.contains(&name) => first,
            "Tuple" | "tuple" if !matches!(arguments.get(1), Some(Meaning::Rest)) => {
                let types = arguments.into_iter().map(|argument| self.spelled(argument)).collect();
                Meaning::Instance(self.builder.expr(Expr::Tuple(types)))
            }
            _ => {
                let args = arguments.into_iter().filter(|it| !matches!(it, Meaning::Rest)).map(|it| self.spelled(it)).collect();
                Meaning::Instance(self.builder.expr(Expr::Apply { base, args }))
            }
        }
    }

    /// Any of several types, `None` left out.
    pub(super) fn union(&mut self, members: Vec<Meaning>) -> Meaning {
        let classes = members.iter().all(|member| matches!(member, Meaning::Class(_) | Meaning::Nothing));
        let mut types = Vec::new();
        for member in members {
            match member {
                Meaning::Class(_) if !classes => types.push(self.spelled(member)),
                _ => types.extend(member.expr()),
            }
        }
        match self.any_of(types) {
            Some(ty) if classes => Meaning::Class(ty),
            Some(ty) => Meaning::Instance(ty),
            None => Meaning::Nothing,
        }
    }

    /// What a function decorated with `contextmanager` yields, by its result type.
    pub(super) fn yielded(&mut self, annotation: Node<'_>) -> Meaning {
        let inner = first_part(annotation).filter(|it| matches!(it.kind(), "generic_type" | "subscript"));
        let Some(inner) = inner else { return self.meaning(annotation) };
        let (head, arguments) = generic_parts(inner);
        if let Some(head) = head {
            self.read_as(head, Role::Type);
        }
        let meanings: Vec<Meaning> = arguments.into_iter().map(|argument| self.meaning(argument)).collect();
        meanings.first().copied().unwrap_or(Meaning::Nothing)
    }

    /// An assignment that names a type: `X: TypeAlias = …`, `X = Union[…]`, `T = TypeVar("T", bound=…)`. `false` where it is an ordinary one.
    pub(super) fn alias_assignment(&mut self, node: Node<'_>) -> bool {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return false };
        let name = self.text(left);
        if left.kind() != "identifier" || matches!(self.frames.last(), Some(Frame::Function(_))) || self.variables.contains_key(name) {
            return false;
        }
        let annotation = field(node, "type");
        let declared = annotation.is_some_and(|annotation| self.text(annotation).trim_end_matches(['"', '\'']).ends_with("TypeAlias"));
        let call = right.kind() == "call" && annotation.is_none();
        let maker = field(right, "function").filter(|_| call).map_or("", |function| self.text(function).rsplit('.').next().unwrap_or(""));
        let variable = matches!(maker, "TypeVar" | "NewType" | "ParamSpec" | "TypeVarTuple");
        if !(declared || variable || annotation.is_none() && self.writes_type(name, right)) {
            return false;
        }
        if declared && matches!(self.frames.last(), Some(Frame::Class(_))) && self.text(right) == name {
            // In a class the name behind it is that of the module, as in an ordinary assignment.
            return false;
        }
        if let Some(annotation) = annotation {
            self.meaning(annotation);
        }
        if maker == "TypeVar" {
            self.type_variables.insert(name.into());
        }
        let (ty, call) = if variable { self.type_variable(right) } else { (self.told(right), None) };
        let index = self.define_alias(left, node, ty);
        if !variable {
            let generics = self.variables_in(self.text(right));
            self.builder.symbol_mut(index).generics = generics;
        }
        if ty.is_none() && call.is_some() {
            // Without a bound it stands for no type that could be looked into.
            let symbol = self.builder.symbol_mut(index);
            symbol.kind = SymbolKind::Variable;
            symbol.value = call;
        }
        true
    }

    /// The type variables of the file that a type names, as they first come: what is given behind the alias stands for them in that order.
    fn variables_in(&self, text: &str) -> Vec<Generic> {
        let mut generics: Vec<Generic> = Vec::new();
        for word in text.split(|it: char| !it.is_alphanumeric() && it != '_') {
            if self.type_variables.contains(word) && !generics.iter().any(|known| known.name == word) {
                generics.push(Generic { name: word.into(), bounds: Vec::new(), default: None });
            }
        }
        generics
    }

    /// What an alias stands for, where it says anything.
    fn told(&mut self, node: Node<'_>) -> Option<ExprId> {
        let meaning = self.meaning(node);
        meaning.expr().map(|_| self.spelled(meaning))
    }

    fn define_alias(&mut self, name: Node<'_>, statement: Node<'_>, ty: Option<ExprId>) -> u32 {
        let text = self.text(name);
        let mut symbol = named_symbol(text, SymbolKind::TypeAlias, !self.frames.is_empty());
        symbol.ty = ty;
        let place = self.assigned_place(name, statement);
        let index = self.define(symbol, place, false);
        self.bind_definition(text, index, 0, (statement.end_byte(), false));
        let holder = Holder { symbol: index, declared: true, values: Vec::new() };
        match self.frames.last_mut() {
            Some(Frame::Class(class)) => class.fields.insert(text.into(), holder),
            Some(Frame::Function(_)) => None,
            None => self.variables.insert(text.into(), holder),
        };
        index
    }

    /// Whether an expression is written like a type: a known generic, or a union of names.
    fn writes_type(&self, name: &str, node: Node<'_>) -> bool {
        match node.kind() {
            "subscript" if name.trim_start_matches('_').starts_with(char::is_uppercase) => field(node, "value").is_some_and(|head| {
                let head = self.text(head).rsplit('.').next().unwrap_or("");
                ALIAS_HEADS.contains(&head) || special::is_type_name(head) && special::is_type_name(name)
            }),
            "binary_operator" => {
                special::is_type_name(name)
                    && field(node, "operator").is_some_and(|operator| operator.kind() == "|")
                    && union_members(node).iter().all(|member| matches!(member.kind(), "identifier" | "attribute" | "none" | "string" | "subscript"))
            }
            _ => false,
        }
    }

    /// The bound of `TypeVar("T", bound=B)` or the base of `NewType("N", B)`, and the value of the call.
    fn type_variable(&mut self, call: Node<'_>) -> (Option<ExprId>, Option<ExprId>) {
        let callee = field(call, "function").map(|function| self.read_as(function, Role::Call));
        let mut types = Vec::new();
        for (index, argument) in field(call, "arguments").map_or_else(Vec::new, parts).into_iter().enumerate() {
            if argument.kind() == "keyword_argument" {
                let Some(value) = field(argument, "value") else { continue };
                if field(argument, "name").is_some_and(|name| self.text(name) == "bound") {
                    types.extend(self.meaning(value).expr());
                } else {
                    self.value(value);
                }
            } else if index > 0 {
                types.extend(self.meaning(argument).expr());
            }
        }
        (self.any_of(types), callee.map(|callee| self.builder.call(callee)))
    }

    /// `type X[T] = …`.
    pub(super) fn type_alias_statement(&mut self, node: Node<'_>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        if !is_alias_name(left) {
            return self.class_assignment(node, left, right);
        }
        let mut name = left;
        let mut generics = None;
        while name.kind() != "identifier" {
            let children = parts(name);
            if name.kind() == "generic_type" {
                generics = children.get(1).copied();
            }
            let Some(first) = children.first() else { return };
            name = *first;
        }
        let index = self.define_alias(name, node, None);
        self.builder.open_scope(ScopeKind::Block);
        let generics = generics.map_or_else(Vec::new, |generics| self.type_parameters(generics));
        let ty = self.told(right);
        self.builder.close_scope();
        let symbol = self.builder.symbol_mut(index);
        symbol.generics = generics;
        symbol.ty = ty;
    }
}

/// Whether what stands behind `type` is a name, with type parameters or without.
fn is_alias_name(left: Node<'_>) -> bool {
    let named = untyped(left);
    let head = if named.kind() == "subscript" { field(named, "value") } else { Some(named) };
    head.is_some_and(|head| matches!(head.kind(), "identifier" | "generic_type"))
}

/// Whether brackets behind a name hold types, in quotes as well.
pub(super) fn takes_types(name: &str) -> bool {
    ALIAS_HEADS.contains(&name)
}

/// The members of a union, whose left-nested chain is walked in a loop.
fn union_members(node: Node<'_>) -> Vec<Node<'_>> {
    let mut members = Vec::new();
    let mut left = node;
    loop {
        while left.kind() == "type" {
            let Some(inner) = first_part(left) else { break };
            left = inner;
        }
        let union = left.kind() == "union_type" || left.kind() == "binary_operator" && field(left, "operator").is_some_and(|it| it.kind() == "|");
        let sides = if union { parts(left) } else { Vec::new() };
        let [next, right] = sides.as_slice() else { break };
        members.push(*right);
        left = *next;
    }
    members.push(left);
    members.reverse();
    members
}

/// An argument in brackets as the value that it is where it is no type.
pub(super) fn untyped(argument: Node<'_>) -> Node<'_> {
    if argument.kind() == "type" { first_part(argument).unwrap_or(argument) } else { argument }
}

/// The head of a generic type and its arguments.
fn generic_parts(node: Node<'_>) -> (Option<Node<'_>>, Vec<Node<'_>>) {
    if node.kind() == "generic_type" {
        let children = parts(node);
        let arguments = children.get(1).map_or_else(Vec::new, |list| parts(*list));
        return (children.first().copied(), arguments);
    }
    (field(node, "value"), fields(node, "subscript"))
}
