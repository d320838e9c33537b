//! Parameter lists: locals of the body, facets of the definition, and the hash that tells overloads apart.

use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use super::{Walk, is_annotation, parts};
use crate::languages::syntax::{self, child_of_kind, field};
use crate::shard::body::Local;
use crate::shard::expr::ExprId;
use crate::shard::facts::Param;

/// The parameters of a callable.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    pub params: Vec<Param>,
    /// The last one takes any number of arguments.
    pub variadic: bool,
    /// Types as written, without annotations, comments and white space.
    types: Vec<String>,
}

impl Parameters {
    /// Hash of the parameter types as written.
    pub(super) fn overload(&self) -> u64 {
        xxh3_64(self.types.join(",").as_bytes())
    }
}

impl Walk<'_, '_> {
    /// Reads a parameter list and declares its parameters as locals of `owner` in the present scope. Headers of records and lambdas have no owner.
    pub(super) fn parameters(&mut self, list: Option<Node<'_>>, owner: Option<u32>) -> Parameters {
        let mut parameters = Parameters::default();
        let bounds = list.and_then(|list| list.parent()).map_or_else(Vec::new, |callable| self.bounds(callable));
        for node in list.map(parts).unwrap_or_default() {
            match node.kind() {
                "formal_parameter" => self.parameter(node, owner, &mut parameters),
                "spread_parameter" => self.spread_parameter(node, owner, &mut parameters),
                "receiver_parameter" => {
                    self.other_type_of_receiver(node);
                }
                _ => {}
            }
        }
        // What tells overloads apart is what their type parameters are bound by: `<T extends A> void f(T it)` beside `<T extends B> void f(T it)`.
        for ty in &mut parameters.types {
            let end = ty.find(['[', '.']).unwrap_or(ty.len());
            if let Some((_, bound)) = bounds.iter().find(|(name, _)| name == &ty[..end]) {
                ty.replace_range(..end, bound);
            }
        }
        parameters
    }

    /// The type parameters of a callable that have bounds, with the first of them.
    fn bounds(&self, callable: Node<'_>) -> Vec<(String, String)> {
        let list = child_of_kind(callable, "type_parameters").map(parts).unwrap_or_default();
        let bound = |parameter: Node<'_>| {
            let name = parts(parameter).into_iter().find(|child| matches!(child.kind(), "type_identifier" | "identifier"))?;
            let first = parts(child_of_kind(parameter, "type_bound")?).first().copied()?;
            Some((self.word(name).to_owned(), erased(first, self.text)))
        };
        list.into_iter().filter_map(bound).collect()
    }

    /// Declares already read parameters again, for a body of its own (compact constructors).
    pub(super) fn redeclare(&mut self, parameters: &Parameters, owner: u32, at: usize) {
        for param in &parameters.params {
            let local = Local { name: param.name.clone(), ty: param.ty, values: Vec::new(), receiver: false, parameter_of: Some(owner) };
            self.builder.declare(local, at.max(1));
        }
    }

    /// One parameter `T name`.
    fn parameter(&mut self, node: Node<'_>, owner: Option<u32>, into: &mut Parameters) {
        self.annotations_of(node);
        let (Some(ty), Some(name)) = (field(node, "type"), field(node, "name")) else { return };
        let mut written = erased(ty, self.text);
        if let Some(dimensions) = field(node, "dimensions") {
            written.push_str(&erased(dimensions, self.text));
        }
        let declared = self.declared_type(node).map(|ty| self.with_dimensions(ty, node));
        self.declare_parameter(name, declared, owner, into);
        into.types.push(written);
    }

    fn spread_parameter(&mut self, node: Node<'_>, owner: Option<u32>, into: &mut Parameters) {
        self.annotations_of(node);
        self.annotations(node);
        let Some(declarator) = child_of_kind(node, "variable_declarator") else { return };
        let ty = parts(node).into_iter().find(|child| !is_annotation(*child) && !matches!(child.kind(), "modifiers" | "variable_declarator"));
        let Some(name) = field(declarator, "name") else { return };
        let written = ty.map_or(String::new(), |ty| erased(ty, self.text));
        let declared = ty.map(|ty| self.type_expr(ty)).map(|ty| self.array_of(ty, 1));
        self.declare_parameter(name, declared, owner, into);
        into.types.push(written + "...");
        into.variadic = true;
    }

    fn declare_parameter(&mut self, name: Node<'_>, ty: Option<ExprId>, owner: Option<u32>, into: &mut Parameters) {
        let word = self.word(name);
        into.params.push(Param { name: word.into(), ty, optional: false, pointer: None, constant: None });
        let local = Local { name: word.into(), ty, values: Vec::new(), receiver: false, parameter_of: owner };
        self.builder.declare(local, name.end_byte());
    }

    /// `Foo this` declares nothing, but names a type.
    fn other_type_of_receiver(&mut self, node: Node<'_>) {
        self.annotations(node);
        for child in parts(node) {
            if !is_annotation(child) && !matches!(child.kind(), "identifier" | "this") {
                self.type_expr(child);
            }
        }
    }
}

/// The tokens of a type without annotations, comments and white space.
fn erased(node: Node<'_>, text: &str) -> String {
    let mut written = String::new();
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if node.is_extra() || is_annotation(node) {
            continue;
        }
        if node.child_count() == 0 {
            written.extend(syntax::text(node, text).split_whitespace());
            continue;
        }
        stack.extend(syntax::all_children(node).into_iter().rev());
    }
    written
}
