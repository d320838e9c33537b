//! Types that are made of the members of others, by their names: mapped types, index signatures, the names that are handed to `Omit` and `Pick`.

use tree_sitter::Node;

use super::super::syntax::{self, field};
use super::habits::HABITS;
use super::statements;
use super::walk::Walk;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::{Expr, ExprId, FACE, KEYS};

/// How deep a type is looked into for the name of the member that it is given for.
const MAX_MAPPED: u32 = 12;

/// Most names of members that a type argument keeps: of more it is only known that they are texts.
const MAX_NAMES: usize = 64;

/// What names the members of a mapped type.
struct Names<'t> {
    key: Node<'t>,
    all: ExprId,
    /// The type whose members they name.
    whole: Option<(Node<'t>, ExprId)>,
}

impl Walk<'_, '_> {
    /// A type argument. Of texts that it may be, and of names of members, what they are is kept.
    pub(super) fn names_or_type(&mut self, node: Node<'_>) -> ExprId {
        let is_union = matches!(node.kind(), "union_type" | "parenthesized_type");
        let parts = if is_union { Self::alternatives_of(node) } else { vec![node] };
        let is_name = |part: &Node<'_>| match part.kind() {
            "literal_type" => statements::first(*part).is_some_and(|value| value.kind() == "string"),
            kind => kind == "index_type_query",
        };
        if parts.len() > MAX_NAMES || !parts.iter().any(is_name) {
            return self.type_expr(node);
        }
        let (mut names, mut others) = (Vec::new(), Vec::new());
        for part in parts {
            if !is_name(&part) {
                others.push(self.alternative(part));
            } else if part.kind() == "literal_type" {
                names.extend(statements::first(part).and_then(|value| self.literal_tag(value)));
            } else {
                names.push(self.names_of(part));
            }
        }
        let text = self.builder.free("string");
        let names = self.builder.applied(text, names);
        self.builder.any_known_of(std::iter::once(names).chain(others))
    }

    /// The parts of a union, however they are put in brackets.
    fn alternatives_of(node: Node<'_>) -> Vec<Node<'_>> {
        let inner = if node.kind() == "parenthesized_type" { statements::first(node).unwrap_or(node) } else { node };
        if inner.kind() == "union_type" { Self::alternatives(inner) } else { vec![inner] }
    }

    /// `keyof T`, as one of the texts that name members.
    fn names_of(&mut self, query: Node<'_>) -> ExprId {
        let whole = self.all_types(query).into_iter().take(1).collect();
        let keys = self.builder.literal(KEYS);
        self.builder.expr(Expr::Apply { base: keys, args: whole })
    }

    /// Visits what the members of a mapped type are named by.
    fn names<'t>(&mut self, key: Node<'t>, node: Node<'t>) -> Names<'t> {
        let all = self.names_or_type(node);
        let inner = statements::first(node).filter(|_| node.kind() == "index_type_query");
        let args = |id: ExprId| if let Expr::Apply { args, .. } = self.builder.at(id) { args.first().copied() } else { None };
        let whole = inner.and_then(|inner| Some((inner, args(args(all)?)?)));
        Names { key, all, whole }
    }

    /// Whether a type is mapped to one that has the members of another: `{ [K in keyof T]?: T[K] }`.
    pub(super) fn is_face(&self, node: Node<'_>) -> bool {
        self.face(node).is_some()
    }

    /// The key of such a type, its constraint and what its members are.
    fn face<'t>(&self, node: Node<'t>) -> Option<(Node<'t>, Node<'t>, Node<'t>)> {
        let clause = syntax::child_of_kind(node, "mapped_type_clause").filter(|_| node.kind() == "index_signature")?;
        let (key, names) = (field(clause, "name")?, field(clause, "type")?);
        let value = field(node, "type").and_then(statements::first)?;
        let of_names = names.kind() == "index_type_query" && self.names_type(value, self.of(key), MAX_MAPPED);
        (of_names || self.gives_members(value, self.of(key), MAX_MAPPED)).then_some((key, names, value))
    }

    /// Whether a type is, or may be, that of the member `key` of another one.
    fn gives_members(&self, value: Node<'_>, key: &str, depth: u32) -> bool {
        match value.kind() {
            "lookup_type" => matches!(statements::parts(value).as_slice(), [_, index] if self.of(*index) == key),
            "parenthesized_type" => depth > 0 && statements::first(value).is_some_and(|inner| self.gives_members(inner, key, depth - 1)),
            "conditional_type" => {
                let mut ends = ["consequence", "alternative"].into_iter().filter_map(|name| field(value, name));
                depth > 0 && ends.any(|end| self.gives_members(end, key, depth - 1))
            }
            _ => false,
        }
    }

    /// Visits what the members of a mapped type are. Gives the types whose members it has.
    fn member_givers(&mut self, value: Node<'_>, names: &Names<'_>) -> Vec<ExprId> {
        let unknown = self.builder.unknown();
        let key = self.of(names.key);
        match (value.kind(), statements::parts(value).as_slice()) {
            ("parenthesized_type", [inner]) if self.gives_members(value, key, MAX_MAPPED) => self.member_givers(*inner, names),
            ("lookup_type", [object, index]) if self.of(*index) == key => {
                let whole = self.type_expr(*object);
                self.type_expr(*index);
                let has_all = names.whole.is_some_and(|(of, _)| self.of(of) == self.of(*object));
                vec![if has_all { whole } else { self.left_of(whole, "Pick", names.all) }]
            }
            ("conditional_type", _) if self.gives_members(value, key, MAX_MAPPED) => {
                let (tested, ends) = ((field(value, "left"), field(value, "right")), (field(value, "consequence"), field(value, "alternative")));
                let ((Some(left), Some(right)), (Some(then), Some(other))) = (tested, ends) else { return Vec::new() };
                self.builder.open_scope(ScopeKind::Block);
                let naming = std::mem::take(&mut self.naming);
                self.type_expr(left);
                let tested = self.of(left) == key && right.kind() == "index_type_query";
                let right = self.names_or_type(right);
                self.naming = naming;
                let mut givers = Vec::new();
                for (end, face) in [(then, "Pick"), (other, "Omit")] {
                    for whole in self.member_givers(end, names) {
                        givers.push(if tested { self.left_of(whole, face, right) } else { whole });
                    }
                }
                self.builder.close_scope();
                givers
            }
            _ => {
                let given = self.type_expr(value);
                let Some((_, whole)) = names.whole.filter(|(_, whole)| *whole != unknown && self.of(value) != "never") else { return Vec::new() };
                let face = self.builder.literal(FACE);
                let mut args = vec![whole];
                // What each of them is where the name of the member is known.
                if given != unknown {
                    args.extend([self.builder.name(key, value.end_byte()), given]);
                }
                vec![self.builder.expr(Expr::Apply { base: face, args })]
            }
        }
    }

    /// A type of which the members alone are left that names leave of it.
    fn left_of(&mut self, whole: ExprId, by: &str, names: ExprId) -> ExprId {
        if whole == self.builder.unknown() {
            return whole;
        }
        let base = self.builder.free(by);
        self.builder.expr(Expr::Apply { base, args: vec![whole, names] })
    }

    /// Visits a mapped type or an index signature. Gives the map from names to what all members are that the latter signs for, or the type whose members
    /// it has.
    pub(super) fn mapped(&mut self, node: Node<'_>) -> Option<ExprId> {
        let mut value = None;
        let mut depends = false;
        self.builder.open_scope(ScopeKind::Block);
        let clause = if node.kind() == "mapped_type_clause" { Some(node) } else { syntax::child_of_kind(node, "mapped_type_clause") };
        if let Some(clause) = clause {
            if let Some(name) = field(clause, "name") {
                let name = self.of(name);
                self.builder.type_parameter(name, Vec::new());
            }
            if let Some((key, names, given)) = self.face(node) {
                let names = self.names(key, names);
                field(clause, "alias").map(|alias| self.type_expr(alias));
                let givers = self.member_givers(given, &names);
                self.builder.close_scope();
                let whole = self.builder.any_known_of(givers);
                return Some(whole).filter(|it| *it != self.builder.unknown());
            }
            for name in ["type", "alias"] {
                field(clause, name).map(|ty| self.type_expr(ty));
            }
        }
        if node.kind() == "index_signature" {
            for name in ["index_type", "type"] {
                let ty = field(node, name);
                value = ty.and_then(|ty| self.annotation(ty));
                // What a mapped type gives its members may depend on the member.
                let key = clause.and_then(|clause| field(clause, "name"));
                depends |= ty.zip(key).is_some_and(|(ty, key)| self.depends_on(ty, self.of(key)));
            }
        }
        self.builder.close_scope();
        // Of what has members by any name these may be of any type; what a mapped type gives them is told.
        let value = if node.kind() == "index_signature" && clause.is_none() { Some(value.unwrap_or(self.builder.unknown())) } else { value };
        let value = value.filter(|_| !depends && (clause.is_none() || node.kind() == "index_signature"))?;
        let (base, key) = (self.builder.free("Record"), self.builder.free("string"));
        Some(self.builder.expr(Expr::Apply { base, args: vec![key, value] }))
    }

    /// Whether which type the members of a mapped type are of depends on their key. What is the same generic type of each does not: `Ref<T[K]>`.
    fn depends_on(&self, ty: Node<'_>, key: &str) -> bool {
        let inner = if ty.kind() == "type_annotation" { statements::first(ty).unwrap_or(ty) } else { ty };
        let named = if inner.kind() == "generic_type" { field(inner, "name").filter(|it| it.kind() == "type_identifier") } else { None };
        // Those of the language are what they are given, or made of it.
        match named.filter(|name| !HABITS.is_builtin(self.of(*name)) && !HABITS.holding.transparent.contains(&self.of(*name))) {
            Some(name) => self.of(name) == key,
            None => self.names_type(ty, key, MAX_MAPPED),
        }
    }

    /// Whether a type is, or names somewhere inside, the type `name`. What nests deeper than is looked into may.
    fn names_type(&self, ty: Node<'_>, name: &str, depth: u32) -> bool {
        match ty.kind() {
            "type_identifier" | "identifier" => self.of(ty) == name,
            _ => depth == 0 || syntax::children(ty).into_iter().any(|part| self.names_type(part, name, depth - 1)),
        }
    }
}
