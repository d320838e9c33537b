//! What calls are handed: arguments that facts keep, elements that functions in place are called with, what the standard library gives back of them.

use tree_sitter::Node;

use super::Walker;
use super::habits::COLLECTIONS;
use crate::base::caps;
use crate::languages::syntax::{field, first_part, parts};
use crate::shard::builder::Builder;
use crate::shard::expr::{BY_NAME, Expr, ExprId, FIRST};

/// Functions that call the function under `key` with the elements of their first argument.
const BY_KEY: &[&str] = &["groupby", "max", "merge", "min", "nlargest", "nsmallest", "sorted"];
/// Functions that call their first argument with an element of each of the others.
const OVER_OTHERS: &[&str] = &["dropwhile", "filter", "filterfalse", "map", "takewhile"];
/// Functions of `asyncio` that give what their first argument comes to, now or when they are waited for.
const WAITING: &[&str] = &["create_task", "ensure_future", "run", "run_coroutine_threadsafe", "shield", "wait_for"];
/// Methods of event loops and task groups that do.
const WAITING_METHODS: &[&str] = &["create_task", "ensure_future", "run_until_complete", "start_soon"];
/// Functions that give a value of the type of their first argument, or hand it to a `with` statement, and the module each is of.
const ALIKE: &[(&str, &str)] = &[
    ("attr", "evolve"),
    ("attrs", "evolve"),
    ("contextlib", "aclosing"),
    ("contextlib", "closing"),
    ("contextlib", "nullcontext"),
    ("copy", "copy"),
    ("copy", "deepcopy"),
    ("copy", "replace"),
    ("dataclasses", "replace"),
    ("itertools", "accumulate"),
    ("itertools", "chain"),
    ("itertools", "compress"),
    ("itertools", "cycle"),
    ("itertools", "islice"),
];

/// Functions of `itertools` that give some of the elements of their second argument.
const OF_SECOND: &[&str] = &["dropwhile", "filterfalse", "takewhile"];
/// Functions of `itertools` that give tuples of elements of their first argument.
const TUPLES: &[&str] = &["batched", "combinations", "combinations_with_replacement", "pairwise", "permutations"];
/// How many places tuples have whose length is not told.
const PLACES: usize = 8;
/// Methods of event loops that make something by the function that is their first argument, and come to a tuple of its transport and that.
const CONNECTING: &[&str] = &[
    "connect_read_pipe",
    "connect_write_pipe",
    "create_connection",
    "create_datagram_endpoint",
    "create_unix_connection",
    "subprocess_exec",
    "subprocess_shell",
];

/// Classes of collections of the standard library whose calls do not tell by themselves what they hold, and the module each is of.
const COLLECTING: &[(&str, &str)] = &[
    ("asyncio", "LifoQueue"),
    ("asyncio", "PriorityQueue"),
    ("asyncio", "Queue"),
    ("collections", "ChainMap"),
    ("collections", "OrderedDict"),
    ("collections", "deque"),
    ("queue", "LifoQueue"),
    ("queue", "PriorityQueue"),
    ("queue", "Queue"),
    ("queue", "SimpleQueue"),
    ("weakref", "WeakKeyDictionary"),
    ("weakref", "WeakValueDictionary"),
];

/// Functions that describe a field of a class, and the module each is of.
const DESCRIBING: &[(&str, &str)] = &[("attr", "attrib"), ("attr", "field"), ("attr", "ib"), ("attrs", "field")];

/// Methods that put their only argument into a list or a set.
const PUTTING: &[&str] = &["add", "append", "appendleft"];

impl Walker<'_, '_> {
    /// A call that may put something into what a name holds.
    pub(super) fn put_by_call(&mut self, function: Node<'_>, values: &[ExprId]) {
        let name = field(function, "attribute").filter(|name| PUTTING.contains(&self.text(*name)));
        if let (Some(_), Some(object), [value]) = (name, field(function, "object").filter(|it| it.kind() == "identifier"), values) {
            self.put_into(object, *value);
        }
    }

    /// Something is put into what a name holds: where that is written out, it holds this as well.
    pub(super) fn put_into(&mut self, name: Node<'_>, value: ExprId) {
        if matches!(self.builder.at(value), Expr::Literal(_) | Expr::Unknown) {
            return;
        }
        let text = self.text(name);
        let is_written =
            |builder: &Builder<'_>, values: &[ExprId]| !values.is_empty() && values.iter().all(|it| matches!(builder.at(*it), Expr::Tuple(_)));
        if self.frames.is_empty() {
            let value = self.builder.expr(Expr::Tuple(vec![value]));
            if let Some(holder) = self.variables.get_mut(text).filter(|it| !it.declared && it.values.len() < caps::MAX_CANDIDATES)
                && is_written(self.builder, &holder.values)
            {
                holder.values.push(value);
            }
            return;
        }
        let Some(local) = self.builder.find_local(text, name.start_byte()) else { return };
        if self.builder.local(local).is_some_and(|it| it.ty.is_none() && it.parameter_of.is_none() && is_written(self.builder, &it.values)) {
            let value = self.builder.expr(Expr::Tuple(vec![value]));
            self.builder.assign(local, None, Some(value));
        }
    }

    /// A value as facts keep it: a call with what it hands over, where that may tell what it gives.
    pub(super) fn kept(&mut self, value: ExprId) -> ExprId {
        let Some((call, callee, handed)) = self.last_call.take() else { return value };
        let awaited = *self.builder.at(value) == Expr::Unwrap(call);
        if call != value && !awaited {
            return value;
        }
        let Some(kept) = self.builder.kept_call(callee, handed) else { return value };
        if awaited { self.builder.expr(Expr::Unwrap(kept)) } else { kept }
    }

    /// What a loop over a value takes.
    pub(super) fn iterated(&mut self, value: ExprId) -> ExprId {
        self.builder.expr(Expr::Iterated(value))
    }

    /// The values of the arguments of `function`, which is `callee`, and whether their number is known. `receiver` is what a method is called on.
    pub(super) fn arguments(&mut self, function: Node<'_>, callee: ExprId, receiver: Option<ExprId>, node: Node<'_>) -> (Vec<ExprId>, bool) {
        if node.kind() != "argument_list" {
            return (vec![self.value(node)], true);
        }
        let arguments = parts(node);
        let name = self.text(function).rsplit('.').next().unwrap_or("");
        let mut values = vec![self.builder.unknown(); arguments.len()];
        let first_last = OVER_OTHERS.contains(&name) && arguments.first().is_some_and(|first| first.kind() == "lambda");
        let order = (usize::from(first_last)..arguments.len()).chain((0..usize::from(first_last)).take(1));
        for at in order {
            let argument = arguments[at];
            let is_key = argument.kind() == "keyword_argument"
                && field(argument, "name").is_some_and(|name| self.text(name) == "key")
                && field(argument, "value").is_some_and(|value| value.kind() == "lambda");
            let over = match receiver {
                Some(receiver) if is_key && name == "sort" => Some(receiver),
                _ if is_key && BY_KEY.contains(&name) => values.first().copied(),
                _ => None,
            };
            let hints = if first_last && at == 0 { values[1..].to_vec() } else { over.into_iter().collect() };
            self.lambda_hints = hints.into_iter().map(|value| self.iterated(value)).collect();
            self.expected = if self.lambda_hints.is_empty() { self.wanted_of(callee, argument, at) } else { None };
            values[at] = self.value(argument);
            self.expected = None;
            self.lambda_hints.clear();
        }
        let countable = !arguments.iter().any(|argument| matches!(argument.kind(), "list_splat" | "dictionary_splat"));
        (values, countable)
    }

    /// What a call wants as an argument that is a function without a name.
    fn wanted_of(&mut self, callee: ExprId, argument: Node<'_>, at: usize) -> Option<ExprId> {
        let parameter = match argument.kind() {
            "lambda" => Expr::Parameter { callee, index: u32::try_from(at).ok()? },
            "keyword_argument" if field(argument, "value")?.kind() == "lambda" => {
                let key = self.text(field(argument, "name")?).into();
                Expr::Parameter { callee: self.builder.expr(Expr::At { base: callee, key }), index: BY_NAME }
            }
            _ => return None,
        };
        Some(self.builder.expr(parameter))
    }

    /// The value of a call of a function of the standard library that gives back what it is handed, as far as its name and the imports tell.
    pub(super) fn handed_back(&mut self, function: Node<'_>, arguments: Option<Node<'_>>, values: &[ExprId], target: ExprId) -> Option<ExprId> {
        let path = self.text(function);
        let (of, name) = path.rsplit_once('.').unwrap_or(("", path));
        if COLLECTING.iter().any(|(module, known)| *known == name && self.is_of(of, name, module)) {
            return Some(self.collecting(name, values, target));
        }
        let first = *values.first()?;
        if let Some(described) = arguments.and_then(|arguments| self.field_described((of, name), arguments, values)) {
            return Some(described);
        }
        if self.is_of(of, name, "asyncio") {
            if WAITING.contains(&name) {
                return Some(first);
            }
            if name == "gather" {
                return Some(self.gathered(arguments?, values));
            }
        }
        if ALIKE.iter().any(|(module, known)| *known == name && self.is_of(of, name, module)) {
            return Some(first);
        }
        if let Some(given) = self.iterated_over(of, name, values) {
            return Some(given);
        }
        match name {
            "partial" if self.is_of(of, name, "functools") => Some(first),
            "defaultdict" if self.is_of(of, name, "collections") => {
                let base = self.builder.free("dict");
                let unknown = self.builder.unknown();
                let ty = self.builder.expr(Expr::Apply { base, args: vec![unknown, first] });
                Some(self.builder.built(ty))
            }
            // Unless a method of the repository that is called so gives something else.
            _ if function.kind() == "attribute" => {
                let given = self.given_by_method(name, first)?;
                let plain = self.builder.call(target);
                let mark = self.builder.literal(FIRST);
                Some(self.builder.expr(Expr::Apply { base: mark, args: vec![plain, given] }))
            }
            _ => None,
        }
    }

    /// What a field of a class holds that a function of `attrs` describes: what its factory makes, a value of the type that it names, else what it is by default.
    fn field_described(&mut self, (of, name): (&str, &str), arguments: Node<'_>, values: &[ExprId]) -> Option<ExprId> {
        if !DESCRIBING.iter().any(|(module, known)| *known == name && self.is_of(of, name, module)) {
            return None;
        }
        let mut by_default = None;
        for (argument, value) in parts(arguments).into_iter().zip(values).filter(|(argument, _)| argument.kind() == "keyword_argument") {
            let (Some(key), Some(written)) = (field(argument, "name"), field(argument, "value")) else { continue };
            match self.text(key) {
                "type" => return Some(self.builder.instance(*value)),
                "factory" => by_default = Some(self.builder.call(*value)),
                "default" if written.kind() == "call" => {
                    let made = field(written, "function").filter(|it| self.text(*it).rsplit('.').next() == Some("Factory"));
                    let factory = made.and(field(written, "arguments")).and_then(first_part);
                    by_default = factory.map(|factory| self.quiet_type(factory)).map(|factory| self.builder.call(factory)).or(Some(*value));
                }
                _ => {}
            }
        }
        by_default
    }

    /// What the functions of `itertools` give of what they are handed.
    fn iterated_over(&mut self, of: &str, name: &str, values: &[ExprId]) -> Option<ExprId> {
        let first = *values.first()?;
        if name == "from_iterable" && (of == "itertools.chain" || (of == "chain" && self.is_of("", of, "itertools"))) {
            let inner = self.iterated(first);
            let element = self.iterated(inner);
            return Some(self.builder.expr(Expr::Tuple(vec![element])));
        }
        if !self.is_of(of, name, "itertools") {
            return None;
        }
        match name {
            "groupby" => {
                let unknown = self.builder.unknown();
                Some(self.sequence_of(vec![unknown, first]))
            }
            "product" | "zip_longest" => {
                let elements = values.iter().take(PLACES).map(|value| self.iterated(*value)).collect();
                Some(self.sequence_of(elements))
            }
            "repeat" => Some(self.builder.expr(Expr::Tuple(vec![first]))),
            "tee" => Some(self.builder.expr(Expr::Tuple(vec![first; PLACES]))),
            _ if OF_SECOND.contains(&name) => values.get(1).copied(),
            _ if TUPLES.contains(&name) => {
                let element = self.iterated(first);
                Some(self.sequence_of(vec![element; PLACES]))
            }
            _ => None,
        }
    }

    /// A new collection of the library: what it holds is not the library's, and known where it is handed over.
    fn collecting(&mut self, name: &str, values: &[ExprId], target: ExprId) -> ExprId {
        if let ("deque", [first, ..]) = (name, values) {
            return self.collected(*first, "deque");
        }
        let unknown = self.builder.unknown();
        let count = COLLECTIONS.iter().find(|(known, _)| *known == name).map_or(1, |(_, held)| held + 1);
        let ty = self.builder.expr(Expr::Apply { base: target, args: vec![unknown; count] });
        self.builder.built(ty)
    }

    /// What methods of event loops, task groups and stacks of managers give of their first argument.
    fn given_by_method(&mut self, name: &str, first: ExprId) -> Option<ExprId> {
        match name {
            "enter_context" => Some(self.entered(first, false)),
            // It is to be waited for, as is what is entered.
            "enter_async_context" => Some(self.entered(first, true)),
            _ if CONNECTING.contains(&name) => {
                let (transport, made) = (self.builder.unknown(), self.builder.call(first));
                Some(self.builder.expr(Expr::Tuple(vec![transport, made])))
            }
            _ => WAITING_METHODS.contains(&name).then_some(first),
        }
    }

    /// What `gather` comes to: a tuple of what its arguments do.
    fn gathered(&mut self, arguments: Node<'_>, values: &[ExprId]) -> ExprId {
        let mut results = Vec::new();
        for (argument, value) in parts(arguments).into_iter().zip(values).filter(|(argument, _)| argument.kind() != "keyword_argument").take(8) {
            results.push(if argument.kind() == "list_splat" { *value } else { self.builder.expr(Expr::Unwrap(*value)) });
        }
        self.builder.expr(Expr::Tuple(results))
    }

    /// Whether a name is one of a module of the standard library: written behind it, or imported from it.
    fn is_of(&mut self, of: &str, name: &str, module: &str) -> bool {
        if of.is_empty() {
            return self.builder.imports_mut().iter().any(|import| import.binding == name && import.module == module);
        }
        of == module
    }
}
