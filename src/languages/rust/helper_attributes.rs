//! Attributes that derives read: what they name of the program, as code (`#[arg(value_parser = parse)]`) or in text (`#[serde(default = "path")]`).

use tree_sitter::Node;

use super::attributes::Lead;
use super::{Walk, is_upper};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, child_of_kind, field, text};
use crate::shard::body::Role;

/// Attributes whose values are expressions, by clap's documentation.
const EXPRESSIONS: &[&str] = &["arg", "clap", "command", "group", "structopt", "value"];

/// Attributes whose texts are paths, by serde's documentation.
const TEXTS: &[&str] = &["serde"];

/// What these say under each of their words: a function, a module or a type.
const PATHS: &[(&str, Role)] = &[
    ("default", Role::Read),
    ("deserialize_with", Role::Read),
    ("from", Role::Type),
    ("getter", Role::Read),
    ("into", Role::Type),
    ("remote", Role::Type),
    ("serialize_with", Role::Read),
    ("skip_serializing_if", Role::Read),
    ("try_from", Role::Type),
    ("with", Role::Read),
];

impl Walk<'_, '_> {
    /// The sites of what attributes name that derives of other packages read.
    pub(super) fn helpers(&mut self, lead: &Lead<'_>) {
        for attribute in lead.attributes.iter().filter_map(|item| child_of_kind(*item, "attribute")) {
            let Some((name, arguments)) = attribute.named_child(0).zip(field(attribute, "arguments")) else { continue };
            if text(name, self.text) != "cfg_attr" {
                self.helper(name, arguments);
                continue;
            }
            for pair in all_children(arguments).windows(2).filter(|pair| pair[1].kind() == "token_tree") {
                self.helper(pair[0], pair[1]);
            }
        }
    }

    fn helper(&mut self, name: Node<'_>, arguments: Node<'_>) {
        let name = text(name, self.text);
        let (is_code, is_text) = (EXPRESSIONS.contains(&name), TEXTS.contains(&name));
        let tokens = if is_code || is_text { all_children(arguments) } else { Vec::new() };
        let inside = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default();
        for part in inside.split(|it| it.kind() == ",") {
            match part {
                [_, sign, value @ ..] if sign.kind() == "=" && is_code => self.token_run(value.to_vec()),
                [_, tree] if tree.kind() == "token_tree" && is_code => {
                    self.token_tree(*tree);
                }
                [word, sign, value] if sign.kind() == "=" && is_text => {
                    let word = text(*word, self.text);
                    let role = PATHS.iter().find(|(known, _)| *known == word).map(|(_, role)| *role);
                    if let (Some(role), Some(path)) = (role, child_of_kind(*value, "string_content")) {
                        self.path_in_text(path, role);
                    }
                }
                _ => {}
            }
        }
    }

    /// The sites of a plain path that is written as text.
    fn path_in_text(&mut self, content: Node<'_>, role: Role) {
        let path = text(content, self.text);
        let is_name =
            |name: &str| !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !path.split("::").all(is_name) {
            return;
        }
        let mut target = None;
        let mut at = content.start_byte();
        let count = path.split("::").count();
        for (name, number) in path.split("::").zip(1..) {
            let (here, span) = (target, ByteSpan::new(at, at + name.len()));
            at += name.len() + 2;
            let named = match here {
                Some(base) => self.builder.member(base, name),
                None if matches!(name, "crate" | "self" | "super") => self.builder.free(name),
                None if name == "Self" => self.self_type(),
                None => self.item_name(name),
            };
            target = Some(named);
            if !matches!(name, "crate" | "self" | "super" | "Self") && !super::is_primitive(name) {
                let in_front = if is_upper(name) { Role::Type } else { Role::Read };
                self.builder.site(if number == count { role } else { in_front }, name, span, named, None);
            }
        }
    }
}
