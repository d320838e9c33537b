//! The read form as one file: tables of sections, each with its sum, behind a head that says what they belong to.
//!
//! ```text
//! magic 8 | program 16 | binding 32 | tables u32 | sections u32 | first section of each table u32.. | (offset, length, sum) u64.. | sum of the head u64 | sections
//! ```
//! All numbers are little-endian. A section that is only looked at in parts carries sums of these parts itself, in another section.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::columns::{HashIndex, Strings, Words};
use super::flat::{Column, Flat, Part};
use crate::host::map::Bytes;

const MAGIC: &[u8; 8] = b"SMALTIRF";
/// Digest of the sources that read: another program may lay out its columns in another way.
const PROGRAM: &str = env!("SMALTI_READING");
const FIXED: usize = 8 + 16 + 32 + 4 + 4;

/// A read form that is being written.
#[derive(Default)]
pub struct Draft {
    tables: Vec<u32>,
    sections: Vec<Vec<u8>>,
}

impl Draft {
    /// Appends a table.
    pub fn table(&mut self, table: &impl Stored) {
        self.tables.push(u32::try_from(self.sections.len()).unwrap_or(u32::MAX));
        table.write(self);
    }

    /// Appends a section.
    pub fn section(&mut self, bytes: Vec<u8>) {
        self.sections.push(bytes);
    }

    /// The bytes of the file.
    pub fn finish(self, binding: &[u8; 32]) -> Vec<u8> {
        let head = FIXED + self.tables.len() * 4 + self.sections.len() * 24 + 8;
        let mut bytes = Vec::with_capacity(head + self.sections.iter().map(Vec::len).sum::<usize>());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&program());
        bytes.extend_from_slice(binding);
        for count in [self.tables.len(), self.sections.len()] {
            u32::try_from(count).unwrap_or(u32::MAX).put(&mut bytes);
        }
        self.tables.iter().for_each(|first| first.put(&mut bytes));
        let mut offset = head as u64;
        for section in &self.sections {
            [offset, section.len() as u64, xxh3_64(section)].put(&mut bytes);
            offset += section.len() as u64;
        }
        xxh3_64(&bytes).put(&mut bytes);
        self.sections.iter().for_each(|section| bytes.extend_from_slice(section));
        bytes
    }
}

fn program() -> [u8; 16] {
    u128::from_str_radix(PROGRAM, 16).unwrap_or_default().to_le_bytes()
}

/// A read form whose head is whole. Its sections are checked when they are read.
#[derive(Clone, Debug)]
pub struct Image {
    bytes: Arc<Bytes>,
    binding: [u8; 32],
    tables: Vec<u32>,
    sections: Vec<[u64; 3]>,
    /// Every section is known to be what was written.
    known: bool,
}

impl Image {
    /// Reads the head; `None` where it is damaged, of another program, or does not account for every byte of the file.
    pub fn open(bytes: Bytes) -> Option<Self> {
        let fixed = bytes.get(..FIXED)?;
        if fixed[..8] != *MAGIC || fixed[8..24] != program() {
            return None;
        }
        let binding: [u8; 32] = fixed[24..56].try_into().ok()?;
        let (tables, sections) = (u32::get(&fixed[56..]) as usize, u32::get(&fixed[60..]) as usize);
        let sum_at = FIXED + tables.checked_mul(4)? + sections.checked_mul(24)?;
        let (head, rest) = (bytes.get(..sum_at)?, bytes.get(sum_at..sum_at + 8)?);
        if xxh3_64(head) != u64::get(rest) {
            return None;
        }
        let (firsts, entries) = head[FIXED..].split_at(tables * 4);
        let tables = firsts.chunks_exact(4).map(u32::get).collect();
        let sections: Vec<[u64; 3]> = entries.chunks_exact(24).map(Flat::get).collect();
        let end = sections.iter().try_fold(sum_at as u64 + 8, |end, [offset, length, _]| (end == *offset).then_some(end + length))?;
        if end != bytes.len() as u64 {
            return None;
        }
        Some(Self { bytes: Arc::new(bytes), binding, tables, sections, known: false })
    }

    /// Whether every section is what was written.
    pub fn is_whole(&self) -> bool {
        let mut sections = Sections { image: self, next: 0, end: self.sections.len() };
        self.sections.iter().all(|_| sections.checked().is_some())
    }

    /// The same for who knows that it is whole: no section is checked any more.
    #[must_use]
    pub fn trusted(self) -> Self {
        Self { known: true, ..self }
    }

    /// Whether somebody knows that it is whole.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The digest of the manifest that it was made of.
    pub fn binding(&self) -> &[u8; 32] {
        &self.binding
    }

    /// The table at a position; `None` where it is not there or damaged.
    pub fn table<T: Stored>(&self, position: usize) -> Option<T> {
        let next = *self.tables.get(position)? as usize;
        let end = self.tables.get(position + 1).map_or(self.sections.len(), |it| *it as usize);
        let mut reader = Sections { image: self, next, end };
        let table = T::read(&mut reader)?;
        (reader.next == end).then_some(table)
    }
}

/// The sections of one table, in order.
pub struct Sections<'a> {
    image: &'a Image,
    next: usize,
    end: usize,
}

impl Sections<'_> {
    /// The next section, if it is what was written.
    pub fn checked(&mut self) -> Option<Part> {
        let sum = self.image.sections.get(self.next)?[2];
        let part = self.unchecked()?;
        (self.image.known || xxh3_64(part.bytes()) == sum).then_some(part)
    }

    /// The next section, which whoever looks at a part of it checks.
    pub fn unchecked(&mut self) -> Option<Part> {
        if self.next >= self.end {
            return None;
        }
        let [offset, length, _] = *self.image.sections.get(self.next)?;
        self.next += 1;
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        self.image.bytes.get(start..end)?;
        Some(Part::new(&self.image.bytes, start..end).known(self.image.known))
    }
}

/// What a read form can hold.
pub trait Stored: Sized {
    /// Appends its sections.
    fn write(&self, draft: &mut Draft);

    /// Reads its sections; `None` where one of them is damaged.
    fn read(sections: &mut Sections<'_>) -> Option<Self>;
}

/// Stores a struct as its fields in order.
macro_rules! stored {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::reader::image::Stored for $name {
            fn write(&self, draft: &mut $crate::reader::image::Draft) {
                $(self.$field.write(draft);)*
            }

            fn read(sections: &mut $crate::reader::image::Sections<'_>) -> Option<Self> {
                $(let $field = $crate::reader::image::Stored::read(sections)?;)*
                Some(Self { $($field),* })
            }
        }
    };
}
pub(super) use stored;

impl<T: Flat> Stored for Column<T> {
    fn write(&self, draft: &mut Draft) {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        draft.section(bytes);
    }

    fn read(sections: &mut Sections<'_>) -> Option<Self> {
        sections.checked().map(Into::into)
    }
}

/// A part of a read form is not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// A column of which only parts are looked at. Whoever does checks them.
#[derive(Clone, Debug, Default)]
pub struct Sampled<T>(pub T);

impl<T: Flat> Stored for Sampled<Column<T>> {
    fn write(&self, draft: &mut Draft) {
        self.0.write(draft);
    }

    fn read(sections: &mut Sections<'_>) -> Option<Self> {
        sections.unchecked().map(|part| Self(part.into()))
    }
}

impl Stored for Strings {
    fn write(&self, draft: &mut Draft) {
        let (text, ends) = self.parts();
        draft.section(text.to_vec());
        ends.write(draft);
    }

    fn read(sections: &mut Sections<'_>) -> Option<Self> {
        Some(Self::of(sections.checked()?, Stored::read(sections)?))
    }
}

impl Stored for Sampled<Strings> {
    fn write(&self, draft: &mut Draft) {
        self.0.write(draft);
    }

    fn read(sections: &mut Sections<'_>) -> Option<Self> {
        Some(Self(Strings::of(sections.unchecked()?, Stored::read(sections)?)))
    }
}

impl Stored for Words {
    fn write(&self, draft: &mut Draft) {
        self.distinct.write(draft);
        self.rows.write(draft);
    }

    fn read(sections: &mut Sections<'_>) -> Option<Self> {
        Some(Self::of(Stored::read(sections)?, Stored::read(sections)?))
    }
}

impl Stored for HashIndex {
    fn write(&self, draft: &mut Draft) {
        self.slots.write(draft);
    }

    fn read(sections: &mut Sections<'_>) -> Option<Self> {
        Some(Self { slots: Stored::read(sections)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Vec<u8> {
        let (mut draft, mut strings, mut words) = (Draft::default(), Strings::default(), Words::default());
        ["one", "", "twö"].iter().for_each(|text| strings.push(text));
        ["x", "y", "x"].iter().for_each(|text| words.push(text));
        draft.table(&HashIndex::new(&strings));
        draft.table(&strings);
        draft.table(&words);
        draft.finish(&[3; 32])
    }

    #[test]
    fn tables_read_back_as_they_were_written() {
        let image = Image::open(written().into()).unwrap();
        let (index, strings, words): (HashIndex, Strings, Words) = (image.table(0).unwrap(), image.table(1).unwrap(), image.table(2).unwrap());
        assert_eq!((index.find(&strings, "twö"), index.find(&strings, "no"), words.get(2)), (Some(2), None, "x"));
        assert_eq!(*image.binding(), [3; 32]);
        assert!(image.table::<Strings>(3).is_none() && image.table::<Words>(1).is_none());
    }

    #[test]
    fn what_is_known_to_be_whole_is_not_checked_again() {
        let mut flipped = written();
        let last = flipped.len() - 1;
        flipped[last] ^= 1;
        let (whole, flipped) = (Image::open(written().into()).unwrap(), Image::open(flipped.into()).unwrap());
        assert!(whole.is_whole() && !flipped.is_whole());
        assert!(flipped.table::<Words>(2).is_none() && flipped.trusted().table::<Words>(2).is_some());
    }

    #[test]
    fn no_flipped_bit_and_no_missing_end_is_believed() {
        let whole = written();
        let believed = |bytes: Vec<u8>| {
            let image = Image::open(bytes.into())?;
            let _: (HashIndex, Strings, Words) = (image.table(0)?, image.table(1)?, image.table(2)?);
            Some(*image.binding())
        };
        assert_eq!(believed(whole.clone()), Some([3; 32]));
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (at % 8);
            assert_eq!(believed(flipped), None, "byte {at}");
            assert_eq!(believed(whole[..at].to_vec()), None, "cut at {at}");
        }
        assert_eq!(believed([whole, vec![0]].concat()), None);
    }
}
