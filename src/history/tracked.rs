//! The files that git tracks below a folder: they are part of the repository whatever its ignore files say.

use std::path::Path;

use gix::Repository;
use gix::bstr::ByteSlice as _;
use gix::index::entry::{Flags, Mode};

use super::error::HistoryError;
use super::head;
use crate::base::path;

/// Encoded paths below `root` of the files that git's index lists, sorted, each once; links too, files outside of a sparse checkout not. Of a submodule that is
/// checked out those that its own index lists, and none where that cannot be read. None where `root` is in no work tree, or nothing was ever added.
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
        let is_elsewhere = entry.mode.is_sparse() || entry.flags.contains(Flags::SKIP_WORKTREE);
        let below = below(entry.path(&index), prefix.as_bytes()).filter(|_| !is_elsewhere);
        let Some(file) = below.and_then(|below| gix::path::from_byte_slice(below).ok()) else { continue };
        if entry.mode != Mode::COMMIT {
            paths.push(path::encode(file));
        } else if is_checked_out(&root.join(file)) {
            let folder = path::encode(file);
            let own = self::paths(&root.join(file)).unwrap_or_default();
            paths.extend(own.into_iter().map(|file| format!("{folder}/{file}")));
        }
    }
    paths.sort_unstable();
    // A file in conflict is listed once for each side.
    paths.dedup();
    Ok(paths)
}

/// Whether any submodule of the work tree around `root` is checked out below it: then more than its own files decide what is tracked.
pub(super) fn has_submodules(repository: &Repository, root: &Path, prefix: &Path) -> bool {
    let Ok(Some(index)) = repository.try_index() else { return false };
    let Ok(prefix) = gix::path::into_bstr(prefix) else { return true };
    let prefix = gix::path::to_unix_separators_on_windows(prefix);
    index.entries().iter().filter(|entry| entry.mode == Mode::COMMIT).any(|entry| {
        let file = below(entry.path(&index), prefix.as_bytes()).and_then(|below| gix::path::from_byte_slice(below).ok());
        file.is_some_and(|file| is_checked_out(&root.join(file)))
    })
}

/// Whether a submodule's folder is one, and a repository of its own.
fn is_checked_out(folder: &Path) -> bool {
    folder.symlink_metadata().is_ok_and(|it| it.is_dir()) && folder.join(".git").exists()
}

/// The rest of a path below a folder.
fn below<'p>(path: &'p [u8], folder: &[u8]) -> Option<&'p [u8]> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix(b"/")
}
