//! Types whose values are named, as macros among items are given them (`bitflags! { pub struct Mode: u8 { const READ = 1; } }`).

use tree_sitter::Node;

use super::Walk;
use super::attributes::Lead;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax::{all_children, fold, span};
use crate::shard::body::Place;
use crate::shard::builder::Binding;
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

/// One definition among tokens: `head` are those in front of its name, attributes and `pub` included.
pub(super) struct Named<'tree> {
    pub lead: Lead<'tree>,
    pub head: Vec<Node<'tree>>,
    pub name: Node<'tree>,
    /// Where it ends.
    pub end: usize,
    /// What stands in its braces.
    pub block: Option<Node<'tree>>,
}

impl Walk<'_, '_> {
    /// Defines the types of a block of tokens that holds nothing but such types; `false` where it does not. Their tokens are still to be read for the
    /// names they use.
    pub(super) fn flag_types(&mut self, block: Node<'_>) -> bool {
        let types = self.named(block, "struct");
        if types.is_empty() || !types.iter().all(|it| it.block.is_some()) {
            return false;
        }
        for it in types {
            let start = it.block.map_or(it.end, |block| block.start_byte());
            let index = self.define_named(&it, SymbolKind::Struct, start);
            // The macro gives them functions of its own.
            self.builder.symbol_mut(index).words = Some(Name::new_static("!"));
            let name = self.word(it.name);
            self.known.insert(name.into());
            self.builder.bind(name, Binding::Symbol(index), 0);
            let this = self.builder.expr(Expr::Symbol(index));
            self.builder.enter(Owner::Symbol(index));
            for value in it.block.map(|block| self.named(block, "const")).unwrap_or_default() {
                let constant = self.define_named(&value, SymbolKind::Constant, value.end);
                self.builder.symbol_mut(constant).ty = Some(this);
            }
            self.builder.leave();
        }
        true
    }

    /// The definitions of a block, if each of them begins with `word`: types `struct Name: …  { … }`, values `const NAME = …;`, `NAME;`.
    fn named<'tree>(&mut self, block: Node<'tree>, word: &str) -> Vec<Named<'tree>> {
        let tokens = all_children(block);
        let mut found = Vec::new();
        let (mut lead, mut head) = (Lead::default(), Vec::new());
        let mut at = 1;
        while at + 1 < tokens.len() {
            let token = tokens[at];
            at += 1;
            match token.kind() {
                "line_comment" | "block_comment" => self.comment(token, &mut lead),
                "#" | "pub" | "token_tree" => head.push(token),
                kind if kind == word || (kind == "identifier" && word == "const") => {
                    let bare = kind != word;
                    if bare {
                        at -= 1;
                    } else {
                        head.push(token);
                    }
                    let is_named = tokens[at].kind() == "identifier";
                    let next = tokens.get(at + 1).map_or("", |it| it.kind());
                    let fits = if word == "struct" { next == ":" } else { next == "=" || (bare && matches!(next, "," | ";" | "}")) };
                    if !is_named || !fits {
                        return Vec::new();
                    }
                    let is_end = |token: &&Node<'_>| match token.kind() {
                        ";" | "}" => true,
                        "," => bare,
                        kind => word == "struct" && kind == "token_tree",
                    };
                    let Some(last) = tokens[at..].iter().find(is_end) else { return Vec::new() };
                    // The last value may end with the block.
                    let last = if last.kind() == "}" { &tokens[tokens.len() - 2] } else { last };
                    let block = Some(*last).filter(|token| token.kind() == "token_tree");
                    let (lead, head) = (std::mem::take(&mut lead), std::mem::take(&mut head));
                    found.push(Named { lead, head, name: tokens[at], end: last.end_byte(), block });
                    while tokens[at].end_byte() < last.end_byte() {
                        at += 1;
                    }
                    at += 1;
                }
                _ => return Vec::new(),
            }
        }
        found
    }

    pub(super) fn define_named(&mut self, it: &Named<'_>, kind: SymbolKind, head_end: usize) -> u32 {
        let mut symbol = Symbol::new(self.word(it.name), kind);
        let of_crate = it.head.windows(2).any(|pair| pair[0].kind() == "pub" && pair[1].kind() == "token_tree");
        symbol.visibility = match it.head.iter().any(|token| token.kind() == "pub") {
            _ if kind == SymbolKind::Constant => Visibility::Public,
            false => Visibility::Private,
            true if of_crate => Visibility::Package,
            true => Visibility::Public,
        };
        symbol.flags = symbol.flags.when(symbol.visibility != Visibility::Private, Flags::EXPORTED);
        let start = it.head.first().unwrap_or(&it.name).start_byte();
        // Attributes are no part of what is shown in a line.
        let shown = it.head.iter().rposition(|token| token.kind() == "token_tree").filter(|_| !of_crate).map_or(0, |at| at + 1);
        let from = it.head.get(shown).unwrap_or(&it.name).start_byte();
        self.named_among_tokens.insert(it.name.start_byte());
        let place = Place {
            span: ByteSpan::new(start, it.end),
            name: span(it.name),
            lead: ByteSpan::new(it.lead.docs.first().map_or(start, |doc| doc.start_byte().min(start)), it.end).start,
            signature: fold(self.text.get(from..head_end).unwrap_or("")).trim_end_matches([' ', ',', ';']).to_owned(),
            doc: it.lead.doc(self.text),
            ..Place::default()
        };
        self.builder.symbol(symbol, place)
    }
}
