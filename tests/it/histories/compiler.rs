//! A compiler that speaks now and then: what the index says itself, with some of it turned around.

use std::path::Path;

use fastrand::Rng;
use scip::types::Index;

use crate::scip::craft;
use crate::scip::export;

/// Writes what a compiler says of the tree, and tells how.
pub fn speaks(root: &Path, tree: &Path, to: &Path, rng: &mut Rng) -> String {
    let with_text = rng.bool();
    let own = to.with_extension("own");
    if export::export_of(root, tree, &own, with_text).is_err() {
        // The tree has moved on since the last build: what was said before goes stale.
        return "a compiler says nothing new".to_owned();
    }
    let mut index = export::read(&own);
    let turned = turn(&mut index, rng);
    let index = craft::retold(index);
    craft::write(&index, to);
    format!("a compiler speaks of {} files, with their texts: {with_text}, {turned} times against the link", index.documents.len())
}

/// Writes an index that says nothing.
pub fn falls_silent(to: &Path) {
    craft::write(&craft::index(Vec::new()), to);
}

/// Leaves documents out, moves definitions and references to other symbols.
fn turn(index: &mut Index, rng: &mut Rng) -> usize {
    index.documents.retain(|_| rng.usize(..6) > 0);
    let symbols: Vec<String> = index.documents.iter().flat_map(|it| &it.symbols).map(|it| it.symbol.clone()).collect();
    let mut turned = 0;
    for occurrence in index.documents.iter_mut().flat_map(|it| &mut it.occurrences) {
        let one_in = if occurrence.symbol_roles & 1 == 1 { 12 } else { 5 };
        if rng.usize(..one_in) == 0 && !symbols.is_empty() {
            occurrence.symbol.clone_from(&symbols[rng.usize(..symbols.len())]);
            turned += 1;
        }
    }
    turned
}
