//! The host that is this machine.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::{HostError, Operation};
use super::{Host, Kind, Listed, Lock, Stat};

/// Tries at a file that changes while it is read.
const TRIES: usize = 3;
/// Bytes of one block of [`Host::stream_source`].
const BLOCK: usize = 256 << 10;
/// Ticks a second of the processor times that Linux prints; the same on every architecture that Rust runs on.
const TICKS: f64 = 100.0;

/// The real disk, clock and environment.
#[derive(Clone, Copy, Debug)]
pub struct DiskHost;

impl Host for DiskHost {
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        absolute(path)?;
        fs::read(path).map_err(|source| HostError::io(Operation::Read, path, source))
    }

    fn read_head(&self, path: &Path, bytes: usize) -> Result<Vec<u8>, HostError> {
        self.read_range(path, 0, bytes)
    }

    fn read_range(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError> {
        absolute(path)?;
        let read = || {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(offset))?;
            let left = file.metadata()?.len().saturating_sub(offset);
            let mut bytes = Vec::with_capacity(length.min(usize::try_from(left).unwrap_or(usize::MAX)));
            file.take(length as u64).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        read().map_err(|source| HostError::io(Operation::Read, path, source))
    }

    fn read_source(&self, path: &Path, limit: u64) -> Result<(Vec<u8>, Stat), HostError> {
        for _ in 0..TRIES {
            let mut bytes = Vec::new();
            let wanted = |stat: &Stat| {
                let fits = stat.size <= limit;
                if fits { Ok(()) } else { Err(HostError::TooLarge { path: path.to_owned(), size: stat.size, limit }) }
            };
            match attempt(path, &wanted, &mut |block| bytes.extend_from_slice(block)) {
                Err(HostError::Unstable { .. }) => {}
                Err(error) => return Err(error),
                Ok(stat) => return Ok((bytes, stat)),
            }
        }
        Err(HostError::Unstable { path: path.to_owned() })
    }

    fn stream_source(&self, path: &Path, sink: &mut dyn FnMut(&[u8])) -> Result<Stat, HostError> {
        attempt(path, &|_| Ok(()), sink)
    }

    fn stat(&self, path: &Path) -> Result<Stat, HostError> {
        absolute(path)?;
        fs::symlink_metadata(path).map(|metadata| stat_of(&metadata)).map_err(|source| HostError::io(Operation::Stat, path, source))
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf, HostError> {
        absolute(path)?;
        fs::canonicalize(path).map_err(|source| HostError::io(Operation::Resolve, path, source))
    }

    fn read_dir(&self, path: &Path) -> Result<Vec<Listed>, HostError> {
        absolute(path)?;
        let list = || {
            let mut names = Vec::new();
            for entry in fs::read_dir(path)? {
                let entry = entry?;
                names.push(Listed { kind: kind_of(entry.file_type()?), name: entry.file_name() });
            }
            names.sort();
            Ok(names)
        };
        list().map_err(|source| HostError::io(Operation::List, path, source))
    }

    fn write_new(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        absolute(path)?;
        let write = || {
            let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(|source| HostError::io(Operation::Create, path, source))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        absolute(path)?;
        let write = || OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes);
        write().map_err(|source| HostError::io(Operation::Append, path, source))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError> {
        absolute(from)?;
        absolute(to)?;
        fs::rename(from, to).map_err(|source| HostError::io(Operation::Rename, from, source))
    }

    fn remove_file(&self, path: &Path) -> Result<(), HostError> {
        absolute(path)?;
        fs::remove_file(path).map_err(|source| HostError::io(Operation::Remove, path, source))
    }

    fn remove_dir(&self, path: &Path) -> Result<(), HostError> {
        absolute(path)?;
        fs::remove_dir(path).map_err(|source| HostError::io(Operation::RemoveFolder, path, source))
    }

    fn create_dir_all(&self, path: &Path) -> Result<(), HostError> {
        absolute(path)?;
        fs::create_dir_all(path).map_err(|source| HostError::io(Operation::CreateFolder, path, source))
    }

    fn sync_file(&self, path: &Path) -> Result<(), HostError> {
        absolute(path)?;
        // Opened for writing because Windows flushes nothing through a handle that can only read.
        let sync = || OpenOptions::new().append(true).open(path)?.sync_all();
        sync().map_err(|source| HostError::io(Operation::SyncFile, path, source))
    }

    fn sync_dir(&self, path: &Path) -> Result<(), HostError> {
        absolute(path)?;
        let sync = || if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) };
        match sync() {
            // Some network and FUSE file systems cannot sync folders; their renames are as durable as they get.
            Err(cause) if matches!(cause.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => Ok(()),
            done => done.map_err(|source| HostError::io(Operation::SyncFolder, path, source)),
        }
    }

    fn try_lock(&self, path: &Path) -> Result<Option<Lock>, HostError> {
        absolute(path)?;
        let failed = |source| HostError::io(Operation::Lock, path, source);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn now_ns(&self) -> i64 {
        nanoseconds(SystemTime::now())
    }

    fn peak_memory_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
    }

    fn cpu_seconds(&self) -> Option<f64> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The second field is the program's name in brackets and may hold anything; counting starts after it.
        let mut fields = stat.get(stat.rfind(')')? + 1..)?.split_whitespace().skip(11);
        let user: u32 = fields.next()?.parse().ok()?;
        let system: u32 = fields.next()?.parse().ok()?;
        Some((f64::from(user) + f64::from(system)) / TICKS)
    }
}

/// The stat of metadata that was taken without following a link.
pub fn stat_of(metadata: &Metadata) -> Stat {
    let mtime_ns = metadata.modified().map_or(0, nanoseconds);
    let (ctime_ns, inode) = change_and_number(metadata);
    Stat { kind: kind_of(metadata.file_type()), size: metadata.len(), mtime_ns, ctime_ns, inode }
}

fn kind_of(kind: fs::FileType) -> Kind {
    if kind.is_symlink() {
        Kind::Link
    } else if kind.is_file() {
        Kind::File
    } else if kind.is_dir() {
        Kind::Folder
    } else {
        Kind::Special
    }
}

#[cfg(unix)]
fn change_and_number(metadata: &Metadata) -> (i64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec()), metadata.ino())
}

#[cfg(not(unix))]
fn change_and_number(metadata: &Metadata) -> (i64, u64) {
    (metadata.created().map_or(0, nanoseconds), 0)
}

fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |before| -before),
    }
}

fn absolute(path: &Path) -> Result<(), HostError> {
    if path.is_absolute() { Ok(()) } else { Err(HostError::Relative { path: path.to_owned() }) }
}

/// Reads a regular file once; `Unstable` unless it stood still from before it was opened until after its last byte.
fn attempt(path: &Path, wanted: &dyn Fn(&Stat) -> Result<(), HostError>, sink: &mut dyn FnMut(&[u8])) -> Result<Stat, HostError> {
    let before = DiskHost.stat(path)?;
    if before.kind != Kind::File {
        return Err(HostError::NotAFile { path: path.to_owned(), kind: before.kind });
    }
    wanted(&before)?;
    let failed = |source| HostError::io(Operation::Read, path, source);
    let unstable = || HostError::Unstable { path: path.to_owned() };
    let mut file = File::open(path).map_err(failed)?;
    // The opened file is asked again: between the first look and the opening, a link or pipe may have taken its name.
    if stat_of(&file.metadata().map_err(failed)?) != before {
        return Err(unstable());
    }
    let mut left = before.size;
    let mut block = vec![0; BLOCK.min(usize::try_from(before.size.saturating_add(1)).unwrap_or(BLOCK))];
    loop {
        let count = match file.read(&mut block) {
            Ok(0) => break,
            Ok(count) => count,
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
            Err(cause) => return Err(failed(cause)),
        };
        left = left.checked_sub(count as u64).ok_or_else(unstable)?;
        sink(&block[..count]);
    }
    if left > 0 || stat_of(&file.metadata().map_err(failed)?) != before {
        return Err(unstable());
    }
    Ok(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_file_comes_with_the_stat_of_its_moment() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        DiskHost.write_new(&path, b"text").unwrap();
        let (bytes, stat) = DiskHost.read_source(&path, 4).unwrap();
        assert_eq!((bytes.as_slice(), stat), (&b"text"[..], DiskHost.stat(&path).unwrap()));
        assert!(matches!(DiskHost.read_source(&path, 3), Err(HostError::TooLarge { size: 4, limit: 3, .. })));
        assert!(matches!(DiskHost.read_source(folder.path(), 9), Err(HostError::NotAFile { kind: Kind::Folder, .. })));
        assert!(DiskHost.read_source(&folder.path().join("b"), 9).unwrap_err().not_found());
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        DiskHost.write_new(&path, b"text").unwrap();
        let grown = DiskHost.stream_source(&path, &mut |_| DiskHost.append(&path, b"more").unwrap());
        assert!(matches!(grown, Err(HostError::Unstable { .. })));
    }

    #[test]
    fn writes_are_seen_and_named_when_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (below, path) = (folder.path().join("x/y"), folder.path().join("x/y/a"));
        assert!(DiskHost.write_new(&path, b"").unwrap_err().not_found());
        DiskHost.create_dir_all(&below).unwrap();
        DiskHost.write_new(&path, b"0123").unwrap();
        assert!(DiskHost.write_new(&path, b"").unwrap_err().already_exists());
        DiskHost.append(&path, b"45").unwrap();
        DiskHost.sync_file(&path).unwrap();
        DiskHost.sync_dir(&below).unwrap();
        assert_eq!(DiskHost.read(&path).unwrap(), b"012345");
        assert_eq!(DiskHost.read_head(&path, 2).unwrap(), b"01");
        assert_eq!(DiskHost.read_range(&path, 4, 9).unwrap(), b"45");
        DiskHost.rename(&path, &below.join("B")).unwrap();
        assert!(!DiskHost.exists(&path).unwrap());
        DiskHost.write_new(&path, b"").unwrap();
        let names: Vec<_> = DiskHost.read_dir(&below).unwrap().into_iter().map(|listed| listed.name).collect();
        assert_eq!(names, ["B", "a"]);
        DiskHost.remove_file(&path).unwrap();
        assert!(DiskHost.remove_dir(&below).is_err());
        let message = DiskHost.read(&path).unwrap_err().to_string();
        assert_eq!(message, format!("cannot read `{}`", path.display()));
        assert!(matches!(DiskHost.read(Path::new("a")), Err(HostError::Relative { .. })));
    }

    #[test]
    fn one_holder_of_a_lock_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = DiskHost.try_lock(&path).unwrap();
        assert!(held.is_some() && DiskHost.try_lock(&path).unwrap().is_none());
        drop(held);
        assert!(DiskHost.try_lock(&path).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (link, pipe) = (folder.path().join("link"), folder.path().join("pipe"));
        std::os::unix::fs::symlink("/etc/hostname", &link).unwrap();
        assert!(matches!(DiskHost.read_source(&link, 9), Err(HostError::NotAFile { kind: Kind::Link, .. })));
        if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
            assert!(matches!(DiskHost.read_source(&pipe, 9), Err(HostError::NotAFile { kind: Kind::Special, .. })));
        } else {
            println!("no `mkfifo` here: pipes are not tested");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_process_knows_what_it_used() {
        assert!(DiskHost.peak_memory_bytes().unwrap() > 1 << 20);
        assert!(DiskHost.cpu_seconds().unwrap() >= 0.0);
        assert!(DiskHost.now_ns() > 1_700_000_000_000_000_000);
    }
}
