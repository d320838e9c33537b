//! What a condition tells of a local: `instanceof`, `typeof`, the tag of a union, and their negations.

use tree_sitter::Node;

use super::super::syntax::field;
use super::imports::string_content;
use super::walk::Walk;
use crate::base::Name;
use crate::shard::body::Local;
use crate::shard::builder::Binding;
use crate::shard::expr::{Expr, ExprId, REST, TAGGED, TESTED, TEXT, UNTAGGED};

/// A local, `this`, or a member that is reached from one of these, that is of a narrower type.
#[derive(Clone, Debug)]
pub(super) struct Narrowing {
    /// What it is bound under: the name of a local, the [key](Walk::key_of) of a member.
    name: Name,
    ty: ExprId,
    /// What it is where the type tells nothing.
    otherwise: Option<ExprId>,
}

/// What holds after a condition.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub when_true: Vec<Narrowing>,
    pub when_false: Vec<Narrowing>,
}

/// Conditions nested deeper than this tell nothing.
const DEEPEST: u32 = 16;
/// Dotted names of classes of more names narrow nothing.
const MAX_NAMES: usize = 16;
/// Most members in a row that a condition may be about.
const MAX_MEMBERS: usize = 4;
/// Names of members of which the conditions of one file may tell.
const MAX_NARROWED: usize = 256;

impl<'text> Walk<'_, 'text> {
    /// Binds the narrowed names in the present scope from byte `from` on.
    pub fn narrow(&mut self, narrowed: &[Narrowing], from: usize) {
        for it in narrowed {
            let local =
                Local { name: it.name.clone(), ty: Some(it.ty), values: it.otherwise.into_iter().collect(), receiver: false, parameter_of: None };
            let local = self.builder.add_local(local);
            self.builder.bind(&it.name, Binding::Local(local), from);
        }
    }

    /// Visits the condition of a statement or expression and gives what it tells.
    pub fn condition(&mut self, node: Node<'_>) -> Facts {
        let Some(condition) = field(node, "condition") else { return Facts::default() };
        self.value(condition);
        self.facts_of(condition, 0)
    }

    /// What a condition, already visited, tells. Adds no sites.
    pub fn facts_of(&mut self, node: Node<'_>, depth: u32) -> Facts {
        if depth > DEEPEST {
            return Facts::default();
        }
        match node.kind() {
            "parenthesized_expression" => super::statements::first(node).map(|inner| self.facts_of(inner, depth + 1)).unwrap_or_default(),
            "unary_expression" if field(node, "operator").is_some_and(|it| it.kind() == "!") => {
                let Some(inner) = field(node, "argument") else { return Facts::default() };
                let facts = self.facts_of(inner, depth + 1);
                Facts { when_true: facts.when_false, when_false: facts.when_true }
            }
            "binary_expression" => self.facts_of_binary(node, depth),
            "call_expression" => self.predicate(node),
            _ => Facts::default(),
        }
    }

    fn facts_of_binary(&mut self, node: Node<'_>, depth: u32) -> Facts {
        let (Some(left), Some(operator), Some(right)) = (field(node, "left"), field(node, "operator"), field(node, "right")) else {
            return Facts::default();
        };
        match operator.kind() {
            "&&" => {
                let mut facts = self.facts_of(left, depth + 1);
                let behind = self.behind(&facts.when_true, right, depth);
                facts.when_true.extend(behind.when_true);
                Facts { when_false: Vec::new(), ..facts }
            }
            "||" => {
                let mut facts = self.facts_of(left, depth + 1);
                let behind = self.behind(&facts.when_false, right, depth);
                facts.when_false.extend(behind.when_false);
                Facts { when_true: Vec::new(), ..facts }
            }
            "instanceof" => {
                let Some(ty) = self.class_named(right) else { return Facts::default() };
                let Some((name, value)) = self.subject(left) else { return Facts::default() };
                let when_true = vec![Narrowing { name: name.clone(), ty: self.tested(value, ty), otherwise: None }];
                Facts { when_true, when_false: self.rest(name, value, ty) }
            }
            "===" | "==" => self.equality(left, right),
            "!==" | "!=" => {
                let facts = self.equality(left, right);
                Facts { when_true: facts.when_false, when_false: facts.when_true }
            }
            _ => Facts::default(),
        }
    }

    /// What a condition tells that is only looked at where the tests in front of it tell this.
    fn behind(&mut self, before: &[Narrowing], condition: Node<'_>, depth: u32) -> Facts {
        let known = self.tested_before.len();
        // What may tell nothing leaves the value as it is.
        self.tested_before.extend(before.iter().filter(|it| it.otherwise.is_none()).map(|it| (it.name.clone(), it.ty)));
        let facts = self.facts_of(condition, depth + 1);
        self.tested_before.truncate(known);
        facts
    }

    /// What `f(name)` tells of the name where the result type of `f` says so: `name is T`.
    fn predicate(&mut self, call: Node<'_>) -> Facts {
        let Some((name, value, told)) = self.told(call) else { return Facts::default() };
        let ty = self.tested(value, told);
        let when_true = vec![Narrowing { name: name.clone(), ty, otherwise: Some(value) }];
        Facts { when_true, when_false: self.rest(name, value, told) }
    }

    /// The type that a result type says its function's parameter to be of: `T` of `name is T`.
    pub(super) fn predicated(&self, ty: ExprId) -> Option<ExprId> {
        let Expr::Apply { base, args } = self.builder.at(ty) else { return None };
        let is_test = matches!(self.builder.at(*base), Expr::Free(name) if name == "boolean");
        args.first().copied().filter(|_| is_test)
    }

    /// The type that the only expression of a function tests its first parameter for: `it => it instanceof T`.
    pub(super) fn told_of_first(&mut self, function: Node<'_>, body: Node<'_>) -> Option<ExprId> {
        let list = field(function, "parameters").and_then(super::statements::first);
        let first = list.map(|it| field(it, "pattern").unwrap_or(it)).or_else(|| field(function, "parameter"))?;
        if first.kind() != "identifier" || body.kind() != "binary_expression" {
            return None;
        }
        let name = self.of(first);
        let facts = self.facts_of(body, 0).when_true;
        facts.into_iter().find(|it| it.name == name && it.otherwise.is_none()).map(|it| it.ty)
    }

    /// What an assertion `f(name)` tells of the name.
    pub(super) fn told_by_assertion(&mut self, call: Node<'_>) -> Vec<Narrowing> {
        let Some((name, value, told)) = self.told(call) else { return Vec::new() };
        vec![Narrowing { name, ty: self.tested(value, told), otherwise: Some(value) }]
    }

    /// The first argument of a call, with its value, and the type that the result of the call tells of it. What that tells is the only thing that its result
    /// holds.
    fn told(&mut self, call: Node<'_>) -> Option<(Name, ExprId, ExprId)> {
        let function = field(call, "function").and_then(|function| self.class_named(function))?;
        let argument = field(call, "arguments").and_then(super::statements::first).or_else(|| self.asked_itself(call))?;
        let (name, value) = self.subject(argument)?;
        let result = match self.asked_for(call) {
            Some(class) => self.builder.expr(Expr::CallWith { callee: function, args: vec![value, class] }),
            None => self.builder.call(function),
        };
        let ty = self.builder.expr(Expr::Element(result));
        Some((name, value, ty))
    }

    /// What is handed to a call behind the value that it asks of, where that may be a class: `is(node, Leaf)`.
    fn asked_for(&mut self, call: Node<'_>) -> Option<ExprId> {
        let class = super::statements::parts(field(call, "arguments")?).get(1).copied()?;
        self.class_named(class)
    }

    /// What a call without arguments may ask what it is: `node.isLeaf()`, declared as `this is Leaf`.
    fn asked_itself<'t>(&self, call: Node<'t>) -> Option<Node<'t>> {
        let function = field(call, "function").filter(|it| it.kind() == "member_expression")?;
        let name = self.of(field(function, "property")?);
        field(function, "object").filter(|_| name.starts_with("is") || name.starts_with("has"))
    }

    /// What a value is where a test for a type holds: of its types those that are of that, else that type.
    fn tested(&mut self, value: ExprId, ty: ExprId) -> ExprId {
        let tested = self.builder.literal(TESTED);
        self.builder.expr(Expr::Apply { base: tested, args: vec![value, ty] })
    }

    /// What is left of a value where a test for a type has failed: the rest of its types.
    fn rest(&mut self, name: Name, value: ExprId, tested: ExprId) -> Vec<Narrowing> {
        let rest = self.builder.literal(REST);
        let ty = self.builder.expr(Expr::Apply { base: rest, args: vec![value, tested] });
        vec![Narrowing { name, ty, otherwise: Some(value) }]
    }

    /// What `left === right` tells: of a type that is asked for, or of the tag of a union (`shape.kind === 'circle'`).
    fn equality(&mut self, left: Node<'_>, right: Node<'_>) -> Facts {
        let Some(tag) = self.tag(right) else { return Facts::default() };
        let when_true = self.typeof_test(left, right);
        if !when_true.is_empty() {
            return Facts { when_true, when_false: Vec::new() };
        }
        Facts { when_true: self.tagged(left, TAGGED, &[tag]), when_false: self.tagged(left, UNTAGGED, &[tag]) }
    }

    /// What a member of a local that holds one of these tags, or none of them, tells of the local.
    pub(super) fn tagged(&mut self, member: Node<'_>, mark: &'static str, tags: &[ExprId]) -> Vec<Narrowing> {
        let object = field(member, "object").filter(|it| it.kind() != "this");
        let (Some(object), Some(property)) = (object, field(member, "property")) else { return Vec::new() };
        let Some((name, value)) = self.subject(object) else { return Vec::new() };
        let tags = self.builder.any_of(tags.iter().copied());
        let tagged = self.builder.expr(Expr::At { base: tags, key: self.of(property).into() });
        let base = self.builder.literal(mark);
        let ty = self.builder.expr(Expr::Apply { base, args: vec![value, tagged] });
        vec![Narrowing { name, ty, otherwise: Some(value) }]
    }

    /// What is written as a tag: a literal, or what is named like a value of an enumeration.
    pub(super) fn tag(&mut self, node: Node<'_>) -> Option<ExprId> {
        let is_capital = |it: Node<'_>| self.of(it).starts_with(char::is_uppercase);
        match node.kind() {
            "member_expression" if field(node, "property").is_some_and(is_capital) => self.class_named(node),
            _ => self.literal_tag(node),
        }
    }

    /// A text, number or boolean that is written out.
    pub(super) fn literal_tag(&mut self, node: Node<'_>) -> Option<ExprId> {
        match node.kind() {
            "string" => Some(self.builder.literal(&format!("{TEXT}{}", string_content(node, self.text)))),
            "number" | "true" | "false" => Some(self.builder.literal(self.of(node))),
            _ => None,
        }
    }

    fn typeof_test(&mut self, left: Node<'_>, right: Node<'_>) -> Vec<Narrowing> {
        let is_typeof = left.kind() == "unary_expression" && field(left, "operator").is_some_and(|it| it.kind() == "typeof");
        let Some(argument) = field(left, "argument").filter(|_| is_typeof) else { return Vec::new() };
        let word = self.of(right).trim_matches(['"', '\'', '`']);
        if !matches!(word, "string" | "number" | "boolean" | "bigint" | "symbol") {
            return Vec::new();
        }
        let ty = self.builder.free(word);
        self.narrowing(argument, ty)
    }

    fn narrowing(&mut self, node: Node<'_>, ty: ExprId) -> Vec<Narrowing> {
        let subject = self.subject(node);
        subject.map(|(name, _)| Narrowing { name, ty, otherwise: None }).into_iter().collect()
    }

    /// What a test is about, with its value: a local, or a member that is reached from one or from `this`.
    fn subject(&mut self, node: Node<'_>) -> Option<(Name, ExprId)> {
        let (name, value) = self.subject_itself(node)?;
        let tested = self.tested_before.iter().rfind(|(known, _)| *known == name).map(|(_, ty)| *ty);
        Some((name, tested.map_or(value, |ty| self.builder.instance(ty))))
    }

    fn subject_itself(&mut self, node: Node<'_>) -> Option<(Name, ExprId)> {
        if node.kind() == "this" {
            return Some(("this".into(), self.builder.name("this", node.start_byte())));
        }
        if node.kind() == "identifier" {
            return self.is_local(node).then(|| (self.of(node).into(), self.builder.name(self.of(node), node.start_byte())));
        }
        let (key, names) = self.key_of(node)?;
        let last: Name = (*names.last()?).into();
        let value = self.narrowed_member(node).unwrap_or_else(|| {
            let first = self.builder.name(names[0], node.start_byte());
            names[1..].iter().fold(first, |owner, name| self.builder.member(owner, name))
        });
        if !self.narrowed.contains(&last) {
            if self.narrowed.len() >= MAX_NARROWED {
                return None;
            }
            self.narrowed.insert(last);
        }
        Some((key, value))
    }

    /// What a member is bound under that a condition tells of, which no source can name, and its names: `this.a.b`, `local.a`. In a function that stands
    /// inside, which may run at any time, it is another one, and so it is once the local holds something else.
    fn key_of(&self, member: Node<'_>) -> Option<(Name, Vec<&'text str>)> {
        let mut names = Vec::new();
        let mut base = member;
        while base.kind() == "member_expression" && names.len() < MAX_MEMBERS {
            names.push(self.of(field(base, "property")?));
            base = field(base, "object")?;
            while matches!(base.kind(), "non_null_expression" | "parenthesized_expression") {
                base = super::statements::first(base)?;
            }
        }
        let starts = base.kind() == "this" || (base.kind() == "identifier" && self.is_local(base));
        if !starts || names.is_empty() {
            return None;
        }
        names.push(self.of(base));
        names.reverse();
        let times = self.reassigned.get(names[0]).copied().unwrap_or(0);
        Some((format!("{}@{}.{times}", names.join("."), self.frames.len()).into(), names))
    }

    /// The value of a member of which a condition tells something here.
    pub(super) fn narrowed_member(&mut self, member: Node<'_>) -> Option<ExprId> {
        let property = field(member, "property").filter(|_| !self.narrowed.is_empty())?;
        if !self.narrowed.contains(self.of(property)) {
            return None;
        }
        let (key, _) = self.key_of(member)?;
        self.builder.find_local(&key, member.start_byte())?;
        Some(self.builder.name(&key, member.start_byte()))
    }

    /// An assignment to a member ends what a condition has said of it.
    pub(super) fn widen_member(&mut self, member: Node<'_>, value: Option<ExprId>) {
        if self.narrowed_member(member).is_none() {
            return;
        }
        let Some((key, names)) = self.key_of(member) else { return };
        let first = self.builder.name(names[0], member.start_byte());
        let declared = names[1..].iter().fold(first, |owner, name| self.builder.member(owner, name));
        let values = vec![value.filter(|value| *value != self.builder.unknown()).unwrap_or(declared)];
        let local = self.builder.add_local(Local { name: key.clone(), ty: None, values, receiver: false, parameter_of: None });
        self.builder.bind(&key, Binding::Local(local), member.end_byte());
    }

    /// The type expression of a dotted name, without sites.
    fn class_named(&mut self, node: Node<'_>) -> Option<ExprId> {
        let mut names = Vec::new();
        let mut base = node;
        while base.kind() == "member_expression" && names.len() < MAX_NAMES {
            names.push(self.of(field(base, "property")?));
            base = field(base, "object")?;
        }
        let first = (base.kind() == "identifier").then(|| self.builder.name(self.of(base), base.start_byte()))?;
        Some(names.into_iter().rev().fold(first, |owner, name| self.builder.member(owner, name)))
    }
}
