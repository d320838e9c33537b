//! Imports of all that a module has, written in blocks: which of them are in sight of a name.

use std::collections::BTreeMap;

use super::builder::{Scope, ScopeKind};

/// The imports of all that a module has, by the block that each is written in.
pub(super) struct Sight {
    written: BTreeMap<u32, Vec<u32>>,
}

impl Sight {
    pub fn new(written: BTreeMap<u32, Vec<u32>>) -> Self {
        Self { written }
    }

    /// Those in sight from a scope, innermost first.
    pub fn of(&self, scopes: &[Scope], start: u32) -> Vec<u32> {
        if self.written.is_empty() {
            return Vec::new();
        }
        around(scopes, start).flat_map(|scope| self.written.get(&scope).into_iter().flatten().copied()).collect()
    }
}

/// A scope and those around it that names are looked up in, innermost first.
fn around(scopes: &[Scope], start: u32) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(Some(start), |scope| {
        let here = &scopes[*scope as usize];
        if here.kind == ScopeKind::Isolated { None } else { here.parent }
    })
}
