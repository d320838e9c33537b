//! Cuts a code file into chunks: one per outermost function or method, one per type head, and the module-level rest.

use super::body::{Body, Chunk, Place};
use super::builder::{Builder, index};
use super::facts::{Facts, Flags, Owner};
use crate::base::Name;
use crate::base::key::KeyMap;
use crate::base::span::ByteSpan;

/// Types up to this size without methods of their own are shown whole.
const WHOLE_TYPE_BYTES: u32 = 4096;
/// Module-level text is cut into pieces of at most about this size.
const MODULE_BYTES: usize = 8192;

impl Builder<'_> {
    /// Adds a chunk by hand (prose and data); code chunks are cut by [`cut`].
    pub fn chunk(&mut self, chunk: Chunk) {
        self.body.chunks.push(chunk);
    }

    /// Moves the end of the last chunk that was added by hand.
    pub fn extend_chunk(&mut self, end: u32) {
        if let Some(chunk) = self.body.chunks.last_mut() {
            chunk.span.end = chunk.span.end.max(end);
        }
    }
}

/// The chunks of one file in source order. `symbols` and `places` are parallel. Chunks of definitions start with their doc comment.
pub fn cut(text: &str, facts: &Facts, body: &Body) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let methods = methods_by_type(facts, body);
    for ((symbol, place), index) in facts.symbols.iter().zip(&body.places).zip(0u32..) {
        if symbol.flags.has(Flags::NESTED) || place.span.is_empty() {
            continue;
        }
        let whole = ByteSpan { start: indented(text, place.lead.min(place.span.start)), end: place.span.end };
        let (kind, span) = if symbol.kind.is_callable() {
            ("function", whole)
        } else if symbol.kind.is_type() {
            ("type", type_head(text, methods.get(&index), whole))
        } else {
            continue;
        };
        chunks.push(Chunk { kind: Name::new_static(kind), name: symbol.qualified.clone(), symbol: Some(index), span });
    }
    chunks.sort_by_key(|chunk| (chunk.span.start, std::cmp::Reverse(chunk.span.end)));
    let rest = module_level(text, &chunks);
    chunks.extend(rest);
    chunks.sort_by_key(|chunk| (chunk.span.start, std::cmp::Reverse(chunk.span.end)));
    chunks
}

/// The places of callable members by the type that they are of, in source order.
fn methods_by_type<'a>(facts: &Facts, body: &'a Body) -> KeyMap<u32, Vec<&'a Place>> {
    let mut methods: KeyMap<u32, Vec<&Place>> = KeyMap::default();
    for (symbol, place) in facts.symbols.iter().zip(&body.places) {
        if let Owner::Symbol(owner) = symbol.owner
            && symbol.kind.is_callable()
            && !place.span.is_empty()
        {
            methods.entry(owner).or_default().push(place);
        }
    }
    methods
}

/// A small type whole; a larger one, or one with methods, up to its first callable member.
fn type_head(text: &str, methods: Option<&Vec<&Place>>, whole: ByteSpan) -> ByteSpan {
    let within = methods.into_iter().flatten().filter(|place| whole.covers(place.span));
    let first = within.map(|place| indented(text, place.lead.min(place.span.start))).min();
    match first {
        Some(start) if start > whole.start && whole.len() > WHOLE_TYPE_BYTES / 8 => ByteSpan { start: whole.start, end: start },
        _ => whole,
    }
}

/// Where the line of a byte starts, if only its indentation stands before: a text shows where its first line stands as it does of the others.
fn indented(text: &str, start: u32) -> u32 {
    let before = text.get(..start as usize).unwrap_or("");
    let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
    let starts_line = before.len() == indentation || before[..before.len() - indentation].ends_with('\n');
    if starts_line { start - u32::try_from(indentation).unwrap_or(0) } else { start }
}

/// The non-blank text between chunks, cut at line ends.
fn module_level(text: &str, chunks: &[Chunk]) -> Vec<Chunk> {
    let mut rest = Vec::new();
    let mut cursor = 0usize;
    let end = ByteSpan::new(text.len(), text.len());
    for span in chunks.iter().map(|chunk| chunk.span).chain(std::iter::once(end)) {
        let start = span.start as usize;
        if start > cursor {
            let mut from = cursor;
            for line in text.get(cursor..start).unwrap_or("").split_inclusive('\n').scan(cursor, |at, line| {
                *at += line.len();
                Some(*at)
            }) {
                if line - from >= MODULE_BYTES {
                    push_module(text, from, line, &mut rest);
                    from = line;
                }
            }
            push_module(text, from, start, &mut rest);
        }
        cursor = cursor.max(span.end as usize);
    }
    rest
}

fn push_module(text: &str, start: usize, end: usize, rest: &mut Vec<Chunk>) {
    let piece = text.get(start..end).unwrap_or("");
    let trimmed = piece.trim();
    if trimmed.lines().all(only_closes) {
        return;
    }
    let from = start + (piece.len() - piece.trim_start().len());
    let span = ByteSpan::new((indented(text, index(from)) as usize).max(start), from + trimmed.len());
    rest.push(Chunk { kind: Name::new_static("module"), name: Name::default(), symbol: None, span });
}

/// Whether a line between definitions says nothing: closing brackets, whatever comment follows them, ends of conditionals, labels of access.
fn only_closes(line: &str) -> bool {
    let line = line.trim();
    let is_label = || line.strip_suffix(':').is_some_and(|label| ["public", "protected", "private"].contains(&label.trim_end()));
    !line.contains(char::is_alphanumeric) && line.len() < 8
        || line.starts_with(['}', ')', ']']) && !line.contains(['(', '=', '{'])
        || line.starts_with("#endif")
        || is_label()
}

#[cfg(test)]
mod tests {
    use super::only_closes;

    #[test]
    fn lines_that_only_close_say_nothing() {
        for line in ["}", "  });", "", "}  // namespace leveldb", "#endif  // STORAGE_DB_H_", " private:", "]", "}, 500)"] {
            assert!(only_closes(line), "{line}");
        }
        for line in ["use a;", "} else {", "} while (x);", "x = 1", "#else", "Private:", "// private"] {
            assert!(!only_closes(line), "{line}");
        }
    }
}
