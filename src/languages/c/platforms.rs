//! Which branches of conditionals a build on Linux with GCC or Clang leaves out, as far as predefined macros say.

use tree_sitter::Node;

use crate::languages::syntax;

/// Predefined macros that such a build has not, by bytes.
const ABSENT: &[&str] = &[
    "MSDOS",
    "WIN32",
    "WIN64",
    "WINDOWS",
    "_AIX",
    "_MSC_VER",
    "_MSVC_LANG",
    "_WIN32",
    "_WIN32_WCE",
    "_WIN64",
    "_WINDOWS",
    "__APPLE__",
    "__BORLANDC__",
    "__CYGWIN__",
    "__DragonFly__",
    "__EMSCRIPTEN__",
    "__FreeBSD__",
    "__HAIKU__",
    "__MACH__",
    "__MINGW32__",
    "__MINGW64__",
    "__MSDOS__",
    "__MVS__",
    "__NetBSD__",
    "__OpenBSD__",
    "__PASE__",
    "__QNX__",
    "__SUNPRO_C",
    "__SUNPRO_CC",
    "__WATCOMC__",
    "__WIN32__",
    "__hpux",
    "__sgi",
    "__sun",
    "__wasi__",
    "sun",
];

/// Predefined macros that it has, by bytes.
const PRESENT: &[&str] = &["__GNUC__", "__gnu_linux__", "__linux", "__linux__", "__unix", "__unix__", "linux", "unix"];

/// The standards that such a compiler holds to where it is not told otherwise, in C++ and in C.
const STANDARDS: [(&str, u64); 2] = [("__cplusplus", 201_703), ("__STDC_VERSION__", 201_710)];

/// Deepest condition that is looked into.
const MAX_DEPTH: u32 = 16;

/// Whether the condition of `#if`, `#ifdef` and the like holds; `None` where that depends on what is not known here.
pub(super) fn holds(branch: Node<'_>, text: &str, cpp: bool) -> Option<bool> {
    if let Some(name) = syntax::field(branch, "name") {
        let negated = syntax::has_token(branch, "#ifndef") || syntax::has_token(branch, "#elifndef");
        return is_defined(syntax::text(name, text)).map(|defined| defined != negated);
    }
    condition(syntax::field(branch, "condition")?, (text, cpp), 0)
}

/// Whether a conditional asks for a macro that a build has to be given: `#ifdef PREFIXED` without another branch.
pub(super) fn is_on_demand(conditional: Node<'_>) -> bool {
    let asks = if syntax::field(conditional, "name").is_some() {
        syntax::has_token(conditional, "#ifdef")
    } else {
        syntax::field(conditional, "condition").is_some_and(|it| matches!(it.kind(), "preproc_defined" | "identifier"))
    };
    asks && syntax::field(conditional, "alternative").is_none()
}

/// Whether a conditional keeps a file from being read twice: `#ifndef NAME` before `#define NAME`.
pub(super) fn is_guard(conditional: Node<'_>, text: &str) -> bool {
    let Some(name) = syntax::field(conditional, "name").filter(|_| syntax::has_token(conditional, "#ifndef")) else { return false };
    let first = syntax::children(conditional).into_iter().find(|it| *it != name && it.kind() != "comment");
    let defined = first.filter(|it| it.kind() == "preproc_def").and_then(|it| syntax::field(it, "name"));
    defined.is_some_and(|defined| syntax::text(defined, text) == syntax::text(name, text))
}

/// The number that an operand of a comparison is. What is not defined counts as 0.
fn number(node: Node<'_>, (text, cpp): (&str, bool)) -> Option<u64> {
    let written = syntax::text(node, text);
    match node.kind() {
        "parenthesized_expression" => number(node.named_child(0)?, (text, cpp)),
        "number_literal" => written.trim_end_matches(['l', 'L', 'u', 'U']).replace('\'', "").parse().ok(),
        "identifier" => {
            let standard = STANDARDS[usize::from(!cpp)];
            let known = (standard.0 == written).then_some(standard.1);
            known.or_else(|| (is_defined(written) == Some(false)).then_some(0))
        }
        _ => None,
    }
}

fn is_defined(name: &str) -> Option<bool> {
    if ABSENT.binary_search(&name).is_ok() { Some(false) } else { PRESENT.binary_search(&name).is_ok().then_some(true) }
}

fn condition(node: Node<'_>, (text, cpp): (&str, bool), depth: u32) -> Option<bool> {
    if depth > MAX_DEPTH {
        return None;
    }
    let of = |node: Option<Node<'_>>| condition(node?, (text, cpp), depth + 1);
    match node.kind() {
        "parenthesized_expression" => of(node.named_child(0)),
        "preproc_defined" => syntax::child_of_kind(node, "identifier").and_then(|name| is_defined(syntax::text(name, text))),
        "identifier" => is_defined(syntax::text(node, text)),
        "number_literal" => match syntax::text(node, text) {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        },
        "unary_expression" if syntax::has_token(node, "!") => of(syntax::field(node, "argument")).map(|it| !it),
        "binary_expression" => {
            let (left, right) = (syntax::field(node, "left"), syntax::field(node, "right"));
            let operator = syntax::field(node, "operator").map_or("", |it| syntax::text(it, text));
            let sides = (left.and_then(|it| number(it, (text, cpp))), right.and_then(|it| number(it, (text, cpp))));
            if let (Some(left), Some(right)) = sides {
                match operator {
                    "<" => return Some(left < right),
                    "<=" => return Some(left <= right),
                    ">" => return Some(left > right),
                    ">=" => return Some(left >= right),
                    "==" => return Some(left == right),
                    "!=" => return Some(left != right),
                    _ => {}
                }
            }
            match (operator, of(left)) {
                ("&&", Some(false)) => Some(false),
                ("&&", left) => match of(right) {
                    Some(false) => Some(false),
                    right => left.and(right),
                },
                ("||", Some(true)) => Some(true),
                ("||", left) => match of(right) {
                    Some(true) => Some(true),
                    right => left.and(right),
                },
                // What is not defined counts as 0, versions are more than that.
                (">" | ">=", Some(false)) => Some(false),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, PRESENT};

    #[test]
    fn tables_are_sorted() {
        assert!([ABSENT, PRESENT].iter().all(|table| table.is_sorted()));
    }
}
