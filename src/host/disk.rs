//! The real machine.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::entries::{Entries, kind_of};
use super::map::{self, Bytes};
use super::{Guard, Host, HostError, Kind, Parts, Stat};

/// How long a pause is.
const PAUSE: Duration = Duration::from_millis(50);

/// The disk, clock and memory of this machine.
#[derive(Clone, Copy, Debug)]
pub struct DiskHost {
    durable: bool,
}

impl DiskHost {
    /// Writes reach the disk before they count as done.
    pub fn durable() -> Self {
        Self { durable: true }
    }

    /// Writes are left to the system's own time: for tests, and for indexes that are thrown away.
    pub fn volatile() -> Self {
        Self { durable: false }
    }

    /// A pipe would never end, and a link may lead anywhere.
    fn require_file(self, path: &Path) -> Result<(), HostError> {
        if self.stat(path)?.0 == Kind::File { Ok(()) } else { Err(HostError::NotAFile { path: path.to_owned() }) }
    }

    /// What is opened to be written in place must not lead elsewhere.
    fn refuse_link(self, path: &Path) -> Result<(), HostError> {
        if matches!(self.stat(path), Ok((Kind::Link, _))) { Err(HostError::Link { path: path.to_owned() }) } else { Ok(()) }
    }
}

struct Locked(File);

impl Guard for Locked {}

impl Drop for Locked {
    fn drop(&mut self) {
        // Closing is not enough: a process that is being started elsewhere in this one holds a copy of the open file until it runs its own
        // program. What cannot be unlocked is unlocked by the end of the process.
        let _ = self.0.unlock();
    }
}

fn io<'a>(operation: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> HostError + 'a {
    move |cause| HostError::Io { operation, path: path.to_owned(), cause }
}

/// What was not there needs no removal.
fn gone(path: &Path, removed: std::io::Result<()>) -> Result<(), HostError> {
    match removed {
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(io("remove", path)),
    }
}

/// The stat of already read metadata.
pub fn stat_of(metadata: &Metadata) -> Stat {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Stat {
            size: metadata.size(),
            mtime_ns: metadata.mtime().wrapping_mul(1_000_000_000).wrapping_add(metadata.mtime_nsec()),
            ctime_ns: metadata.ctime().wrapping_mul(1_000_000_000).wrapping_add(metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }
    #[cfg(not(unix))]
    {
        let mtime_ns = metadata.modified().map_or(0, since_epoch);
        Stat { size: metadata.len(), mtime_ns, ctime_ns: metadata.created().map_or(0, since_epoch), inode: 0 }
    }
}

fn since_epoch(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

fn sync_names(folder: &Path) {
    // Not every file system lets a folder be opened or synced; the rename itself has been done by then.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Files from which on the whole file system is asked once instead of each of them: then it costs the disk less, however much of others waits there.
const MANY: usize = 64;

/// Brings all of the file system that a folder is on to the disk. False where the system cannot, and where it says that it failed.
#[cfg(target_os = "linux")]
fn sync_file_system(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|folder| rustix::fs::syncfs(folder).is_ok())
}

#[cfg(not(target_os = "linux"))]
fn sync_file_system(_: &Path) -> bool {
    false
}

/// Writes beside a file and renames over it. What fails leaves nothing behind: on a full disk it would keep the next one from its room. Several that
/// write the same file at once each have a name of their own beside it, and the last one stays.
fn replace(path: &Path, parts: Parts<'_>, durable: bool) -> Result<(), HostError> {
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{}.tmp", std::process::id(), WRITES.fetch_add(1, Ordering::Relaxed)));
    let temporary = path.with_file_name(name);
    let replaced = fill(&temporary, parts, durable).and_then(|()| std::fs::rename(&temporary, path).map_err(io("rename to", path)));
    if replaced.is_err() {
        // It may not even have been made.
        let _ = std::fs::remove_file(&temporary);
    }
    replaced
}

fn fill(temporary: &Path, parts: Parts<'_>, durable: bool) -> Result<(), HostError> {
    let file = File::create(temporary).map_err(io("create", temporary))?;
    let mut buffered = BufWriter::new(file);
    let mut written = Ok(());
    parts(&mut |part| {
        if written.is_ok() {
            written = buffered.write_all(part);
        }
    });
    written.map_err(io("write", temporary))?;
    let file = buffered.into_inner().map_err(|cause| io("write", temporary)(cause.into_error()))?;
    if durable {
        file.sync_data().map_err(io("sync", temporary))?;
    }
    Ok(())
}

impl Host for DiskHost {
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        self.require_file(path)?;
        std::fs::read(path).map_err(io("read", path))
    }

    fn map(&self, path: &Path) -> Result<Bytes, HostError> {
        self.require_file(path)?;
        let file = File::open(path).map_err(io("open", path))?;
        map::map(&file).map_err(io("read", path))
    }

    fn read_named(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        std::fs::read(path).map_err(io("read", path))
    }

    fn read_at(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError> {
        let mut file = File::open(path).map_err(io("open", path))?;
        file.seek(SeekFrom::Start(offset)).map_err(io("read", path))?;
        let mut bytes = Vec::with_capacity(length);
        file.take(length as u64).read_to_end(&mut bytes).map_err(io("read", path))?;
        Ok(bytes)
    }

    fn read_source(&self, path: &Path) -> Result<(Vec<u8>, Stat), HostError> {
        for _ in 0..3 {
            let (kind, named) = self.stat(path)?;
            if kind != Kind::File {
                return Err(HostError::NotAFile { path: path.to_owned() });
            }
            let mut file = File::open(path).map_err(io("open", path))?;
            let before = file.metadata().map_err(io("read", path))?;
            // What was opened must be what stood there: a link or another file may have taken its place in between.
            if stat_of(&before) != named {
                continue;
            }
            let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or(0));
            file.read_to_end(&mut bytes).map_err(io("read", path))?;
            let after = file.metadata().map_err(io("read", path))?;
            if stat_of(&before) == stat_of(&after) && after.len() == bytes.len() as u64 {
                return Ok((bytes, stat_of(&after)));
            }
        }
        Err(HostError::Unstable { path: path.to_owned() })
    }

    fn stat(&self, path: &Path) -> Result<(Kind, Stat), HostError> {
        let metadata = std::fs::symlink_metadata(path).map_err(io("look at", path))?;
        Ok((kind_of(metadata.file_type()), stat_of(&metadata)))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        self.write_parts(path, &mut |push| push(bytes))
    }

    fn write_parts(&self, path: &Path, parts: Parts<'_>) -> Result<(), HostError> {
        replace(path, parts, self.durable)
    }

    fn place(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        replace(path, &mut |push| push(bytes), false)
    }

    fn settle(&self, folder: &Path, files: &[PathBuf]) -> Result<(), HostError> {
        if !self.durable || (files.len() >= MANY && sync_file_system(folder)) {
            return Ok(());
        }
        files.iter().try_for_each(|path| File::open(path).and_then(|file| file.sync_data()).map_err(io("sync", path)))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<u64, HostError> {
        self.refuse_link(path)?;
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(io("append to", path))?;
        let offset = file.seek(SeekFrom::End(0)).map_err(io("append to", path))?;
        file.write_all(bytes).map_err(io("append to", path))?;
        Ok(offset)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError> {
        std::fs::rename(from, to).map_err(io("rename to", to))?;
        if self.durable {
            to.parent().into_iter().for_each(sync_names);
        }
        Ok(())
    }

    fn sync_folder(&self, path: &Path) -> Result<(), HostError> {
        if self.durable {
            sync_names(path);
        }
        Ok(())
    }

    fn create_folder(&self, path: &Path) -> Result<(), HostError> {
        std::fs::create_dir_all(path).map_err(io("create", path))
    }

    fn remove(&self, path: &Path) -> Result<(), HostError> {
        gone(path, std::fs::remove_file(path))
    }

    fn remove_folder(&self, path: &Path) -> Result<(), HostError> {
        gone(path, std::fs::remove_dir_all(path))
    }

    fn list(&self, path: &Path) -> Result<Vec<String>, HostError> {
        let entries = match std::fs::read_dir(path) {
            Ok(entries) => entries,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(cause) => return Err(HostError::Io { operation: "list", path: path.to_owned(), cause }),
        };
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry.map_err(io("list", path))?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Names are looked up in the open folder: walking the whole path for each costs as much again.
    fn list_stats(&self, path: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<(String, Stat)>, HostError> {
        let mut entries = Entries::of(path);
        match entries.cause.take() {
            Some(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Some(cause) => return Err(HostError::Io { operation: "list", path: path.to_owned(), cause }),
            None => {}
        }
        let mut stats = Vec::new();
        for entry in entries.iter() {
            let Some(name) = entry.name.to_str().filter(|name| wanted(name)) else { continue };
            match entry.stat() {
                Ok(stat) => stats.push((name.to_owned(), stat)),
                Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {}
                Err(cause) => return Err(HostError::Io { operation: "look at", path: path.join(&entry.name), cause }),
            }
        }
        Ok(stats)
    }

    fn try_lock(&self, path: &Path) -> Result<Option<Box<dyn Guard>>, HostError> {
        self.refuse_link(path)?;
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(path).map_err(io("lock", path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(Locked(file)))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(HostError::Io { operation: "lock", path: path.to_owned(), cause }),
        }
    }

    fn now_ns(&self) -> i64 {
        since_epoch(SystemTime::now())
    }

    #[expect(clippy::disallowed_methods, reason = "the end of another process's lock is no event that could be waited for")]
    fn pause(&self) {
        thread::sleep(PAUSE);
    }

    fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
    }

    fn processor_seconds(&self) -> Option<f64> {
        // Linux counts user and system time of a process in hundredths of a second, whatever the kernel's own tick.
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let user: f64 = fields.next()?.parse().ok()?;
        let system: f64 = fields.next()?.parse().ok()?;
        Some((user + system) / 100.0)
    }
}
