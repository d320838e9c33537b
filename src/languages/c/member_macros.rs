//! Members that a macro declares which stands in the body of a type: `#define HEADER struct obj *next; int tag` and `struct obj { HEADER; };`.

use tree_sitter::Node;

use super::attributes::is_basic;
use super::lexer::{Token, TokenKind, tokens};
use super::names;
use super::parameter_types;
use super::records::marked;
use super::visitor::{Place, Visitor};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::{Symbol, SymbolKind};

/// How many macros that stand in each other are followed.
const MAX_NESTED: usize = 4;
/// Most members that macros declare in one place.
const MAX_MEMBERS: usize = 256;

impl<'text> Visitor<'_, 'text> {
    /// Keeps what a macro without parameters stands for, unless the file defines it otherwise as well.
    pub(super) fn keep_plain_macro(&mut self, name: &str, body: &'text str) {
        if body.trim().contains(char::is_whitespace) {
            let known = self.plain.entry(name.into()).or_insert(Some(body));
            *known = known.filter(|known| *known == body);
        }
    }

    /// Takes what `NAME;` declares among the members of a type. Of a macro that the file does not define the type keeps the name.
    pub(super) fn members_of_macro(&mut self, node: Node<'_>, named: Node<'_>) {
        let Some(record) = self.record.as_ref().filter(|_| self.place == Place::Record).map(|it| it.symbol) else { return };
        let name = self.slice(named);
        let mut left = MAX_MEMBERS;
        if !self.take_members(name, (node, named), 0, &mut left) {
            self.has_members_of(record, name);
        }
    }

    /// The macros that stand on lines of their own where members do, and are no part of the tree.
    pub(super) fn macros_among_members(&self, body: Node<'_>) -> Vec<ByteSpan> {
        let around = syntax::span(body);
        let from = self.blanked.partition_point(|it| it.start < around.start);
        let mut found = Vec::new();
        for whole in self.blanked[from..].iter().take_while(|it| it.end <= around.end).take(MAX_MEMBERS) {
            let (start, end) = (whole.start as usize, whole.end as usize);
            let (Some(before), Some(behind)) = (self.text.get(..start), self.text.get(end..)) else { continue };
            let follows = before.trim_end().ends_with(['{', ';', '}', ':']);
            if follows && behind.trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
                found.push(*whole);
            }
        }
        found
    }

    /// Notes that a macro may declare members of a type which nothing here tells.
    pub(super) fn has_members_of(&mut self, record: u32, name: &str) {
        let it = self.b.symbol_mut(record);
        let words = it.words.as_ref().map_or_else(|| Name::from(name), |words| smol_str::format_smolstr!("{words}\n{name}"));
        it.words = Some(words);
    }

    /// Whether all is told that a macro declares.
    fn take_members(&mut self, name: &str, at: (Node<'_>, Node<'_>), depth: usize, left: &mut usize) -> bool {
        let Some(body) = self.plain.get(name).copied().flatten().filter(|_| depth < MAX_NESTED) else { return false };
        let all: Vec<Token> = tokens(body).into_iter().filter(|it| !it.is(b'\\')).collect();
        if all.iter().any(|it| it.is_one_of(b"{}#")) {
            return false;
        }
        let mut told = true;
        for item in all.split(|it| it.is(b';')).filter(|item| !item.is_empty()) {
            told &= match item {
                [one] if one.kind == TokenKind::Word => self.take_members(one.text(body), at, depth + 1, left),
                _ => self.take_declared(item, body, at, left),
            };
        }
        told
    }

    /// Takes the fields that `type first, *second` declares.
    fn take_declared(&mut self, item: &[Token], body: &'text str, (node, named): (Node<'_>, Node<'_>), left: &mut usize) -> bool {
        let words = item.iter().take_while(|it| it.kind == TokenKind::Word).count();
        let points = item.get(words).is_some_and(|it| it.is_one_of(b"*("));
        // Without a pointer the last of the words is the name.
        let Some(of_type) = item.get(..words.saturating_sub(usize::from(!points))).filter(|it| !it.is_empty()) else { return false };
        let ty = self.written_type(of_type, body, syntax::span(named).start);
        for part in item[of_type.len()..].split(|it| it.is(b',')) {
            let is_function = part.first().is_some_and(|it| it.is(b'('));
            let end = if is_function { part.iter().position(|it| it.is(b')')) } else { part.iter().position(|it| it.is_one_of(b"[:=")) };
            let part = part.get(..end.unwrap_or(part.len())).unwrap_or_default();
            let Some(last) = part.last().filter(|it| it.kind == TokenKind::Word && names::is_usable(it.text(body))) else { return false };
            let Some(rest) = left.checked_sub(1) else { return false };
            *left = rest;
            let ty = if is_function { self.function_of(ty) } else { ty };
            self.take_field(last.text(body), ty, node, named);
        }
        true
    }

    fn take_field(&mut self, name: &str, ty: ExprId, node: Node<'_>, named: Node<'_>) {
        let mut symbol = Symbol::new(name, SymbolKind::Field);
        symbol.visibility = self.visibility();
        symbol.flags = self.linkage_flags();
        symbol.ty = Some(ty);
        let place = self.place_of(node, syntax::span(named), None);
        let index = self.b.symbol(symbol, place);
        self.bind_symbol(name, index);
    }

    /// The type that a tag names.
    pub(super) fn written_tag(&mut self, name: &str, at: u32) -> ExprId {
        if self.cpp {
            return self.b.name(name, at as usize);
        }
        let tag = self.b.expr(Expr::Raw { name: marked(name), scope: 0, at });
        self.b.expr(Expr::Apply { base: tag, args: Vec::new() })
    }

    /// The type that some words spell.
    fn written_type(&mut self, words: &[Token], body: &'text str, at: u32) -> ExprId {
        let spelled: Vec<&str> = words.iter().map(|it| it.text(body)).filter(|it| !matches!(*it, "const" | "volatile")).collect();
        match spelled.as_slice() {
            ["struct" | "union" | "enum", name] => self.written_tag(name, at),
            [one] if is_basic(one) => self.b.free(one),
            [one] => self.b.name(one, at as usize),
            all if all.iter().all(|it| is_basic(it)) => {
                let number = parameter_types::number(all.iter().copied());
                number.map_or(self.b.unknown(), |number| self.b.literal(&number))
            }
            _ => self.b.unknown(),
        }
    }
}
