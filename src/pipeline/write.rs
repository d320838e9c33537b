//! Writes the pieces whose rows changed, keeps all others, in one pass over the files in path order.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::artifacts::{self, ARTIFACTS, COUNT};
use crate::cache::columns::TableColumn;
use crate::host::Host;
use crate::link::ask::Slot;
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::pieces::{self, Cost, Group, Piece};
use crate::manifest::reading::Stream;

/// The rows that stand on disk: which files, in which order, how many bytes each in every table.
pub struct Standing<'a> {
    pub streams: &'a [Stream],
    pub order: Vec<Slot>,
    /// By slot; `None` for files that were not there.
    pub tables: Vec<Option<Box<[TableColumn]>>>,
}

/// One table's side of the pass.
struct Table {
    /// Groups of the new order, as ranges of positions.
    groups: Vec<Range<usize>>,
    next: usize,
    /// Offset of each slot's rows in the old stream.
    offsets: Vec<u64>,
    /// New rows of files whose rows changed, until their group is written.
    pending: HashMap<Slot, (Vec<u8>, u32)>,
    done: Vec<Piece>,
}

/// Bytes that a thread keeps for the rows of its next group.
const MAX_KEPT_GROUP: usize = 2 << 20;

thread_local! {
    static GROUP: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The pieces of a group, what writing them cost, and how many were there already.
type Settled = (Vec<Piece>, Cost, u64);

/// Writes one index.
pub struct Writer<'a> {
    host: &'a Arc<dyn Host>,
    layout: &'a Layout,
    paths: &'a [Arc<str>],
    order: &'a [Slot],
    old: Option<Standing<'a>>,
    /// Position of each slot in the old order.
    old_position: Vec<Option<usize>>,
    tables: Vec<Table>,
    cost: Cost,
    reused: u64,
}

/// What a finished pass leaves.
pub struct Written {
    /// Pieces of every table in order.
    pub pieces: Vec<Vec<Piece>>,
    pub cost: Cost,
    pub reused: u64,
}

impl<'a> Writer<'a> {
    /// A writer of the files in `order`; `paths` is indexed by slot.
    pub fn new(host: &'a Arc<dyn Host>, layout: &'a Layout, paths: &'a [Arc<str>], order: &'a [Slot], old: Option<Standing<'a>>) -> Self {
        let mut old_position = vec![None; paths.len()];
        if let Some(old) = &old {
            for (position, slot) in old.order.iter().enumerate() {
                old_position[*slot as usize] = Some(position);
            }
        }
        let hashes: Vec<u64> = order.par_iter().map(|slot| artifacts::path_hash(&paths[*slot as usize])).collect();
        let tables = (0..COUNT).map(|table| Table {
            groups: groups(table, &hashes),
            next: 0,
            offsets: offsets(table, paths.len(), old.as_ref()),
            pending: HashMap::new(),
            done: Vec::new(),
        });
        Self { host, layout, paths, order, old_position, tables: tables.collect(), old, cost: Cost::default(), reused: 0 }
    }

    /// Takes the new rows of a file in one table, if they differ from those on disk.
    pub fn add(&mut self, table: usize, slot: Slot, rows: Vec<u8>, count: u32) {
        self.tables[table].pending.insert(slot, (rows, count));
    }

    /// Writes every group that ends at or before `frontier`: all files before that position are final.
    ///
    /// # Errors
    /// When old pieces are damaged or the disk refuses.
    pub fn advance(&mut self, frontier: usize) -> Result<(), IndexError> {
        let mut jobs: Vec<(usize, Range<usize>)> = Vec::new();
        for (index, table) in self.tables.iter_mut().enumerate() {
            while let Some(group) = table.groups.get(table.next)
                && group.end <= frontier
            {
                jobs.push((index, group.clone()));
                table.next += 1;
            }
        }
        let results: Vec<Result<Settled, IndexError>> = jobs.par_iter().map(|(table, group)| self.settle(*table, group)).collect();
        for ((table, group), result) in jobs.into_iter().zip(results) {
            let (pieces, cost, reused) = result?;
            self.cost.pieces_written += cost.pieces_written;
            self.cost.bytes_written += cost.bytes_written;
            self.reused += reused;
            let table = &mut self.tables[table];
            table.done.extend(pieces);
            if !table.pending.is_empty() {
                for slot in &self.order[group] {
                    table.pending.remove(slot);
                }
            }
        }
        Ok(())
    }

    /// Ends the pass.
    ///
    /// # Errors
    /// As [`Self::advance`].
    pub fn finish(mut self) -> Result<Written, IndexError> {
        self.advance(self.order.len())?;
        Ok(Written { pieces: self.tables.into_iter().map(|table| table.done).collect(), cost: self.cost, reused: self.reused })
    }

    /// The pieces of one group: kept if nothing in it changed, else written from new rows and slices of old ones.
    fn settle(&self, table: usize, group: &Range<usize>) -> Result<Settled, IndexError> {
        let members = &self.order[group.clone()];
        if let Some(kept) = self.kept(table, members) {
            let count = kept.len() as u64;
            return Ok((kept, Cost::default(), count));
        }
        let pending = &self.tables[table].pending;
        let new = members.iter().filter_map(|slot| pending.get(slot)).map(|(rows, _)| rows.len()).sum();
        let mut rows = GROUP.take();
        rows.reserve(new);
        let mut files = Vec::new();
        let mut copied: Range<u64> = 0..0;
        for slot in members {
            let before = rows.len() as u64 + (copied.end - copied.start);
            let path = self.paths[*slot as usize].as_ref();
            let count = if let Some((new, count)) = pending.get(slot) {
                self.copy(table, &mut copied, &mut rows)?;
                rows.extend_from_slice(new);
                *count
            } else {
                let (range, count) = self.standing(table, *slot)?;
                if copied.end == range.start {
                    copied.end = range.end;
                } else {
                    self.copy(table, &mut copied, &mut rows)?;
                    copied = range;
                }
                count
            };
            let size = usize::try_from(rows.len() as u64 + (copied.end - copied.start) - before).unwrap_or(0);
            if size > 0 {
                files.push((path, size, count));
            }
        }
        self.copy(table, &mut copied, &mut rows)?;
        let (pieces, cost) = pieces::write_group(self.host.as_ref(), self.layout, &ARTIFACTS[table], &Group { rows: &rows, files: &files })?;
        let reused = pieces.len() as u64 - cost.pieces_written;
        if rows.capacity() <= MAX_KEPT_GROUP {
            rows.clear();
            GROUP.set(rows);
        }
        Ok((pieces, cost, reused))
    }

    fn copy(&self, table: usize, range: &mut Range<u64>, rows: &mut Vec<u8>) -> Result<(), IndexError> {
        if let Some(old) = self.old.as_ref().filter(|_| !range.is_empty()) {
            old.streams[table].copy(self.host.as_ref(), self.layout, range.clone(), rows)?;
        }
        *range = range.end..range.end;
        Ok(())
    }

    /// Where the rows of an unchanged file stand.
    fn standing(&self, table: usize, slot: Slot) -> Result<(Range<u64>, u32), IndexError> {
        let column = self.old.as_ref().and_then(|old| old.tables.get(slot as usize)?.as_ref().map(|tables| tables[table]));
        let Some(column) = column else {
            return Err(IndexError::corrupt(self.paths[slot as usize].as_ref(), "its rows are neither new nor on disk"));
        };
        let start = self.tables[table].offsets[slot as usize];
        Ok((start..start + u64::from(column.bytes), column.rows))
    }

    /// The old pieces of a group that is the same group as before with the same rows.
    fn kept(&self, table: usize, members: &[Slot]) -> Option<Vec<Piece>> {
        let old = self.old.as_ref()?;
        let (first, last) = (*members.first()?, *members.last()?);
        let start = self.old_position[first as usize]?;
        let end = start + members.len();
        if old.order.get(start..end)? != members || members.iter().any(|slot| self.tables[table].pending.contains_key(slot)) {
            return None;
        }
        let ends_after = |slot: Slot| ARTIFACTS[table].ends_after(&self.paths[slot as usize]);
        let opens = start == 0 || ends_after(old.order[start - 1]);
        let closes = end == old.order.len() || ends_after(last);
        if !opens || !closes {
            return None;
        }
        let from = self.tables[table].offsets[first as usize];
        let column = old.tables.get(last as usize)?.as_ref()?[table];
        let to = self.tables[table].offsets[last as usize] + u64::from(column.bytes);
        old.streams[table].pieces_of(&(from..to)).map(<[Piece]>::to_vec)
    }
}

/// The groups of an order, given by the hashes of its paths: each ends after a path that the artifact cuts at.
fn groups(table: usize, hashes: &[u64]) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut start = 0;
    for (position, hash) in hashes.iter().enumerate() {
        if ARTIFACTS[table].ends_after_hash(*hash) {
            groups.push(start..position + 1);
            start = position + 1;
        }
    }
    if start < hashes.len() {
        groups.push(start..hashes.len());
    }
    groups
}

fn offsets(table: usize, slots: usize, old: Option<&Standing<'_>>) -> Vec<u64> {
    let Some(old) = old else { return Vec::new() };
    let mut offsets = vec![0; slots];
    let mut at = 0;
    for slot in &old.order {
        offsets[*slot as usize] = at;
        if let Some(Some(tables)) = old.tables.get(*slot as usize) {
            at += u64::from(tables[table].bytes);
        }
    }
    offsets
}
