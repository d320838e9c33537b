//! Lines and columns of one text, both counted from zero, in any of the three units that tools count columns in.

use super::span::{ByteSpan, LineMap};

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Bytes of UTF-8.
    #[default]
    Utf8,
    /// UTF-16 code units.
    Utf16,
    /// Unicode code points.
    Utf32,
}

/// A place between two characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// From zero.
    pub line: u32,
    /// From zero, in the unit of whoever said it.
    pub column: u32,
}

/// A half-open stretch of text by its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Extent {
    pub start: Position,
    pub end: Position,
}

/// The ends of a span, columns in bytes.
pub fn extent(map: &LineMap, span: ByteSpan) -> Extent {
    Extent { start: position(map, span.start), end: position(map, span.end) }
}

fn position(map: &LineMap, byte: u32) -> Position {
    let line = map.line(byte);
    Position { line: line.saturating_sub(1), column: byte.saturating_sub(map.line_start(line)) }
}

/// The span between two positions of `text`; `None` where one lies outside of its line or inside a character, or the ends are the wrong way round.
pub fn span(map: &LineMap, text: &str, extent: Extent, unit: Unit) -> Option<ByteSpan> {
    let start = byte(map, text, extent.start, unit)?;
    let end = byte(map, text, extent.end, unit)?;
    (start <= end).then_some(ByteSpan { start, end })
}

fn byte(map: &LineMap, text: &str, position: Position, unit: Unit) -> Option<u32> {
    let number = position.line.checked_add(1)?;
    let start = map.line_start(number);
    // The line behind the last one starts where the last one ends.
    if map.line(start) != number {
        return None;
    }
    let line = text.get(start as usize..)?;
    let line = line.split_once('\n').map_or(line, |(line, _)| line);
    let column = position.column as usize;
    let offset = if unit == Unit::Utf8 || line.is_ascii() {
        (column <= line.len() && line.is_char_boundary(column)).then_some(column)?
    } else {
        wide(line, column, unit)?
    };
    u32::try_from(offset).ok()?.checked_add(start)
}

/// The byte of a line before which `column` units stand.
fn wide(line: &str, column: usize, unit: Unit) -> Option<usize> {
    let mut units = 0;
    for (at, character) in line.char_indices() {
        if units >= column {
            return (units == column).then_some(at);
        }
        units += if unit == Unit::Utf16 { character.len_utf16() } else { 1 };
    }
    (units == column).then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_found_again_in_every_unit() {
        let text = "aé\n𝄞b\n\nc";
        let map = LineMap::new(text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let head = &text[..at];
            let line_text = head.rsplit('\n').next().unwrap();
            let line = u32::try_from(head.matches('\n').count()).unwrap();
            for (unit, column) in
                [(Unit::Utf8, line_text.len()), (Unit::Utf16, line_text.encode_utf16().count()), (Unit::Utf32, line_text.chars().count())]
            {
                let place = Position { line, column: u32::try_from(column).unwrap() };
                let found = span(&map, text, Extent { start: place, end: place }, unit);
                assert_eq!(found.map(|it| it.start as usize), Some(at), "{unit:?} {place:?}");
            }
            let here = u32::try_from(at).unwrap();
            let found = extent(&map, ByteSpan { start: here, end: here }).start;
            assert_eq!((found.line, found.column as usize), (line, line_text.len()));
        }
    }

    #[test]
    fn what_lies_outside_or_inside_a_character_is_nothing() {
        let text = "aé\nb";
        let map = LineMap::new(text);
        let at = |line, column, unit| {
            let place = Position { line, column };
            span(&map, text, Extent { start: place, end: place }, unit)
        };
        assert_eq!(at(0, 2, Unit::Utf8), None, "inside a character");
        assert_eq!(at(0, 3, Unit::Utf16), None, "behind the end of a line");
        assert_eq!(at(2, 0, Unit::Utf16), None, "behind the last line");
        assert_eq!(at(u32::MAX, 0, Unit::Utf8), None);
        let (first, last) = (Position { line: 0, column: 0 }, Position { line: 1, column: 0 });
        assert_eq!(span(&map, text, Extent { start: last, end: first }, Unit::Utf8), None, "the wrong way round");
    }
}
