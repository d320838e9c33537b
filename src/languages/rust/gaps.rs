//! Syntax that the grammar does not know, in a spelling of equal length that it does.

use std::ops::Range;

use super::super::respell::{blanked, changed, words};

/// Types that the grammar takes for words of the language wherever they stand.
const PRIMITIVES: &[&str] =
    &["bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize"];

/// The text without the `safe` of foreign items and the lifetime that a trait object's bounds begin with, and with other names for functions and macros
/// that are called like a primitive type (Rust Reference, "External blocks", "Trait objects", "Names"); `None` where there is nothing of it.
pub(super) fn respelt(text: &str) -> Option<String> {
    let items = ["safe fn", "safe static"].into_iter().flat_map(|item| words(text, item)).map(|at| at..at + "safe".len());
    let bounds = ["dyn", "impl"].into_iter().flat_map(|word| words(text, word).filter_map(|at| first_lifetime(text, at + word.len())));
    let blank = blanked(text, items.chain(bounds));
    let mut bytes = blank.as_deref().unwrap_or(text).as_bytes().to_vec();
    for word in PRIMITIVES {
        let called = |at: &usize| {
            let rest = &text[at + word.len()..];
            (rest.starts_with('!') && !rest.starts_with("!=")) || rest.starts_with("::<")
        };
        words(text, word).filter(called).for_each(|at| bytes[at + word.len() - 1] = b'_');
    }
    changed(text, bytes)
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
            ("f32::<_, E>(x); f32::MAX", Some("f3_::<_, E>(x); f32::MAX")),
            ("fn f(x: &str) -> u8 { x }", None),
        ] {
            assert_eq!(respelt(text).as_deref(), expected, "{text}");
        }
    }
}
