//! What the grammar makes of a text: of the text as it stands, without the macros and conditionals that are in its way, without the items that keep
//! it from reading others.

use tree_sitter::{Language, Node, Tree};

use super::isolate::{MIN_BROKEN, isolate, length, unread};
use super::mask::{BlankedMacro, Extent, Masked, mask};
use crate::base::span::ByteSpan;
use crate::base::{caps, codes};
use crate::languages::extract::{broken_bytes, parse, report_instead};
use crate::shard::builder::Builder;

/// A tree of a text of the same length, and what was blanked for it.
pub(super) struct Reading {
    pub tree: Tree,
    pub macros: Vec<BlankedMacro>,
    /// Bytes that no tree could be made of.
    left_out: Vec<(usize, usize)>,
    /// Bytes that are not read right, those left out among them.
    unread: Vec<(usize, usize)>,
}

/// A reading that leaves fewer bytes unread than the text as it stands, or reads what was in the way of macros; `None` where there is none.
pub(super) fn read(text: &str, root: Node<'_>, grammar: &Language) -> Option<Reading> {
    let regions = unread(text, root);
    let best = read_masked(text, root, &regions, grammar);
    let left = best.as_ref().map_or(&regions, |best| &best.unread);
    if length(left) < MIN_BROKEN {
        return best;
    }
    // What still does not parse may be cut into items by its conditionals: of each one branch is read.
    let one_branch = mask(text, Extent::All, left).and_then(|masked| Some(masked_reading(masked, grammar)?.0));
    one_branch.filter(|it| length(&it.unread) * 4 < length(left) * 3).or(best)
}

/// The reading of a text that the grammar makes no tree of as it stands.
pub(super) fn masked_alone(text: &str, grammar: &Language) -> Option<Reading> {
    mask(text, Extent::All, &[]).and_then(|masked| masked_reading(masked, grammar)).map(|(reading, _)| reading)
}

fn read_masked(text: &str, root: Node<'_>, regions: &[(usize, usize)], grammar: &Language) -> Option<Reading> {
    let extents: &[Extent] = if root.has_error() { &[Extent::All, Extent::Macros, Extent::Heads] } else { &[Extent::Heads] };
    let most = length(regions);
    let is_better = |it: &Reading, best: &Option<Reading>| best.as_ref().is_none_or(|best| length(&it.unread) < length(&best.unread));
    let mut best: Option<Reading> = None;
    for extent in extents {
        let Some((reading, unread)) = mask(text, *extent, &[]).and_then(|masked| masked_reading(masked, grammar)) else { continue };
        let fits = unread <= most;
        if (fits || length(&reading.unread) < most) && is_better(&reading, &best) {
            best = Some(reading);
        }
        if fits {
            return best;
        }
    }
    let plain = narrowed(text, regions.to_vec(), grammar).filter(|plain| is_better(plain, &best));
    plain.or(best)
}

/// The reading of a masked text, and how many bytes were not read right before items were left out.
fn masked_reading(masked: Masked, grammar: &Language) -> Option<(Reading, usize)> {
    let tree = parse(grammar, &masked.text).ok()?;
    let left = unread(&masked.text, tree.root_node());
    let before = length(&left);
    let reading = narrowed(&masked.text, left.clone(), grammar).unwrap_or(Reading { tree, macros: Vec::new(), left_out: Vec::new(), unread: left });
    Some((Reading { macros: masked.macros, ..reading }, before))
}

/// The reading without the items that do not parse by themselves, where a quarter at least of what is not read right is won: `regions`.
fn narrowed(text: &str, regions: Vec<(usize, usize)>, grammar: &Language) -> Option<Reading> {
    let broken = |text: &str| parse(grammar, text).ok().map(|tree| broken_bytes(tree.root_node()));
    let before = length(&regions);
    let (narrowed, left_out) = isolate(text, regions, broken)?;
    let tree = parse(grammar, &narrowed).ok()?;
    let mut unread = unread(&narrowed, tree.root_node());
    unread.extend_from_slice(&left_out);
    (length(&unread) * 4 < before * 3).then_some(Reading { tree, macros: Vec::new(), left_out, unread })
}

impl Reading {
    /// Problems for what this reading did not read, in place of those of the text as it stands.
    pub(super) fn report(&self, builder: &mut Builder<'_>) {
        report_instead(builder, self.tree.root_node());
        for (start, end) in self.left_out.iter().take(caps::MAX_SYNTAX_PROBLEMS) {
            builder.problem(&codes::P_SYNTAX, ByteSpan::new(*start, *end), "left out, does not parse".to_owned());
        }
    }
}
