//! Expressions: one visit each, which adds the sites inside and gives the symbolic value.

use tree_sitter::Node;

use super::initializers::{LISTED, designates};
use super::lambdas::Handing;
use super::macro_functions::heads_body;
use super::numbers;
use super::parameter_types;
use super::paths;
use super::standard;
use super::visitor::{Place, Visitor};
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// Casts that are spelled like calls of templates.
const CASTS: &[&str] = &["const_cast", "dynamic_cast", "reinterpret_cast", "static_cast"];
/// The type of a string that is written out: an array, which is taken for a pointer before a string is made of it.
pub(super) const TEXT: &str = "char[]";
/// Functions of the standard library that make a smart pointer, with the pointer's name.
const MAKERS: &[(&str, &str)] = &[("make_shared", "shared_ptr"), ("make_unique", "unique_ptr")];
/// Those that give a value of the type that is written for them, as it is or by such a pointer.
const GETTERS: &[(&str, &str)] = &[
    ("any_cast", ""),
    ("const_pointer_cast", "shared_ptr"),
    ("dynamic_pointer_cast", "shared_ptr"),
    ("get", ""),
    ("get_if", ""),
    ("reinterpret_pointer_cast", "shared_ptr"),
    ("static_pointer_cast", "shared_ptr"),
];

impl Visitor<'_, '_> {
    /// Visits an expression and gives its value.
    pub(super) fn value(&mut self, node: Node<'_>) -> ExprId {
        if !self.descend(node) {
            return self.b.unknown();
        }
        let value = self.value_inner(node);
        self.ascend();
        value
    }

    /// `this`, literals and what has no value; `None` for all else.
    fn leaf(&mut self, node: Node<'_>) -> Option<ExprId> {
        Some(match node.kind() {
            "this" => self.b.name("this", node.start_byte()),
            "number_literal" => match numbers::of_literal(self.slice(node)) {
                Some(name) => self.b.literal(name),
                None => self.b.unknown(),
            },
            "string_literal" | "raw_string_literal" => self.b.literal(numbers::of_characters(self.slice(node)).unwrap_or(TEXT)),
            "concatenated_string" => {
                self.each(node);
                self.b.literal(TEXT)
            }
            "char_literal" => self.b.literal(numbers::of_characters(self.slice(node)).unwrap_or("char")),
            "true" | "false" => self.b.literal("bool"),
            "null" | "comment" | "preproc_defined" | "preproc_arg" => self.b.unknown(),
            "user_defined_literal" => match numbers::of_suffixed_text(self.slice(node)) {
                Some(name) => self.b.literal(name),
                None => self.b.unknown(),
            },
            _ => return None,
        })
    }

    fn value_inner(&mut self, node: Node<'_>) -> ExprId {
        if let Some(leaf) = self.leaf(node) {
            return leaf;
        }
        match node.kind() {
            "identifier" | "qualified_identifier" | "template_function" | "type_identifier" => self.path(node, Role::Read, None),
            "call_expression" => self.call_expression(node),
            "field_expression" => self.field_expression(node, Role::Read, None),
            "assignment_expression" => self.assignment(node),
            "binary_expression" => self.binary(node),
            "unary_expression" | "pointer_expression" | "co_await_expression" => self.prefixed(node),
            "update_expression" => self.update(node),
            "subscript_expression" => self.subscript(node),
            "parenthesized_expression" => self.last_value(node),
            "comma_expression" => self.comma(node),
            "conditional_expression" => self.conditional_value(node),
            "cast_expression" => {
                let ty = syntax::field(node, "type").map_or(ExprId(0), |ty| self.type_expr(ty));
                self.child_value(node, "value");
                self.b.instance(ty)
            }
            "compound_literal_expression" => self.compound(node),
            "sizeof_expression" | "alignof_expression" => self.size(node),
            "offsetof_expression" => self.offset(node),
            "new_expression" => self.new_expression(node),
            "lambda_expression" => self.lambda(node),
            "initializer_list" | "argument_list" => self.initializer(node, None),
            "type_descriptor" | "primitive_type" | "template_type" | "sized_type_specifier" | "dependent_type" | "decltype" => {
                let ty = self.type_expr(node);
                // What C hands a macro alone stands for what is of the type.
                if self.cpp { self.b.unknown() } else { self.b.instance(ty) }
            }
            "parameter_list" => {
                for parameter in syntax::children(node) {
                    self.parameter(parameter, None);
                }
                self.b.unknown()
            }
            kind if is_statement(kind) => {
                self.visit(node);
                self.b.unknown()
            }
            _ => {
                self.each(node);
                self.b.unknown()
            }
        }
    }

    pub(super) fn child_value(&mut self, node: Node<'_>, field: &'static str) -> ExprId {
        syntax::field(node, field).map_or(ExprId(0), |it| self.value(it))
    }

    /// The value of the last child; all are visited.
    fn last_value(&mut self, node: Node<'_>) -> ExprId {
        let mut last = self.b.unknown();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).filter(|it| it.kind() != "comment") {
            last = if is_statement(child.kind()) {
                self.visit(child);
                self.b.unknown()
            } else {
                self.value(child)
            };
        }
        last
    }

    /// Visits arguments; `None` where a pack makes their number unknown.
    pub(super) fn arguments(&mut self, list: Node<'_>) -> Option<Vec<ExprId>> {
        let mut args: Vec<ExprId> = Vec::new();
        let (mut countable, mut tag_follows) = (true, false);
        let handing = self.handing.take();
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor).filter(|it| it.kind() != "comment") {
            // The grammar has no place for a tag that is handed to a macro: it takes the word in front of it for a name, or either of the two for an error.
            let last = self.slice(child).split_whitespace().next_back();
            if !self.cpp && matches!(child.kind(), "identifier" | "ERROR") && matches!(last, Some("struct" | "union" | "enum")) {
                tag_follows = true;
                continue;
            }
            if std::mem::take(&mut tag_follows)
                && let Some(tag) = if child.kind() == "ERROR" && child.named_child_count() == 1 { child.named_child(0) } else { Some(child) }
                && tag.kind() == "identifier"
            {
                let ty = self.marked_tag(tag);
                args.push(self.b.instance(ty));
                continue;
            }
            if self.defining == Some(child.start_byte()) {
                args.push(self.b.unknown());
                continue;
            }
            countable &= child.kind() != "parameter_pack_expansion";
            if let (Some(handing), Some(first), "lambda_expression") = (handing, args.first(), child.kind()) {
                self.handed = Some(if handing == Handing::Held { self.b.expr(Expr::Element(*first)) } else { *first });
            }
            args.push(self.initializer(child, None));
            self.handed = None;
        }
        if list.kind() == "initializer_list" {
            args.push(LISTED);
        }
        if countable { Some(args) } else { None }
    }

    fn call_expression(&mut self, node: Node<'_>) -> ExprId {
        let Some(callee) = syntax::field(node, "function") else {
            self.each(node);
            return self.b.unknown();
        };
        if let Some(cast) = self.cast_call(node, callee) {
            return cast;
        }
        let list = syntax::field(node, "arguments");
        // A long chain `a.b().c()` nests in the callee, so arguments are visited first only where that costs no depth.
        self.handing = self.handing(callee);
        let tag = self.tag_of_macro(node, callee);
        let outer = std::mem::replace(&mut self.defining, tag.map(|tag| tag.start_byte()));
        let args = list.and_then(|list| self.arguments(list));
        self.defining = outer;
        if let Some(tag) = tag {
            self.type_of_macro(node, tag);
        } else if self.place == Place::Top && node.parent().is_some_and(|it| it.kind() == "expression_statement") && !heads_body(node) {
            self.written_by_macro(node, callee.start_byte());
        }
        let told = list.zip(args.as_ref()).map(|(list, args)| self.told_of(list, args)).unwrap_or_default();
        let outer = std::mem::replace(&mut self.told, told);
        let value = self.called_with(callee, args);
        self.told = outer;
        value
    }

    /// What a call gives whose arguments have been visited.
    fn called_with(&mut self, callee: Node<'_>, args: Option<Vec<ExprId>>) -> ExprId {
        let callee = called(callee);
        let pointing = args.as_deref().and_then(|args| self.points_into(callee, args).or_else(|| self.part_taken(callee, args)));
        let same = args.as_deref().and_then(<[ExprId]>::first).copied().filter(|_| self.gives_argument(callee));
        let target = match callee.kind() {
            "primitive_type" | "sized_type_specifier" => return self.sized(callee),
            // `unsigned(x)`: the grammar reads words of whole numbers like names.
            "identifier" if parameter_types::number(std::iter::once(self.slice(callee))).is_some() => return self.sized(callee),
            "identifier" | "qualified_identifier" | "template_function" | "type_identifier" | "template_type" => self.path(callee, Role::Call, args),
            "field_expression" => self.field_expression(callee, Role::Call, args),
            _ => self.value(callee),
        };
        if let Some(made) = pointing.or(same).or_else(|| self.made(callee)).or_else(|| self.shared_from(callee)) {
            return made;
        }
        if self.builds_of_library(callee) {
            return self.b.built(target);
        }
        self.b.call(target)
    }

    /// The name of a function of the standard library: `std::name`.
    pub(super) fn of_library(&self, callee: Node<'_>) -> Option<&str> {
        let path = paths::split(callee);
        let is_std = matches!(path.scopes.as_slice(), [scope] if self.slice(*scope) == "std");
        path.last.filter(|_| is_std).map(|last| self.slice(paths::name_node(last)))
    }

    /// Whether a function of the standard library gives what it is given: `std::move(x)`, `std::forward<T>(x)`.
    fn gives_argument(&self, callee: Node<'_>) -> bool {
        self.of_library(callee).is_some_and(|name| standard::SAME.contains(&name))
    }

    /// What points into the collection that is handed over: `std::begin(x)` gives what `x.begin()` does.
    fn points_into(&mut self, callee: Node<'_>, args: &[ExprId]) -> Option<ExprId> {
        let [collection] = args else { return None };
        let name = self.of_library(callee).filter(|name| standard::POINTING.contains(name))?.to_owned();
        let target = self.b.member(*collection, &name);
        Some(self.b.call(target))
    }

    /// `static_cast<T>(x)`.
    fn cast_call(&mut self, node: Node<'_>, callee: Node<'_>) -> Option<ExprId> {
        if callee.kind() != "template_function" || !self.is_cast(callee) {
            return None;
        }
        let ty = self.template_arguments(callee).into_iter().next();
        if let Some(list) = syntax::field(node, "arguments") {
            self.arguments(list);
        }
        Some(match ty {
            Some(ty) => self.b.instance(ty),
            None => self.b.unknown(),
        })
    }

    /// Whether a template is spelled like a cast: `static_cast<T>`.
    pub(super) fn is_cast(&self, template: Node<'_>) -> bool {
        syntax::field(template, "name").is_some_and(|name| CASTS.contains(&self.slice(name)))
    }

    /// The part that `std::get<1>(parts)` takes out of what it is handed.
    fn part_taken(&mut self, callee: Node<'_>, args: &[ExprId]) -> Option<ExprId> {
        let [whole] = args else { return None };
        let last = paths::split(callee).last.filter(|last| last.kind() == "template_function" && self.of_library(callee) == Some("get"))?;
        let number = syntax::field(last, "arguments").and_then(|it| syntax::child_of_kind(it, "number_literal"))?;
        let index = self.slice(number).parse().ok()?;
        Some(self.b.expr(Expr::Part { base: *whole, index }))
    }

    /// What `std::make_unique<T>(…)` gives: a smart pointer to `T`; `std::get<T>(…)`: a `T`.
    fn made(&mut self, callee: Node<'_>) -> Option<ExprId> {
        let last = paths::split(callee).last.filter(|last| last.kind() == "template_function")?;
        let name = self.slice(paths::name_node(last));
        let gets = || GETTERS.iter().find(|(getter, _)| self.of_library(callee) == Some(*getter));
        let (_, pointer) = MAKERS.iter().find(|(maker, _)| *maker == name).or_else(gets)?;
        let arguments = syntax::field(last, "arguments")?;
        let ty = syntax::child_of_kind(arguments, "type_descriptor").and_then(|it| syntax::field(it, "type"))?;
        let path = paths::split(ty);
        let ty = self.quiet_path(path.scopes.into_iter().chain(path.last))?;
        if pointer.is_empty() {
            return Some(self.b.instance(ty));
        }
        let std = self.b.free("std");
        let base = self.b.member(std, pointer);
        let applied = self.b.expr(Expr::Apply { base, args: vec![ty] });
        Some(self.b.built(applied))
    }

    /// Whether what is called is a template of the library that holds values: `std::unique_ptr<T>(new T)`.
    fn builds_of_library(&self, callee: Node<'_>) -> bool {
        let is_applied = paths::split(callee).last.is_some_and(|last| last.kind() == "template_function");
        is_applied && self.of_library(callee).is_some_and(standard::is_holder)
    }

    /// What a class of which pointers are shared gives of itself (C++ standard, [util.smartptr.enab]).
    fn shared_from(&mut self, callee: Node<'_>) -> Option<ExprId> {
        let (_, pointer) = standard::OF_SHARED.iter().find(|(name, _)| self.cpp && callee.kind() == "identifier" && self.slice(callee) == *name)?;
        let this = self.b.name("this", callee.start_byte());
        let own = self.type_of(this);
        let std = self.b.free("std");
        let base = self.b.member(std, pointer);
        let applied = self.b.expr(Expr::Apply { base, args: vec![own] });
        Some(self.b.built(applied))
    }

    /// `a.b`, `a->b`, in any role.
    pub(super) fn field_expression(&mut self, node: Node<'_>, role: Role, args: Option<Vec<ExprId>>) -> ExprId {
        let base = self.child_value(node, "argument");
        let Some(field) = syntax::field(node, "field") else { return self.b.unknown() };
        let path = paths::split(field);
        let Some(last) = path.last else { return self.b.unknown() };
        // `p->Base::f()` names a member of a base; the scopes are sites of their own.
        let base = if path.scopes.is_empty() { base } else { self.scopes(&path).map_or(base, |ty| self.b.instance(ty)) };
        let name = self.spelled(last);
        let base = if path.scopes.is_empty() && syntax::has_token(node, "->") { self.behind_arrow(node, base) } else { base };
        let target = self.b.member(base, &name);
        self.site(role, paths::name_node(last), target, args);
        if role == Role::Call && self.cpp {
            self.b.told_receiver(paths::name_node(last).start_byte(), syntax::has_token(node, "->"));
        }
        match last.kind() {
            "template_method" if role == Role::Call => self.apply(target, last),
            "template_method" => {
                self.template_arguments(last);
                target
            }
            _ => target,
        }
    }

    /// Visits what is assigned to.
    pub(super) fn target(&mut self, node: Node<'_>, value: Option<ExprId>) -> ExprId {
        if !self.descend(node) {
            return self.b.unknown();
        }
        let target = match node.kind() {
            "identifier" => {
                if let Some(local) = self.b.find_local(self.slice(node), node.start_byte()) {
                    self.b.assign(local, None, value);
                }
                self.path(node, Role::Write, None)
            }
            "qualified_identifier" => self.path(node, Role::Write, None),
            "field_expression" => self.field_expression(node, Role::Write, None),
            "subscript_expression" => {
                self.indices(node);
                syntax::field(node, "argument").map_or(ExprId(0), |it| self.target(it, None))
            }
            "parenthesized_expression" => syntax::parts(node).first().map_or(ExprId(0), |it| self.target(*it, value)),
            _ => self.value(node),
        };
        self.ascend();
        target
    }

    fn comma(&mut self, node: Node<'_>) -> ExprId {
        let mut current = node;
        while current.kind() == "comma_expression" {
            self.child_value(current, "left");
            let Some(right) = syntax::field(current, "right") else { return self.b.unknown() };
            current = right;
        }
        self.value(current)
    }

    fn conditional_value(&mut self, node: Node<'_>) -> ExprId {
        self.child_value(node, "condition");
        self.b.open_branch();
        let consequence = self.child_value(node, "consequence");
        let alternative = self.child_value(node, "alternative");
        self.b.close_branch();
        self.b.expr(Expr::AnyOf(vec![consequence, alternative]))
    }

    fn indices(&mut self, node: Node<'_>) {
        for field in ["index", "indices"] {
            if let Some(index) = syntax::field(node, field) {
                self.value(index);
            }
        }
    }

    fn subscript(&mut self, node: Node<'_>) -> ExprId {
        let argument = syntax::field(node, "argument");
        let base = self.child_value(node, "argument");
        self.indices(node);
        self.indexed(base, argument)
    }

    /// What brackets behind a value give, which a node may name.
    pub(super) fn indexed(&mut self, base: ExprId, named: Option<Node<'_>>) -> ExprId {
        let named = named.filter(|it| matches!(it.kind(), "identifier" | "type_identifier"));
        let local = named.and_then(|it| self.b.find_local(self.slice(it), it.start_byte()));
        // Only C++ can give brackets a meaning of their own; pointers stand for what they point to.
        if !self.cpp || local.is_some_and(|local| self.pointers.contains(&local)) {
            return base;
        }
        self.b.expr(Expr::Element(base))
    }

    fn compound(&mut self, node: Node<'_>) -> ExprId {
        let role = if self.cpp { Role::Call } else { Role::Type };
        let value = syntax::field(node, "value");
        // Fields are named of what is built, which its type alone tells.
        let counted = value.filter(|list| self.cpp && !designates(*list, 0));
        let args = counted.and_then(|list| self.arguments(list));
        let ty = syntax::field(node, "type").map_or(ExprId(0), |ty| self.type_as(ty, role, args));
        let built = self.b.built(ty);
        if let Some(list) = value.filter(|_| counted.is_none()) {
            self.braces(list, built);
        }
        built
    }

    fn size(&mut self, node: Node<'_>) -> ExprId {
        if let Some(ty) = syntax::field(node, "type") {
            self.type_expr(ty);
        }
        self.child_value(node, "value");
        self.b.literal("size_t")
    }

    fn offset(&mut self, node: Node<'_>) -> ExprId {
        let ty = syntax::field(node, "type").map_or(ExprId(0), |ty| self.type_expr(ty));
        if let Some(member) = syntax::field(node, "member") {
            let object = self.b.instance(ty);
            let target = self.b.member(object, self.slice(member));
            self.site(Role::Read, member, target, None);
        }
        self.b.literal("size_t")
    }

    fn new_expression(&mut self, node: Node<'_>) -> ExprId {
        if let Some(placement) = syntax::field(node, "placement") {
            self.arguments(placement);
        }
        // Without a list, and for every element of an array, nothing is handed over.
        let args = syntax::field(node, "arguments").map_or_else(|| Some(Vec::new()), |list| self.arguments(list));
        let ty = syntax::field(node, "type").map_or(ExprId(0), |ty| self.type_as(ty, Role::Call, args));
        if let Some(declarator) = syntax::field(node, "declarator") {
            self.each(declarator);
        }
        self.b.built(ty)
    }
}

/// The name behind parentheses and stars: `(*f)(x)` calls `f`.
fn called(node: Node<'_>) -> Node<'_> {
    let mut current = node;
    loop {
        let inner = match current.kind() {
            "parenthesized_expression" if current.named_child_count() == 1 => current.named_child(0),
            "pointer_expression" => syntax::field(current, "argument"),
            _ => None,
        };
        match inner {
            Some(inner) => current = inner,
            None => break,
        }
    }
    if matches!(current.kind(), "identifier" | "field_expression" | "qualified_identifier") { current } else { node }
}

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || kind.ends_with("_definition")
        || kind.starts_with("preproc_i")
        || matches!(
            kind,
            "declaration"
                | "ERROR"
                | "for_range_loop"
                | "alias_declaration"
                | "using_declaration"
                | "template_declaration"
                | "static_assert_declaration"
        )
}
