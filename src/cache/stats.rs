//! The stat cache: per path what its stat was when it was hashed, and what the hash showed.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::envelope::{self, Content};
use crate::host::{Host, HostError, Stat};
use crate::shard::record::Record;

/// One walked path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub path: String,
    pub stat: Stat,
    /// Too young when it was read to prove the file unchanged later.
    pub doubtful: bool,
    pub record: Record,
}

/// The whole cache, in path order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Digest of the walk options and extraction rules by which records were made.
    pub rules: [u8; 32],
    /// Digest of the rules by which the rows were linked.
    pub linking: [u8; 32],
    /// When all pieces were known to be whole, in nanoseconds since 1970.
    pub sealed_ns: i64,
    pub entries: Vec<Entry>,
}

/// The same as [`Entry`], borrowed from what a session holds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EntryRef<'a> {
    pub path: &'a str,
    pub stat: Stat,
    pub doubtful: bool,
    pub record: &'a Record,
}

/// The same as [`Stats`], borrowed: its bytes are the same.
#[derive(Clone, Debug, Serialize)]
pub struct StatsRef<'a> {
    pub rules: [u8; 32],
    pub linking: [u8; 32],
    /// When all pieces were known to be whole, in nanoseconds since 1970.
    pub sealed_ns: i64,
    pub entries: Vec<EntryRef<'a>>,
}

impl Stats {
    /// The same, borrowed.
    pub fn borrowed(&self) -> StatsRef<'_> {
        fn entry(entry: &Entry) -> EntryRef<'_> {
            EntryRef { path: &entry.path, stat: entry.stat, doubtful: entry.doubtful, record: &entry.record }
        }
        StatsRef { rules: self.rules, linking: self.linking, sealed_ns: self.sealed_ns, entries: self.entries.iter().map(entry).collect() }
    }
}

/// Changes within this time before a read may not show in the stat: the coarsest clock of common file systems is two seconds.
const GRAIN_NS: i64 = 2_000_000_000;

/// Whether a stat taken at `now_ns` is too young to prove anything later.
pub fn is_doubtful(stat: &Stat, now_ns: i64) -> bool {
    stat.mtime_ns.max(stat.ctime_ns) > now_ns - GRAIN_NS
}

/// The clock of a file system stands still between two ticks of the kernel: what is written within this time before a moment may bear a later
/// time, and what is written within this time after it an earlier one.
const TICK_NS: i64 = 10_000_000;

/// The seal of pieces that are known to be whole at `now_ns`.
pub fn seal(now_ns: i64) -> i64 {
    now_ns - TICK_NS
}

/// Reads the stat cache that belongs to a manifest.
pub fn read(host: &dyn Host, path: &Path, binding: &[u8; 32]) -> Option<Stats> {
    let payload = envelope::read(host, path, Content::Stats, binding)?;
    postcard::from_bytes(&payload).ok()
}

/// Writes the stat cache.
///
/// # Errors
/// What the disk refuses.
pub fn write(host: &dyn Host, path: &Path, binding: &[u8; 32], stats: &StatsRef<'_>) -> Result<(), HostError> {
    let payload = postcard::to_stdvec(stats).unwrap_or_default();
    envelope::write(host, path, Content::Stats, binding, &payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_young_stat_is_doubtful_and_an_old_one_is_not() {
        let stat = Stat { size: 1, mtime_ns: 10_000_000_000, ctime_ns: 0, inode: 1 };
        assert!(is_doubtful(&stat, 11_000_000_000));
        assert!(!is_doubtful(&stat, 12_000_000_000));
    }
}
