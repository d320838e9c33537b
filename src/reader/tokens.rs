//! o200k tokens of texts and of their first lines: counted when the read form is made, so that a query counts little.

use std::ops::Range;

use rayon::prelude::*;

use super::chunks::Chunks;
use super::flat::Column;
use super::form::Moves;
use super::ids::ChunkId;
use super::image::{Sampled, stored};
use super::texts::AllTexts;
use crate::base::span;

/// Stands for a count that is not kept, as no text has so many tokens.
const UNKNOWN: u32 = u32::MAX;

/// o200k tokens of a text.
pub fn count(text: &str) -> u64 {
    o200k::count(text) as u64
}

/// o200k tokens of two texts with newlines between them; those of each are known.
pub fn joined((before, tokens_before): (&str, u64), newlines: &str, (after, tokens_after): (&str, u64)) -> u64 {
    let size = |tokens: u64| usize::try_from(tokens).unwrap_or(usize::MAX);
    o200k::joined((before, size(tokens_before)), newlines, (after, size(tokens_after))) as u64
}

/// Whether the tokens of a text that ends with a newline and those of one that begins with `line` add up.
pub fn is_seam(line: &str) -> bool {
    o200k::is_seam(line)
}

/// Where the first line, the first two, … of a text end, without the white space behind.
pub fn line_ends(text: &str) -> Vec<usize> {
    let (mut ends, mut start, mut last) = (Vec::with_capacity(text.len() / 32), 0, 0);
    let bytes = text.as_bytes();
    let rest = (!bytes.is_empty() && !text.ends_with('\n')).then_some(bytes.len());
    for end in span::newlines(bytes).map(|at| at + 1).chain(rest) {
        let line = text.get(start..end).unwrap_or("");
        // Most lines end with what is seen at once to be no white space.
        let length = match line.as_bytes() {
            [.., last, b'\n'] if last.is_ascii_graphic() => line.len() - 1,
            _ => line.trim_end().len(),
        };
        last = if length > 0 { start + length } else { last };
        ends.push(last);
        start = end;
    }
    ends
}

/// Tokens of the first lines of every text, in the order of chunks.
#[derive(Default)]
pub struct LineTokens {
    /// Where the counts of each chunk start, and their number at the end.
    starts: Column<u32>,
    /// By line the tokens of all lines up to it; behind those of each chunk their sum.
    counts: Sampled<Column<u32>>,
}

stored!(LineTokens { starts, counts });

impl LineTokens {
    /// Counts what an earlier form has not counted. `None` where there are more lines than a column holds.
    pub fn of(texts: &AllTexts, chunks: &Chunks, before: Option<(&Moves, &Self)>) -> Option<Self> {
        let known = |id: ChunkId| {
            let (moves, tokens) = before?;
            let (chunk, earlier) = (chunks.get(id), &moves.before.chunks);
            let same = earlier.find(chunk.uid).filter(|it| earlier.get(*it).text_hash == chunk.text_hash)?;
            tokens.get(same)
        };
        let one = |at: u32| known(ChunkId(at)).or_else(|| texts.get(chunks, ChunkId(at)).map(counted));
        let count = u32::try_from(chunks.len()).ok()?;
        let all: Vec<Option<Vec<u32>>> = (0..count).into_par_iter().with_min_len(256).map(one).collect();
        let (mut starts, mut counts) = (vec![0], Vec::new());
        for lines in all {
            let lines = lines?;
            let sum = sum(&Column::from(lines.clone()));
            counts.extend(lines);
            counts.push(sum);
            starts.push(u32::try_from(counts.len()).ok()?);
        }
        Some(Self { starts: starts.into(), counts: Sampled(counts.into()) })
    }

    /// Where the counts of a chunk stand; `None` where they are damaged.
    fn lines(&self, id: ChunkId) -> Option<Range<u32>> {
        let all = super::lookup::range(&self.starts, id.index());
        let last = all.end.checked_sub(1).filter(|last| *last >= all.start)?;
        let kept = self.counts.0.get(last as usize)?;
        (self.counts.0.is_known() || low(self.counts.0.sum(all.start..last)) == kept).then_some(all.start..last)
    }

    /// Tokens of the first line of a chunk, of its first two, …, [`UNKNOWN`] among them; `None` where they are damaged.
    fn get(&self, id: ChunkId) -> Option<Vec<u32>> {
        Some(self.counts.0.range(self.lines(id)?).collect())
    }

    /// Tokens of a whole text; `None` where they were not counted.
    pub fn of_all(&self, id: ChunkId) -> Option<u32> {
        let last = self.lines(id)?.next_back()?;
        self.counts.0.get(last as usize).filter(|count| *count != UNKNOWN)
    }

    /// o200k tokens of the first line of a chunk's text, of its first two, …, by [`line_ends`]; `None` for what was not counted, and no lines where they
    /// are damaged.
    pub fn of_lines(&self, id: ChunkId) -> Vec<Option<u32>> {
        self.get(id).unwrap_or_default().into_iter().map(|count| Some(count).filter(|count| *count != UNKNOWN)).collect()
    }
}

/// o200k tokens of a text up to each of some [`line_ends`]; `None` where that is not told in one go.
pub fn of_ends(text: &str, ends: &[usize]) -> Vec<Option<u32>> {
    o200k::prefixes(text, ends).into_iter().map(|count| count.and_then(|count| u32::try_from(count).ok())).collect()
}

fn counted(text: &str) -> Vec<u32> {
    of_ends(text, &line_ends(text)).into_iter().map(|count| count.unwrap_or(UNKNOWN)).collect()
}

/// The low half of the sum of a column.
fn sum(counts: &Column<u32>) -> u32 {
    low(counts.sum(0..u32::try_from(counts.len()).unwrap_or(u32::MAX)))
}

fn low(sum: u64) -> u32 {
    u32::try_from(sum & u64::from(u32::MAX)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_white_space_and_are_counted_as_texts() {
        let text = "\n  fn a() {  \r\n\n    b();\n}\n \n";
        let ends = line_ends(text);
        assert_eq!(ends.iter().map(|end| &text[..*end]).collect::<Vec<_>>(), text_prefixes(text));
        let counts: Vec<u64> = counted(text).into_iter().map(u64::from).collect();
        assert_eq!(counts, ends.iter().map(|end| count(&text[..*end])).collect::<Vec<_>>());
        assert_eq!(line_ends(""), [0usize; 0]);
    }

    fn text_prefixes(text: &str) -> Vec<&str> {
        let newlines = text.char_indices().filter(|(_, character)| *character == '\n').map(|(at, _)| at);
        newlines.map(|at| text[..at].trim_end()).collect()
    }
}
