//! What a place wants of the value that stands there, where nothing else says which type a function of an interface makes:
//! `let it: Item = Default::default()`.

use tree_sitter::Node;

use super::Walk;
use crate::languages::syntax::{children, field, span};
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId, WANTED};

/// Functions of the library's interfaces that make a value of the type which the interface is for, and whether they give it in a wrapper.
const MAKING: &[(&str, &str, bool)] = &[
    ("Default", "default", false),
    ("From", "from", false),
    ("FromIterator", "from_iter", false),
    ("FromStr", "from_str", true),
    ("TryFrom", "try_from", true),
];
/// Most references and brackets that are looked through.
const MAX_LAYERS: usize = 8;

/// A call of such a function.
struct Making<'tree> {
    call: Node<'tree>,
    interface: Node<'tree>,
    function: Node<'tree>,
    wrapped: bool,
}

impl Walk<'_, '_> {
    /// Visits an expression in a place that wants a value like the one that `wanted` says.
    pub(super) fn value_for(&mut self, node: Node<'_>, wanted: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let Some(making) = self.making(node) else { return self.value(node) };
        let value = wanted(self);
        if value == self.builder.unknown() {
            return self.value(node);
        }
        let held = if making.wrapped { self.builder.expr(Expr::Unwrap(value)) } else { value };
        let interface = self.path(making.interface, Role::Type);
        let mark = self.builder.literal(WANTED);
        let base = self.builder.applied(mark, vec![interface, held]);
        let word = self.word(making.function);
        let callee = self.builder.member(base, word);
        let arguments = self.arguments(field(making.call, "arguments"), None, Some(callee));
        self.builder.site(Role::Call, word, span(making.function), callee, Some(arguments.values));
        self.tell_references(None, &arguments.references);
        value
    }

    /// Whether the place of an expression tells what it makes.
    pub(super) fn is_making(&self, node: Node<'_>) -> bool {
        self.making(node).is_some()
    }

    fn making<'tree>(&self, node: Node<'tree>) -> Option<Making<'tree>> {
        let mut call = node;
        for _ in 0..MAX_LAYERS {
            call = match call.kind() {
                "parenthesized_expression" => children(call).into_iter().find(|it| !it.is_extra())?,
                "reference_expression" => field(call, "value")?,
                _ => break,
            };
        }
        let path = field(call, "function").filter(|it| call.kind() == "call_expression" && it.kind() == "scoped_identifier")?;
        let (interface, function) = (field(path, "path").filter(|it| it.kind() == "identifier")?, field(path, "name")?);
        let is_one = |(of, name, _): &&(&str, &str, bool)| *of == self.word(interface) && *name == self.word(function);
        let (.., wrapped) = *MAKING.iter().find(is_one)?;
        Some(Making { call, interface, function, wrapped })
    }
}
