//! Syntax that the grammar does not know, in a spelling of equal length that it does.

use std::ops::Range;

use super::super::respell::{blanked, changed, words};

/// Types that the grammar takes for words of the language wherever they stand.
const PRIMITIVES: &[&str] =
    &["bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize"];

/// What defines a macro, without its mark.
const MACRO: &str = "macro_rules";
/// Bytes within which an attribute ends.
const MAX_ATTRIBUTE: usize = 400;

/// The text without the `safe` of foreign items, the lifetime that a trait object's bounds begin with, attributes of fields that a pattern binds and tokens
/// `~`, with other names for functions and macros that are called like a primitive type, and with `macro_rules!` written together, which code that was
/// printed token by token does not do (Rust Reference, "External blocks", "Trait objects", "Patterns", "Tokens", "Names"); `None` where there is nothing
/// of it.
pub(super) fn respelt(text: &str) -> Option<String> {
    let items = ["safe fn", "safe static"].into_iter().flat_map(|item| words(text, item)).map(|at| at..at + "safe".len());
    let bounds = ["dyn", "impl"].into_iter().flat_map(|word| words(text, word).filter_map(|at| first_lifetime(text, at + word.len())));
    let attributes = text.match_indices("#[").filter_map(|(at, _)| of_bound_field(text, at));
    let tildes = text.match_indices('~').map(|(at, _)| at..at + 1);
    let blank = blanked(text, items.chain(bounds).chain(attributes).chain(tildes));
    let mut bytes = blank.as_deref().unwrap_or(text).as_bytes().to_vec();
    for at in words(text, MACRO).filter(|at| text[at + MACRO.len()..].starts_with(" !")) {
        bytes.swap(at + MACRO.len(), at + MACRO.len() + 1);
    }
    for word in PRIMITIVES {
        let called = |at: &usize| {
            let rest = &text[at + word.len()..];
            (rest.starts_with('!') && !rest.starts_with("!=")) || rest.starts_with("::<")
        };
        words(text, word).filter(called).for_each(|at| bytes[at + word.len() - 1] = b'_');
    }
    changed(text, bytes)
}

/// The attribute that starts at `at` where a name of small letters stands behind it and nothing else before the next field: `Point { #[cfg(a)] x, y }`.
fn of_bound_field(text: &str, at: usize) -> Option<Range<usize>> {
    let mut depth = 0_u32;
    let end = text.as_bytes().iter().enumerate().skip(at).take(MAX_ATTRIBUTE).find_map(|(end, byte)| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        (*byte == b']' && depth == 0).then_some(end + 1)
    })?;
    let name = text[end..].trim_ascii_start();
    let rest = name.trim_start_matches(|it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_');
    (rest.len() < name.len() && rest.trim_ascii_start().starts_with([',', '}'])).then_some(at..end)
}

/// `'a +` behind `dyn`.
fn first_lifetime(text: &str, at: usize) -> Option<Range<usize>> {
    let start = text.len() - text[at..].trim_ascii_start().len();
    let name = text[start..].strip_prefix('\'')?.trim_start_matches(|it: char| it.is_alphanumeric() || it == '_');
    let rest = name.trim_ascii_start().strip_prefix('+')?;
    (start > at).then_some(start..text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_grammar_does_not_know_is_respelt_in_place() {
        for (text, expected) in [
            ("pub safe fn f(); unsafe fn g();", Some("pub      fn f(); unsafe fn g();")),
            ("Box<dyn 'a + Iterator>", Some("Box<dyn      Iterator>")),
            ("Box<dyn Iterator + 'a>", None),
            ("str![[r\"a\"]]; let x: str = y; a.str != b", Some("st_![[r\"a\"]]; let x: str = y; a.str != b")),
            ("macro_rules ! a { () => {} }", Some("macro_rules!  a { () => {} }")),
            ("A { #[expect(x, y = \"[z]\")]\n b, c }", Some("A {                        \n b, c }")),
            ("struct A { #[serde(skip)] b: u8 } enum B { #[default] C, D }", None),
            ("#[a] fn f() {} #[", None),
            ("p.eat(T![~])", Some("p.eat(T![ ])")),
            ("f32::<_, E>(x); f32::MAX", Some("f3_::<_, E>(x); f32::MAX")),
            ("fn f(x: &str) -> u8 { x }", None),
        ] {
            assert_eq!(respelt(text).as_deref(), expected, "{text}");
        }
    }
}
