//! Macros that their place betrays: attributes whose names are not in capitals, and calls that take a type where the grammar wants a value.

use std::collections::BTreeSet;

use super::lexer::{SCOPE, Token, TokenKind, is_keyword};
use super::mask::{BlankedMacro, Masker, is_macro_name};
use crate::base::span::ByteSpan;

/// Most tokens of one type that are looked through.
const MAX_TYPE: usize = 64;

/// Most tokens between `typedef` and the name.
const MAX_HEAD: usize = 16;

/// Most tokens that make a type a pointer.
const MAX_POINTERS: usize = 8;

/// Words in front of a definition that grammars know without being reserved.
const GRAMMATICAL: &[&str] = &[
    "_Alignas",
    "_Atomic",
    "_Noreturn",
    "_Thread_local",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__based",
    "__cdecl",
    "__clrcall",
    "__declspec",
    "__extension__",
    "__fastcall",
    "__forceinline",
    "__inline",
    "__inline__",
    "__int128",
    "__int64",
    "__restrict",
    "__stdcall",
    "__thiscall",
    "__thread",
    "__vectorcall",
    "final",
    "noreturn",
    "override",
];

/// The macros at the end of a list that bring their own comma: `f(int k MTd)`, `f(k MTd)`. What they stand for the text says, for one build at least:
/// `#define MTd , struct thread *thread`.
pub(super) fn trailing_macros(text: &str, all: &[Token]) -> Vec<BlankedMacro> {
    let words = comma_words(text, all);
    let trails = |window: &&[Token]| {
        let [before, word, behind] = window else { return false };
        word.kind == TokenKind::Word && words.contains(word.text(text)) && behind.is(b')') && !before.is_one_of(b"(,")
    };
    let found = all.windows(3).filter(|_| !words.is_empty()).filter(trails).map(|window| ByteSpan::new(window[1].start, window[1].end));
    found.map(|span| BlankedMacro { name: span, whole: span, called: false, braces: None }).collect()
}

fn comma_words<'text>(text: &'text str, all: &[Token]) -> BTreeSet<&'text str> {
    let word = |directive: &'text str| {
        let line = directive.trim_start_matches('#').trim_start().strip_prefix("define")?.trim_start();
        let end = line.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let (name, body) = line.split_at(end);
        body.trim_start().starts_with(',').then_some(name)
    };
    all.iter().filter(|it| it.kind == TokenKind::Directive).filter_map(|it| word(it.text(text))).collect()
}

impl<'text> Masker<'text> {
    /// `void printflike(1, 2) f(`, `int f(…) printflike(1, 2);`, `int __init f(`, `__dead void f(`: none of these words can be anything else there.
    pub(super) fn is_plain_attribute(&self, position: usize, last: usize) -> bool {
        let word = self.word(position);
        if word.is_empty() || is_keyword(word) || GRAMMATICAL.contains(&word) {
            return false;
        }
        if last == position && self.trails_function(position) {
            return true;
        }
        if last == position {
            // What stands before a macro in capitals is a name: `int total GUARDED_BY(lock);`.
            let between = position > 0 && is_basic(self.word(position - 1)) && self.is_called(last + 1) && !is_macro_name(self.word(last + 1));
            let tagged = is_basic(self.word(last + 1)) || is_tagged(self.word(last + 1));
            return between
                || (self.starts_statement(position) && tagged)
                || self.is_known_attribute(position)
                || self.exports_record(position)
                || self.qualifies_pointer(position)
                || self.is_in_function_pointer(position);
        }
        let Some(before) = position.checked_sub(1) else { return false };
        if self.is_called(last + 1) {
            return self.ends_type(before) && self.counts(position, last);
        }
        let head = self.opener(before).and_then(|open| open.checked_sub(1));
        let declares = head.is_some_and(|head| head > 0 && is_name(self.word(head)) && self.ends_type(head - 1));
        declares && self.is_one_of(last + 1, b";{") && self.counts(position, last)
    }

    /// `class lib_EXPORT Name {`, `class lib_API Name : public Base {`: the last part of the word is in capitals, as in no name of a type.
    fn exports_record(&self, position: usize) -> bool {
        let is_marked = || {
            let (first, last) = self.word(position).rsplit_once('_').unwrap_or_default();
            last.len() > 2 && last.bytes().all(|byte| byte.is_ascii_uppercase()) && first.bytes().any(|byte| byte.is_ascii_lowercase())
        };
        let is_class = |word: &str| is_name(word) && word != "final";
        let is_headed = |end: usize| self.is_one_of(end, b"{:") || self.word(end) == "final";
        position > 0
            && matches!(self.word(position - 1), "class" | "struct")
            && is_class(self.word(position + 1))
            && is_headed(position + 2)
            && is_marked()
    }

    /// `T f() noexcept lib_lifetime_bound {`, `T f(U x) lib_pure;`, `T() lib_noexcept = default;`.
    fn trails_function(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        let next = position + 1;
        let replaced = self.is(next, b'=') && (matches!(self.word(next + 1), "default" | "delete") || self.is(next + 2, b';'));
        let body = self.is(next, b'{') || (self.is(next, b':') && is_name(self.word(next + 1)));
        if !is_name(self.word(position)) || !(body || replaced || self.is(next, b';')) || matches!(self.word(position), "final" | "override") {
            return false;
        }
        if matches!(self.word(before), "const" | "noexcept" | "override") {
            return before > 0 && self.is(before - 1, b')');
        }
        let Some(head) = self.opener(before).and_then(|open| open.checked_sub(1)) else { return false };
        let declares = head > 0 && (self.ends_type(head - 1) || self.is(head - 1, b'>'));
        self.word(head) == "noexcept" || (is_name(self.word(head)) && (declares || body || replaced))
    }

    /// `result<T> LIB_CONSTEXPR f(`, `T *LIB_INLINE f(`, `void LIB_INLINE A<T>::f(`.
    pub(super) fn is_between_type_and_name(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        let word = self.word(before);
        let typed = is_basic(word) || (is_name(word) && !is_macro_name(word) && !self.attributes.contains(word));
        self.is_declared(position + 1) && (typed || (self.is(before, b'>') && before > 0 && !self.in_template_head(before - 1)))
    }

    /// Whether a token is the name behind `enum` or `enum class`.
    pub(super) fn names_enum(&self, position: usize) -> bool {
        let Some(before) = self.unblanked_before(position).filter(|_| !self.word(position).is_empty() && !is_keyword(self.word(position))) else {
            return false;
        };
        let scoped = matches!(self.word(before), "class" | "struct") && self.unblanked_before(before).is_some_and(|it| self.word(it) == "enum");
        self.word(before) == "enum" || scoped
    }

    /// `type_t FAR *name`: of two words in a row in front of what points the first is the type.
    pub(super) fn is_between_type_and_pointer(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(1) else { return false };
        let word = self.word(before);
        let typed = is_name(word) && !is_macro_name(word) && !GRAMMATICAL.contains(&word) && !self.attributes.contains(word);
        let mut next = position + 1;
        while next < position + MAX_POINTERS && (self.is(next, b'*') || is_pointer_word(self.word(next))) {
            next += 1;
        }
        // What is a value behind a type is none of two words.
        let declares = is_name(self.word(next)) || self.is_one_of(next, b"),>;") || self.is(next, b'(');
        self.is(position + 1, b'*') && typed && declares
    }

    /// The words that stand in front of a whole type with the name that has it, and nowhere as types do themselves.
    pub(super) fn attribute_words(&self) -> BTreeSet<&'text str> {
        let mut words = BTreeSet::new();
        for position in 0..self.code.len() {
            let behind = position > 0 && words.contains(self.word(position - 1));
            if self.is_in_front_of_type(position, behind) {
                words.insert(self.word(position));
            }
        }
        for position in 0..self.code.len() {
            let next = self.code.get(position + 1).map(|it| it.kind);
            let typed = matches!(next, Some(TokenKind::Punctuation(b'*' | b'&' | b'<' | b'>' | b')' | b',' | b'=' | b';' | b'.' | b'{' | SCOPE)));
            if typed && !self.word(position).is_empty() {
                words.remove(self.word(position));
            }
        }
        words
    }

    /// Whether such a word stands in front of a definition: `lib_inline result<T> get(`, `lib_inline Class(`, `lib_inline T::T(`, `lib_inline ~T(`.
    pub(super) fn is_known_attribute(&self, position: usize) -> bool {
        let next = position + 1;
        let defines = is_name(self.word(next)) && (self.is(next + 1, SCOPE) || (self.is(next + 1, b'(') && self.types.contains(self.word(next))));
        let heads = defines || self.is(next, b'~') || matches!(self.word(next), "explicit" | "template" | "virtual" | "friend");
        self.attributes.contains(self.word(position)) && (self.is_in_front_of_type(position, false) || (heads && self.starts_statement(position)))
    }

    /// `lib_inline result<T> get(`, `lib_unused static bool f(`, `lib_inline operator bool(`, `(LIB_IN const void *data`. Of two words the first may be
    /// a type; of three it is none.
    fn is_in_front_of_type(&self, position: usize, behind_attribute: bool) -> bool {
        let word = self.word(position);
        let parameter = position > 0 && self.is_one_of(position - 1, b"(,");
        if !is_name(word) || GRAMMATICAL.contains(&word) || !(parameter || behind_attribute || self.starts_statement(position)) {
            return false;
        }
        // Behind an attribute, what stands in front of a macro and a name is the type: `API result API_CALL get(`.
        if behind_attribute && is_macro_name(self.word(position + 1)) && self.is_declared(position + 2) {
            return false;
        }
        let mut next = position + 1;
        while next < position + MAX_TYPE {
            if self.declares(next, parameter) {
                return true;
            }
            // Perhaps more attributes in front of the same type.
            let attribute = is_name(self.word(next)) && (is_name_or_basic(self.word(next + 1)) || is_specifier(self.word(next + 1)));
            if !(attribute || is_specifier(self.word(next))) {
                return false;
            }
            next += 1;
        }
        false
    }

    /// Whether a type and what it declares start at a token.
    fn declares(&self, start: usize, parameter: bool) -> bool {
        let next = self.word(start + 1);
        match self.word(start) {
            "explicit" => return !parameter,
            "operator" => return !parameter && is_name_or_basic(next) && !matches!(next, "new" | "delete" | "co_await"),
            "auto" => return !parameter && self.is_called(start + 1),
            _ => {}
        }
        let Some(end) = self.type_end(start) else { return false };
        let name = self.word(end);
        if name == "operator" {
            return !parameter;
        }
        // `Type name PACKED;`, `Type name GUARDED_BY(x);`, `Type name __init = 1;`: the last word is the macro.
        let trails = is_macro_name(name) || (name.starts_with("__") && !self.is(end + 1, b'('));
        is_name(name) && !trails && (!parameter || self.is_one_of(end + 1, b",)=[("))
    }

    /// `T *lib_nonnull name`, `T &NONNULL name)`: between what points and what is declared.
    pub(super) fn qualifies_pointer(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(2) else { return false };
        let points = self.is(position - 1, b'*') || (self.is(position - 1, b'&') && !self.is(before, b'&'));
        let typed = self.ends_type(before) || self.is_one_of(before, b">(") || matches!(self.word(before), "auto" | "const");
        // `T &name MARK)`: the mark is the second word.
        let marked = is_macro_name(self.word(position + 1)) && !is_macro_name(self.word(position));
        // `T *name __attribute__((…))`.
        let marked = marked || (GRAMMATICAL.contains(&self.word(position + 1)) && self.is(position + 2, b'('));
        points && typed && !marked && is_name(self.word(position)) && is_name(self.word(position + 1))
    }

    /// `typedef ULONG (WINAPI *name)(DWORD);`, `typedef int (zcall name)(int);`, `ULONG (WINAPI *name)(DWORD);`: a calling convention, which no call has
    /// in front of its argument. Outside of a `typedef` it is one where it is written like a macro and a type alone stands before.
    pub(super) fn is_in_function_pointer(&self, position: usize) -> bool {
        let Some(before) = position.checked_sub(2).filter(|_| self.is(position - 1, b'(')) else { return false };
        let name = position + 1 + usize::from(self.is(position + 1, b'*'));
        let declares = is_name(self.word(name)) && self.is(name + 1, b')') && self.is(name + 2, b'(');
        if !declares
            || !is_name(self.word(position))
            || GRAMMATICAL.contains(&self.word(position))
            || !(self.ends_type(before) || self.is(before, b'>'))
        {
            return false;
        }
        let mut head = before;
        while head > 0 && before - head < MAX_HEAD && (!self.word(head).is_empty() || self.is_one_of(head, &[b'*', b'<', b'>', b',', SCOPE])) {
            if self.word(head) == "typedef" {
                return true;
            }
            head -= 1;
        }
        let typed = is_basic(self.word(before)) || self.starts_statement(before) || self.is(before, b'*');
        self.word(head) == "typedef" || (name > position + 1 && is_macro_name(self.word(position)) && typed)
    }

    /// The token behind a type that starts at a token, pointers and references included.
    fn type_end(&self, start: usize) -> Option<usize> {
        let mut at = start + usize::from(self.is(start, SCOPE));
        loop {
            if !is_name_or_basic(self.word(at)) {
                return None;
            }
            while is_basic(self.word(at)) && is_basic(self.word(at + 1)) {
                at += 1;
            }
            at += 1;
            if self.is(at, b'<') {
                at = self.arguments_end(at)?;
            }
            if !self.is(at, SCOPE) {
                break;
            }
            at += 1;
        }
        while self.is_one_of(at, b"*&") || matches!(self.word(at), "const" | "volatile") {
            at += 1;
        }
        Some(at)
    }

    /// The token behind the `>` that closes the template arguments opened at a token.
    fn arguments_end(&self, open: usize) -> Option<usize> {
        let (mut at, mut depth) = (open, 0_usize);
        while at < open + MAX_TYPE {
            if self.is(at, b'<') {
                depth += 1;
            } else if self.is(at, b'>') {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            } else if let Some(close) = self.closer(at) {
                at = close;
            } else if self.is_one_of(at, b";{})") {
                return None;
            }
            at += 1;
        }
        None
    }

    /// The bytes of the arguments of a macro call that are built-in types, each with one comma: `FLAG(bool, name, false);`,
    /// `TESTS("name", int, bool) {`. One such call at the top of a file can cost all of the rest.
    pub(super) fn type_arguments(&self, position: usize, last: usize) -> Vec<(usize, usize)> {
        let declares = position > 0 && (self.is_one_of(position - 1, b"*&") || is_name(self.word(position - 1)));
        let titled = self.code.get(position + 2).is_some_and(|it| it.kind == TokenKind::Literal);
        let opens = self.is(last + 1, b'{') && titled && self.starts_statement(position);
        let ends = opens || self.is_one_of(last + 1, b";),");
        if last == position || declares || !ends || (position > 0 && is_basic(self.word(position - 1))) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let (mut start, mut depth, mut leading) = (position + 2, 0usize, true);
        for at in position + 2..=last {
            if depth == 0 && (at == last || self.is(at, b',')) {
                if self.is_basic_type(start, at) {
                    // What stands in front of all other arguments takes the comma behind it along, any other the one in front of it.
                    let first = if leading { start } else { start - 1 };
                    let end = if leading && at < last { self.code[at].end } else { self.code[at].start };
                    found.push((self.code[first].start, end));
                } else {
                    leading = false;
                }
                start = at + 1;
            } else if self.is_one_of(at, b")}]") {
                depth = depth.saturating_sub(1);
            } else if self.is_one_of(at, b"({[") {
                depth += 1;
            }
        }
        found
    }

    /// Whether tokens are the words of a built-in type and what makes it a pointer or reference.
    fn is_basic_type(&self, start: usize, end: usize) -> bool {
        let part = |at: usize| is_basic(self.word(at)) || self.word(at) == "const" || self.is_one_of(at, b"*&");
        let points = end > start + 1 && self.is_one_of(end - 1, b"*&") && (start..end - 1).all(|at| !self.word(at).is_empty());
        points || ((start..end).any(|at| is_basic(self.word(at))) && (start..end).all(part))
    }

    /// `MACRO(static int f(int x)) {`: the whole head of a function is what the macro is given.
    pub(super) fn wraps_head(&self, position: usize, last: usize) -> bool {
        let Some(open) = last.checked_sub(1).and_then(|at| self.opener(at)).filter(|open| *open > position + 3) else { return false };
        let typed = is_name_or_basic(self.word(open - 2)) || self.is(open - 2, b'*');
        let plain = (position + 2..open).all(|at| !self.word(at).is_empty() || self.is(at, b'*'));
        self.is(last + 1, b'{') && is_name(self.word(open - 1)) && typed && plain && self.starts_statement(position)
    }

    /// `name(`, `A::name(`, `A<T>::operator==(`, as a function is declared or defined.
    fn is_declared(&self, position: usize) -> bool {
        let mut at = position;
        while at < position + MAX_TYPE && is_name(self.word(at)) {
            let next = if self.is(at + 1, b'<') { self.arguments_end(at + 1) } else { Some(at + 1) };
            let Some(scope) = next.filter(|next| self.is(*next, SCOPE)) else { return self.is_called(at) };
            at = scope + 1;
        }
        at > position && self.word(at) == "operator"
    }

    /// `name(`, as a function is declared.
    fn is_called(&self, position: usize) -> bool {
        is_name(self.word(position)) && self.is(position + 1, b'(') && !self.is(position + 2, b'*')
    }

    /// Whether what stands between the parentheses of a macro are names and numbers, one number at least: parameters have none.
    fn counts(&self, position: usize, last: usize) -> bool {
        let inside = self.code.get(position + 2..last).unwrap_or_default();
        inside.iter().any(|it| it.kind == TokenKind::Literal) && inside.iter().all(|it| !matches!(it.kind, TokenKind::Punctuation(_)) || it.is(b','))
    }

    /// Whether a token can be the last one of a type in front of what it declares.
    fn ends_type(&self, position: usize) -> bool {
        self.is(position, b'*') || is_basic(self.word(position)) || is_name(self.word(position))
    }
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !is_keyword(word) && !matches!(word, "and" | "bitand" | "bitor" | "compl" | "not" | "or" | "xor")
}

fn is_name_or_basic(word: &str) -> bool {
    is_name(word) || is_basic(word)
}

/// Words that are types by themselves.
pub(super) fn is_basic(word: &str) -> bool {
    matches!(word, "bool" | "char" | "double" | "float" | "int" | "long" | "short" | "signed" | "unsigned" | "void" | "wchar_t")
}

/// Words between what points and what is declared; macros as well (`z_streamp FAR * FAR *name`).
fn is_pointer_word(word: &str) -> bool {
    matches!(word, "const" | "restrict" | "volatile") || is_macro_name(word)
}

/// Words in front of a type that is still to come.
fn is_specifier(word: &str) -> bool {
    matches!(word, "const" | "constexpr" | "inline" | "static" | "struct" | "typename" | "virtual")
}

/// Words that begin a type.
fn is_tagged(word: &str) -> bool {
    matches!(word, "enum" | "struct" | "union")
}
