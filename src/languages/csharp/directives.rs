//! Conditionals inside of members, which the grammar reads between whole members and statements only.

use tree_sitter::Tree;

use crate::languages::extract::{broken_bytes, parse};
use crate::languages::syntax;

/// The tree of `text` with the first branch alone of each conditional that meets what does not parse; `None` where that reads no more than `root` does.
pub(super) fn one_branch(text: &str, root: tree_sitter::Node<'_>) -> Option<Tree> {
    if !root.has_error() || !text.contains("#if") {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    blank_branches(text, &unread(root), &mut bytes);
    let tree = parse(&root.language(), &String::from_utf8(bytes).ok()?).ok()?;
    (broken_bytes(tree.root_node()) < broken_bytes(root)).then_some(tree)
}

/// The outermost regions that do not parse, in bytes.
fn unread(root: tree_sitter::Node<'_>) -> Vec<(usize, usize)> {
    let (mut stack, mut found) = (vec![root], Vec::new());
    while let Some(node) = stack.pop() {
        if node.is_error() || node.is_missing() {
            found.push((node.start_byte(), node.end_byte() + 1));
        } else if node.has_error() {
            stack.extend(syntax::all_children(node));
        }
    }
    found
}

/// Blanks directives, and all branches but the first between them.
fn blank_branches(text: &str, unread: &[(usize, usize)], bytes: &mut [u8]) {
    // Of each open conditional its directives.
    let mut open: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end().len());
        at += line.len();
        let Some(directive) = line.trim_start().strip_prefix('#').map(str::trim_start) else { continue };
        if directive.starts_with("if") {
            open.push(vec![(start, end)]);
        } else if directive.starts_with("el")
            && let Some(top) = open.last_mut()
        {
            top.push((start, end));
        } else if directive.starts_with("endif")
            && let Some(mut top) = open.pop()
        {
            top.push((start, end));
            let begins = top[0].0;
            if !unread.iter().any(|(from, to)| begins < *to && *from < end) {
                continue;
            }
            blank(bytes, top[0]);
            blank(bytes, (top[1].0, end));
        }
    }
}

fn blank(bytes: &mut [u8], (start, end): (usize, usize)) {
    for byte in bytes.get_mut(start..end).into_iter().flatten().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}
