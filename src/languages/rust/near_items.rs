//! Macros in the place of items whose tokens are items but for marks of their own: `enum_builder! { pub enum Kind { Alert => 0x15 } }`,
//! `ast_struct! { pub struct Block #full { … } }`. What the grammar cannot read is blanked out, and what is left read again.

use std::ops::Range;

use tree_sitter::{Node, Range as Part, Tree};

use super::attributes::Lead;
use super::flag_types::Named;
use super::made_items::kind_of;
use super::{LANGUAGE, Walk};
use crate::languages::extract::parse_part;
use crate::languages::syntax::{all_children, children, field};
use crate::shard::facts::{Flags, SymbolKind, Visibility};

/// Most readings of one invocation.
const MAX_READINGS: usize = 4;
/// Most places of one invocation that are blanked out.
const MAX_BLANKS: usize = 2048;

/// Words in front of the name of a type.
const TYPES: &[&str] = &["enum", "struct", "trait", "union"];

impl Walk<'_, '_> {
    /// Reads the types and functions that stand among the tokens of an invocation; `false` where there are none to be made out.
    pub(super) fn near_items(&mut self, name: Node<'_>, block: Node<'_>, part: Part) -> bool {
        let tokens = all_children(block);
        if !tokens.windows(2).any(|pair| TYPES.contains(&pair[0].kind()) && pair[1].kind() == "identifier") {
            return false;
        }
        // One copy serves all invocations of a file: each is read in its own part of it.
        let mut text = self.masked.take().unwrap_or_else(|| self.text.to_owned());
        let found = Self::unmarked(&mut text, part);
        self.masked = Some(text);
        let Some((tree, blanks)) = found else {
            self.bare_types(&tokens);
            return false;
        };
        // What the file has already is told of here.
        if children(tree.root_node()).into_iter().any(|it| is_type(it) && field(it, "name").is_some_and(|name| self.known.contains(self.word(name))))
        {
            return false;
        }
        self.macro_call(name);
        // Who writes such a macro may put a visibility in front of what it is given.
        let members = self.members.replace(Visibility::Package);
        self.item_macros += 1;
        let completing = std::mem::replace(&mut self.completing, true);
        self.items(tree.root_node());
        self.completing = completing;
        self.item_macros -= 1;
        self.members = members;
        let around = self.macro_scope.replace(self.builder.scope());
        self.left_over(block, &blanks);
        self.macro_scope = around;
        true
    }

    /// Defines the types whose names stand among the tokens of an invocation, and nothing of what they hold.
    fn bare_types(&mut self, tokens: &[Node<'_>]) {
        let (mut lead, mut head) = (Lead::default(), Vec::new());
        for (at, pair) in tokens.windows(2).enumerate() {
            let (token, name) = (pair[0], pair[1]);
            match token.kind() {
                "block_comment" | "line_comment" => self.comment(token, &mut lead),
                "#" | "pub" => head.push(token),
                "token_tree" if !head.is_empty() => head.push(token),
                word => {
                    let (lead, mut head) = (std::mem::take(&mut lead), std::mem::take(&mut head));
                    let is_path = tokens.get(at + 2).is_some_and(|it| it.kind() == "::");
                    let Some(kind) = kind_of(word).filter(|_| TYPES.contains(&word) && name.kind() == "identifier" && !is_path) else { continue };
                    if !self.known.contains(self.word(name)) {
                        head.push(token);
                        self.bare_type(&Named { lead, head, name, end: name.end_byte(), block: None }, kind);
                    }
                }
            }
        }
    }

    fn bare_type(&mut self, it: &Named<'_>, kind: SymbolKind) {
        let index = self.define_named(it, kind, it.end);
        self.bind_symbol(it.name, index);
        let symbol = self.builder.symbol_mut(index);
        if symbol.visibility == Visibility::Private {
            symbol.visibility = Visibility::Package;
            symbol.flags = symbol.flags.with(Flags::EXPORTED);
        }
    }

    /// The tree of a part of `text` that holds nothing but whole types, and functions in which nothing is blank; and what was blanked out for that, in
    /// order.
    fn unmarked(text: &mut String, part: Part) -> Option<(Tree, Vec<Range<usize>>)> {
        let mut blanks = marks(text, &part);
        for it in &blanks {
            blank(text, it)?;
        }
        for _ in 0..MAX_READINGS {
            let tree = parse_part(&LANGUAGE.grammar?(), text, part)?;
            let mut more = foreign(tree.root_node())?;
            if more.is_empty() {
                more = beside_definitions(tree.root_node(), &blanks);
                blanks.retain(|it| !more.iter().any(|around| around.start <= it.start && it.end <= around.end));
            } else if more.iter().any(|it| text.get(it.clone()).is_none_or(holds_type)) {
                return None;
            }
            if blanks.len() + more.len() > MAX_BLANKS {
                return None;
            }
            if more.is_empty() {
                blanks.sort_unstable_by_key(|it| it.start);
                let defines = children(tree.root_node()).iter().any(|it| !is_lead(it.kind()));
                return defines.then_some((tree, blanks));
            }
            for it in &more {
                blank(text, it)?;
            }
            blanks.extend(more);
        }
        None
    }

    /// Reads the tokens that were blanked out for the names they use.
    fn left_over(&mut self, tree: Node<'_>, blanks: &[Range<usize>]) {
        if !self.descend(tree) {
            return;
        }
        let mut run = Vec::new();
        for token in all_children(tree) {
            let blank = blanks.get(blanks.partition_point(|it| it.end < token.end_byte()));
            if blank.is_some_and(|it| it.start <= token.start_byte()) {
                run.push(token);
                continue;
            }
            self.token_run(std::mem::take(&mut run));
            if token.kind() == "token_tree" {
                self.left_over(token, blanks);
            }
        }
        self.token_run(run);
        self.ascend();
    }
}

/// The lines that a sign opens which opens no item, but the macro's own sections: `@section type`. A grammar takes some of their words for those of what
/// follows.
fn marks(text: &str, part: &Part) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = part.start_byte;
    for line in text.get(part.start_byte..part.end_byte).unwrap_or_default().split_inclusive('\n') {
        let words = line.trim();
        if words.starts_with('@') && !words.contains(['{', '}']) && !holds_type(words) && found.len() < MAX_BLANKS {
            let from = start + line.len() - line.trim_start().len();
            found.push(from..from + words.len());
        }
        start += line.len();
    }
    found
}

/// Puts blanks in the place of a part of a text.
fn blank(text: &mut String, range: &Range<usize>) -> Option<()> {
    let blank: String = text.get(range.clone())?.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(range.clone(), &blank);
    Some(())
}

/// What the grammar could not read, outermost; `None` where it misses something.
fn foreign(root: Node<'_>) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if node.is_missing() {
            return None;
        } else if node.is_error() {
            found.push(node.byte_range());
        } else if node.has_error() {
            waiting.extend(all_children(node));
        }
    }
    Some(found)
}

/// What is no definition, with the attributes in front of it.
fn beside_definitions(root: Node<'_>, blanks: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for node in all_children(root) {
        let from = *start.get_or_insert(node.start_byte());
        let is_whole = || !blanks.iter().any(|it| it.start >= node.start_byte() && it.end <= node.end_byte());
        let is_taken = match node.kind() {
            kind if is_lead(kind) => continue,
            "function_item" | "impl_item" => is_whole(),
            "trait_item" => are_members_whole(node, blanks),
            _ => is_type(node),
        };
        if !is_taken {
            found.push(from..node.end_byte());
        }
        start = None;
    }
    found
}

/// Whether what was blanked out of an interface stands between its members: sections of the macro's own.
fn are_members_whole(node: Node<'_>, blanks: &[Range<usize>]) -> bool {
    let Some(body) = field(node, "body") else { return false };
    let members = children(body);
    blanks.iter().filter(|it| it.start >= node.start_byte() && it.end <= node.end_byte()).all(|it| {
        let is_apart = |member: &Node<'_>| is_lead(member.kind()) || it.end <= member.start_byte() || member.end_byte() <= it.start;
        it.start > body.start_byte() && members.iter().all(is_apart)
    })
}

fn is_type(node: Node<'_>) -> bool {
    matches!(node.kind(), "enum_item" | "struct_item" | "union_item")
}

/// What may stand in front of a definition.
fn is_lead(kind: &str) -> bool {
    matches!(kind, "attribute_item" | "block_comment" | "line_comment")
}

fn holds_type(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| TYPES.contains(&word))
}
