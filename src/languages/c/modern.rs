//! Macros where C++ of the last decades puts them: constraints in template heads, `if CONSTEXPR (…)`, marks behind parameters, blocks of `try`;
//! and plain C++ that the grammar does not know. One such place can cost it all of a file.

use super::lexer::{SCOPE, is_keyword};
use super::mask::{Masker, is_macro_name};

/// Most tokens that are looked back over for the start of a template head.
const MAX_BACK: usize = 256;

/// Most tokens of the type below a nameless enum.
const MAX_BASE: usize = 16;

impl Masker<'_> {
    /// The tokens to be blanked for a macro, the first and the last one, where it stands in such a place.
    pub(super) fn modern_macro(&self, position: usize, last: usize) -> Option<(usize, usize)> {
        let before = position.checked_sub(1)?;
        if last > position && self.word(before) == "if" {
            // Its arguments are the condition.
            return Some((position, position));
        }
        if last > position && (self.is(before, b',') || self.is(before, b'<')) && self.in_template_head(before) {
            let with_comma = self.is(before, b'<') && self.is(last + 1, b',');
            return Some((if self.is(before, b',') { before } else { position }, if with_comma { last + 1 } else { last }));
        }
        if last == position && (self.is(position + 1, b',') || self.is(position + 1, b')')) && self.names_parameter(before) {
            return Some((position, position));
        }
        if last == position && self.is(position + 1, b':') {
            // `PRIVATE_UNLESS_TESTED:`, `public SLOTS:`.
            return match self.word(before) {
                "public" | "private" | "protected" => Some((position, position)),
                _ => self.starts_statement(position).then_some((position, position + 1)),
            };
        }
        let opens = last == position && self.is(position + 1, b'{') && (self.is(before, b';') || self.is(before, b'{') || self.is(before, b'}'));
        opens.then_some((position, position))
    }

    /// Whether a comma or `<` stands in `template <…>`, outside of what is nested in it.
    fn in_template_head(&self, position: usize) -> bool {
        let (mut at, mut nested) = (position, 0_usize);
        for _ in 0..MAX_BACK {
            if self.is(at, b'<') {
                if nested == 0 {
                    return at > 0 && self.word(at - 1) == "template";
                }
                nested -= 1;
            } else if self.is(at, b'>') {
                nested += 1;
            } else if self.is(at, b')') && self.closers[at] != usize::MAX {
                at = self.closers[at];
            } else if self.is(at, b';') || self.is(at, b'{') || self.is(at, b'}') {
                return false;
            }
            let Some(next) = at.checked_sub(1) else { return false };
            at = next;
        }
        false
    }

    /// Whether a token is the name of a parameter, its type in front of it: `char x MARK`.
    fn names_parameter(&self, position: usize) -> bool {
        let name = self.word(position);
        let Some(ty) = position.checked_sub(1).filter(|_| !name.is_empty() && !is_keyword(name) && !is_macro_name(name)) else { return false };
        let word = self.word(ty);
        let qualifies = matches!(word, "class" | "const" | "enum" | "register" | "return" | "static" | "struct" | "typename" | "union" | "volatile");
        (!word.is_empty() && !qualifies && !is_macro_name(word))
            || ((self.is(ty, b'*') || self.is(ty, b'&')) && ty > 0 && !self.word(ty - 1).is_empty())
    }

    /// The bytes of what the grammar has no rule for, and what to put there instead, blanks following: `(typename T::type())`, `unsigned(x) < y`,
    /// `enum : int {`.
    pub(super) fn grammar_gap(&self, position: usize) -> Option<(usize, usize, &'static str)> {
        let token = self.code[position];
        match self.word(position) {
            "typename" if self.is_typename_of_value(position) => Some((token.start, token.end, "")),
            "unsigned" | "signed" | "long" | "short" if self.is_conversion(position) => Some((token.start, token.end, "int")),
            "enum" if self.is(position + 1, b':') => {
                let brace = (position + 2..position + MAX_BASE).find(|at| self.is(*at, b'{'))?;
                Some((self.code[position + 1].start, self.code[brace].start, ""))
            }
            _ => None,
        }
    }

    /// Whether a token is the `typename` of `(typename T::type())`, an expression.
    fn is_typename_of_value(&self, position: usize) -> bool {
        let mut at = position + 1;
        while !self.word(at).is_empty() && self.is(at + 1, SCOPE) {
            at += 2;
        }
        self.starts_value(position) && at > position + 1 && !self.word(at).is_empty() && self.is(at + 1, b'(') && self.is(at + 2, b')')
    }

    /// Whether a type word converts what stands in the parentheses behind it.
    fn is_conversion(&self, position: usize) -> bool {
        self.is(position + 1, b'(') && !self.is(position + 2, b'*') && self.starts_value(position)
    }

    /// Whether what stands before a token is followed by a value.
    fn starts_value(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        let marks = b"(,=<>|&+-*/%!~?:";
        self.word(before) == "return" || marks.iter().any(|mark| self.is(before, *mark))
    }
}
