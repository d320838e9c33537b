//! Who publishes what: all `(key, file)` pairs of the graph, partitioned by the top bits of the key.

use rayon::prelude::*;

use crate::base::key::Key;
use crate::link::ask::Slot;

const BITS: u32 = 16;

/// The table of one revision. Built in two passes over all publications; each partition is then sorted by key.
#[derive(Debug, Default)]
pub struct FactTable {
    /// Start of each partition; one more than there are partitions.
    starts: Vec<u32>,
    pairs: Vec<Pair>,
}

/// A key and one of its publishers, without the four bytes that a tuple would leave empty.
#[derive(Clone, Copy, Debug, Default)]
#[repr(Rust, packed(4))]
struct Pair {
    key: Key,
    slot: Slot,
}

fn partition(key: Key) -> usize {
    usize::try_from(key >> (64 - BITS)).unwrap_or(0)
}

impl FactTable {
    /// The table over `(slot, published keys)`. What a key's publishers are listed in is the order of `published`.
    pub fn build<'a>(published: impl Iterator<Item = (Slot, &'a [(Key, u64)])> + Clone) -> Self {
        let mut starts = vec![0u32; (1 << BITS) + 1];
        for (_, keys) in published.clone() {
            for (key, _) in keys {
                starts[partition(*key) + 1] += 1;
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let total = starts.last().copied().unwrap_or(0) as usize;
        let mut pairs = vec![Pair::default(); total];
        let mut next = starts.clone();
        for (slot, published) in published {
            for (key, _) in published {
                let at = &mut next[partition(*key)];
                pairs[*at as usize] = Pair { key: *key, slot };
                *at += 1;
            }
        }
        let mut rest = pairs.as_mut_slice();
        let mut partitions = Vec::with_capacity(starts.len());
        for bounds in starts.windows(2) {
            let (partition, tail) = rest.split_at_mut((bounds[1] - bounds[0]) as usize);
            partitions.push(partition);
            rest = tail;
        }
        // A stable sort keeps the publishers of one key in the order they came in.
        partitions.into_par_iter().for_each(|partition| partition.sort_by_key(|pair| pair.key));
        Self { starts, pairs }
    }

    /// How many files publish `key`.
    pub fn count(&self, key: Key) -> usize {
        self.of(key).len()
    }

    /// The files that publish `key`, in the order the table was built in.
    pub fn publishers(&self, key: Key) -> Vec<Slot> {
        self.of(key).iter().map(|pair| pair.slot).collect()
    }

    fn of(&self, key: Key) -> &[Pair] {
        let at = partition(key);
        let (Some(start), Some(end)) = (self.starts.get(at), self.starts.get(at + 1)) else { return &[] };
        let partition = &self.pairs[*start as usize..*end as usize];
        let from = partition.partition_point(|pair| pair.key < key);
        let length = partition[from..].partition_point(|pair| pair.key == key);
        &partition[from..from + length]
    }
}

/// The keys whose answers differ between two publications, both sorted by key.
pub fn changed_keys(before: &[(Key, u64)], after: &[(Key, u64)], delta: &mut Vec<Key>) {
    let (mut lhs, mut rhs) = (before.iter().peekable(), after.iter().peekable());
    loop {
        match (lhs.peek(), rhs.peek()) {
            (Some(old), Some(new)) if old == new => {
                lhs.next();
                rhs.next();
            }
            (Some(old), Some(new)) if old.0 == new.0 => {
                delta.push(old.0);
                lhs.next();
                rhs.next();
            }
            (Some(old), Some(new)) if old.0 < new.0 => {
                delta.push(old.0);
                lhs.next();
            }
            (_, Some(new)) => {
                delta.push(new.0);
                rhs.next();
            }
            (Some(old), None) => {
                delta.push(old.0);
                lhs.next();
            }
            (None, None) => return,
        }
    }
}

/// A set of keys that answers "certainly not" quickly: most reads of most files are not among the few that changed.
#[derive(Debug)]
pub struct KeySet {
    sorted: Vec<Key>,
    bits: Vec<u64>,
}

impl KeySet {
    /// The set of `keys`.
    pub fn new(mut keys: Vec<Key>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        let mut bits = vec![0; 1 << 12];
        for key in &keys {
            let at = usize::try_from(key & 0x3_FFFF).unwrap_or(0);
            bits[at / 64] |= 1 << (at % 64);
        }
        Self { sorted: keys, bits }
    }

    /// Whether `key` is in the set.
    pub fn contains(&self, key: Key) -> bool {
        let at = usize::try_from(key & 0x3_FFFF).unwrap_or(0);
        self.bits[at / 64] >> (at % 64) & 1 == 1 && self.sorted.binary_search(&key).is_ok()
    }

    /// The keys, sorted.
    pub fn keys(&self) -> &[Key] {
        &self.sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_publisher_of_a_key_is_found_in_order() {
        let files: Vec<Vec<(Key, u64)>> = (0..50u64).map(|file| (0..40).map(|key| ((key * 7 + file) << 44 | key, 1)).collect()).collect();
        let table = FactTable::build(files.iter().enumerate().map(|(slot, keys)| (u32::try_from(slot).unwrap(), keys.as_slice())));
        for key in files.iter().flatten().map(|(key, _)| *key) {
            let expected: Vec<Slot> = (0u32..50).filter(|slot| files[*slot as usize].iter().any(|(other, _)| *other == key)).collect();
            assert_eq!(table.publishers(key), expected);
            assert_eq!(table.count(key), expected.len());
        }
        assert!(table.publishers(1).is_empty());
        assert_eq!(table.count(1), 0);
    }

    #[test]
    fn added_removed_and_changed_answers_are_a_delta() {
        let mut delta = Vec::new();
        changed_keys(&[(1, 1), (2, 1), (4, 4)], &[(2, 2), (3, 1), (4, 4)], &mut delta);
        assert_eq!(delta, [1, 2, 3]);
        let set = KeySet::new(delta);
        assert!(set.contains(3) && !set.contains(4));
    }
}
