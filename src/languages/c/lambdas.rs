//! Lambdas and what they capture.

use tree_sitter::Node;

use super::declarators::trailing_type;
use super::paths;
use super::visitor::Visitor;
use crate::languages::syntax;
use crate::shard::body::Local;
use crate::shard::builder::ScopeKind;
use crate::shard::expr::ExprId;

/// Algorithms of the library that hand the function they take elements of their first argument alone, sorted.
#[rustfmt::skip]
const HANDING: &[&str] = &[
    "adjacent_find", "all_of", "any_of", "copy_if", "count_if", "erase_if", "find_if", "find_if_not", "for_each", "for_each_n", "is_heap", "is_partitioned",
    "is_sorted", "make_heap", "max_element", "min_element", "minmax_element", "none_of", "nth_element", "partial_sort", "partition", "partition_copy",
    "partition_point", "pop_heap", "push_heap", "remove_copy_if", "remove_if", "replace_if", "sort", "sort_heap", "stable_partition", "stable_sort", "unique",
];

/// The one of them that takes a collection rather than iterators.
const OF_COLLECTIONS: &str = "erase_if";

/// How an algorithm takes what it hands on from its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handing {
    /// An iterator, which stands for what it points to.
    PointedTo,
    /// A collection.
    Held,
}

impl Visitor<'_, '_> {
    /// A lambda: a scope of its own, whose returns are not those of the function around it.
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExprId {
        let handed = self.handed.take();
        self.b.open_scope(ScopeKind::Function);
        if let Some(captures) = syntax::field(node, "captures") {
            self.captures(captures);
        }
        let mut told = None;
        if let Some(declarator) = syntax::field(node, "declarator") {
            if let Some(list) = syntax::field(declarator, "parameters") {
                self.handed = handed;
                self.value(list);
                self.handed = None;
            }
            if let Some(trailing) = trailing_type(declarator) {
                let ty = self.type_expr(trailing);
                told = Some(self.b.instance(ty));
            }
        }
        self.lambdas.push(Vec::new());
        self.body(syntax::field(node, "body"), None);
        let given = self.lambdas.pop().unwrap_or_default();
        self.b.close_scope();
        let given = told.unwrap_or_else(|| self.b.any_known_of(given));
        if given == self.b.unknown() { given } else { self.b.function_giving(given) }
    }

    /// What a function of the library hands to the lambdas among its arguments.
    pub(super) fn handing(&self, callee: Node<'_>) -> Option<Handing> {
        let path = paths::split(callee);
        let name = self.slice(paths::name_node(path.last.filter(|_| !path.scopes.is_empty())?));
        HANDING.binary_search(&name).ok()?;
        let scopes: Vec<&str> = path.scopes.iter().map(|scope| self.slice(*scope)).collect();
        match scopes.as_slice() {
            ["std"] if name != OF_COLLECTIONS => Some(Handing::PointedTo),
            ["std"] | ["std", "ranges"] => Some(Handing::Held),
            _ => None,
        }
    }

    /// Captured names are uses; `x = value` makes a local of the lambda.
    fn captures(&mut self, node: Node<'_>) {
        for child in syntax::children(node) {
            if child.kind() != "lambda_capture_initializer" {
                self.value(child);
                continue;
            }
            let value = syntax::field(child, "right").map(|right| self.value(right));
            if let Some(name) = syntax::field(child, "left") {
                let local =
                    Local { name: self.slice(name).into(), ty: None, values: value.into_iter().collect(), receiver: false, parameter_of: None };
                // What it is given is of the scope around the lambda, where the name may mean something else: `[f = std::move(f)]`.
                self.b.declare(local, child.end_byte());
            }
        }
    }
}
