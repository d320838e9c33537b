//! The descent of a walk: folders are listed in parallel, each once, and what the rules keep is handed on with its stat.
//!
//! The walker of `ignore` looks files up by their whole paths, and cannot be told which ignore files must not be opened before it opens them:
//! asking for each of them cost more than all else that a build does when nothing has changed. The rules are still that library's.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ignore::overrides::Override;
use rayon::Scope;

use super::ignore_files::{NAMES, Rules};
use super::walk::Walked;
use crate::base::codes::{self, Code};
use crate::base::path;
use crate::base::problem::Problem;
use crate::base::store;
use crate::host::disk::DiskHost;
use crate::host::entries::{Entries, Entry, Listed};
use crate::host::{Host, Kind, Stat};

/// Folders of version control systems: never part of the source.
const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul"];

/// Bytes of a manifest that are looked at.
const MANIFEST_HEAD: usize = 1 << 20;

/// What holds for a whole descent.
pub struct Descent<'a> {
    pub(super) root: &'a Path,
    /// The index root, which is left out wherever it lies.
    out: &'a Path,
    overrides: &'a Override,
    /// By folder.
    found: Mutex<Vec<Vec<Walked>>>,
    deciding: Mutex<Deciding>,
    unfit: Mutex<Option<&'static str>>,
}

/// Whose looks decide, beside those of the files that were found, what a descent finds.
#[derive(Default)]
struct Deciding {
    /// The folders that were listed, and their ignore files.
    paths: Vec<PathBuf>,
    /// More than that decided.
    is_partial: bool,
}

/// A folder that is to be listed.
struct Folder {
    absolute: PathBuf,
    /// Encoded; empty for the root.
    path: String,
    /// Those of the folders above.
    rules: Rules,
}

impl<'a> Descent<'a> {
    pub fn new(root: &'a Path, out: &'a Path, overrides: &'a Override) -> Self {
        Self { root, out, overrides, found: Mutex::default(), deciding: Mutex::default(), unfit: Mutex::default() }
    }

    /// Everything below the root that is no folder, folder by folder: nearly in order of the encoded paths.
    ///
    /// # Errors
    /// The name of an ignore file of the root itself that must not be opened or cannot be read.
    pub fn descend(&self) -> Result<Vec<Walked>, &'static str> {
        let top = Folder { absolute: self.root.to_owned(), path: String::new(), rules: Rules::default() };
        rayon::scope(|scope| self.list(scope, &top));
        if let Some(name) = *self.unfit.lock().unwrap_or_else(PoisonError::into_inner) {
            return Err(name);
        }
        let mut found = std::mem::take(&mut *self.found.lock().unwrap_or_else(PoisonError::into_inner));
        found.sort_unstable_by(|lhs, rhs| first_path(lhs).cmp(first_path(rhs)));
        let mut all = Vec::with_capacity(found.iter().map(Vec::len).sum());
        all.extend(found.into_iter().flatten());
        Ok(all)
    }

    /// The folders that were listed and their ignore files, in no order. As long as these and the files that were found look as they do, another
    /// descent finds the same; `None` where that cannot be said.
    pub fn deciding(&self) -> Option<Vec<PathBuf>> {
        let mut deciding = self.deciding.lock().unwrap_or_else(PoisonError::into_inner);
        (!deciding.is_partial).then(|| std::mem::take(&mut deciding.paths))
    }

    /// Whether a path is no source, given the rules of its folder. `name` is its last part; `is_top` says that it stands right in the root.
    pub(super) fn leaves_out(&self, rules: &Rules, absolute: &Path, name: &OsStr, is_top: bool, is_folder: bool) -> bool {
        let is_ours = absolute.as_os_str() == self.out.as_os_str() || (is_top && is_folder && name == store::FOLDER);
        let is_left_out = is_ours || VERSION_CONTROL.iter().any(|folder| name == *folder);
        is_left_out || rules.ignore(absolute, is_folder) || self.overrides.matched(absolute, is_folder).is_ignore()
    }

    fn list<'scope>(&'scope self, scope: &Scope<'scope>, folder: &Folder) {
        let mut found = Vec::new();
        let entries = listed(folder, &mut found);
        let may_be_index = !folder.path.is_empty() && entries.iter().any(|entry| entry.name == store::PIECES);
        let ignore_files = ignore_files(&entries);
        {
            let mut deciding = self.deciding.lock().unwrap_or_else(PoisonError::into_inner);
            deciding.is_partial |= may_be_index || entries.cause.is_some();
            deciding.paths.push(folder.absolute.clone());
            deciding.paths.extend(ignore_files.iter().map(|(name, _)| folder.absolute.join(name)));
        }
        if may_be_index && is_index_root(&folder.absolute) {
            return;
        }
        match folder.rules.within(self.root, &folder.absolute, &ignore_files) {
            Ok(rules) => {
                let mut absolute = PathBuf::with_capacity(folder.absolute.as_os_str().len() + 64);
                for entry in entries.iter() {
                    // To pop the name would be to take the path apart.
                    absolute.clear();
                    absolute.push(&folder.absolute);
                    absolute.push(&entry.name);
                    self.meet(scope, folder, &rules, entry, &absolute, &mut found);
                }
            }
            Err(name) if folder.path.is_empty() => *self.unfit.lock().unwrap_or_else(PoisonError::into_inner) = Some(name),
            Err(name) => {
                let message =
                    format!("it is left out because its `{name}` is not a regular file of this root, holds more than a MiB, or cannot be read");
                found = vec![with_problem(folder.path.clone(), &codes::P_SPECIAL, message)];
            }
        }
        if !found.is_empty() {
            found.sort_unstable_by(|lhs, rhs| lhs.path.cmp(&rhs.path));
            self.found.lock().unwrap_or_else(PoisonError::into_inner).push(found);
        }
    }

    /// `absolute` is the entry's own path.
    fn meet<'scope>(
        &'scope self,
        scope: &Scope<'scope>,
        folder: &Folder,
        rules: &Rules,
        entry: Listed<'_>,
        absolute: &Path,
        found: &mut Vec<Walked>,
    ) {
        if self.leaves_out(rules, absolute, &entry.name, folder.path.is_empty(), matches!(entry.kind, Ok(Kind::Folder))) {
            return;
        }
        let path = path::encode_below(&folder.path, Path::new(&entry.name));
        match &entry.kind {
            Ok(Kind::Folder) => {
                let folder = Folder { absolute: absolute.to_owned(), path, rules: rules.clone() };
                scope.spawn(move |scope| self.list(scope, &folder));
            }
            Ok(kind) => found.extend(walked(path, *kind, || entry.stat())),
            // What vanished meanwhile is not there any more, which is no problem.
            Err(cause) if cause.kind() == ErrorKind::NotFound => {}
            Err(_) => found.push(with_problem(path, &codes::P_UNREADABLE, "it cannot be looked at")),
        }
    }
}

fn first_path(found: &[Walked]) -> &str {
    found.first().map_or("", |walked| &walked.path)
}

/// A path that is no folder, or nothing for a folder.
pub(super) fn walked(path: String, kind: Kind, stat: impl FnOnce() -> std::io::Result<Stat>) -> Option<Walked> {
    match kind {
        Kind::Folder => None,
        Kind::Link => Some(with_problem(path, &codes::P_SYMLINK, "a symbolic link")),
        Kind::Other => Some(with_problem(path, &codes::P_SPECIAL, "a pipe, socket or device")),
        Kind::File => Some(match stat() {
            Ok(stat) => Walked { path, stat, problem: None },
            Err(_) => with_problem(path, &codes::P_UNREADABLE, "it cannot be looked at"),
        }),
    }
}

/// The entries of a folder. One that cannot be listed, or not to its end, is a problem, unless it is gone.
fn listed(folder: &Folder, found: &mut Vec<Walked>) -> Entries {
    let entries = Entries::of(&folder.absolute);
    if entries.cause.as_ref().is_some_and(|cause| cause.kind() != ErrorKind::NotFound) && !folder.path.is_empty() {
        found.push(with_problem(folder.path.clone(), &codes::P_UNREADABLE, "it cannot be listed"));
    }
    entries
}

/// The ignore files among entries. A folder of such a name is a folder.
fn ignore_files(entries: &Entries) -> Vec<(&'static str, Kind)> {
    let named = |entry: &Entry| NAMES.into_iter().find(|name| entry.name == *name);
    let listed = entries.iter().filter_map(|entry| Some((named(&entry)?, *entry.kind.as_ref().ok()?)));
    listed.filter(|(_, kind)| *kind != Kind::Folder).collect()
}

fn with_problem(path: String, code: &'static Code, message: impl Into<String>) -> Walked {
    Walked { path, stat: Stat::default(), problem: Some(Box::new(Problem::of_file(code, message))) }
}

/// Whether a folder is an index root: what is kept there was made of sources, and is none, whatever its ignore file says or whether it has one.
pub(super) fn is_index_root(folder: &Path) -> bool {
    let (host, manifest) = (DiskHost::volatile(), folder.join(store::PIECES).join(store::MANIFEST_FILE));
    let is_file = matches!(host.stat(&manifest), Ok((Kind::File, _)));
    let said = format!("\"schema\":\"{}\"", store::MANIFEST_SCHEMA);
    is_file && host.read_at(&manifest, 0, MANIFEST_HEAD).is_ok_and(|head| String::from_utf8_lossy(&head).contains(&said))
}
