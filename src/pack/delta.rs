//! Delta packs: what the caller holds already is left out while it is unchanged, and named where it is not.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::candidate::{Candidate, Dropped};
use super::request::PackRequest;
use super::texts::{Shown, Texts};
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::reader::edges::Table;
use crate::reader::ids::{ChunkId, ChunkUid, FileId, SymbolId};
use crate::reader::index::Index;
use crate::reader::tokens;

/// Tables whose edges rest on evidence.
const TABLES: &[Table] = &[Table::Call, Table::Usage, Table::Import, Table::Export, Table::Dataflow, Table::Structure];

/// Something that the caller holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Held {
    /// A `chunkUid`; or an `evidenceId`, which stands for the chunk that the evidence is of.
    pub id: String,
    /// Where it stood, if the caller knows: what is gone can be named by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_rel_path: Option<String>,
}

/// What a pack left to its caller.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Delta {
    /// What belongs to the pack and is held unchanged, by place.
    pub omitted: Vec<Omitted>,
    /// Chunks that are held unchanged, of the pack or not.
    pub resident_chunks: u64,
    /// o200k tokens of their texts.
    pub resident_tokens: u64,
    /// What is held and no longer true.
    pub stale: Vec<Stale>,
}

/// A chunk of the pack that the caller holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Omitted {
    pub file_rel_path: String,
    pub lines: Lines,
    pub chunk_uid: String,
    /// As the caller named it.
    pub id: String,
    /// o200k tokens of its text.
    pub tokens: u64,
}

/// Something held that is not in the index any more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stale {
    /// Null where the caller did not say.
    pub file_rel_path: Option<String>,
    pub id: String,
    pub reason: String,
}

/// What is held, found in an index.
#[derive(Clone, Debug, Default)]
pub struct Resident {
    /// Chunks with the id that names them.
    chunks: BTreeMap<ChunkId, String>,
    pub delta: Delta,
}

impl Resident {
    /// Looks for what a request says is held; `None` where it says nothing.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn of(index: &Index, texts: &Texts<'_>, request: &PackRequest) -> Result<Option<Self>, IndexError> {
        if request.have.is_empty() {
            return Ok(None);
        }
        let wanted: BTreeSet<&str> = request.have.iter().map(|it| it.id.as_str()).filter(|id| id.starts_with("ev:")).collect();
        let evidence = if wanted.is_empty() { BTreeMap::new() } else { of_evidence(index, &wanted)? };
        let mut resident = Self::default();
        for held in &request.have {
            let chunk = ChunkUid::parse(&held.id).and_then(|uid| index.find_chunk(uid)).or_else(|| evidence.get(&held.id).copied());
            match chunk {
                Some(chunk) => {
                    resident.chunks.entry(chunk).or_insert_with(|| held.id.clone());
                }
                None => resident.delta.stale.push(stale(index, held)),
            }
        }
        resident.delta.resident_chunks = resident.chunks.len() as u64;
        for chunk in resident.chunks.keys() {
            resident.delta.resident_tokens += size(texts, *chunk)?;
        }
        Ok(Some(resident))
    }

    /// Whether a chunk is held.
    pub fn holds(&self, chunk: ChunkId) -> bool {
        self.chunks.contains_key(&chunk)
    }

    /// Lines that are held, by file.
    pub fn lines(&self, index: &Index) -> BTreeMap<FileId, Vec<Lines>> {
        let mut lines = BTreeMap::<FileId, Vec<Lines>>::new();
        for chunk in self.chunks.keys().map(|chunk| index.chunk(*chunk)) {
            lines.entry(chunk.file).or_default().push(chunk.lines);
        }
        lines
    }

    /// Takes out of the candidates what is held, and writes it down.
    ///
    /// # Errors
    /// [`IndexError`] of damage and disk.
    pub fn take<'a>(
        &mut self,
        index: &Index,
        texts: &Texts<'_>,
        candidates: Vec<Candidate<'a>>,
        dropped: &mut Dropped,
    ) -> Result<Vec<Candidate<'a>>, IndexError> {
        let (held, new): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|it| self.holds(it.chunk));
        dropped.add("held", held.len() as u64);
        for candidate in held {
            let chunk = index.chunk(candidate.chunk);
            let id = self.chunks.get(&candidate.chunk).cloned().unwrap_or_default();
            let (file_rel_path, tokens) = (index.path(chunk.file).to_owned(), size(texts, candidate.chunk)?);
            self.delta.omitted.push(Omitted { file_rel_path, lines: chunk.lines, chunk_uid: chunk.uid.to_string(), id, tokens });
        }
        self.delta.omitted.sort_unstable();
        Ok(new)
    }
}

fn size(texts: &Texts<'_>, chunk: ChunkId) -> Result<u64, IndexError> {
    Ok(match texts.of(chunk)? {
        Shown::Text(passage) => tokens::count(passage.text()),
        Shown::Stale | Shown::Withheld => 0,
    })
}

fn stale(index: &Index, held: &Held) -> Stale {
    let reason = match held.file_rel_path.as_deref().map(|path| index.find_file(path)) {
        Some(None) => "its file is gone",
        Some(Some(_)) => "it changed, or its file holds it no more",
        None => "nothing in this index has this id: it changed or is gone",
    };
    Stale { file_rel_path: held.file_rel_path.clone(), id: held.id.clone(), reason: reason.to_owned() }
}

/// The chunks that pieces of evidence are of: of a definition its own, of a site the one around it.
fn of_evidence(index: &Index, wanted: &BTreeSet<&str>) -> Result<BTreeMap<String, ChunkId>, IndexError> {
    let mut found = BTreeMap::new();
    for symbol in (0..u32::try_from(index.symbol_count()).unwrap_or(u32::MAX)).map(|id| index.symbol(SymbolId(id))) {
        let id = symbol.evidence.to_string();
        if let Some(chunk) = symbol.chunk.filter(|_| wanted.contains(id.as_str())) {
            found.insert(id, chunk);
        }
    }
    for table in TABLES {
        for edge in index.edges(*table)?.all(index) {
            let id = edge.evidence.to_string();
            if !wanted.contains(id.as_str()) || found.contains_key(&id) {
                continue;
            }
            if let Some(chunk) = index.site_of(&edge)?.and_then(|site| index.chunk_at(edge.file, site.lines.start)) {
                found.insert(id, chunk);
            }
        }
    }
    Ok(found)
}
