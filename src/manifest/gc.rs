//! Leftovers: piece and list files that neither the present manifest nor the one before it names.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::error::IndexError;
use super::layout::Layout;
use super::model::{Manifest, Table};
use super::pieces;
use super::reading::Stream;
use super::state::State;
use crate::artifacts::ARTIFACTS;
use crate::host::Host;

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    pub files: u64,
    pub bytes: u64,
}

/// Finds leftovers, and removes them if `remove`.
///
/// # Errors
/// When the manifest cannot be read or the disk refuses.
pub fn collect(host: &dyn Host, layout: &Layout, manifest: &Manifest, state: &State, remove: bool) -> Result<Leftovers, IndexError> {
    collect_beside(host, layout, manifest, &[], state, remove)
}

/// As [`collect`], where the pieces of the present manifest are at hand: in table order, or empty to have their lists read.
///
/// # Errors
/// As [`collect`].
pub fn collect_beside(
    host: &dyn Host,
    layout: &Layout,
    manifest: &Manifest,
    streams: &[Stream],
    state: &State,
    remove: bool,
) -> Result<Leftovers, IndexError> {
    let mut found = Leftovers::default();
    let mut lists: BTreeSet<String> = BTreeSet::new();
    for (index, artifact) in ARTIFACTS.iter().enumerate() {
        let mut keep: HashSet<Cow<'_, str>> = HashSet::new();
        let present = manifest.artifacts.get(artifact.name);
        let previous = state.previous_lists.get(artifact.name).map(|list| Table {
            bytes: 0,
            list: list.clone(),
            pieces: 0,
            rows: 0,
            schema_version: String::new(),
        });
        for table in present.into_iter().chain(previous.as_ref()) {
            lists.insert(format!("{}.{}.list", artifact.name, table.list_name()));
            if let (Some(stream), true) = (streams.get(index), Some(table) == present) {
                keep.extend(stream.pieces().iter().map(|piece| Cow::from(piece.file.as_str())));
                continue;
            }
            match pieces::read_list(host, layout, artifact.name, table) {
                Ok(pieces) => keep.extend(pieces.into_iter().map(|piece| Cow::from(piece.file))),
                // The list before the present one may be gone already; the present one may not.
                Err(cause) if Some(table) == present => return Err(cause),
                Err(_) => {}
            }
        }
        let folder = layout.artifact(artifact.name);
        for name in host.list(&folder)?.into_iter().filter(|name| !keep.contains(name.as_str())) {
            drop_file(host, &folder.join(name), remove, &mut found)?;
        }
    }
    for name in host.list(&layout.pieces())? {
        let path = layout.pieces().join(&name);
        let stray = name.ends_with(".tmp") || (name.ends_with(".list") && !lists.contains(&name));
        if stray {
            drop_file(host, &path, remove, &mut found)?;
        }
    }
    Ok(found)
}

/// Finds, and removes if `remove`, what a build left behind that never committed: with no manifest, no piece and no list is named. Only what bears
/// the name of one goes, because nothing else here says whose folder this is.
///
/// # Errors
/// When the disk refuses.
pub fn collect_uncommitted(host: &dyn Host, layout: &Layout, remove: bool) -> Result<Leftovers, IndexError> {
    let mut found = Leftovers::default();
    for artifact in ARTIFACTS {
        let folder = layout.artifact(artifact.name);
        for name in host.list(&folder)?.into_iter().filter(|name| name.ends_with(".jsonl.zst") || name.ends_with(".tmp")) {
            drop_file(host, &folder.join(name), remove, &mut found)?;
        }
    }
    let is_list = |name: &String| name.ends_with(".list") && ARTIFACTS.iter().any(|artifact| name.starts_with(&format!("{}.", artifact.name)));
    for name in host.list(&layout.pieces())?.into_iter().filter(|name| is_list(name) || name.starts_with("manifest.json.")) {
        drop_file(host, &layout.pieces().join(name), remove, &mut found)?;
    }
    Ok(found)
}

fn drop_file(host: &dyn Host, path: &std::path::Path, remove: bool, found: &mut Leftovers) -> Result<(), IndexError> {
    let (kind, stat) = match host.stat(path) {
        Ok(looked) => looked,
        // A build beside this one was faster.
        Err(cause) if cause.not_found() => return Ok(()),
        Err(cause) => return Err(cause.into()),
    };
    if kind == crate::host::Kind::File {
        found.files += 1;
        found.bytes += stat.size;
        if remove {
            host.remove(path)?;
        }
    }
    Ok(())
}
