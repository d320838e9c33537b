//! The stat cache: per path what its stat was when it was hashed, and what the hash showed.

use std::borrow::Cow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::envelope::{self, Content, Payload};
use crate::host::{Host, HostError, Stat};
use crate::shard::record::Record;

/// What holds for the whole cache. Its entries follow, in path order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Digest of the walk options and extraction rules by which records were made.
    pub rules: [u8; 32],
    /// Digest of the rules by which the rows were linked.
    pub linking: [u8; 32],
    /// When all pieces were known to be whole, in nanoseconds since 1970.
    pub sealed_ns: i64,
    pub entries: usize,
}

/// One walked path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry<'a> {
    #[serde(borrow)]
    pub path: Cow<'a, str>,
    pub stat: Stat,
    /// Too young when it was read to prove the file unchanged later.
    pub doubtful: bool,
    pub record: Cow<'a, Record>,
}

/// A cache that was read and belongs to what it was asked for.
pub struct Stats {
    pub head: Head,
    payload: Payload,
    /// Where the entries begin.
    start: usize,
}

impl Stats {
    /// The entries, one after the other: all of them at once take more room than what a session makes of them. An error ends them.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry<'_>, postcard::Error>> {
        let mut rest = &self.payload[self.start..];
        (0..self.head.entries).map(move |_| {
            let (entry, after) = postcard::take_from_bytes(std::mem::take(&mut rest))?;
            rest = after;
            Ok(entry)
        })
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

/// Reads the stat cache of a cache folder that belongs to a manifest.
pub fn read(host: &dyn Host, folder: &Path, binding: &[u8; 32]) -> Option<Stats> {
    let payload = envelope::read(host, folder, Content::Stats, binding)?;
    let (head, rest): (Head, _) = postcard::take_from_bytes(&payload).ok()?;
    let start = payload.len() - rest.len();
    // No entry takes less than a byte: room is made for as many as can be there.
    (head.entries <= rest.len()).then_some(Stats { head, payload, start })
}

/// Writes the stat cache; `head` tells how many entries there are.
///
/// # Errors
/// What the disk refuses, or that an entry cannot be encoded.
pub fn write<'a>(host: &dyn Host, folder: &Path, binding: &[u8; 32], head: Head, entries: impl Iterator<Item = Entry<'a>>) -> Result<(), HostError> {
    let path = Content::Stats.path(folder);
    let mut payload = envelope::encoded(&path, &head, Vec::new())?;
    for entry in entries {
        payload = envelope::encoded(&path, &entry, payload)?;
    }
    envelope::write(host, folder, Content::Stats, binding, &payload)
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
