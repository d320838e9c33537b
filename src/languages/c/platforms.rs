//! Which branches of conditionals a build on Linux with GCC or Clang leaves out, as far as predefined macros say.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::base::Name;
use crate::languages::syntax;

/// Predefined macros that such a build has not, by bytes.
const ABSENT: &[&str] = &[
    "MSDOS",
    "NDEBUG",
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
    "__ANDROID__",
    "__APPLE__",
    "__BORLANDC__",
    "__CYGWIN__",
    "__DragonFly__",
    "__EMSCRIPTEN__",
    "__FreeBSD__",
    "__HAIKU__",
    "__INTEL_COMPILER",
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
    "__TINYC__",
    "__VMS",
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

/// The least that a number among them is: what both compilers say.
const AT_LEAST: (&str, u64) = ("__GNUC__", 4);

/// Words of names by which a build is told to leave something out, and those by which it is told what it has.
const LEAVING_OUT: &[&str] = &["DISABLE", "DISABLED", "NO", "OMIT", "WITHOUT"];
const HAVING: &[&str] = &["HAS", "HAVE"];

/// Words of names that projects give to other systems and compilers, and to Linux and what it has (`JANET_WINDOWS`, `Q_OS_WIN`, `SYS_LINUX`), by bytes. In
/// three repositories of C they decide between 178 pairs of definitions as the compiler does, and none otherwise.
const ELSEWHERE: &[&str] = &[
    "AIX",
    "ANDROID",
    "APPLE",
    "COVERITY",
    "CYGWIN",
    "DARWIN",
    "DOXYGEN",
    "DRAGONFLY",
    "EMSCRIPTEN",
    "FREEBSD",
    "HAIKU",
    "HPUX",
    "KQUEUE",
    "MACOS",
    "MACOSX",
    "MINGW",
    "MINGW32",
    "MSC",
    "MSVC",
    "NETBSD",
    "OPENBSD",
    "OSX",
    "PLAN9",
    "SOLARIS",
    "VMS",
    "WASI",
    "WASM",
    "WIN",
    "WIN32",
    "WIN64",
    "WINDOWS",
    "WINSOCK",
];
const HERE: &[&str] = &["EPOLL", "LINUX", "POSIX"];

/// What is known of a file where a condition stands in it.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub text: &'a str,
    pub cpp: bool,
    pub said: &'a Said,
}

/// What the directives of a file have said of macros so far.
#[derive(Default)]
pub(super) struct Said(BTreeMap<Name, Standing>);

#[derive(Clone, Copy)]
enum Standing {
    /// With the number that it stands for.
    Defined(Option<u64>),
    Undefined,
    /// Depends on what is not known.
    Open,
}

impl Said {
    /// Notes a definition; `sure` where a default build is known to read it.
    pub(super) fn define(&mut self, name: &str, value: Option<&str>, sure: bool) {
        let value = value.map(|it| it.trim().trim_matches(['(', ')'])).and_then(whole_number);
        self.0.insert(name.into(), if sure { Standing::Defined(value) } else { Standing::Open });
    }

    /// The same of the end of a definition.
    pub(super) fn undefine(&mut self, name: &str, sure: bool) {
        self.0.insert(name.into(), if sure { Standing::Undefined } else { Standing::Open });
    }

    fn number(&self, name: &str) -> Option<u64> {
        if let Some(Standing::Defined(value)) = self.0.get(name) { *value } else { None }
    }
}

/// Deepest condition that is looked into.
const MAX_DEPTH: u32 = 16;

/// Whether the condition of `#if`, `#ifdef` and the like holds; `None` where that depends on what is not known here.
pub(super) fn holds(branch: Node<'_>, known: Known<'_>) -> Option<bool> {
    if let Some(name) = syntax::field(branch, "name") {
        let negated = syntax::has_token(branch, "#ifndef") || syntax::has_token(branch, "#elifndef");
        return is_defined(syntax::text(name, known.text), known).map(|defined| defined != negated);
    }
    condition(syntax::field(branch, "condition")?, known, 0)
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
fn number(node: Node<'_>, known: Known<'_>) -> Option<u64> {
    let written = syntax::text(node, known.text);
    match node.kind() {
        "parenthesized_expression" => number(node.named_child(0)?, known),
        "number_literal" => whole_number(written),
        "identifier" => {
            let standard = STANDARDS[usize::from(!known.cpp)];
            let by_standard = (standard.0 == written).then_some(standard.1);
            by_standard.or_else(|| known.said.number(written)).or_else(|| (is_defined(written, known) == Some(false)).then_some(0))
        }
        _ => None,
    }
}

fn whole_number(written: &str) -> Option<u64> {
    written.trim_end_matches(['l', 'L', 'u', 'U']).replace('\'', "").parse().ok()
}

fn is_defined(name: &str, known: Known<'_>) -> Option<bool> {
    match known.said.0.get(name) {
        Some(Standing::Defined(_)) => return Some(true),
        Some(Standing::Undefined) => return Some(false),
        Some(Standing::Open) => return None,
        None => {}
    }
    if let Some(language) = STANDARDS.iter().position(|(standard, _)| *standard == name) {
        return Some(known.cpp == (language == 0));
    }
    let has = |words: &[&str]| name.split('_').any(|word| words.contains(&word));
    if ABSENT.binary_search(&name).is_ok() || (has(LEAVING_OUT) && !has(HAVING)) {
        return Some(false);
    }
    if PRESENT.binary_search(&name).is_ok() {
        return Some(true);
    }
    // What starts with `_` is of the system, and is in the lists above.
    let is_own = !name.starts_with('_');
    match (is_own && has(ELSEWHERE), is_own && has(HERE)) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    }
}

/// Whether a comparison holds with what is at least some number.
fn holds_at_least(operator: &str, least: u64, right: u64) -> Option<bool> {
    let sure = match operator {
        ">=" => least >= right,
        ">" => least > right,
        _ => false,
    };
    sure.then_some(true)
}

/// Whether a condition asks for something by its version, and for an old one: `GCC_VERSION && GCC_VERSION < 409`.
fn asks_for_an_old_one(left: Option<Node<'_>>, right: Option<Node<'_>>, text: &str) -> bool {
    let (Some(left), Some(mut right)) = (left, right) else { return false };
    while right.kind() == "parenthesized_expression"
        && let Some(inner) = right.named_child(0)
    {
        right = inner;
    }
    let is_less =
        right.kind() == "binary_expression" && syntax::field(right, "operator").is_some_and(|it| matches!(syntax::text(it, text), "<" | "<="));
    let of_the_same =
        || syntax::field(right, "left").is_some_and(|it| it.kind() == "identifier" && syntax::text(it, text) == syntax::text(left, text));
    let by_number = || syntax::field(right, "right").is_some_and(|it| it.kind() == "number_literal");
    left.kind() == "identifier" && is_less && of_the_same() && by_number()
}

fn condition(node: Node<'_>, known: Known<'_>, depth: u32) -> Option<bool> {
    if depth > MAX_DEPTH {
        return None;
    }
    let text = known.text;
    let of = |node: Option<Node<'_>>| condition(node?, known, depth + 1);
    match node.kind() {
        "parenthesized_expression" => of(node.named_child(0)),
        "preproc_defined" => syntax::child_of_kind(node, "identifier").and_then(|name| is_defined(syntax::text(name, text), known)),
        "identifier" => match known.said.0.get(syntax::text(node, text)) {
            Some(Standing::Defined(value)) => value.map(|value| value != 0),
            _ => is_defined(syntax::text(node, text), known),
        },
        "number_literal" => match syntax::text(node, text) {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        },
        "unary_expression" if syntax::has_token(node, "!") => of(syntax::field(node, "argument")).map(|it| !it),
        "binary_expression" => {
            let (left, right) = (syntax::field(node, "left"), syntax::field(node, "right"));
            let operator = syntax::field(node, "operator").map_or("", |it| syntax::text(it, text));
            let sides = (left.and_then(|it| number(it, known)), right.and_then(|it| number(it, known)));
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
            if let (Some(left), Some(right)) = (left.filter(|it| syntax::text(*it, text) == AT_LEAST.0), sides.1)
                && left.kind() == "identifier"
                && let Some(holds) = holds_at_least(operator, AT_LEAST.1, right)
            {
                return Some(holds);
            }
            if operator == "&&" && asks_for_an_old_one(left, right, text) {
                return Some(false);
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
    use super::{ABSENT, ELSEWHERE, HERE, PRESENT};

    #[test]
    fn tables_are_sorted() {
        assert!([ABSENT, PRESENT, ELSEWHERE, HERE].iter().all(|table| table.is_sorted()));
    }
}
