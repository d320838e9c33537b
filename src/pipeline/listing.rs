//! `context_packs.meta.json`: what stands in `context_packs`, for who looks for a pack by its name. It is derived, and comes after the manifest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::BuildError;
use super::session::Session;
use crate::artifacts::context_packs::{ARTIFACT, DeclaredPack};
use crate::artifacts::{self, MAX_PIECE_BYTES, jsonl};
use crate::manifest::error::IndexError;
use crate::manifest::pieces;

/// The packs of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Listing {
    /// Bytes of all rows.
    pub bytes: u64,
    pub index_signature: String,
    /// `blake3:<64 hex>` of the piece list, as the manifest names it.
    pub list: String,
    /// A piece has no more bytes of rows, but for one row that is larger.
    pub max_shard_bytes: u64,
    /// By name.
    pub packs: Vec<Listed>,
    /// In order.
    pub pieces: Vec<Shard>,
    /// Always `ContextPacks`.
    pub schema: String,
    pub schema_version: String,
}

/// One pack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Listed {
    pub name: String,
    /// `sha256:<64 hex>`.
    pub pack_id: String,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Shard {
    pub bytes: u64,
    /// Below `pieces/context_packs/`.
    pub file: String,
    pub rows: u64,
}

/// Writes the listing of the committed index, unless the right one stands there; where there is no pack, takes it away.
///
/// # Errors
/// What the disk refuses.
pub fn settle(session: &Session) -> Result<(), BuildError> {
    let (host, path) = (session.host.as_ref(), session.layout.declared_packs());
    let Some(manifest) = session.committed.as_ref().map(|committed| &committed.opened.manifest) else { return Ok(()) };
    let Some(table) = manifest.artifacts.get(ARTIFACT.name).filter(|table| table.rows > 0) else {
        return if host.stat(&path).is_ok() { Ok(host.remove(&path)?) } else { Ok(()) };
    };
    let present = host.read(&path).ok().and_then(|bytes| serde_json::from_slice::<Listing>(&bytes).ok());
    if present.is_some_and(|it| it.list == table.list && it.index_signature == manifest.index_signature) {
        return Ok(());
    }
    let listing = listing(session)?;
    let value = serde_json::to_value(&listing).map_err(|cause| BuildError::Row(cause.to_string()))?;
    Ok(host.write(&path, (jsonl::canonical(&value) + "\n").as_bytes())?)
}

fn listing(session: &Session) -> Result<Listing, BuildError> {
    let (mut packs, mut shards) = (Vec::new(), Vec::new());
    let Some(committed) = &session.committed else { return Err(IndexError::corrupt(ARTIFACT.name, "there is no index").into()) };
    for piece in committed.opened.streams[artifacts::position(&ARTIFACT)].pieces() {
        let rows = pieces::read_piece(session.host.as_ref(), &session.layout, ARTIFACT.name, piece)?;
        for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let row: DeclaredPack = serde_json::from_slice(line).map_err(|cause| IndexError::corrupt(&piece.file, cause.to_string()))?;
            packs.extend(row.names.into_iter().map(|name| Listed { name, pack_id: row.pack_id.clone() }));
        }
        shards.push(Shard { bytes: piece.bytes, file: piece.file.clone(), rows: piece.rows });
    }
    packs.sort();
    let manifest = &committed.opened.manifest;
    Ok(Listing {
        bytes: shards.iter().map(|shard| shard.bytes).sum(),
        index_signature: manifest.index_signature.clone(),
        list: manifest.artifacts.get(ARTIFACT.name).map_or_else(String::new, |table| table.list.clone()),
        max_shard_bytes: MAX_PIECE_BYTES as u64,
        packs,
        pieces: shards,
        schema: "ContextPacks".to_owned(),
        schema_version: ARTIFACT.schema_version.to_owned(),
    })
}
