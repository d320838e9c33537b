//! Strong seeds come before all else: what answers best is nearly always among them.

use std::collections::BTreeMap;

use super::picked::Picked;
use super::{Table, Terms, Waiting, is_short};
use crate::manifest::error::IndexError;
use crate::pack::candidate::{Dropped, Rule};
use crate::pack::excerpt::opening;
use crate::pack::sections::{self, BySection};
use crate::reader::ids::ChunkId;
use crate::retrieve::order;

/// So many tokens are for strong seeds before sections share what is beyond: what answers best is nearly always among them, and in a small pack there is no
/// room for what hangs on it.
const FIRST_TOKENS: u64 = 1_000;
impl<'a> Table<'a, '_> {
    /// Offers strong seeds the first tokens and the share of their section, in the order in which they are worth their size.
    pub(in crate::pack) fn strong_seeds<'c>(
        &mut self,
        waiting: Vec<Waiting<'c, 'a>>,
        shares: BySection,
        dropped: &mut Dropped,
    ) -> Result<Vec<Waiting<'c, 'a>>, IndexError> {
        self.first = self.max.tokens.min(FIRST_TOKENS);
        let (strong, mut left): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(_, it)| it.strong && it.rule.is_seed());
        let scored: Vec<(ChunkId, u64)> = strong.iter().map(|(_, it)| (it.chunk, u64::from(it.seed_score))).collect();
        let places: BTreeMap<ChunkId, usize> = order::by_worth(self.index, &scored).into_iter().enumerate().map(|(at, it)| (it.0, at)).collect();
        let mut strong = strong;
        strong.sort_by_key(|(rank, it)| (places.get(&it.chunk).copied(), *rank));
        // What holds another seed whole shows it too.
        for at in 0..strong.len() {
            if let Some(outer) = (at + 1..strong.len()).find(|outer| self.holds(strong[*outer].1.chunk, strong[at].1.chunk)) {
                strong[at..=outer].rotate_right(1);
            }
        }
        let Some(section) = strong.first().and_then(|(_, it)| sections::place(it, self.request)) else { return Ok(left) };
        self.best_waits = strong.iter().any(|(rank, _)| *rank == 0);
        self.strong = scored.into_iter().map(|it| it.0).collect();
        let most = self.first + (self.max.tokens - self.first).saturating_mul(shares[section]) / 100;
        // Whoever names a definition wants all of it before what else the query finds.
        let (focus, found): (Vec<_>, Vec<_>) = strong.into_iter().partition(|(_, it)| it.rule == Rule::Focus);
        for strong in [focus, found] {
            left.extend(self.round(strong, Terms::Seeds(most), dropped)?);
            self.go_on(most, |table, it| it.candidate.strong && table.goes_on(it))?;
        }
        left.sort_by_key(|(rank, _)| *rank);
        Ok(left)
    }

    /// Whether tokens or characters cut a strong seed, or keep it out.
    pub(in crate::pack) fn seeds_are_short(&self) -> bool {
        self.picked.iter().any(|it| self.wants_more(it)) || self.strong.iter().any(|chunk| self.pending.contains(chunk))
    }

    /// Whether a strong seed is cut for want of tokens or characters, and not only what stands around the definition that is meant.
    pub(in crate::pack) fn wants_more(&self, picked: &Picked<'_>) -> bool {
        picked.candidate.strong
            && !self.modest.contains(&picked.candidate.chunk)
            && picked.cut.end.is_some_and(is_short)
            && !opening::may_be_inside(self.index, &picked.candidate)
    }
}
