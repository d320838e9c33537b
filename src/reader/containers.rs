//! What definitions stand in: the types and modules around them, and the modules that hold tests.

use std::collections::BTreeSet;
use std::iter;

use super::ids::SymbolId;
use super::index::Index;

/// Definitions around another that are looked at: deeper nesting is rare, and rows may be wrong about who stands in whom.
const MAX_CONTAINERS: usize = 8;

impl Index {
    /// The definitions around one, innermost first.
    pub fn containers(&self, id: SymbolId) -> impl Iterator<Item = SymbolId> {
        let symbols = self.symbols();
        iter::successors(symbols.container(id), |id| symbols.container(*id)).take(MAX_CONTAINERS)
    }

    /// Whether a test stands right in a module. All are looked for once: who asks, asks for one candidate after the other.
    pub fn holds_tests(&self, module: SymbolId) -> bool {
        is_module(self, module) && self.test_modules.get_or_init(|| modules_with_tests(self)).contains(&module)
    }
}

fn modules_with_tests(index: &Index) -> BTreeSet<SymbolId> {
    let is_test = index.symbols().with_flag("test");
    let ids = (0..u32::try_from(index.symbol_count()).unwrap_or(u32::MAX)).map(SymbolId);
    let containers = ids.filter(|id| is_test(*id)).filter_map(|id| index.symbols().container(id));
    containers.filter(|id| is_module(index, *id)).collect()
}

fn is_module(index: &Index, id: SymbolId) -> bool {
    index.symbols().kind(id) == "module"
}
