//! All rows of a committed index, in order, for stores that keep it as one file; and the file under way, which takes its name when it is whole.

use std::path::{Path, PathBuf};

use super::error::ExportError;
use crate::artifacts::{ARTIFACTS, Artifact};
use crate::host::{Host, Kind};
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
/// [`ExportError::Target`] where `to` is a folder or names nothing; what the disk refuses.
pub fn under_way(host: &dyn Host, to: &Path) -> Result<PathBuf, ExportError> {
    let is_folder = matches!(host.stat(to), Ok((Kind::Folder, _)));
    let Some(name) = to.file_name().filter(|_| !is_folder) else { return Err(ExportError::Target(to.display().to_string())) };
    let mut name = name.to_owned();
    name.push(".tmp");
    // Engines look for the folder of a file, and a bare name has an empty one.
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let path = folder.join(name);
    host.remove(&path)?;
    Ok(path)
}

/// Gives a file under way its name where it was written, and removes it where it was not or the name is refused.
///
/// # Errors
/// Why it was not written; what the disk refuses.
pub fn finish(host: &dyn Host, path: &Path, to: &Path, written: Result<u64, ExportError>) -> Result<u64, ExportError> {
    let finished = written.and_then(|rows| {
        host.rename(path, to)?;
        Ok(rows)
    });
    if finished.is_err() {
        host.remove(path)?;
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    #[test]
    fn a_bare_name_lies_in_the_present_folder_and_a_folder_is_no_file() {
        let (folder, host) = (tempfile::tempdir().unwrap(), DiskHost::volatile());
        assert_eq!(under_way(&host, Path::new("rows.db")).unwrap(), Path::new("./rows.db.tmp"));
        assert_eq!(under_way(&host, &folder.path().join("rows.db")).unwrap(), folder.path().join("rows.db.tmp"));
        for wrong in [folder.path(), Path::new(".."), Path::new("")] {
            assert!(matches!(under_way(&host, wrong), Err(ExportError::Target(_))), "{}", wrong.display());
        }
    }

    #[test]
    fn nothing_is_left_of_a_file_that_cannot_take_its_name() {
        let (folder, host) = (tempfile::tempdir().unwrap(), DiskHost::volatile());
        let (path, to) = (folder.path().join("rows.tmp"), folder.path().join("rows"));
        let left = |written: Result<u64, ExportError>| {
            std::fs::write(&path, "rows").unwrap();
            (finish(&host, &path, &to, written).ok(), path.exists())
        };
        assert_eq!(left(Ok(3)), (Some(3), false));
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "rows");
        assert_eq!(left(Err(ExportError::Target(String::new()))), (None, false));
        std::fs::remove_file(&to).unwrap();
        std::fs::create_dir(&to).unwrap();
        assert_eq!(left(Ok(3)), (None, false));
    }
}
