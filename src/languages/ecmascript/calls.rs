//! Calls in all their spellings: functions, constructors, tagged templates, components, decorators, `require`, `import()`.

use tree_sitter::Node;
use xxhash_rust::xxh3::Xxh3;

use super::super::syntax::{self, field, span};
use super::functions::is_function;
use super::results::INTEROP;
use super::statements::parts;
use super::variables::bare;
use super::walk::Walk;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, WANTED};
use crate::shard::facts::Imported;

/// Longer texts, in bytes with their quotes, name no member.
const MAX_NAME: usize = 48;
/// Most operators in front of one call.
const MAX_PREFIXES: usize = 8;
/// Methods whose callback gets the elements of the receiver as its first parameter.
const OVER_ELEMENTS: &[&str] = &["every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "some"];
/// Functions that give their first argument the members of the others, by the names that they have wherever they come from.
const COPYING: &[&str] = &["assign", "defaults", "extend", "merge", "mergeDescriptors", "mixin"];

impl Walk<'_, '_> {
    /// The string of `require('…')`, also inside of what compilers put around it.
    pub(super) fn required_source<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        if node.kind() == "call_expression" && self.interop(node).is_some() {
            return field(node, "arguments").and_then(super::statements::first).and_then(|inner| self.plainly_required(inner));
        }
        self.plainly_required(node)
    }

    fn plainly_required<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        if node.kind() != "call_expression" {
            return None;
        }
        let function = field(node, "function").filter(|function| function.kind() == "identifier")?;
        if self.of(function) != "require" {
            return None;
        }
        let arguments = syntax::children(field(node, "arguments")?);
        match arguments.as_slice() {
            [source] if source.kind() == "string" => Some(*source),
            _ => None,
        }
    }

    /// The name of the helper in `helper(require('…'))` that gives a module as `import` sees it.
    fn interop<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let function = field(node, "function")?;
        let last = field(function, "property").unwrap_or(function);
        let outer = field(function, "object").filter(|_| self.of(last) == "_").unwrap_or(last);
        INTEROP.contains(&self.of(outer)).then_some(outer)
    }

    /// The site of such a helper.
    pub(super) fn interop_site(&mut self, node: Node<'_>) {
        let Some(name) = self.interop(node).filter(|name| name.kind() == "identifier") else { return };
        let callee = self.builder.name(self.of(name), name.start_byte());
        let unknown = self.builder.unknown();
        self.builder.site(Role::Call, self.of(name), span(name), callee, Some(vec![unknown]));
    }

    /// The string of `require('…')`, and the member that is taken of it at once.
    pub(super) fn required_member<'t>(&self, node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
        if let Some(source) = self.required_source(node) {
            return Some((source, None));
        }
        let object = field(node, "object").filter(|_| node.kind() == "member_expression")?;
        Some((self.required_source(object)?, field(node, "property")))
    }

    pub(super) fn call(&mut self, node: Node<'_>) -> ExprId {
        self.wanted = self.expected.take();
        if let Some(source) = self.required_source(node) {
            self.is_module = true;
            self.interop_site(node);
            let import = self.anonymous_import(source, node, Imported::Module);
            return self.builder.expr(Expr::Import(import));
        }
        let Some(written) = field(node, "function") else { return self.builder.unknown() };
        let (function, prefixes) = behind_prefixes(written);
        let value = self.call_of(node, function);
        self.wanted = None;
        prefixes.into_iter().rev().fold(value, |value, awaits| if awaits { self.builder.expr(Expr::Unwrap(value)) } else { self.builder.unknown() })
    }

    fn call_of(&mut self, node: Node<'_>, function: Node<'_>) -> ExprId {
        if function.kind() == "import" {
            return self.dynamic_import(node);
        }
        let plain = bare(function);
        if is_function(plain) {
            let (_, result) = self.function_value(plain, &[]);
            self.arguments(node);
            return result;
        }
        match plain.kind() {
            "identifier" => {
                let callee = self.builder.value_name(self.of(plain), plain.start_byte());
                let written = self.type_arguments(node);
                self.called(node, plain, callee, None, written)
            }
            "member_expression" => {
                if let Some(value) = self.defining_call(node, plain) {
                    return value;
                }
                let base = field(plain, "object").map_or(self.builder.unknown(), |object| self.holder(object));
                let written = self.type_arguments(node);
                let Some(property) = field(plain, "property") else { return self.builder.unknown() };
                let callee = self.builder.member(base, self.of(property));
                self.called(node, property, callee, Some(base), written)
            }
            "super" => {
                let callee = self.parents.last().copied().flatten().unwrap_or(self.builder.unknown());
                self.called(node, plain, callee, None, Vec::new());
                self.builder.unknown()
            }
            "subscript_expression" if field(plain, "index").is_some_and(|index| index.kind() == "string") => {
                let base = field(plain, "object").map_or(self.builder.unknown(), |object| self.value(object));
                let Some(index) = field(plain, "index") else { return base };
                let name = super::imports::string_content(index, self.text);
                let callee = self.builder.member(base, name);
                let args = self.arguments(node);
                self.builder.site(Role::Call, name, super::imports::inner_span(index), callee, args);
                self.builder.call(callee)
            }
            _ => {
                let callee = self.value(function);
                self.type_arguments(node);
                self.arguments(node);
                self.builder.call(callee)
            }
        }
    }

    /// The site of a call and its value.
    fn called(&mut self, node: Node<'_>, name: Node<'_>, callee: ExprId, receiver: Option<ExprId>, written: Vec<ExprId>) -> ExprId {
        let word = self.of(name);
        let hint = receiver.and_then(|receiver| match word {
            "then" => Some(self.builder.expr(Expr::Unwrap(receiver))),
            method if OVER_ELEMENTS.binary_search(&method).is_ok() => Some(self.builder.expr(Expr::Element(receiver))),
            _ => None,
        });
        let taking = self.builder.applied(callee, written.clone());
        self.told = None;
        let args = self.arguments_of(node, hint, Some(taking));
        let tests = field(node, "arguments").map(parts).is_some_and(|given| matches!(given.as_slice(), [test] if is_function(bare(*test))));
        let told = self.told.take().filter(|_| tests);
        let given = args.as_deref().unwrap_or(&[]);
        match word {
            "inherits" => self.inherits(node, given),
            _ if COPYING.contains(&word) => self.copied(node, given),
            _ => {}
        }
        let object = field(node, "function").map(bare).and_then(|function| field(function, "object"));
        let platform = object.filter(|object| object.kind() == "identifier" && !self.is_local(*object));
        let known = platform.and_then(|object| self.result_of_platform(self.of(object), word, given));
        let known = known.or_else(|| receiver.and_then(|receiver| self.result_of_method(receiver, word, given)));
        let known = known.or_else(|| receiver.and_then(|_| self.filtered(word, told?)));
        let known = known.or_else(|| if receiver.is_none() { self.copy_of(name, given) } else { None });
        let start = receiver.and_then(|receiver| self.started_with(word, receiver, given, &written));
        self.builder.site(Role::Call, word, span(name), callee, args);
        let value = known.unwrap_or_else(|| self.builder.generic_call(callee, written));
        match start {
            Some(start) => self.builder.any_known_of([value, start]),
            None => value,
        }
    }

    /// Visits the arguments of a call of which nothing says what it takes.
    fn arguments(&mut self, node: Node<'_>) -> Option<Vec<ExprId>> {
        self.arguments_of(node, None, None)
    }

    /// Visits the arguments of `callee`. `None` where a spread or a template hides their number. `hint` is what the first callback's first parameter gets.
    fn arguments_of(&mut self, node: Node<'_>, hint: Option<ExprId>, callee: Option<ExprId>) -> Option<Vec<ExprId>> {
        let wanted = self.wanted.take();
        let list = field(node, "arguments")?;
        if list.kind() == "template_string" {
            self.value(list);
            return None;
        }
        let around = self.callback;
        self.callback = self.handed_to(node, list).or(around);
        let mut countable = list.kind() == "arguments";
        let maps_first = self.maps_first(node);
        let mut args = Vec::new();
        let given = parts(list);
        let test = self.test_of(node, &given);
        for (index, child) in given.into_iter().enumerate() {
            countable &= child.kind() != "spread_element";
            let of_first = args.first().copied().filter(|_| index == 1 && maps_first).map(|first| self.builder.expr(Expr::Element(first)));
            let hints: Vec<ExprId> = hint.filter(|_| index == 0).into_iter().chain(of_first).collect();
            let plain = bare(child);
            self.expected = match callee {
                Some(callee) if takes_any(plain) || plain.kind() == "object" || is_list_of_functions(plain) => {
                    let index = u32::try_from(index).unwrap_or(u32::MAX);
                    let parameter = self.builder.expr(Expr::Parameter { callee, index });
                    match wanted.filter(|_| plain.kind() == "object") {
                        Some(wanted) => {
                            let callee = self.wanting(callee, wanted);
                            let told = self.builder.expr(Expr::Parameter { callee, index });
                            Some(self.builder.any_of([parameter, told]))
                        }
                        None => Some(parameter),
                    }
                }
                _ => None,
            };
            if let Some((title, _)) = test.filter(|(_, body)| *body == index) {
                let unknown = self.builder.unknown();
                args.push(self.deeper(plain, unknown, |walk| walk.test_function((node, title), plain, &hints, around)));
                continue;
            }
            args.push(match child.kind() {
                _ if is_function(child) => self.argument_function(child, &hints),
                // A text may name the member that the callee is about.
                "string" if child.byte_range().len() <= MAX_NAME => self.literal_tag(child).unwrap_or(self.builder.unknown()),
                _ => self.value(child),
            });
        }
        self.callback = around;
        countable.then_some(args)
    }

    /// What is called where a value like `wanted` is expected of it.
    fn wanting(&mut self, callee: ExprId, wanted: ExprId) -> ExprId {
        let base = self.builder.literal(WANTED);
        self.builder.expr(Expr::Apply { base, args: vec![callee, wanted] })
    }

    /// Whether a call makes a list of what its second argument gives for each element of the first: `Array.from(list, f)`.
    fn maps_first(&self, call: Node<'_>) -> bool {
        let Some(function) = field(call, "function").filter(|it| it.kind() == "member_expression") else { return false };
        let part = |name| field(function, name).map(|it| self.of(it));
        part("object") == Some("Array") && part("property") == Some("from")
    }

    /// What tells the functions that a call is given from those of other calls: what is called, the literals beside them, and the same of the calls
    /// around. `None` where nothing does.
    fn handed_to(&self, call: Node<'_>, list: Node<'_>) -> Option<u64> {
        let given: Vec<Node<'_>> = syntax::children(list);
        if !given.iter().any(|it| is_function(*it)) {
            return None;
        }
        let mut hasher = Xxh3::new();
        hasher.update(&self.callback.unwrap_or(0).to_le_bytes());
        let callee = field(call, "function").or_else(|| field(call, "constructor"));
        // Of a chain of calls the last name: what stands in front of it is edited for other reasons.
        let name = callee.map(|callee| field(callee, "property").unwrap_or(callee)).filter(|name| name.named_child_count() == 0);
        hasher.update(name.map_or("", |name| self.of(name)).as_bytes());
        for literal in given.iter().filter(|it| matches!(it.kind(), "string" | "template_string" | "number")) {
            hasher.update(b"\0");
            hasher.update(self.of(*literal).as_bytes());
        }
        Some(hasher.digest())
    }

    fn argument_function(&mut self, node: Node<'_>, hints: &[ExprId]) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walk| walk.function_value(node, hints).0)
    }

    fn dynamic_import(&mut self, node: Node<'_>) -> ExprId {
        let source = field(node, "arguments").and_then(super::statements::first);
        match source {
            Some(source) if source.kind() == "string" => {
                let import = self.anonymous_import(source, node, Imported::Module);
                self.builder.expr(Expr::Import(import))
            }
            _ => {
                self.arguments(node);
                self.builder.unknown()
            }
        }
    }

    /// `new T(…)`.
    pub(super) fn construction(&mut self, node: Node<'_>) -> ExprId {
        let Some(constructor) = field(node, "constructor") else { return self.builder.unknown() };
        let plain = bare(constructor);
        let (target, name) = match plain.kind() {
            "identifier" => (self.builder.value_name(self.of(plain), plain.start_byte()), Some(plain)),
            "member_expression" => {
                let base = field(plain, "object").map_or(self.builder.unknown(), |object| self.holder(object));
                let property = field(plain, "property");
                (property.map_or(base, |property| self.builder.member(base, self.of(property))), property)
            }
            _ => (self.value(constructor), None),
        };
        let types = self.type_arguments(node);
        self.wanted = None;
        let args = if field(node, "arguments").is_some() { self.arguments_of(node, None, Some(target)) } else { Some(Vec::new()) };
        let held = match (plain.kind(), types.as_slice(), args.as_deref()) {
            ("identifier", [], Some([source])) => self.collection_of(self.of(plain), *source),
            _ => None,
        };
        if let Some(name) = name {
            self.builder.site(Role::Call, self.of(name), span(name), target, args);
        }
        held.unwrap_or_else(|| {
            let ty = self.builder.applied(target, types);
            self.builder.built(ty)
        })
    }

    /// `<Component …/>` uses the component, which the platform calls; lower-case tags are the platform's.
    pub(super) fn jsx(&mut self, node: Node<'_>) -> ExprId {
        let tag = field(node, "open_tag").unwrap_or(node);
        let mut value = self.builder.unknown();
        let mut component = None;
        if let Some(name) = field(tag, "name") {
            let target = match name.kind() {
                "identifier" if self.of(name).starts_with(|first: char| first.is_uppercase() || first == '_' || first == '$') => {
                    Some((self.builder.name(self.of(name), name.start_byte()), name))
                }
                "member_expression" => {
                    let base = field(name, "object").map_or(self.builder.unknown(), |object| self.dotted(object));
                    field(name, "property").map(|property| (self.builder.member(base, self.of(property)), property))
                }
                _ => None,
            };
            if let Some((target, name)) = target {
                self.builder.site(Role::Read, self.of(name), span(name), target, None);
                value = self.builder.built(target);
                component = Some(target);
            }
        }
        self.type_arguments(tag);
        for child in syntax::children(tag).into_iter().filter(|child| matches!(child.kind(), "jsx_attribute" | "jsx_expression")) {
            if !component.is_some_and(|component| self.handed_as_property(component, child)) {
                self.jsx_part(child);
            }
        }
        if node.kind() == "jsx_element" {
            for child in syntax::children(node) {
                let function = match parts(child).as_slice() {
                    [function] if child.kind() == "jsx_expression" && takes_any(*function) => component.map(|component| (component, *function)),
                    _ => None,
                };
                match function {
                    Some((component, function)) => self.property_function(component, "children", function),
                    None => self.jsx_part(child),
                }
            }
        }
        value
    }

    /// Visits a function that a component is handed as one of its properties: `<Item onPick={(it) => …} />`. `false` where that is anything else.
    fn handed_as_property(&mut self, component: ExprId, attribute: Node<'_>) -> bool {
        let (name, function) = match parts(attribute).as_slice() {
            [name, value] if name.kind() == "property_identifier" && value.kind() == "jsx_expression" => match parts(*value).as_slice() {
                [function] if takes_any(*function) => (*name, *function),
                _ => return false,
            },
            _ => return false,
        };
        self.property_function(component, self.of(name), function);
        true
    }

    /// Visits a function that a component is handed as the property of a name.
    fn property_function(&mut self, component: ExprId, name: &str, function: Node<'_>) {
        let taken = self.builder.expr(Expr::Parameter { callee: component, index: 0 });
        self.expected = Some(self.builder.member(taken, name));
        self.value(function);
        self.expected = None;
    }

    fn jsx_part(&mut self, node: Node<'_>) {
        match node.kind() {
            "jsx_attribute" | "jsx_expression" => {
                for child in syntax::children(node) {
                    if !matches!(child.kind(), "property_identifier" | "jsx_namespace_name" | "string" | "comment") {
                        self.value(child);
                    }
                }
            }
            "jsx_element" | "jsx_self_closing_element" => {
                self.value(node);
            }
            _ => {}
        }
    }

    /// Visits the decorators that stand directly below a node.
    pub(super) fn decorators(&mut self, node: Node<'_>) {
        for decorator in syntax::children(node).into_iter().filter(|child| child.kind() == "decorator") {
            self.decorator(decorator);
        }
    }

    /// `@name`, `@a.b`, `@name(…)`.
    pub(super) fn decorator(&mut self, node: Node<'_>) {
        let Some(inner) = super::statements::first(node).map(bare) else { return };
        let call = inner.kind() == "call_expression";
        let function = if call { field(inner, "function").map(bare) } else { Some(inner) };
        let Some(function) = function else { return };
        let (target, name) = match function.kind() {
            "identifier" => (self.builder.name(self.of(function), function.start_byte()), function),
            "member_expression" => {
                let base = field(function, "object").map_or(self.builder.unknown(), |object| self.dotted(object));
                let Some(property) = field(function, "property") else { return };
                (self.builder.member(base, self.of(property)), property)
            }
            _ => {
                self.value(inner);
                return;
            }
        };
        let args = if call { self.arguments_of(inner, None, Some(target)) } else { None };
        self.builder.decorator(self.of(name), span(name), target, call, args);
    }
}

/// What is called behind operators that the grammar binds closer than a call with type arguments or behind `!` (`await f<T>()`, `!f<T>()`, `!f!()`),
/// and of each of them whether it waits.
fn behind_prefixes(function: Node<'_>) -> (Node<'_>, Vec<bool>) {
    let (mut inner, mut prefixes) = (function, Vec::new());
    while prefixes.len() < MAX_PREFIXES {
        let next = match inner.kind() {
            "await_expression" => super::statements::first(inner),
            "unary_expression" => field(inner, "argument"),
            "non_null_expression" => super::statements::first(inner).filter(|it| matches!(it.kind(), "await_expression" | "unary_expression")),
            _ => None,
        };
        let Some(next) = next else { break };
        if inner.kind() != "non_null_expression" {
            prefixes.push(inner.kind() == "await_expression");
        }
        inner = next;
    }
    if prefixes.is_empty() { (function, prefixes) } else { (inner, prefixes) }
}

/// Whether a node is `import(…)`.
pub(super) fn is_dynamic_import(node: Node<'_>) -> bool {
    node.kind() == "call_expression" && field(node, "function").is_some_and(|function| function.kind() == "import")
}

/// Whether a node is a list with functions or objects that are written out in it.
fn is_list_of_functions(node: Node<'_>) -> bool {
    node.kind() == "array" && parts(node).into_iter().any(|part| takes_any(part) || part.kind() == "object")
}

/// Whether a node is a function with parameters.
fn takes_any(node: Node<'_>) -> bool {
    is_function(node) && (field(node, "parameter").is_some() || field(node, "parameters").is_some_and(|list| list.named_child_count() > 0))
}
