//! Parameters of functions that a macro among items makes, as it is given them: `op!(Mul, mul; self: Own, rhs: Other; self.scale(rhs))`.
//!
//! A name that the tokens of such a macro use is one that stands among these tokens too: what the macro itself calls so is another one (The Rust Reference,
//! Hygiene). So the type behind it is its own.

use tree_sitter::Node;

use super::tokens::{KEYWORDS, Tokens};
use super::{Walk, is_upper};
use crate::shard::body::Local;
use crate::shard::expr::ExprId;

/// How deep arguments of types lie in each other.
const MAX_DEPTH: u32 = 8;

/// A type among tokens that is being read.
struct Reading<'list, 'tree> {
    tokens: &'list [Node<'tree>],
    at: usize,
    /// Brackets that a token closed beside those of the arguments that it ended.
    closed: u32,
}

impl Reading<'_, '_> {
    fn kind(&self, ahead: usize) -> &'static str {
        self.tokens.get(self.at + ahead).map_or("", Node::kind)
    }
}

impl Walk<'_, '_> {
    /// Gets ready for the tokens that a macro is given: among items they may declare parameters, and name types that it adds members to.
    pub(super) fn begin_tokens(&mut self, word: &str, tree: Node<'_>) {
        self.format_string(word, tree);
        self.bind_given(word, tree);
        self.takes_parameters = self.builder.enclosing_callable().is_none();
        if self.takes_parameters && self.adding.contains(word) {
            self.note_open_types(tree);
        }
    }

    /// Declares the name at the present place where a type stands behind it.
    pub(super) fn token_parameter(&mut self, tokens: &Tokens<'_>) {
        let Some(name) = tokens.peek(0).filter(|it| matches!(it.kind(), "identifier" | "self")) else { return };
        let word = self.word(name);
        let is_first = matches!(tokens.before(), "" | "(" | "[" | "{" | "," | ";" | "mutable_specifier");
        if !is_first || tokens.kind(1) != ":" || is_upper(word) || KEYWORDS.contains(&word) {
            return;
        }
        let mut reading = Reading { tokens: &tokens.list, at: tokens.at + 2, closed: 0 };
        let ty = self.type_among(&mut reading, 0);
        if ty.is_some() && reading.closed == 0 && matches!(reading.kind(0), "," | ";" | "=") {
            let local = Local { name: word.into(), ty, values: Vec::new(), receiver: false, parameter_of: None };
            self.builder.declare(local, name.start_byte().max(1));
        }
    }

    /// The value `self` at a token. Outside of all functions it is of a type that the macro alone knows, unless that is written.
    pub(super) fn self_among(&mut self, token: Node<'_>) -> ExprId {
        let at = token.start_byte();
        let is_bound = self.builder.find_local("self", at).is_some();
        if is_bound { self.builder.name("self", at) } else { self.builder.unknown() }
    }

    /// The type that is written from a token on: a path with its arguments, by reference or not.
    fn type_among(&mut self, reading: &mut Reading<'_, '_>, depth: u32) -> Option<ExprId> {
        loop {
            match reading.kind(0) {
                "&" | "mutable_specifier" => reading.at += 1,
                "'" => reading.at += 2,
                _ => break,
            }
        }
        let first = *reading.tokens.get(reading.at).filter(|_| depth < MAX_DEPTH)?;
        let word = self.word(first);
        let mut ty = match (first.kind(), word) {
            (_, "Self") => self.self_type(),
            ("identifier", _) if !KEYWORDS.contains(&word) => self.item_name(word),
            ("primitive_type" | "crate" | "self" | "super", _) => self.builder.free(word),
            _ => return None,
        };
        reading.at += 1;
        while reading.kind(0) == "::" && reading.kind(1) == "identifier" {
            let word = self.word(reading.tokens[reading.at + 1]);
            ty = self.builder.member(ty, word);
            reading.at += 2;
        }
        if reading.kind(0) != "<" {
            return Some(ty);
        }
        reading.at += 1;
        let args = self.arguments_among(reading, depth)?;
        Some(if args.is_empty() { ty } else { self.builder.applied(ty, args) })
    }

    /// Arguments up to the bracket that closes them.
    fn arguments_among(&mut self, reading: &mut Reading<'_, '_>, depth: u32) -> Option<Vec<ExprId>> {
        let mut args = Vec::new();
        loop {
            if reading.closed > 0 {
                reading.closed -= 1;
                return Some(args);
            }
            match reading.kind(0) {
                ">" => {
                    reading.at += 1;
                    return Some(args);
                }
                ">>" => {
                    reading.at += 1;
                    reading.closed += 1;
                    return Some(args);
                }
                "," => reading.at += 1,
                "'" => reading.at += 2,
                "integer_literal" | "boolean_literal" => {
                    args.push(self.builder.unknown());
                    reading.at += 1;
                }
                _ if reading.kind(1) == "=" => return None,
                _ => args.push(self.type_among(reading, depth + 1)?),
            }
        }
    }
}
