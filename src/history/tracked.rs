//! The files that git tracks below a folder: they are part of the repository whatever its ignore files say.

use std::path::Path;

use gix::bstr::ByteSlice as _;
use gix::index::entry::{Flags, Mode};

use super::error::HistoryError;
use super::head;
use crate::base::path;

/// Encoded paths below `root` of the files that git's index lists, sorted, each once; links too, submodules and files outside of a sparse
/// checkout not. None where `root` is in no work tree, or nothing was ever added.
///
/// # Errors
/// When a repository is there and it or its index cannot be read.
pub fn paths(root: &Path) -> Result<Vec<String>, HistoryError> {
    let Some(found) = head::around(root)? else { return Ok(Vec::new()) };
    let Some(index) = found.repository.try_index().map_err(HistoryError::Tracked)? else { return Ok(Vec::new()) };
    let prefix = gix::path::into_bstr(found.prefix.as_path()).map_err(HistoryError::Tracked)?;
    let prefix = gix::path::to_unix_separators_on_windows(prefix);
    let mut paths: Vec<String> = Vec::new();
    for entry in index.entries() {
        let is_elsewhere = entry.mode == Mode::COMMIT || entry.mode.is_sparse() || entry.flags.contains(Flags::SKIP_WORKTREE);
        let below = below(entry.path(&index), prefix.as_bytes()).filter(|_| !is_elsewhere);
        if let Some(file) = below.and_then(|below| gix::path::from_byte_slice(below).ok()) {
            paths.push(path::encode(file));
        }
    }
    paths.sort_unstable();
    // A file in conflict is listed once for each side.
    paths.dedup();
    Ok(paths)
}

/// The rest of a path below a folder.
fn below<'p>(path: &'p [u8], folder: &[u8]) -> Option<&'p [u8]> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix(b"/")
}
