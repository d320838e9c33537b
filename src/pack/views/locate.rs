//! Places only, best first: what is to be looked at, and in which order.

use schemars::JsonSchema;
use serde::Serialize;

use crate::pack::engine::Draft;
use crate::reader::index::Index;

/// Places in files, and files on their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Locations {
    /// Files by their own ranking, which is not that of places.
    pub files: Vec<String>,
    pub items: Vec<Location>,
}

/// Lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// Last line, 1-based.
    pub end: u32,
    pub file: String,
    /// First line, 1-based.
    pub start: u32,
}

/// The places of a draft in the order of ranks.
pub fn locations(index: &Index, draft: &Draft<'_>) -> Locations {
    let mut picked: Vec<_> = draft.picked.iter().collect();
    picked.sort_by_key(|it| it.rank);
    let place = |it: &&super::super::allocate::Picked<'_>| {
        let chunk = index.chunk(it.candidate.chunk);
        let lines = it.lines.unwrap_or(chunk.lines);
        Location { end: lines.end, file: index.path(chunk.file).to_owned(), start: lines.start }
    };
    Locations { files: draft.files.iter().map(|file| index.path(*file).to_owned()).collect(), items: picked.iter().map(place).collect() }
}
