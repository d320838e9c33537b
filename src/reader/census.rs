//! What an answer of "none" rests on: sites that nobody could resolve, and files that could not be read or parsed.

use std::collections::BTreeMap;

use super::ids::FileId;
use super::index::Index;
use super::load::Source;
use super::sites::Site;
use crate::artifacts::problems::{ARTIFACT, Problem};
use crate::manifest::error::IndexError;

/// Most sites that one question lists; the rest is counted.
pub const MAX_LISTED_SITES: usize = 100;

/// Sites of a name that may mean a definition and are not known to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubtful<'a> {
    /// The first ones, in the order of the table.
    pub listed: Vec<Site<'a>>,
    /// All of them, by outcome: `candidates`, `dynamic`, `unresolved`.
    pub counts: BTreeMap<&'a str, u64>,
}

/// Sites that use `name` and are neither resolved nor external.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn doubtful<'a>(index: &'a Index, name: &str) -> Result<Doubtful<'a>, IndexError> {
    let mut doubtful = Doubtful::default();
    index.sites().each(index, |site| {
        if site.name == name && !matches!(site.outcome, "resolved" | "external") {
            *doubtful.counts.entry(site.outcome).or_insert(0) += 1;
            if doubtful.listed.len() < MAX_LISTED_SITES {
                doubtful.listed.push(site);
            }
        }
    })?;
    Ok(doubtful)
}

/// The table of problems, in its order.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn problems(source: &Source) -> Result<Vec<Problem>, IndexError> {
    let parts = source.decode_all(&ARTIFACT, |rows| {
        let mut part = Vec::new();
        rows.each(|row: Problem| {
            part.push(row);
            Ok(())
        })?;
        Ok(part)
    })?;
    Ok(parts.into_iter().flatten().collect())
}

/// Files of which some part could not be read or parsed, by path.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn files_with_gaps(index: &Index) -> Result<Vec<FileId>, IndexError> {
    let mut files: Vec<FileId> = index.problems()?.iter().filter_map(|problem| index.find_file(&problem.path)).collect();
    files.sort_unstable();
    files.dedup();
    Ok(files)
}
