//! Small readings of syntax nodes that every extractor needs.

use std::borrow::Cow;
use std::cell::RefCell;
use std::num::NonZeroU16;

use tree_sitter::{Language, Node};

use crate::base::key::KeyMap;
use crate::base::span::ByteSpan;
use crate::shard::builder::Builder;

/// The byte span of a node.
pub fn span(node: Node<'_>) -> ByteSpan {
    ByteSpan::new(node.start_byte(), node.end_byte())
}

/// The text of a node.
pub fn text<'text>(node: Node<'_>, text: &'text str) -> &'text str {
    text.get(node.byte_range()).unwrap_or("")
}

/// Field ids of one language, by the place and length of their names: names of fields are constants, and to look one up by its letters costs more
/// than to find the child.
type FieldIds = KeyMap<(usize, usize), Option<NonZeroU16>>;

thread_local! {
    static FIELDS: RefCell<Vec<(Language, FieldIds)>> = const { RefCell::new(Vec::new()) };
}

/// The child in a field.
pub fn field<'tree>(node: Node<'tree>, name: &'static str) -> Option<Node<'tree>> {
    let language = node.language();
    let id = FIELDS.with_borrow_mut(|fields| {
        let at = fields.iter().position(|(known, _)| *known == *language).unwrap_or_else(|| {
            fields.push((language.clone(), FieldIds::default()));
            fields.len() - 1
        });
        *fields[at].1.entry((name.as_ptr() as usize, name.len())).or_insert_with(|| language.field_id_for_name(name))
    });
    node.child_by_field_id(id?.get())
}

/// The named children of a node.
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// The named children of a node but for those of the kind `comment`.
pub fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// The first of [`parts`].
pub fn first_part(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() != "comment")
}

/// The children in a field that a node may have several times, in order.
pub fn fields<'tree>(node: Node<'tree>, name: &str) -> Vec<Node<'tree>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).collect()
}

/// All children, punctuation and keywords included.
pub fn all_children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

/// The first named child of a kind.
pub fn child_of_kind<'tree>(node: Node<'tree>, kind: &str) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether a keyword or token of this kind stands directly below the node.
pub fn has_token(node: Node<'_>, kind: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == kind)
}

/// `text` with runs of white space folded to one space, cut at 400 bytes on a character boundary.
pub fn fold(text: &str) -> String {
    let mut folded = String::new();
    for word in text.split_whitespace() {
        if folded.len() + word.len() + 1 > 400 {
            break;
        }
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// What starts a comment in some language.
const COMMENT_MARKS: &[&str] = &["//", "/*", "#", "--"];
/// Most bytes of a head that are looked at for comments: far more than a folded one keeps.
const MAX_HEAD: usize = 4096;

/// The head of a definition: its text up to the start of `body` without comments, folded.
pub fn signature(node: Node<'_>, body: Option<Node<'_>>, text: &str) -> String {
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let head = text.get(node.start_byte()..end).unwrap_or("");
    let marked = COMMENT_MARKS.iter().any(|mark| head.contains(mark));
    let folded = if marked { fold(&without_directives(&uncommented(node, end, text))) } else { fold(head) };
    folded.trim_end_matches([' ', '{', ':', '=']).to_owned()
}

/// The text of a node up to `end` without the comments within it.
fn uncommented(node: Node<'_>, end: usize, text: &str) -> String {
    let mut kept = String::new();
    let mut from = node.start_byte();
    let mut waiting = vec![node];
    while let Some(next) = waiting.pop().filter(|next| next.start_byte() < end && kept.len() < MAX_HEAD) {
        if next.is_extra() && next.kind().contains("comment") {
            kept.push_str(text.get(from..next.start_byte()).unwrap_or(""));
            kept.push(' ');
            from = next.end_byte().min(end);
        } else {
            waiting.extend(all_children(next).into_iter().rev());
        }
    }
    kept.push_str(text.get(from..end).unwrap_or(""));
    kept
}

/// Words behind a `#` that make a line one of the preprocessor.
const DIRECTIVES: &[&str] = &["if", "ifdef", "ifndef", "elif", "else", "endif", "region", "endregion", "pragma", "line", "nullable"];

/// A text without the lines that are for a preprocessor: folded into one line with all others they would say nothing, and hide what they stand between.
fn without_directives(text: &str) -> Cow<'_, str> {
    let is_directive = |line: &str| {
        let word =
            line.trim_start().strip_prefix('#').map(|behind| behind.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or(""));
        word.is_some_and(|word| DIRECTIVES.contains(&word))
    };
    if !text.lines().any(is_directive) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.lines().filter(|line| !is_directive(line)).collect::<Vec<_>>().join("\n"))
}

/// Doc text cut at 4 KiB on a character boundary.
pub fn clip_doc(mut doc: String) -> String {
    let mut end = doc.len().min(4096);
    while !doc.is_char_boundary(end) {
        end -= 1;
    }
    doc.truncate(end);
    doc.truncate(doc.trim_end().len());
    doc
}

/// Strips comment marks (`///`, `//!`, `//`, `/** */`, `#`) from each line of a comment and joins the lines.
pub fn uncomment(comment: &str) -> String {
    let inner = comment.trim();
    let block = inner.strip_prefix("/*").map(|rest| rest.strip_suffix("*/").unwrap_or(rest));
    let mut lines = Vec::new();
    for line in block.unwrap_or(inner).lines() {
        let line = line.trim();
        let line = if block.is_some() { line.trim_start_matches(['*', '!']) } else { line.trim_start_matches(['/', '!', '#']) };
        lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned());
    }
    lines.join("\n").trim().to_owned()
}

/// Mentions the names in backticks of `prose`, which starts at byte `start` of the file: `f`, `A.b`, `A::b()`; no sentences and no operators.
pub fn mention_quoted(builder: &mut Builder<'_>, start: usize, prose: &str) {
    for (offset, inner) in backticked(prose) {
        if let Some(name) = name_in_code(inner) {
            let at = start + offset;
            builder.mention(name, ByteSpan::new(at, at + name.len()));
        }
    }
}

/// Texts between backticks, with their offsets. As many close as opened.
pub fn backticked(prose: &str) -> Vec<(usize, &str)> {
    let mut texts = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut cursor = 0;
    while let Some(at) = prose[cursor..].find('`').map(|at| at + cursor) {
        let marks = prose[at..].len() - prose[at..].trim_start_matches('`').len();
        cursor = at + marks;
        match open {
            Some((start, wanted)) if wanted == marks => {
                texts.push((start, &prose[start..at]));
                open = None;
            }
            Some(_) => {}
            None => open = Some((cursor, marks)),
        }
    }
    texts
}

/// The name that a text in code style is, without the parentheses of a call.
pub fn name_in_code(inner: &str) -> Option<&str> {
    let name = inner.strip_suffix("()").unwrap_or(inner);
    is_name(name).then_some(name)
}

/// Whether a text is one name of letters, digits and underscores that starts with no digit.
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|it: char| it.is_alphabetic() || it == '_') && text.chars().all(|it| it.is_alphanumeric() || it == '_')
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '#' | '?' | '!'))
        && !text.ends_with(['.', ':', '#'])
}
