//! The files of any commit that somebody names: what a work tree is compared with.

use std::collections::BTreeMap;
use std::path::Path;

use gix::bstr::ByteSlice as _;
use gix::objs::{Kind, TreeRefIter};
use gix::{ObjectId, Repository};

use super::error::HistoryError;
use super::head;
use crate::base::caps::MAX_DEPTH;
use crate::base::path;

/// Fewest digits of a shortened id.
const LEAST_DIGITS: usize = 4;

/// The files of one commit below the indexed folder.
pub struct Revision {
    repository: Repository,
    /// Its id in hexadecimal.
    pub commit: String,
    /// Contents by repo-relative path.
    files: BTreeMap<String, ObjectId>,
}

/// The commit that `name` means in the repository around `root`: a branch, a tag, `HEAD`, an id or the start of one, each with `~N` and `^` behind it.
/// `None` where there is no repository or nothing of this name.
///
/// # Errors
/// When the repository or the commit is there and cannot be read.
pub fn find(root: &Path, name: &str) -> Result<Option<Revision>, HistoryError> {
    let Some(head) = head::find(root)? else { return Ok(None) };
    let repository = head::open(&head.root)?;
    let Some(id) = resolve(&repository, name)? else { return Ok(None) };
    let failed = |cause| HistoryError::Commit { id, cause };
    let tree = repository.find_commit(id).map_err(failed)?.tree_id().map_err(failed)?.detach();
    let mut files = BTreeMap::new();
    collect(&repository, id, tree, (b"", 0), &mut files)?;
    let files = files
        .into_iter()
        .filter_map(|(file, object)| {
            let file = path::encode(&gix::path::from_bstring(file).ok()?);
            let file = if head.prefix.is_empty() { file } else { file.strip_prefix(&head.prefix)?.strip_prefix('/')?.to_owned() };
            Some((file, object))
        })
        .collect();
    Ok(Some(Revision { commit: id.to_string(), files, repository }))
}

impl Revision {
    /// Every file, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Whether the commit has a file, and whether with these very bytes.
    pub fn holds(&self, file: &str, bytes: &[u8]) -> Option<bool> {
        let object = self.files.get(file)?;
        Some(gix::objs::compute_hash(object.kind(), Kind::Blob, bytes).is_ok_and(|hash| hash == *object))
    }

    /// The bytes of a file; an error names the object of bytes that this clone does not have, as a partial one may not.
    /// `None` where the commit has no such path.
    ///
    /// # Errors
    /// The object's id in hexadecimal.
    pub fn read(&self, file: &str) -> Option<Result<Vec<u8>, String>> {
        let object = self.files.get(file)?;
        Some(self.repository.find_blob(*object).map(|found| found.detach().data).map_err(|_| object.to_string()))
    }
}

/// The commit of a name.
fn resolve(repository: &Repository, name: &str) -> Result<Option<ObjectId>, HistoryError> {
    let end = name.find(['~', '^']).unwrap_or(name.len());
    let (start, mut steps) = name.split_at(end);
    let Some(mut id) = named(repository, start) else { return Ok(None) };
    while let Some(mark) = steps.chars().next() {
        let digits = steps[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = steps[1..=digits].parse::<usize>().ok();
        if digits > 0 && number.is_none() || !matches!(mark, '~' | '^') {
            return Ok(None);
        }
        steps = &steps[1 + digits..];
        let number = number.unwrap_or(1);
        for _ in 0..if mark == '~' { number } else { 1 } {
            let which = if mark == '~' { 1 } else { number };
            match parent(repository, id, which)? {
                Some(parent) => id = parent,
                None => return Ok(None),
            }
        }
    }
    Ok(Some(id))
}

/// The parent of a commit by its number from 1; the commit itself for 0.
fn parent(repository: &Repository, id: ObjectId, number: usize) -> Result<Option<ObjectId>, HistoryError> {
    let commit = repository.find_commit(id).map_err(|cause| HistoryError::Commit { id, cause })?;
    Ok(if number == 0 { Some(id) } else { commit.parent_ids().nth(number - 1).map(gix::Id::detach) })
}

/// The commit of a reference or an id. What is no commit is nothing.
fn named(repository: &Repository, name: &str) -> Option<ObjectId> {
    let reference = repository.try_find_reference(name).ok().flatten().and_then(|mut it| it.peel_to_id().ok()).map(gix::Id::detach);
    let digits = || name.len() >= LEAST_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = reference.or_else(|| {
        let prefix = Some(name).filter(|_| digits()).and_then(|it| gix::hash::Prefix::from_hex(it).ok())?;
        repository.objects.lookup_prefix(prefix, None).ok().flatten()?.ok()
    })?;
    let object = repository.find_object(id).ok()?;
    object.peel_to_kind(Kind::Commit).ok().map(|it| it.id)
}

/// Adds the files of a tree. Links count as files: what they hold is their target's name.
fn collect(
    repository: &Repository,
    commit: ObjectId,
    tree: ObjectId,
    (prefix, depth): (&[u8], u32),
    files: &mut BTreeMap<gix::bstr::BString, ObjectId>,
) -> Result<(), HistoryError> {
    if depth > MAX_DEPTH {
        return Err(HistoryError::Damaged { id: commit, what: format!("folders are nested deeper than {MAX_DEPTH} levels") });
    }
    let data = repository.find_tree(tree).map_err(|cause| HistoryError::Tree { id: commit, cause })?.detach().data;
    for entry in TreeRefIter::from_bytes(&data, repository.object_hash()) {
        let entry = entry.map_err(|cause| HistoryError::Damaged { id: commit, what: cause.to_string() })?;
        let mut path = prefix.to_vec();
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend_from_slice(entry.filename.as_bytes());
        if entry.mode.is_tree() {
            collect(repository, commit, entry.oid.to_owned(), (&path, depth + 1), files)?;
        } else if entry.mode.is_blob() {
            files.insert(path.into(), entry.oid.to_owned());
        }
    }
    Ok(())
}
