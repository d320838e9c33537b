//! The walk: every regular file below a root by the repository's own ignore rules, with its stat.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};
use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use super::ignore_files;
use crate::base::codes;
use crate::base::path;
use crate::base::problem::Problem;
use crate::base::store;
use crate::host::disk::{DiskHost, stat_of};
use crate::host::{Host, HostError, Kind, Stat};

/// Folders of version control systems: never part of the source.
const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul"];

/// Bytes of a manifest that are looked at.
const MANIFEST_HEAD: usize = 1 << 20;

/// What to walk.
#[derive(Clone, Debug)]
pub struct WalkOptions {
    pub root: PathBuf,
    /// The index root, which is left out wherever it lies.
    pub out: PathBuf,
    /// Only paths matching one of these globs; empty for all.
    pub include: Vec<String>,
    /// No path matching one of these globs.
    pub exclude: Vec<String>,
    pub jobs: usize,
}

/// A walked path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Repo-relative, encoded.
    pub path: String,
    pub absolute: PathBuf,
    pub stat: Stat,
    /// Why it is not read, for links, devices and unreadable folders.
    pub problem: Option<Problem>,
}

/// Why there is nothing to walk.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    #[error("`{0}` does not exist or is not a folder")]
    RootMissing(String),
    #[error("{0}")]
    Pattern(String),
    #[error("`{0}` vanished while it was walked")]
    RootGone(String),
    #[error(transparent)]
    Host(#[from] HostError),
}

/// Walks `options.root` and returns its paths in order of their encoded form.
///
/// # Errors
/// When the root is no folder, cannot be listed or vanishes, or when a glob or an ignore file at the top cannot be read. An index of
/// nothing must never be the answer to a root that could not be seen.
pub fn walk(options: &WalkOptions) -> Result<Vec<Walked>, WalkError> {
    if !options.root.is_dir() {
        return Err(WalkError::RootMissing(options.root.display().to_string()));
    }
    let overrides = overrides(options)?;
    let host = DiskHost::volatile();
    host.list(&options.root)?;
    let (_, before) = host.stat(&options.root)?;
    if let Some(name) = ignore_files::unfit(&options.root, &options.root) {
        return Err(WalkError::Pattern(format!("the ignore file `{name}` is not a regular file of this root")));
    }
    let found: Arc<Mutex<Vec<Walked>>> = Arc::default();
    let walker = WalkBuilder::new(&options.root)
        .hidden(false)
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".smaltiignore")
        .threads(options.jobs)
        .filter_entry(filter(options, &found))
        .build_parallel();
    walker.run(|| {
        Box::new(|entry| {
            if let Ok(entry) = &entry
                && entry.depth() > 0
                && overrides.matched(entry.path(), entry.file_type().is_some_and(|kind| kind.is_dir())).is_ignore()
            {
                return WalkState::Skip;
            }
            if let Some(walked) = look_at(&options.root, entry) {
                found.lock().unwrap_or_else(PoisonError::into_inner).push(walked);
            }
            WalkState::Continue
        })
    });
    let mut found = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
    match host.stat(&options.root) {
        Ok((Kind::Folder | Kind::Link, after)) if after.inode == before.inode => {}
        _ => return Err(WalkError::RootGone(options.root.display().to_string())),
    }
    found.sort_unstable_by(|lhs, rhs| lhs.path.cmp(&rhs.path));
    found.dedup_by(|later, first| later.path == first.path);
    note_twins(&mut found);
    Ok(found)
}

/// What is left out before the walker looks into it, and with it the folders whose ignore files cannot be read: walking them by no rules could
/// index what must not be.
fn filter(options: &WalkOptions, found: &Arc<Mutex<Vec<Walked>>>) -> impl Fn(&DirEntry) -> bool + Send + Sync + 'static {
    let (root, out, found) = (options.root.clone(), options.out.clone(), Arc::clone(found));
    move |entry| {
        if entry.depth() == 0 {
            return true;
        }
        if VERSION_CONTROL.iter().any(|name| entry.file_name() == *name) || entry.path() == out {
            return false;
        }
        if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
            return true;
        }
        if (entry.depth() == 1 && entry.file_name() == store::FOLDER) || is_index_root(entry.path()) {
            return false;
        }
        let (Some(name), Ok(relative)) = (ignore_files::unfit(&root, entry.path()), entry.path().strip_prefix(&root)) else { return true };
        let message = format!("it is left out because its `{name}` is not a regular file of this root");
        let walked = Walked {
            path: path::encode(relative),
            absolute: entry.path().to_owned(),
            stat: Stat::default(),
            problem: Some(Problem::of_file(&codes::P_SPECIAL, message)),
        };
        found.lock().unwrap_or_else(PoisonError::into_inner).push(walked);
        false
    }
}

/// Whether a folder is an index root: what is kept there was made of sources, and is none, whatever its ignore file says or whether it has one.
fn is_index_root(folder: &Path) -> bool {
    let (host, pieces) = (DiskHost::volatile(), folder.join(store::PIECES));
    let is = |path: &Path, kind: Kind| matches!(host.stat(path), Ok((found, _)) if found == kind);
    let manifest = pieces.join(store::MANIFEST_FILE);
    if !is(&pieces, Kind::Folder) || !is(&manifest, Kind::File) {
        return false;
    }
    let said = format!("\"schema\":\"{}\"", store::MANIFEST_SCHEMA);
    host.read_at(&manifest, 0, MANIFEST_HEAD).is_ok_and(|head| String::from_utf8_lossy(&head).contains(&said))
}

/// Whether a glob can be read.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_glob(root: &Path, glob: &str) -> Result<(), String> {
    OverrideBuilder::new(root).add(glob).map(|_| ()).map_err(|cause| unread_glob(glob, &cause))
}

fn unread_glob(glob: &str, cause: &ignore::Error) -> String {
    format!("the glob `{glob}` cannot be read: {cause}")
}

/// Includes and excludes as patterns of their own: handed to the walker, an include would lift the ignore rules.
fn overrides(options: &WalkOptions) -> Result<Override, WalkError> {
    let mut builder = OverrideBuilder::new(&options.root);
    // A folder stands for all below it. The last match decides, so excludes come last.
    let include = options.include.iter().flat_map(|glob| [glob.clone(), format!("{}/**", glob.trim_end_matches('/'))]);
    let globs = include.chain(options.exclude.iter().map(|glob| format!("!{glob}")));
    for glob in globs {
        builder.add(&glob).map_err(|cause| WalkError::Pattern(unread_glob(&glob, &cause)))?;
    }
    builder.build().map_err(|cause| WalkError::Pattern(cause.to_string()))
}

fn look_at(root: &Path, entry: Result<DirEntry, ignore::Error>) -> Option<Walked> {
    let entry = match entry {
        Ok(entry) => entry,
        Err(cause) => return unreadable(root, &cause),
    };
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return None;
    }
    let relative = below(root, entry.path())?;
    let mut walked = Walked { path: path::encode(relative), absolute: entry.path().to_owned(), stat: Stat::default(), problem: None };
    if kind.is_symlink() {
        walked.problem = Some(Problem::of_file(&codes::P_SYMLINK, "a symbolic link"));
    } else if !kind.is_file() {
        walked.problem = Some(Problem::of_file(&codes::P_SPECIAL, "a pipe, socket or device"));
    } else {
        match entry.metadata() {
            Ok(metadata) => walked.stat = stat_of(&metadata),
            Err(_) => walked.problem = Some(Problem::of_file(&codes::P_UNREADABLE, "it cannot be looked at")),
        }
    }
    Some(walked)
}

/// A path as seen from a root that it was joined to: without comparing them part by part.
fn below<'path>(root: &Path, path: &'path Path) -> Option<&'path Path> {
    let joined = path.to_str().zip(root.to_str()).and_then(|(path, root)| path.strip_prefix(root)?.strip_prefix('/'));
    joined.map(Path::new).or_else(|| path.strip_prefix(root).ok())
}

/// The path of a walk error, where it names one below the root. A path that vanished during the walk is not there any more, which is no problem.
fn unreadable(root: &Path, cause: &ignore::Error) -> Option<Walked> {
    let (place, kind) = place_of(cause)?;
    if kind == Some(std::io::ErrorKind::NotFound) {
        return None;
    }
    let relative = place.strip_prefix(root).ok()?;
    let path = path::encode(relative);
    if path.is_empty() {
        return None;
    }
    Some(Walked {
        path,
        absolute: place.clone(),
        stat: Stat::default(),
        problem: Some(Problem::of_file(&codes::P_UNREADABLE, "it cannot be listed")),
    })
}

fn place_of(cause: &ignore::Error) -> Option<(PathBuf, Option<std::io::ErrorKind>)> {
    match cause {
        ignore::Error::WithPath { path, err } => Some((path.clone(), err.io_error().map(std::io::Error::kind))),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place_of(err),
        _ => None,
    }
}

/// Paths that differ only in case or Unicode form cannot both exist on other systems.
fn note_twins(found: &mut [Walked]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut twins = Vec::new();
    for index in suspects(found) {
        if let Some(first) = seen.insert(fold(&found[index].path), index) {
            twins.push((index, first));
        }
    }
    for (index, first) in twins {
        let message = format!("it differs only in case or Unicode form from `{}`", found[first].path);
        // The file itself is read like any other; the note rides along as a problem only where there is none yet.
        if found[index].problem.is_none() {
            found[index].problem = Some(Problem::of_file(&codes::P_CASE, message));
        }
    }
}

/// The paths whose folded form has a digest that another's has too, in order: nearly always none, and then no form is kept.
fn suspects(found: &[Walked]) -> Vec<usize> {
    let mut folded = String::new();
    let mut digests: Vec<(u64, usize)> = Vec::with_capacity(found.len());
    for (index, walked) in found.iter().enumerate() {
        if walked.path.is_ascii() {
            folded.clone_from(&walked.path);
            folded.make_ascii_lowercase();
        } else {
            folded = fold(&walked.path);
        }
        digests.push((xxh3_64(folded.as_bytes()), index));
    }
    digests.sort_unstable();
    let mut suspects: Vec<usize> = digests.chunk_by(|lhs, rhs| lhs.0 == rhs.0).filter(|equal| equal.len() > 1).flatten().map(|it| it.1).collect();
    suspects.sort_unstable();
    suspects
}

fn fold(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    path.nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// Whether a walked path is read in spite of its problem.
pub fn is_read(walked: &Walked) -> bool {
    walked.problem.as_ref().is_none_or(|problem| problem.code == codes::P_CASE.name)
}
