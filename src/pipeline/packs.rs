//! The packs that `[[pack]]` of `smalti.toml` asks for: made of the tables that are about to be committed, and committed with them.
//!
//! What a pack is, this room does not know: who starts a build brings a [`PackMaker`].

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config;
use super::error::BuildError;
use super::session::Session;
use super::summary::Summary;
use crate::artifacts::context_packs::{ARTIFACT, DeclaredPack};
use crate::artifacts::{self, jsonl};
use crate::cache::envelope::{self, Content};
use crate::host::Host;
use crate::manifest::layout::Layout;
use crate::manifest::model::Manifest;
use crate::manifest::pieces::{self, Group, Piece};

/// One `[[pack]]`: a request with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WantedPack {
    pub name: String,
    pub request: Value,
}

/// A pack that is asked for and cannot be made, as its reader is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedPack {
    /// A row of the table of codes.
    pub code: String,
    pub hints: Vec<String>,
    pub message: String,
}

/// What came of all that is asked for.
#[derive(Debug, Default)]
pub struct MadePacks {
    /// By id.
    pub rows: Vec<DeclaredPack>,
    pub refused: Vec<RefusedPack>,
}

/// Makes packs of what is about to be committed to a root, by the vectors of the model in a folder where a request asks for that.
pub type MakePacks = fn(&Arc<dyn Host>, &Layout, Manifest, &[WantedPack], Option<&Path>) -> Result<MadePacks, BuildError>;

/// Who knows what a pack is.
#[derive(Clone, Copy)]
pub struct PackMaker {
    /// Whether some index could meet a request; why not, if none can.
    pub check: fn(&WantedPack) -> Result<(), RefusedPack>,
    pub make: MakePacks,
}

/// A program has one maker.
impl PartialEq for PackMaker {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for PackMaker {}

impl fmt::Debug for PackMaker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PackMaker")
    }
}

/// What the packs on disk were made by, and what could not be made then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Digest of the requests and of the rules of this program.
    basis: [u8; 32],
    pub refused: Vec<RefusedPack>,
}

fn basis(wanted: &[WantedPack]) -> [u8; 32] {
    // Requests that could not be written would else all look alike.
    let wanted = serde_json::to_value(wanted).map_or_else(|_| format!("{wanted:?}"), |value| jsonl::canonical(&value));
    *blake3::hash(format!("{} {wanted}", env!("SMALTI_PACKING")).as_bytes()).as_bytes()
}

/// Recalls by what the packs on disk were made.
pub fn look(session: &mut Session) {
    if session.packs.is_none() && !session.options.packs.is_empty() {
        session.packs = stored(session);
    }
}

fn stored(session: &Session) -> Option<Standing> {
    let binding = session.committed.as_ref()?.opened.manifest.binding();
    envelope::read_value(session.host.as_ref(), &session.layout.cache(), Content::Packs, &binding)
}

/// Whether the packs on disk are those that are asked for.
pub fn are_current(session: &Session) -> bool {
    let table = session.committed.as_ref().and_then(|committed| committed.opened.manifest.artifacts.get(ARTIFACT.name));
    if session.options.packs.is_empty() {
        return table.is_some_and(|table| table.rows == 0);
    }
    session.packs.as_ref().is_some_and(|standing| standing.basis == basis(&session.options.packs))
}

/// Whether the packs on disk are known to be others than those that the repository asks for now.
pub fn have_moved(session: &Session) -> bool {
    let wanted = || config::packs(session.host.as_ref(), &session.options).ok();
    stored(session).is_some_and(|standing| wanted().is_some_and(|wanted| standing.basis != basis(&wanted)))
}

/// The pieces of `context_packs` for the index of `draft`, which has no such table yet: those that stand, or new ones.
///
/// # Errors
/// [`BuildError::NoPacks`] where nobody makes packs, and what the disk refuses. A request that this index cannot meet is no error: it leaves no row.
pub fn settle(session: &mut Session, draft: &Manifest, summary: &mut Summary) -> Result<Vec<Piece>, BuildError> {
    let wanted = &session.options.packs;
    if wanted.is_empty() {
        session.packs = None;
        return Ok(Vec::new());
    }
    if let Some(committed) = session.committed.as_ref().filter(|it| are_current(session) && it.opened.manifest.without_packs() == *draft) {
        return Ok(committed.opened.streams[artifacts::position(&ARTIFACT)].pieces().to_vec());
    }
    let maker = session.options.pack_maker.ok_or(BuildError::NoPacks)?;
    let made = (maker.make)(&session.host, &session.layout, draft.clone(), wanted, session.options.model.as_deref())?;
    session.packs = Some(Standing { basis: basis(wanted), refused: made.refused });
    write(session, &made.rows, summary)
}

fn write(session: &Session, rows: &[DeclaredPack], summary: &mut Summary) -> Result<Vec<Piece>, BuildError> {
    let mut all = Vec::new();
    let mut group = rows;
    while !group.is_empty() {
        let end = group.iter().position(|row| ARTIFACT.ends_after(&row.pack_id)).map_or(group.len(), |last| last + 1);
        let (members, rest) = group.split_at(end);
        let (mut bytes, mut files) = (Vec::new(), Vec::new());
        for row in members {
            let value = serde_json::to_value(row).map_err(|cause| BuildError::Row(cause.to_string()))?;
            let line = jsonl::canonical(&value) + "\n";
            files.push((row.pack_id.as_str(), line.len(), 1));
            bytes.extend_from_slice(line.as_bytes());
        }
        let (pieces, cost) = pieces::write_group(session.host.as_ref(), &session.layout, &ARTIFACT, &Group { rows: &bytes, files: &files })?;
        summary.work.pieces_written += cost.pieces_written;
        summary.work.bytes_written += cost.bytes_written;
        all.extend(pieces);
        group = rest;
    }
    Ok(all)
}

/// Remembers by what the packs were made, once they are committed.
///
/// # Errors
/// What the disk refuses.
pub fn remember(session: &Session, binding: &[u8; 32]) -> Result<(), BuildError> {
    if let Some(standing) = &session.packs {
        envelope::write_value(session.host.as_ref(), &session.layout.cache(), Content::Packs, binding, standing)?;
    }
    Ok(())
}
