//! What becomes of budgets that are left over: items that were cut go on, and items that follow one another share a place.

use std::sync::Arc;

use super::picked::{self, Picked};
use super::{Outcome, Table, Terms, Used, Waiting, is_short};
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::pack::candidate::{Candidate, Dropped};
use crate::pack::excerpt::texts::Shown;
use crate::pack::excerpt::{self, Allowance, opening};
use crate::pack::sections::{self, BySection};
use crate::reader::ids::FileId;

/// Times that items are gone through for what may share them.
const MAX_PASSES: usize = 8;

impl<'a> Table<'a, '_> {
    /// Where places are short and tokens are not, makes one item of those that follow one another, and offers the places that this frees.
    pub(in crate::pack) fn free_places<'c>(
        &mut self,
        mut left: Vec<Waiting<'c, 'a>>,
        dropped: &mut Dropped,
    ) -> Result<Vec<Waiting<'c, 'a>>, IndexError> {
        let mut frees = self.is_crowded(&left) && self.join();
        while frees && !left.is_empty() && !self.is_spent() {
            left = self.round(left, Terms::Rest, dropped)?;
            frees = self.join();
        }
        Ok(left)
    }

    /// Makes one item of those that follow one another; false where none do.
    fn join(&mut self) -> bool {
        let (before, spare) = (self.picked.len(), self.spare());
        picked::join(self.index, &mut self.picked, self.max_bytes, spare);
        self.count();
        self.picked.len() < before
    }

    /// Characters and tokens that are not spent.
    fn spare(&self) -> (u64, u64) {
        (self.max.chars - self.used.chars, self.max.tokens - self.used.tokens)
    }

    /// Counts anew what is spent.
    pub(in crate::pack) fn count(&mut self) {
        (self.used, self.items, self.tokens) = (Used::default(), BySection::default(), BySection::default());
        self.used.items = self.picked.len() as u64;
        for it in &self.picked {
            self.used.chars += it.cut.chars;
            self.used.tokens += it.cut.tokens;
            self.items[it.section] += 1;
            self.tokens[it.section] += it.cut.tokens;
        }
    }

    /// Gives what has no place of its own a part of the item that it follows or that follows it; returns what still waits.
    pub(in crate::pack) fn attach<'c>(&mut self, mut waiting: Vec<Waiting<'c, 'a>>) -> Result<Vec<Waiting<'c, 'a>>, IndexError> {
        // What was taken in brings its own neighbors near.
        for _ in 0..MAX_PASSES {
            let (before, mut left) = (waiting.len(), Vec::new());
            for (rank, candidate) in waiting {
                if self.is_spent() || !self.attach_one(rank, candidate)? {
                    left.push((rank, candidate));
                }
            }
            waiting = left;
            if waiting.len() == before {
                break;
            }
        }
        Ok(waiting)
    }

    fn attach_one(&mut self, rank: usize, candidate: &Candidate<'a>) -> Result<bool, IndexError> {
        let (chunks, file) = (self.index.chunks(), self.index.file_of(candidate.chunk));
        // Most of what waits stands in files of which nothing is shown.
        if !self.shown.contains_key(&file) {
            return Ok(false);
        }
        let (lines, section) = (chunks.lines(candidate.chunk), sections::place(candidate, self.request));
        let is_near = |it: &Picked<'a>| Some(it.section) == section && it.is_near(self.index, file, lines);
        let Some(at) = self.picked.iter().position(is_near) else { return Ok(false) };
        let count = self.picked.len();
        if !matches!(self.offer(rank, candidate, Terms::Beside)?, Outcome::Picked) || self.picked.len() == count {
            return Ok(false);
        }
        let mut spare = self.spare();
        let Some(mut new) = self.picked.pop() else { return Ok(false) };
        let taken = if self.picked[at].lines < new.lines {
            self.picked[at].take(&new, self.index, self.max_bytes, &mut spare)
        } else if new.take(&self.picked[at], self.index, self.max_bytes, &mut spare) {
            self.picked[at] = new;
            true
        } else {
            false
        };
        if !taken && let Some(shown) = self.shown.get_mut(&file) {
            shown.pop();
        }
        self.count();
        Ok(taken)
    }

    /// Gives what is left over to items of a kind that were cut for want of tokens or characters, best first.
    pub(in crate::pack) fn lengthen(&mut self, wanted: impl Fn(&Self, &Picked<'_>) -> bool) -> Result<(), IndexError> {
        let is_cut = |it: &Picked<'_>| wanted(self, it) && it.cut.end.is_some_and(is_short);
        let mut order: Vec<usize> = (0..self.picked.len()).filter(|at| is_cut(&self.picked[*at])).collect();
        order.sort_by_key(|at| self.picked[*at].rank);
        for at in order {
            let (candidate, cut) = (self.picked[at].candidate.clone(), self.picked[at].cut.clone());
            let chunk = candidate.chunk;
            let Shown::Text(passage) = self.text(chunk)? else { continue };
            let (file, whole) = (self.index.file_of(chunk), self.index.chunks().lines(chunk));
            // What goes on in a further item does not begin where the chunk does.
            let (begun, chunk_lines) = match self.picked[at].lines {
                Some(shown) => ((shown.start - whole.start) as usize, Lines { start: shown.start, end: whole.end }),
                None => self.opening(&candidate)?,
            };
            let passage = if begun > 0 { Arc::new(passage.behind(begun)) } else { passage };
            let lines = self.lines_until_shown(file, chunk_lines, self.picked[at].lines);
            let allowance = Allowance {
                bytes: self.max_bytes,
                chars: self.max.chars - self.used.chars + cut.chars,
                tokens: self.max.tokens - self.used.tokens + cut.tokens,
                lines,
            };
            let longer = excerpt::cut(&passage, opening::form(self.index, &candidate, self.picked[at].rank), &allowance);
            if longer.lines > cut.lines {
                self.used.chars = self.used.chars - cut.chars + longer.chars;
                self.used.tokens = self.used.tokens - cut.tokens + longer.tokens;
                let lines = picked::lines_of(chunk_lines, &longer);
                self.shown.entry(file).or_default().extend(lines);
                self.picked[at].lines = lines;
                self.picked[at].cut = longer;
            }
        }
        Ok(())
    }

    /// Lines of a chunk before the first one that another item shows.
    fn lines_until_shown(&self, file: FileId, lines: Lines, own: Option<Lines>) -> usize {
        let others = self.shown.get(&file).into_iter().flatten().filter(|shown| Some(**shown) != own);
        let starts = others.map(|shown| shown.start).filter(|start| *start > lines.start && *start <= lines.end);
        starts.min().map_or(usize::MAX, |start| (start - lines.start) as usize)
    }
}
