//! From what was picked to what is printed.

use super::{ContextItem, Copied, Evidence, EvidenceGap, Excerpt, Joined, Scores, Signals, Step, Truncation, Why};
use crate::base::score::Millionths;
use crate::base::{path, terms};
use crate::manifest::error::IndexError;
use crate::pack::allocate::picked::Picked;
use crate::pack::candidate::Candidate;
use crate::pack::excerpt::{Boundary, clip};
use crate::pack::request::Expansion;
use crate::reader::chunks::Chunk;
use crate::reader::ids::{ChunkId, FileId, Node, SymbolId};
use crate::reader::index::Index;
use crate::reader::symbols::Symbol;

/// Why nothing is cut but what stands before what is meant, or before what speaks of the query.
const LATE_OPENING: &str = "lateOpening";
/// Longest title in characters.
const MAX_TITLE: usize = 160;

/// One item.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn item(index: &Index, picked: &Picked<'_>, max_bytes: u64) -> Result<ContextItem, IndexError> {
    let candidate = &picked.candidate;
    let chunk = index.chunk(candidate.chunk);
    let file = index.file(chunk.file);
    let symbol = candidate.definition(index).map(|id| index.symbol(id));
    let risks = risks(index, chunk.file, symbol.map(|it| it.id))?;
    // What is whole behind a late opening was cut before it.
    let late = picked.opens_late.then_some((Boundary::Line.word(), LATE_OPENING));
    let truncation = picked.cut.end.map(|end| (end.boundary.word(), end.reason.word())).or(late);
    let truncation = truncation.map(|(boundary, reason)| Truncation { boundary: boundary.to_owned(), max_bytes, reason: reason.to_owned() });
    Ok(ContextItem {
        chunk_uid: chunk.uid.to_string(),
        copies: picked.copies.iter().map(|it| copied(index, it)).collect(),
        excerpt: Excerpt {
            lines: picked.lines,
            stale: picked.stale,
            text: picked.cut.text.clone(),
            truncated: picked.is_partial(),
            truncation,
            withheld: picked.withheld,
        },
        file_rel_path: file.path.to_owned(),
        joined: picked.joined.iter().map(|it| joined(index, it)).collect::<Result<_, _>>()?,
        kind: if symbol.is_some() { "symbol" } else { "chunk" }.to_owned(),
        language_id: file.language.map(str::to_owned),
        lines: chunk.lines,
        range: chunk.range,
        scores: scores(candidate),
        signals: Signals { exported: symbol.is_some_and(|it| it.exported), proximity: proximity(index, candidate).to_owned(), risks },
        symbol_id: symbol.map(|it| it.symbol_id.to_owned()),
        title: title(index, symbol.as_ref(), picked.withheld, &chunk),
        why: why(index, candidate)?,
    })
}

fn copied(index: &Index, candidate: &Candidate<'_>) -> Copied {
    let chunk = index.chunk(candidate.chunk);
    Copied {
        chunk_uid: chunk.uid.to_string(),
        file_rel_path: index.path(chunk.file).to_owned(),
        lines: chunk.lines,
        symbol_id: candidate.definition(index).map(|id| index.symbol(id).symbol_id.to_owned()),
    }
}

fn joined(index: &Index, candidate: &Candidate<'_>) -> Result<Joined, IndexError> {
    let (chunk, symbol) = (index.chunk(candidate.chunk), candidate.definition(index).map(|id| index.symbol(id)));
    Ok(Joined {
        chunk_uid: chunk.uid.to_string(),
        lines: chunk.lines,
        scores: scores(candidate),
        symbol_id: symbol.as_ref().map(|it| it.symbol_id.to_owned()),
        title: title(index, symbol.as_ref(), false, &chunk),
        why: why(index, candidate)?,
    })
}

fn scores(candidate: &Candidate<'_>) -> Scores {
    Scores {
        evidence_score: Millionths(candidate.evidence_score),
        graph_distance: candidate.distance,
        hybrid_score: Millionths(candidate.hybrid_score),
        seed_score: Millionths(candidate.seed_score),
    }
}

/// What asks for care: `generated`, `vendored`, `unsafe`, and labels of the repository.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn risks(index: &Index, file: FileId, symbol: Option<SymbolId>) -> Result<Vec<String>, IndexError> {
    let class = index.files().class(file);
    let mut risks: Vec<String> = [class].into_iter().filter(|it| matches!(*it, "generated" | "vendored")).map(str::to_owned).collect();
    risks.extend(symbol.filter(|id| index.symbols().has_flag(*id, "unsafe")).map(|_| "unsafe".to_owned()));
    if !index.manifest().options.labels.is_empty() {
        let flags = index.risks()?.of(file).iter().filter(|flag| flag.kind.as_ref() == "label");
        risks.extend(flags.map(|flag| flag.name.to_string()));
        risks.dedup();
    }
    Ok(risks)
}

/// The signature in one line, behind the name of what holds it where it does not tell; else the name, else the place.
fn title(index: &Index, symbol: Option<&Symbol<'_>>, withheld: bool, chunk: &Chunk<'_>) -> String {
    // A signature is text of the file, defaults included; a name is what edges show anyway.
    let signature = symbol.map_or("", |it| if withheld || it.signature.trim().is_empty() { it.qualified_name } else { it.signature });
    let words: Vec<&str> = signature.split_whitespace().collect();
    let title = if words.is_empty() {
        let name = if chunk.name.is_empty() { index.path(chunk.file) } else { chunk.name };
        format!("{name}:{}-{}", chunk.lines.start, chunk.lines.end)
    } else {
        match symbol.and_then(|it| untold(it.qualified_name, it.name, signature)) {
            Some(names) => format!("{names}: {}", words.join(" ")),
            None => words.join(" "),
        }
    };
    clip::at_character(&title, MAX_TITLE)
}

/// What a signature does not tell of a definition: its names where its own is not in it (`typedef struct`), those of what holds it where they are not
/// (`fn default() -> Self`).
fn untold<'a>(qualified_name: &'a str, name: &str, signature: &str) -> Option<&'a str> {
    let tells = |name: &str| signature.contains(name) && terms::words(signature).any(|word| terms::words(name).last() == Some(word));
    if !name.is_empty() && terms::words(name).eq([name]) && !tells(name) {
        return Some(qualified_name);
    }
    let (holder, _) = qualified_name.rsplit_once('.')?;
    Some(holder).filter(|holder| !tells(holder.rsplit('.').next().unwrap_or(holder)))
}

/// The path to a candidate and what its steps rest on.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn why(index: &Index, candidate: &Candidate<'_>) -> Result<Why, IndexError> {
    let mut why = Why { evidence: Vec::new(), path: Vec::new(), rule: candidate.rule.word().to_owned() };
    for edge in candidate.path.edges()? {
        let evidence_id = edge.evidence.to_string();
        if !why.evidence.iter().any(|it| it.evidence_id == evidence_id) {
            let kind = index.evidence_kind(&edge)?.to_owned();
            why.evidence.push(Evidence { confidence: edge.confidence, evidence_id: evidence_id.clone(), kind });
        }
        why.path.push(Step { edge_type: edge.edge_type.to_owned(), evidence_id, from: node(index, edge.from), to: node(index, edge.to) });
    }
    Ok(why)
}

/// A node as rows print it.
pub fn node(index: &Index, node: Node<'_>) -> String {
    match node {
        Node::File(file) => format!("file:{}", index.path(file)),
        Node::Symbol(symbol) => index.symbols().name_of(symbol).to_owned(),
        Node::Module(name) => format!("module:{name}"),
    }
}

/// How near the file of a candidate is to that of its seed.
fn proximity(index: &Index, candidate: &Candidate<'_>) -> &'static str {
    let of = |chunk: ChunkId| index.file(index.file_of(chunk));
    let (own, seed) = (of(candidate.chunk), of(candidate.origin));
    if own.id == seed.id {
        "same-file"
    } else if path::parent(own.path) == path::parent(seed.path) {
        "same-folder"
    } else if own.package.is_some() && own.package == seed.package {
        "same-package"
    } else {
        "far"
    }
}

/// What a candidate lacks of the evidence that is asked for; seeds need none.
///
/// # Errors
/// [`IndexError`] of damage and disk.
pub fn gap(index: &Index, candidate: &Candidate<'_>, expansion: &Expansion) -> Result<Option<EvidenceGap>, IndexError> {
    if candidate.rule.is_seed() {
        return Ok(None);
    }
    let gap = |reason: String| {
        let chunk_uid = index.chunk(candidate.chunk).uid.to_string();
        Ok(Some(EvidenceGap { chunk_uid, reason, rule: candidate.rule.word().to_owned() }))
    };
    if candidate.path.is_empty() {
        return gap("no edge leads to it".to_owned());
    }
    for edge in candidate.path.edges()? {
        let kind = index.evidence_kind(&edge)?;
        if !expansion.evidence_kinds.iter().any(|it| it.word() == kind) {
            return gap(format!("its `{}` edge rests on `{kind}`, which `evidenceKinds` does not name", edge.edge_type));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_tells_whose_it_is() {
        for (qualified_name, name, signature, expected) in [
            ("RunBounds.default", "default", "fn default() -> Self", Some("RunBounds")),
            ("Context.JSON", "JSON", "func (c *Context) JSON(code int)", None),
            ("Map.KeySet.size", "size", "public int size()", Some("Map.KeySet")),
            ("parse_buffer", "parse_buffer", "typedef struct", Some("parse_buffer")),
            ("lone", "lone", "def lone()", None),
            ("Map.<init>", "<init>", "public Map()", None),
            ("Maps.get", "get", "Maps2 get()", Some("Maps")),
        ] {
            assert_eq!(untold(qualified_name, name, signature), expected, "{signature}");
        }
    }
}
