//! Heads of definitions that the grammar reads as expressions, or not at all: several annotations at the top of a file, soft keywords behind one,
//! `expect` and `actual`.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::languages::extract::{broken_bytes, parse, report_instead};
use crate::languages::respell::{changed, words};
use crate::languages::syntax::{all_children, children, span, text};
use crate::shard::body::Role;
use crate::shard::builder::Builder;
use crate::shard::facts::Owner;

/// What may stand between annotations and the keyword of a definition.
const MODIFIERS: &[&str] = &[
    "abstract",
    "actual",
    "annotation",
    "const",
    "data",
    "enum",
    "expect",
    "external",
    "final",
    "infix",
    "inline",
    "inner",
    "internal",
    "lateinit",
    "open",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "sealed",
    "suspend",
    "tailrec",
    "value",
];
/// Keywords of definitions.
const KEYWORDS: &[&str] = &["class", "constructor", "fun", "interface", "object", "typealias", "val", "var"];
/// A modifier that begins nothing but a definition, and changes nothing of one.
const PLAIN: &str = "public";

/// A text that is read otherwise.
pub(super) struct Reread<'tree> {
    pub tree: Tree,
    /// The annotations that it is without, by the rows in front of definitions, as nodes of the first tree.
    taken: Vec<Vec<Node<'tree>>>,
}

/// The tree of the text in a spelling that says the same, where `root` loses definitions and less is lost then. The first annotation of a row that is long
/// enough becomes a modifier, so that what stands behind it is read as a definition, which begins where it did; shorter ones before it are blanked, and so
/// are `expect` and `actual`.
pub(super) fn reread<'tree>(builder: &mut Builder<'_>, root: Node<'tree>) -> Option<Reread<'tree>> {
    let source = builder.text();
    let rows = misread(root, source);
    if rows.is_empty() && !root.has_error() {
        return None;
    }
    let mut bytes = source.as_bytes().to_vec();
    let mut taken = Vec::new();
    for row in &rows {
        let host = row.iter().position(|it| it.end_byte() - it.start_byte() >= PLAIN.len());
        let count = host.map_or(row.len(), |host| host + 1);
        row[..count].iter().for_each(|it| blank(&mut bytes, it.byte_range()));
        if let Some(host) = host.and_then(|host| row.get(host)) {
            bytes[host.start_byte()..host.start_byte() + PLAIN.len()].copy_from_slice(PLAIN.as_bytes());
        }
        taken.push(row[..count].to_vec());
    }
    for word in ["actual", "expect"] {
        words(source, word).filter(|at| is_head(&source[at + word.len()..])).for_each(|at| blank(&mut bytes, at..at + word.len()));
    }
    let tree = parse(&root.language(), &changed(source, bytes)?).ok()?;
    let lost = |root: Node<'_>| broken_bytes(root) + misread(root, source).iter().flatten().count();
    if lost(tree.root_node()) >= lost(root) {
        return None;
    }
    report_instead(builder, tree.root_node());
    Some(Reread { tree, taken })
}

impl Reread<'_> {
    /// Tells the builder, which knows the definitions, what the annotations use that the text was read without.
    pub(super) fn decorate(&self, builder: &mut Builder<'_>) {
        let count = u32::try_from(builder.symbol_count()).unwrap_or(u32::MAX);
        let mut starts: Vec<(u32, u32)> = (0..count).map(|symbol| (builder.place_mut(symbol).span.start, symbol)).collect();
        starts.sort_unstable();
        for row in &self.taken {
            let Some(first) = row.first().map(|it| span(*it).start) else { continue };
            let behind = starts.get(starts.partition_point(|(start, _)| *start < first)).map(|(_, symbol)| *symbol);
            if let Some(symbol) = behind {
                builder.enter(Owner::Symbol(symbol));
                row.iter().for_each(|annotation| uses(builder, *annotation));
                builder.leave();
            }
        }
    }
}

/// The names in an annotation: its own, and in its arguments those that no label is and that nothing stands in front of.
fn uses(builder: &mut Builder<'_>, annotation: Node<'_>) {
    let mut open: Vec<(Node<'_>, bool)> = children(annotation).into_iter().map(|it| (it, true)).collect();
    while let Some((node, is_own)) = open.pop() {
        match node.kind() {
            "user_type" => {
                if let Some(name) = children(node).into_iter().rfind(|it| it.kind() == "identifier") {
                    site(builder, if is_own { Role::Decorator } else { Role::Type }, name);
                }
            }
            "constructor_invocation" => open.extend(children(node).into_iter().map(|it| (it, is_own))),
            "value_argument" => open.extend(children(node).last().map(|it| (*it, false))),
            "navigation_expression" | "callable_reference" => open.extend(children(node).first().map(|it| (*it, false))),
            "identifier" => site(builder, Role::Read, node),
            _ => open.extend(children(node).into_iter().map(|it| (it, false))),
        }
    }
}

fn site(builder: &mut Builder<'_>, role: Role, node: Node<'_>) {
    let name = text(node, builder.text()).trim_matches('`');
    let target = builder.name(name, node.start_byte());
    builder.site(role, name, span(node), target, None);
}

/// The annotations in front of definitions at the top of a file that are read as annotated expressions, by definitions.
fn misread<'tree>(root: Node<'tree>, source: &str) -> Vec<Vec<Node<'tree>>> {
    let mut rows = Vec::new();
    for top in all_children(root) {
        let mut row = Vec::new();
        let mut open = vec![top];
        // Down the left side, where annotations stand.
        while let Some(node) = open.pop() {
            match node.kind() {
                "annotation" => row.push(node),
                "annotated_expression" => open.extend(children(node).into_iter().rev()),
                "assignment" | "call_expression" | "infix_expression" | "navigation_expression" if row.is_empty() => {
                    open.extend(children(node).first());
                }
                _ => {}
            }
        }
        if row.last().is_some_and(|last| source.get(last.end_byte()..).is_some_and(is_head)) {
            rows.push(row);
        }
    }
    rows
}

/// Whether a text begins with modifiers, as many as there are, and the keyword of a definition.
fn is_head(mut rest: &str) -> bool {
    loop {
        rest = rest.trim_start();
        let end = rest.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(rest.len());
        let word = &rest[..end];
        if KEYWORDS.contains(&word) {
            return true;
        }
        if !MODIFIERS.contains(&word) {
            return false;
        }
        rest = &rest[end..];
    }
}

fn blank(bytes: &mut [u8], range: Range<usize>) {
    for byte in bytes.get_mut(range).into_iter().flatten().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}
