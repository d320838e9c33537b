//! What a log says of the files that are there now: how often each changed, when last, with which others, and by which commits.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::log::{self, Log};
use crate::base::caps::{MAX_CO_CHANGED, MAX_MESSAGE_TERMS, MAX_MESSAGES};
use crate::base::{ids, terms};

/// What is known of one file. Files are numbers: positions in the list that was asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub count: u32,
    /// Commit time of the newest, in seconds since 1970.
    pub last: Option<i64>,
    /// Files that changed with it and how often, the most frequent first, then by position.
    pub with: Vec<(usize, u32)>,
    /// Terms of the newest commits' messages: how many of them hold each; the most frequent, then the first, are kept.
    pub words: BTreeMap<String, u32>,
    /// The clone does not have all commits.
    pub shallow: bool,
}

/// A commit that changed files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The start of its id, in hexadecimal digits.
    pub id: String,
    /// Commit time, in seconds since 1970.
    pub seconds: i64,
    /// How many files it changed, whether they are there now or not.
    pub changed: u32,
    /// Those that are there, ascending; at least one.
    pub files: Vec<usize>,
    /// Terms of its message, sorted.
    pub terms: Vec<String>,
}

/// The changes of those of `paths` that the log knows, by position, and the commits that made them, the newest first. `paths` are sorted and relative to the
/// indexed folder.
pub fn changes(log: &Log, paths: &[&str]) -> (BTreeMap<usize, Changes>, Vec<Commit>) {
    let positions: HashMap<&str, usize> = paths.iter().enumerate().map(|(position, path)| (*path, position)).collect();
    let local: Vec<Option<usize>> = log.paths.iter().map(|path| positions.get(below(path, &log.prefix)?).copied()).collect();
    let commits: Vec<(i64, Vec<usize>)> = log
        .commits
        .iter()
        .map(|commit| (commit.seconds, commit.files.iter().filter_map(|file| local.get(*file as usize).copied().flatten()).collect()))
        .collect();
    let mut of_file: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for file in log.tracked.iter().filter_map(|file| local.get(*file as usize).copied().flatten()) {
        of_file.entry(file).or_default();
    }
    for (number, (_, files)) in commits.iter().enumerate() {
        for file in files {
            of_file.entry(*file).or_default().push(number);
        }
    }
    let messages: Vec<BTreeSet<String>> = log.commits.iter().map(|commit| message_terms(&commit.message)).collect();
    let mut weights = vec![0u32; paths.len()];
    let files = of_file
        .into_iter()
        .map(|(file, numbers)| {
            let mut changes = of(file, &numbers, &commits, &mut weights, log.shallow);
            changes.words = words(&numbers, &messages);
            (file, changes)
        })
        .collect();
    let told = log.commits.iter().zip(commits).zip(messages).filter(|((_, (_, files)), _)| !files.is_empty());
    (files, told.map(|((commit, (_, files)), terms)| told_by(commit, files, terms)).collect())
}

fn told_by(commit: &log::Commit, mut files: Vec<usize>, terms: BTreeSet<String>) -> Commit {
    files.sort_unstable();
    Commit {
        id: ids::hex(&commit.id),
        seconds: commit.seconds,
        changed: u32::try_from(commit.files.len()).unwrap_or(u32::MAX),
        files,
        terms: terms.into_iter().collect(),
    }
}

/// One file's changes. `weights` is all zero before and after.
fn of(file: usize, numbers: &[usize], commits: &[(i64, Vec<usize>)], weights: &mut [u32], shallow: bool) -> Changes {
    let mut with = Vec::new();
    for other in numbers.iter().flat_map(|number| &commits[*number].1).filter(|other| **other != file) {
        if weights[*other] == 0 {
            with.push(*other);
        }
        weights[*other] += 1;
    }
    let mut with: Vec<(usize, u32)> = with.into_iter().map(|other| (other, std::mem::take(&mut weights[other]))).collect();
    with.sort_unstable_by(|lhs, rhs| rhs.1.cmp(&lhs.1).then(lhs.0.cmp(&rhs.0)));
    with.truncate(MAX_CO_CHANGED);
    let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    Changes { count, last: numbers.iter().map(|number| commits[*number].0).max(), with, words: BTreeMap::new(), shallow }
}

/// Lines that only tools and sign-offs write (`Signed-off-by: …`) say nothing about code.
fn message_terms(message: &str) -> BTreeSet<String> {
    let trailer = |line: &&str| line.split_once(": ").is_some_and(|(key, _)| key.contains('-') && key.ends_with("-by"));
    let mut found = BTreeSet::new();
    for line in message.lines().filter(|line| !trailer(line)) {
        terms::terms(line, &mut |term| {
            if !terms::is_common(term) {
                found.insert(term.to_owned());
            }
        });
    }
    found
}

/// In how many of the newest of these commits each term stands.
fn words(numbers: &[usize], messages: &[BTreeSet<String>]) -> BTreeMap<String, u32> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for term in numbers.iter().take(MAX_MESSAGES).flat_map(|number| &messages[*number]) {
        *counts.entry(term).or_insert(0) += 1;
    }
    let mut order: Vec<(Reverse<u32>, &str)> = counts.into_iter().map(|(term, count)| (Reverse(count), term)).collect();
    order.sort_unstable();
    order.into_iter().take(MAX_MESSAGE_TERMS).map(|(Reverse(count), term)| (term.to_owned(), count)).collect()
}

/// `path` relative to the indexed folder, if it lies in there.
fn below<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    if prefix.is_empty() { Some(path) } else { path.strip_prefix(prefix)?.strip_prefix('/') }
}
