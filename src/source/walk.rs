//! The walk: every regular file below a root by the repository's own ignore rules, with its stat.

use std::collections::HashMap;
use std::path::PathBuf;

use ignore::overrides::{Override, OverrideBuilder};
use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use super::descent::Descent;
use super::tracked::Tracked;
use crate::base::codes;
use crate::base::problem::Problem;
use crate::host::disk::DiskHost;
use crate::host::{Host, HostError, Kind, Stat};

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
    /// Paths that version control tracks, encoded and sorted: a `.gitignore` does not speak of them.
    pub tracked: Vec<String>,
}

/// A walked path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Repo-relative, encoded.
    pub path: String,
    pub stat: Stat,
    /// Why it is not read, for links, devices and unreadable folders. Boxed, as nearly all have none.
    pub problem: Option<Box<Problem>>,
}

/// What a walk found.
#[derive(Debug)]
pub struct Found {
    /// In order of their paths.
    pub files: Vec<Walked>,
    /// Folders and ignore files, absolute, in no order: as long as these and the files look as they do, a walk of the same options finds the same.
    /// `None` where that cannot be said.
    pub deciding: Option<Vec<PathBuf>>,
}

/// Why there is nothing to walk.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    #[error("`{0}` does not exist or is not a folder")]
    RootMissing(String),
    #[error("{0}")]
    Pattern(String),
    #[error("the ignore file `{0}` is not a regular file of this root, holds more than a MiB, or cannot be read")]
    IgnoreFile(String),
    #[error("`{0}` vanished while it was walked")]
    RootGone(String),
    #[error(transparent)]
    Host(#[from] HostError),
}

/// Walks `options.root` on the present thread pool.
///
/// # Errors
/// When the root is no folder, cannot be listed or vanishes, or when a glob or an ignore file at the top cannot be read. An index of
/// nothing must never be the answer to a root that could not be seen.
pub fn walk(options: &WalkOptions) -> Result<Found, WalkError> {
    if !options.root.is_dir() {
        return Err(WalkError::RootMissing(options.root.display().to_string()));
    }
    let overrides = overrides(options)?;
    let host = DiskHost::volatile();
    host.list(&options.root)?;
    let (_, before) = host.stat(&options.root)?;
    let descent = Descent::new(&options.root, &options.out, &overrides);
    let mut found = descent.descend().map_err(|name| WalkError::IgnoreFile(name.to_owned()))?;
    match host.stat(&options.root) {
        Ok((Kind::Folder | Kind::Link, after)) if after.inode == before.inode => {}
        _ => return Err(WalkError::RootGone(options.root.display().to_string())),
    }
    // They come in long sorted runs, which the stable sort merges.
    found.sort_by(|lhs, rhs| lhs.path.cmp(&rhs.path));
    found.dedup_by(|later, first| later.path == first.path);
    let mut tracked = Tracked::new(&descent, &found);
    let unmet = tracked.unmet(&options.tracked);
    // What is looked at on its own lies where the descent was not.
    let deciding = descent.deciding().filter(|_| tracked.has_met_all());
    if !unmet.is_empty() {
        found.extend(unmet);
        found.sort_unstable_by(|lhs, rhs| lhs.path.cmp(&rhs.path));
    }
    note_twins(&mut found);
    Ok(Found { files: found, deciding })
}

pub(super) fn unread_glob(glob: &str, cause: &ignore::Error) -> String {
    format!("the glob `{glob}` cannot be read: {cause}")
}

/// Includes and excludes as patterns of their own: as ignore rules, an include would lift those of the repository.
fn overrides(options: &WalkOptions) -> Result<Override, WalkError> {
    let mut builder = OverrideBuilder::new(&options.root);
    // A folder stands for all below it. The last match decides, so excludes come last.
    let include = options.include.iter().flat_map(|glob| [glob.clone(), format!("{}/**", glob.trim_end_matches('/'))]);
    let globs = include.chain(options.exclude.iter().map(|glob| format!("!{glob}")));
    for glob in globs {
        if matches!(glob.as_str(), "" | "!") {
            return Err(WalkError::Pattern("an empty glob matches nothing".to_owned()));
        }
        builder.add(&glob).map_err(|cause| WalkError::Pattern(unread_glob(&glob, &cause)))?;
    }
    builder.build().map_err(|cause| WalkError::Pattern(cause.to_string()))
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
            found[index].problem = Some(Box::new(Problem::of_file(&codes::P_CASE, message)));
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
