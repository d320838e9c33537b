//! Byte spans, 1-based lines and UTF-16 ranges, and the one place that converts between them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A half-open byte range of a file's decoded UTF-8 text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ByteSpan {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl ByteSpan {
    /// A span; `end` is lifted to `start` when it lies before it.
    pub fn new(start: usize, end: usize) -> Self {
        let start = clamp(start);
        Self { start, end: clamp(end).max(start) }
    }

    /// The text of the span, empty when it does not lie on character boundaries.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Whether `other` lies inside.
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Length in bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Files are capped far below 4 GiB, so a saturated offset cannot occur for an indexed file.
fn clamp(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// A half-open range of UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    /// One past the last unit.
    pub end: u32,
    /// First unit.
    pub start: u32,
}

/// 1-based first and last line, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Lines {
    /// Last line.
    pub end: u32,
    /// First line.
    pub start: u32,
}

/// The offsets of the newlines of a text.
pub fn newlines(text: &[u8]) -> memchr::Memchr<'_> {
    memchr::memchr_iter(b'\n', text)
}

/// Number of lines; a final newline does not open another one.
pub fn line_count(text: &str) -> u32 {
    let newlines = newlines(text.as_bytes()).count();
    clamp(newlines + usize::from(!text.is_empty() && !text.ends_with('\n')))
}

/// Converts byte offsets of one text into lines and UTF-16 units.
pub struct LineMap {
    /// Byte offset of each line's start.
    starts: Vec<u32>,
    /// `(byte offset after a non-ASCII character, bytes minus UTF-16 units so far)`, ascending.
    wide: Vec<(u32, u32)>,
    length: u32,
}

impl LineMap {
    /// Scans `text` once.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        let mut wide = Vec::new();
        let mut surplus = 0u32;
        starts.extend(newlines(text.as_bytes()).map(|index| clamp(index + 1)));
        if !text.is_ascii() {
            for (index, character) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                let bytes = character.len_utf8();
                surplus += clamp(bytes - character.len_utf16());
                wide.push((clamp(index + bytes), surplus));
            }
        }
        Self { starts, wide, length: clamp(text.len()) }
    }

    /// The 1-based line of a byte offset.
    pub fn line(&self, byte: u32) -> u32 {
        clamp(self.starts.partition_point(|start| *start <= byte))
    }

    /// The lines a span touches; an empty span touches one.
    pub fn lines(&self, span: ByteSpan) -> Lines {
        let last = if span.end > span.start { span.end - 1 } else { span.end };
        Lines { end: self.line(last), start: self.line(span.start) }
    }

    /// Byte offset where a 1-based line starts, clamped to the text.
    pub fn line_start(&self, line: u32) -> u32 {
        self.starts.get(line.saturating_sub(1) as usize).copied().unwrap_or(self.length)
    }

    /// The UTF-16 offset of a byte offset on a character boundary.
    pub fn utf16(&self, byte: u32) -> u32 {
        let index = self.wide.partition_point(|(end, _)| *end <= byte);
        let surplus = if index == 0 { 0 } else { self.wide[index - 1].1 };
        byte - surplus
    }

    /// The byte offset of a UTF-16 offset: the inverse of [`Self::utf16`].
    pub fn byte(&self, utf16: u32) -> u32 {
        let index = self.wide.partition_point(|(end, surplus)| end - surplus <= utf16);
        let surplus = if index == 0 { 0 } else { self.wide[index - 1].1 };
        utf16.saturating_add(surplus).min(self.length)
    }

    /// The span of a UTF-16 range.
    pub fn span(&self, range: Range) -> ByteSpan {
        ByteSpan { start: self.byte(range.start), end: self.byte(range.end) }
    }

    /// The UTF-16 range of a span.
    pub fn range(&self, span: ByteSpan) -> Range {
        Range { end: self.utf16(span.end), start: self.utf16(span.start) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_units_agree_with_a_plain_count() {
        let text = "aé\n𝄞b\nc";
        let map = LineMap::new(text);
        for (byte, _) in text.char_indices() {
            let head = &text[..byte];
            assert_eq!(map.utf16(clamp(byte)) as usize, head.encode_utf16().count());
            assert_eq!(map.byte(map.utf16(clamp(byte))), clamp(byte));
            assert_eq!(map.line(clamp(byte)) as usize, head.matches('\n').count() + 1);
        }
        assert_eq!(["", "a", "a\n", "\n", text].map(line_count), [0, 1, 1, 1, 3]);
    }
}
