//! The end of a build: lists, then the manifest, then caches; then what no manifest names any more goes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::build::{self, Clock, Output};
use super::error::BuildError;
use super::listing;
use super::packs;
use super::session::{self, Committed, Session};
use super::summary::Summary;
use crate::artifacts::{self, ARTIFACTS, Artifact, COUNT, context_packs};
use crate::cache::columns::{self, FileColumns};
use crate::cache::stats::{self, Entry, Head};
use crate::host::SYSTEM;
use crate::link::ask::Slot;
use crate::manifest::gc;
use crate::manifest::model::{Manifest, Options, Table};
use crate::manifest::pieces::{self, Piece};
use crate::manifest::reading::{Opened, Stream};

/// Writes lists, then the manifest, then caches; removes what no manifest names any more.
///
/// # Errors
/// What the disk refuses; before the manifest is renamed the old index stands.
pub fn commit(
    session: &mut Session,
    order: Vec<Slot>,
    output: Output,
    options: Options,
    clock: &mut Clock<'_>,
    summary: &mut Summary,
) -> Result<(), BuildError> {
    let host = Arc::clone(&session.host);
    let Output { written, fresh, history } = output;
    summary.work.pieces_written = written.cost.pieces_written;
    summary.work.pieces_reused = written.reused;
    summary.work.bytes_written = written.cost.bytes_written;
    for (slot, columns) in fresh {
        let file = &mut session.files[slot as usize];
        (file.columns, file.place) = (Some(columns), None);
    }
    let (manifest, streams) = list_all(session, &order, written.pieces, options, summary)?;
    let placed = placed(session, &streams);
    let previous = session.committed.as_ref().map(|committed| committed.opened.manifest.clone());
    // The shard store goes first: an index whose cache is ahead of it is whole, one whose cache lags is only slow.
    session.content.store.flush()?;
    session.vectors.flush()?;
    if previous.as_ref() != Some(&manifest) {
        // Whatever the manifest names must survive a power cut that follows it.
        host.settle(&session.layout.pieces(), &placed)?;
        for artifact in ARTIFACTS {
            host.sync_folder(&session.layout.artifact(artifact.name))?;
        }
        host.sync_folder(&session.layout.pieces())?;
        let staged = session.layout.pieces().join("manifest.json.next");
        host.write(&staged, &manifest.to_bytes())?;
        host.rename(&staged, &session.layout.manifest())?;
    }
    let digest = manifest.binding();
    session.committed = Some(Committed { opened: Opened { manifest, streams, newest_ns: 0 }, order, columns: true, by_present_rules: true });
    let order = session.committed.as_ref().map_or(&[][..], |committed| &committed.order);
    session.sealed_ns = stats::seal(host.now_ns());
    session.resealed = false;
    write_stats(session, order, &digest)?;
    write_columns(session, &digest)?;
    history.settle(session, &digest)?;
    packs::remember(session, &digest)?;
    listing::settle(session)?;
    remember(session, previous.as_ref(), clock, summary)?;
    for file in session.files.iter_mut().filter(|file| file.record.is_none()) {
        (file.columns, file.place) = (None, None);
    }
    Ok(())
}

fn write_columns(session: &mut Session, binding: &[u8; 32]) -> Result<(), BuildError> {
    let order = session.committed.as_ref().map_or(&[][..], |committed| &committed.order);
    let file = |slot: &Slot| &session.files[*slot as usize];
    let live: Vec<(&FileColumns, Option<u32>)> = order.iter().filter_map(|slot| Some((file(slot).columns.as_ref()?, file(slot).place))).collect();
    let rules = session::linking_rules(&session.options);
    let bound = columns::Bound { binding, rules: &rules, tables: COUNT };
    let (base, is_new) = columns::write(session.host.as_ref(), &session.layout.cache(), bound, session.base, &live.into_iter())?;
    session.base = Some(base);
    if is_new {
        let written = order.iter().filter(|slot| session.files[**slot as usize].columns.is_some()).copied().collect::<Vec<_>>();
        for (place, slot) in (0..).zip(written) {
            session.files[slot as usize].place = Some(place);
        }
    }
    Ok(())
}

/// The files of all pieces that the manifest on disk does not vouch for, whether this build wrote them or found them.
fn placed(session: &Session, streams: &[Stream]) -> Vec<PathBuf> {
    fn of(streams: &[Stream]) -> impl Iterator<Item = (&'static str, &str)> {
        streams.iter().zip(ARTIFACTS).flat_map(|(stream, artifact)| stream.pieces().iter().map(|piece| (artifact.name, piece.file.as_str())))
    }
    let standing: HashSet<_> = session.committed.iter().flat_map(|committed| of(&committed.opened.streams)).collect();
    of(streams).filter(|piece| !standing.contains(piece)).map(|(artifact, file)| session.layout.piece(artifact, file)).collect()
}

/// Writes every list, makes the packs of the tables that these name, and returns what is to be committed.
fn list_all(
    session: &mut Session,
    order: &[Slot],
    written: Vec<Vec<Piece>>,
    options: Options,
    summary: &mut Summary,
) -> Result<(Manifest, Vec<Stream>), BuildError> {
    let mut tables = BTreeMap::new();
    let mut streams = Vec::with_capacity(COUNT);
    for (artifact, pieces) in ARTIFACTS.iter().zip(written) {
        if artifact.name != context_packs::ARTIFACT.name {
            tables.insert(artifact.name.to_owned(), list(session, artifact, &pieces)?);
        }
        streams.push(Stream::new(artifact.name, pieces));
    }
    let source_date = session.past.source_date(session.options.source_date_epoch);
    let draft =
        Manifest::new(tables, options, source_signature(session, order), source_date, session.past.is_there(), session.vectors.wanted().cloned());
    // Packs are made of tables that stand and that nothing names yet, so that all are named at once.
    let packs = packs::settle(session, &draft, summary)?;
    let manifest = draft.with_packs(list(session, &context_packs::ARTIFACT, &packs)?);
    streams[artifacts::position(&context_packs::ARTIFACT)] = Stream::new(context_packs::ARTIFACT.name, packs);
    Ok((manifest, streams))
}

/// Writes the list of a table, unless it stands there.
fn list(session: &Session, artifact: &Artifact, pieces: &[Piece]) -> Result<Table, BuildError> {
    let (bytes, table) = pieces::list(artifact, pieces)?;
    let (host, path) = (session.host.as_ref(), session.layout.list(artifact.name, table.list_name()));
    if host.read(&path).map_or(true, |stored| stored != bytes) {
        host.write(&path, &bytes)?;
    }
    Ok(table)
}

fn remember(session: &mut Session, previous: Option<&Manifest>, clock: &Clock<'_>, summary: &mut Summary) -> Result<(), BuildError> {
    let mut state = session.history()?;
    let host = session.host.as_ref();
    let Some(committed) = &session.committed else { return Ok(()) };
    state.graph_version += 1;
    state.census = build::census(session);
    SYSTEM.clone_into(&mut state.host);
    state.index_signature.clone_from(&committed.opened.manifest.index_signature);
    state.built_at_ns = host.now_ns();
    state.durations_ms.clone_from(&clock.stages);
    if let Some(previous) = previous.filter(|previous| **previous != committed.opened.manifest) {
        state.previous_lists = previous.artifacts.iter().map(|(name, table)| (name.clone(), table.list.clone())).collect();
    }
    state.write(host, &session.layout)?;
    let opened = &committed.opened;
    summary.work.leftovers_removed = gc::collect_beside(host, &session.layout, &opened.manifest, &opened.streams, &state, true)?.files;
    session.history_lost = false;
    Ok(())
}

/// Writes the stat cache, bound to a manifest.
///
/// # Errors
/// What the disk refuses.
pub fn write_stats(session: &Session, order: &[Slot], binding: &[u8; 32]) -> Result<(), BuildError> {
    let recorded = |slot: &&Slot| session.files[**slot as usize].record.is_some();
    let head = Head {
        rules: session::extraction_rules(&session.options),
        linking: session::linking_rules(&session.options),
        sealed_ns: session.sealed_ns,
        entries: order.iter().filter(recorded).count(),
    };
    let entries = order.iter().filter_map(|slot| {
        let file = &session.files[*slot as usize];
        let record = Cow::Borrowed(file.record.as_deref()?);
        Some(Entry { path: Cow::Borrowed(&*file.path), stat: file.stat, doubtful: file.doubtful, record })
    });
    Ok(stats::write(session.host.as_ref(), &session.layout.cache(), binding, head, entries)?)
}

/// blake3 over path and source hash of every file in path order: a list is enough of a Merkle tree where leaves are one level deep.
fn source_signature(session: &Session, order: &[Slot]) -> String {
    let mut hasher = blake3::Hasher::new();
    for slot in order {
        let file = &session.files[*slot as usize];
        if let Some(hash) = file.record.as_ref().and_then(|record| record.hash) {
            hasher.update(file.path.as_bytes());
            hasher.update(&[0]);
            hasher.update(&hash.0);
        }
    }
    format!("blake3:{}", crate::base::ids::hex(hasher.finalize().as_bytes()))
}
