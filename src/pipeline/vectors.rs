//! Vectors of chunks: which model is wanted, which texts it has read before, and the rows of `vectors`.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::error::BuildError;
use super::session::Session;
use crate::artifacts::chunk_meta::{self, ChunkMeta};
use crate::artifacts::chunk_text::{self, ChunkText};
use crate::artifacts::vectors::{self, Components, Vector};
use crate::artifacts::{self, jsonl};
use crate::base::progress::{EMBED, Progress};
use crate::cache::envelope::{self, Content};
use crate::cache::stats;
use crate::cache::vectors::VectorStore;
use crate::embed::model::Model;
use crate::host::Stat;
use crate::link::ask::Slot;
use crate::manifest::model::Embedding;
use crate::manifest::{pieces, reading};
use crate::rows::FileRows;

/// The session's knowledge of models and vectors.
#[derive(Default)]
pub struct Vectors {
    /// What vectors are wanted of; `None` where none are.
    wanted: Option<Embedding>,
    /// Opened when a text must be read.
    model: OnceLock<Model>,
    /// Opened when a text may have to be read.
    store: OnceLock<VectorStore>,
    /// Texts that were read in this build.
    embedded: AtomicU64,
}

/// The digest of a model whose files look like this.
#[derive(Serialize, Deserialize)]
struct Known {
    stats: Vec<[u64; 4]>,
    dimensions: u32,
    model: String,
}

/// Looks at the model that is asked for. A folder whose files look as they did is not read again.
///
/// # Errors
/// [`BuildError::Embed`] for a folder that is no model, and in a program that runs none.
pub fn look(session: &mut Session) -> Result<(), BuildError> {
    session.vectors.embedded = AtomicU64::new(0);
    let Some(folder) = session.options.model.clone() else {
        session.vectors = Vectors::default();
        return Ok(());
    };
    let host = session.host.as_ref();
    let looks = Model::files(host, &folder)?;
    let is_settled = |stat: &Stat| !stats::is_doubtful(stat, host.now_ns());
    let settled = looks.iter().all(is_settled);
    let looks: Vec<[u64; 4]> = looks.iter().map(|it| [it.size, it.mtime_ns.cast_unsigned(), it.ctime_ns.cast_unsigned(), it.inode]).collect();
    let cache = session.layout.cache();
    let known: Option<Known> = envelope::read_value(host, &cache, Content::Model, &rules());
    let wanted = if let Some(known) = known.filter(|known| settled && known.stats == looks) {
        let wanted = Embedding { dimensions: known.dimensions, model: known.model };
        if session.vectors.wanted.as_ref() != Some(&wanted) {
            // The one that is held was read when another stood in its place.
            session.vectors.model = OnceLock::new();
        }
        wanted
    } else {
        let model = Model::open(host, &folder)?;
        let embedding = embedding(&model);
        let known = Known { stats: looks, dimensions: embedding.dimensions, model: embedding.model.clone() };
        if settled {
            envelope::write_value(host, &cache, Content::Model, &rules(), &known)?;
        }
        session.vectors.model = OnceLock::from(model);
        embedding
    };
    if session.vectors.wanted.as_ref() != Some(&wanted) {
        session.vectors.store = OnceLock::new();
    }
    session.vectors.wanted = Some(wanted);
    Ok(())
}

/// The digest under which what is known of a model holds: another program may read it in another way.
fn rules() -> [u8; 32] {
    *blake3::hash(env!("SMALTI_EMBEDDING").as_bytes()).as_bytes()
}

fn embedding(model: &Model) -> Embedding {
    Embedding { dimensions: u32::try_from(model.dimensions()).unwrap_or(u32::MAX), model: model.digest().to_owned() }
}

impl Vectors {
    /// What the manifest says of the model.
    pub fn wanted(&self) -> Option<&Embedding> {
        self.wanted.as_ref()
    }

    /// Texts that were read in this build.
    pub fn embedded(&self) -> u64 {
        self.embedded.load(Ordering::Relaxed)
    }

    /// Makes what was read durable.
    ///
    /// # Errors
    /// What the disk refuses.
    pub fn flush(&self) -> Result<(), BuildError> {
        Ok(self.store.get().map_or(Ok(()), VectorStore::flush)?)
    }
}

/// One chunk of one file.
struct Row {
    slot: Slot,
    path: String,
    uid: String,
    hash: String,
    text: String,
}

/// The number that the hash of a text prints.
fn key(hash: &str) -> Option<u64> {
    u64::from_str_radix(hash.strip_prefix("xxh64:")?, 16).ok()
}

/// Adds the rows of `vectors` to the rows of linked files. Texts of chunks are made for this where the index leaves them out, and go again.
///
/// Says whether the model read any, which is a stage of its own.
///
/// # Errors
/// [`BuildError::Stopped`] where nobody waits any more; what was read until then is kept.
pub(super) fn join(session: &Session, slots: &[Slot], rows: &mut HashMap<Slot, FileRows>, progress: &dyn Progress) -> Result<bool, BuildError> {
    if session.vectors.wanted.is_none() {
        return Ok(false);
    }
    let before = session.vectors.embedded();
    let mut chunks = Vec::new();
    for slot in slots {
        if let Some(rows) = rows.get(slot) {
            chunks.extend(texts(*slot, rows)?);
        }
    }
    let known = vectors_of(session, &chunks, progress)?;
    chunks.sort_by(|lhs, rhs| (lhs.slot, &lhs.uid).cmp(&(rhs.slot, &rhs.uid)));
    for chunk in &chunks {
        let (Some(rows), Some(vector)) = (rows.get_mut(&chunk.slot), known.get(&chunk.hash)) else { continue };
        let row = Vector {
            chunk_uid: chunk.uid.as_str().into(),
            path: chunk.path.as_str().into(),
            text_hash: chunk.hash.as_str().into(),
            vector: Components(vector.clone()),
        };
        rows.push(&vectors::ARTIFACT, &row).map_err(|cause| BuildError::Row(cause.to_string()))?;
    }
    if !session.options.text {
        let table = artifacts::position(&chunk_text::ARTIFACT);
        for slot in slots {
            if let Some(rows) = rows.get_mut(slot) {
                rows.bytes[table].clear();
                rows.counts[table] = 0;
            }
        }
    }
    Ok(session.vectors.embedded() > before)
}

/// The chunks of a file: their rows in both tables stand in the same order.
fn texts(slot: Slot, rows: &FileRows) -> Result<Vec<Row>, BuildError> {
    let lines = |artifact| jsonl::lines(&rows.bytes[artifacts::position(artifact)]);
    let mut found = Vec::new();
    for (meta, text) in lines(&chunk_meta::ARTIFACT).zip(lines(&chunk_text::ARTIFACT)) {
        let wrong = |cause: serde_json::Error| BuildError::Row(cause.to_string());
        let (meta, text): (ChunkMeta<'_>, ChunkText<'_>) =
            (serde_json::from_slice(meta).map_err(wrong)?, serde_json::from_slice(text).map_err(wrong)?);
        found.push(Row {
            slot,
            path: meta.path.into_owned(),
            uid: meta.chunk_uid.into_owned(),
            hash: meta.text_hash.into_owned(),
            text: text.text.into_owned(),
        });
    }
    Ok(found)
}

/// The vector of each text by its hash: from the store, or read by the model now.
fn vectors_of(session: &Session, chunks: &[Row], progress: &dyn Progress) -> Result<BTreeMap<String, Vec<i8>>, BuildError> {
    let Some(store) = store(session)? else { return Ok(BTreeMap::new()) };
    let mut texts: BTreeMap<&str, &Row> = BTreeMap::new();
    texts.extend(chunks.iter().map(|chunk| (chunk.hash.as_str(), chunk)));
    let (mut known, mut missing) = (BTreeMap::new(), Vec::new());
    for (hash, row) in texts {
        match key(&row.hash).and_then(|key| store.get(key)) {
            Some(vector) => known.extend([(hash.to_owned(), vector)]),
            None => missing.push(row),
        }
    }
    if missing.is_empty() {
        return Ok(known);
    }
    let model = opened(session)?;
    progress.stage(EMBED, missing.len() as u64);
    let read = |row: &&Row| {
        if progress.is_stopped() {
            return Err(BuildError::Stopped);
        }
        let vector = model.embed(&row.text)?;
        if let Some(key) = key(&row.hash) {
            store.put(key, &vector)?;
        }
        progress.advance(1);
        Ok((row.hash.clone(), vector))
    };
    let fresh = missing.par_iter().map(read).collect::<Result<Vec<_>, BuildError>>();
    if fresh.is_err() {
        store.flush()?;
        session.content.store.flush()?;
    }
    let fresh = fresh?;
    session.vectors.embedded.fetch_add(fresh.len() as u64, Ordering::Relaxed);
    known.extend(fresh);
    Ok(known)
}

/// The model, which must still be the one that was looked at.
fn opened(session: &Session) -> Result<&Model, BuildError> {
    let folder = session.options.model.clone().unwrap_or_default();
    if let Some(model) = session.vectors.model.get() {
        return Ok(model);
    }
    let model = Model::open(session.host.as_ref(), &folder)?;
    if session.vectors.wanted.as_ref() != Some(&embedding(&model)) {
        return Err(BuildError::Unstable(folder.display().to_string()));
    }
    Ok(session.vectors.model.get_or_init(|| model))
}

/// The store of the model; one that is lost is filled from the index that stands, if the same model made that.
fn store(session: &Session) -> Result<Option<&VectorStore>, BuildError> {
    let Some(wanted) = &session.vectors.wanted else { return Ok(None) };
    if let Some(store) = session.vectors.store.get() {
        return Ok(Some(store));
    }
    let folder: PathBuf = session.layout.cache();
    let store = VectorStore::open(Arc::clone(&session.host), &folder, &wanted.model, wanted.dimensions as usize);
    if store.is_empty() {
        fill(session, wanted, &store)?;
    }
    Ok(Some(session.vectors.store.get_or_init(|| store)))
}

/// Takes over the vectors of the index that stands. One that is damaged tells nothing, and what it cannot tell is read again.
fn fill(session: &Session, wanted: &Embedding, store: &VectorStore) -> Result<(), BuildError> {
    let (host, layout) = (session.host.as_ref(), &session.layout);
    let opened = reading::open(host, layout).ok().filter(|opened| opened.manifest.embedding.as_ref() == Some(wanted));
    let stream = opened.as_ref().and_then(|opened| opened.streams.get(artifacts::position(&vectors::ARTIFACT)));
    for piece in stream.iter().flat_map(|stream| stream.pieces()) {
        let Ok(rows) = pieces::read_piece(host, layout, vectors::ARTIFACT.name, piece) else { continue };
        for row in jsonl::lines(&rows).filter_map(|line| serde_json::from_slice::<Vector<'_>>(line).ok()) {
            if let Some(key) = key(&row.text_hash).filter(|_| row.vector.0.len() == wanted.dimensions as usize) {
                store.put(key, &row.vector.0)?;
            }
        }
    }
    Ok(())
}
