//! Flat values: rows of fixed size, little-endian, in memory or in a read form; and columns of them.

use std::ops::Range;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::ids::{ChunkId, EvidenceId, FileId, SymbolId};
use crate::host::map::Bytes;

/// A value of fixed size.
pub trait Flat: Copy + Send + Sync {
    /// Bytes of one value.
    const SIZE: usize;

    /// The value at the start of `bytes`; where they end too early, of zeros.
    fn get(bytes: &[u8]) -> Self;

    /// Appends the value.
    fn put(self, into: &mut Vec<u8>);
}

macro_rules! number {
    ($($name:ty)*) => {
        $(impl Flat for $name {
            const SIZE: usize = size_of::<$name>();

            #[inline]
            fn get(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| Self::from_le_bytes(*bytes))
            }

            fn put(self, into: &mut Vec<u8>) {
                into.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

number! { u8 u16 u32 u64 }

impl Flat for bool {
    const SIZE: usize = 1;

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        u8::get(bytes) != 0
    }

    fn put(self, into: &mut Vec<u8>) {
        into.push(u8::from(self));
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    const SIZE: usize = N * T::SIZE;

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|at| T::get(bytes.get(at * T::SIZE..).unwrap_or(&[])))
    }

    fn put(self, into: &mut Vec<u8>) {
        self.into_iter().for_each(|value| value.put(into));
    }
}

/// What stands for a row past the end.
pub(super) static ZEROS: [u8; 128] = [0; 128];

/// Declares a struct of flat fields that is flat itself, of at most as many bytes as there are [`ZEROS`].
macro_rules! flat {
    ($(#[$note:meta])* $seen:vis struct $name:ident { $($(#[$said:meta])* $open:vis $field:ident: $type:ty,)* }) => {
        $(#[$note])*
        $seen struct $name {
            $($(#[$said])* $open $field: $type,)*
        }

        impl $crate::reader::flat::Flat for $name {
            const SIZE: usize = 0 $(+ <$type as $crate::reader::flat::Flat>::SIZE)*;

            // One look at the length spares that of every field.
            #[inline]
            fn get(bytes: &[u8]) -> Self {
                let mut rest = bytes.get(..Self::SIZE).unwrap_or(&$crate::reader::flat::ZEROS[..Self::SIZE]);
                $(
                    let $field = <$type as $crate::reader::flat::Flat>::get(rest);
                    rest = rest.get(<$type as $crate::reader::flat::Flat>::SIZE..).unwrap_or(&[]);
                )*
                let _ = rest;
                Self { $($field),* }
            }

            fn put(self, into: &mut Vec<u8>) {
                $(self.$field.put(into);)*
            }
        }
    };
}
pub(super) use flat;

macro_rules! id {
    ($($name:ident: $type:ty),*) => {
        $(impl Flat for $name {
            const SIZE: usize = <$type>::SIZE;

            #[inline]
            fn get(bytes: &[u8]) -> Self {
                Self(<$type>::get(bytes))
            }

            fn put(self, into: &mut Vec<u8>) {
                self.0.put(into);
            }
        })*
    };
}

id! { FileId: u32, ChunkId: u32, SymbolId: u32, EvidenceId: u64 }

/// A dense id or none; no table is so long that its last id is the greatest number.
macro_rules! optional {
    ($($name:ident)*) => {
        $(impl Flat for Option<$name> {
            const SIZE: usize = 4;

            #[inline]
            fn get(bytes: &[u8]) -> Self {
                Some(u32::get(bytes)).filter(|id| *id != u32::MAX).map($name)
            }

            fn put(self, into: &mut Vec<u8>) {
                self.map_or(u32::MAX, |id| id.0).put(into);
            }
        })*
    };
}

optional! { ChunkId SymbolId }

/// A part of a file that is held in memory.
#[derive(Clone, Debug)]
pub struct Part {
    bytes: Arc<Bytes>,
    range: Range<usize>,
    /// It is known to be what was written.
    known: bool,
}

impl Part {
    /// A range of `bytes`; empty where it does not lie inside.
    pub fn new(bytes: &Arc<Bytes>, range: Range<usize>) -> Self {
        let range = if bytes.get(range.clone()).is_some() { range } else { 0..0 };
        Self { bytes: Arc::clone(bytes), range, known: false }
    }

    /// The same, where it is known whether it is what was written.
    #[must_use]
    pub fn known(self, known: bool) -> Self {
        Self { known, ..self }
    }

    /// Whether it is known to be what was written.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(self.range.clone()).unwrap_or(&[])
    }

    /// The bytes of the value at a position among values of one size.
    #[inline]
    fn value(&self, index: usize, size: usize) -> Option<&[u8]> {
        let start = index.checked_mul(size)?;
        self.bytes().get(start..start.checked_add(size)?)
    }
}

/// A column of flat values, made here or read where it stands.
#[derive(Clone, Debug)]
pub struct Column<T> {
    made: Vec<T>,
    read: Option<Part>,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self { made: Vec::new(), read: None }
    }
}

impl<T> From<Vec<T>> for Column<T> {
    fn from(made: Vec<T>) -> Self {
        Self { made, read: None }
    }
}

impl<T> From<Part> for Column<T> {
    fn from(part: Part) -> Self {
        Self { made: Vec::new(), read: Some(part) }
    }
}

impl<T: Flat> Column<T> {
    /// Number of values.
    #[inline]
    pub fn len(&self) -> usize {
        self.read.as_ref().map_or(self.made.len(), |part| part.range.len() / T::SIZE.max(1))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at a position.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        match &self.read {
            None => self.made.get(index).copied(),
            Some(part) => part.value(index, T::SIZE).map(T::get),
        }
    }

    /// The value at a position; past the end, one of zeros. Inlined, so that of a row only the fields are read that are wanted.
    #[expect(clippy::inline_always, reason = "a call would read the whole row for the sake of one field")]
    #[inline(always)]
    pub fn at(&self, index: usize) -> T {
        match &self.read {
            None => self.made.get(index).copied().unwrap_or_else(|| T::get(&[])),
            Some(part) => T::get(part.value(index, T::SIZE).unwrap_or(&[])),
        }
    }

    /// The values of a range, cut to what is there.
    #[inline]
    pub fn range(&self, range: Range<u32>) -> Values<'_, T> {
        let end = (range.end as usize).min(self.len());
        let start = (range.start as usize).min(end);
        match &self.read {
            None => Values::Made(self.made[start..end].iter()),
            Some(part) => Values::Read(part.bytes()[start * T::SIZE..end * T::SIZE].chunks_exact(T::SIZE)),
        }
    }

    /// Every value.
    pub fn iter(&self) -> Values<'_, T> {
        self.range(0..u32::MAX)
    }

    /// The first position whose value does not satisfy `before`, in a column where those that do come first.
    pub fn partition_point(&self, range: Range<u32>, before: impl Fn(&T) -> bool) -> u32 {
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(&self.at(middle as usize)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Whether it needs no check: it was made here, or is known to be what was written.
    pub fn is_known(&self) -> bool {
        self.read.as_ref().is_none_or(Part::is_known)
    }

    /// The sum of the bytes of a range of values.
    pub fn sum(&self, range: Range<u32>) -> u64 {
        if let Some(part) = &self.read {
            let bytes = part.bytes().get(range.start as usize * T::SIZE..range.end as usize * T::SIZE);
            return bytes.map_or(0, xxh3_64);
        }
        let mut bytes = Vec::new();
        self.range(range).for_each(|value| value.put(&mut bytes));
        xxh3_64(&bytes)
    }

    /// Appends a value to a column that is being made.
    pub fn push(&mut self, value: T) {
        self.values().push(value);
    }

    /// Appends all of `other` to a column that is being made.
    pub fn append(&mut self, other: &Self) {
        let values = self.values();
        values.reserve(other.len());
        values.extend(other.iter());
    }

    /// The values of a column that is being made; those of one that was read are copied first.
    pub fn values(&mut self) -> &mut Vec<T> {
        if self.read.is_some() {
            self.made = self.iter().collect();
            self.read = None;
        }
        &mut self.made
    }

    /// Appends the bytes of all values.
    pub fn put(&self, into: &mut Vec<u8>) {
        into.reserve(self.len() * T::SIZE);
        match &self.read {
            None => self.made.iter().for_each(|value| value.put(into)),
            Some(part) => into.extend_from_slice(part.bytes()),
        }
    }
}

impl Column<u32> {
    /// The values at a position and the next one, where both are there.
    #[inline]
    pub fn pair(&self, index: usize) -> Option<[u32; 2]> {
        match &self.read {
            None => Some([self.made.get(index).copied()?, self.made.get(index + 1).copied()?]),
            Some(part) => {
                let start = index.checked_mul(u32::SIZE)?;
                part.bytes().get(start..start.checked_add(2 * u32::SIZE)?).map(<[u32; 2]>::get)
            }
        }
    }
}

impl Column<u8> {
    /// The values where they stand.
    pub fn bytes(&self) -> &[u8] {
        self.read.as_ref().map_or(self.made.as_slice(), Part::bytes)
    }
}

impl<'a, T: Flat> IntoIterator for &'a Column<T> {
    type Item = T;
    type IntoIter = Values<'a, T>;

    fn into_iter(self) -> Values<'a, T> {
        self.iter()
    }
}

/// Values of a column in order.
#[derive(Clone, Debug)]
pub enum Values<'a, T> {
    Made(std::slice::Iter<'a, T>),
    Read(std::slice::ChunksExact<'a, u8>),
}

impl<T: Flat> Iterator for Values<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match self {
            Self::Made(values) => values.next().copied(),
            Self::Read(bytes) => bytes.next().map(T::get),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Made(values) => values.size_hint(),
            Self::Read(bytes) => bytes.size_hint(),
        }
    }
}

impl<T: Flat> ExactSizeIterator for Values<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    flat! {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Row {
            id: Option<ChunkId>,
            pair: [u16; 2],
            flag: bool,
            wide: u64,
        }
    }

    #[test]
    fn rows_read_back_as_they_were_written_and_end_where_they_end() {
        let rows =
            vec![Row { id: None, pair: [1, 2], flag: true, wide: u64::MAX }, Row { id: Some(ChunkId(7)), pair: [3, 65_535], flag: false, wide: 1 }];
        let (made, mut bytes) = (Column::from(rows.clone()), vec![9]);
        made.put(&mut bytes);
        assert_eq!(bytes.len(), 1 + 2 * Row::SIZE);
        let bytes = Arc::new(Bytes::from(bytes));
        let read: Column<Row> = Part::new(&bytes, 1..1 + 2 * Row::SIZE).into();
        assert_eq!((read.iter().collect::<Vec<_>>(), read.get(2)), (rows.clone(), None));
        assert_eq!(read.range(1..9).collect::<Vec<_>>(), rows[1..]);
        assert_eq!(read.partition_point(0..2, |row| row.wide > 1), 1);
        assert!(Column::<Row>::from(Part::new(&bytes, 1..900)).is_empty());
    }

    #[test]
    fn a_pair_is_of_two_values_that_are_there() {
        let (made, mut bytes) = (Column::from(vec![1u32, 2, 3]), Vec::new());
        made.put(&mut bytes);
        let read: Column<u32> = Part::new(&Arc::new(Bytes::from(bytes)), 0..12).into();
        for column in [made, read] {
            assert_eq!([0, 1, 2, 3].map(|at| column.pair(at)), [Some([1, 2]), Some([2, 3]), None, None]);
        }
    }
}
