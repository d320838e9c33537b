//! A text by its lines, with the tokens of its first ones as far as they are known; the others are counted when they are asked for.

use std::sync::OnceLock;

use crate::base::span;
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
        let Some(last) = lines.checked_sub(1) else { return self.clone() };
        let start = span::newlines(self.text.as_bytes()).nth(last).map_or(self.text.len(), |at| at + 1);
        let rest = self.text.get(start..).unwrap_or("");
        let first = self.ends.get(lines).and_then(|end| self.text.get(start..*end));
        let (Some(first), true) = (first, tokens::is_seam(rest)) else { return Self::new(rest.to_owned()) };
        // All that stands before it counts for the first line and for all others alike.
        let before = self.known(lines).and_then(|until| until.checked_sub(u32::try_from(tokens::count(first)).ok()?));
        let known = |lines: usize| self.known(lines)?.checked_sub(before?);
        let counts = before.map_or_else(Vec::new, |_| (lines..self.ends.len()).map(known).collect());
        Self { text: rest.to_owned(), ends: self.ends[lines..].iter().map(|end| end - start).collect(), counts, asked: OnceLock::new() }
    }

    /// The first lines alone, without blank ones behind.
    #[must_use]
    pub fn up_to(&self, lines: usize) -> Self {
        let lines = lines.min(self.ends.len());
        let lines = (0..lines).rev().find(|at| self.is_written(*at)).map_or(0, |last| last + 1);
        let counts = self.counts.get(..lines).unwrap_or(&self.counts).to_vec();
        Self { text: self.first(lines).to_owned(), ends: self.ends[..lines].to_vec(), counts, asked: OnceLock::new() }
    }

    /// The first line from another one on that is not blank; the number of lines where there is none.
    pub fn written(&self, from: usize) -> usize {
        (from..self.len()).find(|at| self.is_written(*at)).unwrap_or(from.max(self.len()))
    }

    fn is_written(&self, line: usize) -> bool {
        self.ends[line] > line.checked_sub(1).map_or(0, |before| self.ends[before])
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
        let asked = || self.asked.get_or_init(|| tokens::of_ends(&self.text, &self.ends[..lines])).get(last).copied().flatten();
        self.known(last).or_else(asked).map_or_else(|| tokens::count(self.first(lines)), u64::from)
    }

    /// Tokens of the lines up to one, from 0, as far as they were counted before.
    fn known(&self, last: usize) -> Option<u32> {
        let of = |counts: &[Option<u32>]| counts.get(last).copied().flatten();
        of(&self.counts).or_else(|| of(self.asked.get()?))
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

    #[test]
    fn parts_have_the_tokens_of_their_texts_whatever_was_counted_of_the_whole() {
        let text = "fn a() {\n    b(\"//\");\n\n// c\n  // d\n\n \n}\n/// e\n";
        let whole = tokens::of_ends(text, &tokens::line_ends(text));
        for counts in [Vec::new(), whole[..4].to_vec(), whole] {
            let passage = Passage::counted(text.to_owned(), counts);
            for lines in 0..=10 {
                let rest = text.split_inclusive('\n').skip(lines).collect::<String>();
                let (behind, first) = (passage.behind(lines), passage.up_to(lines));
                for (part, expected) in [(behind, Passage::new(rest)), (first, Passage::new(passage.first(lines).to_owned()))] {
                    assert_eq!((part.text(), &part.ends), (expected.text(), &expected.ends), "{lines}");
                    let tokens = |it: &Passage| (0..=it.len()).map(|lines| it.tokens(lines)).collect::<Vec<_>>();
                    assert_eq!(tokens(&part), tokens(&expected), "{lines}");
                }
            }
        }
    }

    #[test]
    fn blank_lines_are_told_without_their_text() {
        let passage = Passage::new(" \na\n\n \nb\n\n".to_owned());
        assert_eq!([0, 1, 2, 4, 5, 9].map(|from| passage.written(from)), [1, 1, 4, 4, 6, 9]);
    }
}
