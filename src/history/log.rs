//! The newest commits and the files that each of them changed. What one commit changed never changes, so it is read once.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::ops::ControlFlow;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice as _, ByteVec as _};
use gix::diff::tree::{State, Visit, visit};
use gix::objs::TreeRefIter;
use serde::{Deserialize, Serialize};

use super::error::HistoryError;
use super::head::{self, Head};
use crate::base::caps::{MAX_COMMIT_FILES, MAX_COMMITS, MAX_MESSAGE_BYTES};
use crate::base::path;
use crate::base::progress::Progress;
use crate::rules::hiding;

/// The history of one checked-out commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// [`Head::key`] of the commit it belongs to.
    pub key: [u8; 32],
    pub(super) prefix: String,
    /// The clone does not have all commits.
    pub(super) shallow: bool,
    /// Newest first.
    pub(super) commits: Vec<Commit>,
    /// Every path that a commit changed.
    pub(super) paths: Vec<String>,
    /// Of a shallow clone, every file of the checked-out commit.
    pub(super) tracked: Vec<u32>,
}

/// One commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Commit {
    pub(super) id: [u8; 20],
    /// The edge of a shallow clone: what it changed is unknown.
    edge: bool,
    pub(super) seconds: i64,
    /// The start of its message.
    pub(super) message: String,
    /// Changed files against the first parent; none for a commit of too many and for the edge of a shallow clone.
    pub(super) files: Vec<u32>,
}

/// Reads the history of `head`; what `known` has of its commits is not read again.
///
/// # Errors
/// When a commit or tree that should be there cannot be read, or nobody waits any more.
pub fn read(head: &Head, known: Option<&Log>, progress: &dyn Progress) -> Result<Log, HistoryError> {
    let mut repository = head::open(&head.root)?;
    // Neighboring commits share most of their trees.
    repository.object_cache_size(16 << 20);
    let reader = Reader { repository, head };
    let mut paths = Paths::default();
    let before: HashMap<[u8; 20], &Commit> = known.iter().flat_map(|log| &log.commits).map(|commit| (commit.id, commit)).collect();
    let mut log = Log { key: head.key(), prefix: head.prefix.clone(), shallow: head.is_shallow(), ..Log::default() };
    let mut differ = State::default();
    for newest in reader.newest()? {
        if progress.is_stopped() {
            return Err(HistoryError::Stopped);
        }
        let id = short(&newest.id);
        let edge = head.edge.binary_search(&newest.id).is_ok();
        let files = match (before.get(&id).filter(|commit| commit.edge == edge), known) {
            (Some(commit), Some(known)) => {
                commit.files.iter().filter_map(|file| known.paths.get(*file as usize)).map(|path| paths.index(path)).collect()
            }
            _ if edge => Vec::new(),
            _ => reader.changed(&newest, &mut differ)?.iter().map(|path| paths.index(path)).collect(),
        };
        log.commits.push(Commit { id, edge, seconds: newest.seconds, message: reader.message(&newest)?, files });
    }
    if log.shallow {
        log.tracked = reader.tracked(&mut differ)?.iter().map(|path| paths.index(path)).collect();
    }
    log.paths = paths.list;
    Ok(log)
}

/// A commit on the way from the newest to the oldest. The order is total: by time, then by id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    seconds: i64,
    id: Reverse<ObjectId>,
    tree: ObjectId,
    parents: Vec<ObjectId>,
}

/// A commit of the window.
struct Newest {
    id: ObjectId,
    seconds: i64,
    tree: ObjectId,
    first_parent: Option<ObjectId>,
}

struct Reader<'a> {
    repository: gix::Repository,
    head: &'a Head,
}

impl Reader<'_> {
    fn newest(&self) -> Result<Vec<Newest>, HistoryError> {
        let mut met = BTreeSet::from([self.head.id]);
        let mut heap = BinaryHeap::from([self.step(self.head.id)?]);
        let mut newest = Vec::new();
        while let Some(Step { seconds, id: Reverse(id), tree, parents }) = heap.pop() {
            newest.push(Newest { id, seconds, tree, first_parent: parents.first().copied() });
            if newest.len() == MAX_COMMITS {
                break;
            }
            for parent in parents {
                if met.insert(parent) {
                    heap.push(self.step(parent)?);
                }
            }
        }
        Ok(newest)
    }

    fn step(&self, id: ObjectId) -> Result<Step, HistoryError> {
        let failed = |cause| HistoryError::Commit { id, cause };
        let commit = self.repository.find_commit(id).map_err(failed)?;
        let edge = self.head.edge.binary_search(&id).is_ok();
        let parents = if edge { Vec::new() } else { commit.parent_ids().map(gix::Id::detach).collect() };
        Ok(Step { seconds: head::seconds(&commit), id: Reverse(id), tree: commit.tree_id().map_err(failed)?.detach(), parents })
    }

    /// The start of a commit's message, cut between characters. Bytes that are not UTF-8 are replaced.
    fn message(&self, commit: &Newest) -> Result<String, HistoryError> {
        let failed = |cause| HistoryError::Commit { id: commit.id, cause };
        let found = self.repository.find_commit(commit.id).map_err(failed)?;
        let mut message = found.message_raw_sloppy().to_str_lossy().into_owned();
        // A secret that the cut would halve has to be seen whole; a message that goes on much further is no text for people.
        message.truncate(message.floor_char_boundary(4 * MAX_MESSAGE_BYTES));
        let (mut message, _) = hiding::hide(message);
        message.truncate(message.floor_char_boundary(MAX_MESSAGE_BYTES));
        Ok(message)
    }

    /// The files that a commit changed, sorted; none if they are too many.
    fn changed(&self, commit: &Newest, differ: &mut State) -> Result<Vec<String>, HistoryError> {
        let before = match commit.first_parent {
            Some(parent) => Some(self.step(parent)?.tree),
            None => None,
        };
        Ok(self.difference(commit.id, before, commit.tree, MAX_COMMIT_FILES, differ)?.unwrap_or_default())
    }

    /// Every file of the checked-out commit.
    fn tracked(&self, differ: &mut State) -> Result<Vec<String>, HistoryError> {
        let tree = self.step(self.head.id)?.tree;
        Ok(self.difference(self.head.id, None, tree, usize::MAX, differ)?.unwrap_or_default())
    }

    /// The files in which two trees differ, sorted; `None` if they are more than `most`.
    fn difference(
        &self,
        id: ObjectId,
        before: Option<ObjectId>,
        after: ObjectId,
        most: usize,
        differ: &mut State,
    ) -> Result<Option<Vec<String>>, HistoryError> {
        let failed = |cause| HistoryError::Tree { id, cause };
        let objects = &self.repository.objects;
        let before = match before {
            Some(before) => self.repository.find_tree(before).map_err(failed)?.take_data(),
            None => Vec::new(),
        };
        let after = self.repository.find_tree(after).map_err(failed)?.take_data();
        let kind = self.repository.object_hash();
        let (lhs, rhs) = (TreeRefIter::from_bytes(&before, kind), TreeRefIter::from_bytes(&after, kind));
        let mut changed = Changed { most, ..Changed::default() };
        match gix::diff::tree(lhs, rhs, differ, objects, &mut changed) {
            Err(gix::diff::tree::Error::Cancelled) => return Ok(None),
            Err(gix::diff::tree::Error::Failure(cause)) => return Err(failed(cause)),
            Ok(()) => {}
        }
        // A path that this system cannot hold is no walked file's.
        let files = changed.files.into_iter().filter_map(|file| gix::path::from_bstring(file).ok());
        Ok(Some(files.map(|file| path::encode(&file)).collect()))
    }
}

/// The files met while two trees are compared; comparing stops at one too many.
#[derive(Default)]
struct Changed {
    most: usize,
    files: BTreeSet<BString>,
    path: BString,
    queue: std::collections::VecDeque<BString>,
}

impl Visit for Changed {
    fn pop_front_tracked_path_and_set_current(&mut self) {
        self.path = self.queue.pop_front().unwrap_or_default();
    }

    fn push_back_tracked_path_component(&mut self, component: &BStr) {
        self.push_path_component(component);
        self.queue.push_back(self.path.clone());
    }

    fn push_path_component(&mut self, component: &BStr) {
        if !self.path.is_empty() {
            self.path.push_byte(b'/');
        }
        self.path.push_str(component);
    }

    fn pop_path_component(&mut self) {
        let end = self.path.rfind_byte(b'/').unwrap_or(0);
        self.path.truncate(end);
    }

    fn visit(&mut self, change: visit::Change) -> visit::Action {
        let is_file = match change {
            visit::Change::Addition { entry_mode, .. } | visit::Change::Deletion { entry_mode, .. } => entry_mode.is_blob_or_symlink(),
            visit::Change::Modification { previous_entry_mode, entry_mode, .. } => {
                previous_entry_mode.is_blob_or_symlink() || entry_mode.is_blob_or_symlink()
            }
        };
        if is_file {
            self.files.insert(self.path.clone());
        }
        if self.files.len() > self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Paths by number.
#[derive(Default)]
struct Paths {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Paths {
    fn index(&mut self, path: &str) -> u32 {
        if let Some(number) = self.numbers.get(path) {
            return *number;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(path.to_owned());
        self.numbers.insert(path.to_owned(), number);
        number
    }
}

fn short(id: &ObjectId) -> [u8; 20] {
    let mut short = [0; 20];
    short.iter_mut().zip(id.as_bytes()).for_each(|(to, from)| *to = *from);
    short
}
