//! References: how many stand before the value that a variable leads to, and whether what is handed over is one, as far as the source says so.

use tree_sitter::Node;

use super::Walk;
use crate::languages::syntax::{all_children, children, field};
use crate::shard::body::RECEIVER;
use crate::shard::expr::{Expr, ExprId, TARGET};

/// Pointers of the standard library that count as references: types are read as if they were what these point to.
const POINTERS: &[&str] = &["Arc", "Box", "Rc"];
/// Macros of the standard library that give values.
const VALUE_MACROS: &[&str] = &["format", "vec"];
/// Most references and brackets that are looked through.
const MAX_LAYERS: usize = 8;

impl Walk<'_, '_> {
    /// How many references and pointers stand before the path of a type that is written out; `None` where it is anything else.
    pub(super) fn references_of_type(&self, ty: Node<'_>) -> Option<u32> {
        let (mut node, mut count) = (ty, 0);
        for _ in 0..MAX_LAYERS {
            node = match node.kind() {
                "reference_type" => {
                    count += 1;
                    field(node, "type")?
                }
                "generic_type" => {
                    let name = self.simple_name(field(node, "type")?);
                    if name != "Pin" && !POINTERS.contains(&name.as_str()) {
                        return Some(count);
                    }
                    // What is pinned is a pointer itself.
                    count += u32::from(name != "Pin");
                    children(field(node, "type_arguments")?).into_iter().find(|it| it.kind() != "lifetime")?
                }
                "type_identifier" if self.word(node) == "Self" => return self.around_self.map(|around| around + count),
                "type_identifier" | "scoped_type_identifier" => return Some(count),
                _ => return None,
            };
        }
        None
    }

    /// How many stand before what a value leads to that is a variable with a declared type, with references that are taken of it and off it.
    pub(super) fn references_of(&self, value: Node<'_>) -> Option<u32> {
        let (mut node, mut layers) = (value, Vec::new());
        for _ in 0..MAX_LAYERS {
            node = match node.kind() {
                "parenthesized_expression" => children(node).into_iter().find(|it| !it.is_extra())?,
                "reference_expression" => {
                    layers.push(true);
                    field(node, "value")?
                }
                "unary_expression" if node.child(0)?.kind() == "*" => {
                    layers.push(false);
                    operand(node)?
                }
                "identifier" | "self" => {
                    let local = self.builder.find_local(self.word(node), node.start_byte())?;
                    let count = *self.references.get(&local)?;
                    let through = |count: u32, taken: bool| if taken { count.checked_add(1) } else { count.checked_sub(1) };
                    return layers.into_iter().rev().try_fold(count, through);
                }
                _ => return None,
            };
        }
        None
    }

    /// Notes how many references lead to what a variable holds.
    pub(super) fn led_to_by(&mut self, local: u32, references: Option<u32>) {
        if let Some(count) = references {
            self.references.insert(local, count);
        }
    }

    /// What `*` gives: what a reference leads to, which is read as if it were that itself, or what a value stands for that no reference leads to.
    pub(super) fn dereferenced(&mut self, node: Node<'_>, value: ExprId) -> ExprId {
        match operand(node).and_then(|operand| self.references_of(operand)) {
            Some(0) => self.builder.expr(Expr::At { base: value, key: TARGET.into() }),
            Some(_) => value,
            None => self.builder.expr(Expr::Unwrap(value)),
        }
    }

    /// Whether the values of a type that is written out are references. What another name stands for, or a type parameter, is for the link to say.
    pub(super) fn is_reference_type(&self, ty: Node<'_>) -> Option<bool> {
        match ty.kind() {
            "reference_type" => Some(true),
            "type_identifier" if self.word(ty) == "Self" => self.borrowed_self,
            "array_type" | "generic_type" | "primitive_type" | "scoped_type_identifier" | "tuple_type" | "type_identifier" | "unit_type" => {
                Some(false)
            }
            _ => None,
        }
    }

    /// Whether a value is a reference, as far as it is written out or a variable says so.
    pub(super) fn is_reference(&self, value: Node<'_>) -> Option<bool> {
        let mut node = value;
        for _ in 0..MAX_LAYERS {
            node = match node.kind() {
                "parenthesized_expression" => children(node).into_iter().find(|it| !it.is_extra())?,
                "reference_expression" | "string_literal" | "raw_string_literal" => return Some(true),
                "array_expression" | "boolean_literal" | "char_literal" | "float_literal" | "integer_literal" | "struct_expression"
                | "tuple_expression" | "unit_expression" => return Some(false),
                "macro_invocation" => return VALUE_MACROS.contains(&self.word(field(node, "macro")?)).then_some(false),
                "identifier" | "self" => {
                    let local = self.builder.find_local(self.word(node), node.start_byte())?;
                    return self.borrowed.get(&local).copied();
                }
                _ => return None,
            };
        }
        None
    }

    /// Notes whether a variable holds a reference.
    pub(super) fn holds_reference(&mut self, local: u32, reference: Option<bool>) {
        if let Some(reference) = reference {
            self.borrowed.insert(local, reference);
        }
    }

    /// Says of the receiver of the last call and of its arguments which are references and which are none.
    pub(super) fn tell_references(&mut self, receiver: Option<bool>, arguments: &[Option<bool>]) {
        let bits = |wanted: bool| {
            let arguments = arguments.iter().take(RECEIVER).enumerate().filter(|(_, told)| **told == Some(wanted)).map(|(at, _)| at);
            let receiver = (receiver == Some(wanted)).then_some(RECEIVER);
            arguments.chain(receiver).fold(0u8, |bits, at| bits | 1 << at)
        };
        self.builder.told_pointers(bits(true), bits(false));
    }
}

/// What a sign stands in front of.
fn operand(node: Node<'_>) -> Option<Node<'_>> {
    all_children(node).into_iter().skip(1).find(|it| it.is_named() && !it.is_extra())
}

/// Which of the arguments among the tokens of a macro are references, as far as they are written out as such. Where commas may stand between other things
/// too, nothing is told.
pub(super) fn token_references(tree: Node<'_>) -> Vec<Option<bool>> {
    let tokens = all_children(tree);
    let inside = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default();
    if inside.iter().any(|it| matches!(it.kind(), "<" | "|" | ";" | "=>")) {
        return Vec::new();
    }
    inside.split(|it| it.kind() == ",").map(is_token_reference).collect()
}

fn is_token_reference(part: &[Node<'_>]) -> Option<bool> {
    let is_link = |it: &Node<'_>| {
        matches!(it.kind(), "::" | "." | "?" | "crate" | "identifier" | "integer_literal" | "mutable_specifier" | "primitive_type" | "self" | "super")
            || matches!(it.kind(), "raw_string_literal" | "string_literal" | "token_tree")
    };
    match part {
        [only] if matches!(only.kind(), "raw_string_literal" | "string_literal") => Some(true),
        [first, rest @ ..] if matches!(first.kind(), "&" | "&&") && rest.iter().all(is_link) => Some(true),
        _ => None,
    }
}
