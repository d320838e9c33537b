//! The files and folders that a request names: which of their parts stand for them, and how many do not.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Seed;
use crate::base::path;
use crate::manifest::error::IndexError;
use crate::pack::candidate::Dropped;
use crate::pack::candidate::merge::WORDS_AND_MARKS;
use crate::pack::error::PackError;
use crate::pack::request::PackRequest;
use crate::pack::{sections, seeds};
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, ChunkUid, FileId};
use crate::reader::index::Index;
use crate::retrieve::places;
use crate::retrieve::query::Query;

/// Parts of one named file that become seeds,
const PARTS_OF_FILE: usize = 8;
/// and of all where there is no query, if that is more.
const PARTS: usize = 24;
/// Files that stand for a folder.
const FILES_OF_FOLDER: usize = 20;
/// Files of a folder that are looked at for the most used ones, and definitions of each.
const MAX_FILES: usize = 2_000;
const MAX_DEFINITIONS: usize = 64;
/// Names that notices tell of.
const MAX_TOLD: usize = 5;

/// The parts that stand for files and folders, best first, each with how many of its file come before it. `hits` are scores by chunk.
///
/// # Errors
/// [`PackError::Focus`] where one is nowhere.
pub fn parts(index: &Index, names: &[String], hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<(ChunkId, usize)>, PackError> {
    let mut files = Vec::new();
    for name in names {
        match index.find_file(name) {
            Some(file) => files.push(file),
            None if index.file_ids().any(|file| path::is_under(index.path(file), name)) => files.extend(of_folder(index, name, hits)?),
            None => return Err(seeds::unknown(index, name)),
        }
    }
    let most = if hits.is_empty() { (PARTS / files.len().max(1)).max(PARTS_OF_FILE) } else { PARTS_OF_FILE };
    let parts = files.into_iter().map(|file| best_of(index, file, hits)).collect::<Result<Vec<_>, _>>()?;
    // The best of each file comes before the second of any.
    Ok((0..most).flat_map(|at| parts.iter().filter_map(move |of| Some((of.get(at).copied()?, at)))).collect())
}

/// The lines that a request names, in its query too, by the chunk that has them: of several in one the first that is told.
pub fn lines(index: &Index, request: &PackRequest) -> BTreeMap<ChunkId, u32> {
    let mut lines = BTreeMap::new();
    let of_focus = request.focus.chunk_uid.as_deref().and_then(ChunkUid::parse).and_then(|uid| index.find_chunk(uid));
    lines.extend(of_focus.zip(request.focus.line));
    if let Some(query) = Query::parse(&request.query).ok().filter(|query| !query.places.is_empty()) {
        for (chunk, line) in places::find(index, &query).into_iter().filter_map(|it| it.chunk.zip(it.line)) {
            lines.entry(chunk).or_insert(line);
        }
    }
    lines
}

/// The parts of a file, those that speak for it first: hits, then definitions that others may use, then others, then what stands between them, then what says
/// little; of equal ones what is used most, and what belongs to tests last.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn best_of(index: &Index, file: FileId, hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<ChunkId>, IndexError> {
    let users = users(index, file, usize::MAX)?;
    let hidden = |id: ChunkId| match index.chunks().symbol(id) {
        None => 2 + u8::from(index.chunks().token_count(id) < WORDS_AND_MARKS),
        Some(symbol) => u8::from(!index.symbols().is_exported(symbol)),
    };
    let key = |id: &ChunkId| (Reverse(hits.get(id).copied()), sections::is_test(index, *id, file), hidden(*id), Reverse(users.get(id).copied()), *id);
    let mut chunks: Vec<ChunkId> = index.chunks_of(file).collect();
    chunks.sort_by_cached_key(key);
    Ok(chunks)
}

/// How often the most used definition of each chunk of a file is called and used. The first `most` of them are looked at.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn users(index: &Index, file: FileId, most: usize) -> Result<BTreeMap<ChunkId, usize>, IndexError> {
    let mut users = BTreeMap::new();
    for (chunk, id) in index.symbols().shown_in(file).take(most).filter_map(|(chunk, id)| Some((chunk?, id))) {
        let known = users.entry(chunk).or_insert(0);
        *known = (index.fan_in(id, Table::Call)? + index.fan_in(id, Table::Usage)?).max(*known);
    }
    Ok(users)
}

/// The files that stand for a folder: those of the best hits, then code, what is used most first, then prose, tests, data, and what is generated.
fn of_folder(index: &Index, folder: &str, hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<FileId>, IndexError> {
    let mut scores: BTreeMap<FileId, u32> = BTreeMap::new();
    for (chunk, score) in hits {
        let best = scores.entry(index.file_of(*chunk)).or_insert(0);
        *best = (*best).max(*score);
    }
    let class = |file: FileId| match index.files().class(file) {
        "code" => 0,
        "prose" => 1,
        "test" => 2,
        "generated" | "vendored" | "binary" => 4,
        _ => 3,
    };
    let mut files: Vec<_> = below(index, folder).map(|file| (Reverse(scores.get(&file).copied()), class(file), Reverse(0), file)).collect();
    files.sort_unstable();
    files.truncate(MAX_FILES);
    for (_, _, used, file) in &mut files {
        *used = Reverse(users(index, *file, MAX_DEFINITIONS)?.into_values().sum::<usize>());
    }
    files.sort_unstable();
    Ok(files.into_iter().take(FILES_OF_FOLDER).map(|it| it.3).collect())
}

/// The files of a folder that have text.
fn below(index: &Index, folder: &str) -> impl Iterator<Item = FileId> {
    index.file_ids().filter(move |file| path::is_under(index.path(*file), folder) && index.chunks_of(*file).next().is_some())
}

/// One sentence for each file or folder that a request names and that the seeds do not hold all of. What is no seed is counted.
pub fn left_out(index: &Index, request: &PackRequest, seeds: &[Seed], dropped: &mut Dropped) -> Vec<String> {
    let mut told = Vec::new();
    let of = |file: FileId| seeds.iter().filter(|seed| index.file_of(seed.chunk) == file).count();
    for name in request.focus.file_rel_path.iter().chain(&request.files) {
        let (all, shown, is_file) = if let Some(file) = index.find_file(name) {
            (index.chunks_of(file).len(), of(file), true)
        } else {
            let shown = below(index, name).filter(|file| of(*file) > 0).count();
            (below(index, name).count(), shown, false)
        };
        if shown < all {
            dropped.add(if is_file { "partsOfFile" } else { "filesOfFolder" }, (all - shown) as u64);
            let of = if is_file { "parts, and" } else { "files, and parts of" };
            let are = if shown == 1 && is_file { "is a seed" } else { "are seeds" };
            let name = if name.is_empty() { "." } else { name };
            told.push(format!("`{name}` has {all} {of} {shown} {are}"));
        }
    }
    told.truncate(MAX_TOLD);
    told
}
