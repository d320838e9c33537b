//! When the graph has nothing: files by name, by what commits changed together, by place, by recency.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Seed, named};
use crate::base::{path, terms};
use crate::manifest::error::IndexError;
use crate::pack::candidate::{Candidate, Rule};
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Files of each kind.
const MAX_FILES: usize = 8;
/// What the first file of each kind scores, in millionths, best first,
const SCORES: [(Rule, u32); 4] = [(Rule::FileName, 400_000), (Rule::CoChange, 350_000), (Rule::Folder, 250_000), (Rule::Recent, 230_000)];
/// and how much less each further one, as many as do.
const STEP: u32 = 1_000;
const STEPS: u32 = 48;

/// What file heuristics propose.
pub struct Fallback<'a> {
    pub candidates: Vec<Candidate<'a>>,
    /// Commits had a say.
    pub used_history: bool,
}

/// Candidates without the graph. Recency counts only where there are no seeds to stand near to.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn propose<'a>(index: &'a Index, seeds: &[Seed], hits: &BTreeMap<ChunkId, u32>, query: &str) -> Result<Fallback<'a>, IndexError> {
    let mut files: Vec<(FileId, Rule)> = by_name(index, query)?.into_iter().map(|file| (file, Rule::FileName)).collect();
    let own: BTreeSet<FileId> = seeds.iter().map(|seed| index.file_of(seed.chunk)).collect();
    let histories = index.histories()?;
    let mut co_changed: BTreeMap<FileId, u32> = BTreeMap::new();
    for (file, times) in own.iter().filter_map(|file| histories.of(*file)).flat_map(|it| it.co_changed.into_iter().take(MAX_FILES)) {
        *co_changed.entry(file).or_insert(0) += times;
    }
    let mut co_changed: Vec<(FileId, u32)> = co_changed.into_iter().collect();
    co_changed.sort_by_key(|(file, times)| (Reverse(*times), *file));
    files.extend(co_changed.into_iter().map(|(file, _)| (file, Rule::CoChange)));
    files.extend(in_folders(index, &own).into_iter().map(|file| (file, Rule::Folder)));
    if own.is_empty() {
        let mut recent: Vec<(u32, FileId)> = index.file_ids().filter_map(|id| Some((histories.of(id)?.age_rank, id))).collect();
        recent.sort_unstable();
        files.extend(recent.into_iter().take(MAX_FILES).map(|(_, file)| (file, Rule::Recent)));
    }
    let used_history = files.iter().any(|(_, rule)| matches!(rule, Rule::CoChange | Rule::Recent));
    let mut seen = own;
    files.retain(|(file, _)| seen.insert(*file));
    let mut candidates = Vec::new();
    for (rule, first) in SCORES {
        for ((file, _), at) in files.iter().filter(|it| it.1 == rule).zip(0..) {
            let Some(chunk) = chunk(index, *file, hits)? else { continue };
            let score = first - STEPS.min(at) * STEP;
            candidates.push(Candidate::unlinked(chunk, index.chunks().symbol(chunk), rule, score));
        }
    }
    Ok(Fallback { candidates, used_history })
}

/// What came of choosing files: whether any was `proposed`, and the rules by which the pack holds what it holds.
pub fn chosen(proposed: bool, mut held: impl Iterator<Item = Rule>) -> &'static str {
    if held.any(Rule::is_fallback) {
        "files were chosen by name, place and history"
    } else if proposed {
        "files were chosen by name, place and history, and none of them fits the request"
    } else {
        "no file was chosen by name, place or history"
    }
}

/// A file is shown by what speaks for it: its first lines are a licence and imports more often than not.
fn chunk(index: &Index, file: FileId, hits: &BTreeMap<ChunkId, u32>) -> Result<Option<ChunkId>, IndexError> {
    if matches!(index.files().class(file), "binary" | "generated" | "vendored") {
        return Ok(None);
    }
    Ok(named::best_of(index, file, hits)?.first().copied())
}

/// Files whose path holds most words of the query; of equal ones the first.
fn by_name(index: &Index, query: &str) -> Result<Vec<FileId>, IndexError> {
    let mut words = BTreeSet::new();
    terms::terms(query, &mut |term| {
        words.insert(term.to_owned());
    });
    let terms = index.terms()?;
    let mut counts = BTreeMap::<FileId, usize>::new();
    for word in &words {
        let named = terms.path_files(word).filter(|file| is_named(index.path(*file), word));
        named.for_each(|file| *counts.entry(file).or_insert(0) += 1);
    }
    let mut files: Vec<(usize, FileId)> = counts.into_iter().map(|(file, count)| (count, file)).collect();
    files.sort_by_key(|(count, file)| (Reverse(*count), *file));
    Ok(files.into_iter().take(MAX_FILES).map(|(_, file)| file).collect())
}

/// Whether more of a path than its ending holds a word that it holds: what a file is written in is no name.
fn is_named(file: &str, word: &str) -> bool {
    let end = path::file_name(file).strip_prefix(path::stem(file)).unwrap_or("");
    if !end.trim_start_matches('.').eq_ignore_ascii_case(word) {
        return true;
    }
    let mut found = false;
    terms::terms(&file[..file.len() - end.len()], &mut |term| found |= term == word);
    found
}

/// Files that stand in the folders of others.
fn in_folders(index: &Index, files: &BTreeSet<FileId>) -> Vec<FileId> {
    let folders: BTreeSet<&str> = files.iter().map(|file| path::parent(index.path(*file))).collect();
    index.file_ids().filter(|id| !files.contains(id) && folders.contains(path::parent(index.path(*id)))).take(MAX_FILES).collect()
}
