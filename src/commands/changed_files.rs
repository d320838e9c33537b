//! Files that an answer speaks of and that are no longer what was indexed. That is told beside the answer, which stays a function of its index.

use std::collections::BTreeSet;

use super::Context;
use super::failure::Failure;
use super::place::Reading;
use crate::base::codes;
use crate::base::ids::SourceHash;
use crate::base::plain;
use crate::pipeline::detect;
use crate::pipeline::error::BuildError;
use crate::reader::index::Index;

/// Files that are looked at, and those that are named, at most.
const MAX_FILES: usize = 100;
const MAX_NAMED: usize = 5;

/// Warns of the files among `paths` that have changed or gone. A root that is read by itself has nothing to compare with.
///
/// # Errors
/// [`Failure`] for an index that cannot be read, and for a repository that is not there.
pub fn warn<'p>(context: &Context, reading: &Reading, paths: impl IntoIterator<Item = &'p str>) -> Result<(), Failure> {
    let host = context.host.as_ref();
    let Some(root) = reading.repository() else { return Ok(()) };
    if !detect::is_there(host, root) {
        return Err(BuildError::RootMissing(root.display().to_string()).into());
    }
    let paths: BTreeSet<&str> = paths.into_iter().take(MAX_FILES).collect();
    let is_same = |index: &Index, path: &str| {
        index.find_file(path).is_none_or(|file| {
            let row = index.file(file);
            reading
                .read_file(host, path)
                .is_some_and(|bytes| bytes.len() as u64 == row.bytes && SourceHash::of(&bytes).to_string() == row.source_hash)
        })
    };
    let changed: Vec<&str> = context.read_index(
        &reading.layout(),
        |cause| reading.failure(host, cause),
        |index| Ok(paths.iter().copied().filter(|path| !is_same(index, path)).collect()),
    )?;
    if let Some(first) = changed.get(..changed.len().min(MAX_NAMED)).filter(|it| !it.is_empty()) {
        let more = if changed.len() > first.len() { ", …" } else { "" };
        let names = first.iter().map(|path| format!("`{}`", plain::line(path))).collect::<Vec<_>>().join(", ");
        let message = format!("of the files in this answer, {} changed or went since the index was built: {names}{more}", changed.len());
        (context.warn)(&Failure::new(&codes::P_CHANGED, message));
    }
    Ok(())
}
