//! From the ordered candidates to sections: what is shown, and how much of it.

pub(super) mod finish;
pub(super) mod looks;
pub(super) mod parts;
pub mod picked;
pub mod shortfall;
pub(super) mod strong;
pub(super) mod surplus;
pub(super) mod taken_in;
mod worth;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::candidate::{self, Candidate, Dropped, merge};
use super::excerpt::passage::Passage;
use super::excerpt::texts::{Shown, Texts};
use super::excerpt::{self, Allowance, Boundary, Cut, End, Form, Reason, lines, opening, texts};
use super::request::{Intent, PackRequest};
use super::sections::{self, BySection};
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::reader::ids::{ChunkId, FileId, TextHash};
use crate::reader::index::Index;
use looks::Looks;
use picked::Picked;

/// A budget with less left than this part of it counts as spent, in percent.
const SPENT: u64 = 85;
/// How much of the tokens the best seed may take at least where sections share from the first token on, in percent.
const BEST_SHARE: u64 = 50;
/// How much of what strong seeds may take is left to the best one until it is shown, in percent.
const BEST_RESERVE: u64 = 25;
/// Once it is spent, so many candidates in a row that do not fit end the search for one that does.
const MAX_MISSES: usize = 48;

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
    /// What did not fit, by position in the order.
    pub left: Vec<usize>,
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
    /// Lines that the request names, the first of each chunk: an excerpt shows them.
    pub asked: BTreeMap<ChunkId, u32>,
}

/// Picks candidates, which are in order. Those that do not get in are counted.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn allocate<'a>(
    index: &'a Index,
    texts: &Texts<'_>,
    (candidates, looks): (&[Candidate<'a>], &mut Looks),
    request: &PackRequest,
    manners: &Manners,
    dropped: &mut Dropped,
) -> Result<Allocated<'a>, IndexError> {
    let mut table = Table { shown: manners.held.clone(), ..Table::new(index, (texts, looks), request, manners) };
    table.best = candidates.iter().filter(|it| it.rule.is_seed()).map(|it| it.seed_score).max().unwrap_or(1).max(1);
    table.pending = candidates.iter().map(|it| it.chunk).collect();
    let mut waiting: Vec<Waiting<'_, 'a>> = candidates.iter().enumerate().collect();
    if manners.sharing == Sharing::BySection {
        let shares = sections::shares(request.intent);
        // `impact` asks what hangs on something rather than what matches.
        if request.intent != Intent::Impact {
            waiting = table.strong_seeds(waiting, shares, dropped)?;
        }
        waiting = table.round(waiting, Terms::Shares(shares), dropped)?;
        table.lengthen(Table::wants_more)?;
        waiting = table.round(waiting, Terms::Linked, dropped)?;
        table.go_on(u64::MAX, |table, it| it.candidate.strong && table.goes_on(it))?;
    }
    let mut left = table.round(waiting, Terms::Rest, dropped)?;
    left = table.free_places(left, dropped)?;
    if table.is_crowded(&left) {
        left = table.attach(left)?;
        left = table.free_places(left, dropped)?;
    }
    if !table.is_spent() {
        table.lengthen(|table, it| table.modest.contains(&it.candidate.chunk))?;
        table.go_on(u64::MAX, Table::goes_on)?;
        // Nothing that says much fits whole or by a statement any more.
        table.takes_heads = true;
        left = table.round(left, Terms::Rest, dropped)?;
    }
    if table.picked.is_empty() {
        // Where nothing else fits, a part of a statement is better than nothing.
        table.takes_scraps = true;
        left = table.round(left, Terms::Rest, dropped)?;
    }
    let given_up = table.finish()?;
    left.extend(given_up.into_iter().filter_map(|rank| Some((rank, candidates.get(rank)?))));
    left.sort_by_key(|(rank, _)| *rank);
    left.iter().filter_map(|(rank, _)| table.causes.get(rank).copied()).for_each(|cause| dropped.add(cause, 1));
    table.used.waiting = left.iter().filter(|(_, candidate)| table.has_room(candidate)).count() as u64;
    table.lengthen(|_, _| true)?;
    table.picked.sort_by_key(|picked| (picked.section, picked.rank));
    Ok(Allocated { picked: table.picked, left: left.into_iter().map(|(rank, _)| rank).collect(), used: table.used })
}

/// A candidate with its position in the order.
pub(super) type Waiting<'c, 'a> = (usize, &'c Candidate<'a>);

/// What one offer may spend.
#[derive(Clone, Copy)]
pub(super) enum Terms {
    /// So many tokens for all strong seeds.
    Seeds(u64),
    /// Its part for each section, in percent of what is beyond the first tokens.
    Shares(BySection),
    /// All that is left, but not on what hangs on something that is not shown itself.
    Linked,
    /// All that is left.
    Rest,
    /// The same, and no place of its own.
    Beside,
}

/// The budgets and what is on the table.
pub(super) struct Table<'a, 'b> {
    pub(super) index: &'a Index,
    pub(super) texts: &'b Texts<'b>,
    pub(super) request: &'b PackRequest,
    pub(super) max: Used,
    pub(super) max_per_section: u64,
    pub(super) max_bytes: u64,
    pub(super) used: Used,
    pub(super) items: BySection,
    pub(super) tokens: BySection,
    pub(super) shown: BTreeMap<FileId, Vec<Lines>>,
    /// Digests of the texts of all that was ever picked.
    pub(super) told: BTreeSet<TextHash>,
    pub(super) manners: &'b Manners,
    /// Lines before the excerpts of chunks of which the text tells that, as far as it was asked.
    opened: BTreeMap<ChunkId, u32>,
    /// What is offered and neither shown nor held: what hangs on it waits.
    pub(super) pending: BTreeSet<ChunkId>,
    /// Seeds that come before what says little.
    pub(super) strong: Vec<ChunkId>,
    /// Tokens that are for strong seeds before sections share.
    pub(super) first: u64,
    pub(super) best_waits: bool,
    /// The best score of a seed.
    best: u32,
    /// What is shown by as much as it is worth before others had their turn.
    pub(super) modest: BTreeSet<ChunkId>,
    takes_heads: bool,
    takes_scraps: bool,
    looks: &'b mut Looks,
    /// What kept out those that wait, by position in the order.
    pub(super) causes: BTreeMap<usize, &'static str>,
    pub(super) picked: Vec<Picked<'a>>,
}

pub(super) enum Outcome {
    Picked,
    /// For want of what.
    Waits(&'static str),
    Duplicate,
    /// An item shows the very same text of another place.
    Copied,
    /// There is no word in it.
    Empty,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(index: &'a Index, (texts, looks): (&'b Texts<'b>, &'b mut Looks), request: &'b PackRequest, manners: &'b Manners) -> Self {
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
            told: BTreeSet::new(),
            manners,
            opened: BTreeMap::new(),
            pending: BTreeSet::new(),
            strong: Vec::new(),
            first: 0,
            best_waits: false,
            best: 1,
            modest: BTreeSet::new(),
            takes_heads: false,
            takes_scraps: false,
            looks,
            causes: BTreeMap::new(),
            picked: Vec::new(),
        }
    }

    /// Offers every waiting candidate a place; returns those that still wait.
    pub(super) fn round<'c>(
        &mut self,
        waiting: Vec<Waiting<'c, 'a>>,
        terms: Terms,
        dropped: &mut Dropped,
    ) -> Result<Vec<Waiting<'c, 'a>>, IndexError> {
        let mut left = Vec::new();
        let mut misses = 0;
        for (rank, candidate) in waiting {
            let is_full = self.used.items >= self.max.items;
            if is_full || (misses >= MAX_MISSES && self.is_spent()) {
                self.causes.insert(rank, if is_full { candidate::MAX_ITEMS } else { self.scarce() });
                left.push((rank, candidate));
                continue;
            }
            match self.offer(rank, candidate, terms)? {
                Outcome::Picked => misses = 0,
                Outcome::Duplicate if self.take_in(candidate) => {}
                Outcome::Duplicate => dropped.add("duplicate", 1),
                Outcome::Copied => {}
                Outcome::Empty => dropped.add("noWords", 1),
                Outcome::Waits(cause) => {
                    misses += 1;
                    self.causes.insert(rank, cause);
                    left.push((rank, candidate));
                    continue;
                }
            }
            self.best_waits &= rank != 0;
            self.pending.remove(&candidate.chunk);
        }
        Ok(left)
    }

    fn has_room(&self, candidate: &Candidate<'a>) -> bool {
        sections::place(candidate, self.request).is_some_and(|section| self.items[section] < self.max_per_section)
    }

    /// Whether a section may have one more item.
    pub(super) fn has_place(&self, section: usize) -> bool {
        self.used.items < self.max.items && self.items[section] < self.max_per_section
    }

    /// Whether places are what some that wait lack, and tokens are not.
    pub(super) fn is_crowded(&self, left: &[Waiting<'_, 'a>]) -> bool {
        !self.is_spent() && left.iter().any(|(_, it)| self.used.items >= self.max.items || !self.has_room(it))
    }

    /// Of tokens and characters what there is less of.
    pub(super) fn scarce(&self) -> &'static str {
        let by_chars = u128::from(self.used.chars) * u128::from(self.max.tokens) > u128::from(self.used.tokens) * u128::from(self.max.chars);
        if by_chars { Reason::TotalChars.word() } else { Reason::TotalTokens.word() }
    }

    pub(super) fn is_spent(&self) -> bool {
        let spent = |used: u64, max: u64| used.saturating_mul(100) >= max.saturating_mul(SPENT);
        spent(self.used.tokens, self.max.tokens) || spent(self.used.chars, self.max.chars)
    }

    pub(super) fn offer(&mut self, rank: usize, candidate: &Candidate<'a>, terms: Terms) -> Result<Outcome, IndexError> {
        let Some(section) = sections::place(candidate, self.request) else { return Ok(Outcome::Waits(candidate::MAX_OF_SECTION)) };
        if self.items[section] >= self.max_per_section && !matches!(terms, Terms::Beside) {
            return Ok(Outcome::Waits(candidate::MAX_OF_SECTION));
        }
        // What says next to nothing stands for nothing better.
        if !self.takes_heads && merge::says_nothing(self.index, candidate) {
            return Ok(Outcome::Waits(candidate::SCRAPS));
        }
        if self.awaits(candidate, terms) {
            return Ok(Outcome::Waits(self.scarce()));
        }
        if self.copied(section, candidate)? {
            return Ok(Outcome::Copied);
        }
        let (file, (begun, chunk_lines)) = (self.index.file_of(candidate.chunk), self.opening(candidate)?);
        let Some(free) = self.free_lines(file, chunk_lines) else { return Ok(Outcome::Duplicate) };
        // What answers best is shown in any case, if only by its first lines.
        let is_best = rank == 0 && candidate.rule.is_seed();
        let tokens = self.share(section, is_best, candidate, terms);
        let inside = if opening::may_be_inside(self.index, candidate) { Some(self.text(candidate.chunk)?) } else { None };
        let meant = opening::lines_meant(self.index, candidate, chunk_lines.start, inside.as_ref());
        let allowance = Allowance { bytes: self.max_bytes, chars: self.chars_for(is_best), tokens, lines: free.min(meant) };
        let shares = matches!(terms, Terms::Shares(_));
        if shares && self.items[section] > 0 && begun == 0 && self.exceeds(candidate.chunk, &allowance)? {
            return Ok(Outcome::Waits(Reason::TotalTokens.word()));
        }
        let shown = self.text(candidate.chunk)?;
        let whole = if let Shown::Text(passage) = &shown { Some(Arc::clone(passage)) } else { None };
        let (stale, withheld) = (shown == Shown::Stale, shown == Shown::Withheld);
        // One placeholder tells of a file what another would.
        let tells_it = |it: &Picked<'_>| it.withheld && it.section == section && self.index.file_of(it.candidate.chunk) == file;
        if withheld && self.picked.iter().any(tells_it) {
            return Ok(Outcome::Duplicate);
        }
        let mut cut = match shown {
            Shown::Stale => Cut { text: String::new(), lines: 0, chars: 0, tokens: 0, end: None },
            Shown::Withheld => excerpt::cut(&Passage::new(texts::withheld(self.index.file(file).source_hash)), Form::Prose, &allowance),
            Shown::Text(passage) => {
                let passage = if begun > 0 { Arc::new(passage.behind(begun)) } else { passage };
                if !lines::has_word(passage.text()) {
                    return Ok(Outcome::Empty);
                }
                self.cut_to_worth((rank, candidate), &passage, (is_best, begun > 0), &allowance)
            }
        };
        if let Some(end) = &mut cut.end {
            let cause = end.reason.word();
            // A larger share may be left over later; a section without any item does not wait for it.
            let by_share = shares && end.reason == Reason::TotalTokens && self.items[section] > 0;
            if meant < free && end.reason == Reason::Overlap {
                // Tokens that are left over show more of it.
                end.reason = Reason::TotalTokens;
            } else if by_share || self.is_scrap(&cut.text, *end, is_best, begun > 0) {
                return Ok(Outcome::Waits(cause));
            }
            let asked = self.manners.asked.get(&candidate.chunk).copied();
            let reopens = whole.filter(|_| cause != Reason::Overlap.word());
            let later = reopens.and_then(|whole| opening::later(self.index, candidate, &whole, (begun, cut.lines), (asked, self.looks.words())));
            if let Some(later) = later {
                self.opened.insert(candidate.chunk, later);
                return self.offer(rank, candidate, terms);
            }
            let shown = chunk_lines.start + u32::try_from(cut.lines).unwrap_or(0);
            if cut.lines > 0 && !is_best && opening::misses(self.index, candidate, (&cut.text, shown), self.looks.words()) {
                return Ok(Outcome::Waits(cause));
            }
        }
        // What is withheld shows no line.
        let lines = if withheld { None } else { picked::lines_of(chunk_lines, &cut) };
        let opens_late = begun > 0 && !self.manners.begun.contains_key(&candidate.chunk);
        self.pick(Picked {
            candidate: candidate.clone(),
            joined: Vec::new(),
            copies: Vec::new(),
            rank,
            section,
            lines,
            cut,
            opens_late,
            stale,
            withheld,
        });
        Ok(Outcome::Picked)
    }

    /// Whether something else comes first: what a candidate hangs on, or strong seeds that are cut or wait before what says little.
    fn awaits(&self, candidate: &Candidate<'a>, terms: Terms) -> bool {
        let hangs = candidate.origin != candidate.chunk && self.pending.contains(&candidate.origin);
        match terms {
            Terms::Seeds(_) => false,
            Terms::Shares(_) => hangs || (self.first > 0 && candidate.rule.says_little() && self.seeds_are_short()),
            Terms::Linked => hangs,
            // Where not a line of the best fits, what hangs on others would stand for it.
            Terms::Rest | Terms::Beside => hangs && self.best_waits,
        }
    }

    /// The characters that a candidate may take: until the best is shown, half of all is left to it, if an item may hold so many.
    fn chars_for(&self, is_best: bool) -> u64 {
        let reserve = if self.best_waits && !is_best { (self.max.chars / 2).min(self.max_bytes) } else { 0 };
        self.max.chars.saturating_sub(self.used.chars).saturating_sub(reserve)
    }

    /// The tokens that a candidate may take.
    fn share(&self, section: usize, is_best: bool, candidate: &Candidate<'a>, terms: Terms) -> u64 {
        let most = match terms {
            Terms::Linked | Terms::Rest | Terms::Beside => return self.max.tokens - self.used.tokens,
            Terms::Seeds(most) if self.best_waits && !is_best => most - most.saturating_mul(BEST_RESERVE) / 100,
            Terms::Seeds(most) => most,
            Terms::Shares(shares) => {
                let first = if candidate.rule.is_seed() { self.first } else { 0 };
                let percent = if is_best { shares[section].max(BEST_SHARE) } else { shares[section] };
                first + (self.max.tokens - self.first).saturating_mul(percent) / 100
            }
        };
        most.saturating_sub(self.tokens[section]).min(self.max.tokens - self.used.tokens)
    }

    /// Whether a cut text tells nobody anything, so that something smaller is better whole: a line or two of a head, or a comma.
    pub(super) fn is_scrap(&self, text: &str, end: End, is_best: bool, is_continued: bool) -> bool {
        match (end.boundary, end.reason) {
            (_, _) if !text.is_empty() && !lines::has_word(text) => true,
            (Boundary::Nothing, reason) => reason != Reason::ItemBytes,
            // What goes on in another item is told there.
            (_, Reason::Overlap) if !lines::has_statement(text) => true,
            (Boundary::Signature, Reason::Overlap) => !self.takes_heads && !is_best,
            (Boundary::Signature, _) => is_short(end) && !self.takes_heads && !is_best,
            (Boundary::Line, Reason::TotalTokens | Reason::TotalChars) => !self.takes_scraps && !is_best,
            (Boundary::Line, Reason::Overlap) => is_continued,
            _ => false,
        }
    }

    /// Whether a text is known to be too long for the tokens that are allowed, and for nothing else. Most candidates are offered a share that is spent,
    /// and none of these is worth the reading.
    fn exceeds(&self, chunk: ChunkId, allowance: &Allowance) -> Result<bool, IndexError> {
        let bytes = u64::from(self.index.chunks().bytes(chunk));
        // A text has at most as many characters as bytes.
        let is_else_free = bytes <= allowance.bytes && bytes <= allowance.chars && allowance.lines == usize::MAX;
        Ok(is_else_free && self.texts.tokens(chunk)?.is_some_and(|tokens| u64::from(tokens) > allowance.tokens))
    }

    pub(super) fn pick(&mut self, picked: Picked<'a>) {
        self.used.items += 1;
        self.used.chars += picked.cut.chars;
        self.used.tokens += picked.cut.tokens;
        self.items[picked.section] += 1;
        self.tokens[picked.section] += picked.cut.tokens;
        self.told.insert(self.index.chunks().text_hash(picked.candidate.chunk));
        if let Some(lines) = picked.lines {
            self.shown.entry(self.index.file_of(picked.candidate.chunk)).or_default().push(lines);
        }
        self.picked.push(picked);
    }

    /// The lines of a chunk from where its excerpt opens, and how many lines are before them.
    pub(super) fn opening(&mut self, candidate: &Candidate<'a>) -> Result<(usize, Lines), IndexError> {
        let lines = self.index.chunks().lines(candidate.chunk);
        let known = self.opened.get(&candidate.chunk);
        let mut begun = known.or_else(|| self.manners.begun.get(&candidate.chunk)).copied().unwrap_or(0);
        if known.is_none()
            && (begun > 0 || !self.manners.asked.contains_key(&candidate.chunk))
            && opening::depends(self.index, candidate, begun, self.max_bytes)
            && let Shown::Text(passage) = self.text(candidate.chunk)?
        {
            begun = self.looks.start(self.index, candidate, &passage, (begun, self.max_bytes));
            self.opened.insert(candidate.chunk, begun);
        }
        Ok((begun as usize, Lines { start: lines.start + begun, end: lines.end }))
    }

    /// How many lines of a chunk, from its first, are not shown yet; `None` where the first one is.
    pub(super) fn free_lines(&self, file: FileId, lines: Lines) -> Option<usize> {
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

    pub(super) fn text(&mut self, chunk: ChunkId) -> Result<Shown, IndexError> {
        self.looks.text(self.texts, chunk)
    }
}

/// Whether a larger budget of the whole pack would show more.
pub(super) fn is_short(end: End) -> bool {
    matches!(end.reason, Reason::TotalTokens | Reason::TotalChars)
}
