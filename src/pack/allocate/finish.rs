//! What answers best is shown to its end where a few lines are missing: those that say least make room for them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::picked::Picked;
use super::{Table, is_short};
use crate::manifest::error::IndexError;
use crate::pack::excerpt::opening;
use crate::pack::excerpt::texts::Shown;
use crate::reader::tokens;

/// So many missing lines are few.
const FEW_LINES: u32 = 8;
/// An item that shows less than this part of its chunk says little, as a divisor.
const STUB: u32 = 4;

impl Table<'_, '_> {
    /// Gives up the last items that show little of what they are of, as far as strong seeds need their tokens for a few more lines; positions in the order of
    /// what is given up.
    pub(in crate::pack) fn finish(&mut self) -> Result<Vec<usize>, IndexError> {
        let mut strong: Vec<usize> = (0..self.picked.len()).filter(|at| self.is_nearly_whole(&self.picked[*at])).collect();
        strong.sort_by_key(|at| self.picked[*at].rank);
        let mut stubs: Vec<usize> = (0..self.picked.len()).filter(|at| self.is_stub(&self.picked[*at])).collect();
        stubs.sort_by_key(|at| Reverse(self.picked[*at].rank));
        let mut given_up = BTreeSet::new();
        let mut spare = self.max.tokens - self.used.tokens;
        for at in strong {
            let Some(need) = self.missing_tokens(at)? else { continue };
            let mut given = Vec::new();
            let mut more = stubs.iter().copied().filter(|it| !given_up.contains(it));
            let mut free = spare;
            while free < need
                && let Some(stub) = more.next()
            {
                free += self.picked[stub].cut.tokens;
                given.push(stub);
            }
            if free >= need {
                spare = free - need;
                given_up.extend(given);
            }
        }
        let ranks: Vec<usize> = given_up.iter().map(|at| self.picked[*at].rank).collect();
        for at in given_up.into_iter().rev() {
            let gone = self.picked.remove(at);
            let file = self.index.file_of(gone.candidate.chunk);
            if let (Some(lines), Some(shown)) = (gone.lines, self.shown.get_mut(&file)) {
                shown.retain(|it| *it != lines);
            }
            self.causes.insert(gone.rank, self.scarce());
        }
        self.count();
        self.lengthen(Self::is_nearly_whole)?;
        Ok(ranks)
    }

    /// Whether a few lines are missing of a strong seed for want of tokens.
    fn is_nearly_whole(&self, it: &Picked<'_>) -> bool {
        it.candidate.strong
            && !opening::may_be_inside(self.index, &it.candidate)
            && self.missing_lines(it).is_some_and(|missing| missing <= FEW_LINES)
    }

    /// Whether an item is there by its first lines alone, for want of tokens.
    fn is_stub(&self, it: &Picked<'_>) -> bool {
        let length = self.index.chunks().lines(it.candidate.chunk);
        let shown = u32::try_from(it.cut.lines).unwrap_or(u32::MAX);
        let is_alone = it.joined.is_empty() && it.copies.is_empty();
        let is_little = shown.saturating_mul(STUB) < length.end + 1 - length.start;
        is_alone && is_little && !it.candidate.strong && it.rank > 0 && self.missing_lines(it).is_some()
    }

    /// Lines that an item lacks at its end for want of tokens; `None` where it lacks none.
    fn missing_lines(&self, it: &Picked<'_>) -> Option<u32> {
        let lines = it.lines.filter(|_| it.cut.end.is_some_and(is_short))?;
        self.index.chunks().lines(it.candidate.chunk).end.checked_sub(lines.end)
    }

    /// Tokens of what an item lacks at its end; `None` where no item may hold that much.
    fn missing_tokens(&mut self, at: usize) -> Result<Option<u64>, IndexError> {
        let Picked { candidate, lines, cut, .. } = &self.picked[at];
        let (chunk, shown, have) = (candidate.chunk, lines.map_or(0, |it| it.start), cut.tokens);
        let Shown::Text(whole) = self.text(chunk)? else { return Ok(None) };
        let begun = shown.saturating_sub(self.index.chunks().lines(chunk).start) as usize;
        let text = whole.behind(begun);
        let fits = text.text().trim_end().len() as u64 <= self.max_bytes;
        Ok(Some(tokens::count(text.text().trim_end()).saturating_sub(have)).filter(|_| fits))
    }
}
