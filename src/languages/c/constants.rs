//! What is constant: the types of variables, fields and results, and what methods say of what they are called on (C++ standard, [dcl.type.cv]).

use tree_sitter::Node;

use super::declarators::{self, Declarator};
use super::visitor::Visitor;
use crate::languages::syntax;
use crate::shard::facts::{Flags, Generic};

/// What a declaration says of what may change by what it declares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Constancy {
    /// The type in front is constant.
    constant: bool,
    /// It may change whatever it is a part of.
    mutable: bool,
}

impl Constancy {
    /// Whether what a declarator leads to is constant: what a pointer points to or a reference refers to, else the value itself. `None` where that is what it
    /// is a part of, and of pointers to pointers.
    fn behind(self, declarator: &Declarator<'_>) -> Option<bool> {
        let pointers = declarator.levels - usize::from(declarator.array && declarator.levels > 0);
        match (pointers, declarator.is_reference()) {
            (0, false) if self.constant => Some(true),
            (0, false) => self.mutable.then_some(false),
            (0, true) | (1, false) => Some(self.constant),
            _ => None,
        }
    }

    /// The same as the flag of a definition.
    pub(super) fn flags(self, declarator: &Declarator<'_>) -> Flags {
        of(self.behind(declarator)).when(declarator.is_pointer() == Some(true), Flags::OF_POINTER)
    }

    /// The same of the result of a function: what is handed back by value may change.
    fn of_result(self, declarator: &Declarator<'_>) -> Flags {
        let is_value = declarator.levels == 0 && !declarator.is_reference();
        of(self.behind(declarator).or_else(|| is_value.then_some(false)))
            .when(is_value, Flags::OF_VALUE)
            .when(declarator.levels > 0, Flags::OF_POINTER)
    }
}

fn of(constant: Option<bool>) -> Flags {
    Flags::default().when(constant == Some(true), Flags::OF_CONSTANT).when(constant == Some(false), Flags::OF_CHANGING)
}

impl Visitor<'_, '_> {
    /// What stands around the type of a declaration, a parameter or a type that is named.
    pub(super) fn constancy(&self, node: Node<'_>) -> Constancy {
        let mut it = Constancy::default();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "type_qualifier" | "storage_class_specifier" => match self.slice(child) {
                    "const" => it.constant = true,
                    "mutable" => it.mutable = true,
                    _ => {}
                },
                "compound_statement" | "field_declaration_list" => break,
                _ => {}
            }
        }
        it
    }

    /// What a function says of its result, where that is written in front of it.
    pub(super) fn of_result(&self, node: Node<'_>, ty: Option<Node<'_>>, declarator: &Declarator<'_>) -> Flags {
        let is_trailing = declarator.own_function().and_then(declarators::trailing_type).is_some();
        let is_open = is_trailing || ty.is_some_and(|ty| ty.kind() == "decltype" || self.slice(ty).starts_with("decltype"));
        if !self.cpp || is_open { Flags::default() } else { self.constancy(node).of_result(declarator) }
    }

    /// Whether a function takes a value that nobody needs any more: by `T &&` where `T` is no type parameter of its own, which stands for references as well.
    pub(super) fn takes_moved(&self, declarator: &Declarator<'_>, generics: &[Generic]) -> Flags {
        let list = declarator.own_function().and_then(|it| syntax::field(it, "parameters")).filter(|_| self.cpp);
        let moves = |parameter: &Node<'_>| {
            let is_moved = syntax::field(*parameter, "declarator").is_some_and(|it| self.slice(it).trim_start().starts_with("&&"));
            let is_open = |ty: Node<'_>| generics.iter().any(|it| it.name == self.slice(ty)) || self.is_deduced(ty);
            is_moved && !syntax::field(*parameter, "type").is_some_and(is_open)
        };
        let any = list.is_some_and(|list| syntax::parts(list).iter().any(moves));
        if any { Flags::TAKES_MOVED } else { Flags::default() }
    }

    /// Whether what a parameter points or refers to is constant; `None` where it does neither, goes further, or takes what nobody needs any more.
    pub(super) fn takes_constant(&self, parameter: Node<'_>, declarator: &Declarator<'_>) -> Option<bool> {
        let moved = syntax::field(parameter, "declarator").is_some_and(|it| self.slice(it).trim_start().starts_with("&&"));
        let is_one = matches!((declarator.levels, declarator.is_reference()), (0, true) | (1, false));
        (self.cpp && is_one && !moved && declarator.is_pointer().is_some()).then(|| self.constancy(parameter).constant)
    }

    /// What a method says of what it is called on: that it does not change, or that it may.
    pub(super) fn of_receiver(&self, declarator: &Declarator<'_>) -> Flags {
        let Some(function) = declarator.own_function().filter(|_| self.cpp) else { return Flags::default() };
        let mut cursor = function.walk();
        let constant = function.named_children(&mut cursor).any(|it| it.kind() == "type_qualifier" && self.slice(it) == "const");
        if constant { Flags::SHARING } else { Flags::CHANGING }
    }

    /// Keeps of a variable whether it is constant, or what it points to.
    pub(super) fn tell_constant(&mut self, local: u32, declaration: Node<'_>, typed: bool, declarator: &Declarator<'_>) {
        if !self.cpp || declarator.is_function || declarator.points_to_function {
            return;
        }
        let constancy = self.constancy(declaration);
        let is_value = declarator.levels == 0 && !declarator.is_reference();
        // What `auto` stands for may be constant itself where it refers to what it is given.
        let told = if typed || is_value || constancy.constant { constancy.behind(declarator).or_else(|| is_value.then_some(false)) } else { None };
        if let Some(constant) = told {
            self.b.tell_constant(local, constant);
        }
    }
}
