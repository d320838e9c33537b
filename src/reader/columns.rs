//! Columns of strings: one buffer and ends, or numbers into a list of distinct words; and a hash index over a column.

use std::collections::HashMap;
use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64;

use super::flat::{Column, Part};

/// Strings one behind the other. Holds up to 4 GiB of text; what is more is cut off, and [`Strings::overflowed`] says so.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    made: String,
    read: Option<Part>,
    ends: Column<u32>,
    overflowed: bool,
}

impl Strings {
    /// Strings that were written as their text and the end of each.
    pub fn of(text: Part, ends: Column<u32>) -> Self {
        Self { made: String::new(), read: Some(text), ends, overflowed: false }
    }

    /// All text, and the end of each string.
    pub fn parts(&self) -> (&[u8], &Column<u32>) {
        (self.read.as_ref().map_or(self.made.as_bytes(), Part::bytes), &self.ends)
    }

    /// Whether they need no check: they were made here, or are known to be what was written.
    pub fn is_known(&self) -> bool {
        self.read.as_ref().is_none_or(Part::is_known)
    }

    /// Appends one string.
    pub fn push(&mut self, more: &str) {
        if let Some(part) = self.read.take() {
            self.made = String::from_utf8_lossy(part.bytes()).into_owned();
        }
        if let Ok(end) = u32::try_from(self.made.len() + more.len()) {
            self.made.push_str(more);
            self.ends.push(end);
        } else {
            self.overflowed = true;
            self.ends.push(u32::try_from(self.made.len()).unwrap_or(0));
        }
    }

    /// Appends all of `other`.
    pub fn append(&mut self, other: &Self) {
        (0..other.len()).for_each(|index| self.push(other.get(index)));
        self.overflowed |= other.overflowed;
    }

    /// The string at a position; empty past the end.
    pub fn get(&self, index: usize) -> &str {
        match &self.read {
            None => self.made.get(self.range(index)).unwrap_or(""),
            Some(_) => std::str::from_utf8(self.bytes(index)).unwrap_or(""),
        }
    }

    /// The bytes of the string at a position. They are there at once, where a string that was read is looked through first.
    #[inline]
    pub fn bytes(&self, index: usize) -> &[u8] {
        self.read.as_ref().map_or(self.made.as_bytes(), Part::bytes).get(self.range(index)).unwrap_or(&[])
    }

    #[inline]
    fn range(&self, index: usize) -> std::ops::Range<usize> {
        let [start, end] = match index.checked_sub(1) {
            None => [0, self.ends.at(0)],
            Some(before) => self.ends.pair(before).unwrap_or_default(),
        };
        start as usize..end as usize
    }

    /// The position of a string among sorted ones.
    pub fn search(&self, wanted: &str) -> Option<usize> {
        let at = self.first_from(wanted);
        Some(at).filter(|at| *at < self.len() && self.bytes(*at) == wanted.as_bytes())
    }

    /// The position of the first of sorted strings that is not less than `wanted`.
    pub fn first_from(&self, wanted: &str) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.bytes(middle) < wanted.as_bytes() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether text was cut off.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

/// So many distinct words of a column are few.
const FEW: usize = 64;

/// A column whose values repeat: numbers into a list of distinct words, in the order they were met.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Of a column that is being made.
    known: HashMap<Box<str>, u32>,
    pub(super) distinct: Strings,
    pub(super) rows: Column<u32>,
    /// Of a column that was read and has few distinct words: these, looked through once.
    few: OnceLock<Vec<Box<str>>>,
}

impl Words {
    /// A column that was written as its distinct words and the number of each row.
    pub fn of(distinct: Strings, rows: Column<u32>) -> Self {
        Self { known: HashMap::new(), distinct, rows, few: OnceLock::new() }
    }

    /// Appends one value to a column that is being made.
    pub fn push(&mut self, word: &str) {
        let number = self.number(word);
        self.rows.push(number);
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.known.get(word) {
            return *number;
        }
        let number = u32::try_from(self.distinct.len()).unwrap_or(u32::MAX);
        self.distinct.push(word);
        self.known.insert(word.into(), number);
        number
    }

    /// Appends all of `other`.
    pub fn append(&mut self, other: &Self) {
        let numbers: Vec<u32> = (0..other.distinct.len()).map(|at| self.number(other.distinct.get(at))).collect();
        self.rows.values().extend(other.rows.iter().filter_map(|row| numbers.get(row as usize)));
    }

    /// Whether the value at a position is a word.
    pub fn is(&self, index: usize, word: &str) -> bool {
        self.rows.get(index).is_some_and(|number| self.distinct.bytes(number as usize) == word.as_bytes())
    }

    /// The value at a position; empty past the end.
    pub fn get(&self, index: usize) -> &str {
        let Some(number) = self.rows.get(index).map(|number| number as usize) else { return "" };
        let count = self.distinct.len();
        if count > FEW || !self.known.is_empty() {
            return self.distinct.get(number);
        }
        let few = self.few.get_or_init(|| (0..count).map(|at| self.distinct.get(at).into()).collect());
        few.get(number).map_or("", |word| word)
    }
}

/// Finds positions by the string that stands there. Holds no strings: the column is handed in.
#[derive(Clone, Debug, Default)]
pub struct HashIndex {
    /// Position plus one; 0 is free. The length is a power of two.
    pub(super) slots: Column<u32>,
}

impl HashIndex {
    /// An index of the first position of each distinct string of a column.
    pub fn new(column: &Strings) -> Self {
        let mut slots = vec![0u32; (column.len() * 2).next_power_of_two().max(2)];
        let mask = slots.len() - 1;
        for position in 0..column.len() {
            let text = column.get(position);
            let mut slot = hash(text, mask);
            while slots[slot] != 0 && column.bytes(slots[slot] as usize - 1) != text.as_bytes() {
                slot = (slot + 1) & mask;
            }
            if slots[slot] == 0 {
                slots[slot] = u32::try_from(position + 1).unwrap_or(0);
            }
        }
        Self { slots: slots.into() }
    }

    /// The first position of `text` in the column it was made of.
    pub fn find(&self, column: &Strings, text: &str) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let start = hash(text, mask);
        for step in 0..=mask {
            let position = self.slots.at((start + step) & mask).checked_sub(1)?;
            if column.bytes(position as usize) == text.as_bytes() {
                return Some(position);
            }
        }
        None
    }
}

fn hash(text: &str, mask: usize) -> usize {
    usize::try_from(xxh3_64(text.as_bytes()) & mask as u64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_words_are_found_again_after_appending() {
        let (mut strings, mut words) = (Strings::default(), Words::default());
        let (mut more, mut others) = (Strings::default(), Words::default());
        ["a", "", "bc"].iter().for_each(|text| strings.push(text));
        ["é", "a"].iter().for_each(|text| more.push(text));
        ["x", "y", "x"].iter().for_each(|text| words.push(text));
        ["y", "z"].iter().for_each(|text| others.push(text));
        strings.append(&more);
        words.append(&others);
        assert_eq!((0..6).map(|index| strings.get(index)).collect::<Vec<_>>(), ["a", "", "bc", "é", "a", ""]);
        assert_eq!((0..6).map(|index| words.get(index)).collect::<Vec<_>>(), ["x", "y", "x", "y", "z", ""]);
        let index = HashIndex::new(&strings);
        assert_eq!(["a", "é", "", "q"].map(|text| index.find(&strings, text)), [Some(0), Some(3), Some(1), None]);
        assert_eq!(HashIndex::default().find(&strings, "a"), None);
    }

    #[test]
    fn sorted_strings_are_found_by_halving() {
        let mut sorted = Strings::default();
        ["b", "d", "da"].iter().for_each(|text| sorted.push(text));
        assert_eq!(["a", "b", "d", "da", "z"].map(|text| sorted.search(text)), [None, Some(0), Some(1), Some(2), None]);
        assert_eq!(["a", "c", "d", "z"].map(|text| sorted.first_from(text)), [0, 1, 1, 3]);
    }
}
