//! A text by its lines, with the tokens of its first ones as far as they are known; the others are counted when they are asked for.

use std::sync::OnceLock;

use crate::reader::tokens;

/// The text of a chunk, or what stands in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    text: String,
    /// Where the first line, the first two, … end, without the white space behind.
    ends: Vec<usize>,
    /// Tokens of the first line, of the first two, …; what is missing was not counted.
    counts: Vec<Option<u32>>,
    /// The same of lines that were asked for and not known: whoever looks for a cut asks for many of one text.
    asked: OnceLock<Vec<Option<u32>>>,
}

impl Passage {
    /// A text of which nothing is counted.
    pub fn new(text: String) -> Self {
        Self::counted(text, Vec::new())
    }

    /// A text with what the index counted of it.
    pub fn counted(text: String, counts: Vec<Option<u32>>) -> Self {
        Self { ends: tokens::line_ends(&text), text, counts, asked: OnceLock::new() }
    }

    /// What follows the first lines.
    #[must_use]
    pub fn behind(&self, lines: usize) -> Self {
        let start = lines.checked_sub(1).map_or(Some(0), |last| self.text.match_indices('\n').nth(last).map(|(at, _)| at + 1));
        Self::new(start.and_then(|start| self.text.get(start..)).unwrap_or("").to_owned())
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The first lines, without the white space behind.
    pub fn first(&self, lines: usize) -> &str {
        let end = lines.min(self.ends.len()).checked_sub(1).map_or(0, |at| self.ends[at]);
        self.text.get(..end).unwrap_or("")
    }

    /// o200k tokens of the first lines.
    pub fn tokens(&self, lines: usize) -> u64 {
        let lines = lines.min(self.ends.len());
        let Some(last) = lines.checked_sub(1) else { return 0 };
        let kept = |counts: &[Option<u32>]| counts.get(last).copied().flatten();
        let known = kept(&self.counts).or_else(|| kept(self.asked.get_or_init(|| tokens::of_ends(&self.text, &self.ends[..lines]))));
        known.map_or_else(|| tokens::count(self.first(lines)), u64::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_of_the_first_lines_whatever_was_asked_before() {
        let text = "fn a() {\n    b(\"//\");\n\n//\n//\n}\n";
        for first in 0..8 {
            let passage = Passage::new(text.to_owned());
            for lines in [first, 6, 3, 0, 5, 2] {
                assert_eq!(passage.tokens(lines), tokens::count(passage.first(lines)), "{first} {lines}");
            }
        }
    }
}
