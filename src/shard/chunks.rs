//! Cuts a code file into chunks: one per outermost function or method, one per type head, and the module-level rest.

use std::collections::BTreeSet;

use super::body::{Body, Chunk, Place};
use super::builder::{Builder, index};
use super::facts::{Facts, Flags, Owner, Symbol, SymbolKind};
use crate::base::Name;
use crate::base::key::KeyMap;
use crate::base::span::ByteSpan;

/// Types up to this size without methods of their own are shown whole, whatever types they hold.
const WHOLE_TYPE_BYTES: u32 = 4096;
/// Module-level text is cut into pieces of at most about this size.
const MODULE_BYTES: usize = 8192;
/// How comments and attributes start, which belong to what follows them.
const NOTES: [&str; 6] = ["//", "/*", "*/", "#", "@", "--"];
/// How lines start that go on with what stands before them, or end it.
const NO_STARTS: [&str; 9] = ["}", ")", "]", ".", "?", "&", "|", "else", "end"];
/// What stands beside a definition on one line is shown with it up to so many bytes: lines of minified code are whole files.
const MAX_BESIDE: u32 = 512;

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

/// The chunks of one file in source order. `symbols` and `places` are parallel. Chunks of definitions start with their doc comment and are whole lines, but
/// where several definitions share one.
pub fn cut(text: &str, facts: &Facts, body: &Body) -> Vec<Chunk> {
    let has_chunk = |symbol: &Symbol, place: &Place| {
        !symbol.flags.has(Flags::NESTED) && !place.span.is_empty() && (symbol.kind.is_callable() || symbol.kind.is_type())
    };
    let whole = |place: &Place| ByteSpan { start: place.lead.min(place.span.start), end: place.span.end };
    let of = facts.symbols.iter().zip(&body.places);
    let mut wholes: Vec<Option<ByteSpan>> = of.map(|(symbol, place)| has_chunk(symbol, place).then(|| whole(place))).collect();
    let borders = Borders::new(text, wholes.iter().flatten());
    for whole in wholes.iter_mut().flatten() {
        whole.start = borders.start(whole.start);
    }
    let members = members_by_type(text, facts, &wholes);
    let types = facts.symbols.iter().zip(&wholes).zip(0u32..).filter(|((symbol, _), _)| symbol.kind.is_type());
    let heads: KeyMap<u32, ByteSpan> =
        types.filter_map(|((_, whole), index)| whole.map(|whole| (index, type_head(text, members.get(&index), whole)))).collect();
    let is_shown = |symbol: &Symbol, whole: ByteSpan| match symbol.owner {
        Owner::Symbol(owner) if declares(text, symbol, whole) => {
            heads.get(&owner).is_some_and(|head| head.len() <= WHOLE_TYPE_BYTES && head.covers(whole))
        }
        _ => false,
    };
    let mut chunks = Vec::new();
    for ((symbol, whole), index) in facts.symbols.iter().zip(&wholes).zip(0u32..) {
        let Some(whole) = *whole else { continue };
        let (kind, span) = heads.get(&index).map_or(("function", whole), |head| ("type", *head));
        if is_shown(symbol, whole) {
            continue;
        }
        let span = ByteSpan { start: span.start, end: borders.end(span.end) };
        chunks.push(Chunk { kind: Name::new_static(kind), name: facts.shown(symbol).into(), symbol: Some(index), span });
    }
    // `typedef struct X_ { … } X;` is one piece of text, and shows what it gives another name to.
    let is_alias = |chunk: &Chunk| chunk.symbol.and_then(|it| facts.symbol(it)).is_some_and(|it| it.kind == SymbolKind::TypeAlias);
    let others: BTreeSet<ByteSpan> = chunks.iter().filter(|chunk| !is_alias(chunk)).map(|chunk| chunk.span).collect();
    chunks.retain(|chunk| !is_alias(chunk) || !others.contains(&chunk.span));
    chunks.sort_by_key(|chunk| (chunk.span.start, std::cmp::Reverse(chunk.span.end)));
    let rest = module_level(text, &chunks);
    chunks.extend(rest);
    chunks.sort_by_key(|chunk| (chunk.span.start, std::cmp::Reverse(chunk.span.end)));
    chunks
}

/// Whether a callable has no body: a pure one of C++ is declared nowhere else.
fn declares(text: &str, symbol: &Symbol, whole: ByteSpan) -> bool {
    let is_pure = || symbol.flags.has(Flags::ABSTRACT) && whole.text(text).trim_end_matches(';').ends_with("= 0");
    symbol.kind.is_callable() && (symbol.flags.has(Flags::DECLARATION) || is_pure())
}

/// Members that may have chunks of their own.
#[derive(Default)]
struct Members {
    methods: Vec<ByteSpan>,
    /// Methods without a body, which a type shows as it shows its fields, as long as it is small.
    declared: Vec<ByteSpan>,
    types: Vec<ByteSpan>,
}

/// The members of types by the type that they are of, in source order.
fn members_by_type(text: &str, facts: &Facts, wholes: &[Option<ByteSpan>]) -> KeyMap<u32, Members> {
    let mut members: KeyMap<u32, Members> = KeyMap::default();
    for (symbol, whole) in facts.symbols.iter().zip(wholes) {
        let (Owner::Symbol(owner), Some(whole)) = (symbol.owner, *whole) else { continue };
        // What only names another type hardly parts what stands around it.
        let parts = symbol.kind.is_type() && !matches!(symbol.kind, SymbolKind::TypeAlias | SymbolKind::AssociatedType);
        if !(symbol.kind.is_callable() || parts) {
            continue;
        }
        let of = members.entry(owner).or_default();
        match (parts, declares(text, symbol, whole)) {
            (true, _) => of.types.push(whole),
            (_, true) => of.declared.push(whole),
            _ => of.methods.push(whole),
        }
    }
    members
}

/// A small type whole; one with methods up to the first of them; a larger one up to the first member that has a chunk of its own, and no further than a piece
/// of module-level text: what stands behind is cut like that.
fn type_head(text: &str, members: Option<&Members>, whole: ByteSpan) -> ByteSpan {
    let first = |members: &[ByteSpan]| members.iter().filter(|it| it.start > whole.start && it.end <= whole.end).map(|it| it.start).min();
    let [methods, declared, types] = members.map_or([None; 3], |it| [&it.methods, &it.declared, &it.types].map(|it| first(it)));
    let method = methods.filter(|_| whole.len() > WHOLE_TYPE_BYTES / 8);
    let inner = types.filter(|_| whole.len() > WHOLE_TYPE_BYTES);
    let end = method.into_iter().chain(inner).min().unwrap_or(whole.end);
    let end = declared.filter(|_| end - whole.start > WHOLE_TYPE_BYTES).map_or(end, |first| first.min(end));
    ByteSpan { start: whole.start, end: index(piece_end(text, whole.start as usize, end as usize)) }
}

/// Where a piece ends of a text that may be too long for one: before the last of the lines behind its first part that stand furthest out, with the comments in
/// front of it. There an entry of a list starts, a test, a statement.
fn piece_end(text: &str, start: usize, end: usize) -> usize {
    let (mut at, mut noted, mut in_comment) = (start, None, false);
    let mut best: Option<(usize, usize)> = None;
    for line in text.get(start..end).unwrap_or("").split_inclusive('\n') {
        if at - start >= MODULE_BYTES {
            return best.map_or(at, |(_, at)| at);
        }
        let written = line.trim();
        in_comment |= written.starts_with("/*");
        if in_comment || NOTES.iter().any(|mark| written.starts_with(mark)) {
            noted.get_or_insert(at);
        } else {
            let from = noted.take().unwrap_or(at);
            let indentation = line.len() - line.trim_start().len();
            let starts = !written.is_empty() && !NO_STARTS.iter().any(|mark| written.starts_with(mark));
            if starts && from - start >= MODULE_BYTES / 8 && best.is_none_or(|(least, _)| indentation <= least) {
                best = Some((indentation, from));
            }
        }
        in_comment &= !written.contains("*/");
        at += line.len();
    }
    end
}

/// Where lines end, and where the definitions start and end that get chunks.
struct Borders<'text> {
    text: &'text str,
    breaks: Vec<u32>,
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl<'text> Borders<'text> {
    fn new<'a>(text: &'text str, wholes: impl Iterator<Item = &'a ByteSpan>) -> Self {
        let breaks = text.bytes().zip(0u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, at)| at).collect();
        let (mut starts, mut ends): (Vec<u32>, Vec<u32>) = wholes.map(|it| (it.start, it.end)).unzip();
        starts.sort_unstable();
        ends.sort_unstable();
        Self { text, breaks, starts, ends }
    }

    fn slice(&self, start: u32, end: u32) -> &'text str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// Where the chunk of a definition starts: with its line, whatever else stands there, behind what ends on that line, but not before what it is in.
    fn start(&self, start: u32) -> u32 {
        let line = below(&self.breaks, start).map_or(0, |at| at + 1);
        let around = below(&self.starts, start).filter(|at| *at >= line);
        match below(&self.ends, start + 1).filter(|at| *at > line) {
            Some(end) if around.is_none_or(|around| around < end) => {
                let end = self.closed(end, start);
                let rest = self.slice(end, start);
                end + index(rest.len() - rest.trim_start().len())
            }
            None if around.is_none() && start - line <= MAX_BESIDE => line,
            _ => start,
        }
    }

    /// Where the chunk of a definition ends: with its line, before what starts on that line, and not behind what it is in.
    fn end(&self, end: u32) -> u32 {
        if self.slice(end.saturating_sub(1), end) == "\n" {
            return end;
        }
        let line = from(&self.breaks, end).unwrap_or(index(self.text.len()));
        let other = from(&self.starts, end).into_iter().chain(from(&self.ends, end + 1)).min().filter(|at| *at < line);
        match other {
            None if line - end <= MAX_BESIDE => end + index(self.slice(end, line).trim_end().len()),
            other => self.closed(end, other.unwrap_or(line)),
        }
    }

    /// The end of a definition with the marks that end its statement.
    fn closed(&self, end: u32, limit: u32) -> u32 {
        let rest = self.slice(end, limit);
        let behind = rest.trim_start_matches([' ', '\t', ';', ',', ')']);
        end + index(rest[..rest.len() - behind.len()].trim_end().len())
    }
}

/// The last of sorted places before another.
fn below(places: &[u32], at: u32) -> Option<u32> {
    places[..places.partition_point(|it| *it < at)].last().copied()
}

/// The first of sorted places from another on.
fn from(places: &[u32], at: u32) -> Option<u32> {
    places.get(places.partition_point(|it| *it < at)).copied()
}

/// Where the line of a byte starts, if only its indentation stands before: a text shows where its first line stands as it does of the others.
fn indented(text: &str, start: u32) -> u32 {
    let before = text.get(..start as usize).unwrap_or("");
    let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
    let starts_line = before.len() == indentation || before[..before.len() - indentation].ends_with('\n');
    if starts_line { start - index(indentation) } else { start }
}

/// The non-blank text between chunks, in pieces.
fn module_level(text: &str, chunks: &[Chunk]) -> Vec<Chunk> {
    let mut rest = Vec::new();
    let mut cursor = 0usize;
    let end = ByteSpan::new(text.len(), text.len());
    for span in chunks.iter().map(|chunk| chunk.span).chain(std::iter::once(end)) {
        while cursor < span.start as usize {
            let end = piece_end(text, cursor, span.start as usize);
            push_module(text, cursor, end, &mut rest);
            cursor = end;
        }
        cursor = cursor.max(span.end as usize);
    }
    rest
}

/// Adds a piece of text between definitions, without the lines at its start and its end that only close what stands elsewhere.
fn push_module(text: &str, start: usize, end: usize, rest: &mut Vec<Chunk>) {
    let piece = text.get(start..end).unwrap_or("");
    if piece.lines().all(only_closes) {
        return;
    }
    let mut lines: Vec<&str> = piece.split_inclusive('\n').collect();
    let is_left = |line: &&str| line.trim().is_empty() || closes(line);
    let before: usize = lines.iter().take_while(|line| is_left(line)).map(|line| line.len()).sum();
    lines.drain(..lines.iter().take_while(|line| is_left(line)).count());
    let mut open: i64 = lines.iter().map(|line| opened(line)).sum();
    let mut behind = 0;
    while let Some((line, above)) = lines.split_last()
        && (line.trim().is_empty() || is_label(line) || (open < 0 && closes(line) && !opens(above, line)))
    {
        open -= opened(line);
        behind += line.len();
        lines.pop();
    }
    let shown = &piece[before..piece.len() - behind];
    let from = start + before + (shown.len() - shown.trim_start().len());
    let span = ByteSpan::new((indented(text, index(from)) as usize).max(start), from + shown.trim().len());
    rest.push(Chunk { kind: Name::new_static("module"), name: Name::default(), symbol: None, span });
}

/// Whether all of a line closes or ends what stands before it.
fn closes(line: &str) -> bool {
    only_closes(line) && (line.trim_start().starts_with(['}', ')', ']', ';', ',']) || directive(line) == "endif")
}

/// Whether the line above another that is no further in opens what that one closes: brackets in patterns cannot be told from others.
fn opens(above: &[&str], line: &str) -> bool {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let outer = above.iter().rev().find(|it| !it.trim().is_empty() && indentation(it) <= indentation(line));
    outer.is_some_and(|it| indentation(it) == indentation(line) && opened(it) > 0)
}

/// Brackets and conditionals that a line opens beyond those it closes, outside of strings; comments need not close what they open.
fn opened(line: &str) -> i64 {
    let line = line.trim();
    if line.starts_with(['#', '*']) || line.starts_with("//") || line.starts_with("/*") {
        return i64::from(directive(line).starts_with("if")) - i64::from(directive(line) == "endif");
    }
    let outside = line.split('"').step_by(2).flat_map(str::chars);
    outside.map(|c| i64::from(matches!(c, '{' | '(' | '[')) - i64::from(matches!(c, '}' | ')' | ']'))).sum()
}

/// The word of a line for the preprocessor; empty for all else.
fn directive(line: &str) -> &str {
    let word = line.trim_start().strip_prefix('#').map_or("", str::trim_start);
    &word[..word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len())]
}

/// Labels of access speak of what follows them.
fn is_label(line: &str) -> bool {
    line.trim().strip_suffix(':').is_some_and(|label| ["public", "protected", "private"].contains(&label.trim_end()))
}

/// Whether a line between definitions says nothing: closing brackets, whatever comment follows them, ends of conditionals, labels of access.
fn only_closes(line: &str) -> bool {
    let line = line.trim();
    !line.contains(char::is_alphanumeric) && line.len() < 8
        || line.starts_with(['}', ')', ']']) && !line.contains(['(', '=', '{'])
        || ["else", "endif"].contains(&directive(line))
        || is_label(line)
}

#[cfg(test)]
mod tests {
    use super::{MODULE_BYTES, only_closes, piece_end, push_module};

    #[test]
    fn pieces_start_with_what_stands_furthest_out() {
        let filler = "x".repeat(100);
        let entry = |note: &str| format!("{note}    a {{\n        b: {filler},\n        c,\n    }},\n");
        for note in ["", "    // of it\n    #[a]\n", "    /*\na\n*/\n"] {
            let list = format!("const A: &[B] = &[\n{}];\n", entry(note).repeat(200));
            let (mut start, mut pieces) = (0, 0);
            while start < list.len() {
                let end = piece_end(&list, start, list.len());
                assert!(end > start && end - start < MODULE_BYTES + filler.len(), "{start}-{end}");
                assert!(end == list.len() || list[end..].starts_with(&entry(note)), "{}", &list[end..end + 40]);
                (start, pieces) = (end, pieces + 1);
            }
            assert!(pieces < 6, "{pieces}");
        }
        let line = filler.repeat(200);
        assert_eq!(piece_end(&line, 0, line.len()), line.len());
        let deeper = (0..200).map(|n| format!("{}a\n", " ".repeat(n))).collect::<Vec<_>>().concat();
        assert!(piece_end(&deeper, 0, deeper.len()) >= MODULE_BYTES / 8);
    }

    #[test]
    fn pieces_keep_what_they_close_themselves() {
        let cases = [
            ("}\n\n#endif\n  int a;\n", "  int a;"),
            ("a = {\n  b,\n}\n", "a = {\n  b,\n}"),
            ("  b,\n}\n\n};\n", "  b,"),
            ("private:\n  int a;\n\n public:\n", "private:\n  int a;"),
            ("a(/\\)/);\nif (b) {\n  c;\n}\n", "a(/\\)/);\nif (b) {\n  c;\n}"),
            (";\n\nx = 1;\n#if A\n#endif\n", "x = 1;\n#if A\n#endif"),
            ("/**\n * 1) a\n */\nb(\")\", {\n}\n)\n", "/**\n * 1) a\n */\nb(\")\", {\n}\n)"),
        ];
        for (text, expected) in cases {
            let mut rest = Vec::new();
            push_module(text, 0, text.len(), &mut rest);
            assert_eq!(rest.iter().map(|it| it.span.text(text)).collect::<Vec<_>>(), [expected]);
        }
    }

    #[test]
    fn lines_that_only_close_say_nothing() {
        for line in ["}", "  });", "", "}  // namespace leveldb", "#endif  // STORAGE_DB_H_", " private:", "]", "}, 500)", "#else", "# endif"] {
            assert!(only_closes(line), "{line}");
        }
        for line in ["use a;", "} else {", "} while (x);", "x = 1", "#if a", "# elsewhere", "Private:", "// private"] {
            assert!(!only_closes(line), "{line}");
        }
    }
}
