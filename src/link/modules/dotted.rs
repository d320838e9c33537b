//! Items that an import names by a path of several names.

use crate::link::eval::{Found, Linker, merge};

/// Most names of a path of which it is tried how many one definition bears.
const MAX_DOTS: usize = 6;

impl Linker<'_> {
    /// What a path leads to name by name; a module of the tree may bear several names of it at once (`defmodule A.B`).
    pub(super) fn walk_dotted(&mut self, base: &Found, path: &str) -> Vec<Found> {
        let whole = if path.contains('.') && base.what.is_outside() { Vec::new() } else { self.step_into(base, path) };
        if !whole.is_empty() {
            return whole;
        }
        for (at, _) in path.rmatch_indices('.').take(MAX_DOTS) {
            let mut found = Vec::new();
            for step in self.step_into(base, &path[..at]) {
                merge(&mut found, self.walk_dotted(&step, &path[at + 1..]));
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }
}
