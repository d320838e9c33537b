//! A host that breaks on purpose: the n-th write fails, so that tests can stop a commit at every single step.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::{HostError, Operation};
use super::{Host, Listed, Lock, Stat};

/// What happens at the chosen write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The process is gone: this and every later operation fails, reads too.
    Crash,
    /// This write finds the disk full; later ones succeed.
    FullOnce,
    /// The disk is full from here on: every later write fails, reads and removals succeed.
    Full,
    /// The disk cannot be written from here on; reads succeed.
    ReadOnly,
}

/// When and how a [`FaultHost`] fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the write that fails, from 1; 0 never fails and only counts.
    pub number: usize,
    pub failure: Failure,
    /// The failing write leaves the first half of its bytes behind.
    pub torn: bool,
}

impl Plan {
    /// Nothing fails; writes are counted.
    pub const COUNT: Self = Self { number: 0, failure: Failure::Crash, torn: false };

    /// The machine dies at write `number`, between two operations.
    pub fn crash(number: usize) -> Self {
        Self { number, failure: Failure::Crash, torn: false }
    }
}

/// A host whose writes are counted and fail by plan.
#[derive(Debug)]
pub struct FaultHost<H> {
    inner: H,
    plan: Plan,
    log: Mutex<Vec<(Operation, PathBuf)>>,
}

/// What becomes of an operation.
enum Fate {
    Done,
    Failed(io::Error),
    Torn(io::Error),
}

impl<H: Host> FaultHost<H> {
    /// `inner`, failing by `plan`.
    pub fn new(inner: H, plan: Plan) -> Self {
        Self { inner, plan, log: Mutex::new(Vec::new()) }
    }

    /// How many writes were asked for so far, the failed ones included.
    pub fn writes(&self) -> usize {
        self.entries().len()
    }

    /// The writes asked for so far, in order.
    pub fn log(&self) -> Vec<(Operation, PathBuf)> {
        self.entries().clone()
    }

    fn entries(&self) -> MutexGuard<'_, Vec<(Operation, PathBuf)>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reached(&self, writes: usize) -> bool {
        self.plan.number > 0 && writes >= self.plan.number
    }

    fn fate(&self, operation: Operation, path: &Path) -> Fate {
        let number = {
            let mut entries = self.entries();
            entries.push((operation, path.to_owned()));
            entries.len()
        };
        let first = number == self.plan.number;
        let frees = matches!(operation, Operation::Remove | Operation::RemoveFolder);
        let cause = match self.plan.failure {
            _ if !self.reached(number) => return Fate::Done,
            Failure::FullOnce if !first => return Fate::Done,
            Failure::Full if frees => return Fate::Done,
            Failure::Crash => io::Error::other("the machine has stopped"),
            Failure::Full | Failure::FullOnce => io::ErrorKind::StorageFull.into(),
            Failure::ReadOnly => io::ErrorKind::ReadOnlyFilesystem.into(),
        };
        if first && self.plan.torn { Fate::Torn(cause) } else { Fate::Failed(cause) }
    }

    /// A write that is all or nothing.
    fn whole(&self, operation: Operation, path: &Path, act: impl FnOnce() -> Result<(), HostError>) -> Result<(), HostError> {
        match self.fate(operation, path) {
            Fate::Done => act(),
            Fate::Failed(cause) | Fate::Torn(cause) => Err(HostError::io(operation, path, cause)),
        }
    }

    /// A write of bytes, of which half may arrive.
    fn bytes(&self, operation: Operation, path: &Path, bytes: &[u8], act: impl FnOnce(&[u8]) -> Result<(), HostError>) -> Result<(), HostError> {
        match self.fate(operation, path) {
            Fate::Done => act(bytes),
            Fate::Failed(cause) => Err(HostError::io(operation, path, cause)),
            Fate::Torn(cause) => {
                act(&bytes[..bytes.len() / 2])?;
                Err(HostError::io(operation, path, cause))
            }
        }
    }

    /// Reads fail only after a crash.
    fn alive(&self, operation: Operation, path: &Path) -> Result<(), HostError> {
        if self.plan.failure == Failure::Crash && self.reached(self.writes()) {
            return Err(HostError::io(operation, path, io::Error::other("the machine has stopped")));
        }
        Ok(())
    }
}

impl<H: Host> Host for FaultHost<H> {
    fn read(&self, path: &Path) -> Result<Vec<u8>, HostError> {
        self.alive(Operation::Read, path)?;
        self.inner.read(path)
    }

    fn read_head(&self, path: &Path, bytes: usize) -> Result<Vec<u8>, HostError> {
        self.alive(Operation::Read, path)?;
        self.inner.read_head(path, bytes)
    }

    fn read_range(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, HostError> {
        self.alive(Operation::Read, path)?;
        self.inner.read_range(path, offset, length)
    }

    fn read_source(&self, path: &Path, limit: u64) -> Result<(Vec<u8>, Stat), HostError> {
        self.alive(Operation::Read, path)?;
        self.inner.read_source(path, limit)
    }

    fn stream_source(&self, path: &Path, sink: &mut dyn FnMut(&[u8])) -> Result<Stat, HostError> {
        self.alive(Operation::Read, path)?;
        self.inner.stream_source(path, sink)
    }

    fn stat(&self, path: &Path) -> Result<Stat, HostError> {
        self.alive(Operation::Stat, path)?;
        self.inner.stat(path)
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf, HostError> {
        self.alive(Operation::Resolve, path)?;
        self.inner.canonical(path)
    }

    fn read_dir(&self, path: &Path) -> Result<Vec<Listed>, HostError> {
        self.alive(Operation::List, path)?;
        self.inner.read_dir(path)
    }

    fn write_new(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        self.bytes(Operation::Create, path, bytes, |bytes| self.inner.write_new(path, bytes))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), HostError> {
        self.bytes(Operation::Append, path, bytes, |bytes| self.inner.append(path, bytes))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), HostError> {
        self.whole(Operation::Rename, from, || self.inner.rename(from, to))
    }

    fn remove_file(&self, path: &Path) -> Result<(), HostError> {
        self.whole(Operation::Remove, path, || self.inner.remove_file(path))
    }

    fn remove_dir(&self, path: &Path) -> Result<(), HostError> {
        self.whole(Operation::RemoveFolder, path, || self.inner.remove_dir(path))
    }

    fn create_dir_all(&self, path: &Path) -> Result<(), HostError> {
        self.whole(Operation::CreateFolder, path, || self.inner.create_dir_all(path))
    }

    fn sync_file(&self, path: &Path) -> Result<(), HostError> {
        self.whole(Operation::SyncFile, path, || self.inner.sync_file(path))
    }

    fn sync_dir(&self, path: &Path) -> Result<(), HostError> {
        self.whole(Operation::SyncFolder, path, || self.inner.sync_dir(path))
    }

    fn try_lock(&self, path: &Path) -> Result<Option<Lock>, HostError> {
        self.alive(Operation::Lock, path)?;
        self.inner.try_lock(path)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.inner.variable(name)
    }

    fn now_ns(&self) -> i64 {
        self.inner.now_ns()
    }

    fn peak_memory_bytes(&self) -> Option<u64> {
        self.inner.peak_memory_bytes()
    }

    fn cpu_seconds(&self) -> Option<f64> {
        self.inner.cpu_seconds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    /// Three writes; which of them succeed under `plan`, and what is left of the first file.
    fn check(plan: Plan, expected: [bool; 3], left: Option<&[u8]>) {
        let folder = tempfile::tempdir().unwrap();
        let host = FaultHost::new(DiskHost, plan);
        let at = |name: &str| folder.path().join(name);
        let done = [host.write_new(&at("a"), b"1234").is_ok(), host.append(&at("b"), b"5678").is_ok(), host.rename(&at("b"), &at("c")).is_ok()];
        assert_eq!(done, expected, "{plan:?}");
        assert_eq!(host.writes(), 3);
        assert_eq!(DiskHost.read(&at("a")).ok().as_deref(), left, "{plan:?}");
    }

    #[test]
    fn the_chosen_write_fails_and_the_rest_follows_the_plan() {
        check(Plan::COUNT, [true, true, true], Some(b"1234"));
        check(Plan::crash(2), [true, false, false], Some(b"1234"));
        check(Plan { number: 1, failure: Failure::FullOnce, torn: false }, [false, true, true], None);
        check(Plan { number: 1, failure: Failure::FullOnce, torn: true }, [false, true, true], Some(b"12"));
        check(Plan { number: 1, failure: Failure::ReadOnly, torn: false }, [false, false, false], None);
    }

    #[test]
    fn a_full_disk_says_so_and_a_crash_ends_reads_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let full = FaultHost::new(DiskHost, Plan { number: 1, failure: Failure::Full, torn: true });
        assert!(full.write_new(&path, b"12").unwrap_err().is_full());
        assert_eq!(full.read(&path).unwrap(), b"1");
        full.remove_file(&path).unwrap();
        let crashed = FaultHost::new(DiskHost, Plan::crash(1));
        assert!(crashed.stat(folder.path()).is_ok());
        assert!(crashed.sync_dir(folder.path()).is_err());
        assert!(crashed.stat(folder.path()).is_err());
    }
}
