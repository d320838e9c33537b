//! Places that a query names, found in the index: a path by its longest ending that files have.

use super::query::PlaceName;
use crate::base::path;
use crate::reader::ids::{ChunkId, FileId};
use crate::reader::index::Index;

/// Most files that one ending stands for.
const MAX_FILES: usize = 8;

/// A place that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: FileId,
    /// The chunk at the line.
    pub chunk: Option<ChunkId>,
    /// Position among the places of the query: 0 is the first.
    pub order: usize,
}

/// The places of a query that are there.
pub fn find(index: &Index, names: &[PlaceName]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for name in names {
        let order = places.last().map_or(0, |it| it.order + 1);
        for file in files_ending_with(index, &name.path) {
            let chunk = name.line.and_then(|line| nearest(index, file, line));
            if !places.iter().any(|it| it.file == file && it.chunk == chunk) {
                places.push(Place { file, chunk, order });
            }
        }
    }
    places
}

/// Files whose path ends with as many last segments of `named` as any does; at least the file name.
fn files_ending_with(index: &Index, named: &str) -> Vec<FileId> {
    if let Some(file) = index.find_file(named) {
        return vec![file];
    }
    let name = path::file_name(named);
    let same: Vec<FileId> = (0u32..).take(index.file_count()).map(FileId).filter(|file| path::file_name(index.path(*file)) == name).collect();
    let common = |file: &FileId| index.path(*file).rsplit('/').zip(named.rsplit('/')).take_while(|(lhs, rhs)| lhs == rhs).count();
    let most = same.iter().map(common).max().unwrap_or(0);
    // A bare folder or module path (`a/b`) is no file name by itself.
    if most == 0 || (most == 1 && !name.contains('.')) {
        return Vec::new();
    }
    same.into_iter().filter(|file| common(file) == most).take(MAX_FILES).collect()
}

/// The chunk at a line, else the last one that starts before it.
fn nearest(index: &Index, file: FileId, line: u32) -> Option<ChunkId> {
    index.chunk_at(file, line).or_else(|| index.chunks_of(file).filter(|chunk| index.chunk(*chunk).lines.start <= line).last())
}
