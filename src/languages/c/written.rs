//! Functions that macros of the file write whole, or declare: `DEF_PUSH(push_int, int)` where the body says `static void name(T *p, T x) { … }`.
//!
//! What a macro of another file writes is for that file to say. Where such a macro stands in front of a body, what it is handed is kept under the names
//! that it may give to what it makes of that, and who looks for one of them asks the macro.

use std::collections::BTreeMap;

use super::lexer::{SCOPE, Token, TokenKind, is_keyword, tokens};
use super::listed::MacroBody;
use super::mask::is_macro_name;
use super::names;
use crate::base::Name;
use crate::base::span::ByteSpan;

/// How many macros that call each other are followed.
const MAX_NESTED: usize = 4;
/// Most tokens of macros that are read for one use.
const MAX_TOKENS: usize = 1 << 13;
/// Most functions that one use of a macro writes.
const MAX_WRITTEN: usize = 32;
/// Most arguments that may be the name of what a macro of another file makes.
const MAX_NAMES: usize = 4;

/// The brackets of the preprocessor, which knows no templates.
pub(super) const PLAIN: (&[u8], &[u8]) = (b"([{", b")]}");
/// Those among the parameters of a function.
pub(super) const ANGLED: (&[u8], &[u8]) = (b"([{<", b")]}>");

/// What a parameter of a macro stands for, and where that is written.
type Given = BTreeMap<Name, (String, ByteSpan)>;

/// A parameter of a function, of which some words say the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub name: Name,
    pub ty: Vec<String>,
    pub pointer: bool,
}

/// The parameters of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parameters {
    pub taken: Vec<Taken>,
    pub variadic: bool,
}

/// A function that a macro writes, or a structure.
#[derive(Debug)]
pub(super) struct Written {
    pub name: String,
    /// Where the name is told.
    pub at: ByteSpan,
    /// What stands in front of the name.
    pub ty: Vec<String>,
    pub parameters: Parameters,
    pub has_body: bool,
    /// The fields, of a structure.
    pub fields: Option<Vec<Taken>>,
    /// The macro of another file that makes the function of what it is handed, and the names that it is handed.
    pub by: Option<(String, Vec<(u16, String)>)>,
}

/// What the use of a macro stands for.
struct Expansion<'a, 'text> {
    bodies: &'a BTreeMap<Name, MacroBody<'text>>,
    found: Vec<Written>,
    left: usize,
}

/// A text of tokens, with what its parameters stand for.
#[derive(Clone, Copy)]
struct Text<'a> {
    body: &'a str,
    all: &'a [Token],
    given: &'a Given,
    /// Where what stands for no parameter is taken to be told.
    at: ByteSpan,
}

impl Text<'_> {
    /// What stands for a word.
    fn told(&self, token: &Token) -> (String, Option<ByteSpan>) {
        let word = token.text(self.body);
        self.given.get(word).map_or_else(|| (word.to_owned(), None), |(told, at)| (told.clone(), Some(*at)))
    }

    /// The word that ends at a token with what it is pasted of, where it starts, and where it is told.
    fn pasted(&self, last: usize) -> (usize, String, ByteSpan) {
        let mut start = last;
        while let Some([piece, hash, other]) = start.checked_sub(3).and_then(|from| self.all.get(from..start))
            && hash.is(b'#')
            && other.is(b'#')
            && piece.kind == TokenKind::Word
        {
            start -= 3;
        }
        let pieces: Vec<(String, Option<ByteSpan>)> =
            self.all[start..=last].iter().filter(|it| it.kind == TokenKind::Word).map(|it| self.told(it)).collect();
        let at = pieces.iter().find_map(|it| it.1).unwrap_or(self.at);
        (start, pieces.into_iter().map(|it| it.0).collect(), at)
    }

    /// What an argument stands for.
    fn argument(&self, (from, to): (usize, usize)) -> (String, ByteSpan) {
        let last = &self.all[to - 1];
        if last.kind == TokenKind::Word {
            let (start, word, at) = self.pasted(to - 1);
            if start == from {
                return (word, at);
            }
        }
        (self.body.get(self.all[from].start..last.end).unwrap_or_default().to_owned(), self.at)
    }

    /// The words of a type.
    fn words(&self, from: usize, to: usize) -> Vec<String> {
        let mut words = Vec::new();
        let mut end = to;
        while end > from {
            if self.all[end - 1].kind == TokenKind::Word {
                let (start, word, _) = self.pasted(end - 1);
                // What an argument says may be several words: `unsigned char`, `struct node *`.
                let is_word = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
                words.extend(word.split(|character| !is_word(character)).filter(|it| !it.is_empty()).rev().map(str::to_owned));
                end = start.max(from);
            } else {
                end -= 1;
            }
        }
        words.reverse();
        words
    }

    /// The fields that stand between two tokens, but for those that are no plain declarations: nested types, pointers to functions.
    fn fields(&self, from: usize, to: usize) -> Vec<Taken> {
        let mut found = Vec::new();
        let mut start = from;
        for end in (from..to).filter(|at| self.all[*at].is(b';')) {
            let item = std::mem::replace(&mut start, end + 1);
            if self.all[item..end].iter().any(|it| it.is_one_of(b"({=:")) || !self.is_pasted_of_words(item, end) {
                continue;
            }
            let mut ty = Vec::new();
            for (number, (part, behind)) in parts(self.all, item, end, PLAIN).into_iter().enumerate() {
                let last = (part..behind).find(|at| self.all[*at].is(b'[')).unwrap_or(behind);
                if last == part || self.all[last - 1].kind != TokenKind::Word {
                    break;
                }
                let (first, name, _) = self.pasted(last - 1);
                if number == 0 {
                    ty = self.words(part, first.max(part));
                }
                let pointer = self.all[part..last].iter().any(|it| it.is(b'*'));
                if names::is_usable(&name) && !ty.is_empty() {
                    found.push(Taken { name: name.into(), ty: ty.clone(), pointer });
                }
            }
        }
        found
    }

    /// Whether each mark that pastes stands between two words.
    fn is_pasted_of_words(&self, from: usize, to: usize) -> bool {
        let is_word = |at: Option<usize>| at.and_then(|at| self.all.get(at)).is_some_and(|it| it.kind == TokenKind::Word);
        let hash = |at: usize| self.all.get(at).is_some_and(|it| it.is(b'#'));
        (from..to).filter(|at| hash(*at)).all(|at| {
            let first = if at > from && hash(at - 1) { at - 1 } else { at };
            hash(first) && hash(first + 1) && is_word(first.checked_sub(1)) && is_word(Some(first + 2))
        })
    }

    /// The parameters between two parentheses; `None` where these hold values.
    fn parameters(&self, open: usize, close: usize) -> Option<Parameters> {
        let mut found = Parameters::default();
        for (from, to) in parts(self.all, open + 1, close, ANGLED) {
            let part = &self.all[from..to];
            if part.iter().any(|it| it.kind == TokenKind::Literal || it.is_one_of(b"!+-/%")) || !self.is_pasted_of_words(from, to) {
                return None;
            }
            if part.iter().all(|it| it.is(b'.')) {
                found.variadic = true;
                continue;
            }
            let end = part.iter().position(|it| it.is_one_of(b"=[")).map_or(to, |at| from + at);
            let words = self.words(from, end);
            let last = self.all[..end].last().filter(|it| it.kind == TokenKind::Word && end > from);
            let start = last.map_or(end, |_| self.pasted(end - 1).0);
            if words.len() == 1 && words[0] == "void" && part.len() == 1 {
                continue;
            }
            let pointer = self.all[from..end].iter().any(|it| it.is_one_of(b"*&"));
            let name = last.filter(|_| words.len() > 1).map(|_| self.pasted(end - 1).1).filter(|it| names::is_usable(it)).unwrap_or_default();
            let ty = if name.is_empty() { words } else { self.words(from, start) };
            found.taken.push(Taken { name: name.into(), ty, pointer });
        }
        Some(found)
    }
}

/// What stands between commas that no brackets hold, of the tokens from one on up to another.
pub(super) fn parts(all: &[Token], from: usize, to: usize, (open, close): (&[u8], &[u8])) -> Vec<(usize, usize)> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_i32, from);
    for (at, token) in all.iter().enumerate().take(to).skip(from) {
        depth += i32::from(token.is_one_of(open)) - i32::from(token.is_one_of(close));
        if depth == 0 && token.is(b',') {
            found.push((start, at));
            start = at + 1;
        }
    }
    found.push((start, to));
    found.retain(|(from, to)| from < to);
    found
}

/// The position of what closes the bracket at a token.
pub(super) fn closer(all: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_i32;
    let length = all.iter().skip(open).position(|token| {
        depth += i32::from(token.is_one_of(b"([{")) - i32::from(token.is_one_of(b")]}"));
        depth == 0
    })?;
    Some(open + length)
}

/// The parameters of the head of a function that the body of a macro ends in: what opens them is a token of it.
pub(super) fn parameters(body: &str, all: &[Token], open: usize) -> Parameters {
    let given = Given::new();
    let text = Text { body, all, given: &given, at: ByteSpan::default() };
    closer(all, open).and_then(|close| text.parameters(open, close)).unwrap_or_default()
}

/// What the use of a macro that is handed some arguments writes; `at` is where that stands for which no argument tells it.
pub(super) fn by_use(of: &MacroBody<'_>, arguments: &[(&str, ByteSpan)], at: ByteSpan, bodies: &BTreeMap<Name, MacroBody<'_>>) -> Vec<Written> {
    let given = of.params.iter().cloned().zip(arguments.iter().map(|(text, at)| ((*text).to_owned(), *at))).collect();
    let mut expansion = Expansion { bodies, found: Vec::new(), left: MAX_TOKENS };
    expansion.of_body(of.body, &given, at, 0);
    expansion.found
}

impl Expansion<'_, '_> {
    /// What the items of a text write. Gives whether the last of them is left to what stands behind.
    fn items(&mut self, text: Text<'_>, depth: usize) -> bool {
        let Some(left) = self.left.checked_sub(text.all.len()) else { return false };
        self.left = left;
        let mut from = 0;
        while from < text.all.len() {
            let (next, is_open) = self.item(text, from, depth);
            if is_open || next <= from {
                return is_open;
            }
            from = next;
        }
        false
    }

    /// What the item that starts at a token writes. Gives where the next one starts.
    fn item(&mut self, text: Text<'_>, from: usize, depth: usize) -> (usize, bool) {
        let Text { body, all, .. } = text;
        let end = |from: usize| all.iter().skip(from).position(|it| it.is(b';')).map_or(all.len(), |at| from + at + 1);
        let mut at = from;
        while let Some(token) = all.get(at) {
            if token.is(b';') {
                return (at + 1, false);
            }
            if token.text(body) == "typedef" {
                let next = self.structure(text, at);
                return (next.unwrap_or_else(|| end(at)), false);
            }
            if token.is(b'=') {
                return (end(at), false);
            }
            if token.is_one_of(b"{[") {
                let Some(close) = closer(all, at) else { return (all.len(), false) };
                at = close + 1;
                continue;
            }
            if !token.is(b'(') {
                at += 1;
                continue;
            }
            let Some(close) = closer(all, at) else { return (all.len(), false) };
            let Some(last) = at.checked_sub(1).filter(|last| *last >= from && all[*last].kind == TokenKind::Word) else { return (end(close), false) };
            let (start, name, told) = text.pasted(last);
            if matches!(name.as_str(), "__attribute__" | "__declspec" | "alignas" | "decltype") {
                at = close + 1;
                continue;
            }
            let behind = (close + 1..all.len())
                .find(|at| all[*at].kind != TokenKind::Word || is_keyword(all[*at].text(body)) && !is_qualifier(all[*at].text(body)));
            let body_at = behind.filter(|at| all[*at].is(b'{'));
            let next = body_at.map_or_else(|| end(close), |open| closer(all, open).map_or(all.len(), |close| close + 1));
            if start == from {
                let is_open = self.macro_used(text, &name, (at, close), depth);
                if let (Some(_), true) = (body_at, is_open)
                    && let Some(last) = self.found.last_mut()
                {
                    last.has_body = true;
                }
                // Macros that end in no semicolon stand behind each other.
                let next = if body_at.is_some() || all.get(close + 1).is_none_or(|it| it.is(b';')) { next } else { close + 1 };
                return (next, is_open && behind.is_none());
            }
            let before = &all[start - 1];
            let typed =
                before.is_one_of(b"*&>") || (before.kind == TokenKind::Word && !matches!(before.text(body), "return" | "else" | "new" | "operator"));
            if !typed || before.is(SCOPE) || !names::is_usable(&name) || self.found.len() == MAX_WRITTEN {
                return (next, false);
            }
            if let Some(parameters) = text.parameters(at, close) {
                let ty = text.words(from, start);
                self.found.push(Written { name, at: told, ty, parameters, has_body: body_at.is_some(), fields: None, by: None });
                return (next, behind.is_none());
            }
            return (next, false);
        }
        (all.len(), false)
    }

    /// What the use of a macro in a text writes. Gives whether a body behind it is that of the last function.
    fn macro_used(&mut self, text: Text<'_>, name: &str, (open, close): (usize, usize), depth: usize) -> bool {
        let arguments = parts(text.all, open + 1, close, PLAIN).into_iter().map(|part| text.argument(part));
        if let Some(it) = self.bodies.get(name) {
            if depth == MAX_NESTED {
                return false;
            }
            let given: Given = it.params.iter().cloned().zip(arguments).collect();
            return self.of_body(it.body, &given, text.at, depth + 1);
        }
        let handed: Vec<(String, ByteSpan)> = arguments.collect();
        let names: Vec<&str> = handed.iter().map(|it| it.0.as_str()).take_while(|it| names::is_usable(it)).collect();
        if names.is_empty() || !is_macro_name(name) || self.found.len() == MAX_WRITTEN {
            return false;
        }
        let made = (name.to_owned(), numbered(handed.iter().map(|it| it.0.as_str())));
        let called = format!("{name}_{}", names.join("_"));
        let at = handed[0].1;
        self.found.push(Written {
            name: called,
            at,
            ty: Vec::new(),
            parameters: Parameters::default(),
            has_body: false,
            fields: None,
            by: Some(made),
        });
        true
    }

    /// Takes the structure that stands behind `typedef`: `typedef struct { … } name;`. Gives where the next item starts.
    fn structure(&mut self, text: Text<'_>, from: usize) -> Option<usize> {
        let Text { body, all, .. } = text;
        let word = |at: usize| all.get(at).filter(|it| it.kind == TokenKind::Word).map(|it| it.text(body));
        word(from + 1).filter(|it| matches!(*it, "struct" | "union"))?;
        let open = (from + 2..all.len()).find(|at| !(word(*at).is_some() || all[*at].is(b'#')))?;
        let close = closer(all, open).filter(|_| all[open].is(b'{'))?;
        let end = (close + 1..all.len()).find(|at| all[*at].is(b';'))?;
        let (start, name, at) = text.pasted(end - 1);
        if start != close + 1 || !names::is_usable(&name) || self.found.len() == MAX_WRITTEN {
            return Some(end + 1);
        }
        let fields = text.fields(open + 1, close);
        let parameters = Parameters::default();
        self.found.push(Written { name, at, ty: Vec::new(), parameters, has_body: true, fields: Some(fields), by: None });
        Some(end + 1)
    }

    fn of_body(&mut self, body: &str, given: &Given, at: ByteSpan, depth: usize) -> bool {
        let all: Vec<Token> = tokens(body).into_iter().filter(|it| !it.is(b'\\')).collect();
        self.items(Text { body, all: &all, given, at }, depth)
    }
}

/// The arguments that may be names, with their places.
pub(super) fn numbered<'a>(arguments: impl Iterator<Item = &'a str>) -> Vec<(u16, String)> {
    let named = arguments.zip(0u16..).filter(|(it, _)| names::is_usable(it));
    named.map(|(it, at)| (at, it.to_owned())).take(MAX_NAMES).collect()
}

fn is_qualifier(word: &str) -> bool {
    matches!(word, "const" | "final" | "noexcept" | "override" | "volatile")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(uses: &str, macros: &[(&str, &[&str], &str)]) -> Vec<String> {
        let bodies = macros.iter().map(|(name, params, body)| {
            let params = params.iter().map(|it| Name::from(*it)).collect();
            (Name::from(*name), MacroBody { params, body, start: 0 })
        });
        let bodies = bodies.collect();
        let mut expansion = Expansion { bodies: &bodies, found: Vec::new(), left: MAX_TOKENS };
        expansion.of_body(uses, &Given::new(), ByteSpan::default(), 0);
        let shown = |it: &Written| {
            if let Some(fields) = &it.fields {
                let fields: Vec<String> = fields.iter().map(|it| format!("{} {};", it.ty.join(" "), it.name)).collect();
                return format!("{} {{ {} }}", it.name, fields.join(" "));
            }
            let taken: Vec<String> = it.parameters.taken.iter().map(|it| format!("{} {}", it.ty.join(" "), it.name)).collect();
            let by = it.by.as_ref().map(|(by, handed)| format!(" by {by} {handed:?}")).unwrap_or_default();
            format!("{} {}({}){}{by}", it.ty.join(" "), it.name, taken.join(", "), if it.has_body { "{}" } else { "" })
        };
        expansion.found.iter().map(shown).collect()
    }

    #[test]
    fn functions_are_written_by_the_bodies_of_macros() {
        let push: (&str, &[&str], &str) = ("PUSH", &["name", "T"], "static void name(T *p, int x) { if (x) { p[0] = x; } }");
        assert_eq!(written("PUSH(push_int, int)", &[push]), ["static void push_int(int p, int x){}"]);
        let two: (&str, &[&str], &str) = ("TWO", &["op"], "int op##_one(void) { return 1; } \\\n int two_##op(long);");
        assert_eq!(written("TWO(add);", &[two]), ["int add_one(){}", "int two_add(long )"]);
        let nested: (&str, &[&str], &str) = ("MATH", &["f", "doc"], "CORE_FN(math_##f, \"x\", doc) { return f(1); }");
        assert_eq!(written("MATH(sin, \"sine\")", &[nested]), [" CORE_FN_math_sin(){} by CORE_FN [(0, \"math_sin\")]"]);
        let outer: (&str, &[&str], &str) = ("OUTER", &["f"], "MATH(f, #f)");
        assert_eq!(written("OUTER(cos)", &[nested, outer]), [" CORE_FN_math_cos(){} by CORE_FN [(0, \"math_cos\")]"]);
    }

    #[test]
    fn structures_are_written_and_pasted_names_are_types() {
        let declare: (&str, &[&str], &str) = (
            "DECLARE",
            &["name", "T"],
            "typedef struct { T* data; int count, size[2]; } name##Buffer; void init##name(name##Buffer* buffer, T* all)",
        );
        let written = written("DECLARE(Byte, unsigned char);", &[declare]);
        assert_eq!(written, ["ByteBuffer { unsigned char data; int count; int size; }", "void initByte(ByteBuffer buffer, unsigned char all)"]);
    }

    #[test]
    fn what_holds_values_is_no_function() {
        let one: (&str, &[&str], &str) =
            ("REG", &["f"], "static Registrar reg_##f(#f, 1); int table[] = { f(1) }; typedef int (*t_##f)(int); struct f { int f(int); };");
        assert_eq!(written("REG(x)", &[one]), [] as [&str; 0]);
    }
}
