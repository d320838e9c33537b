//! What a caller says it holds: ids of chunks and evidence as they are, ids of stored packs as the lines that these show.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::{Context, stored_packs};
use crate::base::codes;
use crate::pack::delta::Held;
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
            let before: BTreeSet<String> = pack.request.have.iter().map(|it| it.id.clone()).collect();
            let items = pack.sections.into_iter().flat_map(|section| section.items);
            for item in items.filter(|item| !item.excerpt.withheld && !item.excerpt.stale) {
                let file_rel_path = Some(item.file_rel_path);
                if !item.joined.is_empty() {
                    // What shares an excerpt is whole.
                    let ids = item.joined.into_iter().map(|it| it.chunk_uid).chain([item.chunk_uid]);
                    all.extend(ids.map(|id| Held { id, file_rel_path: file_rel_path.clone(), first_lines: None }));
                    continue;
                }
                // What begins behind the first line goes on with what was held before; else it holds no first line.
                let begun = item.excerpt.lines.is_none_or(|it| it.start == item.lines.start) || before.contains(&item.chunk_uid);
                let shown = item.excerpt.lines.filter(|_| begun).map_or(0, |it| (it.end + 1).saturating_sub(item.lines.start));
                let first_lines = Some(shown).filter(|_| item.excerpt.truncated || !begun);
                all.push(Held { id: item.chunk_uid, file_rel_path, first_lines });
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

fn is_id(text: &str, start: &str) -> bool {
    text.strip_prefix(start).is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it)))
}
