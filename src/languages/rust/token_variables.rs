//! Variables among the tokens of a macro: those of `let`, and the parameters of closures.

use tree_sitter::Node;

use super::Walk;
use super::tokens::Tokens;
use crate::languages::syntax::all_children;
use crate::shard::expr::{Expr, ExprId};

impl Walk<'_, '_> {
    /// `let a = …`: its lower-case names are variables of this token tree. Gives the one that is the whole of the pattern, if its type is not written.
    pub(super) fn token_let(&mut self, tokens: &mut Tokens<'_>) -> Option<u32> {
        let mut ahead = 1;
        while tokens.peek(ahead).is_some_and(|token| !matches!(token.kind(), "=" | ":" | ";")) {
            ahead += 1;
        }
        let pattern = tokens.list.get(tokens.at + 1..tokens.at + ahead).unwrap_or_default();
        let alone = match pattern {
            [name] | [.., name] if name.kind() == "identifier" && pattern[..pattern.len() - 1].iter().all(|it| it.kind() == "mutable_specifier") => {
                self.token_variable(*name, None)
            }
            _ => {
                self.token_pattern(&mut Tokens::of(pattern.to_vec()), None);
                None
            }
        };
        let written = if tokens.kind(ahead) == ":" { self.token_type(tokens, ahead + 1) } else { None };
        tokens.at += ahead - 1;
        if let (Some(local), Some(ty)) = (alone, written) {
            self.builder.assign(local, None, Some(ty));
        }
        alone.filter(|_| tokens.kind(1) == "=")
    }

    /// A value of the type that is written from a token on, as far as that is a plain path, by reference or not.
    fn token_type(&mut self, tokens: &Tokens<'_>, from: usize) -> Option<ExprId> {
        let mut ahead = from;
        while matches!(tokens.kind(ahead), "&" | "mutable_specifier") {
            ahead += 1;
        }
        let first = tokens.peek(ahead).filter(|it| matches!(it.kind(), "identifier" | "primitive_type" | "crate" | "self" | "super"))?;
        let word = self.word(first);
        let mut ty = match (first.kind(), word) {
            (_, "Self") => self.self_type(),
            ("identifier", _) => self.item_name(word),
            _ => self.builder.free(word),
        };
        while tokens.kind(ahead + 1) == "::"
            && let Some(next) = tokens.peek(ahead + 2).filter(|it| it.kind() == "identifier")
        {
            let word = self.word(next);
            ty = self.builder.member(ty, word);
            ahead += 2;
        }
        // With arguments behind it a type may be another one: `Box<T>`.
        let is_whole = matches!(tokens.kind(ahead + 1), "" | "," | "|" | "=" | ";");
        is_whole.then(|| self.builder.instance(ty))
    }

    /// `|a, b|`: variables of this token tree, which take what `place` hands to its function.
    pub(super) fn token_closure(&mut self, tokens: &mut Tokens<'_>, place: Option<ExprId>) {
        let mut ahead = 1;
        let mut number = 1;
        // Behind the colon of a parameter.
        let mut typed = false;
        while let Some(token) = tokens.peek(ahead).filter(|token| !matches!(token.kind(), "|" | ";")) {
            let is_type = matches!(tokens.kind(ahead - 1), ":" | "&" | "mutable_specifier") && typed;
            typed = token.kind() == ":" || (typed && token.kind() != ",");
            if token.kind() == "," {
                number += 1;
            } else if is_type && token.kind() == "identifier" && tokens.kind(ahead + 1) != "::" {
                self.token_named_type(token);
            } else if !typed {
                let part = place.map(|base| self.builder.expr(Expr::Part { base, index: number }));
                let written = if tokens.kind(ahead + 1) == ":" { self.token_type(tokens, ahead + 2) } else { None };
                self.token_variables(token, written.or(part));
            }
            ahead += 1;
        }
        if tokens.kind(ahead) == "|" {
            tokens.at += ahead;
        }
    }

    /// The variables of a pattern; one that is the whole of it holds `value` and is given back, those of a tuple hold its parts.
    fn token_variables(&mut self, token: Node<'_>, value: Option<ExprId>) -> Option<u32> {
        match token.kind() {
            "identifier" => return self.token_variable(token, value),
            "token_tree" => {
                if self.descend(token) {
                    let whole = value.filter(|_| token.child(0).is_some_and(|open| open.kind() == "("));
                    let mut index = 0;
                    for inner in all_children(token) {
                        index += u32::from(inner.kind() == ",");
                        let part = whole.map(|base| self.builder.expr(Expr::Part { base, index }));
                        self.token_variables(inner, part);
                    }
                    self.ascend();
                }
            }
            _ => {}
        }
        None
    }
}
