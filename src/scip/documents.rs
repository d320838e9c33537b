//! The documents of an index, one after the other.

use std::path::Path;

use scip::types::{Document, Metadata};

use super::error::ScipError;
use super::merge::parse;
use super::wire::{Field, Reader};
use crate::base::caps;
use crate::host::Host;

/// What an index says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The digest of the file.
    pub digest: [u8; 32],
    /// The name of the tool that wrote it.
    pub tool: String,
}

/// Hands every document of the index at `file` to `take`, and says what it is. `count` is of occurrences and goes on from one index to the next.
///
/// # Errors
/// As [`ScipError`]: no file, no index, or past a cap.
pub fn each(host: &dyn Host, file: &Path, count: &mut usize, mut take: impl FnMut(&Document)) -> Result<Head, ScipError> {
    let mut reader = Reader::open(host, file)?;
    let place = file.display().to_string();
    let mut tool = None;
    while let Some((field, bytes)) = reader.message()? {
        match field {
            Field::Metadata => {
                tool = Some(parse::<Metadata>(file, &bytes)?.tool_info.name.clone());
            }
            Field::Document => {
                let document: Document = parse(file, &bytes)?;
                *count += document.occurrences.len();
                if *count > caps::MAX_SCIP_OCCURRENCES {
                    let what = format!("more than {} occurrences with what came before", caps::MAX_SCIP_OCCURRENCES);
                    return Err(ScipError::too_large(&place, what));
                }
                take(&document);
            }
            Field::External => {}
        }
    }
    let tool = tool.ok_or_else(|| ScipError::malformed(&place, "it has no metadata"))?;
    Ok(Head { digest: reader.digest(), tool })
}
