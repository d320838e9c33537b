//! Items of names of its own that a macro of the file writes where it is called among items, and what it makes of the names it is given in them:
//! `macro_rules! kinds { ($($name:ident),*) => { pub enum Kind { $($name),* } } }`.

use std::ops::Range;

use tree_sitter::{Node, Range as Part, Tree};

use super::macro_rules::{Given, Pattern, inner};
use super::{LANGUAGE, Walk};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::extract::parse_part;
use crate::languages::syntax::{all_children, children, field, fold, text};
use crate::shard::body::Place;
use crate::shard::expr::Expr;
use crate::shard::facts::{Flags, Owner, Symbol, SymbolKind, Visibility};

/// Most tokens of one rule's right side that are looked at, and most readings of it.
const MAX_TOKENS: usize = 4096;
const MAX_READINGS: usize = 4;
/// How deep brackets are looked into.
const MAX_DEPTH: usize = 16;
/// Most members of one type that an invocation names.
const MAX_MEMBERS: usize = 1024;

/// Words in front of the name of an item.
const ITEMS: &[&str] = &["const", "enum", "fn", "mod", "static", "struct", "trait", "type", "union"];
/// Words that may stand between what says who sees an item and the name of it.
const LEADING: &[&str] = &["async", "extern", "impl", "unsafe", "use"];

/// A rule that writes items.
#[derive(Debug)]
pub(super) struct Writer {
    pattern: Pattern,
    part: Part,
    /// What is not to be read as it stands, with what is read in its place.
    masks: Vec<(Range<usize>, &'static str)>,
    /// Something is written once for each of what is given.
    repeats: bool,
    members: Vec<Named>,
}

/// Members of a type that bear names which an invocation gives.
#[derive(Debug)]
struct Named {
    holder: String,
    variable: String,
    kind: SymbolKind,
}

/// What of one right side is looked at.
struct Reading {
    masks: Vec<(Range<usize>, &'static str)>,
    repeats: bool,
    left: usize,
}

impl Walk<'_, '_> {
    /// The rules of a macro, if any of them writes an item of a name of its own.
    pub(super) fn written_by(&self, definition: Node<'_>) -> Vec<Writer> {
        let mut writers = Vec::new();
        let mut writes = false;
        for rule in children(definition).into_iter().filter(|it| it.kind() == "macro_rule") {
            let (Some(left), Some(right)) = (field(rule, "left"), field(rule, "right")) else { continue };
            let Some(pattern) = self.left_side(left) else { return Vec::new() };
            let tokens = inner(right);
            writes |= tokens.windows(2).any(|pair| ITEMS.contains(&pair[0].kind()) && pair[1].kind() == "identifier");
            let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
            let part = Part {
                start_byte: first.start_byte(),
                end_byte: last.end_byte(),
                start_point: first.start_position(),
                end_point: last.end_position(),
            };
            let mut reading = Reading { masks: Vec::new(), repeats: false, left: MAX_TOKENS };
            self.mask(&tokens, &mut reading, 0);
            let mut members = Vec::new();
            self.members_named(&tokens, &pattern, &mut members);
            if reading.left > 0 {
                writers.push(Writer { pattern, part, masks: reading.masks, repeats: reading.repeats, members });
            }
        }
        if writes { writers } else { Vec::new() }
    }

    /// Notes what among the tokens of a right side is no part of items as they stand: what is given, what is repeated, what functions do and constants are.
    fn mask(&self, tokens: &[Node<'_>], reading: &mut Reading, depth: usize) {
        let kind = |at: usize| tokens.get(at).map_or("", Node::kind);
        let (mut at, mut function, mut constant) = (0, false, false);
        while let Some(token) = tokens.get(at) {
            reading.left = reading.left.saturating_sub(1);
            if reading.left == 0 || depth > MAX_DEPTH {
                reading.left = 0;
                return;
            }
            let start = at;
            let before = at.checked_sub(1).map_or("", kind);
            at += 1;
            match token.kind() {
                "fn" => function = true,
                "const" | "static" => constant = kind(at) != "fn" && kind(at) != "unsafe",
                ";" => (function, constant) = (false, false),
                "=" if constant => {
                    let end = tokens[at..].iter().position(|it| it.kind() == ";").map_or(tokens.len(), |ahead| at + ahead);
                    cover(tokens, at..end, "0", reading);
                    at = end;
                }
                "token_repetition" => {
                    reading.repeats = true;
                    cover(tokens, start..at, "", reading);
                }
                "#" if kind(at) == "token_tree" && all_children(tokens[at]).iter().any(|it| it.kind() == "metavariable") => {
                    at += 1;
                    cover(tokens, start..at, "", reading);
                }
                "metavariable" | "identifier" => {
                    while kind(at) == "::" && matches!(kind(at + 1), "identifier" | "metavariable") {
                        at += 2;
                    }
                    if kind(at) == "!" && kind(at + 1) == "token_tree" {
                        at += 2;
                        at += usize::from(kind(at) == ";");
                        cover(tokens, start..at, "", reading);
                    } else if tokens[start..at].iter().any(|it| it.kind() == "metavariable") {
                        if kind(at) == "<" {
                            at = end_of_arguments(tokens, at);
                        }
                        let is_visibility = kind(at) == "identifier" || ITEMS.contains(&kind(at)) || LEADING.contains(&kind(at));
                        let fill = match before {
                            _ if is_visibility => "",
                            "for" => "",
                            "=" | ";" => "0",
                            _ => "_",
                        };
                        cover(tokens, start..at, fill, reading);
                    }
                }
                "token_tree" if function && text(*token, self.text).starts_with('{') => {
                    function = false;
                    let inside = inner(*token);
                    cover(&inside, 0..inside.len(), "", reading);
                }
                "token_tree" => self.mask(&inner(*token), reading, depth + 1),
                _ => {}
            }
        }
    }

    /// Notes the members of types that a right side writes once for each name that it is given.
    fn members_named(&self, tokens: &[Node<'_>], pattern: &Pattern, members: &mut Vec<Named>) {
        for (at, pair) in tokens.windows(2).enumerate() {
            let kind = match pair[0].kind() {
                "enum" => SymbolKind::Variant,
                "struct" => SymbolKind::Field,
                _ => continue,
            };
            let block = tokens[at + 2..].iter().take_while(|it| it.kind() != ";").find(|it| text(**it, self.text).starts_with('{'));
            let Some(block) = block.filter(|_| pair[1].kind() == "identifier") else { continue };
            let holder = self.word(pair[1]).to_owned();
            for repeated in all_children(*block).into_iter().filter(|it| it.kind() == "token_repetition") {
                let parts = all_children(repeated);
                let named = parts.iter().enumerate().find(|(at, it)| {
                    let behind = parts.get(at + 1).map_or("", |it| it.kind());
                    let before = at.checked_sub(1).map_or("", |at| parts[at].kind());
                    let is_name = if kind == SymbolKind::Field { behind == ":" } else { before != "#" && behind != "::" };
                    it.kind() == "metavariable" && is_name
                });
                let variable = named.map(|(_, it)| text(*it, self.text).to_owned()).filter(|it| pattern.names(it));
                members.extend(variable.map(|variable| Named { holder: holder.clone(), variable, kind }));
            }
        }
    }

    /// Adds what the first invocation of such a macro among items writes.
    pub(super) fn write_items(&mut self, word: &str, tree: Node<'_>) {
        // Of members only those of the first type that calls it would be known.
        if self.builder.enclosing_callable().is_some() || self.in_type() {
            return;
        }
        let Some(writers) = self.writers.remove(word) else { return };
        let Some((writer, given)) = writers.iter().find_map(|it| Some((it, self.names_given(&it.pattern, tree)?))) else { return };
        let mut masked = self.masked.take().unwrap_or_else(|| self.text.to_owned());
        let read = items_among(&mut masked, writer);
        self.masked = Some(masked);
        let Some(read) = read else { return };
        let first = self.builder.symbol_count();
        self.items(read.root_node());
        let made = first..self.builder.symbol_count();
        for index in made.clone().map_while(|it| u32::try_from(it).ok()) {
            let symbol = self.builder.symbol_mut(index);
            if symbol.kind.is_type() && writer.repeats {
                symbol.words = Some(Name::new_static("!"));
            }
        }
        for named in &writer.members {
            let is_holder = |index: &u32| {
                let symbol = self.builder.symbol_mut(*index);
                symbol.name == named.holder && symbol.kind.is_type()
            };
            let Some(holder) = made.clone().map_while(|it| u32::try_from(it).ok()).find(is_holder) else { continue };
            for given in given.iter().filter(|it| it.variable == named.variable && it.name.kind() == "identifier").take(MAX_MEMBERS) {
                self.named_member(holder, named.kind, given);
            }
        }
    }

    fn named_member(&mut self, holder: u32, kind: SymbolKind, given: &Given<'_, '_>) {
        let mut symbol = Symbol::new(self.word(given.name), kind);
        symbol.visibility = self.builder.symbol_mut(holder).visibility;
        symbol.flags = symbol.flags.when(symbol.visibility != Visibility::Private, Flags::EXPORTED);
        symbol.ty = (kind == SymbolKind::Variant).then(|| self.builder.expr(Expr::Symbol(holder)));
        let place = Place {
            span: given.around,
            name: ByteSpan::new(given.name.start_byte(), given.name.end_byte()),
            lead: given.around.start,
            signature: fold(given.around.text(self.text)),
            ..Place::default()
        };
        self.named_among_tokens.insert(given.name.start_byte());
        self.builder.enter(Owner::Symbol(holder));
        self.builder.symbol(symbol, place);
        self.builder.leave();
    }
}

/// The tree of what a rule writes with nothing in it but whole items, none of which is named by what is given.
fn items_among(text: &mut String, writer: &Writer) -> Option<Tree> {
    for (range, fill) in &writer.masks {
        blank(text, range.clone(), fill)?;
    }
    for _ in 0..MAX_READINGS {
        let tree = parse_part(&LANGUAGE.grammar?(), text, writer.part)?;
        let is_whole = |it: &Node<'_>| {
            let is_lead = matches!(it.kind(), "attribute_item" | "block_comment" | "line_comment");
            (is_lead || it.kind().ends_with("_item")) && !it.has_error()
        };
        let broken: Vec<Range<usize>> = all_children(tree.root_node()).iter().filter(|it| !is_whole(it)).map(Node::byte_range).collect();
        if broken.is_empty() {
            return Some(tree);
        }
        for range in broken {
            blank(text, range, "")?;
        }
    }
    None
}

/// Puts `fill` and blanks in the place of a part of a text.
fn blank(text: &mut String, range: Range<usize>, fill: &str) -> Option<()> {
    let old = text.get(range.clone())?;
    let rest = old.bytes().skip(fill.len()).map(|byte| if byte == b'\n' { '\n' } else { ' ' });
    let new: String = fill.chars().chain(rest).collect();
    if new.len() == old.len() {
        text.replace_range(range, &new);
    }
    Some(())
}

fn cover(tokens: &[Node<'_>], places: Range<usize>, fill: &'static str, reading: &mut Reading) {
    if let (Some(first), Some(last)) = (tokens.get(places.start), places.end.checked_sub(1).and_then(|last| tokens.get(last)))
        && !places.is_empty()
    {
        reading.masks.push((first.start_byte()..last.end_byte(), fill));
    }
}

/// The place behind the arguments that begin with a `<`.
fn end_of_arguments(tokens: &[Node<'_>], from: usize) -> usize {
    let mut open = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.kind() {
            "<" => open += 1,
            ">" => open = open.saturating_sub(1),
            ">>" => open = open.saturating_sub(2),
            ";" => return at,
            _ => {}
        }
        if open == 0 {
            return at + 1;
        }
    }
    tokens.len()
}
