//! Namespaces that macros open: `#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v1 {`, and the files that stand behind such a macro.
//!
//! What stands behind `LIB_BEGIN_NAMESPACE` is read as standing at the top, since nothing in its file says what the macro means. It is published once
//! more in a namespace called after the macro, which the namespace that the macro's definition names takes in whole. What stands between a further
//! such macro and the one that closes it is in the namespaces that the file defines it with, or else in one that is called after it.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::lexer::{Token, TokenKind, tokens};
use super::mask::BlankedMacro;
use super::visitor::{Place, Visitor};
use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::languages::semantics::OPENED;
use crate::shard::expr::Expr;
use crate::shard::facts::{Import, Imported, Owner};

/// Most namespaces that one macro opens.
const MAX_OPENED: usize = 4;

/// The words of names that open, each with those that close what it opens.
const PAIRS: &[(&str, &[&str])] = &[("BEGIN", &["END"]), ("ENTER", &["EXIT", "LEAVE"]), ("OPEN", &["CLOSE"]), ("START", &["END", "STOP"])];

/// A macro at the top of a file that opens namespaces or closes them.
pub(super) struct Turn {
    name: ByteSpan,
    opens: bool,
}

/// What a macro opened: how many namespaces, and the path and scope to go back to.
pub(super) struct Behind {
    count: usize,
    path: Vec<String>,
    home: u32,
}

/// A namespace that a macro opens: its name, the place of that in the body, whether it is inline.
type Opened = (Name, ByteSpan, bool);

/// The namespaces that the body of a macro opens, outermost first, whether it holds the brace of the last one or not; `known` are those of the macros in
/// front. Names that macros compute are left out where the namespace is inline, since its members are members of the one around it.
fn opened(body: &str, known: &BTreeMap<Name, Vec<(Name, bool)>>) -> Vec<Opened> {
    let all: Vec<Token> = tokens(body).into_iter().filter(|it| !it.is(b'\\')).collect();
    let mut rest = all.as_slice();
    let mut found = Vec::new();
    // `static_assert(IMPLEMENTATION); namespace lib`.
    if rest.first().is_some_and(|it| it.text(body) == "static_assert") {
        let Some(end) = rest.iter().position(|it| it.is(b';')) else { return Vec::new() };
        rest = &rest[end + 1..];
    }
    while !rest.is_empty() && found.len() < MAX_OPENED {
        let span = |it: &Token| ByteSpan::new(it.start, it.end);
        if let Some(all) = known.get(rest[0].text(body)) {
            if rest.get(1).is_some_and(|it| !it.is(b'{')) {
                return Vec::new();
            }
            found.extend(all.iter().map(|(name, inline)| (name.clone(), span(&rest[0]), *inline)));
            rest = rest.get(2..).unwrap_or_default();
            continue;
        }
        let inline = rest[0].text(body) == "inline";
        let Some((keyword, after)) = rest[usize::from(inline)..].split_first() else { return Vec::new() };
        let Some((name, after)) = after.split_first() else { return Vec::new() };
        let plain = after.first().is_none_or(|it| it.is(b'{'));
        let brace = after.iter().position(|it| it.is(b'{')).unwrap_or(after.len());
        let computed = after.first().is_some_and(|it| it.is(b'(')) && brace > 1 && after[brace - 1].is(b')');
        if keyword.text(body) != "namespace" || name.kind != TokenKind::Word || !(plain || (inline && computed)) {
            return Vec::new();
        }
        if plain {
            found.push((name.text(body).into(), span(name), inline));
        }
        rest = after.get(brace + 1..).unwrap_or_default();
    }
    found
}

/// Whether the name of a macro says that it opens a namespace.
pub(super) fn is_opener(name: &str) -> bool {
    let says = |word: &str| name.split('_').any(|part| part == word);
    ["NAMESPACE", "NAMESPACES", "NS"].into_iter().any(says) && PAIRS.iter().any(|(opens, _)| says(opens))
}

/// Whether a macro closes what another one opens: both are called the same but for one word (`LIB_BEGIN_DETAIL`, `LIB_END_DETAIL`).
fn closes(closer: &str, opener: &str) -> bool {
    let (mut closer, mut turned) = (closer.split('_'), 0);
    for word in opener.split('_') {
        let Some(other) = closer.next() else { return false };
        if word != other {
            if !PAIRS.iter().any(|(opens, all)| *opens == word && all.contains(&other)) {
                return false;
            }
            turned += 1;
        }
    }
    turned == 1 && closer.next().is_none()
}

impl Visitor<'_, '_> {
    /// A macro without parameters that stands for one word, or that opens namespaces for whatever stands behind it. `symbol` is the macro's.
    pub(super) fn plain_macro(&mut self, node: Node<'_>, name: &str, symbol: u32, value: Node<'_>) {
        let body = self.slice(value);
        let word = body.trim();
        if super::names::is_usable(word) && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.words.insert(name.into(), word.into());
        }
        let words = || body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let opens = body.contains("namespace") || (!self.openers.is_empty() && words().any(|word| self.openers.contains_key(word)));
        let opened = if opens { opened(body, &self.openers) } else { Vec::new() };
        if opened.is_empty() {
            return;
        }
        let (path, home) = (std::mem::take(&mut self.path), std::mem::replace(&mut self.home, 0));
        self.b.enter(Owner::File);
        let mut known = Vec::new();
        for (spelled, at, inline) in &opened {
            // A name that is itself a macro of the file's is what that stands for.
            let meant = self.words.get(spelled).cloned().unwrap_or_else(|| spelled.clone());
            let start = value.start_byte();
            let span = ByteSpan::new(start + at.start as usize, start + at.end as usize);
            self.open_namespace(node, (&meant, span), None, *inline);
            known.push((meant, *inline));
        }
        self.openers.insert(name.into(), known);
        let innermost = self.namespaces.get(&self.path.join("::")).map(|(symbol, _)| *symbol);
        let module = smol_str::format_smolstr!("::{OPENED}{name}");
        let whole = Import { reexport: true, container: innermost, ..Import::new(module, Imported::Wildcard, "") };
        self.b.import(whole, crate::languages::syntax::span(node));
        self.close_namespaces(opened.len());
        self.b.leave();
        (self.path, self.home) = (path, home);
        if let Some(innermost) = innermost {
            let module = self.b.expr(Expr::Symbol(innermost));
            self.b.symbol_mut(symbol).value = Some(module);
        }
    }

    /// Notes which macro's namespace the file is in, by the macros that were blanked: the first at its top whose name says that it opens one. Further
    /// ones are noted with the macros that close what they open.
    pub(super) fn stands_behind(&mut self, macros: &[BlankedMacro]) {
        let plain = || macros.iter().filter(|it| !it.called && it.braces.is_none()).map(|it| it.name);
        let opener = plain().find(|it| is_opener(it.text(self.text)));
        let first = opener.filter(|it| self.text.get(..it.start as usize).is_some_and(is_balanced));
        if let Some(span) = first {
            let name = span.text(self.text);
            self.b.set_namespace(smol_str::format_smolstr!("{OPENED}{name}"));
        }
        let whole = first.map(|it| it.text(self.text));
        let mut open: Vec<ByteSpan> = Vec::new();
        let mut turns = Vec::new();
        for it in macros {
            // What stands in braces of its own is there and nowhere else.
            let Some(braces) = it.braces else { continue };
            turns.push(Turn { name: it.name, opens: true });
            turns.push(Turn { name: ByteSpan { start: braces.end - 1, ..braces }, opens: false });
        }
        for name in plain().filter(|it| Some(it.text(self.text)) != whole) {
            if let Some(opener) = open.pop_if(|opener| closes(name.text(self.text), opener.text(self.text))) {
                turns.push(Turn { name: opener, opens: true });
                turns.push(Turn { name, opens: false });
            } else if whole.is_some_and(|whole| closes(name.text(self.text), whole)) {
                open.clear();
            } else if PAIRS.iter().any(|(opens, _)| name.text(self.text).split('_').any(|part| part == *opens)) {
                open.push(name);
            }
        }
        turns.sort_by_key(|it| it.name.start);
        self.turns = turns.into();
    }

    /// Opens and closes what macros between the items of a file do, up to one of them.
    pub(super) fn turn(&mut self, node: Node<'_>) {
        while self.place == Place::Top && self.turns.front().is_some_and(|it| it.name.start as usize <= node.start_byte()) {
            let Some(turn) = self.turns.pop_front() else { return };
            if turn.opens {
                self.open_behind(node, turn.name);
            } else {
                self.close_behind();
            }
        }
    }

    /// Whether the present place is outside of all namespaces but those that macros opened.
    fn is_at_top(&self) -> bool {
        self.place == Place::Top && self.path.len() == self.behind.last().map_or(0, |it| it.count)
    }

    fn open_behind(&mut self, node: Node<'_>, span: ByteSpan) {
        let name = span.text(self.text);
        let known = self.openers.get(name).cloned();
        if !self.is_at_top() || (known.is_none() && !is_opener(name)) {
            return;
        }
        let behind =
            Behind { count: known.as_ref().map_or(1, Vec::len), path: std::mem::take(&mut self.path), home: std::mem::replace(&mut self.home, 0) };
        self.behind.push(behind);
        self.b.enter(Owner::File);
        let comments = std::mem::take(&mut self.comments);
        if let Some(known) = known {
            for (name, inline) in known {
                self.open_namespace(node, (&name, span), None, inline);
            }
        } else {
            // What the macro means is said elsewhere, or nowhere: what stands behind it is seen from outside as well.
            self.open_namespace(node, (&format!("{OPENED}{name}"), span), None, true);
        }
        self.comments = comments;
    }

    fn close_behind(&mut self) {
        if !self.is_at_top() {
            return;
        }
        let Some(behind) = self.behind.pop() else { return };
        self.close_namespaces(behind.count);
        self.b.leave();
        (self.path, self.home) = (behind.path, behind.home);
    }

    /// Closes what macros left open at the end of a file.
    pub(super) fn close_all_behind(&mut self) {
        while !self.behind.is_empty() && self.is_at_top() {
            self.close_behind();
        }
    }
}

fn is_balanced(text: &str) -> bool {
    let braces = tokens(text).into_iter().filter(|it| it.is(b'{') || it.is(b'}'));
    braces.fold(0_i32, |depth, it| if it.is(b'{') { depth + 1 } else { depth - 1 }) == 0
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{is_opener, opened};
    use crate::base::Name;

    #[test]
    fn bodies_that_open_namespaces_are_read() {
        let known = BTreeMap::from([(Name::from("A_BEGIN"), vec![("a".into(), false)])]);
        let of = |body| {
            let all = opened(body, &known).into_iter().map(|(name, _, inline)| if inline { format!("{name}?") } else { name.to_string() });
            all.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("namespace a { \\\n inline namespace v1 {"), "a v1?");
        assert_eq!(of("namespace a { \\\n inline namespace v1"), "a v1?");
        assert_eq!(of("namespace a { inline namespace ABI(1, x) {"), "a");
        assert_eq!(of("namespace a { inline namespace ABI(1, x)"), "a");
        assert_eq!(of("namespace a"), "a");
        assert_eq!(of("A_BEGIN { namespace impl"), "a impl");
        assert_eq!(of("static_assert(ON); A_BEGIN"), "a");
        assert_eq!(of("A_BEGIN namespace impl"), "");
        assert_eq!(of("namespace a { struct X; }"), "");
        assert_eq!(of("namespace JOIN(a, b) {"), "");
        assert_eq!(of("namespace"), "");
        assert_eq!(of(""), "");
    }

    #[test]
    fn names_of_openers_say_so() {
        assert!(["FMT_BEGIN_NAMESPACE", "NLOHMANN_JSON_NAMESPACE_BEGIN", "X_NS_OPEN"].into_iter().all(is_opener));
        assert!(!["FMT_END_NAMESPACE", "G_BEGIN_DECLS", "NAMESPACE"].into_iter().any(is_opener));
    }
}
