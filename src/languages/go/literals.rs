//! Composite literals: `T{…}`, `[]T{{…}}`, `map[K]V{…}`.

use tree_sitter::Node;

use super::walker::{Shape, Walker};
use crate::languages::syntax;
use crate::shard::body::Role;
use crate::shard::expr::{Expr, ExprId};

/// Maps of the standard library that have a name, with the packages that declare them.
const MAPS: &[(&str, &str)] = &[("net/http", "Header"), ("net/mail", "Header"), ("net/textproto", "MIMEHeader"), ("net/url", "Values")];

/// What a key may be that is a bare name, where nothing else tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    Fields,
    Values,
    /// A value where no other package can name a field so (The Go Programming Language Specification, Exported identifiers).
    ValuesUnlessExported,
}

impl Walker<'_, '_> {
    pub(super) fn composite(&mut self, node: Node<'_>) -> ExprId {
        let Some(ty) = syntax::field(node, "type") else { return self.builder.unknown() };
        let keys = self.keys_of(ty);
        let ty = self.type_expr(ty);
        let value = self.built(ty);
        if let Some(body) = syntax::field(node, "body") {
            self.literal_value(body, value, keys);
        }
        value
    }

    fn keys_of(&self, ty: Node<'_>) -> Keys {
        match ty.kind() {
            "map_type" | "slice_type" | "array_type" | "implicit_length_array_type" => Keys::Values,
            "qualified_type" => {
                let (Some(package), Some(name)) = (syntax::field(ty, "package"), syntax::field(ty, "name")) else { return Keys::Fields };
                let (package, name) = (self.text_of(package), self.text_of(name));
                let is_from = |module: &str| self.builder.facts().imports.iter().any(|it| it.binding == package && it.module == module);
                let is_map = MAPS.iter().any(|(module, map)| *map == name && is_from(module));
                if is_map { Keys::Values } else { Keys::ValuesUnlessExported }
            }
            "type_identifier" if self.containers.contains(self.text_of(ty)) && self.known(self.text_of(ty)).is_none() => Keys::Values,
            _ => Keys::Fields,
        }
    }

    /// The elements of a literal whose whole is `value`. In a container keys are expressions; elsewhere they name fields, which the literal writes.
    fn literal_value(&mut self, node: Node<'_>, value: ExprId, keys: Keys) {
        if !self.descend(node) {
            return;
        }
        let elements = syntax::children(node);
        // What one element shows to be in a container, all are.
        let keys = if elements.iter().any(|it| is_keyed_by_value(*it) || is_bare(*it)) { Keys::Values } else { keys };
        for element in elements {
            match element.kind() {
                "keyed_element" => self.keyed_element(element, value, keys),
                "literal_element" => {
                    self.element(element, value);
                }
                _ => {}
            }
        }
        self.ascend();
    }

    fn keyed_element(&mut self, node: Node<'_>, value: ExprId, keys: Keys) {
        if let Some(key) = syntax::field(node, "key") {
            match key.named_child(0) {
                Some(name) if name.kind() == "identifier" && self.names_field(name, keys) => {
                    self.member_site(value, name, Role::Write);
                }
                Some(inner) if inner.kind() == "literal_value" => {
                    let whole = match self.shapes.get(&value) {
                        Some(Shape::Map { key }) => self.builder.built(*key),
                        _ => self.builder.unknown(),
                    };
                    self.literal_value(inner, whole, Keys::Fields);
                }
                _ => {
                    self.element(key, value);
                }
            }
        }
        if let Some(element) = syntax::field(node, "value") {
            self.element(element, value);
        }
    }

    fn names_field(&self, name: Node<'_>, keys: Keys) -> bool {
        match keys {
            Keys::Fields => true,
            Keys::Values => false,
            Keys::ValuesUnlessExported => self.text_of(name).starts_with(char::is_uppercase),
        }
    }

    /// One element; braces without a type have the element type of the whole.
    fn element(&mut self, node: Node<'_>, whole: ExprId) {
        for child in syntax::children(node) {
            if child.kind() == "literal_value" {
                let value = self.builder.expr(Expr::Element(whole));
                self.literal_value(child, value, Keys::Fields);
            } else {
                self.value(child);
            }
        }
    }

    /// A literal's inside that a broken region left without its type.
    pub(super) fn stray_literal(&mut self, node: Node<'_>) -> ExprId {
        for child in syntax::children(node) {
            self.value(child);
        }
        self.builder.unknown()
    }
}

/// Whether an element of a literal has a key that is no bare name, so that the whole has no fields.
fn is_keyed_by_value(element: Node<'_>) -> bool {
    let key = if element.kind() == "keyed_element" { syntax::field(element, "key").and_then(|key| key.named_child(0)) } else { None };
    key.is_some_and(|key| !matches!(key.kind(), "identifier" | "literal_value" | "comment"))
}

/// Whether an element stands in braces without a type, which only elements of lists and maps may (The Go Programming Language Specification, Composite
/// literals).
fn is_bare(element: Node<'_>) -> bool {
    let value = if element.kind() == "keyed_element" { syntax::field(element, "value") } else { Some(element) };
    value.and_then(|value| value.named_child(0)).is_some_and(|it| it.kind() == "literal_value")
}
