//! What the grammar makes of a text: of the text as it stands, without the macros and conditionals that are in its way, without the items that keep
//! it from reading others.

use tree_sitter::{Language, Node, Tree};

use super::isolate::{isolate, length, unread};
use super::mask::{Extent, mask};
use crate::base::span::ByteSpan;
use crate::base::{caps, codes};
use crate::languages::extract::{broken_bytes, parse, report_errors};
use crate::shard::builder::Builder;

/// A tree of a text of the same length, and what was blanked for it.
pub(super) struct Reading {
    pub tree: Tree,
    /// Places of the blanked macro names; `true` where the macro was called with arguments.
    pub macros: Vec<(usize, usize, bool)>,
    /// Bytes that no tree could be made of.
    left_out: Vec<(usize, usize)>,
    /// How many bytes are not read right.
    unread: usize,
}

/// A reading that leaves fewer bytes unread than the text as it stands, or reads what was in the way of macros; `None` where there is none.
pub(super) fn read(text: &str, root: Node<'_>, grammar: &Language) -> Option<Reading> {
    let extents: &[Extent] = if root.has_error() { &[Extent::All, Extent::Macros, Extent::Heads] } else { &[Extent::Heads] };
    let regions = unread(text, root);
    let most = length(&regions);
    let mut best: Option<Reading> = None;
    for extent in extents {
        let Some(masked) = mask(text, *extent) else { continue };
        let Ok(tree) = parse(grammar, &masked.text) else { continue };
        let left = unread(&masked.text, tree.root_node());
        let unread = length(&left);
        let reading = narrowed(&masked.text, left, grammar).unwrap_or(Reading { tree, macros: Vec::new(), left_out: Vec::new(), unread });
        let fits = unread <= most;
        if (fits || reading.unread < most) && best.as_ref().is_none_or(|best| reading.unread < best.unread) {
            best = Some(Reading { macros: masked.macros, ..reading });
        }
        if fits {
            return best;
        }
    }
    let plain = narrowed(text, regions, grammar).filter(|plain| best.as_ref().is_none_or(|best| plain.unread < best.unread));
    plain.or(best)
}

/// The reading without the items that do not parse by themselves, where a quarter at least of what is not read right is won: `regions`.
fn narrowed(text: &str, regions: Vec<(usize, usize)>, grammar: &Language) -> Option<Reading> {
    let broken = |text: &str| parse(grammar, text).ok().map(|tree| broken_bytes(tree.root_node()));
    let before = length(&regions);
    let (narrowed, left_out) = isolate(text, regions, broken)?;
    let tree = parse(grammar, &narrowed).ok()?;
    let unread = length(&unread(&narrowed, tree.root_node())) + length(&left_out);
    (unread * 4 < before * 3).then_some(Reading { tree, macros: Vec::new(), left_out, unread })
}

impl Reading {
    /// Problems for what this reading did not read, in place of those of the text as it stands.
    pub(super) fn report(&self, builder: &mut Builder<'_>) {
        builder.forget_problems(&codes::P_SYNTAX);
        report_errors(builder, self.tree.root_node());
        for (start, end) in self.left_out.iter().take(caps::MAX_SYNTAX_PROBLEMS) {
            builder.problem(&codes::P_SYNTAX, ByteSpan::new(*start, *end), "left out, does not parse".to_owned());
        }
    }
}
