//! Answers of cycles: what was found on the way around one holds while the cycle goes on, and is not worked out anew for each who asks meanwhile.

use std::sync::Arc;

use super::generics::Standing;
use super::memo::Place;
use crate::base::key::KeyMap;

/// Most answers of one kind that are kept at a time.
const MAX_KEPT: usize = 1 << 12;

/// Kinds of evaluation that can meet themselves.
pub(super) mod activity {
    pub const IMPORT: u8 = 0;
    pub const RESULT: u8 = 1;
    pub const LOCAL: u8 = 2;
    pub const WILDCARD: u8 = 3;
    pub const ALIAS: u8 = 4;
    pub const SUPER: u8 = 5;
    pub const DEREF: u8 = 6;
    pub const DECLARED: u8 = 7;
    pub const MADE: u8 = 8;
    pub const BROUGHT: u8 = 9;
    pub const DEFAULT: u8 = 10;
    pub const ABOVE: u8 = 11;
    pub const BOUND: u8 = 12;
}

/// Something whose evaluation is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnderWay {
    pub what: (usize, u32, u8),
    /// No other one has it, be it of the same thing.
    pub serial: u64,
}

/// Places among what is under way, of which there are never more than bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(u128);

impl Places {
    pub fn add(&mut self, place: usize) {
        self.0 |= 1 << place.min(127);
    }

    pub fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Those before `place`.
    pub fn below(self, place: usize) -> Self {
        Self(if place < 128 { self.0 & ((1 << place) - 1) } else { self.0 })
    }

    /// The first one; far beyond all where there is none.
    pub fn lowest(self) -> usize {
        if self.0 == 0 { usize::MAX } else { self.0.trailing_zeros() as usize }
    }

    /// The last one.
    pub fn highest(self) -> Option<usize> {
        self.0.checked_ilog2().map(|place| place as usize)
    }
}

/// What was found while the evaluation that it came back to goes on.
pub(super) struct Answer<T> {
    found: Arc<[T]>,
    met: Places,
    /// The last of what it came back to: where that goes on, so do the others.
    top: u64,
}

impl<T: Clone> Answer<T> {
    pub fn new(found: &[T], met: Places, top: &UnderWay) -> Self {
        Self { found: found.into(), met, top: top.serial }
    }
}

/// Answers by expression and what its type parameters stand for.
pub(super) struct Passing<T> {
    kept: KeyMap<Standing, KeyMap<Place, Answer<T>>>,
    count: usize,
}

impl<T> Default for Passing<T> {
    fn default() -> Self {
        Self { kept: KeyMap::default(), count: 0 }
    }
}

impl<T: Clone> Passing<T> {
    /// What holds while all that it came back to is still under way, and what that is.
    pub fn get(&self, place: Place, given: &Standing, active: &[UnderWay]) -> Option<(Vec<T>, Places)> {
        let answer = self.kept.get(given)?.get(&place)?;
        let goes_on = active.get(answer.met.highest()?).is_some_and(|it| it.serial == answer.top);
        goes_on.then(|| (answer.found.to_vec(), answer.met))
    }

    pub fn keep(&mut self, place: Place, given: &Standing, answer: Answer<T>) {
        if self.count >= MAX_KEPT {
            self.clear();
        }
        self.count += 1;
        self.kept.entry(given.clone()).or_default().insert(place, answer);
    }

    pub fn clear(&mut self) {
        self.kept.clear();
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_a_set() {
        let mut places = Places::default();
        assert_eq!((places.lowest(), places.highest()), (usize::MAX, None));
        places.add(3);
        places.add(70);
        assert_eq!((places.lowest(), places.highest()), (3, Some(70)));
        assert_eq!((places.below(70).highest(), places.below(3).highest(), places.below(500)), (Some(3), None, places));
    }
}
