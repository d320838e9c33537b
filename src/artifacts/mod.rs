//! Every table of an index: name, version, row shape, order. One file and one line here add one.
//!
//! Owns: row types, canonical JSON, piece boundaries.
//! Never: where rows come from or where pieces lie.
//! Invariant: fields stand in the order of canonical JSON, so what serde writes is canonical.

pub mod chunk_meta;
pub mod chunk_text;
pub mod commits;
pub mod context_packs;
pub mod edges;
pub mod files;
pub mod history;
pub mod jsonl;
pub mod packages;
pub mod postings;
pub mod problems;
pub mod repo_graph;
pub mod risks;
pub mod sites;
pub mod symbols;
pub mod vectors;

use xxhash_rust::xxh64::xxh64;

/// One table.
pub struct Artifact {
    /// The name in manifest and paths.
    pub name: &'static str,
    /// Version of the row shape, raised when it changes.
    pub schema_version: &'static str,
    /// The columns that order it; ties cannot be.
    pub sort_key: &'static [&'static str],
    /// A piece ends after a path whose hash is a multiple of this.
    pub modulus: u64,
    /// The JSON Schema of a row.
    pub schema: fn() -> schemars::Schema,
}

impl Artifact {
    /// Whether a piece ends after `path`. Depends on nothing else, so an edit elsewhere moves no boundary.
    pub fn ends_after(&self, path: &str) -> bool {
        self.ends_after_hash(path_hash(path))
    }

    /// The same of a path whose hash is known.
    pub fn ends_after_hash(&self, hash: u64) -> bool {
        hash.is_multiple_of(self.modulus)
    }

    /// The column that pieces are cut after: the path, or what stands for it in a table that is of no file.
    pub fn group_column(&self) -> &'static str {
        if self.sort_key.contains(&"path") { "path" } else { self.sort_key.first().copied().unwrap_or("path") }
    }
}

/// The hash of a path that decides where pieces end.
pub fn path_hash(path: &str) -> u64 {
    xxh64(path.as_bytes(), 0)
}

/// Every table, in the order of the manifest.
pub static ARTIFACTS: &[Artifact] = &[
    chunk_meta::ARTIFACT,
    chunk_text::ARTIFACT,
    commits::ARTIFACT,
    context_packs::ARTIFACT,
    edges::CALL,
    edges::DATAFLOW,
    edges::EXPORT,
    edges::IMPORT,
    edges::STRUCTURE,
    edges::USAGE,
    files::ARTIFACT,
    history::ARTIFACT,
    packages::ARTIFACT,
    postings::ARTIFACT,
    problems::ARTIFACT,
    repo_graph::ARTIFACT,
    risks::ARTIFACT,
    sites::ARTIFACT,
    symbols::ARTIFACT,
    vectors::ARTIFACT,
];

/// How many tables there are.
pub const COUNT: usize = 20;

/// A raw group above this is cut at row boundaries counted from its start.
pub const MAX_PIECE_BYTES: usize = 4 << 20;

/// The table of a name, with its position.
pub fn find(name: &str) -> Option<(usize, &'static Artifact)> {
    ARTIFACTS.iter().enumerate().find(|(_, artifact)| artifact.name == name)
}

/// The position of a table that the source names.
pub fn position(artifact: &Artifact) -> usize {
    let name = artifact.name;
    // Names of one binary are mostly one string: the address says it without a look at the bytes.
    let same = |it: &Artifact| it.name.len() == name.len() && (std::ptr::eq(it.name.as_ptr(), name.as_ptr()) || it.name == name);
    ARTIFACTS.iter().position(same).unwrap_or(COUNT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_counted() {
        assert_eq!(ARTIFACTS.len(), COUNT);
        assert!(ARTIFACTS.windows(2).all(|pair| pair[0].name < pair[1].name));
    }
}
