//! Syntax that the grammars do not know: a file that does not parse is parsed once more in a form of equal length that they may know.

use tree_sitter::{Language, Node, Tree};

use super::super::extract::{broken_bytes, parse};
use super::super::respell::words;
use super::{is_name_character, template_types, type_imports};
use crate::base::caps;

/// What a file is parsed as when it does not parse as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// TypeScript with or without JSX.
    Typed,
    /// JavaScript, perhaps with the annotations of Flow, which are close to those of TypeScript.
    Untyped,
}

/// Whether a tree of this text may be wrong.
pub(super) fn is_needed(dialect: Dialect, root: Node<'_>, text: &str) -> bool {
    root.has_error() || is_misread(dialect, text)
}

/// Whether a text holds what the grammar reads as something else.
fn is_misread(dialect: Dialect, text: &str) -> bool {
    !resources(text).is_empty() || (dialect == Dialect::Typed && !(type_imports::found(text).is_empty() && template_types::found(text).is_empty()))
}

/// A tree with fewer broken bytes than `root`, or with what `root` reads as something else, with the same offsets.
pub(super) fn better(dialect: Dialect, root: Node<'_>, grammar: &Language, text: &str) -> Option<Tree> {
    if text.len() > caps::MAX_REPAIR_BYTES {
        return None;
    }
    let before = broken_bytes(root);
    let tree = match dialect {
        Dialect::Typed => {
            let masked = masked(text);
            if masked == text {
                return None;
            }
            parse(grammar, &masked).ok()?
        }
        Dialect::Untyped => {
            let mut bytes = text.as_bytes().to_vec();
            declare_resources(text, &mut bytes);
            parse(&tree_sitter_typescript::LANGUAGE_TSX.into(), std::str::from_utf8(&bytes).unwrap_or(text)).ok()?
        }
    };
    let after = broken_bytes(tree.root_node());
    (after < before || (after == before && is_misread(dialect, text))).then_some(tree)
}

/// Words in front of `accessor`, of which the grammar knows none there.
const MODIFIERS: &[&str] = &["abstract", "declare", "override", "private", "protected", "public", "static"];

/// The text without variance annotations, `type` and `defer` before `*` and `accessor` behind other modifiers, with `const` for `using`, a name for `import(…)` as a type, blanks for type arguments of templates, and with a semicolon between the members of a type
/// body where a call signature follows on a new line. Every byte keeps its place.
fn masked(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    separate_signatures(text, &mut bytes);
    declare_resources(text, &mut bytes);
    type_imports::name(&type_imports::found(text), &mut bytes);
    template_types::blank(&template_types::found(text), &mut bytes);
    for word in ["in", "out"] {
        let found: Vec<usize> = text.match_indices(word).map(|(at, _)| at).filter(|at| is_variance(&bytes, *at, word.len())).collect();
        for at in found {
            bytes[at..at + word.len()].fill(b' ');
        }
    }
    for (at, _) in text.match_indices("export type *") {
        bytes[at + 7..at + 11].fill(b' ');
    }
    for at in words(text, "accessor").filter(|at| MODIFIERS.iter().any(|word| text[..*at].trim_ascii_end().ends_with(word))) {
        bytes[at..at + "accessor".len()].fill(b' ');
    }
    for (at, _) in text.match_indices("import defer *") {
        bytes[at + 7..at + 12].fill(b' ');
    }
    // Only ASCII was replaced by ASCII.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Whether the word at `at` stands between `<` or `,` and the name of a type parameter.
fn is_variance(bytes: &[u8], at: usize, length: usize) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
    let before = bytes[..at].trim_ascii_end();
    let opens = before.len() < at || before.ends_with(b"<");
    let opens = opens && (before.ends_with(b"<") || before.ends_with(b",") || before.ends_with(b"*/"));
    let after = &bytes[at + length..];
    let rest = after.trim_ascii_start();
    let name = rest.iter().take_while(|byte| is_name(byte)).count();
    let ends = rest.get(name).is_none_or(|byte| matches!(byte, b',' | b'>' | b'=') || byte.is_ascii_whitespace());
    opens && rest.len() < after.len() && name > 0 && ends
}

/// Writes `const` where `using x = …` or `await using x = …` declares a name.
fn declare_resources(text: &str, bytes: &mut [u8]) {
    for words in resources(text) {
        let start = words.start;
        bytes[words].fill(b' ');
        bytes[start..start + 5].copy_from_slice(b"const");
    }
}

/// Where `using` or `await using` declares a name.
fn resources(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("using") {
        let rest = &text[at + word.len()..];
        let name = rest.trim_start_matches([' ', '\t']);
        let end = name.find(|it: char| !is_name_character(it)).unwrap_or(name.len());
        let after = name[end..].trim_start_matches([' ', '\t']);
        let declares = name.len() < rest.len() && end > 0 && (after.starts_with([':', '=']) || after.starts_with("of ")) && !after.starts_with("==");
        let before = text[..at].trim_end_matches([' ', '\t']);
        let awaited = before.strip_suffix("await").filter(|_| before.len() < at);
        let outer = awaited.unwrap_or(before).trim_end_matches([' ', '\t']);
        if declares && (outer.is_empty() || outer.ends_with(['\n', '\r', ';', '{', '}', '('])) {
            found.push(awaited.map_or(at, str::len)..at + word.len());
        }
    }
    found
}

fn separate_signatures(text: &str, bytes: &mut [u8]) {
    let mut last = '{';
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        let start = at + (line.len() - code.len());
        at += line.len();
        if code.is_empty()
            || code.starts_with("//")
            || code.starts_with("/*")
            || code.starts_with("* ")
            || code.starts_with("*/")
            || code.starts_with("*\n")
        {
            continue;
        }
        let continues = matches!(last, ';' | ',' | '{' | '(' | '=' | '|' | '&' | '<' | '>' | '?' | ':' | '[');
        if code.starts_with('<') && start > 0 && matches!(bytes[start - 1], b' ' | b'\t') && (!continues || last == '>') {
            bytes[start - 1] = b';';
        }
        let code = code.split(" //").next().unwrap_or(code).trim_end();
        last = code.chars().next_back().unwrap_or(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_constants() {
        let text = "using a = b;\nawait  using c: D = e();\nfor (await using f of g) {}\nusing == h; await using; not_using x = 1; using(x = 1)\n";
        let out = masked(text);
        let expected =
            "const a = b;\nconst        c: D = e();\nfor (const       f of g) {}\nusing == h; await using; not_using x = 1; using(x = 1)\n";
        assert_eq!(out, expected);
    }

    #[test]
    fn unknown_syntax_is_blanked_in_place() {
        let text = "interface A<in out T, out U = in> {\n  (a: T): U\n  // two\n  <K>(b: K): A<K>\n  <L>(): void;\n  <M>(): void;\n}\nexport type * from 'é';\nfor (const x in y) {}\nimport defer * as d from 'd'; class C { static accessor x = 1; accessor y = accessor }\n";
        let out = masked(text);
        assert_eq!(
            out,
            "interface A<       T,     U = in> {\n  (a: T): U\n  // two\n ;<K>(b: K): A<K>\n ;<L>(): void;\n  <M>(): void;\n}\nexport      * from 'é';\nfor (const x in y) {}\nimport       * as d from 'd'; class C { static          x = 1; accessor y = accessor }\n"
        );
    }
}
