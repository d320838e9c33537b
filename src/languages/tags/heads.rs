//! What the head of a definition says in words: visibility, flags, signature, documentation.

use tree_sitter::Node;

use super::Tags;
use super::matches::Found;
use super::vocabulary::Part;
use crate::base::span::ByteSpan;
use crate::languages::syntax;
use crate::shard::body::Place;
use crate::shard::facts::{Flags, Visibility};

/// Visibility and flags by the modifiers in front of the name. `attributes` is all text from the start of the definition to its name.
pub fn modifiers(tags: &Tags, attributes: &str) -> (Option<Visibility>, Flags) {
    let mut visibility = None;
    let mut flags = Flags::default();
    let mut nested = 0u32;
    for word in attributes.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')) {
        let plain = word.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
        if nested == 0 {
            visibility = visibility.or(match plain {
                "public" | "open" | "pub" => Some(Visibility::Public),
                "internal" | "package" => Some(Visibility::Package),
                "protected" => Some(Visibility::Protected),
                "private" | "fileprivate" => Some(Visibility::Private),
                _ => None,
            });
            flags = flags
                .when(matches!(plain, "static" | "class_method"), Flags::STATIC)
                .when(plain == "abstract", Flags::ABSTRACT)
                .when(plain == "partial", Flags::PART)
                .when(matches!(plain, "async" | "suspend"), Flags::ASYNC)
                .when(matches!(plain, "external" | "extern"), Flags::DECLARATION);
        }
        match word.chars().last() {
            Some('(' | '[' | '{') => nested += 1,
            Some(')' | ']' | '}') => nested = nested.saturating_sub(1),
            _ => {}
        }
    }
    let test = tags.manner.test_marks.iter().any(|mark| attributes.contains(mark));
    (visibility, flags.when(test, Flags::TEST))
}

/// Where a definition stands, its signature and its documentation. `comments` are those of the file, in order.
pub fn place(found: &Found<'_>, name: ByteSpan, text: &str, comments: &[ByteSpan]) -> Place {
    let node = found.node;
    let body = found.part(Part::Body).or_else(|| syntax::field(node, "body"));
    let span = syntax::span(node);
    let (lead, doc) = match found.part(Part::Doc) {
        Some(doc) => (span.start, syntax::uncomment(syntax::text(doc, text).trim_matches(['"', '\'', '~']))),
        None => above(span.start, text, comments),
    };
    Place { span, name, lead, signature: signature(node, name, body, text), doc: syntax::clip_doc(doc), branches: 0, depth: 0 }
}

fn signature(node: Node<'_>, name: ByteSpan, body: Option<Node<'_>>, text: &str) -> String {
    if body.is_some() {
        return syntax::signature(node, body, text);
    }
    let whole = syntax::text(node, text);
    let inside = |at: u32| (at as usize).saturating_sub(node.start_byte()).min(whole.len());
    // Annotations may be longer than all the rest, and stand on lines of their own.
    let start = if whole.starts_with('@') { whole[..inside(name.start)].rfind('\n').map_or(0, |line| line + 1) } else { 0 };
    syntax::fold(&whole[start..head_end(whole, inside(name.end))])
}

/// Most bytes of a head behind its name.
const MAX_HEAD: usize = 4096;

/// Where the head of a definition ends whose body the grammar does not tell: behind the name, at the first brace or line end that stands in no brackets:
/// parameters may stand on lines of their own, and a brace among them (`%Conn{} = conn`) opens no body. With brackets that nothing closes, at the end of
/// the name's line.
fn head_end(whole: &str, named: usize) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0u32, false, false);
    for (at, byte) in whole.bytes().enumerate().skip(named).take(MAX_HEAD) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' => depth += 1,
            b'{' if depth > 0 => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'{' | b'\n' if depth == 0 => return at,
            _ => {}
        }
    }
    let is_whole = depth == 0 && !quoted && whole.len() <= named + MAX_HEAD;
    if is_whole { whole.len() } else { whole[named..].find(['{', '\n']).map_or(whole.len(), |at| named + at) }
}

/// The comments right above a definition: where they start, and their text.
pub fn above(start: u32, text: &str, comments: &[ByteSpan]) -> (u32, String) {
    let mut lead = start;
    let mut pieces = Vec::new();
    let mut index = comments.partition_point(|comment| comment.end <= start);
    while index > 0 {
        let comment = comments[index - 1];
        let gap = text.get(comment.end as usize..lead as usize).unwrap_or("x");
        if !gap.chars().all(char::is_whitespace) || gap.matches('\n').count() > 1 || !starts_line(text, comment.start) || pieces.len() > 200 {
            break;
        }
        lead = comment.start;
        pieces.push(syntax::uncomment(text.get(comment.start as usize..comment.end as usize).unwrap_or("")));
        index -= 1;
    }
    pieces.reverse();
    (lead, pieces.join("\n"))
}

/// A comment behind code on its line belongs to that code.
fn starts_line(text: &str, start: u32) -> bool {
    let before = text.get(..start as usize).unwrap_or("");
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    line.chars().all(char::is_whitespace)
}
