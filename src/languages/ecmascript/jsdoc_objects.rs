//! Objects in doc comments: `@param {T} options.name`, `@param {{ name: T }} options`, `@typedef {Object} Name` with its properties, `@callback`; and what
//! names read of such an object are.

use tree_sitter::Node;

use super::super::syntax::field;
use super::is_name_character;
use super::jsdoc::{braced, is_name, split_at, typed_tags};
use super::walk::Walk;
use crate::shard::expr::{Expr, ExprId};

/// Members of an object that are read.
const MEMBERS: usize = 64;
/// Deepest chain of members that comments name.
const DEEPEST: usize = 4;

/// The members of an object type with their types, as written: `{ a: A, b?: B; c(): void }`. `None` for any other type.
pub(super) fn members(text: &str) -> Option<Vec<(&str, &str)>> {
    let (inside, rest) = text.trim().strip_prefix('{').and_then(braced)?;
    if !rest.trim().is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for part in split_at(inside, &[',', ';', '\n']) {
        let part = part.trim().trim_start_matches('*').trim();
        let Some((name, ty)) = part.split_once(':') else { continue };
        let name = name.trim().trim_end_matches('?').trim_matches(['"', '\'']);
        if is_name(name) && found.len() < MEMBERS {
            found.push((name, ty.trim()));
        }
    }
    Some(found)
}

/// What a comment calls its type by `@typedef {Object} Name` or `@callback Name`: the type that its other tags spell.
pub(super) fn spelled(comment: &str, callback: bool) -> String {
    let mut parts = Vec::new();
    let mut result = "void";
    for (word, ty, rest) in typed_tags(comment) {
        let wanted = if callback { matches!(word, "param" | "arg" | "argument") } else { matches!(word, "property" | "prop") };
        if matches!(word, "return" | "returns") {
            result = ty;
        }
        let name = name_of(rest);
        if wanted && is_name(name) && parts.len() < MEMBERS {
            parts.push(format!("{name}: {ty}"));
        }
    }
    if callback { format!("({}) => {result}", parts.join(", ")) } else { format!("{{ {} }}", parts.join("; ")) }
}

/// The name behind the type of a tag: `name`, `[name=1]`, `options.name`.
pub(super) fn name_of(rest: &str) -> &str {
    let name = rest.trim_start().trim_start_matches('[');
    let end = name.find(|it: char| !(is_name_character(it) || it == '.')).unwrap_or(name.len());
    name[..end].trim_end_matches('.')
}

impl Walk<'_, '_> {
    /// Notes what the comment of a function says of the members of a parameter that its scope has bound by now.
    pub(super) fn note_members(&mut self, name: &str, at: usize, members: &[(String, ExprId)]) {
        if members.is_empty() {
            return;
        }
        if let Some(local) = self.builder.find_local(name, at) {
            for (path, ty) in members {
                self.documented_members.insert((local, path.clone()), *ty);
            }
        }
    }

    /// The value of `name.a.b` where a comment says what that is.
    pub(super) fn documented_value(&mut self, node: Node<'_>) -> Option<ExprId> {
        if self.documented_members.is_empty() {
            return None;
        }
        let mut path = Vec::new();
        let mut base = node;
        while base.kind() == "member_expression" && path.len() < DEEPEST {
            path.push(self.of(field(base, "property")?));
            base = field(base, "object")?;
        }
        if base.kind() != "identifier" {
            return None;
        }
        path.reverse();
        self.documented_member(self.of(base), base.start_byte(), &path.join("."))
    }

    fn documented_member(&mut self, name: &str, at: usize, path: &str) -> Option<ExprId> {
        let local = self.builder.find_local(name, at)?;
        let ty = *self.documented_members.get(&(local, path.to_owned()))?;
        Some(self.builder.instance(ty))
    }

    /// The value of the member that a pattern takes out of a named object.
    pub(super) fn documented_part(&mut self, whole: Option<ExprId>, name: &str) -> Option<ExprId> {
        if self.documented_members.is_empty() {
            return None;
        }
        let Expr::Raw { name: object, at, .. } = self.builder.at(whole?).clone() else { return None };
        self.documented_member(&object, at as usize, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_objects_are_told_apart_outside_of_brackets() {
        let found = members("{ a: A, b?: Map<string, B>; c: (x: X) => Y | Z }").unwrap_or_default();
        assert_eq!(found, [("a", "A"), ("b", "Map<string, B>"), ("c", "(x: X) => Y | Z")]);
        assert_eq!(members("A"), None);
        assert_eq!(members("{ a: A }[]"), None);
    }

    #[test]
    fn tags_spell_an_object_or_a_function() {
        assert_eq!(spelled(" @typedef {Object} T\n * @property {A} a text\n * @property {B} [b=1]\n", false), "{ a: A; b: B }");
        assert_eq!(spelled(" @callback F\n * @param {A} a\n * @returns {B}\n", true), "(a: A) => B");
    }
}
