//! References that are taken off: how many stand before the value that a variable leads to, as far as its declaration says so.

use tree_sitter::Node;

use super::Walk;
use crate::languages::syntax::{all_children, children, field};
use crate::shard::expr::{Expr, ExprId, TARGET};

/// Pointers of the standard library that count as references: types are read as if they were what these point to.
const POINTERS: &[&str] = &["Arc", "Box", "Rc"];
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
}

/// What a sign stands in front of.
fn operand(node: Node<'_>) -> Option<Node<'_>> {
    all_children(node).into_iter().skip(1).find(|it| it.is_named() && !it.is_extra())
}
