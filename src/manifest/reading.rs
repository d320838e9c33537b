//! A committed index, opened: lists by artifact, rows by range of the artifact's whole stream.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::error::IndexError;
use super::layout::Layout;
use super::model::Manifest;
use super::pieces::{self, Piece};
use crate::artifacts::ARTIFACTS;
use crate::base::key::TextMap;
use crate::host::{Host, Stat};

/// The rows of one artifact as one stream of bytes over its pieces.
pub struct Stream {
    artifact: &'static str,
    pieces: Vec<Piece>,
    /// Offset of each piece, and the total at the end.
    offsets: Vec<u64>,
    /// The piece read last: neighbours are asked for one after the other.
    recent: Mutex<Option<(usize, Arc<Vec<u8>>)>>,
}

impl Stream {
    /// A stream over `pieces`.
    pub fn new(artifact: &'static str, pieces: Vec<Piece>) -> Self {
        let mut offsets = vec![0];
        let mut total = 0;
        for piece in &pieces {
            total += piece.bytes;
            offsets.push(total);
        }
        Self { artifact, pieces, offsets, recent: Mutex::new(None) }
    }

    /// The pieces in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces that make up exactly `range`, if piece boundaries fall on both ends.
    pub fn pieces_of(&self, range: &Range<u64>) -> Option<&[Piece]> {
        if range.is_empty() {
            return Some(&[]);
        }
        let first = self.offsets.binary_search(&range.start).ok()?;
        let last = self.offsets.binary_search(&range.end).ok()?;
        self.pieces.get(first..last)
    }

    /// Appends the rows of `range` to `buffer`.
    ///
    /// # Errors
    /// [`IndexError::Corrupt`] or what the disk refuses.
    pub fn copy(&self, host: &dyn Host, layout: &Layout, range: Range<u64>, buffer: &mut Vec<u8>) -> Result<(), IndexError> {
        let mut at = range.start;
        while at < range.end {
            let index = self.offsets.partition_point(|offset| *offset <= at).saturating_sub(1);
            let Some(piece) = self.pieces.get(index) else {
                return Err(IndexError::corrupt(self.artifact, "its pieces hold fewer bytes than the cache says"));
            };
            let rows = self.piece(host, layout, index, piece)?;
            let from = usize::try_from(at - self.offsets[index]).unwrap_or(usize::MAX);
            let end = range.end.min(self.offsets[index + 1]);
            let to = usize::try_from(end - self.offsets[index]).unwrap_or(usize::MAX);
            let Some(part) = rows.get(from..to) else {
                return Err(IndexError::corrupt(&piece.file, "it holds fewer bytes than its list says"));
            };
            buffer.extend_from_slice(part);
            at = end;
        }
        Ok(())
    }

    fn piece(&self, host: &dyn Host, layout: &Layout, index: usize, piece: &Piece) -> Result<Arc<Vec<u8>>, IndexError> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, rows)) = recent.as_ref()
            && *at == index
        {
            return Ok(Arc::clone(rows));
        }
        let rows = Arc::new(pieces::read_piece(host, layout, self.artifact, piece)?);
        *recent = Some((index, Arc::clone(&rows)));
        Ok(rows)
    }
}

/// An opened index.
pub struct Opened {
    pub manifest: Manifest,
    /// In table order.
    pub streams: Vec<Stream>,
    /// When the piece changed that changed last, in nanoseconds since 1970; 0 where pieces are no files.
    pub newest_ns: i64,
}

/// Opens a root: manifest and lists are read and checked, pieces are looked at but not read. A reader that loses a race with builds, which
/// remove what two manifests later nobody names, tries once more.
///
/// # Errors
/// [`IndexError`] as the root is missing, of another version or damaged.
pub fn open(host: &dyn Host, layout: &Layout) -> Result<Opened, IndexError> {
    read_with(host, layout, |_| Ok(())).map(|(opened, ())| opened)
}

/// Opens a root and reads of it; both once more if something was missing and another manifest stands there by then.
///
/// # Errors
/// As [`open`], or what `read` says.
pub fn read_with<T>(host: &dyn Host, layout: &Layout, mut read: impl FnMut(&Opened) -> Result<T, IndexError>) -> Result<(Opened, T), IndexError> {
    let mut attempt = || -> Result<_, IndexError> {
        let manifest = Manifest::read(host, layout)?;
        let digest = manifest.digest.clone();
        let result = open_manifest(host, layout, manifest).and_then(|opened| read(&opened).map(|answer| (opened, answer)));
        Ok((digest, result))
    };
    let (digest, result) = attempt()?;
    match result {
        Err(IndexError::Corrupt { .. }) if is_replaced(host, layout, &digest) => attempt()?.1,
        result => result,
    }
}

/// Whether another manifest stands there than the one with `digest`.
pub fn is_replaced(host: &dyn Host, layout: &Layout, digest: &str) -> bool {
    Manifest::read(host, layout).is_ok_and(|present| present.digest != digest)
}

/// Reads the lists of a manifest that was read, and looks at the pieces.
///
/// # Errors
/// [`IndexError::Corrupt`] or what the disk refuses.
pub fn open_manifest(host: &dyn Host, layout: &Layout, manifest: Manifest) -> Result<Opened, IndexError> {
    let mut streams = Vec::with_capacity(ARTIFACTS.len());
    let mut newest_ns = 0;
    for artifact in ARTIFACTS {
        let pieces = match manifest.artifacts.get(artifact.name) {
            Some(table) => pieces::read_list(host, layout, artifact.name, table)?,
            None => Vec::new(),
        };
        newest_ns = newest_ns.max(look_at(host, layout, artifact.name, &pieces)?);
        streams.push(Stream::new(artifact.name, pieces));
    }
    Ok(Opened { manifest, streams, newest_ns })
}

/// Whether the pieces of an artifact are there and as long as their list says; gives the time of the one that changed last.
fn look_at(host: &dyn Host, layout: &Layout, artifact: &str, pieces: &[Piece]) -> Result<i64, IndexError> {
    let mut present: TextMap<&str, Option<Stat>> = pieces.iter().map(|piece| (piece.file.as_str(), None)).collect();
    for (name, stat) in host.list_stats(&layout.artifact(artifact), &|name| present.contains_key(name))? {
        if let Some(place) = present.get_mut(name.as_str()) {
            *place = Some(stat);
        }
    }
    let corrupt = |piece: &Piece, what: &str| IndexError::corrupt(layout.piece(artifact, &piece.file).display().to_string(), what);
    let mut newest_ns = 0;
    for piece in pieces {
        match present.get(piece.file.as_str()).copied().flatten() {
            Some(stat) if stat.size == piece.stored_bytes => newest_ns = newest_ns.max(stat.ctime_ns),
            Some(_) => return Err(corrupt(piece, "its size does not match its list")),
            None => return Err(corrupt(piece, "it is missing")),
        }
    }
    Ok(newest_ns)
}

/// Reads the pieces that changed after `sealed_ns`, a time at which all were known to be whole: whoever keeps their rows must not carry damage on.
///
/// # Errors
/// [`IndexError::Corrupt`] with the first damaged one in table order, or what the disk refuses.
pub fn check_touched(host: &dyn Host, layout: &Layout, opened: &Opened, sealed_ns: i64) -> Result<(), IndexError> {
    if opened.newest_ns <= sealed_ns {
        return Ok(());
    }
    let pieces: Vec<(&str, &Piece)> = opened.streams.iter().flat_map(|stream| stream.pieces.iter().map(|piece| (stream.artifact, piece))).collect();
    let check = |(artifact, piece): &(&str, &Piece)| match host.stat(&layout.piece(artifact, &piece.file)) {
        Ok((_, stat)) if stat.ctime_ns <= sealed_ns => None,
        _ => pieces::check_stored(host, layout, artifact, piece).err(),
    };
    pieces.par_iter().find_map_first(check).map_or(Ok(()), Err)
}
