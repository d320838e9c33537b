//! Calls, conversions and the builtin functions whose result the syntax shows.

use tree_sitter::Node;

use super::walker::{Shape, Top, Walker};
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// Types that every file knows; a call of one converts.
const BASIC_TYPES: &[&str] = &[
    "any",
    "bool",
    "byte",
    "complex128",
    "complex64",
    "error",
    "float32",
    "float64",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "rune",
    "string",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintptr",
];

impl Walker<'_, '_> {
    pub(super) fn call(&mut self, node: Node<'_>) -> ExprId {
        let Some(function) = syntax::field(node, "function") else { return self.builder.unknown() };
        let arguments = syntax::field(node, "arguments");
        let type_arguments = syntax::field(node, "type_arguments");
        let mut types = Vec::new();
        if let Some(list) = type_arguments {
            if self.is_index(function, list) {
                self.arguments(arguments);
                return self.indexed_call(function, list);
            }
            types = syntax::children(list).into_iter().map(|ty| self.type_expr(ty)).collect();
        }
        match function.kind() {
            "identifier" => self.bare_call(function, arguments, types),
            "selector_expression" => self.selected_call(function, arguments, types),
            "parenthesized_expression" => self.parenthesized_call(function, arguments),
            "index_expression" if self.is_instantiation(function) => self.instantiated_call(function, arguments),
            _ => {
                let callee = self.value(function);
                self.arguments(arguments);
                self.result_of(callee)
            }
        }
    }

    /// `f(…)`, `f[T](…)`.
    fn bare_call(&mut self, node: Node<'_>, arguments: Option<Node<'_>>, types: Vec<ExprId>) -> ExprId {
        let name = self.text_of(node);
        let target = self.named(name, node.start_byte());
        let mut args = self.arguments(arguments);
        // What is allocated with a value points to such a value.
        let of_value = name == "new" && arguments.and_then(|list| list.named_child(0)).is_some_and(|first| !self.is_type(first));
        let result = match self.known(name) {
            None if of_value => args.values.first().copied(),
            None => self.builtin_result(name, target, &args.values),
            Some(_) => None,
        };
        if matches!(name, "new" | "make")
            && !of_value
            && let Some(ty) = args.counted.as_mut().and_then(|values| values.first_mut())
        {
            // A type is no value that could flow anywhere.
            *ty = self.builder.unknown();
        }
        self.builder.site(Role::Call, name, syntax::span(node), target, args.counted);
        result.unwrap_or_else(|| self.result_with(target, types, args.values))
    }

    /// `x.f(…)`, `pkg.f(…)`, `pkg.f[T](…)`.
    fn selected_call(&mut self, function: Node<'_>, arguments: Option<Node<'_>>, types: Vec<ExprId>) -> ExprId {
        let (Some(operand), Some(name)) = (syntax::field(function, "operand"), syntax::field(function, "field")) else {
            return self.builder.unknown();
        };
        let base = self.value(operand);
        let (target, handed) = self.called_member(base, name, arguments);
        match handed.first().filter(|_| self.is_once(operand, name)) {
            Some(first) => *first,
            None => self.result_with(target, types, handed),
        }
    }

    /// What a call gives whose type arguments are written, if it has any.
    fn result_with(&mut self, target: ExprId, types: Vec<ExprId>, handed: Vec<ExprId>) -> ExprId {
        if types.is_empty() {
            let result = self.result_of(target);
            self.last_call = Some((result, handed));
            return result;
        }
        let callee = self.builder.expr(Expr::Apply { base: target, args: types });
        self.builder.call(callee)
    }

    /// The value of a variable as facts keep it: a call with what it hands over, by which alone a type parameter of the callee may be known.
    pub(super) fn kept(&mut self, value: ExprId) -> ExprId {
        let Some((_, handed)) = self.last_call.take().filter(|(call, _)| *call == value) else { return value };
        let Expr::Call { callee } = *self.builder.at(value) else { return value };
        self.builder.kept_call(callee, handed).unwrap_or(value)
    }

    /// `sync.OnceValue(f)` and its like give a function that gives what `f` does.
    fn is_once(&self, package: Node<'_>, name: Node<'_>) -> bool {
        self.text_of(package) == "sync" && matches!(self.text_of(name), "OnceFunc" | "OnceValue" | "OnceValues")
    }

    /// `base.name(…)`: what is called, and the arguments.
    fn called_member(&mut self, base: ExprId, name: Node<'_>, arguments: Option<Node<'_>>) -> (ExprId, Vec<ExprId>) {
        let args = self.arguments(arguments);
        let text = self.text_of(name);
        let target = self.builder.member(base, text);
        self.builder.site(Role::Call, text, syntax::span(name), target, args.counted);
        (target, args.values)
    }

    /// `(*T)(x)` converts; `(f)(x)` and `(*f)(x)` of a variable call.
    fn parenthesized_call(&mut self, function: Node<'_>, arguments: Option<Node<'_>>) -> ExprId {
        self.arguments(arguments);
        let inner = function.named_child(0).unwrap_or(function);
        let pointed = (inner.kind() == "unary_expression").then(|| syntax::field(inner, "operand")).flatten();
        if let Some(pointed) = pointed {
            match pointed.kind() {
                "identifier" if !self.is_variable(self.text_of(pointed)) => {
                    let ty = self.bare(pointed, Role::Type);
                    return self.instance(ty);
                }
                "selector_expression" if self.names_package(syntax::field(pointed, "operand")) => {
                    let ty = self.selector(pointed, Role::Type);
                    return self.instance(ty);
                }
                _ => {}
            }
        }
        let callee = self.value(function);
        self.result_of(callee)
    }

    /// What a call gives: the written result where the callee is a function value whose type is at hand.
    fn result_of(&mut self, callee: ExprId) -> ExprId {
        match self.shapes.get(&callee).copied() {
            Some(Shape::Function { result: Some(result) }) => self.instance(result),
            Some(Shape::Function { result: None }) => self.builder.unknown(),
            _ => self.builder.call(callee),
        }
    }

    /// `T(x)` where the syntax shows a type, and `f[T](x)`, which it cannot tell from a conversion to `f[T]` or a call of an element.
    pub(super) fn conversion(&mut self, node: Node<'_>) -> ExprId {
        let Some(ty) = syntax::field(node, "type") else { return self.builder.unknown() };
        let operand = syntax::field(node, "operand");
        let head = (ty.kind() == "generic_type").then(|| syntax::field(ty, "type")).flatten();
        let (Some(head), Some(types)) = (head, syntax::field(ty, "type_arguments")) else {
            let ty = self.type_expr(ty);
            if let Some(operand) = operand {
                self.value(operand);
            }
            return self.instance(ty);
        };
        let args: Vec<ExprId> = operand.into_iter().map(|operand| self.value(operand)).collect();
        if self.is_index(head, types) {
            return self.indexed_call(head, types);
        }
        let types = syntax::children(types).into_iter().map(|ty| self.type_expr(ty)).collect();
        let name = if head.kind() == "qualified_type" { syntax::field(head, "name").unwrap_or(head) } else { head };
        let text = self.text_of(name);
        let package = syntax::field(head, "package");
        let handed_back = args.first().copied().filter(|_| package.is_some_and(|package| self.is_once(package, name)));
        let target = match package {
            Some(package) => {
                let base = self.bare(package, Role::Read);
                self.builder.member(base, text)
            }
            None => self.builder.name(text, name.start_byte()),
        };
        self.builder.site(Role::Call, text, syntax::span(name), target, Some(args));
        handed_back.unwrap_or_else(|| self.result_with(target, types, Vec::new()))
    }

    // --- `x[i](…)` against `f[T](…)` ---

    /// Whether brackets behind `head` index a value. Only functions of a package can be generic, and no type is a variable.
    fn is_index(&self, head: Node<'_>, arguments: Node<'_>) -> bool {
        let of_value = match head.kind() {
            "identifier" | "type_identifier" => self.is_variable(self.text_of(head)),
            "selector_expression" => !self.names_package(syntax::field(head, "operand")),
            "qualified_type" => !self.names_package(syntax::field(head, "package")),
            _ => true,
        };
        of_value
            || syntax::children(arguments).into_iter().any(|argument| {
                let first = first_of_union(argument);
                let name = syntax::field(first, "package").unwrap_or(first);
                matches!(name.kind(), "type_identifier" | "package_identifier") && self.is_variable(self.text_of(name))
            })
    }

    /// Whether `f[T]` with a name for `T`, or a pointer to one, names a function with a type argument rather than an element. Tables of functions are
    /// seldom called by what another package or a pointer holds, so there what may be a type is one; else what the file declares has to tell.
    fn is_instantiation(&self, node: Node<'_>) -> bool {
        let (Some(operand), Some(index)) = (syntax::field(node, "operand"), syntax::field(node, "index")) else { return false };
        let name = self.text_of(operand);
        let (of_function, tells) = match operand.kind() {
            "identifier" => (!self.is_variable(name) && self.top.get(name) != Some(&Top::Value), self.top.get(name) == Some(&Top::Function)),
            "selector_expression" => (self.names_package(syntax::field(operand, "operand")), true),
            _ => (false, false),
        };
        let inner = pointed_to(index);
        let word = self.text_of(inner);
        let (may_be_type, is_type) = match inner.kind() {
            "identifier" if self.known(word).is_some() => (!self.is_variable(word), true),
            "identifier" => (self.top.get(word).is_none_or(|top| *top == Top::Type), BASIC_TYPES.contains(&word) || self.top.contains_key(word)),
            "selector_expression" => (self.names_package(syntax::field(inner, "operand")), false),
            _ => (false, false),
        };
        of_function && may_be_type && (tells || is_type || inner.id() != index.id())
    }

    fn instantiated_call(&mut self, node: Node<'_>, arguments: Option<Node<'_>>) -> ExprId {
        let ty = |index: Node<'_>| match index.kind() {
            "selector_expression" => self.selector(index, Role::Type),
            _ => self.bare(index, Role::Type),
        };
        let types = syntax::field(node, "index").map(pointed_to).map(ty).into_iter().collect();
        let Some(function) = syntax::field(node, "operand") else { return self.builder.unknown() };
        if function.kind() == "selector_expression" {
            self.selected_call(function, arguments, types)
        } else {
            self.bare_call(function, arguments, types)
        }
    }

    fn names_package(&self, node: Option<Node<'_>>) -> bool {
        node.is_some_and(|node| self.imports.contains(self.text_of(node)) && !self.is_variable(self.text_of(node)))
    }

    /// The call of an element that was parsed as a generic call.
    fn indexed_call(&mut self, head: Node<'_>, types: Node<'_>) -> ExprId {
        let base = self.type_as_value(head);
        for ty in syntax::children(types) {
            self.type_as_value(first_of_union(ty));
        }
        let element = self.builder.expr(Expr::Element(base));
        self.builder.call(element)
    }

    /// Whether a node in the place of a type is one: the name of a variable is none.
    fn is_type(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "type_identifier" => !self.is_variable(self.text_of(node)),
            "array_type" | "channel_type" | "function_type" | "generic_type" | "interface_type" | "map_type" | "parenthesized_type"
            | "pointer_type" | "qualified_type" | "slice_type" | "struct_type" => true,
            _ => false,
        }
    }

    /// A value, which may have been parsed as a type.
    fn type_as_value(&mut self, node: Node<'_>) -> ExprId {
        match node.kind() {
            "type_identifier" => self.bare(node, Role::Read),
            "qualified_type" => self.qualified_type(node, Role::Read),
            _ => self.value(node),
        }
    }

    // --- arguments and builtins ---

    /// Visits the arguments of a call.
    fn arguments(&mut self, list: Option<Node<'_>>) -> Arguments {
        let Some(list) = list else { return Arguments { values: Vec::new(), counted: Some(Vec::new()) } };
        let nodes = syntax::parts(list);
        let spread = nodes.iter().any(|node| node.kind() == "variadic_argument");
        let values: Vec<ExprId> =
            nodes.into_iter().map(|node| if self.is_type(node) { self.value(node) } else { self.type_as_value(node) }).collect();
        let counted = (!spread).then(|| values.clone());
        Arguments { values, counted }
    }

    /// The result of a builtin function or a conversion to a basic type.
    fn builtin_result(&mut self, name: &str, target: ExprId, args: &[ExprId]) -> Option<ExprId> {
        let first = args.first().copied();
        match name {
            "new" | "make" => first.map(|ty| self.built(ty)),
            "append" | "min" | "max" => first,
            "len" | "cap" | "copy" => Some(self.builder.literal("int")),
            "recover" => {
                let any = self.word("any");
                Some(self.builder.instance(any))
            }
            "clear" | "close" | "delete" | "panic" | "print" | "println" => Some(self.builder.unknown()),
            _ if BASIC_TYPES.binary_search(&name).is_ok() => Some(self.builder.instance(target)),
            _ => None,
        }
    }
}

/// The first type of a type argument, which the grammar takes for a union.
fn first_of_union(argument: Node<'_>) -> Node<'_> {
    if argument.kind() == "type_elem" { argument.named_child(0).unwrap_or(argument) } else { argument }
}

/// What a pointer written as an index points to; anything else itself.
fn pointed_to(index: Node<'_>) -> Node<'_> {
    let is_pointer = index.kind() == "unary_expression" && syntax::field(index, "operator").is_some_and(|operator| operator.kind() == "*");
    if is_pointer { syntax::field(index, "operand").unwrap_or(index) } else { index }
}

/// The arguments of a call.
struct Arguments {
    values: Vec<ExprId>,
    /// The values again, where their number is the number of parameters they fill.
    counted: Option<Vec<ExprId>>,
}
