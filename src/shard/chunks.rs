//! Cuts a code file into chunks: one per outermost function or method, one per type head, and the module-level rest.

use super::body::{Body, Chunk, Place};
use super::builder::{Builder, index};
use super::facts::{Facts, Flags, Owner, SymbolKind};
use crate::base::Name;
use crate::base::key::KeyMap;
use crate::base::span::ByteSpan;

/// Types up to this size without methods of their own are shown whole, whatever types they hold.
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
    let members = members_by_type(facts, body);
    for ((symbol, place), index) in facts.symbols.iter().zip(&body.places).zip(0u32..) {
        if symbol.flags.has(Flags::NESTED) || place.span.is_empty() {
            continue;
        }
        let whole = ByteSpan { start: indented(text, place.lead.min(place.span.start)), end: place.span.end };
        let (kind, span) = if symbol.kind.is_callable() {
            ("function", whole)
        } else if symbol.kind.is_type() {
            ("type", type_head(text, members.get(&index), whole))
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

/// Members that have chunks of their own.
#[derive(Default)]
struct Members<'a> {
    methods: Vec<&'a Place>,
    types: Vec<&'a Place>,
}

/// The places of members by the type that they are of, in source order.
fn members_by_type<'a>(facts: &Facts, body: &'a Body) -> KeyMap<u32, Members<'a>> {
    let mut members: KeyMap<u32, Members<'_>> = KeyMap::default();
    for (symbol, place) in facts.symbols.iter().zip(&body.places) {
        let Owner::Symbol(owner) = symbol.owner else { continue };
        // What only names another type hardly parts what stands around it.
        let parts = symbol.kind.is_type() && !matches!(symbol.kind, SymbolKind::TypeAlias | SymbolKind::AssociatedType);
        if place.span.is_empty() || !(symbol.kind.is_callable() || parts) {
            continue;
        }
        let of = members.entry(owner).or_default();
        if parts { of.types.push(place) } else { of.methods.push(place) }
    }
    members
}

/// A small type whole; one with methods up to the first of them; a larger one up to the first member that has a chunk of its own, and no further than a piece
/// of module-level text: what stands behind is cut like that.
fn type_head(text: &str, members: Option<&Members<'_>>, whole: ByteSpan) -> ByteSpan {
    let first = |places: &[&Place]| {
        let within = places.iter().filter(|place| whole.covers(place.span));
        within.map(|place| indented(text, place.lead.min(place.span.start))).filter(|start| *start > whole.start).min()
    };
    let (methods, types) = members.map_or((None, None), |it| (first(&it.methods), first(&it.types)));
    let method = methods.filter(|_| whole.len() > WHOLE_TYPE_BYTES / 8);
    let inner = types.filter(|_| whole.len() > WHOLE_TYPE_BYTES);
    let end = method.into_iter().chain(inner).min().unwrap_or(whole.end);
    ByteSpan { start: whole.start, end: short(text, ByteSpan { start: whole.start, end }) }
}

/// Where a text ends that is a piece at most, with a line of it.
fn short(text: &str, span: ByteSpan) -> u32 {
    let mut end = span.start;
    for line in text.get(span.start as usize..span.end as usize).unwrap_or("").split_inclusive('\n') {
        if (end - span.start) as usize >= MODULE_BYTES {
            return end;
        }
        end += index(line.len());
    }
    span.end
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
