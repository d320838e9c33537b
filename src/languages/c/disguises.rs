//! Variables that read like functions: in a body, `T x(f(y));` builds a `T` although it could declare a function.

use tree_sitter::Node;

use super::declarators::{self, Declarator};
use super::visitor::{Place, Visitor};
use crate::languages::syntax;
use crate::shard::body::{Local, Role};
use crate::shard::expr::ExprId;

/// What reads as the parameters of a call in disguise, as the name that stands in its parentheses, or as the sizes of an array.
enum Given<'tree> {
    Arguments(Vec<Node<'tree>>),
    Name(Node<'tree>),
    /// Brackets with what stands in each of them.
    Indices(Vec<Node<'tree>>),
}

impl Visitor<'_, '_> {
    /// What builds the variable that a declarator declares in a body: parameters without names, of types that may all be values.
    pub(super) fn disguised_arguments<'tree>(&self, node: Node<'tree>, declarator: Node<'tree>) -> Option<Vec<Node<'tree>>> {
        if !self.cpp || self.place != Place::Body {
            return None;
        }
        let list = declarators::read(declarator).own_function().and_then(|it| syntax::field(it, "parameters"))?;
        let built = |ty: Node<'_>| matches!(ty.kind(), "type_identifier" | "qualified_identifier" | "template_type");
        let arguments = syntax::children(list);
        let builds = !arguments.is_empty() && syntax::field(node, "type").is_some_and(built);
        (builds && arguments.iter().all(|it| self.is_disguised_value(*it))).then_some(arguments)
    }

    fn is_disguised_value(&self, parameter: Node<'_>) -> bool {
        let mut open = vec![parameter];
        while let Some(parameter) = open.pop() {
            let Some(ty) = syntax::field(parameter, "type").filter(|_| parameter.kind() == "parameter_declaration") else { return false };
            let casts = ty.kind() == "template_type" && self.is_cast(ty);
            if !casts && !matches!(ty.kind(), "type_identifier" | "qualified_identifier") {
                return false;
            }
            match (given(parameter), parameter.named_child_count()) {
                (Some(Given::Arguments(arguments)), 2) => open.extend(arguments),
                (Some(Given::Name(_)), 2) => {}
                (Some(Given::Indices(_)), 2) if !casts => {}
                (None, 1) if !casts => {}
                _ => return false,
            }
        }
        true
    }

    /// Visits what builds a variable; gives the values.
    pub(super) fn disguised_values(&mut self, arguments: &[Node<'_>]) -> Vec<ExprId> {
        arguments.iter().map(|argument| self.disguised_value(*argument)).collect()
    }

    fn disguised_value(&mut self, parameter: Node<'_>) -> ExprId {
        let Some(named) = syntax::field(parameter, "type").filter(|_| self.descend(parameter)) else { return self.b.unknown() };
        let args = match given(parameter) {
            Some(Given::Arguments(arguments)) => Some(self.disguised_values(&arguments)),
            Some(Given::Name(name)) => Some(vec![self.path(name, Role::Read, None)]),
            Some(Given::Indices(indices)) => {
                let mut value = self.path(named, Role::Read, None);
                for (depth, index) in indices.into_iter().enumerate() {
                    self.value(index);
                    value = self.indexed(value, Some(named).filter(|_| depth == 0));
                }
                self.ascend();
                return value;
            }
            None => None,
        };
        let value = if named.kind() == "template_type" {
            let ty = self.template_arguments(named).into_iter().next();
            ty.map_or(ExprId(0), |ty| self.b.instance(ty))
        } else if args.is_some() {
            let called = self.path(named, Role::Call, args);
            self.b.call(called)
        } else {
            self.path(named, Role::Read, None)
        };
        self.ascend();
        value
    }

    pub(super) fn disguised_local(&mut self, node: Node<'_>, name: Node<'_>, ty: Option<ExprId>) {
        let values = ty.map(|ty| self.b.built(ty)).into_iter().collect();
        let local = Local { name: self.slice(name).into(), ty, values, receiver: false, parameter_of: None };
        let local = self.b.declare(local, node.start_byte());
        if let Some(declaration) = node.parent() {
            self.tell_constant(local, declaration, true, &Declarator::default());
        }
    }
}

/// What reads as a nameless parameter that is a function, `T x(f(y));`, or as one whose name stands in parentheses, calls one; what reads as a nameless array,
/// `T x(a[i]);`, takes an element.
fn given(parameter: Node<'_>) -> Option<Given<'_>> {
    let declarator = syntax::field(parameter, "declarator")?;
    match declarator.kind() {
        "abstract_function_declarator" if syntax::field(declarator, "declarator").is_none() => {
            syntax::field(declarator, "parameters").map(|list| Given::Arguments(syntax::children(list)))
        }
        "abstract_array_declarator" => sizes(declarator).map(Given::Indices),
        "parenthesized_declarator" => declarator.named_child(0).filter(|it| it.kind() == "identifier").map(Given::Name),
        _ => None,
    }
}

/// The sizes of a nameless array, those of the outermost first; `None` where one of them is left open, as no index can be.
fn sizes(array: Node<'_>) -> Option<Vec<Node<'_>>> {
    let mut found = Vec::new();
    let mut current = Some(array);
    while let Some(declarator) = current {
        if declarator.kind() != "abstract_array_declarator" {
            return None;
        }
        found.push(syntax::field(declarator, "size").filter(Node::is_named)?);
        current = syntax::field(declarator, "declarator");
    }
    found.reverse();
    Some(found)
}
