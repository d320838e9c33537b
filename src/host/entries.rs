//! What a folder of the disk holds: every entry with its kind, and its stat where it is asked for.

use std::ffi::OsString;
use std::fs::{DirEntry, FileType};
use std::io;
use std::path::Path;

use super::disk::stat_of;
use super::{Kind, Stat};

/// One entry of a folder.
pub struct Entry {
    pub name: OsString,
    /// What it is, links not followed; an error where it vanished before that was known.
    pub kind: io::Result<Kind>,
    listed: DirEntry,
}

impl Entry {
    /// The stat, links not followed. The name is looked up in the open folder: walking the whole path again costs twice as much.
    ///
    /// # Errors
    /// When the entry is gone or may not be looked at.
    pub fn stat(&self) -> io::Result<Stat> {
        self.listed.metadata().map(|metadata| stat_of(&metadata))
    }
}

/// The entries of a folder in no order, as far as it can be listed, and why not to the end.
pub fn entries(folder: &Path) -> (Vec<Entry>, Option<io::Error>) {
    let mut entries = Vec::new();
    let listing = match std::fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(cause) => return (entries, Some(cause)),
    };
    for listed in listing {
        match listed {
            Ok(listed) => entries.push(Entry { name: listed.file_name(), kind: listed.file_type().map(kind_of), listed }),
            Err(cause) => return (entries, Some(cause)),
        }
    }
    (entries, None)
}

/// What a path is, by what the system says of it.
pub(super) fn kind_of(kind: FileType) -> Kind {
    if kind.is_symlink() {
        Kind::Link
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}
