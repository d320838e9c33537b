//! Link columns: per file what it publishes, what it read, and the size and digest of its rows in every table. Flat arrays.

use std::path::Path;
use std::sync::Arc;

use super::envelope::{self, Content};
use crate::base::key::Key;
use crate::host::{Host, HostError};

/// One file's columns. `TABLES` tables, in table order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumns {
    /// `(key, digest)` sorted by key.
    pub exports: Arc<[(Key, u64)]>,
    /// Sorted.
    pub reads: Arc<[Key]>,
    /// Per table: bytes, rows, digest of the rows.
    pub tables: Box<[TableColumn]>,
    /// Sites by end.
    pub census: [u32; 5],
}

/// The rows of one file in one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableColumn {
    pub bytes: u32,
    pub rows: u32,
    pub digest: u64,
}

/// A file of the columns of all files, as it was written at some commit. What later commits change stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    binding: [u8; 32],
    sum: u64,
    files: usize,
}

/// The columns of a commit, and where they come from.
pub struct Stored {
    pub base: Base,
    /// In path order, with their place in the base; `None` for those that changed since.
    pub columns: Vec<(FileColumns, Option<u32>)>,
}

/// To which index columns belong, and in which form.
#[derive(Clone, Copy)]
pub struct Bound<'a> {
    /// Of the manifest.
    pub binding: &'a [u8; 32],
    /// Digest of the rules that made them.
    pub rules: &'a [u8; 32],
    pub tables: usize,
}

/// Of every eight files at least seven must stand in the base: beyond that, writing it anew costs little more.
const CHANGED: usize = 8;

/// The columns of a cache folder that belong to an index of `files` files.
pub fn read(host: &dyn Host, folder: &Path, bound: Bound<'_>, files: usize) -> Option<Stored> {
    let stored = read_changed(host, folder, bound).or_else(|| {
        let (base, columns) = read_base(host, folder, bound)?;
        Some(Stored { base, columns: columns.into_iter().zip((0..).map(Some)).collect() })
    })?;
    (stored.columns.len() == files).then_some(stored)
}

fn read_base(host: &dyn Host, folder: &Path, bound: Bound<'_>) -> Option<(Base, Vec<FileColumns>)> {
    let payload = envelope::read(host, folder, Content::Columns, bound.binding)?;
    let mut cursor = Cursor { bytes: &payload };
    let files = cursor.head(bound)?;
    let columns = (0..files).map(|_| cursor.file(bound.tables)).collect::<Option<Vec<_>>>()?;
    cursor.bytes.is_empty().then_some((Base { binding: *bound.binding, sum: payload.sum(), files }, columns))
}

fn read_changed(host: &dyn Host, folder: &Path, bound: Bound<'_>) -> Option<Stored> {
    let payload = envelope::read(host, folder, Content::ColumnChanges, bound.binding)?;
    let mut cursor = Cursor { bytes: &payload };
    let files = cursor.head(bound)?;
    let (binding, sum) = (cursor.take(32)?.try_into().ok()?, cursor.long()?);
    let (base, old) = read_base(host, folder, Bound { binding: &binding, ..bound }).filter(|(base, _)| base.sum == sum)?;
    let mut old: Vec<Option<FileColumns>> = old.into_iter().map(Some).collect();
    let mut columns = Vec::with_capacity(files.min(old.len() * 2));
    while columns.len() < files {
        let (start, count) = (cursor.word()?, cursor.word()?);
        if start == CHANGED_HERE {
            columns.push((cursor.file(bound.tables)?, None));
            continue;
        }
        for place in start..start.checked_add(count)? {
            columns.push((old.get_mut(place as usize)?.take()?, Some(place)));
        }
    }
    (cursor.bytes.is_empty() && columns.len() == files).then_some(Stored { base, columns })
}

/// In the place of a start: the columns themselves follow.
const CHANGED_HERE: u32 = u32::MAX;

/// Writes columns in path order: what changed since the base, or all of them as a new base where that is much. Returns the base on which they stand then,
/// and whether it is new: then every file has its own position for its place.
///
/// # Errors
/// What the disk refuses.
pub fn write<'a>(
    host: &dyn Host,
    folder: &Path,
    bound: Bound<'_>,
    base: Option<Base>,
    columns: &(impl ExactSizeIterator<Item = (&'a FileColumns, Option<u32>)> + Clone),
) -> Result<(Base, bool), HostError> {
    let changed = columns.clone().filter(|(_, place)| place.is_none()).count();
    if let Some(base) = base.filter(|base| (changed + base.files.abs_diff(columns.len())) * CHANGED <= base.files) {
        write_changed(host, folder, bound, base, columns)?;
        return Ok((base, false));
    }
    // Changes that stay behind name another base, so that nobody reads them.
    let mut buffer = Vec::new();
    let sum = envelope::write_parts(host, folder, Content::Columns, bound.binding, &mut |push| {
        buffer.clear();
        push_head(&mut buffer, bound, columns.len());
        push(&buffer);
        for (file, _) in columns.clone() {
            buffer.clear();
            push_file(&mut buffer, file);
            push(&buffer);
        }
    })?;
    Ok((Base { binding: *bound.binding, sum, files: columns.len() }, true))
}

/// Runs of files that stand in the base, and the columns of the others.
fn write_changed<'a>(
    host: &dyn Host,
    folder: &Path,
    bound: Bound<'_>,
    base: Base,
    columns: &(impl ExactSizeIterator<Item = (&'a FileColumns, Option<u32>)> + Clone),
) -> Result<(), HostError> {
    let mut bytes = Vec::new();
    push_head(&mut bytes, bound, columns.len());
    bytes.extend_from_slice(&base.binding);
    bytes.extend_from_slice(&base.sum.to_le_bytes());
    let (mut start, mut count) = (0, 0);
    for (file, place) in columns.clone() {
        if place.is_some_and(|place| count > 0 && place == start + count) {
            count += 1;
            continue;
        }
        push_run(&mut bytes, start, count);
        (start, count) = place.map_or((0, 0), |place| (place, 1));
        if place.is_none() {
            push_run(&mut bytes, CHANGED_HERE, 1);
            push_file(&mut bytes, file);
        }
    }
    push_run(&mut bytes, start, count);
    envelope::write(host, folder, Content::ColumnChanges, bound.binding, &bytes)
}

fn push_run(bytes: &mut Vec<u8>, start: u32, count: u32) {
    if count > 0 {
        bytes.extend_from_slice(&start.to_le_bytes());
        bytes.extend_from_slice(&count.to_le_bytes());
    }
}

fn push_head(bytes: &mut Vec<u8>, bound: Bound<'_>, files: usize) {
    bytes.extend_from_slice(bound.rules);
    push_count(bytes, files);
    push_count(bytes, bound.tables);
}

fn push_file(bytes: &mut Vec<u8>, file: &FileColumns) {
    push_count(bytes, file.exports.len());
    push_count(bytes, file.reads.len());
    for (key, digest) in file.exports.iter() {
        bytes.extend_from_slice(&key.to_le_bytes());
        bytes.extend_from_slice(&digest.to_le_bytes());
    }
    for key in file.reads.iter() {
        bytes.extend_from_slice(&key.to_le_bytes());
    }
    for table in &file.tables {
        bytes.extend_from_slice(&table.bytes.to_le_bytes());
        bytes.extend_from_slice(&table.rows.to_le_bytes());
        bytes.extend_from_slice(&table.digest.to_le_bytes());
    }
    for count in &file.census {
        bytes.extend_from_slice(&count.to_le_bytes());
    }
}

fn push_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.bytes.split_at_checked(count)?;
        self.bytes = tail;
        Some(head)
    }

    /// The number of files behind a head of these rules and tables.
    fn head(&mut self, bound: Bound<'_>) -> Option<usize> {
        let is_of = self.take(32)? == bound.rules;
        let files = self.count()?;
        (is_of && self.count()? == bound.tables).then_some(files)
    }

    fn file(&mut self, tables: usize) -> Option<FileColumns> {
        let (exports, reads) = (self.count()?, self.count()?);
        Some(FileColumns {
            exports: self.pairs(exports)?,
            reads: self.longs(reads)?,
            tables: (0..tables).map(|_| self.table()).collect::<Option<_>>()?,
            census: self.census()?,
        })
    }

    fn word(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.word()?).ok()
    }

    fn long(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    /// `count` numbers in one stroke: most of a column file is such runs.
    fn longs(&mut self, count: usize) -> Option<Arc<[u64]>> {
        let bytes = self.take(count.checked_mul(8)?)?;
        Some(bytes.as_chunks::<8>().0.iter().map(|number| u64::from_le_bytes(*number)).collect())
    }

    fn pairs(&mut self, count: usize) -> Option<Arc<[(u64, u64)]>> {
        let bytes = self.take(count.checked_mul(16)?)?;
        let longs = bytes.as_chunks::<8>().0;
        Some(longs.as_chunks::<2>().0.iter().map(|[key, digest]| (u64::from_le_bytes(*key), u64::from_le_bytes(*digest))).collect())
    }

    fn table(&mut self) -> Option<TableColumn> {
        Some(TableColumn { bytes: self.word()?, rows: self.word()?, digest: self.long()? })
    }

    fn census(&mut self) -> Option<[u32; 5]> {
        let mut census = [0; 5];
        for slot in &mut census {
            *slot = self.word()?;
        }
        Some(census)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    const RULES: [u8; 32] = [9; 32];

    fn file(seed: u64) -> FileColumns {
        let count = seed % 5;
        FileColumns {
            exports: (0..count).map(|at| (seed * 100 + at, at)).collect(),
            reads: (0..seed % 7).collect(),
            tables: (0..3).map(|at| TableColumn { bytes: at, rows: 2, digest: seed }).collect(),
            census: [u32::try_from(seed).unwrap(), 0, 1, 2, 3],
        }
    }

    fn bound(binding: &[u8; 32]) -> Bound<'_> {
        Bound { binding, rules: &RULES, tables: 3 }
    }

    #[test]
    fn what_changes_stands_beside_the_base_until_it_is_an_eighth_of_it() {
        let (folder, host, mut random) = (tempfile::tempdir().unwrap(), DiskHost::volatile(), fastrand::Rng::with_seed(7));
        let mut live: Vec<(FileColumns, Option<u32>)> = (0..200).map(|seed| (file(seed), None)).collect();
        let (mut base, mut bases) = (None, 0);
        for step in 0..60u8 {
            let binding = [step; 32];
            let columns = live.iter().map(|(file, place)| (file, *place)).collect::<Vec<_>>();
            let (standing, is_new) = write(&host, folder.path(), bound(&binding), base, &columns.into_iter()).unwrap();
            base = Some(standing);
            if is_new {
                bases += 1;
                live.iter_mut().zip(0..).for_each(|((_, place), at)| *place = Some(at));
            }
            let stored = read(&host, folder.path(), bound(&binding), live.len()).unwrap();
            assert_eq!((stored.base, &stored.columns), (standing, &live), "step {step}");
            assert!(read(&host, folder.path(), bound(&binding), live.len() + 1).is_none());
            assert!(read(&host, folder.path(), bound(&[255; 32]), live.len()).is_none());
            for _ in 0..random.usize(..4) {
                let at = random.usize(..live.len());
                match random.u8(..3) {
                    0 => live.insert(at, (file(random.u64(..1000)), None)),
                    1 => drop(live.remove(at)),
                    _ => live[at] = (file(random.u64(..1000)), None),
                }
            }
        }
        assert!((2..20).contains(&bases), "{bases}");
    }

    #[test]
    fn changes_of_another_base_are_none() {
        let (folder, host) = (tempfile::tempdir().unwrap(), DiskHost::volatile());
        let live: Vec<FileColumns> = (0..20).map(file).collect();
        let say = |binding: &[u8; 32], base, changed: usize| {
            let columns = live.iter().enumerate().map(|(at, file)| (file, (at != changed).then(|| u32::try_from(at).unwrap()))).collect::<Vec<_>>();
            write(&host, folder.path(), bound(binding), base, &columns.into_iter()).unwrap()
        };
        let (base, _) = say(&[1; 32], None, 99);
        assert!(!say(&[2; 32], Some(base), 3).1);
        assert!(read(&host, folder.path(), bound(&[2; 32]), 20).is_some());
        assert!(say(&[3; 32], None, 99).1);
        assert!(read(&host, folder.path(), bound(&[2; 32]), 20).is_none());
        assert!(read(&host, folder.path(), bound(&[3; 32]), 20).is_some());
    }
}
