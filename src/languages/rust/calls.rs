//! Calls of functions, methods and constructors.

use tree_sitter::Node;

use super::Walk;
use crate::languages::syntax::{self, children, field, span};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// Methods whose result is walked element by element.
const ITERATES: &[&str] = &[
    "bytes",
    "chars",
    "char_indices",
    "chunks",
    "drain",
    "into_iter",
    "into_values",
    "iter",
    "iter_mut",
    "keys",
    "lines",
    "par_iter",
    "split",
    "split_whitespace",
    "values",
    "values_mut",
    "windows",
];

/// Methods after which a chain is no iterator any more.
const ENDS: &[&str] = &[
    "all",
    "any",
    "count",
    "find",
    "find_map",
    "first",
    "fold",
    "get",
    "last",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "next",
    "next_back",
    "nth",
    "peek",
    "position",
    "sum",
    "unwrap",
    "expect",
    "try_fold",
];

/// Methods of results that hand the error to a closure.
const ERROR_METHODS: &[&str] = &["inspect_err", "map_err", "or_else", "unwrap_or_else"];

/// Methods of results that give the error.
const GIVES_ERROR: &[&str] = &["expect_err", "unwrap_err", "unwrap_err_unchecked"];

/// Constructors of pointers and cells that are seen through: their value is what they hold.
const POINTERS: &[&str] = &["Arc", "Box", "Cell", "Mutex", "Pin", "Rc", "RefCell"];

/// Methods of the standard library that give, in a wrapper or plain, the type that is written out for them: `text.parse::<T>()`.
const GIVES_ARGUMENT: &[&str] = &["downcast", "downcast_mut", "downcast_ref", "parse", "product", "sum", "try_into"];

/// How deep a type is looked through for parts that are left open.
const MAX_HOLES: u32 = 4;

/// Arguments as read.
pub(super) struct Arguments {
    pub values: Vec<ExprId>,
    /// Whether they are references, as far as that is told.
    pub references: Vec<Option<bool>>,
    /// What the last closure among them gives.
    closure: Option<ExprId>,
}

/// Whether what is collected into the type is what the parts of the iterator hold, if all hold something: it is `Result<…>` or `Option<…>`.
pub(super) fn collects_what_is_held(written: &str) -> bool {
    let path = written.trim_start_matches(['<', ' ']).split('<').next().unwrap_or("");
    matches!(path.rsplit("::").next(), Some("Result" | "Option"))
}

/// Whether a value is collected into whatever its place wants.
pub(super) fn is_collected(value: Node<'_>, text: &str) -> bool {
    let function = field(value, "function").filter(|function| value.kind() == "call_expression" && function.kind() == "field_expression");
    function.and_then(|function| field(function, "field")).is_some_and(|name| syntax::text(name, text) == "collect")
}

impl Walk<'_, '_> {
    pub(super) fn call(&mut self, node: Node<'_>) -> ExprId {
        let Some(mut function) = field(node, "function") else { return self.builder.unknown() };
        let list = field(node, "arguments");
        let (mut written, mut types) = (Vec::new(), "");
        if function.kind() == "generic_function" {
            written = self.type_arguments(function);
            types = field(function, "type_arguments").map_or("", |node| syntax::text(node, self.text));
            if let Some(inner) = field(function, "function") {
                function = inner;
            }
        }
        match function.kind() {
            "identifier" => self.call_name(function, list, written),
            "scoped_identifier" => self.call_path(function, list, written),
            "field_expression" => {
                let value = self.call_method(function, list, written.clone());
                let name = field(function, "field").map_or("", |name| self.word(name));
                match written.as_slice() {
                    [ty] if GIVES_ARGUMENT.contains(&name) => self.builder.instance(*ty),
                    [ty] if name == "collect" => self.collected(*ty, types, value),
                    _ => value,
                }
            }
            _ => {
                let mut callee = self.value(function);
                if matches!(self.builder.at(callee), Expr::Member { .. }) {
                    // `(self.f)()` calls what the field holds, whatever method is called like it: the only element of a list of that.
                    let list = self.builder.expr(Expr::Tuple(vec![callee]));
                    callee = self.builder.expr(Expr::Element(list));
                }
                self.arguments(list, None, None);
                self.builder.call(callee)
            }
        }
    }

    /// A collection of the type that is written for it: `collect::<LinkedList<_>>()` holds what the iterator gave, `collect::<Result<Vec<_>, _>>()` what
    /// was in that.
    pub(super) fn collected(&mut self, ty: ExprId, written: &str, iterator: ExprId) -> ExprId {
        let unknown = self.builder.unknown();
        match self.builder.at(ty).clone() {
            Expr::Apply { base, mut args } if collects_what_is_held(written) => {
                let element = self.builder.expr(Expr::Element(iterator));
                let held = self.builder.expr(Expr::Unwrap(element));
                let collection = match args.first().map(|arg| self.builder.at(*arg).clone()) {
                    Some(Expr::Apply { base, args }) if args == [unknown] => base,
                    Some(Expr::Unknown) => self.builder.expr(Expr::Free("Vec".into())),
                    _ => return self.builder.instance(ty),
                };
                args[0] = self.builder.applied(collection, vec![held]);
                let ty = self.builder.applied(base, args);
                self.builder.instance(ty)
            }
            Expr::Apply { base, args } if args == [unknown] => {
                let element = self.builder.expr(Expr::Element(iterator));
                let ty = self.builder.applied(base, vec![element]);
                self.builder.instance(ty)
            }
            // Of a map the parts of pairs are told.
            Expr::Apply { base, args } if self.are_sides(&args) => {
                let element = self.builder.expr(Expr::Element(iterator));
                let mut sides = Vec::new();
                for (arg, index) in args.into_iter().zip(0u32..) {
                    let is_open = self.has_hole(arg, 0);
                    if !is_open {
                        sides.push(arg);
                        continue;
                    }
                    let part = self.builder.expr(Expr::Part { base: element, index });
                    let alone = self.builder.expr(Expr::Tuple(vec![part]));
                    sides.push(self.builder.expr(Expr::Element(alone)));
                }
                let ty = self.builder.applied(base, sides);
                self.builder.instance(ty)
            }
            Expr::Unknown => iterator,
            _ => self.builder.instance(ty),
        }
    }

    /// Whether arguments are those of a map of which something is left open; the second one of a list may be a number.
    fn are_sides(&self, args: &[ExprId]) -> bool {
        let is_type = |arg: &ExprId| !matches!(self.builder.at(*arg), Expr::Literal(_));
        args.len() == 2 && args.iter().all(is_type) && args.iter().any(|arg| self.has_hole(*arg, 0))
    }

    /// Whether a type is written with a part left open: `Vec<_>`.
    fn has_hole(&self, ty: ExprId, depth: u32) -> bool {
        match self.builder.at(ty) {
            Expr::Unknown => true,
            Expr::Apply { args, .. } => depth < MAX_HOLES && args.iter().any(|arg| self.has_hole(*arg, depth + 1)),
            _ => false,
        }
    }

    /// What is taken apart by `let (a, b): (Vec<_>, Vec<_>) = it.unzip()`; `None` where the value is anything else.
    pub(super) fn collected_apart(&mut self, ty: ExprId, value: ExprId) -> Option<ExprId> {
        let Expr::Tuple(types) = self.builder.at(ty).clone() else { return None };
        let Expr::Call { callee } = *self.builder.at(value) else { return None };
        let Expr::Member { base, ref name } = *self.builder.at(callee) else { return None };
        let unzips = match name.as_str() {
            "unzip" => true,
            "partition" => false,
            _ => return None,
        };
        let mut parts = Vec::new();
        for (ty, index) in types.into_iter().zip(0u32..) {
            let mut iterator = base;
            if unzips {
                let element = self.builder.expr(Expr::Element(base));
                let part = self.builder.expr(Expr::Part { base: element, index });
                iterator = self.builder.expr(Expr::Tuple(vec![part]));
            }
            parts.push(self.collected(ty, "", iterator));
        }
        Some(self.builder.expr(Expr::Tuple(parts)))
    }

    fn call_name(&mut self, name: Node<'_>, list: Option<Node<'_>>, written: Vec<ExprId>) -> ExprId {
        let word = self.word(name);
        let own = word == "Self";
        let callee = if own { self.self_type() } else { self.builder.name(word, name.start_byte()) };
        let arguments = self.arguments(list, None, Some(callee));
        let held = arguments.values.first().copied().filter(|_| arguments.closure.is_none());
        self.builder.site(Role::Call, word, span(name), callee, Some(arguments.values));
        if let Some(wrapped) = self.wrapped(word, held) {
            return wrapped;
        }
        if own { self.builder.built(callee) } else { self.builder.generic_call(callee, written) }
    }

    /// What `Some(…)` and `Ok(…)` give. Of what nothing is known, that it is wrapped says nothing.
    pub(super) fn wrapped(&mut self, word: &str, held: Option<ExprId>) -> Option<ExprId> {
        let wrapper = match word {
            "Some" => "Option",
            "Ok" => "Result",
            _ => return None,
        };
        let held = held?;
        if held == self.builder.unknown() {
            return Some(held);
        }
        let ty = self.builder.free(wrapper);
        Some(self.holding(ty, vec![held]))
    }

    fn call_path(&mut self, path: Node<'_>, list: Option<Node<'_>>, written: Vec<ExprId>) -> ExprId {
        let (callee, name) = self.scoped(path);
        let arguments = self.arguments(list, None, Some(callee));
        let Some(name) = name else { return self.builder.call(callee) };
        let word = self.word(name);
        let taken = field(path, "path").is_some_and(|owner| self.simple_name(owner) == "mem") && matches!(word, "take" | "replace");
        let held = arguments.values.first().copied().filter(|_| arguments.values.len() == 1 || taken);
        self.builder.site(Role::Call, word, span(name), callee, Some(arguments.values));
        self.tell_references(None, &arguments.references);
        let pointer = field(path, "path").is_some_and(|owner| POINTERS.contains(&self.simple_name(owner).as_str()));
        match held {
            // What stood there.
            Some(held) if taken => held,
            Some(held) if pointer && matches!(word, "new" | "pin" | "from" | "clone") => held,
            _ => self.builder.generic_call(callee, written),
        }
    }

    fn call_method(&mut self, function: Node<'_>, list: Option<Node<'_>>, written: Vec<ExprId>) -> ExprId {
        let receiver = field(function, "value");
        let base = match receiver {
            Some(receiver) => self.member_base(receiver),
            None => self.builder.unknown(),
        };
        let Some(name) = field(function, "field") else { return base };
        let word = self.word(name);
        if name.kind() == "integer_literal" {
            let callee = self.numbered_field(base, word);
            self.arguments(list, None, None);
            return self.builder.call(callee);
        }
        let iterator = receiver.is_some_and(|receiver| self.iterates(receiver));
        let given = self.given(base, word, iterator);
        let callee = self.builder.member(base, word);
        let arguments = self.arguments(list, given, Some(callee));
        let first = arguments.values.first().copied();
        let borrowed = receiver.and_then(|receiver| self.is_reference(receiver));
        self.builder.site(Role::Call, word, span(name), callee, Some(arguments.values));
        self.tell_references(borrowed, &arguments.references);
        if GIVES_ERROR.contains(&word) {
            return self.builder.expr(Expr::Part { base, index: 1 });
        }
        match self.adapted(base, word, arguments.closure, first).filter(|_| iterator) {
            Some(value) => value,
            None => self.builder.generic_call(callee, written),
        }
    }

    /// What a method of an iterator passes to the closure it takes. Of other receivers their type tells.
    fn given(&mut self, base: ExprId, method: &str, iterator: bool) -> Option<ExprId> {
        // The first parameter is something else.
        if matches!(method, "fold" | "reduce" | "scan" | "try_fold") || method.ends_with("_with") || method.ends_with("_init") {
            return None;
        }
        if ERROR_METHODS.contains(&method) {
            return Some(self.builder.expr(Expr::Part { base, index: 1 }));
        }
        let sorts = method.starts_with("sort_by") || method.starts_with("sort_unstable_by") || method.starts_with("binary_search_by");
        if iterator || sorts { Some(self.builder.expr(Expr::Element(base))) } else { None }
    }

    /// The value of the iterator adaptors that change the element: a list with one element standing for all.
    fn adapted(&mut self, base: ExprId, method: &str, closure: Option<ExprId>, first: Option<ExprId>) -> Option<ExprId> {
        let element = match (method, closure) {
            ("map", Some(value)) => value,
            ("flat_map", Some(value)) => self.builder.expr(Expr::Element(value)),
            ("filter_map" | "map_while", Some(value)) => self.builder.expr(Expr::Unwrap(value)),
            ("enumerate", None) => {
                let index = self.builder.literal("usize");
                let element = self.builder.expr(Expr::Element(base));
                self.builder.expr(Expr::Tuple(vec![index, element]))
            }
            ("zip", None) => {
                let pair = [base, first?].map(|side| self.builder.expr(Expr::Element(side)));
                self.builder.expr(Expr::Tuple(pair.to_vec()))
            }
            _ => return None,
        };
        Some(self.builder.expr(Expr::Tuple(vec![element])))
    }

    /// Whether a chain of method calls is an iterator by the names of its last few methods.
    fn iterates(&self, node: Node<'_>) -> bool {
        let mut current = node;
        for _ in 0..12 {
            let Some(function) = field(current, "function").filter(|it| it.kind() == "field_expression") else { return false };
            let Some(name) = field(function, "field") else { return false };
            let word = self.word(name);
            if ITERATES.contains(&word) {
                return true;
            }
            if ENDS.contains(&word) {
                return false;
            }
            match field(function, "value") {
                Some(receiver) => current = receiver,
                None => return false,
            }
        }
        false
    }

    /// The arguments of `callee`, which gives the first parameter of a closure among them `given`.
    pub(super) fn arguments(&mut self, list: Option<Node<'_>>, given: Option<ExprId>, callee: Option<ExprId>) -> Arguments {
        let mut arguments = Arguments { values: Vec::new(), references: Vec::new(), closure: None };
        for argument in list.map(children).unwrap_or_default() {
            let argument = closure_in(argument).unwrap_or(argument);
            match argument.kind() {
                "line_comment" | "block_comment" | "attribute_item" => {}
                "closure_expression" => {
                    let index = u32::try_from(arguments.values.len()).unwrap_or(u32::MAX);
                    let is_sure = given.is_some_and(|given| !matches!(self.builder.at(given), Expr::Part { .. }));
                    let place = callee.filter(|_| !is_sure).map(|callee| self.builder.expr(Expr::Parameter { callee, index }));
                    let value = self.closure(argument, given, place);
                    arguments.closure = Some(value);
                    let function = self.builder.function_giving(value);
                    arguments.values.push(function);
                    arguments.references.push(None);
                }
                _ => {
                    arguments.references.push(self.is_reference(argument));
                    let index = u32::try_from(arguments.values.len()).unwrap_or(u32::MAX);
                    let value = self.value_for(argument, |walk| match callee {
                        Some(callee) => walk.builder.expr(Expr::Parameter { callee, index }),
                        None => walk.builder.unknown(),
                    });
                    arguments.values.push(value);
                    if argument.kind() == "scoped_identifier" {
                        let part = callee.map(|callee| {
                            let base = self.builder.expr(Expr::Parameter { callee, index });
                            self.builder.expr(Expr::Part { base, index: 1 })
                        });
                        let handed = self.builder.any_of(given.into_iter().chain(part));
                        self.builder.handed_over(argument.end_byte(), handed);
                    }
                }
            }
        }
        arguments
    }
}

/// The closure that an argument is, by reference or in brackets too: `&mut |x| …`.
fn closure_in(argument: Node<'_>) -> Option<Node<'_>> {
    let mut current = argument;
    for _ in 0..4 {
        current = match current.kind() {
            "closure_expression" => return Some(current),
            "reference_expression" => field(current, "value")?,
            "parenthesized_expression" => children(current).into_iter().find(|it| !matches!(it.kind(), "line_comment" | "block_comment"))?,
            _ => return None,
        };
    }
    None
}
