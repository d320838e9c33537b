//! Delta packs: what the caller holds already is left out while it is unchanged, and named where it is not.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::pack::candidate::{Candidate, Dropped};
use crate::pack::excerpt::texts::{Shown, Texts};
use crate::pack::request::PackRequest;
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
    /// How many lines of the chunk are held, from its first; left out where all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_lines: Option<u32>,
}

impl Held {
    /// Takes in what another entry for the same id knows: the larger part, and a place where this one has none.
    pub fn join(&mut self, other: &Self) {
        self.first_lines = larger(self.first_lines, other.first_lines);
        if self.file_rel_path.is_none() {
            self.file_rel_path.clone_from(&other.file_rel_path);
        }
    }
}

/// What a pack left to its caller.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Delta {
    /// What belongs to the pack and is held unchanged, by place.
    pub omitted: Vec<Omitted>,
    /// Chunks that are held unchanged, of the pack or not, whole or their first lines.
    pub resident_chunks: u64,
    /// o200k tokens of what is held of their texts.
    pub resident_tokens: u64,
    /// What is held and no longer true.
    pub stale: Vec<Stale>,
}

/// A chunk of the pack that the caller holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Omitted {
    pub file_rel_path: String,
    /// Those that are held: from its first to its last, or to where the caller's text of it ends.
    pub lines: Lines,
    pub chunk_uid: String,
    /// As the caller named it.
    pub id: String,
    /// o200k tokens of the text of these lines.
    pub tokens: u64,
}

/// Something held that is not in the index any more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stale {
    /// Null where the caller did not say.
    pub file_rel_path: Option<String>,
    /// As the caller named it.
    pub id: String,
    /// What became of it, in words.
    pub reason: String,
}

/// What is held, found in an index.
#[derive(Clone, Debug, Default)]
pub struct Resident {
    /// Chunks with what is held of them.
    chunks: BTreeMap<ChunkId, Part>,
    pub delta: Delta,
}

/// What is held of a chunk.
#[derive(Clone, Debug)]
struct Part {
    /// As the caller named it.
    id: String,
    /// Lines from its first; `None` for all.
    first: Option<u32>,
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
                    let Lines { start, end } = index.chunks().lines(chunk);
                    let first = held.first_lines.filter(|lines| *lines < end + 1 - start);
                    if first == Some(0) {
                        continue;
                    }
                    let part = resident.chunks.entry(chunk).or_insert_with(|| Part { id: held.id.clone(), first });
                    part.first = larger(part.first, first);
                }
                None => resident.delta.stale.push(stale(index, held)),
            }
        }
        resident.delta.resident_chunks = resident.chunks.len() as u64;
        for (chunk, part) in &resident.chunks {
            resident.delta.resident_tokens += size(texts, *chunk, part.first)?;
        }
        Ok(Some(resident))
    }

    /// Whether all of a chunk is held.
    fn holds(&self, chunk: ChunkId) -> bool {
        self.chunks.get(&chunk).is_some_and(|part| part.first.is_none())
    }

    /// Chunks that are held whole.
    pub fn whole(&self) -> BTreeSet<ChunkId> {
        self.chunks.iter().filter(|(_, part)| part.first.is_none()).map(|(chunk, _)| *chunk).collect()
    }

    /// Chunks of which only so many lines from the first are held.
    pub fn begun(&self) -> BTreeMap<ChunkId, u32> {
        self.chunks.iter().filter_map(|(chunk, part)| Some((*chunk, part.first?))).collect()
    }

    /// Lines that are held, by file.
    pub fn lines(&self, index: &Index) -> BTreeMap<FileId, Vec<Lines>> {
        let mut lines = BTreeMap::<FileId, Vec<Lines>>::new();
        for (chunk, part) in &self.chunks {
            lines.entry(index.file_of(*chunk)).or_default().push(part.lines(index, *chunk));
        }
        lines
    }

    /// Takes out of the candidates what is held whole, and writes down what is held of any.
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
        for candidate in &candidates {
            let Some(part) = self.chunks.get(&candidate.chunk) else { continue };
            let chunk = index.chunk(candidate.chunk);
            let (file_rel_path, tokens) = (index.path(chunk.file).to_owned(), size(texts, candidate.chunk, part.first)?);
            let (lines, id) = (part.lines(index, candidate.chunk), part.id.clone());
            self.delta.omitted.push(Omitted { file_rel_path, lines, chunk_uid: chunk.uid.to_string(), id, tokens });
        }
        let (held, new): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|it| self.holds(it.chunk));
        dropped.add("held", held.len() as u64);
        self.delta.omitted.sort_unstable();
        Ok(new)
    }
}

impl Part {
    /// The lines of the file that are held.
    fn lines(&self, index: &Index, chunk: ChunkId) -> Lines {
        let lines = index.chunks().lines(chunk);
        Lines { start: lines.start, end: self.first.map_or(lines.end, |first| lines.start + first - 1) }
    }
}

/// The larger of two parts, of which `None` is all.
fn larger(lhs: Option<u32>, rhs: Option<u32>) -> Option<u32> {
    lhs.zip(rhs).map(|(lhs, rhs)| lhs.max(rhs))
}

fn size(texts: &Texts<'_>, chunk: ChunkId, first: Option<u32>) -> Result<u64, IndexError> {
    Ok(match texts.of(chunk)? {
        Shown::Text(passage) => first.map_or_else(|| tokens::count(passage.text()), |lines| passage.tokens(lines as usize)),
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
