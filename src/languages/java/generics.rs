//! Type parameters with their bounds.

use tree_sitter::Node;

use super::{Walk, is_annotation, parts};
use crate::languages::syntax::{child_of_kind, field};
use crate::shard::facts::Generic;

impl Walk<'_, '_> {
    /// Binds the type parameters of a definition in the present scope and returns them.
    pub(super) fn generics(&mut self, node: Node<'_>) -> Vec<Generic> {
        let Some(list) = field(node, "type_parameters") else { return Vec::new() };
        parts(list).into_iter().filter(|child| child.kind() == "type_parameter").filter_map(|child| self.generic(child)).collect()
    }

    fn generic(&mut self, node: Node<'_>) -> Option<Generic> {
        self.annotations(node);
        let name = parts(node).into_iter().find(|child| !is_annotation(*child) && child.kind() != "type_bound")?;
        let name = self.word(name);
        let bounds = match child_of_kind(node, "type_bound") {
            Some(bound) => parts(bound).into_iter().map(|child| self.type_expr(child)).collect(),
            None => Vec::new(),
        };
        self.builder.type_parameter(name, bounds.clone());
        Some(Generic { name: name.into(), bounds, default: None })
    }
}
