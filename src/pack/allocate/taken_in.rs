//! What an item shows beside the candidate that it is named after: others whose lines are among its own, or whose text is the same.

use super::Table;
use super::picked::Picked;
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::pack::candidate::Candidate;
use crate::pack::excerpt::texts::Shown;
use crate::reader::ids::ChunkId;

impl<'a> Table<'a, '_> {
    /// Whether a chunk has all lines of another one.
    pub(in crate::pack) fn holds(&self, outer: ChunkId, inner: ChunkId) -> bool {
        let chunks = self.index.chunks();
        chunks.file(outer) == chunks.file(inner) && covers(chunks.lines(outer), chunks.lines(inner))
    }

    /// Names a candidate with the item that shows all of its lines; false where there is none.
    pub(in crate::pack) fn take_in(&mut self, candidate: &Candidate<'a>) -> bool {
        let (index, lines) = (self.index, self.index.chunks().lines(candidate.chunk));
        let file = index.file_of(candidate.chunk);
        let shows = |it: &&mut Picked<'a>| index.file_of(it.candidate.chunk) == file && it.lines.is_some_and(|shown| covers(shown, lines));
        let Some(item) = self.picked.iter_mut().find(shows) else { return false };
        item.joined.push(candidate.clone());
        item.joined.sort_by_key(|it| index.chunks().range(it.chunk).start);
        true
    }

    /// Names a candidate with an item that shows the same text of another place; false where there is none.
    pub(in crate::pack) fn copied(&mut self, section: usize, candidate: &Candidate<'a>) -> Result<bool, IndexError> {
        let (chunks, own) = (self.index.chunks(), candidate.chunk);
        let hash = chunks.text_hash(own);
        if !self.told.contains(&hash) {
            return Ok(false);
        }
        // A section that has nothing else shows it once more: an empty one says that there is nothing.
        let is_told = |it: &Picked<'a>| it.section == section || self.items[section] > 0;
        let is_same = |it: &Picked<'a>| is_told(it) && !it.stale && !it.withheld && chunks.text_hash(it.candidate.chunk) == hash;
        let Some(at) = self.picked.iter().position(is_same) else { return Ok(false) };
        // Of what the caller holds the rest is shown, of what is asked for itself its place, and a file may have changed since.
        let is_held = self.manners.held.contains_key(&chunks.file(own)) || self.manners.begun.contains_key(&own);
        if is_held || self.manners.asked.contains_key(&own) || !matches!(self.text(own)?, Shown::Text(_)) {
            return Ok(false);
        }
        self.picked[at].copies.push(candidate.clone());
        Ok(true)
    }
}

fn covers(outer: Lines, inner: Lines) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
