//! The words of a query by their stems, to be looked for in lines of text.

use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::AhoCorasick;

use super::stem;
use crate::base::terms;

/// Words by their stems, each with a number from 0 in the order of the alphabet.
#[derive(Debug, Default)]
pub struct Stems {
    sorted: Vec<String>,
    /// How many bytes of each every form of it starts with.
    lengths: Vec<usize>,
    /// What every form of one of them starts with, in any case. Without it each word of a text is looked at.
    starts: Option<AhoCorasick>,
}

impl FromIterator<String> for Stems {
    fn from_iter<T: IntoIterator<Item = String>>(stems: T) -> Self {
        let sorted: Vec<String> = stems.into_iter().collect::<BTreeSet<String>>().into_iter().collect();
        let lengths = sorted.iter().map(|it| stem::start(it).len()).collect();
        let starts = sorted.iter().map(|it| stem::start(it));
        Self { starts: AhoCorasick::builder().ascii_case_insensitive(true).build(starts).ok(), lengths, sorted }
    }
}

impl Stems {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// Whether one of them stands in a text.
    pub fn any_in(&self, text: &str) -> bool {
        text.lines().any(|line| !self.held(line).is_empty())
    }

    /// Which of them stand in a line, each once, by number.
    pub fn held(&self, line: &str) -> Vec<usize> {
        self.held_by(line, &mut BTreeMap::new())
    }

    /// The same of each of some lines. The lines of one text say the same words again and again.
    pub fn held_in<'t>(&self, lines: impl Iterator<Item = &'t str>) -> Vec<Vec<usize>> {
        let mut known = BTreeMap::new();
        lines.map(|line| self.held_by(line, &mut known)).collect()
    }

    /// The same of a line, given what words say that were met before.
    fn held_by<'t>(&self, line: &'t str, known: &mut BTreeMap<&'t str, Vec<usize>>) -> Vec<usize> {
        // Other letters than ASCII's may have another case.
        let Some(starts) = self.starts.as_ref().filter(|_| line.is_ascii()) else {
            let mut held = Vec::new();
            terms::terms(line, &mut |term| self.hear(term, &mut held));
            return held;
        };
        // To take a line apart costs much more than to see that there is nothing to be found; so only words are taken apart that hold the start of one.
        let (mut held, mut end) = (Vec::new(), 0);
        for found in starts.find_iter(line).map(|found| found.start()) {
            if found >= end {
                let range = terms::word_around(line, found);
                end = range.end;
                let word = &line[range];
                let of_word = known.entry(word).or_insert_with(|| {
                    let mut of_word = Vec::new();
                    terms::terms_of_name(word, &mut |term| self.hear(term, &mut of_word));
                    of_word
                });
                of_word.iter().for_each(|number| put(*number, &mut held));
            }
        }
        held
    }

    /// Adds the number of a term to those that were met, if it is a form of one of them.
    fn hear(&self, term: &str, held: &mut Vec<usize>) {
        if self.may_be_one(term)
            && let Ok(number) = self.sorted.binary_search(&stem::stem(term))
        {
            put(number, held);
        }
    }

    /// Whether a term starts as a form of one of them does.
    fn may_be_one(&self, term: &str) -> bool {
        self.sorted.iter().zip(&self.lengths).any(|(stem, length)| term.as_bytes().starts_with(&stem.as_bytes()[..*length]))
    }
}

fn put(number: usize, held: &mut Vec<usize>) {
    if !held.contains(&number) {
        held.push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], line: &str, expected: &[usize]) {
        let stems: Stems = words.iter().map(|word| stem::stem(word)).collect();
        assert_eq!((stems.held(line), stems.any_in(line)), (expected.to_vec(), !expected.is_empty()), "{line}");
        assert_eq!(stems.held_in([line, "", line].into_iter()), [expected, &[], expected], "{line}");
    }

    #[test]
    fn words_are_found_in_every_form_and_case_and_inside_of_names() {
        let words = ["queries", "größe", "v2", "stopping"];
        check(&words, "let parsedQuery = STOPPED(v2, V2);", &[1, 2, 3]);
        check(&words, "die GRÖSSE, die Größe", &[0]);
        check(&words, "inquest; v20; stopwatch", &[]);
        check(&words, "", &[]);
        check(&[], "let query = 1;", &[]);
        // The Kelvin sign is a small k once it has lost its case.
        check(&["kept"], "\u{212a}ept", &[0]);
        // Words that are longer than names are data.
        check(&words, &format!("{}query query_of", "a".repeat(60)), &[1]);
        check(&words, &"query".repeat(13), &[]);
    }
}
