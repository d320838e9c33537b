//! Imports of all that a module has, written in blocks: which of those of a function are in sight of a name.

use std::collections::BTreeMap;

use super::builder::{Scope, ScopeKind};

/// The imports of all that a module has, by the block that each is written in, and how many each function has of them.
pub(super) struct Sight {
    written: BTreeMap<u32, Vec<u32>>,
    counts: BTreeMap<u32, usize>,
}

impl Sight {
    pub fn new(scopes: &[Scope], written: BTreeMap<u32, Vec<u32>>) -> Self {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for (scope, imports) in &written {
            let function = around(scopes, *scope).filter(|it| scopes[*it as usize].kind == ScopeKind::Function).last();
            *counts.entry(function.unwrap_or(*scope)).or_default() += imports.len();
        }
        Self { written, counts }
    }

    /// Those in sight from a scope, where the function around it has others too.
    pub fn of(&self, scopes: &[Scope], start: u32) -> Option<Vec<u32>> {
        if self.written.is_empty() {
            return None;
        }
        let (mut found, mut count) = (Vec::new(), 0);
        for scope in around(scopes, start) {
            found.extend(self.written.get(&scope).into_iter().flatten());
            count = self.counts.get(&scope).copied().unwrap_or(count);
        }
        (found.len() < count).then_some(found)
    }
}

/// A scope and those around it that names are looked up in, innermost first.
fn around(scopes: &[Scope], start: u32) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(Some(start), |scope| {
        let here = &scopes[*scope as usize];
        if here.kind == ScopeKind::Isolated { None } else { here.parent }
    })
}
