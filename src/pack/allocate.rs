//! From the ordered candidates to sections: what is shown, and how much of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::candidate::{Candidate, Dropped};
use super::excerpt::{self, Allowance, Boundary, Cut, End, Reason};
use super::lines;
use super::passage::Passage;
use super::request::PackRequest;
use super::sections::{self, BySection};
use super::texts::{Shown, Texts};
use crate::base::labels::SENSITIVE;
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// A budget with less left than this part of it counts as spent, in percent.
const SPENT: u64 = 85;
/// How much of the tokens the best seed may take at least, in percent.
const BEST_SHARE: u64 = 50;
/// Once it is spent, so many candidates in a row that do not fit end the search for one that does.
const MAX_MISSES: usize = 48;

/// A candidate that is shown.
#[derive(Clone, Debug)]
pub struct Picked<'a> {
    pub candidate: Candidate<'a>,
    /// Position in the order.
    pub rank: usize,
    /// Position of its section.
    pub section: usize,
    pub cut: Cut,
    pub stale: bool,
    /// Policy withholds its text.
    pub withheld: bool,
    /// Lines of the file that are shown.
    pub lines: Option<Lines>,
}

/// What was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub items: u64,
    pub chars: u64,
    pub tokens: u64,
    /// Candidates that are left out although their section has room.
    pub waiting: u64,
}

/// What was shown and what was not.
pub struct Allocated<'a> {
    /// By section, then by rank.
    pub picked: Vec<Picked<'a>>,
    /// What did not fit, in order.
    pub left: Vec<Candidate<'a>>,
    pub used: Used,
}

/// How candidates share the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Each section may first take its share.
    BySection,
    /// The order alone decides.
    ByRank,
}

/// What allocation takes into account beside the request.
pub struct Manners {
    pub sharing: Sharing,
    /// Lines that nobody needs to be shown, by file.
    pub held: BTreeMap<FileId, Vec<Lines>>,
    /// Chunks of which the first lines are among these: how many. What follows them may be shown.
    pub begun: BTreeMap<ChunkId, u32>,
}

/// Picks candidates, which are in order. Those that do not get in are counted.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn allocate<'a>(
    index: &'a Index,
    texts: &Texts<'_>,
    candidates: Vec<Candidate<'a>>,
    request: &PackRequest,
    manners: Manners,
    dropped: &mut Dropped,
) -> Result<Allocated<'a>, IndexError> {
    let Manners { sharing, held, begun } = manners;
    let mut table = Table { shown: held, begun, ..Table::new(index, texts, request) };
    let mut waiting: Vec<(usize, Candidate<'a>)> = candidates.into_iter().enumerate().collect();
    if sharing == Sharing::BySection {
        let shares = sections::shares(request.intent);
        waiting = table.round(waiting, Some(&shares), dropped)?;
    }
    let mut left = table.round(waiting, None, dropped)?;
    if table.picked.is_empty() {
        // Where nothing else fits, a part of a statement is better than nothing.
        table.takes_scraps = true;
        left = table.round(left, None, dropped)?;
    }
    dropped.add("budget", left.len() as u64);
    table.used.waiting = left.iter().filter(|(_, candidate)| table.has_room(candidate)).count() as u64;
    table.lengthen()?;
    table.picked.sort_by_key(|picked| (picked.section, picked.rank));
    Ok(Allocated { picked: table.picked, left: left.into_iter().map(|(_, candidate)| candidate).collect(), used: table.used })
}

/// The budgets and what is on the table.
struct Table<'a, 'b> {
    index: &'a Index,
    texts: &'b Texts<'b>,
    request: &'b PackRequest,
    max: Used,
    max_per_section: u64,
    max_bytes: u64,
    used: Used,
    items: BySection,
    tokens: BySection,
    shown: BTreeMap<FileId, Vec<Lines>>,
    begun: BTreeMap<ChunkId, u32>,
    takes_scraps: bool,
    texts_read: BTreeMap<ChunkId, Shown>,
    picked: Vec<Picked<'a>>,
}

enum Outcome {
    Picked,
    Waits,
    Duplicate,
    /// There is no word in it.
    Empty,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(index: &'a Index, texts: &'b Texts<'b>, request: &'b PackRequest) -> Self {
        let budgets = request.budgets.filled();
        let of = |value: Option<u64>| value.unwrap_or(u64::MAX);
        Self {
            index,
            texts,
            request,
            max: Used { items: of(budgets.max_items), chars: of(budgets.max_total_chars), tokens: of(budgets.max_total_tokens), waiting: 0 },
            max_per_section: of(budgets.max_items_per_section),
            max_bytes: of(budgets.max_bytes_per_item),
            used: Used::default(),
            items: BySection::default(),
            tokens: BySection::default(),
            shown: BTreeMap::new(),
            begun: BTreeMap::new(),
            takes_scraps: false,
            texts_read: BTreeMap::new(),
            picked: Vec::new(),
        }
    }

    /// Offers every waiting candidate a place; returns those that still wait.
    fn round(
        &mut self,
        waiting: Vec<(usize, Candidate<'a>)>,
        shares: Option<&BySection>,
        dropped: &mut Dropped,
    ) -> Result<Vec<(usize, Candidate<'a>)>, IndexError> {
        let mut left = Vec::new();
        let mut misses = 0;
        for (rank, candidate) in waiting {
            let full = self.used.items >= self.max.items || (misses >= MAX_MISSES && self.is_spent());
            if full {
                left.push((rank, candidate));
                continue;
            }
            match self.offer(rank, &candidate, shares)? {
                Outcome::Picked => misses = 0,
                Outcome::Duplicate => dropped.add("duplicate", 1),
                Outcome::Empty => dropped.add("noWords", 1),
                Outcome::Waits => {
                    misses += 1;
                    left.push((rank, candidate));
                }
            }
        }
        Ok(left)
    }

    fn has_room(&self, candidate: &Candidate<'a>) -> bool {
        sections::place(self.index, candidate, self.request).is_some_and(|section| self.items[section] < self.max_per_section)
    }

    fn is_spent(&self) -> bool {
        let spent = |used: u64, max: u64| used.saturating_mul(100) >= max.saturating_mul(SPENT);
        spent(self.used.tokens, self.max.tokens) || spent(self.used.chars, self.max.chars)
    }

    fn offer(&mut self, rank: usize, candidate: &Candidate<'a>, shares: Option<&BySection>) -> Result<Outcome, IndexError> {
        let Some(section) = sections::place(self.index, candidate, self.request) else { return Ok(Outcome::Waits) };
        if self.items[section] >= self.max_per_section {
            return Ok(Outcome::Waits);
        }
        let (file, (begun, chunk_lines)) = (self.index.file_of(candidate.chunk), self.not_held(candidate.chunk));
        let Some(free) = self.free_lines(file, chunk_lines) else { return Ok(Outcome::Duplicate) };
        let tokens_left = self.max.tokens - self.used.tokens;
        // What answers best is shown in any case, if only by its first lines.
        let is_best = rank == 0 && candidate.rule.is_seed();
        let share = shares.map_or(tokens_left, |shares| {
            let most = self.max.tokens.saturating_mul(if is_best { shares[section].max(BEST_SHARE) } else { shares[section] }) / 100;
            most.saturating_sub(self.tokens[section]).min(tokens_left)
        });
        let allowance = Allowance { bytes: self.max_bytes, chars: self.max.chars - self.used.chars, tokens: share, lines: free };
        if shares.is_some() && self.items[section] > 0 && begun == 0 && self.exceeds(candidate.chunk, &allowance)? {
            return Ok(Outcome::Waits);
        }
        let shown = self.text(candidate.chunk)?;
        let (stale, withheld) = (shown == Shown::Stale, shown == Shown::Withheld);
        let cut = match shown {
            Shown::Stale => Cut { text: String::new(), lines: 0, chars: 0, tokens: 0, end: None },
            Shown::Withheld => excerpt::cut(&Passage::new(withheld_text(self.index.file(file).source_hash)), true, &allowance),
            Shown::Text(passage) => {
                let passage = if begun > 0 { Arc::new(passage.behind(begun)) } else { passage };
                if !lines::has_word(passage.text()) {
                    return Ok(Outcome::Empty);
                }
                excerpt::cut(&passage, self.is_prose(candidate.chunk), &allowance)
            }
        };
        if let Some(end) = cut.end {
            // A larger share may be left over later; a section without any item does not wait for it.
            let by_share = shares.is_some() && end.reason == Reason::TotalTokens && self.items[section] > 0;
            // A line or two of a head, or a comma, tell nobody anything: better something smaller whole.
            let scrap = match (end.boundary, end.reason) {
                (_, _) if !cut.text.is_empty() && !lines::has_word(&cut.text) => true,
                (Boundary::Nothing, reason) => reason != Reason::ItemBytes,
                (Boundary::Line, Reason::TotalTokens | Reason::TotalChars) => !self.takes_scraps && !is_best,
                (Boundary::Line, Reason::Overlap) => begun > 0,
                _ => false,
            };
            if by_share || scrap {
                return Ok(Outcome::Waits);
            }
        }
        // What is withheld shows no line.
        let lines = if withheld { None } else { lines_of(chunk_lines, &cut) };
        self.pick(Picked { candidate: candidate.clone(), rank, section, lines, cut, stale, withheld });
        Ok(Outcome::Picked)
    }

    /// Whether a text is known to be too long for the tokens that are allowed, and for nothing else. Most candidates are offered a share that is spent,
    /// and none of these is worth the reading.
    fn exceeds(&self, chunk: ChunkId, allowance: &Allowance) -> Result<bool, IndexError> {
        let bytes = u64::from(self.index.chunks().bytes(chunk));
        // A text has at most as many characters as bytes.
        let is_else_free = bytes <= allowance.bytes && bytes <= allowance.chars && allowance.lines == usize::MAX;
        Ok(is_else_free && self.texts.tokens(chunk)?.is_some_and(|tokens| u64::from(tokens) > allowance.tokens))
    }

    fn pick(&mut self, picked: Picked<'a>) {
        self.used.items += 1;
        self.used.chars += picked.cut.chars;
        self.used.tokens += picked.cut.tokens;
        self.items[picked.section] += 1;
        self.tokens[picked.section] += picked.cut.tokens;
        if let Some(lines) = picked.lines {
            self.shown.entry(self.index.file_of(picked.candidate.chunk)).or_default().push(lines);
        }
        self.picked.push(picked);
    }

    /// The lines of a chunk behind the first ones that are held, and how many these are.
    fn not_held(&self, chunk: ChunkId) -> (usize, Lines) {
        let lines = self.index.chunks().lines(chunk);
        let begun = self.begun.get(&chunk).copied().unwrap_or(0);
        (begun as usize, Lines { start: lines.start + begun, end: lines.end })
    }

    /// How many lines of a chunk, from its first, are not shown yet; `None` where the first one is.
    fn free_lines(&self, file: FileId, lines: Lines) -> Option<usize> {
        let mut free = usize::MAX;
        for shown in self.shown.get(&file).into_iter().flatten() {
            if shown.start <= lines.start && lines.start <= shown.end {
                return None;
            }
            if shown.start > lines.start && shown.start <= lines.end {
                free = free.min((shown.start - lines.start) as usize);
            }
        }
        Some(free)
    }

    fn is_prose(&self, chunk: ChunkId) -> bool {
        self.index.chunks().is_kind(chunk, "section")
    }

    fn text(&mut self, chunk: ChunkId) -> Result<Shown, IndexError> {
        if let Some(shown) = self.texts_read.get(&chunk) {
            return Ok(shown.clone());
        }
        let shown = self.texts.of(chunk)?;
        self.texts_read.insert(chunk, shown.clone());
        Ok(shown)
    }

    /// Gives what is left over to items that were cut for want of tokens or characters, best first.
    fn lengthen(&mut self) -> Result<(), IndexError> {
        let is_short = |end: End| matches!(end.reason, Reason::TotalTokens | Reason::TotalChars);
        let mut order: Vec<usize> = (0..self.picked.len()).filter(|at| self.picked[*at].cut.end.is_some_and(is_short)).collect();
        order.sort_by_key(|at| self.picked[*at].rank);
        for at in order {
            let (chunk, cut) = (self.picked[at].candidate.chunk, self.picked[at].cut.clone());
            let Shown::Text(passage) = self.text(chunk)? else { continue };
            let (file, (begun, chunk_lines)) = (self.index.file_of(chunk), self.not_held(chunk));
            let passage = if begun > 0 { Arc::new(passage.behind(begun)) } else { passage };
            let lines = self.lines_until_shown(file, chunk_lines, self.picked[at].lines);
            let allowance = Allowance {
                bytes: self.max_bytes,
                chars: self.max.chars - self.used.chars + cut.chars,
                tokens: self.max.tokens - self.used.tokens + cut.tokens,
                lines,
            };
            let longer = excerpt::cut(&passage, self.is_prose(chunk), &allowance);
            if longer.lines > cut.lines {
                self.used.chars = self.used.chars - cut.chars + longer.chars;
                self.used.tokens = self.used.tokens - cut.tokens + longer.tokens;
                let lines = lines_of(chunk_lines, &longer);
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

/// What stands where the text of a labelled file with this hash would.
pub fn withheld_text(hash: &str) -> String {
    format!("[withheld: {SENSITIVE} {}]", hash.get(..23).unwrap_or(hash))
}

/// The lines of the file that a cut shows of a chunk.
fn lines_of(chunk: Lines, cut: &Cut) -> Option<Lines> {
    let shown = u32::try_from(cut.text.lines().count()).unwrap_or(u32::MAX);
    if shown == 0 {
        return None;
    }
    Some(Lines { start: chunk.start, end: chunk.start.saturating_add(shown - 1).min(chunk.end) })
}
