//! Blanks what no grammar can read without the preprocessor, byte for byte, so that the rest parses where it stands:
//! attribute macros in front of definitions, conditionals that open a brace in one branch and close it in another.

use std::collections::BTreeSet;

use super::attributes::{is_basic, trailing_macros};
use super::directives::{comments_in_directives, conditionals, continued_strings, headers_asked_for};
use super::lexer::{SCOPE, Token, TokenKind, is_keyword, tokens};
use crate::base::span::ByteSpan;

/// Most macros in a row behind the fields of a struct.
const MAX_ROW: usize = 16;

/// A masked text with the macros that were blanked.
pub(super) struct Masked {
    pub text: String,
    pub macros: Vec<BlankedMacro>,
}

/// A use of a macro that was blanked.
pub(super) struct BlankedMacro {
    pub name: ByteSpan,
    /// With its arguments.
    pub whole: ByteSpan,
    /// It was called with arguments.
    pub called: bool,
    /// The braces behind it that were blanked with it, with what they hold.
    pub braces: Option<ByteSpan>,
}

/// How much is blanked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Macros in the heads of types and behind the names of fields only: those parse, but as something else.
    Heads,
    /// All macros that are in the way, no conditionals.
    Macros,
    /// Whatever may be in the way.
    All,
}

/// The text with the offending places blanked; `None` where there are none. Of conditionals in `unread` regions one branch is kept in any case.
pub(super) fn mask(text: &str, extent: Extent, unread: &[(usize, usize)]) -> Option<Masked> {
    let all = tokens(text);
    let mut bytes = text.as_bytes().to_vec();
    continued_strings(text, &all, &mut bytes);
    if extent != Extent::Heads {
        comments_in_directives(text, &all, &mut bytes);
        headers_asked_for(text, &all, &mut bytes);
    }
    if extent == Extent::All {
        conditionals(text, &all, unread, &mut bytes);
    }
    let trailing = trailing_macros(text, &all);
    for it in &trailing {
        blank(&mut bytes, it.whole.start as usize, it.whole.end as usize);
    }
    let code: Vec<Token> = all.into_iter().filter(|it| it.kind != TokenKind::Directive && bytes[it.start] != b' ').collect();
    let types = type_names(text, &code);
    let mut masker = Masker { text, code: &code, bytes, macros: trailing, parentheses: parentheses(&code), types, attributes: BTreeSet::new() };
    if extent != Extent::Heads {
        masker.attributes = masker.attribute_words();
    }
    masker.run(extent);
    let Masker { bytes, mut macros, .. } = masker;
    macros.sort_by_key(|it| it.name.start);
    if bytes == text.as_bytes() {
        return None;
    }
    String::from_utf8(bytes).ok().map(|text| Masked { text, macros })
}

pub(super) fn blank(bytes: &mut [u8], start: usize, end: usize) {
    for byte in &mut bytes[start..end] {
        if *byte != b'\n' && *byte != b'\r' {
            *byte = b' ';
        }
    }
}

/// The last word of each `class … Name {` or `struct … Name :`.
fn type_names<'text>(text: &'text str, code: &[Token]) -> BTreeSet<&'text str> {
    let mut names = BTreeSet::new();
    for (position, token) in code.iter().enumerate() {
        if matches!(token.text(text), "class" | "struct" | "union") {
            let words = code[position + 1..].iter().take_while(|it| it.kind == TokenKind::Word && it.text(text) != "final");
            names.extend(words.last().map(|it| it.text(text)));
        }
    }
    names
}

/// For each opening parenthesis the position of its closing one, and the other way round.
fn parentheses(code: &[Token]) -> Vec<Option<usize>> {
    let mut matching = vec![None; code.len()];
    let mut open = Vec::new();
    for (position, token) in code.iter().enumerate() {
        if token.is(b'(') {
            open.push(position);
        } else if token.is(b')')
            && let Some(start) = open.pop()
        {
            matching[start] = Some(position);
            matching[position] = Some(start);
        }
    }
    matching
}

pub(super) struct Masker<'a> {
    pub(super) text: &'a str,
    pub(super) code: &'a [Token],
    bytes: Vec<u8>,
    macros: Vec<BlankedMacro>,
    /// For each parenthesis the position of its other half.
    parentheses: Vec<Option<usize>>,
    /// Names of the types that the file defines: `MACRO Name(` in one of them is a constructor.
    pub(super) types: BTreeSet<&'a str>,
    /// Words in front of definitions that stand for attributes throughout the file.
    pub(super) attributes: BTreeSet<&'a str>,
}

impl<'a> Masker<'a> {
    fn run(&mut self, extent: Extent) {
        for position in 0..self.code.len() {
            if self.is_blanked(position) {
                continue;
            }
            let last = self.invocation_end(position);
            if !is_macro_name(self.word(position)) {
                if extent != Extent::Heads && self.is_plain_attribute(position, last) {
                    self.blank_macro(position, last);
                } else if extent != Extent::Heads
                    && let Some((start, end, instead)) = self.grammar_gap(position)
                {
                    blank(&mut self.bytes, start, end);
                    self.bytes[start..start + instead.len()].copy_from_slice(instead.as_bytes());
                }
                continue;
            }
            if self.wraps_head(position, last) {
                self.unwrap(position, last);
            } else if extent == Extent::Heads {
                let parses_otherwise =
                    self.in_type_head(position, last) || self.annotates(position, last) || self.before_parenthesized(position, last);
                if parses_otherwise || (last == position && self.is_in_function_pointer(position)) {
                    self.blank_macro(position, last);
                }
            } else if let Some(close) = self.opens_namespace(position) {
                self.blank_macro(position, position);
                let (open, close) = (self.code[position + 1], self.code[close]);
                blank(&mut self.bytes, open.start, open.end);
                blank(&mut self.bytes, close.start, close.end);
                if let Some(it) = self.macros.last_mut() {
                    it.braces = Some(ByteSpan::new(open.start, close.end));
                }
            } else if self.is_attribute(position, last) {
                self.blank_macro(position, last);
            } else if let Some((keyword, last)) = self.macro_for_word(position, last) {
                self.blank_macro(position, last);
                let at = self.code[position].start;
                self.bytes[at..at + keyword.len()].copy_from_slice(keyword.as_bytes());
            } else if self.wraps_type(position, last) {
                self.unwrap(position, last);
            } else if let Some((first, last)) = self.modern_macro(position, last) {
                self.blank_macro(position, position.max(last));
                blank(&mut self.bytes, self.code[first].start, self.code[last].end);
            } else {
                for (start, end) in self.type_arguments(position, last) {
                    blank(&mut self.bytes, start, end);
                }
                let at = self.code[last].end;
                if self.lacks_semicolon(position, last) && matches!(self.bytes.get(at), Some(b'\n' | b' ' | b'\r')) {
                    self.bytes[at] = b';';
                }
            }
        }
    }

    pub(super) fn word(&self, position: usize) -> &'a str {
        match self.code.get(position) {
            Some(token) if token.kind == TokenKind::Word => token.text(self.text),
            _ => "",
        }
    }

    pub(super) fn is(&self, position: usize, byte: u8) -> bool {
        self.code.get(position).is_some_and(|it| it.is(byte))
    }

    pub(super) fn is_one_of(&self, position: usize, marks: &[u8]) -> bool {
        self.code.get(position).is_some_and(|it| it.is_one_of(marks))
    }

    /// The position of the parenthesis that closes the one at a token.
    pub(super) fn closer(&self, position: usize) -> Option<usize> {
        self.parentheses.get(position).copied().flatten().filter(|other| *other > position)
    }

    /// The position of the parenthesis that the one at a token closes.
    pub(super) fn opener(&self, position: usize) -> Option<usize> {
        self.parentheses.get(position).copied().flatten().filter(|other| *other < position)
    }

    /// The last token of `NAME` or `NAME(…)`.
    fn invocation_end(&self, position: usize) -> usize {
        self.closer(position + 1).unwrap_or(position)
    }

    fn blank_macro(&mut self, position: usize, last: usize) {
        let token = self.code[position];
        let whole = ByteSpan::new(token.start, self.code[last].end);
        self.macros.push(BlankedMacro { name: ByteSpan::new(token.start, token.end), whole, called: last > position, braces: None });
        blank(&mut self.bytes, token.start, self.code[last].end);
    }

    /// Blanks a macro and the parentheses behind it.
    fn unwrap(&mut self, position: usize, last: usize) {
        self.blank_macro(position, position);
        for parenthesis in [self.code[position + 1], self.code[last]] {
            blank(&mut self.bytes, parenthesis.start, parenthesis.end);
        }
    }

    fn is_attribute(&self, position: usize, last: usize) -> bool {
        self.in_type_head(position, last)
            || self.before_definition(position, last)
            || self.after_declarator(position, last)
            || self.follows_enumerator(position, last)
            || (last == position && (self.is_between_type_and_name(position) || self.is_between_type_and_pointer(position)))
            || (last == position && (self.is_known_attribute(position) || self.qualifies_pointer(position) || self.is_in_function_pointer(position)))
            || self.alone_on_line(position, last)
    }

    pub(super) fn starts_statement(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return true };
        let token = &self.code[before];
        match token.kind {
            // What was blanked in front counts as not there.
            _ if self.is_blanked(before) => true,
            TokenKind::Punctuation(b';' | b'{' | b'}' | b'>' | b':') => true,
            TokenKind::Punctuation(b']') => before > 0 && self.is(before - 1, b']'),
            TokenKind::Punctuation(b')') => self.directive_between(before, position) || self.is_closed_after(before, &["requires"]),
            TokenKind::Literal => token.text(self.text) == "\"C\"",
            TokenKind::Word => {
                matches!(self.word(before), "static" | "inline" | "extern" | "virtual" | "constexpr" | "const" | "explicit" | "friend")
            }
            _ => false,
        }
    }

    fn directive_between(&self, before: usize, position: usize) -> bool {
        self.text.get(self.code[before].end..self.code[position].start).is_some_and(|gap| gap.contains("\n#"))
    }

    /// `EXPORT int f(`, `ATTRIBUTE(x) struct T *f(`, `CONSTEXPR explicit T(`.
    fn before_definition(&self, position: usize, last: usize) -> bool {
        if !self.starts_statement(position) {
            return false;
        }
        if last > position && self.same_line(last, last + 1) && !is_keyword(self.word(last + 1)) {
            // `EXPORT(type) name(` is a type that the grammar knows.
            return false;
        }
        if self.is(last + 1, b'~') || (self.is(last + 1, b'[') && self.is(last + 2, b'[')) {
            return true;
        }
        let first = self.word(last + 1);
        if first.is_empty() {
            return false;
        }
        if is_macro_name(first) {
            // A row of macros: the last of them may be a type.
            return !self.word(self.invocation_end(last + 1) + 1).is_empty();
        }
        if matches!(first, "return" | "if" | "for" | "while" | "do" | "switch" | "goto" | "break" | "else" | "case" | "default") {
            return false;
        }
        let second = last + 2;
        // What stands in front of `const` alone is the type: `BYTE const* name`, `BYTE const name = 0`.
        let named = !self.word(second).is_empty() && self.is_one_of(second + 1, b";=,)[");
        if last == position && matches!(first, "const" | "volatile") && (named || self.is_one_of(second, b"*&")) {
            return false;
        }
        !self.word(second).is_empty()
            || self.is(second, SCOPE)
            || (self.is(second, b'<') && !is_keyword(first))
            || (self.is(second, b'(') && self.types.contains(first))
            || self.is_parenthesized_name(second)
            || self.points(second)
            || matches!(first, "operator" | "explicit" | "static" | "inline" | "virtual" | "template")
    }

    /// `EXPORT type (name)(`, which reads like a function called `type`.
    fn before_parenthesized(&self, position: usize, last: usize) -> bool {
        let first = self.word(last + 1);
        let typed = is_basic(first) || !is_keyword(first);
        last == position && self.starts_statement(position) && typed && self.is_parenthesized_name(last + 2)
    }

    /// `(name)(`: a name in parentheses, which no macro of that name takes for a call.
    fn is_parenthesized_name(&self, position: usize) -> bool {
        self.is(position, b'(') && !self.word(position + 1).is_empty() && self.is(position + 2, b')') && self.is(position + 3, b'(')
    }

    /// `* name`, `(*name)`.
    fn points(&self, position: usize) -> bool {
        let mut after = position;
        while after < position + 4 && self.is_one_of(after, b"*&") {
            after += 1;
        }
        (after > position && !self.word(after).is_empty()) || (self.is(after, b'(') && self.is(after + 1, b'*'))
    }

    /// `void f() REQUIRES(lock);`, `int x GUARDED_BY(lock);`, `void f() OVERRIDE {`.
    fn after_declarator(&self, position: usize, last: usize) -> bool {
        let Some(before) = self.unblanked_before(position) else { return false };
        let follows = self.is_one_of(last + 1, b";{=:")
            || matches!(self.word(last + 1), "const" | "override" | "final" | "noexcept" | "requires")
            || is_macro_name(self.word(last + 1));
        if !follows {
            return false;
        }
        if self.is(before, b')') {
            return self.opener(before).and_then(|open| open.checked_sub(1)).is_some_and(|head| {
                let word = self.word(head);
                (!word.is_empty() || self.is(head, b')') || self.names_operator(head))
                    && !matches!(word, "if" | "while" | "for" | "switch" | "catch" | "return" | "sizeof")
            });
        }
        if matches!(self.word(before), "const" | "override" | "noexcept") && position >= 2 && self.is(position - 2, b')') {
            return true;
        }
        self.annotates(position, last)
    }

    /// Whether a token is the last one of `operator<<`.
    fn names_operator(&self, position: usize) -> bool {
        (1..=3).any(|back| position >= back && self.word(position - back) == "operator")
    }

    /// `OLD_VALUE DEPRECATED(since) = 3,` among the values of an enum.
    fn follows_enumerator(&self, position: usize, last: usize) -> bool {
        let named = position >= 2 && !self.word(position - 1).is_empty() && !is_keyword(self.word(position - 1));
        // Tables put macros under each other.
        last > position && named && self.same_line(position - 1, position) && self.is_one_of(position - 2, b",{") && self.is_one_of(last + 1, b"=,")
    }

    /// `int x GUARDED_BY(lock);`, which reads like a function of that name.
    fn annotates(&self, position: usize, last: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        let named = !self.word(before).is_empty() && !is_keyword(self.word(before));
        let typed = position >= 2 && {
            let word = self.word(position - 2);
            self.is_one_of(position - 2, b"*&>")
                || (word == "const" && position >= 3 && self.is(position - 3, b'*'))
                || (!word.is_empty()
                    && !matches!(
                        word,
                        "return"
                            | "static"
                            | "extern"
                            | "inline"
                            | "const"
                            | "struct"
                            | "class"
                            | "enum"
                            | "union"
                            | "else"
                            | "virtual"
                            | "constexpr"
                            | "typedef"
                    ))
        };
        let alone = is_macro_name(self.word(position)) && !is_macro_name(self.word(before));
        (last > position || alone) && named && typed && self.is_one_of(last + 1, b";=")
    }

    /// `BEGIN_NAMESPACE` on a line of its own.
    fn alone_on_line(&self, position: usize, last: usize) -> bool {
        if last > position || !self.starts_statement(position) || self.same_line(position, position + 1) {
            return false;
        }
        let name = self.word(position);
        if self.is(self.row_end(position) + 1, b'}') {
            // The last fields of a struct; what stands so in an enum is a value.
            let fields = position >= 1 && (self.is_one_of(position - 1, b";}") || self.is_blanked(position - 1));
            let only = position >= 3 && self.is(position - 1, b'{') && [2, 3].iter().any(|back| is_record(self.word(position - back)));
            return fields || only;
        }
        let telling =
            ["BEGIN", "END", "NAMESPACE", "DECLS", "OBJECT", "DISABLE", "RESTORE", "SUPPRESS", "PUSH", "POP"].iter().any(|part| name.contains(part));
        telling
            || matches!(
                self.word(position + 1),
                "template"
                    | "class"
                    | "struct"
                    | "static"
                    | "namespace"
                    | "inline"
                    | "typedef"
                    | "extern"
                    | "using"
                    | "enum"
                    | "public"
                    | "private"
                    | "protected"
                    | "union"
                    | "return"
                    | "if"
                    | "for"
                    | "while"
                    | "switch"
                    | "do"
                    | "break"
                    | "continue"
            )
    }

    /// The last of a row of macros without arguments, as far as such a row is looked at.
    fn row_end(&self, position: usize) -> usize {
        let mut last = position;
        while last < position + MAX_ROW && is_macro_name(self.word(last + 1)) && self.invocation_end(last + 1) == last + 1 {
            last += 1;
        }
        last
    }

    /// Whether a token is `struct` or its like, or a macro that such a word was put for.
    pub(super) fn opens_record(&self, position: usize) -> bool {
        is_record(self.word(position)) || self.bytes[self.code[position].start..].starts_with(b"struct ")
    }

    /// The last token in front of one that is not blanked: of macros in a row, those in front are.
    pub(super) fn unblanked_before(&self, position: usize) -> Option<usize> {
        (0..position).rev().find(|at| !self.is_blanked(*at))
    }

    fn is_blanked(&self, position: usize) -> bool {
        self.code.get(position).is_some_and(|token| self.bytes.get(token.start) == Some(&b' '))
    }

    /// `MACRO(x)` at the end of a line, with a new statement on the next.
    fn lacks_semicolon(&self, position: usize, last: usize) -> bool {
        last > position
            && (self.starts_statement(position) || self.is_branch(position))
            && !self.same_line(last, last + 1)
            && (!self.word(last + 1).is_empty() || self.is(last + 1, b'}'))
    }

    /// `if (…) MACRO(x)`, `else MACRO(x)`.
    pub(super) fn is_branch(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        self.word(before) == "else" || self.is_closed_after(before, &["if", "for", "while"])
    }

    /// Whether a token closes parentheses that one of these words opens.
    fn is_closed_after(&self, position: usize, words: &[&str]) -> bool {
        self.opener(position).is_some_and(|open| open > 0 && words.contains(&self.word(open - 1)))
    }

    fn same_line(&self, lhs: usize, rhs: usize) -> bool {
        match (self.code.get(lhs), self.code.get(rhs)) {
            (Some(lhs), Some(rhs)) => self.text.get(lhs.end..rhs.start).is_some_and(|gap| !gap.contains('\n')),
            _ => false,
        }
    }
}

pub(super) fn is_record(word: &str) -> bool {
    matches!(word, "struct" | "union" | "class")
}

/// Upper-case words of at least two letters, as macros are named by custom.
pub(super) fn is_macro_name(word: &str) -> bool {
    word.len() > 2
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && word.bytes().filter(u8::is_ascii_uppercase).count() > 1
        && !matches!(word, "FILE" | "DIR" | "NULL" | "TRUE" | "FALSE" | "EOF")
}
