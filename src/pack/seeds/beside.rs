//! Tests and prose that words find. Among code they count little, so none of them is ever a hit as good as code; among themselves they are told apart by the
//! words of the query and the names of the best seeds.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Seed;
use crate::base::{path, terms};
use crate::manifest::error::IndexError;
use crate::pack::candidate::{Candidate, Rule, merge};
use crate::pack::request::{PackRequest, SeedMode, filter};
use crate::pack::sections;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;
use crate::retrieve::bm25f::Scores;
use crate::retrieve::query::Query;
use crate::retrieve::seeds::Retriever;

/// Seeds whose names are looked for.
const NAMED_SEEDS: usize = 3;
/// Tests that are offered.
const TESTS: usize = 3;
/// Parts of documents that are offered.
const DOCS: usize = 2;
/// Of one file.
const OF_FILE: usize = 2;
/// What the best of them scores: with the formula of scores as much as a test that certainly runs the best seed.
const BEST: u64 = 650_000;
/// What a test that runs the best seed counts at least, of so many that fit the query best.
pub const OF_BEST: u32 = 600_000;
pub const TESTS_OF_BEST: usize = 4;
/// Less than this part of the weight of all words is chance, in percent.
const LEAST_COVERED: u64 = 25;
/// What files are called that list changes.
const CHANGELOGS: [&str; 9] = ["changelog", "changelogs", "changes", "history", "news", "releases", "release-notes", "release_notes", "whatsnew"];

/// The tests and the prose that fit best, each with its share of the best.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn found<'a>(index: &'a Index, retriever: &Retriever<'a>, seeds: &[Seed], request: &PackRequest) -> Result<Vec<Candidate<'a>>, IndexError> {
    if request.expansion.max_hops == 0 {
        return Ok(Vec::new());
    }
    let Ok(query) = Query::parse(&words(index, seeds, &request.query)) else { return Ok(Vec::new()) };
    let scores = retriever.alike(&query)?;
    let named = if request.query.is_empty() { Some(naming(index, seeds)?) } else { None };
    let fits = |chunk: &ChunkId| {
        let at = chunk.index();
        named.as_ref().is_none_or(|it| it.contains(chunk))
            && scores.coverage[at] * 100 >= scores.weight * LEAST_COVERED
            && filter::admits_file(&request.filters, index, index.file_of(*chunk))
            && !seeds.iter().any(|seed| seed.chunk == *chunk)
            && !merge::is_frame(index, *chunk)
    };
    let fitting: Vec<ChunkId> = index.chunk_ids().filter(|chunk| scores.chunk[chunk.index()] > 0).filter(fits).collect();
    let of = |is: &dyn Fn(FileId, ChunkId) -> bool| fitting.iter().copied().filter(|chunk| is(index.file_of(*chunk), *chunk)).collect::<Vec<_>>();
    let tests = of(&|file, chunk| sections::is_test(index, chunk, file));
    let is_doc = |file: FileId| index.files().is_class(file, "prose") && !is_changelog(index.path(file));
    let docs = of(&|file, _| request.seed_mode != SeedMode::Code && is_doc(file));
    let mut found = best(index, &tests, &scores, (Rule::TestWords, TESTS));
    found.extend(best(index, &docs, &scores, (Rule::Prose, DOCS)));
    Ok(found)
}

fn best_seeds<'s>(index: &Index, seeds: &'s [Seed]) -> impl Iterator<Item = &'s Seed> {
    seeds.iter().filter(|seed| seed.strong && !index.files().is_class(index.file_of(seed.chunk), "prose")).take(NAMED_SEEDS)
}

/// The chunks that hold the whole name of one of the best seeds as it is written: where nobody asks for words, parts of a name are chance.
fn naming(index: &Index, seeds: &[Seed]) -> Result<BTreeSet<ChunkId>, IndexError> {
    let mut naming = BTreeSet::new();
    for seed in best_seeds(index, seeds) {
        let name = seed.symbol.map_or_else(|| path::stem(index.path(index.file_of(seed.chunk))), |id| index.symbols().simple_name(id));
        for chunk in index.postings(&terms::whole(name))?.map(|it| it.chunk) {
            // Tests and prose alone are looked for.
            let file = index.file_of(chunk);
            if (index.files().is_class(file, "prose") || sections::is_test(index, chunk, file))
                && index.text(chunk)?.is_none_or(|text| terms::words(text).any(|word| word == name))
            {
                naming.insert(chunk);
            }
        }
    }
    Ok(naming)
}

/// The names and the files of the best seeds, then the query.
fn words(index: &Index, seeds: &[Seed], query: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for seed in best_seeds(index, seeds) {
        let name = seed.symbol.map(|id| index.symbols().simple_name(id));
        for word in name.into_iter().chain([path::stem(index.path(index.file_of(seed.chunk)))]) {
            // What several seeds share counts once.
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words.push(query);
    words.join(" ")
}

/// The best of a class, by what they and their files say, few of one file.
fn best<'a>(index: &'a Index, of: &[ChunkId], scores: &Scores, (rule, count): (Rule, usize)) -> Vec<Candidate<'a>> {
    let top = |score: &dyn Fn(ChunkId) -> u64| of.iter().map(|chunk| score(*chunk)).max().unwrap_or(0).max(1);
    let own = |chunk: ChunkId| scores.chunk[chunk.index()];
    let file = |chunk: ChunkId| scores.file[index.file_of(chunk).index()];
    let (top_own, top_file) = (top(&own), top(&file));
    let mut worth: Vec<(u64, ChunkId)> = of.iter().map(|chunk| (own(*chunk) * BEST / top_own + file(*chunk) * BEST / top_file, *chunk)).collect();
    worth.sort_by_key(|it| (Reverse(it.0), it.1));
    let most = worth.first().map_or(1, |it| it.0).max(1);
    let mut taken: BTreeMap<FileId, usize> = BTreeMap::new();
    worth.retain(|(_, chunk)| {
        let taken = taken.entry(index.file_of(*chunk)).or_insert(0);
        *taken += 1;
        *taken <= OF_FILE
    });
    let score = |worth: u64| u32::try_from(worth * BEST / most).unwrap_or(0);
    worth.into_iter().take(count).map(|(worth, chunk)| Candidate::unlinked(chunk, index.chunks().symbol(chunk), rule, score(worth))).collect()
}

/// Whether a file lists changes, by its name or that of a folder.
pub fn is_changelog(file: &str) -> bool {
    file.split('/').any(|part| CHANGELOGS.contains(&path::stem(part).to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_changes_are_told_by_their_names() {
        for path in ["CHANGELOG.md", "History.md", "docs/changes.rst", "doc/release-notes/v2.md", "NEWS"] {
            assert!(is_changelog(path), "{path}");
        }
        for path in ["README.md", "docs/history-api.md", "docs/newsletter.md"] {
            assert!(!is_changelog(path), "{path}");
        }
    }
}
