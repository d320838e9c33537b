//! Items that a macro of the file makes under a name it is given: `macro_rules! m { ($name:ident) => { pub fn $name() {} } }`, `m!(get);`.

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use crate::languages::syntax::{all_children, children, field, text};
use crate::shard::expr::ExprId;
use crate::shard::facts::{Flags, SymbolKind, Visibility};

/// Most tokens of one rule's right side, and most parts of its left side, that are looked at.
const MAX_TOKENS: usize = 512;
const MAX_PARTS: usize = 16;

/// An item that one rule of a macro makes.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// The place of its name among the arguments between commas.
    position: usize,
    kind: SymbolKind,
    public: bool,
    /// A function that takes `self`.
    receiver: bool,
    /// The path of the result type, as far as it is one of plain names.
    result: Vec<String>,
}

impl Walk<'_, '_> {
    /// What the rules of a macro make of names that they are given.
    pub(super) fn made_by(&self, definition: Node<'_>) -> Vec<Made> {
        let mut made: Vec<Made> = Vec::new();
        for rule in children(definition).into_iter().filter(|it| it.kind() == "macro_rule") {
            let (Some(left), Some(right)) = (field(rule, "left"), field(rule, "right")) else { continue };
            for (position, variable) in self.given_names(left) {
                let more = self.made_of(right, position, variable);
                if more.as_ref().is_some_and(|it| !made.iter().any(|known| known.position == it.position)) {
                    made.extend(more);
                }
            }
        }
        made
    }

    /// The variables for single identifiers that stand last between the commas of a rule's left side, each with its place.
    fn given_names(&self, left: Node<'_>) -> Vec<(usize, &str)> {
        let tokens = all_children(left);
        let inner = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default();
        let parts = inner.split(|token| token.kind() == ",").take(MAX_PARTS).enumerate();
        let named = parts.filter_map(|(position, part)| {
            let last = part.last().filter(|it| it.kind() == "token_binding_pattern")?;
            let fragment = text(field(*last, "type")?, self.text);
            if fragment == "ident" { Some((position, text(field(*last, "name")?, self.text))) } else { None }
        });
        named.collect()
    }

    fn made_of(&self, right: Node<'_>, position: usize, variable: &str) -> Option<Made> {
        let tokens = all_children(right);
        let tokens = &tokens[..tokens.len().min(MAX_TOKENS)];
        let at = tokens.windows(2).position(|pair| kind_of(pair[0].kind()).is_some() && text(pair[1], self.text) == variable)?;
        let kind = kind_of(tokens[at].kind())?;
        let before = &tokens[..at];
        let modifiers = before.iter().rev().take_while(|it| !matches!(it.kind(), ";" | "token_repetition") && !is_tree(**it, "{"));
        let public = modifiers.into_iter().any(|it| it.kind() == "pub");
        let after = &tokens[at + 2..];
        let parameters = after.iter().position(|it| is_tree(*it, "(")).filter(|_| kind == SymbolKind::Function);
        let receiver = parameters.is_some_and(|at| all_children(after[at]).iter().take(4).any(|it| it.kind() == "self"));
        let arrow = parameters.filter(|at| after.get(at + 1).is_some_and(|it| it.kind() == "->"));
        let result = arrow.map(|at| self.plain_path(&after[at + 2..])).unwrap_or_default();
        Some(Made { position, kind, public, receiver, result })
    }

    /// The names of a path at the start of some tokens.
    fn plain_path(&self, tokens: &[Node<'_>]) -> Vec<String> {
        let mut path = Vec::new();
        for pair in tokens.chunks(2) {
            if !matches!(pair[0].kind(), "identifier" | "self" | "super" | "crate") {
                return Vec::new();
            }
            path.push(text(pair[0], self.text).to_owned());
            if pair.get(1).is_none_or(|it| it.kind() != "::") {
                break;
            }
        }
        path
    }

    /// Adds what an invocation of a macro of the file makes of the names it is given.
    pub(super) fn make_items(&mut self, invocation: Node<'_>, word: &str, tree: Node<'_>, lead: &Lead<'_>) {
        let Some(made) = self.makers.get(word).cloned() else { return };
        let tokens = all_children(tree);
        let inner = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default();
        let parts: Vec<&[Node<'_>]> = inner.split(|token| token.kind() == ",").take(MAX_PARTS).collect();
        for it in &made {
            let name = parts.get(it.position).and_then(|part| part.last()).filter(|name| name.kind() == "identifier");
            if let Some(name) = name {
                self.made_item(it, invocation, *name, lead);
            }
        }
    }

    fn made_item(&mut self, made: &Made, invocation: Node<'_>, name: Node<'_>, lead: &Lead<'_>) {
        let method = made.kind == SymbolKind::Function && self.in_type();
        let index = self.define(invocation, name, if method { SymbolKind::Method } else { made.kind }, lead, None);
        if !method {
            self.bind_symbol(name, index);
        }
        let ty = self.named_type(&made.result);
        let symbol = self.builder.symbol_mut(index);
        symbol.visibility = if made.public { Visibility::Public } else { symbol.visibility };
        symbol.flags = symbol.flags.when(made.public, Flags::EXPORTED).when(method && !made.receiver, Flags::STATIC);
        symbol.ty = ty;
    }

    fn named_type(&mut self, path: &[String]) -> Option<ExprId> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "Self" => self.self_type(),
            "self" | "super" | "crate" => self.builder.free(first),
            first => self.item_name(first),
        };
        Some(rest.iter().fold(start, |base, name| self.builder.member(base, name)))
    }
}

fn kind_of(keyword: &str) -> Option<SymbolKind> {
    match keyword {
        "fn" => Some(SymbolKind::Function),
        "struct" => Some(SymbolKind::Struct),
        "enum" => Some(SymbolKind::Enum),
        "trait" => Some(SymbolKind::Trait),
        _ => None,
    }
}

fn is_tree(node: Node<'_>, open: &str) -> bool {
    node.kind() == "token_tree" && node.child(0).is_some_and(|it| it.kind() == open)
}
