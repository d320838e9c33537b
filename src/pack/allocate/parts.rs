//! What one item cannot hold of a definition goes on in others: the part before its excerpt and those behind it.

use super::Table;
use super::picked::{self, Picked};
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::pack::excerpt::texts::Shown;
use crate::pack::excerpt::{self, Allowance, Boundary, End, Form, Reason, lines, opening};

impl<'a> Table<'a, '_> {
    /// Shows more of items that hold as much as an item may, best first, while their section has no more than `most` tokens.
    pub(in crate::pack) fn go_on(&mut self, most: u64, wanted: impl Fn(&Self, &Picked<'a>) -> bool) -> Result<(), IndexError> {
        let mut order: Vec<usize> = (0..self.picked.len()).filter(|at| wanted(self, &self.picked[*at])).collect();
        order.sort_by_key(|at| self.picked[*at].rank);
        for at in order {
            let (opens, chunk) = (self.picked[at].lines, self.index.chunks().lines(self.picked[at].candidate.chunk));
            if let Some(opens) = opens.filter(|_| self.picked[at].opens_late)
                && let Some(before) = self.part(at, chunk.start, most)?
            {
                self.picked[at].opens_late = !self.is_blank_between(at, before.end, opens.start)?;
            }
            let mut last = at;
            while self.is_full(last)
                && let Some(lines) = self.picked[last].lines
                && self.part(last, lines.end + 1, most)?.is_some()
            {
                last = self.picked.len() - 1;
            }
        }
        Ok(())
    }

    /// Whether an item has more to show than one may hold.
    pub(in crate::pack) fn goes_on(&self, it: &Picked<'_>) -> bool {
        let is_cut = it.cut.end.is_some_and(|end| end.reason == Reason::ItemBytes) || it.opens_late;
        is_cut && !it.withheld && !it.stale && !opening::may_be_inside(self.index, &it.candidate)
    }

    fn is_full(&self, at: usize) -> bool {
        self.picked[at].cut.end.is_some_and(|end| end.reason == Reason::ItemBytes)
    }

    /// Makes an item of what stands in the chunk of another from a line on, up to what is shown; its lines, or `None` where nothing worth it fits.
    fn part(&mut self, at: usize, from: u32, most: u64) -> Result<Option<Lines>, IndexError> {
        let Picked { candidate, rank, section, .. } = &self.picked[at];
        let (candidate, rank, section) = (candidate.clone(), *rank, *section);
        if !self.has_place(section) {
            return Ok(None);
        }
        let chunk = self.index.chunks().lines(candidate.chunk);
        let Shown::Text(whole) = self.text(candidate.chunk)? else { return Ok(None) };
        let begun = whole.written((from - chunk.start) as usize);
        let rest = whole.behind(begun);
        let lines = Lines { start: chunk.start.saturating_add(u32::try_from(begun).unwrap_or(u32::MAX)), end: chunk.end };
        let Some(free) = self.free_lines(self.index.file_of(candidate.chunk), lines).filter(|_| lines::has_word(rest.text())) else {
            return Ok(None);
        };
        let allowance = Allowance {
            bytes: self.max_bytes,
            chars: self.max.chars - self.used.chars,
            tokens: most.saturating_sub(self.tokens[section]).min(self.max.tokens - self.used.tokens),
            lines: usize::MAX,
        };
        // Where what is shown goes on, nothing needs to end.
        let rest = if free < rest.len() { rest.up_to(free) } else { rest };
        let form = match opening::form(self.index, &candidate, rank) {
            Form::Code(_) if begun > 0 => Form::Code(""),
            form => form,
        };
        let cut = excerpt::cut(&rest, form, &allowance);
        // The head of what opens late is worth its lines, however few; comments that end before it are not.
        let is_worth = |end: End| {
            if begun > 0 { !self.is_scrap(&cut.text, end, false, true) } else { !matches!(end.boundary, Boundary::Line | Boundary::Nothing) }
        };
        if cut.end.is_some_and(|end| !is_worth(end)) {
            return Ok(None);
        }
        let Some(lines) = picked::lines_of(lines, &cut) else { return Ok(None) };
        let (joined, copies, lines) = (Vec::new(), Vec::new(), Some(lines));
        self.pick(Picked { candidate, joined, copies, rank, section, cut, opens_late: false, stale: false, withheld: false, lines });
        Ok(lines)
    }

    /// Whether no word stands in a chunk between a line that is shown and another one.
    fn is_blank_between(&mut self, at: usize, shown: u32, next: u32) -> Result<bool, IndexError> {
        let chunk = self.picked[at].candidate.chunk;
        let first = self.index.chunks().lines(chunk).start;
        let Shown::Text(whole) = self.text(chunk)? else { return Ok(false) };
        let between = whole.text().lines().skip((shown + 1).saturating_sub(first) as usize).take(next.saturating_sub(shown + 1) as usize);
        Ok(!between.into_iter().any(|line| !line.trim().is_empty()))
    }
}
