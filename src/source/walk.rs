//! The walk: every regular file below a root by the repository's own ignore rules, with its stat.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::base::codes;
use crate::base::path;
use crate::base::problem::Problem;
use crate::host::Stat;
use crate::host::disk::stat_of;

/// Folders of version control systems: never part of the source.
const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul"];

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkError {
    #[error("`{0}` does not exist or is not a folder")]
    RootMissing(String),
    #[error("{0}")]
    Pattern(String),
}

/// Walks `options.root` and returns its paths in order of their encoded form.
///
/// # Errors
/// When the root is no folder or a glob cannot be read.
pub fn walk(options: &WalkOptions) -> Result<Vec<Walked>, WalkError> {
    if !options.root.is_dir() {
        return Err(WalkError::RootMissing(options.root.display().to_string()));
    }
    let overrides = overrides(options)?;
    let found: Mutex<Vec<Walked>> = Mutex::default();
    let out = options.out.clone();
    let walker = WalkBuilder::new(&options.root)
        .hidden(false)
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".smaltiignore")
        .overrides(overrides)
        .threads(options.jobs)
        .filter_entry(move |entry| entry.depth() == 0 || !(VERSION_CONTROL.iter().any(|name| entry.file_name() == *name) || entry.path() == out))
        .build_parallel();
    walker.run(|| {
        Box::new(|entry| {
            if let Some(walked) = look_at(&options.root, entry) {
                found.lock().unwrap_or_else(PoisonError::into_inner).push(walked);
            }
            WalkState::Continue
        })
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by(|lhs, rhs| lhs.path.cmp(&rhs.path));
    found.dedup_by(|later, first| later.path == first.path);
    note_twins(&mut found);
    Ok(found)
}

fn overrides(options: &WalkOptions) -> Result<Override, WalkError> {
    let mut builder = OverrideBuilder::new(&options.root);
    let globs = options.include.iter().cloned().chain(options.exclude.iter().map(|glob| format!("!{glob}")));
    for glob in globs {
        builder.add(&glob).map_err(|cause| WalkError::Pattern(format!("the glob `{glob}` cannot be read: {cause}")))?;
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
    let relative = entry.path().strip_prefix(root).ok()?;
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

/// Paths that differ only in case cannot both exist on other systems.
fn note_twins(found: &mut [Walked]) {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(found.len());
    let mut twins = Vec::new();
    for (index, walked) in found.iter().enumerate() {
        let folded = if walked.path.is_ascii() { walked.path.to_ascii_lowercase() } else { walked.path.to_lowercase() };
        if let Some(first) = seen.insert(folded, index) {
            twins.push((index, first));
        }
    }
    for (index, first) in twins {
        let message = format!("it differs only in case from `{}`", found[first].path);
        // The file itself is read like any other; the note rides along as a problem only where there is none yet.
        if found[index].problem.is_none() {
            found[index].problem = Some(Problem::of_file(&codes::P_CASE, message));
        }
    }
}

/// Whether a walked path is read in spite of its problem.
pub fn is_read(walked: &Walked) -> bool {
    walked.problem.as_ref().is_none_or(|problem| problem.code == codes::P_CASE.name)
}
