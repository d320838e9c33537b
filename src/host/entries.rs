//! What a folder of the disk holds: every entry with its kind, and its stat where it is asked for.

use std::ffi::OsString;
use std::fs::FileType;
use std::io;
use std::ops::Deref;
use std::path::Path;

use super::{Kind, Stat};

/// One entry of a folder.
pub struct Entry {
    pub name: OsString,
    /// What it is, links not followed; an error where it vanished before that was known.
    pub kind: io::Result<Kind>,
    #[cfg(not(target_os = "linux"))]
    listed: std::fs::DirEntry,
}

/// The entries of a folder.
pub struct Entries {
    /// In no order.
    list: Vec<Entry>,
    /// Why it could not be listed, or not to its end.
    pub cause: Option<io::Error>,
    /// `None` where it could not be opened; there are no entries then.
    folder: Option<Folder>,
}

/// An entry in its folder.
#[derive(Clone, Copy)]
pub struct Listed<'a> {
    folder: &'a Folder,
    entry: &'a Entry,
}

impl Deref for Listed<'_> {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        self.entry
    }
}

impl Listed<'_> {
    /// The stat, links not followed. The name is looked up in the open folder: walking the whole path again costs twice as much.
    ///
    /// # Errors
    /// When the entry is gone or may not be looked at.
    pub fn stat(&self) -> io::Result<Stat> {
        self.folder.stat(self.entry)
    }
}

impl Entries {
    /// Lists a folder.
    pub fn of(folder: &Path) -> Self {
        let mut list = Vec::new();
        match Folder::open(folder) {
            Ok(folder) => {
                let cause = folder.list(&mut list).err();
                Self { list, cause, folder: Some(folder) }
            }
            Err(cause) => Self { list, cause: Some(cause), folder: None },
        }
    }

    /// In no order.
    pub fn iter(&self) -> impl Iterator<Item = Listed<'_>> {
        self.folder.iter().flat_map(|folder| self.list.iter().map(move |entry| Listed { folder, entry }))
    }
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

#[cfg(target_os = "linux")]
use linux::Folder;
#[cfg(not(target_os = "linux"))]
use portable::Folder;

/// By the system's own calls. The standard library makes room of 32 KiB for every folder, and keeps each folder open by every entry.
#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsStr;
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::fs::{self, AtFlags, FileType, Mode, OFlags, RawDir};

    use super::Entry;
    use crate::host::{Kind, Stat};

    pub struct Folder(OwnedFd);

    /// Bytes that the system fills at a time: longer than any name may be, and than what most folders hold.
    const ROOM: usize = 16 << 10;

    impl Folder {
        pub fn open(path: &Path) -> io::Result<Self> {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(Self(rustix::io::retry_on_intr(|| fs::open(path, flags, Mode::empty()))?))
        }

        pub fn list(&self, into: &mut Vec<Entry>) -> io::Result<()> {
            let mut room = [MaybeUninit::uninit(); ROOM];
            let mut listing = RawDir::new(&self.0, &mut room);
            while let Some(listed) = listing.next() {
                let listed = listed?;
                let name = OsStr::from_bytes(listed.file_name().to_bytes());
                if name != "." && name != ".." {
                    let kind = match listed.file_type() {
                        // Some file systems tell it by the stat alone.
                        FileType::Unknown => self.look(name).map(|stat| kind_of(FileType::from_raw_mode(stat.st_mode))),
                        known => Ok(kind_of(known)),
                    };
                    into.push(Entry { name: name.to_owned(), kind });
                }
            }
            Ok(())
        }

        pub fn stat(&self, entry: &Entry) -> io::Result<Stat> {
            let stat = self.look(&entry.name)?;
            let time = |seconds: i64, nanoseconds: u64| seconds.wrapping_mul(1_000_000_000).wrapping_add_unsigned(nanoseconds);
            Ok(Stat {
                size: u64::try_from(stat.st_size).unwrap_or(0),
                mtime_ns: time(stat.st_mtime, stat.st_mtime_nsec),
                ctime_ns: time(stat.st_ctime, stat.st_ctime_nsec),
                inode: stat.st_ino,
            })
        }

        fn look(&self, name: &OsStr) -> io::Result<fs::Stat> {
            Ok(fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?)
        }
    }

    fn kind_of(kind: FileType) -> Kind {
        match kind {
            FileType::Symlink => Kind::Link,
            FileType::Directory => Kind::Folder,
            FileType::RegularFile => Kind::File,
            _ => Kind::Other,
        }
    }
}

/// By the standard library.
#[cfg(not(target_os = "linux"))]
mod portable {
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{Entry, kind_of};
    use crate::host::Stat;
    use crate::host::disk::stat_of;

    pub struct Folder(PathBuf);

    impl Folder {
        pub fn open(path: &Path) -> io::Result<Self> {
            std::fs::metadata(path).map(|_| Self(path.to_owned()))
        }

        pub fn list(&self, into: &mut Vec<Entry>) -> io::Result<()> {
            for listed in std::fs::read_dir(&self.0)? {
                let listed = listed?;
                into.push(Entry { name: listed.file_name(), kind: listed.file_type().map(kind_of), listed });
            }
            Ok(())
        }

        pub fn stat(&self, entry: &Entry) -> io::Result<Stat> {
            entry.listed.metadata().map(|metadata| stat_of(&metadata))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Host;
    use crate::host::disk::DiskHost;

    #[test]
    fn a_folder_of_any_size_is_listed_once_and_looked_at_as_a_path_is() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..1_000 {
            std::fs::write(folder.path().join(format!("{number:0200}")), number.to_string()).unwrap();
        }
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let entries = Entries::of(folder.path());
        assert!(entries.cause.is_none());
        let mut names: Vec<_> = entries.iter().map(|entry| entry.name.clone()).collect();
        names.sort();
        names.dedup();
        assert_eq!((names.len(), entries.iter().count()), (1_001, 1_001));
        for entry in entries.iter() {
            let (kind, stat) = DiskHost::volatile().stat(&folder.path().join(&entry.name)).unwrap();
            assert_eq!((entry.kind.as_ref().ok(), entry.stat().unwrap()), (Some(&kind), stat));
        }
    }

    #[test]
    fn what_vanished_or_is_no_folder_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gone");
        std::fs::write(&path, "").unwrap();
        let before = Entries::of(folder.path());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(before.iter().next().unwrap().stat().unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(Entries::of(&path).cause.unwrap().kind(), io::ErrorKind::NotFound);
    }
}
