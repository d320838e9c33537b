//! Takes declarators apart: `(*name[3])(int)` names `name`, which is an array of pointers to functions.

use tree_sitter::Node;

use crate::languages::syntax;

/// What a declarator says.
#[derive(Debug, Default)]
pub(super) struct Declarator<'tree> {
    /// The node that holds the name: an identifier, a qualified name, an operator, a structured binding. `None` for abstract declarators.
    pub name: Option<Node<'tree>>,
    /// Every parameter list's owner on the way down, outermost first.
    pub functions: Vec<Node<'tree>>,
    /// The declared thing is itself a function: the last of `functions` holds its parameters.
    pub is_function: bool,
    /// It points to a function.
    pub points_to_function: bool,
    pub pointer: bool,
    pub array: bool,
    reference: bool,
    /// How many pointers and arrays there are to go through.
    pub levels: usize,
    /// `A::*name`: it points to members of what the scopes of this name.
    pub members_of: Option<Node<'tree>>,
    /// Expressions between brackets.
    pub sizes: Vec<Node<'tree>>,
}

impl<'tree> Declarator<'tree> {
    /// Where a macro writes the declarator of a pointer to a function, as in `int CALLBACK(name)(int)`, what it makes and the macro: no function gives a
    /// function, and the list in front holds a name alone.
    pub(super) fn made_by_macro(self) -> (Self, Option<Node<'tree>>) {
        let ([outer, inner], Some(name)) = (self.functions.as_slice(), self.name) else { return (self, None) };
        let list = syntax::field(*inner, "parameters").filter(|_| syntax::field(*outer, "declarator") == Some(*inner));
        let [parameter] = list.map(syntax::parts).unwrap_or_default()[..] else { return (self, None) };
        let made = syntax::field(parameter, "type").filter(|ty| ty.kind() == "type_identifier" && syntax::field(parameter, "declarator").is_none());
        match made.filter(|_| self.is_function) {
            Some(_) => (Self { name: made, functions: vec![*outer], is_function: false, points_to_function: true, ..self }, Some(name)),
            None => (self, None),
        }
    }

    /// Whether what is handed over for it is a pointer; `None` where that is of functions, or an array that stays one.
    pub(super) fn is_pointer(&self) -> Option<bool> {
        let is_open = self.is_function || self.points_to_function || self.members_of.is_some() || (self.array && self.reference);
        (!is_open).then_some(self.levels > 0)
    }

    /// Whether it is a reference.
    pub(super) fn is_reference(&self) -> bool {
        self.reference
    }

    /// The function declarator that holds the parameters of the declared function.
    pub(super) fn own_function(&self) -> Option<Node<'tree>> {
        if self.is_function { self.functions.last().copied() } else { None }
    }
}

/// Reads a declarator of any nesting without recursion.
pub(super) fn read(node: Node<'_>) -> Declarator<'_> {
    let mut it = Declarator::default();
    let mut current = Some(node);
    while let Some(node) = current {
        current = match node.kind() {
            "pointer_declarator"
            | "reference_declarator"
            | "pointer_type_declarator"
            | "abstract_pointer_declarator"
            | "abstract_reference_declarator" => {
                let reference = node.kind().contains("reference");
                it.pointer |= !reference;
                it.reference |= reference;
                it.levels += usize::from(!reference);
                it.through();
                inner(node)
            }
            "array_declarator" | "abstract_array_declarator" => {
                it.array = true;
                it.levels += 1;
                it.through();
                it.sizes.extend(syntax::field(node, "size").filter(Node::is_named));
                inner(node)
            }
            "function_declarator" | "abstract_function_declarator" => {
                it.functions.push(node);
                it.is_function = true;
                it.points_to_function = false;
                inner(node)
            }
            "parenthesized_declarator"
            | "abstract_parenthesized_declarator"
            | "attributed_declarator"
            | "init_declarator"
            | "variadic_declarator" => inner(node),
            "operator_cast" => {
                it.name = Some(node);
                it.cast_function(node);
                None
            }
            "qualified_identifier" if last_segment(node).is_some_and(|it| it.kind() == "pointer_type_declarator") => {
                it.pointer = true;
                it.members_of = Some(node);
                it.through();
                last_segment(node).and_then(inner)
            }
            "qualified_identifier" => {
                it.name = Some(node);
                if let Some(cast) = last_segment(node).filter(|it| it.kind() == "operator_cast") {
                    it.cast_function(cast);
                }
                None
            }
            "identifier"
            | "field_identifier"
            | "type_identifier"
            | "destructor_name"
            | "operator_name"
            | "template_function"
            | "template_method"
            | "structured_binding_declarator"
            | "primitive_type" => {
                it.name = Some(node);
                None
            }
            _ => None,
        };
    }
    it
}

impl<'tree> Declarator<'tree> {
    /// A pointer or array around what was a function so far.
    fn through(&mut self) {
        if self.is_function {
            self.is_function = false;
            self.points_to_function = true;
        }
    }

    fn cast_function(&mut self, cast: Node<'tree>) {
        let mut declarator = syntax::field(cast, "declarator");
        while let Some(node) = declarator {
            if node.kind() == "abstract_function_declarator" {
                self.functions.push(node);
                self.is_function = true;
                return;
            }
            declarator = inner(node);
        }
    }
}

/// The declarator inside a declarator.
fn inner(node: Node<'_>) -> Option<Node<'_>> {
    if let Some(inner) = syntax::field(node, "declarator") {
        return Some(inner);
    }
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| {
        let kind = child.kind();
        kind.ends_with("_declarator")
            || matches!(
                kind,
                "identifier"
                    | "field_identifier"
                    | "type_identifier"
                    | "destructor_name"
                    | "operator_name"
                    | "qualified_identifier"
                    | "template_function"
                    | "template_method"
                    | "operator_cast"
                    | "primitive_type"
            )
    })
}

/// The type behind `->` in the declarator of a function.
pub(super) fn trailing_type(function: Node<'_>) -> Option<Node<'_>> {
    syntax::child_of_kind(function, "trailing_return_type")?.named_child(0)
}

/// The last part of a qualified name.
pub(super) fn last_segment(node: Node<'_>) -> Option<Node<'_>> {
    let mut current = node;
    while current.kind() == "qualified_identifier" {
        let mut cursor = current.walk();
        current = current.children_by_field_name("name", &mut cursor).find(Node::is_named)?;
    }
    Some(current)
}
