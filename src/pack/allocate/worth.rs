//! How much of a hit, and of what hangs on it, is shown at first: of a long text the less the further its score is from the best. The rest follows when all
//! others had their turn.

use super::{Table, Waiting, is_short};
use crate::pack::candidate::{Candidate, Rule};
use crate::pack::excerpt::passage::Passage;
use crate::pack::excerpt::{self, Allowance, Cut, opening};
use crate::retrieve::fixed;

/// Of all but the best the bytes of an item are this power of their share of the best score, as the binary logarithm of its degree,
const POWER: u32 = 2;
/// but so many at least,
const LEAST_BYTES: u64 = 1_000;
/// and so many times what each place would have if all had the same: where places are scarcer than tokens, nothing is gained by little of many.
const TIMES_ALIKE: u64 = 3;

impl Table<'_, '_> {
    /// The bytes that a candidate is worth before others had their turn, where that is less than what an item may have. What the request itself names is
    /// worth all of it.
    pub(super) fn worth(&self, candidate: &Candidate<'_>, is_best: bool) -> Option<u64> {
        let is_named = matches!(candidate.rule, Rule::Focus | Rule::File | Rule::Changed);
        if is_named || is_best || self.manners.asked.contains_key(&candidate.chunk) {
            return None;
        }
        let share = fixed::ratio(u64::from(candidate.seed_score), u64::from(self.best));
        let share = (0..POWER).fold(share, |share, _| fixed::times(share, share));
        let alike = bytes_of(self.max.tokens / self.max.items.max(1));
        let least = LEAST_BYTES.max(alike.saturating_mul(TIMES_ALIKE));
        Some(fixed::times(self.max_bytes, share).max(least)).filter(|worth| *worth < self.max_bytes)
    }

    /// Cuts a text to what it is worth, or as it is allowed where that says nothing.
    pub(super) fn cut_to_worth(
        &mut self,
        (rank, candidate): Waiting<'_, '_>,
        passage: &Passage,
        (is_best, is_continued): (bool, bool),
        allowance: &Allowance,
    ) -> Cut {
        let form = opening::form(self.index, candidate, rank);
        let tokens = self.worth(candidate, is_best).map_or(u64::MAX, |bytes| bytes * 2 / 7);
        if tokens >= allowance.tokens {
            return excerpt::cut(passage, form, allowance);
        }
        let cut = excerpt::cut(passage, form, &Allowance { tokens, ..*allowance });
        match cut.end.filter(|end| is_short(*end)) {
            Some(end) if self.is_scrap(&cut.text, end, is_best, is_continued) => excerpt::cut(passage, form, allowance),
            Some(_) => {
                self.modest.insert(candidate.chunk);
                cut
            }
            None => cut,
        }
    }
}

/// A token of code has three and a half bytes.
fn bytes_of(tokens: u64) -> u64 {
    tokens.saturating_mul(7) / 2
}
