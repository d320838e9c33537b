//! The files and folders that a request names: which of their parts stand for them, and how many do not.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::candidate::{Dropped, Rule};
use super::error::PackError;
use super::request::PackRequest;
use super::sections;
use super::seeds::{self, Seed};
use crate::base::path;
use crate::manifest::error::IndexError;
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Parts of all named files that become seeds,
const PARTS: usize = 24;
/// but of each so many.
const PARTS_OF_FILE: usize = 8;
/// Files that stand for a folder.
const FILES_OF_FOLDER: usize = 20;
/// Files of a folder that are looked at for the most used ones, and definitions of each.
const MAX_FILES: usize = 2_000;
const MAX_DEFINITIONS: usize = 64;
/// Names that notices tell of.
const MAX_TOLD: usize = 5;

/// The parts that stand for files and folders, best first. `hits` are scores by chunk.
///
/// # Errors
/// [`PackError::Focus`] where one is nowhere.
pub fn parts(index: &Index, names: &[String], hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<ChunkId>, PackError> {
    let mut files = Vec::new();
    for name in names {
        match index.find_file(name) {
            Some(file) => files.push(file),
            None if index.file_ids().any(|file| path::is_under(index.path(file), name)) => files.extend(of_folder(index, name, hits)?),
            None => return Err(seeds::unknown(index, name)),
        }
    }
    let most = (PARTS / files.len().max(1)).max(PARTS_OF_FILE);
    let parts = files.into_iter().map(|file| best_of(index, file, hits)).collect::<Result<Vec<_>, _>>()?;
    // The best of each file comes before the second of any.
    Ok((0..most).flat_map(|at| parts.iter().filter_map(move |of| of.get(at).copied())).collect())
}

/// The parts of a file, those that speak for it first: hits, then definitions that others may use, then others, then what stands between them; of equal ones
/// what is used most, and what belongs to tests last.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn best_of(index: &Index, file: FileId, hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<ChunkId>, IndexError> {
    let users = users(index, file, usize::MAX)?;
    let hidden = |id: ChunkId| index.chunks().symbol(id).map_or(2, |symbol| u8::from(!index.symbols().is_exported(symbol)));
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

/// The files that stand for a folder: those of the best hits, then code, what is used most first; tests and what is generated last.
fn of_folder(index: &Index, folder: &str, hits: &BTreeMap<ChunkId, u32>) -> Result<Vec<FileId>, IndexError> {
    let mut scores: BTreeMap<FileId, u32> = BTreeMap::new();
    for (chunk, score) in hits {
        let best = scores.entry(index.file_of(*chunk)).or_insert(0);
        *best = (*best).max(*score);
    }
    let class = |file: FileId| match index.files().class(file) {
        "code" => 0,
        "test" => 2,
        "generated" | "vendored" | "binary" => 3,
        _ => 1,
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
    let named = || seeds.iter().filter(|seed| matches!(seed.rule, Rule::Focus | Rule::File));
    for name in request.focus.file_rel_path.iter().chain(&request.files) {
        let (all, shown, is_file) = if let Some(file) = index.find_file(name) {
            (index.chunks_of(file).len(), named().filter(|seed| index.file_of(seed.chunk) == file).count(), true)
        } else {
            let files = below(index, name).collect::<Vec<_>>();
            (files.len(), files.iter().filter(|file| named().any(|seed| index.file_of(seed.chunk) == **file)).count(), false)
        };
        if shown < all {
            dropped.add(if is_file { "partsOfFile" } else { "filesOfFolder" }, (all - shown) as u64);
            let of = if is_file { "parts, and" } else { "files, and parts of" };
            let are = if shown == 1 && is_file { "is a seed" } else { "are seeds" };
            told.push(format!("`{name}` has {all} {of} {shown} {are}"));
        }
    }
    told.truncate(MAX_TOLD);
    told
}
