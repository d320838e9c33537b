//! Which files a root holds. Ignore rules come from inside the root alone, so every checkout of a commit gives the same walk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};
use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use super::{Problem, SourceError};
use crate::base::codes;
use crate::host::disk::{self, DiskHost};
use crate::host::root::Root;
use crate::host::{Host, Kind, Stat};

/// Files whose lines name what is not indexed, in any folder.
const IGNORE_FILES: &[&str] = &[".gitignore", ".ignore", ".smaltiignore"];
/// Folders (or the files that stand for them in worktrees and submodules) that are nobody's source.
const NEVER: &[&str] = &[".git", ".hg", ".svn", ".jj", ".smalti"];

/// What narrows a walk. Patterns are those of a `.gitignore` line.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only what matches one of these; empty means all. A folder stands for all below it. Ignore rules still hold.
    pub include: Vec<String>,
    /// Nothing that matches one of these, whatever `include` says.
    pub exclude: Vec<String>,
    /// The absolute path of the index root, which is never walked.
    pub out: PathBuf,
}

/// One regular file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Repo-relative, encoded.
    pub path: String,
    pub absolute: PathBuf,
    pub stat: Stat,
}

/// All that a walk met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// In the byte order of their encoded paths.
    pub entries: Vec<Entry>,
    /// In the order of path, code, message.
    pub problems: Vec<Problem>,
}

/// Walks `root` with `jobs` threads.
///
/// # Errors
/// When a pattern is none, or the root cannot be listed or vanishes.
pub fn walk(root: &Root, options: &Options, jobs: usize) -> Result<Walk, SourceError> {
    let overrides = overrides(root, options)?;
    let before = DiskHost.stat(root.path())?;
    if let Some(name) = IGNORE_FILES.iter().find(|name| !is_harmless(root, &root.path().join(name))) {
        return Err(SourceError::IgnoreFile { root: printed(root), name });
    }
    let found = Arc::new(Mutex::new(Walk::default()));
    let walker = WalkBuilder::new(root.path())
        .standard_filters(false)
        .git_ignore(true)
        .ignore(true)
        .require_git(false)
        .add_custom_ignore_filename(".smaltiignore")
        .follow_links(false)
        .filter_entry(filter(root, options, &found))
        .threads(jobs.max(1))
        .build_parallel();
    walker.run(|| {
        let mut batch = Batch { found: Walk::default(), into: &found };
        let overrides = &overrides;
        Box::new(move |met| {
            let entry = match met {
                Ok(entry) => entry,
                Err(error) => {
                    report(root, &error, None, None, &mut batch.found.problems);
                    return WalkState::Continue;
                }
            };
            if let Some(error) = entry.error() {
                report(root, error, None, None, &mut batch.found.problems);
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            if entry.depth() > 0 && overrides.matched(entry.path(), is_folder).is_ignore() {
                return WalkState::Skip;
            }
            if !is_folder {
                take(root, &entry, &mut batch.found);
            }
            WalkState::Continue
        })
    });
    let mut found = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
    let after = DiskHost.stat(root.path()).map_err(|_| SourceError::Gone { root: printed(root) })?;
    if after.kind != Kind::Folder || after.inode != before.inode {
        return Err(SourceError::Gone { root: printed(root) });
    }
    if let Some(problem) = found.problems.iter().find(|problem| problem.path.is_empty()) {
        return Err(SourceError::Unreadable { root: printed(root), message: problem.message.clone() });
    }
    found.entries.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    let twins = twins(&found.entries);
    found.problems.extend(twins);
    found.problems.sort_by(|one, other| (&one.path, one.code.name, &one.message).cmp(&(&other.path, other.code.name, &other.message)));
    found.problems.dedup();
    Ok(found)
}

/// What one thread met, handed over when the thread ends: one lock a thread instead of one a file.
struct Batch<'a> {
    found: Walk,
    into: &'a Mutex<Walk>,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let mut into = self.into.lock().unwrap_or_else(PoisonError::into_inner);
        into.entries.append(&mut self.found.entries);
        into.problems.append(&mut self.found.problems);
    }
}

fn overrides(root: &Root, options: &Options) -> Result<Override, SourceError> {
    let mut builder = OverrideBuilder::new(root.path());
    let failed = |glob: &str| {
        let glob = glob.to_owned();
        move |error: ignore::Error| SourceError::Glob { glob, message: error.to_string() }
    };
    for glob in &options.include {
        builder.add(glob).map_err(failed(glob))?;
        builder.add(&format!("{}/**", glob.trim_end_matches('/'))).map_err(failed(glob))?;
    }
    // The last match decides, so the excludes come last.
    for glob in &options.exclude {
        builder.add(&format!("!{glob}")).map_err(failed(glob))?;
    }
    builder.build().map_err(failed(""))
}

/// What is left out before the walker looks into it.
fn filter(root: &Root, options: &Options, found: &Arc<Mutex<Walk>>) -> impl Fn(&DirEntry) -> bool + Send + Sync + 'static {
    let (root, out, found) = (root.clone(), options.out.clone(), Arc::clone(found));
    move |entry| {
        if entry.file_name().to_str().is_some_and(|name| NEVER.contains(&name)) || entry.path() == out {
            return false;
        }
        if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
            return true;
        }
        let Some(name) = IGNORE_FILES.iter().find(|name| !is_harmless(&root, &entry.path().join(name))) else { return true };
        let path = root.relative(entry.path()).unwrap_or_default();
        let message = format!("its `{name}` is not a regular file of this root, so the folder is left out");
        let problem = Problem { path, code: &codes::P_SPECIAL, message };
        found.lock().unwrap_or_else(PoisonError::into_inner).problems.push(problem);
        false
    }
}

/// Whether the walker may open an ignore file: it would wait for ever on a pipe and read a device without end.
fn is_harmless(root: &Root, path: &Path) -> bool {
    match DiskHost.stat(path).map(|stat| stat.kind) {
        Ok(Kind::Special) => false,
        Ok(Kind::Link) => match DiskHost.canonical(path) {
            Ok(target) => root.relative(&target).is_some() && DiskHost.stat(&target).is_ok_and(|stat| stat.kind == Kind::File),
            Err(_) => true,
        },
        Ok(Kind::File | Kind::Folder) | Err(_) => true,
    }
}

/// Files one thing that is not a folder.
fn take(root: &Root, entry: &DirEntry, found: &mut Walk) {
    let Some(path) = root.relative(entry.path()) else { return };
    let stat = match entry.metadata() {
        Ok(metadata) => disk::stat_of(&metadata),
        Err(error) => return report(root, &error, Some(entry.path()), None, &mut found.problems),
    };
    let (code, message) = match stat.kind {
        Kind::File => return found.entries.push(Entry { path, absolute: entry.path().to_owned(), stat }),
        // It became a folder after it was listed; the next walk will see it as one.
        Kind::Folder => return,
        Kind::Link => (&codes::P_SYMLINK, "a symbolic link is not followed"),
        Kind::Special => (&codes::P_SPECIAL, "a pipe, socket or device is not read"),
    };
    found.problems.push(Problem { path, code, message: message.to_owned() });
}

/// The problems in what the walker says. What vanished while it was walked is no problem: it is not there.
fn report(root: &Root, error: &ignore::Error, at: Option<&Path>, line: Option<u64>, problems: &mut Vec<Problem>) {
    let path = || at.and_then(|at| root.relative(at)).unwrap_or_default();
    let (code, message) = match error {
        ignore::Error::Partial(errors) => {
            for error in errors {
                report(root, error, at, line, problems);
            }
            return;
        }
        ignore::Error::WithLineNumber { line, err } => return report(root, err, at, Some(*line), problems),
        ignore::Error::WithPath { path, err } => return report(root, err, Some(path), line, problems),
        ignore::Error::WithDepth { err, .. } => return report(root, err, at, line, problems),
        ignore::Error::Io(cause) if cause.kind() == std::io::ErrorKind::NotFound => return,
        ignore::Error::Io(cause) => (&codes::P_UNREADABLE, cause.kind().to_string()),
        ignore::Error::Glob { glob, err } => {
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            (&codes::P_CONFIG, format!("{place}`{}` is not a pattern: {err}", glob.as_deref().unwrap_or_default()))
        }
        other => (&codes::P_UNREADABLE, other.to_string()),
    };
    problems.push(Problem { path: path(), code, message });
}

/// A problem on each path that differs from an earlier one only in case or Unicode form.
fn twins(entries: &[Entry]) -> Vec<Problem> {
    let mut digests: Vec<(u64, usize)> = entries.iter().enumerate().map(|(index, entry)| (xxh3_64(fold(&entry.path).as_bytes()), index)).collect();
    digests.sort_unstable();
    let mut problems = Vec::new();
    for group in digests.chunk_by(|one, other| one.0 == other.0) {
        for (position, (_, index)) in group.iter().enumerate() {
            let later = &entries[*index].path;
            let earlier = group[..position].iter().map(|(_, index)| &entries[*index].path).find(|earlier| fold(earlier) == fold(later));
            if let Some(earlier) = earlier {
                let message = format!("differs from `{earlier}` only in case or Unicode form");
                problems.push(Problem { path: later.clone(), code: &codes::P_CASE, message });
            }
        }
    }
    problems
}

fn fold(path: &str) -> String {
    if path.is_ascii() { path.to_ascii_lowercase() } else { path.nfc().flat_map(char::to_lowercase).nfc().collect() }
}

fn printed(root: &Root) -> String {
    root.path().display().to_string()
}

#[cfg(test)]
mod tests;
