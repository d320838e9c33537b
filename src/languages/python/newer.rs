//! Syntax newer than the grammar: defaults of type parameters (PEP 696), `class Box[T = int]`, and imports that wait (PEP 810), `lazy import json`.

use std::ops::Range;

use super::super::respell::{blanked, words};

/// The text without these defaults and `lazy`, byte for byte; `None` where there are none.
pub(super) fn respelt(text: &str) -> Option<String> {
    let lazy = words(text, "lazy").filter(|at| is_statement(text, *at)).map(|at| at..at + "lazy".len());
    let lists = ["class", "def", "type"].into_iter().flat_map(|word| words(text, word).map(move |at| at + word.len()));
    let defaults = lists.filter_map(|at| parameters(text, at)).flat_map(|list| defaults(text, list));
    blanked(text, lazy.chain(defaults))
}

/// Whether a word is the first of a line that goes on with an import.
fn is_statement(text: &str, at: usize) -> bool {
    let rest = &text[at + "lazy".len()..];
    let import = rest.trim_start_matches([' ', '\t']);
    let begins = text[..at].trim_end_matches([' ', '\t']).ends_with(['\n', '\r', ';']) || text[..at].trim_ascii().is_empty();
    begins && import.len() < rest.len() && ["import ", "from "].iter().any(|word| import.starts_with(word))
}

/// The inside of the brackets behind the name that starts at or after `at`, as far as it goes.
fn parameters(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text[at..].trim_start_matches([' ', '\t']);
    let name = rest.trim_start_matches(|it: char| it.is_alphanumeric() || it == '_');
    let start = text.len() - name.trim_start_matches([' ', '\t']).len();
    (name.len() < rest.len() && text[start..].starts_with('[')).then_some(start + 1..text.len())
}

/// From `=` to the next comma or the closing bracket, for each parameter.
fn defaults(text: &str, list: Range<usize>) -> Vec<Range<usize>> {
    let (mut found, mut begun, mut depth) = (Vec::new(), None, 0usize);
    for (at, byte) in text.as_bytes()[list.clone()].iter().enumerate().map(|(at, byte)| (list.start + at, *byte)) {
        match byte {
            b',' | b']' if depth == 0 => {
                found.extend(begun.take().map(|from: usize| from..at));
                if byte == b']' {
                    break;
                }
            }
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => depth = depth.saturating_sub(1),
            b'=' if depth == 0 && begun.is_none() => begun = Some(at),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_lazy_are_blanked_and_nothing_else() {
        for (text, expected) in [
            ("class Box[T: int = bool, *Ts = *tuple[int, ...], **P]:", Some("class Box[T: int       , *Ts                   , **P]:")),
            ("def f[T = dict[str, int]](x=1): y[a] = 2", Some("def f[T                 ](x=1): y[a] = 2")),
            ("type A[T = int] = list[T]", Some("type A[T      ] = list[T]")),
            ("class Box[T](Base, metaclass=M): ...", None),
            ("type = x[1] = 2", None),
            ("class A[T = ", None),
            ("lazy import a\nx = 1; lazy from b import c\nlazy = 1\n", Some("     import a\nx = 1;      from b import c\nlazy = 1\n")),
            ("x = lazy import a\nlazy.import_a()\n", None),
        ] {
            assert_eq!(respelt(text).as_deref(), expected, "{text}");
        }
    }
}
