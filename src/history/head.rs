//! The repository that holds the indexed folder, and its checked-out commit.

use std::path::{Path, PathBuf};

use gix::discover::upwards;
use gix::sec::Trust;
use gix::{ObjectId, Repository, ThreadSafeRepository};

use super::error::HistoryError;
use super::tracked;
use crate::base::path;

/// The checked-out commit. Plain data: it stays true when the repository moves on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Where the repository was found from.
    pub(super) root: PathBuf,
    pub(super) id: ObjectId,
    /// The indexed folder inside the work tree, `""` for all of it.
    pub(super) prefix: String,
    /// Commits whose parents this clone does not have, sorted.
    pub(super) edge: Vec<ObjectId>,
    /// Its commit time, in seconds since 1970.
    pub seconds: i64,
}

impl Head {
    /// The digest of all that the history depends on.
    pub fn key(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.id.as_bytes());
        self.edge.iter().for_each(|id| {
            hasher.update(id.as_bytes());
        });
        hasher.update(b"\0").update(self.prefix.as_bytes());
        *hasher.finalize().as_bytes()
    }

    /// How many commits lack their parents in this clone.
    pub fn edge(&self) -> usize {
        self.edge.len()
    }

    /// The clone does not have all commits.
    pub fn is_shallow(&self) -> bool {
        !self.edge.is_empty()
    }
}

/// The checked-out commit of the repository whose work tree holds `root`; `None` where there is no repository, no commit yet,
/// or a repository around `root` that does not know this folder.
///
/// # Errors
/// When a repository is there and cannot be read.
pub fn find(root: &Path) -> Result<Option<Head>, HistoryError> {
    let Some(Found { place, repository, prefix }) = around(root)? else { return Ok(None) };
    let head = repository.head().map_err(HistoryError::Head)?;
    let Some(id) = head.try_into_peeled_id().map_err(HistoryError::Head)?.map(gix::Id::detach) else { return Ok(None) };
    let commit = repository.find_commit(id).map_err(HistoryError::Head)?;
    if !prefix.as_os_str().is_empty() {
        let tree = commit.tree().map_err(HistoryError::Head)?;
        let known = tree.lookup_entry_by_path(&prefix).map_err(HistoryError::Head)?.is_some_and(|entry| entry.mode().is_tree());
        if !known {
            return Ok(None);
        }
    }
    let edge = repository.shallow_commits().map_err(HistoryError::Shallow)?;
    let mut edge: Vec<ObjectId> = edge.map(|edge| edge.iter().copied().collect()).unwrap_or_default();
    edge.sort_unstable();
    let seconds = seconds(&commit);
    Ok(Some(Head { root: place, id, prefix: path::encode(&prefix), edge, seconds }))
}

/// The files that decide which commit is checked out below `root` and which paths git tracks, whether they are there or not: while none of them changes,
/// [`find`] and [`super::tracked::paths`] say the same. `None` where that cannot be told by files.
pub fn deciding_files(root: &Path) -> Option<Vec<PathBuf>> {
    let start = gix::path::realpath(root).ok()?;
    let mut files: Vec<PathBuf> = start.ancestors().map(|folder| folder.join(".git")).collect();
    let Some(Found { repository, prefix, .. }) = around(root).ok()? else { return Some(files) };
    let (own, common) = (repository.git_dir(), repository.common_dir());
    if common.join("reftable").exists() || tracked::has_submodules(&repository, root, &prefix) {
        return None;
    }
    for folder in [own, common] {
        files.extend(["HEAD", "commondir", "config", "config.worktree", "index", "packed-refs", "shallow"].map(|name| folder.join(name)));
    }
    if let Some(reference) = repository.head_ref().ok()? {
        // A reference that leads to another one is decided by that.
        reference.try_id()?;
        let name = gix::path::from_bstr(reference.name().as_bstr()).ok()?;
        files.extend([own.join(&name), common.join(&name)]);
    }
    Some(files)
}

/// The folders outside of a root where the files change that decide what commit it is at: of a linked work tree, and of a root within a larger one. None where
/// there are none, or where they cannot be told.
pub fn deciding_folders(root: &Path) -> Vec<PathBuf> {
    let (Ok(start), Ok(Some(found))) = (gix::path::realpath(root), around(root)) else { return Vec::new() };
    let (own, common) = (found.repository.git_dir(), found.repository.common_dir());
    let head = found.repository.head_ref().ok().flatten();
    let name = head.and_then(|it| gix::path::from_bstr(it.name().as_bstr()).ok().map(std::borrow::Cow::into_owned));
    let reference = name.and_then(|name| common.join(name).parent().map(Path::to_owned));
    let folders = [Some(own.to_owned()), Some(common.to_owned()), reference].into_iter().flatten();
    let mut folders: Vec<PathBuf> =
        folders.filter_map(|it| gix::path::realpath(it).ok()).filter(|it| !it.starts_with(&start) && it.is_dir()).collect();
    folders.sort();
    folders.dedup();
    folders
}

/// A repository and the place of a folder in its work tree.
pub(super) struct Found {
    place: PathBuf,
    pub(super) repository: Repository,
    /// Empty for all of the work tree.
    pub(super) prefix: PathBuf,
}

/// The repository whose work tree holds `root`. Discovery fails where there is nothing to discover; whatever is found must then open.
///
/// # Errors
/// When a repository is there and cannot be opened.
pub(super) fn around(root: &Path) -> Result<Option<Found>, HistoryError> {
    let Ok(start) = gix::path::realpath(root) else { return Ok(None) };
    let options = upwards::Options { trust: upwards::TrustPolicy::Assume(Trust::Full), ..upwards::Options::default() };
    let claims = start.join(".git").exists();
    let Ok((place, _)) = gix::discover::upwards_opts(&start, options) else { return if claims { Err(HistoryError::Dangling) } else { Ok(None) } };
    let repository = open(place.as_ref())?;
    let work_tree = repository.workdir().and_then(|folder| gix::path::realpath(folder).ok());
    let Some(prefix) = work_tree.and_then(|folder| inside(&start, &folder)) else { return Ok(None) };
    // What was found lies further up, past a `.git` that git itself would stop at.
    if claims && !prefix.as_os_str().is_empty() {
        return Err(HistoryError::Dangling);
    }
    Ok(Some(Found { place: place.as_ref().to_owned(), repository, prefix }))
}

/// Opens a repository by its own files alone: no user's or system's configuration, no environment, no replaced objects.
pub(super) fn open(place: &Path) -> Result<Repository, HistoryError> {
    let options = gix::open::Options::isolated().with(Trust::Full).lossy_config(true);
    let mut repository = ThreadSafeRepository::open_opts(place, options).map_err(HistoryError::Open)?.to_thread_local();
    repository.objects.ignore_replacements = true;
    Ok(repository)
}

/// The commit time; a commit whose time is not written as git writes it counts as the oldest.
pub(super) fn seconds(commit: &gix::Commit<'_>) -> i64 {
    commit.time().map_or(0, |time| time.seconds)
}

fn inside(folder: &Path, work_tree: &Path) -> Option<PathBuf> {
    folder.strip_prefix(work_tree).ok().map(Path::to_owned)
}
