//! Metrics of retrieval: is what answers a task among the first files, functions and lines? All in millionths.

use std::collections::{BTreeMap, BTreeSet};

use super::ground::Ground;
use super::task::{Span, Task};
use crate::base::span::Lines;
use crate::reader::ids::FileId;

/// Names of metrics, in the order of [`Gold::measure`].
pub const METRICS: [&str; 13] = [
    "acc@1",
    "acc@3",
    "acc@5",
    "acc@10",
    "hit@5",
    "mrr",
    "fnAcc@5",
    "fnRecall@10",
    "symbols@2k",
    "symbols@8k",
    "sites@8k",
    "files@8k",
    "precision@2k",
];

/// One in millionths.
pub const ONE: u64 = 1_000_000;
/// Functions that are looked at.
const MAX_FUNCTIONS: usize = 60;
/// So many lines of a definition show it, however long it is.
const ENOUGH_LINES: u32 = 20;

/// The answer of a task, found in an index.
pub struct Gold {
    /// `None` for a file that the index does not have.
    files: Vec<Option<FileId>>,
    functions: BTreeSet<usize>,
    /// Functions that the index does not have.
    lost: usize,
    symbols: Vec<Option<(FileId, Lines)>>,
    sites: Vec<Option<(FileId, Lines)>>,
}

/// What a system answered.
pub struct Answer<'a> {
    /// Its ranking of files; those of its places follow.
    pub files: &'a [FileId],
    pub places: &'a [(FileId, Lines)],
}

/// Lines that a pack holds, with what they cost.
struct Pack {
    lines: BTreeMap<FileId, Vec<bool>>,
    tokens: u64,
}

impl Gold {
    /// Finds the answer of a task.
    pub fn new(ground: &Ground<'_>, task: &Task) -> Self {
        let find = |file: &str, start: u32, end: u32| Some((ground.index.find_file(file)?, Lines { end, start }));
        let mut functions = BTreeSet::new();
        let mut lost = 0;
        for it in task.symbols.iter().filter(|it| it.function) {
            match find(&it.file, it.start, it.end).and_then(|(file, lines)| ground.function_at(file, lines)) {
                Some(at) => {
                    functions.insert(at);
                }
                None => lost += 1,
            }
        }
        Self {
            files: task.files.iter().map(|file| ground.index.find_file(file)).collect(),
            functions,
            lost,
            symbols: task.symbols.iter().map(|it| find(&it.file, it.start, it.end)).collect(),
            sites: task.sites.iter().map(|Span { file, start, end }| find(file, *start, *end)).collect(),
        }
    }

    /// Every metric; `None` where a task has nothing to measure it by.
    pub fn measure(&self, ground: &Ground<'_>, answer: &Answer<'_>) -> [Option<u64>; METRICS.len()] {
        let ranks = self.file_ranks(answer);
        let acc = |k: usize| Some(flag(ranks.iter().all(|rank| rank.is_some_and(|rank| rank < k))));
        let first = ranks.iter().flatten().min();
        let (small, large) = (pack(ground, answer.places, 2000), pack(ground, answer.places, 8000));
        [
            acc(1),
            acc(3),
            acc(5),
            acc(10),
            Some(flag(first.is_some_and(|rank| *rank < 5))),
            Some(first.map_or(0, |rank| ONE / (*rank as u64 + 1))),
            self.functions_at(ground, answer, 5).map(|(found, all)| flag(found == all)),
            self.functions_at(ground, answer, 10).map(|(found, all)| share(found as u64, all as u64)),
            self.symbols_in(&small),
            self.symbols_in(&large),
            self.sites_in(&large),
            Some(share(self.files.iter().flatten().filter(|file| large.shows(**file)).count() as u64, self.files.len() as u64)),
            (!self.symbols.is_empty()).then(|| self.precision(ground, &small)),
        ]
    }

    /// The files of the answer; `None` for one that the index does not have.
    pub fn files(&self) -> &[Option<FileId>] {
        &self.files
    }

    /// Whether lines show a function of the answer, or half of a definition of it, or lie in one by half.
    pub fn is_shown_by(&self, ground: &Ground<'_>, file: FileId, lines: Lines) -> bool {
        let half = |it: &(FileId, Lines)| {
            let common = (it.1.end.min(lines.end) + 1).saturating_sub(it.1.start.max(lines.start));
            it.0 == file && common > 0 && common * 2 >= (lines.end - lines.start + 1).min(it.1.end - it.1.start + 1)
        };
        ground.named_by(file, lines).iter().any(|at| self.functions.contains(at)) || self.symbols.iter().flatten().any(half)
    }

    /// The rank of each file from 0, by the answer's files and then by its places.
    fn file_ranks(&self, answer: &Answer<'_>) -> Vec<Option<usize>> {
        let mut order: Vec<FileId> = Vec::new();
        let mut seen = BTreeSet::new();
        for file in answer.files.iter().copied().chain(answer.places.iter().map(|it| it.0)) {
            if seen.insert(file) {
                order.push(file);
            }
        }
        self.files.iter().map(|file| order.iter().position(|it| Some(*it) == *file)).collect()
    }

    /// How many functions of the answer are among the first `k` that its places name, and how many there are.
    fn functions_at(&self, ground: &Ground<'_>, answer: &Answer<'_>, k: usize) -> Option<(usize, usize)> {
        let all = self.functions.len() + self.lost;
        if all == 0 {
            return None;
        }
        let mut named: Vec<usize> = Vec::new();
        for (file, lines) in answer.places {
            for at in ground.named_by(*file, *lines) {
                if !named.contains(&at) {
                    named.push(at);
                }
            }
            if named.len() >= k.min(MAX_FUNCTIONS) {
                break;
            }
        }
        Some((named.iter().take(k).filter(|at| self.functions.contains(at)).count(), all))
    }

    fn symbols_in(&self, pack: &Pack) -> Option<u64> {
        let shown = |(file, lines): &(FileId, Lines)| pack.count(*file, *lines) >= (lines.end - lines.start + 1).div_ceil(2).min(ENOUGH_LINES);
        let found = self.symbols.iter().flatten().filter(|it| shown(it)).count();
        if self.symbols.is_empty() { None } else { Some(share(found as u64, self.symbols.len() as u64)) }
    }

    fn sites_in(&self, pack: &Pack) -> Option<u64> {
        let found = self.sites.iter().flatten().filter(|(file, lines)| pack.count(*file, *lines) > 0).count();
        if self.sites.is_empty() { None } else { Some(share(found as u64, self.sites.len() as u64)) }
    }

    /// The share of a pack's tokens that lie in symbols of the answer.
    fn precision(&self, ground: &Ground<'_>, pack: &Pack) -> u64 {
        let mut inside: BTreeSet<(FileId, u32)> = BTreeSet::new();
        for (file, lines) in self.symbols.iter().flatten() {
            inside.extend((lines.start..=lines.end).filter(|line| pack.holds(*file, *line)).map(|line| (*file, line)));
        }
        share(inside.iter().map(|(file, line)| u64::from(ground.cost(*file, *line))).sum(), pack.tokens)
    }
}

/// Whole lines in order until the tokens are spent.
fn pack(ground: &Ground<'_>, places: &[(FileId, Lines)], tokens: u64) -> Pack {
    let mut pack = Pack { lines: BTreeMap::new(), tokens: 0 };
    for (file, lines) in places {
        let held = pack.lines.entry(*file).or_insert_with(|| vec![false; ground.line_count(*file) + 1]);
        for line in lines.start..=lines.end {
            let Some(slot) = held.get_mut(line as usize).filter(|slot| !**slot) else { continue };
            let cost = u64::from(ground.cost(*file, line));
            if pack.tokens + cost > tokens {
                return pack;
            }
            pack.tokens += cost;
            *slot = true;
        }
    }
    pack
}

impl Pack {
    fn holds(&self, file: FileId, line: u32) -> bool {
        self.lines.get(&file).and_then(|held| held.get(line as usize)).copied().unwrap_or(false)
    }

    fn shows(&self, file: FileId) -> bool {
        self.lines.get(&file).is_some_and(|held| held.contains(&true))
    }

    fn count(&self, file: FileId, lines: Lines) -> u32 {
        u32::try_from((lines.start..=lines.end).filter(|line| self.holds(file, *line)).count()).unwrap_or(u32::MAX)
    }
}

/// Means over tasks, in the order of [`METRICS`]; `None` where no task has anything to measure.
pub fn means<'m, const N: usize>(measured: impl Iterator<Item = &'m [Option<u64>; N]>) -> [Option<u64>; N] {
    let mut sums = [(0u64, 0u64); N];
    for values in measured {
        for (sum, value) in sums.iter_mut().zip(values) {
            if let Some(value) = value {
                *sum = (sum.0 + value, sum.1 + 1);
            }
        }
    }
    sums.map(|(sum, count)| sum.checked_div(count))
}

fn flag(is: bool) -> u64 {
    if is { ONE } else { 0 }
}

fn share(part: u64, all: u64) -> u64 {
    (part * ONE).checked_div(all).unwrap_or(0)
}
