//! What becomes of budgets that are left over: items that were cut go on, and items that follow one another share a place.

use std::sync::Arc;

use super::allocate::{Table, Used, is_short};
use super::excerpt::{self, Allowance};
use super::opening;
use super::picked::{self, Picked};
use super::sections::BySection;
use super::texts::Shown;
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::reader::ids::FileId;

impl Table<'_, '_> {
    /// Makes one item of those that follow one another; false where none do.
    pub(super) fn join(&mut self) -> bool {
        let (before, spare) = (self.picked.len(), (self.max.chars - self.used.chars, self.max.tokens - self.used.tokens));
        picked::join(self.index, &mut self.picked, self.max_bytes, spare);
        (self.used, self.items, self.tokens) = (Used::default(), BySection::default(), BySection::default());
        self.used.items = self.picked.len() as u64;
        for it in &self.picked {
            self.used.chars += it.cut.chars;
            self.used.tokens += it.cut.tokens;
            self.items[it.section] += 1;
            self.tokens[it.section] += it.cut.tokens;
        }
        self.picked.len() < before
    }

    /// Gives what is left over to items of a kind that were cut for want of tokens or characters, best first.
    pub(super) fn lengthen(&mut self, wanted: impl Fn(&Self, &Picked<'_>) -> bool) -> Result<(), IndexError> {
        let is_cut = |it: &Picked<'_>| wanted(self, it) && it.cut.end.is_some_and(is_short);
        let mut order: Vec<usize> = (0..self.picked.len()).filter(|at| is_cut(&self.picked[*at])).collect();
        order.sort_by_key(|at| self.picked[*at].rank);
        for at in order {
            let (candidate, cut) = (self.picked[at].candidate.clone(), self.picked[at].cut.clone());
            let chunk = candidate.chunk;
            let Shown::Text(passage) = self.text(chunk)? else { continue };
            let (file, (begun, chunk_lines)) = (self.index.file_of(chunk), self.opening(&candidate)?);
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
