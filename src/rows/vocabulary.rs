//! The terms of one file's texts: each of its words is taken apart once, and its terms are sorted once.

use std::ops::Range;

use crate::artifacts::postings::{self, Frequencies};
use crate::base::key::TextMap;
use crate::base::{Name, terms};

/// How often each word of a text occurs in it: `(word, occurrences)`, in the order they were met.
pub type Counted = Vec<(u32, u32)>;

/// The words of a file and their terms, while its texts are counted.
#[derive(Default)]
pub struct Vocabulary<'t> {
    words: TextMap<&'t str, u32>,
    /// The terms of each word, as a range of `parts`.
    spans: Vec<Range<usize>>,
    parts: Vec<u32>,
    terms: TextMap<Name, u32>,
    /// Occurrences in the present text, by word.
    present: Vec<u32>,
}

/// The words of a file whose terms stand in order.
pub struct Sorted {
    spans: Vec<Range<usize>>,
    /// Places of terms, by word.
    parts: Vec<u32>,
    /// In the order of canonical JSON.
    terms: Vec<Name>,
    /// Occurrences in the present text, by place.
    present: Vec<u32>,
}

impl<'t> Vocabulary<'t> {
    /// Counts the words of a text.
    pub fn count(&mut self, text: &'t str) -> Counted {
        let mut met = Counted::new();
        for word in terms::words(text) {
            let next = self.spans.len();
            let id = *self.words.entry(word).or_insert(u32::try_from(next).unwrap_or(u32::MAX));
            if id as usize == next {
                self.take_apart(word);
            }
            let count = &mut self.present[id as usize];
            if *count == 0 {
                met.push((id, 0));
            }
            *count += 1;
        }
        for (id, count) in &mut met {
            *count = std::mem::take(&mut self.present[*id as usize]);
        }
        met
    }

    fn take_apart(&mut self, word: &str) {
        let start = self.parts.len();
        terms::terms_of(word, &mut |term| {
            let id = self.terms.get(term).copied().unwrap_or_else(|| {
                let id = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
                self.terms.insert(term.into(), id);
                id
            });
            self.parts.push(id);
        });
        self.spans.push(start..self.parts.len());
        self.present.push(0);
    }

    /// Ends the counting.
    pub fn sorted(self) -> Sorted {
        let mut terms: Vec<(u64, Name, u32)> = self.terms.into_iter().map(|(term, id)| (start(&term), term, id)).collect();
        if terms.iter().all(|(_, term, _)| term.is_ascii()) {
            terms.sort_unstable_by(|lhs, rhs| lhs.0.cmp(&rhs.0).then_with(|| lhs.1.cmp(&rhs.1)));
        } else {
            terms.sort_unstable_by(|lhs, rhs| postings::order(&lhs.1, &rhs.1));
        }
        let mut places = vec![0; terms.len()];
        for (place, (.., id)) in (0u32..).zip(&terms) {
            places[*id as usize] = place;
        }
        let parts = self.parts.into_iter().map(|id| places[id as usize]).collect();
        Sorted { spans: self.spans, parts, present: vec![0; terms.len()], terms: terms.into_iter().map(|(_, term, _)| term).collect() }
    }
}

/// The first bytes of a term as a number: most terms differ in them, and numbers of terms in ASCII are in the order of the terms.
fn start(term: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = term.len().min(8);
    bytes[..length].copy_from_slice(&term.as_bytes()[..length]);
    u64::from_be_bytes(bytes)
}

impl Sorted {
    /// The terms of a text that was counted.
    pub fn frequencies(&mut self, counted: &Counted) -> Frequencies {
        let mut met: Vec<u32> = Vec::with_capacity(counted.len() * 2);
        for (word, count) in counted {
            for place in &self.parts[self.spans[*word as usize].clone()] {
                if self.present[*place as usize] == 0 {
                    met.push(*place);
                }
                self.present[*place as usize] += count;
            }
        }
        met.sort_unstable();
        Frequencies::of_sorted(met.into_iter().map(|place| (self.terms[place as usize].as_str(), std::mem::take(&mut self.present[place as usize]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_file_have_the_terms_that_each_has_alone() {
        let texts = ["read_file(readFile, Read, x2)", "", "Größe \u{ff5a} \u{10400} größe grÖSSE_a", "a a A _a_ __ HTTPServer2 readFile", "read"];
        let mut vocabulary = Vocabulary::default();
        let counted: Vec<Counted> = texts.iter().map(|text| vocabulary.count(text)).collect();
        let mut sorted = vocabulary.sorted();
        for (text, counted) in texts.iter().zip(&counted) {
            assert_eq!(sorted.frequencies(counted), Frequencies::of(text), "{text}");
        }
    }
}
