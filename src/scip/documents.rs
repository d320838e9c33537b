//! The documents of an index, one after the other.

use std::path::Path;

use scip::types::{Document, Metadata};

use super::error::ScipError;
use super::merge::parse;
use super::wire::{Field, Reader};
use crate::base::caps;
use crate::host::Host;

/// Hands every document of the index at `file` to `take`, and says the digest of the file. `count` is of occurrences and goes on from one index to the next.
///
/// # Errors
/// As [`ScipError`]: no file, no index, or past a cap.
pub fn each(host: &dyn Host, file: &Path, count: &mut usize, mut take: impl FnMut(&Document)) -> Result<[u8; 32], ScipError> {
    let mut reader = Reader::new(host, file);
    let place = file.display().to_string();
    let mut met = false;
    while let Some((field, bytes)) = reader.message()? {
        match field {
            Field::Metadata => {
                parse::<Metadata>(file, &bytes)?;
                met = true;
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
    if met { Ok(reader.digest()) } else { Err(ScipError::malformed(&place, "it has no metadata")) }
}
