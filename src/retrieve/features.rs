//! The value of every signal for every candidate, before any weight: what scores are made of, and what weights are fitted to.

use super::fixed::UNIT;
use super::seeds::Reason;

/// Signals of a file, in the order of its row and of its weights.
pub const FILE: [&str; 13] =
    ["bestChunk", "coverage", "text", "path", "wholeName", "names", "messages", "commits", "recency", "used", "uses", "size", "folder"];

/// Where the folder stands among the signals of a file: its value follows from the scores without it.
pub const FOLDER: usize = 12;

/// Signals of a chunk, in the order of its row and of its weights.
pub const CHUNK: [&str; 12] = ["own", "bare", "name", "file", "coverage", "names", "uses", "isType", "isModule", "place", "fileRank", "size"];

/// One candidate with the value of each signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<const N: usize> {
    /// Number of the file or chunk.
    pub id: u32,
    /// Between zero and one, in units.
    pub values: [u64; N],
    /// What it counts among code, in units.
    pub prior: u64,
    /// What the query names outright, in units: no signal outweighs it.
    pub pins: Vec<(&'static str, u64)>,
}

impl<const N: usize> Row<N> {
    /// The weighted sum, at least zero, dampened, then the pins. In units.
    pub fn score(&self, weights: &[i64; N]) -> u64 {
        let sum: i64 = self.added(weights).sum();
        let sum = u64::try_from(sum).unwrap_or(0);
        self.pins.iter().fold(sum * self.prior / UNIT, |sum, pin| sum + pin.1)
    }

    /// What each signal adds, the strongest first, pins before all others.
    pub fn reasons(&self, signals: &[&'static str; N], weights: &[i64; N]) -> Vec<Reason> {
        let pins = self.pins.iter().map(|(signal, adds)| Reason { signal, adds: adds.cast_signed() });
        let added = signals.iter().zip(self.added(weights)).filter(|it| it.1 != 0).map(|(signal, adds)| Reason { signal, adds });
        let mut reasons: Vec<Reason> = pins.chain(added).collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.adds));
        reasons
    }

    fn added(&self, weights: &[i64; N]) -> impl Iterator<Item = i64> {
        self.values.iter().zip(weights).map(|(value, weight)| weight * value.cast_signed() / UNIT.cast_signed())
    }
}

/// Fitted weights, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub file: [i64; FILE.len()],
    /// Of chunks, in packs and answers.
    pub chunk: [i64; CHUNK.len()],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_where_it_is_said_to_be() {
        assert_eq!(FILE[FOLDER], "folder");
    }

    #[test]
    fn a_score_is_the_dampened_sum_and_pins_are_beyond_it() {
        let row = Row { id: 7, values: [UNIT, UNIT / 2], prior: UNIT / 2, pins: vec![("named", 3 * UNIT)] };
        assert_eq!(row.score(&[400, 200]), 250 + 3 * UNIT);
        assert_eq!(row.score(&[-400, 200]), 3 * UNIT);
        let reasons = row.reasons(&["own", "title"], &[400, -200]);
        assert_eq!(reasons.iter().map(|it| (it.signal, it.adds)).collect::<Vec<_>>(), [("named", 196_608), ("own", 400), ("title", -100)]);
    }
}
