//! Ranges as occurrences carry them: the typed form where there is one, else the list.

use scip::types::Occurrence;
use scip::types::occurrence::Typed_range;

use crate::base::position::{Extent, Position};

/// Start line, start column, end line, end column; `None` for a range that is none.
pub fn numbers(occurrence: &Occurrence) -> Option<[i32; 4]> {
    match &occurrence.typed_range {
        Some(Typed_range::SingleLineRange(it)) => Some([it.line, it.start_character, it.line, it.end_character]),
        Some(Typed_range::MultiLineRange(it)) => Some([it.start_line, it.start_character, it.end_line, it.end_character]),
        _ => match occurrence.range.as_slice() {
            [line, start, end] => Some([*line, *start, *line, *end]),
            [start_line, start, end_line, end] => Some([*start_line, *start, *end_line, *end]),
            _ => None,
        },
    }
}

/// The ends of an occurrence; `None` for a range that is none, or has negative numbers.
pub fn extent(occurrence: &Occurrence) -> Option<Extent> {
    let [start_line, start, end_line, end] = numbers(occurrence)?.map(u32::try_from);
    Some(Extent { start: Position { line: start_line.ok()?, column: start.ok()? }, end: Position { line: end_line.ok()?, column: end.ok()? } })
}
