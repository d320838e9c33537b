//! Macros where C++ of the last decades puts them: constraints in template heads, `if CONSTEXPR (…)`, marks behind parameters, blocks of `try`;
//! and plain C++ that the grammar does not know. One such place can cost it all of a file.

use super::lexer::{SCOPE, is_keyword};
use super::mask::{Masker, is_macro_name, is_record};
use super::openers::is_opener;

/// Most tokens that are looked back over for the start of a template head.
const MAX_BACK: usize = 256;

/// Most tokens of `extern template …;`.
const MAX_INSTANTIATION: usize = 128;

/// Most tokens of one `[[…]]`, and most of these in a row.
const MAX_ATTRIBUTE: usize = 64;
const MAX_MARKS: usize = 4;

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
        if last > position && self.is_one_of(before, b",<") && self.in_template_head(before) {
            let with_comma = self.is(before, b'<') && self.is(last + 1, b',');
            return Some((if self.is(before, b',') { before } else { position }, if with_comma { last + 1 } else { last }));
        }
        if last == position && self.is_one_of(position + 1, b",)") && self.names_parameter(before) {
            return Some((position, position));
        }
        if last == position && self.is(position + 1, b':') {
            // `PRIVATE_UNLESS_TESTED:`, `public SLOTS:`.
            return match self.word(before) {
                "public" | "private" | "protected" => Some((position, position)),
                _ => self.starts_statement(position).then_some((position, position + 1)),
            };
        }
        // `BLOCK {`, and `CATCH (std::exception &e) {` behind a block.
        let opens = self.is(last + 1, b'{') && (last == position || self.word(position).ends_with("CATCH")) && self.is_one_of(before, b";{}");
        opens.then_some((position, last))
    }

    /// The brace that closes the one behind a macro which opens a namespace but for that: `LIB_NAMESPACE_BEGIN`, `{`, … `}`.
    pub(super) fn opens_namespace(&self, position: usize) -> Option<usize> {
        if !self.is(position + 1, b'{') || !is_opener(self.word(position)) || !self.starts_statement(position) {
            return None;
        }
        let mut depth = 0_usize;
        for (at, token) in self.code.iter().enumerate().skip(position + 1) {
            if token.is(b'{') {
                depth += 1;
            } else if token.is(b'}') {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }

    /// The last token of the `[[…]]` and `alignas(…)` behind a token, or the token itself where there are none.
    fn attributes_end(&self, mut last: usize) -> usize {
        for _ in 0..MAX_MARKS {
            if is_mark(self.word(last + 1)) {
                let Some(close) = self.closer(last + 2) else { break };
                last = close;
            } else if self.is(last + 1, b'[') && self.is(last + 2, b'[') {
                let closed = (last + 3..last + 3 + MAX_ATTRIBUTE).find(|at| self.is(*at, b']') && self.is(*at + 1, b']'));
                let Some(close) = closed else { break };
                last = close + 1;
            } else {
                break;
            }
        }
        last
    }

    /// The token in front of the `[[…]]` and `alignas(…)` that a token ends, or the token itself.
    fn before_attributes(&self, mut last: usize) -> usize {
        for _ in 0..MAX_MARKS {
            let start = if self.is(last, b')') {
                self.opener(last).and_then(|open| open.checked_sub(1)).filter(|word| is_mark(self.word(*word)))
            } else if self.is(last, b']') && last > 0 && self.is(last - 1, b']') {
                let from = last.saturating_sub(MAX_ATTRIBUTE);
                (from..last).rev().find(|at| self.is(*at, b'[') && self.is(*at + 1, b'['))
            } else {
                None
            };
            let Some(before) = start.and_then(|start| self.unblanked_before(start)) else { break };
            last = before;
        }
        last
    }

    /// `class EXPORT Name {`, `class EXPORT [[nodiscard]] Name {`, `class [[nodiscard]] EXPORT Name {`.
    pub(super) fn in_type_head(&self, position: usize, last: usize) -> bool {
        let last = self.attributes_end(last);
        let before = self.unblanked_before(position).map_or(position, |before| self.before_attributes(before));
        if self.is_one_of(last + 1, b"{:") && self.names_enum(before) {
            // `enum Name UNDERLYING(char) {`
            return before < position;
        }
        if last == position && self.is_one_of(last + 1, b"{:") {
            // `class Name FINAL {`
            return before < position && !self.word(before).is_empty() && self.unblanked_before(before).is_some_and(|it| self.opens_record(it));
        }
        if !self.word(last + 1).is_empty() && self.ends_declarator(before, last + 2) {
            return false;
        }
        (is_record(self.word(before)) || self.word(before) == "enum")
            // What stands before it is the name.
            && !matches!(self.word(last + 1), "" | "final")
            && (self.is_one_of(last + 2, &[b'{', b':', b'<', SCOPE]) || self.word(last + 2) == "final" || is_macro_name(self.word(last + 1)))
    }

    /// `typedef struct HANDLE_ HANDLE;`, `struct ENTRY TABLE[] =`: what stands at `end` shows that the word before it is declared, and no type.
    fn ends_declarator(&self, record: usize, end: usize) -> bool {
        let in_typedef = (1..=2).any(|back| record >= back && self.word(record - back) == "typedef");
        self.is_one_of(end, b",[=") || (in_typedef && self.is(end, b';'))
    }

    /// Where the `[[…]]` behind `enum` or `enum class` stand, for which the grammar has no rule.
    fn attributes_of_enum(&self, position: usize) -> Option<(usize, usize)> {
        let last = position + usize::from(matches!(self.word(position + 1), "class" | "struct"));
        let end = self.attributes_end(last);
        (end > last && self.is(last + 1, b'[')).then(|| (self.code[last + 1].start, self.code[end].end))
    }

    /// A word that does for a macro, and the last token that it stands for: `LIB_IF_CONSTEXPR(condition) {`, `typename = LIB_ENABLE_IF(condition)`,
    /// `ALIGNED_STRUCT(8) Name {`.
    pub(super) fn macro_for_word(&self, position: usize, last: usize) -> Option<(&'static str, usize)> {
        if last == position || position < 2 {
            return None;
        }
        if self.is(position - 1, b'=') && matches!(self.word(position - 2), "typename" | "class") {
            return Some(("int", last));
        }
        let has = |name: &str| self.word(position).split('_').any(|part| part == name);
        let defines = self.is(last + 2, b'{') || (is_macro_name(self.word(last + 2)) && self.is(last + 3, b'{'));
        if has("STRUCT") && !self.word(last + 1).is_empty() && defines && self.starts_statement(position) {
            return Some(("struct", last));
        }
        let says = has("IF") && self.is(last + 1, b'{');
        (says && (self.starts_statement(position) || self.is_branch(position))).then_some(("if", position))
    }

    /// `(const WRAP(T) name)`: the macro makes a parameter's type of the one that it is given.
    pub(super) fn wraps_type(&self, position: usize, last: usize) -> bool {
        let before = |at: usize| self.is_one_of(at, b"(,");
        let starts = position > 1 && (before(position - 1) || (self.word(position - 1) == "const" && before(position - 2)));
        let named = !self.word(last + 1).is_empty() && !is_keyword(self.word(last + 1)) && !is_macro_name(self.word(last + 1));
        last > position + 2 && starts && named && self.is_one_of(last + 2, b",)")
    }

    /// Whether a comma or `<` stands in `template <…>`, outside of what is nested in it.
    pub(super) fn in_template_head(&self, position: usize) -> bool {
        let (mut at, mut nested) = (position, 0_usize);
        for _ in 0..MAX_BACK {
            if self.is(at, b'<') {
                if nested == 0 {
                    return at > 0 && self.word(at - 1) == "template";
                }
                nested -= 1;
            } else if self.is(at, b'>') {
                nested += 1;
            } else if let Some(open) = self.opener(at) {
                at = open;
            } else if self.is_one_of(at, b";{}") {
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
        (!word.is_empty() && !qualifies && !is_macro_name(word)) || (self.is_one_of(ty, b"*&") && ty > 0 && !self.word(ty - 1).is_empty())
    }

    /// The bytes of what the grammar has no rule for, and what to put there instead, blanks following: `(typename T::type())`, `unsigned(x) < y`,
    /// `enum : int {`, `x->operator[](i)`, `T x = {})`, `extern template T f<U>(V);`.
    pub(super) fn grammar_gap(&self, position: usize) -> Option<(usize, usize, String)> {
        let token = self.code[position];
        match self.word(position) {
            "typename" if self.is_typename_of_value(position) => Some((token.start, token.end, String::new())),
            "unsigned" | "signed" | "long" | "short" if self.is_conversion(position) => Some((token.start, token.end, "int".to_owned())),
            "enum" if self.attributes_of_enum(position).is_some() => {
                self.attributes_of_enum(position).map(|(start, end)| (start, end, String::new()))
            }
            "enum" if self.is(position + 1, b':') => {
                let brace = (position + 2..position + MAX_BASE).find(|at| self.is(*at, b'{'))?;
                Some((self.code[position + 1].start, self.code[brace].start, String::new()))
            }
            "extern" if self.word(position + 1) == "template" && !matches!(self.word(position + 2), "class" | "struct") => {
                // Says that a function is made elsewhere.
                let end = (position..position + MAX_INSTANTIATION).find(|at| self.is(*at, b';'))?;
                Some((token.start, self.code[end].end, String::new()))
            }
            "int" if self.is_pack_without_name(position) => Some((token.start, self.code[position + 5].end, String::new())),
            "operator" => {
                // Any name of the same length; what it is called is read from the text as it stands.
                let end = self.called_operator(position)?;
                Some((token.start, end, "_".repeat(end - token.start)))
            }
            "" if self.operator_argument(position).is_some() => self.operator_argument(position).map(|end| (token.start, end, String::new())),
            "" if self.is(position, b'{') => self.empty_default(position).map(|end| (token.start, end, "0".to_owned())),
            _ => None,
        }
    }

    /// `int&...,` in a template head: it keeps callers from naming what stands behind it.
    fn is_pack_without_name(&self, position: usize) -> bool {
        self.is(position + 1, b'&') && (2..5).all(|at| self.is(position + at, b'.')) && self.is(position + 5, b',')
    }

    /// The byte behind an operator that is called by its name: `x.operator()(y)`, `return operator[](i)`, `operator<< <T>(v)`.
    fn called_operator(&self, position: usize) -> Option<usize> {
        let before = position.checked_sub(1)?;
        let arrow = self.is(before, b'>') && before > 0 && self.is(before - 1, b'-');
        let starts = |at: usize| self.word(at) == "return" || self.is_one_of(at, b".;{}(,=!");
        let value = starts(before) || (self.is_one_of(before, b"&*") && before > 0 && starts(before - 1));
        let marks = self.code[position + 1..].iter().take_while(|it| it.is_one_of(b"+-*/%^&|~!=<>[]"));
        let mut last = self.code[position];
        for mark in marks {
            // `operator<< <T>(v)`: the arguments stand apart.
            if mark.start > last.end && last.end > self.code[position].end {
                break;
            }
            last = *mark;
        }
        if last.start == self.code[position].start && self.is(position + 1, b'(') && self.is(position + 2, b')') {
            last = self.code[position + 2];
        }
        let next = self.code.iter().skip(position + 1).find(|it| it.start >= last.end)?;
        let called = next.is(b'(') || (next.is(b'<') && last.end > self.code[position].end);
        let spelled = last.end > self.code[position].end;
        ((arrow || value) && called && spelled).then_some(last.end)
    }

    /// The byte behind an operator that a macro is given, its comma included: `CHECK(a, ==, b)`.
    fn operator_argument(&self, position: usize) -> Option<usize> {
        let before = position.checked_sub(1)?;
        let comma = (position..position + 4).find(|at| !self.is_one_of(*at, b"+-*/%^&|!=<>"))?;
        let given = comma > position
            && self.is(comma, b',')
            && (self.is(before, b',') || (self.is(before, b'(') && before > 0 && !self.word(before - 1).is_empty()));
        given.then(|| self.code[comma].end)
    }

    /// The byte behind `{}`, the default of a parameter: `(const T &x = {})`.
    fn empty_default(&self, position: usize) -> Option<usize> {
        let name = position.checked_sub(2)?;
        let fits = self.is(position - 1, b'=')
            && self.is(position + 1, b'}')
            && self.is_one_of(position + 2, b",)")
            && name > 0
            && !self.word(name).is_empty();
        (fits && !self.is_one_of(name - 1, b".,(")).then(|| self.code[position + 1].end)
    }

    /// Whether a token is the `typename` of `(typename T::type(x))`, an expression.
    fn is_typename_of_value(&self, position: usize) -> bool {
        let mut at = position + 1;
        while !self.word(at).is_empty() && self.is(at + 1, SCOPE) {
            at += 2;
        }
        let named = at > position + 1 && !self.word(at).is_empty() && self.is_one_of(at + 1, b"({");
        named && self.starts_value(position) && !self.is_one_of(at + 2, b"*&")
    }

    /// Whether a type word converts what stands in the parentheses behind it.
    fn is_conversion(&self, position: usize) -> bool {
        self.is(position + 1, b'(') && !self.is(position + 2, b'*') && self.starts_value(position)
    }

    /// Whether what stands before a token is followed by a value.
    fn starts_value(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        self.word(before) == "return" || self.is_one_of(before, b"(,=<>|&+-*/%!~?:")
    }
}

/// Whether a word stands in front of brackets that mark what a type is like.
fn is_mark(word: &str) -> bool {
    matches!(word, "alignas" | "__attribute__" | "__declspec")
}
