//! What stands in front of a definition's body: modifiers, annotations, doc comment, signature.

use tree_sitter::Node;

use super::{Walk, is_annotation, parts};
use crate::base::span::ByteSpan;
use crate::languages::syntax::{self, child_of_kind, field, span};
use crate::shard::body::{Place, Role};
use crate::shard::facts::{Flags, Visibility};

/// Annotations by which test frameworks find their tests, by simple name, sorted.
const TEST_ANNOTATIONS: &[&str] = &["ParameterizedTest", "Property", "RepeatedTest", "Test", "TestFactory", "TestTemplate", "Theory"];

/// The modifiers of a definition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Modifiers {
    pub visibility: Option<Visibility>,
    pub flags: Flags,
    pub is_final: bool,
}

impl Modifiers {
    /// Visibility with its default, and flags with what follows from it.
    pub(super) fn settle(self, default: Visibility) -> (Visibility, Flags) {
        let visibility = self.visibility.unwrap_or(default);
        let exported = matches!(visibility, Visibility::Public | Visibility::Protected);
        (visibility, self.flags.when(exported, Flags::EXPORTED))
    }
}

impl Walk<'_, '_> {
    /// The modifiers of a definition. Its annotations are visited by [`Self::annotations_of`], once it is entered.
    pub(super) fn modifiers(&self, node: Node<'_>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let Some(list) = child_of_kind(node, "modifiers") else { return modifiers };
        for child in syntax::all_children(list) {
            match child.kind() {
                "public" => modifiers.visibility = Some(Visibility::Public),
                "protected" => modifiers.visibility = Some(Visibility::Protected),
                "private" => modifiers.visibility = Some(Visibility::Private),
                "static" => modifiers.flags = modifiers.flags.with(Flags::STATIC),
                "abstract" => modifiers.flags = modifiers.flags.with(Flags::ABSTRACT),
                "final" => modifiers.is_final = true,
                "annotation" | "marker_annotation" => {
                    let name = field(child, "name").map_or("", |name| self.word(name));
                    let simple = name.rsplit('.').next().unwrap_or(name);
                    modifiers.flags = modifiers.flags.when(TEST_ANNOTATIONS.binary_search(&simple).is_ok(), Flags::TEST);
                }
                _ => {}
            }
        }
        modifiers
    }

    /// Sites of the annotations among a definition's modifiers.
    pub(super) fn annotations_of(&mut self, node: Node<'_>) {
        if let Some(list) = child_of_kind(node, "modifiers") {
            self.annotations(list);
        }
    }

    /// Sites of the annotations directly below a node.
    pub(super) fn annotations(&mut self, node: Node<'_>) {
        for child in parts(node) {
            if is_annotation(child) {
                self.annotation(child);
            }
        }
    }

    /// An annotation: the decorating type, then the values given to its elements.
    pub(super) fn annotation(&mut self, node: Node<'_>) {
        let Some(name) = field(node, "name") else { return };
        let ty = self.type_in_role(name, Role::Decorator);
        let Some(arguments) = field(node, "arguments") else { return };
        for argument in parts(arguments) {
            if argument.kind() != "element_value_pair" {
                self.value(argument);
                continue;
            }
            if let Some(key) = field(argument, "key") {
                let element = self.word(key);
                let target = self.builder.member(ty, element);
                self.builder.site(Role::Read, element, span(key), target, None);
            }
            if let Some(value) = field(argument, "value") {
                self.value(value);
            }
        }
    }

    /// The place of a definition; mentions of its doc comment are noted.
    pub(super) fn place(&mut self, node: Node<'_>, name: Node<'_>, body: Option<Node<'_>>, doc: Option<ByteSpan>) -> Place {
        let whole = span(node);
        Place {
            span: whole,
            name: span(name),
            lead: doc.map_or(whole.start, |doc| doc.start.min(whole.start)),
            signature: self.signature(node, body),
            doc: self.document(doc),
            branches: 0,
            depth: 0,
        }
    }

    /// The head of a definition without its annotations, which would push the rest out of sight.
    fn signature(&self, node: Node<'_>, body: Option<Node<'_>>) -> String {
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let mut head = String::new();
        let mut from = node.start_byte();
        let list = child_of_kind(node, "modifiers").map(parts).unwrap_or_default();
        for annotation in list.into_iter().filter(|child| is_annotation(*child)) {
            head.push_str(self.text.get(from..annotation.start_byte()).unwrap_or(""));
            from = annotation.end_byte();
        }
        head.push_str(self.text.get(from..end).unwrap_or(""));
        syntax::fold(&head).trim_end_matches([' ', '{', '=', ';']).to_owned()
    }
}
