//! Columns of strings: one buffer and ends, or numbers into a list of distinct words; and a hash index over a column.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

/// Strings one behind the other. Holds up to 4 GiB of text; what is more is cut off, and [`Strings::overflowed`] says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
    overflowed: bool,
}

impl Strings {
    /// Appends one string.
    pub fn push(&mut self, text: &str) {
        if let Ok(end) = u32::try_from(self.text.len() + text.len()) {
            self.text.push_str(text);
            self.ends.push(end);
        } else {
            self.overflowed = true;
            self.ends.push(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Appends all of `other`.
    pub fn append(&mut self, other: &Self) {
        self.text.reserve(other.text.len());
        self.ends.reserve(other.ends.len());
        (0..other.len()).for_each(|index| self.push(other.get(index)));
        self.overflowed |= other.overflowed;
    }

    /// The string at a position; empty past the end.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).copied().unwrap_or(0) };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
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

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * 4
    }
}

/// A column whose values repeat: numbers into a list of distinct words, in the order they were met.
#[derive(Clone, Debug, Default)]
pub struct Words {
    distinct: Vec<Box<str>>,
    known: HashMap<Box<str>, u32>,
    rows: Vec<u32>,
}

impl Words {
    /// Appends one value.
    pub fn push(&mut self, word: &str) {
        let number = self.number(word);
        self.rows.push(number);
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.known.get(word) {
            return *number;
        }
        let number = u32::try_from(self.distinct.len()).unwrap_or(u32::MAX);
        self.distinct.push(word.into());
        self.known.insert(word.into(), number);
        number
    }

    /// Appends all of `other`.
    pub fn append(&mut self, other: &Self) {
        let numbers: Vec<u32> = other.distinct.iter().map(|word| self.number(word)).collect();
        self.rows.extend(other.rows.iter().filter_map(|row| numbers.get(*row as usize)));
    }

    /// The value at a position; empty past the end.
    pub fn get(&self, index: usize) -> &str {
        self.rows.get(index).and_then(|number| self.distinct.get(*number as usize)).map_or("", |word| word)
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * 4 + self.distinct.iter().map(|word| 2 * word.len() + 40).sum::<usize>()
    }
}

/// Finds positions by the string that stands there. Holds no strings: the column is handed in.
#[derive(Clone, Debug, Default)]
pub struct HashIndex {
    /// Position plus one; 0 is free. The length is a power of two.
    slots: Vec<u32>,
}

impl HashIndex {
    /// An index of the first position of each distinct string of a column.
    pub fn new(column: &Strings) -> Self {
        let mut index = Self { slots: vec![0; (column.len() * 2).next_power_of_two().max(2)] };
        for position in 0..column.len() {
            let text = column.get(position);
            let slot = index.slot(column, text);
            if index.slots[slot] == 0 {
                index.slots[slot] = u32::try_from(position + 1).unwrap_or(0);
            }
        }
        index
    }

    /// The slot that holds `text`, or the free one where it would go.
    fn slot(&self, column: &Strings, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = usize::try_from(xxh3_64(text.as_bytes()) & mask as u64).unwrap_or(0);
        while self.slots[slot] != 0 && column.get(self.slots[slot] as usize - 1) != text {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The first position of `text` in the column it was made of.
    pub fn find(&self, column: &Strings, text: &str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(column, text)].checked_sub(1)
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * 4
    }
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
}
