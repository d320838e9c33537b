//! Who publishes what: all `(key, file)` pairs of the graph, partitioned by the top bits of the key.

use crate::base::key::Key;
use crate::link::ask::Slot;

const BITS: u32 = 16;

/// The table of one revision. Built in two passes over all publications.
#[derive(Debug, Default)]
pub struct FactTable {
    /// Start of each partition; one more than there are partitions.
    starts: Vec<u32>,
    keys: Vec<Key>,
    slots: Vec<Slot>,
}

fn partition(key: Key) -> usize {
    usize::try_from(key >> (64 - BITS)).unwrap_or(0)
}

impl FactTable {
    /// The table over `(slot, published keys)`.
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
        let (mut keys, mut slots) = (vec![0; total], vec![0; total]);
        let mut next = starts.clone();
        for (slot, published) in published {
            for (key, _) in published {
                let at = &mut next[partition(*key)];
                keys[*at as usize] = *key;
                slots[*at as usize] = slot;
                *at += 1;
            }
        }
        Self { starts, keys, slots }
    }

    /// The files that publish `key`, in no particular order.
    pub fn publishers(&self, key: Key) -> Vec<Slot> {
        let at = partition(key);
        let (Some(start), Some(end)) = (self.starts.get(at), self.starts.get(at + 1)) else { return Vec::new() };
        let range = *start as usize..*end as usize;
        self.keys[range.clone()].iter().zip(&self.slots[range]).filter(|(other, _)| **other == key).map(|(_, slot)| *slot).collect()
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
    fn every_publisher_of_a_key_is_found() {
        let files: Vec<Vec<(Key, u64)>> = (0..50u64).map(|file| (0..40).map(|key| ((key * 7 + file) << 44 | key, 1)).collect()).collect();
        let table = FactTable::build(files.iter().enumerate().map(|(slot, keys)| (u32::try_from(slot).unwrap(), keys.as_slice())));
        for key in files.iter().flatten().map(|(key, _)| *key) {
            let expected: Vec<Slot> = (0u32..50).filter(|slot| files[*slot as usize].iter().any(|(other, _)| *other == key)).collect();
            let mut found = table.publishers(key);
            found.sort_unstable();
            assert_eq!(found, expected);
        }
        assert!(table.publishers(1).is_empty());
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
