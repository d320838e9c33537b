//! Enumerators that macros write: `#define LIST(ITEM) ITEM(A) ITEM(B)` and `enum { LIST(AS_ENUM) }`, and those that one macro pastes of its arguments.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::lexer::{Token, TokenKind, tokens};
use super::names;
use super::visitor::Visitor;
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::{Place, Role};

/// How many macros that call each other are followed.
const MAX_NESTED: usize = 4;
/// Most tokens of macros that are read for the enumerators of one enum.
const MAX_TOKENS: usize = 1 << 14;

/// What a macro with parameters stands for.
#[derive(Clone, Debug)]
pub(super) struct MacroBody<'text> {
    pub params: Vec<Name>,
    pub body: &'text str,
    /// Where the body stands.
    pub start: usize,
}

/// What a parameter stands for, and where that is written.
type Given<'text> = BTreeMap<Name, (&'text str, ByteSpan)>;

/// A macro that stands where an enumerator may.
struct Call {
    name: ByteSpan,
    /// With its arguments.
    whole: ByteSpan,
    arguments: Vec<ByteSpan>,
}

/// The enumerators of one enum that macros write.
struct Expansion<'a, 'text> {
    text: &'text str,
    bodies: &'a BTreeMap<Name, MacroBody<'text>>,
    found: Vec<(String, ByteSpan)>,
    left: usize,
}

impl<'text> Expansion<'_, 'text> {
    /// What some tokens of `of`, which stands at a byte, write.
    fn items(&mut self, of: (&'text str, usize), given: &Given<'text>, depth: usize) {
        let (body, start) = of;
        let all = tokens(body);
        let Some(left) = self.left.checked_sub(all.len()) else { return };
        self.left = left;
        let mut at = 0;
        while let Some(token) = all.get(at) {
            if token.kind != TokenKind::Word {
                at += 1;
                continue;
            }
            if all.get(at + 1).is_some_and(|it| it.is(b'(')) {
                let Some(close) = closer(&all, at + 1) else { return };
                let word = token.text(body);
                let called = given.get(word).map_or(word, |it| it.0);
                let arguments = arguments(&all[at + 2..close]).into_iter().map(|(from, to)| {
                    let written = body.get(from..to).unwrap_or_default();
                    given.get(written).copied().unwrap_or((written, ByteSpan::new(start + from, start + to)))
                });
                let arguments: Vec<(&str, ByteSpan)> = arguments.collect();
                if let Some(it) = self.bodies.get(called).filter(|_| depth < MAX_NESTED) {
                    let given = it.params.iter().cloned().zip(arguments).collect();
                    let of = (it.body, it.start);
                    self.items(of, &given, depth + 1);
                }
                at = close + 1;
                continue;
            }
            let mut pieces = vec![token];
            while let Some([hash, other, piece, ..]) = all.get(at + 3 * pieces.len() - 2..)
                && hash.is(b'#')
                && other.is(b'#')
                && piece.kind == TokenKind::Word
            {
                pieces.push(piece);
            }
            at += 3 * pieces.len() - 2;
            if all.get(at).is_none_or(|it| it.is(b',') || it.is(b'=')) {
                let told = |piece: &&Token| given.get(piece.text(body)).copied();
                let own = ByteSpan::new(start + token.start, start + token.end);
                let span = pieces.iter().find_map(told).map_or(own, |it| it.1);
                let name: String = pieces.iter().map(|piece| told(piece).map_or(piece.text(body), |it| it.0)).collect();
                if names::is_usable(&name) {
                    self.found.push((name, span));
                }
            }
            at = next_item(&all, at);
        }
    }

    fn call(&mut self, it: &Call) {
        self.items((it.whole.text(self.text), it.whole.start as usize), &Given::new(), 0);
    }
}

/// The position behind the next comma that stands in no brackets.
fn next_item(all: &[Token], from: usize) -> usize {
    let mut depth = 0_i32;
    let comma = all.iter().skip(from).position(|token| {
        depth += i32::from(token.is_one_of(b"([{")) - i32::from(token.is_one_of(b")]}"));
        depth == 0 && token.is(b',')
    });
    comma.map_or(all.len(), |comma| from + comma + 1)
}

/// The position of the parenthesis that closes the one at a token.
fn closer(all: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_i32;
    let length = all.iter().skip(open).position(|token| {
        depth += i32::from(token.is(b'(')) - i32::from(token.is(b')'));
        depth == 0
    })?;
    Some(open + length)
}

/// The bytes of arguments, of the tokens between parentheses.
fn arguments(all: &[Token]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < all.len() {
        let next = next_item(all, from);
        let last = if next > from + 1 && all[next - 1].is(b',') { next - 2 } else { next - 1 };
        found.push((all[from].start, all[last].end));
        from = next;
    }
    found
}

/// The macros that stand where enumerators may, in the braces of an enum that starts at a byte.
fn calls(braces: &str, start: usize) -> Vec<Call> {
    let all = tokens(braces);
    let mut found = Vec::new();
    let mut at = 1;
    let mut begins = true;
    while let Some(token) = all.get(at) {
        match token.kind {
            TokenKind::Directive => {}
            TokenKind::Word if begins && all.get(at + 1).is_some_and(|it| it.is(b'(')) => {
                let Some(close) = closer(&all, at + 1) else { break };
                let span = |(from, to): (usize, usize)| ByteSpan::new(start + from, start + to);
                found.push(Call {
                    name: span((token.start, token.end)),
                    whole: span((token.start, all[close].end)),
                    arguments: arguments(&all[at + 2..close]).into_iter().map(span).collect(),
                });
                at = close;
            }
            TokenKind::Punctuation(b',') => begins = true,
            TokenKind::Punctuation(b'(') => {
                let Some(close) = closer(&all, at) else { break };
                at = close;
            }
            _ => begins = false,
        }
        at += 1;
    }
    found
}

impl<'text> Visitor<'_, 'text> {
    /// Reads the macros that stand where enumerators may: their uses and what they write. Gives the bytes that they stand at.
    pub(super) fn listed_enumerators(&mut self, braces: Node<'_>, of: Option<u32>) -> Vec<ByteSpan> {
        let calls = calls(self.slice(braces), braces.start_byte());
        if calls.is_empty() {
            return Vec::new();
        }
        let mut expansion = Expansion { text: self.text, bodies: &self.bodies, found: Vec::new(), left: MAX_TOKENS };
        calls.iter().for_each(|call| expansion.call(call));
        let found = expansion.found;
        for call in &calls {
            self.macro_in_enum(call);
        }
        for (name, at) in found {
            let place = Place { span: at, name: at, lead: at.start, signature: name.clone(), ..Place::default() };
            self.enumerator_at(&name, place, of);
        }
        calls.into_iter().map(|it| it.whole).collect()
    }

    fn macro_in_enum(&mut self, call: &Call) {
        let text: &'text str = self.text;
        let name = call.name.text(text);
        let target = self.b.name(name, call.name.start as usize);
        let values = call.arguments.iter().map(|_| self.b.unknown()).collect();
        self.b.site(Role::Call, name, call.name, target, Some(values));
        // Of what it is handed macros alone are names for sure: all else it may paste.
        for argument in &call.arguments {
            let word = argument.text(text);
            if self.bodies.contains_key(word) {
                let target = self.b.name(word, argument.start as usize);
                self.b.site(Role::Read, word, *argument, target, None);
            }
        }
    }
}

/// Whether a node stands in one of some places.
pub(super) fn is_in(node: Node<'_>, places: &[ByteSpan]) -> bool {
    let span = syntax::span(node);
    places.iter().any(|it| it.start <= span.start && span.start < it.end)
}
