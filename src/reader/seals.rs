//! Which pieces a read form was made of, and which of the root's files are known to be whole: by size, times and inode, as when they were last checked.
//!
//! An answer out of the read form opens no piece. So that a damaged root is refused all the same, every file that the manifest names is looked at, and
//! one that does not look as it did is read and checked against its digest. The form itself is known to be whole in the same way: to check what an answer reads
//! of it costs a tenth of the answer.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::columns::{HashIndex, Strings};
use super::flat::{Column, Flat};
use super::form;
use super::image::{Image, stored};
use super::load::Source;
use crate::artifacts::{ARTIFACTS, Artifact, context_packs};
use crate::host::{Guard, Host, Kind, Stat};
use crate::manifest::error::IndexError;
use crate::manifest::layout::Layout;
use crate::manifest::pieces::{self, Piece};

/// The file below `cache/`.
const FILE: &str = "read-form.seals";
const MAGIC: &[u8; 8] = b"SMALTISL";
const HEAD: usize = 16;
/// A file this young, in nanoseconds, may change again without looking different: clocks of file systems tick slowly.
const YOUNG_NS: i64 = 1_000_000_000;

/// The pieces of a read form by name, with their rows in it.
#[derive(Default)]
pub struct PieceRows {
    /// `<artifact>/blake3:<64 hex>`, in the order of tables and lists.
    names: Strings,
    by_name: HashIndex,
    /// First row and row behind the last of each.
    rows: Column<[u32; 2]>,
    /// One value; 0 where a row names what is nowhere, so that rows of the form do not say all that pieces say.
    whole: Column<u8>,
}

stored!(PieceRows { names, by_name, rows, whole });

impl PieceRows {
    /// Those of a root. Packs, which no table of the form is made of, may be others while the form stands.
    ///
    /// # Errors
    /// [`IndexError`] of damaged lists.
    pub fn of(source: &Source, whole: bool) -> Result<Self, IndexError> {
        let mut pieces = Self { whole: vec![u8::from(whole)].into(), ..Self::default() };
        for artifact in ARTIFACTS.iter().filter(|artifact| artifact.name != context_packs::ARTIFACT.name) {
            let mut start = 0;
            for piece in source.pieces(artifact)? {
                let end = super::load::dense(usize::try_from(u64::from(start) + piece.rows).unwrap_or(usize::MAX), artifact.name)?;
                pieces.names.push(&name(artifact, piece));
                pieces.rows.push([start, end]);
                start = end;
            }
        }
        pieces.by_name = HashIndex::new(&pieces.names);
        Ok(pieces)
    }

    /// The rows of a piece.
    pub fn find(&self, artifact: &Artifact, piece: &Piece) -> Option<std::ops::Range<u32>> {
        if self.whole.at(0) == 0 {
            return None;
        }
        let [start, end] = self.rows.get(self.by_name.find(&self.names, &name(artifact, piece))? as usize)?;
        Some(start..end)
    }

    fn files(&self, layout: &Layout) -> Vec<PathBuf> {
        let file = |name: &str| {
            let (artifact, digest) = name.split_once("/blake3:")?;
            Some(layout.piece(artifact, &format!("{}.jsonl.zst", digest.get(..16)?)))
        };
        (0..self.names.len()).filter_map(|at| file(self.names.get(at))).collect()
    }
}

fn name(artifact: &Artifact, piece: &Piece) -> String {
    format!("{}/{}", artifact.name, piece.blake3)
}

/// A file by the hash of its path in the root, with size, times and inode.
type Seal = [u64; 5];

/// A read form that is open, with how its file looks.
pub struct Present {
    image: Image,
    /// `None` where another one may have come into its place meanwhile.
    seal: Option<Seal>,
}

impl Present {
    /// The form of a root that belongs to a manifest.
    pub fn open(host: &dyn Host, layout: &Layout, binding: &[u8; 32]) -> Option<Self> {
        let seal = || look(host, layout, &form::path(layout));
        let before = seal();
        let image = form::open(host, layout).filter(|image| image.binding() == binding)?;
        Some(Self { image, seal: before.filter(|before| seal().as_ref() == Some(before)) })
    }

    /// The form.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The form, as it was known or found to be whole.
    pub fn into_image(self, is_whole: bool) -> Image {
        if is_whole { self.image.trusted() } else { self.image }
    }

    /// Whether it is whole: it is sealed, or it is checked now and sealed with the files that stand as they did. False says nothing: a form that nobody may
    /// seal is checked as far as it is looked at.
    fn is_whole(&self, host: &dyn Host, layout: &Layout, sealed: &[Seal], standing: Vec<Seal>) -> bool {
        let Some(seal) = self.seal else { return false };
        if sealed.binary_search(&seal).is_ok() {
            return true;
        }
        let Some(guard) = form::lock(host, layout).filter(|_| is_old(&seal, host.now_ns())) else { return false };
        let whole = self.image.is_whole();
        if whole {
            write(host, layout, (standing.into_iter().chain([seal]).collect(), guard));
        }
        whole
    }
}

/// Checks that every list and piece of a root is whole. `known` are the pieces and their form, where one of the present manifest tells of them; says whether
/// that is known to be whole too.
///
/// # Errors
/// [`IndexError::Corrupt`] naming the file, or what the disk refuses.
pub fn check(source: &Source, known: Option<(&PieceRows, &Present)>) -> Result<bool, IndexError> {
    let (host, layout) = (source.host(), source.layout());
    let sealed = read(host, layout);
    let is_sealed = |seal: &Seal| sealed.binary_search(seal).is_ok();
    if let Some((known, form)) = known {
        let lists = source.manifest().artifacts.iter().map(|(name, table)| layout.list(name, table.list_name()));
        let standing = lists.chain(known.files(layout)).map(|path| look(host, layout, &path).filter(is_sealed));
        if let Some(standing) = standing.collect::<Option<Vec<_>>>() {
            return Ok(form.is_whole(host, layout, &sealed, standing));
        }
    }
    let now = host.now_ns();
    // Lists are checked when they are read, and every piece is looked at.
    let opened = source.lists()?;
    let lists = source.manifest().artifacts.iter().map(|(name, table)| layout.list(name, table.list_name()));
    let mut seals: Vec<Seal> = lists.filter_map(|path| look(host, layout, &path)).collect();
    let pieces: Vec<(&Artifact, &Piece)> =
        ARTIFACTS.iter().zip(&opened.streams).flat_map(|(artifact, stream)| stream.pieces().iter().map(move |piece| (artifact, piece))).collect();
    let check = |(artifact, piece): &(&Artifact, &Piece)| {
        let seal = look(host, layout, &layout.piece(artifact.name, &piece.file));
        if !seal.is_some_and(|seal| is_sealed(&seal)) {
            pieces::check_stored(host, layout, artifact.name, piece)?;
        }
        Ok(seal)
    };
    let of_pieces = pieces.par_iter().map(check).collect::<Result<Vec<_>, IndexError>>()?;
    seals.extend(of_pieces.into_iter().flatten());
    seals.retain(|seal| is_old(seal, now));
    if let Some(guard) = form::lock(host, layout) {
        write(host, layout, (seals, guard));
    }
    Ok(false)
}

fn is_old(seal: &Seal, now: i64) -> bool {
    seal[2..4].iter().all(|time| time.cast_signed().saturating_add(YOUNG_NS) <= now)
}

fn look(host: &dyn Host, layout: &Layout, path: &Path) -> Option<Seal> {
    let (kind, stat) = host.stat(path).ok()?;
    let name = path.strip_prefix(layout.root()).unwrap_or(path);
    let Stat { size, mtime_ns, ctime_ns, inode } = stat;
    (kind == Kind::File).then(|| [xxh3_64(name.as_os_str().as_encoded_bytes()), size, mtime_ns.cast_unsigned(), ctime_ns.cast_unsigned(), inode])
}

/// The seals of a root, sorted; none where there are none to be believed.
fn read(host: &dyn Host, layout: &Layout) -> Vec<Seal> {
    let bytes = host.read(&layout.cache().join(FILE)).unwrap_or_default();
    let Some((head, rows)) = bytes.split_at_checked(HEAD) else { return Vec::new() };
    let whole = head[..8] == *MAGIC && u64::get(&head[8..]) == xxh3_64(rows);
    if whole { rows.chunks_exact(Seal::SIZE).map(Flat::get).collect() } else { Vec::new() }
}

/// Keeps the seals where that can be done: without them the next reader checks again.
fn write(host: &dyn Host, layout: &Layout, (mut seals, _guard): (Vec<Seal>, Box<dyn Guard>)) {
    seals.sort_unstable();
    let mut rows = Vec::with_capacity(seals.len() * Seal::SIZE);
    seals.into_iter().for_each(|seal| seal.put(&mut rows));
    let mut bytes = MAGIC.to_vec();
    xxh3_64(&rows).put(&mut bytes);
    bytes.extend_from_slice(&rows);
    // A full or read-only disk costs time, nothing else.
    let _ = host.write(&layout.cache().join(FILE), &bytes);
}
