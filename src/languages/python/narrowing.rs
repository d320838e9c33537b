//! What a condition says of the types of local names and of their members.

use std::borrow::Cow;

use tree_sitter::Node;

use super::Walker;
use super::frames::Known;
use crate::base::Name;
use crate::languages::syntax::{field, fields, first_part, parts};
use crate::shard::body::Local;
use crate::shard::expr::{Expr, ExprId, PUT, REST, TESTED};

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
                "call" => found.extend(self.instance_test(node, holds, &found)),
                "comparison_operator" => found.extend(self.exact_test(node, holds)),
                _ => {}
            }
        }
        found
    }

    /// `isinstance(name, T)`, which fixes the type or takes it out of the others, and `issubclass(name, T)`, after which a class is T or one below it.
    /// It is asked of what tests in front of it in the same condition have let through.
    fn instance_test(&mut self, call: Node<'_>, holds: bool, before: &[(Name, ExprId)]) -> Option<(Name, ExprId)> {
        let function = self.text(field(call, "function")?);
        let of_classes = function == "issubclass";
        if !of_classes && function != "isinstance" || of_classes && !holds {
            return None;
        }
        let arguments = parts(field(call, "arguments")?);
        let [subject, ty] = arguments.as_slice() else { return None };
        let name = self.subject(*subject)?;
        if !holds && name.contains('[') {
            return None;
        }
        let mut ty = self.quiet_type(*ty);
        if of_classes {
            ty = self.spelled(super::types::Meaning::Class(ty));
        }
        let value = match before.iter().rfind(|(known, _)| *known == name) {
            Some((_, ty)) => self.builder.instance(*ty),
            None => self.quiet_type(*subject),
        };
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
            base = match base.kind() {
                "attribute" => field(base, "object")?,
                "subscript" if self.is_written_place(base) => field(base, "value")?,
                _ => break,
            };
        }
        if base.kind() != "identifier" {
            return None;
        }
        self.place(node).map(|place| place.as_ref().into())
    }

    /// What a member of a name, or what stands in it under a number or a text, is told by: as it is written, with one kind of quotes.
    fn place(&self, node: Node<'_>) -> Option<Cow<'_, str>> {
        let text = self.text(node);
        match text {
            _ if text.contains(char::is_whitespace) => None,
            _ if text.contains('\'') => Some(Cow::Owned(text.replace('\'', "\""))),
            _ => Some(Cow::Borrowed(text)),
        }
    }

    /// Says of a local that it is a place of the name that it begins with, as that is here.
    pub(super) fn note_place(&mut self, local: u32, place: &str) {
        if is_place(place) {
            self.narrows_members = true;
            let root = self.builder.find_local(root_of(place), self.text.len());
            self.places.insert(local, root);
        }
    }

    /// The value of a member whose type a condition has fixed here.
    pub(super) fn narrowed_member(&mut self, node: Node<'_>) -> Option<ExprId> {
        if !self.narrows_members {
            return None;
        }
        let place = self.place(node)?;
        let at = node.start_byte();
        let local = self.builder.find_local(&place, at)?;
        if self.builder.find_local(root_of(&place), at) != *self.places.get(&local)? {
            return None;
        }
        let place = place.into_owned();
        Some(self.builder.name(&place, at))
    }

    /// Whether a number or a text is written in the brackets of a subscript.
    fn is_written_place(&self, node: Node<'_>) -> bool {
        let keys = fields(node, "subscript");
        matches!(keys.as_slice(), [key] if matches!(key.kind(), "integer" | "string") && !self.text(*key).contains(['{', '\\']))
    }

    /// A place that is given a value holds that behind the assignment, or may do so where that is in a block.
    pub(super) fn put(&mut self, node: Node<'_>, (held, value): (ExprId, ExprId), from: usize) -> bool {
        if matches!(self.builder.at(value), Expr::Literal(_) | Expr::Tuple(_) | Expr::Unknown) || self.function_frame().is_none() {
            return false;
        }
        let Some(place) = self.subject(node) else { return false };
        let mark = self.builder.literal(PUT);
        let put = self.builder.expr(Expr::Apply { base: mark, args: vec![held, value] });
        let Some(frame) = self.function_frame() else { return false };
        let inner = frame.blocks.len().saturating_sub(1);
        let outer = frame.blocks.iter().take(inner).filter_map(|block| block.get(&place).copied());
        let straight = frame.locals.get(&place).filter(|_| !frame.blocks.is_empty()).map(|known| known.local);
        for outer in outer.chain(straight).collect::<Vec<u32>>() {
            self.builder.assign(outer, None, Some(put));
        }
        let local = Local { name: place.clone(), ty: None, values: vec![put], receiver: false, parameter_of: None };
        let local = self.builder.declare(local, from);
        self.note_place(local, &place);
        if let Some(frame) = self.function_frame() {
            match frame.blocks.last_mut() {
                Some(block) => {
                    block.insert(place, local);
                }
                None => {
                    frame.locals.insert(place, Known { local, ty: None, rebound: 0 });
                }
            }
        }
        true
    }

    /// A name that a block gives another value may not hold behind it what its places were given.
    pub(super) fn unsettle(&mut self, name: &str) {
        let Some(frame) = self.function_frame() else { return };
        let is_of = |place: &Name| is_place(place) && root_of(place) == name;
        let known = frame.locals.iter().filter(|(place, _)| is_of(place)).map(|(_, known)| known.local);
        let blocks = frame.blocks.iter().flatten().filter(|(place, _)| is_of(place)).map(|(_, local)| *local);
        for local in known.chain(blocks).collect::<Vec<u32>>() {
            let held = self.builder.local(local).and_then(|it| it.values.first().copied());
            if let Some(Expr::Apply { args, .. }) = held.map(|held| self.builder.at(held)) {
                let held = args.first().copied();
                self.builder.assign(local, None, held);
            }
        }
    }

    /// An assignment to a member ends what a condition has said of it.
    pub(super) fn widen_member(&mut self, node: Node<'_>, ty: Option<ExprId>, value: ExprId) {
        if self.narrowed_member(node).is_some() {
            let Some(place) = self.place(node).map(Cow::into_owned) else { return };
            let local = Local { name: place.as_str().into(), ty, values: vec![value], receiver: false, parameter_of: None };
            let local = self.builder.declare(local, node.end_byte());
            self.note_place(local, &place);
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

/// Whether what is written is more than a name.
pub(super) fn is_place(text: &str) -> bool {
    text.contains(['.', '['])
}

/// The name that a place is of.
fn root_of(place: &str) -> &str {
    place.split(['.', '[']).next().unwrap_or(place)
}
