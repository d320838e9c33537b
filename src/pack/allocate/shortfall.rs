//! What budgets made of the items that matter: the best one that has no room at all, and items without a line of text.

use super::picked::Picked;
use crate::pack::excerpt::{Boundary, Reason};
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;

/// A sentence for each shortfall. `best` is the best hit where it is left out.
pub fn told(index: &Index, best: Option<ChunkId>, picked: &[Picked<'_>]) -> Vec<String> {
    let mut notices = Vec::new();
    if let Some(best) = best {
        let (file, lines) = (index.file_of(best), index.chunks().lines(best));
        notices.push(format!("the best hit, `{}:{}`, has no room: not even its first line fits the budgets", index.path(file), lines.start));
    }
    let bare = |it: &&Picked<'_>| it.cut.end.is_some_and(|end| end.boundary == Boundary::Nothing && end.reason == Reason::ItemBytes);
    let count = picked.iter().filter(bare).count();
    if count > 0 {
        notices.push(format!("{count} of {} items are places without text: not even their first line fits `maxBytesPerItem`", picked.len()));
    }
    notices
}
