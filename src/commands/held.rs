//! What a caller says it holds: ids of chunks and evidence as they are, ids of stored packs as the lines that these show.

use std::collections::BTreeMap;
use std::ops::Range;

use super::failure::Failure;
use super::{Context, stored_packs};
use crate::base::codes;
use crate::base::span::Lines;
use crate::manifest::error::IndexError;
use crate::pack::context::delta::Held;
use crate::pack::excerpt::texts::{Shown, Texts};
use crate::reader::ids::ChunkUid;
use crate::reader::index::Index;

/// The entries of a request.
///
/// # Errors
/// [`Failure`] for what is no id, and for a pack that is not stored or damaged.
pub fn held(ids: &[String], index: &Index, context: &Context) -> Result<Vec<Held>, Failure> {
    let mut all = Vec::new();
    for id in ids.iter().map(|id| id.trim()) {
        if id.starts_with("sha256:") {
            let pack = stored_packs::read(context, index.source().layout(), id)?.pack;
            let mut before: BTreeMap<String, Held> = BTreeMap::new();
            for held in &pack.request.have {
                before.entry(held.id.clone()).and_modify(|known| known.join(held)).or_insert_with(|| held.clone());
            }
            let mut shown: BTreeMap<String, Parts> = BTreeMap::new();
            let items = pack.sections.into_iter().flat_map(|section| section.items);
            for item in items.filter(|item| !item.excerpt.withheld && !item.excerpt.stale) {
                let file_rel_path = Some(item.file_rel_path);
                if !item.joined.is_empty() {
                    // What shares an excerpt is whole.
                    let ids = item.joined.into_iter().map(|it| it.chunk_uid).chain([item.chunk_uid]);
                    all.extend(ids.map(|id| Held { id, file_rel_path: file_rel_path.clone(), first_lines: None }));
                    continue;
                }
                let chunk = shown.entry(item.chunk_uid).or_insert_with(|| Parts { file_rel_path, chunk: item.lines, shown: Vec::new() });
                chunk.shown.push(Part { lines: item.excerpt.lines, truncated: item.excerpt.truncated });
            }
            for (id, mut parts) in shown {
                let first_lines = parts.first_lines(index, &id, before.get(&id))?;
                all.push(Held { id, file_rel_path: parts.file_rel_path, first_lines });
            }
            all.extend(pack.delta.into_iter().flat_map(|delta| delta.omitted).map(|it| {
                let first_lines = Some((it.lines.end + 1).saturating_sub(it.lines.start));
                Held { id: it.chunk_uid, file_rel_path: Some(it.file_rel_path), first_lines }
            }));
        } else if is_id(id, "xxh64:") || is_id(id, "ev:") {
            all.push(Held { id: id.to_owned(), file_rel_path: None, first_lines: None });
        } else {
            let failure = Failure::new(&codes::USAGE, format!("`{id}` is no id of something that can be held"));
            return Err(failure.hint("name a chunkUid (`xxh64:…`), an evidenceId (`ev:…`) or a stored pack (`sha256:…`)"));
        }
    }
    Ok(all)
}

/// What the items of a pack show of a chunk.
struct Parts {
    file_rel_path: Option<String>,
    chunk: Lines,
    shown: Vec<Part>,
}

/// What one item shows of a chunk.
struct Part {
    lines: Option<Lines>,
    /// The chunk has more text, before or behind.
    truncated: bool,
}

impl Parts {
    /// How many lines are held from the first of the chunk on without a gap in which a word stands; `None` for all. `before` are those that were held when the
    /// pack was made: what begins behind them goes on with them.
    fn first_lines(&mut self, index: &Index, id: &str, before: Option<&Held>) -> Result<Option<u32>, IndexError> {
        let first = self.chunk.start;
        let start = |lines: Option<Lines>| lines.map_or(first, |it| it.start);
        self.shown.sort_by_key(|it| start(it.lines));
        let Some(held) = before.map_or(Some(0), |it| it.first_lines) else { return Ok(None) };
        let mut next = first + held;
        for part in &self.shown {
            if self.has_words(index, id, next..start(part.lines))? {
                break;
            }
            match part.lines {
                Some(lines) => next = next.max(lines.end + 1),
                // A chunk without text is held by its place.
                None if !part.truncated => return Ok(None),
                None => {}
            }
        }
        let is_whole = !self.has_words(index, id, next..self.chunk.end + 1)?;
        Ok(Some(next - self.chunk.start).filter(|_| !is_whole))
    }

    /// Whether a word stands in some lines of the chunk, or may.
    fn has_words(&self, index: &Index, id: &str, lines: Range<u32>) -> Result<bool, IndexError> {
        if lines.is_empty() {
            return Ok(false);
        }
        let Some(chunk) = ChunkUid::parse(id).and_then(|uid| index.find_chunk(uid)) else { return Ok(true) };
        let Shown::Text(text) = Texts::of_root(index).of(chunk)? else { return Ok(true) };
        let (skipped, count) = ((lines.start - self.chunk.start) as usize, lines.len());
        Ok(text.text().lines().skip(skipped).take(count).any(|line| !line.trim().is_empty()))
    }
}

fn is_id(text: &str, start: &str) -> bool {
    text.strip_prefix(start).is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it)))
}
