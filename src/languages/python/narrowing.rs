//! What a condition says of the types of local names and of their members.

use tree_sitter::Node;

use super::Walker;
use crate::base::Name;
use crate::languages::syntax::{field, first_part, parts};
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId, REST, TESTED};

/// Most members in a row that a condition may be about.
const MEMBERS: usize = 4;

impl Walker<'_, '_> {
    /// The names whose type a condition fixes when it turns out as `holds`. Visits nothing: the condition's sites are made elsewhere.
    pub(super) fn narrowings(&mut self, condition: Node<'_>, holds: bool) -> Vec<(Name, ExprId)> {
        let mut found = Vec::new();
        let mut open = vec![(condition, holds)];
        // Conditions are trees of `and`, `not` and parentheses; sixteen tests of one condition are plenty.
        while let Some((node, holds)) = open.pop() {
            if found.len() >= 16 || open.len() >= 64 {
                break;
            }
            match node.kind() {
                "parenthesized_expression" => open.extend(first_part(node).map(|inner| (inner, holds))),
                "not_operator" => open.extend(field(node, "argument").map(|inner| (inner, !holds))),
                "boolean_operator" => {
                    let joins = field(node, "operator").is_some_and(|operator| (operator.kind() == "and") == holds);
                    if joins {
                        // What comes later is asked of what the earlier has let through.
                        open.extend(field(node, "right").map(|side| (side, holds)));
                        open.extend(field(node, "left").map(|side| (side, holds)));
                    }
                }
                "call" => found.extend(self.instance_test(node, holds)),
                "comparison_operator" => found.extend(self.exact_test(node, holds)),
                _ => {}
            }
        }
        found
    }

    /// `isinstance(name, T)`, which fixes the type or takes it out of the others, and `issubclass(name, T)`, after which a class is T or one below it.
    fn instance_test(&mut self, call: Node<'_>, holds: bool) -> Option<(Name, ExprId)> {
        let function = self.text(field(call, "function")?);
        let of_classes = function == "issubclass";
        if !of_classes && function != "isinstance" || of_classes && !holds {
            return None;
        }
        let arguments = parts(field(call, "arguments")?);
        let [subject, ty] = arguments.as_slice() else { return None };
        let name = self.subject(*subject)?;
        let mut ty = self.quiet_type(*ty);
        if of_classes {
            ty = self.spelled(super::types::Meaning::Class(ty));
        }
        let value = self.quiet_type(*subject);
        if holds {
            return Some((name, self.tested_for(value, ty)));
        }
        Some((name, self.remaining(value, vec![ty])))
    }

    /// What a value is beside the types it was tested for.
    pub(super) fn remaining(&mut self, value: ExprId, tested: Vec<ExprId>) -> ExprId {
        let rest = self.builder.literal(REST);
        self.builder.expr(Expr::Apply { base: rest, args: std::iter::once(value).chain(tested).collect() })
    }

    /// What a value is that was tested for a type.
    fn tested_for(&mut self, value: ExprId, ty: ExprId) -> ExprId {
        let tested = self.builder.literal(TESTED);
        self.builder.expr(Expr::Apply { base: tested, args: vec![value, ty] })
    }

    /// What a test is about: a name, or members of one (`self.a.b`).
    fn subject(&mut self, node: Node<'_>) -> Option<Name> {
        let mut base = node;
        for _ in 0..MEMBERS {
            if base.kind() != "attribute" {
                break;
            }
            base = field(base, "object")?;
        }
        let text = self.text(node);
        if base.kind() != "identifier" || text.contains(char::is_whitespace) {
            return None;
        }
        self.narrows_members |= base != node;
        Some(text.into())
    }

    /// The value of a member whose type a condition has fixed here.
    pub(super) fn narrowed_member(&mut self, node: Node<'_>) -> Option<ExprId> {
        if !self.narrows_members {
            return None;
        }
        let text = self.text(node);
        self.builder.find_local(text, node.start_byte())?;
        Some(self.builder.name(text, node.start_byte()))
    }

    /// An assignment to a member ends what a condition has said of it.
    pub(super) fn widen_member(&mut self, node: Node<'_>, ty: Option<ExprId>, value: ExprId) {
        if self.narrowed_member(node).is_some() {
            let name = self.text(node).into();
            let local = Local { name, ty, values: vec![value], receiver: false, parameter_of: None };
            self.builder.declare(local, node.end_byte());
        }
    }

    /// `type(name) is T`, `name.__class__ == T`, and their opposites where they do not hold.
    fn exact_test(&mut self, comparison: Node<'_>, holds: bool) -> Option<(Name, ExprId)> {
        let operator = field(comparison, "operators")?.kind();
        let sides = parts(comparison);
        let (left, right) = (*sides.first()?, *sides.last()?);
        if !(if holds { ["is", "=="] } else { ["is not", "!="] }).contains(&operator) {
            return None;
        }
        let subject = match left.kind() {
            "call" if self.text(field(left, "function")?) == "type" => first_part(field(left, "arguments")?)?,
            "attribute" if self.text(field(left, "attribute")?) == "__class__" => field(left, "object")?,
            _ => return None,
        };
        let name = self.subject(subject)?;
        let (value, ty) = (self.quiet_type(subject), self.quiet_type(right));
        Some((name, self.tested_for(value, ty)))
    }

    /// A type expression without sites, for a node that is visited elsewhere: dotted names, tuples and unions of them.
    pub(super) fn quiet_type(&mut self, node: Node<'_>) -> ExprId {
        let unknown = self.builder.unknown();
        self.deeper(node, unknown, |walker| match node.kind() {
            "identifier" => walker.builder.name(walker.text(node), node.start_byte()),
            "attribute" => {
                let (Some(object), Some(name)) = (field(node, "object"), field(node, "attribute")) else { return unknown };
                if walker.text(name) == "__class__" && walker.receiver_class(walker.text(object)).is_some() {
                    return walker.own_class().unwrap_or(unknown);
                }
                let base = walker.quiet_type(object);
                walker.builder.member(base, walker.text(name))
            }
            // `type(self)`, `type(other)`.
            "call" => {
                let is_type = field(node, "function").is_some_and(|function| walker.text(function) == "type");
                match field(node, "arguments").and_then(first_part).filter(|_| is_type) {
                    Some(subject) if walker.receiver_class(walker.text(subject)).is_some() => walker.own_class().unwrap_or(unknown),
                    Some(subject) if matches!(subject.kind(), "attribute" | "identifier") => {
                        // What a list holds that has nothing but the value.
                        let value = walker.quiet_type(subject);
                        let list = walker.builder.expr(Expr::Tuple(vec![value]));
                        walker.builder.expr(Expr::Element(list))
                    }
                    _ => unknown,
                }
            }
            "dotted_name" => walker.dotted(node),
            "parenthesized_expression" => first_part(node).map_or(unknown, |inner| walker.quiet_type(inner)),
            "tuple" | "binary_operator" => {
                let types = parts(node).into_iter().filter(|part| part.kind() != "none").take(8).collect::<Vec<_>>();
                let types: Vec<ExprId> = types.into_iter().map(|part| walker.quiet_type(part)).collect();
                walker.builder.any_of(types)
            }
            _ => unknown,
        })
    }

    /// The expression of a dotted name, without sites.
    pub(super) fn dotted(&mut self, node: Node<'_>) -> ExprId {
        let mut path = None;
        for part in parts(node) {
            let text = self.text(part);
            path = Some(match path {
                None => self.builder.name(text, part.start_byte()),
                Some(base) => self.builder.member(base, text),
            });
        }
        path.unwrap_or_else(|| self.builder.unknown())
    }
}
