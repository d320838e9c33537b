//! What budgets made of the items that matter: the best one that has no room at all, and items without a line of text.

use super::candidate::Candidate;
use super::excerpt::{Boundary, Reason};
use super::picked::Picked;
use crate::reader::ids::ChunkId;
use crate::reader::index::Index;

/// A sentence for each shortfall.
pub fn told(index: &Index, best: Option<ChunkId>, picked: &[Picked<'_>], left: &[Candidate<'_>]) -> Vec<String> {
    let mut notices = Vec::new();
    if let Some(best) = best.filter(|best| left.iter().any(|it| it.chunk == *best)) {
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
