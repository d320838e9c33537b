//! Macros in the place of items: tokens that read as items are taken for the items that come of them (`cfg_if!`, `pin_project!`, a crate's own
//! `cfg_net! { … }`).

use tree_sitter::{Node, Range, Tree};

use super::attributes::Lead;
use super::projections::PROJECTING;
use super::twins::choice;
use super::{LANGUAGE, Walk};
use crate::base::caps;
use crate::languages::extract::parse_part;
use crate::languages::syntax::{all_children, child_of_kind, children, field};

/// Macros that make something else of what they are given than the items that it looks like.
const OTHERWISE: &[&str] = &["parse_quote", "parse_quote_spanned", "quote", "quote_spanned", "stringify", "thread_local"];

/// Macros that choose between blocks of items.
const CHOOSING: &[&str] = &["cfg_if", "cfg_match", "cfg_select", "match_cfg"];

/// Tokens with which an item can begin, besides a path in front of `!`. Of these words the grammar knows some as names only.
const FIRST: &[&str] = &[
    "#",
    "$",
    "::",
    ";",
    "async",
    "auto",
    "const",
    "crate",
    "default",
    "enum",
    "extern",
    "fn",
    "gen",
    "impl",
    "macro_rules",
    "metavariable",
    "mod",
    "pub",
    "safe",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
];

impl<'text> Walk<'_, 'text> {
    /// Reads a macro invocation that stands among items; `false` where its tokens are not items alone.
    pub(super) fn item_macro(&mut self, node: Node<'_>, lead: &Lead<'_>) -> bool {
        let Some((name, word, tokens)) = self.items_made_by(node, lead) else { return false };
        if OTHERWISE.contains(&word) || self.item_macros >= caps::MAX_ITEM_MACROS {
            return false;
        }
        let choosing = CHOOSING.contains(&word);
        let blocks = if choosing { all_children(tokens).into_iter().filter(|it| is_block(*it)).collect() } else { vec![tokens] };
        let Some(parsed) = blocks.into_iter().map(|block| self.items_of(block)).collect::<Option<Vec<Tree>>>() else {
            return !self.flag_types(tokens) && inner(tokens).is_some_and(|part| self.near_items(name, tokens, part));
        };
        if parsed.is_empty() {
            return false;
        }
        let (_, target) = self.macro_call(name);
        let projecting = std::mem::replace(&mut self.projecting, (word == PROJECTING).then_some(target));
        self.item_macros += 1;
        let around = self.choosing;
        self.choosing |= choosing;
        let completing = std::mem::replace(&mut self.completing, !choosing && word != PROJECTING);
        let condition = self.condition;
        for (index, tree) in parsed.iter().enumerate() {
            if choosing {
                self.condition = choice(condition, tokens, index);
            }
            self.items(tree.root_node());
        }
        self.condition = condition;
        self.choosing = around;
        self.completing = completing;
        self.projecting = projecting;
        self.item_macros -= 1;
        true
    }

    /// Adds the items that a macro of the file makes where a statement or item is an invocation of one; gives the path of the macro, its name and tokens.
    pub(super) fn items_made_by<'tree>(&mut self, node: Node<'tree>, lead: &Lead<'_>) -> Option<(Node<'tree>, &'text str, Node<'tree>)> {
        let invocation = if node.kind() == "expression_statement" { node.named_child(0) } else { Some(node) };
        let invocation = invocation.filter(|it| it.kind() == "macro_invocation")?;
        let (name, tokens) = (field(invocation, "macro")?, child_of_kind(invocation, "token_tree")?);
        let word = self.word(field(name, "name").unwrap_or(name));
        self.make_items(invocation, word, tokens, lead);
        self.make_imports(invocation, word);
        self.write_items(word, tokens);
        Some((name, word, tokens))
    }

    /// The syntax tree of what stands in a block of tokens, if it is a sequence of items and no token is left over.
    fn items_of(&self, block: Node<'_>) -> Option<Tree> {
        if !self.can_be_items(block) {
            return None;
        }
        let tree = parse_part(&LANGUAGE.grammar?(), self.text, inner(block)?)?;
        let root = tree.root_node();
        // Values are given in brackets of any kind, and an invocation is one: items alone are told by their words.
        let tells =
            |it: Node<'_>| !is_beside_items(it.kind()) && (is_block(block) || it.kind().ends_with("_item") || it.kind() == "macro_definition");
        let fits = !root.has_error() && children(root).into_iter().all(is_item) && children(root).into_iter().any(tells);
        if fits { Some(tree) } else { None }
    }

    /// Whether the first tokens of a block can be those of an item. Most macros are given values, and to have a parser find that out costs more than
    /// all items in macros together.
    fn can_be_items(&self, block: Node<'_>) -> bool {
        let tokens = all_children(block);
        let mut tokens = tokens.into_iter().skip(1).skip_while(|it| matches!(it.kind(), "line_comment" | "block_comment"));
        let Some(first) = tokens.next() else { return false };
        let is_path = |it: &Node<'_>| matches!(it.kind(), "::" | "identifier" | "self" | "super" | "crate");
        FIRST.contains(&first.kind())
            || first.kind() == "identifier"
                && (FIRST.contains(&self.word(first)) || tokens.find(|it| !is_path(it)).is_some_and(|it| it.kind() == "!"))
    }
}

/// What stands between the brackets of a token tree.
fn inner(block: Node<'_>) -> Option<Range> {
    let tokens = all_children(block);
    let (open, close) = (tokens.first()?, tokens.last()?);
    Some(Range { start_byte: open.end_byte(), end_byte: close.start_byte(), start_point: open.end_position(), end_point: close.start_position() })
}

fn is_block(node: Node<'_>) -> bool {
    node.kind() == "token_tree" && node.child(0).is_some_and(|open| open.kind() == "{")
}

fn is_item(node: Node<'_>) -> bool {
    let kind = node.kind();
    let is_macro = kind == "expression_statement" && node.named_child(0).is_some_and(|it| it.kind() == "macro_invocation");
    let is_declared = matches!(kind, "associated_type" | "extern_crate_declaration" | "macro_definition" | "macro_invocation" | "use_declaration");
    is_macro || is_declared || is_beside_items(kind) || kind.ends_with("_item")
}

fn is_beside_items(kind: &str) -> bool {
    matches!(kind, "attribute_item" | "inner_attribute_item" | "line_comment" | "block_comment" | "empty_statement")
}
