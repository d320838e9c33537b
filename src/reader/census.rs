//! What an answer of "none" rests on: sites that nobody could resolve, and files that could not be read or parsed.

use super::files::Files;
use super::flat::Column;
use super::ids::FileId;
use super::image::stored;
use super::index::Index;
use super::load::{Rows, Source};
use super::sites::{Fate, Site};
use crate::artifacts::problems::{ARTIFACT, Problem};
use crate::manifest::error::IndexError;

/// The sites that use one of several names and are neither resolved nor external, in the order of the table.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn doubtful_sites<'a>(index: &'a Index, names: &[&str]) -> Result<Vec<Site<'a>>, IndexError> {
    index.sites_named(names, Fate::Doubtful, usize::MAX)
}

/// Files of which some part could not be read or parsed.
#[derive(Default)]
pub struct Gaps {
    /// By path.
    pub files: Column<FileId>,
}

stored!(Gaps { files });

impl Gaps {
    /// The files that the table of problems names.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn load(source: &Source, files: &Files) -> Result<Self, IndexError> {
        let mut found: Vec<FileId> = problems(source)?.iter().filter_map(|problem| files.find(&problem.path)).collect();
        found.sort_unstable();
        found.dedup();
        Ok(Self { files: found.into() })
    }
}

/// The table of problems, in its order.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn problems(source: &Source) -> Result<Vec<Problem>, IndexError> {
    let decode = |rows: &Rows<'_>| {
        let mut part = Vec::new();
        rows.each(|row: Problem| {
            part.push(row);
            Ok(())
        })?;
        Ok(part)
    };
    Ok(source.parts(&ARTIFACT, decode, |_| None)?.into_iter().flatten().collect())
}

/// Files of which some part could not be read or parsed, by path.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn files_with_gaps(index: &Index) -> Result<Vec<FileId>, IndexError> {
    Ok(index.gaps()?.files.iter().collect())
}
