//! What is shown, and what follows one another in a file as one item.

use crate::base::span::Lines;
use crate::pack::candidate::Candidate;
use crate::pack::excerpt::Cut;
use crate::reader::ids::FileId;
use crate::reader::index::Index;
use crate::reader::tokens;

/// Lines from the end of one item to the start of another that still follows it: two blank ones between.
const NEAR: u32 = 3;

/// A candidate that is shown.
#[derive(Clone, Debug)]
pub struct Picked<'a> {
    pub candidate: Candidate<'a>,
    /// Others of its section whose texts stand before or behind in the same excerpt, by place.
    pub joined: Vec<Candidate<'a>>,
    /// Others whose chunks have the very same text elsewhere.
    pub copies: Vec<Candidate<'a>>,
    /// Position in the order.
    pub rank: usize,
    /// Position of its section.
    pub section: usize,
    pub cut: Cut,
    /// Its chunk has text before what is shown that the caller does not hold.
    pub opens_late: bool,
    pub stale: bool,
    /// Policy withholds its text.
    pub withheld: bool,
    /// Lines of the file that are shown.
    pub lines: Option<Lines>,
}

impl<'a> Picked<'a> {
    /// Whether its chunk has text before or behind that is neither shown nor held.
    pub fn is_partial(&self) -> bool {
        self.opens_late || self.cut.end.is_some()
    }

    /// Whether lines of a file stand right before or behind it.
    pub(in crate::pack) fn is_near(&self, index: &Index, file: FileId, lines: Lines) -> bool {
        let gap = |from: u32, to: u32| to.checked_sub(from).is_some_and(|it| (1..=NEAR).contains(&it));
        let is_beside = |own: Lines| gap(own.end, lines.start) || gap(lines.end, own.start);
        index.file_of(self.candidate.chunk) == file && self.lines.is_some_and(is_beside)
    }

    /// All that its excerpt shows, what it is named after first.
    pub fn candidates(&self) -> impl Iterator<Item = &Candidate<'a>> {
        std::iter::once(&self.candidate).chain(&self.joined).chain(&self.copies)
    }

    /// Takes in what follows it, if all fits one item and what is spare of characters and tokens; the better of both names the whole.
    pub(in crate::pack) fn take(&mut self, next: &Self, index: &Index, max_bytes: u64, spare: &mut (u64, u64)) -> bool {
        let (bytes, (own, others)) = (self.cut.text.len() + next.cut.text.len(), (&self.cut, &next.cut));
        if bytes as u64 > max_bytes {
            return false;
        }
        let Some((gap, lines)) = self.gap(next, index) else { return false };
        let chars = own.chars + gap.len() as u64 + others.chars;
        let rest = |spare: u64, parts: u64, whole: u64| (spare + parts).checked_sub(whole);
        let Some(chars_left) = rest(spare.0, own.chars + others.chars, chars).filter(|_| (bytes + gap.len()) as u64 <= max_bytes) else {
            return false;
        };
        let tokens = tokens::joined((&own.text, own.tokens), &gap, (&others.text, others.tokens));
        let Some(tokens_left) = rest(spare.1, own.tokens + others.tokens, tokens) else { return false };
        let text = format!("{}{gap}{}", own.text, others.text);
        *spare = (chars_left, tokens_left);
        let mut other = next.candidate.clone();
        if next.rank < self.rank {
            std::mem::swap(&mut self.candidate, &mut other);
            self.rank = next.rank;
        }
        self.joined.push(other);
        self.joined.extend(next.joined.iter().cloned());
        self.joined.sort_by_key(|it| index.chunks().range(it.chunk).start);
        self.cut = Cut { lines: text.lines().count(), text, chars, tokens, end: None };
        self.lines = Some(lines);
        true
    }

    /// The blank lines before what follows it, and the lines of both; `None` where anything else stands between them, or either is not whole.
    fn gap(&self, next: &Self, index: &Index) -> Option<(String, Lines)> {
        // Whoever reads what copies an item has must see where it ends.
        let is_whole = |it: &Self| !it.is_partial() && !it.stale && !it.withheld && it.copies.is_empty();
        let file = |it: &Self| index.file_of(it.candidate.chunk);
        let (own, lines) = (self.lines?, next.lines?);
        if self.section != next.section || file(self) != file(next) || !is_whole(self) || !is_whole(next) {
            return None;
        }
        let breaks = lines.start.checked_sub(own.end).filter(|it| (1..=NEAR).contains(it))?;
        let start = |it: &Self| it.candidates().map(|it| index.chunks().range(it.chunk).start).min();
        // What has as many characters as bytes has as many units.
        let is_ascii = self.cut.chars == self.cut.text.len() as u64;
        let units = if is_ascii { self.cut.text.len() } else { self.cut.text.encode_utf16().count() };
        let end = start(self)? + u32::try_from(units).ok()?;
        let ending = match start(next)?.checked_sub(end)? {
            units if units == breaks => "\n",
            units if units == 2 * breaks && self.cut.text.contains("\r\n") => "\r\n",
            _ => return None,
        };
        Some((ending.repeat(breaks as usize), Lines { start: own.start, end: lines.end }))
    }
}

/// Makes one item of those that follow one another, as long as it has no more than so many bytes and no more is spent than is spare.
pub fn join(index: &Index, picked: &mut Vec<Picked<'_>>, max_bytes: u64, mut spare: (u64, u64)) {
    picked.sort_by_key(|it| (index.file_of(it.candidate.chunk), it.section, it.lines.map(|lines| lines.start), it.rank));
    let mut kept: Vec<Picked<'_>> = Vec::with_capacity(picked.len());
    for next in picked.drain(..) {
        if !kept.last_mut().is_some_and(|last| last.take(&next, index, max_bytes, &mut spare)) {
            kept.push(next);
        }
    }
    *picked = kept;
}

/// The lines of the file that a cut shows of a chunk.
pub fn lines_of(chunk: Lines, cut: &Cut) -> Option<Lines> {
    let shown = u32::try_from(cut.text.lines().count()).unwrap_or(u32::MAX);
    if shown == 0 {
        return None;
    }
    Some(Lines { start: chunk.start, end: chunk.start.saturating_add(shown - 1).min(chunk.end) })
}
