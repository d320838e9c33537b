//! All rows of a committed index, in order, for stores that keep it as one file; and the file under way, which takes its name when it is whole.

use std::path::{Path, PathBuf};

use super::error::ExportError;
use crate::artifacts::{ARTIFACTS, Artifact};
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::pieces;
use crate::manifest::reading::Opened;

/// Calls `each` with every row of a table, without its newline, and its number from zero.
///
/// # Errors
/// A piece that is damaged, or what `each` refuses.
pub fn each_row(
    (host, layout, opened): (&dyn Host, &Layout, &Opened),
    artifact: &Artifact,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), ExportError>,
) -> Result<u64, ExportError> {
    let mut number = 0;
    let stream = ARTIFACTS.iter().zip(&opened.streams).find(|(it, _)| it.name == artifact.name);
    for piece in stream.map_or(&[][..], |(_, stream)| stream.pieces()) {
        let rows = pieces::read_piece(host, layout, artifact.name, piece)?;
        for row in rows.split(|byte| *byte == b'\n').filter(|row| !row.is_empty()) {
            each(number, row)?;
            number += 1;
        }
    }
    Ok(number)
}

/// The file that is written before it takes the name of `to`. What an export that ended early left there goes first.
///
/// # Errors
/// What the disk refuses.
pub fn under_way(host: &dyn Host, to: &Path) -> Result<PathBuf, ExportError> {
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let path = to.with_file_name(name);
    host.remove(&path)?;
    Ok(path)
}
